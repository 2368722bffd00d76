//! The answer of a quality review: one object, with a yes or no for each criterion.

mod encode;

use std::sync::LazyLock;

use crate::codec::ReadOptions;
use crate::codec::builder::Reading;
use crate::codec::formats::Codec;
use crate::codec::formats::criteria::{self, Criteria, blocker};
use crate::codec::input::{Fit, Task};
use crate::codec::members::Kind::{ListOf, Text, TextOrNull, YesNo};
use crate::codec::members::{Object, Read, member, object};
use crate::codec::repairs::repairs;
use crate::codec::tree::json::{self, Value};
use crate::codec::write::Part;
use crate::ir::{Cause, Criterion, Decoded, Diagnostic, Format, Outcome, Stated, Verdict};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(include_str!("../../../grammar/json.pest")),
    recognise,
    fenced: true,
    loose: false,
    decode,
    example: EXAMPLE,
    contract,
    schema: Some(|| SCHEMA.as_str()),
    encode: Some(encode::encode),
    holds: &[Part::Stated, Part::Summary, Part::Findings, Part::Criteria],
};

const EXAMPLE: &str = r#"{
  "passed": false,
  "feedback": "the guide never says how to undo a migration",
  "criteria_results": [
    {
      "criterion": "every command is explained",
      "passed": true,
      "feedback": null
    },
    {
      "criterion": "every migration can be undone",
      "passed": false,
      "feedback": "`docs/migrate.md` stops behind `up`"
    }
  ]
}
"#;

const ANSWER: Object = object(
    "the answer",
    &[
        member("passed", YesNo).required().states(),
        member("feedback", Text).required().free().form("what it comes to"),
        member("criteria_results", ListOf(&CRITERION)),
    ],
);

const CRITERION: Object = object(
    "a criterion",
    &[
        member("criterion", Text).required().form("name"),
        member("passed", YesNo).required().states(),
        member("feedback", TextOrNull).free().form("why, or null"),
    ],
);

static SCHEMA: LazyLock<String> = LazyLock::new(|| ANSWER.schema("The answer of a quality review"));

/// What says nothing, also when a reviewer writes it.
const NO_FEEDBACK: &str = "No feedback provided";

repairs! {
    /// `{"passed": true, "feedback": "fine"}`
    NO_CRITERIA = "no_criteria", "the review passes and names no criterion",
        "says pass, and nothing more", "list every criterion under `criteria_results`";
}

fn contract(options: &ReadOptions) -> String {
    let asked = criteria::listed(options, "The criteria, each by exactly this name:");
    format!(
        "Answer with one JSON object, and write nothing before or behind it.

- `passed` is `true` when every criterion is met, else `false`: without quotation marks.
- `feedback` says in a sentence what it comes to. Where something fails: what has to change.
- `criteria_results` has one entry for each criterion, under the name it was given with. Leave
  none out and add none. Its `feedback` may be `null` where the criterion is met.
- A criterion that this work cannot meet or miss counts as met.

{asked}The form:

```json
{form}
```

Filled in:

```json
{EXAMPLE}```

Its schema:

```json
{schema}```
",
        form = ANSWER.form(),
        schema = *SCHEMA,
    )
}

fn recognise(task: &Task<'_>) -> Fit {
    let why = [
        "it has `passed` or `criteria_results`",
        "it has a name like `passed` or `criteria_results`",
        "it has neither `passed` nor `criteria_results`",
    ];
    json::recognise(task, ["passed", "criteria_results"], why)
}

fn decode(task: &Task<'_>) -> Decoded {
    let mut reading = Reading::new(task.options);
    let Some(root) = json::object(task, &mut reading) else {
        return reading.finish(task.source, Format::Quality, Vec::new());
    };
    let mut verdict = Verdict::new(root.span());
    let answer = ANSWER.read(&mut reading, root, &mut verdict.members);
    let mut review = Review { verdict, reading, criteria: Criteria::default() };
    let mut missing = Vec::new();
    if let Some(answer) = answer {
        review.read(&answer);
        if review.reading.cause.is_none() {
            review.check_agreement(root);
            missing = review.criteria.missing(task.options);
        }
    }
    let decoded = review.reading.finish(task.source, Format::Quality, vec![review.verdict]);
    Decoded { missing, ..decoded }
}

/// A review, and what there is to say about its text.
struct Review<'a, 'd> {
    reading: Reading<'a>,
    verdict: Verdict,
    criteria: Criteria<'d>,
}

impl<'d> Review<'_, 'd> {
    fn read(&mut self, answer: &Read<'d>) {
        if let (Some(outcome), Some(passed)) = (answer.outcome("passed"), answer.get("passed")) {
            self.verdict.stated = Some(Stated { outcome, word: passed.span() });
        }
        self.verdict.summary = answer.filled("feedback", &mut self.reading);
        if answer.whole && answer.text("feedback").is_none_or(|text| text == NO_FEEDBACK) {
            self.verdict.summary = None;
            let at = answer.get("feedback").map_or(answer.span, Value::span);
            self.reading.report(no_feedback(at));
        }
        for entry in answer.items("criteria_results") {
            let kept = &mut self.verdict.members;
            if let Some(criterion) = CRITERION.read(&mut self.reading, entry, kept) {
                self.read_criterion(&criterion);
            }
        }
    }

    /// `{"criterion": "every command is explained", "passed": true, "feedback": null}`
    fn read_criterion(&mut self, criterion: &Read<'d>) {
        let name = criterion.place("criterion", &mut self.reading);
        let (Some(name), Some(said)) = (name, criterion.text("criterion")) else {
            if criterion.whole {
                let nameless = nameless_criterion(criterion.span);
                self.reading.refuse(Cause::Malformed, nameless);
            }
            return;
        };
        let outcome = criterion.outcome("passed");
        let text = criterion.filled("feedback", &mut self.reading);
        if outcome == Some(Outcome::Fail) {
            self.verdict.findings.push(blocker(text.unwrap_or(name), criterion.span));
        }
        self.criteria.push(said, name);
        self.verdict.criteria.push(Criterion { name, outcome, text });
    }

    /// Compares what was said of the whole with what was said of its parts.
    fn check_agreement(&mut self, root: Value<'_>) {
        let options = self.reading.options;
        let stated = self.verdict.stated;
        let word = stated.map_or(root.span(), |stated| stated.word);
        if stated.is_none() {
            self.reading.report(passed_missing(root.span()));
        }
        let stated = stated.map(|stated| stated.outcome);
        let criteria = &self.verdict.criteria;
        let with = |outcome| move |criterion: &&Criterion| criterion.outcome == outcome;
        let failed = criteria.iter().find(with(Some(Outcome::Fail))).map(|failed| failed.name);
        let undecided: Vec<Span> = criteria.iter().filter(with(None)).map(|c| c.name).collect();
        let any = !criteria.is_empty();
        let (unknown, missing) = (self.criteria.unknown(options), self.criteria.missing(options));
        let whole = undecided.is_empty() && unknown.is_empty() && missing.is_empty();

        for (first, again) in self.criteria.repeated() {
            self.reading.report(criteria::repeated(first, again));
        }
        for at in &undecided {
            self.reading.report(undecided_criterion(*at));
        }
        for at in &unknown {
            self.reading.report(criteria::unknown(*at));
        }
        if !missing.is_empty() {
            self.reading.report(criteria::missing(word, &missing));
        }

        self.verdict.derived = match stated {
            _ if failed.is_some() => Some(Outcome::Fail),
            None => Some(Outcome::Fail),
            Some(Outcome::Pass) if !whole => Some(Outcome::Fail),
            _ => (any && whole).then_some(Outcome::Pass),
        };
        let contradiction = match (stated, failed) {
            (Some(Outcome::Pass), Some(failed)) => Some(pass_with_failed(word, failed)),
            (Some(Outcome::Pass), None) if !whole => Some(pass_with_gaps(word)),
            (Some(Outcome::Fail), None) if any && whole => Some(fail_with_all_met(word)),
            (Some(Outcome::Fail), None) if self.verdict.summary.is_none() => {
                Some(fail_without_reason(word))
            }
            _ => None,
        };
        if let Some(contradiction) = contradiction {
            self.verdict.contradictory = true;
            self.reading.report(contradiction);
        } else if stated == Some(Outcome::Pass) && !any {
            self.reading.recover(NO_CRITERIA, word);
        }
    }
}

/// `{"feedback": "fine", "criteria_results": []}`
fn passed_missing(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::passed_missing")
        .message("the answer does not say whether the review passed, so it counts as failed")
        .label(at, "no `passed` in here")
        .help("write `\"passed\": true` or `\"passed\": false`")
}

/// `{"passed": true}`
fn no_feedback(at: Span) -> Diagnostic {
    Diagnostic::advice("assize::read::no_feedback")
        .message("the answer says nothing in `feedback`")
        .label(at, "counts as no feedback")
        .help("say in a sentence what it comes to")
}

/// `{"passed": true}` in `criteria_results`
fn nameless_criterion(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::nameless_criterion")
        .message("a criterion has no name")
        .label(at, "no string under `criterion`")
        .help("name the criterion as the request does")
}

/// `{"criterion": "builds"}`
fn undecided_criterion(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::undecided_criterion")
        .message("the answer does not say whether a criterion is met")
        .label(at, "no `passed` beside it")
        .help("write `\"passed\": true` or `\"passed\": false` for each criterion")
}

/// `passed: true` above a criterion with `passed: false`
fn pass_with_failed(word: Span, failed: Span) -> Diagnostic {
    Diagnostic::error("assize::read::pass_with_failed_criterion")
        .message("the review passes although a criterion is not met, so it counts as failed")
        .label(word, "says pass")
        .label(failed, "is not met")
        .help("say `false` for the whole, or `true` for the criterion")
}

/// `passed: true`, and a criterion that is left open
fn pass_with_gaps(word: Span) -> Diagnostic {
    Diagnostic::error("assize::read::pass_with_gaps")
        .message("the review passes and leaves criteria open, so it counts as failed")
        .label(word, "says pass")
        .help("judge exactly the criteria that were asked for, each with `true` or `false`")
}

/// `passed: false` above criteria that are all met
fn fail_with_all_met(word: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::fail_with_all_met")
        .message("the review fails although every criterion is met; the fail stands")
        .label(word, "says fail")
        .help("name the criterion that is not met")
}

/// `{"passed": false}`
fn fail_without_reason(word: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::fail_without_reason")
        .message("the review fails and gives no reason; the fail stands")
        .label(word, "nothing in the answer explains this")
        .help("say in `feedback` what has to change")
}
