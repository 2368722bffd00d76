//! The lines that verdict files and pointers are made of, as `grammar/keys.pest` tells them.

use crate::codec::text::fields::Field;
use crate::codec::text::slice::Slice;

/// One line, or a quotation of many.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) enum Line<'a> {
    Comment,
    Conflict,
    /// An HTML comment; what it holds, and whether it ends.
    Hidden(Slice<'a>, bool),
    /// A fence; what it holds, and whether it is closed.
    Fence(Slice<'a>, bool),
    Field(Field<'a>),
    Other,
}

/// The grammar of a format as it is printed: its file, and those that it stands on.
macro_rules! grammar_of_keys {
    ($name:literal) => {
        concat!(
            whole_grammar!($name),
            "\n// From keys.pest.\n\n",
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/keys.pest")),
        )
    };
}
pub(in crate::codec) use grammar_of_keys;

/// The parser of such a format: its grammar, the rule for a whole text, and the rules of HTML comments, if it has them.
macro_rules! parser_of_keys {
    ($file:tt, $whole:ident $(, $hidden:ident, $remark:ident, $endless:ident)?) => {
        mod grammar {
            use pest::Parser;
            use pest::iterators::Pair;

            use crate::codec::shared::dartai::Line;
            use crate::codec::text::fields::Field;
            use crate::codec::text::slice::Slice;

            #[derive(pest_derive::Parser)]
            #[grammar = $file]
            #[grammar = "grammar/keys.pest"]
            #[grammar = "grammar/common.pest"]
            pub(super) struct Lines;

            /// Every line with something on it. None when pest was told to give up early.
            pub(super) fn lines<'a>(
                text: Slice<'a>,
            ) -> Option<impl Iterator<Item = (Line<'a>, Slice<'a>)>> {
                let whole = Lines::parse(Rule::$whole, text.text).ok()?.next()?;
                Some(whole.into_inner().filter_map(move |pair| {
                    let slice = to_slice(&pair, text.start);
                    Some((to_line(pair, slice, text.start)?, slice))
                }))
            }

            fn to_line<'a>(pair: Pair<'a, Rule>, slice: Slice<'a>, start: usize) -> Option<Line<'a>> {
                let rule = pair.as_rule();
                let empty = slice.split_at(0).0;
                let (mut marks, mut key, mut value, mut closed) = (empty, empty, empty, None);
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::marks => marks = to_slice(&part, start),
                        Rule::key | Rule::name | Rule::odd => key = to_slice(&part, start),
                        Rule::value | Rule::inside $(| Rule::$remark)? => value = to_slice(&part, start),
                        Rule::closed => closed = Some(true),
                        Rule::unclosed $(| Rule::$endless)? => closed = Some(false),
                        _ => {}
                    }
                }
                Some(match rule {
                    Rule::comment => Line::Comment,
                    Rule::conflict => Line::Conflict,
                    Rule::fence => Line::Fence(value, closed.is_none()),
                    $(Rule::$hidden => Line::Hidden(value, closed.is_none()),)?
                    Rule::field => Line::Field(Field::own(key, value)),
                    Rule::key_style => {
                        Line::Field(Field::styled(slice, marks, key, closed.is_some(), value))
                    }
                    Rule::strange => Line::Field(Field::strange(slice, marks, key, value)),
                    Rule::prose | Rule::other => Line::Other,
                    _ => return None,
                })
            }

            fn to_slice<'a>(pair: &Pair<'a, Rule>, start: usize) -> Slice<'a> {
                Slice::new(pair.as_str(), start + pair.as_span().start())
            }
        }
    };
}
pub(in crate::codec) use parser_of_keys;
