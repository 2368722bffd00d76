//! Mutations of the cases, under what the fuzz targets ask of any bytes: `fuzz/` runs the same for
//! as long as one likes, this a fixed number. `PROPTEST_CASES` says how many for each target.
//! They are the same in every run, so that a change is judged by what it changes: others, which
//! `PROPTEST_RNG_SEED` asks for, may still find something: `SECURITY.md` says what.
//!
//! The limit on steps belongs to the whole process, so this is a process of its own with one
//! test that reads.

#![expect(clippy::disallowed_methods, reason = "it reads the files of the targets")]

#[path = "../fuzz/src/lib.rs"]
mod fuzz;
#[path = "common/halves.rs"]
mod halves;
#[path = "common/lengths.rs"]
mod lengths;

use std::fmt;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed, TestRunner};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// What the mutations of every run come from, where nobody asks for others.
const SEED: u64 = 20_261_122;

/// How many mutations of each target every run asks about; `just nightly` asks about more.
const USUAL: u32 = 16;

/// A seed that is longer takes time, and says no more.
const LONGEST: usize = 3000;

#[test]
fn what_the_fuzz_targets_ask_holds_for_mutations_of_the_cases() {
    halves::run("what_the_fuzz_targets_ask_holds_for_mutations_of_the_cases", |half| {
        let (words, targets) = (fuzz::dictionary::words(), fuzz::targets());
        let targets = targets.iter().skip(half).step_by(halves::HALVES);
        let wrong: Vec<(&str, String)> = targets
            .filter_map(|(name, check)| Some((*name, broken(name, check, &words)?)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    });
}

#[test]
fn noes_and_their_twins_in_each_form_are_seeds() {
    let made = |name: &str| fuzz::seeds::generated(name);
    for name in
        ["detect", "review", "verdict-file", "yaml-block", "pair-review", "quality", "cpf-auditor"]
    {
        assert!(made(name).len() > 100, "{name}: {}", made(name).len());
    }
    let says = |word: &[u8]| {
        made("detect").iter().any(|text| text.windows(word.len()).any(|at| at == word))
    };
    assert!(says(b"REJECT") && says(b"APPROVE"));
    assert!(made("script").is_empty());
}

#[test]
fn the_dictionary_is_made_of_the_lexicon_and_the_formats() {
    let path = Path::new(ROOT).join("fuzz/assize.dict");
    let made = fuzz::dictionary::file();
    if std::env::var_os("ASSIZE_BLESS").is_some() {
        fs::write(&path, &made).expect("the dictionary is written");
    }
    assert!(made.contains("\"verdict:\"") && made.contains("\"blocker\""), "{made}");
    let known = fs::read_to_string(&path).expect("the dictionary");
    assert!(known == made, "`just bless` writes fuzz/assize.dict again");
}

#[test]
fn every_target_has_its_file_and_its_row() {
    let manifest = fs::read_to_string(Path::new(ROOT).join("fuzz/Cargo.toml")).expect("a manifest");
    let targets = fuzz::targets();
    for (name, _) in &targets {
        let path = format!("fuzz_targets/{name}.rs");
        assert!(manifest.contains(&format!("name = \"{name}\"\npath = \"{path}\"\n")), "{name}");
        let file = fs::read_to_string(Path::new(ROOT).join("fuzz").join(&path)).expect("a target");
        let asks = file.contains(&format!("check_{name}"));
        let format = name.parse::<assize::Format>();
        let variant = format.map(|format| format!("Format::{format:?},"));
        assert!(asks || variant.is_ok_and(|variant| file.contains(&variant)), "{name}: {file}");
    }
    assert_eq!(manifest.matches("[[bin]]").count(), targets.len());
}

/// A text for which not all holds that a target asks, made as small as can be.
fn broken(name: &str, check: &fuzz::Check, words: &[String]) -> Option<String> {
    let mut seeds = fuzz::seeds::seeds(Path::new(ROOT), name);
    seeds.retain(|seed| seed.len() < LONGEST);
    assert!(seeds.len() > 5, "{name} has {} seeds", seeds.len());
    let config = || {
        let default = Config::default();
        let rng_seed = match default.rng_seed {
            RngSeed::Random => RngSeed::Fixed(SEED),
            asked => asked,
        };
        Config { rng_seed, ..lengths::cases(USUAL) }
    };
    let holds = |text: Text| {
        check(&text.0);
        Ok(())
    };
    // The cases read each seed as it stands; `just nightly` asks about all of them here, too.
    let step = if config().cases > USUAL { 1 } else { 3 };
    let plain = seeds.iter().step_by(step).map(|seed| {
        let once = Config { cases: 1, ..config() };
        TestRunner::new(once).run(&Just(seed.clone()).prop_map(Text), holds)
    });
    // Half of what is mutated is of the cases.
    let made = fuzz::seeds::generated(name);
    let step = made.len() / seeds.len() + 1;
    let both = seeds.iter().cloned().chain(made.into_iter().step_by(step)).collect::<Vec<_>>();
    let mutations = || TestRunner::new(config()).run(&mutated(&both, words), holds);
    let found = plain.chain(std::iter::once_with(mutations)).find_map(Result::err)?;
    Some(found.to_string())
}

/// Bytes that a failure shows as a text.
struct Text(Vec<u8>);

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

/// A seed after a few changes.
fn mutated(seeds: &[Vec<u8>], words: &[String]) -> impl Strategy<Value = Text> {
    let change = (0..9u8, any::<Index>(), any::<Index>(), any::<Index>(), any::<u8>());
    let changes = prop::collection::vec(change, 1..6);
    (any::<Index>(), changes).prop_map(|(seed, changes)| {
        let mut text = seed.get(seeds).clone();
        for (kind, one, two, other, byte) in changes {
            let lines = lines(&text);
            // Whole lines, or any bytes.
            let place = |index: &Index| match byte % 3 {
                0 => index.index(text.len() + 1),
                _ => *index.get(&lines),
            };
            let (start, end) = (place(&one).min(place(&two)), place(&one).max(place(&two)));
            let put = match kind {
                0 => Vec::new(),
                1 => text[start..end].repeat(2),
                2 => text[start..end].repeat(2 + byte as usize / 8),
                3 | 4 => part(other.get::<Vec<u8>>(seeds), &two, &one),
                5 | 6 => other.get(words).clone().into_bytes(),
                7 => vec![byte],
                _ => [b"\n", other.get(words).as_bytes(), b": "].concat(),
            };
            // Some of these stand beside what was there, and some in its place.
            let end = if matches!(kind, 3 | 5 | 8) { start } else { end };
            let end = if matches!(kind, 6 | 7) { end.min(start + 8) } else { end };
            text.splice(start..end, put);
            text.truncate(4 * LONGEST);
        }
        Text(text)
    })
}

/// Where the lines of a text begin, and its end.
fn lines(text: &[u8]) -> Vec<usize> {
    let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    [0].into_iter().chain(ends).chain([text.len()]).collect()
}

/// Some lines of a text.
fn part(text: &[u8], one: &Index, two: &Index) -> Vec<u8> {
    let lines = lines(text);
    let (one, two) = (*one.get(&lines), *two.get(&lines));
    text[one.min(two)..one.max(two)].to_vec()
}
