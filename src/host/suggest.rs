//! The nearest known word to a mistyped one.

/// The nearest of some known names, when it is near enough to be meant.
///
/// ```
/// assert_eq!(assize::host::nearest("securty", ["qa", "security"]), Some("security"));
/// assert_eq!(assize::host::nearest("zebra", ["qa", "security"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = name.to_lowercase();
    known
        .into_iter()
        .map(|other| (strsim::damerau_levenshtein(&lower, &other.to_lowercase()), other))
        .filter(|(distance, other)| distance * 3 <= other.chars().count().max(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}
