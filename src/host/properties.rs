//! `properties.kdl`: what a team requires of a policy besides what holds of every one.
//!
//! ```kdl
//! require "security can stop it" when=#"seat("security").failed.some"# means="hold fail"
//! ```

use std::io::ErrorKind::{NotADirectory, NotFound};
use std::path::Path;

use super::nodes::{Shape, name_at, node_at, parse};
use super::panel::{Block, Reader};
use super::{Files, nearest, shown};
use crate::trial::Own;
use crate::{Diagnostic, Diagnostics, Source, Span};

/// No file of properties is larger.
const LIMIT: usize = 1024 * 1024;
/// Its name, in the folder of the policy's cases.
pub const PROPERTIES: &str = "properties.kdl";

const EXAMPLE: &str = "require \"two have to agree\" when=\"passed.count < 2\" means=\"hold fail\"";
const SHAPE: Shape = Shape { code: "assize::trial::malformed", example: EXAMPLE };

/// The properties beside the cases of a policy; none where there is no such file.
///
/// # Errors
///
/// Everything that is wrong with the file, at once.
pub fn properties_of(files: &dyn Files, policy: &Path) -> Result<Vec<Own>, Diagnostics> {
    let path = policy.with_extension("").join(PROPERTIES);
    let bytes = match files.read(&path, LIMIT).map(|opened| opened.into_bytes(LIMIT)) {
        Ok(Ok(bytes)) => bytes,
        // A policy that a shell hands in is no folder either.
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(&path, &error.to_string()).into()),
        Ok(Err(_)) => return Err(unreadable(&path, "it is too large").into()),
    };
    let source = Source::new(shown(&path), bytes);
    let Ok(text) = source.text() else {
        return Err(unreadable(&path, "it is not UTF-8").into());
    };
    let told = |wrong: Vec<Diagnostic>| Diagnostics::new(vec![source.clone()], wrong);
    let nodes = parse(text, SHAPE).map_err(told)?;
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    let mut reader = Reader { text, wrong: &mut wrong };
    for node in &nodes {
        let name = node.name().value();
        if name != "require" {
            reader.wrong.push(unknown(name_at(text, node), name));
            continue;
        }
        let read = reader.told(node, &["when", "means"], Block::None);
        let title =
            reader.only_text(&read, "a name: `require \"two have to agree\" when=… means=…`");
        let mut said = |what: &str| {
            let (value, at) = read.property(what)?;
            reader.text_in(value, at, "a text: `when=\"passed.count < 2\" means=\"hold fail\"`")
        };
        let (when, means) = (said("when"), said("means"));
        let (Some((title, _)), Some(when), Some(means)) = (title, when, means) else {
            for what in ["when", "means"].into_iter().filter(|what| read.property(what).is_none()) {
                reader.wrong.push(lacks(name_at(text, node), what));
            }
            continue;
        };
        match Own::parsed(title, &format!("{when} means {means}")) {
            Ok(own) => all.push(own),
            Err(reason) => reader.wrong.push(reason.label(node_at(text, node), "in this property")),
        }
    }
    if wrong.is_empty() { Ok(all) } else { Err(told(wrong)) }
}

/// `require "two have to agree" when="passed.count < 2"`
fn lacks(at: Span, what: &str) -> Diagnostic {
    Diagnostic::error("assize::trial::malformed")
        .message(format!("this property has no `{what}=`"))
        .label(at, "not whole")
        .help(format!("write it like this: `{EXAMPLE}`"))
}

fn unknown(at: Span, name: &str) -> Diagnostic {
    let help = match nearest(name, ["require"]) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write it like this: `{EXAMPLE}`"),
    };
    Diagnostic::error("assize::trial::unknown_line")
        .message(format!("`{}` is not a line of a file of properties", shown(name)))
        .label(at, "this name")
        .help(help)
}

fn unreadable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::trial::unreadable")
        .message(format!("`{}` cannot be read: {why}", shown(path)))
        .help("mend the file, or remove it")
}
