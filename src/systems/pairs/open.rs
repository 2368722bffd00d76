//! For which pairs a review may be lost, and whether a bundle is that of its records.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{KeptReview, Pair, bundle, mistakes, read_options};
use crate::codec::read;
use crate::ir::Diagnostic;
use crate::source::Source;
use crate::systems::data::own_json;

/// The version of the shape. Additions do not change it.
const VERSION: u32 = 1;

/// The pairs for which a review may be lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenPairs {
    /// An output that could not be read may have reviewed them.
    pub unread: Vec<Pair>,
    /// They were being taken in, and that was not done.
    pub begun: Vec<Pair>,
}

#[derive(Deserialize, Serialize)]
struct View<'a> {
    schema_version: u32,
    open: Cow<'a, [Pair]>,
    #[serde(default)]
    begun: Cow<'a, [Pair]>,
}

impl OpenPairs {
    /// All of them.
    pub fn all(&self) -> Vec<Pair> {
        self.unread.iter().chain(&self.begun).cloned().collect()
    }

    /// As they are kept beside the records.
    pub fn to_json(&self) -> String {
        let (open, begun) = (self.unread.as_slice().into(), self.begun.as_slice().into());
        crate::emit::json::print(&View { schema_version: VERSION, open, begun })
    }

    /// Reads them again.
    ///
    /// # Errors
    ///
    /// It is not what [`OpenPairs::to_json`] writes.
    ///
    /// ```
    /// use assize::pairs::{OpenPairs, Pair};
    /// let unread = vec![Pair::new("notes/cache.md", "evidence")];
    /// let open = OpenPairs { unread, ..OpenPairs::default() };
    /// assert_eq!(OpenPairs::read(&assize::Source::new("open", open.to_json()))?, open);
    /// # Ok::<(), assize::Diagnostic>(())
    /// ```
    pub fn read(source: &Source) -> Result<Self, Diagnostic> {
        let read: Result<View<'_>, String> = own_json(source, VERSION);
        let View { open, begun, .. } = read.map_err(|_| mistakes::no_open_pairs(source.name()))?;
        Ok(Self { unread: open.into_owned(), begun: begun.into_owned() })
    }
}

/// Whether a bundle is what the records say: it holds the records of its own pairs, and of all that are asked for now, word
/// for word, and none of them is open. Gives its pairs.
///
/// # Errors
///
/// It is another text, or an output that could not be read may contradict it.
pub fn check_bundle(
    source: &Source,
    records: &[KeptReview],
    (asked, open): (&[Pair], &[Pair]),
) -> Result<Vec<Pair>, Diagnostic> {
    let own: Vec<Pair> = read(source, &read_options(&[]))
        .verdicts
        .iter()
        .filter_map(|verdict| Pair::of(&verdict.subject))
        .collect();
    let records: HashMap<&Pair, &KeptReview> =
        records.iter().map(|record| (&record.pair, record)).collect();
    let record = |pair: &Pair| records.get(pair).copied();
    let there: HashSet<&Pair> = own.iter().collect();
    let left_out = asked.iter().any(|pair| record(pair).is_some() && !there.contains(pair));
    if left_out || source.bytes() != bundle(own.iter().filter_map(record)).as_bytes() {
        return Err(mistakes::changed_bundle(source.name()));
    }
    let open: HashSet<&Pair> = open.iter().collect();
    match own.iter().chain(asked).find(|pair| open.contains(pair)) {
        Some(pair) => Err(mistakes::open_pair(source.name(), &pair.to_string())),
        None => Ok(own),
    }
}
