//! What is told of a round that was judged again: whether it is the same, and if not, in what.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{KeptRound, name_of};
use crate::cli::answer::Format;
use crate::emit::visible::visible;
use crate::host::summary_of;
use crate::trial::difference;
use crate::{Ruling, Source};

/// How it comes out.
pub(super) struct Rejudged {
    pub(super) is_same: bool,
    pub(super) told: Told,
}

pub(super) enum Told {
    Text(String),
    Json(Value),
}

impl Rejudged {
    pub(super) fn of(kept: &KeptRound, now: &Ruling, format: Format) -> Self {
        let recorded = &kept.judged;
        let (summary, changed) = (summary_of(now), changed(kept, now));
        let told = now.outcome().as_str() == recorded.outcome
            && now.word() == recorded.word
            && now.opening().is_some() == recorded.open;
        let is_same = told && summary == recorded.summary && changed.is_empty();
        let difference = match summary == recorded.summary {
            true => String::new(),
            false => difference(("recorded", &recorded.summary), ("again", &summary)),
        };
        let told = match format {
            Format::Text => Told::Text(text(kept, now, is_same, (&changed, &difference))),
            Format::Json => Told::Json(in_json(kept, now, is_same, (&changed, &difference))),
        };
        Self { is_same, told }
    }
}

/// The seats whose texts do not lie among the reports as they were judged. What was handed in beside them is kept
/// with the docket.
fn changed(kept: &KeptRound, now: &Ruling) -> Vec<String> {
    if kept.judged.asked.handed_over {
        return Vec::new();
    }
    let told = now.docket().cells().filter_map(|cell| Some((cell.seat(), cell.source()?)));
    let report = |source: &Source| !source.name().contains(['/', '\\', '<']);
    let gone = told
        .filter(|(_, source)| report(source) && !kept.there.contains(&source.sha256().to_string()));
    let mut names: Vec<String> = gone.map(|(seat, _)| seat.to_owned()).collect();
    names.dedup();
    names
}

fn text(
    kept: &KeptRound,
    now: &Ruling,
    is_same: bool,
    (changed, difference): (&[String], &str),
) -> String {
    let mut out = String::new();
    let name = visible(&name_of(kept)).into_owned();
    let (word, rule) = (now.word(), now.rule_name());
    if is_same {
        let _ = writeln!(out, "{name}: the same, byte for byte: {word}: {}", visible(rule));
        return out;
    }
    let was = visible(&kept.judged.word);
    let _ = writeln!(out, "{name}: was {was}, is now {word}: {}", visible(rule));
    for seat in changed {
        let _ = writeln!(out, "    what `{}` wrote is not there as it was judged", visible(seat));
    }
    for line in difference.lines() {
        let _ = writeln!(out, "    {}", visible(line));
    }
    out
}

fn in_json(
    kept: &KeptRound,
    now: &Ruling,
    is_same: bool,
    (changed, difference): (&[String], &str),
) -> Value {
    let ruled = |outcome: &str, word: &str, open: bool| json!({ "outcome": outcome, "word": word, "open": open });
    let recorded = &kept.judged;
    json!({
        "task": kept.task,
        "round": kept.number,
        "same": is_same,
        "recorded": ruled(&recorded.outcome, &recorded.word, recorded.open),
        "now": ruled(now.outcome().as_str(), now.word(), now.opening().is_some()),
        "changed": changed,
        "difference": difference,
    })
}
