//! The older reports of dartai reviewers: one map below `qa_report:` and its like.

mod builder;
mod criteria;
mod items;
mod tables;

use crate::codec::ReadOptions;
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::Codec;
use crate::codec::mistakes;
use crate::codec::text::fields;
use crate::codec::text::lines::Line;
use crate::codec::tree::yaml;
use crate::ir::{Cause, Decoded, Format};

use builder::ReportBuilder;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(yaml::GRAMMAR),
    example: EXAMPLE,
    ..Codec::new(recognise, decode, contract)
};

const EXAMPLE: &str = "\
```yaml
qa_report:
  verdict: \"FAIL\"
  issues:
    - id: \"Q1\"
      severity: \"high\"
      category: \"weak-assertion\"
      description: \"the test passes whatever the function returns\"
      location: \"tests/query.rs:12\"
      recommendation: \"compare with the expected rows\"
```
";

fn recognise(input: &Input<'_>) -> Recognition {
    let mut lines = input.body.lines().map(crate::codec::text::slice::Slice::trim);
    let first = lines.find(|line| {
        !line.is_empty() && !line.text.starts_with('#') && !line.text.starts_with("---")
    });
    match first.and_then(fields::split) {
        Some(field) if tables::is_root(field.key.text) => {
            Recognition::Yes("its first line has the key of an older report")
        }
        _ => input.no("the first line has no key of an older report, such as `qa_report`"),
    }
}

/// Reads a report. One that was asked for may begin anywhere, but for a comment or a quotation.
fn decode(input: &Input<'_>) -> Decoded {
    let is_root = |line: &Line<'_>| {
        line.quoted.is_none()
            && fields::split(line.whole.trim()).is_some_and(|field| tables::is_root(field.key.text))
    };
    if !input.fenced && !input.lines().lines.iter().any(is_root) {
        let told = mistakes::nothing_known(input.first);
        return Decoded::unreadable(input.source.clone(), Cause::NoVerdict, told);
    }
    let Some(tree) = yaml::parse(input.body) else {
        return input.given_up(Format::LegacyReport);
    };
    let mut report = ReportBuilder::new(input);
    report.read(&tree);
    report.finish(input.source)
}

fn contract(_options: &ReadOptions) -> String {
    "Do not write `qa_report`, `code_quality_report` and the other older reports any more: they \
     are still read, and nothing writes them. In a message, write a `yaml-block` instead; into a \
     file, write a `verdict-file`.\n"
        .to_owned()
}
