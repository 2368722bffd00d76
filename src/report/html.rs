//! One page of HTML that needs nothing else: no script, no other file.
//!
//! Whatever somebody else wrote is escaped by maud, and what would act on a text around it is spelled out. The policy in
//! the page lets nothing run or load but this one style.

use data_encoding::BASE64;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::markdown::{in_numbers, word};
use super::{Answer, Bar, Chart, Check, Item, Part, Report, Tone};
use crate::emit::visible::visible;
use crate::emit::words::counted;
use crate::ir::Level;
use crate::source::Sha256;

const STYLE: &str = include_str!("html.css");
/// So many findings are shown whole, the worst; the rest have a line each, folded, for a page with more opens slowly
/// (`tests/pages`).
const MOST: usize = 2000;
/// So many of the rest have one.
const FOLDED: usize = 20_000;
/// The longest bar of a chart, in units of its own.
const WIDTH: usize = 1000;
/// So many lines of a section are shown.
const LINES: usize = 2000;

pub(super) fn write(report: &Report) -> String {
    let style = BASE64.encode(&Sha256::of(STYLE.as_bytes()).0);
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'"
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { (report.state) ": " (visible(&report.about)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 {
                        span class=(if report.good { "good" } else { "bad" }) { (report.state) }
                        @if !report.title.is_empty() { " " (visible(&report.title)) }
                    }
                    dl {
                        @for (name, value) in &report.facts { dt { (name) } dd { (visible(value)) } }
                    }
                }
                main {
                    @for one in &report.charts { (chart(one)) }
                    (findings(report))
                    (checks(&report.checks))
                    @for section in &report.sections {
                        details {
                            summary { (section.title) }
                            pre { (lines(&section.text)) }
                        }
                    }
                }
                footer { p class="soft" { (report.command) ", version " (env!("CARGO_PKG_VERSION")) } }
            }
        }
    };
    page.into_string() + "\n"
}

/// A table whose last column is drawn as well; what is drawn is said in words below it.
fn chart(chart: &Chart) -> Markup {
    let count = |bar: &Bar| bar.parts.iter().map(|part| part.count).sum::<usize>();
    let longest = chart.bars.iter().map(count).max().unwrap_or_default();
    // The last of them are those of today.
    let earlier = chart.bars.len().saturating_sub(MOST);
    html! {
        @if !chart.bars.is_empty() {
            h2 { (chart.title) }
            @if earlier > 0 { p { (counted(earlier, "row")) " before these." } }
            table class="chart" {
                tbody {
                    @for bar in chart.bars.iter().skip(earlier) {
                        tr {
                            th scope="row" {
                                (visible(&bar.name))
                                @if !bar.note.is_empty() { div class="soft" { (visible(&bar.note)) } }
                            }
                            td { (drawn(&bar.parts, longest)) }
                        }
                    }
                }
            }
        }
    }
}

/// One bar: `2 new, 1 again`.
fn drawn(parts: &[Part], longest: usize) -> Markup {
    let said: Vec<_> = parts
        .iter()
        .filter(|part| part.count > 0)
        .map(|part| format!("{} {}", part.count, part.what))
        .collect();
    let said = if said.is_empty() { "none".to_owned() } else { said.join(", ") };
    let said = visible(&said);
    let scaled = |count: usize| count * WIDTH / longest.max(1);
    let pieces = parts.iter().scan(0, |before, part| {
        let from = scaled(*before);
        *before += part.count;
        Some((tone(part.tone), from, scaled(*before) - from))
    });
    html! {
        svg viewBox=(format!("0 0 {WIDTH} 10")) preserveAspectRatio="none" role="img" aria-label=(said) {
            @for (class, from, width) in pieces.filter(|(_, _, width)| *width > 0) {
                rect class=(class) x=(from) width=(width) height="10" {}
            }
        }
        (said)
    }
}

fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "good",
        Tone::Odd => "odd",
        Tone::Bad => "bad",
        Tone::Neutral => "soft",
    }
}

fn findings(report: &Report) -> Markup {
    let items = report.worst_first();
    let more = items.len().saturating_sub(MOST);
    let beyond = more.saturating_sub(FOLDED);
    let rest: Vec<String> = items.iter().skip(MOST).take(FOLDED).map(|item| line(item)).collect();
    html! {
        @if !items.is_empty() {
            h2 { (counted(items.len(), "finding")) }
            ol class="found" { @for item in items.iter().take(MOST) { li { (finding(item)) } } }
            @if more > 0 {
                details {
                    summary { (counted(more, "finding")) " more, a line each" }
                    pre { (rest.join("\n")) }
                }
            }
            @if beyond > 0 {
                p { (counted(beyond, "finding")) " are not shown: a report in JSON or SARIF has all of them." }
            }
        }
    }
}

/// `src/a.rs:7: critical: the key is logged (qa)`
fn line(item: &Item) -> String {
    let place = item.anywhere().map(|place| format!("{}: ", place.shown())).unwrap_or_default();
    let seat = item.seat.as_ref().map(|seat| format!(" ({seat})")).unwrap_or_default();
    visible(&format!("{place}{}: {}{seat}", item.weight(), item.message)).replace('\n', " ")
}

fn finding(item: &Item) -> Markup {
    let class = match item.level {
        Level::Error => "bad",
        Level::Warning => "odd",
        Level::Advice => "soft",
    };
    html! {
        p {
            @if let Some(place) = &item.place { code { (visible(&place.shown())) } " " }
            span class=(class) { (visible(item.weight())) }
            @if let Some(seat) = &item.seat { span class="soft" { " by " (visible(seat)) } }
        }
        p { (visible(&item.message)) }
        @if let Some(help) = &item.help { p class="soft" { "help: " (visible(help)) } }
        @if let Some(excerpt) = &item.excerpt { pre { (lines(excerpt)) } }
        @if let Some(written) = &item.written { p class="soft" { code { (visible(&written.shown())) } } }
    }
}

fn checks(checks: &[Check]) -> Markup {
    let class = |answer| match answer {
        Answer::Passed => "good",
        Answer::Failed | Answer::Errored => "bad",
        Answer::Pending | Answer::Skipped => "odd",
    };
    html! {
        @if !checks.is_empty() {
            h2 { (in_numbers(checks)) }
            table {
                thead { tr { th scope="col" { "what" } th scope="col" { "answer" } th scope="col" { "says" } } }
                tbody {
                    @for check in checks.iter().take(MOST) {
                        tr {
                            th scope="row" { (visible(&check.name)) }
                            td { span class=(class(check.answer)) { (word(check.answer)) } }
                            td {
                                (visible(&check.says))
                                @if !check.why.is_empty() { div class="soft" { (lines(&check.why)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Lines, none of which acts on what stands around it.
fn lines(text: &str) -> String {
    let all: Vec<_> = text.lines().take(LINES).map(visible).collect();
    let more = text.lines().count().saturating_sub(LINES);
    let end =
        if more > 0 { format!("\n… {} more", counted(more, "line")) } else { String::new() };
    all.join("\n") + end.as_str()
}
