//! A recorded round as JSON: a docket, or a ruling that was printed beside its docket.
//!
//! Of a ruling nothing is believed: its docket is read and judged again. What it says beside that is what it was recorded as.

mod mistakes;

use std::collections::BTreeSet;

use super::read::Reader;
use super::{Bounds, VERSION, read};
use crate::codec::ReadOptions;
use crate::codec::builder::DecodeLog;
use crate::codec::tree::json::{self, Type, Value};
use crate::ir::{Diagnostic, Diagnostics, Docket, Outcome};
use crate::source::{Sha256, Source, Span};

/// What stands in such a line.
const MEMBERS: [&str; 3] = ["event", "ruling", "docket"];

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
    /// to.
    pub(crate) fn from_record(
        source: &Source,
        options: &ReadOptions,
    ) -> Result<(Self, Option<RecordedAs>), Diagnostics> {
        let bounds = Bounds::default();
        let refused = |wrong| Diagnostics::new(vec![source.clone()], vec![wrong]);
        let body = read::body(source, &bounds).map_err(refused)?;
        let document = json::parse(body).map_err(|broken| refused(broken.diagnostic))?;
        let root = document.root();
        let (ruling, whole) = match (root.get("ruling"), root.get("docket")) {
            (Some(ruling), Some(whole)) => (ruling, whole),
            // What another command printed in its lines.
            (Some(ruling), None) => return Err(refused(mistakes::only_a_ruling(ruling.start()))),
            (None, _) => {
                return match (root.get("cells"), root.get("outcome"), root.get("diagnostics")) {
                    (Some(_), Some(at), _) => Err(refused(mistakes::only_a_ruling(at.span()))),
                    (None, Some(at), Some(_)) => Err(refused(mistakes::no_ruling(at.span()))),
                    _ => Ok((Self::from_json(source, options)?, None)),
                };
            }
        };
        if let Some((name, _)) =
            root.members().find(|(name, _)| !MEMBERS.iter().any(|known| name.is(known)))
        {
            return Err(refused(mistakes::unknown_member(name.span())));
        }
        let mut log = DecodeLog::new(options);
        json::check(&mut log, &document);
        let (docket, log) = Reader { log }.whole(whole, &bounds);
        let Some(docket) = docket else {
            return Err(Diagnostics::new(vec![source.clone()], log.diagnostics));
        };
        match Ruling(ruling).is_about(&docket) {
            Ok(said) => Ok((docket, Some(said))),
            Err(wrong) => Err(refused(wrong)),
        }
    }
}

/// A ruling, as it was printed.
struct Ruling<'d>(Value<'d>);

impl<'d> Ruling<'d> {
    /// What it says that its docket came to, where it is about this docket.
    fn is_about(&self, docket: &Docket) -> Result<RecordedAs, Diagnostic> {
        let version = self.at(&["schema_version"])?;
        if version.whole() != Some(VERSION) {
            return Err(mistakes::other_version(version.span()));
        }
        let told = self.at(&["outcome"])?;
        let outcome = told.text().and_then(|word| word.parse::<Outcome>().ok());
        let Some(outcome) = outcome else { return Err(mistakes::no_ruling(told.span())) };
        let open = self.at(&["open"])?;
        if open.kind() == Type::Bool(true) && !outcome.opens() {
            return Err(mistakes::other_docket(open.span(), "`open` is not what the outcome says"));
        }
        let id = self.at(&["docket", "id"])?;
        if id.text().as_deref() != Some(docket.id.as_str()) {
            return Err(mistakes::other_docket(id.span(), "the docket has another `id`"));
        }
        let round = self.at(&["docket", "round"])?;
        if round.whole() != Some(i64::from(docket.round)) {
            return Err(mistakes::other_docket(round.span(), "the docket is of another round"));
        }
        let binding = self.at(&["docket", "binding"])?;
        let own = |(name, value): (Value<'_>, Value<'_>)| {
            let name = name.text().unwrap_or_default();
            value.text().as_deref() == docket.binding.get(&name)
        };
        if !binding.members().all(own) {
            let why = "the docket is bound to something else";
            return Err(mistakes::other_docket(binding.span(), why));
        }
        self.check_inputs(docket)?;
        let text = |path: &[&str]| Ok(self.at(path)?.text().unwrap_or_default().into_owned());
        Ok(RecordedAs {
            outcome,
            policy: text(&["policy", "name"])?,
            sha256: text(&["policy", "sha256"])?,
        })
    }

    /// Whether what was read then is what the docket holds: no text more, and none less.
    fn check_inputs(&self, docket: &Docket) -> Result<(), Diagnostic> {
        let inputs = self.at(&["inputs"])?;
        let of = |input: Value<'d>| {
            let hash = input.get("sha256").and_then(Value::text).unwrap_or_default();
            (input, hash.into_owned())
        };
        let told: Vec<(Value<'d>, String)> = inputs.items().map(of).collect();
        let submitted = docket.submissions.iter().filter_map(|submission| {
            Some(docket.sources.get(submission.source.0 as usize)?.sha256())
        });
        let held: BTreeSet<String> = submitted.map(|hash: Sha256| hash.to_string()).collect();
        let counted = |input: Value<'_>| {
            let role = input.get("role").and_then(Value::text).unwrap_or_default();
            matches!(&*role, "seat" | "unexpected")
        };
        let gone = told.iter().find(|(input, hash)| counted(*input) && !held.contains(hash));
        if let Some((input, _)) = gone {
            let why = "the docket does not hold this text";
            return Err(mistakes::other_docket(input.span(), why));
        }
        let known: BTreeSet<&str> = told.iter().map(|(_, hash)| hash.as_str()).collect();
        match held.iter().all(|hash| known.contains(hash.as_str())) {
            true => Ok(()),
            false => {
                let why = "the docket holds a text that is not among these";
                Err(mistakes::other_docket(inputs.span(), why))
            }
        }
    }

    /// A member of it, and of what it holds.
    fn at(&self, path: &[&str]) -> Result<Value<'d>, Diagnostic> {
        let mut value = self.0;
        for name in path {
            let Some(inner) = value.get(name) else {
                return Err(mistakes::ruling_lacks(self.0.start(), &path.join(".")));
            };
            value = inner;
        }
        Ok(value)
    }
}

impl Value<'_> {
    /// Where it begins: all of it would be too much to show.
    fn start(self) -> Span {
        let Span { start, .. } = self.span();
        Span::new(start as usize, start as usize + 1)
    }
}
