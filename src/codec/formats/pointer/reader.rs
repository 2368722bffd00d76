//! A pointer while its lines come in.

use super::{LINES, mistakes};
use crate::codec::builder::DecodeLog;
use crate::codec::input::{Input, Nested};
use crate::codec::repairs::{KEY_STYLE, QUOTED_TOKEN, REPEATED_LINE, Repair, TOKEN_TAIL};
use crate::codec::shared::dartai::{
    self, Line, conflict_markers, count, is_template, says_fail, strip_markup,
};
use crate::codec::shared::path;
use crate::codec::statements::says_only_none;
use crate::codec::text::fields::{self, Field, Key};
use crate::codec::text::slice::Slice;
use crate::codec::traces;
use crate::ir::{
    Cause, Decoded, Diagnostic, Finding, FindingKind, Format, Outcome, Pointer, Profile, Stated,
    Verdict,
};
use crate::source::{Source, Span};

/// A pointer while its lines come in.
pub(super) struct PointerReader<'a> {
    source: &'a Source,
    nested: Nested,
    text: &'a str,
    reading: DecodeLog<'a>,
    body: Slice<'a>,
    fenced: bool,
    /// The first path, and its line.
    path: Option<(Slice<'a>, Span)>,
    /// The copy of the verdict, and its line.
    said: Option<(Stated, Span)>,
    /// The reasons behind its word.
    reasons: Vec<Finding>,
    /// Something that stops the work, said in the wrong place.
    blocker: Option<Span>,
    /// A `blockers:` line whose items may follow.
    list: bool,
    /// The outcome of a block beside the pointer, and where it stands.
    inlined: Option<(Option<Outcome>, Span)>,
    /// The word of such a block, which is a copy where no line is.
    copied: Option<Stated>,
    repaired: bool,
    lines: usize,
    /// The first line that is one too many.
    beyond: Option<Span>,
}

impl<'a> PointerReader<'a> {
    pub(super) fn new(input: &Input<'a>) -> Self {
        Self {
            source: input.source,
            nested: input.nested,
            text: input.text,
            reading: DecodeLog::new(input.options),
            body: input.body,
            fenced: input.fenced,
            path: None,
            said: None,
            reasons: Vec::new(),
            blocker: None,
            list: false,
            inlined: None,
            copied: None,
            repaired: false,
            lines: 0,
            beyond: None,
        }
    }

    fn recover(&mut self, repair: Repair, at: Span) {
        self.repaired = true;
        self.reading.recover(repair, at);
    }

    pub(super) fn line(&mut self, line: Line<'a>, slice: Slice<'a>) {
        let at = slice.trim().span();
        if !matches!(line, Line::Comment) {
            self.lines += slice.trim().text.split('\n').count();
            if self.lines > LINES {
                self.beyond.get_or_insert(at);
            }
        }
        match line {
            Line::Comment => self.reading.unclaimed(slice.span()),
            Line::Conflict => {
                self.reading.refuse(Cause::Ambiguous, conflict_markers(at));
            }
            Line::Fence(held, closed) => self.fence(at, held, closed),
            Line::Field(field) if field.known.is_some() => self.field(field, at),
            Line::Field(field) => self.unknown_line(slice, Some(field)),
            // The grammar of a pointer has no comments of HTML.
            Line::Hidden(..) | Line::Other => self.unknown_line(slice, None),
        }
    }

    /// A line with a known key.
    fn field(&mut self, field: Field<'a>, at: Span) {
        self.list = false;
        if field.styled {
            self.recover(KEY_STYLE, field.key.span());
        }
        match field.known {
            Some(Key::VerdictFile) => self.point(field, at),
            Some(Key::Verdict) => self.state(field, at),
            Some(Key::Confidence) => {
                match dartai::read_confidence(field.value, self.reading.options) {
                    Some((_, repairs, word)) => {
                        repairs.for_each(|repair| self.recover(repair, word));
                    }
                    None => {
                        self.reading.report(mistakes::unknown_confidence(at));
                        self.reading.unclaimed(field.value.span());
                    }
                }
            }
            Some(Key::Blocker) => {
                self.list = field.value.is_empty();
                if !self.list && !self.is_empty(field) {
                    self.block(at);
                }
            }
            Some(Key::Advisory) => self.reading.unclaimed(field.value.span()),
            Some(Key::Evidence | Key::EvidencePath) | None => {
                self.reading.unclaimed(field.value.span());
                self.reading.report(mistakes::prose_beside_pointer(at));
            }
        }
    }

    fn point(&mut self, field: Field<'a>, at: Span) {
        let (path, tail, markup) = strip_markup(field.value);
        let path = if tail.is_empty() { path } else { field.value };
        match self.path {
            Some((first, _)) if first.text == path.text => self.recover(REPEATED_LINE, at),
            Some((_, line)) => {
                self.reading.refuse(Cause::Ambiguous, mistakes::two_pointers(line, at));
            }
            None => {
                if tail.is_empty() && markup.is_some() {
                    self.recover(QUOTED_TOKEN, path.span());
                }
                if field.like_code {
                    self.reading.refuse(Cause::Ambiguous, mistakes::pointer_like_code(at));
                }
                self.path = Some((path, at));
            }
        }
    }

    /// Whether a list beside the pointer has nothing in it.
    fn is_empty(&self, field: Field<'_>) -> bool {
        count(field.value.text) == Some(0) || says_only_none(field.value.text, &self.reading.words)
    }

    /// The copy of the verdict.
    fn state(&mut self, field: Field<'a>, at: Span) {
        let options = self.reading.options;
        let Some(read) = dartai::read_word(field.value, options) else {
            if is_template(field.value.text) || is_form(field.value.text) {
                return self.reading.refuse(Cause::Template, dartai::template(at));
            }
            self.reading.says_fail |= says_fail(field.value, &self.reading);
            let mistake = match field.value.is_empty() {
                true => mistakes::empty_word(at),
                false => mistakes::unknown_word(field.value),
            };
            return self.reading.refuse(Cause::UnknownWord, mistake);
        };
        let word = read.word;
        for repair in read.markup.into_iter().chain(read.meaning.repair) {
            self.recover(repair, word.span());
        }
        let mut outcome = read.meaning.outcome;
        if !read.tail.is_empty() {
            outcome = self.check_tail(outcome, word, read.tail);
        }
        let stated = Stated { outcome, word: word.span() };
        match self.said {
            None => self.said = Some((stated, at)),
            Some((before, _)) if before.outcome == outcome => self.recover(REPEATED_LINE, at),
            Some((before, line)) => {
                self.reading.says_fail |= before.outcome.max(outcome) == Outcome::Fail;
                self.reading.refuse(Cause::Ambiguous, mistakes::conflicting_verdicts(line, at));
            }
        }
    }

    /// The reason behind the word: in brackets it belongs there, except behind a pass.
    fn check_tail(&mut self, outcome: Outcome, word: Slice<'a>, tail: Slice<'a>) -> Outcome {
        if !(tail.text.starts_with('(') && tail.text.ends_with(')')) {
            self.recover(TOKEN_TAIL, tail.span());
        }
        let refused = dartai::refuse_tail(&mut self.reading, outcome, word.span(), tail);
        let bare = tail.inside("(", ")").unwrap_or(tail);
        let counts = outcome.max(Outcome::Warn);
        match dartai::reason(counts, bare, &self.reading.words) {
            Some(finding) => self.reasons.push(finding),
            None => self.reading.unclaimed(bare.span()),
        }
        if outcome == Outcome::Pass && !refused {
            self.reading.report(mistakes::pass_with_tail(word.span(), tail.span()));
        }
        counts
    }

    fn block(&mut self, at: Span) {
        self.blocker.get_or_insert(at);
        self.reading.says_fail = true;
        self.reading.report(mistakes::blocker_beside_pointer(at));
    }

    fn fence(&mut self, at: Span, held: Slice<'a>, closed: bool) {
        if !closed {
            self.reading.refuse(Cause::Truncated, crate::codec::mistakes::unclosed_fence(at));
        }
        let known =
            |line| fields::split(line).is_some_and(|field: Field<'_>| field.known.is_some());
        if !held.lines().any(known) && !traces::is_json_verdict(held) {
            self.reading.report(mistakes::prose_beside_pointer(at));
            return;
        }
        self.reading.report(mistakes::inlined_block(at));
        let inner = Input::part(self.source, self.text, held, self.reading.options, self.nested);
        let inner = inner.inside(held);
        let Some(block) = (inner.nested.fence)(&inner, None) else {
            return self.read_lines(held);
        };
        let verdicts = || block.verdicts.iter().chain(&block.fragments);
        let said = verdicts().filter_map(Verdict::effective).max();
        let blockers = verdicts().flat_map(|verdict| &verdict.findings);
        if let Some(blocker) = blockers.clone().find(|found| found.kind == FindingKind::Blocker) {
            self.block(blocker.span);
        }
        let said = if block.says_fail { Some(Outcome::Fail) } else { said };
        if block.unreadable != Some(Cause::Template) && self.inlined.is_none_or(|(b, _)| said > b) {
            self.inlined = Some((said, at));
            let stated = block.verdicts.iter().filter_map(|verdict| verdict.stated).next();
            self.copied = stated.filter(|stated| Some(stated.outcome) == said);
        }
    }

    /// Lines of a verdict in a block that states none.
    fn read_lines(&mut self, held: Slice<'a>) {
        let mut list = false;
        for line in held.lines() {
            match fields::split(line).filter(|field| field.known.is_some()) {
                Some(field @ Field { known: Some(Key::Blocker), .. }) => {
                    list = field.value.is_empty();
                    if !list && !self.is_empty(field) {
                        self.block(line.trim().span());
                    }
                }
                Some(_) => list = false,
                None if list && fields::item(line).is_some() => self.block(line.trim().span()),
                None => {}
            }
        }
    }

    /// A line without a known key.
    fn unknown_line(&mut self, line: Slice<'a>, field: Option<Field<'a>>) {
        let at = line.trim().span();
        if self.list && fields::item(line).is_some() {
            return self.block(at);
        }
        if let Some(field) = field
            && let Some(meant) = fields::meant(field.key.text)
        {
            self.reading.says_fail |=
                meant.starts_with("verdict") && says_fail(field.value, &self.reading);
            let mistake = mistakes::misspelt_key(field.key, meant);
            return self.reading.refuse(Cause::MisspeltKey, mistake);
        }
        self.reading.unclaimed(line.span());
        self.reading.report(mistakes::prose_beside_pointer(at));
    }

    /// Holds the pointer to its own rules, and hands out what came of it.
    pub(super) fn finish(mut self, source: &Source) -> Decoded {
        if let Some(at) = self.beyond {
            self.reading.report(mistakes::pointer_budget(at, self.lines, LINES));
        }
        let stated = self.said.map(|(stated, _)| stated).or(self.copied);
        self.check_agreement(stated);
        self.reading.says_fail |= stated.is_some_and(|stated| stated.outcome == Outcome::Fail);
        let line = self.path.map(|(_, line)| line).unwrap_or_default();
        let pointer = self.check_path(stated);
        let strict = self.reading.options.profile == Profile::Strict;
        if let Some(pointer) = pointer
            && !(strict && self.repaired)
        {
            self.reading.refuse(Cause::Unfollowed, mistakes::unfollowed(pointer.path));
        }
        let findings = std::mem::take(&mut self.reasons);
        let copy = Verdict { stated, findings, ..Verdict::new(self.body.trim().span()) };
        let mut decoded = self.reading.finish(source, Format::Pointer, vec![copy]);
        // A copy that gives no reason says nothing that the pointer does not.
        decoded.fragments.retain(|copy| !copy.findings.is_empty());
        let said = stated.map_or(Outcome::Pass, |stated| stated.outcome);
        let worse = decoded.remarks.iter().find(|remark| remark.doubts(said));
        if let Some(at) = worse.map(|remark| remark.span)
            && decoded.unreadable == Some(Cause::Unfollowed)
        {
            decoded.unreadable = Some(Cause::Ambiguous);
            let followed = |told: &Diagnostic| told.code != "assize::read::unfollowed";
            decoded.diagnostics.retain(followed);
            decoded.diagnostics.push(mistakes::second_opinion(line, at));
        }
        let whole = decoded.unreadable == Some(Cause::Unfollowed);
        Decoded { pointer: pointer.filter(|_| whole), ..decoded }
    }

    /// What else the fields say has to agree with the copy; a copy that says fail stands in any
    /// case.
    fn check_agreement(&mut self, stated: Option<Stated>) {
        let Some((_, line)) = self.path else { return };
        let said = stated.map(|stated| stated.outcome);
        if said == Some(Outcome::Fail) {
            return;
        }
        let inlined = self.inlined.filter(|(inlined, _)| *inlined != said);
        self.reading.says_fail |= inlined.is_some_and(|(said, _)| said == Some(Outcome::Fail));
        if let Some(at) = inlined.map(|(_, at)| at).or(self.blocker) {
            self.reading.refuse(Cause::Ambiguous, mistakes::second_opinion(line, at));
        }
    }

    /// The pointer, when its path may be followed.
    fn check_path(&mut self, stated: Option<Stated>) -> Option<Pointer> {
        let Some((path, line)) = self.path else {
            let at = self.body.trim().span();
            self.reading.refuse(Cause::NoVerdict, mistakes::no_pointer(at));
            return None;
        };
        if is_form(path.text) {
            self.reading.refuse(Cause::Template, mistakes::template_path(path.span()));
        } else if let Some(problem) = path::problem(path.text) {
            let at = if path.is_empty() { line } else { path.span() };
            self.reading.refuse(Cause::BadPath, mistakes::bad_path(at, problem));
        } else if self.fenced {
            self.reading.refuse(Cause::Unfollowed, mistakes::fenced_pointer(line));
            return None;
        }
        if stated.is_none() && self.reading.cause.is_none() {
            match self.body.text.ends_with('\n') {
                true => {
                    self.reading.report(mistakes::pointer_without_verdict(line));
                }
                false => self.reading.refuse(Cause::Truncated, mistakes::truncated(line)),
            }
        }
        let sound = self.reading.cause.is_none();
        sound.then(|| Pointer::new(path.span(), stated))
    }
}

/// `.dartai/reports/<task-id>/qa.md`, `reports/{task}/qa.md`
fn is_form(text: &str) -> bool {
    text.contains(['<', '>', '{', '}', '|'])
}
