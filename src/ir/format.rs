//! The ways to write a verdict, by name.

/// Every format: its variant, the module of its codec, its name, and whether it has a field for how
/// sure the reviewer is, or a severity for each finding that its verdict comes from, with the names that it had before;
/// in the order in which a text is held against them.
///
/// **Adding a format is one line here**, one codec file, one grammar and one folder of cases: the
/// type [`Format`], the registry of codecs, `--as` and `--to`, help texts and the table in the
/// README follow.
macro_rules! formats {
    ($then:ident) => {
        $then! {
            /// `verdict-file: PATH` on line 1: where a dartai reviewer says its verdict file is.
            Pointer pointer "pointer" confidence,
            /// What `claude -p`, `codex exec` and `gemini` print as JSON around a reviewer's answer.
            AgentEnvelope agent_envelope "agent-envelope",
            /// The verdict of DG-Anvil's court: a status for each criterion, and an action.
            Court court "court" confidence,
            /// The answer of deepwork's quality gate (JOBS-REQ-004.9).
            Quality quality "quality",
            /// Pair reviews of commonplace as one JSON object.
            PairBundle pair_bundle "pair-bundle",
            /// The JSON of dartai's rationalization-trap reviewer, which states no verdict.
            TrapReport trap_report "trap-report" confidence,
            /// An inspector's rows in the Compact Pipe-Delimited Format (CPF Spec 2).
            CpfInspector cpf_inspector "cpf-inspector" severity,
            /// An auditor's verdict in the Compact Pipe-Delimited Format (CPF Spec 3).
            CpfAuditor cpf_auditor "cpf-auditor" severity,
            /// The YAML that succeeded CPF: an inspector's `issues:` as a list, and an auditor's `verdict: "CONDITIONAL"`.
            SddYaml sdd_yaml "sdd-yaml" severity,
            /// Line-oriented verdict files, as dartai defines them: `verdict: fail` on line 1.
            VerdictFile verdict_file "verdict-file" confidence,
            /// Pair reviews of commonplace: `=== PAIR REVIEW START: note :: gate ===` blocks.
            PairReview pair_review "pair-review",
            /// `verdicts.md`: the batches of CPF verdicts of one feature, one below the other.
            VerdictsLog verdicts_log "verdicts-log",
            /// `verdict-summary.kdl`: the verdicts of a whole bench.
            VerdictSummary verdict_summary "verdict-summary" confidence,
            /// The older reports of dartai reviewers: `qa_report:` and its like.
            LegacyReport legacy_report "legacy-report",
            /// A YAML block with the fields of a dartai verdict, fenced in a message.
            YamlBlock yaml_block "yaml-block" confidence,
            /// A review of no exact format: its verdict stands in a field, such as `### Verdict: APPROVE`.
            Review review "review" | "labelled" | "labelled-json",
        }
    };
}

macro_rules! format_type {
    ($($(#[doc = $doc:literal])* $variant:ident $module:ident $name:literal $(| $alias:literal)* $($field:ident)?,)*) => {
        super::words! {
            /// One way to write a verdict.
            #[derive(PartialOrd, Ord)]
            #[non_exhaustive]
            pub enum Format {
                $($(#[doc = $doc])* $variant = $name $(| $alias)*,)*
            }
        }

        impl Format {
            /// What it is, in a sentence.
            pub fn about(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),*).trim_ascii(),)*
                }
            }

            /// Names that it had before, which are read as its own.
            #[cfg(feature = "cli")]
            pub(crate) fn former_names(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($alias),*],)*
                }
            }

            /// Whether it asks how sure the reviewer is. Who does not say so in one that asks is
            /// unsure; in another no reviewer was asked.
            ///
            /// ```
            /// use assize::Format;
            /// assert!(Format::VerdictFile.asks_confidence());
            /// assert!(!Format::Review.asks_confidence());
            /// ```
            pub fn asks_confidence(self) -> bool {
                match self {
                    $(Self::$variant => [$(stringify!($field)),*].contains(&"confidence"),)*
                }
            }

            /// Whether each finding has a severity that the verdict is derived from.
            #[cfg(feature = "judge")]
            pub(crate) fn rates_findings(self) -> bool {
                match self {
                    $(Self::$variant => [$(stringify!($field)),*].contains(&"severity"),)*
                }
            }
        }
    };
}

formats!(format_type);
pub(crate) use formats;
