//! `verdicts.md`: the batches of CPF verdicts of one feature, one below the other (CPF,
//! "Persistence Format").
//!
//! Every run below `### Raw` gives a verdict of its own, read by the codec of CPF, and every batch
//! one more, about itself. What a batch says is kept as follows.
//!
//! | in the log | in the verdict of the batch |
//! |---|---|
//! | `[W2-B1]` | the subject |
//! | `design`, the first field behind it, unless that is a time | `kind` |
//! | a time, `v1.2.0`, `runs:3`, `threshold:2/3`, `agents:4/4` | members `time`, `version`, `runs`, `threshold`, `agents` |
//! | other fields of the heading, and lines below it | `notes` |
//! | `C:0 H:1 M:2 L:3 \| FP:5 eliminated` | members `C`, `H`, `M`, `L`, `FP` |
//! | `Files: a.md, b.md` | a member `Files` |
//! | rows below `### Consensus` | findings, the frequency at the end of their text |
//! | the first line below `### Disposition` | what is stated; further lines are `notes` |
//! | lines below `### Noise`, `### Tracked`, `### Resolved since B1` and any other heading | members of that name |
//! | lines below `### Raw` outside of a run | members `Raw` |
//! | fences | `notes`: what they hold is quoted |
//!
//! A batch derives its outcome from its runs and its consensus, or from its counts. It holds while
//! nobody has closed it.

mod append;
mod batch;
#[cfg(feature = "host")]
mod close;
mod consensus;
mod counts;
mod disposition;
mod log;
mod runs;
mod section;
mod write;

pub use append::BatchHeader;
pub(in crate::codec) use append::append;
#[cfg(feature = "host")]
pub(in crate::codec) use append::append_text;
#[cfg(feature = "host")]
pub(in crate::codec) use close::close;
pub(in crate::codec) use write::unwrapped;

use crate::codec::ReadOptions;
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::{Codec, Special, whole_grammar};
use crate::codec::text::fields::is_entry_heading;
use crate::codec::text::slice::Slice;
use crate::ir::{Decoded, Format};

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(whole_grammar!("verdicts_log.pest")),
    recognise,
    fenced: true,
    loose: false,
    decode,
    example: EXAMPLE,
    contract,
    schema: None,
    encode: Some(write::encode),
    holds: write::HOLDS,
    special: Special { unwrap: Some(unwrapped), ..Special::NONE },
};

/// It fails, so that nobody who hands it back opens a gate.
const EXAMPLE: &str = "\
## [B1] design | 2026-05-04T09:12:00Z | v1.2.0 | runs:3 | threshold:2/3

### Raw
#### V1
VERDICT:NO-GO
SCOPE:session-cache
VERIFIED:
rulebase+testability|C|missing-contract|Spec 2.AC1|nothing says when an entry expires
architecture|M|coupling|CacheStore→Clock|the store reads the clock itself

#### V2
VERDICT:NO-GO
SCOPE:session-cache
VERIFIED:
rulebase|C|missing-contract|Spec 2.AC1|no expiry is specified

#### V3
VERDICT:GO
SCOPE:session-cache
NOTES:
Sound as it stands

### Consensus
C|missing-contract|Spec 2.AC1|nothing says when an entry expires (freq: 2/3)

### Noise
M|coupling|CacheStore→Clock|the store reads the clock itself (freq: 1/3)

### Disposition
NO-GO-FIXED
";

fn contract(options: &ReadOptions) -> String {
    let dispositions = disposition::words(options);
    format!(
        "Keep the reviews of one feature in one file, `verdicts.md`. Add a batch below the others \
         for every review; never change one that is there.\n\n\
         A batch begins with `## [B<n>]`, one number higher than the last, then the kind of review, \
         the time, the version and, when several auditors ran, their number and the threshold, \
         with ` | ` between them. Below it stand these sections, in this order:\n\n\
         - `### Raw`: the verdict of each auditor as it came, the first below `#### V1`.\n\
         - `### Consensus`: a row `severity|category|location|description (freq: k/n)` for each \
         finding that enough auditors report; severities are C, H, M and L. Leave it empty if \
         there is none.\n\
         - `### Noise`: the rows that too few report.\n\
         - `### Disposition`: one line with one of these words:\n{dispositions}\
         - `### Tracked`: if it is CONDITIONAL, the M and L rows of the consensus.\n\
         - `### Resolved since B<n>`: what the batch before tracked and this one no longer finds.\n\n\
         Without C or H in its consensus a batch may be conditional; with one it is NO-GO. A whole \
         batch:\n\n```\n{EXAMPLE}```\n"
    )
}

fn recognise(input: &Input<'_>) -> Recognition {
    if is_entry_heading(input.first.text) {
        return Recognition::Yes("its first line is the heading of a batch");
    }
    match has_heading(input.body) {
        true => Recognition::Yes("it has the heading of a batch"),
        false => input.no("no line is the heading of a batch, `## [B1]`"),
    }
}

/// Whether a batch begins somewhere outside of fences.
fn has_heading(body: Slice<'_>) -> bool {
    if !body.text.contains("## ") && !body.text.contains("##[") {
        return false;
    }
    let mut open: Option<&str> = None;
    for line in body.text.lines() {
        let line = line.trim_start_matches(' ');
        let marks = ['`', '~'].iter().map(|c| line.len() - line.trim_start_matches(*c).len());
        let marks = &line[..marks.max().unwrap_or(0)];
        match open {
            Some(fence) if marks.starts_with(fence) => open = None,
            Some(_) => {}
            None if marks.len() >= 3 => open = Some(marks),
            None if is_entry_heading(line) => return true,
            None => {}
        }
    }
    false
}

/// Reads a log; a text without a batch is none.
fn decode(input: &Input<'_>) -> Decoded {
    let Some(pieces) = grammar::pieces(input.body) else {
        return input.given_up(Format::VerdictsLog);
    };
    let mut log = log::Log::new(input);
    for piece in pieces {
        log.piece(piece);
    }
    log.finish()
}

/// What the grammar makes of a piece of a log.
#[derive(Clone, Copy, Debug)]
enum Piece<'a> {
    /// The heading of a batch: its name, and all that stands behind it.
    Batch {
        line: Slice<'a>,
        name: Slice<'a>,
        fields: Slice<'a>,
    },
    /// A heading as deep as that of a batch, and none.
    Stray(Slice<'a>),
    /// `### Noise`
    Section(Slice<'a>),
    /// A run: its heading, and its text.
    Run {
        label: Slice<'a>,
        text: Slice<'a>,
        fence: Quoted<'a>,
        open: bool,
    },
    /// A row of four cells.
    Row {
        line: Slice<'a>,
        cells: [Slice<'a>; 4],
        table: bool,
    },
    /// A fence or a comment; what it holds, and whether it ends.
    Fence {
        whole: Slice<'a>,
        held: Slice<'a>,
        closed: bool,
    },
    Hidden {
        whole: Slice<'a>,
        held: Slice<'a>,
        closed: bool,
    },
    Line(Slice<'a>),
}

/// The first fence in a run, and what it holds.
type Quoted<'a> = Option<(Slice<'a>, Slice<'a>)>;

mod grammar {
    use pest::Parser;
    use pest::iterators::Pair;

    use super::{Piece, Slice};

    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/verdicts_log.pest"]
    #[grammar = "grammar/common.pest"]
    struct Log;

    /// The pieces of a log in their order. None when pest was told to give up early.
    pub(super) fn pieces(body: Slice<'_>) -> Option<impl Iterator<Item = Piece<'_>>> {
        let log = Log::parse(Rule::log, body.text).ok()?.next()?;
        let at = body.start;
        let parts = log.into_inner().flat_map(|pair| opened(pair, Rule::batch));
        let lines = parts.flat_map(|pair| match pair.as_rule() {
            Rule::raw => opened(pair, Rule::raw),
            _ => opened(pair, Rule::section),
        });
        Some(lines.filter_map(move |pair| to_piece(pair, at)))
    }

    /// What a rule holds, or what is of another rule itself.
    fn opened(pair: Pair<'_, Rule>, rule: Rule) -> impl Iterator<Item = Pair<'_, Rule>> {
        let (inner, itself) = match pair.as_rule() == rule {
            true => (Some(pair.into_inner()), None),
            false => (None, Some(pair)),
        };
        inner.into_iter().flatten().chain(itself)
    }

    fn to_piece(pair: Pair<'_, Rule>, at: usize) -> Option<Piece<'_>> {
        let whole = to_slice(&pair, at);
        Some(match pair.as_rule() {
            Rule::header => {
                let name = to_slice(&pair.into_inner().next()?, at);
                let fields = whole.after(name.end() + 1 - whole.start);
                Piece::Batch { line: whole, name, fields }
            }
            Rule::stray => Piece::Stray(whole),
            Rule::title => Piece::Section(whole),
            Rule::run => to_run(pair, at)?,
            Rule::row => to_row(pair, whole, at)?,
            Rule::fence => {
                let (held, closed) = to_quotation(pair, Rule::inside, at);
                Piece::Fence { whole, held, closed }
            }
            Rule::hidden => {
                let (held, closed) = to_quotation(pair, Rule::remark, at);
                Piece::Hidden { whole, held, closed }
            }
            Rule::line => Piece::Line(whole),
            _ => return None,
        })
    }

    fn to_run(pair: Pair<'_, Rule>, at: usize) -> Option<Piece<'_>> {
        let mut parts = pair.into_inner();
        let label = to_slice(&parts.next()?, at);
        let body = parts.next()?;
        let text = to_slice(&body, at);
        let (mut fence, mut open) = (None, false);
        for quoted in body.into_inner() {
            let whole = to_slice(&quoted, at);
            let rule = quoted.as_rule();
            let body = if rule == Rule::fence { Rule::inside } else { Rule::remark };
            let (held, closed) = to_quotation(quoted, body, at);
            open |= !closed;
            if rule == Rule::fence {
                fence = fence.or(Some((whole, held)));
            }
        }
        Some(Piece::Run { label, text, fence, open })
    }

    fn to_row<'a>(pair: Pair<'a, Rule>, line: Slice<'a>, at: usize) -> Option<Piece<'a>> {
        let mut parts = pair.into_inner().peekable();
        let table = parts.next_if(|part| part.as_rule() == Rule::bar).is_some();
        let mut cell = || parts.next().map(|part| to_slice(&part, at).trim());
        let cells = [cell()?, cell()?, cell()?, cell()?];
        Some(Piece::Row { line, cells, table })
    }

    fn to_quotation(pair: Pair<'_, Rule>, body: Rule, at: usize) -> (Slice<'_>, bool) {
        let mut held = Slice::new("", at + pair.as_span().start());
        let mut closed = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                rule if rule == body => held = to_slice(&part, at),
                Rule::endless | Rule::unclosed => closed = false,
                _ => {}
            }
        }
        (held, closed)
    }

    fn to_slice<'a>(pair: &Pair<'a, Rule>, at: usize) -> Slice<'a> {
        Slice::new(pair.as_str(), at + pair.as_span().start())
    }
}
