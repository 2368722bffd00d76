//! From KDL to a step: every mistake is reported, with its place.

use std::collections::HashMap;
use std::path::{Component, Path};

use kdl::{KdlNode, KdlValue};

use super::super::super::nodes::{entry_at, name_at};
use super::mistakes;
use crate::source::is_hidden;
use crate::systems::quality::{
    OutputKind, Review, ReviewCriterion, Step, StepOutput, WHOLE_STEP, may_be_an_id,
};
use crate::{Diagnostic, Span};

/// What may stand in a step.
const IN_STEP: [&str; 3] = ["output", "review", "notes"];
const IN_REVIEW: [&str; 2] = ["criterion", "guidance"];

/// Reads one step.
pub(super) struct Reader<'t> {
    text: &'t str,
    wrong: Vec<Diagnostic>,
    outputs: HashMap<String, Span>,
    step: Step,
}

impl<'t> Reader<'t> {
    pub(super) fn read(text: &'t str, nodes: &[KdlNode]) -> (Step, Vec<Diagnostic>) {
        let (wrong, outputs) = (Vec::new(), HashMap::new());
        let mut reader = Self { text, wrong, outputs, step: Step::default() };
        for (place, node) in nodes.iter().enumerate() {
            match (node.name().value(), place) {
                ("step", 0) => reader.step(node),
                ("step", _) => reader.report(node, mistakes::one_step),
                _ => reader.unknown(node, &["step"]),
            }
        }
        if nodes.is_empty() {
            reader.wrong.push(mistakes::no_step(Span::new(0, text.len().min(1))));
        }
        (reader.step, reader.wrong)
    }

    fn step(&mut self, node: &KdlNode) {
        if let Some((id, at)) = self.texts(node, 1, &[]).into_iter().next() {
            if !may_be_an_id(&id) {
                self.wrong.push(mistakes::not_an_id(at, &id));
            }
            self.step.id = id;
        }
        // A review may stand before the output that it is about.
        let (outputs, others): (Vec<_>, Vec<_>) =
            children(node).partition(|node| node.name().value() == "output");
        outputs.into_iter().for_each(|node| self.output(node));
        for node in others {
            match node.name().value() {
                "review" => self.review(node),
                "notes" if self.step.notes.is_some() => self.report(node, mistakes::said_twice),
                "notes" => self.step.notes = self.text(node),
                _ => self.unknown(node, &IN_STEP),
            }
        }
    }

    /// `output "chapters" type="files" { file "docs/install.md" "docs/undo.md" }`
    fn output(&mut self, node: &KdlNode) {
        let kind = self.kind(node);
        let optional = node.get("optional").and_then(KdlValue::as_bool);
        if node.get("optional").is_some() && optional.is_none() {
            self.report(node, mistakes::not_a_yes_or_no);
        }
        let Some((name, at)) = self.texts(node, 1, &["type", "optional"]).into_iter().next() else {
            return;
        };
        self.plain(&name, at);
        if name == WHOLE_STEP {
            self.wrong.push(mistakes::called_step(at));
        }
        if let Some(first) = self.outputs.insert(name.clone(), at) {
            self.wrong.push(mistakes::named_twice(at, first, &name));
        }
        let mut paths = Vec::new();
        for child in children(node) {
            match child.name().value() {
                "file" => paths.extend(self.paths(child)),
                _ => self.unknown(child, &["file"]),
            }
        }
        if kind == Some(OutputKind::File) && paths.len() > 1 {
            self.report(node, mistakes::one_file);
        }
        let (kind, optional) = (kind.unwrap_or(OutputKind::Files), optional.unwrap_or_default());
        self.step.outputs.push(StepOutput { name, kind, paths, optional });
    }

    fn kind(&mut self, node: &KdlNode) -> Option<OutputKind> {
        let kind = match node.get("type").and_then(KdlValue::as_string) {
            Some("file") => Some(OutputKind::File),
            Some("files") => Some(OutputKind::Files),
            _ => None,
        };
        if kind.is_none() {
            self.report(node, mistakes::no_type);
        }
        kind
    }

    fn paths(&mut self, node: &KdlNode) -> Vec<String> {
        let texts = self.texts(node, usize::MAX, &[]);
        for (path, at) in &texts {
            self.plain(path, *at);
            let inside =
                |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
            if !Path::new(path).components().all(inside) {
                self.wrong.push(mistakes::leads_out(*at, path));
            }
        }
        texts.into_iter().map(|(path, _)| path).collect()
    }

    /// `review "chapters" { criterion "AC1" "Every command is explained." }`
    fn review(&mut self, node: &KdlNode) {
        let named = self.texts(node, 1, &[]).into_iter().next();
        let mut review = Review::new("", []);
        let mut known: HashMap<String, Span> = HashMap::new();
        for child in children(node) {
            match child.name().value() {
                "criterion" => {
                    let Some((criterion, at)) = self.criterion(child) else { continue };
                    match known.insert(criterion.name.clone(), at) {
                        Some(first) => {
                            self.wrong.push(mistakes::named_twice(at, first, &criterion.name));
                        }
                        None => review.criteria.push(criterion),
                    }
                }
                "guidance" if review.guidance.is_some() => self.report(child, mistakes::said_twice),
                "guidance" => review.guidance = self.text(child),
                _ => self.unknown(child, &IN_REVIEW),
            }
        }
        if review.criteria.is_empty() {
            self.report(node, mistakes::no_criteria);
        }
        let Some((run_each, at)) = named else { return };
        if run_each != WHOLE_STEP && !self.outputs.contains_key(&run_each) {
            let names = self.outputs.keys().map(String::as_str).chain([WHOLE_STEP]);
            self.wrong.push(mistakes::unknown_output(at, &run_each, names));
        }
        review.run_each = run_each;
        self.step.reviews.push(review);
    }

    /// `criterion "AC1" "Every command is explained."`
    fn criterion(&mut self, node: &KdlNode) -> Option<(ReviewCriterion, Span)> {
        let mut texts = self.texts(node, 2, &[]).into_iter();
        let (name, at) = texts.next()?;
        self.plain(&name, at);
        let Some((question, question_at)) = texts.next() else {
            self.report(node, mistakes::no_question);
            return None;
        };
        self.plain(&question, question_at);
        Some((ReviewCriterion::new(name.trim(), question), at))
    }

    /// The one text of a node; lines are its own.
    fn text(&mut self, node: &KdlNode) -> Option<String> {
        self.texts(node, 1, &[]).into_iter().next().map(|(text, _)| text)
    }

    /// The texts behind the name of a node, from one to `most`.
    fn texts(&mut self, node: &KdlNode, most: usize, properties: &[&str]) -> Vec<(String, Span)> {
        let mut found = Vec::new();
        for entry in node.entries() {
            let at = entry_at(self.text, entry);
            match (entry.name(), entry.value()) {
                (Some(name), _) if properties.contains(&name.value()) => {}
                (None, KdlValue::String(text)) if found.len() < most => {
                    if text.trim().is_empty() {
                        self.wrong.push(mistakes::blank(at));
                    }
                    found.push((text.clone(), at));
                }
                (None, KdlValue::String(_)) | (Some(_), _) => {
                    self.wrong.push(mistakes::too_much(at));
                }
                (None, _) => self.wrong.push(mistakes::not_a_text(at)),
            }
        }
        if found.is_empty() && node.entries().iter().all(|entry| entry.name().is_some()) {
            self.report(node, mistakes::says_nothing);
        }
        found
    }

    /// A name, path or question stands on one line of what reviewers read.
    fn plain(&mut self, text: &str, at: Span) {
        if text.chars().any(is_hidden) {
            self.wrong.push(mistakes::hidden(at));
        }
    }

    fn report(&mut self, node: &KdlNode, mistake: fn(Span) -> Diagnostic) {
        self.wrong.push(mistake(name_at(self.text, node)));
    }

    fn unknown(&mut self, node: &KdlNode, known: &[&str]) {
        let at = name_at(self.text, node);
        self.wrong.push(mistakes::unknown_node(at, node.name().value(), known));
    }
}

fn children(node: &KdlNode) -> impl Iterator<Item = &KdlNode> {
    node.children().map(kdl::KdlDocument::nodes).unwrap_or_default().iter()
}
