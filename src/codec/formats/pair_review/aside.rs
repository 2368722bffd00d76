//! What the texts of a review say of its result when they do not come as lines of a block.

use super::label;
use super::opinion;
use super::signal;
use crate::codec::ReadOptions;
use crate::codec::claims;
use crate::codec::ear::Ear;
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::Outcome;

/// What a text says against an outcome that opens: the worse one, or `hold` when it only speaks of
/// a blocker, or of a verdict that nobody understands. Fences and block quotes say nothing.
pub(in crate::codec) fn against(
    text: &str,
    outcome: Outcome,
    options: &ReadOptions,
) -> Option<Outcome> {
    let mut ear = Ear::default();
    let mut fence: Option<(&str, Slice<'_>)> = None;
    for line in Slice::new(text, 0).lines() {
        let said = line.trim();
        let marks = said.text.len() - said.text.trim_start_matches(['`', '~']).len();
        let mark = &said.text[..marks];
        match fence {
            Some((open, _)) if mark.starts_with(open) && marks == said.text.len() => fence = None,
            Some(_) => {}
            None if opens_fence(mark, &said.text[marks..]) => fence = Some((mark, line)),
            None => hear(&mut ear, line, options),
        }
    }
    if let Some((_, open)) = fence {
        // It never ends, so what stands below it is quoted or not.
        let rest = Slice::new(text, 0).after(open.end());
        rest.lines().for_each(|line| hear(&mut ear, line, options));
    }
    let worse = ear.mention.map(|(mentioned, _)| mentioned).filter(|other| *other > outcome);
    let doubtful = ear.unclear.is_some() || ear.claim.is_some();
    worse.or(doubtful.then_some(Outcome::Hold))
}

/// The info of a fence of backticks holds none; such a line is code in a sentence.
fn opens_fence(mark: &str, info: &str) -> bool {
    mark.starts_with("~~~") || (mark.starts_with("```") && !info.contains('`'))
}

fn hear(ear: &mut Ear, line: Slice<'_>, options: &ReadOptions) {
    let said = line.trim();
    if said.text.starts_with('>') {
        return;
    }
    for value in signal::flagged(said, &options.lexicon.words) {
        if let Some(word) = signal::word_of(value, &options.lexicon.words) {
            ear.mention_outcome(word.outcome, said.span());
        }
    }
    let item = fields::item(said).unwrap_or(said);
    if let Some(found) = label::read(item, &options.lexicon.severities)
        && found.weight.is_some_and(|weight| weight.outcome == Outcome::Fail)
        && !found.text.is_empty()
    {
        ear.mention_outcome(Outcome::Fail, said.span());
    }
    opinion::hear(ear, line, &options.lexicon.words);
    for piece in claims::behind_odd_breaks(line) {
        opinion::hear(ear, piece, &options.lexicon.words);
    }
}
