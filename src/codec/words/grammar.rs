//! The grammar over classes, and nothing that knows a word.

use std::ops::Range;
use std::rc::Rc;

use assize_grammar::statement;
pub(in crate::codec) use assize_grammar::statement::Rule;
use pest::Parser;
use pest::iterators::Pair;

use crate::codec::text::grammar::Grammar;

/// What the names and values of a review say.
pub(in crate::codec) const GRAMMAR: Grammar = Grammar {
    text: statement::TEXT,
    tree: Err(
        "it is a document: its fields are read by CommonMark and HTML, and what each says by `grammar/statement.pest`, over \
        classes of words (`assize explain --fields` shows them)",
    ),
};

/// A rule that matched, with the letters that it took and those that its parts took.
#[derive(Debug)]
pub(in crate::codec) struct Matched {
    pub(in crate::codec) rule: Rule,
    pub(in crate::codec) parts: Vec<(Rule, Range<usize>)>,
}

impl Matched {
    /// The letters of a part.
    pub(in crate::codec) fn part(&self, rule: Rule) -> Option<Range<usize>> {
        self.parts.iter().rev().find(|part| part.0 == rule).map(|part| part.1.clone())
    }
}

/// The rules that letters are made of, below the entry rule. None where the letters are none of it, or pest was told to
/// give up early.
pub(super) fn read(entry: Rule, letters: &str) -> Option<Rc<[Matched]>> {
    let pairs = statement::Grammar::parse(entry, letters).ok()?;
    Some(pairs.filter(|pair| pair.as_rule() != Rule::EOI).map(matched).collect())
}

fn matched(pair: Pair<'_, Rule>) -> Matched {
    let span = pair.as_span();
    let rule = pair.as_rule();
    let mut parts = vec![(rule, span.start()..span.end())];
    parts.extend(pair.into_inner().map(|part| {
        let span = part.as_span();
        (part.as_rule(), span.start()..span.end())
    }));
    Matched { rule, parts }
}
