//! URLs in the form of the WHATWG standard, which pydantic's `AnyUrl` gives them.
//!
//! Host names beyond ASCII are written in lower case and in Punycode; the mapping tables of UTS 46
//! are left out for their size.

use super::host;

/// Percent-encoded besides controls and everything beyond ASCII.
const FRAGMENT: &str = " \"<>`";
const QUERY: &str = " \"#<>";
const SPECIAL_QUERY: &str = " \"#<>'";
const PATH: &str = " \"<>`#?{}";
const USERINFO: &str = " \"<>`#?{}/:;=@[\\]^|";

pub const EMPTY_HOST: &str = "empty host";
const NO_BASE: &str = "relative URL without a base";
const BAD_PORT: &str = "invalid port number";

/// Rewrites an absolute URL in its standard form; an error is what is wrong with it.
pub fn normalize(text: &str) -> Result<String, &'static str> {
    if text.is_empty() {
        return Err("input is empty");
    }
    let trimmed = text.trim_matches(|c: char| c <= ' ');
    let text: String = trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let (scheme, rest) = split_scheme(&text).ok_or(NO_BASE)?;
    let kind = Kind::of(&scheme);
    let (before, fragment) = match rest.split_once('#') {
        Some((before, fragment)) => (before, Some(fragment)),
        None => (rest, None),
    };
    let (hierarchy, query) = match before.split_once('?') {
        Some((hierarchy, query)) => (hierarchy, Some(query)),
        None => (before, None),
    };
    let mut url = format!("{scheme}:");
    match kind {
        Kind::File => file(hierarchy, &mut url)?,
        Kind::Special(port) => {
            let rest = hierarchy.trim_start_matches(['/', '\\']);
            url.push_str("//");
            authority_and_path(rest, kind, Some(port), &mut url)?;
        }
        Kind::Other => match hierarchy.strip_prefix("//") {
            Some(rest) => {
                url.push_str("//");
                authority_and_path(rest, kind, None, &mut url)?;
            }
            None => match hierarchy.strip_prefix('/') {
                Some(path) => {
                    let path = normalize_path(path, kind);
                    // Two slashes would begin a host.
                    url.push_str(if path.starts_with("//") { "/." } else { "" });
                    url.push_str(&path);
                }
                None => encode(hierarchy, "", &mut url),
            },
        },
    }
    if let Some(query) = query {
        url.push('?');
        encode(query, if kind == Kind::Other { QUERY } else { SPECIAL_QUERY }, &mut url);
    }
    if let Some(fragment) = fragment {
        url.push('#');
        encode(fragment, FRAGMENT, &mut url);
    }
    Ok(url)
}

/// How a scheme treats its hierarchical part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// With a host, and a port that goes without saying.
    Special(u16),
    File,
    Other,
}

impl Kind {
    fn of(scheme: &str) -> Self {
        match scheme {
            "http" | "ws" => Kind::Special(80),
            "https" | "wss" => Kind::Special(443),
            "ftp" => Kind::Special(21),
            "file" => Kind::File,
            _ => Kind::Other,
        }
    }

    /// A backslash is as good as a slash.
    fn is_slash(self, c: char) -> bool {
        c == '/' || (c == '\\' && self != Kind::Other)
    }
}

fn split_scheme(text: &str) -> Option<(String, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let allowed = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let valid =
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(allowed);
    valid.then(|| (scheme.to_ascii_lowercase(), rest))
}

fn authority_and_path(
    text: &str,
    kind: Kind,
    default_port: Option<u16>,
    url: &mut String,
) -> Result<(), &'static str> {
    let end = text.find(|c| kind.is_slash(c)).unwrap_or(text.len());
    let (authority, path) = text.split_at_checked(end).unwrap_or((text, ""));
    let (user, host_and_port) = match authority.rsplit_once('@') {
        Some((user, rest)) => (Some(user), rest),
        None => (None, authority),
    };
    if let Some(user) = user {
        if host_and_port.is_empty() {
            return Err(EMPTY_HOST);
        }
        write_user(user, url);
    }
    let port_at = port_colon(host_and_port);
    let (host, port) = match port_at.and_then(|at| host_and_port.split_at_checked(at)) {
        Some((host, port)) => (host, port.strip_prefix(':')),
        None => (host_and_port, None),
    };
    if host.is_empty()
        && (kind != Kind::Other || user.is_some_and(|u| !u.is_empty()) || port.is_some())
    {
        return Err(EMPTY_HOST);
    }
    url.push_str(&if kind == Kind::Other { host::opaque(host)? } else { host::domain(host)? });
    if let Some(port) = port.filter(|port| !port.is_empty()) {
        if !port.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(BAD_PORT);
        }
        let significant = port.trim_start_matches('0');
        let number: u16 = match significant {
            "" => 0,
            digits => digits.parse().map_err(|_| BAD_PORT)?,
        };
        if Some(number) != default_port {
            url.push_str(&format!(":{number}"));
        }
    }
    match path.chars().next() {
        None if kind == Kind::Other => {}
        None => url.push('/'),
        Some(first) => {
            let rest = path.get(first.len_utf8()..).unwrap_or_default();
            url.push_str(&normalize_path(rest, kind));
        }
    }
    Ok(())
}

/// The first colon that stands outside of brackets.
fn port_colon(text: &str) -> Option<usize> {
    let mut inside = false;
    let mut colon = |c: char| {
        inside = (inside || c == '[') && c != ']';
        c == ':' && !inside
    };
    text.char_indices().find(|(_, c)| colon(*c)).map(|(at, _)| at)
}

fn write_user(user: &str, url: &mut String) {
    let (name, password) = user.split_once(':').unwrap_or((user, ""));
    encode(name, USERINFO, url);
    if !password.is_empty() {
        url.push(':');
        encode(password, USERINFO, url);
    }
    if !name.is_empty() || !password.is_empty() {
        url.push('@');
    }
}

fn file(text: &str, url: &mut String) -> Result<(), &'static str> {
    let mut rest = text.chars();
    let slash = |c: Option<char>| c.is_some_and(|c| Kind::File.is_slash(c));
    url.push_str("//");
    let mut path = text;
    if slash(rest.next()) {
        path = rest.as_str();
        if slash(rest.next()) {
            let after = rest.as_str();
            let end = after.find(|c| Kind::File.is_slash(c)).unwrap_or(after.len());
            let (name, tail) = after.split_at_checked(end).unwrap_or((after, ""));
            if is_drive(name) {
                path = after;
            } else {
                let mut tail = tail.chars();
                tail.next();
                path = tail.as_str();
                let host = if name.is_empty() { String::new() } else { host::domain(name)? };
                let drive = path.split(['/', '\\']).next().is_some_and(is_drive);
                if host != "localhost" && !drive {
                    url.push_str(&host);
                }
            }
        }
    }
    let path = normalize_path(path, Kind::File);
    url.push('/');
    url.push_str(path.trim_start_matches('/'));
    Ok(())
}

/// `C:` or `C|`.
fn is_drive(segment: &str) -> bool {
    matches!(segment.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Resolves dots in a path that follows a slash, and encodes it; with the slash.
fn normalize_path(text: &str, kind: Kind) -> String {
    let mut segments: Vec<String> = Vec::new();
    let mut parts = text.split(|c| kind.is_slash(c)).peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        let dots = part.to_ascii_lowercase().replace("%2e", ".");
        match dots.as_str() {
            ".." => {
                let root =
                    kind == Kind::File && matches!(segments.as_slice(), [only] if is_drive(only));
                if !root {
                    segments.pop();
                }
            }
            "." => {}
            _ => {
                let mut segment = String::new();
                encode(part, PATH, &mut segment);
                if kind == Kind::File && segments.is_empty() && is_drive(&segment) {
                    segment = segment.replace('|', ":");
                }
                segments.push(segment);
                continue;
            }
        }
        if last {
            segments.push(String::new());
        }
    }
    format!("/{}", segments.join("/"))
}

/// Appends a text with controls, everything beyond ASCII and the characters of `set` as percent
/// and digits.
pub fn encode(text: &str, set: &str, out: &mut String) {
    for c in text.chars() {
        if c.is_ascii() && !c.is_ascii_control() && !set.contains(c) {
            out.push(c);
            continue;
        }
        let mut bytes = [0; 4];
        for byte in c.encode_utf8(&mut bytes).bytes() {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
}
