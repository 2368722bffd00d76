//! A pointer while its lines come in, and what settles it in the end.

use super::path;
use super::{LINES, Line, mistakes};
use crate::codec::builder::Reading;
use crate::codec::claims;
use crate::codec::detect;
use crate::codec::ear::Ear;
use crate::codec::formats::verdict_file::is_none;
use crate::codec::input::Task;
use crate::codec::repairs::{KEY_STYLE, QUOTED_TOKEN, REPEATED_LINE, Repair, TOKEN_TAIL};
use crate::codec::text::fields::{self, Field, Key};
use crate::codec::text::slice::Slice;
use crate::codec::words;
use crate::ir::{Cause, Decoded, Format, Outcome, Pointer, Profile, Stated};
use crate::source::{Source, Span};

/// A pointer while its lines come in.
pub(super) struct Draft<'a> {
    reading: Reading<'a>,
    body: Slice<'a>,
    fenced: bool,
    /// The first path, and its line.
    path: Option<(Slice<'a>, Span)>,
    /// The copy of the verdict, and its line.
    said: Option<(Stated, Span)>,
    /// Something that stops the work, said in the wrong place.
    blocker: Option<Span>,
    /// A `blockers:` line whose items may follow.
    list: bool,
    ear: Ear,
    repaired: bool,
    lines: usize,
    /// The first line that is one too many.
    beyond: Option<Span>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(task: &Task<'a>) -> Self {
        Self {
            reading: Reading::new(task.options),
            body: task.body,
            fenced: task.fenced,
            path: None,
            said: None,
            blocker: None,
            list: false,
            ear: Ear::default(),
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
            Line::Comment => self.ear.hear(slice, &self.reading.options.lexicon.words),
            Line::Conflict => {
                self.reading.refuse(Cause::Ambiguous, mistakes::conflict_markers(at));
            }
            Line::Fence(held, closed) => self.fence(at, held, closed),
            Line::Field => match fields::split(slice) {
                Some(field) if field.known.is_some() => self.field(field, at),
                field => self.stranger(slice, field),
            },
            Line::Other => self.stranger(slice, None),
        }
        for line in claims::behind_odd_breaks(slice) {
            if fields::split(line).is_some_and(|field| field.known.is_some()) {
                self.reading
                    .refuse(Cause::Ambiguous, mistakes::prose_beside_pointer(line.trim().span()));
            }
            self.ear.hear(line, &self.reading.options.lexicon.words);
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
            Some(Key::Verdict) => self.say(field, at),
            Some(Key::Confidence) => {
                let (word, tail, dress) = words::undress(field.value);
                let known = words::confidence(word.text).filter(|_| tail.is_empty());
                match known {
                    Some((_, repair)) => {
                        for repair in dress.into_iter().chain(repair) {
                            self.recover(repair, word.span());
                        }
                    }
                    None => {
                        self.reading.report(mistakes::unknown_confidence(at));
                    }
                }
            }
            Some(Key::Blocker) => {
                self.list = field.value.is_empty();
                if !self.list && !is_none(field.value.text) && field.value.text != "[]" {
                    self.block(at);
                }
            }
            Some(Key::Advisory) => {}
            Some(Key::Evidence | Key::EvidencePath) | None => {
                self.reading.report(mistakes::prose_beside_pointer(at));
            }
        }
    }

    fn point(&mut self, field: Field<'a>, at: Span) {
        let (path, tail, dress) = words::undress(field.value);
        let path = if tail.is_empty() { path } else { field.value };
        match self.path {
            Some((first, _)) if first.text == path.text => self.recover(REPEATED_LINE, at),
            Some((_, line)) => {
                self.reading.refuse(Cause::Ambiguous, mistakes::two_pointers(line, at));
            }
            None => {
                if tail.is_empty() && dress.is_some() {
                    self.recover(QUOTED_TOKEN, path.span());
                }
                if field.like_code {
                    self.reading.refuse(Cause::Ambiguous, mistakes::pointer_like_code(at));
                }
                self.path = Some((path, at));
            }
        }
    }

    /// The copy of the verdict.
    fn say(&mut self, field: Field<'a>, at: Span) {
        let (word, behind, dress) = words::undress(field.value);
        let known = words::leading_word(word.text, &self.reading.options.lexicon.words);
        let Some((known, word, tail)) = known.and_then(|known| whole(known, word, behind)) else {
            if path::is_template(field.value.text) {
                return self.reading.refuse(Cause::Template, mistakes::template_word(at));
            }
            self.reading.says_fail |= words::says_fail(field.value.text);
            let mistake = mistakes::unknown_word(field.value, at);
            return self.reading.refuse(Cause::UnknownWord, mistake);
        };
        for repair in dress.into_iter().chain(known.repair) {
            self.recover(repair, word.span());
        }
        let mut outcome = known.outcome;
        if !tail.is_empty() {
            outcome = self.weigh(outcome, word, tail);
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
    fn weigh(&mut self, outcome: Outcome, word: Slice<'a>, tail: Slice<'a>) -> Outcome {
        if !(tail.text.starts_with('(') && tail.text.ends_with(')')) {
            self.recover(TOKEN_TAIL, tail.span());
        }
        if outcome != Outcome::Fail && claims::alarms(tail.text) {
            self.reading.says_fail = true;
            let mistake = mistakes::two_words(word.span(), tail.span());
            self.reading.refuse(Cause::Ambiguous, mistake);
        }
        if outcome != Outcome::Pass {
            return outcome;
        }
        self.reading.report(mistakes::pass_with_tail(word.span(), tail.span()));
        Outcome::Warn
    }

    fn block(&mut self, at: Span) {
        self.blocker.get_or_insert(at);
        self.reading.says_fail = true;
        self.reading.report(mistakes::blocker_beside_pointer(at));
    }

    fn fence(&mut self, at: Span, held: Slice<'a>, closed: bool) {
        if !closed {
            self.reading.refuse(Cause::Truncated, crate::codec::unclosed_fence(at));
        }
        let known =
            |line| fields::split(line).is_some_and(|field: Field<'_>| field.known.is_some());
        if !held.lines().any(known) && !detect::is_json_verdict(held) {
            self.reading.report(mistakes::prose_beside_pointer(at));
            return;
        }
        self.reading.report(mistakes::inlined_block(at));
        if detect::says_fail(held.text) {
            self.ear.mention_outcome(Outcome::Fail, at);
        }
        let mut list = false;
        for line in held.lines() {
            let field = fields::split(line).filter(|field| field.known.is_some());
            match field {
                Some(Field { known: Some(Key::Verdict), value, .. }) => {
                    self.ear.mention(
                        value,
                        line.trim().span(),
                        &self.reading.options.lexicon.words,
                    );
                }
                Some(Field { known: Some(Key::Blocker), value, .. }) => {
                    list = value.is_empty();
                    if !list && !is_none(value.text) && value.text != "[]" {
                        self.block(line.trim().span());
                    }
                }
                Some(_) => list = false,
                None if list && fields::item(line).is_some() => self.block(line.trim().span()),
                None => self.ear.hear(line, &self.reading.options.lexicon.words),
            }
        }
    }

    /// A line without a known key.
    fn stranger(&mut self, line: Slice<'a>, field: Option<Field<'a>>) {
        let at = line.trim().span();
        if self.list && fields::item(line).is_some() {
            return self.block(at);
        }
        if let Some(field) = field
            && let Some(meant) = fields::meant(field.key.text)
        {
            self.reading.says_fail |=
                meant.starts_with("verdict") && words::says_fail(field.value.text);
            let mistake = mistakes::misspelt_key(field.key, meant);
            return self.reading.refuse(Cause::MisspeltKey, mistake);
        }
        self.ear.hear(line, &self.reading.options.lexicon.words);
        self.reading.report(mistakes::prose_beside_pointer(at));
    }

    /// Holds the pointer to its own rules, and hands out what came of it.
    pub(super) fn finish(mut self, source: &Source) -> Decoded {
        if let Some(at) = self.beyond {
            self.reading.report(mistakes::pointer_budget(at, self.lines, LINES));
        }
        self.settle_opinions();
        let stated = self.said.map(|(stated, _)| stated);
        self.reading.says_fail |= stated.is_some_and(|stated| stated.outcome == Outcome::Fail);
        let pointer = self.settle_path(stated);
        let strict = self.reading.options.profile == Profile::Strict;
        if let Some(pointer) = pointer
            && !(strict && self.repaired)
        {
            self.reading.refuse(Cause::Unfollowed, mistakes::unfollowed(pointer.path));
        }
        let decoded = self.reading.finish(source, Format::Pointer, Vec::new());
        let whole = decoded.unreadable == Some(Cause::Unfollowed);
        Decoded { pointer: pointer.filter(|_| whole), ..decoded }
    }

    /// Whatever else speaks of a verdict has to say the same as the copy; a copy that says fail
    /// stands in any case.
    fn settle_opinions(&mut self) {
        let Some((_, line)) = self.path else { return };
        let said = self.said.map(|(stated, _)| stated.outcome);
        if said == Some(Outcome::Fail) {
            return;
        }
        let mention = self.ear.mention.filter(|(mentioned, _)| Some(*mentioned) != said);
        self.reading.says_fail |= mention.is_some_and(|(outcome, _)| outcome == Outcome::Fail);
        let other = mention.map(|(_, at)| at).or(self.ear.unclear).or(self.blocker);
        if let Some(at) = other {
            self.reading.refuse(Cause::Ambiguous, mistakes::second_opinion(line, at));
        } else if let Some((cause, diagnostic)) = self.ear.claim.take() {
            self.reading.refuse(cause, diagnostic);
        }
    }

    /// The pointer, when its path may be followed.
    fn settle_path(&mut self, stated: Option<Stated>) -> Option<Pointer> {
        let Some((path, line)) = self.path else {
            let at = self.body.trim().span();
            self.reading.refuse(Cause::NoVerdict, mistakes::no_pointer(at));
            return None;
        };
        if path::is_template(path.text) {
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

/// The word and its tail, when nothing else is there.
fn whole<'a>(
    known: words::Meaning,
    word: Slice<'a>,
    behind: Slice<'a>,
) -> Option<(words::Meaning, Slice<'a>, Slice<'a>)> {
    let (word, rest) = word.split_at(known.len);
    let tail = if behind.is_empty() { rest } else { behind };
    let alone = rest.is_empty() || behind.is_empty();
    let fits = tail.is_empty() || TAILS.iter().any(|start| tail.text.starts_with(start));
    (alone && fits).then(|| (known, word, tail.trim()))
}

/// What may stand behind the word: ` (2 blockers)`, ` - see the file`.
const TAILS: [&str; 4] = [" (", " - ", " – ", " — "];
