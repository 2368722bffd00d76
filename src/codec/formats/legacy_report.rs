//! The older reports of dartai reviewers: one map below `qa_report:` and its like.

mod builder;
mod criteria;
mod items;
mod tables;

use crate::codec::ReadOptions;
use crate::codec::formats::{Codec, whole_grammar};
use crate::codec::input::{Fit, Task};
use crate::codec::text::fields;
use crate::codec::tree::yaml;
use crate::ir::{Decoded, Format};

use builder::ReportBuilder;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(whole_grammar!("yaml.pest")),
    recognise,
    fenced: true,
    loose: false,
    decode,
    example: EXAMPLE,
    contract,
    schema: None,
    encode: None,
    holds: &[],
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

fn recognise(task: &Task<'_>) -> Fit {
    let mut lines = task.body.lines().map(crate::codec::text::slice::Slice::trim);
    let first = lines.find(|line| {
        !line.is_empty() && !line.text.starts_with('#') && !line.text.starts_with("---")
    });
    match first.and_then(fields::split) {
        Some(field) if tables::is_root(field.key.text) => {
            Fit::Yes("its first line has the key of an older report")
        }
        _ => task.no("the first line has no key of an older report, such as `qa_report`"),
    }
}

/// Reads a report.
fn decode(task: &Task<'_>) -> Decoded {
    let Some(tree) = yaml::parse(task.body) else {
        return crate::codec::given_up(task, Format::LegacyReport);
    };
    let mut report = ReportBuilder::new(task);
    report.read(&tree);
    report.finish(task.source)
}

fn contract(_options: &ReadOptions) -> String {
    "Do not write `qa_report`, `code_quality_report` and the other older reports any more: they \
     are still read, and nothing writes them. In a message, write a `yaml-block` instead; into a \
     file, write a `verdict-file`.\n"
        .to_owned()
}
