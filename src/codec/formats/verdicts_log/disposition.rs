//! What became of a batch: `CONDITIONAL-TRACKED`.

use super::batch::Batch;
use super::grammar::{self, Rule};
use super::log::Log;
use super::mistakes;
use crate::codec::ReadOptions;
use crate::codec::lexicon::{self, is_condition};
use crate::codec::repairs::repairs;
use crate::codec::statements::read_value;
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::codec::text::word::{ODD_BREAKS, begins_with, behind_odd_breaks};
use crate::ir::{Outcome, Stated};

/// Every word of the format, and its outcome.
pub(super) const WORDS: &[(&str, Outcome)] = &[
    ("GO-ACCEPTED", Outcome::Pass),
    ("CONDITIONAL-TRACKED", Outcome::Warn),
    ("CONDITIONAL-FIXED", Outcome::Warn),
    ("NO-GO-FIXED", Outcome::Fail),
    ("SPEC-UPDATE-CASCADED", Outcome::Fail),
    ("ESCALATED", Outcome::Hold),
];

pub(super) const HELP: &str = "write `GO-ACCEPTED`, `CONDITIONAL-TRACKED`, `CONDITIONAL-FIXED`, \
     `NO-GO-FIXED`, `SPEC-UPDATE-CASCADED` or `ESCALATED` below `### Disposition`";

repairs! {
    /// `go-accepted`
    LETTER_CASE = "letter_case", "a word is not in capitals",
        "read as if it were", "write dispositions in capitals: `GO-ACCEPTED`";
    /// `CONDITIONAL-TRACKED (two M)`
    TOKEN_TAIL = "token_tail", "something follows the disposition on its line",
        "not part of the disposition", "write one word, and the rest into the next line";
    /// `- **GO-ACCEPTED**`
    MARKED_TOKEN = "marked_token", "a disposition has marks around it",
        "read without them", "write the word plain";
    /// `CONDITIONAL-TRACKED` twice
    REPEATED_LINE = "repeated_line", "a disposition is repeated",
        "says the same again", "write one disposition";
}

/// The words as a list, for anyone who is to write one.
pub(super) fn words(options: &ReadOptions) -> String {
    let more = options.lexicon.words.iter().map(|(word, outcome)| (word.as_str(), *outcome));
    let lines = WORDS.iter().copied().chain(more);
    lines.map(|(word, outcome)| format!("  - `{word}`: comes to {outcome}\n")).collect()
}

/// The word for an outcome.
pub(super) fn word_for(outcome: Outcome) -> &'static str {
    WORDS.iter().find(|(_, known)| *known == outcome).map_or("ESCALATED", |(word, _)| word)
}

/// What the section says so far.
#[derive(Default)]
pub(super) struct Disposed {
    /// The worst that is stated.
    pub(super) stated: Option<Stated>,
    /// Two that do not agree.
    pub(super) contradictory: bool,
    begun: bool,
    /// Its first line was read, whatever it said.
    read: bool,
}

impl Disposed {
    /// A section begins; whether there was one before.
    pub(super) fn begin(&mut self) -> bool {
        std::mem::replace(&mut self.begun, true)
    }

    pub(super) fn is_begun(&self) -> bool {
        self.begun
    }

    pub(super) fn is_closed(&self) -> bool {
        self.read
    }
}

impl<'a> Batch<'a> {
    pub(super) fn disposition_line(&mut self, log: &mut Log<'a, '_>, line: Slice<'a>) {
        let body = line.trim();
        let quoted = body.text.starts_with('>') || fields::indent(line.text) >= 4;
        if quoted {
            self.note(body);
        } else if !self.disposed.read || leading(body, log.input.options).is_some() {
            // Without a line end, something may be missing behind it.
            let cut = line.end() == log.input.text.len() && !line.text.ends_with('\n');
            let mut pieces = behind_odd_breaks(body).peekable();
            let first = pieces.peek().map_or(body.text.len(), |piece| piece.start - body.start);
            self.dispose(log, body.split_at(first).0.trim_end_of(&ODD_BREAKS));
            for piece in pieces {
                self.behind_break(log, piece.trim());
            }
            if cut && self.disposed.stated.is_some_and(|stated| stated.outcome.opens()) {
                log.reading.report(mistakes::cut_off(body.span()));
                self.raise(Outcome::Hold);
            }
        } else {
            self.note(body);
            self.unclaimed(line);
            let stated = self.disposed.stated.map(|stated| stated.outcome);
            if stated.is_some_and(|stated| stated.opens() && begins_worse(body.text, stated)) {
                log.reading.report(mistakes::another_disposition(body.span()));
                self.raise(Outcome::Hold);
            }
        }
    }

    /// What only some programs show as a line of its own.
    fn behind_break(&mut self, log: &mut Log<'a, '_>, piece: Slice<'a>) {
        match leading(piece, log.input.options) {
            Some(_) => self.dispose(log, piece),
            None => {
                self.note(piece);
                self.unclaimed(piece);
            }
        }
    }

    /// The line that says what became of the batch.
    pub(super) fn dispose(&mut self, log: &mut Log<'a, '_>, body: Slice<'a>) {
        self.disposed.read = true;
        if is_template(body.text) {
            log.reading.report(mistakes::unfilled_disposition(body.span()));
            return self.raise(Outcome::Hold);
        }
        let Some(found) = leading(body, log.input.options) else {
            let mut shown: String = body.text.chars().take(40).collect();
            if shown.len() < body.text.len() {
                shown.push('…');
            }
            let told = mistakes::unknown_disposition(body.span(), &shown);
            log.reading.report(match crate::codec::mistakes::odd_character(&shown) {
                Some(odd) => told.help(format!("{HELP}, in plain letters, without {odd}")),
                None => told,
            });
            self.note(body);
            let worst = read_value(body.text, &log.reading.words).outcome.unwrap_or(Outcome::Hold);
            return self.raise(worst.max(Outcome::Hold));
        };
        let Found { word, outcome, tail, plain, upper } = found;
        if !plain {
            log.reading.recover(MARKED_TOKEN, body.span());
        }
        if !upper {
            log.reading.recover(LETTER_CASE, word.span());
        }
        if tail.text.contains(|c: char| !matches!(c, '.' | ' ' | '*' | '_' | '`')) {
            log.reading.recover(TOKEN_TAIL, tail.span());
            self.note(tail);
            self.raise(match tail {
                tail if lexicon::takes_back(tail, &log.input.options.lexicon) => Outcome::Fail,
                tail if is_condition(tail.text) || begins_worse(tail.text, outcome) => {
                    Outcome::Hold
                }
                _ => Outcome::Warn,
            });
        }
        let stated = Stated { outcome, word: word.span() };
        match self.disposed.stated {
            None => self.disposed.stated = Some(stated),
            Some(before) if before.outcome == outcome => {
                log.reading.recover(REPEATED_LINE, word.span());
            }
            Some(before) => {
                log.reading.report(
                    mistakes::second_disposition(word.span()).label(before.word, "the other"),
                );
                self.disposed.contradictory = true;
                if outcome > before.outcome {
                    self.disposed.stated = Some(stated);
                }
            }
        }
    }
}

/// A known word at the start of a line.
struct Found<'a> {
    word: Slice<'a>,
    outcome: Outcome,
    tail: Slice<'a>,
    plain: bool,
    upper: bool,
}

fn leading<'a>(body: Slice<'a>, options: &ReadOptions) -> Option<Found<'a>> {
    let mut parts = grammar::parts(Rule::disposed, body)?;
    let bare = body.after(parts.next()?.text.text.len());
    let own = parts.next().and_then(|part| {
        WORDS.iter().find(|(word, _)| part.text.text.eq_ignore_ascii_case(word)).copied()
    });
    let mut more = options.lexicon.words.iter().map(|(word, outcome)| (word.as_str(), *outcome));
    let (known, outcome) = own.or_else(|| more.find(|(word, _)| begins_with(bare.text, word)))?;
    let (word, tail) = bare.split_at(known.len());
    let behind: Vec<_> = grammar::parts(Rule::behind, tail)?.map(|part| part.text).collect();
    let [marks, tail] = behind[..] else { return None };
    let plain = bare.start == body.start && marks.is_empty();
    Some(Found { word, outcome, tail: tail.trim(), plain, upper: word.text == known })
}

/// Whether a text begins with a disposition that is worse: `NO-GO-FIXED the cache is dropped`. One in a
/// sentence is about another batch, or of what was before.
fn begins_worse(text: &str, stated: Outcome) -> bool {
    let bare = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    WORDS.iter().any(|(known, outcome)| *outcome > stated && begins_with(bare, known))
}

/// `GO-ACCEPTED | CONDITIONAL-TRACKED`, `{disposition}`
fn is_template(line: &str) -> bool {
    let enclosed = |open, close| line.starts_with(open) && line.ends_with(close);
    let known = |part: &str| {
        let word = part.trim_matches(|c: char| !c.is_alphanumeric());
        WORDS.iter().any(|(known, _)| word.eq_ignore_ascii_case(known))
    };
    let choices = line.split(['|', '/']).flat_map(|part| part.split(" or "));
    enclosed('{', '}') || enclosed('<', '>') || choices.filter(|part| known(part)).count() > 1
}
