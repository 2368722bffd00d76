//! The answer of a quality review: one object, with a yes or no for each criterion.

mod encode;

use crate::codec::ReadOptions;
use crate::codec::builder::Reading;
use crate::codec::formats::Codec;
use crate::codec::formats::criteria::{self, Criteria, blocker};
use crate::codec::input::{Fit, Task};
use crate::codec::lexicon::Label;
use crate::codec::repairs::repairs;
use crate::codec::tree::json::{self, Type, Value};
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
    schema: Some(SCHEMA),
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

const SCHEMA: &str = r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "The answer of a quality review",
  "type": "object",
  "required": ["passed", "feedback"],
  "properties": {
    "passed": { "type": "boolean" },
    "feedback": { "type": "string" },
    "criteria_results": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["criterion", "passed"],
        "properties": {
          "criterion": { "type": "string" },
          "passed": { "type": "boolean" },
          "feedback": { "type": ["string", "null"] }
        }
      }
    }
  }
}
"#;

/// The names of an answer.
const NAMES: [&str; 3] = ["passed", "feedback", "criteria_results"];
/// The names of one criterion of it.
const CRITERION: [&str; 3] = ["criterion", "passed", "feedback"];
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
{{
  \"passed\": \"<true or false>\",
  \"feedback\": \"<what it comes to>\",
  \"criteria_results\": [
    {{ \"criterion\": \"<name>\", \"passed\": \"<true or false>\", \"feedback\": \"<why, or null>\" }}
  ]
}}
```

Filled in:

```json
{EXAMPLE}```

Its schema:

```json
{SCHEMA}```
"
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
    let mut review =
        Review { verdict: Verdict::new(root.span()), reading, criteria: Criteria::default() };
    review.outcome(root);
    review.summary(root);
    review.criteria(root);
    json::keep_unknown_members(&mut review.reading, root, &NAMES, &mut review.verdict.members);
    let mut missing = Vec::new();
    if review.reading.cause.is_none() {
        review.check_agreement(root);
        missing = review.criteria.missing(task.options);
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
    /// What `passed` says of the whole.
    fn outcome(&mut self, root: Value<'_>) {
        let Some(value) = root.get("passed") else { return };
        if let Some(outcome) = self.yes_or_no("`passed`", value) {
            self.verdict.stated = Some(Stated { outcome, word: value.span() });
        }
    }

    fn yes_or_no(&mut self, name: &str, value: Value<'_>) -> Option<Outcome> {
        match value.kind() {
            Type::Bool(true) => return Some(Outcome::Pass),
            Type::Bool(false) => {
                self.reading.says_fail = true;
                return Some(Outcome::Fail);
            }
            _ => {}
        }
        let text = value.text().unwrap_or_default();
        let lexicon = &self.reading.options.lexicon;
        self.reading.says_fail |= json::says_fail(&text, Label::Question, lexicon);
        match json::is_template(&text) {
            true => self.reading.refuse(Cause::Template, json::template(value.span())),
            false => {
                let wrong = json::wrong_type(name, "`true` or `false`", value);
                self.reading.refuse(Cause::Malformed, wrong);
            }
        }
        None
    }

    fn summary(&mut self, root: Value<'_>) {
        let Some(value) = root.get("feedback") else {
            self.reading.report(no_feedback(root.span()));
            return;
        };
        match value.text() {
            Some(text) if json::is_template(&text) => {
                self.reading.refuse(Cause::Template, json::template(value.span()));
            }
            Some(text) if text.trim().is_empty() || text == NO_FEEDBACK => {
                self.reading.report(no_feedback(value.span()));
            }
            Some(_) => self.verdict.summary = value.place(&mut self.reading.embedded),
            None => {
                let wrong = json::wrong_type("`feedback`", "a string", value);
                self.reading.refuse(Cause::Malformed, wrong);
            }
        }
    }

    fn criteria(&mut self, root: Value<'d>) {
        let Some(list) = root.get("criteria_results") else { return };
        if list.kind() != Type::List {
            let wrong = json::wrong_type("`criteria_results`", "a list", list);
            return self.reading.refuse(Cause::Malformed, wrong);
        }
        for entry in list.items() {
            if entry.kind() != Type::Object {
                let wrong = json::wrong_type("a criterion", "an object", entry);
                self.reading.refuse(Cause::Malformed, wrong);
                continue;
            }
            self.criterion(entry);
            let members = &mut self.verdict.members;
            json::keep_unknown_members(&mut self.reading, entry, &CRITERION, members);
        }
    }

    /// `{"criterion": "every command is explained", "passed": true, "feedback": null}`
    fn criterion(&mut self, entry: Value<'d>) {
        let said = entry.get("criterion").and_then(|name| Some((name, name.text()?)));
        let Some((name, said)) = said.filter(|(_, said)| !said.trim().is_empty()) else {
            return self.reading.refuse(Cause::Malformed, nameless_criterion(entry.span()));
        };
        if json::is_template(&said) {
            return self.reading.refuse(Cause::Template, json::template(name.span()));
        }
        let text = match entry.get("feedback") {
            None => None,
            Some(value) => match value.kind() {
                Type::Null => None,
                Type::String => value.place(&mut self.reading.embedded),
                _ => {
                    let wrong = json::wrong_type("`feedback`", "a string or `null`", value);
                    return self.reading.refuse(Cause::Malformed, wrong);
                }
            },
        };
        let outcome = match entry.get("passed") {
            Some(value) => match self.yes_or_no("`passed` of a criterion", value) {
                Some(outcome) => Some(outcome),
                None => return,
            },
            None => None,
        };
        let Some(name) = name.place(&mut self.reading.embedded) else { return };
        let text = text.filter(|text| text.start < text.end);
        if outcome == Some(Outcome::Fail) {
            self.verdict.findings.push(blocker(text.unwrap_or(name), entry.span()));
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
