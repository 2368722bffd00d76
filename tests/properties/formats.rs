//! What holds for every format: it is found, read, written and asked for by one definition.

#![expect(clippy::disallowed_methods, reason = "it reads the cases")]

use std::fs;
use std::path::{Path, PathBuf};

use assize::codec::{Part, WriteOptions, example, grammar, is_written, json_schema};
use assize::{Format, Outcome, Profile, ReadOptions, Source, Verdict, contract, read, write};

fn options(profile: Profile) -> ReadOptions {
    ReadOptions::default().profile(profile)
}

/// Every format whose texts say something by themselves, with its example.
fn examples() -> impl Iterator<Item = (Format, &'static str)> {
    Format::ALL.iter().map(|&format| (format, example(format))).filter(|(_, text)| !text.is_empty())
}

#[test]
fn every_format_has_a_name_of_its_own() {
    for &format in Format::ALL {
        assert_eq!(format.as_str().parse(), Ok(format));
        assert!(format.about().ends_with('.') && !format.about().contains('\n'), "{format}");
    }
    assert_eq!(Format::ALL.len(), 16);
}

#[test]
fn an_example_is_found_and_needs_no_repair() {
    for (format, text) in examples() {
        // What is in no exact format is not read with `strict`.
        let loose = matches!(format, Format::Review);
        let profile = if loose { Profile::Standard } else { Profile::Strict };
        let decoded = read(&Source::new("x", text), &options(profile));
        assert_eq!(decoded.format, Some(format), "{decoded:#?}");
        assert_eq!(decoded.recoveries, [], "{format}");
        if !matches!(format, Format::Pointer | Format::VerdictSummary) {
            assert_eq!(decoded.unreadable, None, "{format}: {:?}", decoded.diagnostics);
        }
    }
}

#[test]
fn an_example_is_what_is_written_of_it() {
    for (format, text) in examples().filter(|(format, _)| is_written(*format)) {
        let decoded = read(&Source::new("x", text), &options(Profile::Standard));
        let written = write(&decoded, format, &WriteOptions::default());
        assert_eq!(written.as_deref(), Ok(text), "{format}");
    }
}

/// How far apart the texts of a list are that a run tries; `.ci/nightly` tries each.
fn step() -> usize {
    const USUAL: u32 = 30;
    (USUAL / crate::lengths::cases(USUAL).cases.min(USUAL)) as usize
}

/// Every text of the read cases, in every format that holds what counts of it, is found again and
/// states what it stated.
#[test]
fn what_is_written_states_what_was_stated() {
    let mut options = WriteOptions::default();
    let parts = Part::ALL.iter().copied().filter(|part| part.can_be_dropped());
    options.drop = parts.filter(|part| !matches!(part, Part::Stated | Part::Unstated)).collect();
    let stated = |verdict: &Verdict| verdict.stated.map(|stated| stated.outcome);
    let mut written = 0;
    for text in cases().step_by(step()) {
        let before = read(&Source::new("x", text), &ReadOptions::default());
        for to in Format::ALL.iter().filter(|to| is_written(**to)) {
            let Ok(text) = write(&before, *to, &options) else { continue };
            written += 1;
            let after = read(&Source::new("written", text.as_str()), &ReadOptions::default());
            assert_eq!(after.unreadable, None, "{to}: {text}");
            let theirs: Vec<_> = after.verdicts.iter().map(stated).collect();
            let ours = before.verdicts.iter().map(stated);
            if *to == Format::VerdictsLog {
                // A verdict of its own becomes the run of a batch.
                assert!(ours.into_iter().all(|own| theirs.contains(&own)), "{to}: {text}");
            } else {
                assert_eq!(theirs, ours.collect::<Vec<_>>(), "{to}: {text}");
            }
        }
    }
    assert!(written > 500, "{written}");
}

/// What goes into the read cases.
fn cases() -> impl Iterator<Item = Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/read");
    let inside = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = inside(root).flat_map(move |format| inside(format.path()));
    let files = folders.flat_map(move |case| inside(case.path())).map(|file| file.path());
    let given = files.filter(|file| file.file_stem().is_some_and(|stem| stem != "expected"));
    given.filter_map(|file| fs::read(file).ok())
}

/// A reviewer that hands the contract back has said nothing.
#[test]
fn an_echoed_contract_is_no_pass() {
    for &format in Format::ALL {
        let text = contract(format, &ReadOptions::default());
        assert!(text.len() > 80, "{format} has no contract");
        for profile in [Profile::Strict, Profile::Standard, Profile::Lenient] {
            for forced in [None, Some(format)] {
                let options = options(profile).format(forced);
                let decoded = read(&Source::new("x", text.as_str()), &options);
                let worst = decoded.verdicts.iter().filter_map(Verdict::effective).max();
                assert!(!worst.is_some_and(Outcome::opens), "{format}: {text}");
            }
        }
    }
}

#[test]
fn a_grammar_begins_with_what_it_is_about() {
    for &format in Format::ALL {
        if let Some(grammar) = grammar(format) {
            assert!(grammar.starts_with("//! "), "{format}");
        }
    }
}

#[test]
fn a_schema_is_json_and_accepts_the_example() {
    for &format in Format::ALL {
        let Some(schema) = json_schema(format) else { continue };
        let schema: serde_json::Value = serde_json::from_str(schema).unwrap_or_default();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{format}");
        // The example of a YAML block is YAML in a fence, and that of a review a page: its contract has an object as well.
        let contract = contract(format, &ReadOptions::default());
        let object = || contract.split("```json\n").nth(1)?.split("```").next();
        let example = match format {
            Format::Review => object().unwrap_or_default(),
            _ => example(format).trim_start_matches("```yaml").trim_end_matches("```\n"),
        };
        let example: serde_json::Value = serde_saphyr::from_str(example).unwrap_or_default();
        assert!(jsonschema::is_valid(&schema, &example), "{format}");
        assert!(!jsonschema::is_valid(&schema, &serde_json::json!([])), "{format}");
    }
}

/// Nothing that can be cut off reads better than the whole.
#[test]
fn a_beginning_of_an_example_states_nothing_better() {
    for (format, text) in examples() {
        let stated = |text: &str| {
            let decoded = read(&Source::new("x", text), &options(Profile::Standard));
            let all = decoded.verdicts.iter().filter_map(|v| v.stated).map(|s| s.outcome);
            all.min()
        };
        let whole = stated(text);
        for (cut, _) in text.char_indices().step_by(step()) {
            let head = stated(&text[..cut]);
            assert!(head.is_none() || head >= whole, "{format}: {:?}", &text[..cut]);
        }
    }
}

/// A build without KDL knows a summary, and says that it cannot read it.
#[cfg(not(feature = "kdl"))]
#[test]
fn a_build_without_kdl_refuses_a_summary_by_name() {
    let summary = "schema 1\ngate \"pass\" open=#true\nreviewer \"qa\" verdict=\"pass\"\n";
    let decoded = read(&Source::new("x", summary), &options(Profile::Standard));
    assert_eq!(decoded.format, Some(Format::VerdictSummary));
    assert_eq!(decoded.unreadable, Some(assize::codec::Cause::FormatNotRead));
    assert_eq!(decoded.diagnostics[0].code, "assize::read::format_not_read");
}

/// What is written where there are escapes has nothing in it that a terminal acts on.
#[test]
fn signs_that_nobody_sees_are_written_as_escapes() {
    let text =
        "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 a\u{9b}b\u{7f}c\u{202e}d is wrong\n";
    let read = assize::read(&assize::Source::new("qa.md", text), &assize::ReadOptions::default());
    let mut drop = assize::codec::WriteOptions::default();
    drop.drop = assize::codec::Part::ALL.to_vec();
    let formats = [assize::Format::YamlBlock, assize::Format::Quality];
    let written = formats.map(|format| assize::write(&read, format, &drop));
    assert!(written.iter().any(Result::is_ok));
    for text in written.into_iter().flatten() {
        assert!(!text.contains(['\u{9b}', '\u{7f}', '\u{202e}']), "{}", text.escape_debug());
    }
}
