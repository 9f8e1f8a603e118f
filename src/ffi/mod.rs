//! The faces of the core for other languages.

#[cfg(feature = "js")]
mod js;
#[allow(unsafe_code)] // Each use has its argument beside it.
#[cfg(all(target_arch = "wasm32", getrandom_backend = "custom"))]
mod random;
