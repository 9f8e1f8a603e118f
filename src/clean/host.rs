//! The hosts of URLs.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::url::{EMPTY_HOST, encode};

const BAD_NAME: &str = "invalid international domain name";
const BAD_CHARACTER: &str = "invalid domain character";
const BAD_IPV4: &str = "invalid IPv4 address";
const BAD_IPV6: &str = "invalid IPv6 address";
/// What no host may contain.
const FORBIDDEN: &str = "\0\t\n\r #/:<>?@[\\]^|";

/// A host of a scheme that knows nothing of names.
pub fn opaque(text: &str) -> Result<String, &'static str> {
    if text.starts_with('[') {
        return ipv6(text);
    }
    if text.contains(|c| FORBIDDEN.contains(c)) {
        return Err(BAD_CHARACTER);
    }
    let mut host = String::new();
    encode(text, "", &mut host);
    Ok(host)
}

/// A host name or address.
pub fn domain(text: &str) -> Result<String, &'static str> {
    if text.starts_with('[') {
        return ipv6(text);
    }
    let decoded = percent_decode(text).ok_or(BAD_NAME)?;
    let labels: Option<Vec<String>> = decoded.split(is_dot).map(label).collect();
    let name = labels.ok_or(BAD_NAME)?.join(".");
    let forbidden = |c: char| c.is_ascii_control() || c == '%' || FORBIDDEN.contains(c);
    if name.contains(forbidden) {
        return Err(BAD_NAME);
    }
    if name.is_empty() {
        return Err(EMPTY_HOST);
    }
    if ends_in_number(&name) { ipv4(&name) } else { Ok(name) }
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let digit = |at: usize| after.get(at).and_then(|byte| (*byte as char).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8(bytes).ok()
}

/// The dots of East Asian scripts count too.
fn is_dot(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}')
}

fn label(text: &str) -> Option<String> {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    };
    let dropped = |c: &char| !matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}');
    let lower: Vec<char> =
        text.chars().filter(dropped).map(narrow).flat_map(char::to_lowercase).collect();
    if lower.iter().all(char::is_ascii) {
        let label: String = lower.into_iter().collect();
        let encoded = label.strip_prefix("xn--");
        let empty = encoded.is_some_and(|code| code.is_empty() || code.ends_with('-'));
        return (!empty).then_some(label);
    }
    punycode(&lower).map(|code| format!("xn--{code}"))
}

/// RFC 3492.
fn punycode(text: &[char]) -> Option<String> {
    let mut out: String = text.iter().filter(|c| c.is_ascii()).collect();
    let basic = out.len() as u32;
    if basic > 0 {
        out.push('-');
    }
    let (mut next, mut delta, mut bias, mut done) = (128u32, 0u32, 72u32, basic);
    while (done as usize) < text.len() {
        let least = text.iter().map(|c| *c as u32).filter(|c| *c >= next).min()?;
        delta = delta.checked_add((least - next).checked_mul(done + 1)?)?;
        next = least;
        for c in text.iter().map(|c| *c as u32) {
            if c < next {
                delta = delta.checked_add(1)?;
            }
            if c == next {
                write_delta(delta, bias, &mut out);
                bias = adapt(delta, done + 1, done == basic);
                delta = 0;
                done += 1;
            }
        }
        delta = delta.checked_add(1)?;
        next += 1;
    }
    Some(out)
}

fn write_delta(delta: u32, bias: u32, out: &mut String) {
    let digit = |value: u32| {
        (if value < 26 { b'a' + value as u8 } else { b'0' + value as u8 - 26 }) as char
    };
    let mut rest = delta;
    for k in (36u32..).step_by(36) {
        let threshold = k.saturating_sub(bias).clamp(1, 26);
        if rest < threshold {
            break;
        }
        out.push(digit(threshold + (rest - threshold) % (36 - threshold)));
        rest = (rest - threshold) / (36 - threshold);
    }
    out.push(digit(rest));
}

fn adapt(delta: u32, count: u32, first: bool) -> u32 {
    let mut delta = delta / if first { 700 } else { 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

fn ends_in_number(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or_default();
    let digits = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    digits || number(last).is_some()
}

/// Decimal, octal after `0` or hexadecimal after `0x`; too large a number is the largest.
fn number(text: &str) -> Option<u64> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = match (hex, text.strip_prefix('0')) {
        _ if text.is_empty() => return None,
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) if !digits.is_empty() => (digits, 8),
        _ => (text, 10),
    };
    if digits.is_empty() {
        return Some(0);
    }
    let valid = digits.chars().all(|c| c.is_digit(radix));
    valid.then(|| u64::from_str_radix(digits, radix).unwrap_or(u64::MAX))
}

fn ipv4(name: &str) -> Result<String, &'static str> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let parts: Option<Vec<u64>> = name.split('.').map(number).collect();
    let parts = parts.filter(|parts| parts.len() <= 4).ok_or(BAD_IPV4)?;
    let (last, first) = parts.split_last().ok_or(BAD_IPV4)?;
    let room = 32 - 8 * first.len() as u32;
    if first.iter().any(|part| *part > 255) || *last >= 1 << room {
        return Err(BAD_IPV4);
    }
    let high = first.iter().zip([24u32, 16, 8]).map(|(part, shift)| part << shift).sum::<u64>();
    let bits = u32::try_from(high + last).map_err(|_| BAD_IPV4)?;
    Ok(Ipv4Addr::from_bits(bits).to_string())
}

fn ipv6(text: &str) -> Result<String, &'static str> {
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or(BAD_IPV6)?;
    let address: Ipv6Addr = inner.parse().map_err(|_| BAD_IPV6)?;
    let pieces = address.segments();
    let (start, end) = longest_zeros(&pieces);
    let write = |pieces: &[u16]| {
        pieces.iter().map(|piece| format!("{piece:x}")).collect::<Vec<_>>().join(":")
    };
    Ok(match end - start {
        0 | 1 => format!("[{}]", write(&pieces)),
        _ => {
            let (before, after) = (pieces.get(..start), pieces.get(end..));
            format!("[{}::{}]", write(before.unwrap_or_default()), write(after.unwrap_or_default()))
        }
    })
}

/// The first of the longest runs of zeros.
fn longest_zeros(pieces: &[u16; 8]) -> (usize, usize) {
    let mut longest = (0, 0);
    let mut start = 0;
    for (index, piece) in pieces.iter().enumerate() {
        if *piece != 0 {
            start = index + 1;
        } else if index + 1 - start > longest.1 - longest.0 {
            longest = (start, index + 1);
        }
    }
    longest
}
