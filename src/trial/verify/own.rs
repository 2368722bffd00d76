//! A team's own properties: whenever a condition holds, the ruling is one of some outcomes.

use std::fmt::Write as _;

use crate::engine::{Bare, Policy, Stage, breaks_a_statement};
use crate::ir::{Diagnostic, Diagnostics, Outcome, Value};
use crate::source::{Source, Span};

/// `seat("security").failed.some means fail hold`
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Own {
    /// Its name.
    pub name: String,
    /// A condition in the language of policies, over the policy's own names.
    pub when: String,
    /// What the ruling has to be then: one of these.
    pub means: Vec<Outcome>,
}

impl Own {
    /// A property by its name and its text: `seat("security").failed.some means fail hold`. Outcomes may stand between
    /// commas; `shut` and `open` are two each.
    ///
    /// ```
    /// use assize::{Outcome, trial::Own};
    /// let own = Own::parse("security can stop it", "seat(\"security\").failed.some means shut")?;
    /// assert_eq!(own.means, [Outcome::Hold, Outcome::Fail]);
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There is no `means`, or what stands behind it is no outcome.
    pub fn parse(name: impl Into<String>, text: &str) -> Result<Self, Diagnostics> {
        Ok(Self::parsed(name, text)?)
    }

    /// The same, with what is wrong by itself.
    pub(crate) fn parsed(name: impl Into<String>, text: &str) -> Result<Self, Diagnostic> {
        let Some((when, means)) = text.rsplit_once(" means") else {
            return Err(misshapen(text, "it has no `means`"));
        };
        if means.trim().is_empty() {
            return Err(misshapen(text, "an outcome belongs behind `means`"));
        }
        let words = means.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
        let mut outcomes = Vec::new();
        for word in words.map(|word| word.trim_end_matches(['.', ';'])) {
            match word {
                "shut" => outcomes.extend([Outcome::Hold, Outcome::Fail]),
                "open" => outcomes.extend([Outcome::Pass, Outcome::Warn]),
                word => match word.parse() {
                    Ok(outcome) => outcomes.push(outcome),
                    Err(_) => return Err(misshapen(text, &format!("`{word}` is not an outcome"))),
                },
            }
        }
        if outcomes.is_empty() || when.trim().is_empty() {
            return Err(misshapen(text, "a condition and an outcome belong there"));
        }
        Ok(Self { name: name.into(), when: when.trim().to_owned(), means: outcomes })
    }

    /// The properties that a policy promises in its comments: `/// always: passed.none means shut`.
    ///
    /// # Errors
    ///
    /// One of them cannot be read; all that is wrong at once.
    pub fn promised(policy: &Policy) -> Result<Vec<Self>, Diagnostics> {
        let (mut all, mut wrong) = (Vec::new(), Vec::new());
        for line in in_comments(policy, "always:") {
            match Self::parsed(line, line) {
                Ok(own) => all.push(own),
                Err(mistake) => wrong.push(mistake),
            }
        }
        match wrong.is_empty() {
            true => Ok(all),
            false => Err(Diagnostics::new(Vec::new(), wrong)),
        }
    }
}

/// What stands behind a word in the comments of a policy that say something of it.
pub(super) fn in_comments<'p>(policy: &'p Policy, key: &str) -> impl Iterator<Item = &'p str> {
    let text = policy.facts().source.text().unwrap_or_default();
    text.lines().filter_map(move |line| {
        let line = line.trim();
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
        doc.trim().strip_prefix(key).map(str::trim)
    })
}

fn misshapen(text: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::trial::property")
        .message(format!("`{text}` is not a property: {why}"))
        .help(
            "write a condition, `means`, and outcomes: `seat(\"qa\").failed.some means fail hold`",
        )
}

/// Properties, ready to be asked.
pub(super) struct Compiled {
    /// The policy, with a note for each property.
    pub(super) policy: Option<Policy>,
    /// The place of the first of these notes.
    first: usize,
    own: Vec<Own>,
}

/// # Errors
///
/// A condition does not compile.
pub(super) fn compile(
    policy: &Policy,
    own: &[Own],
    imports: &[(String, String)],
) -> Result<Compiled, Diagnostics> {
    if own.is_empty() {
        return Ok(Compiled { policy: None, first: 0, own: Vec::new() });
    }
    let facts = policy.facts();
    // Each by itself: what begins in one and ends in another is no condition in either.
    let mut wrong = Diagnostics::default();
    for one in own {
        if let Err(reason) = alone(policy, one, imports) {
            wrong.absorb(reason);
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut compiled = beside(policy, own, imports)?;
    let rules = compiled.facts().rules.len();
    if rules != facts.rules.len() + own.len() {
        let all = own.iter().map(|own| misshapen(&own.when, MORE)).collect();
        return Err(Diagnostics::new(Vec::new(), all));
    }
    for (name, value) in &facts.params {
        let value = match value {
            Value::List(entries) => entries.join(","),
            Value::Text(text) => text.clone(),
            Value::Int(number) => number.to_string(),
            Value::Bool(truth) => truth.to_string(),
            Value::Date(day) => day.to_string(),
        };
        compiled
            .set_param(name, &value)
            .map_err(|wrong| Diagnostics::new(vec![facts.source.clone()], vec![wrong]))?;
    }
    if rules > 64 {
        return Err(too_many(rules).into());
    }
    let first = rules - own.len();
    Ok(Compiled { policy: Some(compiled), first, own: own.to_vec() })
}

const MORE: &str = "it is more than a condition";

/// # Errors
///
/// A property is not one condition, wherever it stands.
fn alone(policy: &Policy, own: &Own, imports: &[(String, String)]) -> Result<(), Diagnostics> {
    if let Some(why) = breaks_a_statement(&own.when) {
        return Err(misshapen(&own.when, why).into());
    }
    let compiled = beside(policy, std::slice::from_ref(own), imports)?;
    match compiled.facts().rules.len() == policy.facts().rules.len() + 1 {
        true => Ok(()),
        false => Err(misshapen(&own.when, MORE).into()),
    }
}

/// The policy, and behind it a note for each property.
fn beside(
    policy: &Policy,
    own: &[Own],
    imports: &[(String, String)],
) -> Result<Policy, Diagnostics> {
    let mut text = policy.facts().source.text().unwrap_or_default().to_owned();
    let mut places = Vec::new();
    for (place, own) in own.iter().enumerate() {
        let _ = write!(text, "\nnote \"property {place}\" when ");
        places.push((text.len(), own));
        let _ = write!(text, "{} citing reported;", own.when);
    }
    let words = policy.words_of_team();
    Policy::compile_with_words(Stage::Gate, "properties", &text, imports, words)
        .map_err(|wrong| in_properties(&wrong, &places))
}

/// What is wrong with properties, shown where they say it: no one has written the policy that they are compiled in.
fn in_properties(wrong: &Diagnostics, places: &[(usize, &Own)]) -> Diagnostics {
    let mut all = Diagnostics::default();
    for item in wrong.items() {
        let at = item.labels.first().map(|label| label.span.start as usize);
        let own = at.and_then(|at| places.iter().rev().find(|(start, _)| *start <= at));
        let Some((start, own)) = own else {
            all.absorb(Diagnostics::new(wrong.sources().to_vec(), vec![item.clone()]));
            continue;
        };
        let mut item = item.clone();
        for label in &mut item.labels {
            let within = |at: u32| (at as usize).saturating_sub(*start).min(own.when.len());
            label.span = Span::new(within(label.span.start), within(label.span.end));
        }
        let source = Source::new(own.name.clone(), own.when.as_bytes());
        all.absorb(Diagnostics::new(vec![source], vec![item]));
    }
    all
}

fn too_many(rules: usize) -> Diagnostic {
    Diagnostic::error("assize::trial::too_many_properties")
        .message(format!(
            "the policy has {rules} rules, notes and properties, and 64 can be looked at"
        ))
        .help("require fewer things at once")
}

impl Compiled {
    /// The properties that a docket breaks.
    pub(super) fn broken(&self, seen: Bare, ruled: Bare) -> impl Iterator<Item = usize> {
        let held = move |place: usize| seen.holds >> (self.first + place) & 1 == 1;
        let own = self.own.iter().enumerate();
        own.filter(move |(place, own)| held(*place) && !own.means.contains(&ruled.outcome))
            .map(|(place, _)| place)
    }

    pub(super) fn get(&self, place: usize) -> Option<&Own> {
        self.own.get(place)
    }
}
