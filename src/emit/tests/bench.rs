//! Dockets and rulings made by hand, so that these tests depend on no reader and no engine.

use std::sync::Arc;

use crate::ir::bits::Bits;
use crate::ir::open::{may_open, refused_outcome};
use crate::ir::{
    Cause, Confidence, Decision, Decoded, Diagnostic, Docket, Draft, Finding, FindingKind, Format,
    Group, Location, Outcome, PolicyFacts, Recovery, RuleFacts, Ruling, Seen, Selection, Stated,
    Value, Verdict, WordFacts,
};
use crate::source::{Sha256, Source, Span};

/// Takes in `verdict:`, `confidence:`, `blocker:` and `advisory:` lines, and nothing else.
pub(super) fn hear(docket: &mut Docket, name: &str, bytes: &[u8]) {
    let seat = name.split('.').next().unwrap_or_default();
    docket.take(seat, decode(name, bytes));
}

fn decode(name: &str, bytes: &[u8]) -> Decoded {
    let source = Source::new(name, bytes);
    let text = source.lossy().into_owned();
    let mut verdict = Verdict::new(Span::new(0, bytes.len()));
    let mut recoveries = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches('\n');
        let end = at + body.len();
        let value = |key: &str| body.strip_prefix(key).map(|_| Span::new(at + key.len(), end));
        if let Some(word) = value("verdict: ") {
            let token = body["verdict: ".len()..].trim_matches('*');
            let Some(outcome) =
                Outcome::WORST_FIRST.into_iter().find(|outcome| outcome.as_str() == token)
            else {
                let odd = Diagnostic::error("assize::read::unknown_word")
                    .message(format!("`{token}` is no verdict"))
                    .label(word, "not a verdict")
                    .help("write `pass`, `warn` or `fail`");
                return Decoded::unreadable(source, Cause::UnknownWord, odd);
            };
            if body.ends_with('*') {
                recoveries.push(Recovery { name: "bold_token", span: word });
            }
            verdict.stated = Some(Stated { outcome, word });
        } else if let Some(word) = body.strip_prefix("confidence: ") {
            let known = [Confidence::Low, Confidence::Med, Confidence::High];
            verdict.confidence = known.into_iter().find(|known| known.as_str() == word);
        } else if let Some(text) = value("blocker: ") {
            verdict.findings.push(finding(FindingKind::Blocker, Span::new(at, end), text, body));
            verdict.derived = Some(Outcome::Fail);
        } else if let Some(text) = value("advisory: ") {
            verdict.findings.push(finding(FindingKind::Advisory, Span::new(at, end), text, body));
        }
        at += line.len();
    }
    if verdict.stated.is_none() {
        let odd = Diagnostic::error("assize::read::no_verdict").message("no verdict");
        return Decoded::unreadable(source, Cause::Empty, odd);
    }
    let verdicts = vec![verdict];
    let why = Diagnostic::advice("-");
    let blank = Decoded::unreadable(source, Cause::Empty, why);
    Decoded {
        format: Some(Format::VerdictFile),
        why: "its first line has a key of a verdict file".into(),
        verdicts,
        unreadable: None,
        recoveries,
        diagnostics: Vec::new(),
        ..blank
    }
}

fn finding(kind: FindingKind, span: Span, text: Span, body: &str) -> Finding {
    let words = &body[(text.start - span.start) as usize..];
    let place = words.split(' ').next().filter(|word| word.contains(':'));
    let location = place.map(|place| {
        let start = text.start as usize;
        let path = place.find(':').unwrap_or(place.len());
        Location {
            text: Span::new(start, start + place.len()),
            path: Some(Span::new(start, start + path)),
            lines: vec![],
        }
    });
    Finding { kind, severity: None, category: None, location, text, agents: vec![], span }
}

/// The rules of `any-blocker`, with findings cited.
pub(super) fn judge(docket: Docket, overriding: Option<&str>) -> Ruling {
    let docket = docket.close();
    let columns = docket.columns();
    let some = |group| !columns.group(group).is_empty();
    let expected = columns.group(Group::Expected);
    let holds = [
        overriding.is_some(),
        some(Group::Failed),
        some(Group::Unsettled),
        some(Group::Unsure),
        some(Group::Warned),
        *columns.group(Group::Passed) == *expected && some(Group::Passed),
    ];
    let of_kind = |cells: &Bits, kind| {
        let mut found = Bits::empty(columns.finding_cell.len());
        for index in 0..columns.finding_cell.len() {
            let cell = columns.finding_cell[index] as usize;
            if cells.iter().any(|other| other == cell) && columns.finding_kind[index] == kind {
                found.insert(index);
            }
        }
        found
    };
    let blockers = of_kind(columns.group(Group::Failed), FindingKind::Blocker);
    let advisories = of_kind(columns.group(Group::Warned), FindingKind::Advisory);
    let rule = (0..6).find(|&rule| rule != 3 && holds[rule]).unwrap_or(5);
    let cites = match rule {
        1 => Selection::Findings(blockers.clone()),
        2 => Selection::Cells(columns.group(Group::Unsettled).clone()),
        4 => Selection::Findings(advisories.clone()),
        _ => Selection::Nothing,
    };
    let draft = Draft {
        rule: rule as u32,
        reason: overriding.map(|_| "2 of 3 agree".to_owned()),
        cites,
        also: (rule + 1..6).filter(|&i| i != 3 && holds[i]).map(|i| i as u32).collect(),
        notes: if holds[3] {
            vec![(3, Selection::Cells(columns.group(Group::Unsure).clone()))]
        } else {
            vec![]
        },
        holds: holds.to_vec(),
        operands: vec![
            Some(Seen::Value(Value::Int(3))),
            Some(Seen::Cells(columns.group(Group::Failed).clone())),
            Some(Seen::Findings(blockers)),
            Some(Seen::Cells(columns.group(Group::Unsettled).clone())),
            Some(Seen::Value(Value::Bool(holds[3]))),
            Some(Seen::Value(Value::Bool(holds[4]))),
            None,
            Some(Seen::Value(Value::Text("strict".into()))),
        ],
        given: vec![3.into()],
    };
    let facts = policy();
    let word = facts.words[facts.rules[rule].word.unwrap_or_default() as usize].outcome;
    let decision = if word.opens() {
        match may_open(&docket, word, overriding) {
            Ok(opening) => Decision::Opened(opening),
            Err(impediments) => {
                Decision::Refused { outcome: refused_outcome(&docket, &impediments), impediments }
            }
        }
    } else {
        Decision::Shut(word)
    };
    Ruling::new(docket, Arc::new(facts), decision, draft)
}

fn policy() -> PolicyFacts {
    let word = |name: &str, outcome| WordFacts { name: name.into(), outcome };
    let rule = |name: &str, line, word, operands: &[&str]| RuleFacts {
        name: name.into(),
        line,
        span: Span::default(),
        word,
        operands: operands.iter().map(|&text| text.to_owned()).collect(),
        overriding: None,
    };
    PolicyFacts {
        name: "any-blocker".into(),
        stage: "gate",
        sha256: Sha256([0xab; 32]),
        language: 1,
        source: Source::new("any-blocker", ""),
        words: vec![
            word("NO-GO", Outcome::Fail),
            word("hold", Outcome::Hold),
            word("warn", Outcome::Warn),
            word("pass", Outcome::Pass),
        ],
        params: vec![
            ("min_verdicts".into(), Value::Int(1)),
            ("mode".into(), Value::Text("strict".into())),
        ],
        given: vec!["phase".into()],
        rules: vec![
            rule("the release manager signed", 6, Some(2), &["phase"]),
            rule("a reviewer failed the change", 9, Some(0), &["failed", "failed.blockers"]),
            rule("a verdict is missing or cannot be read", 13, Some(1), &["unsettled"]),
            rule("a reviewer is unsure", 17, None, &["unsure.some"]),
            rule("passed with advisories", 21, Some(2), &["warned.some"]),
            rule("everybody passed", 25, Some(3), &["passed.all", "mode"]),
        ],
    }
}

fn bench(docket: &mut Docket) {
    for seat in ["qa", "quality", "security"] {
        docket.seat(seat);
    }
}

/// Everybody passes.
pub(super) fn all_pass() -> Ruling {
    let mut docket = Docket::new("task-17").given("phase", 3);
    bench(&mut docket);
    hear(&mut docket, "qa.md", b"verdict: pass\nconfidence: high\n");
    hear(&mut docket, "quality.md", b"verdict: **pass**\nconfidence: med\n");
    hear(&mut docket, "security.md", b"verdict: pass\nconfidence: high\n");
    judge(docket, None)
}

/// One reviewer lists blockers under a `pass`, one fails, one says nothing about its confidence.
pub(super) fn one_fails() -> Ruling {
    let mut docket = Docket::new("task-17").round(2).given("phase", 3);
    bench(&mut docket);
    hear(&mut docket, "qa.md", b"verdict: pass\n");
    hear(
        &mut docket,
        "quality.md",
        b"verdict: pass\nconfidence: med\n\nblocker: src/handler.ts:88 SQL string-concat with user input\n",
    );
    hear(
        &mut docket,
        "security.md",
        b"verdict: fail\nconfidence: high\nblocker: src/auth.ts:12 the token is compared with ==, \
          which leaks its length and its first wrong byte to whoever can measure time\n\
          advisory: rotate the key\nblocker: no test covers the refusal\n",
    );
    judge(docket, None)
}

/// Nothing from one, an odd word from another, an error from a third.
pub(super) fn missing_and_unreadable() -> Ruling {
    let mut docket = Docket::new("task-17").given("phase", 3);
    docket.seat("qa");
    docket.seat("quality").weight(2);
    docket.seat("security");
    docket.seat("style").stake(crate::ir::Stake::Heard);
    hear(&mut docket, "quality.md", b"# my review\n\nverdict: maybe\n");
    docket.absent("security", crate::ir::Absence::Errored("timed out after 240 s".into()));
    hear(&mut docket, "style.md", b"verdict: warn\nconfidence: low\nadvisory: long lines\n");
    judge(docket, None)
}

/// Everybody who was asked passes, and a file that nobody expected fails.
pub(super) fn uninvited_fails() -> Ruling {
    let mut docket = Docket::new("task-17").given("phase", 3);
    docket.seat("qa");
    hear(&mut docket, "qa.md", b"verdict: pass\nconfidence: high\n");
    hear(&mut docket, "intruder.md", b"verdict: fail\nconfidence: high\nblocker: it leaks\n");
    judge(docket, None)
}

/// The policy lifts a missing reviewer.
pub(super) fn overridden() -> Ruling {
    let mut docket = Docket::new("task-17").given("phase", 3);
    docket.seat("qa");
    docket.seat("security");
    hear(&mut docket, "qa.md", b"verdict: warn\nconfidence: high\nadvisory: long lines\n");
    judge(docket, Some("the release manager signed off"))
}

/// Reviewers who would like to draw on the terminal.
pub(super) fn hostile() -> Ruling {
    let mut docket = Docket::new("t\u{1b}[2J\nOPEN  pass").given("phase", 3);
    docket.seat("qa\nOPEN  pass: everybody passed");
    let text = format!(
        "verdict: fail\nblocker: \u{1b}[1A\u{1b}[2KOPEN\rOPEN  pass \u{202e}ssap \u{2066}\u{9b}x {}\nblocker: \"}} \\ {{ /* // =#true\n",
        "very long ".repeat(200)
    );
    docket.take("qa\nOPEN  pass: everybody passed", decode("qa\u{1b}[0m.md", text.as_bytes()));
    docket.absent("b", crate::ir::Absence::Errored("boom\r\nOPEN\u{7}".into()));
    judge(docket, None)
}

pub(super) fn all() -> Vec<Ruling> {
    vec![
        all_pass(),
        one_fails(),
        missing_and_unreadable(),
        uninvited_fails(),
        overridden(),
        hostile(),
        judge(Docket::new("nobody"), None),
    ]
}
