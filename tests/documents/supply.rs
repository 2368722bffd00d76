//! What comes from outside is what deny.toml lets in. Run with `ASSIZE_THIRD_PARTY=1` to write THIRD-PARTY.md for a
//! release: `just third-party`.
//!
//! cargo-deny reads the same file and knows more (the crates of other platforms, advisories); this
//! downloads only what is locked for this platform.

#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    reason = "a test asks cargo and reads documents, and fails loudly"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("the document")
}

fn cargo(args: &[&str]) -> String {
    let run = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .arg("--locked")
        .output()
        .expect("cargo runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// Crates as `name version`, that cargo names for some kinds of dependencies: of the command, or with `--workspace` of the
/// packages beside it as well.
fn tree(edges: &str, of: &[&str]) -> BTreeSet<String> {
    let flags = ["tree", "--edges", edges, "--prefix", "none", "--format", "{p}"];
    let tree = cargo(&[&flags, of].concat());
    let crates = tree.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" v")?;
        Some(format!("{name} {}", rest.split(' ').next()?))
    });
    crates.filter(|one| !one.starts_with("assize")).collect()
}

/// The platform that this is built on, such as `x86_64-unknown-linux-gnu`.
fn platform() -> String {
    let version = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("a platform").to_owned()
}

/// Everything that was resolved for this platform, but for what is in this repository.
fn packages() -> Vec<Value> {
    let host = platform();
    let told =
        cargo(&["metadata", "--format-version", "1", "--all-features", "--filter-platform", &host]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    let packages = told["packages"].as_array().cloned().unwrap_or_default();
    let own = told["workspace_members"].as_array().cloned().unwrap_or_default();
    assert!(!own.is_empty(), "the packages of the repository");
    packages.into_iter().filter(|package| !own.contains(&package["id"])).collect()
}

/// The lines of a list of deny.toml: `allow` below `[licenses]`.
fn listed(deny: &str, table: &str, list: &str) -> Vec<String> {
    let below = deny.split(&format!("\n[{table}]\n")).nth(1).unwrap_or_default();
    let below = below.split("\n[").next().unwrap_or_default();
    let list = below.split(&format!("{list} = [\n")).nth(1).unwrap_or_default();
    let rows = list.lines().take_while(|line| *line != "]").map(str::trim);
    rows.filter(|row| !row.starts_with('#')).map(str::to_owned).collect()
}

/// What stands between quotation marks.
fn quoted(row: &str) -> Vec<&str> {
    row.split('"').skip(1).step_by(2).collect()
}

#[test]
fn every_licence_is_one_that_deny_toml_lets_in() {
    let deny = document("deny.toml");
    let rows = listed(&deny, "licenses", "allow");
    let allowed: Vec<&str> = rows.iter().flat_map(|row| quoted(row)).collect();
    let rows = listed(&deny, "licenses", "exceptions");
    let exceptions: Vec<Vec<&str>> = rows.iter().map(|row| quoted(row)).collect();
    assert!(allowed.contains(&"MIT") && !exceptions.is_empty(), "{allowed:?} {exceptions:?}");
    let shipped = tree("normal,build", &["--workspace"]);
    let mut refused = Vec::new();
    for package in packages() {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let (name, licence) = (text("name"), text("license"));
        let may = |one: &str| {
            let excepted = |row: &Vec<&str>| row[0] == name && row[1..].contains(&one);
            allowed.contains(&one) || exceptions.iter().any(excepted)
        };
        let crate_ = format!("{name} {}", text("version"));
        if shipped.contains(&crate_) && !is_allowed(&licence, &may) {
            refused.push(format!("{crate_}: {licence}"));
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}

/// Whether an expression (`(MIT OR Apache-2.0) AND Unicode-3.0`, `MIT/Apache-2.0`) can be met.
fn is_allowed(licence: &str, may: &dyn Fn(&str) -> bool) -> bool {
    let licence = licence.replace('/', " OR ").replace("2.0+", "2.0");
    let both = |text: &str| text.split(" AND ").all(|one| may(one.trim_matches(['(', ')'])));
    match licence.split_once(") AND ") {
        Some((one, other)) => {
            one.trim_start_matches('(').split(" OR ").any(may) && is_allowed(other, may)
        }
        None => licence.split(" OR ").any(both),
    }
}

#[test]
fn expressions_of_licences_are_read() {
    let may = |one: &str| ["MIT", "ISC"].contains(&one);
    for met in ["MIT", "GPL-3.0 OR MIT", "GPL-3.0/MIT", "(GPL-3.0 OR MIT) AND ISC"] {
        assert!(is_allowed(met, &may), "{met}");
    }
    for unmet in ["", "GPL-3.0", "GPL-3.0 AND MIT", "(GPL-3.0 OR MIT) AND BSD", "(A OR B) AND MIT"]
    {
        assert!(!is_allowed(unmet, &may), "{unmet}");
    }
}

#[test]
fn every_crate_comes_from_one_registry_and_in_one_version() {
    let deny = document("deny.toml");
    let skipped: Vec<String> = listed(&deny, "bans", "skip")
        .iter()
        .filter_map(|row| Some((*quoted(row).first()?).to_owned()))
        .collect();
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages() {
        let (name, version) = (package["name"].to_string(), package["version"].to_string());
        assert_eq!(package["source"], CRATES_IO, "{name}");
        let (name, version) = (name.trim_matches('"'), version.trim_matches('"'));
        let is_skipped = |row: &String| {
            let known = row.strip_prefix(name).and_then(|rest| rest.strip_prefix('@'));
            known.is_some_and(|known| format!("{version}.").starts_with(&format!("{known}.")))
        };
        if !skipped.iter().any(is_skipped) {
            versions.entry(name.to_owned()).or_default().push(version.to_owned());
        }
    }
    versions.retain(|_, found| found.len() > 1);
    assert!(versions.is_empty(), "several versions, and not in `skip`: {versions:?}");
}

/// A warning of cargo-deny ends nothing, and nobody reads it.
#[test]
fn what_deny_toml_does_not_let_in_is_denied() {
    let deny = document("deny.toml");
    for (table, wanted) in [
        ("advisories", &["yanked"][..]),
        ("sources", &["unknown-registry", "unknown-git"]),
        ("bans", &["multiple-versions", "wildcards"]),
    ] {
        let below = deny.split(&format!("\n[{table}]\n")).nth(1).unwrap_or_default();
        let below = below.split("\n[").next().unwrap_or_default();
        for setting in wanted {
            let line = format!("{setting} = \"deny\"");
            assert!(below.lines().any(|known| known == line), "[{table}] has no `{line}`");
        }
    }
}

/// `| serde | 1.0.229 | MIT OR Apache-2.0 |`, and the texts of the licences. `ASSIZE_THIRD_PARTY=1` writes it.
#[test]
fn third_party_notices_name_every_crate_that_is_shipped() {
    let shipped = tree("normal", &[]);
    let mut crates = String::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut without = Vec::new();
    for package in packages() {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let name = format!("{} {}", text("name"), text("version"));
        if !shipped.contains(&name) {
            continue;
        }
        crates += &format!("| {} | {} | {} |\n", text("name"), text("version"), text("license"));
        let manifest = text("manifest_path");
        let licences = licences(Path::new(&manifest).parent().expect("a folder"));
        if licences.is_empty() {
            without.push(name.clone());
        }
        for licence in licences {
            texts.entry(licence).or_default().push(name.clone());
        }
    }
    assert_eq!(crates.lines().count(), shipped.len(), "a row for each crate");
    assert!(shipped.len() > 100 && without.len() < texts.len(), "{without:?}");
    if std::env::var_os("ASSIZE_THIRD_PARTY").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("THIRD-PARTY.md");
        fs::write(path, notices(&crates, &without, texts)).expect("the notices are written");
    }
}

/// The whole file: the crates, those that bring no text along, and each text once.
fn notices(crates: &str, without: &[String], texts: BTreeMap<String, Vec<String>>) -> String {
    let platform = platform();
    let mut made = format!(
        "# Third-party notices\n\nThe command `assize` contains these crates, or code that their macros wrote, as built \
         for {platform}. Below are\nthe texts of licences that their packages have.\n\n\
         | crate | version | licence |\n|---|---|---|\n{crates}"
    );
    if !without.is_empty() {
        made += &format!("\nPackages without a text of their licence: {}.\n", without.join(", "));
    }
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by(|(_, one), (_, other)| one.cmp(other));
    for (text, names) in texts {
        made += &format!("\n## {}\n\n````text\n{text}\n````\n", names.join(", "));
    }
    made
}

/// The texts of licences that a crate brings along.
fn licences(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("a crate").flatten().map(|entry| entry.path());
    let named = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|n| name.starts_with(n))
    };
    let mut files: Vec<_> = files.filter(|path| path.is_file() && named(path)).collect();
    files.sort();
    let texts = files.iter().filter_map(|file| fs::read_to_string(file).ok());
    texts.map(|text| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")).collect()
}
