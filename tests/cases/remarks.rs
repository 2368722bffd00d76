//! Every line in every room: what is said outside the fields is heard alike wherever it stands.
//!
//! `tests/remarks/stop.txt` keeps a pass shut in every free text of every format, and
//! `tests/remarks/agree.txt` leaves it open, in every carrier. `tests/remarks/misses.txt` holds
//! where that is not so.

#![expect(clippy::disallowed_methods, reason = "what is missed is a file")]

use std::fs;

use assize::{Docket, Profile, ReadOptions, Source};
use libtest_mimic::{Failed, Trial};

use crate::folders::difference;
use crate::policies::ANY_BLOCKER;
use crate::rooms::{CARRIERS, KDL_ROOMS, ROOMS, Room};

const STOP: &str = include_str!("../remarks/stop.txt");
const AGREE: &str = include_str!("../remarks/agree.txt");
const MISSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/remarks/misses.txt");

pub(crate) fn trials(bless: bool) -> Vec<Trial> {
    if bless {
        return vec![Trial::test("remarks::misses", || {
            Ok(fs::write(MISSES, checks().flat_map(misses).collect::<String>())?)
        })];
    }
    let trial = |check: Check| Trial::test(check.name(), move || as_known(check));
    checks().map(trial).collect()
}

/// A list in a room.
#[derive(Clone, Copy)]
struct Check {
    room: &'static Room,
    /// Whether a pass opens beside the list.
    opens: bool,
}

impl Check {
    fn name(self) -> String {
        format!("remarks::{}::{}", if self.opens { "agree" } else { "stop" }, self.room.name)
    }
}

fn checks() -> impl Iterator<Item = Check> {
    let rooms = || ROOMS.iter().chain(KDL_ROOMS);
    let stop = rooms().map(|room| Check { room, opens: false });
    stop.chain(rooms().map(|room| Check { room, opens: true }))
}

/// What is not as it should be is what `misses.txt` says of it; `--bless` rewrites that.
fn as_known(check: Check) -> Result<(), Failed> {
    let found: String = misses(check).concat();
    let known = fs::read_to_string(MISSES).unwrap_or_default();
    let start = format!("{}, ", check.name());
    let known: String =
        known.split_inclusive('\n').filter(|line| line.starts_with(&start)).collect();
    let verb = if check.opens { "stays shut" } else { "opens" };
    match found == known {
        true => Ok(()),
        false => Err(difference(&format!("a gate {verb} beside other lines"), &known, &found)),
    }
}

/// Beside which remarks a gate does not do what it should, in every carrier.
fn misses(check: Check) -> Vec<String> {
    let Check { room, opens: should } = check;
    let list = if should { AGREE } else { STOP };
    let mut misses = Vec::new();
    for remark in lines(list) {
        let Some(text) = room.with(&remark).filter(|_| !should || !room.reads(&remark)) else {
            continue;
        };
        let mut wrong: Vec<&str> = Vec::new();
        for (carrier, carry) in CARRIERS.iter().filter(|(carrier, _)| room.comes(carrier)) {
            if opens(&carry(&text), Profile::Standard) != should {
                wrong.push(carrier);
            }
        }
        let profiles = [("strict", Profile::Strict), ("lenient", Profile::Lenient)];
        let open = profiles.iter().filter(|(_, profile)| !should && opens(&text, *profile));
        wrong.extend(open.map(|(name, _)| name));
        if !wrong.is_empty() {
            misses.push(format!("{}, {}: {remark:?}\n", check.name(), wrong.join(", ")));
        }
    }
    misses
}

/// Whether a text opens a gate as the only seat.
pub(crate) fn opens(text: &str, profile: Profile) -> bool {
    let mut docket = Docket::new("remarks").reading(ReadOptions::default().profile(profile));
    docket.seat("qa");
    docket.submit("qa", Source::new("qa.md", text));
    // A policy that gives no ruling leaves the gate shut.
    ANY_BLOCKER.judge(&docket.close()).is_ok_and(|ruling| ruling.opening().is_some())
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
