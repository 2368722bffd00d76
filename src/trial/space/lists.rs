//! What findings can be told apart, and the lists of them that a verdict may have.

use super::worlds::elsewhere;
use crate::engine::Reads;
use crate::ir::glob::path_for;
use crate::ir::{FindingKind, KNOWN, MadeFinding, Severity, WAIVED};

/// The kinds of findings that can be told apart, the plainest first.
pub(super) fn findings(reads: &Reads) -> Vec<MadeFinding> {
    let everything = reads.thunks > 0;
    let severities: Vec<Option<Severity>> = match reads.severity || reads.topics || everything {
        true => Severity::ALL.iter().copied().map(Some).chain([None]).collect(),
        false => vec![None],
    };
    let mut categories: Vec<Option<String>> = vec![None];
    categories.extend(reads.categories.iter().cloned().map(Some));
    // Somewhere that nothing asks for, and nowhere.
    let mut paths: Vec<Option<String>> = vec![elsewhere(&reads.paths)];
    if !reads.paths.is_empty() && paths[0].is_some() {
        paths.push(None);
    }
    paths.extend(reads.paths.iter().filter_map(|pattern| path_for(pattern)).map(Some));
    if reads.topics {
        categories.push(Some("logic".into()));
        paths.push(Some("src/a.rs".into()));
    }
    if reads.waivers {
        paths.push(Some(format!("{WAIVED}a.rs")));
    }
    paths.dedup();
    let said = |text: &&str| !reads.mentions.iter().any(|mention| text.contains(mention.as_str()));
    let plain = ["it leaks", "no backup is described", "wrong"].into_iter().find(said);
    let mut texts: Vec<String> = plain.map(str::to_owned).into_iter().collect();
    texts.extend(reads.mentions.iter().map(|mention| format!("it says {mention} here")));
    if reads.unseen {
        texts.push(format!("{KNOWN}: it leaks"));
    }
    let mut all = Vec::new();
    for kind in [FindingKind::Advisory, FindingKind::Blocker] {
        for severity in &severities {
            for category in &categories {
                for path in &paths {
                    for text in &texts {
                        all.push(MadeFinding {
                            kind,
                            severity: *severity,
                            category: category.clone(),
                            path: path.clone(),
                            line: 7,
                            text: text.clone(),
                        });
                    }
                }
            }
        }
    }
    all
}

/// Lists of findings, each in the order of its kinds: every one of two at most, and of more those of which all but one
/// are alike, for counting.
pub(super) fn lists(kinds: &[MadeFinding], most: usize) -> Vec<Vec<MadeFinding>> {
    let mut lists: Vec<Vec<MadeFinding>> = vec![Vec::new()];
    if most > 0 {
        lists.extend(kinds.iter().map(|kind| vec![kind.clone()]));
    }
    if most > 1 {
        for (place, one) in kinds.iter().enumerate() {
            lists.extend(kinds[place..].iter().map(|other| vec![one.clone(), other.clone()]));
        }
    }
    for many in 3..=most {
        // A blocker decides by itself, however many there are.
        let counted =
            || kinds.iter().enumerate().filter(|(_, kind)| kind.kind == FindingKind::Advisory);
        for (place, one) in counted() {
            let alike = vec![one.clone(); many - 1];
            for (at, other) in counted() {
                let mut list = alike.clone();
                list.insert(if at < place { 0 } else { many - 1 }, other.clone());
                lists.push(list);
            }
        }
    }
    lists
}
