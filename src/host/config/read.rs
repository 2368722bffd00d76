//! From KDL to words: every mistake is reported, with its place.

use kdl::{KdlDocument, KdlEntry, KdlNode, KdlValue};

use super::super::nodes::{Shape, entry_at, name_at, node_at, parse};
use super::commands::{NamedCommand, read_system};
use super::hook::{HookRules, read_hook};
use super::mistakes;
use crate::codec::{Lexicon, MisleadingName};
use crate::host::panel::{self, Names, Panel};
use crate::verdict::Severity;
use crate::{Diagnostic, Outcome, Source, Span};

/// What came of reading a file.
pub(super) struct ConfigRead {
    pub(super) lexicon: Lexicon,
    /// Whose rules judge: `rules-from "origin/main"`.
    pub(super) rules_from: Option<String>,
    /// Who may sit.
    pub(super) panels: Vec<Panel>,
    /// Who reviews the outputs of a step.
    pub(super) quality: Option<NamedCommand>,
    /// Who is asked as the court.
    pub(super) court: Option<NamedCommand>,
    /// What hooks hold.
    pub(super) hook: HookRules,
    pub(super) wrong: Vec<Diagnostic>,
}

/// What may stand at the top.
const TOP: [&str; 8] =
    ["words", "dialect", "shape", "panel", "rules-from", "quality", "court", "hook"];
const WORDS: [&str; 3] = ["stop", "caution", "go"];
const DIALECT: [&str; 8] =
    ["label", "word", "finding", "severity", "none", "introduces", "part", "shape"];
const SHAPE: Shape =
    Shape { code: "assize::host::config_malformed", example: "words { go \"freigegeben\" }" };

/// Reads the text of a file whose panels come from `origin`.
pub(super) fn read(source: &Source, origin: &str) -> ConfigRead {
    let text = source.text().unwrap_or_default();
    let mut reader = Reader {
        text,
        words: Vec::new(),
        systems: Vec::new(),
        read: ConfigRead {
            lexicon: Lexicon::default(),
            rules_from: None,
            panels: Vec::new(),
            quality: None,
            court: None,
            hook: HookRules::default(),
            wrong: Vec::new(),
        },
    };
    match parse(text, SHAPE) {
        Ok(nodes) => {
            // A panel has the words of the file, wherever they stand in it.
            let (panels, others): (Vec<_>, Vec<_>) =
                nodes.iter().partition(|node| node.name().value() == "panel");
            others.into_iter().for_each(|node| reader.top(node));
            let mut names = Names::new();
            for node in panels {
                reader.panel(node, (source, origin), &mut names);
            }
        }
        Err(wrong) => reader.read.wrong = wrong,
    }
    reader.read
}

struct Reader<'a> {
    text: &'a str,
    /// The words of verdicts so far, and what they are to mean.
    words: Vec<(String, Meant, Span)>,
    /// The systems that were named so far.
    systems: Vec<String>,
    read: ConfigRead,
}

/// What a word of a verdict is to mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meant {
    Outcome(Outcome),
    Caution,
}

/// What stands behind the name of a node.
#[derive(Default)]
struct Entries {
    texts: Vec<(String, Span)>,
    property: Option<(String, Span)>,
}

impl Reader<'_> {
    fn top(&mut self, node: &KdlNode) {
        match node.name().value() {
            "words" => self.lists(node),
            "dialect" => {
                self.dialect_name(node);
                children(node).for_each(|child| self.dialect(child));
            }
            "shape" => self.shape(node),
            "rules-from" => self.rules_from(node),
            "quality" | "court" => self.system(node),
            "hook" => self.hook(node),
            _ => self.unknown(node, &TOP),
        }
    }

    /// `words { stop "umdenken"; go "freigegeben" }`
    fn lists(&mut self, node: &KdlNode) {
        if let Some(entry) = node.entries().first() {
            let at = self.entry(entry);
            self.read.wrong.push(mistakes::takes_none(at, "words"));
        }
        children(node).for_each(|child| self.list(child));
    }

    /// `panel "ours" { … }`: its words are added to those of the file, and are of no other panel.
    fn panel(&mut self, node: &KdlNode, of: (&Source, &str), names: &mut Names) {
        let (lexicon, words) = (self.read.lexicon.clone(), self.words.clone());
        let mut wrong = Vec::new();
        let panel = panel::read(
            node,
            of,
            names,
            |nodes| {
                nodes.iter().for_each(|node| self.lists(node));
                std::mem::replace(&mut self.read.lexicon, lexicon)
            },
            &mut wrong,
        );
        self.words = words;
        self.read.panels.extend(panel);
        self.read.wrong.append(&mut wrong);
    }

    /// `court { command "judge" }`
    fn system(&mut self, node: &KdlNode) {
        let name = node.name().value();
        if self.systems.iter().any(|known| known == name) {
            self.read.wrong.push(mistakes::said_again(self.name_of(node), name));
        }
        self.systems.push(name.to_owned());
        let named = read_system(node, self.text, SHAPE, &mut self.read.wrong);
        match name {
            "court" => self.read.court = named,
            _ => self.read.quality = named,
        }
    }

    /// `hook { hold "git push" }`
    fn hook(&mut self, node: &KdlNode) {
        if self.systems.iter().any(|known| known == "hook") {
            self.read.wrong.push(mistakes::said_again(self.name_of(node), "hook"));
        }
        self.systems.push("hook".to_owned());
        self.read.hook = read_hook(node, self.text, &mut self.read.wrong);
    }

    /// `rules-from "origin/main"`
    fn rules_from(&mut self, node: &KdlNode) {
        let named = self.entries(node, None).texts;
        let again = self.read.rules_from.is_some().then(|| self.name_of(node));
        if let Some(at) = named.get(1).map(|(_, at)| *at).or(again) {
            self.read.wrong.push(mistakes::one_commit(at));
        }
        if let Some((commit, _)) = named.into_iter().next() {
            self.read.rules_from = Some(commit);
        }
    }

    /// `stop "umdenken" "zurück"`
    fn list(&mut self, node: &KdlNode) {
        let meant = match node.name().value() {
            "stop" => Meant::Outcome(Outcome::Fail),
            "go" => Meant::Outcome(Outcome::Pass),
            "caution" => Meant::Caution,
            _ => return self.unknown(node, &WORDS),
        };
        for (word, at) in self.entries(node, None).texts {
            self.word(&word, meant, at);
        }
    }

    /// `shape "ours" { member "gate"; verdict "gate" { pass "up" } }`
    fn shape(&mut self, node: &KdlNode) {
        let at = node_at(self.text, node);
        let text = self.text.get(at.start as usize..at.end as usize).unwrap_or_default();
        if let Err(wrong) = self.read.lexicon.add_shapes(&Source::new("shape", text)) {
            let placed = wrong.items().iter().cloned().map(|mut told| {
                told.each_span(&mut |span| {
                    *span = Span { start: span.start + at.start, end: span.end + at.start, ..*span }
                });
                told
            });
            self.read.wrong.extend(placed);
        }
    }

    fn dialect_name(&mut self, node: &KdlNode) {
        let entries = node.entries();
        match entries {
            [] => {
                let at = self.name_of(node);
                self.read.wrong.push(mistakes::nothing_named(at, "dialect"));
            }
            [name, more @ ..] => {
                let _ = self.text_of(name);
                if let Some(more) = more.first().or(name.name().map(|_| name)) {
                    let at = self.entry(more);
                    self.read.wrong.push(mistakes::takes_none(at, "dialect"));
                }
            }
        }
    }

    /// One line of a dialect.
    fn dialect(&mut self, node: &KdlNode) {
        match node.name().value() {
            "label" => {
                for (label, at) in self.entries(node, None).texts {
                    self.label(&label, at);
                }
            }
            "word" => {
                let entries = self.entries(node, Some("means"));
                let Some(means) = self.value(&entries, Outcome::ALL) else { return };
                for (word, at) in entries.texts {
                    self.word(&word, Meant::Outcome(means), at);
                }
            }
            "finding" => {
                let entries = self.entries(node, Some("severity"));
                let Some(severity) = self.value(&entries, Severity::ALL) else { return };
                for (label, at) in entries.texts {
                    if self.may_be_worth(&label, severity, at) {
                        self.read.lexicon.add_finding(label, severity);
                    }
                }
            }
            "severity" => {
                let entries = self.entries(node, Some("is"));
                let Some(severity) = self.value(&entries, Severity::ALL) else { return };
                for (word, at) in entries.texts {
                    if self.may_be_worth(&word, severity, at) {
                        self.read.lexicon.add_severity(word, severity);
                    }
                }
            }
            "none" => {
                for (word, at) in self.entries(node, None).texts {
                    self.none(word, at);
                }
            }
            kind @ ("introduces" | "part") => {
                for (word, at) in self.entries(node, None).texts {
                    let lexicon = &mut self.read.lexicon;
                    let added = match kind {
                        "part" => lexicon.add_part(word),
                        _ => lexicon.add_introduction(word),
                    };
                    if let Err(MisleadingName(word)) = added {
                        let (means, meant) = ("a verdict or a finding", format!("`{kind}`"));
                        let mistake = mistakes::misleading_word(at, &word, means, &meant);
                        self.read.wrong.push(mistake);
                    }
                }
            }
            "shape" => self.shape(node),
            _ => self.unknown(node, &DIALECT),
        }
    }

    /// A word of a verdict; one that reviewers mean something worse by is refused.
    fn word(&mut self, word: &str, meant: Meant, at: Span) {
        let known = self.words.iter().find(|(known, ..)| Lexicon::is_same(known, word));
        if let Some((_, other, first)) = known {
            if *other != meant {
                self.read.wrong.push(mistakes::word_twice(at, *first, word));
            }
            return;
        }
        let added = match meant {
            Meant::Outcome(outcome) => self.read.lexicon.add_word(word, outcome),
            Meant::Caution => self.read.lexicon.add_caution(word),
        };
        if let Err(misleading) = added {
            let means = format!("`{}`", misleading.means);
            let meant = format!("`{}`", misleading.meant);
            self.read.wrong.push(mistakes::misleading_word(at, word, &means, &meant));
        }
        self.words.push((word.to_owned(), meant, at));
    }

    /// A name of a finding says of what stands behind it that it is one.
    fn label(&mut self, label: &str, at: Span) {
        match Lexicon::names_a_finding(label) {
            true => {
                let mistake = mistakes::misleading_word(at, label, "a finding", "a verdict");
                self.read.wrong.push(mistake);
            }
            false => self.read.lexicon.add_label(label),
        }
    }

    /// Whether a name or a mark of findings may be worth so much. What was said above counts, too.
    fn may_be_worth(&mut self, word: &str, meant: Severity, at: Span) -> bool {
        let worth = self.read.lexicon.worth_more(word, meant);
        if let Some(means) = worth {
            let (means, meant) = (format!("`{means}`"), format!("`{meant}`"));
            self.read.wrong.push(mistakes::misleading_word(at, word, &means, &meant));
        }
        worth.is_none()
    }

    fn none(&mut self, word: String, at: Span) {
        match Lexicon::is_something(&word) {
            Some(means) => {
                self.read.wrong.push(mistakes::misleading_word(
                    at,
                    &word,
                    &means,
                    "that there is nothing",
                ));
            }
            None => self.read.lexicon.add_none(word),
        }
    }

    /// The texts behind the name of a node, and its property, if it has to have one.
    fn entries(&mut self, node: &KdlNode, property: Option<&'static str>) -> Entries {
        let name = node.name().value();
        let mut found = Entries::default();
        for entry in node.entries() {
            let is_property = entry.name().map(|name| Some(name.value()) == property);
            if is_property == Some(false) {
                let (at, said) = (self.entry(entry), entry.name().map_or("", |n| n.value()));
                self.read.wrong.push(mistakes::unknown_property(at, said, property));
                continue;
            }
            let Some(text) = self.text_of(entry) else {
                // It is there, and told already.
                if is_property == Some(true) {
                    found.property.get_or_insert((String::new(), self.entry(entry)));
                } else {
                    found.texts.push((String::new(), self.entry(entry)));
                }
                continue;
            };
            match is_property {
                Some(_) => found.property = Some((text, self.entry(entry))),
                None => found.texts.push((text, self.entry(entry))),
            }
        }
        let at = self.name_of(node);
        let misspelt = node.entries().iter().filter_map(KdlEntry::name);
        let misspelt = misspelt.filter(|name| Some(name.value()) != property).count() > 0;
        if found.texts.is_empty() {
            self.read.wrong.push(mistakes::nothing_named(at, name));
        }
        found.texts.retain(|(text, _)| !text.is_empty());
        if let (Some(property), None) = (property, &found.property)
            && !misspelt
        {
            self.read.wrong.push(mistakes::property_missing(at, name, property));
        }
        if node.children().is_some() {
            self.read.wrong.push(mistakes::takes_no_block(at, name));
        }
        found
    }

    /// The text of an entry; one that is none, or is blank, is reported.
    fn text_of(&mut self, entry: &KdlEntry) -> Option<String> {
        let at = self.entry(entry);
        match entry.value() {
            KdlValue::String(text) if Lexicon::is_same(text, "") => {
                self.read.wrong.push(mistakes::blank(at));
                None
            }
            KdlValue::String(text) => Some(text.trim().to_owned()),
            _ => {
                self.read.wrong.push(mistakes::not_text(at));
                None
            }
        }
    }

    /// What a property says, in one of the words that it may say.
    fn value<T: Copy + std::fmt::Display>(&mut self, entries: &Entries, all: &[T]) -> Option<T> {
        let (said, at) = entries.property.as_ref().filter(|(said, _)| !said.is_empty())?;
        let names: Vec<String> = all.iter().map(ToString::to_string).collect();
        let found = names.iter().position(|name| name == said);
        if found.is_none() {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            self.read.wrong.push(mistakes::unknown_value(*at, said, &names));
        }
        found.map(|at| all[at])
    }

    fn unknown(&mut self, node: &KdlNode, known: &[&str]) {
        let at = self.name_of(node);
        self.read.wrong.push(mistakes::unknown_node(at, node.name().value(), known));
    }

    fn name_of(&self, node: &KdlNode) -> Span {
        name_at(self.text, node)
    }

    fn entry(&self, entry: &KdlEntry) -> Span {
        entry_at(self.text, entry)
    }
}

pub(super) fn children(node: &KdlNode) -> impl Iterator<Item = &KdlNode> {
    node.children().into_iter().flat_map(KdlDocument::nodes)
}
