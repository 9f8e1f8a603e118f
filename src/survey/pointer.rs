//! JSON Pointers as text, and as the fragment of a URI.

/// `pointer` and one more token.
pub(crate) fn join(pointer: &str, token: &str) -> String {
    let mut joined = String::with_capacity(pointer.len() + token.len() + 1);
    joined.push_str(pointer);
    joined.push('/');
    match token.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        true => joined.push_str(&token.replace('~', "~0").replace('/', "~1")),
        false => joined.push_str(token),
    }
    joined
}

/// The tokens of a pointer, unescaped.
pub(crate) fn tokens(pointer: &str) -> impl Iterator<Item = String> {
    pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"))
}

/// Whether `pointer` is `ancestor` or lies below it.
pub(crate) fn is_within(pointer: &str, ancestor: &str) -> bool {
    pointer.strip_prefix(ancestor).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The pointer and all above it, longest first, down to the root.
pub(crate) fn with_ancestors(pointer: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(pointer), |longer| longer.rfind('/').and_then(|at| longer.get(..at)))
}

/// A fragment with its percent escapes undone; `None` where they are broken.
pub(crate) fn decode_fragment(fragment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let value = digit()? * 16 + digit()?;
            bytes.push(value as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// A pointer as it may stand in a fragment.
pub(crate) fn encode_fragment(pointer: &str) -> String {
    let mut fragment = String::with_capacity(pointer.len());
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(&byte) {
            fragment.push(char::from(byte));
        } else {
            fragment.push_str(&format!("%{byte:02X}"));
        }
    }
    fragment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_survive_fragments() {
        let pointer = join(&join("", "a/b~ü %"), "0");
        assert_eq!(pointer, "/a~1b~0ü %/0");
        assert_eq!(encode_fragment(&pointer), "/a~1b~0%C3%BC%20%25/0");
        assert_eq!(decode_fragment(&encode_fragment(&pointer)), Some(pointer.clone()));
        assert_eq!(tokens(&pointer).collect::<Vec<_>>(), ["a/b~ü %", "0"]);
        assert_eq!(decode_fragment("%4"), None);
        assert_eq!(decode_fragment("%FF"), None);
    }

    #[test]
    fn ancestors_end_at_the_root() {
        assert_eq!(with_ancestors("/a/b").collect::<Vec<_>>(), ["/a/b", "/a", ""]);
        assert!(is_within("/a/b", "/a") && is_within("/a", "/a") && !is_within("/ab", "/a"));
    }
}
