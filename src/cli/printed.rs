//! What the commands print as JSON that tell what there is: formats, words, policies, panels, conversions.
//!
//! The doc comments here become the descriptions of the JSON Schemas.

use serde::Serialize;

use crate::{Decoded, Format};

/// The version of these shapes. Additions do not change it.
pub(super) const VERSION: u32 = 1;

/// A text with a line feed at the end.
pub(super) fn print(value: &impl Serialize) -> String {
    crate::emit::json::print(value)
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $of:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
        pub(super) struct $name<'a> {
            $($(#[$field_doc])* pub(super) $field: $of,)*
        }
    )*};
}

shapes! {
    /// What `assize contract --format json` prints: every format.
    Formats {
        /// The version of this shape. Additions do not change it.
        #[cfg_attr(test, schemars(extend("const" = 1)))]
        schema_version: u32,
        /// Every format, in the order in which a text is held against them.
        formats: Vec<FormatRow<'a>>,
    }

    /// One way to write a verdict.
    FormatRow {
        /// Its name.
        name: &'a str,
        /// Whether it is written, and not only read.
        written: bool,
        /// Whether it has a JSON Schema.
        schema: bool,
        /// What it is, in a sentence.
        about: &'a str,
    }

    /// What `assize contract lexicon --format json` prints: words that are known outside the fields of formats.
    Words {
        /// The version of this shape. Additions do not change it.
        #[cfg_attr(test, schemars(extend("const" = 1)))]
        schema_version: u32,
        /// Every word, list by list.
        entries: Vec<WordRow<'a>>,
    }

    /// One word.
    WordRow {
        /// Where it is looked for: `names`, `values`, `introductions`.
        table: &'a str,
        /// What such words are: `findings that stop the work`.
        list: &'a str,
        /// The word. `(s)` at its end stands for it with an `s` and without.
        word: &'a str,
        /// Its outcome or its severity; null where it has neither.
        means: Option<&'a str>,
        /// The document that it was read in, or `made`; null for a word of the team.
        source: Option<&'a str>,
        /// Whether the team added it.
        added: bool,
    }

    /// What `assize explain --fields --format json` prints.
    FieldTable {
        /// The version of this shape. Additions do not change it.
        #[cfg_attr(test, schemars(extend("const" = 1)))]
        schema_version: u32,
        /// Every text that was read.
        files: Vec<FieldFile<'a>>,
    }

    /// One text, and its fields.
    FieldFile {
        /// Its name: the path that was given.
        source: &'a str,
        /// The format that it was read as; null where none fits.
        format: Option<&'a str>,
        /// The outcome of its verdict, the worst where it has several; null where it has none.
        outcome: Option<&'a str>,
        /// Why it has no verdict: `no_verdict`; null where it has one.
        unreadable: Option<&'a str>,
        /// Its fields, in the order of the text; null where it is too large or too deep.
        fields: Option<Vec<FieldLine<'a>>>,
    }

    /// One field.
    FieldLine {
        /// Its line, from 1.
        line: u32,
        /// Where it begins, in bytes from 0.
        start: u32,
        /// Where it ends, in bytes: the first one behind it.
        end: u32,
        /// The way to it from the top: `## Verdict/item`.
        place: &'a str,
        /// Who says it: `own`, `lazy`, `quoted`, `code`, `hidden`, `struck`, `draft`, `introduced`.
        voice: &'a str,
        /// Its name; empty for a line without one.
        name: &'a str,
        /// Its value; empty where it has none, or holds fields of its own.
        value: &'a str,
        /// `whole` or `part`; null where it does nothing.
        about: Option<&'a str>,
        /// `opens`, `shuts`, `doubts`, `unclear`, `unread`, `shown`; null where it does nothing.
        does: Option<&'a str>,
    }

    /// What `assize parse --pairs --format json` prints.
    Trees {
        /// The version of this shape. Additions do not change it.
        #[cfg_attr(test, schemars(extend("const" = 1)))]
        schema_version: u32,
        /// Every text that was read.
        files: Vec<TreeFile<'a>>,
    }

    /// One text, and what the grammar of its format makes of it.
    TreeFile {
        /// Its name: the path that was given.
        source: &'a str,
        /// The format that it was read as; null where none fits.
        format: Option<&'a str>,
        /// Why there is no tree, in a sentence; null where there is one.
        read_by: Option<&'a str>,
        /// What the rule for a whole text matches.
        tree: Option<RuleRow<'a>>,
    }

    /// What a rule matches.
    RuleRow {
        /// The name of the rule.
        rule: &'a str,
        /// Its line, from 1.
        line: u32,
        /// Its column, from 1, in characters.
        column: u32,
        /// Where it begins, in bytes from 0.
        start: u32,
        /// Where it ends, in bytes: the first one behind it.
        end: u32,
        /// What it matches; null where it has parts.
        text: Option<String>,
        /// What the rules match that it consists of.
        parts: Vec<RuleRow<'a>>,
    }

    /// What `assize doctor --format json` prints.
    Checks {
        /// The version of this shape. Additions do not change it.
        #[cfg_attr(test, schemars(extend("const" = 1)))]
        schema_version: u32,
        /// 0 where all is well, else 1.
        exit_code: u8,
        /// What was looked at, in its order.
        checks: &'a [Check],
    }

    /// What `assize policy list --format json` prints.
    Policies {
        /// The version of this shape. Additions do not change it.
        #[cfg_attr(test, schemars(extend("const" = 1)))]
        schema_version: u32,
        /// Every policy, stage by stage, the team's own first.
        policies: Vec<PolicyRow<'a>>,
    }

    /// One policy.
    PolicyRow {
        /// Its stage: `gate`, `audit`, `redispatch`.
        stage: &'a str,
        /// Its name.
        name: &'a str,
        /// Whether it comes with Assize.
        built_in: bool,
        /// Its file; null when it is built in.
        file: Option<String>,
        /// The first line of its documentation; why it cannot be read, where it cannot.
        about: String,
    }

    /// What `assize policy show --format json` prints.
    WholePolicy {
        /// The version of this shape. Additions do not change it.
        #[cfg_attr(test, schemars(extend("const" = 1)))]
        schema_version: u32,
        /// Its stage: `gate`, `audit`, `redispatch`.
        stage: &'a str,
        /// Its name.
        name: &'a str,
        /// Whether it comes with Assize.
        built_in: bool,
        /// Its file; null when it is built in.
        file: Option<String>,
        /// The first line of its documentation.
        about: String,
        /// Its text.
        text: &'a str,
    }

    /// What `assize panel list --format json` prints.
    Panels {
        /// The version of this shape. Additions do not change it.
        #[cfg_attr(test, schemars(extend("const" = 1)))]
        schema_version: u32,
        /// Every panel, the team's own first.
        panels: Vec<PanelRow<'a>>,
    }

    /// One panel.
    PanelRow {
        /// Its name.
        name: &'a str,
        /// Whether it comes with Assize.
        built_in: bool,
        /// Where it came from: `built in`, a path, a path at a commit.
        origin: &'a str,
        /// What it is, in a few words.
        about: String,
    }

    /// What `assize panel show --format json` prints.
    WholePanel {
        /// The version of this shape. Additions do not change it.
        #[cfg_attr(test, schemars(extend("const" = 1)))]
        schema_version: u32,
        /// Its name.
        name: &'a str,
        /// Whether it comes with Assize.
        built_in: bool,
        /// Where it came from: `built in`, a path, a path at a commit.
        origin: &'a str,
        /// SHA-256 of the file that it stands in, in hexadecimal.
        sha256: String,
        /// What it is, in a few words.
        about: String,
        /// Where reports lie, with `{task}` for the name of the work; empty where it does not say.
        reports: &'a [String],
        /// The policy that judges; null where it names none.
        gate: Option<Chosen<'a>>,
        /// The policy that audits verdicts; null where it names none.
        audit: Option<Chosen<'a>>,
        /// The policy that says what to try next; null where it names none.
        redispatch: Option<Chosen<'a>>,
        /// Who sits.
        seats: Vec<SeatRow<'a>>,
        /// What they judge, besides the change.
        subjects: Vec<SubjectRow<'a>>,
        /// The kind of review; null where it does not say.
        kind: Option<String>,
        /// The formats that its reviewers may write; empty: any.
        formats: Vec<String>,
        /// Whether a policy may open over what reviewers said.
        overrides: bool,
        /// Whether there is no gate without a begun round.
        require_round: bool,
        /// Whether a report that does not end with the mark of its round is cut off.
        require_end: bool,
        /// How many files a self-review shows whole; null where it does not say.
        self_review_inline_files: Option<u32>,
        /// It as it may stand in `assize.kdl`.
        text: &'a str,
    }

    /// A policy that a panel names.
    Chosen {
        /// Its name, or its file.
        policy: &'a str,
        /// What the panel sets of it.
        params: Vec<ChosenParam<'a>>,
    }

    /// A parameter that a panel sets.
    ChosenParam {
        /// Its name.
        name: &'a str,
        /// Its value, or the entries of its list.
        values: Vec<ChosenValue<'a>>,
    }

    /// One seat of a panel.
    SeatRow {
        /// Its name.
        name: &'a str,
        /// The file that it writes; null where it is named after the seat.
        file: Option<&'a str>,
        /// The name that its file had before; null where there is none.
        legacy: Option<&'a str>,
        /// The type of agent whose last message is its report; null for one that is called like the seat.
        agent: Option<&'a str>,
        /// How it counts; null where the policy says it.
        stake: Option<String>,
        /// How much it weighs; null: 1.
        weight: Option<u32>,
        /// What the team says of it, by names of its own.
        labels: &'a std::collections::BTreeMap<String, String>,
        /// When it sits, each as it may be written; empty: always.
        when: Vec<String>,
    }

    /// What `assize convert --format json` prints.
    Conversions {
        /// The version of this shape. Additions do not change it.
        #[cfg_attr(test, schemars(extend("const" = 1)))]
        schema_version: u32,
        /// The format that is written.
        to: Format,
        /// The file that was written; null for standard output.
        output: Option<String>,
        /// What was read, and what was made of it.
        conversions: Vec<Conversion<'a>>,
    }

    /// One text, converted.
    Conversion {
        /// What was read.
        #[cfg_attr(test, schemars(with = "crate::emit::ReadSource<'static>"))]
        read: &'a Decoded,
        /// What was written; null where nothing could be read.
        text: Option<String>,
    }
}

/// Something that `assize doctor` looked at.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Check {
    /// What it is about: `rules`, `hook`, `command`, `gate`.
    pub(super) check: &'static str,
    /// Whether it is well.
    pub(super) ok: bool,
    /// What was found.
    pub(super) says: String,
    /// What to do next; null where nothing is to be done.
    pub(super) next: Option<String>,
}

/// The value of a parameter.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum ChosenValue<'a> {
    Number(Option<i64>),
    Text(&'a str),
}

/// What is judged, besides the change.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum SubjectRow<'a> {
    Criterion {
        /// The id of a criterion.
        criterion: &'a str,
    },
    Pair {
        /// A note.
        note: &'a str,
        /// The gate that it is held against.
        gate: &'a str,
    },
}

/// A name for what a command prints with `--format json`, what it is, and its JSON Schema.
pub(super) type Printed = (&'static str, &'static str, fn() -> String);

/// What these are.
pub(super) const SHAPES: [Printed; 10] = [
    ("formats", "What `assize contract --format json` prints", || {
        include_str!("../../docs/schemas/formats.json").into()
    }),
    ("words", "What `assize contract lexicon --format json` prints", || {
        include_str!("../../docs/schemas/words.json").into()
    }),
    ("fields", "What `assize explain --fields --format json` prints", || {
        include_str!("../../docs/schemas/fields.json").into()
    }),
    ("rule-trees", "What `assize parse --pairs --format json` prints", || {
        include_str!("../../docs/schemas/rule-trees.json").into()
    }),
    ("conversions", "What `assize convert --format json` prints", || {
        include_str!("../../docs/schemas/conversions.json").into()
    }),
    ("doctor", "What `assize doctor --format json` prints", || {
        include_str!("../../docs/schemas/doctor.json").into()
    }),
    ("policies", "What `assize policy list --format json` prints", || {
        include_str!("../../docs/schemas/policies.json").into()
    }),
    ("policy", "What `assize policy show --format json` prints", || {
        include_str!("../../docs/schemas/policy.json").into()
    }),
    ("panels", "What `assize panel list --format json` prints", || {
        include_str!("../../docs/schemas/panels.json").into()
    }),
    ("panel", "What `assize panel show --format json` prints", || {
        include_str!("../../docs/schemas/panel.json").into()
    }),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::tests::made::hold;

    #[test]
    fn each_schema_is_that_of_its_type() {
        hold::<Formats<'static>>("formats", "Formats");
        hold::<Words<'static>>("words", "Words that are known outside the fields of formats");
        hold::<FieldTable<'static>>("fields", "The fields of texts");
        hold::<Trees<'static>>("rule-trees", "What the rules of grammars match in texts");
        hold::<Conversions<'static>>("conversions", "What was converted");
        hold::<Checks<'static>>("doctor", "What is well, and what is not");
        hold::<Policies<'static>>("policies", "Policies");
        hold::<WholePolicy<'static>>("policy", "A policy");
        hold::<Panels<'static>>("panels", "Panels");
        hold::<WholePanel<'static>>("panel", "A panel");
    }
}
