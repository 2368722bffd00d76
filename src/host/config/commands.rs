//! Who is asked: `quality { command "./reviewer" "{system_prompt}" "{json_schema}" }`, `court { command "judge" }`.

use std::path::{Path, PathBuf};

use kdl::{KdlNode, KdlValue};

use super::super::nodes::{Shape, entry_at, name_at};
use super::mistakes;
use super::read::children;
use crate::{Diagnostic, Source, Span};

/// What may stand in the block of a system.
const SYSTEM: [&str; 1] = ["command"];

/// A command that `assize.kdl` names.
#[derive(Clone, Debug)]
pub struct ConfiguredCommand {
    /// The program and its arguments, as they stand there.
    pub argv: Vec<String>,
    /// The file, as it is shown: `assize.kdl at origin/main (0f3c…)`.
    pub file: String,
    /// The folder of the file, which a program with a `/` in its name starts from.
    pub folder: PathBuf,
    source: Source,
    at: Span,
}

impl ConfiguredCommand {
    pub(super) fn new(named: NamedCommand, source: &Source, folder: &Path) -> Self {
        let NamedCommand { argv, at } = named;
        let (source, file) = (source.clone(), source.name().to_owned());
        Self { argv, file, folder: folder.to_owned(), source, at }
    }

    /// The program with its arguments. A program with a `/` in its name lies where the file says, wherever it is run.
    pub fn to_run(&self) -> Vec<String> {
        let mut argv = self.argv.clone();
        if let (Some(program), Some(place)) = (argv.first_mut(), self.program()) {
            *program = place.to_string_lossy().into_owned();
        }
        argv
    }

    /// The program, where it is named by its place and not looked for in `PATH`.
    pub fn program(&self) -> Option<PathBuf> {
        let program = Path::new(self.argv.first()?);
        (program.components().count() > 1).then(|| self.folder.join(program))
    }

    /// Something that is wrong with it, at its place in the file.
    pub fn refuse(&self, wrong: Vec<Diagnostic>) -> crate::Diagnostics {
        let wrong = wrong.into_iter().map(|one| one.label(self.at, "this command"));
        crate::Diagnostics::new(vec![self.source.clone()], wrong.collect())
    }

    /// The SHA-256 of the file.
    pub fn sha256(&self) -> String {
        self.source.sha256().to_string()
    }
}

/// A command in the text of a file.
pub(super) struct NamedCommand {
    argv: Vec<String>,
    at: Span,
}

/// `quality { command "./reviewer" "{system_prompt}" "{json_schema}" }`
pub(super) fn read_system(
    node: &KdlNode,
    text: &str,
    shape: Shape,
    wrong: &mut Vec<Diagnostic>,
) -> Option<NamedCommand> {
    if let Some(entry) = node.entries().first() {
        wrong.push(mistakes::takes_none(entry_at(text, entry), node.name().value()));
    }
    let mut found = None;
    for child in children(node) {
        let at = name_at(text, child);
        if child.name().value() != "command" {
            wrong.push(mistakes::unknown_node(at, child.name().value(), &SYSTEM));
            continue;
        }
        if found.is_some() {
            wrong.push(mistakes::said_again(at, "command"));
        }
        let before = wrong.len();
        let command = NamedCommand { argv: read_argv(child, text, wrong), at };
        // The first one that is right is the one that is meant.
        if wrong.len() == before {
            found.get_or_insert(command);
        }
    }
    if found.is_none() && children(node).next().is_none() {
        wrong.push(mistakes::no_command(name_at(text, node), node.name().value(), shape.code));
    }
    found
}

/// Arguments are taken as they are: blanks in them are theirs.
fn read_argv(node: &KdlNode, text: &str, wrong: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut argv = Vec::new();
    for entry in node.entries() {
        let at = entry_at(text, entry);
        match (entry.name(), entry.value()) {
            (Some(name), _) => wrong.push(mistakes::no_argument(at, name.value())),
            (None, KdlValue::String(argument)) => argv.push(argument.clone()),
            (None, _) => wrong.push(mistakes::argument_not_text(at)),
        }
    }
    let at = name_at(text, node);
    if node.entries().is_empty() {
        wrong.push(mistakes::nothing_named(at, "command"));
    }
    if argv.first().is_some_and(|program| program.trim().is_empty()) {
        wrong.push(mistakes::no_program(at));
    }
    if node.children().is_some() {
        wrong.push(mistakes::takes_no_block(at, "command"));
    }
    argv
}
