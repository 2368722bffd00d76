//! A verdict while the entries of its block come in.

use crate::codec::claims;
use crate::codec::formats::dartai::{IN_BLOCK, Opinion, is_template, two_words};
use crate::codec::formats::verdict_file;
use crate::codec::formats::verdict_file::{is_none, is_path};
use crate::codec::input::Task;
use crate::codec::repairs::{
    KEY_STYLE, LINE_ORDER, REPEATED_LINE, UNFENCED, WRONG_CHANNEL, repairs,
};
use crate::codec::text::fields::{self, Key};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::tree::yaml::{self, At, Kind, Text, Tree};
use crate::ir::{Cause, Decoded, Diagnostic, Evidence, FindingKind, Format, Member, Outcome};
use crate::source::{Source, Span};

repairs! {
    /// `blockers: none`, `blockers: "SQL built by concatenation"`
    LONE_ITEM = "lone_item", "a list is written as one value",
        "read as a list of one, or of none", "write `blockers:` with one `- ` line for each finding, or `blockers: []`";
}

/// More lines than a block should have.
const LONGEST: usize = 30;

/// The keys of the format, as it writes them.
const OWN: [&str; 6] =
    ["verdict", "confidence", "blockers", "advisories", "evidence_path", "evidence"];
/// Those of a verdict file that a block writes otherwise.
const OTHER: [&str; 2] = ["blocker", "advisory"];

/// A verdict while the entries of its block come in.
pub(super) struct Draft<'a> {
    opinion: Opinion<'a>,
    text: &'a str,
    body: Slice<'a>,
    fenced: bool,
    json: bool,
    /// A known key was seen.
    begun: bool,
    /// What stands above the first entry and is none.
    preface: Option<Span>,
    seen: Vec<Key>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(task: &Task<'a>) -> Self {
        let span = task.body.trim().span();
        Self {
            opinion: Opinion::new(task.options, span, &IN_BLOCK),
            text: task.text,
            body: task.body,
            fenced: task.fenced,
            json: task.json().is_some(),
            begun: false,
            preface: None,
            seen: Vec::new(),
        }
    }

    pub(super) fn read(&mut self, tree: &Tree<'a>) {
        if tree.too_deep {
            self.opinion.reading.says_fail = crate::codec::detect::says_fail(self.body.text);
            let at = self.body.trim().span();
            return self.opinion.refuse(Cause::Malformed, yaml::too_deep(at));
        }
        yaml::settle_odd(tree, &mut self.opinion.reading);
        for entry in tree.root().children() {
            self.top(entry);
        }
        for comment in &tree.comments {
            self.opinion.ear.hear(*comment, &self.opinion.reading.options.lexicon.words);
        }
    }

    /// An entry of the block as a whole, or what stands in its place.
    fn top(&mut self, at: At<'_, 'a>) {
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
                        false => self.stranger(item),
                    }
                }
            }
            // JSON, and other maps in brackets
            (None, Kind::Map) => at.children().for_each(|entry| {
                if let Some(key) = entry.key() {
                    self.entry(key, entry, false);
                }
            }),
            (None, _) => self.stranger(at),
        }
    }

    fn entry(&mut self, key: Slice<'a>, at: At<'_, 'a>, bulleted: bool) {
        let Some(known) = known(key) else { return self.member(key, at) };
        if known == Key::VerdictFile {
            self.opinion.report(verdict_file::pointer_ignored(at.span()));
            return self.keep(key, at);
        }
        if !self.begun && known != Key::Verdict {
            self.begun = true;
        }
        if OTHER.contains(&key.text) {
            self.opinion.recover(WRONG_CHANNEL, key.span());
        } else if bulleted || !OWN.contains(&key.text) {
            self.opinion.recover(KEY_STYLE, key.span());
        }
        let again = self.seen.contains(&known);
        if known == Key::Verdict && !again && (self.begun || !self.seen.is_empty()) {
            self.opinion.recover(LINE_ORDER, at.span());
        }
        self.begun = true;
        self.seen.push(known);
        let singular = OTHER.contains(&key.text);
        if again && matches!(known, Key::Blocker | Key::Advisory) && !singular {
            self.opinion.recover(REPEATED_LINE, key.span());
        }
        match known {
            Key::Verdict => self.state(at),
            Key::Confidence => {
                self.opinion.be_sure(at.written(self.text), at.span());
                self.overhear_below(at);
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
            let refusal = verdict_file::prose_before_verdict(at.span(), preface);
            self.opinion.refuse(Cause::Ambiguous, refusal);
        }
        let value = match at.text() {
            Some(Text::Here(slice)) => slice.trim(),
            _ => at.written(self.text),
        };
        let Some(said) = self.opinion.hear_word(value, at.span()) else { return };
        if let Some(comment) = at.comment()
            && said.outcome != Outcome::Fail
            && claims::alarms(comment.text)
            && !is_template(comment.text.trim_matches(['#', ' ']))
        {
            self.opinion.reading.says_fail = true;
            self.opinion.refuse(Cause::Ambiguous, two_words(said.word, comment.span()));
        }
        self.opinion.say(said);
    }

    /// A list of findings, or what stands in its place.
    fn find(&mut self, kind: FindingKind, at: At<'_, 'a>, singular: bool) {
        match at.kind() {
            Kind::Empty => self.say_nothing(kind, at.span()),
            Kind::List => at.children().for_each(|item| self.item(kind, item)),
            Kind::Scalar(_) if at.is_null() => {}
            _ => {
                if !singular {
                    self.opinion.recover(LONE_ITEM, at.span());
                }
                if !at.is_null() {
                    self.item(kind, at);
                }
            }
        }
    }

    fn item(&mut self, kind: FindingKind, at: At<'_, 'a>) {
        if at.kind() == Kind::Empty {
            return self.say_nothing(kind, at.span());
        }
        let text = match at.text() {
            Some(text) => text,
            None => Text::Here(self.whole(at)),
        };
        let said = text.as_str().trim().to_owned();
        if said.is_empty() {
            return self.say_nothing(kind, at.span());
        }
        if at.is_null() || is_none(&said) {
            return;
        }
        if let Text::Here(slice) = text {
            // `- - SQL`
            let bare = fields::item(slice).filter(|_| matches!(at.kind(), Kind::Scalar(_)));
            self.opinion.push_text(kind, &Text::Here(bare.unwrap_or(slice)), at.span());
        } else {
            self.opinion.push_text(kind, &text, at.span());
        }
        self.locate(at);
        if let Some(comment) = at.comment()
            && comment.text.len() > 1
            && !comment.text[1..].starts_with([' ', '\t', '#'])
        {
            self.opinion.report(comment_in_text(comment.span()));
        }
        if kind == FindingKind::Advisory {
            self.opinion.overhear_key(&said, at.span());
            self.overhear_below(at);
        }
    }

    /// All that an item says when it is no text: `file: src/a.ts` and `line: 3` below it.
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
            (place.and_then(At::text), self.opinion.verdict.findings.last_mut())
        {
            finding.location = Some(location::whole(place.trim()));
        }
    }

    fn say_nothing(&mut self, kind: FindingKind, at: Span) {
        self.opinion.report(verdict_file::empty_finding(kind, at));
        if kind == FindingKind::Blocker {
            self.opinion.ear.claim(verdict_file::empty_blocker(at), Cause::Ambiguous);
        }
    }

    fn cite(&mut self, at: At<'_, 'a>, named_path: bool) {
        if at.is_null() {
            return;
        }
        let text = at.text().unwrap_or_else(|| Text::Here(at.written(self.text)));
        let said = text.as_str().trim();
        if said.is_empty() || (!named_path && (is_none(said) || said == "-")) {
            return;
        }
        if self.opinion.verdict.evidence.is_some() {
            self.opinion.report(verdict_file::second_evidence(at.span()));
            return;
        }
        let path = is_path(said) || (named_path && !said.contains('\n'));
        let place = text.place(&mut self.opinion.reading.embedded);
        let evidence = if path { Evidence::Path } else { Evidence::Inline };
        self.opinion.verdict.evidence = Some(evidence(place));
    }

    /// An entry that the format does not have.
    fn member(&mut self, key: Slice<'a>, at: At<'_, 'a>) {
        if let Some(meant) = fields::meant(key.text) {
            self.opinion.reading.says_fail |= meant.starts_with("verdict")
                && crate::codec::words::says_fail(at.written(self.text).text);
            let refusal = verdict_file::misspelt_key(key, meant);
            return self.opinion.refuse(Cause::MisspeltKey, refusal);
        }
        self.opinion.report(unknown_key(key));
        self.keep(key, at);
        self.opinion.overhear_all(at, self.text);
    }

    fn keep(&mut self, key: Slice<'a>, at: At<'_, 'a>) {
        let text = match at.text() {
            Some(text) => text.place(&mut self.opinion.reading.embedded),
            None => at.written(self.text).span(),
        };
        self.opinion.verdict.members.push(Member { name: key.span(), text });
    }

    /// A line that is no entry.
    fn stranger(&mut self, at: At<'_, 'a>) {
        let whole = at.raw(self.text);
        for line in whole.lines() {
            self.stranger_line(line.trim());
        }
        if self.opinion.said.is_none() && self.opinion.reading.cause.is_none() {
            self.preface.get_or_insert(whole.span());
        }
        self.opinion.report(unknown_entry(whole.span()));
    }

    fn stranger_line(&mut self, line: Slice<'a>) {
        if line.text.starts_with("<<<<<<<") || line.text.starts_with(">>>>>>>") {
            let refusal = verdict_file::conflict_markers(line.span());
            return self.opinion.refuse(Cause::Ambiguous, refusal);
        }
        if let Some(field) = fields::split(line)
            && field.known.is_none()
            && let Some(meant) = fields::meant(field.key.text)
        {
            self.opinion.reading.says_fail |= crate::codec::words::says_fail(field.value.text);
            let refusal = verdict_file::misspelt_key(field.key, meant);
            return self.opinion.refuse(Cause::MisspeltKey, refusal);
        }
        if let Some(value) = fields::verdict_without_colon(line) {
            self.opinion.reading.says_fail |= crate::codec::words::says_fail(value.text);
            return self
                .opinion
                .refuse(Cause::MisspeltKey, verdict_file::missing_colon(line.span()));
        }
        self.opinion.overhear(line);
    }

    /// What a scalar says below its first line.
    fn overhear_below(&mut self, at: At<'_, 'a>) {
        if at.is_long() || !matches!(at.kind(), Kind::Scalar(_)) {
            at.raw(self.text).lines().skip(1).for_each(|line| self.opinion.overhear(line));
        }
    }

    pub(super) fn finish(mut self, source: &Source) -> Decoded {
        self.opinion.settle(self.begun, None);
        if !self.fenced {
            self.opinion.recover(UNFENCED, self.body.trim().span());
            if !self.json {
                self.settle_end();
            }
        }
        let lines = self.body.trim().lines().count();
        if lines > LONGEST && !self.json {
            self.opinion.report(long_block(lines, self.body.trim().span()));
        }
        self.opinion.reading.finish(source, Format::YamlBlock, vec![self.opinion.verdict])
    }

    /// Without a fence, a block that was cut off looks like one without a last line end.
    fn settle_end(&mut self) {
        let last = self
            .opinion
            .said
            .is_some_and(|said| self.text.get(said.line.end as usize..).is_some_and(str::is_empty));
        if last && self.opinion.said.is_some_and(|said| said.outcome != Outcome::Fail) {
            self.opinion.verdict.confidence = None;
        }
        self.opinion.settle_end(self.text, false);
    }
}

/// Whether an item of a list is an entry behind a bullet: `- verdict: pass`.
fn is_ours(item: At<'_, '_>) -> bool {
    item.kind() == Kind::Map
        && item.children().any(|entry| entry.key().is_some_and(|key| known(key).is_some()))
}

/// What a key is, in any dress.
fn known(key: Slice<'_>) -> Option<Key> {
    let bare =
        fields::without_bullet(key).text.trim_matches(|c| c == ' ' || fields::MARKS.contains(&c));
    let keys = [
        ("verdict", Key::Verdict),
        ("confidence", Key::Confidence),
        ("blockers", Key::Blocker),
        ("advisories", Key::Advisory),
        ("evidence_path", Key::EvidencePath),
        ("evidence", Key::Evidence),
    ];
    let own = keys.iter().find(|(name, _)| *name == bare).map(|(_, known)| *known);
    own.or_else(|| fields::lookup(bare))
}

/// `reviewed_by: qa`
fn unknown_key(key: Slice<'_>) -> Diagnostic {
    Diagnostic::advice("assize::read::unknown_key")
        .message(format!("`{}` is no key of a verdict", key.text))
        .label(key.span(), "kept, and not judged")
        .help("write `verdict`, `confidence`, `blockers`, `advisories` and `evidence_path`, and nothing else")
}

/// `looks good` between two entries
fn unknown_entry(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_entry")
        .message("this is no entry of a YAML block")
        .label(at, "not read")
        .help("make it an item of `blockers:` or `advisories:`, or leave it out")
}

/// `- see issue #12`
fn comment_in_text(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::comment_in_text")
        .message("a `#` behind a blank begins a comment in YAML")
        .label(at, "not part of the finding")
        .help("put the text between quotation marks")
}

/// A block of 31 lines
fn long_block(lines: usize, at: Span) -> Diagnostic {
    Diagnostic::advice("assize::read::long_block")
        .message(format!("the block has {lines} lines, more than {LONGEST}"))
        .label(at, "read all the same")
        .help("join findings that belong together, and move the details to a file that `evidence_path` names")
}
