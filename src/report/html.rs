//! One page of HTML that needs nothing else: no script, no other file.
//!
//! Whatever somebody else wrote is escaped by maud, and what would act on a text around it is spelled out. The policy in
//! the page lets nothing run or load but this one style.

use data_encoding::BASE64;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::markdown::{in_numbers, word};
use super::{Answer, Check, Item, Report};
use crate::emit::visible::visible;
use crate::emit::words::counted;
use crate::ir::Level;
use crate::source::Sha256;

const STYLE: &str = include_str!("html.css");
/// So many findings are shown, the worst: a page with more opens slowly.
const MOST: usize = 2000;
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

fn findings(report: &Report) -> Markup {
    let items = report.worst_first();
    let more = items.len().saturating_sub(MOST);
    html! {
        @if !items.is_empty() {
            h2 { (counted(items.len(), "finding")) }
            ol class="found" { @for item in items.iter().take(MOST) { li { (finding(item)) } } }
            @if more > 0 {
                p { (counted(more, "finding")) " more: a report in JSON or SARIF has all of them." }
            }
        }
    }
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
