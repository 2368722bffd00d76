//! What is reported of a docket and of its outcome.

use serde_json::{Value, json};

use crate::Stage;
use crate::emit::made::in_words;
use crate::emit::visible::visible;
use crate::ruling::ActionKind;
use crate::trial::{MadeAnswer, MadeDocket, Ruled, Scoped, Witness};
use crate::verdict::Severity;

/// `1,234,567`
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `open (pass) by `everybody passed``; `warn by `a high finding remains``; `excuse by `it is lost``
pub(super) fn ruled(ruled: &Ruled) -> String {
    let outcome = ruled.outcome;
    let rule = ruled.rule.as_deref().map(visible);
    match (ruled.stage, rule.clone(), ruled.action) {
        (Stage::Gate, ..) => {}
        (Stage::Audit, None, _) => return format!("{outcome}: no rule holds"),
        (Stage::Audit, Some(rule), _) => return format!("{outcome} by `{rule}`"),
        (Stage::Redispatch, Some(rule), Some(action)) => return format!("{action} by `{rule}`"),
        (Stage::Redispatch, ..) => return "nothing: no rule holds".to_owned(),
    }
    let gate = if outcome.opens() { "open" } else { "shut" };
    match rule {
        None if ruled.refused => "shut: there is no ruling".to_owned(),
        None => format!("{gate} ({outcome}): no rule holds"),
        Some(rule) if ruled.refused => {
            format!("{gate} ({outcome}): `{rule}` may not open it")
        }
        Some(rule) => format!("{gate} ({outcome}) by `{rule}`"),
    }
}

pub(super) fn ruled_in_json(ruled: &Ruled) -> Value {
    json!({
        "outcome": ruled.outcome.as_str(),
        "open": ruled.outcome.opens(),
        "action": ruled.action.map(ActionKind::as_str),
        "rule": ruled.rule,
        "refused": ruled.refused,
    })
}

pub(super) fn witness_in_words(witness: &Witness) -> [String; 2] {
    let docket = visible(&in_words(&witness.docket)).into_owned();
    [docket, ruled(&witness.ruled)]
}

/// What was tried, in a line.
pub(super) fn scope_in_words(stage: Stage, scoped: &Scoped) -> String {
    let many = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let scope = scoped.scope;
    let named = match scoped.named {
        0 => many(scope.seats, "seat"),
        count if scope.seats == 0 => many(count, "named seat"),
        count => format!("{} and {}", many(count, "named seat"), many(scope.seats, "other")),
    };
    let findings = match scope.findings {
        0 => "no findings".to_owned(),
        count => format!("up to {}", many(count, "finding")),
    };
    let all = grouped(scoped.dockets);
    let what = match stage {
        Stage::Gate => {
            format!("{all} dockets of {named}, {}, {findings}", many(scope.subjects, "subject"))
        }
        Stage::Audit => format!("{all} verdicts with {findings}"),
        Stage::Redispatch => {
            let beside = match scope.seats {
                0 => String::new(),
                count => format!(" beside {}", many(count, "other")),
            };
            format!("{all} answers of {}{beside}, {findings}", visible(&scoped.about))
        }
    };
    let alike = if scoped.all_but_two_alike { "; all seats but two answer alike" } else { "" };
    let mut text = format!("{what}{alike} ({} tried)", grouped(scoped.tried));
    if scoped.in_rhai > 0 {
        text.push_str(&format!(
            ", {} of {} judgings in rhai",
            grouped(scoped.in_rhai),
            grouped(scoped.judgings)
        ));
    }
    text
}

pub(super) fn docket_in_json(docket: &MadeDocket) -> Value {
    let answers = |answers: &[MadeAnswer]| -> Vec<Value> {
        answers
            .iter()
            .map(|answer| match answer {
                MadeAnswer::Is(state) => json!({ "state": state.as_str() }),
                MadeAnswer::Says { outcome, confidence, word, doubted, entries, findings } => {
                    json!({
                        "state": "reported",
                        "outcome": outcome.as_str(),
                        "confidence": confidence.as_str(),
                        "word": word,
                        "doubted": doubted,
                        "entries": entries.iter().map(|entry| entry.as_str()).collect::<Vec<_>>(),
                        "findings": findings.iter().map(|finding| json!({
                            "kind": finding.kind.as_str(),
                            "severity": finding.severity.map(Severity::as_str),
                            "category": finding.category,
                            "path": finding.path,
                            "line": finding.line,
                            "text": finding.text,
                        })).collect::<Vec<_>>(),
                    })
                }
            })
            .collect()
    };
    json!({
        "in_words": in_words(docket),
        "subjects": docket.subjects.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "seats": docket.seats.iter().map(|seat| json!({
            "seat": seat.name,
            "answers": answers(&seat.answers),
        })).collect::<Vec<_>>(),
        "given": docket.world.given.iter().map(|(name, value)| json!({
            "name": name,
            "value": value.to_string(),
        })).collect::<Vec<_>>(),
        "changed": docket.world.changed,
        "lines_changed": docket.world.lines_changed,
        "attempts": docket.world.attempts.iter().map(|(seat, action)| json!({
            "seat": seat,
            "action": action,
        })).collect::<Vec<_>>(),
        "round": docket.world.round.max(1),
    })
}

pub(super) fn witness_in_json(witness: &Witness) -> Value {
    json!({
        "docket": docket_in_json(&witness.docket),
        "outcome": witness.ruled.outcome.as_str(),
        "action": witness.ruled.action.map(ActionKind::as_str),
        "word": witness.word,
        "rule": witness.ruled.rule,
        "refused": witness.ruled.refused,
    })
}
