//! A docket through JSON: what is said in it is what the methods of `Docket` take, and nothing is lost.

#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

use assize::docket::{Attempt, Date, Given, Stake, Waiver};
use assize::verdict::{Confidence, Kind, Severity, Stated, Subject};
use assize::{
    Absence, Decoded, Diagnostic, Docket, Format, Outcome, Policy, Profile, ReadOptions, Source,
    Span, Stage, Verdict,
};
use proptest::prelude::*;

const PASS: &str = "verdict: pass\nconfidence: high\n";

fn read(text: impl Into<Vec<u8>>) -> Result<Docket, assize::Diagnostics> {
    Docket::from_json(&Source::new("docket.json", text), &ReadOptions::default())
}

/// What reviewers hand in: verdicts, what is none, and what is no text.
fn report() -> impl Strategy<Value = Vec<u8>> {
    let known: [&[u8]; 12] = [
        PASS.as_bytes(),
        b"verdict: fail\nconfidence: low\nblocker: src/a.rs:1 wrong\n",
        b"verdict: warn\r\nconfidence: med\r\nadvisory: \"quoted\" \\ and \t tab\r\n",
        b"VERDICT: **NO-GO**\n",
        b"\xef\xbb\xbfverdict: pass\nconfidence: high\n",
        b"verdict: lgtm\nconfidence: high\n",
        b"verdict: pa",
        b"verdict: fail\nblocker: x\n\xff",
        b"v\0e\0r\0",
        b"",
        b"Looks fine to me.\n",
        "verdict: pass\nconfidence: high\nadvisory: \u{202e}\u{e0001}\u{1f600} \u{2028}\n"
            .as_bytes(),
    ];
    prop_oneof![
        4 => prop::sample::select(known.to_vec()).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => ".{0,40}".prop_map(String::into_bytes),
    ]
}

fn absence() -> impl Strategy<Value = Absence> {
    let why = "[a-z\"\\\\ ]{0,12}";
    prop_oneof![
        Just(Absence::Missing),
        why.prop_map(Absence::Awaiting),
        why.prop_map(Absence::Errored),
        why.prop_map(Absence::Stale),
        why.prop_map(Absence::Skipped),
        why.prop_map(Absence::Excused),
        (prop::sample::select(assize::codec::Cause::ALL.to_vec()), why)
            .prop_map(|(cause, why)| Absence::Unreadable(cause, why)),
    ]
}

fn given() -> impl Strategy<Value = Given> {
    prop_oneof![
        any::<i64>().prop_map(Given::Int),
        any::<bool>().prop_map(Given::Bool),
        ".{0,8}".prop_map(Given::Text),
        prop::collection::vec(".{0,8}", 0..3).prop_map(Given::List),
        (1..9999_u16, 1..13_u8, 1..29_u8)
            .prop_map(|(year, month, day)| Given::Date(Date::new(year, month, day).unwrap())),
    ]
}

fn options() -> impl Strategy<Value = ReadOptions> {
    let subjects = [
        Subject::Change,
        Subject::Criterion("AC2".into()),
        Subject::Pair { note: "a.md".into(), gate: "style".into() },
        Subject::Batch { batch: "B2".into(), run: None },
        Subject::Batch { batch: "B2".into(), run: Some("V1".into()) },
        Subject::Reviewer("qa".into()),
    ];
    (
        prop::sample::select(Profile::ALL.to_vec()),
        prop::option::weighted(0.1, prop::sample::select(Format::ALL.to_vec())),
        prop::collection::vec(prop::sample::select(Format::ALL.to_vec()), 0..2),
        prop::option::of(prop::sample::select(Kind::ALL.to_vec())),
        prop::collection::vec(prop::sample::select(subjects.to_vec()), 0..3),
        any::<[bool; 2]>(),
    )
        .prop_map(|(profile, format, formats, kind, expected, [remarks, words])| {
            let options = ReadOptions::default()
                .profile(profile)
                .format(format)
                .formats(formats)
                .kind(kind)
                .expected(expected)
                .remarks(remarks);
            if !words {
                return options;
            }
            let mut options = options
                .word("lgtm", Outcome::Pass)
                .severity("schlimm", Severity::High)
                .confidence("sicher", Confidence::High);
            options.lexicon.add_caution("bedingt").unwrap();
            options.lexicon.add_label("Bewertung");
            options.lexicon.add_finding("Mangel", Severity::High);
            options.lexicon.add_none("keine");
            options
        })
}

type Seat = (Option<Stake>, Option<u32>, bool, Option<Absence>);

fn seat() -> impl Strategy<Value = Seat> {
    let stakes = vec![Stake::Required, Stake::Voting, Stake::Observer];
    (
        prop::option::of(prop::sample::select(stakes)),
        prop::option::of(any::<u32>()),
        any::<bool>(),
        prop::option::weighted(0.3, absence()),
    )
}

fn docket() -> impl Strategy<Value = Docket> {
    let seats = prop::collection::btree_map("[a-e]|x \"y\"", seat(), 0..5);
    let submissions = prop::collection::vec(("[a-g]", ".{1,6}", report()), 0..5);
    let facts = prop::collection::btree_map(".{0,6}", given(), 0..4);
    let told = (
        prop::option::of(prop::collection::vec("[a-z/]{1,9}", 0..3)),
        prop::option::of(0..i64::MAX as u64),
        any::<[bool; 4]>(),
    );
    (1..u32::MAX, options(), seats, submissions, facts, told).prop_map(
        |(round, options, seats, submissions, facts, (changed, lines, flags))| {
            let [overrides, previous, history, report] = flags;
            let mut docket = Docket::new("task \"17\"").round(round).reading(options);
            for (name, (stake, weight, found, absence)) in seats {
                let chair = docket.seat(name.clone());
                stake.map(|stake| chair.stake(stake));
                weight.map(|weight| chair.weight(weight));
                if found {
                    chair.found();
                }
                if let Some(absence) = absence {
                    docket.absent(name, absence);
                }
            }
            for (name, value) in facts {
                docket = docket.given(name, value);
            }
            if let Some(changed) = changed {
                docket = docket.changed(changed);
            }
            if let Some(lines) = lines {
                docket = docket.lines_changed(lines);
            }
            if previous {
                docket = docket.previous(["f1:0123456789abcdef0123456789abcdef"]);
            }
            if overrides {
                docket = docket.no_overrides();
            }
            if history {
                docket.attempt(Attempt::new("a", "respawn").round(2));
                let waiver = Waiver::new("W", "dana", "soon", Date::new(2027, 1, 1).unwrap());
                docket.waive(waiver.path("src/**").category("tls"));
            }
            if report {
                docket.report(Diagnostic::warning("ours::late").message("late").help("hurry"));
            }
            for (seat, name, bytes) in submissions {
                docket.submit(seat, Source::new(format!("{name}."), bytes));
            }
            docket
        },
    )
}

proptest! {
    #[test]
    fn a_docket_comes_back_from_json_as_it_went(docket in docket()) {
        let text = docket.to_json().unwrap();
        let again = read(text.clone()).map_err(|wrong| TestCaseError::fail(format!("{wrong}\n{text}")))?;
        prop_assert_eq!(format!("{docket:#?}"), format!("{again:#?}"));
        prop_assert_eq!(again.to_json().unwrap(), text);
    }

    #[test]
    fn any_text_is_a_docket_or_refused(text in ".{0,80}", at in 0..2000_usize, byte in any::<u8>()) {
        let _ = read(text);
        let mut bytes = Docket::json_example().as_bytes().to_vec();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Err(wrong) = read(bytes) {
            prop_assert!(!wrong.is_empty());
            for item in wrong.items() {
                prop_assert!(item.help.is_some() && !item.labels.is_empty(), "{:?}", item);
            }
        }
    }
}

#[test]
fn a_docket_that_is_cut_off_is_refused() {
    let text = Docket::json_example().trim_end();
    for end in 0..text.len() {
        assert!(read(&text.as_bytes()[..end]).is_err(), "{end}");
    }
    assert!(read(text).is_ok());
}

/// The words of the team stay what they are: a docket adds to them, and says nothing else of them.
#[test]
fn a_docket_adds_words_to_those_of_the_team() {
    let mut options = ReadOptions::default().word("umdenken", Outcome::Fail);
    options.lexicon.add_caution("bedingt").unwrap();
    let read = |words: &str| {
        let text = format!(
            "{{\"schema_version\": 1, \"id\": \"x\", \"seats\": [{{\"name\": \"qa\"}}],
              \"reading\": {words},
              \"submissions\": [{{\"seat\": \"qa\", \"text\": \"verdict: umdenken\\nconfidence: high\\nblocker: x\\n\"}}]}}"
        );
        Docket::from_json(&Source::new("docket.json", text), &options)
    };
    for refused in [
        "{\"words\": {\"Umdenken\": \"pass\"}}",
        "{\"words\": {\"bedingt\": \"pass\"}}",
        "{\"cautions\": [\"umdenken\"]}",
    ] {
        let wrong = read(refused).unwrap_err();
        assert_eq!(wrong.items()[0].code, "assize::docket::two_meanings", "{refused}");
    }
    for same in ["{}", "{\"words\": {\"umdenken\": \"fail\"}, \"cautions\": [\"bedingt\"]}"] {
        let docket = read(same).unwrap();
        assert_eq!(docket.read_options().lexicon, options.lexicon);
        let docket = docket.close();
        assert_eq!(docket.cells().next().unwrap().effective(), Some(Outcome::Fail));
    }
}

/// What a host made of a source itself cannot be said in JSON, where it is more than nothing.
#[test]
fn what_a_text_does_not_say_is_not_written() {
    let mut verdict = Verdict::new(Span::new(0, 4));
    verdict.stated = Some(Stated { outcome: Outcome::Pass, word: Span::new(0, 4) });
    let mut docket = Docket::new("x");
    docket.seat("qa");
    docket.submit_decoded("qa", Decoded::of(Source::new("qa.txt", "Fine"), vec![verdict]));
    let wrong = docket.to_json().unwrap_err();
    assert_eq!(wrong.items()[0].code, "assize::docket::not_its_text");

    // Nothing was read of a pass: that can be said, for it can only shut.
    let told =
        Diagnostic::error("ours::gone").message("the disk is gone").label(Span::new(0, 0), "x");
    let gone =
        Decoded::unreadable(Source::new("qa.md", PASS), assize::codec::Cause::ReadError, told);
    let mut docket = Docket::new("x");
    docket.seat("qa");
    docket.submit_decoded("qa", gone.clone());
    let text = docket.to_json().unwrap();
    assert!(text.contains("\"read_error\"") && !text.contains("verdict: pass"), "{text}");
    let again = read(text).unwrap().close();
    assert_eq!(again.cells().next().unwrap().cause(), Some(assize::codec::Cause::ReadError));

    // It says fail: left out, the gate would be shut less firmly.
    let mut failing = gone;
    failing.says_fail = true;
    let mut docket = Docket::new("x");
    docket.submit_decoded("qa", failing);
    assert!(docket.to_json().is_err());

    // A pass that was read with another profile would be one of this docket.
    let lenient = ReadOptions::default().profile(Profile::Lenient);
    let mut docket = Docket::new("x");
    docket.seat("qa");
    docket.submit_decoded("qa", assize::read(&Source::new("qa.md", PASS), &lenient));
    assert!(docket.to_json().is_err());
}

/// A seat of a docket is named by the host, as one that it names by its methods.
#[test]
fn a_seat_counts_as_named_unless_it_was_found() {
    let policy =
        Policy::compile(Stage::Gate, "p", "rule \"p\" when passed.all then pass;").unwrap();
    let outcome = |more: &str| {
        let text = format!(
            "{{\"schema_version\": 1, \"id\": \"x\", \"seats\": [{{\"name\": \"qa\"{more}}}],
              \"submissions\": [{{\"seat\": \"qa\", \"text\": \"verdict: pass\\nconfidence: high\\n\"}}]}}"
        );
        let ruling = policy.judge(&read(text).unwrap().close()).unwrap();
        ruling.opening().map(|_| ruling.outcome())
    };
    assert_eq!(outcome(""), Some(Outcome::Pass));
    assert_eq!(outcome(", \"found\": true"), Some(Outcome::Warn));
    assert_eq!(outcome(", \"stake\": \"voting\""), Some(Outcome::Pass));
    assert_eq!(outcome(", \"stake\": \"voting\", \"found\": true"), None);
    assert_eq!(outcome(", \"stake\": \"observer\""), None);
}

/// Where it is told what is to be judged, a verdict on the whole change is no answer to it.
#[test]
fn a_verdict_that_judges_no_criterion_answers_for_none() {
    let criteria = ["AC1", "AC2"].map(|id| assize::verdict::Subject::Criterion(id.into()));
    let judged = |seats: &[(&str, &str)]| {
        let options = assize::ReadOptions::default().expected(criteria.clone());
        let mut docket = Docket::new("task-17").reading(options);
        for (seat, text) in seats {
            docket.seat(*seat);
            docket.submit(*seat, Source::new(format!("{seat}.md"), *text));
        }
        let text = assize::built_in(Stage::Gate, "quality").unwrap();
        Policy::compile(Stage::Gate, "quality", text).unwrap().judge(&docket.close()).unwrap()
    };
    let plain = "verdict: pass\nconfidence: high\n";
    let review = |two: &str| {
        format!(
            "{{\"passed\": true, \"feedback\": \"fine\", \"criteria_results\": [\
             {{\"criterion\": \"AC1\", \"passed\": true, \"feedback\": null}}{two}]}}"
        )
    };
    let both = review(", {\"criterion\": \"AC2\", \"passed\": true, \"feedback\": null}");
    assert_eq!(judged(&[("qa", plain)]).outcome(), assize::Outcome::Hold);
    assert_eq!(judged(&[("qa", &both)]).outcome(), assize::Outcome::Pass);
    // Somebody else may judge the change as a whole.
    assert_eq!(judged(&[("qa", &both), ("style", plain)]).outcome(), assize::Outcome::Pass);
    let one = review("");
    assert!(judged(&[("qa", &one), ("style", plain)]).opening().is_none());
}
