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

/// `inspectors/interfce.cpf`, and there is no such file
pub(super) fn nobody_there(name: &str, path: &Path, kind: ReviewKind) -> Diagnostic {
    let known = kind.inspectors();
    let help = match crate::host::nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!(
            "name the folder of the inspectors, or their files; a {kind} review has {}",
            known.join(", ")
        ),
    };
    Diagnostic::error("assize::cli::no_inspector")
        .message(format!("`{}` does not exist, and no inspector is called so", shown(path)))
        .help(help)
}

/// `--auditor nowhere.cpf`
pub(super) fn no_auditor(path: &Path) -> Diagnostic {
    Diagnostic::warning("assize::cli::no_auditor")
        .message(format!("the auditor's verdict `{}` does not exist", shown(path)))
        .help("its auditor is taken to have stayed out; name the file that has the verdict where there is one")
}

/// `inspectors/README.md`
pub(super) fn no_inspector(path: &Path) -> Diagnostic {
    Diagnostic::advice(crate::sdd::LEFT_OUT)
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

/// `--feature login`, without `specs/login/reviews`
pub(super) fn no_folder_of_log(folder: &Path, feature: Option<&str>) -> Diagnostic {
    let folder = shown(folder);
    let misspelt = match feature {
        Some(feature) => format!("is `{}` the name of the feature? ", shown(feature)),
        None => String::new(),
    };
    Diagnostic::error("assize::cli::no_folder_of_log")
        .message(format!("there is no folder `{folder}` for the log of the feature"))
        .help(format!("{misspelt}make the folder, or name the log with `--log`, or say `--no-log`"))
}

/// `--lost test=gone`, and `test` has reported
pub(super) fn has_reported(name: &str) -> Diagnostic {
    Diagnostic::warning("assize::sdd::has_reported")
        .message(format!("`--lost` names `{}`, who has reported: what it says stands", shown(name)))
        .help("only who has not reported is lost: take the flag away")
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

/// `assize sdd review --policy any-blocker`, where an auditor dropped a critical issue
pub(super) fn holds_under_any_policy(policy: &str) -> Diagnostic {
    Diagnostic::warning("assize::sdd::holds_under_any_policy")
        .message(format!(
            "the policy `{}` would open, and knows nothing of the serious issues that were dropped: they hold under any policy",
            shown(policy)
        ))
        .help("have the auditor answer them: verify each, or remove it with a reason")
}

/// `assize sdd review --kind impl --panel sdd-design`
pub(super) fn panel_of_another_kind(panel: &str, other: &str, kind: &str) -> Diagnostic {
    Diagnostic::error("assize::sdd::panel_of_another_kind")
        .message(format!(
            "the panel `{}` is for `{other}`, and this review is `{kind}`",
            shown(panel)
        ))
        .help("name a panel of this kind, or leave `--panel` out")
}

/// `assize sdd review --panel dartai`
pub(super) fn panel_without_auditor(panel: &str) -> Diagnostic {
    Diagnostic::error("assize::sdd::panel_without_auditor")
        .message(format!("the panel `{}` has no seat `auditor`", shown(panel)))
        .help("a review has an auditor beside its inspectors: name one such as `sdd-impl`, or leave `--panel` out")
}

/// `assize sdd close B1 FIXED`
pub(super) fn not_a_disposition(word: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error("assize::sdd::not_a_disposition")
        .message(format!("`{}` is not a disposition", shown(word)))
        .help(match crate::host::nearest(word, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("choose one of {}", known.join(", ")),
        })
}

/// Whether a text is one part of a path, as the name of a feature is.
pub(super) fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!(parts.next(), Some(std::path::Component::Normal(_))) && parts.next().is_none()
}
