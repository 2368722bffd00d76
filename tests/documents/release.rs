//! A release is what its workflow, its script and the manifests say alike: targets, names of archives, versions.

#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    reason = "a test runs a script and reads documents, and fails loudly"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect(name)
}

/// What `ci/release.sh` prints.
fn release(args: &[&str]) -> String {
    let script = root().join("ci/release.sh");
    let ran = Command::new(script).args(args).output().expect("bash runs");
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{args:?}\n{told}");
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

fn workflow() -> Value {
    serde_saphyr::from_str(&document(".github/workflows/release.yml")).expect("YAML")
}

fn platforms() -> Vec<Value> {
    serde_json::from_str(&document("bindings/js/npm/platforms.json")).expect("JSON")
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

#[test]
fn every_package_of_a_platform_is_built_by_the_workflow() {
    let workflow = workflow();
    let rows = workflow["jobs"]["build"]["strategy"]["matrix"]["include"].as_array();
    let built: BTreeSet<_> = rows
        .expect("rows")
        .iter()
        .map(|row| ["platform", "target", "file"].map(|key| text(row, key).to_owned()))
        .collect();
    let packed: BTreeSet<_> = platforms()
        .iter()
        .map(|row| ["name", "target", "file"].map(|key| text(row, key).to_owned()))
        .collect();
    assert_eq!(built, packed);
    assert_eq!(built.len(), 5);
}

/// <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax>, as far as this one goes.
#[test]
fn the_workflow_is_whole_and_runs_what_is_there() {
    let schema = serde_json::json!({
        "required": ["name", "on", "permissions", "jobs"],
        "properties": {"jobs": {"additionalProperties": {
            "required": ["runs-on", "steps"],
            "properties": {
                "runs-on": {"type": "string"}, "needs": {"enum": [["build", "wheels"], "package"]}, "if": {"type": "string"},
                "strategy": {"type": "object"}, "environment": {"const": "release"},
                "permissions": {"additionalProperties": {"enum": ["read", "write"]}},
                "steps": {"items": {
                    "oneOf": [{"required": ["run"]}, {"required": ["uses"]}],
                    "properties": {
                        "name": {"type": "string"}, "id": {"type": "string"}, "if": {"type": "string"}, "run": {"type": "string"},
                        "uses": {"type": "string", "pattern": "^[A-Za-z0-9-]+/[a-z-]+@(release/)?v[0-9]+$"},
                        "shell": {"const": "bash"}, "with": {"type": "object"},
                        "env": {"additionalProperties": {"type": "string"}},
                    },
                    "additionalProperties": false,
                }},
            },
            "additionalProperties": false,
        }}},
        "additionalProperties": {"type": ["string", "object"]},
    });
    let workflow = workflow();
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let wrong: Vec<_> = schema.iter_errors(&workflow).map(|wrong| wrong.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let mut ran = BTreeSet::new();
    for job in workflow["jobs"].as_object().expect("jobs").values() {
        for step in job["steps"].as_array().expect("steps") {
            let words = text(step, "run").split(|c: char| c.is_whitespace() || "\"()".contains(c));
            ran.extend(
                words.filter(|word| word.starts_with("ci/") || word.starts_with("bindings/")),
            );
        }
    }
    assert!(ran.len() >= 4, "{ran:?}");
    for file in ran {
        assert!(root().join(file).exists(), "there is no {file}");
    }
    // Only what a tag began, and a person let go on, is published.
    let publish = &workflow["jobs"]["publish"];
    assert_eq!(text(publish, "if"), "github.ref_type == 'tag'");
    assert_eq!(text(publish, "environment"), "release");
}

#[test]
fn cargo_binstall_asks_for_the_archives_that_are_made() {
    let manifest = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline", "--locked"])
        .output()
        .expect("cargo runs");
    let manifest: Value = serde_json::from_slice(&manifest.stdout).expect("JSON");
    let packages = manifest["packages"].as_array().expect("packages");
    for package in packages {
        assert_eq!(text(package, "version"), VERSION, "{}", package["name"]);
        assert!(text(package, "repository").starts_with("https://"), "{}", package["name"]);
    }
    let own = packages.iter().find(|package| package["name"] == "assize").expect("it is there");
    let binstall = &own["metadata"]["binstall"];
    for platform in platforms() {
        let target = text(&platform, "target");
        let differs = &binstall["overrides"][target];
        let url = differs["pkg-url"].as_str().unwrap_or(text(binstall, "pkg-url"));
        let said = |template: &str| {
            let exe = if target.contains("windows") { ".exe" } else { "" };
            template
                .replace("{ repo }", text(own, "repository"))
                .replace("{ version }", VERSION)
                .replace("{ target }", target)
                .replace("{ bin }", "assize")
                .replace("{ binary-ext }", exe)
        };
        let name = release(&["name", target]);
        let name = name.trim();
        let place = format!("{}/releases/download/v{VERSION}/{name}", text(own, "repository"));
        assert_eq!(said(url), place);
        let inside = format!("assize-{VERSION}-{target}/{}", text(&platform, "file"));
        assert_eq!(said(text(binstall, "bin-dir")), inside);
    }
}

#[test]
fn an_archive_is_the_same_each_time_and_the_formula_names_its_sum() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    fs::write(at("assize"), "a command").expect("a file");
    fs::write(at("assize-batch"), "its batch").expect("a file");
    let pack = |target| {
        release(&["archive", target, &at("files"), &at("assize"), &at("assize-batch")]);
    };
    let targets = [
        "x86_64-unknown-linux-musl",
        "aarch64-unknown-linux-musl",
        "x86_64-apple-darwin",
        "aarch64-apple-darwin",
    ];
    for target in targets {
        pack(target);
    }
    let name = format!("assize-{VERSION}-{}.tar.gz", targets[0]);
    let archive = folder.path().join("files").join(&name);
    let once = fs::read(&archive).expect("an archive");
    pack(targets[0]);
    assert!(once == fs::read(&archive).expect("an archive"), "other bytes the second time");
    let list = Command::new("tar").arg("-tzf").arg(&archive).output().expect("tar runs");
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    for file in ["assize", "assize-batch", "LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
        let inside = format!("assize-{VERSION}-{}/{file}", targets[0]);
        assert!(list.lines().any(|line| line == inside), "{inside}\n{list}");
    }
    release(&["sums", &at("files")]);
    release(&["formula", &at("files")]);
    let sums = fs::read_to_string(folder.path().join("files/SHA256SUMS")).expect("sums");
    let formula = fs::read_to_string(folder.path().join("files/assize.rb")).expect("a formula");
    assert_eq!(sums.lines().count(), targets.len());
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").expect("a sum and a name");
        assert!(sum.len() == 64 && formula.contains(&format!("sha256 \"{sum}\"")), "{line}");
        assert!(formula.contains(&format!("/v{VERSION}/{name}\"")), "{line}\n{formula}");
    }
}
