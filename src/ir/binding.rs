//! What a docket is bound to: the state of the work that was reviewed.

use std::fmt;

/// The state of the work that a docket is about, as names and values. A ruling names it, so that a host opens
/// nothing else by it.
///
/// ```
/// use assize::Docket;
/// use assize::docket::Binding;
/// let bound = Binding::commit("4f2a9c1").and("run", "8812");
/// assert_eq!(bound.to_string(), "commit 4f2a9c1, run 8812");
/// let docket = Docket::new("task-17").bind(bound).close();
/// assert_eq!(docket.binding().get("run"), Some("8812"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Binding(Vec<(String, String)>);

impl Binding {
    /// Bound to nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Bound to a commit, by its hash.
    pub fn commit(hash: impl Into<String>) -> Self {
        Self::new().and("commit", hash)
    }

    /// Bound to this as well: `tree`, `run`. A name that is bound already is bound to this instead.
    pub fn and(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
        self
    }

    /// What it is bound to by a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Names and values, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// A value as people read it: of a hash, the first twelve characters.
    pub fn brief(value: &str) -> &str {
        let hash = value.len() >= 40 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
        if hash { &value[..12] } else { value }
    }

    /// All of it as people read it: `commit 4f2a9c10d3e8, run 8812`.
    pub fn in_brief(&self) -> String {
        let told = self.iter().map(|(name, value)| format!("{name} {}", Self::brief(value)));
        told.collect::<Vec<_>>().join(", ")
    }

    /// Whether it is bound to nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, value)) in self.iter().enumerate() {
            let between = if place > 0 { ", " } else { "" };
            write!(f, "{between}{name} {value}")?;
        }
        Ok(())
    }
}
