//! A fence or a quotation around the whole answer: it is taken off.

use super::message::fences;
use super::search;
use crate::codec::builder::amend;
use crate::codec::input::Input;
use crate::codec::repairs::{FENCED, repairs};
use crate::codec::text::lines::Form;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Decoded};
use crate::source::{Piece, Source, SourceId, Span};

repairs! {
    /// `> verdict: pass`, and so on to the last line
    QUOTED_ANSWER = "quoted_answer", "the whole answer is quoted",
        "read without its marks", "write the answer without `>` in front of its lines";
}

/// Reads what stands inside, when something stands around all of it.
pub(super) fn decode(input: &Input<'_>, depth: usize) -> Option<Decoded> {
    fence(input, depth).or_else(|| quotation(input, depth))
}

fn fence(input: &Input<'_>, depth: usize) -> Option<Decoded> {
    let found = fences(input);
    let [only] = &found[..] else { return None };
    let body = input.body.trim();
    let whole = only.whole.trim();
    // A fence of YAML or of code holds what it says, or nothing.
    let info = whole.text.lines().next().unwrap_or_default().trim_matches(['`', '~', ' ']);
    let text = ["", "markdown", "md", "text", "txt", "plaintext"];
    if !text.iter().any(|known| info.eq_ignore_ascii_case(known)) {
        return None;
    }
    if only.quoted || whole.start != body.start || whole.end() != body.end() {
        return None;
    }
    let mut decoded = search(&input.inside(only.held), depth + 1);
    if decoded.unreadable == Some(Cause::NoVerdict) && decoded.format.is_none() {
        return None;
    }
    amend(&mut decoded, &[(FENCED, whole.span())]);
    Some(decoded)
}

/// Every line begins with `>`.
fn quotation(input: &Input<'_>, depth: usize) -> Option<Decoded> {
    let body = input.body.trim();
    if !body.text.starts_with('>') {
        return None;
    }
    let lines = &input.lines().lines;
    let said = || lines.iter().filter(|line| line.form != Form::Blank);
    if !said().all(|line| line.whole.trim().text.starts_with('>')) {
        return None;
    }
    let (mut text, mut pieces) = (String::new(), Vec::new());
    for line in said() {
        let behind = line.whole.trim().after(1);
        let behind = behind.after(usize::from(behind.text.starts_with(' ')));
        push(&mut text, &mut pieces, behind);
    }
    // What was cut off in the quotation is cut off without its marks.
    if !input.body.text.ends_with('\n') {
        text.pop();
        pieces.pop();
    }
    let name = format!("{} (quoted)", input.source.name());
    let embedded = Source::embedded(name.clone(), text, SourceId(0), pieces);
    let alone = Source::new(name, embedded.bytes());
    let inner = alone.text().ok()?;
    let mut decoded = search(&Input::whole(&alone, inner, input.options, input.nested), depth + 1);
    if decoded.unreadable == Some(Cause::NoVerdict) && decoded.format.is_none() {
        return None;
    }
    decoded.shift(1);
    if let Some(first) = decoded.sources.first_mut() {
        *first = embedded;
    }
    decoded.sources.insert(0, input.source.clone());
    amend(&mut decoded, &[(QUOTED_ANSWER, Span::new(body.start, body.end()))]);
    Some(decoded)
}

/// A line and its line end, each as a piece of its own: the marks in front of the next line lie
/// between.
fn push(text: &mut String, pieces: &mut Vec<Piece>, line: Slice<'_>) {
    let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    for (run, at, len) in [(line.text, line.start, line.text.len()), ("\n", line.end(), 0)] {
        pieces.push(Piece {
            start: narrow(text.len()),
            outer_start: narrow(at),
            outer_len: narrow(len),
        });
        text.push_str(run);
    }
}
