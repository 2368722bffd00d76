//! `C:0 H:1 M:2 L:3 | FP:5 eliminated`: what a self-review found, in numbers.

use super::consensus::{SEVERITIES, to_outcome};
use crate::codec::text::slice::Slice;
use crate::ir::{Member, Outcome};
use crate::source::Span;

/// `C:0 H:1 M:2 L:3 | FP:5 eliminated`
pub(super) struct Counts<'a> {
    pub(super) members: Vec<Member>,
    /// What else stands on the line.
    pub(super) notes: Vec<Slice<'a>>,
    pub(super) at: Span,
    pub(super) worst: Outcome,
}

impl<'a> Counts<'a> {
    pub(super) fn of(line: Slice<'a>) -> Option<Self> {
        let begins = line.text.strip_prefix("C:")?;
        begins.bytes().next().filter(u8::is_ascii_digit)?;
        let mut counts =
            Self { members: Vec::new(), notes: Vec::new(), at: line.span(), worst: Outcome::Pass };
        let mut seen = 0;
        let mut fields = cut(line, '|');
        for count in fields.next().into_iter().flat_map(|field| cut(field, ' ')) {
            let Some((name, number)) = split(count) else {
                counts.notes.extend((!count.is_empty()).then_some(count));
                continue;
            };
            let known = SEVERITIES.iter().find(|(letter, ..)| *letter == name.text);
            let worst = match (known, number.text.parse::<u64>()) {
                (Some(_), Ok(0)) => Outcome::Pass,
                (Some((.., severity)), Ok(_)) => to_outcome(*severity),
                _ => Outcome::Hold,
            };
            seen += usize::from(known.is_some());
            counts.worst = counts.worst.max(worst);
            counts.members.push(Member { name: name.span(), text: number.span() });
        }
        if seen != SEVERITIES.len() {
            counts.worst = counts.worst.max(Outcome::Hold);
        }
        for field in fields {
            match split(field).filter(|(name, _)| name.text == "FP") {
                Some((name, text)) => {
                    counts.members.push(Member { name: name.span(), text: text.span() });
                }
                None => counts.notes.push(field),
            }
        }
        Some(counts)
    }

    /// More counts in the same batch.
    pub(super) fn join(&mut self, more: &Self) {
        self.worst = self.worst.max(more.worst);
    }
}

fn cut(text: Slice<'_>, at: char) -> impl Iterator<Item = Slice<'_>> {
    let mut start = text.start;
    text.text.split(at).map(move |part| {
        let slice = Slice::new(part, start).trim();
        start += part.len() + at.len_utf8();
        slice
    })
}

/// `H:1`
fn split(text: Slice<'_>) -> Option<(Slice<'_>, Slice<'_>)> {
    let (name, value) = text.split_at(text.text.find(':')?);
    Some((name, value.after(1).trim()))
}
