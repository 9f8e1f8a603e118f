/// How many steps a match may take before it is given up.
pub(super) const BACKTRACK_LIMIT: usize = 100_000;

/// Why the validator could not use `pattern`, if it could not.
pub(crate) fn pattern_fault(pattern: &str) -> Option<String> {
    if !jsonschema_regex::is_valid_ecma_regex(pattern) {
        return Some("not in the syntax of ECMA-262".to_owned());
    }
    let Ok(translated) = jsonschema_regex::to_rust_regex(pattern) else {
        return Some("a construct that is not supported".to_owned());
    };
    let built =
        fancy_regex::RegexBuilder::new(&translated).backtrack_limit(BACKTRACK_LIMIT).build();
    built.err().map(|error| error.to_string())
}
