//! The same policy with another text, or set as another one is.

use std::sync::Arc;

use super::Policy;
use crate::ir::Diagnostics;

impl Policy {
    /// A policy with another text, compiled as this one was: of its stage, with its name, origin and imports. Its
    /// parameters have their defaults, and there are no stages before it.
    ///
    /// ```
    /// use assize::{Policy, Stage};
    /// let policy = Policy::compile(Stage::Gate, "ours.rhai", "rule \"no\" otherwise hold;")?;
    /// let edited = policy.rewritten("rule \"never\" otherwise fail;")?;
    /// assert_eq!((edited.facts().name.as_str(), edited.facts().rules[0].name.as_str()), ("ours", "never"));
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the text, at once.
    pub fn rewritten(&self, text: &str) -> Result<Self, Diagnostics> {
        let (code, facts) = (&self.code, &self.facts);
        let (imports, words) = (&code.imports, self.words_of_team());
        let name = facts.source.name();
        let mut policy = Self::compile_with_words(code.stage, name, text, imports, words)?;
        Arc::make_mut(&mut policy.facts).origin.clone_from(&facts.origin);
        Ok(Self { lowering: self.lowering, ..policy })
    }

    /// The same policy with its parameters set, and with the stages before it, as another one has them.
    ///
    /// # Errors
    ///
    /// A parameter cannot be set like that: see [`Policy::set`].
    pub fn set_like(&self, other: &Self) -> Result<Self, Diagnostics> {
        let mut policy = self.clone();
        for (name, text) in &other.set {
            policy.set_param(name, text)?;
        }
        policy.stages.clone_from(&other.stages);
        Arc::make_mut(&mut policy.facts).stages.clone_from(&other.facts.stages);
        Ok(policy)
    }
}
