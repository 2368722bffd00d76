//! What a court says of the criteria of a contract: an action, and a status for each of them.

mod encode;

use std::borrow::Cow;

use crate::codec::ReadOptions;
use crate::codec::builder::Reading;
use crate::codec::formats::Codec;
use crate::codec::formats::criteria::{self, Criteria, blocker};
use crate::codec::input::{Fit, Task};
use crate::codec::lexicon::Label;
use crate::codec::tree::json::{self, Type, Value};
use crate::codec::write::Part;
use crate::ir::{
    Cause, Confidence, Criterion, Decoded, Diagnostic, Format, Outcome, Stated, Verdict,
};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(include_str!("../../../grammar/json.pest")),
    recognise,
    fenced: true,
    loose: false,
    decode,
    example: EXAMPLE,
    contract,
    schema: Some(SCHEMA),
    encode: Some(encode::encode),
    holds: &[
        Part::Stated,
        Part::Hold,
        Part::Action,
        Part::Confidence,
        Part::Findings,
        Part::Criteria,
    ],
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

const SCHEMA: &str = r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "What a court says of the criteria of a contract",
  "type": "object",
  "required": ["action", "per_criterion"],
  "properties": {
    "action": { "enum": ["merge", "request-changes", "request-clarification"] },
    "confidence": { "enum": ["high", "medium", "low"] },
    "per_criterion": {
      "type": "array",
      "minItems": 1,
      "items": {
        "type": "object",
        "required": ["id", "status"],
        "properties": {
          "id": { "type": "string", "minLength": 1 },
          "status": { "enum": ["pass", "fail", "suspicious"] },
          "reason": { "type": "string" }
        }
      }
    }
  }
}
"#;

/// What a court may want done, and what that comes to. Case counts.
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

const NAMES: [&str; 3] = ["action", "confidence", "per_criterion"];
const CRITERION: [&str; 3] = ["id", "status", "reason"];

/// `` `merge`, `request-changes` or `request-clarification` ``
fn choice<T>(words: &[(&str, T)]) -> String {
    let words: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// `merge | request-changes | request-clarification`
fn form<T>(words: &[(&str, T)]) -> String {
    words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" | ")
}

fn contract(options: &ReadOptions) -> String {
    let asked = criteria::listed(options, "The criteria, each by exactly this id:");
    let (action, status, confidence) = (form(&ACTIONS), form(&STATUSES), form(&CONFIDENCES));
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
{{
  \"action\": \"{action}\",
  \"confidence\": \"{confidence}\",
  \"per_criterion\": [
    {{ \"id\": \"<id>\", \"status\": \"{status}\", \"reason\": \"<what the evidence shows>\" }}
  ]
}}
```

Filled in:

```json
{EXAMPLE}```

Its schema:

```json
{SCHEMA}```
",
        choice(&STATUSES),
        choice(&ACTIONS),
        choice(&CONFIDENCES),
    )
}

fn recognise(task: &Task<'_>) -> Fit {
    let why = [
        "it has `action` or `per_criterion`",
        "it has a name like `action` or `per_criterion`",
        "it has neither `action` nor `per_criterion`",
    ];
    json::recognise(task, ["action", "per_criterion"], why)
}

fn decode(task: &Task<'_>) -> Decoded {
    let mut reading = Reading::new(task.options);
    let Some(root) = json::object(task, &mut reading) else {
        return reading.finish(task.source, Format::Court, Vec::new());
    };
    let mut court =
        Court { verdict: Verdict::new(root.span()), reading, criteria: Criteria::default() };
    court.action(root);
    court.confidence(root);
    court.criteria(root);
    json::keep_unknown_members(&mut court.reading, root, &NAMES, &mut court.verdict.members);
    let mut missing = Vec::new();
    if court.reading.cause.is_none() {
        court.check_agreement(root);
        missing = court.criteria.missing(task.options);
    }
    let decoded = court.reading.finish(task.source, Format::Court, vec![court.verdict]);
    Decoded { missing, ..decoded }
}

/// A court's answer, and what there is to say about its text.
struct Court<'a, 'd> {
    reading: Reading<'a>,
    verdict: Verdict,
    criteria: Criteria<'d>,
}

impl<'d> Court<'_, 'd> {
    fn action(&mut self, root: Value<'_>) {
        let Some(outcome) = self.word(root, root.get("action"), "action", &ACTIONS) else { return };
        let Some(at) = root.get("action").and_then(|v| v.place(&mut self.reading.embedded)) else {
            return;
        };
        self.reading.says_fail |= outcome == Outcome::Fail;
        self.verdict.stated = Some(Stated { outcome, word: at });
        self.verdict.action = Some(at);
    }

    /// The meaning of a word that has to be one of a few; anything else is out of schema.
    fn word(
        &mut self,
        object: Value<'_>,
        value: Option<Value<'_>>,
        name: &str,
        words: &[(&str, Outcome)],
    ) -> Option<Outcome> {
        let Some(value) = value else {
            self.invalid(object.span(), &format!("`{name}` is missing"), &choice(words));
            return None;
        };
        let text = value.text();
        let known = words.iter().find(|(word, _)| value.is(word));
        if known.is_none() {
            let lexicon = &self.reading.options.lexicon;
            let says_fail = |text| json::says_fail(text, Label::Verdict, lexicon);
            self.reading.says_fail |= text.as_deref().is_some_and(says_fail);
            match text {
                Some(text) if json::is_template(&text) => {
                    self.reading.refuse(Cause::Template, json::template(value.span()));
                }
                Some(text) => {
                    let shown: String = text.chars().take(40).collect();
                    let what = format!("`{name}` is `{shown}`");
                    self.invalid(value.span(), &what, &choice(words));
                }
                None => {
                    let what = format!("`{name}` is {}", value.kind().in_words());
                    self.invalid(value.span(), &what, &choice(words));
                }
            }
        }
        known.map(|(_, outcome)| *outcome)
    }

    fn invalid(&mut self, at: Span, what: &str, wanted: &str) {
        self.reading.refuse(Cause::Malformed, invalid_verdict(at, what, wanted));
    }

    /// `"confidence": "high"`
    fn confidence(&mut self, root: Value<'_>) {
        let Some(value) = root.get("confidence").filter(|value| value.kind() != Type::Null) else {
            return;
        };
        let text = value.text().unwrap_or_default();
        if json::is_template(&text) {
            return self.reading.refuse(Cause::Template, json::template(value.span()));
        }
        let own = CONFIDENCES.iter().find(|(word, _)| text == *word).map(|(_, known)| *known);
        let words = &self.reading.options.lexicon.confidences;
        self.verdict.confidence = own.or_else(|| words.get(text.trim()).copied());
        if self.verdict.confidence.is_none() {
            self.reading.report(unknown_confidence(value.span()));
        }
    }

    fn criteria(&mut self, root: Value<'d>) {
        let list = root.get("per_criterion");
        let Some(list) = list.filter(|list| list.kind() == Type::List) else {
            let what = match list {
                Some(other) => format!("`per_criterion` is {}", other.kind().in_words()),
                None => "`per_criterion` is missing".to_owned(),
            };
            return self.invalid(list.unwrap_or(root).span(), &what, "a list");
        };
        for entry in list.items() {
            if entry.kind() != Type::Object {
                let what = format!("a criterion is {}", entry.kind().in_words());
                self.invalid(entry.span(), &what, "an object");
                continue;
            }
            self.criterion(entry);
            let members = &mut self.verdict.members;
            json::keep_unknown_members(&mut self.reading, entry, &CRITERION, members);
        }
    }

    /// `{"id": "refusals-are-logged", "status": "fail", "reason": "no row is written"}`
    fn criterion(&mut self, entry: Value<'d>) {
        let outcome = self.word(entry, entry.get("status"), "status", &STATUSES);
        self.reading.says_fail |= outcome == Some(Outcome::Fail);
        let id: Option<(Value<'d>, Cow<'d, str>)> =
            entry.get("id").and_then(|id| Some((id, id.text()?)));
        let Some((id, said)) = id.filter(|(_, said)| !said.trim().is_empty()) else {
            return self.invalid(entry.span(), "a criterion has no `id`", "its id in the contract");
        };
        if json::is_template(&said) {
            return self.reading.refuse(Cause::Template, json::template(id.span()));
        }
        let text = match entry.get("reason") {
            Some(value) if value.kind() == Type::String => value.place(&mut self.reading.embedded),
            Some(value) if value.kind() != Type::Null => {
                let what = format!("`reason` is {}", value.kind().in_words());
                return self.invalid(value.span(), &what, "a string");
            }
            _ => None,
        };
        let (Some(name), Some(outcome)) = (id.place(&mut self.reading.embedded), outcome) else {
            return;
        };
        let text = text.filter(|text| text.start < text.end);
        if outcome == Outcome::Fail {
            self.verdict.findings.push(blocker(text.unwrap_or(name), entry.span()));
        }
        self.criteria.push(said, name);
        self.verdict.criteria.push(Criterion { name, outcome: Some(outcome), text });
    }

    /// Compares the action with the criteria: failed ones first, then suspicious ones.
    fn check_agreement(&mut self, root: Value<'_>) {
        let options = self.reading.options;
        for (first, again) in self.criteria.repeated() {
            self.reading.refuse(Cause::Ambiguous, criteria::repeated(first, again));
        }
        let (unknown, missing) = (self.criteria.unknown(options), self.criteria.missing(options));
        for at in &unknown {
            self.reading.report(criteria::unknown(*at));
        }
        let stated = self.verdict.stated;
        let word = stated.map_or(root.span(), |stated| stated.word);
        if !missing.is_empty() {
            self.reading.report(criteria::missing(word, &missing));
        }
        let worst = self.verdict.criteria.iter().rev().max_by_key(|criterion| criterion.outcome);
        let worst = worst.and_then(|criterion| Some((criterion.outcome?, criterion.name)));
        let merges = stated.is_some_and(|stated| stated.outcome == Outcome::Pass);
        let gaps = !unknown.is_empty() || !missing.is_empty() || worst.is_none();

        let found = worst.map(|(outcome, _)| outcome);
        self.verdict.derived = if merges && gaps { found.max(Some(Outcome::Hold)) } else { found };
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
            self.verdict.contradictory = true;
            self.reading.report(contradiction);
        }
    }
}

/// `{"action": "approve", "per_criterion": []}`
fn invalid_verdict(at: Span, what: &str, wanted: &str) -> Diagnostic {
    Diagnostic::error("assize::read::invalid_verdict")
        .message(format!("the verdict does not follow the schema (E_INVALID_VERDICT): {what}"))
        .label(at, format!("should be {wanted}"))
        .help("answer again, exactly as the schema has it")
}

/// `"confidence": 0.9`
fn unknown_confidence(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_confidence")
        .message("the confidence is not a known word")
        .label(at, format!("not {}", choice(&CONFIDENCES)))
        .help("write one of these words; until then the verdict counts as unsure")
}

/// `"action": "merge"` above `"status": "fail"`
fn milder_than_found(stated: Stated, found: Outcome, criterion: Span) -> Diagnostic {
    let what = match found {
        Outcome::Fail => "a criterion that fails",
        _ => "a criterion that is suspicious",
    };
    Diagnostic::error("assize::read::milder_than_found")
        .message(format!("the action does not fit {what}; the worse of the two counts"))
        .label(stated.word, format!("comes to `{}`", stated.outcome))
        .label(criterion, format!("comes to `{found}`"))
        .help("three of four is a fail: every criterion has to pass for a `merge`")
}

/// `"action": "request-changes"` above criteria that all pass
fn changes_without_failure(word: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::changes_without_failure")
        .message("changes are requested although every criterion passes; the request stands")
        .label(word, "no criterion explains this")
        .help("name the criterion that fails")
}

/// `{"action": "merge", "per_criterion": []}`
fn nothing_adjudicated(word: Span) -> Diagnostic {
    Diagnostic::error("assize::read::nothing_adjudicated")
        .message("the action is `merge`, and no criterion was judged")
        .label(word, "nothing below explains this")
        .help("judge every criterion of the contract")
}

/// `"action": "merge"`, and a criterion of the contract is not among those judged
fn merge_with_gaps(word: Span) -> Diagnostic {
    Diagnostic::error("assize::read::merge_with_gaps")
        .message("the action is `merge`, and not exactly the criteria of the contract were judged")
        .label(word, "holds until exactly those are judged")
        .help("judge every criterion of the contract, and no other")
}
