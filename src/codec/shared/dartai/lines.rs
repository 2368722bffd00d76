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

/// The parser of such a format: its grammar, the rule for a whole text, and the rules of HTML comments, if it has them.
macro_rules! parser_of_keys {
    ($name:ident, $whole:ident $(, $hidden:ident, $remark:ident, $endless:ident)?) => {
        mod grammar {
            use crate::codec::shared::dartai::Line;
            use crate::codec::text::fields::Field;
            use crate::codec::text::grammar::{Part, grammar};
            use crate::codec::text::slice::Slice;

            grammar!($name, $whole);

            /// Every line with something on it. None when pest was told to give up early.
            pub(super) fn lines(
                text: Slice<'_>,
            ) -> Option<impl Iterator<Item = (Line<'_>, Slice<'_>)>> {
                let lines = parts(Rule::$whole, text)?;
                Some(lines.filter_map(|line| Some((to_line(&line)?, line.text))))
            }

            fn to_line<'a>(line: &Part<'a, Rule>) -> Option<Line<'a>> {
                let slice = line.text;
                let empty = slice.split_at(0).0;
                let (mut marks, mut key, mut value, mut closed) = (empty, empty, empty, None);
                for part in line.parts() {
                    match part.rule {
                        Rule::marks => marks = part.text,
                        Rule::key | Rule::name | Rule::odd => key = part.text,
                        Rule::value | Rule::inside $(| Rule::$remark)? => value = part.text,
                        Rule::closed => closed = Some(true),
                        Rule::unclosed $(| Rule::$endless)? => closed = Some(false),
                        _ => {}
                    }
                }
                Some(match line.rule {
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
        }
    };
}
pub(in crate::codec) use parser_of_keys;
