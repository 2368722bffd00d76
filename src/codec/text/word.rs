//! Words of a format at the start of a text.

/// Whether `word` is how `text` begins, in any case, and ends there.
pub(in crate::codec) fn begins_with(text: &str, word: &str) -> bool {
    // Most words are told by their first letter.
    let first = |text: &str| text.bytes().next().map(|b| b.to_ascii_lowercase());
    if first(text) != first(word) {
        return false;
    }
    let head = text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    let goes_on = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    head && !word.is_empty() && !text[word.len()..].starts_with(goes_on)
}

/// Whether a line that has no line end is whole all the same: it ends a sentence, a bracket or a
/// quotation.
pub(in crate::codec) fn is_closed(line: &str) -> bool {
    let line = line.trim_end().trim_end_matches(['*', '_']);
    let closes = [
        '.', '!', '?', '。', '！', '？', ')', ']', '}', '>', '）', '］', '」', '』', '】', '"',
        '\'', '`', '”', '’', '»',
    ];
    line.ends_with(closes) || (line.trim_start().starts_with('|') && line.ends_with('|'))
}

/// Characters that some programs show as line ends, and others do not.
pub(in crate::codec) const ODD_BREAKS: [char; 8] =
    ['\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];

/// The pieces of a line behind characters that some programs show as line ends.
pub(in crate::codec) fn behind_odd_breaks(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let places = line.match_indices(ODD_BREAKS).map(move |(at, c)| at + c.len());
    places.map(move |at| {
        let rest = &line[at..];
        (at, &rest[..rest.find(ODD_BREAKS).unwrap_or(rest.len())])
    })
}
