//! The parts of a log that its grammar finds.

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use crate::codec::text::slice::Slice;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/verdicts_log.pest"]
#[grammar = "grammar/common.pest"]
struct Log;

/// What a rule matches, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Part<'a> {
    pub(super) rule: Rule,
    pub(super) text: Slice<'a>,
    pair: Pair<'a, Rule>,
}

impl<'a> Part<'a> {
    /// What it consists of.
    pub(super) fn parts(&self) -> impl Iterator<Item = Self> + use<'a> {
        let at = self.text.start - self.pair.as_span().start();
        to_parts(self.pair.clone().into_inner(), at)
    }

    /// Whether it is a fence or a comment that never ends.
    pub(super) fn is_open(&self) -> bool {
        self.parts().any(|part| matches!(part.rule, Rule::unclosed | Rule::endless))
    }

    /// The first part of a rule in it.
    pub(super) fn find(&self, rule: Rule) -> Option<Slice<'a>> {
        self.parts().find(|part| part.rule == rule).map(|part| part.text)
    }
}

fn to_parts(pairs: Pairs<'_, Rule>, at: usize) -> impl Iterator<Item = Part<'_>> {
    pairs.filter(|pair| pair.as_rule() != Rule::EOI).map(move |pair| Part {
        rule: pair.as_rule(),
        text: Slice::new(pair.as_str(), at + pair.as_span().start()),
        pair,
    })
}

/// What a rule consists of at the start of a text. None where it does not match, or when pest was told to give up early.
pub(super) fn parts(rule: Rule, text: Slice<'_>) -> Option<impl Iterator<Item = Part<'_>>> {
    let pair = Log::parse(rule, text.text).ok()?.next()?;
    Some(to_parts(pair.into_inner(), text.start))
}

/// Whether a text begins as a rule says.
pub(super) fn begins(rule: Rule, text: &str) -> bool {
    Log::parse(rule, text).is_ok()
}
