//! For which pairs a review may be lost, and whether a bundle is that of its records.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{KeptReview, Pair, bundle, mistakes, read_options};
use crate::codec::read;
use crate::ir::Diagnostic;
use crate::source::Source;
use crate::systems::data::own_json;

/// The version of the shape. Additions do not change it.
const VERSION: u32 = 1;

#[derive(Deserialize, Serialize)]
struct View<'a> {
    schema_version: u32,
    open: Cow<'a, [Pair]>,
}

/// The pairs for which a review may be lost, as they are kept beside the records.
pub fn open_to_json(open: &[Pair]) -> String {
    crate::emit::json::print(&View { schema_version: VERSION, open: open.into() })
}

/// Reads them again.
///
/// # Errors
///
/// It is not what [`open_to_json`] writes.
///
/// ```
/// use assize::pairs::{Pair, open_from_json, open_to_json};
/// let open = [Pair::new("notes/cache.md", "evidence")];
/// assert_eq!(open_from_json(&assize::Source::new("open", open_to_json(&open)))?, open);
/// # Ok::<(), assize::Diagnostic>(())
/// ```
pub fn open_from_json(source: &Source) -> Result<Vec<Pair>, Diagnostic> {
    let read: Result<View<'_>, String> = own_json(source, VERSION);
    read.map(|view| view.open.into_owned()).map_err(|_| mistakes::no_open_pairs(source.name()))
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
    let record = |pair: &Pair| records.iter().find(|record| record.pair == *pair);
    let left_out = asked.iter().any(|pair| record(pair).is_some() && !own.contains(pair));
    if left_out || source.bytes() != bundle(own.iter().filter_map(record)).as_bytes() {
        return Err(mistakes::changed_bundle(source.name()));
    }
    match own.iter().chain(asked).find(|pair| open.contains(pair)) {
        Some(pair) => Err(mistakes::open_pair(source.name(), &pair.to_string())),
        None => Ok(own),
    }
}
