//! Kept inputs, one on a line: printable ASCII as it is, any other byte and `\` as `\x` and two
//! digits.

/// One line for one input.
pub fn line(input: &[u8]) -> String {
    let spelled = |byte: &u8| match byte {
        b' '..=b'~' if *byte != b'\\' => char::from(*byte).to_string(),
        byte => format!("\\x{byte:02x}"),
    };
    input.iter().map(spelled).collect()
}

/// The input of one line.
pub fn input(line: &str) -> Vec<u8> {
    let mut pieces = line.split("\\x");
    let mut input: Vec<u8> = pieces.next().unwrap_or_default().into();
    for piece in pieces {
        let (digits, rest) = piece.split_at(2);
        input.push(u8::from_str_radix(digits, 16).expect("two digits"));
        input.extend(rest.bytes());
    }
    input
}
