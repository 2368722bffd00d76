//! The cases of the policies that come with Assize, by their places below `policies/STAGE/`.

macro_rules! files {
    ($stage:literal: $($path:literal,)*) => {
        &[$(($path, include_str!(concat!("../../../policies/", $stage, "/", $path)))),*]
    };
}

/// What `policy new --from` copies beside a policy.
pub(super) const GATES: &[(&str, &str)] = files![
    "gate":
    "any-blocker/a-crashed-reviewer-holds-the-gate/case.kdl",
    "any-blocker/a-crashed-reviewer-holds-the-gate/expected.kdl",
    "any-blocker/a-crashed-reviewer-holds-the-gate/quality.md",
    "any-blocker/a-fail-outweighs-a-missing-reviewer/case.kdl",
    "any-blocker/a-fail-outweighs-a-missing-reviewer/expected.kdl",
    "any-blocker/a-fail-outweighs-a-missing-reviewer/qa.md",
    "any-blocker/a-fail-that-was-cut-off-shuts-as-a-fail/expected.kdl",
    "any-blocker/a-fail-that-was-cut-off-shuts-as-a-fail/qa.md",
    "any-blocker/a-fail-that-was-cut-off-shuts-as-a-fail/quality.md",
    "any-blocker/a-missing-reviewer-holds-the-gate/case.kdl",
    "any-blocker/a-missing-reviewer-holds-the-gate/expected.kdl",
    "any-blocker/a-missing-reviewer-holds-the-gate/quality.md",
    "any-blocker/a-review-in-markdown-passes-without-a-confidence/expected.kdl",
    "any-blocker/a-review-in-markdown-passes-without-a-confidence/qa.md",
    "any-blocker/advisories-open-with-a-warning/expected.kdl",
    "any-blocker/advisories-open-with-a-warning/qa.md",
    "any-blocker/advisories-open-with-a-warning/quality.md",
    "any-blocker/an-excused-reviewer-caps-the-gate-at-warn/case.kdl",
    "any-blocker/an-excused-reviewer-caps-the-gate-at-warn/expected.kdl",
    "any-blocker/an-excused-reviewer-caps-the-gate-at-warn/qa.md",
    "any-blocker/an-unexpected-fail-shuts-the-gate/case.kdl",
    "any-blocker/an-unexpected-fail-shuts-the-gate/expected.kdl",
    "any-blocker/an-unexpected-fail-shuts-the-gate/qa.md",
    "any-blocker/an-unexpected-fail-shuts-the-gate/stranger.md",
    "any-blocker/an-unsure-pass-opens-and-is-noted/expected.kdl",
    "any-blocker/an-unsure-pass-opens-and-is-noted/qa.md",
    "any-blocker/an-unsure-pass-opens-and-is-noted/quality.md",
    "any-blocker/everybody-passes-and-it-opens/expected.kdl",
    "any-blocker/everybody-passes-and-it-opens/qa.md",
    "any-blocker/everybody-passes-and-it-opens/quality.md",
    "any-blocker/everybody-passes-and-it-opens/security.md",
    "any-blocker/nobody-at-the-bench-holds-the-gate/case.kdl",
    "any-blocker/nobody-at-the-bench-holds-the-gate/expected.kdl",
    "any-blocker/one-fail-shuts-and-cites-its-blockers/expected.kdl",
    "any-blocker/one-fail-shuts-and-cites-its-blockers/qa.md",
    "any-blocker/one-fail-shuts-and-cites-its-blockers/quality.md",
    "any-blocker/one-fail-shuts-and-cites-its-blockers/security.md",
    "any-blocker/too-few-reviewers-decide-nothing/case.kdl",
    "any-blocker/too-few-reviewers-decide-nothing/expected.kdl",
    "any-blocker/too-few-reviewers-decide-nothing/qa.md",
];

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "it looks at the folder")]

    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::GATES;

    #[test]
    fn every_file_of_a_case_is_here() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("policies/gate");
        let mut found = BTreeSet::new();
        let mut left = vec![root.clone()];
        while let Some(folder) = left.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned();
                match path.is_dir() {
                    true => left.push(path),
                    false if name.contains('/') => drop(found.insert(name)),
                    false => {}
                }
            }
        }
        let known: BTreeSet<String> = GATES.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(known, found);
    }
}
