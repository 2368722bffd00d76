//! `assize explain --code`: what the codes of reading mean.

use std::ffi::OsStr;
use std::fmt::Write;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};

use super::answer::Format;
use crate::Diagnostic;
use crate::codec::{Code, Example, codes};
use crate::host::{nearest, shown};

/// Reads any text, and completes the names of codes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names;

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |code: &Code| PossibleValue::new(code.name()).help(code.means);
        Some(Box::new(codes().iter().map(value)))
    }
}

/// What one code means.
pub(super) fn tell(asked: &str, format: Format) -> Result<String, Diagnostic> {
    let name = asked.trim().trim_start_matches("assize::read::").replace('-', "_");
    let Some(code) = codes().iter().find(|code| code.name() == name) else {
        return Err(unknown_code(asked, &name));
    };
    Ok(match format {
        Format::Text => in_words(code),
        Format::Json => in_json(&[*code]),
    })
}

/// Every code, and what it means.
pub(super) fn list(format: Format) -> String {
    if format == Format::Json {
        return in_json(codes());
    }
    let width = codes().iter().map(|code| code.name().len()).max().unwrap_or(0);
    codes().iter().fold(String::new(), |mut text, code| {
        let _ = writeln!(text, "{:width$}  {:7}  {}", code.name(), kind(code), code.means);
        text
    })
}

fn kind(code: &Code) -> &'static str {
    if code.repair { "repair" } else { code.level.as_str() }
}

fn in_words(code: &Code) -> String {
    let mut text = format!("{}  {}\n\n  {}\n", code.code, kind(code), code.means);
    let _ = writeln!(text, "  help: {}", code.help);
    if code.repair {
        text += "  Reading repairs it and goes on; with `--profile strict` it is an error.\n";
    }
    let example = match code.example {
        Example::Text(example) => example,
        Example::As(format, example) => {
            let _ = writeln!(text, "\nexample, read with `--as {format}`");
            return indented(text, example);
        }
        Example::Words(example) => example,
    };
    text += "\nexample\n";
    indented(text, example)
}

fn indented(mut text: String, example: &str) -> String {
    match example {
        "" => text += "    (a text without a letter)\n",
        example => {
            example.lines().for_each(|line| {
                let line = crate::emit::visible::visible(line);
                let _ = writeln!(text, "{}", format!("    {line}").trim_end());
            });
        }
    }
    text
}

fn in_json(codes: &[Code]) -> String {
    let codes: Vec<_> = codes
        .iter()
        .map(|code| {
            let (text, format, words) = match code.example {
                Example::Text(text) => (Some(text), None, None),
                Example::As(format, text) => (Some(text), Some(format.as_str()), None),
                Example::Words(words) => (None, None, Some(words)),
            };
            serde_json::json!({
                "code": code.code,
                "severity": code.level.as_str(),
                "repair": code.repair,
                "means": code.means,
                "help": code.help,
                "example": { "text": text, "as": format, "words": words },
            })
        })
        .collect();
    crate::emit::json::print(&serde_json::json!({ "schema_version": 1, "codes": codes }))
}

/// `assize explain --code fail_without_blockr`
fn unknown_code(asked: &str, name: &str) -> Diagnostic {
    let help = match nearest(name, codes().iter().map(Code::name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`assize explain --codes` lists the codes of reading".to_owned(),
    };
    Diagnostic::error("assize::cli::unknown_code")
        .message(match asked.contains("::") && !asked.starts_with("assize::read::") {
            true => {
                format!("`{}` is not a code of reading; its message says what to do", shown(asked))
            }
            false => format!("there is no code `{}`", shown(asked)),
        })
        .help(help)
}
