//! What a host knows of the change and of who sits, beside what reviewers write.

use std::collections::BTreeMap;

use super::glob::plain_path;
use super::owners::Owners;
use super::{Docket, FindingRef, Lines, Seat};
use crate::source::composed;

/// What a host knows of the change and of who sits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// The lines that the change touches, by path, of paths of which that was told.
    pub(crate) lines: BTreeMap<String, Vec<Lines>>,
    /// What is said of seats, by their names: `team` is `core`.
    pub(crate) labels: BTreeMap<String, BTreeMap<String, String>>,
    /// Who owns which paths, where that was told.
    pub(crate) owners: Option<Owners>,
}

impl Docket {
    /// Tells the lines that the change touches in a file, as they are numbered in it now: the first and the last of each
    /// piece. A file of which that is not told is touched anywhere.
    ///
    /// ```
    /// let docket = assize::Docket::new("task-17").changed(["src/a.rs"]).changed_in("src/a.rs", [(12, 14)]);
    /// # let _ = docket;
    /// ```
    #[must_use]
    pub fn changed_in(
        mut self,
        path: impl Into<String>,
        lines: impl IntoIterator<Item = (u32, u32)>,
    ) -> Self {
        let lines = lines.into_iter().map(|(first, last)| Lines { first, last });
        self.known.lines.entry(path.into()).or_default().extend(lines);
        self
    }

    /// Tells who owns which paths, in the order of a file `CODEOWNERS`: a pattern and its owners. Of those that fit a path
    /// the last one counts.
    ///
    /// ```
    /// let docket = assize::Docket::new("task-17").owners([("/src/pay/", vec!["@dana", "@org/core"])]);
    /// # let _ = docket;
    /// ```
    #[must_use]
    pub fn owners<P: AsRef<str>, O: Into<String>>(
        mut self,
        rules: impl IntoIterator<Item = (P, Vec<O>)>,
    ) -> Self {
        let own = self.known.owners.get_or_insert_default();
        for (pattern, owners) in rules {
            own.add(pattern.as_ref(), owners.into_iter().map(Into::into).collect());
        }
        self
    }
}

impl Seat {
    /// Says something of it that policies may ask for. It counts for nothing by itself.
    ///
    /// ```
    /// let mut docket = assize::Docket::new("task-17");
    /// docket.seat("dev-2").label("team", "core");
    /// ```
    pub fn label(&mut self, name: impl Into<String>, value: impl Into<String>) -> &mut Self {
        self.labels.insert(name.into(), value.into());
        self
    }
}

impl Known {
    /// Whether something is said of a seat.
    pub(crate) fn is_labelled(&self, seat: &str, name: &str, value: &str) -> bool {
        let said = self.labels.get(seat).and_then(|own| own.get(name));
        said.is_some_and(|said| composed(said) == composed(value))
    }

    /// Whether a seat is one of these owners: by its name (`@dana`, `dana@example.org`), or by its team (`@org/core`).
    pub(crate) fn is_owner(&self, seat: &str, owners: &[String]) -> bool {
        let team = self.labels.get(seat).and_then(|own| own.get("team"));
        let team = team.map(|team| team.trim_start_matches('@'));
        owners.iter().any(|owner| {
            let owner = owner.trim_start_matches('@');
            match owner.split_once('/') {
                Some((_, short)) => team.is_some_and(|team| team == owner || team == short),
                None => owner.eq_ignore_ascii_case(seat),
            }
        })
    }

    /// Whether a finding is about what the change touches: a file of it, or a line of it where that was told. One that
    /// names no file may be about anything.
    pub(crate) fn is_in_change(&self, finding: FindingRef<'_>, changed: &[String]) -> bool {
        let mut places = finding.places().peekable();
        places.peek().is_none()
            || places.any(|(path, lines)| {
                let path = composed(&plain_path(&path)).into_owned();
                let mut own = changed.iter().filter(|own| is_meant(&composed(own.as_str()), &path));
                own.any(|own| self.is_touched(own, lines))
            })
    }

    fn is_touched(&self, path: &str, lines: &[Lines]) -> bool {
        let Some(own) = self.lines.get(path).filter(|own| !own.is_empty()) else { return true };
        let meet = |one: &Lines, other: &Lines| one.first <= other.last && other.first <= one.last;
        lines.is_empty() || lines.iter().any(|lines| own.iter().any(|own| meet(own, lines)))
    }
}

/// Whether a reviewer's path means one of the change: the same, the end of it, a folder that it lies in, or one that begins
/// elsewhere (`/home/dana/work/src/a.rs`).
fn is_meant(own: &str, path: &str) -> bool {
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    let inside = own.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
    !path.is_empty() && (ends(own, path) || ends(path, own) || inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Policy, Source, Stage};

    #[test]
    fn a_finding_is_in_the_change_by_its_file_and_its_lines() {
        let policy = r#"
            rule "new" when failed.blockers.in_change.some then fail;
            rule "old" when failed.some then hold;
        "#;
        let policy = Policy::compile(Stage::Gate, "ours.rhai", policy).unwrap();
        for (blocker, is_in) in [
            ("src/a.rs:13 it leaks", true),
            ("src/a.rs:10-12 it leaks", true),
            ("src/a.rs:15 it leaks", false),
            ("src/a.rs it leaks", true),
            ("./src/a.rs:12 it leaks", true),
            ("/home/dana/work/src/a.rs:12 it leaks", true),
            ("a.rs:12 it leaks", true),
            ("src/b.rs:900 it leaks", true),
            ("src/c.rs:12 it leaks", false),
            ("lib/src/a.rsx:12 it leaks", false),
            ("it leaks", true),
        ] {
            let mut docket = Docket::new("x")
                .changed(["src/a.rs", "src/b.rs"])
                .changed_in("src/a.rs", [(12, 14), (40, 40)]);
            docket.seat("qa");
            let text = format!("verdict: fail\nconfidence: high\nblocker: {blocker}\n");
            docket.submit("qa", Source::new("qa.md", text));
            let ruling = policy.judge(&docket.close()).unwrap();
            assert_eq!(ruling.rule_name(), if is_in { "new" } else { "old" }, "{blocker}");
        }
    }

    #[test]
    fn an_owner_is_a_seat_or_its_team() {
        let mut docket = Docket::new("x");
        docket.seat("dev-2").label("team", "core");
        let docket = docket.close();
        let known = &docket.columns().known;
        let is = |seat: &str, owner: &str| known.is_owner(seat, &[owner.to_owned()]);
        assert!(is("dana", "@dana") && is("dana", "@Dana") && is("d@x.org", "d@x.org"));
        assert!(is("dev-2", "@org/core") && !is("dev-2", "@org/web") && !is("core", "@org/core"));
        assert!(!is("dana", "@dan") && !is("dana", ""));
    }
}
