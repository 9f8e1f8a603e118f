//! The faces of the core for other languages.

#[allow(unsafe_code)] // Each use has its argument beside it.
#[cfg(all(target_arch = "wasm32", getrandom_backend = "custom"))]
mod random;
