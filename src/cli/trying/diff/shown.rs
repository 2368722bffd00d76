//! What differs, as it is shown.

use std::fmt::Write as _;

use serde_json::json;

use super::super::told::{docket_in_json, grouped, ruled, ruled_in_json};
use super::elements::without_elements;
use super::panels::PanelTold;
use super::{Compared, Told};
use crate::Stage;
use crate::cli::reports::Kind;
use crate::diagnostic::Level;
use crate::emit::made::{case_text, in_words};
use crate::emit::visible::visible;
use crate::host::PanelChange;
use crate::report::markdown::code;
use crate::report::{Answer, Check, Item, Kind as Shape, Report, write};
use crate::trial::{Change, Difference, Differing, Edited, Undecided};

/// All that is reported of a change.
pub(super) fn told(told: &Told, kind: Kind, code: u8) -> String {
    match kind {
        Kind::Text | Kind::Lcov => text(told),
        Kind::Json => json(told, code),
        // Its tables say more than a list of findings.
        Kind::Of(Shape::Markdown) => markdown(told),
        Kind::Of(shape) => write(shape, &report(told, code)),
    }
}

fn text(told: &Told) -> String {
    let line = |(loosens, says): (bool, &str)| {
        let kind = if loosens { "looser" } else { "differs" };
        format!("  {kind:<8} {says}\n")
    };
    let words = sentences(told)
        .map(|(title, own)| format!("{title}:\n{}", own.map(line).collect::<String>()));
    let panels = by_panel(told).map(|(name, own)| {
        let own = own.iter().map(|one| line((one.loosens, &one.says)));
        format!("panel {}:\n{}", visible(name), own.collect::<String>())
    });
    let panels = words.chain(panels);
    let beside = told.beside.iter().map(|one| format!("{}\n", one.says)).collect();
    joined(panels.chain(told.compared.iter().map(one_text)), beside)
}

fn markdown(told: &Told) -> String {
    let line = |(loosens, says): (bool, &str)| {
        let kind = if loosens { "**looser**: " } else { "" };
        format!("- {kind}{says}\n")
    };
    let words = sentences(told)
        .map(|(title, own)| format!("### The {title}\n\n{}", own.map(line).collect::<String>()));
    let panels = by_panel(told).map(|(name, own)| {
        let own: String = own.iter().map(|one| line((one.loosens, &one.says))).collect();
        format!("### The panel {}\n\n{own}", code(name))
    });
    let panels = words.chain(panels);
    let beside = told.beside.iter().map(|one| format!("- **{}**: {}\n", one.kind, one.says));
    without_elements(&joined(
        panels.chain(told.compared.iter().map(one_markdown)),
        beside.collect(),
    ))
}

/// What loosens is a warning, whatever the exit code.
fn report(told: &Told, code: u8) -> Report {
    let level = |loosens: bool| if loosens { Level::Warning } else { Level::Advice };
    let words = sentences(told).flat_map(|(title, own)| {
        own.map(move |(loosens, says)| Item::new(title, level(loosens), says.to_owned()))
    });
    let panel = |one: &PanelTold| {
        Item::new(&format!("panel {}", one.panel), level(one.loosens), one.says.clone())
    };
    let items = words
        .chain(told.panels.iter().map(panel))
        .chain(told.compared.iter().flat_map(items))
        .chain(told.beside.iter().map(|one| Item::new(one.kind, Level::Advice, one.says.clone())));
    let good = !told.loosens() && !told.undecided();
    Report {
        command: super::COMMAND,
        about: "policies".to_owned(),
        state: if good { "NOT LOOSER" } else { "LOOSER, OR NOT DECIDED" },
        title: told.compared.iter().map(headline).collect::<Vec<_>>().join("; "),
        good: code == 0,
        items: items.collect(),
        checks: told.compared.iter().map(check).collect(),
        ..Report::default()
    }
}

fn check(one: &Compared) -> Check {
    let decided = one.found.undecided.is_empty();
    Check {
        suite: one.found.stage.as_str().to_owned(),
        name: format!("{} → {}", one.old, one.new),
        answer: match (one.found.loosens(), decided) {
            (true, _) => Answer::Failed,
            (false, false) => Answer::Errored,
            (false, true) => Answer::Passed,
        },
        says: headline(one),
        why: one.found.groups.iter().map(sentence).collect::<Vec<_>>().join("\n"),
        place: None,
    }
}

/// What is reported in sentences of what is no policy and no panel, by what it is about.
fn sentences(told: &Told) -> impl Iterator<Item = (&str, impl Iterator<Item = (bool, &str)>)> {
    let all = [("words of reviewers", &told.words), ("hooks of agents", &told.hooks)];
    all.into_iter()
        .filter(|(_, own)| !own.is_empty())
        .map(|(title, own)| (title, own.iter().map(|one| (one.loosens, one.says.as_str()))))
}

/// What is reported of each panel.
fn by_panel(told: &Told) -> impl Iterator<Item = (&str, &[PanelTold])> {
    let all = told.panels.chunk_by(|one, other| one.panel == other.panel);
    all.filter_map(|own| Some((own.first()?.panel.as_str(), own)))
}

/// Paragraphs, and behind them what is reported beside.
fn joined(paragraphs: impl Iterator<Item = String>, beside: String) -> String {
    let beside = (!beside.is_empty()).then_some(beside);
    paragraphs.chain(beside).collect::<Vec<_>>().join("\n")
}

/// What happens to a group of dockets, in a sentence.
fn sentence(group: &Differing) -> String {
    let [from, to] = [&group.from, &group.to].map(ruled);
    let docket = docket_in_words(group);
    match group.from.stage {
        Stage::Gate => format!("{}: was {from}; is now {to}", visible(&docket)),
        _ => format!("{}: was answered {from}; is now answered {to}", visible(&docket)),
    }
}

/// The plainest docket, and what a host has set for it.
fn docket_in_words(group: &Differing) -> String {
    let docket = in_words(&group.witness);
    match &group.set {
        Some((name, value)) => format!("with `--set {name}={value}`: {docket}"),
        None => docket,
    }
}

/// `0.3 %`
fn share(part: u64, whole: u64) -> String {
    match u128::from(part) * 1000 / u128::from(whole.max(1)) {
        0 => "less than 0.1 %".to_owned(),
        permille => format!("{}.{} %", permille / 10, permille % 10),
    }
}

/// How many dockets each group has, and their share where no other group has the same.
fn numbers(found: &Difference) -> Vec<String> {
    let shares = found.groups.iter().map(|group| share(group.dockets, found.dockets));
    let shares: Vec<String> = shares.collect();
    let is_told_apart =
        |own: &String| shares.len() > 1 && shares.iter().filter(|share| *share == own).count() < 2;
    let all = found.groups.iter().zip(&shares).map(|(group, share)| match is_told_apart(share) {
        true => format!("{}, {share}", grouped(group.dockets)),
        false => grouped(group.dockets),
    });
    all.collect()
}

/// `opens`, `looser`, `shuts`, `stricter`, and for equals by another rule, nothing.
fn kind(group: &Differing) -> &'static str {
    let (from, to) = (&group.from, &group.to);
    match (from.stage, from.outcome.opens(), to.outcome.opens()) {
        (Stage::Redispatch, false, true) => "gives up",
        (Stage::Redispatch, true, false) => "keeps",
        (Stage::Redispatch, ..) => "differs",
        (Stage::Audit, ..) if to.outcome < from.outcome => "looser",
        (Stage::Audit, ..) => "stricter",
        (Stage::Gate, ..) => change(from.outcome, to.outcome),
    }
}

pub(super) fn change(from: crate::Outcome, to: crate::Outcome) -> &'static str {
    match (from.opens(), to.opens()) {
        (false, true) => "opens",
        (true, false) => "shuts",
        _ if to < from => "looser",
        _ => "stricter",
    }
}

fn headline(one: &Compared) -> String {
    let opens: u64 =
        one.found.groups.iter().filter(|group| group.opens()).map(|group| group.dockets).sum();
    let all: u64 = one.found.groups.iter().map(|group| group.dockets).sum();
    let what = match one.found.stage {
        Stage::Gate => "dockets",
        Stage::Audit => "verdicts",
        Stage::Redispatch => "seats",
    };
    if one.found.stage != Stage::Gate {
        let looser: u64 = one
            .found
            .groups
            .iter()
            .filter(|group| group.loosens())
            .map(|group| group.dockets)
            .sum();
        let all_of = grouped(one.found.dockets);
        return match (all, looser, one.found.stage) {
            (0, ..) => format!("no difference on {all_of} {what}"),
            (_, 0, Stage::Audit) => format!(
                "nothing comes to something better; {} of {all_of} {what} differ",
                grouped(all)
            ),
            (_, 0, _) => format!(
                "nobody is given up who was not; {} of {all_of} {what} differ",
                grouped(all)
            ),
            (_, _, Stage::Audit) => format!(
                "{} of {all_of} {what} come to something better; {} differ",
                grouped(looser),
                grouped(all)
            ),
            _ => format!(
                "{} of {all_of} {what} are given up that were not; {} differ",
                grouped(looser),
                grouped(all)
            ),
        };
    }
    match (all, opens) {
        (0, _) => format!("no difference on {} dockets", grouped(one.found.dockets)),
        (_, 0) => format!(
            "nothing opens that was shut; {} of {} dockets differ",
            grouped(all),
            grouped(one.found.dockets)
        ),
        _ => format!(
            "{} of {} dockets open that were shut ({}); {} differ",
            grouped(opens),
            grouped(one.found.dockets),
            share(opens, one.found.dockets),
            grouped(all)
        ),
    }
}

fn one_text(one: &Compared) -> String {
    let mut out = format!("{} → {}: {}\n", visible(&one.old), visible(&one.new), headline(one));
    for edit in &one.found.edits {
        let _ = writeln!(out, "  {}", visible(&edited(edit)));
    }
    for (group, number) in one.found.groups.iter().zip(numbers(&one.found)) {
        let _ = writeln!(out, "  {:<8} {} ({number})", kind(group), sentence(group));
    }
    for one in &one.found.undecided {
        let _ = writeln!(out, "  not decided: {}", visible(&undecided(one)));
    }
    for what in &one.found.beyond {
        let _ = writeln!(out, "  not covered: {}", visible(what));
    }
    out
}

/// `rule "too few" (line 9) was changed`
fn changed(clause: &str, line: u32, change: Change) -> String {
    let change = match change {
        Change::Changed => "was changed",
        Change::Set => "was set",
        Change::New => "is new",
        Change::Gone if clause.starts_with("seat ") => "is not there any more",
        Change::Gone => "is gone",
        Change::Renamed => "is the same seat by another name",
    };
    format!("{clause} (line {line}) {change}")
}

/// `rule "too few" (line 9) was changed: opens`
fn edited(edit: &Edited) -> String {
    format!("{}: {}", changed(&edit.clause, edit.line, edit.change), edit.does)
}

/// `rule "too few" (line 9) was changed, and no docket that was tried shows what that does`
fn undecided(Undecided { clause, line, change, .. }: &Undecided) -> String {
    format!(
        "{}, and no docket that was tried shows what that does",
        changed(clause, *line, *change)
    )
}

/// Of more changes and groups than these a comment only says how many there are: it fits a screen.
const MOST: usize = 6;

fn one_markdown(one: &Compared) -> String {
    let cell = |text: &str| visible(text).replace('|', "\\|");
    let found = &one.found;
    let mut out = format!("### {} → {}\n\n{}\n", code(&one.old), code(&one.new), headline(one));
    if !found.edits.is_empty() {
        out.push('\n');
    }
    for edit in found.edits.iter().take(MOST) {
        let clause = changed(&edit.clause, edit.line, edit.change);
        let _ = writeln!(out, "- {}: **{}**", cell(&clause), edit.does);
    }
    if found.edits.len() > MOST {
        let _ = writeln!(out, "- and {} more changes", found.edits.len() - MOST);
    }
    if !found.groups.is_empty() {
        out.push_str("\n| | for example | was | is now | dockets |\n|---|---|---|---|---:|\n");
    }
    for (group, number) in found.groups.iter().zip(numbers(found)).take(MOST) {
        let [from, to] = [&group.from, &group.to].map(|side| cell(&ruled(side)));
        let example = cell(&docket_in_words(group));
        let _ = writeln!(out, "| **{}** | {example} | {from} | {to} | {number} |", kind(group));
    }
    if found.groups.len() > MOST {
        let more = &found.groups[MOST..];
        let looser = more.iter().filter(|group| group.loosens()).count();
        let _ = writeln!(out, "\nAnd {} more groups, of which {looser} are looser.", more.len());
    }
    for one in found.undecided.iter().take(MOST) {
        let _ = writeln!(out, "\n**Not decided**: {}", cell(&undecided(one)));
    }
    if found.undecided.len() > MOST {
        let _ = writeln!(out, "\n**Not decided**: {} more", found.undecided.len() - MOST);
    }
    if !found.beyond.is_empty() {
        let beyond: Vec<String> = found.beyond.iter().map(|what| cell(what)).collect();
        let _ = writeln!(out, "\nNot covered: {}", beyond.join("; "));
    }
    out
}

fn items(one: &Compared) -> Vec<Item> {
    let item = |what: &str, says| Item::new(&format!("{} {what}", one.new), Level::Warning, says);
    let looser = one.found.groups.iter().filter(|group| group.loosens());
    let looser = looser.map(|group| item(kind(group), sentence(group)));
    let open = one.found.undecided.iter().map(|edit| item("not decided", undecided(edit)));
    looser.chain(open).collect()
}

fn json(told: &Told, exit_code: u8) -> String {
    let all = &told.compared;
    let group = |group: &Differing| {
        json!({
            "kind": kind(group),
            "from": ruled_in_json(&group.from),
            "to": ruled_in_json(&group.to),
            "dockets": group.dockets,
            "says": sentence(group),
            "witness": docket_in_json(&group.witness),
            "case": (group.from.stage == Stage::Gate)
                .then(|| case_text(&group.witness, "told apart", group.from.outcome, None)),
        })
    };
    let policies: Vec<_> = all
        .iter()
        .map(|one| {
            json!({
                "stage": one.found.stage.as_str(),
                "old": one.old,
                "new": one.new,
                "loosens": one.found.loosens(),
                "dockets": one.found.dockets,
                "tried": one.found.tried,
                "groups": one.found.groups.iter().map(group).collect::<Vec<_>>(),
                "edits": one.found.edits.iter().map(edited_in_json).collect::<Vec<_>>(),
                "undecided": one.found.undecided.iter().map(undecided_in_json).collect::<Vec<_>>(),
                "not_covered": one.found.beyond,
            })
        })
        .collect();
    let panel =
        |one: &PanelTold| json!({ "panel": one.panel, "loosens": one.loosens, "says": one.says });
    let panels: Vec<_> = told.panels.iter().map(panel).collect();
    let word = |one: &PanelChange| json!({ "loosens": one.loosens, "says": one.says });
    let [words, hooks] =
        [&told.words, &told.hooks].map(|own| own.iter().map(word).collect::<Vec<_>>());
    let beside: Vec<_> =
        told.beside.iter().map(|one| json!({ "kind": one.kind, "says": one.says })).collect();
    let all = json!({
        "schema_version": 1,
        "exit_code": exit_code,
        "policies": policies,
        "panels": panels,
        "words": words,
        "hooks": hooks,
        "beside": beside,
    });
    crate::emit::json::print(&all)
}

fn edited_in_json(one: &Edited) -> serde_json::Value {
    json!({
        "clause": one.clause,
        "line": one.line,
        "change": one.change.as_str(),
        "does": one.does.as_str(),
    })
}

fn undecided_in_json(one: &Undecided) -> serde_json::Value {
    json!({
        "clause": one.clause,
        "line": one.line,
        "change": one.change.as_str(),
        "says": undecided(one),
    })
}
