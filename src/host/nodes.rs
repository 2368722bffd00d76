//! KDL that a team writes by hand: parsed without trusting it, and with the place of each mistake.

mod pieces;

use std::io;
use std::ops::Range;
use std::panic::catch_unwind;

use kdl::{KdlDocument, KdlEntry, KdlError, KdlNode};

use self::pieces::{Unparted, pieces};
use crate::{Diagnostic, Span};

/// More of what the KDL crate has to say helps no reader.
const MOST: usize = 5;

/// What a file is reported about when it is not KDL.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The code of the mistake.
    pub(super) code: &'static str,
    /// What a line of it looks like.
    pub(super) example: &'static str,
}

/// The nodes of a text, or everything that keeps it from being KDL.
pub(super) fn parse(text: &str, shape: Shape) -> Result<Vec<KdlNode>, Vec<Diagnostic>> {
    let pieces = pieces(text).map_err(|why| vec![unparted(why, shape)])?;
    let mut nodes = Vec::new();
    for read in parse_apart(text, &pieces).map_err(|_| vec![no_memory(text, shape)])? {
        match read {
            Ok(mut document) => nodes.append(document.nodes_mut()),
            Err(error) if !error.diagnostics.is_empty() => {
                let told = error.diagnostics.iter().take(MOST).map(|found| {
                    let at = place(text, found.span.offset(), found.span.len());
                    let why = found.message.as_deref().unwrap_or_default();
                    malformed(at, why, found.help.as_deref(), shape)
                });
                return Err(told.collect());
            }
            Err(_) => return Err(vec![malformed(Span::new(0, text.len()), "", None, shape)]),
        }
    }
    Ok(nodes)
}

/// The KDL crate calls itself for each character that it cannot place, so it needs a stack that
/// outlasts the largest piece: what is left of this one, or else one of its own. Nothing is read behind a piece that is no KDL.
fn parse_apart(
    text: &str,
    pieces: &[Range<usize>],
) -> io::Result<Vec<Result<KdlDocument, KdlError>>> {
    const FOR_A_CHARACTER: usize = 8 * 1024;
    const AT_LEAST: usize = 1024 * 1024;
    let longest = pieces.iter().map(Range::len).max().unwrap_or_default();
    let read = || {
        let mut all = Vec::new();
        for piece in pieces {
            // Behind blanks, each place is that in the whole text.
            let one = KdlDocument::parse_v2(&(" ".repeat(piece.start) + &text[piece.clone()]));
            let good = one.is_ok();
            all.push(one);
            if !good {
                break;
            }
        }
        all
    };
    let needed = AT_LEAST + longest * FOR_A_CHARACTER;
    let read = match stacker::remaining_stack().is_some_and(|left| left >= needed) {
        true => catch_unwind(read),
        // A thread of a system may take some of its stack for itself.
        false => std::thread::scope(|scope| {
            let parser = std::thread::Builder::new().stack_size(AT_LEAST + needed);
            io::Result::Ok(parser.spawn_scoped(scope, read)?.join())
        })?,
    };
    read.map_err(|_| io::ErrorKind::Other.into())
}

/// Where the name of a node stands.
pub(super) fn name_at(text: &str, node: &KdlNode) -> Span {
    place(text, node.name().span().offset(), node.name().span().len())
}

/// Where a whole node stands.
pub(super) fn node_at(text: &str, node: &KdlNode) -> Span {
    place(text, node.span().offset(), node.span().len())
}

/// Where an argument or a property of a node stands.
pub(super) fn entry_at(text: &str, entry: &KdlEntry) -> Span {
    place(text, entry.span().offset(), entry.span().len())
}

/// A place of the KDL crate, without the blanks around it, and never within a letter.
fn place(text: &str, start: usize, length: usize) -> Span {
    let border = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (border(start), border(start.saturating_add(length)));
    let held = &text[start..end.max(start)];
    let start = start + held.len() - held.trim_start().len();
    Span::new(start, start + held.trim().len())
}

/// `words {`
fn malformed(at: Span, why: &str, help: Option<&str>, shape: Shape) -> Diagnostic {
    let why = why.trim_end_matches('.');
    Diagnostic::error(shape.code)
        .message(match why {
            "" => "this is not KDL".to_owned(),
            why => format!("this is not KDL: {}", decapitalized(why)),
        })
        .label(at, "cannot be read")
        .help(help.map_or_else(|| format!("write `{}`", shape.example), str::to_owned))
}

/// Blocks in blocks in blocks, or one that is not closed
fn unparted(why: Unparted, shape: Shape) -> Diagnostic {
    let (at, message, label) = match why {
        Unparted::TooDeep(at) => {
            (at, "blocks or comments are nested deeper than any setting", "too deep")
        }
        Unparted::TooLong(at) => (at, "what begins here has no end for 32 KiB", "too long"),
    };
    Diagnostic::error(shape.code).message(message).label(at, label).help(match why {
        Unparted::TooDeep(_) => "close the blocks above",
        Unparted::TooLong(_) => {
            "close it, or write several shorter ones, each on a line of its own"
        }
    })
}

/// `ulimit -v 50000`
fn no_memory(text: &str, shape: Shape) -> Diagnostic {
    Diagnostic::error(shape.code)
        .message("there is too little memory to read this")
        .label(Span::new(0, text.len().min(1)), "not read")
        .help("give the process more memory, or write a shorter file")
}

fn decapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests;
