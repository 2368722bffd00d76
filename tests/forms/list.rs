//! `not-held.txt`: where the reader misses, and why. What is held has to leave the list, and nothing else may miss.

/// The ways to miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Miss {
    /// A no opens.
    Opens,
    /// An honest twin is held.
    Held,
    /// Two texts that show the same page are not ruled alike.
    Unlike,
    /// A part opens.
    Part,
    /// A text that was cut off opens.
    Cut,
    /// A preface changes what an exact format says.
    Preface,
}

/// A line of the list.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) miss: Miss,
    /// Segments of the path of a form; `*` is any, `**` all that follow.
    pattern: Vec<&'static str>,
    /// The carrier or the rewrite that alone misses; not a matter of the form.
    pub(crate) only: Option<&'static str>,
    pub(crate) line: &'static str,
}

/// Reads the list.
pub(crate) fn entries() -> Vec<Entry> {
    let lines = include_str!("not-held.txt").lines();
    let entries = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let mut words = line.split_whitespace();
        let miss = match words.next() {
            Some("opens") => Miss::Opens,
            Some("held") => Miss::Held,
            Some("unlike") => Miss::Unlike,
            Some("part") => Miss::Part,
            Some("cut") => Miss::Cut,
            _ => Miss::Preface,
        };
        let pattern = words.next().unwrap_or("").split('/').collect();
        let mut rest = words.peekable();
        let only = rest.next_if(|word| word.starts_with('@')).map(|word| &word[1..]);
        assert!(rest.next().is_some(), "no reason is given: {line}");
        Entry { miss, pattern, only, line }
    });
    entries.collect()
}

impl Entry {
    /// Whether a text of a form is meant, in a carrier or a rewrite.
    pub(crate) fn covers(&self, miss: Miss, path: &str, by: &str) -> bool {
        self.miss == miss && self.only.is_none_or(|only| only == by) && self.names(path)
    }

    /// Whether a form is meant.
    pub(crate) fn names(&self, path: &str) -> bool {
        let mut segments = path.split('/');
        for wanted in &self.pattern {
            match (*wanted, segments.next()) {
                ("**", _) => return true,
                ("*", Some(_)) => {}
                (wanted, Some(own)) if wanted == own => {}
                _ => return false,
            }
        }
        segments.next().is_none()
    }
}
