//! Runs the wasm-bindgen tests: what `cargo test` calls instead of the test module itself.
//!
//! A package of its own, so that only `cargo xtask test` compiles the runner's dependencies.

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
