//! What can be wrong with the command line of a review.

use std::path::Path;

use crate::Diagnostic;
use crate::host::shown;
use crate::sdd::ReviewKind;

/// `assize sdd review --kind impl one.cpf --auditor a.cpf --auditor b.cpf`
pub(super) fn several_auditors(count: usize) -> Diagnostic {
    Diagnostic::error("assize::cli::several_auditors")
        .message(format!("a review has one auditor, and there are {count}"))
        .help(format!("say `--consensus {count}` if each of them stands for a run of its own"))
}

/// `--consensus 2`, and three verdicts
pub(super) fn more_runs(asked: usize, count: usize) -> Diagnostic {
    Diagnostic::error("assize::cli::more_runs")
        .message(format!(
            "`--consensus {asked}` asks for {asked} runs, and there are {count} verdicts"
        ))
        .help(format!("say `--consensus {count}`, or name the verdicts of this review alone"))
}

/// `a/rulebase.cpf b/rulebase.cpf`
pub(super) fn inspector_twice(name: &str, one: &Path, other: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::inspector_twice")
        .message(format!(
            "`{}` and `{}` are both of the inspector `{}`",
            shown(one),
            shown(other),
            shown(name)
        ))
        .help("hand in what each inspector reported last, once")
}

/// `security.cpf` in a review of a design
pub(super) fn other_inspector(name: &str, path: &Path, kind: ReviewKind) -> Diagnostic {
    Diagnostic::advice("assize::sdd::other_inspector")
        .message(format!(
            "`{}` is of `{}`, who is not one of the inspectors of a {kind} review",
            shown(path),
            shown(name)
        ))
        .help(format!(
            "its issues count as well; a {kind} review has {}",
            kind.inspectors().join(", ")
        ))
}

/// `inspectors/README.md`
pub(super) fn no_inspector(path: &Path) -> Diagnostic {
    Diagnostic::advice("assize::sdd::no_inspector")
        .message(format!("`{}` has no trace of a verdict, and is left out", shown(path)))
        .help("name it in `--expect` if somebody was to write a verdict there")
}

/// `--lost tset=timed out`
pub(super) fn not_expected(flag: &str, name: &str, known: &[String]) -> Diagnostic {
    let near = crate::host::nearest(name, known.iter().map(String::as_str));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected are {}", known.join(", ")),
    };
    Diagnostic::error("assize::cli::not_expected")
        .message(format!("`{flag}` names `{}`, whom nobody expects", shown(name)))
        .help(help)
}

/// `--decided tec.md`
pub(super) fn nothing_proposed(target: &str, known: &[String]) -> Diagnostic {
    let help = match known.is_empty() {
        true => "no decision is proposed: leave it out".to_owned(),
        false => format!("proposals are for {}", known.join(", ")),
    };
    Diagnostic::error("assize::cli::nothing_proposed")
        .message(format!("`--decided` names `{}`, for which nothing is proposed", shown(target)))
        .help(help)
}

/// `--decided tech.md`, where two decisions on it are proposed
pub(super) fn several_proposed(target: &str, told: usize, count: usize) -> Diagnostic {
    let target = shown(target);
    Diagnostic::error("assize::cli::several_proposed")
        .message(format!(
            "`--decided {target}` is said {told} times, and {count} decisions on it are proposed"
        ))
        .help(format!("decide each of them, and say `--decided {target}` {count} times"))
}

/// `--log verdict.cpf --auditor verdict.cpf`
pub(super) fn log_is_read(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::log_is_read")
        .message(format!("the log `{}` is one of the texts of this review", shown(path)))
        .help("name the log of the feature: `--log specs/login/reviews/verdicts.md`")
}

/// `--feature ../other`
pub(super) fn not_a_feature(name: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::not_a_feature")
        .message(format!("`{}` is not the name of a feature", shown(name)))
        .help(
            "give the name of its folder below `specs`, or the whole path of its log with `--log`",
        )
}

/// `--reviewed "1 | 2"`
pub(super) fn not_a_version(version: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::not_a_version")
        .message(format!("`{}` is not a version", shown(version)))
        .help("give one such as `1.2.0`")
}
