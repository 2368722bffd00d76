//! Line-oriented verdict files, as dartai defines them.

mod blocks;
mod evidence;
mod findings;
mod reader;
mod recognise;
mod statement;
mod write;

use reader::LineReader;

use crate::codec::input::Input;
use crate::codec::interface::{Codec, Special};
use crate::codec::mistakes::mistake_rows;
use crate::codec::render::holds;
use crate::codec::shared::dartai::{
    self, END, IN_LINES, Line, conflict_markers, missing_colon, misspelt_key, parser_of_keys,
    says_fail,
};
use crate::codec::statements::says_only_none;
use crate::codec::text::fields::{self, Field, Key};
use crate::codec::text::slice::Slice;
use crate::codec::traces;
use crate::ir::{Cause, Decoded, Diagnostic, Format};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(grammar::GRAMMAR),
    fenced: false,
    example: write::EXAMPLE,
    encode: Some(write::encode),
    holds: holds!(Stated Warn Confidence Findings Location Evidence),
    special: Special {
        trace: Some((fields::is_field, "it has a line of a verdict file")),
        ..Special::NONE
    },
    ..Codec::new(recognise::recognise, decode, write::contract)
};

/// Reads a text that has a line of a verdict file in it.
fn decode(input: &Input<'_>) -> Decoded {
    // An object in an envelope is not a file, and the text around it is not read once more.
    let part = input.body.start > '\u{feff}'.len_utf8() || input.body.end() < input.text.len();
    if input.fenced || part {
        return blocks::alone(input);
    }
    let Some(lines) = grammar::lines(Slice::new(input.text, 0)) else {
        return input.given_up(Format::VerdictFile);
    };
    let mut reader = LineReader::new(input);
    for (line, slice) in lines {
        reader.line(line, slice);
    }
    reader.finish(input)
}

parser_of_keys!(verdict_file, file, hidden, remark, endless);

impl<'a> LineReader<'a> {
    fn line(&mut self, line: Line<'a>, slice: Slice<'a>) {
        let adjacent = self.end == Some(slice.start);
        self.end = Some(slice.end());
        if self.end_mark == Some(slice.start) {
            return;
        }
        if self.inline_evidence {
            return self.evidence_line(line, slice);
        }
        if slice.trim().text == END {
            // Not the last line: no text for all that, so what stands above it stands alone.
            return self.report_unknown(slice.trim().span());
        }
        match line {
            Line::Comment => {
                self.end = None;
                // The mark of a comment is not that of a heading; two of them are.
                let body = slice.trim();
                let marks = body.text.bytes().take_while(|b| *b == b'#').count();
                if marks > 1 || !adjacent {
                    self.end_list();
                }
                self.unclaimed(if marks == 1 { body.after(1) } else { slice });
            }
            Line::Conflict => self.refuse(Cause::Ambiguous, conflict_markers(slice.trim().span())),
            Line::Hidden(held, true) => self.skip_hidden(slice, held),
            Line::Hidden(_, false) => {
                self.refuse(Cause::Truncated, endless_comment(slice.trim().span()));
            }
            Line::Fence(held, closed) => self.fence(slice, held, closed, adjacent),
            Line::Field(field) if field.known.is_some() => self.field(field, slice),
            Line::Field(field) => self.unknown_line(slice, Some(field), adjacent),
            Line::Other => self.unknown_line(slice, None, adjacent),
        }
    }

    fn skip_hidden(&mut self, slice: Slice<'a>, held: Slice<'a>) {
        let known = |line| fields::split(line).is_some_and(|field| field.known.is_some());
        if let Some(line) = held.lines().find(|line| known(*line)) {
            self.report(quoted_field(line.trim().span()));
        }
        self.unclaimed(slice);
    }

    fn fence(&mut self, slice: Slice<'a>, held: Slice<'a>, closed: bool, adjacent: bool) {
        let mut fields = held.lines().filter_map(fields::split);
        if fields.any(|field| field.known.is_some()) || traces::is_json_verdict(held) {
            self.blocks.push((slice.trim().span(), held));
        } else if closed {
            self.free_text(slice, adjacent);
        }
        if !closed {
            self.refuse(
                Cause::Truncated,
                crate::codec::mistakes::unclosed_fence(slice.trim().span()),
            );
        }
    }

    /// A line without a known key.
    fn unknown_line(&mut self, line: Slice<'a>, field: Option<Field<'a>>, adjacent: bool) {
        if line.trim().text.starts_with('{') && traces::is_json_verdict(line) {
            return self.blocks.push((line.trim().span(), line));
        }
        if let Some(field) = field
            && let Some(meant) = fields::meant(field.key.text)
            // `Blocked: no`
            && !(meant.starts_with("blocker") && says_only_none(field.value.text, &self.builder.reading.words))
        {
            self.builder.reading.says_fail |=
                meant.starts_with("verdict") && says_fail(field.value, &self.builder.reading);
            return self.builder.refuse_misspelt(field.key, meant);
        }
        if let Some(key) = key_before_wide_colon(line) {
            let diagnostic = misspelt_key(key, "blocker", &IN_LINES);
            return self.builder.refuse_unless_failing(Cause::MisspeltKey, diagnostic);
        }
        if let Some(value) = dartai::verdict_without_colon(line) {
            self.builder.reading.says_fail |= says_fail(value, &self.builder.reading);
            return self.refuse(Cause::MisspeltKey, missing_colon(line.trim().span()));
        }
        self.free_text(line, adjacent);
    }

    /// `Blockers`, and an item below.
    fn below_title(&mut self, line: Slice<'a>) {
        let bare = line.trim().trim_start_of(&fields::MARKS).trim_end_of(&fields::MARKS);
        if fields::lookup(bare.text) == Some(Key::Blocker) {
            self.title = Some(line.trim().span());
            return;
        }
        let Some(title) = self.title else { return };
        match fields::item(line) {
            Some(item) if !says_only_none(item.text, &self.builder.reading.words) => {
                self.title = None;
                let diagnostic = blockers_without_colon(title, item.trim().span());
                self.builder.refuse_unless_failing(Cause::MisspeltKey, diagnostic);
            }
            Some(_) => {}
            None => self.title = None,
        }
    }

    /// Text that belongs to a field above, or to none.
    fn free_text(&mut self, line: Slice<'a>, adjacent: bool) {
        let indented = fields::indent(line.text) > 0;
        if self.goes_on(line, adjacent, indented) {
            return;
        }
        let body = line.trim();
        self.below_title(line);
        self.unclaimed(line);
        // A rule such as `---` is not prose.
        if self.builder.said.is_none() && !body.text.chars().all(|c| "-*_=".contains(c)) {
            self.preface.get_or_insert(body.span());
        }
        if self.begun {
            self.report_unknown(body.span());
        }
    }
}

/// `Ｂlocker： SQL built by concatenation`: the key of a blocker, in front of another colon.
fn key_before_wide_colon(line: Slice<'_>) -> Option<Slice<'_>> {
    let key = fields::without_bullet(line.trim().split_at(line.trim().text.find('：')?).0);
    let meant = fields::lookup(key.text) == Some(Key::Blocker)
        || fields::meant(key.text).is_some_and(|meant| meant.starts_with("blocker"));
    meant.then_some(key)
}

/// Where the line stands that ends the text: `END`.
fn end_mark(text: &str) -> Option<usize> {
    let said = text.trim_end();
    let last = said.rfind('\n').map_or(0, |at| at + 1);
    (last > 0 && said[last..].trim() == END).then_some(last)
}

mistake_rows! {
    /// `<!-- verdict: pass` to the end of the file
    error "assize::read::endless_comment" endless_comment(at: Span)
        "an HTML comment never ends", at "everything from here on is commented out", "close it with `-->`, or write comments with `#`";
    /// `<!-- verdict: pass -->`
    warning "assize::read::quoted_field" quoted_field(at: Span)
        "a line inside an HTML comment looks like part of the verdict", at "not read", "take it out of the comment if it is part of the verdict, or remove it";
    /// `Blockers`, and `- SQL built by concatenation` below
    error "assize::read::misspelt_key" blockers_without_colon(at: Span, item: Span)
        "blockers are listed without `blockers:` above them", at "meant as `blockers:`?", item "listed below it", "write `blocker:` before each of them";
}
