//! Randomness for a module that may not ask its host for any.
//!
//! `getrandom` is only used to seed hash maps (those of the JSON Schema validator). With a fixed
//! seed every run iterates and hashes alike, and the module needs no import. Nothing here is fit
//! for keys or tokens. Built with `--cfg getrandom_backend="custom"` only, so that programs which
//! use the Rust library on wasm32 keep their own choice.

use std::sync::atomic::{AtomicU64, Ordering};

/// State of the generator; the start is the golden ratio's fraction, as SplitMix64 has it.
static STATE: AtomicU64 = AtomicU64::new(STEP);
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The next number of SplitMix64.
fn next() -> u64 {
    let mut bits = STATE.fetch_add(STEP, Ordering::Relaxed);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// What `getrandom` 0.3 calls for its custom back end.
///
/// # Safety
///
/// `buffer` must be valid for writes of `length` bytes; it need not be initialised. `getrandom`,
/// the only caller, passes the address and length of a slice.
//
// SAFETY (of the unmangled name): `getrandom` declares this symbol with this signature, and no
// other crate in the module defines it.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    buffer: *mut u8,
    length: usize,
) -> Result<(), getrandom::Error> {
    for offset in 0..length {
        let byte = next().to_le_bytes()[0];
        // SAFETY: `offset < length`, so this byte lies in the buffer the caller vouches for.
        unsafe { buffer.add(offset).write(byte) };
    }
    Ok(())
}
