//! What is reported of two policies on recorded rounds.

use std::fmt::Write as _;

use serde_json::json;

use super::super::told::{ruled, ruled_in_json};
use super::elements::without_elements;
use super::shown::change;
use crate::cli::reports::Kind;
use crate::diagnostic::Level;
use crate::emit::visible::visible;
use crate::host::{Otherwise, Replayed, RoundGroup};
use crate::report::markdown::code;
use crate::report::{Answer, Check, Item, Kind as Shape, Report, write};

/// How many rounds of a group are named; all of them are in JSON.
const NAMED: usize = 5;

pub(super) fn told(
    [old, new]: &[String; 2],
    found: &Replayed,
    kind: Kind,
    exit_code: u8,
) -> String {
    match kind {
        Kind::Text | Kind::Lcov => text(old, new, found),
        Kind::Json => in_json(old, new, found, exit_code),
        Kind::Of(Shape::Markdown) => markdown(old, new, found),
        Kind::Of(shape) => write(shape, &report(&[old.clone(), new.clone()], found, exit_code)),
    }
}

fn report([old, new]: &[String; 2], found: &Replayed, code: u8) -> Report {
    let loosens = found.groups.iter().filter(|group| group.loosens());
    let looser = loosens.map(|group| {
        let what = change(group.from.outcome, group.to.outcome);
        Item::new(&format!("{new} {what}"), Level::Warning, sentence(group))
    });
    let title = format!("{old} rules otherwise than was recorded");
    let otherwise = otherwise(old, found).into_iter();
    let otherwise = otherwise.map(|says| Item::new(&title, Level::Advice, says));
    let loosens = found.groups.iter().any(RoundGroup::loosens);
    Report {
        command: super::COMMAND,
        about: "recorded rounds".to_owned(),
        state: if loosens { "LOOSER" } else { "NOT LOOSER" },
        title: headline(found),
        good: code == 0,
        items: looser.chain(otherwise).collect(),
        checks: vec![Check {
            suite: "recorded rounds".to_owned(),
            name: format!("{old} → {new}"),
            answer: if loosens { Answer::Failed } else { Answer::Passed },
            says: headline(found),
            why: found.groups.iter().map(sentence).collect::<Vec<_>>().join("\n"),
            place: None,
        }],
        ..Report::default()
    }
}

fn sentence(group: &RoundGroup) -> String {
    let [from, to] = [&group.from, &group.to].map(ruled);
    let mut names: Vec<&str> = group.rounds.iter().take(NAMED).map(String::as_str).collect();
    let more = group.rounds.len().saturating_sub(NAMED);
    let others = format!("{more} more");
    if more > 0 {
        names.push(&others);
    }
    format!("{}: was {from}; is now {to}", visible(&names.join(", ")))
}

/// Rounds that the first policy judged, and that do not come out as they were recorded: those first that come out better.
fn otherwise(old: &str, found: &Replayed) -> Vec<String> {
    let Some(recorded) = &found.recorded else { return Vec::new() };
    let (better, worse): (Vec<&Otherwise>, Vec<&Otherwise>) =
        recorded.otherwise.iter().partition(|one| one.is_better());
    let told = |all: &[&Otherwise], why: &str| {
        let one = |one: &&Otherwise| {
            let now = ruled(&one.now);
            format!("{} as {}, is now {now}", visible(&one.round), one.recorded.outcome)
        };
        let mut named: Vec<String> = all.iter().take(NAMED).map(one).collect();
        let more = all.len().saturating_sub(NAMED);
        if more > 0 {
            named.push(format!("{more} more"));
        }
        let rounds =
            if all.len() == 1 { "1 round was" } else { &format!("{} rounds were", all.len()) };
        let (old, named) = (visible(old), named.join("; "));
        format!("{rounds} recorded otherwise by {old} itself{why}: {named}")
    };
    let mut out = Vec::new();
    if !better.is_empty() {
        out.push(told(&better, ", and what made it worse is not in the record"));
    }
    if !worse.is_empty() {
        out.push(told(&worse, ""));
    }
    out
}

fn headline(found: &Replayed) -> String {
    let differ: usize = found.groups.iter().map(|group| group.rounds.len()).sum();
    let opens: usize =
        found.groups.iter().filter(|group| group.opens()).map(|group| group.rounds.len()).sum();
    match (differ, opens) {
        (0, _) => format!("no difference on {} recorded rounds", found.rounds),
        (_, 0) => format!(
            "nothing opens that was shut; {differ} of {} recorded rounds differ",
            found.rounds
        ),
        _ => format!(
            "{opens} of {} recorded rounds open that were shut; {differ} differ",
            found.rounds
        ),
    }
}

fn text(old: &str, new: &str, found: &Replayed) -> String {
    let mut out = format!("{} → {}: {}\n", visible(old), visible(new), headline(found));
    for group in &found.groups {
        let what = change(group.from.outcome, group.to.outcome);
        let _ = writeln!(out, "  {what:<8} {}", group.rounds.len());
        let _ = writeln!(out, "           {}", sentence(group));
    }
    for says in otherwise(old, found) {
        let _ = writeln!(out, "  {says}");
    }
    out
}

fn markdown(old: &str, new: &str, found: &Replayed) -> String {
    let cell = |text: &str| visible(text).replace('|', "\\|");
    let mut out = format!("### {} → {}\n\n{}\n", code(old), code(new), headline(found));
    for group in &found.groups {
        let what = change(group.from.outcome, group.to.outcome);
        let _ = write!(out, "\n- **{what}** {}: {}", group.rounds.len(), cell(&sentence(group)));
    }
    for says in otherwise(old, found) {
        let _ = write!(out, "\n\n{}", cell(&says));
    }
    without_elements(out.trim_end()) + "\n"
}

fn in_json(old: &str, new: &str, found: &Replayed, exit_code: u8) -> String {
    let group = |group: &RoundGroup| {
        json!({
            "kind": change(group.from.outcome, group.to.outcome),
            "from": ruled_in_json(&group.from),
            "to": ruled_in_json(&group.to),
            "rounds": group.rounds,
        })
    };
    let otherwise = |one: &Otherwise| {
        json!({
            "round": one.round,
            "recorded": one.recorded.outcome.as_str(),
            "now": ruled_in_json(&one.now),
        })
    };
    let all = json!({
        "schema_version": 1,
        "exit_code": exit_code,
        "old": old,
        "new": new,
        "rounds": found.rounds,
        "loosens": found.groups.iter().any(RoundGroup::loosens),
        "groups": found.groups.iter().map(group).collect::<Vec<_>>(),
        "recorded": found.recorded.as_ref().map(|recorded| json!({
            "by_old": recorded.by_first,
            "by_others": recorded.by_others,
            "otherwise": recorded.otherwise.iter().map(otherwise).collect::<Vec<_>>(),
        })),
    });
    crate::emit::json::print(&all)
}
