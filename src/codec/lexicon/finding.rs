//! Names of findings, in members and in front of a mark: `blockers`, `critical_vulnerabilities`, `blocker_count`.

use super::table::FOUND;
use super::{Finding, LONGEST_NAME, Lexicon, Severity, is_gap, same, table, words_of};

impl Lexicon {
    /// What a name of a finding is, also in the plural, and with what is found behind it or what counts it around it:
    /// `critical vulnerabilities`, `blocker_count`, `has_blockers`.
    pub(in crate::codec) fn finding(&self, name: &str) -> Option<Finding> {
        self.known_finding(name).or_else(|| self.composed_finding(name))
    }

    fn known_finding(&self, name: &str) -> Option<Finding> {
        let singular = name.strip_suffix(['s', 'S']).unwrap_or(name);
        let mut own = table::FINDING_ROWS.like(name).map(|row| &table::FINDINGS[row]);
        own.find(|(known, _)| same(known, name) || same(known, singular))
            .map(|(_, finding)| *finding)
            .or_else(|| {
                let mut host = self.findings.iter();
                let found = host.find(|(known, _)| same(known, name) || same(known, singular));
                found.map(|(_, severity)| Finding::Named(*severity))
            })
    }

    /// `critical_vulnerabilities` names what stops the work, and `num_blockers` counts it; `critical_path_count`,
    /// `max_blockers` and `no_blockers` are about something else.
    fn composed_finding(&self, name: &str) -> Option<Finding> {
        if name.len() > LONGEST_NAME || !self.may_name(name) {
            return None;
        }
        // Most names are told by their ends to be of one piece.
        let asks = |word: Option<&str>| word.is_some_and(counts_or_asks);
        let counted = asks(words_of(name).next()) || asks(words_of(name).last());
        if !counted && without_noun(name).is_none() {
            return None;
        }
        let words: Vec<&str> = words_of(name).collect();
        let start = words.iter().position(|word| !counts_or_asks(word))?;
        let end = words.iter().rposition(|word| !counts_or_asks(word))?;
        let named = words.get(start..=end)?.concat();
        let counted = end + 1 - start < words.len();
        let known = self.known_finding(&named);
        match known.or_else(|| self.known_finding(without_noun(&named)?))? {
            Finding::Counted | Finding::Named(Severity::Critical) if counted => {
                Some(Finding::Counted)
            }
            Finding::Named(severity) if !counted => Some(Finding::Named(severity)),
            _ => None,
        }
    }

    /// Whether a name is that of what stops the work: `blockers`, `must_fix`.
    pub(in crate::codec) fn names_what_stops(&self, name: &str) -> bool {
        self.finding(name) == Some(Finding::Named(Severity::Critical))
    }
}

/// Whether a word of a name counts what the others name, or asks whether there is any: `blocker_count`,
/// `has_blockers`.
fn counts_or_asks(word: &str) -> bool {
    const WORDS: [&str; 9] = ["count", "num", "number", "of", "total", "has", "have", "is", "any"];
    let singular = word.strip_suffix(['s', 'S']).unwrap_or(word);
    let is = |known: &str| word.eq_ignore_ascii_case(known) || singular.eq_ignore_ascii_case(known);
    WORDS.into_iter().any(is)
}

/// What stands in front of the word at the end of a name for what is found: `Critical` of `Critical bugs`, `criticalBugs`.
fn without_noun(name: &str) -> Option<&str> {
    let singular = name.strip_suffix(['s', 'S']).unwrap_or(name);
    let ends = |noun: &str, name: &str| {
        let at = name.len().checked_sub(noun.len())?;
        name.get(at..)?.eq_ignore_ascii_case(noun).then_some(at)
    };
    let at =
        FOUND.iter().filter_map(|noun| ends(noun, singular).or_else(|| ends(noun, name))).min()?;
    Some(name[..at].trim_end_matches(is_gap))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_told_by_the_words_around_it() {
        let lexicon = Lexicon::default();
        let stops = Some(Finding::Named(Severity::Critical));
        for name in [
            "blockers",
            "critical_vulnerabilities",
            "Blocking bugs",
            "criticalDefects",
            "required_fixes",
            "required changes",
        ] {
            assert_eq!(lexicon.finding(name), stops, "{name}");
        }
        for name in [
            "blocker_count",
            "blockers_count",
            "num_blockers",
            "Number of blockers",
            "hasBlockingIssues",
            "has_any_blocker",
            "is_blocking",
            "total critical vulnerabilities",
            "failure_count",
            "p0_counts",
        ] {
            assert_eq!(lexicon.finding(name), Some(Finding::Counted), "{name}");
        }
        for name in [
            "critical_path",
            "critical_path_count",
            "blocker_free",
            "no_blockers",
            "max_blockers",
            "non_blocking_count",
            "previous_blocker_count",
            "critical_items",
            "critical failures",
            "severity_count",
            "test_count",
            "count",
            "has any",
        ] {
            assert_eq!(lexicon.finding(name), None, "{name}");
        }
    }

    #[test]
    fn a_host_adds_names_that_are_counted_too() {
        let mut lexicon = Lexicon::default();
        lexicon.add_finding("Mangel", Severity::Critical);
        lexicon.add_finding("Anmerkung", Severity::Low);
        assert_eq!(lexicon.finding("has_mangel"), Some(Finding::Counted));
        assert_eq!(lexicon.finding("num_anmerkung"), None);
    }
}
