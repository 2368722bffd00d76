//! What may be wrong with a file of waivers or attempts.

use super::super::change::listed;
use super::super::{nearest, shown};
use super::Kind;
use crate::ir::ACTIONS;
use crate::{Diagnostic, Span};

fn write(kind: &Kind) -> String {
    format!("write `{}`", kind.asked.example)
}

/// `waver "W-17" …`
pub(super) fn unknown_node(at: Span, name: &str, kind: &Kind) -> Diagnostic {
    Diagnostic::error("assize::host::record_unknown_node")
        .message(format!("`{}` is not known in a file of `{}`", shown(name), kind.asked.flag))
        .label(at, "not known")
        .help(match nearest(name, [kind.node]) {
            Some(near) => format!("did you mean `{near}`?"),
            None => write(kind),
        })
}

/// `waiver "W-17" ower="dana" …`
pub(super) fn unknown_property(at: Span, name: &str, kind: &Kind) -> Diagnostic {
    let known = || kind.must.iter().chain(kind.may).copied();
    Diagnostic::error("assize::host::record_unknown_property")
        .message(format!("`{}=` is not known of `{}`", shown(name), kind.node))
        .label(at, "not known")
        .help(match nearest(name, known()) {
            Some(near) => format!("did you mean `{near}=`?"),
            None => format!("it may say {}", listed(&known().collect::<Vec<_>>())),
        })
}

/// `waiver "W-17" owner="dana" owner="kim" …`
pub(super) fn said_twice(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::host::record_said_twice")
        .message(format!("`{name}=` is said twice"))
        .label(at, "said before")
        .help("say it once")
}

/// `waiver "W-17" "W-18" …`, or a block
pub(super) fn too_much(at: Span, kind: &Kind) -> Diagnostic {
    Diagnostic::error("assize::host::record_too_much")
        .message(format!("`{}` says more than is read", kind.node))
        .label(at, "this has no name, or is a block")
        .help(write(kind))
}

/// `waiver owner="dana" …`
pub(super) fn nameless(at: Span, kind: &Kind) -> Diagnostic {
    Diagnostic::error("assize::host::record_nameless")
        .message(format!("this `{}` has no name", kind.node))
        .label(at, "a name is missing after it")
        .help(format!("write `{} \"{}\"`", kind.node, kind.id.unwrap_or_default()))
}

/// `waiver "W-17" category="legacy-tls"`
pub(super) fn says_too_little(at: Span, silent: &[&str], kind: &Kind) -> Diagnostic {
    Diagnostic::error("assize::host::record_says_too_little")
        .message(format!("this `{}` does not say its {}", kind.node, silent.join(", its ")))
        .label(at, format!("{} is missing", listed(silent)))
        .help(write(kind))
}

/// `waiver "W-17" owner="dana" reason="goes with v3" until="2027-01-01"`
pub(super) fn covers_nothing(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::waiver_covers_nothing")
        .message("this `waiver` does not say which findings it covers")
        .label(at, "`category=`, `path=` or `fingerprint=` is missing")
        .help("name one or more of them; `assize parse --format json` shows fingerprints")
}

/// `path="**"`, `path="!docs/**"`, `path="src/{a"`
pub(super) fn covers_all_paths(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::waiver_covers_all_paths")
        .message("this `path` does not say which files the waiver is about")
        .label(at, "all of them, all but some, or a bracket that does not close")
        .help("write a path or a folder: `src/tls/**`")
}

/// `waiver "W-17" …`, and again `waiver "W-17" …`
pub(super) fn told_twice(at: Span, first: Span, id: &str) -> Diagnostic {
    Diagnostic::error("assize::host::waiver_twice")
        .message(format!("two waivers are called `{}`", shown(id)))
        .label(at, "again here")
        .label(first, "first named here")
        .help("give each waiver a name of its own")
}

/// `until="next year"`
pub(super) fn not_a_day(at: Span, text: &str) -> Diagnostic {
    Diagnostic::error("assize::host::waiver_day")
        .message(format!("`{}` is not a day", shown(text)))
        .label(at, "the last day that the waiver covers")
        .help("write a day that exists: `until=\"2027-01-01\"`")
}

/// `fingerprint="5b0c"`
pub(super) fn not_a_fingerprint(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::waiver_fingerprint")
        .message("this is not the fingerprint of a finding")
        .label(at, "`f1:` and 32 digits from `0` to `f` were expected")
        .help("copy it from `assize parse --format json`, or from the ruling in JSON")
}

/// `owner=""`
pub(super) fn not_a_text(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::record_not_text")
        .message("this is not a text, or it is blank")
        .label(at, "a text in quotes was expected")
        .help("put what you mean into quotes")
}

/// `reason="-"`
pub(super) fn says_nothing(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::record_says_nothing")
        .message("this has no letter and no digit")
        .label(at, "nobody can read this")
        .help("say in words who waives it, and why")
}

/// `action="respwan"`
pub(super) fn unknown_action(at: Span, action: &str) -> Diagnostic {
    Diagnostic::error("assize::host::attempt_action")
        .message(format!("`{}` is not something that can be tried on a reviewer", shown(action)))
        .label(at, "not known")
        .help(match nearest(action, ACTIONS.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("these can be tried: {}", listed(ACTIONS)),
        })
}

/// `round=0`
pub(super) fn not_a_round(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::attempt_round")
        .message("this is not the number of a round")
        .label(at, "rounds are counted from 1")
        .help("write `round=1`")
}
