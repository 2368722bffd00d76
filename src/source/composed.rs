//! Names as they are compared.

use std::borrow::Cow;

/// A name as it is compared: a letter and its mark are one letter, written as one character or as two. File systems and
/// reviewers differ in that, and no one sees it.
#[cfg(feature = "hash")]
pub(crate) fn composed(name: &str) -> Cow<'_, str> {
    match name.is_ascii() || unicode_normalization::is_nfc(name) {
        true => Cow::Borrowed(name),
        false => Cow::Owned(unicode_normalization::UnicodeNormalization::nfc(name).collect()),
    }
}

/// A name as it is compared: in a build that only reads, as it is written.
#[cfg(not(feature = "hash"))]
pub(crate) fn composed(name: &str) -> Cow<'_, str> {
    Cow::Borrowed(name)
}

/// The same of a name that is kept.
#[cfg(feature = "judge")]
pub(crate) fn composed_owned(name: String) -> String {
    let other = match composed(&name) {
        Cow::Borrowed(_) => None,
        Cow::Owned(other) => Some(other),
    };
    other.unwrap_or(name)
}

/// The letters of a name without their marks, each as the plain one that stands behind another size or shape of it: `a` for
/// `á`, `ａ`, `𝐚` and `ⓐ`.
#[cfg(feature = "host")]
pub(crate) fn bare_letters(name: &str) -> impl Iterator<Item = char> + '_ {
    let parts = unicode_normalization::UnicodeNormalization::nfkd(name);
    parts.filter(|c| !unicode_normalization::char::is_combining_mark(*c))
}
