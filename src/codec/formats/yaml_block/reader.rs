//! A verdict while the entries of its block come in.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::BLOCK;
use super::mistakes::{bare_key, block_budget, comment_in_text, unknown_entry, unknown_key};
use crate::codec::input::Input;
use crate::codec::repairs::{
    KEY_STYLE, LINE_ORDER, REPEATED_LINE, UNFENCED, WRONG_CHANNEL, repairs,
};
use crate::codec::shared::dartai::{
    self, IN_BLOCK, IN_JSON, VerdictBuilder, conflict_markers, count, missing_colon, none_goes_on,
    pointer_ignored, prose_before_verdict, repeated_key, says_fail,
};
use crate::codec::statements::{read_name, says_only_none};
use crate::codec::text::fields::{self, Key};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::tree::yaml::{self, At, Kind, Text, Tree};
use crate::ir::{Cause, Decoded, FindingKind, Format, Member};
use crate::source::{Source, Span};

repairs! {
    /// `blockers: none`, `blockers: "SQL built by concatenation"`
    LONE_ITEM = "lone_item", "a list is written as one value",
        "read as a list of one, or of none", "write one `- ` line for each finding below `blockers:`, in JSON `[\"…\"]`, or `blockers: []`";
}

/// More lines than a block should have.
pub(super) const LONGEST: usize = 30;

/// Those of a verdict file that a block writes otherwise.
const OTHER: [&str; 2] = ["blocker", "advisory"];

/// A verdict while the entries of its block come in.
pub(super) struct BlockReader<'a> {
    pub(super) builder: VerdictBuilder<'a>,
    pub(super) text: &'a str,
    body: Slice<'a>,
    fenced: bool,
    pub(super) json: bool,
    /// A known key was seen.
    begun: bool,
    /// What stands above the first entry and is not one.
    preface: Option<Span>,
    /// The keys so far, and where each was first written.
    pub(super) seen: Vec<(Key, Span)>,
    others: HashMap<&'a str, Span>,
    /// The entry above.
    above: Option<Key>,
}

impl<'a> BlockReader<'a> {
    pub(super) fn new(input: &Input<'a>) -> Self {
        let span = input.body.trim().span();
        let json = input.json().is_some();
        let wording = if json { &IN_JSON } else { &IN_BLOCK };
        Self {
            builder: VerdictBuilder::new(input.options, span, wording),
            text: input.text,
            body: input.body,
            fenced: input.fenced,
            json,
            begun: false,
            preface: None,
            seen: Vec::new(),
            others: HashMap::new(),
            above: None,
        }
    }

    pub(super) fn read(&mut self, tree: &Tree<'a>) {
        if tree.too_deep {
            self.builder.reading.says_fail = crate::codec::traces::says_fail(self.body.text);
            let at = self.body.trim().span();
            return self.builder.refuse(Cause::Malformed, yaml::too_deep(at));
        }
        yaml::report_odd(tree, &mut self.builder.reading);
        for entry in tree.root().children() {
            self.top(entry);
        }
        for comment in &tree.comments {
            let marks = comment.text.bytes().take_while(|b| *b == b'#').count();
            let said = if marks == 1 { comment.after(1) } else { *comment };
            self.builder.reading.unclaimed(said.span());
        }
    }

    /// An entry of the block as a whole, or what stands in its place.
    fn top(&mut self, at: At<'_, 'a>) {
        if self.goes_on_in_evidence(at) {
            return;
        }
        match (at.key(), at.kind()) {
            (Some(key), _) => self.entry(key, at, false),
            // `- verdict: pass`
            (None, Kind::List) if at.children().any(|item| is_ours(item)) => {
                for item in at.children() {
                    match is_ours(item) {
                        true => item.children().for_each(|entry| {
                            if let Some(key) = entry.key() {
                                self.entry(key, entry, true);
                            }
                        }),
                        false => self.unknown(item),
                    }
                }
            }
            // JSON, and other maps in brackets
            (None, Kind::Map) => at.children().for_each(|entry| {
                if let Some(key) = entry.key() {
                    self.entry(key, entry, false);
                }
            }),
            (None, _) => self.unknown(at),
        }
    }

    fn entry(&mut self, key: Slice<'a>, at: At<'_, 'a>, bulleted: bool) {
        self.above = known(key);
        let Some(known) = self.above else { return self.member(key, at) };
        if known == Key::VerdictFile {
            self.builder.report(pointer_ignored(at.span()));
            return self.keep(key, at);
        }
        if !self.begun && known != Key::Verdict {
            self.begun = true;
        }
        if OTHER.contains(&key.text) {
            self.builder.recover(WRONG_CHANNEL, key.span());
        } else if bulleted || !BLOCK.has(key.text) {
            self.builder.recover(KEY_STYLE, key.span());
        }
        let first = self.seen.iter().find(|(seen, _)| *seen == known).map(|(_, first)| *first);
        let again = first.is_some();
        if known == Key::Verdict && !again && (self.begun || !self.seen.is_empty()) {
            self.builder.recover(LINE_ORDER, at.span());
        }
        self.begun = true;
        let singular = OTHER.contains(&key.text);
        if let Some(first) = first
            && matches!(known, Key::Blocker | Key::Advisory)
            && !singular
        {
            self.builder.recover(REPEATED_LINE, key.span());
            self.builder.report(repeated_key(key.text, first, key.span()));
        }
        if !singular || !matches!(known, Key::Blocker | Key::Advisory) {
            self.seen.push((known, key.span()));
        }
        match known {
            Key::Verdict => self.state(at),
            Key::Confidence => {
                self.builder.read_confidence(at.written(self.text), at.span());
                self.hand_over_below(at);
            }
            Key::Blocker => self.find(FindingKind::Blocker, at, singular),
            Key::Advisory => self.find(FindingKind::Advisory, at, singular),
            Key::Evidence => self.cite(at, false),
            Key::EvidencePath => self.cite(at, true),
            Key::VerdictFile => {}
        }
    }

    fn state(&mut self, at: At<'_, 'a>) {
        if let Some(preface) = self.preface {
            let refusal = prose_before_verdict(at.span(), preface);
            self.builder.refuse(Cause::Ambiguous, refusal);
        }
        let value = match at.text() {
            Some(Text::Here(slice)) => slice.trim(),
            _ => at.written(self.text),
        };
        if let Some(said) = self.builder.read_word(value, at.span()) {
            self.builder.state(said);
        }
    }

    /// A list of findings, or what stands in its place.
    fn find(&mut self, kind: FindingKind, at: At<'_, 'a>, singular: bool) {
        match at.kind() {
            Kind::Empty => self.builder.say_nothing(kind, at.span()),
            Kind::List => at.children().for_each(|item| self.item(kind, item)),
            Kind::Scalar(_) if at.is_null() => {}
            Kind::Scalar(_) if !singular && self.counts(kind, at) => {}
            _ => {
                if !singular {
                    self.builder.recover(LONE_ITEM, at.span());
                }
                if !at.is_null() {
                    self.item(kind, at);
                }
            }
        }
    }

    /// `blockers: 2`, beside `blocker:` lines.
    fn counts(&mut self, kind: FindingKind, at: At<'_, 'a>) -> bool {
        let count = at.text().and_then(|text| count(text.as_str().trim()));
        if let Some(count) = count {
            self.builder.count(kind, count, at.span());
        }
        count.is_some()
    }

    pub(super) fn says_none(&self, text: &str) -> bool {
        says_only_none(text, &self.builder.reading.words)
    }

    fn item(&mut self, kind: FindingKind, at: At<'_, 'a>) {
        if at.kind() == Kind::Empty {
            return self.builder.say_nothing(kind, at.span());
        }
        let text = match at.text() {
            Some(text) => text,
            None => Text::Here(self.whole(at)),
        };
        let said = text.as_str().trim().to_owned();
        if said.is_empty() {
            return self.builder.say_nothing(kind, at.span());
        }
        if at.is_null() || self.says_none(&said) {
            return;
        }
        if let Text::Here(slice) = text {
            // `- - SQL`, `- "- [ ] SQL"`
            let bare = fields::item(slice).filter(|_| matches!(at.kind(), Kind::Scalar(_)));
            let unboxed = |item| match fields::checkbox(item) {
                Some((false, said)) => said,
                _ => item,
            };
            let bare = bare.map(unboxed);
            self.builder.push_text(kind, &Text::Here(bare.unwrap_or(slice)), at.span());
        } else {
            self.builder.push_text(kind, &text, at.span());
            // Its lines say more as they are written than joined.
            if kind == FindingKind::Advisory {
                self.hand_over_below(at);
            }
        }
        self.locate(at);
        if let Some(comment) = at.comment()
            && comment.text.len() > 1
            && !comment.text[1..].starts_with([' ', '\t', '#'])
        {
            self.builder.report(comment_in_text(comment.span()));
        }
    }

    /// All that an item says when it is not a text: `file: src/a.ts` and `line: 3` below it.
    fn whole(&self, at: At<'_, 'a>) -> Slice<'a> {
        match at.key() {
            Some(_) => at.written(self.text),
            None => at.raw(self.text),
        }
    }

    /// Where an item says that it lies.
    fn locate(&mut self, at: At<'_, 'a>) {
        let place = ["location", "file", "path"].into_iter().find_map(|key| at.get(key));
        if let (Some(Text::Here(place)), Some(finding)) =
            (place.and_then(At::text), self.builder.verdict.findings.last_mut())
        {
            finding.location = Some(location::whole(place.trim()));
        }
    }

    /// An entry that the format does not have.
    fn member(&mut self, key: Slice<'a>, at: At<'_, 'a>) {
        if let Some(meant) = fields::meant(key.text) {
            self.builder.reading.says_fail |= meant.starts_with("verdict")
                && says_fail(at.written(self.text), &self.builder.reading);
            return self.builder.refuse_misspelt(key, meant);
        }
        match self.others.entry(key.text) {
            Entry::Vacant(own) => drop(own.insert(key.span())),
            Entry::Occupied(first) => {
                self.builder.report(repeated_key(key.text, *first.get(), key.span()));
            }
        }
        self.builder.report(unknown_key(key));
        self.keep(key, at);
        // `must_fix:` above its items is read as it is written, `{verdict: fail}` by what it holds, and
        // items in quotation marks without them.
        let below = at.written(self.text);
        let spelt = at.kind() == Kind::List && below.text.contains(['"', '\'', '{']);
        let flow = below.text.starts_with(['{', '[']);
        if matches!(at.kind(), Kind::Map | Kind::List)
            && !(spelt || flow || at.is_null() || self.names_the_past(key.text))
        {
            self.builder.reading.unclaimed(at.span());
        }
    }

    /// `previous:`, `resolved_findings:`, `round_1:`
    fn names_the_past(&self, key: &str) -> bool {
        let name = read_name(key, &self.builder.reading.words);
        name.earlier || name.round.is_some()
    }

    fn keep(&mut self, key: Slice<'a>, at: At<'_, 'a>) {
        let text = match at.text() {
            Some(text) => text.place(&mut self.builder.reading.embedded),
            None => at.written(self.text).span(),
        };
        self.builder.verdict.members.push(Member { name: key.span(), text });
    }

    /// A line that is not an entry.
    fn unknown(&mut self, at: At<'_, 'a>) {
        let whole = at.raw(self.text);
        for line in whole.lines() {
            self.unknown_line(line.trim());
        }
        // `blockers` without its colon, `? blockers`
        let first = whole.lines().next().unwrap_or(whole).trim();
        let bare = Slice::new(first.text.trim_start_matches("? "), first.start);
        if fields::lookup(bare.text) == Some(Key::Blocker) {
            let diagnostic = bare_key(first.span());
            self.builder.refuse_unless_failing(Cause::MisspeltKey, diagnostic);
        }
        // `blockers: none`, and an item below it
        if self.above == Some(Key::Blocker) && fields::item(at.raw_line(self.text)).is_some() {
            self.builder.refuse_unless_failing(Cause::Ambiguous, none_goes_on(whole.span()));
        }
        self.builder.reading.unclaimed(at.span_below_name(self.text));
        if self.builder.said.is_none() && self.builder.reading.cause.is_none() {
            self.preface.get_or_insert(whole.span());
        }
        self.builder.report(unknown_entry(whole.span()));
    }

    fn unknown_line(&mut self, line: Slice<'a>) {
        if line.text.starts_with("<<<<<<<") || line.text.starts_with(">>>>>>>") {
            return self.builder.refuse(Cause::Ambiguous, conflict_markers(line.span()));
        }
        if let Some(field) = fields::split(line)
            && field.known.is_none()
            && let Some(meant) = fields::meant(field.key.text)
        {
            self.builder.reading.says_fail |= says_fail(field.value, &self.builder.reading);
            return self.builder.refuse_misspelt(field.key, meant);
        }
        if let Some(value) = dartai::verdict_without_colon(line) {
            self.builder.reading.says_fail |= says_fail(value, &self.builder.reading);
            self.builder.refuse(Cause::MisspeltKey, missing_colon(line.span()));
        }
    }

    /// What a scalar says below its first line.
    fn hand_over_below(&mut self, at: At<'_, 'a>) {
        if at.is_long() || !matches!(at.kind(), Kind::Scalar(_)) {
            for line in at.raw(self.text).lines().skip(1) {
                self.builder.reading.unclaimed(line.span());
            }
        }
    }

    pub(super) fn finish(mut self, source: &Source) -> Decoded {
        self.builder.check_agreement(self.begun, None);
        if !self.fenced {
            self.builder.recover(UNFENCED, self.body.trim().span());
            // Without a fence, a block that was cut off looks like one without a last line end.
            if !self.json {
                self.builder.check_end(self.text);
            }
        }
        let lines = self.body.trim().lines().count();
        if lines > LONGEST && !self.json {
            self.builder.report(block_budget(lines, self.body.trim().span()));
        }
        self.builder.reading.finish(source, Format::YamlBlock, vec![self.builder.verdict])
    }
}

/// Whether an item of a list is an entry behind a bullet: `- verdict: pass`.
fn is_ours(item: At<'_, '_>) -> bool {
    item.kind() == Kind::Map
        && item.children().any(|entry| entry.key().is_some_and(|key| known(key).is_some()))
}

/// What a key is, in any style.
pub(super) fn known(key: Slice<'_>) -> Option<Key> {
    let bare =
        fields::without_bullet(key).text.trim_matches(|c| c == ' ' || fields::MARKS.contains(&c));
    fields::lookup(bare)
}
