//! A recorded round as JSON: a docket, or a ruling that was printed beside its docket.
//!
//! Of a ruling nothing is believed: its docket is read and judged again. What it says beside that is what it was recorded as.

mod mistakes;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

#[cfg(feature = "cli")]
use super::values::Base64;
use super::{Bounds, KnownTexts, VERSION, read};
use crate::codec::ReadOptions;
use crate::codec::tree::json::{self, Value};
use crate::ir::{Diagnostic, Diagnostics, Docket, Outcome};
use crate::source::{Sha256, Source, Span};

/// What stands in such a line.
const MEMBERS: [&str; 4] = ["event", "ruling", "texts", "docket"];

/// What a round came to when it was judged, as its record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedAs {
    /// The outcome.
    pub outcome: Outcome,
    /// The policy that judged, by its name.
    pub policy: String,
    /// SHA-256 of the policy, in hexadecimal.
    pub sha256: String,
}

impl Docket {
    /// Reads a recorded round: a docket, or what `assize gate --with-docket` prints; and what its ruling says that it came
    /// to. What was made of its texts before is not made again.
    pub(crate) fn from_record(
        source: &Source,
        options: &ReadOptions,
        known: &KnownTexts,
    ) -> Result<(Self, Option<RecordedAs>), Diagnostics> {
        let read: read::Reading<'_> = &|source, options| known.read(source, options);
        let bounds = Bounds::default();
        let all = |wrong| Diagnostics::new(vec![source.clone()], wrong);
        let refused = |wrong| all(vec![wrong]);
        let body = read::body(source, &bounds).map_err(refused)?;
        let document = json::parse(body).map_err(|broken| refused(broken.diagnostic))?;
        let root = document.root();
        let (ruling, whole) = match (root.get("ruling"), root.get("docket")) {
            (Some(ruling), Some(whole)) => (ruling, whole),
            // What another command printed in its lines.
            (Some(ruling), None) => return Err(refused(mistakes::only_a_ruling(ruling.start()))),
            (None, _) => {
                return match (root.get("policy"), root.get("outcome"), root.get("diagnostics")) {
                    (Some(_), Some(at), _) => Err(refused(mistakes::only_a_ruling(at.span()))),
                    (None, Some(at), Some(_)) => Err(refused(mistakes::no_ruling(at.span()))),
                    _ => {
                        let docket = read::within(&document, root, (options, &bounds), read);
                        docket.map(|docket| (docket, None)).map_err(all)
                    }
                };
            }
        };
        if let Some((name, _)) =
            root.members().find(|(name, _)| !MEMBERS.iter().any(|known| name.is(known)))
        {
            return Err(refused(mistakes::unknown_member(name.span())));
        }
        let docket = read::within(&document, whole, (options, &bounds), read);
        let docket = docket.map_err(all)?;
        let lacks = || refused(mistakes::ruling_lacks(ruling.start(), "missing field `texts`"));
        let texts = root.get("texts").ok_or_else(lacks)?;
        let recorded = recorded_as((ruling, texts), &docket).map_err(refused)?;
        Ok((docket, Some(recorded)))
    }
}

/// A ruling, as far as it is compared with its docket.
#[derive(Deserialize)]
struct Ruling {
    #[serde(rename = "schema_version")]
    _version: u32,
    outcome: Outcome,
    open: bool,
    docket: About,
    policy: Policy,
}

#[derive(Deserialize)]
struct About {
    id: String,
    round: u32,
    #[serde(default)]
    binding: BTreeMap<String, Option<String>>,
}

#[derive(Deserialize)]
struct Policy {
    name: String,
    sha256: String,
}

/// SHA-256 over those of all texts in a docket as JSON, in whatever order they stand there. One that could not be handed over
/// has none of its own.
#[cfg(feature = "cli")]
pub(crate) fn texts_in(docket: &serde_json::Value) -> String {
    let submissions = docket.get("submissions").and_then(serde_json::Value::as_array);
    of_all(submissions.into_iter().flatten().map(|submission| {
        let base64 = || Base64::deserialize(submission.get("base64")?).ok();
        match submission.get("text").and_then(serde_json::Value::as_str) {
            Some(text) => Sha256::of(text.as_bytes()),
            None => Sha256::of(&base64().map(|bytes| bytes.0).unwrap_or_default()),
        }
    }))
}

fn of_all(texts: impl Iterator<Item = Sha256>) -> String {
    let all: BTreeSet<String> = texts.map(|hash| hash.to_string()).collect();
    Sha256::of(all.into_iter().collect::<Vec<_>>().join("\n").as_bytes()).to_string()
}

/// What a ruling says that its docket came to, where it is about this docket: it read the texts that the docket holds, no
/// more and no less.
fn recorded_as(
    (value, texts): (Value<'_>, Value<'_>),
    docket: &Docket,
) -> Result<RecordedAs, Diagnostic> {
    let version = value.get("schema_version");
    if let Some(version) = version.filter(|told| told.whole() != Some(i64::from(VERSION))) {
        return Err(mistakes::other_version(version.span()));
    }
    let is_outcome =
        |told: &Value<'_>| told.text().is_some_and(|word| word.parse::<Outcome>().is_ok());
    if let Some(told) = value.get("outcome").filter(|told| !is_outcome(told)) {
        return Err(mistakes::no_ruling(told.span()));
    }
    let Ruling { outcome, open, docket: about, policy, .. } =
        read::of_shape(value, |_, told| mistakes::ruling_lacks(value.start(), told))?;
    let held = docket.submissions.iter().filter_map(|submission| {
        docket.sources.get(submission.source.0 as usize).map(Source::sha256)
    });
    let told = about.binding.iter();
    let told = told.filter_map(|(name, value)| Some((name.as_str(), value.as_deref()?)));
    let told: BTreeMap<&str, &str> = told.collect();
    let bound = told == docket.binding.iter().collect();
    let at = |path: &[&str]| path.iter().try_fold(value, |value, name| value.get(name));
    let checks = [
        (open && !outcome.opens(), at(&["open"]), "`open` is not what the outcome says"),
        (about.id != docket.id, at(&["docket", "id"]), "the docket has another `id`"),
        (about.round != docket.round, at(&["docket", "round"]), "the docket is of another round"),
        (!bound, at(&["docket", "binding"]), "the docket is bound to something else"),
        (
            of_all(held) != texts.text().unwrap_or_default(),
            Some(texts),
            "the docket does not hold the texts that were judged",
        ),
    ];
    match checks.into_iter().find(|(wrong, ..)| *wrong) {
        Some((_, at, why)) => {
            Err(mistakes::other_docket(at.map_or(value.start(), Value::span), why))
        }
        None => Ok(RecordedAs { outcome, policy: policy.name, sha256: policy.sha256 }),
    }
}

impl Value<'_> {
    /// Where it begins: all of it would be too much to show.
    fn start(self) -> Span {
        let Span { start, .. } = self.span();
        Span::new(start as usize, start as usize + 1)
    }
}
