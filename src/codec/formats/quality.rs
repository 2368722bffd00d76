//! The answer of a quality review: one object, with a yes or no for each criterion.

mod encode;

use std::sync::LazyLock;

use crate::codec::ReadOptions;
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::Codec;
use crate::codec::members::Kind::{ListOf, Text, TextOrNull, YesNo};
use crate::codec::members::document;
use crate::codec::members::{Object, Read, member, object};
use crate::codec::mistakes::mistake_rows;
use crate::codec::render::holds;
use crate::codec::repairs::repairs;
use crate::codec::shared::criteria::{self, Answer};
use crate::codec::tree::json::{self, Type, Value};
use crate::ir::{Cause, Criterion, Decoded, Diagnostic, Format, Outcome, Stated};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(json::GRAMMAR),
    example: EXAMPLE,
    schema: Some(|| SCHEMA.as_str()),
    encode: Some(encode::encode),
    holds: holds!(Stated Summary Findings Criteria),
    ..Codec::new(recognise, decode, contract)
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
    NO_CRITERIA = "no_criteria", "the review passes but names no criterion",
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

fn recognise(input: &Input<'_>) -> Recognition {
    let why = [
        "it has `passed` or `criteria_results`",
        "it has a name like `passed` or `criteria_results`",
        "it has neither `passed` nor `criteria_results`",
    ];
    match is_record(input) {
        true => input.no("`passed` stands alone in a fence, as in the record of a program"),
        false => document::recognise(input, ["passed", "criteria_results"], why),
    }
}

/// Whether a fence of a message holds a `passed` without what the gate asks for beside it. Where this format was asked
/// for, that is an answer; else any program may have printed it.
fn is_record(input: &Input<'_>) -> bool {
    let options = input.options;
    let asked = options.format.into_iter().chain(options.formats.iter().copied());
    let root = match input.json().filter(|_| input.fenced) {
        Some(Ok(document)) => document.root(),
        _ => return false,
    };
    let answers = ["feedback", "criteria_results"].iter().any(|name| root.get(name).is_some());
    !answers && !asked.into_iter().any(|format| format == Format::Quality)
}

fn decode(input: &Input<'_>) -> Decoded {
    criteria::decode(input, Format::Quality, &ANSWER, read, check_agreement)
}

fn read<'d>(review: &mut Answer<'_, 'd>, answer: &Read<'d>) {
    if let (Some(outcome), Some(passed)) = (answer.outcome("passed"), answer.get("passed")) {
        review.verdict.stated = Some(Stated { outcome, word: passed.span() });
    }
    if let Some(word) = says_no(review.root) {
        review.verdict.stated = Some(Stated { outcome: Outcome::Fail, word });
    }
    // What the program that runs the reviewer says comes first.
    if let Some(flag) = review.root.get("is_error").filter(|flag| flag.kind() == Type::Bool(true)) {
        let stated = review.verdict.stated;
        review.reading.says_fail |= stated.is_some_and(|stated| stated.outcome == Outcome::Fail);
        review.reading.refuse(Cause::Errored, document::errored(flag.span()));
    }
    review.verdict.summary = answer.filled("feedback", &mut review.reading);
    if answer.whole && answer.text("feedback").is_none_or(|text| text == NO_FEEDBACK) {
        review.verdict.summary = None;
        let at = answer.get("feedback").map_or(answer.span, Value::span);
        review.reading.report(no_feedback(at));
    }
    for entry in answer.items("criteria_results") {
        let kept = &mut review.verdict.members;
        let Some(criterion) = CRITERION.read(&mut review.reading, entry, kept) else { continue };
        if !review.push(&criterion, ["criterion", "passed", "feedback"]) && criterion.whole {
            review.reading.refuse(Cause::Malformed, nameless_criterion(criterion.span));
        }
        let last = review.verdict.criteria.last_mut();
        let met = last.filter(|last| last.outcome == Some(Outcome::Pass));
        if let Some((at, met)) = says_no(entry).zip(met) {
            met.outcome = Some(Outcome::Fail);
            review.reading.report(met_and_not(at));
        }
    }
}

/// Where something says `false` by another name for `passed`.
fn says_no(object: Value<'_>) -> Option<Span> {
    let other = |name: Value<'_>| ["pass", "met", "ok"].iter().any(|other| name.is(other));
    let mut no = object.members().filter(|(_, value)| value.kind() == Type::Bool(false));
    no.find(|(name, _)| other(*name)).map(|(_, value)| value.span())
}

/// Compares what was said of the whole with what was said of its parts.
fn check_agreement(review: &mut Answer<'_, '_>) {
    let options = review.reading.options;
    let stated = review.verdict.stated;
    if stated.is_none() {
        review.reading.report(passed_missing(review.root.span()));
    }
    let stated = stated.map(|stated| stated.outcome);
    let criteria = &review.verdict.criteria;
    let with = |outcome| move |criterion: &&Criterion| criterion.outcome == outcome;
    let failed = criteria.iter().find(with(Some(Outcome::Fail))).map(|failed| failed.name);
    let undecided: Vec<Span> = criteria.iter().filter(with(None)).map(|c| c.name).collect();
    let any = !criteria.is_empty();
    let (unknown, mut missing) =
        (review.criteria.unknown(options), review.criteria.missing(options));
    missing.retain(|missing| !review.criteria.may_be_named(missing));
    let whole = undecided.is_empty() && unknown.is_empty() && missing.is_empty();
    let ambiguous = !review.criteria.ambiguous.is_empty();
    for (first, again) in review.criteria.repeated() {
        review.reading.report(criteria::repeated(first, again));
    }
    for at in &undecided {
        review.reading.report(undecided_criterion(*at));
    }
    let word = review.report_names(&unknown, &missing);
    review.verdict.derived = match stated {
        _ if failed.is_some() => Some(Outcome::Fail),
        None => Some(Outcome::Fail),
        Some(Outcome::Pass) if !whole => Some(Outcome::Fail),
        _ if ambiguous => Some(Outcome::Hold),
        _ => (any && whole).then_some(Outcome::Pass),
    };
    let contradiction = match (stated, failed) {
        (Some(Outcome::Pass), Some(failed)) => Some(pass_with_failed(word, failed)),
        (Some(Outcome::Pass), None) if !whole => Some(pass_with_gaps(word)),
        (Some(Outcome::Fail), None) if any && whole => Some(fail_with_all_met(word)),
        (Some(Outcome::Fail), None) if review.verdict.summary.is_none() => {
            Some(fail_without_reason(word))
        }
        _ => None,
    };
    review.verdict.contradictory = ambiguous;
    if let Some(contradiction) = contradiction {
        review.verdict.contradictory = true;
        review.reading.report(contradiction);
    } else if stated == Some(Outcome::Pass) && !any {
        review.reading.recover(NO_CRITERIA, word);
    }
}

mistake_rows! {
    /// `{"feedback": "fine", "criteria_results": []}`
    error "assize::read::passed_missing" passed_missing(at: Span)
        "the answer does not say whether the review passed, so it counts as failed", at "no `passed` in here", "write `\"passed\": true` or `\"passed\": false`";
    /// `{"passed": true}`
    advice "assize::read::no_feedback" no_feedback(at: Span)
        "the answer has no text in `feedback`", at "counts as no feedback", "say in a sentence what it comes to";
    /// `{"passed": true}` in `criteria_results`
    error "assize::read::nameless_criterion" nameless_criterion(at: Span)
        "a criterion has no name", at "no string under `criterion`", "name the criterion as the request does";
    /// `{"criterion": "builds"}`
    warning "assize::read::undecided_criterion" undecided_criterion(at: Span)
        "the answer does not say whether a criterion is met", at "no `passed` beside it", "write `\"passed\": true` or `\"passed\": false` for each criterion";
    /// `passed: true` above a criterion with `passed: false`
    error "assize::read::pass_with_failed_criterion" pass_with_failed(word: Span, failed: Span)
        "the review passes although a criterion is not met, so it counts as failed",
        word "says pass", failed "is not met", "say `false` for the whole, or `true` for the criterion";
    /// `{"passed": true, "pass": false}`
    error "assize::read::met_and_not" met_and_not(at: Span)
        "a criterion is said to be met and not to be met, so it counts as failed", at "says that it is not", "say it once, with `passed`";
    /// `passed: true`, and a criterion that is left open
    error "assize::read::pass_with_gaps" pass_with_gaps(word: Span)
        "the review passes and leaves criteria open, so it counts as failed",
        word "says pass", "judge exactly the criteria that were asked for, each with `true` or `false`";
    /// `passed: false` above criteria that are all met
    warning "assize::read::fail_with_all_met" fail_with_all_met(word: Span)
        "the review fails although every criterion is met; the fail stands", word "says fail", "name the criterion that is not met";
    /// `{"passed": false}`
    warning "assize::read::fail_without_reason" fail_without_reason(word: Span)
        "the review fails and gives no reason; the fail stands", word "nothing in the answer explains this", "say in `feedback` what has to change";
}
