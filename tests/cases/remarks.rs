//! Every line in every room: what is said outside the fields is heard alike wherever it stands.
//!
//! `tests/remarks/stop.txt` keeps a pass shut in every free text of every format, and
//! `tests/remarks/agree.txt` leaves it open, in every carrier.

use assize::{Docket, Profile, ReadOptions, Source};
use libtest_mimic::{Failed, Trial};

use crate::policies::ANY_BLOCKER;
use crate::rooms::{CARRIERS, KDL_ROOMS, ROOMS, Room};

const STOP: &str = include_str!("../remarks/stop.txt");
const AGREE: &str = include_str!("../remarks/agree.txt");

pub(crate) fn trials(_: bool) -> Vec<Trial> {
    let rooms = || ROOMS.iter().chain(KDL_ROOMS);
    let stop = rooms().map(|room| trial("stop", room, || lines(STOP), false));
    let agree = rooms().map(|room| trial("agree", room, || lines(AGREE), true));
    stop.chain(agree).collect()
}

fn trial(list: &str, room: &'static Room, said: fn() -> Vec<String>, open: bool) -> Trial {
    Trial::test(format!("remarks::{list}::{}", room.name), move || check(room, &said(), open))
}

/// Whether a gate opens beside each remark as it should, in every carrier.
fn check(room: &Room, said: &[String], open: bool) -> Result<(), Failed> {
    let mut wrong = String::new();
    let mut stood = 0;
    for remark in said {
        let Some(text) = room.with(remark) else { continue };
        stood += 1;
        for (carrier, carry) in CARRIERS {
            if opens(&carry(&text), Profile::Standard) != open {
                wrong.push_str(&format!("{carrier}: {remark:?}\n"));
            }
        }
        // What is not read at all stays shut, too.
        if !open {
            for profile in [Profile::Strict, Profile::Lenient] {
                if opens(&text, profile) {
                    wrong.push_str(&format!("under `{profile}`: {remark:?}\n"));
                }
            }
        }
    }
    match (stood, wrong.is_empty()) {
        (0, _) => Err("no remark can stand there".into()),
        (_, true) => Ok(()),
        (_, false) => Err(format!("beside these it {}:\n{wrong}", if open { "stays shut" } else { "opens" }).into()),
    }
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
