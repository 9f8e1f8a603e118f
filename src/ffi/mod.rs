//! The faces of the core for other languages.

#[allow(unsafe_code)] // Each use has its argument beside it.
#[cfg(feature = "abi")]
mod abi;
#[allow(unsafe_code)] // What wit-bindgen generates.
#[cfg(feature = "component")]
mod component;
#[cfg_attr(not(feature = "abi"), allow(dead_code))] // The other faces need less of it.
#[cfg(any(feature = "abi", feature = "component", feature = "js", test))]
mod crossing;
#[cfg(feature = "js")]
mod js;
#[cfg(any(feature = "abi", feature = "component", test))]
#[cfg_attr(not(feature = "abi"), allow(dead_code))] // The component needs less of it.
mod json;
#[allow(unsafe_code)] // Each use has its argument beside it.
#[cfg(all(target_arch = "wasm32", getrandom_backend = "custom"))]
mod random;
#[cfg(any(feature = "abi", test))]
mod session;
