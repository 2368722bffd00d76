//! `assize pairs contract`: what to tell a reviewer of notes.

use std::path::{Component, Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::super::answer::{Format, Shape};
use super::super::console::Console;
use super::super::inputs::current_dir;
use super::super::stages;
use crate::emit::json;
use crate::host::{
    EVIDENCE_MISSING as MISSING, Judged, Kind, SubjectFile, Writer, evidence, shown, subjects,
};
use crate::systems::pairs::{
    AskedText, Form, NoteLink, Pair, Prompt, Text, link_targets, unescaped,
};
use crate::{Diagnostic, Diagnostics, Source};

/// Print what to tell a reviewer who judges notes by gates: a prompt for every pair of them
///
/// Asks for one block between sentinel lines for each pair, or with `--schema` for one JSON object. Which pairs: every note
/// by every gate, or those of `--pairs`. With `--embed` the texts stand in the prompt, each once; a line in one that looks like a
/// sentinel is quoted with `> `, so that no text can begin or end a review.
///
/// Where a note can be read, the files that it links to are looked up, and the prompt says which of them are there.
///
/// With `--format json` the answer says which texts the pairs are about (`texts`): kept in a file, it is what `assize pairs ingest
/// --asked` binds the reviews to.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  the prompt was printed
  2  no prompt: a usage error, a name that cannot be asked for, a text that is missing or blank

Examples:
  assize pairs contract --note notes/cache.md --gate evidence.md --gate clarity.md
  assize pairs contract --note notes/cache.md --gate evidence.md --embed
  assize pairs contract --pairs pairs.txt
  assize pairs contract --pairs pairs.txt --schema --format json")]
pub(in crate::cli) struct Contract {
    /// A note, by the path that names it
    #[arg(long, value_name = "FILE", help_heading = "Pairs")]
    note: Vec<String>,
    /// A gate: the file that it stands in, which names it without `.md`, or `ID=FILE`
    #[arg(long, value_name = "FILE|ID=FILE", help_heading = "Pairs")]
    gate: Vec<String>,
    /// The pairs to ask for: one line `notes/cache.md :: evidence` each
    #[arg(long, value_name = "FILE", help_heading = "Pairs")]
    pairs: Option<PathBuf>,
    /// Put the texts of the notes and gates into the prompt
    #[arg(long, help_heading = "Prompt")]
    embed: bool,
    /// Ask for one JSON object by a schema, for a harness that can hold a reviewer to one
    #[arg(long, help_heading = "Prompt")]
    schema: bool,
    /// The file that the reviewer is to write its answer into, instead of printing it
    #[arg(long, value_name = "FILE", help_heading = "Prompt")]
    answer: Option<String>,
    #[command(flatten)]
    shape: Shape,
}

#[derive(Serialize)]
struct View<'a> {
    schema_version: u32,
    form: &'static str,
    pairs: &'a [Pair],
    texts: &'a [Row],
    links: &'a [NoteLink],
    prompt: &'a str,
    prompt_sha256: String,
    schema: Option<crate::codec::Data>,
}

/// A text that the pairs are about, as it is now.
#[derive(Serialize)]
struct Row {
    kind: &'static str,
    name: String,
    #[serde(flatten)]
    text: AskedText,
}

impl Contract {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let (mut rows, mut links) = (Vec::new(), Vec::new());
        let rendered = self
            .prompt(disk, (&mut rows, &mut links))
            .and_then(|prompt| Ok((prompt.render()?, prompt)));
        let (text, prompt) = match rendered {
            Ok(rendered) => rendered,
            Err(reason) => return stages::refuse(&reason, self.shape, console),
        };
        match self.shape.format() {
            Format::Text => console.answer(&text, 0),
            Format::Json => {
                let schema = prompt.schema().and_then(|text| crate::codec::data_of_json(text).ok());
                let view = View {
                    schema_version: json::SCHEMA_VERSION,
                    form: if self.schema { "schema" } else { "sentinel" },
                    pairs: prompt.asked(),
                    texts: &rows,
                    links: &links,
                    prompt: &text,
                    prompt_sha256: crate::source::Sha256::of(text.as_bytes()).to_string(),
                    schema,
                };
                console.answer(&json::print(&view), 0)
            }
        }
    }

    fn prompt(
        &self,
        disk: &dyn Writer,
        (rows, links): (&mut Vec<Row>, &mut Vec<NoteLink>),
    ) -> Result<Prompt, Diagnostics> {
        let mut wrong = Diagnostics::default();
        let asked = match &self.pairs {
            Some(path) => pairs_of(disk, path, &[])?,
            None => Vec::new(),
        };
        let mut notes: Vec<(String, PathBuf)> =
            self.note.iter().map(|note| (note.clone(), PathBuf::from(note))).collect();
        let mut gates: Vec<(String, Option<PathBuf>)> =
            self.gate.iter().map(|gate| gate_of(gate)).collect();
        let mut inside = Vec::new();
        for pair in &asked {
            if !notes.iter().any(|(name, _)| *name == pair.note) {
                inside.push(pair.note.clone());
                notes.push((pair.note.clone(), PathBuf::from(&pair.note)));
            }
            if !gates.iter().any(|(name, _)| *name == pair.gate) {
                gates.push((pair.gate.clone(), None));
            }
        }
        let mut read = |kind: &'static str, name: String, (named, path): (bool, &Path)| {
            let found = self.text(disk, named, path).map_err(|reason| wrong.push(reason)).ok();
            let source = found.flatten();
            if let Some((source, text)) = &source {
                if kind == "note" {
                    links.extend(links_of(disk, &name, path, text));
                }
                let text = AskedText::new(path.to_string_lossy(), source.bytes());
                rows.push(Row { kind, name: name.clone(), text });
            }
            let embedded = |(_, text): (Source, String)| self.embed.then_some(text);
            Text { text: source.and_then(embedded), name }
        };
        let note = |(name, path): (String, PathBuf)| {
            let named = !inside.contains(&name);
            read("note", name, (named, &path))
        };
        let notes: Vec<Text> = notes.into_iter().map(note).collect();
        let gate = |(name, path): (String, Option<PathBuf>)| match path {
            Some(path) => read("gate", name, (true, &path)),
            None => Text { text: None, name },
        };
        let gates: Vec<Text> = gates.into_iter().map(gate).collect();
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let form = if self.schema { Form::Schema } else { Form::Sentinel };
        let prompt = Prompt::new(notes, gates, form).answer(self.answer.clone());
        let prompt = prompt.links(links.clone());
        Ok(if asked.is_empty() { prompt } else { prompt.pairs(asked) })
    }

    /// The text of a note or a gate. What only a list of pairs names must not leave the current folder. Where no text is
    /// embedded, one that cannot be read is none.
    fn text(
        &self,
        disk: &dyn Writer,
        named: bool,
        path: &Path,
    ) -> Result<Option<(Source, String)>, Diagnostic> {
        match self.read(disk, named, path) {
            Err(_) if !self.embed => Ok(None),
            read => read.map(Some),
        }
    }

    fn read(
        &self,
        disk: &dyn Writer,
        named: bool,
        path: &Path,
    ) -> Result<(Source, String), Diagnostic> {
        let here = current_dir()?;
        let source = match (named, path.to_str()) {
            (false, Some(inside)) => evidence(disk, None, (&here, inside)),
            _ => evidence(disk, Some(path), (&here, "")),
        };
        let source = source.map_err(|reason| match reason.code == MISSING {
            true => nothing_to_embed(path),
            false => reason,
        })?;
        let text = text_of(&source)?;
        Ok((source, text))
    }
}

/// Where the links of a note lead: beside the note, or below the current folder where they begin with `/`. What leaves that folder
/// is not looked at, and neither are the links of a note that lies outside of it.
fn links_of(disk: &dyn Writer, note: &str, path: &Path, text: &str) -> Vec<NoteLink> {
    let here = current_dir().unwrap_or_default();
    let path = path.strip_prefix(&here).unwrap_or(path);
    let Some(folder) = below(Vec::new(), path.parent().unwrap_or(Path::new(""))) else {
        return Vec::new();
    };
    let link = |target: String| {
        let plain = unescaped(&target);
        let own = match plain.strip_prefix('/') {
            Some(rest) => below(Vec::new(), Path::new(rest)),
            None => below(folder.clone(), Path::new(&plain)),
        };
        let own = own.filter(|own| !own.is_empty()).map(|own| own.join("/"));
        let file = own.iter().flat_map(|own| [own.clone(), format!("{own}.md")]);
        let file = file.into_iter().find(|file| is_there(disk, &here, file));
        NoteLink { note: note.to_owned(), target, file }
    };
    link_targets(text).into_iter().map(link).collect()
}

/// The parts of a path below a folder, which is one of the current folder; none where it leaves that.
fn below(mut parts: Vec<String>, path: &Path) -> Option<Vec<String>> {
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()?),
            Component::Normal(part) => parts.push(part.to_str()?.to_owned()),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(parts)
}

/// Whether it is there, and does not lie behind a link out of the current folder.
fn is_there(disk: &dyn Writer, here: &Path, path: &str) -> bool {
    let here = disk.resolve(here);
    disk.resolve(Path::new(path)).is_ok_and(|place| here.is_ok_and(|here| place.starts_with(here)))
}

/// `--note nope --embed`
fn nothing_to_embed(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::nothing_to_embed")
        .message(format!("there is no `{}`, whose text the prompt is to have", shown(path)))
        .help("name the file of the note, or of the gate (`--gate prose/evidence=gates/evidence.md`); or leave `--embed` out")
}

/// `evidence.md`, `prose/evidence=gates/evidence.md`
fn gate_of(gate: &str) -> (String, Option<PathBuf>) {
    match gate.split_once('=') {
        Some((id, file)) => (id.trim().to_owned(), Some(PathBuf::from(file))),
        None => {
            let path = PathBuf::from(gate);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            (name.strip_suffix(".md").unwrap_or(&name).to_owned(), Some(path))
        }
    }
}

/// The pairs of a file, which does not lie among what reviewers wrote.
pub(super) fn pairs_of(
    disk: &dyn Writer,
    path: &Path,
    reports: &[PathBuf],
) -> Result<Vec<Pair>, Diagnostics> {
    let judged = Judged::of(disk, reports);
    let (_, subjects) = subjects(disk, path, SubjectFile::Pairs, &judged)?;
    let pairs: Vec<Pair> = subjects.iter().filter_map(Pair::of).collect();
    check_pairs(&pairs)?;
    Ok(pairs)
}

/// Pairs that fit into sentinel lines.
pub(super) fn check_pairs(pairs: &[Pair]) -> Result<(), Diagnostics> {
    let odd = pairs.iter().filter(|pair| !pair.can_be_asked_for()).map(odd_pair);
    let odd: Vec<Diagnostic> = odd.collect();
    if odd.is_empty() { Ok(()) } else { Err(odd.into()) }
}

/// A pair with a character in it that is invisible
fn odd_pair(pair: &Pair) -> Diagnostic {
    Diagnostic::error("assize::cli::odd_pair")
        .message(format!(
            "`{}` does not fit into a sentinel line",
            crate::host::shown(pair.to_string())
        ))
        .help("give note and gate names without hidden characters or equals signs around them")
}

fn text_of(source: &Source) -> Result<String, Diagnostic> {
    match source.text() {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(Diagnostic::error("assize::cli::not_a_text")
            .message(format!("`{}` is not a text: {error}", crate::host::shown(source.name())))
            .help("save it as UTF-8 with line feeds")),
    }
}

/// Whether a path is a folder.
pub(super) fn is_folder(disk: &dyn Writer, path: &Path) -> bool {
    disk.resolve(path).and_then(|place| disk.kind(&place)).is_ok_and(|kind| kind == Kind::Folder)
}
