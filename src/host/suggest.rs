//! The nearest known word to a mistyped one.

/// The nearest of some known names, when it is near enough to be meant.
///
/// ```
/// assert_eq!(assize::host::nearest("securty", ["qa", "security"]), Some("security"));
/// assert_eq!(assize::host::nearest("zebra", ["qa", "security"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    crate::engine::nearest(name, known.into_iter())
}
