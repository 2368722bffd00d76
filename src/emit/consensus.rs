//! What several runs of one review agree on, for a person.

use super::page::{Page, Style};
use super::text::TextOptions;
use super::words;
use crate::ir::{Consensus, CountedTopic, Ruling, TopicKey};

/// More noise than this is only counted.
const MOST: usize = 40;

/// What the runs report, how many of them, and whether that is enough; nothing for a policy without the parameters
/// of a [`Consensus`].
///
/// ```
/// # use assize::{Docket, Policy, Source, Stage, built_in};
/// # let policy = built_in(Stage::Gate, "consensus").unwrap();
/// # let policy = Policy::compile(Stage::Gate, "consensus", policy)?;
/// # let mut docket = Docket::new("design");
/// # for run in ["V1", "V2"] {
/// #     let row = "arch|H|coupling|Store|reaches into it\n";
/// #     docket.seat(run);
/// #     docket.submit(run, Source::new(run, format!("VERDICT:CONDITIONAL\nSCOPE:x\nVERIFIED:\n{row}")));
/// # }
/// let ruling = policy.judge(&docket.close())?;
/// let text = assize::emit::text::consensus(&ruling, &Default::default());
/// assert!(text.starts_with("agreed, by 2 of 2 runs or more\n"));
/// # Ok::<(), assize::Diagnostics>(())
/// ```
pub fn consensus(ruling: &Ruling, options: &TextOptions) -> String {
    let mut page = Page::new(options.color, options.width);
    let Some(found) = ruling.consensus() else { return String::new() };
    let absent = match found.runs.saturating_sub(found.read) {
        0 => String::new(),
        absent => format!("; {} not read", words::counted(absent, "run")),
    };
    if found.read == 0 {
        page.line(Style::Strong, &format!("nothing is agreed: no run could be read{absent}"));
        return page.finish();
    }
    let title = format!("agreed, by {} of {} runs or more{absent}", found.needed, found.read);
    list(&mut page, ruling, &found, &title, true);
    list(&mut page, ruling, &found, "noise", false);
    if let Some(origin) = ruling.policy().own_origin() {
        page.gap();
        page.line(
            Style::Quiet,
            &format!("counted by the parameters `share`, `key` and `near` of {origin}; its rules may count otherwise"),
        );
    }
    page.finish()
}

fn list(page: &mut Page, ruling: &Ruling, found: &Consensus, title: &str, agreed: bool) {
    let own = || found.topics.iter().filter(|topic| topic.agreed == agreed);
    page.gap();
    page.line(Style::Strong, title);
    if own().next().is_none() {
        return page.line(Style::Quiet, "  nothing");
    }
    for topic in own().take(if agreed { usize::MAX } else { MOST }) {
        one(page, ruling, found, topic);
    }
    let more = own().count().saturating_sub(MOST);
    if !agreed && more > 0 {
        page.line(Style::Quiet, &format!("  and {more} more"));
    }
}

fn one(page: &mut Page, ruling: &Ruling, found: &Consensus, topic: &CountedTopic) {
    let docket = ruling.docket();
    let mut findings = topic.topic.findings(docket);
    let severity = topic.topic.severity.map_or("", |severity| severity.as_str());
    let style = if topic.agreed { Style::Bad } else { Style::Odd };
    page.put(Style::Plain, "  ").cell(style, severity, 9);
    page.put(Style::Strong, &format!("{}/{}  ", topic.topic.seats, found.read));
    let Some(first) = findings.next() else { return page.end() };
    let category = first.category().map(|category| format!("{category}: ")).unwrap_or_default();
    page.put(Style::Plain, &format!("{category}{}", first.in_full())).end();
    let all = std::iter::once(first).chain(findings);
    let mut seats: Vec<&str> = all.map(|finding| finding.cell().seat()).collect();
    seats.dedup();
    let nearly: Vec<String> =
        topic.nearly(found.needed).map(|(key, seats)| nearly(key, seats, found)).collect();
    let nearly = if nearly.is_empty() { String::new() } else { format!("; {}", nearly.join(", ")) };
    page.line(Style::Quiet, &format!("                {}{nearly}", seats.join(", ")));
}

/// `2/3 by near lines`
fn nearly(key: TopicKey, seats: usize, found: &Consensus) -> String {
    let how = match key {
        TopicKey::Exact => "by category and location",
        TopicKey::Lines => "by near lines",
        TopicKey::Path => "by path",
    };
    format!("{seats}/{} {how}", found.read)
}
