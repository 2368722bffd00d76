//! What a summary looks like from afar, and as it should be.

use crate::codec::ReadOptions;
use crate::codec::input::{Fit, Task};
use crate::codec::text::slice::Slice;
use crate::codec::text::word::begins_with;
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
const FIRST: [&str; 10] = [
    "schema",
    "task-id",
    "round",
    "bound",
    "gate",
    "policy",
    "reviewer",
    "recorded",
    "reason",
    "kdl-version",
];

/// Looks at the start of lines only: a summary that goes on is read by the KDL crate.
pub(super) fn recognise(task: &Task<'_>) -> Fit {
    let starts = |line: Slice<'_>, name: &str| {
        let rest = line.text.trim_start_matches([' ', '\t']).strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with([' ', '\t']))
    };
    let first = task.first;
    let comment = ["//", "/*", "/-"].iter().any(|mark| first.text.starts_with(mark));
    if !comment && !FIRST.iter().any(|name| starts(first, name)) {
        return task.no("the first line is not a node of a summary");
    }
    let has = |name| task.body.lines().any(|line| starts(line, name));
    if has("gate") && (has("reviewer") || has("schema") || has("task-id")) {
        return Fit::Yes("it has the nodes `gate` and `reviewer`");
    }
    if starts(first, "gate") && is_gate(first.text) {
        return Fit::Yes("it is the node `gate`");
    }
    task.no("no line begins with the nodes `gate` and `reviewer`")
}

/// `gate "fail" open=#false`, and not `gate keeping is hard`.
fn is_gate(line: &str) -> bool {
    let word = line.trim_start_matches("gate").trim_start();
    let bare = word.trim_start_matches('"');
    let words = ["pass", "warn", "fail", "hold", "error", "pending"];
    let known = words.iter().find(|known| begins_with(bare, known));
    known.is_some_and(|known| {
        let behind = bare[known.len()..].trim_start_matches('"').trim();
        behind.is_empty() || behind.contains(['=', '{', ';', '/'])
    })
}

pub(super) fn contract(_options: &ReadOptions) -> String {
    format!(
        "\
A summary says in KDL 2 what came of a whole bench, in a file `verdict-summary.kdl`:

- `schema 1`, then `task-id`, `round` and `bound commit=` where they are known, then one `gate` whose word is `pass`, `warn`, `fail`, `hold`, \
`error` or `pending`, with `open=#true` after `pass` and `warn` and `open=#false` after the others;
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
/// The KDL crate also calls itself for each character that it cannot place.
#[cfg(feature = "kdl")]
const ODD: usize = 64;

/// Why a text is not handed to the KDL crate.
#[cfg(feature = "kdl")]
pub(super) enum Refusal {
    TooDeep(Span),
    /// The place, and what is wrong there.
    Odd(Span, &'static str),
}

/// Cuts a summary into its top-level nodes, one or more lines each, so that the stack which the
/// KDL crate needs for one of them is bounded, whatever the text says.
///
/// Where strings or comments go over several lines, it stays in one piece, and must be small.
#[cfg(feature = "kdl")]
pub(super) fn pieces(body: Slice<'_>) -> Result<Vec<Slice<'_>>, Refusal> {
    let mut pieces = Vec::new();
    let (mut start, mut depth, mut odd) = (0, 0_usize, 0_usize);
    for line in body.lines() {
        let Some(read) = Line::of(line.text, depth) else { return in_one_piece(body) };
        let at = line.trim().span();
        if read.stray {
            return Err(Refusal::Odd(at, "closes what was never opened"));
        }
        (depth, odd) = (read.depth, odd + read.odd);
        if read.deepest > DEEPEST {
            return Err(Refusal::TooDeep(at));
        }
        if odd > ODD {
            return Err(Refusal::Odd(at, "too much that is not KDL"));
        }
        if depth == 0 {
            let end = line.end() - body.start;
            pieces.push(body.split_at(end).0.after(start));
            (start, odd) = (end, 0);
        }
    }
    let rest = body.after(start);
    pieces.extend((!rest.is_empty()).then_some(rest));
    Ok(pieces)
}

#[cfg(feature = "kdl")]
fn in_one_piece(body: Slice<'_>) -> Result<Vec<Slice<'_>>, Refusal> {
    let at = body.trim().span();
    let count = |mark: char| body.text.matches(mark).count();
    if count('{').max(count('}')) > DEEPEST {
        return Err(Refusal::TooDeep(at));
    }
    let plain = |c: char| c.is_alphanumeric() || c.is_ascii_whitespace() || "_-.:".contains(c);
    match body.text.chars().filter(|c| !plain(*c)).count() > 3 * ODD {
        true => Err(Refusal::Odd(at, "uses more of KDL than a summary needs")),
        false => Ok(vec![body]),
    }
}

/// What one line does, when its strings and comments end on it.
#[cfg(feature = "kdl")]
struct Line {
    /// How many blocks are open behind it.
    depth: usize,
    deepest: usize,
    /// Characters that the KDL crate may not be able to place.
    odd: usize,
    /// It closes more than is open.
    stray: bool,
}

#[cfg(feature = "kdl")]
impl Line {
    fn of(text: &str, depth: usize) -> Option<Self> {
        let mut line = Self { depth, deepest: depth, odd: 0, stray: false };
        let (mut inside, mut escaped, mut opened) = (false, false, false);
        let mut before = ' ';
        let alone = text.trim() == "}";
        for (at, c) in text.char_indices() {
            let behind = &text[at + c.len_utf8()..];
            if inside {
                inside = c != '"' || escaped;
                escaped = c == '\\' && !escaped;
                before = c;
                continue;
            }
            match c {
                '"' if behind.starts_with("\"\"") => return None,
                '"' => inside = true,
                '#' if behind.starts_with(['"', '#']) => return None,
                '#' if behind.starts_with(['t', 'f', 'n', 'i', '-']) => {}
                '/' if behind.starts_with('/') => return Some(line),
                '/' if behind.starts_with('*') => return None,
                '\\' => return None,
                '{' => {
                    line.depth += 1;
                    line.deepest = line.deepest.max(line.depth);
                    line.odd += usize::from(opened);
                    opened = true;
                }
                '}' => {
                    line.stray |= line.depth == 0;
                    line.depth = line.depth.saturating_sub(1);
                    line.odd += usize::from(!alone);
                }
                '=' if fits(before) && behind.starts_with(|c| fits(c) || "#+".contains(c)) => {}
                c if fits(c) || ".+: \t\r\n".contains(c) => {}
                _ => line.odd += 1,
            }
            before = c;
        }
        (!inside).then_some(line)
    }
}

/// What may stand on either side of an equals sign.
#[cfg(feature = "kdl")]
fn fits(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '"')
}
