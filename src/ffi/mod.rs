//! The faces of the core for other languages.

#[cfg(all(target_arch = "wasm32", getrandom_backend = "custom"))]
mod random;
