//! Kinds of review: who inspects what.

use crate::ir::Kind;
use crate::ir::words;

words! {
    /// A kind of review, as the heading of its batch names it.
    ///
    /// ```
    /// use assize::sdd::ReviewKind;
    /// let kind: ReviewKind = "dead-code".parse()?;
    /// assert_eq!(kind.inspectors().len(), 4);
    /// assert_eq!(kind.inspector("inspector-tests"), Some("dead-tests"));
    /// # Ok::<(), assize::diagnostic::UnknownWord>(())
    /// ```
    #[non_exhaustive]
    pub enum ReviewKind {
        /// The design of a feature.
        Design = "design",
        /// The implementation of a feature.
        Impl = "impl",
        /// What nothing uses any more.
        DeadCode = "dead-code",
        /// The implementation of all features together.
        CrossCheck = "cross-check",
        /// The implementation of all features up to a wave.
        Wave = "wave",
    }
}

const DESIGN: [&str; 6] =
    ["rulebase", "testability", "architecture", "consistency", "best-practices", "holistic"];
const IMPL: [&str; 6] =
    ["impl-rulebase", "interface", "test", "quality", "impl-consistency", "impl-holistic"];
const DEAD_CODE: [&str; 4] = ["dead-settings", "dead-code", "dead-specs", "dead-tests"];

/// What may stand in front of the name of an inspector, longest first.
const PREFIXES: [&str; 7] =
    ["sdd-inspector-", "findings-", "inspector-", "sdd-", "design-", "impl-", "dead-"];

impl ReviewKind {
    /// The inspectors that there are (CPF Spec 2.5). Reviews of all features together have those of an implementation.
    pub fn inspectors(self) -> &'static [&'static str] {
        match self {
            Self::Design => &DESIGN,
            Self::Impl | Self::CrossCheck | Self::Wave => &IMPL,
            Self::DeadCode => &DEAD_CODE,
        }
    }

    /// Whether each of its inspectors is expected. Dead code is inspected by one to four (CPF Spec 4.2).
    pub fn expects_all(self) -> bool {
        self != Self::DeadCode
    }

    /// Whose rules of CPF hold for its auditor (CPF Spec 3).
    pub fn kind(self) -> Kind {
        match self {
            Self::Design => Kind::Design,
            Self::Impl | Self::CrossCheck | Self::Wave => Kind::Impl,
            Self::DeadCode => Kind::DeadCode,
        }
    }

    /// The built-in policy that says what the auditor's findings amount to.
    pub fn audit(self) -> &'static str {
        self.kind().as_str()
    }

    /// Whether its auditor may ask for another specification (CPF Spec 3.1). What others ask for goes to a person.
    pub fn may_update_spec(self) -> bool {
        self.kind() == Kind::Impl
    }

    /// The inspector that a name means: `rulebase`, `impl-rulebase`, `sdd-inspector-impl-rulebase` for one of an
    /// implementation. None where no inspector of this kind is called so.
    pub fn inspector(self, name: &str) -> Option<&'static str> {
        let wanted = plain_name(name);
        let mut known = self.inspectors().iter().copied();
        known.find(|known| plain_name(known) == wanted)
    }
}

/// A name without what reviews put around it, so that `tests` and `dead-tests` are one.
pub(super) fn plain_name(name: &str) -> String {
    let mut name = name.trim().to_lowercase().replace([' ', '_'], "-");
    while let Some(rest) = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)) {
        if rest.is_empty() {
            break;
        }
        name = rest.to_owned();
    }
    let name = name.strip_suffix("-inspector").unwrap_or(&name);
    name.strip_suffix('s').filter(|rest| rest.len() > 3).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inspector_is_known_by_the_names_that_auditors_give_it() {
        let impls = ReviewKind::Impl;
        for name in [
            "rulebase",
            "impl-rulebase",
            "sdd-inspector-impl-rulebase",
            "findings-inspector-rulebase",
            "Rulebase ",
        ] {
            assert_eq!(impls.inspector(name), Some("impl-rulebase"), "{name}");
        }
        assert_eq!(impls.inspector("tests"), Some("test"));
        for name in ["settings", "code", "specs", "tests", "spec"] {
            assert!(ReviewKind::DeadCode.inspector(name).is_some(), "{name}");
        }
        assert_eq!(impls.inspector("architecture"), None);
        assert_eq!(ReviewKind::Design.inspector(""), None);
    }

    #[test]
    fn no_two_inspectors_of_a_kind_share_a_plain_name() {
        for kind in ReviewKind::ALL {
            let mut names: Vec<_> = kind.inspectors().iter().map(|name| plain_name(name)).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), kind.inspectors().len(), "{kind}");
        }
    }
}
