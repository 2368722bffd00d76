//! `assize --version --verbose`.

use std::ffi::OsString;
use std::fmt::Write;

/// The version of the rule language that policies are written in.
const LANGUAGE: u32 = 1;
/// The version of rhai, as Cargo.toml pins it.
const RHAI: &str = "1.27";
/// The commit that was built, when anyone who built it has said so: a package from a registry has no history to ask.
const COMMIT: Option<&str> = option_env!("ASSIZE_COMMIT");

/// Whether a command line that asks for the version asks for all of it.
pub(super) fn is_verbose(args: &[OsString]) -> bool {
    let args = args.iter().skip(1).map(|arg| arg.to_string_lossy());
    args.take_while(|arg| arg != "--").any(|arg| {
        let short = arg.strip_prefix('-').filter(|short| !short.starts_with('-'));
        arg == "--verbose" || short.is_some_and(|short| short.contains('v'))
    })
}

/// What was built, and what it understands.
pub(super) fn whole() -> String {
    let mut text = format!("assize {}\n", env!("CARGO_PKG_VERSION"));
    if let Some(commit) = COMMIT.map(str::trim).filter(|commit| !commit.is_empty()) {
        let _ = writeln!(text, "commit {commit}");
    }
    let _ = writeln!(text, "language {LANGUAGE}\nrhai {RHAI}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Policy, Stage};

    #[test]
    fn versions_are_those_of_what_is_built() {
        let manifest = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        assert!(manifest.contains(&format!("rhai = {{ version = \"~{RHAI}.")));
        let policy = |language: u32| {
            let text = format!("//! language {language}\nrule \"a\" when passed.all then pass;\n");
            Policy::compile(Stage::Gate, "a.rhai", &text).is_ok()
        };
        assert!(policy(LANGUAGE) && !policy(LANGUAGE + 1));
    }

    #[test]
    fn verbose_is_asked_for_in_several_ways() {
        let asked = |line: &str| {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            is_verbose(&args)
        };
        for line in [
            "assize --version -v",
            "assize -Vv",
            "assize -v --version",
            "assize --version --verbose",
        ] {
            assert!(asked(line), "{line}");
        }
        for line in ["assize --version", "assize -V", "assize -V -- -v", "-v --version"] {
            assert!(!asked(line), "{line}");
        }
    }
}
