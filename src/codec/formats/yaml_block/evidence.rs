//! Evidence of a block: a path, a text, or lines below its key.

use super::BLOCK;
use super::reader::{BlockReader, known};
use crate::codec::shared::dartai::{field_in_evidence, second_evidence};
use crate::codec::shared::path::{bad_path, is_path, leaves};
use crate::codec::text::fields::Key;
use crate::codec::text::slice::BLANKS;
use crate::codec::tree::yaml::{At, Text};
use crate::ir::Evidence;

impl<'a> BlockReader<'a> {
    /// What YAML takes for a key or a stray line, and is a line of the evidence above: an indented one,
    /// and a second `Verdict:` that is not written as the format writes it. The evidence goes on to it.
    pub(super) fn goes_on_in_evidence(&mut self, at: At<'_, 'a>) -> bool {
        let Some(Evidence::Inline(above)) = self.builder.verdict.evidence else { return false };
        if self.json || self.builder.said.is_none() {
            return false;
        }
        let key = at.key().map(|key| (key, known(key)));
        let column = |at: usize| {
            let before = self.text.get(..at).unwrap_or_default();
            before.len() - before.rfind('\n').map_or(0, |end| end + 1)
        };
        let (here, mut seen) = (at.span(), self.seen.iter());
        let evidence = seen.find(|(seen, _)| *seen == Key::Evidence);
        let indented =
            evidence.is_some_and(|(_, at)| column(at.start as usize) < column(here.start as usize));
        let goes_on = match key {
            Some((key, Some(Key::Verdict))) => indented || !BLOCK.has(key.text),
            Some((_, Some(_))) => false,
            _ => indented,
        };
        let begun = self.text.get(above.end as usize..here.start as usize);
        match begun.filter(|_| goes_on) {
            // A text in quotation marks has ended.
            Some(between) if above.source == here.source && between.starts_with(BLANKS) => {
                self.builder.verdict.evidence = Some(Evidence::Inline(above.to(here)));
            }
            _ if goes_on => self.builder.reading.unclaimed(here),
            _ => {}
        }
        if goes_on && key.is_some_and(|(_, known)| known.is_some()) {
            self.builder.report(field_in_evidence(here));
        }
        goes_on
    }

    pub(super) fn cite(&mut self, at: At<'_, 'a>, named_path: bool) {
        if at.is_null() {
            return;
        }
        let text = at.text().unwrap_or_else(|| Text::Here(at.written(self.text)));
        let said = text.as_str().trim();
        if said.is_empty() || (!named_path && (self.says_none(said) || said == "-")) {
            return;
        }
        if self.builder.verdict.evidence.is_some() {
            self.builder.report(second_evidence(at.span()));
            return self.builder.reading.unclaimed(at.span());
        }
        let path = is_path(said) || (named_path && !said.contains('\n'));
        let problem = leaves(said).filter(|_| path);
        // Lines say more as they are written than joined.
        let written = at.written(self.text).span();
        let headed = at.comments_above_value().next().filter(|_| !path);
        let place = match headed {
            Some(title) => title.span().to(written),
            None if at.is_folded() => written,
            None => text.place(&mut self.builder.reading.embedded),
        };
        if let Some(problem) = problem {
            self.builder.report(bad_path(at.span(), problem));
        }
        let evidence = if path && problem.is_none() { Evidence::Path } else { Evidence::Inline };
        self.builder.verdict.evidence = Some(evidence(place));
    }
}
