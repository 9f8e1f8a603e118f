//! What the fuzzer found worth keeping, and what it once broke, run again: `cargo xtask fuzz`.

#[path = "../fuzz/src/corpus.rs"]
#[allow(dead_code)]
mod corpus;
#[path = "../fuzz/src/targets.rs"]
mod targets;

fn replay(name: &str, target: fn(&[u8])) {
    let path = format!("{}/fuzz/kept/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let kept = std::fs::read_to_string(path).unwrap();
    assert!(kept.lines().count() > 50, "there are inputs");
    for line in kept.lines() {
        let outcome = std::panic::catch_unwind(|| target(&corpus::input(line)));
        assert!(outcome.is_ok(), "{name}: {line}");
    }
}

#[test]
fn json() {
    replay("json", targets::json);
}

#[test]
fn tape() {
    replay("tape", targets::tape);
}

#[test]
fn schema() {
    replay("schema", targets::schema);
}

#[test]
fn lax() {
    replay("lax", targets::lax);
}

#[test]
fn strict() {
    replay("strict", targets::strict);
}

#[test]
fn lines_give_back_what_they_hold() {
    let every: Vec<u8> = (0..=255).collect();
    for input in [&every[..], b"", b"\\x41", b"a\\\n\\"] {
        let line = corpus::line(input);
        assert_eq!(corpus::input(&line), input);
        assert_eq!(line.lines().count(), usize::from(!input.is_empty()));
    }
}
