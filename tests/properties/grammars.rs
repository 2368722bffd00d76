//! What holds of every grammar: each of its rules is shown by a case, and what it describes is read, and written as it was read.

#![expect(clippy::disallowed_methods, reason = "it reads the cases")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use assize::codec::{RuleMatch, WriteOptions, example, grammar, rule_tree};
use assize::verdict::Finding;
use assize::{
    Decoded, Diagnostic, Diagnostics, Format, Profile, ReadOptions, Source, Span, Verdict, write,
};

use crate::every::{read_as, reads_or_says_why, sound};
use crate::syntax::{Grammar, Walk};

const LINES: &str = include_str!("../../grammar/lines.pest");
const COMMON: &str = include_str!("../../grammar/common.pest");

/// Rules of a whole text that are asked of a single line as well.
const ASKED: [&str; 2] = ["issue", "verified"];

/// The grammar of reviews, which is over classes of words, is held to its own texts in `codec/words/tests.rs`.
#[test]
fn every_rule_is_entered_by_a_case() {
    let common = Grammar::new(COMMON);
    let mut formats: BTreeMap<&str, Vec<Format>> = BTreeMap::new();
    for &format in Format::ALL.iter().filter(|format| **format != Format::Review) {
        if let Some(text) = grammar(format) {
            formats.entry(text).or_default().push(format);
        }
    }
    let lines = format!("{LINES}\n{COMMON}");
    formats.insert(&lines, Format::ALL.to_vec());
    let (mut lacking, mut shown) = (Vec::new(), BTreeSet::new());
    for (text, formats) in formats {
        let grammar = Grammar::new(text);
        let taken = taken(&grammar, &formats);
        shown.extend(common.names().filter(|name| taken.contains(*name)));
        let own = grammar.names().filter(|name| common.names().all(|other| other != *name));
        let names = if text == lines { "lines" } else { formats[0].as_str() };
        lacking.extend(
            own.filter(|name| !taken.contains(*name)).map(|name| format!("{names}: {name}")),
        );
    }
    lacking.extend(
        common.names().filter(|name| !shown.contains(name)).map(|name| format!("common: {name}")),
    );
    assert!(lacking.is_empty(), "no case enters\n{}", lacking.join("\n"));
}

/// The rules that the cases of some formats take: the rule for a whole text of each text, the others of each piece of it.
fn taken(grammar: &Grammar, formats: &[Format]) -> BTreeSet<String> {
    let mut taken = BTreeSet::new();
    let (mut bodies, mut pieces) = (BTreeSet::new(), BTreeSet::new());
    for &format in formats {
        for source in sources(format) {
            let Ok(text) = source.text() else { continue };
            match rule_tree(&source, format, &ReadOptions::default()) {
                Ok(tree) => {
                    bodies.insert(text[range(&tree)].to_owned());
                    push_pieces(&tree, text, &mut pieces);
                }
                // What is JSON or YAML stands in a fence, or alone.
                Err(_) => bodies.extend(
                    text.split("```").map(|part| part.trim_start_matches("yaml\n").to_owned()),
                ),
            }
        }
    }
    pieces.extend(bodies.iter().cloned());
    let asked = ASKED.into_iter().filter(|asked| grammar.names().any(|name| name == *asked));
    for entry in grammar.entries().into_iter().chain(asked) {
        let texts = if entry == grammar.whole { &bodies } else { &pieces };
        taken.extend(texts.iter().flat_map(|text| grammar.taken(entry, text)).map(str::to_owned));
    }
    taken
}

fn range(tree: &RuleMatch) -> Range<usize> {
    tree.span.start as usize..tree.span.end as usize
}

fn push_pieces(tree: &RuleMatch, text: &str, pieces: &mut BTreeSet<String>) {
    let own = &text[range(tree)];
    // Rules that are asked of a value are asked of it without its key, of what stands behind its first word, and without
    // blanks around it.
    let value = own.split_once(':').map_or(own, |(_, value)| value);
    let tail = value.trim().split_once(' ').map_or("", |(_, tail)| tail);
    pieces.extend([own, own.trim(), value.trim(), tail.trim()].map(str::to_owned));
    tree.parts.iter().for_each(|part| push_pieces(part, text, pieces));
}

/// The texts of the read cases of a format.
fn sources(format: Format) -> Vec<Source> {
    /// Longer ones are about limits, and show no rule that shorter ones do not.
    const LONGEST: usize = 1 << 14;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/read").join(format.as_str());
    let inside = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten();
    let files = inside(root).flat_map(|case| inside(case.path())).map(|file| file.path());
    let given = files.filter(|file| {
        // What has no ending says how to read.
        file.extension().is_some() && file.file_stem().is_some_and(|stem| stem != "expected")
    });
    let texts = given.filter_map(|file| fs::read(file).ok()).filter(|text| text.len() < LONGEST);
    texts.map(|text| Source::new("x", text)).collect()
}

/// What a verdict says, and not where.
fn said(decoded: &Decoded) -> Vec<String> {
    let text = |span: Span| decoded.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let finding = |found: &Finding| {
        let place = found.location.as_ref().map(|place| text(place.text));
        let [category, advice] = [found.category, found.advice].map(|at| at.map(text));
        let agents: Vec<_> = found.agents.iter().copied().map(text).collect();
        let says = text(found.text);
        format!(
            "{:?} {:?} {category:?} {place:?} {agents:?} {advice:?} {says}",
            found.kind, found.severity
        )
    };
    let one = |verdict: &Verdict| {
        let stated = verdict.stated.map(|stated| stated.outcome);
        let mut findings: Vec<String> = verdict.findings.iter().map(finding).collect();
        findings.sort();
        let criteria = verdict.criteria.iter();
        let criteria: Vec<_> = criteria.map(|one| (text(one.name), one.outcome)).collect();
        let [scope, summary] = [verdict.scope, verdict.summary].map(|at| at.map(text));
        format!(
            "{:?} {:?} {stated:?} {:?} {scope:?} {summary:?} {criteria:?} {findings:#?}",
            verdict.subject,
            Verdict::effective(verdict),
            verdict.confidence
        )
    };
    decoded.verdicts.iter().map(one).collect()
}

/// Texts by random walks through each grammar, with the words of the format's own example; and that example and the cases of
/// the format, in which some pieces are others by the same rules.
#[test]
fn what_a_grammar_describes_is_read_and_written_as_it_was_read() {
    /// Longer cases show nothing more, and take time.
    const LONGEST: usize = 1000;
    let mut in_all = 0;
    for &format in Format::ALL.iter().filter(|format| **format != Format::Review) {
        let Some(text) = grammar(format) else { continue };
        let grammar = Grammar::new(text);
        let own = example(format).trim_start_matches("```yaml\n").trim_end_matches("```\n");
        // A pointer alone says nothing.
        let own = if own.is_empty() { "verdict-file: t/qa.md\nverdict: fail\n" } else { own };
        let phrases = phrases(own);
        let mut cases: Vec<Source> = sources(format);
        cases.retain(|case| case.bytes().len() < LONGEST);
        let (mut written, mut refused) = (0, 0);
        for seed in 0..crate::lengths::cases(160).cases {
            let mut walk = Walk::new(&grammar, &phrases, numbers(seed));
            let case = cases.get(seed as usize / 4 % cases.len().max(1));
            let case = case.and_then(|case| case.text().ok()).unwrap_or(own);
            let text = match seed % 4 {
                0 => walk.text(),
                1 => walk.changed(own),
                _ => walk.changed(case),
            };
            match holds(format, &text) {
                Ok(true) => written += 1,
                Ok(false) => {}
                Err(_) => refused += 1,
            }
        }
        // A text that a writer gives up on, for it would be read as another, is rare.
        assert!(
            refused * 4 <= written + 8,
            "{format}: {written} were written, {refused} would have been read as another"
        );
        // The grammar of JSON and YAML knows no members: those who write them are held in the files beside this one.
        if rule_tree(&Source::new("x", own), format, &ReadOptions::default()).is_ok() {
            in_all += written;
        }
    }
    assert!(in_all > 40, "only {in_all} texts could be written");
}

/// What holds of a text; whether it could be written, or would have been read as something else.
fn holds(format: Format, text: &str) -> Result<bool, Diagnostics> {
    let found = read_as(text, None, Profile::Standard);
    let decoded = read_as(text, Some(format), Profile::Standard);
    for read in [&found, &decoded] {
        assert!(reads_or_says_why(read).is_ok() && sound(read).is_ok(), "{text:?}");
    }
    let rejected = found.tried.iter().any(|tried| tried.format == format && !tried.why.is_empty());
    let says_why = found.format.is_some() && !found.why.is_empty() || !found.diagnostics.is_empty();
    assert!(rejected || says_why, "neither read as {format} nor why not: {text:?}");
    let once = match write(&decoded, format, &WriteOptions::default()) {
        Ok(once) => once,
        Err(why) if why.items().iter().any(is_read_otherwise) => return Err(why),
        Err(_) => return Ok(false),
    };
    let again = read_as(&once, Some(format), Profile::Standard);
    assert_eq!(said(&decoded), said(&again), "{text:?}\n{once}");
    let twice = write(&again, format, &WriteOptions::default());
    assert_eq!(twice.map_err(|why| why.to_string()), Ok(once), "{text:?}");
    Ok(true)
}

/// What a writer says who found its own text to be another verdict.
fn is_read_otherwise(told: &Diagnostic) -> bool {
    ["assize::write::would_change", "assize::write::read_otherwise"].contains(&&*told.code)
}

/// Lines of an example, what stands between their colons and bars, and what else people write.
fn phrases(example: &str) -> Vec<&str> {
    let others = [
        "pass",
        "FAIL",
        "high",
        "no test",
        "src/a.rs:7 it leaks",
        "C|x|src/a.rs:1|it leaks",
        "é",
        "",
        "2",
        "[a, b]",
    ];
    let pieces = example.split(['\n', ':', '|', '"', ',']).map(str::trim);
    let words = example.split_whitespace();
    let all: BTreeSet<&str> = example.lines().chain(pieces).chain(words).chain(others).collect();
    all.into_iter().collect()
}

/// Numbers below others, the same for the same seed.
fn numbers(seed: u32) -> impl FnMut(usize) -> usize {
    let mut seed = u64::from(seed);
    move |below| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (seed >> 33) as usize % below.max(1)
    }
}
