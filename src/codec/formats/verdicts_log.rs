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
//! no one has closed it.

mod append;
mod batch;
#[cfg(feature = "host")]
mod close;
mod consensus;
mod disposition;
mod grammar;
mod log;
mod mistakes;
mod runs;
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
use crate::codec::interface::{Codec, Special};
use crate::codec::render::holds;
use crate::codec::text::fields::is_entry_heading;
use crate::codec::text::slice::Slice;
use crate::ir::{Decoded, Format};
use grammar::Rule;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(grammar::GRAMMAR),
    example: EXAMPLE,
    encode: Some(write::encode),
    // What a run may hold is for CPF to say.
    holds: holds!(
        Subject Kind Stated Unstated Hold Warn Scope Findings Severity Category Location Agents Removed
        Resolved Steering SpecFeedback Notes Members Tags
    ),
    special: Special { unwrap: Some(unwrapped), ..Special::NONE },
    ..Codec::new(recognise, decode, contract)
};

/// It fails, so that no one who hands it back opens a gate.
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
    // Both ways to head a batch have these, in one line.
    let may = |line: &str| line.contains("##") && line.contains('[') && line.contains('B');
    body.text.lines().any(may) && grammar::begins(Rule::outline, body.text)
}

/// Reads a log; a text without a batch is none.
fn decode(input: &Input<'_>) -> Decoded {
    let Some(parts) = grammar::parts(Rule::log, input.body) else {
        return input.given_up(Format::VerdictsLog);
    };
    let mut log = log::Log::new(input);
    parts.for_each(|part| log.part(&part));
    log.finish()
}
