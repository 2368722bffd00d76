//! What a change of a panel takes away from who reviews, and what it adds: told in sentences.

use std::collections::BTreeSet;

use super::{ChangeFacts, ChosenPolicy, Panel, PanelSeat, ParamValue, TextSize, When, rank};
use crate::Stage;
use crate::docket::Stake;
use crate::ir::glob::path_for;

/// One thing in which a panel, or the words of a team, differ from what they were.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PanelChange {
    /// What differs, in a sentence.
    pub says: String,
    /// Whether a gate may open by it that was shut.
    pub loosens: bool,
}

/// All in which a panel differs from what it was, but for what its policies come to.
pub fn panel_changes(old: &Panel, new: &Panel) -> Vec<PanelChange> {
    let mut all = Changes::default();
    for seat in &old.seats {
        match new.seats.iter().find(|other| other.name == seat.name) {
            None => all.told(is_counted(seat), format!("`{}` has no seat any more", seat.name)),
            Some(now) => all.seat(seat, now, (old, new)),
        }
    }
    for seat in new.seats.iter().filter(|seat| !old.seats.iter().any(|o| o.name == seat.name)) {
        all.told(false, format!("`{}` has a seat now", seat.name));
    }
    for stage in Stage::ALL {
        all.policies(*stage, old.policy(*stage), new.policy(*stage));
    }
    let subjects = |panel: &Panel| panel.subjects.iter().map(ToString::to_string).collect();
    let (before, now): (BTreeSet<String>, BTreeSet<String>) = (subjects(old), subjects(new));
    for gone in before.difference(&now) {
        all.told(true, format!("nobody has to answer for `{gone}` any more"));
    }
    for more in now.difference(&before) {
        all.told(false, format!("somebody has to answer for `{more}` now"));
    }
    if old.formats != new.formats {
        let names = |panel: &Panel| match panel.formats.as_slice() {
            [] => "every format".to_owned(),
            some => some.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        };
        let wider = !old.formats.is_empty()
            && (new.formats.is_empty() || new.formats.iter().any(|one| !old.formats.contains(one)));
        all.told(wider, format!("{} may be read instead of {}", names(new), names(old)));
    }
    if old.kind != new.kind {
        all.told(true, "what its auditor judges is another thing".to_owned());
    }
    if old.overrides != new.overrides {
        let may = if new.overrides { "may now" } else { "may not any more" };
        all.told(new.overrides, format!("an opening {may} override or excuse something"));
    }
    for (was, is, what) in [
        (old.require_round, new.require_round, "a begun round"),
        (old.require_end, new.require_end, "the mark of the round at the end of each report"),
    ] {
        if was != is {
            let asks = if is { "asks now for" } else { "asks no more for" };
            all.told(was, format!("it {asks} {what}"));
        }
    }
    if old.self_review_inline_files != new.self_review_inline_files {
        let most = |panel: &Panel| match panel.self_review_inline_files {
            Some(most) => format!("{most} files"),
            None => "as many files as is usual".to_owned(),
        };
        let says = format!("a self-review shows {} instead of {}", most(new), most(old));
        all.told(false, says);
    }
    if old.reports != new.reports {
        let folders = |panel: &Panel| match panel.reports.as_slice() {
            [] => "nowhere in particular".to_owned(),
            some => format!("in `{}`", some.join("`, `")),
        };
        all.told(false, format!("reports lie {} instead of {}", folders(new), folders(old)));
    }
    all.0
}

#[derive(Default)]
struct Changes(Vec<PanelChange>);

impl Changes {
    fn told(&mut self, loosens: bool, says: String) {
        self.0.push(PanelChange { says, loosens });
    }

    fn seat(&mut self, was: &PanelSeat, is: &PanelSeat, (old, new): (&Panel, &Panel)) {
        let name = &is.name;
        if was.stake != is.stake {
            let [before, now] = [was, is].map(|seat| match seat.stake {
                Some(stake) => format!("is {stake}"),
                None => "counts as the policy says".to_owned(),
            });
            let looser = rank(is.stake) < rank(was.stake);
            self.told(looser, format!("`{name}` {now}; it {}", before.replacen("is", "was", 1)));
        }
        if was.weight != is.weight {
            let [before, now] = [was, is].map(|seat| seat.weight.unwrap_or(1));
            // Less of a fail, or more of a pass.
            self.told(true, format!("`{name}` weighs {now}; it weighed {before}"));
        }
        for name in was.labels.keys().chain(is.labels.keys()).collect::<BTreeSet<_>>() {
            let [before, now] = [was, is].map(|seat| seat.labels.get(name));
            let said = |label: Option<&String>| label.map_or("nothing", String::as_str).to_owned();
            if before != now {
                // Who is of which team may be what opens.
                let (before, now) = (said(before), said(now));
                self.told(true, format!("the {name} of `{}` is {now}; it was {before}", is.name));
            }
        }
        if was.file != is.file || was.legacy != is.legacy {
            let [before, now] = [was, is].map(|seat| match (&seat.file, &seat.legacy) {
                (None, _) => "any file named after it".to_owned(),
                (Some(file), None) => format!("`{file}`"),
                (Some(file), Some(legacy)) => format!("`{file}`, before `{legacy}`"),
            });
            self.told(false, format!("`{name}` writes {now}; it wrote {before}"));
        }
        if was.agent != is.agent {
            let [before, now] = [was, is].map(|seat| seat.agent.as_deref().unwrap_or(&seat.name));
            self.told(false, format!("`{now}` speaks for `{name}` instead of `{before}`"));
        }
        if was.when != is.when {
            let sits = |panel: &Panel, change: &ChangeFacts| {
                let (chairs, _) = panel.chairs(change);
                chairs.iter().any(|chair| chair.seat.name == *name && chair.skipped.is_none())
            };
            let changes = changes([was, is].into_iter().flat_map(|seat| &seat.when));
            let shown = changes.iter().find(|change| sits(old, change) && !sits(new, change));
            match shown.filter(|_| is_counted(was)) {
                Some(change) => {
                    let change = in_words(change);
                    self.told(true, format!("`{name}` does not sit any more where {change}"));
                }
                None => self.told(false, format!("`{name}` sits where it did, and in more cases")),
            }
        }
    }

    fn policies(&mut self, stage: Stage, was: Option<&ChosenPolicy>, is: Option<&ChosenPolicy>) {
        let what = match stage {
            Stage::Gate => "the gate is judged",
            Stage::Audit => "verdicts are audited",
            Stage::Redispatch => "what to do about a seat is decided",
        };
        match (was, is) {
            (None, None) => {}
            (Some(was), Some(is)) if was.name == is.name => self.params(was, is),
            // What it opens is told by holding the two against each other.
            (Some(was), Some(is)) => {
                self.told(false, format!("{what} by `{}` instead of `{}`", is.name, was.name));
                self.params(&ChosenPolicy { params: Vec::new(), ..was.clone() }, is);
            }
            // An audit only makes verdicts worse; who is given up is given up by a redispatch policy.
            (Some(was), None) => {
                let says = format!("{what} by `{}` no more", was.name);
                self.told(stage != Stage::Redispatch, says);
            }
            (None, Some(is)) => {
                self.told(stage != Stage::Audit, format!("{what} by `{}` now", is.name));
            }
        }
    }

    fn params(&mut self, was: &ChosenPolicy, is: &ChosenPolicy) {
        let value = |policy: &ChosenPolicy, name: &str| {
            let param = policy.params.iter().find(|param| param.name == name)?;
            let values = param.values.iter().map(|value| match value {
                ParamValue::Number(number) => number.to_string(),
                ParamValue::Text(text) => format!("\"{text}\""),
            });
            Some(values.collect::<Vec<_>>().join(" "))
        };
        let names: BTreeSet<&str> = [was, is]
            .into_iter()
            .flat_map(|own| &own.params)
            .map(|own| own.name.as_str())
            .collect();
        for name in names {
            let (before, now) = (value(was, name), value(is, name));
            if before != now {
                let told =
                    |value: Option<String>| value.unwrap_or("as the policy has it".to_owned());
                let says =
                    format!("`{name}` of `{}` is {}; it was {}", is.name, told(now), told(before));
                self.told(false, says);
            }
        }
    }
}

fn is_counted(seat: &PanelSeat) -> bool {
    seat.stake != Some(Stake::Observer)
}

/// Changes at which these conditions can come out otherwise.
fn changes<'w>(whens: impl Iterator<Item = &'w When>) -> Vec<ChangeFacts> {
    let mut edges = Edges::default();
    whens.for_each(|when| edges.add(when));
    let paths: Vec<String> = edges.patterns.iter().filter_map(|one| path_for(one)).collect();
    let mut touched: Vec<Vec<String>> = vec![vec!["elsewhere/a.txt".to_owned()]];
    touched.extend(paths.iter().map(|path| vec![path.clone()]));
    touched.push(paths.clone());
    let around = |numbers: &BTreeSet<u64>| -> Vec<u64> {
        let near = numbers.iter().flat_map(|n| [*n, n.saturating_add(1)]);
        [0].into_iter().chain(near).collect::<BTreeSet<_>>().into_iter().collect()
    };
    let mut all = Vec::new();
    for paths in touched {
        for &lines in &around(&edges.lines) {
            for &size in &around(&edges.sizes) {
                let sized = TextSize { words: size, paragraphs: size };
                let texts = edges.texts.iter().map(|text| (text.clone(), sized)).collect();
                let (paths, lines) = (Some(paths.clone()), Some(lines));
                all.push(ChangeFacts { paths, lines, uncounted: Vec::new(), texts });
            }
        }
    }
    all
}

#[derive(Default)]
struct Edges {
    patterns: BTreeSet<String>,
    lines: BTreeSet<u64>,
    sizes: BTreeSet<u64>,
    texts: BTreeSet<String>,
}

impl Edges {
    fn add(&mut self, when: &When) {
        match when {
            When::Changed(patterns) => self.patterns.extend(patterns.iter().cloned()),
            When::LinesOver(lines) => _ = self.lines.insert(*lines),
            When::TextOver { text, words, paragraphs } => {
                self.texts.insert(text.clone());
                self.sizes.extend(words.iter().chain(paragraphs));
            }
            When::Any(all) | When::All(all) => all.iter().for_each(|one| self.add(one)),
        }
    }
}

fn in_words(change: &ChangeFacts) -> String {
    let paths = change.paths.clone().unwrap_or_default();
    let mut text = format!("the change touches `{}`", paths.join("`, `"));
    if let Some(lines) = change.lines.filter(|lines| *lines > 0) {
        text += &format!(" with {lines} lines");
    }
    for (name, size) in change.texts.iter().filter(|(_, size)| size.words > 0) {
        text += &format!(", and `{name}` has {} words", size.words);
    }
    text
}

impl PanelChange {
    /// A panel that is not there any more.
    pub fn gone() -> Self {
        let says = "is gone: nobody has to sit as it says any more".to_owned();
        Self { says, loosens: true }
    }

    /// A panel that was not there.
    pub fn new_one() -> Self {
        Self { says: "is new: nothing to hold it against".to_owned(), loosens: false }
    }
}
