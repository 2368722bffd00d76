//! Lines with elements of HTML in them: `<b>Blockers:</b> none`, `<td>Verdict</td><td>FAIL</td>`.

mod flat;

use std::borrow::Cow;

use flat::{Edge, FlatLine};

use super::verdict::look_alike;
use super::{Scanner, without_markup};
use crate::codec::lexicon::{
    Finding, LONGEST_NAME, Label, Meaning, Says, is_condition, is_none, is_noun, is_plain,
    is_state, names_the_past, read_value, takes_back,
};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::{Outcome, RemarkKind, Severity};

/// So many bytes of a cell may answer a question with a word.
const LONGEST_ANSWER: usize = 200;
/// So many bytes behind a label may be prose that is read word by word.
const LONGEST_PROSE: usize = 1_000;
/// So many names of a line are looked at with all that stands behind them.
const MOST_NAMES: usize = 16;
/// So many edges may stand in a name: `<b>Final</b> <i>verdict</i>:`.
const MOST_EDGES: usize = 8;

/// Why a line is not plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Concern {
    /// A name of what is critical, and an answer that is not plainly `none`.
    Finding,
    Verdict,
}

impl<'a> Scanner<'_, 'a> {
    /// An element and more beside it in its line. It cannot be known which is the label and which the value: a
    /// line in which a label, or an answer that stops, may stand is unclear, and holds, unless
    /// it plainly agrees. Nothing is read from it that opens.
    pub(super) fn elements(&mut self, text: Slice<'a>, whole: Slice<'a>) -> bool {
        let kind =
            match FlatLine::of(text.text, self).find_concern(text.text.starts_with('<'), self) {
                None => return false,
                Some(Concern::Finding) => RemarkKind::Finding,
                Some(Concern::Verdict) => RemarkKind::Unclear,
            };
        self.note(kind, Outcome::Hold, text, whole, None);
        true
    }
}

impl FlatLine<'_> {
    /// Whether a label or an answer stands in the line that is worse than a pass. A line of words is asked for the label
    /// that it begins with and for those behind a block, and one that begins with an element for all that may be one.
    fn find_concern(&self, all: bool, scanner: &Scanner<'_, '_>) -> Option<Concern> {
        let mut names = 0;
        // What an element holds that nobody closes in this line may be anything.
        for (name, at) in self.named.iter().filter(|(name, _)| self.closed.contains(name)) {
            names += 1;
            let said = self.check_label(Slice::new(name, 0), Edge::Odd, *at, *at, scanner);
            if said.is_some() || names > MOST_NAMES {
                return said.or(Some(Concern::Verdict));
            }
        }
        // What is said of another time answers nothing.
        let mut past = None;
        // Up to here a line was read that stands by itself.
        let mut read_to = 0;
        // Where the answer to a label begins: `APPROVE` is no label there.
        let mut answer = None;
        let mut block_end = None;
        let starts = std::iter::once((0, 0, Edge::Inline)).chain(self.edges.iter().copied());
        for (next, (_, start, edge)) in starts.enumerate() {
            if matches!(edge, Edge::Block { .. }) {
                block_end = Some(start);
            }
            let block = block_end == Some(start);
            let every = all || block;
            if !every && next > 0 {
                continue;
            }
            // Of several in one place, the last.
            if self.edges.get(next).is_some_and(|(at, end, _)| *at == start && *end == start) {
                continue;
            }
            if start < read_to {
                continue;
            }
            if block && let Some(end) = self.own_line(start, next) {
                let said = scanner.apart(&self.text[start..end]).says_worse(false);
                if let Some(kind) = said {
                    return Some(if kind == RemarkKind::Finding {
                        Concern::Finding
                    } else {
                        Concern::Verdict
                    });
                }
                if all && self.stops(start, scanner) {
                    return Some(Concern::Verdict);
                }
                read_to = end;
                continue;
            }
            for (at, end, edge) in self.edges[next..].iter().copied().take(MOST_EDGES) {
                if at - start > LONGEST_NAME {
                    break;
                }
                // Behind the next one begins another piece.
                if at == start && matches!(edge, Edge::Block { .. } | Edge::Odd) {
                    break;
                }
                if at == start || !edge.ends_a_name() || (edge == Edge::Inline && !every) {
                    continue;
                }
                let narrow = narrow(&self.text[start..at]);
                let name = without_markup(Slice::new(&narrow, 0));
                if names_the_past(name.text) {
                    past = Some(end);
                }
                let answers = answer.is_some_and(|answer| start <= answer);
                if !answers && !name.is_empty() && names_something(name, scanner) {
                    names += 1;
                    let said = self.check_label(name, edge, start, end, scanner);
                    if said.is_some() || names > MOST_NAMES {
                        return said.or(Some(Concern::Verdict));
                    }
                    answer = Some(self.value_at(end));
                }
                // Only what changes how words look may stand in a name.
                if edge != Edge::Inline && !name.is_empty() {
                    break;
                }
            }
            if all && edge != Edge::Clause && past != Some(start) && self.stops(start, scanner) {
                return Some(Concern::Verdict);
            }
        }
        None
    }

    /// Whether a word that stops begins here, and is all that its clause says.
    fn stops(&self, start: usize, scanner: &Scanner<'_, '_>) -> bool {
        let rest = &self.text[start..];
        let mut ends = rest.char_indices().map(|(at, _)| at);
        let rest = &rest[..ends.find(|at| *at >= LONGEST_ANSWER).unwrap_or(rest.len())];
        let cell = rest.split(" | ").next().unwrap_or(rest).trim();
        // A piece of code with words behind it is quoted.
        let quoted = cell.strip_prefix('`').and_then(|code| code.split_once('`'));
        if quoted.is_some_and(|(_, behind)| behind.trim_start().starts_with(char::is_alphanumeric))
        {
            return false;
        }
        if !scanner.lexicon.may_stop(cell) && cell.is_ascii() {
            return false;
        }
        // A sign says what a label makes of it, and there is none.
        let words = cell.trim_start_matches(|c: char| !c.is_alphanumeric());
        let said = read_value(Slice::new(words, 0), Label::Program, scanner.lexicon);
        said.ends && matches!(said.says, Says::Word(Meaning::Stop | Meaning::Caution))
    }

    /// What a name and what stands behind it come to.
    fn check_label(
        &self,
        name: Slice<'_>,
        edge: Edge,
        start: usize,
        end: usize,
        scanner: &Scanner<'_, '_>,
    ) -> Option<Concern> {
        let begun = self.value_at(end);
        // It ends where the row or the item does, once something was said.
        let ends = self
            .edges
            .iter()
            .find(|(at, _, edge)| *at > begun && *edge == Edge::Block { ends: true });
        let stop = ends.map_or(self.text.len(), |(at, ..)| *at);
        let value = Slice::new(&self.text[begun..stop], 0).trim().trim_end_of(&['|', ' ']);
        let odd = self.edges.iter().any(|(at, after, edge)| {
            *edge == Edge::Odd && *after > start && *at < stop && *at >= start
        });
        match scanner.finding(name) {
            Some(finding) => {
                let agrees = match finding {
                    Finding::Named(severity) if severity < Severity::Critical => true,
                    Finding::Named(_) | Finding::Counted => {
                        let first = value.text.split(" | ").next().unwrap_or_default();
                        let scale = self.titles && scanner.lexicon.severity(first).is_some();
                        scale || says_none(value.text, scanner)
                    }
                    Finding::Severity => {
                        let said = value.text.trim_matches(|c: char| !c.is_alphanumeric());
                        let graded = scanner.lexicon.severity(said);
                        self.titles || graded.is_some_and(|said| said < Severity::Critical)
                    }
                };
                (odd || !agrees).then_some(Concern::Finding)
            }
            None => {
                let label = scanner.lexicon.label_in(name.text);
                let (label, known) = (label.or_else(|| look_alike(name.text))?, label.is_some());
                // Further cells say why, or take it back.
                let first = value.text.find(" | ").unwrap_or(value.text.len());
                let (cell, more) = value.split_at(first);
                let more = more.trim_start_of(&['|', ' ']);
                let said = read_value(cell, label, scanner.lexicon);
                let stops = matches!(said.says, Says::Word(Meaning::Stop | Meaning::Caution));
                let goes = said.says.outcome() == Some(Outcome::Pass)
                    || said.says == Says::Word(Meaning::Noted);
                let taken_back = is_condition(more.text) || takes_back(more, scanner.lexicon);
                // `<b>Verdict:</b> The pool is bounded and tested`, and no element in that.
                let behind = begun + value.text.len();
                let plain = || {
                    if value.text.len() > LONGEST_PROSE {
                        return false;
                    }
                    let parts = self.edges.iter().filter(|(at, ..)| (begun..behind).contains(at));
                    let clauses = |edge: &Edge| matches!(edge, Edge::Clause | Edge::Bracket);
                    parts.map(|(.., edge)| edge).all(clauses)
                        && is_plain(value.text, scanner.lexicon)
                };
                let agrees = known
                    && match said.says {
                        Says::Prose => plain(),
                        _ => said.clear && goes && !taken_back,
                    };
                // `<tr><td>Verdict</td><td>APPROVE</td></tr>` answers with a word that may be a question, too.
                let ended = |(at, after, edge): &(usize, usize, Edge)| {
                    *after >= end && *at <= begun && *edge == Edge::Block { ends: true }
                };
                let answer = value.is_empty() || self.edges.iter().any(ended);
                let worse = match label {
                    Label::Question if answer => false,
                    Label::Verdict if self.titles => stops,
                    Label::Verdict => !agrees || odd,
                    // `<b>Approved</b> by the bot`
                    Label::Question if edge == Edge::Inline => stops || odd,
                    Label::Question if self.titles => stops,
                    Label::Question => !agrees || odd,
                    Label::Decides | Label::Program => stops && (said.ends || odd),
                };
                worse.then_some(Concern::Verdict)
            }
        }
    }
}

/// Whether an answer says that there is nothing, each part of it in a word or with what there is none of: `none found`,
/// `0 | none`, `none — all fixed`. `none fixed yet` begins like these. What it counts of other severities is not asked
/// for: `0 · High: 2`.
fn says_none(answer: &str, scanner: &Scanner<'_, '_>) -> bool {
    let none = |part: &str| {
        let mut words = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let Some(first) = words.next() else { return true };
        let other = part.split_once(':').is_some_and(|(name, _)| {
            scanner.lexicon.severity(name).is_some_and(|severity| severity < Severity::Critical)
        });
        let counted = is_none(first, scanner.lexicon);
        let whole = words.all(|word| is_noun(word) || is_state(word));
        other || (is_none(part, scanner.lexicon) && (!counted || whole))
    };
    answer.contains(char::is_alphanumeric) && answer.split(['|', '·', '—', '–']).all(none)
}

/// Whether a text is a name of a verdict or of findings.
fn names_something(name: Slice<'_>, scanner: &Scanner<'_, '_>) -> bool {
    (!name.text.is_ascii() || scanner.lexicon.may_name(name.text))
        && (scanner.finding(name).is_some()
            || scanner.lexicon.label_in(name.text).is_some()
            || look_alike(name.text).is_some())
}

/// Letters of full width as plain ones.
fn narrow(name: &str) -> Cow<'_, str> {
    match name.is_ascii() {
        true => Cow::Borrowed(name),
        false => name.chars().map(fields::narrow).collect::<String>().into(),
    }
}
