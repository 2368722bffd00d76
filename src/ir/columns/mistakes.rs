//! What is wrong with what was submitted for a seat.

use crate::ir::Diagnostic;

/// `qa.md` beside `qa.txt`
pub(super) fn duplicate_seat(seat: &str, names: Vec<&str>, pairs: bool) -> Diagnostic {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    Diagnostic::error("assize::docket::duplicate_seat")
        .message(format!("the seat `{seat}` is claimed by {}", names.join(" and ")))
        .help(match pairs {
            // Which of them is the later word on a pair, nobody knows.
            true => "a bundle of pairs is one file: put the reviews of all into one, one behind the other",
            false => "keep one of them: of several sources, only a readable fail counts",
        })
}

/// `reviews-1.md` and `reviews-2.md`, each with half of the pairs
pub(super) fn split_bundle(parts: &[&str]) -> Diagnostic {
    let names: Vec<String> = parts.iter().take(5).map(|seat| format!("`{seat}`")).collect();
    let more = if parts.len() > names.len() { " and others" } else { "" };
    Diagnostic::warning("assize::docket::split_bundle")
        .message(format!(
            "{}{more} each leave out pairs that another of them reviews",
            names.join(", ")
        ))
        .help(
            "each file is a reviewer of its own, who reviews every pair: put the parts of one bundle into one \
             file, one behind the other",
        )
}
