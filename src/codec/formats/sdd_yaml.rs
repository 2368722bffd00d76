//! The YAML that succeeded CPF: what an inspector found as a list of issues, and an auditor's verdict on them.

mod reader;
mod write;
mod wrong;

use crate::codec::input::{Input, Recognition};
use crate::codec::interface::Codec;
use crate::codec::render::holds;
use crate::codec::shared::cpf;
use crate::codec::text::slice::Slice;
use crate::codec::tree::yaml;
use crate::ir::Format;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(yaml::GRAMMAR),
    example: write::EXAMPLE,
    encode: Some(write::encode),
    holds: holds!(Kind Stated Unstated Hold Warn Scope Findings Severity Category Location Agents Advice Removed Steering SpecFeedback Notes),
    ..Codec::new(recognise, reader::decode, write::contract)
};

/// What an inspector or an auditor lists below the first line.
const LISTS: [&str; 3] = ["issues", "counts", "compliance"];

/// Cheap: most texts begin with something else.
fn recognise(input: &Input<'_>) -> Recognition {
    let mut lines = input.body.lines().filter(|line| {
        let said = line.text.trim();
        !said.is_empty() && said != "---" && !said.starts_with('#')
    });
    let first = lines.next().and_then(entry);
    let begins = match first {
        Some(("verdict", word)) => {
            let word = word.trim_matches(['"', '\'']);
            cpf::is_word(word) || word == cpf::ERROR
        }
        Some(("scope", _)) => true,
        _ => false,
    };
    if !begins {
        return input.no("its first line is neither `scope:` nor `verdict:` with a word of CPF");
    }
    let listed = lines.filter_map(entry).any(|(name, _)| LISTS.contains(&name));
    match listed || input.options.format == Some(Format::SddYaml) {
        true => Recognition::Yes("it is YAML with lists, as SDD writes it"),
        false => input.no("no line begins with `issues:`, `counts:` or `compliance:`"),
    }
}

/// `scope: "checkout"`
fn entry(line: Slice<'_>) -> Option<(&str, &str)> {
    line.text.split_once(':').map(|(name, value)| (name, value.trim()))
}
