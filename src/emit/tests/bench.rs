//! Dockets filled and judged the way a run does it, so that what is shown can happen.

use super::run::{Policy, Stage, built_in};
use crate::ir::{
    Absence, Cause, Decoded, Diagnostic, Docket, Finding, FindingKind, Outcome, Remark, RemarkKind,
    Ruling, Stake, Stated, Verdict,
};
use crate::source::{Source, Span};

/// A policy with words, parameters, facts and an override of its own, where `any-blocker` has
/// none.
const RELEASE: &str = r#"
word "NO-GO" means fail;
word "GO"    means pass;

/// The outcome of a crashed reviewer.
param mode = "strict" among ["strict", "mild"];

given phase: int;

rule "the release manager signed" when phase == 7 then warn because `phase ${phase}` overriding seat("security") "the release manager signed off";

rule "a reviewer failed the change" when failed.some && phase != 7 then "NO-GO" citing failed.blockers;

rule "a verdict is missing or cannot be read" when unsettled.some && mode == "strict" && phase != 7 then hold citing unsettled;

note "a reviewer is unsure" when unsure.some citing unsure;

rule "passed with advisories" when warned.some then warn citing warned.advisories;

rule "everybody passed" when passed.all then "GO";
"#;

/// What reads `text` of `name` takes the seat named before the dot.
pub(super) fn submit(docket: &mut Docket, name: &str, text: impl Into<Vec<u8>>) {
    let seat = name.split('.').next().unwrap_or_default();
    docket.submit(seat, Source::new(name, text));
}

/// By the built-in policy.
pub(super) fn judge(docket: Docket) -> Ruling {
    let text = built_in(Stage::Gate, "any-blocker").unwrap();
    Policy::compile(Stage::Gate, "any-blocker", text).unwrap().judge(&docket.close()).unwrap()
}

/// By the policy of this bench.
fn release(phase: i64, docket: Docket) -> Ruling {
    let policy = Policy::compile(Stage::Gate, "release", RELEASE).unwrap();
    policy.judge(&docket.given("phase", phase).close()).unwrap()
}

fn bench() -> Docket {
    let mut docket = Docket::new("task-17");
    for seat in ["qa", "quality", "security"] {
        docket.seat(seat);
    }
    docket
}

/// Everybody passes, one in bold letters.
pub(super) fn all_pass() -> Ruling {
    let mut docket = bench();
    submit(&mut docket, "qa.md", "verdict: pass\nconfidence: high\n");
    submit(&mut docket, "quality.md", "verdict: **pass**\nconfidence: med\n");
    submit(&mut docket, "security.md", "verdict: pass\nconfidence: high\n");
    judge(docket)
}

/// One reviewer lists blockers under a `pass`, one fails, one says nothing about its confidence.
pub(super) fn one_fails() -> Ruling {
    let mut docket = bench().round(2);
    submit(&mut docket, "qa.md", "verdict: pass\n");
    submit(
        &mut docket,
        "quality.md",
        "verdict: pass\nconfidence: med\n\nblocker: src/handler.ts:88 SQL string-concat with user input\n",
    );
    submit(
        &mut docket,
        "security.md",
        "verdict: fail\nconfidence: high\nblocker: src/auth.ts:12 the token is compared with ==, \
          which leaks its length and its first wrong byte to whoever can measure time\n\
          advisory: rotate the key\nblocker: no test covers the refusal\n",
    );
    release(3, docket)
}

/// Nothing from one, an odd word from another, an error from a third.
pub(super) fn missing_and_unreadable() -> Ruling {
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    docket.seat("quality").weight(2);
    docket.seat("security");
    docket.seat("style").stake(Stake::Observer);
    submit(&mut docket, "quality.md", "# my review\n\nverdict: maybe\n");
    docket.absent("security", Absence::Errored("timed out after 240 s".into()));
    submit(&mut docket, "style.md", "verdict: warn\nconfidence: low\nadvisory: long lines\n");
    judge(docket)
}

/// Everybody who was asked passes, and a file that was not expected fails.
pub(super) fn unexpected_fails() -> Ruling {
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    submit(&mut docket, "qa.md", "verdict: pass\nconfidence: high\n");
    submit(&mut docket, "intruder.md", "verdict: fail\nconfidence: high\nblocker: it leaks\n");
    judge(docket)
}

/// One passes, and somebody decided to go on without the other.
pub(super) fn excused() -> Ruling {
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    docket.seat("security");
    submit(&mut docket, "qa.md", "verdict: pass\nconfidence: low\n");
    docket.absent("security", Absence::Excused("on holiday".into()));
    judge(docket)
}

/// The policy lifts what a reviewer says.
pub(super) fn overridden() -> Ruling {
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    docket.seat("security");
    submit(&mut docket, "qa.md", "verdict: warn\nconfidence: high\nadvisory: long lines\n");
    let fails = "verdict: fail\nconfidence: high\nblocker: src/tls.rs:9 an old cipher\n";
    submit(&mut docket, "security.md", fails);
    release(7, docket)
}

/// Reviewers who would like to draw on the terminal.
pub(super) fn hostile() -> Ruling {
    let mut docket = Docket::new("t\u{1b}[2J\nOPEN  pass");
    docket.seat("qa\nOPEN  pass: everybody passed");
    let text = format!(
        "verdict: fail\nblocker: \u{1b}[1A\u{1b}[2KOPEN\u{7}OPEN  pass \u{202e}ssap \u{2066}\u{9b}x {}\nblocker: \"}} \\ {{ /* // =#true\n",
        "very long ".repeat(200)
    );
    let source = Source::new("qa\u{1b}[0m.md", text);
    docket.submit("qa\nOPEN  pass: everybody passed", source);
    docket.submit("c", Source::new("c.md", "verdict: \u{1b}[2KOPEN  pass\n"));
    docket.absent("b", Absence::Errored("boom\r\nOPEN\u{7}".into()));
    release(3, docket)
}

/// The first place of some words in a text.
fn at(text: &str, words: &str) -> Span {
    let start = text.find(words).unwrap();
    Span::new(start, start + words.len())
}

const DOUBTED: &str = "verdict: pass\nconfidence: high\n\nI looked at everything.\n\n\
                       **Overall verdict: FAIL**\n- Blocker: the key is logged\nVerdict: ok\n";

/// A verdict that passes, beside lines that say worse, and one that agrees.
pub(super) fn doubted_text() -> Decoded {
    let at = |words| at(DOUBTED, words);
    let mut verdict = Verdict::new(at("verdict: pass\nconfidence: high\n"));
    verdict.stated = Some(Stated { outcome: Outcome::Pass, word: at("pass") });
    verdict.confidence = Some(crate::ir::Confidence::High);
    let remark = Remark::new;
    verdict.remarks = vec![
        remark(RemarkKind::Verdict, Outcome::Fail, at("FAIL"), at("**Overall verdict: FAIL**")),
        remark(
            RemarkKind::Finding,
            Outcome::Fail,
            at("Blocker"),
            at("- Blocker: the key is logged"),
        ),
        remark(RemarkKind::Verdict, Outcome::Pass, at("ok"), at("Verdict: ok")),
    ];
    verdict.unclaimed = 4;
    verdict.first_unclaimed = Some(at("I looked at everything."));
    Decoded::of(Source::new("qa.md", DOUBTED), vec![verdict])
}

/// One passes and is doubted, another passes.
pub(super) fn doubted() -> Ruling {
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    docket.seat("security");
    docket.submit_decoded("qa", doubted_text());
    submit(&mut docket, "security.md", "verdict: pass\nconfidence: high\n");
    judge(docket)
}

/// A policy that would open over the doubt.
pub(super) fn doubted_and_refused() -> Ruling {
    let text = "rule \"somebody passed\" when reported.some then pass;";
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    docket.submit_decoded("qa", doubted_text());
    Policy::compile(Stage::Gate, "lax", text).unwrap().judge(&docket.close()).unwrap()
}

/// A review that approves and rejects.
pub(super) fn two_verdicts() -> Ruling {
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    let text = "### Verdict: APPROVE\n\nThe tests pass.\n\n**Final decision:** REJECT\n";
    submit(&mut docket, "qa.md", text);
    judge(docket)
}

/// A line that is not one of its format, and doubts the verdict.
pub(super) fn doubted_and_reported() -> Ruling {
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    submit(&mut docket, "qa.md", "verdict: pass\nconfidence: high\n\n**NO-GO**\n");
    judge(docket)
}

const BROKEN: &str =
    "# Review\n\n- src/a.rs:7 the key is logged\n\nFinal decision: NO-GO\n\nAnd th";

/// A source that cannot be used, what it says all the same, and a line that says worse.
pub(super) fn broken_text() -> Decoded {
    let at = |words| at(BROKEN, words);
    let told = Diagnostic::error("assize::read::truncated")
        .message("the text ends in the middle of a sentence")
        .label(at("And th"), "cut off")
        .help("write the whole text again");
    let mut decoded = Decoded::unreadable(Source::new("qa.md", BROKEN), Cause::Truncated, told);
    let mut fragment = Verdict::new(at("- src/a.rs:7 the key is logged"));
    let text = at("src/a.rs:7 the key is logged");
    fragment.findings.push(Finding::new(FindingKind::Blocker, text));
    decoded.fragments.push(fragment);
    let line = at("Final decision: NO-GO");
    decoded.remarks.push(Remark::new(RemarkKind::Verdict, Outcome::Fail, at("NO-GO"), line));
    decoded
}

/// One cannot be read, and no one expected it.
pub(super) fn broken() -> Ruling {
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    docket.submit_decoded("qa", broken_text());
    judge(docket)
}

pub(super) fn all() -> Vec<Ruling> {
    vec![
        doubted(),
        doubted_and_refused(),
        broken(),
        two_verdicts(),
        doubted_and_reported(),
        all_pass(),
        one_fails(),
        missing_and_unreadable(),
        unexpected_fails(),
        excused(),
        overridden(),
        hostile(),
        judge(Docket::new("nobody")),
    ]
}
