//! What reviews are read with: the grammars of formats, the tables of words, and the shapes of records that others define.
//!
//! Each grammar is a module with its parser, its rules, and its files as one text.

#![expect(missing_docs, reason = "pest makes a variant of each rule: its files say what each is")]

macro_rules! grammars {
    ($($(#[$doc:meta])* $name:ident: $own:literal $(, $other:literal)*;)*) => {
        $(
            $(#[$doc])*
            pub mod $name {
                /// The parser.
                #[derive(Clone, Copy, Debug, pest_derive::Parser)]
                #[grammar = $own]
                $(#[grammar = $other])*
                pub struct Grammar;

                /// Its files, its own first.
                pub const TEXT: &str = concat!(
                    include_str!($own),
                    $("\n// From grammar/", $other, ".\n\n", include_str!($other),)*
                );
            }
        )*
    };
}

grammars! {
    /// The output of inspectors and auditors (CPF).
    cpf: "cpf.pest", "common.pest";
    /// JSON, down to its values.
    json: "json.pest";
    /// What the lines of a text are, whatever its format.
    lines: "lines.pest", "common.pest";
    /// Reviews of pairs of files.
    pair_review: "pair_review.pest", "common.pest";
    /// A path to a verdict file.
    pointer: "pointer.pest", "keys.pest", "common.pest";
    /// The command lines that hooks hold.
    shell: "shell.pest";
    /// What names and values say, over classes of words.
    statement: "statement.pest";
    /// Verdict files.
    verdict_file: "verdict_file.pest", "keys.pest", "common.pest";
    /// Logs of verdicts.
    verdicts_log: "verdicts_log.pest", "common.pest";
    /// YAML, down to its values.
    yaml: "yaml.pest", "common.pest";
}

/// The tables of words: a class and its phrases, each with the document that it was read in.
pub mod words {
    /// Names.
    pub const NAMES: &str = include_str!("words/names.txt");
    /// Values.
    pub const VALUES: &str = include_str!("words/values.txt");
    /// Lines that introduce an example, or what another wrote.
    pub const INTRODUCES: &str = include_str!("words/introduces.txt");
    /// Signs that are written as words: `:white_check_mark:`
    pub const SHORTCODES: &str = include_str!("words/shortcodes.txt");
}

macro_rules! shapes {
    ($($name:literal)*) => { [$(include_str!(concat!("shapes/", $name, ".kdl"))),*] };
}

/// The shapes of records that others define, in KDL.
pub mod shapes {
    /// Of records that are data.
    pub const OF_DATA: [&str; 12] = shapes![
        "ai-scientist" "check-run" "codex-review" "deepeval" "github-checks" "github-pull-request" "github-reviews"
        "gitlab-approvals" "promptfoo" "rdjson" "rdjsonl" "sarif"
    ];
    /// Of records that are lines, or begin with one.
    pub const OF_LINES: [&str; 4] = shapes!["ack" "allow" "crev" "vote"];
    /// Of what agents print around an answer.
    pub const OF_ANSWERS: [&str; 2] = shapes!["codex-exec" "gemini"];
}
