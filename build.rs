//! A fixed address for the command of a debug build: it then starts in 2 ms, not in 5, for 200,000 pointers need not be moved first,
//! and the tests start it thousands of times. Release builds and the published package are without this.
#![expect(
    clippy::disallowed_methods,
    reason = "cargo tells a build script its target in the environment"
)]

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let told = |name: &str| std::env::var(name).unwrap_or_default();
    let gnu_linux = told("CARGO_CFG_TARGET_OS") == "linux" && told("CARGO_CFG_TARGET_ENV") == "gnu";
    if gnu_linux && told("PROFILE") == "debug" {
        println!("cargo::rustc-link-arg-bin=assize=-no-pie");
    }
}
