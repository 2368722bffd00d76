//! Pairs of a note and a gate that were asked for.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::codec::ReadOptions;
use crate::ir::Subject;
use crate::source::composed;

/// A note and a gate, as they are compared.
pub(in crate::codec) type PairKey<'a> = (Cow<'a, str>, Cow<'a, str>);

pub(in crate::codec) fn pair_key<'a>(note: &'a str, gate: &'a str) -> PairKey<'a> {
    (composed(note), composed(gate))
}

/// The same of a subject that is a pair.
pub(in crate::codec) fn key_of(subject: &Subject) -> Option<PairKey<'_>> {
    match subject {
        Subject::Pair { note, gate } => Some(pair_key(note, gate)),
        _ => None,
    }
}

/// The pairs that are asked for: each note, and its gate.
pub(in crate::codec) fn asked(options: &ReadOptions) -> impl Iterator<Item = (&str, &str)> {
    options.expected.iter().filter_map(|subject| match subject {
        Subject::Pair { note, gate } => Some((note.as_str(), gate.as_str())),
        _ => None,
    })
}

/// The same as a list.
pub(in crate::codec) fn list_pairs(options: &ReadOptions, out: &mut String) {
    if asked(options).next().is_none() {
        return;
    }
    out.push_str("These pairs are asked for, in this order:\n\n");
    for (note, gate) in asked(options) {
        let _ = match is_writable(note) && is_writable(gate) {
            true => writeln!(out, "- {note} :: {gate}"),
            false => writeln!(
                out,
                "- (a pair that cannot be asked for: `{}` and `{}` do not fit into a sentinel line)",
                note.escape_debug(),
                gate.escape_debug()
            ),
        };
    }
    out.push('\n');
}

/// Whether a note or a gate can stand in a sentinel line.
pub(crate) fn is_writable(name: &str) -> bool {
    !name.is_empty()
        && name.trim() == name
        && !name.contains(" :: ")
        && !name.contains(|c: char| crate::source::is_hidden(c))
        && !name.starts_with(":: ")
        && !name.ends_with(" ::")
        && !name.ends_with(" ===")
        && !is_reserved(name)
}

/// Whether a text is a line that has a meaning of its own wherever it stands: `=== note: a.md ===`.
pub(in crate::codec) fn is_reserved(line: &str) -> bool {
    let line = line.trim();
    line.len() > 8 && line.starts_with("=== ") && line.ends_with(" ===")
}
