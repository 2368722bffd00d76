//! Rounds of review: what a round asks for, and whether what a reviewer wrote belongs to it.
//!
//! A round is begun for one state of the work. It has a mark, which goes into each reviewer's prompt and comes back in
//! what is written; so a text of an earlier round is known, however late it arrives.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::ir::{Binding, Cause, Diagnostic, Stake};
use crate::source::Sha256;

/// What begins every mark: `assize-r3-8f3a2c91d04b7e65`.
const BEGINS: &str = "assize-r";
/// How many characters of it no one can guess.
const SECRET: usize = 16;

/// The version of the shape in which a round is kept. Additions do not change it.
pub const ROUND_VERSION: u32 = 1;

/// A round that was begun: what is kept of it from the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// [`ROUND_VERSION`]
    pub schema_version: u32,
    /// The name of the work.
    pub task: String,
    /// Which round of review it is, from 1.
    pub round: u32,
    /// What comes back in what its reviewers write.
    pub mark: String,
    /// When it was begun, in nanoseconds since 1970.
    pub begun: i64,
    /// The state of the work, by names and values in their order.
    pub bound: Vec<(String, String)>,
    /// The branch that was checked out, where one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The panel that sits.
    pub panel: String,
    /// Who sits in it, in their order.
    pub seats: Vec<RoundSeat>,
    /// What the change touches, where that was told.
    pub change: Option<RoundChange>,
    /// How long texts about the change are that its panel asks for.
    pub texts: Vec<RoundText>,
}

/// How long a text about the change is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundText {
    /// What the panel calls it: `description`.
    pub name: String,
    /// Its words.
    pub words: u64,
    /// Its paragraphs.
    pub paragraphs: u64,
}

/// A seat of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundSeat {
    /// Its name.
    pub name: String,
    /// The file that its reviewer writes.
    pub file: String,
    /// Why it need not sit; null where it sits.
    pub skipped: Option<String>,
    /// Whether its answer may count: it is no observer of its panel.
    pub counts: bool,
    /// What it counts for; none where it is not said, and it counts as the policy says.
    pub stake: Option<Stake>,
    /// The file that is read where its own is not there.
    pub legacy: Option<String>,
    /// How much it weighs; 1 where it is not said.
    pub weight: Option<u32>,
    /// What the team says of it, by names of its own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
}

/// What a change touches, as it was told at the beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundChange {
    /// Its paths.
    pub paths: Vec<String>,
    /// The lines that it adds and takes away.
    pub lines: Option<u64>,
    /// The paths whose lines were not counted.
    pub uncounted: Vec<String>,
}

/// What is known of a text, beside its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// When, in nanoseconds since 1970.
    At(i64),
    /// So many nanoseconds from now, by a clock that is not ours: it says nothing of when that was.
    Ahead(i64),
    /// The file system does not say.
    Unknown,
}

/// Clocks of two machines may differ by so much, in nanoseconds: one minute.
const CLOCK_DIFFERENCE: i64 = 60_000_000_000;

impl Written {
    /// What a file system says of a text, looked at by the clock.
    ///
    /// ```
    /// use assize::round::Written;
    /// let (now, hour) = (1_700_000_000_000_000_000, 3_600_000_000_000);
    /// assert_eq!(Written::seen(Some(now - hour), now), Written::At(now - hour));
    /// assert_eq!(Written::seen(Some(now + hour), now), Written::Ahead(hour));
    /// assert_eq!(Written::seen(None, now), Written::Unknown);
    /// ```
    pub fn seen(written: Option<i64>, now: i64) -> Self {
        match written {
            None => Self::Unknown,
            Some(time) if time.saturating_sub(now) > CLOCK_DIFFERENCE => {
                Self::Ahead(time.saturating_sub(now))
            }
            Some(time) => Self::At(time),
        }
    }
}

impl Round {
    /// The mark of a round, from eight bytes that no one can guess.
    ///
    /// ```
    /// let mark = assize::round::Round::mark_of(3, [0x8f, 0x3a, 0x2c, 0x91, 0xd0, 0x4b, 0x7e, 0x65]);
    /// assert_eq!(mark, "assize-r3-8f3a2c91d04b7e65");
    /// ```
    pub fn mark_of(round: u32, secret: [u8; 8]) -> String {
        let secret: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{BEGINS}{round}-{secret}")
    }

    /// What it is bound to.
    pub fn binding(&self) -> Binding {
        let all = self.bound.iter();
        all.fold(Binding::new(), |bound, (name, value)| bound.and(name, value))
    }

    /// Why a text belongs to earlier work than this round; none when it may belong to it.
    ///
    /// The mark of this round in it is proof that its writer was asked for it, whatever the clocks say. Without
    /// it, another mark or an earlier time tell that it is old, and a time to come that cannot be read as an outcome.
    pub fn outdated(&self, text: &[u8], written: Written) -> Option<String> {
        let found = marks(text);
        if found.iter().any(|mark| *mark == self.mark) {
            return None;
        }
        if let Some(other) = found.first() {
            let round = round_of(other).map(|n| format!("round {n}"));
            let whose = match round {
                Some(round) if round_of(other) != Some(self.round) => round,
                _ => "another round".to_owned(),
            };
            return Some(format!(
                "it bears the mark of {whose}, `{other}`, and this is round {}",
                self.round
            ));
        }
        match written {
            Written::At(time) if time < self.begun => Some(format!(
                "it was written {} before round {} was begun, and does not bear its mark",
                ago(self.begun.saturating_sub(time)),
                self.round
            )),
            Written::Ahead(by) => Some(format!(
                "its file says that it was written {} from now, so nobody knows when it was, and it does not bear \
                 the mark of round {}",
                ago(by),
                self.round
            )),
            _ => None,
        }
    }

    /// Why a text is one of an earlier round, whose reports have these SHA-256: it is the same, and bears no mark of this one.
    pub fn lay_there_before(&self, text: &[u8], earlier: &BTreeSet<String>) -> Option<String> {
        let again = !earlier.is_empty()
            && !marks(text).contains(&self.mark.as_str())
            && earlier.contains(&Sha256::of(text).to_string());
        again.then(|| {
            format!(
                "it is a report of an earlier round, byte for byte, and does not bear the mark of round {}",
                self.round
            )
        })
    }

    /// Why a text cannot be used whatever it says: it bears the marks of two rounds, or, where it `must_end` so, the mark of
    /// this one is not the last of it.
    pub fn flaw(&self, text: &[u8], must_end: bool) -> Option<(Cause, Diagnostic)> {
        let found: BTreeSet<&str> = marks(text).into_iter().collect();
        if found.len() > 1 {
            return Some((Cause::Ambiguous, two_marks(&found)));
        }
        let at = text.windows(self.mark.len()).rposition(|part| part == self.mark.as_bytes());
        let behind = at.map(|at| &text[at + self.mark.len()..]);
        let ends = behind.is_some_and(|rest| {
            !rest.iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
        });
        (must_end && !ends).then(|| (Cause::Truncated, no_end(&self.mark)))
    }

    /// What a reviewer reads about the mark, behind the contract of a format.
    pub fn asks_for_its_mark(&self, json: bool, yaml: bool) -> String {
        let mark = &self.mark;
        let how = match (json, yaml) {
            (true, _) => format!(
                "Put `{mark}` at the end of the first text that you write yourself, such as a summary, a reason or \
                 a feedback."
            ),
            (_, true) => format!("Write `# {mark}` as the last line inside the block."),
            _ => format!(
                "Write `<!-- {mark} -->` as the very last line, below everything else, once all is written."
            ),
        };
        format!(
            "This is round {} of `{}`. {how} It shows that the answer belongs to this round, and is whole.\n",
            self.round, self.task
        )
    }

    /// How many seconds are left of the time that a reviewer has; none when it is up.
    pub fn seconds_left(&self, now: i64, wait: u32) -> Option<i64> {
        let passed = now.saturating_sub(self.begun).max(0) / NANOS;
        let left = i64::from(wait) - passed;
        (left > 0).then_some(left)
    }
}

const NANOS: i64 = 1_000_000_000;

/// `3 min`, `20 s`
fn ago(nanos: i64) -> String {
    match nanos / NANOS {
        0 => "a moment".to_owned(),
        seconds @ ..120 => format!("{seconds} s"),
        seconds @ ..7_200 => format!("{} min", seconds / 60),
        seconds @ ..172_800 => format!("{} h", seconds / 3_600),
        seconds => format!("{} days", seconds / 86_400),
    }
}

/// A report of one round with a piece of another's in it
fn two_marks(found: &BTreeSet<&str>) -> Diagnostic {
    let found: Vec<String> = found.iter().map(|mark| format!("`{mark}`")).collect();
    Diagnostic::error("assize::round::two_marks")
        .message(format!("the text bears the marks of two rounds: {}", found.join(", ")))
        .help("write the answer for this round anew, with its mark alone, and quote nothing that bears another")
}

/// A report that breaks off above its mark
fn no_end(mark: &str) -> Diagnostic {
    Diagnostic::error("assize::round::no_end")
        .message(format!(
            "the text does not end with the mark of the round, `{mark}`: it may have been cut off"
        ))
        .help("write the whole text again, with the mark in its last line; `assize contract FORMAT --task TASK` asks for it")
}

/// Whether a text bears the mark of any round.
pub fn bears_a_mark(text: &[u8]) -> bool {
    !marks(text).is_empty()
}

/// The round that a mark names.
fn round_of(mark: &str) -> Option<u32> {
    mark.strip_prefix(BEGINS)?.split_once('-')?.0.parse().ok()
}

/// Every mark in a text, in order.
fn marks(text: &[u8]) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(start) = rest.windows(BEGINS.len()).position(|part| part == BEGINS.as_bytes()) {
        let here = &rest[start..];
        let digits = here[BEGINS.len()..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = BEGINS.len() + digits + 1 + SECRET;
        let whole = here.get(..end).filter(|mark| {
            let (dash, secret) = (mark[BEGINS.len() + digits], &mark[BEGINS.len() + digits + 1..]);
            let hex = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            digits > 0 && dash == b'-' && secret.iter().all(hex)
        });
        found.extend(whole.and_then(|mark| std::str::from_utf8(mark).ok()));
        rest = &here[BEGINS.len()..];
    }
    found
}

/// What stands for changes that cannot be compared. They are never the same.
pub const UNCOMPARED: &str = "unknown";

/// Why what a round is bound to is not the work as it is now; none when it is. What no one tells is not known to be
/// the same.
pub fn moved_on(bound: &Binding, now: &Binding) -> Option<String> {
    for (name, was) in bound.iter().filter(|(name, _)| *name != "changes") {
        let Some(is) = now.get(name) else {
            return Some(format!(
                "it is bound to {name} {}, and nobody says what it is now",
                Binding::brief(was)
            ));
        };
        if !is_same(was, is) {
            let (was, is) = (Binding::brief(was), Binding::brief(is));
            return Some(format!("it is bound to {name} {was}, and the work is at {is}"));
        }
    }
    let known = bound.get("commit").is_some() || bound.get("changes").is_some();
    match (bound.get("changes"), now.get("changes")) {
        (_, Some(UNCOMPARED)) if known => {
            Some("what is changed and not committed cannot be compared".to_owned())
        }
        (Some(was), Some(is)) if was != is => {
            Some("the changes that are not committed are others now".to_owned())
        }
        (Some(_), None) => Some("the changes that it is bound to are no longer there".to_owned()),
        (None, Some(_)) if known => {
            Some("files have been changed since, and are not committed".to_owned())
        }
        _ => None,
    }
}

/// Whether two values are one: a hash may be cut short, as people write it.
pub fn is_same(one: &str, other: &str) -> bool {
    crate::ir::is_same_state(one, other)
}

#[cfg(test)]
mod tests {
    use super::{Round, Written, marks, moved_on};
    use crate::ir::Binding;

    fn round() -> Round {
        Round {
            schema_version: 1,
            task: "task-17".to_owned(),
            round: 3,
            mark: Round::mark_of(3, [1; 8]),
            begun: 100_000_000_000,
            bound: Vec::new(),
            branch: None,
            panel: "ours".to_owned(),
            seats: Vec::new(),
            change: None,
            texts: Vec::new(),
        }
    }

    #[test]
    fn a_text_with_the_mark_belongs_to_the_round_whatever_the_clock_says() {
        let round = round();
        let marked = format!("verdict: pass\n<!-- {} -->\n", round.mark);
        assert_eq!(round.outdated(marked.as_bytes(), Written::At(0)), None);
        let quoting = format!("<!-- {} -->\n{}", Round::mark_of(2, [9; 8]), round.mark);
        assert_eq!(round.outdated(quoting.as_bytes(), Written::Unknown), None);
    }

    #[test]
    fn another_mark_and_an_earlier_time_are_told() {
        let round = round();
        let old = Round::mark_of(2, [2; 8]);
        let why = round.outdated(old.as_bytes(), Written::At(i64::MAX)).expect("old");
        assert!(why.contains("mark of round 2"), "{why}");
        // The same number, of a round that was begun anew.
        let anew = Round::mark_of(3, [2; 8]);
        let why = round.outdated(anew.as_bytes(), Written::Unknown).expect("old");
        assert!(why.contains("mark of another round"), "{why}");
        let why = round.outdated(b"verdict: pass", Written::At(40_000_000_000)).expect("old");
        assert!(why.starts_with("it was written 60 s before round 3"), "{why}");
        assert_eq!(round.outdated(b"verdict: pass", Written::At(round.begun)), None);
        assert_eq!(round.outdated(b"verdict: pass", Written::Unknown), None);
    }

    #[test]
    fn a_time_to_come_tells_nothing_but_a_minute_is_no_matter() {
        let round = round();
        let now = round.begun + 10_000_000_000;
        let why =
            round.outdated(b"verdict: pass", Written::seen(Some(now + 7_200_000_000_000), now));
        assert!(why.as_deref().is_some_and(|why| why.contains("2 h from now")), "{why:?}");
        let near = Written::seen(Some(now + 60_000_000_000), now);
        assert_eq!(round.outdated(b"verdict: pass", near), None);
        let marked = format!("verdict: pass\n<!-- {} -->\n", round.mark);
        assert_eq!(round.outdated(marked.as_bytes(), Written::Ahead(i64::MAX)), None);
    }

    #[test]
    fn what_only_looks_like_a_mark_is_none() {
        for text in [
            "",
            "assize-r",
            "assize-r3",
            "assize-r-0101010101010101",
            "assize-r3-01",
            "assize-r3-zz01010101010101",
        ] {
            assert_eq!(marks(text.as_bytes()), Vec::<&str>::new(), "{text}");
        }
        let two = format!(
            "assize-r assize-{} \u{fffd}{}",
            Round::mark_of(1, [3; 8]),
            Round::mark_of(12, [4; 8])
        );
        assert_eq!(marks(two.as_bytes()).len(), 2);
    }

    #[test]
    fn the_work_moves_on_by_any_name_that_is_known() {
        let bound = Binding::commit("a").and("tree", "t");
        assert_eq!(moved_on(&bound, &bound), None);
        // What nobody tells is not the same.
        assert!(moved_on(&bound, &Binding::new()).is_some_and(|why| why.contains("nobody says")));
        assert_eq!(moved_on(&Binding::new(), &bound), None);
        let full = Binding::commit("4f2a9c10d3e84f2a9c10d3e84f2a9c10d3e84f2a");
        assert_eq!(moved_on(&Binding::commit("4f2a9c1"), &full), None);
        assert!(moved_on(&Binding::commit("4f2a9c"), &full).is_some());
        assert!(moved_on(&bound, &Binding::commit("b").and("tree", "t")).is_some());
        let changed = bound.clone().and("changes", "c");
        assert!(moved_on(&bound, &changed).is_some());
        assert!(moved_on(&changed, &bound).is_some());
        assert!(moved_on(&changed, &bound.clone().and("changes", "d")).is_some());
        let lost = bound.clone().and("changes", super::UNCOMPARED);
        assert!(moved_on(&lost, &lost).is_some() && moved_on(&bound, &lost).is_some());
        assert!(moved_on(&Binding::new().and("run", "1"), &bound.and("run", "2")).is_some());
    }

    #[test]
    fn time_is_up_after_what_a_reviewer_has() {
        let round = round();
        assert_eq!(round.seconds_left(100_000_000_000, 300), Some(300));
        assert_eq!(round.seconds_left(399_000_000_000, 300), Some(1));
        assert_eq!(round.seconds_left(400_000_000_000, 300), None);
        // The clock went back: nobody is awaited for longer than they have.
        assert_eq!(round.seconds_left(0, 300), Some(300));
    }
}
