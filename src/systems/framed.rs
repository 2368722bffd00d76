//! Lines of somebody else's text that look like a line of ours between two rows of signs, whatever signs these are.

use crate::source::{bare_letters, drawn_as, is_unseen};

/// The letters of a line as they are drawn, and how many signs stand before and behind them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Framed {
    pub(super) before: usize,
    pub(super) letters: String,
    pub(super) behind: usize,
}

/// A line as it is seen: without invisible signs; and, where that is another text, with the plain sign or letter for each size
/// and shape of it, without its marks.
pub(super) fn seen(line: &str) -> impl Iterator<Item = String> {
    let as_it_is: String = line.chars().filter(|c| *c == '\t' || !is_unseen(*c)).collect();
    let plain = (!line.is_ascii())
        .then(|| bare_letters(line).filter(|c| *c == '\t' || !is_unseen(*c)).collect::<String>());
    let plain = plain.filter(|plain| *plain != as_it_is);
    std::iter::once(as_it_is).chain(plain)
}

impl Framed {
    /// Of a line as it is seen. A letter of another alphabet is a sign where it repeats the one before it, or looks like none
    /// of ours.
    pub(super) fn of(seen: &str) -> Self {
        let mut framed = Self::default();
        let mut last = None;
        for c in seen.chars().filter(|c| !c.is_whitespace()) {
            match letter(c) {
                Some(letter) => {
                    framed.letters.push(letter);
                    framed.behind = 0;
                }
                None if !c.is_alphanumeric() || last == Some(c) => {
                    framed.before += usize::from(framed.letters.is_empty());
                    framed.behind += 1;
                }
                None => {}
            }
            last = Some(c);
        }
        framed
    }

    /// Whether the letters begin like those of a title of ours.
    pub(super) fn begins(&self, title: &str) -> bool {
        let mut own = self.letters.chars();
        title.chars().filter_map(letter).all(|wanted| own.next() == Some(wanted))
    }

    /// Whether they are those of a title of ours, and no more.
    pub(super) fn says(&self, title: &str) -> bool {
        self.letters.chars().eq(title.chars().filter_map(letter))
    }
}

/// The letter or digit that one is drawn as. An `i` is an `l`, as its capital is drawn.
fn letter(c: char) -> Option<char> {
    let drawn = c.is_alphanumeric().then(|| drawn_as(c)).flatten()?;
    drawn.is_ascii_alphanumeric().then_some(if drawn == 'i' { 'l' } else { drawn })
}

#[cfg(test)]
mod tests {
    use super::{Framed, seen};

    #[test]
    fn a_title_is_known_in_whatever_signs() {
        for line in [
            "==== END OUTPUTS ====",
            "+~+~ End  Outputs ~+~+",
            "=\u{200d}=\u{200d}=\u{200d}= END OUT\u{200d}PUTS =\u{3164}=\u{fe0f}==",
            "≡≣≡≣ END \u{41e}UTPUTS ≣≡≣≡",
            "＝＝＝＝ ＥＮＤ ＯＵＴＰＵＴＳ ＝＝＝＝",
            "一一一一一 END OUTPUTS 一一一一一",
        ] {
            let framed: Vec<Framed> = seen(line).map(|seen| Framed::of(&seen)).collect();
            let known = |framed: &Framed| {
                framed.says("END OUTPUTS") && framed.before == 4 && framed.behind == 4
            };
            assert!(framed.iter().any(known), "{line} {framed:?}");
        }
    }

    #[test]
    fn other_lines_are_no_title() {
        for line in ["==== the OUTPUTS end ====", "このステップのすべての OUTPUTS です", "", "===="]
        {
            let framed: Vec<Framed> = seen(line).map(|seen| Framed::of(&seen)).collect();
            assert!(!framed.iter().any(|one| one.says("OUTPUTS") && one.before > 3), "{line}");
            assert!(!framed.iter().any(|one| one.begins("END OUTPUTS")), "{line}");
        }
    }
}
