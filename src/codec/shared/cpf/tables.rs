//! The words of CPF, as tables: keys, severities, inspectors and their categories.

use super::Dialect;
use super::grammar::{self, Rule};
use super::repairs::SEVERITY_WORD;
use crate::codec::ReadOptions;
use crate::codec::repairs::Repair;
use crate::codec::text::slice::Slice;
use crate::codec::text::word::begins_with;
use crate::ir::{Finding, FindingKind, Kind, Outcome, Severity};
use crate::source::Span;

/// What `VERDICT:` may state.
pub(in crate::codec) const WORDS: &[(&str, Outcome)] = &[
    ("GO", Outcome::Pass),
    ("CONDITIONAL", Outcome::Warn),
    ("NO-GO", Outcome::Fail),
    ("SPEC-UPDATE-NEEDED", Outcome::Fail),
];

/// The word of a reviewer that could not do its job.
pub(in crate::codec) const ERROR: &str = "ERROR";

/// Whether a value begins with a word of CPF.
pub(in crate::codec) fn is_word(value: &str) -> bool {
    WORDS.iter().any(|(word, _)| begins_with(value, word))
}

/// What a line begins with: `VERDICT:`, `ISSUES:`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) name: &'static str,
    /// Its spellings.
    pub(super) rule: Rule,
    /// A row below it.
    pub(super) row: Rule,
    /// Who writes it; none where both do.
    pub(super) writer: Option<Dialect>,
    /// The columns of its rows.
    pub(super) columns: &'static [&'static str],
}

const INSPECTOR: Option<Dialect> = Some(Dialect::Inspector);
const AUDITOR: Option<Dialect> = Some(Dialect::Auditor);

macro_rules! keys {
    ($($name:ident $row:ident $writer:ident $($column:literal)*;)*) => {
        /// Every key in the order in which it is written.
        pub(super) const KEYS: &[Key] = &[$(Key {
            name: stringify!($name),
            rule: Rule::$name,
            row: Rule::$row,
            writer: $writer,
            columns: &[$($column),*],
        }),*];
    };
}

keys! {
    VERDICT note None;
    SCOPE note None;
    WAVE_SCOPE note AUDITOR;
    SPECS_IN_SCOPE note AUDITOR;
    ISSUES issue INSPECTOR "sev" "category" "location" "description";
    VERIFIED verified AUDITOR "agents" "sev" "category" "location" "description";
    REMOVED removed AUDITOR "agent" "reason" "original issue";
    RESOLVED resolved AUDITOR "agents" "resolution" "conflicting findings";
    STEERING steering AUDITOR "CODIFY or PROPOSE" "target file" "decision";
    SPEC_FEEDBACK spec_feedback AUDITOR "specifications or design" "spec" "description";
    NOTES note None;
    ROADMAP_ADVISORY note AUDITOR;
}

impl Key {
    /// Lines belong below it.
    pub(super) fn is_section(&self) -> bool {
        self.is_free() || !self.columns.is_empty()
    }

    /// What stands below it is free text.
    pub(super) fn is_free(&self) -> bool {
        matches!(self.rule, Rule::NOTES | Rule::ROADMAP_ADVISORY)
    }

    /// Whether an auditor of this kind writes it (CPF Spec 3.6 and 3.8).
    pub(super) fn is_for(&self, kind: Kind) -> bool {
        use Rule::{NOTES, REMOVED, RESOLVED, SPEC_FEEDBACK, VERDICT, VERIFIED};
        match kind {
            Kind::Impl => true,
            Kind::Design => self.rule != SPEC_FEEDBACK,
            Kind::DeadCode => {
                matches!(self.rule, VERDICT | VERIFIED | REMOVED | RESOLVED | NOTES)
            }
        }
    }
}

/// Whether a name is that of a key, in some spelling.
pub(super) fn is_key(name: &str) -> bool {
    grammar::begins(Rule::known_key, Slice::new(name, 0))
}

/// How bad a finding is, by its code.
pub(in crate::codec) const SEVERITIES: &[(&str, Severity)] = &[
    ("C", Severity::Critical),
    ("H", Severity::High),
    ("M", Severity::Medium),
    ("L", Severity::Low),
];

/// Longer words are no severity, unless a host adds them; in bytes.
const LONGEST_SEVERITY: usize = "**critical**".len();

/// The severity of a word, and what had to be overlooked to know it.
pub(in crate::codec) fn severity(
    text: &str,
    options: &ReadOptions,
) -> Option<(Severity, Option<Repair>)> {
    if let Some((_, severity)) = SEVERITIES.iter().find(|(code, _)| *code == text) {
        return Some((*severity, None));
    }
    let same = |word: &str| word.eq_ignore_ascii_case(text);
    if let Some((_, severity)) = options.lexicon.severities.iter().find(|(word, _)| same(word)) {
        return Some((*severity, None));
    }
    // Most words that are asked about are agents or categories.
    if text.len() > LONGEST_SEVERITY && options.lexicon.severities.is_empty() {
        return None;
    }
    let own = SEVERITIES.iter().find(|(code, _)| same(code)).map(|(_, severity)| *severity);
    let severity = match own {
        None if same("med") => Some(Severity::Medium),
        None => options.lexicon.severity(text),
        own => own,
    };
    severity.map(|severity| (severity, Some(SEVERITY_WORD)))
}

/// Only what is critical shuts the gate by itself.
pub(in crate::codec) fn kind_of(severity: Option<Severity>) -> FindingKind {
    match severity {
        Some(Severity::Critical) => FindingKind::Blocker,
        _ => FindingKind::Advisory,
    }
}

/// The code of a severity: `C`.
pub(in crate::codec) fn code_of(severity: Severity) -> Option<&'static str> {
    SEVERITIES.iter().find(|(_, known)| *known == severity).map(|(code, _)| *code)
}

/// The first of the worst of some findings, and where it is.
pub(in crate::codec) fn worst_of(findings: &[Finding]) -> Option<(Severity, Span)> {
    let rows = findings.iter().filter_map(|found| Some((found.severity?, found.span)));
    rows.reduce(|worst, row| if row.0 > worst.0 { row } else { worst })
}

/// A severity with a number behind it, where a severity belongs: `C1`, `H-2`, `M#3`.
pub(super) fn numbered(text: &str, options: &ReadOptions) -> Option<Severity> {
    let word = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let word = Some(word).filter(|word| word.len() < text.len())?;
    Some(severity(word.trim_end_matches(['-', '#', '.', '_', ' ']), options)?.0)
}

macro_rules! inspectors {
    ($($name:literal $kind:ident $($category:literal)+;)*) => {
        /// The inspectors, the work they look at, and the categories they are known to use.
        pub(super) const INSPECTORS: &[(&str, Kind, &[&str])] =
            &[$(($name, Kind::$kind, &[$($category),+])),*];
    };
}

inspectors! {
    "rulebase" Design "spec-quality" "template-drift" "traceability-gap" "orphan-component";
    "testability" Design "untestable-ac" "missing-boundary" "ambiguous-trigger";
    "architecture" Design "coupling" "boundary-violation" "missing-contract";
    "consistency" Design "coverage-gap" "internal-contradiction" "design-overreach" "scope-violation";
    "best-practices" Design "anti-pattern" "security-gap" "error-handling";
    "holistic" Design "cross-cutting" "blind-spot" "integration-gap";
    "impl-rulebase" Impl "task-incomplete" "traceability-missing" "file-missing" "metadata-mismatch" "file-unexpected";
    "interface" Impl "signature-mismatch" "dependency-missing" "contract-violation";
    "test" Impl "test-failure" "coverage-gap" "test-quality";
    "quality" Impl "error-handling-drift" "naming-violation" "dead-code";
    "impl-consistency" Impl "pattern-deviation" "import-pattern" "cross-feature-mismatch";
    "impl-holistic" Impl "cross-cutting" "blind-spot" "integration-gap";
    "dead-settings" DeadCode "dead-config";
    "dead-code" DeadCode "dead-code";
    "dead-specs" DeadCode "spec-drift" "unimplemented-spec";
    "dead-tests" DeadCode "orphaned-test" "stale-fixture" "false-confidence-test";
}

/// Whether some inspector is known to use a category.
pub(super) fn is_category(text: &str) -> bool {
    INSPECTORS.iter().any(|(.., categories)| categories.contains(&text))
}

/// The known category that is nearest to an unknown one.
pub(super) fn nearest_category(text: &str) -> Option<&'static str> {
    let length = text.chars().count();
    let known = INSPECTORS.iter().flat_map(|(.., categories)| categories.iter().copied());
    // One that is longer or shorter by three letters is no nearer than that.
    let alike = known.filter(|known| known.len().abs_diff(length) <= 2);
    let near = alike.map(|known| (strsim::osa_distance(text, known), known));
    near.filter(|(distance, _)| *distance <= 2).min().map(|(_, known)| known)
}

/// Marks in NOTES that say that not everything was looked at.
pub(super) const TAGS: &[&str] = &["PARTIAL:", "PARTIAL_VERIFICATION", STANDS_IN];

/// The one that says that the verdict was derived from what the inspectors found.
pub(super) const STANDS_IN: &str = "AUDITOR_UNAVAILABLE";

/// What stands behind a verdict that rests on a part of the inspectors.
pub(super) const PARTIAL: &str = "partial coverage";
