//! YAML blocks with the fields of a dartai verdict, fenced in a message.

mod evidence;
mod mistakes;
mod reader;
mod write;

use std::sync::LazyLock;

use crate::codec::ReadOptions;
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::Codec;
use crate::codec::members::Kind::{Grade, Text, Texts, Word};
use crate::codec::members::{Object, member, object};
use crate::codec::render::holds;
use crate::codec::shared::cpf;
use crate::codec::shared::dartai::{is_template, read_word};
use crate::codec::statements::{NameKind, is_none, read_name, says_fail};
use crate::codec::text::fields::{self, Field, Key};
use crate::codec::text::slice::Slice;
use crate::codec::tree::json;
use crate::codec::tree::yaml;
use crate::ir::{Decoded, Format, Outcome, Profile};

use reader::BlockReader;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(yaml::GRAMMAR),
    example: write::EXAMPLE,
    schema: Some(|| SCHEMA.as_str()),
    encode: Some(write::encode),
    holds: holds!(Stated Warn Confidence Findings Location Evidence),
    ..Codec::new(recognise, decode, write::contract)
};

/// What a block has. Its values are read as reviewers write them, by what dartai's formats share;
/// keys of a verdict file are read too.
const BLOCK: Object = object(
    "the block",
    &[
        member(
            "verdict",
            Word(&[("pass", Outcome::Pass), ("fail", Outcome::Fail), ("warn", Outcome::Warn)]),
        )
        .required()
        .states(),
        member("confidence", Grade(&["high", "med", "low"])).required(),
        member("blockers", Texts).required().form("file:line — what stops the work"),
        member("advisories", Texts).required().form("file:line — what to look at"),
        member("evidence_path", Text)
            .form("a file with the details; leave the line out if there is none"),
        member("evidence", Text).silent(),
    ],
);

static SCHEMA: LazyLock<String> =
    LazyLock::new(|| BLOCK.schema("A verdict in the keys of a YAML block, for answers in JSON"));

fn recognise(input: &Input<'_>) -> Recognition {
    match input.json() {
        Some(Ok(doc)) => match doc.root().kind() == json::Type::Object {
            // One without any other of its names is left to the formats that are tried last.
            true if is_verdict(doc.root(), input.options) => {
                return Recognition::Yes("it is a JSON object with a `verdict`");
            }
            true if input.fenced && only_lists_blockers(doc.root(), input) => {
                return Recognition::Yes("it lists blockers");
            }
            _ => {
                return input
                    .no("the JSON has no `verdict` with `confidence` or findings beside it");
            }
        },
        Some(Err(_)) => return input.no("it begins like JSON, and is not JSON"),
        None => {}
    }
    let forced = input.options.format == Some(Format::YamlBlock);
    if !input.fenced && !forced && !is_mark(input.first) {
        return input.no("it is not fenced, and its first line is not `---`");
    }
    if !input.fenced && !forced && is_front_matter(input.body) {
        return input.no("its first lines are the front matter of another text");
    }
    let fence = |line: &Slice<'_>| ["```", "~~~"].iter().any(|mark| line.text.starts_with(mark));
    let marks = input.body.lines().filter(fence).count();
    // A mark without its pair was meant to close the block: "```yaml". A text as only YAML writes it is a
    // block, whatever its texts hold.
    if input.fenced && marks > 0 && marks % 2 == 0 && !is_block(input) {
        return input.no("it contains a fence, so it is a message");
    }
    let fields =
        || input.body.lines().filter(|line| fields::indent(line.text) == 0).map(Slice::trim);
    let mut said = fields().filter(|line| !line.is_empty() && !line.text.starts_with('#'));
    let first = said.find(|line| !is_mark(*line)).and_then(fields::split);
    match first {
        Some(Field { known: Some(Key::Verdict), value, .. }) if cpf::is_word(value.text) => {
            input.no("the first line has a word of CPF")
        }
        Some(field @ Field { known: Some(Key::Verdict), .. })
            if !forced && is_review(input, field) =>
        {
            input.no("it contains a review, and not a block")
        }
        Some(Field { known: Some(Key::Verdict), .. }) => {
            Recognition::Yes("its first line has the key `verdict`")
        }
        Some(Field { key, known, .. }) if is_plain_key(key.text) => {
            let verdict = |line| {
                let field = fields::split(line);
                field.filter(|field| field.known == Some(Key::Verdict)).is_some()
            };
            let said = fields().filter_map(fields::split);
            let stated = { said }.find(|field| field.known == Some(Key::Verdict));
            if !forced && stated.is_some_and(|field| is_review(input, field)) {
                return input.no("it contains a review, and not a block");
            }
            match fields().any(verdict) || fails_deeper(input, known.is_some()) {
                true => Recognition::Yes("it has a line with the key `verdict`"),
                false if input.fenced && lists_blockers(input) => {
                    Recognition::Yes("it lists blockers")
                }
                false => input.no("it has no line with the key `verdict`"),
            }
        }
        // A block whose keys are all indented.
        None if input.field.is_some_and(|field| {
            field.known == Some(Key::Verdict) && (forced || !is_review(input, field))
        }) =>
        {
            Recognition::Yes("its first line has the key `verdict`")
        }
        _ if input.fenced && lists_blockers(input) => Recognition::Yes("it lists blockers"),
        _ => input.no("its first line has no key of YAML"),
    }
}

/// Whether a text begins with its verdict and has a list or a text of YAML: `blockers:`, `evidence: |`.
fn is_block(input: &Input<'_>) -> bool {
    let verdict = |field: Field<'_>| {
        !field.styled
            && field.known == Some(Key::Verdict)
            && read_word(field.value, input.options).is_some()
    };
    let of_yaml = |line: Slice<'_>| {
        fields::split(line).is_some_and(|field| match field.value.text {
            "" => matches!(field.known, Some(Key::Blocker | Key::Advisory)),
            value => ["|", "|-", ">", ">-", "[]"].contains(&value),
        })
    };
    input.field.is_some_and(verdict) && input.body.lines().any(of_yaml)
}

/// Whether a verdict is indented below another key, as in `review:` above `  verdict: fail`. Below a key of a
/// block, such as `confidence:`, any word is its verdict.
fn fails_deeper(input: &Input<'_>, any_word: bool) -> bool {
    let mut fields = input.body.lines().filter_map(|line| fields::split(line.trim()));
    fields.any(|field| {
        field.known == Some(Key::Verdict)
            && (any_word || says_fail(field.value.text, input.words()))
    })
}

/// Whether `blockers:` stands in it, with something behind it or below it that is not none.
fn lists_blockers(input: &Input<'_>) -> bool {
    let tells = |text: &str| !text.is_empty() && !is_none(text, input.words());
    // Below another key of a block, `blockers:` may be indented.
    let known = input.field.is_some_and(|field| field.known.is_some());
    let mut below = false;
    input.body.lines().any(|line| {
        if let Some(field) = fields::split(line.trim())
            && (fields::indent(line.text) == 0 || known && field.known == Some(Key::Blocker))
        {
            below = field.known == Some(Key::Blocker);
            return below && tells(field.value.text);
        }
        let item = line.trim().text.strip_prefix('-');
        below && item.is_some_and(|item| tells(item.trim()))
    })
}

/// Whether an object lists blockers that are not none, and has no member that states a verdict.
fn only_lists_blockers(root: json::Value<'_>, input: &Input<'_>) -> bool {
    let tells =
        |value: json::Value<'_>| value.text().is_none_or(|text| !is_none(&*text, input.words()));
    let states = |name: json::Value<'_>| {
        let kind = name.text().map(|name| read_name(&*name, input.words()).kind);
        kind.is_some_and(NameKind::may_decide)
    };
    root.get("blockers").is_some_and(|blockers| blockers.items().any(tells))
        && !root.members().any(|(name, _)| states(name))
}

/// Whether an object has `verdict` and another name of a block.
fn is_verdict(root: json::Value<'_>, options: &ReadOptions) -> bool {
    let has = |name| root.get(name).is_some();
    let keys = has("verdict") && ["confidence", "blockers", "advisories"].into_iter().any(has);
    // `{"verdict": "approve", "confidence": 0.9}` has other words than these.
    let text = |name| root.get(name).and_then(json::Value::text);
    let is_word = text("verdict").is_none_or(|word| {
        read_word(Slice::new(&word, 0), options).is_some() || is_template(&word)
    });
    let number = root.get("confidence").is_some_and(|value| value.kind() == json::Type::Number);
    keys && is_word && !number
}

fn is_mark(line: Slice<'_>) -> bool {
    line.text == "---" || line.text.starts_with("--- ")
}

/// Whether `---` closes what `---` opened, and something else stands below it.
fn is_front_matter(body: Slice<'_>) -> bool {
    let mut lines = body.trim().lines().map(Slice::trim).skip(1);
    lines.by_ref().any(is_mark) && lines.any(|line| !line.is_empty() && !is_mark(line))
}

/// `**Verdict:** APPROVE`: a review, whose word is none of a block, or whose key is styled and has no other beside it.
/// Nothing else reads it under `strict`.
fn is_review(input: &Input<'_>, field: Field<'_>) -> bool {
    let other = |line| {
        let known = fields::split(line).and_then(|field| field.known);
        known.is_some_and(|known| known != Key::Verdict)
    };
    let alone = || !input.body.lines().map(Slice::trim).any(other);
    // `verdict: pass # FAIL`
    let said = field.value.text;
    let value = field.value.split_at(said.find(" #").unwrap_or(said.len())).0.trim();
    input.options.profile != Profile::Strict
        && (read_word(value, input.options).is_none() || field.styled && alone())
        && input.review().stated.is_some()
}

fn is_plain_key(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b"_- ".contains(&b))
}

/// Reads a block.
fn decode(input: &Input<'_>) -> Decoded {
    let Some(tree) = yaml::parse(input.body) else {
        return input.given_up(Format::YamlBlock);
    };
    let mut reader = BlockReader::new(input);
    reader.read(&tree);
    reader.finish(input.source)
}
