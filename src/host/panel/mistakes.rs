//! What may be wrong with a panel, and with what is asked of it.

use std::collections::BTreeSet;
use std::path::Path;

use super::reader::Block;
use crate::host::{nearest, shown};
use crate::{Diagnostic, Span};

/// `panel "our panel" { … }`
pub(super) fn odd_name(at: Span) -> Diagnostic {
    Diagnostic::error("assize::panel::odd_name")
        .message("this is not the name of a panel")
        .label(at, "not a name")
        .help("a name has letters, digits, `-` and `_`: `panel \"ours\" { … }`")
}

/// Two panels of one name
pub(super) fn panel_twice(at: Span, first: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::panel_twice")
        .message(format!("there are two panels called `{}`", shown(name)))
        .label(at, "again")
        .label(first, "first here")
        .help("give each panel a name of its own")
}

/// `panel "ours" { }`
pub(super) fn nobody_sits(at: Span) -> Diagnostic {
    Diagnostic::error("assize::panel::nobody_sits")
        .message("nobody sits on this panel")
        .label(at, "it has no `seat`")
        .help("name who must report: `seat \"qa\" file=\"qa.md\"`")
}

/// `seat "qa" file=3`, `weight=0`, `when-lines-over -1`
pub(in crate::host) fn value(at: Span, wanted: &str) -> Diagnostic {
    let what = wanted.split_once(": `").map_or("something else", |(what, _)| what);
    Diagnostic::error("assize::panel::value")
        .message(format!("expected {what}"))
        .label(at, "here")
        .help(format!("write {wanted}"))
}

/// `gate "any-blocker" "strict"`
pub(in crate::host) fn too_much(at: Span, name: &str, wanted: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::too_much")
        .message(format!("`{}` takes no more", shown(name)))
        .label(at, "too much")
        .help(format!("write {wanted}"))
}

/// `seat "q\u{202e}a"`
pub(super) fn hidden_sign(at: Span) -> Diagnostic {
    Diagnostic::error("assize::panel::hidden_sign")
        .message("there is a sign in this text that nobody sees")
        .label(at, "a control sign, or one that turns the text around it")
        .help("write the text again by hand")
}

/// `seat "qa" fil="qa.md"`, `seat "qa" when-changed="**/*.ts"`
pub(in crate::host) fn unknown_property(
    at: Span,
    node: &str,
    name: &str,
    known: &[&str],
    block: Block<'_>,
) -> Diagnostic {
    let all = known.iter().map(|known| format!("`{known}=`")).collect::<Vec<_>>().join(", ");
    let lines = if let Block::Of(lines) = block { lines } else { &[] };
    // `when=` and `changed=` are for `when-changed`.
    let part_of = |line: &&&str| **line == name || line.split('-').any(|part| part == name);
    let lines: Vec<&str> = match nearest(name, lines.iter().copied()) {
        Some(line) => vec![line],
        None => lines.iter().filter(part_of).copied().collect(),
    };
    Diagnostic::error("assize::panel::unknown_property")
        .message(format!("`{}` has no `{}=`", shown(node), shown(name)))
        .label(at, "not known")
        .help(match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}=`?"),
            None if !lines.is_empty() => {
                format!(
                    "say it in a line of the block `{{ … }}`, without a `=`: `{}`",
                    lines.join("`, `")
                )
            }
            None if known.is_empty() && matches!(block, Block::Open) => {
                format!("say it in a line of the block `{{ … }}`, without a `=`: `{}`", shown(name))
            }
            None if known.is_empty() => "write what it takes behind it, without a `=`".to_owned(),
            None => format!("it has {all}"),
        })
}

/// `overrides #false` and `overrides #true`
pub(in crate::host) fn said_twice(at: Span, first: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::said_twice")
        .message(format!("`{}` is said twice", shown(name)))
        .label(at, "again")
        .label(first, "first here")
        .help("keep one of them")
}

/// `overrides #false { … }`
pub(in crate::host) fn no_block(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::no_block")
        .message(format!("`{}` has no block", shown(name)))
        .label(at, "its block is not read")
        .help("end the line before the next word")
}

/// `when-all { }`
pub(super) fn empty_block(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::empty_block")
        .message(format!("the block of this `{}` is empty", shown(name)))
        .label(at, "it says nothing")
        .help(match name {
            "seat" => "say when it sits, `when-changed \"**/*.ts\"`; or leave the block out: it always sits",
            _ => "write what must hold, `changed \"src/**\"; lines-over 50`; or leave it out",
        })
}

/// `seat "reports/qa.md"`
pub(super) fn names_a_path(at: Span) -> Diagnostic {
    Diagnostic::error("assize::panel::names_a_path")
        .message("this is a path, and not the name of a seat")
        .label(at, "a name has no `/`")
        .help("name the seat, and the file that it writes: `seat \"qa\" file=\"qa.md\"`")
}

/// `seat "qa"`, twice
pub(super) fn seat_twice(at: Span, first: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::seat_twice")
        .message(format!("`{}` has two seats", shown(name)))
        .label(at, "again")
        .label(first, "first here")
        .help("name each seat once; lines in its block say on which occasions it sits")
}

/// `seat "a" file="qa.md"; seat "b" file="qa.md"`
pub(super) fn file_twice(at: Span, first: Span, file: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::file_twice")
        .message(format!("`{}` would speak for two seats", shown(file)))
        .label(at, "here")
        .label(first, "and here")
        .help("give each seat a file of its own; a seat without one takes the file that is named after it")
}

/// `seat "qa" file="../qa.md"`
pub(super) fn odd_file(at: Span) -> Diagnostic {
    Diagnostic::error("assize::panel::odd_file")
        .message("this is not the name of a report")
        .label(at, "not a file that is read")
        .help(
            "name a file in the folder of reports, without a folder or a dot in front: `file=\"qa.md\"`; the summary \
             is no report",
        )
}

/// `reports "../reports"`
pub(super) fn odd_pattern(at: Span, why: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::odd_pattern")
        .message(format!("this does not say where reports lie: {why}"))
        .label(at, "not a folder below this file")
        .help("write the folder from here, with `{task}` for the name of the work: `reports \".reviews/{task}\"`")
}

/// `when-changed "/src/**"`
pub(super) fn fits_nothing(at: Span, why: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::fits_nothing")
        .message(format!("no path of a change fits this pattern: {why}"))
        .label(at, "the seat would never sit")
        .help("paths begin at the root of the repository: `src/**`, `**/*.ts`")
}

/// `stake="requird"`
pub(in crate::host) fn unknown_word(at: Span, said: &str, known: &[&str]) -> Diagnostic {
    let all = known.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ");
    Diagnostic::error("assize::panel::unknown_word")
        .message(format!("`{}` is not known here", shown(said)))
        .label(at, "not known")
        .help(match nearest(said, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write one of {all}"),
        })
}

/// `criterion "AC1"`, twice
pub(super) fn subject_twice(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::subject_twice")
        .message(format!("this {name} is asked for twice"))
        .label(at, "again")
        .help("name it once")
}

/// `gate "any-blocker" { min_reviewers 2 }`
pub(super) fn snake_case(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::snake_case")
        .message(format!("`{}` is not how a parameter is written here", shown(name)))
        .label(at, "it has `_`")
        .help(format!("write `{}`", shown(name.replace('_', "-"))))
}

/// `gate "any-blocker" { min-reviwers 2 }`
pub(super) fn unknown_param(at: Span, policy: &str, name: &str, known: &[String]) -> Diagnostic {
    Diagnostic::error("assize::panel::unknown_param")
        .message(format!("`{}` has no parameter `{}`", shown(policy), shown(name)))
        .label(at, "not known")
        .help(match nearest(name, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "it has none: leave the line out".to_owned(),
            None => format!("it has {}", known.join(", ")),
        })
}

/// `gate "any-blocker" { min-reviewers "two" }`
pub(super) fn param_type(at: Span, name: &str, wanted: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::param_type")
        .message(format!("`{}` takes {wanted}", shown(name)))
        .label(at, "another type")
        .help("`assize policy show NAME` prints the policy, with what each parameter is for")
}

/// `--panel dartia`
pub(super) fn unknown_panel(name: &str, known: &[String]) -> Diagnostic {
    Diagnostic::error("assize::panel::unknown_panel")
        .message(format!("there is no panel called `{}`", shown(name)))
        .help(match nearest(name, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the panels are: {}", known.join(", ")),
        })
}

/// `--panel dartai`, and a `panel "dartai"` in `assize.kdl`
pub(super) fn two_meanings(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::two_meanings")
        .message(format!("`{name}` is a panel that comes with Assize, and this one is called so, too"))
        .label(at, "which of the two is meant?")
        .help("give this one a name of its own: a change could bring it along, and nobody would see which one sits")
}

/// Two panels in `assize.kdl`, and no `--panel`
pub(super) fn which_panel(file: &str, panels: &[&str]) -> Diagnostic {
    let all = panels.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    Diagnostic::error("assize::panel::which_panel")
        .message(format!("`{}` has more than one panel: {all}", shown(file)))
        .help(format!(
            "say which one sits: `--panel {}`",
            panels.first().copied().unwrap_or("ours")
        ))
}

/// No one said what the change touches
pub(super) fn sits_anyway(seats: &[&str], untold: &BTreeSet<String>) -> Diagnostic {
    const MOST: usize = 8;
    let named: Vec<String> =
        seats.iter().take(MOST).map(|seat| format!("`{}`", shown(seat))).collect();
    let more = match seats.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let they = if seats.len() == 1 { "it does" } else { "they do" };
    let untold: Vec<String> = untold.iter().map(|flag| format!("`{}`", shown(flag))).collect();
    Diagnostic::warning("assize::panel::sits_anyway")
        .message(format!("not known whether {}{more} must sit: {they}", named.join(", ")))
        .help(format!("tell it with {}", untold.join(" and ")))
}

/// `assize gate feature/x`, with a panel that says where reports lie
pub(super) fn neither(asked: &Path, panel: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::neither_task_nor_path")
        .message(format!(
            "`{}` may be a path or the name of the work, and the panel `{panel}` looks up the reports of a name",
            shown(asked)
        ))
        .help(format!(
            "a name has no `/`; for a folder or a file write `./{}`",
            shown(asked)
        ))
}

/// `assize gate a..b`
pub(super) fn odd_task(asked: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::odd_task")
        .message(format!("`{}` cannot be the name of the work: {why}", shown(asked)))
        .help("a name is like `task-17`: no `/`, `\\`, `{`, `}` or `..` in it, no dot in front, no blank at an end")
}

/// `assize gate qa.md`, with a panel that says where reports lie
pub(super) fn task_is_a_file(asked: &Path, panel: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::neither_task_nor_path")
        .message(format!(
            "`{}` is a file here, and the panel `{panel}` would look up the reports of a work of that name",
            shown(asked)
        ))
        .help(format!("for the file write `./{}`; else rename one of the two", shown(asked)))
}

/// No folder of that task
pub(super) fn no_folder(asked: &Path, panel: &str, looked: &[String], here: bool) -> Diagnostic {
    let looked =
        looked.iter().map(|place| format!("`{}`", shown(place))).collect::<Vec<_>>().join(" and ");
    Diagnostic::error("assize::panel::no_folder")
        .message(format!(
            "there are no reports of `{}`: the panel `{panel}` looks for {looked}",
            shown(asked)
        ))
        .help(match here {
            true => format!("for the folder `{0}` that lies here write `./{0}`", shown(asked)),
            false => {
                format!(
                    "begin a round, and let the reviewers write there: `assize begin {}`; or name the folder: \
                     `assize gate ./reports`",
                    shown(asked)
                )
            }
        })
}

/// `assize begin task-17 --panel ours`, and the panel has no `reports`
pub(super) fn says_no_place(panel: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::says_no_place")
        .message(format!("the panel `{panel}` does not say where its reviewers write"))
        .help("say it in the panel: `reports \".reviews/{task}\"`")
}

/// A link on the way to the folder of reports
pub(super) fn not_a_way(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::not_a_way")
        .message(format!("reviewers cannot be told to write to `{}`: {why}", shown(path)))
        .help("a link is not followed there, for what lies behind it would be put away: move it")
}

/// Reports of a task in two places
pub(super) fn two_folders(asked: &Path, places: &[String]) -> Diagnostic {
    let places = places.iter().map(|place| format!("`{}`", shown(place))).collect::<Vec<_>>();
    Diagnostic::error("assize::panel::two_folders")
        .message(format!("there are reports of `{}` in {}", shown(asked), places.join(" and ")))
        .help("remove those of an earlier run, or name the folder that is meant")
}

/// A folder of reports that is a link out of the repository
pub(super) fn leads_out(place: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::leads_out")
        .message(format!("`{}` leads out of the folder of `assize.kdl`", shown(place)))
        .help("a panel takes reports from below its own folder: name another one by its path, `./reports`")
}

/// `ln -s a reviews/b; assize gate b`
pub(super) fn behind_a_link(asked: &Path, folder: &Path) -> Diagnostic {
    let asked = shown(asked);
    Diagnostic::error("assize::panel::behind_a_link")
        .message(format!(
            "the reports of `{asked}` would be read through a link: `{}` is no folder of its own",
            shown(folder)
        ))
        .help(format!("a link may lead to the reports of another work: put those of `{asked}` there, or name a folder by its path, `./reports`"))
}

/// A panel that lies where it takes reports from
pub(super) fn among_reports(name: &str) -> Diagnostic {
    Diagnostic::error("assize::panel::among_reports")
        .message(format!("the panel `{name}` lies in the folder of reports, where reviewers write"))
        .help("move `assize.kdl` out of the folder: who sits must not come with the reports")
}
