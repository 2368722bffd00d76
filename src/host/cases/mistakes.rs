//! What may be wrong with cases.

use std::path::Path;

use crate::host::{nearest, shown};
use crate::trial::Loosened;
use crate::{Diagnostic, Span, Stage};

fn or_listed(near: Option<&str>, known: &[&str]) -> String {
    match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let all: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
            format!("known are {}", all.join(", "))
        }
    }
}

/// `rouund 2` in a `case.kdl`
pub(super) fn unknown_setting(at: Span, name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error("assize::case::unknown_setting")
        .message(format!("`{}` is not a setting of a case", shown(name)))
        .label(at, "not known")
        .help(or_listed(nearest(name, known.iter().copied()), known))
}

/// `secuity "fail"`, where a panel says who sits; `rond 2`
pub(super) fn not_a_cell(at: Span, name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error("assize::case::not_a_cell")
        .message(format!("`{}` does not say what a reviewer answered", shown(name)))
        .label(at, "neither a setting nor a seat with an outcome")
        .help(match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "write what it says, `{name} \"pass\"`, or why it says nothing, `{name} state=\"missing\"`"
            ),
        })
}

/// `rul "…"` in an `expected.kdl`
pub(super) fn unknown_line(at: Span, name: &str, stage: Stage, known: &[&str]) -> Diagnostic {
    Diagnostic::error("assize::case::unknown_line")
        .message(format!("`{}` says nothing about the answer of a {stage} policy", shown(name)))
        .label(at, "nobody would compare this")
        .help(or_listed(nearest(name, known.iter().copied()), known))
}

/// `word "NO-GO"`, which stands behind `gate`; `rule "…"` of an audit, which stands in the block of a `verdict`
pub(super) fn line_elsewhere(at: Span, name: &str, place: &str) -> Diagnostic {
    Diagnostic::error("assize::case::unknown_line")
        .message(format!("`{}` is not a line of its own here", shown(name)))
        .label(at, "nobody would compare this")
        .help(format!("write it where it belongs: `{place}`"))
}

/// An `expected.kdl` of comments, `verdict "qa"` alone
pub(super) fn pins_nothing(at: Span, example: &str) -> Diagnostic {
    Diagnostic::error("assize::case::pins_nothing")
        .message("this expects nothing, so every answer would pass")
        .label(at, "nothing to compare")
        .help(format!("write what must hold: `{example}`"))
}

/// `no "note"` beside `note "x"`
pub(super) fn contradicts(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::case::contradicts")
        .message(format!("a `{name}` is expected, and none is"))
        .label(at, "the case also says what it is")
        .help("keep one of them")
}

/// A case without `expected.kdl`, or without `expect`
pub(super) fn no_expectation(place: &str) -> Diagnostic {
    Diagnostic::error("assize::case::no_expectation")
        .message(format!("the case `{}` does not say what is expected", shown(place)))
        .help("write `gate \"fail\"` into its `expected.kdl`, or let `--bless` write what is answered now")
}

/// The same in a `cases.kdl`; `near` is where something stands that may be meant as `expect`
pub(super) fn no_expect(at: Span, near: Option<Span>) -> Diagnostic {
    let told = Diagnostic::error("assize::case::no_expectation")
        .message("this case does not say what is expected")
        .label(at, "it has no `expect`");
    match near {
        Some(near) => told.label(near, "read as a reviewer").help("did you mean `expect`?"),
        None => told.help(
            "write `expect \"fail\"` into its block, or let `--bless` write what is answered now",
        ),
    }
}

/// `cas "one fails" { … }` in a `cases.kdl`
pub(super) fn not_a_case(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::case::unknown_setting")
        .message(format!("`{}` is not a case, and a file of cases has nothing else", shown(name)))
        .label(at, "not known")
        .help(match nearest(name, ["case"]) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write `case \"NAME\" { … }` around what is about one case".to_owned(),
        })
}

/// `expectd.kdl`, `cases.kdl` within a case, a report beside the folders of cases
pub(super) fn stray_file(place: &str, known: &[&str]) -> Diagnostic {
    let name = Path::new(place).file_name().unwrap_or_default().to_string_lossy();
    Diagnostic::error("assize::case::stray_file")
        .message(format!("nobody reads `{}`", shown(place)))
        .help(match nearest(&name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "a case is a folder of reports with `expected.kdl`; take away what is neither"
                .to_owned(),
        })
}

/// `gate/ours/…` without `gate/ours.rhai`
pub(super) fn no_policy(folder: &str) -> Diagnostic {
    Diagnostic::error("assize::case::no_policy")
        .message(format!("`{}` holds cases, and there is no policy of that name", shown(folder)))
        .help(format!("put `{}.rhai` beside it, or rename the folder", shown(folder)))
}

/// A policy that was named
pub(super) fn no_cases(policy: &str, folder: Option<&str>) -> Diagnostic {
    Diagnostic::error("assize::case::no_cases")
        .message(format!("the policy `{}` has no cases", shown(policy)))
        .help(match folder {
            Some(folder) => {
                format!("put reports and an `expected.kdl` into a folder below `{}`", shown(folder))
            }
            None => "look at the policies that come with Assize: `assize policy list`".to_owned(),
        })
}

/// The same, found among others
pub(super) fn untested(policy: &str) -> Diagnostic {
    Diagnostic::warning("assize::case::untested")
        .message(format!("the policy `{}` has no cases", shown(policy)))
        .help("nobody knows whether it does what it says; `assize policy test --help` says what a case is")
}

/// Policies, and no case of any
pub(super) fn all_untested() -> Diagnostic {
    Diagnostic::error("assize::case::no_cases")
        .message("no policy here has a case")
        .help("put reports and an `expected.kdl` into a folder `STAGE/POLICY/CASE/`, or a line into `STAGE/POLICY/cases.kdl`")
}

/// `assize policy test` where there is no policy
pub(super) fn nothing_to_test() -> Diagnostic {
    Diagnostic::error("assize::case::nothing_to_test")
        .message("there is no policy here to be tested")
        .help("start one with its cases: `assize policy new ours --from any-blocker`")
}

/// `assize policy test no-such-folder`
pub(super) fn not_found(asked: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::error("assize::case::not_found")
        .message(format!("`{}` is neither a policy nor a folder with policies", shown(asked)))
        .help(help.unwrap_or_else(|| {
            "name a policy, its file, or a folder with policies and their cases".to_owned()
        }))
}

/// A folder that may not be looked into, a link among reports
pub(super) fn unreadable(path: &Path, why: &str, help: &'static str) -> Diagnostic {
    Diagnostic::error("assize::case::unreadable")
        .message(format!("`{}` cannot be read: {why}", shown(path)))
        .help(help)
}

/// `our policy.rhai`
pub(super) fn odd_policy_name(path: &str) -> Diagnostic {
    Diagnostic::error("assize::case::policy_name")
        .message(format!("`{path}` is not tried: no policy can be called so"))
        .help("rename it: the name of a policy has letters, digits, `-` and `_`")
}

/// A file of a case in UTF-16
pub(super) fn not_text(place: &str) -> Diagnostic {
    Diagnostic::error("assize::case::unreadable")
        .message(format!("`{}` cannot be read: it is not UTF-8", shown(place)))
        .help("write it as UTF-8")
}

/// `set "min_reviwers" "2"`, told where it stands
pub(super) fn not_set(at: Span, why: Diagnostic) -> Diagnostic {
    why.label(at, "set here")
}

/// `given "phse" 5`
pub(super) fn not_asked_for(at: Span, name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error("assize::case::not_asked_for")
        .message(format!("the policy does not ask for `{}`", shown(name)))
        .label(at, "it would not be looked at")
        .help(match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "it asks for no facts of a run: leave it out".to_owned(),
            None => format!("it asks for {}", known.join(", ")),
        })
}

/// `given "phase" "five"`
pub(super) fn given_type(at: Span, name: &str, wanted: &str) -> Diagnostic {
    Diagnostic::error("assize::case::given_type")
        .message(format!("this is not a value for `{}`", shown(name)))
        .label(at, "of another type")
        .help(format!("the policy asks for {wanted}"))
}

/// `absent "secuity" "errored" "out of tokens"`
pub(super) fn no_such_seat(at: Span, name: &str, seats: &[&str]) -> Diagnostic {
    Diagnostic::error("assize::case::no_such_seat")
        .message(format!("nobody is expected as `{}`", shown(name)))
        .label(at, "no seat of that name")
        .help(or_listed(nearest(name, seats.iter().copied()), seats))
}

/// `previous "round-1"`, and no such folder in the case
pub(super) fn no_round(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::case::no_round")
        .message(format!("the case holds no earlier round `{}`", shown(name)))
        .label(at, "neither a folder with files in it nor a file")
        .help("put the reports of the earlier round into a folder of the case, or name a fingerprint, `f1:…`")
}

/// `blocker "a \"key\" is logged"`
pub(super) fn escaped(at: Span) -> Diagnostic {
    Diagnostic::error("assize::case::escaped")
        .message("what a reviewer says is quoted from here, so it is written as it is")
        .label(at, "it has an escape, or several lines")
        .help("write `#\"…\"#` around it, and no `\\`")
}

/// Two cases of one name in a `cases.kdl`
pub(super) fn case_twice(at: Span, first: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::case::case_twice")
        .message(format!("there are two cases called `{}`", shown(name)))
        .label(at, "again")
        .label(first, "first here")
        .help("give each case a name of its own")
}

/// `--bless`, where a gate opens that the case kept shut, or fails no more and holds
pub(super) fn loosens(place: &str, name: &str, loosened: &Loosened) -> Diagnostic {
    let Loosened { about, from, to } = loosened;
    let loosened =
        Loosened { about: shown(about), from: from.as_deref().map(shown), to: shown(to) };
    Diagnostic::error("assize::case::loosens")
        .message(format!("the case `{}` would expect something better: {loosened}", shown(name)))
        .help(format!(
            "look at the change of the policy; if it is meant, `--bless --accept-loosening` writes `{}`",
            shown(place)
        ))
}

/// `assize policy test any-blocker --bless`
pub(super) fn blesses_built_in(name: &str) -> Diagnostic {
    Diagnostic::error("assize::case::built_in")
        .message(format!("the case `{}` comes with Assize, and cannot be written", shown(name)))
        .help("copy the policy with its cases: `assize policy new ours --from NAME`")
}

/// A full disk
pub(super) fn not_blessed(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("assize::case::not_written")
        .message(format!("`{}` could not be written: {error}", shown(path)))
        .help("it is as it was; look at its permissions and the space on the disk")
}

/// Somebody wrote the file while its cases were tried
pub(super) fn changed_meanwhile(place: &str) -> Diagnostic {
    Diagnostic::error("assize::case::changed")
        .message(format!("`{}` has changed since its cases were tried", shown(place)))
        .help("run again")
}
