//! What a summary looks like from afar, and as it should be.

use crate::codec::ReadOptions;
use crate::codec::slice::Slice;
use crate::codec::task::{Fit, Task};
#[cfg(feature = "kdl")]
use crate::source::Span;

/// A summary as it should be.
pub(super) const EXAMPLE: &str = "\
schema 1
task-id \"T17\"
gate \"fail\" open=#false
policy \"any-blocker\" sha256=\"1173350514d31ac968377370f5a56c649c9ca51056d42f9309b880b9a642f868\" language=1
reviewer \"qa\" verdict=\"pass\" confidence=\"high\"
reviewer \"quality\" verdict=\"fail\" stated=\"pass\" confidence=\"med\" {
    blocker \"src/handler.ts:88 SQL built by concatenation\"
}
reviewer \"security\" verdict=\"missing\"
recorded \"2026-11-21T21:00:00Z\"
";

/// Nodes that a summary may begin with.
const FIRST: [&str; 8] =
    ["schema", "task-id", "gate", "policy", "reviewer", "recorded", "reason", "kdl-version"];

/// Looks at the start of lines only: a summary that goes on is read by the KDL crate.
pub(super) fn recognise(task: &Task<'_>) -> Fit {
    let starts = |line: Slice<'_>, name: &str| {
        let rest = line.text.trim_start_matches([' ', '\t']).strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with([' ', '\t']))
    };
    let first = task.first;
    let comment = ["//", "/*", "/-"].iter().any(|mark| first.text.starts_with(mark));
    if !comment && !FIRST.iter().any(|name| starts(first, name)) {
        return task.no("the first line is no node of a summary");
    }
    let has = |name| task.body.lines().any(|line| starts(line, name));
    if has("gate") && (has("reviewer") || has("schema") || has("task-id")) {
        return Fit::Yes("it has the nodes `gate` and `reviewer`");
    }
    task.no("no line begins with the nodes `gate` and `reviewer`")
}

pub(super) fn contract(_options: &ReadOptions) -> String {
    format!(
        "\
A summary says in KDL 2 what came of a whole bench, in a file `verdict-summary.kdl`:

- `schema 1`, then `task-id`, then one `gate` whose word is `pass`, `warn`, `fail`, `hold` or \
`error`, with `open=#true` after `pass` and `warn` and `open=#false` after the others;
- one `reviewer` node for each reviewer with a `verdict`: `pass`, `warn`, `fail` or `hold`, or \
why there is none: `missing`, `unreadable`, `stale`, `errored`, `skipped`, `excused`;
- `stated` where the reviewer's own word was another one, `confidence` as `high`, `med` or `low`;
- each blocker as a node `blocker` of its own inside the reviewer that found it, never as a \
property: most readers keep only the last of several properties with one name;
- last, `recorded` with the time.

A gate that is open while a reviewer fails or has not reported contradicts itself and is shut.

For example:

{}",
        EXAMPLE.lines().map(|line| format!("    {line}\n")).collect::<String>()
    )
}

/// No summary nests deeper; the KDL crate calls itself for each level.
#[cfg(feature = "kdl")]
const DEEPEST: usize = 12;

/// Where a text may nest deeper than any summary, seen without parsing it.
///
/// Depth is counted where each string and comment ends on the line that it begins on, and where
/// closing braces stand alone. Elsewhere every opening brace counts as one level more.
#[cfg(feature = "kdl")]
pub(super) fn too_deep(body: Slice<'_>) -> Option<Span> {
    let (mut depth, mut opened, mut plain) = (0_usize, 0_usize, true);
    for line in body.lines().map(Slice::trim) {
        let braces = Braces::of(line.text);
        plain &= braces.plain;
        opened += line.text.matches('{').count();
        depth = match line.text {
            "}" => depth.saturating_sub(1),
            _ => depth + braces.opened,
        };
        if depth > DEEPEST {
            return Some(line.span());
        }
    }
    (!plain && opened > DEEPEST).then(|| body.trim().span())
}

/// The braces of one line that stand in no string.
#[cfg(feature = "kdl")]
struct Braces {
    opened: usize,
    /// Nothing on the line could hide a brace from whoever looks at it alone.
    plain: bool,
}

#[cfg(feature = "kdl")]
impl Braces {
    fn of(line: &str) -> Self {
        let odd = ["\"\"\"", "#\"", "/*", "/-"].iter().any(|mark| line.contains(mark));
        let (mut inside, mut escaped) = (false, false);
        let (mut opened, mut closed) = (0, 0);
        for c in line.chars() {
            match c {
                '"' if !escaped => inside = !inside,
                '{' if !inside => opened += 1,
                '}' if !inside => closed += 1,
                _ => {}
            }
            escaped = inside && c == '\\' && !escaped;
        }
        let alone = closed == 0 || line == "}";
        Self { opened, plain: alone && !inside && !odd && !line.ends_with('\\') }
    }
}
