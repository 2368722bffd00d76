//! KDL that a team writes by hand: parsed without trusting it, and with the place of each mistake.

use kdl::{KdlDocument, KdlEntry, KdlError, KdlNode};

use crate::{Diagnostic, Span};

/// Nobody nests deeper; the KDL crate calls itself for each level.
const DEEPEST: usize = 16;
/// More of what the KDL crate has to say helps nobody.
const MOST: usize = 5;

/// What a file is told about when it is not KDL.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The code of the mistake.
    pub(super) code: &'static str,
    /// What a line of it looks like.
    pub(super) example: &'static str,
}

/// The nodes of a text, or everything that keeps it from being KDL.
pub(super) fn parse(text: &str, shape: Shape) -> Result<KdlDocument, Vec<Diagnostic>> {
    if let Some(at) = too_deep(text) {
        return Err(vec![nested(at, shape)]);
    }
    let everything = Span::new(0, text.len());
    match parse_apart(text) {
        Some(Ok(document)) => Ok(document),
        Some(Err(error)) if !error.diagnostics.is_empty() => {
            let told = error.diagnostics.iter().take(MOST).map(|found| {
                let at = place(text, found.span.offset(), found.span.len());
                let why = found.message.as_deref().unwrap_or_default();
                malformed(at, why, found.help.as_deref(), shape)
            });
            Err(told.collect())
        }
        _ => Err(vec![malformed(everything, "", None, shape)]),
    }
}

/// The KDL crate calls itself for each character that it cannot place, so it gets a stack that
/// outlasts the largest file.
fn parse_apart(text: &str) -> Option<Result<KdlDocument, KdlError>> {
    const FOR_A_CHARACTER: usize = 8 * 1024;
    const AT_LEAST: usize = 2 * 1024 * 1024;
    std::thread::scope(|scope| {
        let stack = AT_LEAST + text.len() * FOR_A_CHARACTER;
        let parser = std::thread::Builder::new().stack_size(stack);
        parser.spawn_scoped(scope, || KdlDocument::parse_v2(text)).ok()?.join().ok()
    })
}

/// Where the name of a node stands.
pub(super) fn name_at(text: &str, node: &KdlNode) -> Span {
    place(text, node.name().span().offset(), node.name().span().len())
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

/// Where blocks or comments nest too deep. Those in texts count, which nobody will miss.
fn too_deep(text: &str) -> Option<Span> {
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        before = match (before, c) {
            (_, '{') | ('/', '*') => {
                depth += 1;
                ' '
            }
            (_, '}') | ('*', '/') => {
                depth = depth.saturating_sub(1);
                ' '
            }
            _ => c,
        };
        if depth > DEEPEST {
            return Some(Span::new(at, at + c.len_utf8()));
        }
    }
    None
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

/// Blocks in blocks in blocks
fn nested(at: Span, shape: Shape) -> Diagnostic {
    Diagnostic::error(shape.code)
        .message("blocks or comments are nested deeper than any setting")
        .label(at, "too deep")
        .help("close the blocks above")
}

fn decapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_lowercase().chain(letters).collect())
}
