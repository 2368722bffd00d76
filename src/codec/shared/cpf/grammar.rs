//! What the grammar of CPF finds in a text, a line or a value.

use crate::codec::text::grammar::{self, grammar, matched};
use crate::codec::text::slice::Slice;
use crate::source::Span;

grammar!(cpf, cpf);

pub(super) type Part<'a> = grammar::Part<'a, Rule>;

/// What a rule matches at the start of a text. None where it does not match, or when pest was told to give up early.
pub(super) fn ask(rule: Rule, text: Slice<'_>) -> Option<Part<'_>> {
    matched::<Parser, _>(rule, text)?.next()
}

/// Whether a text begins as a rule says.
pub(super) fn begins(rule: Rule, text: Slice<'_>) -> bool {
    matched::<Parser, _>(rule, text).is_some()
}

/// So many bytes are asked of the grammar at once: its tokens take many times the size of a text.
const AT_ONCE: usize = 1 << 16;

/// The lines of a text. None instead when pest was told to give up early.
pub(super) fn lines(body: Slice<'_>) -> impl Iterator<Item = Option<Part<'_>>> {
    let mut rest = Some(body);
    let pieces = std::iter::from_fn(move || {
        let text = rest?;
        let more = text.text.as_bytes().get(AT_ONCE..).unwrap_or_default();
        let end = more.iter().position(|b| *b == b'\n').map(|at| at + AT_ONCE);
        rest = end.map(|end| text.after(end + 1));
        Some(end.map_or(text, |end| text.split_at(end).0))
    });
    pieces.flat_map(move |piece| {
        let first = piece.start == body.start;
        let (all, inner) = match first {
            true => (None, parts(Rule::cpf, piece)),
            false => (matched::<Parser, _>(Rule::lines, piece), None),
        };
        let given_up = (all.is_none() && inner.is_none()).then_some(None);
        let found = all.into_iter().flatten().chain(inner.into_iter().flatten());
        found.map(Some).chain(given_up)
    })
}

/// A row, cut into its fields.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    pub(super) whole: Slice<'a>,
    /// Up to five, of which the last has all further pipes.
    pub(super) fields: [Slice<'a>; 5],
    pub(super) count: usize,
    agents: Option<Part<'a>>,
}

impl<'a> Row<'a> {
    /// The row that a rule makes of a text; where it makes none, what its pipes show.
    pub(super) fn of(rule: Rule, text: Slice<'a>) -> Self {
        match ask(rule, text).or_else(|| ask(Rule::row_shape, text)) {
            Some(row) => Self::new(&row),
            None => Self { whole: text, fields: [text; 5], count: 1, agents: None },
        }
    }

    /// A line that matched a rule of rows.
    pub(super) fn new(row: &Part<'a>) -> Self {
        let whole = row.text;
        let mut cut = Self { whole, fields: [whole; 5], count: 0, agents: None };
        for (part, field) in row.parts().zip(&mut cut.fields) {
            *field = part.text;
            cut.count += 1;
            if part.rule == Rule::agents {
                cut.agents = Some(part);
            }
        }
        cut
    }

    /// The same, where the byte at a place in a column separates two fields.
    pub(super) fn cut_at(mut self, column: usize, at: usize) -> Self {
        let (head, tail) = self.fields[column].split_at(at - self.fields[column].start);
        let last = self.whole.after(self.fields[3].start - self.whole.start);
        self.fields.copy_within(column + 1..4, column + 2);
        (self.fields[column], self.fields[column + 1]) = (head, tail.after(1));
        if self.count == 5 {
            self.fields[4] = last;
        }
        self.count = 5.min(self.count + 1);
        self.agents = self.agents.filter(|_| column > 0);
        self
    }

    pub(super) fn first(&self) -> Slice<'a> {
        self.fields[0]
    }

    /// The fields that it has.
    pub(super) fn fields(&self) -> &[Slice<'a>] {
        self.fields.get(..self.count).unwrap_or_default()
    }

    /// Who its first field names, each without the blanks around it.
    pub(super) fn agents(&self) -> Vec<Span> {
        let named = self.agents.clone().or_else(|| ask(Rule::agents, self.first()));
        let agents = named.into_iter().flat_map(|agents| agents.parts());
        agents.map(|agent| agent.text.trim()).filter(|a| !a.is_empty()).map(Slice::span).collect()
    }
}
