//! The words of CPF, as tables: keys, severities, inspectors and their categories.

use super::repairs::SEVERITY_WORD;
use crate::codec::ReadOptions;
use crate::codec::repairs::Repair;
use crate::codec::text::word::begins_with;
use crate::ir::{Kind, Outcome, Severity};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Verdict,
    Scope,
    WaveScope,
    SpecsInScope,
    Issues,
    Verified,
    Removed,
    Resolved,
    Steering,
    SpecFeedback,
    Notes,
    RoadmapAdvisory,
}

/// Who writes a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writer {
    Anyone,
    Inspector,
    Auditor,
}

/// Every key in the order in which it is written, who writes it, and the columns of its rows.
pub(super) const KEYS: &[(&str, Key, Writer, &[&str])] = &[
    ("VERDICT", Key::Verdict, Writer::Anyone, &[]),
    ("SCOPE", Key::Scope, Writer::Anyone, &[]),
    ("WAVE_SCOPE", Key::WaveScope, Writer::Auditor, &[]),
    ("SPECS_IN_SCOPE", Key::SpecsInScope, Writer::Auditor, &[]),
    ("ISSUES", Key::Issues, Writer::Inspector, &["sev", "category", "location", "description"]),
    (
        "VERIFIED",
        Key::Verified,
        Writer::Auditor,
        &["agents", "sev", "category", "location", "description"],
    ),
    ("REMOVED", Key::Removed, Writer::Auditor, &["agent", "reason", "original issue"]),
    ("RESOLVED", Key::Resolved, Writer::Auditor, &["agents", "resolution", "conflicting findings"]),
    ("STEERING", Key::Steering, Writer::Auditor, &["CODIFY or PROPOSE", "target file", "decision"]),
    (
        "SPEC_FEEDBACK",
        Key::SpecFeedback,
        Writer::Auditor,
        &["specifications or design", "spec", "description"],
    ),
    ("NOTES", Key::Notes, Writer::Anyone, &[]),
    ("ROADMAP_ADVISORY", Key::RoadmapAdvisory, Writer::Auditor, &[]),
];

impl Key {
    pub(super) fn name(self) -> &'static str {
        KEYS.iter().find(|(_, key, ..)| *key == self).map_or("", |(name, ..)| name)
    }

    pub(super) fn writer(self) -> Writer {
        KEYS.iter().find(|(_, key, ..)| *key == self).map_or(Writer::Anyone, |(.., w, _)| *w)
    }

    pub(super) fn columns(self) -> &'static [&'static str] {
        KEYS.iter().find(|(_, key, ..)| *key == self).map_or(&[], |(.., columns)| columns)
    }

    /// Lines belong below it.
    pub(super) fn is_section(self) -> bool {
        !matches!(self, Self::Verdict | Self::Scope | Self::WaveScope | Self::SpecsInScope)
    }

    /// What stands below it is free text.
    pub(super) fn is_free(self) -> bool {
        matches!(self, Self::Notes | Self::RoadmapAdvisory)
    }

    /// Whether an auditor of this kind writes it (CPF Spec 3.6 and 3.8).
    pub(super) fn is_for(self, kind: Kind) -> bool {
        match kind {
            Kind::Impl => true,
            Kind::Design => self != Self::SpecFeedback,
            Kind::DeadCode => {
                matches!(
                    self,
                    Self::Verdict | Self::Verified | Self::Removed | Self::Resolved | Self::Notes
                )
            }
        }
    }
}

/// The known key of a name, and whether it is spelt as the format spells it. Blanks and hyphens
/// may stand for `_`, and the plural may be missing or added.
pub(super) fn key(name: &str) -> Option<(Key, bool)> {
    let initial = name.as_bytes().first()?.to_ascii_uppercase();
    if !KEYS.iter().any(|(own, ..)| own.as_bytes().first() == Some(&initial)) {
        return None;
    }
    if let Some((_, key, ..)) = KEYS.iter().find(|(own, ..)| *own == name) {
        return Some((*key, true));
    }
    let same = |own: &str| {
        own.len() == name.len()
            && own.bytes().zip(name.bytes()).all(|(a, b)| {
                a == b.to_ascii_uppercase() || (a == b'_' && matches!(b, b' ' | b'-'))
            })
    };
    let singular = |own: &str| own.strip_suffix('S').is_some_and(same);
    let plural =
        |own: &str| name.strip_suffix(['s', 'S']).is_some_and(|n| n.eq_ignore_ascii_case(own));
    let known = KEYS.iter().find(|(own, ..)| same(own));
    let known = known.or_else(|| KEYS.iter().find(|(own, ..)| singular(own) || plural(own)));
    known.map(|(_, key, ..)| (*key, false))
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

/// A severity with a number behind it, where a severity belongs: `C1`, `H-2`, `M#3`.
pub(super) fn numbered(text: &str, options: &ReadOptions) -> Option<Severity> {
    let word = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let word = Some(word).filter(|word| word.len() < text.len())?;
    Some(severity(word.trim_end_matches(['-', '#', '.', '_', ' ']), options)?.0)
}

/// The inspectors, the work they look at, and the categories they are known to use.
pub(super) const INSPECTORS: &[(&str, Kind, &[&str])] = &[
    (
        "rulebase",
        Kind::Design,
        &["spec-quality", "template-drift", "traceability-gap", "orphan-component"],
    ),
    ("testability", Kind::Design, &["untestable-ac", "missing-boundary", "ambiguous-trigger"]),
    ("architecture", Kind::Design, &["coupling", "boundary-violation", "missing-contract"]),
    (
        "consistency",
        Kind::Design,
        &["coverage-gap", "internal-contradiction", "design-overreach", "scope-violation"],
    ),
    ("best-practices", Kind::Design, &["anti-pattern", "security-gap", "error-handling"]),
    ("holistic", Kind::Design, &["cross-cutting", "blind-spot", "integration-gap"]),
    (
        "impl-rulebase",
        Kind::Impl,
        &[
            "task-incomplete",
            "traceability-missing",
            "file-missing",
            "metadata-mismatch",
            "file-unexpected",
        ],
    ),
    ("interface", Kind::Impl, &["signature-mismatch", "dependency-missing", "contract-violation"]),
    ("test", Kind::Impl, &["test-failure", "coverage-gap", "test-quality"]),
    ("quality", Kind::Impl, &["error-handling-drift", "naming-violation", "dead-code"]),
    (
        "impl-consistency",
        Kind::Impl,
        &["pattern-deviation", "import-pattern", "cross-feature-mismatch"],
    ),
    ("impl-holistic", Kind::Impl, &["cross-cutting", "blind-spot", "integration-gap"]),
    ("dead-settings", Kind::DeadCode, &["dead-config"]),
    ("dead-code", Kind::DeadCode, &["dead-code"]),
    ("dead-specs", Kind::DeadCode, &["spec-drift", "unimplemented-spec"]),
    ("dead-tests", Kind::DeadCode, &["orphaned-test", "stale-fixture", "false-confidence-test"]),
];

/// Whether some inspector is known to use a category.
pub(super) fn is_category(text: &str) -> bool {
    INSPECTORS.iter().any(|(.., categories)| categories.contains(&text))
}

/// The known category that is nearest to an unknown one.
pub(super) fn nearest_category(text: &str) -> Option<&'static str> {
    if text.len() > 40 {
        return None;
    }
    let known = INSPECTORS.iter().flat_map(|(.., categories)| categories.iter().copied());
    let near = known.map(|known| (strsim::osa_distance(text, known), known));
    near.filter(|(distance, _)| *distance <= 2).min().map(|(_, known)| known)
}

/// Marks in NOTES that say that not everything was looked at.
pub(super) const TAGS: &[&str] = &["PARTIAL:", "PARTIAL_VERIFICATION", STANDS_IN];

/// The one that says that the verdict was derived from what the inspectors found.
pub(super) const STANDS_IN: &str = "AUDITOR_UNAVAILABLE";

/// What stands behind a verdict that rests on a part of the inspectors.
pub(super) const PARTIAL: &str = "partial coverage";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_sixteen_inspectors() {
        let of = |kind| INSPECTORS.iter().filter(|(_, k, _)| *k == kind).count();
        assert_eq!(Kind::ALL.iter().copied().map(of).collect::<Vec<_>>(), [6, 6, 4]);
    }

    #[test]
    fn a_key_is_known_in_other_spellings() {
        assert_eq!(key("SPEC_FEEDBACK"), Some((Key::SpecFeedback, true)));
        for name in ["spec_feedback", "Spec Feedback", "SPEC-FEEDBACK"] {
            assert_eq!(key(name), Some((Key::SpecFeedback, false)), "{name}");
        }
        assert_eq!(key("ISSUE"), Some((Key::Issues, false)));
        assert_eq!(key("Note"), Some((Key::Notes, false)));
        assert_eq!(key("Scopes"), Some((Key::Scope, false)));
        assert_eq!(key("SUMMARY"), None);
    }
}
