//! What may be wrong with an `assize.kdl`.

use super::super::{nearest, shown};
use crate::{Diagnostic, Span};

/// `--config nowhere.kdl`
pub(super) fn no_such_file(name: &str) -> Diagnostic {
    Diagnostic::error("assize::host::no_config_file")
        .message(format!("the file `{name}` does not exist"))
        .help(
            "name a file that is there; where `--config` is left out, `assize.kdl` is searched for from the current folder up",
        )
}

/// An `assize.kdl` that is a folder, too large, or not UTF-8
pub(super) fn unreadable(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::host::config_unreadable")
        .message(format!("`{name}` cannot be read: {why}"))
        .help("fix the file, or name another one with `--config`")
}

/// `assize gate reports --config reports/assize.kdl`
pub(super) fn named_among_reports(name: &str) -> Diagnostic {
    Diagnostic::error("assize::host::config_among_reports")
        .message(format!("`{name}` lies in the folder of reports, where reviewers write"))
        .help("move it out of the folder: the words that reports are read with must not come with the reports")
}

/// `cd reports && assize gate .`, with an `assize.kdl` in it
pub(super) fn passed_over(name: &str, among: bool) -> Diagnostic {
    let (place, help) = match among {
        true => ("in the folder of reports", "move it out of the folder, above the reports"),
        false => (
            "beside the reports that were named",
            "say `--config assize.kdl` if it was not written by a reviewer, or move it above the reports",
        ),
    };
    Diagnostic::warning("assize::host::config_passed_over")
        .message(format!("`{name}` lies {place}, and is not used"))
        .help(help)
}

/// The code of the remark that names the file.
pub const CONFIG_USED: &str = "assize::host::config_used";

/// `words { go "freigegeben" }`
pub(super) fn used(name: &str, sha256: &str) -> Diagnostic {
    Diagnostic::advice(CONFIG_USED)
        .message(format!("reports are read with the words of `{name}`, too (SHA-256 {sha256})"))
        .help("`assize contract lexicon` lists them")
}

/// `hold 1`, `hold ""`
pub(super) fn odd_hold(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::config_odd_hold")
        .message("this is not a command that can be held")
        .label(at, "not a text with a word in it")
        .help("write its first words: `hold \"git push\" \"make release\"`")
}

/// `attempts 12`
pub(super) fn odd_number(at: Span, name: &str, most: i128) -> Diagnostic {
    Diagnostic::error("assize::host::config_odd_number")
        .message(format!("`{name}` takes one whole number from 0 to {most}"))
        .label(at, "not such a number")
        .help(format!("write `{name} {}`", most.min(3)))
}

/// `wrds { … }`
pub(in crate::host) fn unknown_node(at: Span, name: &str, known: &[&str]) -> Diagnostic {
    let all = known.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ");
    Diagnostic::error("assize::host::config_unknown_node")
        .message(format!("`{}` is not known here", shown(name)))
        .label(at, "not known")
        .help(match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("only {all} may be used here"),
        })
}

/// `word "x" mean="pass"`
pub(super) fn unknown_property(at: Span, name: &str, known: Option<&str>) -> Diagnostic {
    Diagnostic::error("assize::host::config_unknown_property")
        .message(format!("`{}=` is not known here", shown(name)))
        .label(at, "not known")
        .help(match known {
            Some(known) => format!("write `{known}=\"…\"`"),
            None => {
                "write the words one after the other: `go \"freigegeben\" \"genehmigt\"`".into()
            }
        })
}

/// `go 1`
pub(super) fn not_text(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::config_not_text")
        .message("a word is a text")
        .label(at, "a number, `#true`, `#false` or `#null`")
        .help("put it into quotes")
}

/// `go ""`
pub(super) fn blank(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::config_blank")
        .message("this word has no letters")
        .label(at, "blank")
        .help("write the word that reviewers use, or leave it out")
}

/// `stop`
pub(super) fn nothing_named(at: Span, node: &str) -> Diagnostic {
    Diagnostic::error("assize::host::config_nothing_named")
        .message(format!("`{node}` has no name or word"))
        .label(at, "a text is missing after it")
        .help(match node {
            "dialect" => "give it a name: `dialect \"house\" { … }`".to_owned(),
            "command" => "write a program and its arguments, each in quotes".to_owned(),
            node => format!("write `{node} \"…\"`, or leave it out"),
        })
}

/// `words "x"`
pub(super) fn takes_none(at: Span, node: &str) -> Diagnostic {
    Diagnostic::error("assize::host::config_takes_none")
        .message(match node {
            "dialect" => "a dialect has one name".to_owned(),
            node => format!("nothing but its block may follow `{node}`"),
        })
        .label(at, "too much")
        .help(match node {
            "dialect" => {
                "write `dialect \"house\" { word \"freigegeben\" means=\"pass\" }`".to_owned()
            }
            "words" => "write `words { stop \"…\"; caution \"…\"; go \"…\" }`".to_owned(),
            node => format!("write `{node} {{ command \"…\" \"…\" }}`"),
        })
}

/// `rules-from "main" "next"`
pub(super) fn one_commit(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::config_one_commit")
        .message("the rules come from one commit")
        .label(at, "another one")
        .help("write `rules-from \"origin/main\"`, once")
}

/// `quality { }`
pub(super) fn no_command(at: Span, node: &str, code: &'static str) -> Diagnostic {
    Diagnostic::error(code)
        .message(format!("`{node}` names no command"))
        .label(at, "a `command` is missing in its block")
        .help(format!("write `{node} {{ command \"…\" \"…\" }}`, or leave `{node}` out"))
}

/// `quality { command "a"; command "b" }`
pub(super) fn said_again(at: Span, node: &str) -> Diagnostic {
    Diagnostic::error("assize::host::config_said_again")
        .message(format!("`{node}` is said twice"))
        .label(at, "here again")
        .help("keep one of them")
}

/// `command "judge" timeout="60"`
pub(super) fn no_argument(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::host::config_unknown_property")
        .message(format!("`{}=` is not known here", shown(name)))
        .label(at, "not known")
        .help("write each argument of the command by itself, in quotes")
}

/// `command "judge" 60`
pub(super) fn argument_not_text(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::config_not_text")
        .message("an argument of a command is a text")
        .label(at, "a number, `#true`, `#false` or `#null`")
        .help("put it into quotes")
}

/// `command "" "--print"`
pub(super) fn no_program(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::config_blank")
        .message("the program of this command has no name")
        .label(at, "blank")
        .help("name a program, and its arguments behind it")
}

/// `go "x" { … }`
pub(super) fn takes_no_block(at: Span, node: &str) -> Diagnostic {
    Diagnostic::error("assize::host::config_takes_no_block")
        .message(format!("`{node}` has no block"))
        .label(at, "its block is not read")
        .help("close the quotes and end the line before the next word")
}

/// `word "freigegeben"`
pub(super) fn property_missing(at: Span, node: &str, property: &str) -> Diagnostic {
    Diagnostic::error("assize::host::config_property_missing")
        .message(format!("`{node}` does not say what it {}", verb(property)))
        .label(at, format!("`{property}=` is missing"))
        .help(format!("add `{property}=\"{}\"`", if property == "means" { "pass" } else { "high" }))
}

/// `word "freigegeben" means="ok"`
pub(super) fn unknown_value(at: Span, said: &str, known: &[&str]) -> Diagnostic {
    let all = known.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ");
    let near = nearest(said, known.iter().copied());
    Diagnostic::error("assize::host::config_unknown_value")
        .message(format!("`{}` is not one of {all}", shown(said)))
        .label(at, "not known")
        .help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("choose one of {all}"),
        })
}

/// `go "revise"`
pub(super) fn misleading_word(at: Span, word: &str, means: &str, meant: &str) -> Diagnostic {
    let found = Diagnostic::error("assize::host::misleading_word");
    if word.contains(char::is_numeric) && !word.contains(char::is_alphabetic) {
        return found
            .message(format!("`{}` is a number, and cannot mean {meant}", shown(word)))
            .label(at, "reviewers count with it: `Blockers: 2`")
            .help("have them write a word; votes in a record of their own are read by a shape (`docs/shapes.md`)");
    }
    found
        .message(format!("`{}` means {means} to reviewers, and cannot mean {meant}", shown(word)))
        .label(at, "would reverse what they say")
        .help("leave it out; `assize contract lexicon` lists what words mean")
}

/// `stop "warten"; go "warten"`
pub(super) fn word_twice(at: Span, first: Span, word: &str) -> Diagnostic {
    Diagnostic::error("assize::host::config_word_twice")
        .message(format!("`{}` is given two meanings", shown(word)))
        .label(at, "here it has another meaning")
        .label(first, "first named here")
        .help("keep one of them; case, spaces, `-` and `_` make no difference")
}

fn verb(property: &str) -> &'static str {
    match property {
        "means" => "means",
        "severity" => "is worth",
        _ => "stands for",
    }
}
