//! The whole of a ruling for a person: every rule and what it saw, every cell and why it is
//! what it is.

use super::cells::{comes_to, oddities, style_of};
use super::excerpt::{Mark, draw, tell_all};
use super::page::{Page, Style};
use super::place::Places;
use super::text::{TextOptions, headline, marks, overrides, refusal, told_of};
use super::width::columns_of;
use super::{remarks, words};
use crate::ir::{
    CellRef, ClosedDocket, Input, Operand, PolicyFacts, RuleFacts, Ruling, TraceEntry, Value,
};
use crate::source::Source;

/// A ruling at length: every rule and note, true or false, with the values of its operands
/// and its line; every cell and why it is what it is; every repair; parameters and given facts.
pub fn explain(ruling: &Ruling, options: &TextOptions) -> String {
    let mut page = Page::new(options.color, options.width);
    let places = Places::new(ruling.docket().sources());
    headline(&mut page, ruling, options.published);
    overrides(&mut page, ruling);
    refusal(&mut page, ruling);
    panel(&mut page, ruling.docket());
    policy(&mut page, ruling);
    rules(&mut page, ruling);
    cells(&mut page, &places, ruling.docket());
    sources(&mut page, &places, ruling.docket());
    page.finish()
}

/// What led to a ruling: every rule and what it saw, and every cell with the lines of its reviewer.
pub fn trace(ruling: &Ruling, options: &TextOptions) -> String {
    let mut page = Page::new(options.color, options.width);
    refusal(&mut page, ruling);
    rules(&mut page, ruling);
    cells(&mut page, &Places::new(ruling.docket().sources()), ruling.docket());
    page.finish()
}

fn panel(page: &mut Page, docket: &ClosedDocket) {
    let Some(panel) = docket.panel() else { return };
    page.gap();
    page.put(Style::Strong, "panel ").put(Style::Plain, &panel.name).end();
    page.line(Style::Quiet, &format!("  sha256 {}", panel.sha256));
    page.put(Style::Quiet, "  origin ").put(Style::Plain, &panel.origin).end();
}

fn policy(page: &mut Page, ruling: &Ruling) {
    let policy = ruling.policy();
    one_policy(page, policy);
    for (name, value) in ruling.given() {
        page.put(Style::Quiet, "  given ").put(Style::Plain, &format!("{name} = {value}")).end();
    }
    policy.stages.iter().for_each(|stage| one_policy(page, stage));
}

fn one_policy(page: &mut Page, policy: &PolicyFacts) {
    page.gap();
    page.put(Style::Strong, "policy ").put(Style::Plain, &policy.name);
    page.put(Style::Quiet, &format!("  {} language {}", policy.stage, policy.language)).end();
    page.line(Style::Quiet, &format!("  sha256 {}", policy.sha256));
    if let Some(origin) = &policy.origin {
        page.put(Style::Quiet, "  origin ").put(Style::Plain, origin).end();
    }
    for (name, value) in &policy.params {
        let value = shown(&Operand::Value(value));
        page.put(Style::Quiet, "  param ").put(Style::Plain, &format!("{name} = {value}")).end();
    }
}

fn rules(page: &mut Page, ruling: &Ruling) {
    page.gap();
    page.line(Style::Strong, "rules; of those that hold, the one with the worst word decides");
    entries(page, ruling.policy(), ruling.rule(), ruling.trace());
}

/// Every rule of a policy, and what it saw.
pub(super) fn entries<'a>(
    page: &mut Page,
    policy: &PolicyFacts,
    decided: Option<&RuleFacts>,
    trace: impl Iterator<Item = TraceEntry<'a>>,
) {
    let lines = policy.rules.iter().map(|rule| rule.line.to_string().len());
    let widest = lines.max().unwrap_or(1);
    for entry in trace {
        let this = decided.is_some_and(|decided| std::ptr::eq(entry.rule, decided));
        let word = entry.rule.word.and_then(|word| policy.words.get(word as usize));
        let (sign, style) = match (entry.holds, this) {
            (true, true) => ("▶", Style::Strong),
            (true, false) => ("✓", Style::Plain),
            (false, _) => ("·", Style::Quiet),
        };
        let line = format!("  {sign} {:>widest$}  ", entry.rule.line);
        page.put(style, &line).put(style, &entry.rule.name);
        match word {
            // An action is no outcome.
            Some(word) if entry.holds && policy.stage != "redispatch" => {
                page.put(style, " → ").put(style_of(word.outcome), &word.name)
            }
            Some(word) => page.put(style, " → ").put(style, &word.name),
            None => page.put(Style::Quiet, "  (note)"),
        };
        if let Some(base) = &entry.rule.base {
            page.put(Style::Quiet, &format!("  of {base}"));
        }
        page.put(style, verdict_on(&entry, this)).end();
        operands(page, &entry, widest);
    }
}

/// What became of a rule, where the sign before it is not enough.
fn verdict_on(entry: &TraceEntry<'_>, decided: bool) -> &'static str {
    match (entry.holds, decided, entry.rule.word) {
        (_, true, _) => "  decides",
        (true, false, Some(_)) => "  also holds",
        (true, false, None) => "  holds",
        (false, false, _) => "",
    }
}

fn operands(page: &mut Page, entry: &TraceEntry<'_>, widest: usize) {
    let column = entry.operands.iter().map(|(text, _)| columns_of(text)).max().unwrap_or(0);
    let column = column.min(page.width() / 2);
    // Where the operands are not the condition itself, it stands above them.
    let condition = entry.rule.condition.as_deref();
    let told =
        condition.filter(|condition| !entry.operands.iter().any(|(text, _)| text == condition));
    if let Some(condition) = told {
        let margin = " ".repeat(widest + 8);
        page.line(Style::Quiet, &format!("{margin}when {condition}"));
    }
    for (text, value) in &entry.operands {
        let value = value.as_ref().map_or_else(|| "no value".to_owned(), shown);
        page.put(Style::Plain, &" ".repeat(widest + 8))
            .cell(Style::Quiet, text, column)
            .put(Style::Quiet, " = ")
            .put(if entry.holds { Style::Plain } else { Style::Quiet }, &value)
            .end();
    }
}

fn shown(operand: &Operand<'_>) -> String {
    match operand {
        Operand::Value(Value::Bool(value)) => value.to_string(),
        Operand::Value(Value::Int(value)) => value.to_string(),
        Operand::Value(Value::Text(value)) => format!("\"{value}\""),
        Operand::Value(Value::Date(value)) => value.to_string(),
        Operand::Value(Value::List(_)) | Operand::Seats(_) | Operand::Findings(_) => {
            let members = words::members(operand);
            if members.is_empty() { "none".to_owned() } else { members.join(", ") }
        }
    }
}

fn cells(page: &mut Page, places: &Places<'_>, docket: &ClosedDocket) {
    page.gap();
    page.line(Style::Strong, "reviewers");
    for cell in docket.cells() {
        let (word, style) = comes_to(cell);
        page.put(Style::Plain, "  ").put(Style::Strong, &words::cell_name(cell));
        page.put(Style::Plain, "  ").put(style, word).end();
        let stake = cell.stake().as_str();
        // The lines below tell what was stated, what doubts it, and what stands outside.
        let said = |odd: &str| {
            odd == stake
                || odd == "doubted"
                || odd.starts_with("stated ")
                || odd.ends_with(" outside the verdict")
        };
        let mut facts = vec![stake.to_owned()];
        facts.extend(oddities(cell).into_iter().filter(|odd| !said(odd)));
        page.line(Style::Quiet, &format!("    {}", facts.join("; ")));
        if let Some(why) = why(cell) {
            page.line(Style::Plain, &format!("    {why}"));
        }
        let findings: Vec<_> = cell.findings().collect();
        let mut marks = with_stated(cell, marks(cell, &findings));
        marks.extend(cell.verdict().and_then(remarks::first_outside));
        if let Some(lines) = cell.verdict().and_then(remarks::outside) {
            page.line(Style::Quiet, &format!("    {lines}"));
        }
        draw(page, places, &marks);
        tell_all(page, &told_of(cell));
        page.gap();
    }
}

/// The line with the reviewer's word is always part of an explanation.
fn with_stated(cell: CellRef<'_>, mut marks: Vec<Mark>) -> Vec<Mark> {
    if let Some(stated) = cell.verdict().and_then(|verdict| verdict.stated)
        && !marks.iter().any(|mark| mark.span == stated.word)
    {
        marks.insert(0, Mark { span: stated.word, label: String::new(), style: Style::Plain });
    }
    marks
}

/// Where the outcome comes from: `stated pass, derived fail, comes to fail; confidence med`.
fn why(cell: CellRef<'_>) -> Option<String> {
    let verdict = cell.verdict()?;
    let effective = cell.effective()?;
    let mut parts = Vec::new();
    parts.extend(verdict.stated.map(|stated| match cell.word() {
        Some(word) if word != stated.outcome.as_str() => {
            format!("stated {word} ({})", stated.outcome)
        }
        _ => format!("stated {}", stated.outcome),
    }));
    parts.extend(verdict.derived.map(|outcome| format!("derived {outcome}")));
    parts.extend(verdict.audited.map(|outcome| match cell.audit() {
        Some(audit) if audit.outcome == outcome => words::audited(audit),
        _ => format!("audited {outcome}"),
    }));
    let confidence = match cell.confidence() {
        Some(confidence) => format!("; confidence {confidence}"),
        None if cell.unsure() => "; no confidence given".to_owned(),
        None => String::new(),
    };
    Some(format!("{}: comes to {effective}{confidence}", parts.join(", ")))
}

fn sources(page: &mut Page, places: &Places<'_>, docket: &ClosedDocket) {
    if docket.inputs().is_empty() {
        return;
    }
    page.gap();
    page.line(Style::Strong, &format!("sources, read with the {} profile", docket.profile()));
    for input in docket.inputs() {
        let Some(source) = docket.sources().get(input.source.0 as usize) else { continue };
        source_line(page, input, source);
        if !input.recoveries.is_empty() {
            let repair = |recovery: &crate::ir::Recovery| Mark {
                span: recovery.span,
                label: format!("repaired: {}", recovery.name),
                style: Style::Odd,
            };
            draw(page, places, &input.recoveries.iter().map(repair).collect::<Vec<_>>());
        }
    }
}

fn source_line(page: &mut Page, input: &Input, source: &Source) {
    let format = input.format.map_or("no known format", |format| format.as_str());
    let size = source.bytes().len();
    let hash: String = source.sha256().to_string().chars().take(12).collect();
    page.put(Style::Plain, "  ").put(Style::Plain, source.name()).end();
    page.line(
        Style::Quiet,
        &format!("    {}; {format}; {size} bytes; {hash}…", input.role.as_str()),
    );
}
