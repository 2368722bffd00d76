//! Signs that are not seen, and letters that are drawn like others.

/// Characters that a terminal would act on, or that change the order or the look of what stands
/// around them: controls, line separators, marks of direction, and what has no width or shape.
///
/// The joiners U+200C and U+200D are none of them: scripts and emoji need them.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether no one sees a character, or sees a blank: besides [`is_hidden`] the joiners, and what fills the place of a letter.
#[cfg(feature = "host")]
pub(crate) fn is_unseen(c: char) -> bool {
    is_hidden(c)
        || is_joiner(c)
        || matches!(c, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
}

/// Whether a text begins with `##name[`, which CI services that interpret the output take for a command.
#[cfg(any(feature = "judge", feature = "miette", feature = "serde"))]
pub(crate) fn is_command(text: &str) -> bool {
    let behind = text.strip_prefix("##");
    behind.is_some_and(|it| {
        it.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).starts_with('[')
    })
}

/// The joiners, which have no place in the names of files and keys.
pub(crate) fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// How a name is drawn: two names for which this is the same can hardly be told from each other. They differ in case, in
/// blanks, `-` and `_`, or in letters that are drawn alike.
#[cfg(feature = "judge")]
pub(crate) fn drawn(name: &str) -> String {
    name.chars().filter_map(drawn_as).collect()
}

/// Whether two names can hardly be told from each other, the first one in capitals or not: see [`drawn`]. An `I` is
/// drawn as an `l`, and an `i` is not.
#[cfg(feature = "judge")]
pub(crate) fn is_drawn_alike(one: &str, other: &str) -> bool {
    let other = || other.chars().filter_map(drawn_as);
    let capitals = one.chars().flat_map(char::to_uppercase);
    one.chars().filter_map(drawn_as).eq(other()) || capitals.filter_map(drawn_as).eq(other())
}

/// The letter that one is drawn as; none for what is not drawn, or hardly.
#[cfg(feature = "judge")]
pub(crate) fn drawn_as(c: char) -> Option<char> {
    if is_hidden(c) || is_joiner(c) || c.is_whitespace() || matches!(c, '-' | '_') {
        return None;
    }
    // Letters of full width, then one case of all.
    let plain = match u32::from(c) {
        code @ 0xff01..=0xff5e => char::from_u32(code - 0xfee0).unwrap_or(c),
        _ => c,
    };
    if matches!(plain, 'I' | '|') {
        return Some('l');
    }
    let small = plain.to_lowercase().next().unwrap_or(plain);
    if small.is_ascii() {
        return Some(match small {
            '1' => 'l',
            '0' => 'o',
            other => other,
        });
    }
    let alike = [
        ('a', "\u{430}\u{3b1}"),
        ('b', "\u{432}\u{3b2}"),
        ('c', "\u{441}\u{3f2}"),
        ('e', "\u{435}\u{3b5}"),
        ('h', "\u{43d}\u{4bb}"),
        ('i', "\u{456}\u{3b9}"),
        ('j', "\u{458}"),
        ('k', "\u{43a}\u{3ba}"),
        ('l', "\u{4cf}"),
        ('m', "\u{43c}\u{3bc}"),
        ('n', "\u{3b7}"),
        ('o', "\u{43e}\u{3bf}"),
        ('p', "\u{440}\u{3c1}"),
        ('s', "\u{455}"),
        ('t', "\u{442}\u{3c4}"),
        ('v', "\u{3bd}"),
        ('x', "\u{445}\u{3c7}"),
        ('y', "\u{443}\u{3c5}"),
    ];
    let letter = alike.iter().find(|(_, others)| others.contains(small));
    Some(letter.map_or(small, |(letter, _)| *letter))
}

#[cfg(all(test, feature = "judge"))]
mod tests {
    use super::{drawn, is_drawn_alike};

    #[test]
    fn a_word_in_capitals_is_alike() {
        for other in ["failed", "FAILED", "Failed", "FA\u{406}LED", "f-ailed", "FAI\u{200b}LED"] {
            assert!(is_drawn_alike("failed", other), "{other}");
        }
        assert!(!is_drawn_alike("failed", "fallen"));
    }

    #[test]
    fn names_that_look_alike_are_drawn_alike() {
        for (one, other) in [
            ("limit1", "LimitI"),
            ("no go", "NO-GO"),
            ("p\u{430}ss", "pass"),
            ("\u{ff30}ass", "pa\u{200b}ss"),
        ] {
            assert_eq!(drawn(one), drawn(other));
        }
        assert_ne!(drawn("pass"), drawn("past"));
        assert_ne!(drawn("passed"), drawn("failed"));
    }
}
