//! A docket whole as JSON: what other languages and bindings hand over.
//!
//! It says what a [`Docket`] takes, and nothing else. What a reviewer said is always a text, read by the
//! same readers as a file: no member states an outcome, a verdict, an opening or a hash.

mod base64;
mod mistakes;
mod read;
#[cfg(feature = "host")]
mod record;
mod words;
mod write;

#[cfg(feature = "host")]
pub use record::RecordedAs;

use super::ReadOptions;
use super::members::Kind::{AnyOf, Choice, Each, ListOf, Name, Named, Of, Text, Whole, YesNo};
use super::members::{Object, list, member, object};
use crate::ir::{ACTIONS, Diagnostics, Docket, LIMIT, PIECES};
use crate::source::Source;

/// The version of the shape. Additions do not change it.
const VERSION: i64 = 1;

/// A docket as it may be handed over.
const EXAMPLE: &str = include_str!("../../examples/dockets/task-17.json");

/// What all texts of a docket together may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Bytes of the JSON.
    pub(crate) bytes: usize,
    /// Lines and items of the JSON.
    pub(crate) items: usize,
    /// Submissions.
    pub(crate) submissions: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { bytes: 8 * LIMIT, items: 4 * PIECES, submissions: 64 * 1024 }
    }
}

impl Docket {
    /// Reads a docket that was given whole as JSON. `options` say how large one text may be, and hold words
    /// that reviewers may use besides those of the docket; what the docket says of reading replaces the rest.
    ///
    /// All that the docket's methods take can be said, and no more: what a reviewer said is a text, which is
    /// read as a file is. [`Docket::json_schema`] has the whole shape.
    ///
    /// ```
    /// use assize::{Docket, Outcome, ReadOptions, Source};
    /// let text = r#"{
    ///   "schema_version": 1,
    ///   "id": "task-17",
    ///   "seats": [{ "name": "qa" }, { "name": "style", "stake": "observer" }],
    ///   "submissions": [
    ///     { "seat": "qa", "source": "qa.md", "text": "verdict: pass\nconfidence: high\n" }
    ///   ]
    /// }"#;
    /// let docket = Docket::from_json(&Source::new("docket.json", text), &ReadOptions::default())?;
    /// let docket = docket.close();
    /// assert_eq!(docket.cells().next().unwrap().effective(), Some(Outcome::Pass));
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `{"id": "task-17"}`: everything that is wrong, at once, each with its place in the JSON.
    pub fn from_json(source: &Source, options: &ReadOptions) -> Result<Self, Diagnostics> {
        Self::from_json_within(source, options, &Bounds::default())
    }

    /// The same, and what all of it may have is told.
    pub(crate) fn from_json_within(
        source: &Source,
        options: &ReadOptions,
        bounds: &Bounds,
    ) -> Result<Self, Diagnostics> {
        read::read(source, options, bounds)
    }

    /// The docket as JSON, which [`Docket::from_json`] reads as the same docket.
    ///
    /// A source that takes no seat and decides nothing is left out, and so is what readers and hosts of
    /// Assize itself have remarked.
    ///
    /// ```
    /// use assize::{Docket, ReadOptions, Source};
    /// let mut docket = Docket::new("task-17").round(2);
    /// docket.seat("qa");
    /// docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
    /// let text = docket.to_json()?;
    /// let again = Docket::from_json(&Source::new("docket.json", text), &ReadOptions::default())?;
    /// assert_eq!(again.close().cells().count(), 1);
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A source that says more, or less, than its text: [`Docket::submit_decoded`] took what a host had made
    /// of it.
    pub fn to_json(&self) -> Result<String, Diagnostics> {
        write::write(self)
    }

    /// The JSON Schema of [`Docket::to_json`] and [`Docket::from_json`].
    ///
    /// ```
    /// assert!(assize::Docket::json_schema().contains("\"submissions\""));
    /// ```
    pub fn json_schema() -> String {
        DOCKET.schema("Everything under judgement, as Assize takes it")
    }

    /// A docket in JSON as it may be handed over.
    ///
    /// ```
    /// use assize::{Docket, ReadOptions, Source};
    /// let source = Source::new("example.json", Docket::json_example());
    /// assert!(Docket::from_json(&source, &ReadOptions::default()).is_ok());
    /// ```
    pub fn json_example() -> &'static str {
        EXAMPLE
    }

    /// What to tell whoever is to write one, in words.
    pub fn json_contract() -> String {
        format!(
            "A docket is one JSON object: everything under judgement, for `assize gate --docket \
             FILE` and `Docket::from_json`. `assize contract docket --schema` prints its JSON \
             Schema.\n\n\
             - `schema_version` is {VERSION}, and `id` names the work. Everything else may be left \
             out; the members are {members}.\n\
             - What a reviewer wrote is handed over as it is, as `text`, or as `base64` where it is \
             not UTF-8. It is read as a file is: there is no member for a verdict or an outcome.\n\
             - Who is in `seats` is expected by name. Whoever submits without a seat can shut the \
             gate, and never open it. `found` says of a seat that nobody expects it.\n\
             - A seat that submitted nothing may say why with `absent`: {states}.\n\
             - `excused` and `overrides` do what the command line and policies do: an opening that \
             lifts or excuses something is at best `warn`.\n\
             - Where `assize begin` began a round for the work, `assize gate` holds the docket to \
             it: `round` is its number, `bound` says nothing else than it does, and whoever was to \
             sit sits.\n\
             - Numbers are whole. A day among the facts is `{{\"date\": \"2026-11-21\"}}`.\n\n\
             A docket:\n\n{EXAMPLE}",
            members = list(DOCKET.names()),
            states = list(STATES.iter().copied()),
        )
    }
}

const DOCKET: Object = object(
    "the docket",
    &[
        member("schema_version", Whole(VERSION, VERSION))
            .required()
            .says("The version of this shape."),
        member("id", Name).required().says("What names the work under judgement."),
        member("round", Whole(1, ROUNDS)).says("Which round of review this is; 1 unless said."),
        member("bound", Of(&BOUND)).says("The state of the work that was reviewed."),
        member("reading", Of(&READING)).says("How the texts are read."),
        member("seats", ListOf(&SEAT))
            .says("Who is expected, in their order. Each name stands here once."),
        member("submissions", ListOf(&SUBMISSION))
            .says("What arrived. Whoever has no seat can shut the gate, and never open it."),
        member("given", Named(&FACT))
            .says("Facts of this run, by the name that a policy asks for them with."),
        member("attempts", ListOf(&ATTEMPT)).says("What was tried before."),
        member("waivers", ListOf(&WAIVER))
            .says("Decisions to live with a finding. All that one names must match."),
        member("changed", Each(&Text))
            .says("The paths that the change touches, with `/` between folders; all of them."),
        member("lines_changed", Whole(0, i64::MAX))
            .says("How many lines the change adds and takes away."),
        member("previous", Each(&Text))
            .says("The fingerprints of all that earlier rounds found: `f1:…`."),
        member("overrides", YesNo)
            .says("Whether an opening may lift or excuse something; `true` unless said."),
        member("diagnostics", ListOf(&DIAGNOSTIC))
            .says("What the host has to say about the docket. It decides nothing."),
    ],
)
.closed()
.data();

const BOUND: Object = object(
    "what it is bound to",
    &[
        member("commit", Name).says("The commit, by its hash."),
        member("tree", Name).says("The files of the commit, by the hash of their tree."),
        member("changes", Name).says("What differs from the commit, by a hash of it."),
        member("run", Name).says("The run that asked for the reviews."),
    ],
)
.closed()
.data();

/// Rounds and weights are 32 bits wide.
const ROUNDS: i64 = 0xffff_ffff;

const SEAT: Object = object(
    "a seat",
    &[
        member("name", Name).required(),
        member("stake", Choice(&STAKES))
            .says("What its answer counts for; as the policy says, or else `required`."),
        member("weight", Whole(0, ROUNDS))
            .says("How much its answer weighs; as the policy says, or else 1."),
        member("found", YesNo)
            .says("`true` where nobody expects it by name: it sits because its file lies there."),
        member("absent", Of(&ABSENT)).says("Why it submitted nothing."),
    ],
)
.closed()
.data();

const STAKES: [&str; 3] = ["required", "voting", "observer"];

const ABSENT: Object = object(
    "an absence",
    &[
        member("state", Choice(&STATES)).required(),
        member("why", Text).says("In words; asked for with every state but `missing`."),
        member("cause", Choice(&CAUSES)).says("With `unreadable`, and only with it."),
    ],
)
.closed()
.data();

const STATES: [&str; 7] =
    ["missing", "awaiting", "errored", "stale", "unreadable", "skipped", "excused"];

const SUBMISSION: Object = object(
    "a submission",
    &[
        member("seat", Name).required().says("Who wrote it."),
        member("source", Name).says("The name of the text: `qa.md`; the seat unless said."),
        member("text", Text).says("What was written, whole and unchanged."),
        member("base64", Text).says("The same as bytes, where it is not UTF-8 (RFC 4648, 4)."),
        member("unreadable", Of(&UNREADABLE)).says("Why there is something, and no text of it."),
    ],
)
.closed()
.data()
.one_of(&ONE_OF);

const ONE_OF: [&str; 3] = ["text", "base64", "unreadable"];

const UNREADABLE: Object = object(
    "a reason",
    &[member("cause", Choice(&CAUSES)).required(), member("why", Text).required()],
)
.closed()
.data();

const READING: Object = object(
    "a way to read",
    &[
        member("profile", Choice(&PROFILES)).says("How forgiving reading is."),
        member("format", Choice(&FORMATS)).says("The format of all texts; found out unless said."),
        member("formats", Each(&Choice(&FORMATS)))
            .says("The only formats that may be read; all unless said."),
        member("remarks", YesNo).says(
            "Whether lines outside the fields count, which can only shut; `true` unless said.",
        ),
        member("kind", Choice(&KINDS)).says("What an auditor judged."),
        member("expected", ListOf(&SUBJECT)).says("The subjects that are to be judged."),
        member("words", Named(&Choice(&OUTCOMES)))
            .says("Words of verdicts besides those of Assize. None may hide something worse."),
        member("cautions", Each(&Text)).says("Words that make a pass doubtful."),
        member("labels", Each(&Text)).says("Names of verdicts."),
        member("findings", Named(&Choice(&SEVERITIES))).says("Names of findings."),
        member("severities", Named(&Choice(&SEVERITIES))).says("Words for how bad a finding is."),
        member("confidences", Named(&Choice(&CONFIDENCES)))
            .says("Words for how sure a reviewer is."),
        member("none", Each(&Text)).says("Words that say that there is nothing."),
    ],
)
.closed()
.data();

const SUBJECT: Object = object(
    "a subject",
    &[
        member("change", YesNo).says("`true`: the change as a whole."),
        member("criterion", Name).says("The id of a criterion."),
        member("note", Name).says("The path of a note, together with a gate."),
        member("gate", Name).says("The id of a gate, together with a note."),
        member("batch", Name).says("A batch of a log."),
        member("run", Name).says("One run of the batch beside it."),
        member("reviewer", Name).says("A reviewer of a summary."),
    ],
)
.closed()
.data();

/// A fact of this run.
const FACT: super::members::Kind = AnyOf(
    "a whole number, `true`, `false`, a string, a list of strings, or `{\"date\": \"2026-11-21\"}`",
    &[Whole(i64::MIN, i64::MAX), YesNo, Text, Each(&Text), Of(&DAY)],
);

const DAY: Object =
    object("a day", &[member("date", Name).required().says("`2026-11-21`")]).closed().data();

const ATTEMPT: Object = object(
    "an attempt",
    &[
        member("seat", Name).required(),
        member("action", Choice(ACTIONS)).required(),
        member("round", Whole(1, ROUNDS)).says("The round it was tried in; 1 unless said."),
    ],
)
.closed()
.data();

const WAIVER: Object = object(
    "a waiver",
    &[
        member("id", Name).required(),
        member("category", Name).says("Only findings of this category."),
        member("path", Name).says("Only findings under these paths: `src/tls/**`."),
        member("fingerprint", Name).says("Only the finding with this fingerprint: `f1:…`."),
        member("owner", Name).says("Who decided; without one it covers nothing."),
        member("reason", Name).required(),
        member("until", Name).required().says("The last day that it covers: `2027-01-01`."),
    ],
)
.closed()
.data();

const DIAGNOSTIC: Object = object(
    "a diagnostic",
    &[
        member("code", Name).required().says("A name of the host's own: `ours::late`."),
        member("level", Choice(&LEVELS)).says("`advice` unless said."),
        member("message", Name).required(),
        member("help", Text),
    ],
)
.closed()
.data();

/// The words of a closed vocabulary.
macro_rules! words_of {
    ($($name:ident = $of:ty;)*) => {$(
        const $name: [&str; <$of>::ALL.len()] = {
            let mut words = [""; <$of>::ALL.len()];
            let mut at = 0;
            while at < words.len() {
                words[at] = <$of>::ALL[at].as_str();
                at += 1;
            }
            words
        };
    )*};
}
words_of! {
    CAUSES = crate::ir::Cause;
    PROFILES = crate::ir::Profile;
    FORMATS = crate::ir::Format;
    KINDS = crate::ir::Kind;
    OUTCOMES = crate::ir::Outcome;
    SEVERITIES = crate::ir::Severity;
    CONFIDENCES = crate::ir::Confidence;
    LEVELS = crate::ir::Level;
}
