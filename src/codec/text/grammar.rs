//! A grammar as formats use it: its parser, its rules as one text, and what they match.

use pest::iterators::{Pair, Pairs};
use pest::{Parser, RuleType};

use super::slice::Slice;
use crate::source::Span;

/// The grammar of a format.
#[derive(Clone, Copy)]
pub(in crate::codec) struct Grammar {
    /// Its rules, and those of other files that it may use.
    pub(in crate::codec) text: &'static str,
    /// What it makes of a body; else what reads the format down to its fields.
    pub(in crate::codec) tree: Result<Tree, &'static str>,
}

/// The tree of a body; none when pest was told to give up early.
type Tree = fn(Slice<'_>) -> Option<RuleMatch>;

/// What a rule of a grammar matched, as plain values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleMatch {
    /// The name of the rule.
    pub rule: String,
    /// What it matched.
    pub span: Span,
    /// What the rules that it consists of matched. Silent rules, and those of atomic ones, are not among them.
    pub parts: Vec<RuleMatch>,
}

/// A grammar of `assize-grammar` in `mod grammar` of its format, and its rule for a whole text. `parts` matches a rule,
/// `GRAMMAR` is for the row of the format.
macro_rules! grammar {
    ($name:ident, $whole:ident) => {
        pub(in crate::codec) use assize_grammar::$name::Rule;
        use assize_grammar::$name::{Grammar as Parser, TEXT};

        impl $crate::codec::text::grammar::Rules for Rule {
            const END: Self = Self::EOI;
        }

        pub(in crate::codec) const GRAMMAR: $crate::codec::text::grammar::Grammar =
            $crate::codec::text::grammar::Grammar {
                text: TEXT,
                tree: Ok(|body| {
                    let mut whole =
                        <Parser as pest::Parser<Rule>>::parse(Rule::$whole, body.text).ok()?;
                    whole
                        .next()
                        .map(|pair| $crate::codec::text::grammar::to_match(pair, body.start))
                }),
            };

        /// What a rule consists of at the start of a text. None where it does not match, or when pest was told to give up
        /// early.
        pub(super) fn parts(
            rule: Rule,
            text: $crate::codec::text::slice::Slice<'_>,
        ) -> Option<impl Iterator<Item = $crate::codec::text::grammar::Part<'_, Rule>>> {
            $crate::codec::text::grammar::parts::<Parser, _>(rule, text)
        }
    };
}
pub(in crate::codec) use grammar;

/// The rules of a grammar.
pub(in crate::codec) trait Rules: RuleType {
    /// The end of the text, which is a part of nothing.
    const END: Self;
}

/// What a rule matched, and where it stands.
#[derive(Clone, Debug)]
pub(in crate::codec) struct Part<'a, R: Rules> {
    pub(in crate::codec) rule: R,
    pub(in crate::codec) text: Slice<'a>,
    pair: Pair<'a, R>,
}

impl<'a, R: Rules> Part<'a, R> {
    fn new(pair: Pair<'a, R>, offset: usize) -> Self {
        let text = Slice::new(pair.as_str(), offset + pair.as_span().start());
        Self { rule: pair.as_rule(), text, pair }
    }

    /// What it consists of.
    pub(in crate::codec) fn parts(&self) -> impl Iterator<Item = Self> + use<'a, R> {
        let offset = self.text.start - self.pair.as_span().start();
        to_parts(self.pair.clone().into_inner(), offset)
    }

    /// The first part of a rule in it.
    pub(in crate::codec) fn find(&self, rule: R) -> Option<Slice<'a>> {
        self.parts().find(|part| part.rule == rule).map(|part| part.text)
    }
}

fn to_parts<R: Rules>(pairs: Pairs<'_, R>, offset: usize) -> impl Iterator<Item = Part<'_, R>> {
    pairs.filter(|pair| pair.as_rule() != R::END).map(move |pair| Part::new(pair, offset))
}

/// What a rule matches at the start of a text, by a parser; several where the rule is silent.
pub(in crate::codec) fn matched<P: Parser<R>, R: Rules>(
    rule: R,
    text: Slice<'_>,
) -> Option<impl Iterator<Item = Part<'_, R>> + use<'_, P, R>> {
    Some(to_parts(P::parse(rule, text.text).ok()?, text.start))
}

/// What a rule consists of at the start of a text, by a parser.
pub(in crate::codec) fn parts<P: Parser<R>, R: Rules>(
    rule: R,
    text: Slice<'_>,
) -> Option<impl Iterator<Item = Part<'_, R>> + use<'_, P, R>> {
    Some(matched::<P, R>(rule, text)?.next()?.parts())
}

/// A pair of pest as plain values.
pub(in crate::codec) fn to_match<R: Rules>(pair: Pair<'_, R>, offset: usize) -> RuleMatch {
    let whole = Part::new(pair, offset);
    let parts = to_parts(whole.pair.into_inner(), offset).map(|part| to_match(part.pair, offset));
    RuleMatch { rule: format!("{:?}", whole.rule), span: whole.text.span(), parts: parts.collect() }
}
