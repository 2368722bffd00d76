//! What findings can be told apart, and the lists of them that a verdict may have.

use std::collections::BTreeSet;

use super::paths::told_apart;
use super::worlds::elsewhere;
use crate::engine::Reads;
use crate::ir::glob::path_for;
use crate::ir::{FindingKind, KNOWN, MadeFinding, SUPPOSED, Severity, WAIVED};

/// Where a finding stands in its file.
const LINE: u32 = 7;

/// The kinds of findings that can be told apart, the plainest first.
pub(super) fn findings(reads: &Reads) -> Vec<MadeFinding> {
    let everything = reads.thunks > 0;
    let severities: Vec<Option<Severity>> =
        match reads.severity || reads.topics && !reads.narrow || everything {
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
    match reads.wide {
        true => paths.extend(told_apart(&reads.paths).into_iter().map(Some)),
        false => paths.extend(reads.paths.iter().filter_map(|pattern| path_for(pattern)).map(Some)),
    }
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
    texts.extend(reads.fingerprints.iter().map(|one| format!("{SUPPOSED}{one}")));
    let mut lines = BTreeSet::from([LINE]);
    if reads.topics && (reads.wide || reads.narrow) {
        let apart =
            reads.numbers.iter().filter_map(|n| u32::try_from(*n).ok()).filter(|n| *n < 100);
        lines.extend(apart.flat_map(|n| [LINE + n, LINE + n + 1]));
    }
    let mut all = Vec::new();
    for kind in [FindingKind::Advisory, FindingKind::Blocker] {
        for severity in &severities {
            for category in &categories {
                for path in &paths {
                    for text in &texts {
                        all.extend(lines.iter().map(|line| MadeFinding {
                            kind,
                            severity: *severity,
                            category: category.clone(),
                            path: path.clone(),
                            line: *line,
                            text: text.clone(),
                        }));
                    }
                }
            }
        }
    }
    all
}

/// Lists that are long in one way: so many of one kind, or of two, as some number says or one more or less; and each set of kinds
/// that differ from the plainest one in one thing.
pub(super) fn long(kinds: &[MadeFinding], reads: &Reads) -> Vec<Vec<MadeFinding>> {
    /// Numbers up to which two kinds are counted beside each other, and lists of this sort.
    const FEW: usize = 9;
    const MOST: usize = 3000;
    let mut lists = lists(kinds, 1);
    // A blocker decides by itself, however many there are.
    let kinds: Vec<&MadeFinding> =
        kinds.iter().filter(|kind| kind.kind == FindingKind::Advisory).collect();
    let near = reads.numbers.range(1..=1000).flat_map(|n| [n - 1, *n, n + 1]);
    let counts: BTreeSet<usize> = near.filter_map(|n| usize::try_from(n).ok()).collect();
    let of = |kind: &MadeFinding, n: usize| vec![kind.clone(); n];
    for kind in kinds.iter().take(40) {
        lists.extend(counts.iter().filter(|n| **n > 1).map(|n| of(kind, *n)));
    }
    let Some(plain) = kinds.first() else { return lists };
    let apart = |kind: &&&MadeFinding| {
        let same = [
            kind.severity == plain.severity,
            kind.category == plain.category,
            kind.path == plain.path,
            kind.text == plain.text,
            kind.line == plain.line,
        ];
        same.iter().filter(|same| !**same).count() == 1
    };
    let near: Vec<&&MadeFinding> = kinds.iter().filter(apart).take(FEW).collect();
    for set in 0..1_usize << near.len() {
        let own = near.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        let own: Vec<MadeFinding> = own.map(|(_, kind)| (**kind).clone()).collect();
        lists.extend(Some(own).filter(|own| own.len() > 1));
    }
    for (at, one) in near.iter().enumerate() {
        for other in near.iter().skip(at + 1) {
            for n in counts.iter().filter(|n| (1..=FEW).contains(*n)) {
                let more = counts.iter().filter(|n| (1..=FEW).contains(*n));
                lists.extend(more.map(|more| [of(one, *n), of(other, *more)].concat()));
            }
        }
    }
    lists.truncate(MOST);
    lists
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
