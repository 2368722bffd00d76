//! What to tell a reviewer who is to write pair reviews.

use std::fmt::Write as _;

use super::{EXAMPLE, FINDINGS, REVISION, SUMMARY};
use crate::codec::ReadOptions;
use crate::codec::shared::pair::{self as words, GRADES, list_pairs};

/// What to tell a reviewer who is to write pair reviews.
pub(super) fn contract(options: &ReadOptions) -> String {
    let mut out = String::from(
        "Answer in one document with one block for each pair of a note and a gate, and nothing \
         above, between or below the blocks. Judge each pair by itself.\n\n",
    );
    list_pairs(options, &mut out);
    let grades: Vec<String> =
        GRADES.iter().filter(|grade| grade.canonical).map(|g| format!("`{}`", g.word)).collect();
    let words: Vec<String> = words::asked_for().map(|known| format!("`{}`", known.word)).collect();
    let _ = write!(
        out,
        "A block looks like this. Copy the first and the last line exactly, with the note and the \
         gate as they were given to you:\n\n\
         === PAIR REVIEW START: <note> :: <gate> ===\n\
         ### {SUMMARY}\n\n<what it comes to, in a sentence or two>\n\n\
         ### {FINDINGS}\n\n- <severity>: <one finding>\n\n\
         ### {REVISION}\n\n<what you would write instead; leave the section out if nothing>\n\n\
         ## Result: {choice}\n\
         === PAIR REVIEW END: <note> :: <gate> ===\n\n\
         Rules:\n\n\
         - The result is one of {words}, in capitals, alone on the last line of its block. Do not \
         state it anywhere else, or in another way.\n\
         - A severity is one of {grades}. The result is not better than the worst finding: with \
         `fail` or `error` it fails, with `warn` it warns.\n\
         - The result `ERROR` means that you could not judge the pair; say why in the summary.\n\
         - Put headings and lines that you quote into a fence or behind `> `. No line but those \
         two may begin and end with three equals signs.\n\
         - Stop after the last block.\n\n\
         A block that is filled in:\n\n{EXAMPLE}{frames}",
        choice = words::choice(),
        words = words.join(", "),
        grades = grades.join(", "),
        frames = frames(options),
    );
    out
}

/// The first and the last line of each block that is asked for.
fn frames(options: &ReadOptions) -> String {
    let fits = |(note, gate): &(&str, &str)| words::is_writable(note) && words::is_writable(gate);
    let frame = |(note, gate): (&str, &str)| {
        ["START", "END"]
            .map(|edge| format!("=== PAIR REVIEW {edge}: {note} :: {gate} ===\n"))
            .concat()
    };
    let frames: Vec<String> = words::asked(options).filter(fits).map(frame).collect();
    match frames.is_empty() {
        true => String::new(),
        false => format!(
            "\nThe first and the last line of each block, to be copied:\n\n{}",
            frames.join("\n")
        ),
    }
}
