//! What the properties of all formats ask of what was read.

use assize::{Decoded, Format, Profile, ReadOptions, Source, read};
use proptest::prelude::*;

use crate::invariants;
pub(crate) use crate::invariants::effective;

/// A text, read as one format, or as the format that it is in.
pub(crate) fn read_as(text: impl AsRef<[u8]>, format: Option<Format>, profile: Profile) -> Decoded {
    let options = ReadOptions::default().profile(profile).format(format);
    read(&Source::new("text", text.as_ref()), &options)
}

/// Texts of some pieces in any order.
pub(crate) fn pieces(known: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(known), 0..most).prop_map(|pieces| pieces.concat())
}

/// The beginning of a text, cut off at or before a place.
pub(crate) fn cut(text: &str, at: usize) -> &str {
    let ends = (0..=at.min(text.len())).rev();
    ends.filter_map(|end| text.get(..end)).next().unwrap_or_default()
}

/// A text gives verdicts, or a reason why it does not.
pub(crate) fn reads_or_says_why(decoded: &Decoded) -> Result<(), TestCaseError> {
    prop_assert!(invariants::reads_or_says_why(decoded), "{decoded:#?}");
    Ok(())
}

/// Every place that reading points at lies in its source, and in the text that people see.
pub(crate) fn sound(decoded: &Decoded) -> Result<(), TestCaseError> {
    prop_assert_eq!(invariants::span_outside(decoded), None);
    Ok(())
}
