//! As much of RFC 3986 as references inside one document need.

/// A reference without its fragment, and the fragment.
pub(crate) fn split_fragment(reference: &str) -> (&str, Option<&str>) {
    match reference.split_once('#') {
        Some((uri, fragment)) => (uri, Some(fragment)),
        None => (reference, None),
    }
}

/// Whether a reference names a scheme, and so stands on its own.
pub(crate) fn is_absolute(reference: &str) -> bool {
    scheme(reference).is_some()
}

fn scheme(reference: &str) -> Option<&str> {
    let (scheme, _) = reference.split_once(':')?;
    let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    named.then_some(scheme)
}

/// What `reference` (without fragment) means where the base is `base` (section 5.2).
pub(crate) fn resolve(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    if is_absolute(reference) {
        return reference.to_owned();
    }
    let scheme_end = scheme(base).map_or(0, |scheme| scheme.len() + 1);
    let (scheme, rest) = base.split_at_checked(scheme_end).unwrap_or(("", base));
    if reference.starts_with("//") {
        return format!("{scheme}{reference}");
    }
    let path_start = match rest.strip_prefix("//") {
        Some(after) => after.find(['/', '?']).map_or(rest.len(), |at| at + 2),
        None => 0,
    };
    let (authority, path) = rest.split_at_checked(path_start).unwrap_or(("", rest));
    let path = path.split('?').next().unwrap_or("");
    if reference.starts_with('?') {
        return format!("{scheme}{authority}{path}{reference}");
    }
    let (target, query) = match reference.find('?') {
        Some(at) => reference.split_at_checked(at).unwrap_or((reference, "")),
        None => (reference, ""),
    };
    let merged = if target.starts_with('/') {
        target.to_owned()
    } else if path.is_empty() && !authority.is_empty() {
        format!("/{target}")
    } else {
        let folder = path.rfind('/').and_then(|at| path.get(..=at)).unwrap_or("");
        format!("{folder}{target}")
    };
    format!("{scheme}{authority}{}{query}", without_dots(&merged))
}

/// Takes `.` and `..` out of a path.
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." => {}
            ".." => {
                // The empty segment in front of an absolute path stays.
                if kept.len() > 1 || kept.first().is_some_and(|first| !first.is_empty()) {
                    kept.pop();
                }
            }
            _ => {
                kept.push(segment);
                continue;
            }
        }
        if last {
            kept.push("");
        }
    }
    kept.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve_as_rfc_3986_says() {
        let base = "http://a/b/c/d;p?q";
        for (reference, expected) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"),
        ] {
            assert_eq!(resolve(base, reference), expected, "{reference}");
        }
        assert_eq!(resolve("http://a", "g"), "http://a/g");
        assert_eq!(resolve("", "g"), "g");
        assert_eq!(resolve("", "g/x"), "g/x");
        assert_eq!(resolve("urn:x:y", "urn:z"), "urn:z");
    }
}
