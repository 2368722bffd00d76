//! Writing YAML blocks, and asking for them.

use super::BLOCK;
use crate::codec::ReadOptions;
use crate::codec::members::Json;
use crate::codec::render::EncodeInput;
use crate::codec::shared::dartai::{Parts, rules};
use crate::ir::{Diagnostic, Format};
use crate::source::Span;

pub(super) const EXAMPLE: &str = "\
```yaml
verdict: fail
confidence: high
blockers:
  - \"src/query.rs:88 — SQL is built by concatenation from user input\"
  - \"tests/query.rs — no test with a quotation mark in the name\"
advisories:
  - \"src/query.rs:120 — says the same as util/parse.rs\"
evidence_path: \"./query-evidence.md\"
```
";

pub(super) fn contract(options: &ReadOptions) -> String {
    let rules = rules(options, "item of `blockers`", "item of `advisories`");
    format!(
        "End your answer with one fenced YAML block, and write nothing around it.\n\n\
         ```yaml\n{form}```\n\n\
         {rules}\n\
         - Write `[]` where there is nothing to list, and each text in double quotation marks.\n\
         - The closing line of backticks ends the block: without it, the answer counts as cut off.\n\
         - One block, at most thirty lines; longer details go into the file that `evidence_path` names.\n\n\
         For example:\n\n{EXAMPLE}",
        form = BLOCK.yaml_form(),
    )
}

pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let parts = Parts::of(spoken, true)?;
    let texts = |items: &[(String, Span)]| {
        Json::List(items.iter().map(|(item, _)| Json::text(item.as_str())).collect())
    };
    let one =
        |text: &Option<(String, Span)>| text.as_ref().map(|(text, _)| Json::text(text.as_str()));
    let block = BLOCK.json(|member| match member {
        "verdict" => Some(Json::Word(parts.outcome.as_str())),
        "confidence" => parts.confidence.map(|sure| Json::Word(sure.as_str())),
        "blockers" => Some(texts(&parts.blockers)),
        "advisories" => Some(texts(&parts.advisories)),
        "evidence_path" => one(&parts.path),
        _ => one(&parts.inline),
    });
    let text = format!("```yaml\n{}```\n", block.to_yaml());
    parts.check(&text, Format::YamlBlock, true, spoken.read)?;
    Ok(text)
}
