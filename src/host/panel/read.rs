//! From KDL to a panel: every mistake is reported, with its place.

use std::collections::{HashMap, HashSet};

use kdl::KdlNode;

use super::folder::pattern_misfit;
use super::mistakes;
use super::reader::{Block, NodeEntries, Reader, Scalar, children};
use super::{ChosenParam, ChosenPolicy, Panel, PanelSeat, ParamValue, When};
use crate::codec::Lexicon;
use crate::docket::Stake;
use crate::host::config::unknown_node;
use crate::host::nodes::{name_at, node_at};
use crate::host::policies::is_name;
use crate::host::reports::SUMMARY;
use crate::host::subjects::pair_of;
use crate::ir::glob::never_fits;
use crate::source::composed_owned;
use crate::verdict::{Kind, Subject};
use crate::{Diagnostic, Format, Source, Span, Stage};

/// What may stand in a panel.
const PANEL: [&str; 15] = [
    "reports",
    "gate",
    "audit",
    "redispatch",
    "seat",
    "criterion",
    "pair",
    "kind",
    "formats",
    "words",
    "overrides",
    "require-round",
    "require-end",
    "self-review",
    "about",
];
/// What `self-review` says.
const INLINE: &str = "max-inline-files";
/// Of these, any number.
const MANY: [&str; 4] = ["seat", "criterion", "pair", "words"];
/// What may stand in the block of a seat.
const SEAT: [&str; 4] = ["when-changed", "when-lines-over", "when-text-over", "when-all"];
/// What may stand in the block of `when-all`, and in one of `any`.
const ALL: [&str; 4] = ["changed", "lines-over", "text-over", "any"];
const ANY: [&str; 3] = ["changed", "lines-over", "text-over"];
/// How a seat may count.
const STAKES: [Stake; 3] = [Stake::Required, Stake::Voting, Stake::Observer];
/// Heavier is no one: a weight says how many others one is worth.
const HEAVIEST: i128 = 1000;

/// The names that were seen: of panels, with their places.
pub(in crate::host) type Names = HashMap<String, Span>;

/// Reads a node `panel`. `words` reads the words in its block, and gives all of them.
pub(in crate::host) fn read(
    node: &KdlNode,
    (source, origin): (&Source, &str),
    known: &mut Names,
    words: impl FnOnce(&[&KdlNode]) -> Lexicon,
    wrong: &mut Vec<Diagnostic>,
) -> Option<Panel> {
    let text = source.text().unwrap_or_default();
    let mut reader = Reader { text, wrong };
    let told = reader.told(node, &[], Block::Of(&PANEL));
    let name = reader.only_text(&told, "a name: `panel \"ours\" { … }`");
    if let Some((name, at)) = &name {
        if !is_name(name) {
            reader.wrong.push(mistakes::odd_name(*at));
        } else if let Some(first) = known.insert(name.clone(), *at) {
            reader.wrong.push(mistakes::panel_twice(*at, first, name));
        }
    }
    let at = name.as_ref().map_or(told.at, |(_, at)| *at);
    let named = name.as_ref().map(|(name, _)| name.clone()).unwrap_or_default();
    let mut panel =
        Panel { node: node_at(text, node), at, ..Panel::empty(&named, origin, source.clone()) };
    let mut once: HashMap<&str, Span> = HashMap::new();
    let mut seats = Seats::default();
    let mut subjects: HashSet<Subject> = HashSet::new();
    for child in children(node) {
        let name = child.name().value();
        if PANEL.contains(&name) && !MANY.contains(&name) {
            let at = name_at(text, child);
            if let Some(first) = once.insert(name, at) {
                reader.wrong.push(mistakes::said_twice(at, first, name));
                continue;
            }
        }
        match name {
            "seat" => panel.seats.extend(reader.seat(child, &mut seats)),
            "words" => {}
            "criterion" | "pair" => {
                panel.subjects.extend(reader.subject(child, &mut subjects));
            }
            _ => reader.setting(child, &mut panel),
        }
    }
    if !children(node).iter().any(|child| child.name().value() == "seat") {
        reader.wrong.push(mistakes::nobody_sits(at));
    }
    seats.same_files(&panel.seats, reader.wrong);
    let own: Vec<&KdlNode> =
        children(node).iter().filter(|child| child.name().value() == "words").collect();
    panel.lexicon = words(&own);
    name.is_some().then_some(panel)
}

impl Panel {
    /// One on which no one sits yet.
    pub(in crate::host) fn empty(name: &str, origin: &str, source: Source) -> Self {
        Self {
            name: name.to_owned(),
            origin: origin.to_owned(),
            about: String::new(),
            reports: Vec::new(),
            policies: Vec::new(),
            seats: Vec::new(),
            subjects: Vec::new(),
            kind: None,
            formats: Vec::new(),
            lexicon: Lexicon::default(),
            overrides: true,
            require_round: false,
            require_end: false,
            self_review_inline_files: None,
            base: None,
            source,
            node: Span::default(),
            at: Span::default(),
        }
    }
}

/// Where seats and their files were named.
#[derive(Default)]
pub(in crate::host) struct Seats {
    names: HashMap<String, Span>,
    files: HashMap<String, Span>,
}

impl Seats {
    /// `seat "a" file="b.md"; seat "b"`: whose is `b.md`?
    fn same_files(&self, seats: &[PanelSeat], wrong: &mut Vec<Diagnostic>) {
        let alone: HashMap<&str, Span> = seats
            .iter()
            .filter(|seat| seat.file.is_none())
            .filter_map(|seat| Some((seat.name.as_str(), *self.names.get(&seat.name)?)))
            .collect();
        for seat in seats {
            let Some(file) = &seat.file else { continue };
            let stem = std::path::Path::new(file).file_stem().and_then(|stem| stem.to_str());
            let other = stem.filter(|stem| *stem != seat.name).and_then(|stem| alone.get(stem));
            if let (Some(first), Some(at)) = (other, self.files.get(file)) {
                wrong.push(mistakes::file_twice(*at, *first, file));
            }
        }
    }
}

impl<'a> Reader<'a, '_> {
    /// What a panel says once.
    pub(in crate::host) fn setting(&mut self, node: &'a KdlNode, panel: &mut Panel) {
        match node.name().value() {
            "reports" => {
                let told = self.told(node, &[], Block::None);
                for (pattern, at) in self.texts(&told, "a folder: `reports \".reviews/{task}\"`") {
                    match pattern_misfit(&pattern) {
                        Some(why) => self.wrong.push(mistakes::odd_pattern(at, why)),
                        None => panel.reports.push(pattern),
                    }
                }
            }
            "about" => {
                let told = self.told(node, &[], Block::None);
                let about = self.only_text(&told, "a text: `about \"who reviews the service\"`");
                panel.about = about.map(|(text, _)| text).unwrap_or_default();
            }
            "kind" => {
                let told = self.told(node, &[], Block::None);
                let wanted = "the kind of work that an auditor judges: `kind \"design\"`";
                let said = self.only_text(&told, wanted);
                panel.kind = said.and_then(|(said, at)| self.one_of(&said, at, Kind::ALL));
            }
            "formats" => {
                let told = self.told(node, &[], Block::None);
                let wanted = "names of formats: `formats \"verdict-file\" \"yaml-block\"`";
                for (said, at) in self.texts(&told, wanted) {
                    panel.formats.extend(self.one_of(&said, at, Format::ALL));
                }
            }
            "overrides" => {
                let told = self.told(node, &[], Block::None);
                let wanted =
                    "`#false`, to refuse every opening that overrides or excuses something";
                panel.overrides = self.truth(&told, wanted).unwrap_or(panel.overrides);
            }
            kind @ ("require-round" | "require-end") => {
                let told = self.told(node, &[], Block::None);
                let wanted = "nothing, or `#false`";
                let asked = match told.arguments.as_slice() {
                    [] => None,
                    _ => self.truth(&told, wanted),
                };
                let own = match kind {
                    "require-end" => &mut panel.require_end,
                    _ => &mut panel.require_round,
                };
                *own = asked.unwrap_or(true);
            }
            "self-review" => {
                let told = self.told(node, &[INLINE], Block::None);
                let wanted = "a number of files: `self-review max-inline-files=0`";
                for (_, at) in &told.arguments {
                    self.wrong.push(mistakes::value(*at, wanted));
                }
                match told.property(INLINE) {
                    Some((value, at)) => {
                        let most = self.number_in(value, at, (0, i128::from(u32::MAX)), wanted);
                        panel.self_review_inline_files =
                            most.and_then(|most| u32::try_from(most).ok());
                    }
                    None => self.wrong.push(mistakes::value(told.at, wanted)),
                }
            }
            name => match name.parse::<Stage>() {
                Ok(stage) => panel.policies.extend(self.policy(node, stage)),
                Err(_) => {
                    let at = name_at(self.text, node);
                    self.wrong.push(unknown_node(at, name, &PANEL));
                }
            },
        }
    }

    /// `criterion "AC2" "Every migration can be undone."`, `pair "notes/cache.md :: evidence"`
    pub(in crate::host) fn subject(
        &mut self,
        node: &'a KdlNode,
        known: &mut HashSet<Subject>,
    ) -> Option<Subject> {
        let told = self.told(node, &[], Block::None);
        let (subject, at) = if told.name == "criterion" {
            let wanted =
                "a name, and what it asks: `criterion \"AC2\" \"Every migration can be undone.\"`";
            if let Some((_, more)) = told.arguments.get(2) {
                self.wrong.push(mistakes::too_much(*more, told.name, wanted));
            }
            let texts = self.texts(&told, wanted);
            let (id, at) = texts.into_iter().next()?;
            (Subject::Criterion(id), at)
        } else {
            let wanted = "a note and a gate: `pair \"notes/cache.md :: evidence\"`";
            let (said, at) = self.only_text(&told, wanted)?;
            let Some(pair) = pair_of(&said) else {
                self.wrong.push(mistakes::value(at, wanted));
                return None;
            };
            (pair, at)
        };
        if !known.insert(subject.clone()) {
            self.wrong.push(mistakes::subject_twice(at, told.name));
        }
        Some(subject)
    }

    /// `gate "any-blocker" { min-reviewers 2 }`
    fn policy(&mut self, node: &'a KdlNode, stage: Stage) -> Option<ChosenPolicy> {
        let told = self.told(node, &[], Block::Open);
        let wanted = format!("the name of a policy: `{stage} \"ours\"`");
        let (name, at) = self.only_text(&told, &wanted)?;
        let mut params: Vec<ChosenParam> = Vec::new();
        for child in children(node) {
            let told = self.told(child, &[], Block::None);
            if told.name.contains('_') {
                self.wrong.push(mistakes::snake_case(told.at, told.name));
                continue;
            }
            let name = told.name.replace('-', "_");
            if let Some(first) = params.iter().find(|param| param.name == name) {
                self.wrong.push(mistakes::said_twice(told.at, first.at, told.name));
                continue;
            }
            let wanted = "a number or texts: `min-reviewers 2`";
            if told.arguments.is_empty() {
                self.wrong.push(mistakes::value(told.at, wanted));
            }
            let mut values = Vec::new();
            for (value, at) in &told.arguments {
                match value {
                    Scalar::Number(number) => values.push(ParamValue::Number(*number)),
                    value => {
                        let text = self.text_in(value, *at, wanted);
                        values.extend(text.map(ParamValue::Text));
                    }
                }
            }
            let at =
                told.arguments.iter().fold(told.at, |all, (_, at)| Span { end: at.end, ..all });
            params.push(ChosenParam { name, values, at });
        }
        Some(ChosenPolicy { stage, name, params, at })
    }

    /// `seat "security" file="security.md" stake="voting" weight=2 { when-changed "src/**" }`
    pub(in crate::host) fn seat(
        &mut self,
        node: &'a KdlNode,
        seats: &mut Seats,
    ) -> Option<PanelSeat> {
        let known = ["file", "legacy", "agent", "stake", "weight"];
        let told = self.told_of_seat(node, &known, Block::Of(&SEAT));
        let name = self.only_text(&told, "a name: `seat \"qa\" file=\"qa.md\"`");
        let name = name.map(|(name, at)| (composed_owned(name), at));
        if let Some((name, at)) = &name {
            if name.contains(['/', '\\']) {
                self.wrong.push(mistakes::names_a_path(*at));
            } else if let Some(first) = seats.names.insert(name.clone(), *at) {
                self.wrong.push(mistakes::seat_twice(*at, first, name));
            }
        }
        let file = self.file(&told, "file", seats);
        let legacy = self.file(&told, "legacy", seats);
        let agent = told.property("agent").and_then(|(value, at)| {
            self.text_in(value, at, "the type of its agent: `agent=\"qa-auditor\"`")
        });
        let stake = told.property("stake").and_then(|(value, at)| {
            let said = self.text_in(value, at, "how the seat counts: `stake=\"voting\"`")?;
            self.one_of(&said, at, &STAKES)
        });
        let weight = told.property("weight").and_then(|(value, at)| {
            let wanted = "a number from 1 to 1000: `weight=2`; one that never counts is \
                          `stake=\"observer\"`";
            u32::try_from(self.number_in(value, at, (1, HEAVIEST), wanted)?).ok()
        });
        let mut when = Vec::new();
        for child in children(node) {
            when.extend(self.when(child, &SEAT));
        }
        if node.children().is_some() && children(node).is_empty() {
            self.wrong.push(mistakes::empty_block(told.at, "seat"));
        }
        let labels = told.labels;
        Some(PanelSeat { name: name?.0, file, legacy, agent, stake, weight, labels, when })
    }

    /// The file that a seat writes, or wrote before: a name in the folder of reports.
    fn file(
        &mut self,
        told: &NodeEntries<'_>,
        property: &str,
        seats: &mut Seats,
    ) -> Option<String> {
        let (value, at) = told.property(property)?;
        let file =
            self.text_in(value, at, "the file that the reviewer writes: `file=\"qa.md\"`")?;
        if file.contains(['/', '\\']) || file.starts_with('.') || file == SUMMARY {
            self.wrong.push(mistakes::odd_file(at));
        } else if let Some(first) = seats.files.insert(file.clone(), at) {
            self.wrong.push(mistakes::file_twice(at, first, &file));
        }
        Some(file)
    }

    /// A line that says when a seat sits.
    fn when(&mut self, node: &'a KdlNode, known: &[&str]) -> Option<When> {
        let name = node.name().value();
        if !known.contains(&name) {
            self.wrong.push(unknown_node(name_at(self.text, node), name, known));
            return None;
        }
        match name.trim_start_matches("when-") {
            "changed" => {
                let told = self.told(node, &[], Block::None);
                let wanted = "patterns of paths: `when-changed \"**/*.ts\" \"**/*.tsx\"`";
                let patterns = self.texts(&told, wanted);
                for (pattern, at) in &patterns {
                    if let Some(why) = never_fits(pattern) {
                        self.wrong.push(mistakes::fits_nothing(*at, why));
                    }
                }
                Some(When::Changed(patterns.into_iter().map(|(pattern, _)| pattern).collect()))
            }
            "lines-over" => {
                let told = self.told(node, &[], Block::None);
                let wanted = "a number of lines: `when-lines-over 50`";
                let (value, at) = self.only(&told, wanted)?.clone();
                self.count(&value, at, wanted).map(When::LinesOver)
            }
            "text-over" => {
                let told = self.told(node, &["words", "paragraphs"], Block::None);
                let wanted = "the name of a text, and how long it may be: `when-text-over \"description\" words=400`";
                let text = self.only_text(&told, wanted);
                let mut most = |name: &str| {
                    let (value, at) = told.property(name)?;
                    self.count(value, at, wanted)
                };
                let (words, paragraphs) = (most("words"), most("paragraphs"));
                if told.property("words").or(told.property("paragraphs")).is_none() {
                    self.wrong.push(mistakes::value(told.at, wanted));
                }
                Some(When::TextOver { text: text?.0, words, paragraphs })
            }
            block => {
                let inside: &[&str] = if block == "all" { &ALL } else { &ANY };
                let told = self.told(node, &[], Block::Of(inside));
                if let Some((_, at)) = told.arguments.first() {
                    self.wrong.push(mistakes::too_much(*at, told.name, "a block"));
                }
                if children(node).is_empty() {
                    self.wrong.push(mistakes::empty_block(told.at, told.name));
                }
                let all = children(node).iter().filter_map(|child| self.when(child, inside));
                let all = all.collect();
                Some(if block == "all" { When::All(all) } else { When::Any(all) })
            }
        }
    }

    /// A number from 0 that a change can be compared with.
    fn count(&mut self, value: &Scalar, at: Span, wanted: &str) -> Option<u64> {
        let most = i128::from(u32::MAX);
        u64::try_from(self.number_in(value, at, (0, most), wanted)?).ok()
    }

    /// One of some words.
    pub(in crate::host) fn one_of<T: Copy + std::fmt::Display>(
        &mut self,
        said: &str,
        at: Span,
        all: &[T],
    ) -> Option<T> {
        let names: Vec<String> = all.iter().map(ToString::to_string).collect();
        // A format by a name that it had before is that format.
        let format = said.parse::<Format>().map_or("", Format::as_str);
        let found = names.iter().position(|name| name == said || name == format);
        if found.is_none() {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            self.wrong.push(mistakes::unknown_word(at, said, &names));
        }
        found.map(|at| all[at])
    }
}
