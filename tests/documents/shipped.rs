//! Every policy in `policies/`, and every file of its cases, comes with Assize. Run with `ASSIZE_BLESS=1` to write
//! the rows.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test touches files, and fails loudly"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assize::Stage;
use assize::policy::{built_in_cases, built_in_names};

const ROWS: &str = "src/engine/built_in/shipped.rs";

#[test]
fn every_policy_and_every_file_of_its_cases_has_its_row() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rows = rows(root);
    let found = fs::read_to_string(root.join(ROWS)).unwrap_or_default();
    if std::env::var_os("ASSIZE_BLESS").is_some() {
        fs::write(root.join(ROWS), &rows).unwrap();
    } else {
        assert!(
            found == rows,
            "{ROWS} lacks rows or has too many: run with ASSIZE_BLESS=1\n{rows}"
        );
    }
}

#[test]
fn what_is_built_in_is_what_lies_in_the_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for &stage in Stage::ALL {
        for name in built_in_names(stage) {
            let folder = root.join("policies").join(stage.as_str()).join(name);
            for (path, text) in built_in_cases(stage, name) {
                assert_eq!(fs::read_to_string(folder.join(path)).unwrap(), text, "{name}: {path}");
            }
            let cases = entries(&folder);
            let files: usize = cases.iter().map(|case| entries(case).len()).sum();
            assert_eq!(built_in_cases(stage, name).count(), files, "{name}");
            assert!(!cases.is_empty(), "{name} has no case");
        }
    }
    assert!(built_in_names(Stage::Gate).any(|name| name == "any-blocker"), "nothing was found");
}

/// The file of rows, as the folders have it.
fn rows(root: &Path) -> String {
    let mut out = "//! The policies and their cases, one row each. `tests/documents/shipped.rs` writes them.\n"
        .to_owned();
    for &stage in Stage::ALL {
        let stage = stage.as_str();
        let folder = root.join("policies").join(stage);
        let _ = write!(out, "\nshipped! {{\n    {stage:?} as {}:\n", stage.to_uppercase());
        for policy in entries(&folder).into_iter().filter(|path| name(path).ends_with(".rhai")) {
            let _ = writeln!(out, "    {:?} {{", name(&policy).trim_end_matches(".rhai"));
            for case in entries(&policy.with_extension("")) {
                let files: String =
                    entries(&case).iter().map(|file| format!(" {:?}", name(file))).collect();
                let _ = writeln!(out, "        {:?}:{files};", name(&case));
            }
            out.push_str("    }\n");
        }
        out.push_str("}\n");
    }
    out
}

/// What lies in a folder, by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let found: BTreeMap<String, PathBuf> = found.map(|path| (name(&path), path)).collect();
    found.into_values().collect()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
