//! What differs, as it is shown.

use std::fmt::Write as _;

use serde_json::json;

use super::super::told::{docket_in_json, grouped, ruled, ruled_in_json};
use super::panels::PanelTold;
use super::{Compared, Told};
use crate::Stage;
use crate::cli::reports::Kind;
use crate::diagnostic::Level;
use crate::emit::made::{case_text, in_words};
use crate::emit::visible::visible;
use crate::report::markdown::code;
use crate::report::{Answer, Check, Item, Kind as Shape, Report, write};
use crate::trial::{Change, Differing, Undecided};

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
    let words = words(told).map(|own| format!("{WORDS}:\n{}", own.map(line).collect::<String>()));
    let panels = by_panel(told).map(|(name, own)| {
        let own = own.iter().map(|one| line((one.loosens, &one.says)));
        format!("panel {}:\n{}", visible(name), own.collect::<String>())
    });
    let panels = words.into_iter().chain(panels);
    let beside = told.beside.iter().map(|one| format!("{}\n", one.says)).collect();
    joined(panels.chain(told.compared.iter().map(one_text)), beside)
}

fn markdown(told: &Told) -> String {
    let line = |(loosens, says): (bool, &str)| {
        let kind = if loosens { "**looser**: " } else { "" };
        format!("- {kind}{says}\n")
    };
    let words = words(told);
    let words =
        words.map(|own| format!("### The {WORDS}\n\n{}", own.map(line).collect::<String>()));
    let panels = by_panel(told).map(|(name, own)| {
        let own: String = own.iter().map(|one| line((one.loosens, &one.says))).collect();
        format!("### The panel {}\n\n{own}", code(name))
    });
    let panels = words.into_iter().chain(panels);
    let beside = told.beside.iter().map(|one| format!("- **{}**: {}\n", one.kind, one.says));
    without_elements(&joined(
        panels.chain(told.compared.iter().map(one_markdown)),
        beside.collect(),
    ))
}

/// Markdown in which no name begins an element or a comment of HTML, which would hide what stands behind it. In code
/// nothing does, and `&lt;` would be shown as it stands; a cell of a table, and a line, ends what is code.
pub(super) fn without_elements(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let is_row = line.starts_with('|');
        let mut rest = line;
        while !rest.is_empty() {
            let ends = rest.match_indices('|').find(|(at, _)| !rest[..*at].ends_with('\\'));
            let end = ends.filter(|_| is_row).map_or(rest.len(), |(at, _)| at + 1);
            push_plain(&mut shown, &rest[..end]);
            rest = &rest[end..];
        }
    }
    shown
}

/// Appends what has its code by itself.
fn push_plain(shown: &mut String, mut rest: &str) {
    let backticks = |text: &str| text.len() - text.trim_start_matches('`').len();
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        match c {
            '`' => {
                taken = backticks(rest);
                // Code ends at as many backticks as it begins with.
                let mut at = taken;
                while let Some(next) = rest[at..].find('`') {
                    let many = backticks(&rest[at + next..]);
                    at += next + many;
                    if many == taken {
                        taken = at;
                        break;
                    }
                }
                shown.push_str(&rest[..taken]);
            }
            '<' => shown.push_str("&lt;"),
            // It is no beginning of code.
            '\\' if rest[1..].starts_with(['`', '\\']) => {
                taken = 2;
                shown.push_str(&rest[..taken]);
            }
            c => shown.push(c),
        }
        rest = &rest[taken..];
    }
}

/// What loosens is a warning, whatever the exit code.
fn report(told: &Told, code: u8) -> Report {
    let level = |loosens: bool| if loosens { Level::Warning } else { Level::Advice };
    let words = told.words.iter().map(|one| Item::new(WORDS, level(one.loosens), one.says.clone()));
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

/// What the group of all that is reported of words is called.
const WORDS: &str = "words of reviewers";

/// What is reported of words; none where nothing is.
fn words(told: &Told) -> Option<impl Iterator<Item = (bool, &str)>> {
    let all = told.words.iter().map(|one| (one.loosens, one.says.as_str()));
    (!told.words.is_empty()).then_some(all)
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
    for group in &one.found.groups {
        let _ = writeln!(
            out,
            "  {:<8} {} ({})",
            kind(group),
            grouped(group.dockets),
            share(group.dockets, one.found.dockets)
        );
        let _ = writeln!(out, "           {}", sentence(group));
    }
    for one in &one.found.undecided {
        let _ = writeln!(out, "  not decided: {}", visible(&undecided(one)));
    }
    for what in &one.found.beyond {
        let _ = writeln!(out, "  not covered: {}", visible(what));
    }
    out
}

/// `rule "too few" (line 9) was changed, and no docket that was tried shows what that does`
fn undecided(Undecided { clause, line, change, .. }: &Undecided) -> String {
    let change = match change {
        Change::Changed => "was changed",
        Change::Set => "was set",
        Change::New => "is new",
        Change::Gone => "is gone",
    };
    format!("{clause} (line {line}) {change}, and no docket that was tried shows what that does")
}

fn one_markdown(one: &Compared) -> String {
    let cell = |text: &str| visible(text).replace('|', "\\|");
    let mut out = format!("### {} → {}\n\n{}\n", code(&one.old), code(&one.new), headline(one));
    if !one.found.groups.is_empty() {
        out.push_str("\n| | dockets | for example | was | is now |\n|---|---:|---|---|---|\n");
    }
    for group in &one.found.groups {
        let [from, to] = [&group.from, &group.to].map(|side| cell(&ruled(side)));
        let example = cell(&docket_in_words(group));
        let part = share(group.dockets, one.found.dockets);
        let _ = writeln!(
            out,
            "| **{}** | {} ({part}) | {example} | {from} | {to} |",
            kind(group),
            grouped(group.dockets)
        );
    }
    for one in &one.found.undecided {
        let _ = writeln!(out, "\n**Not decided**: {}", cell(&undecided(one)));
    }
    for what in &one.found.beyond {
        let _ = writeln!(out, "\nNot covered: {}", cell(what));
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
                "undecided": one.found.undecided.iter().map(undecided_in_json).collect::<Vec<_>>(),
                "not_covered": one.found.beyond,
            })
        })
        .collect();
    let panel =
        |one: &PanelTold| json!({ "panel": one.panel, "loosens": one.loosens, "says": one.says });
    let panels: Vec<_> = told.panels.iter().map(panel).collect();
    let word = |(loosens, says): (bool, &str)| json!({ "loosens": loosens, "says": says });
    let words: Vec<_> = words(told).into_iter().flatten().map(word).collect();
    let beside: Vec<_> =
        told.beside.iter().map(|one| json!({ "kind": one.kind, "says": one.says })).collect();
    let all = json!({
        "schema_version": 1,
        "exit_code": exit_code,
        "policies": policies,
        "panels": panels,
        "words": words,
        "beside": beside,
    });
    crate::emit::json::print(&all)
}

fn undecided_in_json(one: &Undecided) -> serde_json::Value {
    json!({
        "clause": one.clause,
        "line": one.line,
        "change": one.change.as_str(),
        "says": undecided(one),
    })
}

#[cfg(test)]
mod tests {
    use super::without_elements;

    #[test]
    fn an_element_is_spelled_out_only_where_it_would_be_one() {
        for (text, shown) in [
            ("`<a>` <a>", "`<a>` &lt;a>"),
            ("`` <a> ` <a> `` <a>", "`` <a> ` <a> `` &lt;a>"),
            // No code: nothing ends it, in this line or in this cell.
            ("` <a>", "` &lt;a>"),
            ("`` <a> `", "`` &lt;a> `"),
            ("` <a>\n`", "` &lt;a>\n`"),
            ("| ` <a> | ` |", "| ` &lt;a> | ` |"),
            ("| `a\\|<a>` |", "| `a\\|<a>` |"),
            ("\\` <a> `", "\\` &lt;a> `"),
            ("\\\\` <a> `", "\\\\` <a> `"),
        ] {
            assert_eq!(without_elements(text), shown);
        }
    }
}
