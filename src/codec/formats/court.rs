//! What a court says of the criteria of a contract: an action, and a status for each of them.

mod encode;

use std::sync::LazyLock;

use crate::codec::ReadOptions;
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::Codec;
use crate::codec::members::Kind::{Grade, Name, SomeOf, Text, Word};
use crate::codec::members::document;
use crate::codec::members::{Object, Read, choice, member, object};
use crate::codec::mistakes::mistake_rows;
use crate::codec::render::holds;
use crate::codec::shared::criteria::{self, Answer};
use crate::codec::tree::json::{self, Value};
use crate::ir::{Cause, Confidence, Decoded, Diagnostic, Format, Outcome, Stated};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(json::GRAMMAR),
    example: EXAMPLE,
    schema: Some(|| SCHEMA.as_str()),
    encode: Some(encode::encode),
    holds: holds!(Stated Hold Action Confidence Findings Criteria),
    ..Codec::new(recognise, decode, contract)
};

const EXAMPLE: &str = r#"{
  "action": "request-changes",
  "confidence": "high",
  "per_criterion": [
    {
      "id": "expired-token-is-refused",
      "status": "pass",
      "reason": "`expired_is_401` ran and is green"
    },
    {
      "id": "refusals-are-logged",
      "status": "fail",
      "reason": "no call of `audit.record` on the way to the 401"
    }
  ]
}
"#;

const ANSWER: Object = object(
    "the answer",
    &[
        member("action", Word(&ACTIONS)).required().states(),
        member("confidence", Grade(&["high", "medium", "low"])).nullable(),
        member("per_criterion", SomeOf(&CRITERION)).required(),
    ],
)
.wrong(invalid_verdict);

const CRITERION: Object = object(
    "a criterion",
    &[
        member("id", Name).required().form("id"),
        member("status", Word(&STATUSES)).required().states(),
        member("reason", Text).nullable().free().form("what the evidence shows"),
    ],
)
.wrong(invalid_verdict);

static SCHEMA: LazyLock<String> =
    LazyLock::new(|| ANSWER.schema("What a court says of the criteria of a contract"));

/// What a court may want done, and the outcome of that. Case counts.
const ACTIONS: [(&str, Outcome); 3] = [
    ("merge", Outcome::Pass),
    ("request-changes", Outcome::Fail),
    ("request-clarification", Outcome::Hold),
];

/// What a court may find of a criterion. Case counts.
const STATUSES: [(&str, Outcome); 3] =
    [("pass", Outcome::Pass), ("fail", Outcome::Fail), ("suspicious", Outcome::Hold)];

const CONFIDENCES: [(&str, Confidence); 3] =
    [("high", Confidence::High), ("medium", Confidence::Med), ("low", Confidence::Low)];

/// `` `merge`, `request-changes` or `request-clarification` ``
fn words<T>(words: &[(&'static str, T)]) -> String {
    choice(words.iter().map(|(word, _)| *word))
}

fn contract(options: &ReadOptions) -> String {
    let asked = criteria::listed(options, "The criteria, each by exactly this id:");
    format!(
        "Judge every criterion of the contract by its evidence alone: not a majority of them, and not
what anybody says about the work. Answer with one JSON object, and write nothing before or behind it.

- `per_criterion` has one entry for each criterion, by its id. Leave none out, add none, and
  judge none twice. `status` is {}; `suspicious` is for evidence that
  is too thin, or too good, to believe. `reason` says in a sentence what the evidence shows.
- `action` is {}: `merge` only when every
  criterion passes, `request-changes` when one fails, else `request-clarification`.
- `confidence` is {}.

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
        words(&STATUSES),
        words(&ACTIONS),
        words(&CONFIDENCES),
        form = ANSWER.form(),
        schema = *SCHEMA,
    )
}

fn recognise(input: &Input<'_>) -> Recognition {
    let why = [
        "it has `action` or `per_criterion`",
        "it has a name like `action` or `per_criterion`",
        "it has neither `action` nor `per_criterion`",
    ];
    document::recognise(input, ["action", "per_criterion"], why)
}

fn decode(input: &Input<'_>) -> Decoded {
    criteria::decode(input, Format::Court, &ANSWER, read, check_agreement)
}

fn read<'d>(court: &mut Answer<'_, 'd>, answer: &Read<'d>) {
    require(court, court.root, "action", || words(&ACTIONS));
    require(court, court.root, "per_criterion", || "a list".to_owned());
    let action = answer.place("action", &mut court.reading);
    if let (Some(outcome), Some(word)) = (answer.outcome("action"), action) {
        court.verdict.stated = Some(Stated { outcome, word });
        court.verdict.action = Some(word);
    }
    if let Some(word) = answer.get("confidence") {
        court.verdict.confidence = read_confidence(court, word);
    }
    for entry in answer.items("per_criterion") {
        let kept = &mut court.verdict.members;
        if let Some(criterion) = CRITERION.read(&mut court.reading, entry, kept) {
            read_criterion(court, entry, &criterion);
        }
    }
}

/// A member that has to be there.
fn require(
    court: &mut Answer<'_, '_>,
    object: Value<'_>,
    name: &str,
    wanted: impl FnOnce() -> String,
) {
    if object.get(name).is_none() {
        let missing = invalid_verdict(object.span(), &format!("`{name}` is missing"), &wanted());
        court.reading.refuse(Cause::Malformed, missing);
    }
}

/// `"confidence": "high"`
fn read_confidence(court: &mut Answer<'_, '_>, word: Value<'_>) -> Option<Confidence> {
    let own = CONFIDENCES.iter().find(|(own, _)| word.is(own)).map(|(_, known)| *known);
    let text = word.text().unwrap_or_default();
    let known = own.or_else(|| court.reading.options.lexicon.confidences.get(text.trim()).copied());
    if known.is_none() {
        court.reading.report(unknown_confidence(word.span()));
    }
    known
}

/// `{"id": "refusals-are-logged", "status": "fail", "reason": "no row is written"}`
fn read_criterion<'d>(court: &mut Answer<'_, 'd>, entry: Value<'d>, criterion: &Read<'d>) {
    require(court, entry, "status", || words(&STATUSES));
    if !court.push(criterion, ["id", "status", "reason"]) && criterion.whole {
        let wanted = "its id in the contract";
        let missing = invalid_verdict(entry.span(), "a criterion has no `id`", wanted);
        court.reading.refuse(Cause::Malformed, missing);
    }
}

/// Compares the action with the criteria: failed ones first, then suspicious ones.
fn check_agreement(court: &mut Answer<'_, '_>) {
    let options = court.reading.options;
    for (first, again) in court.criteria.repeated() {
        court.reading.refuse(Cause::Ambiguous, criteria::repeated(first, again));
    }
    let (unknown, missing) = (court.criteria.unknown(options), court.criteria.missing(options));
    let stated = court.verdict.stated;
    let word = court.report_names(&unknown, &missing);
    let worst = court.verdict.criteria.iter().rev().max_by_key(|criterion| criterion.outcome);
    let worst = worst.and_then(|criterion| Some((criterion.outcome?, criterion.name)));
    let merges = stated.is_some_and(|stated| stated.outcome == Outcome::Pass);
    let gaps = !unknown.is_empty() || !missing.is_empty() || worst.is_none();

    let found = worst.map(|(outcome, _)| outcome);
    court.verdict.derived = if merges && gaps { found.max(Some(Outcome::Hold)) } else { found };
    let Some(stated) = stated else { return };
    let contradiction = match worst {
        Some((outcome, at)) if outcome > stated.outcome => {
            Some(milder_than_found(stated, outcome, at))
        }
        Some((Outcome::Pass, _)) if stated.outcome == Outcome::Fail => {
            Some(changes_without_failure(word))
        }
        None if merges => Some(nothing_adjudicated(word)),
        _ if merges && gaps => Some(merge_with_gaps(word)),
        _ => None,
    };
    if let Some(contradiction) = contradiction {
        court.verdict.contradictory = true;
        court.reading.report(contradiction);
    }
}

mistake_rows! {
    /// `{"action": "approve", "per_criterion": []}`
    error "assize::read::invalid_verdict" invalid_verdict(at: Span, what: &str, wanted: &str)
        "the verdict does not follow the schema (E_INVALID_VERDICT): {what}", at "should be {wanted}", "answer again, exactly as the schema has it";
    /// `"action": "request-changes"` above criteria that all pass
    warning "assize::read::changes_without_failure" changes_without_failure(word: Span)
        "changes are requested although every criterion passes; the request stands", word "no criterion explains this", "name the criterion that fails";
    /// `{"action": "merge", "per_criterion": []}`
    error "assize::read::nothing_adjudicated" nothing_adjudicated(word: Span)
        "the action is `merge`, and no criterion was judged", word "nothing below explains this", "judge every criterion of the contract";
    /// `"action": "merge"`, and a criterion of the contract is not among those judged
    error "assize::read::merge_with_gaps" merge_with_gaps(word: Span)
        "the action is `merge`, and not exactly the criteria of the contract were judged",
        word "the gate is held until exactly those are judged", "judge every criterion of the contract, and no other";
    /// `"confidence": 0.9`
    warning "assize::read::unknown_confidence" unknown_confidence(at: Span)
        [words = words(&CONFIDENCES)]
        "the confidence is not a known word", at "not {words}", "write one of these words; until then the verdict counts as unsure";
    /// `"action": "merge"` above `"status": "fail"`
    error "assize::read::milder_than_found" milder_than_found(stated: Stated, found: Outcome, criterion: Span)
        [Stated { outcome, word } = stated, what = if found == Outcome::Fail { "fails" } else { "is suspicious" }]
        "the action does not fit a criterion that {what}; the worse of the two counts",
        word "comes to `{outcome}`", criterion "comes to `{found}`", "three of four is a fail: every criterion has to pass for a `merge`";
}
