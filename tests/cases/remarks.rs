//! Every line in every room: what is said outside the fields is heard alike wherever it stands.
//!
//! `tests/remarks/stop.txt` keeps a pass shut in every free text of every format, and
//! `tests/remarks/agree.txt` leaves it open, in every carrier. `tests/remarks/misses.txt` holds
//! where that is not so.

#![expect(clippy::disallowed_methods, reason = "what is missed is a file")]

use std::fs;

use assize::{Outcome, ReadOptions, Source, Verdict, read};
use libtest_mimic::{Failed, Trial};

use crate::folders::difference;
use crate::rooms::{CARRIERS, KDL_ROOMS, ROOMS, Room, TEXTS, WRAPS};

const STOP: &str = include_str!("../remarks/stop.txt");
const AGREE: &str = include_str!("../remarks/agree.txt");
const MISSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/remarks/misses.txt");

pub(crate) fn trials(bless: bool) -> Vec<Trial> {
    if bless {
        return vec![Trial::test("remarks::misses", || {
            Ok(fs::write(MISSES, checks().map(|check| check.misses()).collect::<String>())?)
        })];
    }
    checks().map(|check| Trial::test(check.name.clone(), move || check.as_known())).collect()
}

/// Texts that all open a gate, or that all leave it shut.
struct Check {
    name: String,
    opens: bool,
    /// What each is told by, and the text.
    texts: Box<dyn Fn() -> Vec<(String, String)> + Send>,
}

impl Check {
    fn new(
        name: String,
        opens: bool,
        texts: impl Fn() -> Vec<(String, String)> + Send + 'static,
    ) -> Self {
        Self { name, opens, texts: Box::new(texts) }
    }

    /// What is not as it should be is what `misses.txt` says of it; `--bless` rewrites that.
    fn as_known(&self) -> Result<(), Failed> {
        let found = self.misses();
        let known = fs::read_to_string(MISSES).unwrap_or_default();
        let start = format!("{}, ", self.name);
        let known: String =
            known.split_inclusive('\n').filter(|line| line.starts_with(&start)).collect();
        let verb = if self.opens { "stays shut" } else { "opens" };
        match found == known {
            true => Ok(()),
            false => Err(difference(&format!("a gate {verb} for other texts"), &known, &found)),
        }
    }

    fn misses(&self) -> String {
        let texts = (self.texts)();
        let wrong = texts.iter().filter(|(_, text)| self.is_wrong(text));
        wrong.map(|(told, _)| format!("{}, {told}\n", self.name)).collect()
    }

    fn is_wrong(&self, text: &str) -> bool {
        opens(text) != self.opens
    }
}

fn checks() -> impl Iterator<Item = Check> {
    let rooms = || ROOMS.iter().chain(KDL_ROOMS);
    let stop = rooms().map(|room| in_room("stop", room, false));
    let agree = rooms().map(|room| in_room("agree", room, true));
    let pairs = TEXTS.iter().map(|(format, text)| beside(format, *text));
    stop.chain(agree).chain(pairs).chain([fails_wrapped(), stop_wrapped(), passes_carried()])
}

/// Every line of a list in a room, in every carrier.
fn in_room(list: &str, room: &'static Room, opens: bool) -> Check {
    Check::new(format!("remarks::{list}::{}", room.name), opens, move || {
        let said = lines(if opens { AGREE } else { STOP });
        let said = said.iter().filter(|remark| !opens || !room.reads(remark));
        let texts = said.filter_map(|remark| Some((remark, room.with(remark)?)));
        let carried = texts.flat_map(|(remark, text)| {
            let carriers = CARRIERS.iter().filter(|(carrier, _)| room.comes(carrier));
            carriers.map(move |(carrier, carry)| (format!("{carrier}: {remark:?}"), carry(&text)))
        });
        carried.collect()
    })
}

/// A pass of one format, and a fail of any other above or below it, each in a fence or not.
fn beside(format: &str, text: fn(bool) -> String) -> Check {
    Check::new(format!("remarks::beside::{format}"), false, move || {
        // What has a fence of its own needs no other: a fence in a longer fence is quoted.
        let fence = |text: &str| match text.starts_with("```") {
            true => text.to_owned(),
            false => format!("`````\n{text}`````\n"),
        };
        let mut texts = Vec::new();
        for (other, fails) in TEXTS {
            let (pass, fail) = (text(true), fails(false));
            for (where_, pass, fail) in [
                ("both bare", pass.clone(), fail.clone()),
                ("both in fences", fence(&pass), fence(&fail)),
                ("the fail in a fence", pass.clone(), fence(&fail)),
                ("the pass in a fence", fence(&pass), fail.clone()),
            ] {
                // A review in markdown is not read in a fence.
                if *other == "labelled" && fail.starts_with("```") {
                    continue;
                }
                texts.push((format!("above {other}, {where_}"), format!("{pass}\n{fail}")));
                texts.push((format!("below {other}, {where_}"), format!("{fail}\n{pass}")));
            }
        }
        texts
    })
}

/// What fails does not pass in another dress.
fn fails_wrapped() -> Check {
    Check::new("remarks::wrapped::a fail".to_owned(), false, || {
        let fails = TEXTS.iter().map(|(format, text)| (*format, text(false)));
        wraps(fails.map(|(format, text)| (format.to_owned(), text)))
    })
}

/// Nor does a pass beside a stop line.
fn stop_wrapped() -> Check {
    Check::new("remarks::wrapped::a stop line".to_owned(), false, || {
        let said = lines(STOP).into_iter().flat_map(|remark| {
            let texts = ["verdict: pass\nconfidence: high\n", "```yaml\nverdict: pass\n```\n"];
            texts.map(|pass| (format!("{remark:?}"), format!("{pass}\n{remark}\n")))
        });
        let mut texts = wraps(said);
        // What stands alone stands in a paragraph of its own, and not in an item.
        texts.retain(|(told, _)| !told.starts_with("in bullets") && !told.starts_with("in bold"));
        texts
    })
}

fn wraps(texts: impl Iterator<Item = (String, String)>) -> Vec<(String, String)> {
    let wrapped = texts.flat_map(|(told, text)| {
        WRAPS.iter().map(move |(name, wrap)| (format!("{name}: {told}"), wrap(&text)))
    });
    wrapped.collect()
}

/// A plain pass of every format opens in every carrier.
fn passes_carried() -> Check {
    Check::new("remarks::open::a plain pass".to_owned(), true, || {
        let carried = TEXTS.iter().flat_map(|(format, text)| {
            let carriers = CARRIERS
                .iter()
                .filter(|(carrier, _)| *carrier != "in an envelope" || *format != "agent-envelope");
            carriers.map(move |(name, carry)| (format!("{name}: {format}"), carry(&text(true))))
        });
        carried.collect()
    })
}

/// Whether a text opens, as `any-blocker` has it for the only seat; `hostile` asks the policy itself.
fn opens(text: &str) -> bool {
    let decoded = read(&Source::new("qa.md", text), &ReadOptions::default());
    let mut effective = decoded.verdicts.iter().map(Verdict::effective);
    !decoded.verdicts.is_empty() && effective.all(|outcome| outcome.is_some_and(Outcome::opens))
}

/// The remarks of a list: one a line, `\n` and `\u{2028}` spelt out.
fn lines(list: &str) -> Vec<String> {
    let said = list.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
    said.map(spelt).collect()
}

fn spelt(line: &str) -> String {
    let mut text = line.replace("\\n", "\n");
    while let Some((before, (code, behind))) =
        text.split_once("\\u{").and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        let odd = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
        text = format!("{before}{}{behind}", odd.unwrap_or('\u{fffd}'));
    }
    text
}
