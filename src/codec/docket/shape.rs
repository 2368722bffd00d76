//! The shape of a docket in JSON: one type for each object, which serde reads and writes and schemars describes.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use serde::{Deserialize, Deserializer, Serialize};

use super::values::{
    Action, Base64, Day, FingerprintText, HostCode, Name, Pattern, SeatStake, Word, Yes,
};
use crate::ir::{self, Cause, Confidence, Format, Kind, Level, Outcome, Profile, Severity};

/// Objects: the members that each must have, and behind `;` those that may be left out. Any other member is refused, and
/// so is `null`.
macro_rules! objects {
    ($($(#[$about:meta])* $name:ident = $called:literal {
        $($(#[$doc:meta])* $field:ident: $of:ty,)*
        $(; $($(#[$more:meta])* $optional:ident: $maybe:ty,)*)?
    })*) => {$(
        #[derive(Deserialize, Serialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields, expecting = $called)]
        $(#[$about])*
        pub(super) struct $name {
            $($(#[$doc])* pub(super) $field: $of,)*
            $($(
                $(#[$more])*
                #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
                pub(super) $optional: Option<$maybe>,
            )*)?
        }
    )*};
}

/// Reads a member that stands there, and so has a value.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

objects! {
    /// Everything under judgement, as Assize takes it.
    Docket = "an object: the docket" {
        /// The version of this shape.
        #[cfg_attr(test, schemars(extend("const" = super::VERSION)))]
        schema_version: u32,
        /// What names the work under judgement.
        id: Name,
        ;
        /// Which round of review this is; 1 unless said.
        #[cfg_attr(test, schemars(range(max = u32::MAX)))]
        round: NonZeroU32,
        /// The state of the work that was reviewed.
        bound: Bound,
        /// How the texts are read.
        reading: Reading,
        /// The seats that are expected, in their order. Each name stands here once.
        seats: Vec<Seat>,
        /// What arrived. A submission without a seat can shut the gate, and never open it.
        submissions: Vec<Submission>,
        /// Facts of this run, by the name that a policy asks for them with.
        given: BTreeMap<String, Given>,
        /// What was tried before.
        attempts: Vec<Attempt>,
        /// Decisions to live with a finding. All that one names must match.
        waivers: Vec<Waiver>,
        /// The paths that the change touches, with `/` between folders; all of them.
        changed: Vec<Name>,
        /// How many lines the change adds and takes away.
        lines_changed: u64,
        /// The first and the last line of each piece that the change touches in a file, of files of which that is known.
        changed_lines: BTreeMap<String, Vec<(u32, u32)>>,
        /// Who owns which paths, in the order of a file `CODEOWNERS`: of those that fit a path the last one counts.
        owners: Vec<Owned>,
        /// The fingerprints of all that earlier rounds found: `f1:…`.
        previous: Vec<FingerprintText>,
        /// Whether an opening may lift or excuse something; `true` unless said.
        overrides: bool,
        /// What the host has to say about the docket. It decides nothing.
        diagnostics: Vec<Diagnostic>,
    }

    /// What a docket is bound to.
    Bound = "an object: what the docket is bound to" {
        ;
        /// The commit, by its hash.
        commit: Name,
        /// The files of the commit, by the hash of their tree.
        tree: Name,
        /// What differs from the commit, by a hash of it.
        changes: Name,
        /// The run that asked for the reviews.
        run: Name,
    }

    /// A place at the bench.
    Seat = "an object: a seat" {
        name: Name,
        ;
        /// What its answer counts for; as the policy says, or else `required`.
        stake: SeatStake,
        /// How much its answer weighs; as the policy says, or else 1.
        #[cfg_attr(test, schemars(range(max = u32::MAX)))]
        weight: u32,
        /// `true` where it is not expected by name: it sits because its file was found.
        found: bool,
        /// What is said of it and policies may ask for: `{"team": "core"}`. It counts for nothing by itself.
        labels: BTreeMap<String, Name>,
        /// Why it submitted nothing.
        absent: Absence,
    }

    /// What arrived for a seat: exactly one of `text`, `base64` and `unreadable`.
    #[cfg_attr(test, schemars(extend("oneOf" = one_of())))]
    Submission = "an object: a submission" {
        /// Who wrote it.
        seat: Name,
        ;
        /// The name of the text: `qa.md`; the seat unless said.
        source: Name,
        /// What was written, whole and unchanged.
        text: String,
        /// The same as bytes, where it is not UTF-8 (RFC 4648, 4).
        base64: Base64,
        /// Why there is something, and no text of it.
        unreadable: Unreadable,
    }

    /// Why there is no text of something that arrived.
    Unreadable = "an object: a reason" {
        cause: Cause,
        #[cfg_attr(test, schemars(length(min = 1)))]
        why: String,
    }

    /// How the texts are read.
    #[derive(Default)]
    Reading = "an object: a way to read" {
        ;
        /// How forgiving reading is.
        profile: Profile,
        /// The format of all texts; found out unless said.
        format: Format,
        /// The only formats that may be read; all unless said.
        formats: Vec<Format>,
        /// Whether lines outside the fields count, which can only shut; `true` unless said.
        remarks: bool,
        /// What an auditor judged.
        kind: Kind,
        /// The subjects that are to be judged.
        expected: Vec<Subject>,
        /// Words of verdicts besides those of Assize. None may hide something worse.
        words: BTreeMap<Word, Outcome>,
        /// Words that make a pass doubtful.
        cautions: Vec<Word>,
        /// Names of verdicts.
        labels: Vec<Word>,
        /// Names of findings.
        findings: BTreeMap<Word, Severity>,
        /// Words for how bad a finding is.
        severities: BTreeMap<Word, Severity>,
        /// Words for how sure a reviewer is.
        confidences: BTreeMap<Word, Confidence>,
        /// Words that say that there is nothing.
        none: Vec<Word>,
        /// Words of lines that introduce an example.
        introductions: Vec<Word>,
        /// Names of parts of the work.
        parts: Vec<Word>,
        /// Shapes of records that others define, in KDL.
        shapes: Vec<Name>,
    }

    /// Who owns some paths.
    Owned = "an object: owners of paths" {
        /// As `CODEOWNERS` has it: `/src/pay/`.
        path: Name,
        /// `@dana`, `@org/core`, `dana@example.org`; none: these paths are nobody's.
        owners: Vec<Name>,
    }

    /// A day among the facts.
    OneDay = "an object with a `date`" {
        /// `2026-11-21`
        date: Day,
    }

    /// Something that was tried before.
    Attempt = "an object: an attempt" {
        seat: Name,
        action: Action,
        ;
        /// The round it was tried in; 1 unless said.
        #[cfg_attr(test, schemars(range(max = u32::MAX)))]
        round: NonZeroU32,
    }

    /// A decision to live with a finding.
    Waiver = "an object: a waiver" {
        id: Name,
        reason: Name,
        /// The last day that it covers: `2027-01-01`.
        until: Day,
        ;
        /// Only findings of this category.
        category: Name,
        /// Only findings under these paths: `src/tls/**`.
        path: Pattern,
        /// Only the finding with this fingerprint: `f1:…`.
        fingerprint: FingerprintText,
        /// Who decided; without one it covers nothing.
        owner: Name,
    }

    /// What the host has to say.
    Diagnostic = "an object: a diagnostic" {
        /// A name of the host's own: `ours::late`.
        code: HostCode,
        message: Name,
        ;
        /// `advice` unless said.
        level: Level,
        help: String,
    }
}

/// Why a seat submitted nothing.
#[derive(Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "lowercase", deny_unknown_fields)]
#[serde(expecting = "an object with a `state`")]
pub(super) enum Absence {
    Missing {},
    Awaiting { why: String },
    Errored { why: String },
    Stale { why: String },
    Unreadable { cause: Cause, why: String },
    Skipped { why: String },
    Excused { why: String },
}

/// A fact of this run.
#[derive(Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
#[serde(
    expecting = "a fact is a whole number, `true`, `false`, a string, a list of strings, or `{\"date\": \"2026-11-21\"}`"
)]
pub(super) enum Given {
    Whole(i64),
    YesNo(bool),
    Text(String),
    List(Vec<String>),
    Day(OneDay),
}

/// What is judged: the change as a whole, or a part of it.
#[derive(Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, deny_unknown_fields)]
#[serde(
    expecting = "this does not name one subject, such as `{\"criterion\": \"AC2\"}` or `{\"note\": \"notes/a.md\", \"gate\": \"style\"}`"
)]
pub(super) enum Subject {
    Change { change: Yes },
    Criterion { criterion: Name },
    Pair { note: Name, gate: Name },
    Batch { batch: Name },
    Run { batch: Name, run: Name },
    Reviewer { reviewer: Name },
}

/// What a shape says in the words of the vocabulary, and the other way round.
macro_rules! same {
    ($name:ident: $([$($one:tt)*] = [$($other:tt)*];)*) => {
        impl From<$name> for ir::$name {
            fn from(shape: $name) -> Self {
                match shape {
                    $($name::$($one)* => Self::$($other)*,)*
                }
            }
        }

        impl From<ir::$name> for $name {
            fn from(said: ir::$name) -> Self {
                match said {
                    $(ir::$name::$($other)* => Self::$($one)*,)*
                }
            }
        }
    };
}
same! { Absence:
    [Missing {}] = [Missing];
    [Awaiting { why }] = [Awaiting(why)];
    [Errored { why }] = [Errored(why)];
    [Stale { why }] = [Stale(why)];
    [Unreadable { cause, why }] = [Unreadable(cause, why)];
    [Skipped { why }] = [Skipped(why)];
    [Excused { why }] = [Excused(why)];
}
same! { Given:
    [Whole(number)] = [Int(number)];
    [YesNo(yes)] = [Bool(yes)];
    [Text(text)] = [Text(text)];
    [List(entries)] = [List(entries)];
    [Day(OneDay { date: Day(day) })] = [Date(day)];
}
same! { Subject:
    [Change { change: Yes }] = [Change];
    [Criterion { criterion: Name(id) }] = [Criterion(id)];
    [Pair { note: Name(note), gate: Name(gate) }] = [Pair { note, gate }];
    [Batch { batch: Name(batch) }] = [Batch { batch, run: None }];
    [Run { batch: Name(batch), run: Name(run) }] = [Batch { batch, run: Some(run) }];
    [Reviewer { reviewer: Name(name) }] = [Reviewer(name)];
}

/// The JSON Schema of a docket, made of its types.
#[cfg(test)]
pub(super) fn schema() -> String {
    use schemars::generate::SchemaSettings;
    use schemars::transform::RecursiveTransform;

    // What may be left out is not `null` either.
    let without_null = RecursiveTransform(|schema: &mut schemars::Schema| {
        for key in ["type", "enum", "anyOf"] {
            if let Some(serde_json::Value::Array(any)) = schema.get_mut(key) {
                any.retain(|one| !one.is_null() && one != "null" && one["type"] != "null");
            }
        }
    });
    let settings = SchemaSettings::draft2020_12().with_transform(without_null);
    let schema = settings.into_generator().into_root_schema_for::<Docket>();
    format!("{:#}\n", schema.as_value())
}

#[cfg(test)]
fn one_of() -> serde_json::Value {
    super::ONE_OF.iter().map(|name| serde_json::json!({ "required": [name] })).collect()
}
