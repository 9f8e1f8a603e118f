//! UUIDs in any of their forms.

use crate::error::Problem;
use crate::problem;

/// The lengths of the five groups between hyphens.
const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];
const URN: &str = "urn:uuid:";
/// Longer texts are not looked at.
const LONGEST: usize = 45;

/// The hyphenated lower-case form; `version` asks for one of RFC 9562.
pub fn canonical(text: &str, version: Option<u8>) -> Result<String, Problem> {
    let digits = hex_digits(text).ok_or_else(|| problem::uuid_parsing(&why(text)))?;
    if let Some(version) = version {
        let found = digits.as_bytes().get(12).map(|digit| digit.wrapping_sub(b'0'));
        let variant = digits.as_bytes().get(16).is_some_and(|digit| b"89ab".contains(digit));
        if found != Some(version) || !variant {
            return Err(problem::uuid_version(version));
        }
    }
    let mut rest = digits.as_str();
    let groups = GROUPS.map(|length| {
        let (group, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        rest = after;
        group
    });
    Ok(groups.join("-"))
}

/// The 32 digits of a plain, hyphenated, braced or URN form.
fn hex_digits(text: &str) -> Option<String> {
    let inner = match text.len() {
        38 => text.strip_prefix('{')?.strip_suffix('}')?,
        45 => text.strip_prefix(URN)?,
        _ => text,
    };
    let digits = if inner.len() == 36 {
        let groups: Vec<&str> = inner.split('-').collect();
        let lengths = groups.iter().map(|group| group.len());
        lengths.eq(GROUPS).then(|| groups.concat())?
    } else {
        inner.to_owned()
    };
    let hex = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    hex.then(|| digits.to_ascii_lowercase())
}

/// What is wrong with a text that is no UUID, as the crate that pydantic uses puts it.
fn why(text: &str) -> String {
    let braced = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    match (text.len(), braced, text.strip_prefix(URN)) {
        (36, ..) => hyphenated_fault(text, 0),
        (38, Some(inner), _) | (45, _, Some(inner)) => hyphenated_fault(inner, 0),
        (length, ..) if length == 0 || length > LONGEST => wrong_length(text),
        (_, Some(inner), _) => hyphenated_fault(inner, 1),
        (_, _, Some(inner)) => hyphenated_fault(inner, URN.len()),
        _ if text.contains('-') || !is_plain(text) => hyphenated_fault(text, 0),
        _ => wrong_length(text),
    }
}

fn wrong_length(text: &str) -> String {
    format!("invalid length: found {}", text.len())
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What is wrong with groups of digits that begin `offset` bytes into a text.
fn hyphenated_fault(groups: &str, offset: usize) -> String {
    let stray = groups.char_indices().find(|(_, c)| !c.is_ascii_hexdigit() && *c != '-');
    if let Some((at, c)) = stray {
        return format!("invalid character: found `{c}` at {}", at + offset);
    }
    let groups: Vec<&str> = groups.split('-').collect();
    if groups.len() != GROUPS.len() {
        return format!("invalid group count: expected 5, found {}", groups.len());
    }
    let wrong = groups.iter().zip(GROUPS).position(|(group, length)| group.len() != length);
    let at = wrong.unwrap_or(GROUPS.len() - 1);
    let (found, expected) = (groups.get(at).map_or(0, |g| g.len()), GROUPS.get(at).unwrap_or(&0));
    format!("invalid group length in group {at}: expected {expected}, found {found}")
}
