//! What fuzzing starts from: the inputs of the cases, and texts of the generator of forms.

#![expect(clippy::disallowed_methods, reason = "it reads the cases")]

use std::fs;
use std::path::{Path, PathBuf};

use super::forms::Generator;

/// The seeds of a target, found below the folder of the project, in the order of their names.
pub fn seeds(root: &Path, target: &str) -> Vec<Vec<u8>> {
    match target {
        "script" => policies(root),
        "gate" => folders(root),
        "detect" => {
            let reviews = files(&root.join("examples/reviews"));
            let named = inside(&root.join("tests/cases/read")).into_iter();
            let named = named.filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned()));
            let cases = named.flat_map(|name| texts(root, &name));
            cases.chain(reviews.iter().filter_map(|file| fs::read(file).ok())).collect()
        }
        format => texts(root, format),
    }
}

/// Noes and their honest twins, in each usual form: at some place, in the carrier of the target, or for `detect` and `review` in
/// each of them in turn.
pub fn generated(target: &str) -> Vec<Vec<u8>> {
    let generator = Generator::new();
    let any = ["detect", "review"].contains(&target);
    let text = |(nth, form)| {
        let cases = generator.cases(form);
        let carried = |at: &usize| any || target.starts_with(&*cases[*at].carrier.name);
        let all: Vec<usize> = (0..cases.len()).filter(carried).collect();
        let at: usize = *all.get(nth % all.len().max(1))?;
        Some(cases[at].text().into_bytes())
    };
    let usual = generator.forms.iter().filter(|form| form.usual);
    usual.enumerate().filter_map(text).collect()
}

/// What goes into the read cases and the hostile cases of a format.
fn texts(root: &Path, format: &str) -> Vec<Vec<u8>> {
    let cases = inside(&root.join("tests/cases/read").join(format));
    let cases = cases.iter().flat_map(|case| files(case));
    let hostile = files(&root.join("tests/hostile").join(format));
    let texts = cases.chain(hostile).filter(|file| {
        // What has no ending says how to read.
        file.extension().is_some() && file.file_stem().is_some_and(|stem| stem != "expected")
    });
    texts.filter_map(|file| fs::read(file).ok()).collect()
}

/// The built-in policies, and those of the cases.
fn policies(root: &Path) -> Vec<Vec<u8>> {
    let mut folders = inside(&root.join("tests/cases/policy"));
    for parent in ["policies", "tests/policies"] {
        folders.extend(inside(&root.join(parent)));
    }
    let files = folders.iter().flat_map(|folder| files(folder));
    let policies = files.filter(|file| file.extension().is_some_and(|ending| ending == "rhai"));
    policies.filter_map(|file| fs::read(file).ok()).collect()
}

/// Folders of reports, each as one text: a line `@@ qa.md` before each file.
fn folders(root: &Path) -> Vec<Vec<u8>> {
    let mut folders = Vec::new();
    for parent in ["examples/dartai", "examples/house", "policies/gate", "tests/policies/gate"] {
        for folder in inside(&root.join(parent)) {
            folders.extend(inside(&folder).into_iter().filter(|below| below.is_dir()));
            folders.push(folder);
        }
    }
    let folder = |folder: &PathBuf| {
        let mut text = Vec::new();
        for file in files(folder) {
            let name = file.file_name()?.to_string_lossy();
            if name.ends_with(".kdl") {
                continue;
            }
            text.extend(format!("{}{name}\n", super::folder::FILE).bytes());
            text.extend(fs::read(&file).ok()?);
        }
        (!text.is_empty()).then_some(text)
    };
    folders.iter().filter_map(folder).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    inside(folder).into_iter().filter(|path| path.is_file()).collect()
}

fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
