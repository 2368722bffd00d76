//! What a policy breaks on purpose: `/// meant: monotone: the pass of an arbiter stands for the fails that it has read`.

use super::own::in_comments;
use super::report::{Property, Verified, Violation};
use crate::engine::Policy;
use crate::ir::{Diagnostic, Diagnostics};

/// A property that a policy says it breaks on purpose, and why.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Meant {
    /// The property.
    pub property: Property,
    /// Why the policy breaks it.
    pub reason: String,
    /// The dockets that show it; empty where none was found.
    pub shown: Vec<Violation>,
}

/// What a policy may break: the rest is what a gate is for, or what somebody else has promised.
const CAN_BE_MEANT: [Property; 7] = [
    Property::Monotone,
    Property::DuplicateFree,
    Property::OneVoice,
    Property::Bounded,
    Property::OrderFree,
    Property::BlockersKept,
    Property::NoDeadRule,
];

impl Meant {
    /// What the comments of a policy declare.
    ///
    /// # Errors
    ///
    /// One of them names no property that may be broken, or gives no reason; all that is wrong at once.
    pub(super) fn declared(policy: &Policy) -> Result<Vec<Self>, Diagnostics> {
        let (mut all, mut wrong) = (Vec::new(), Vec::new());
        for line in in_comments(policy, "meant:") {
            match Self::parse(line) {
                Ok(meant) => all.push(meant),
                Err(mistake) => wrong.push(mistake),
            }
        }
        match wrong.is_empty() {
            true => Ok(all),
            false => Err(Diagnostics::new(Vec::new(), wrong)),
        }
    }

    fn parse(line: &str) -> Result<Self, Diagnostic> {
        let (name, reason) = line.split_once(':').unwrap_or((line, ""));
        let (name, reason) = (name.trim(), reason.trim());
        let property = CAN_BE_MEANT.into_iter().find(|one| one.as_str() == name);
        let Some(property) = property else { return Err(unbreakable(name)) };
        if !reason.contains(char::is_alphanumeric) {
            return Err(without_reason(name));
        }
        Ok(Self { property, reason: reason.to_owned(), shown: Vec::new() })
    }
}

impl Verified {
    /// Moves what is meant out of the violations.
    pub(super) fn excuse(&mut self, meant: Vec<Meant>) {
        for mut one in meant {
            let own = |found: &mut Violation| found.property == one.property;
            one.shown.extend(self.violations.extract_if(.., own));
            self.meant.push(one);
        }
    }
}

/// `/// meant: fail-closed: we know`
fn unbreakable(name: &str) -> Diagnostic {
    let known: Vec<String> = CAN_BE_MEANT.iter().map(|one| format!("`{one}`")).collect();
    Diagnostic::error("assize::trial::meant")
        .message(format!("`{name}` is not a property that a policy may break on purpose"))
        .help(format!("these are: {}", known.join(", ")))
}

/// `/// meant: monotone`
fn without_reason(name: &str) -> Diagnostic {
    Diagnostic::error("assize::trial::meant")
        .message(format!("`meant: {name}` gives no reason"))
        .help(format!(
            "say why the policy breaks it: `/// meant: {name}: an arbiter has the last word`"
        ))
}
