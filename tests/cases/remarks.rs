//! Every line in every room: what is said outside the fields is heard alike wherever it stands.
//!
//! `tests/remarks/stop.txt` keeps a pass shut in every free text of every format, and
//! `tests/remarks/agree.txt` leaves it open, in every carrier. Where a format lists what was found
//! at another time, findings leave it open, too. `open.txt` and `shut.txt` are whole reviews.

use assize::{Outcome, Profile, ReadOptions, Source, Verdict, read};
use libtest_mimic::{Failed, Trial};

use crate::rooms::{CARRIERS, KDL_ROOMS, PAST_ROOMS, ROOMS, Room, TEXTS, WRAPS, Wrap};

const STOP: &str = include_str!("../remarks/stop.txt");
const AGREE: &str = include_str!("../remarks/agree.txt");
const OPEN: &str = include_str!("../remarks/open.txt");
const SHUT: &str = include_str!("../remarks/shut.txt");
const NOT_PROMISED: &str = include_str!("../remarks/not-promised.txt");
const HELD: &str = include_str!("../remarks/held.txt");

pub(crate) fn trials(_bless: bool) -> Vec<Trial> {
    checks().map(|check| Trial::test(check.name.clone(), move || check.run())).collect()
}

/// Texts that all open a gate, or that all leave it shut.
struct Check {
    name: String,
    profile: Profile,
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
        Self { name, profile: Profile::Standard, opens, texts: Box::new(texts) }
    }

    fn run(&self) -> Result<(), Failed> {
        let texts = (self.texts)();
        let wrong = texts.iter().filter(|(_, text)| opens(text, self.profile) != self.opens);
        let told: Vec<&str> = wrong.map(|(told, _)| told.as_str()).collect();
        let verb = if self.opens { "stays shut" } else { "opens" };
        match told.is_empty() {
            true => Ok(()),
            false => Err(format!("the gate {verb} for\n{}", told.join("\n")).into()),
        }
    }
}

fn checks() -> impl Iterator<Item = Check> {
    let rooms = || ROOMS.iter().chain(KDL_ROOMS).chain(PAST_ROOMS);
    let stop = rooms().map(|room| in_room("stop", room, false));
    let agree = rooms().map(|room| in_room("agree", room, true));
    let past = PAST_ROOMS.iter().map(|room| in_room("past", room, true));
    let pairs = TEXTS.iter().map(|(format, text)| beside(format, *text));
    let others = [Profile::Strict, Profile::Lenient].map(under);
    let checks = stop.chain(agree).chain(past).chain(pairs).chain(others);
    let shut = [Profile::Strict, Profile::Standard, Profile::Lenient].map(shut);
    let html = [("stop", STOP, false), ("agree", AGREE, true)];
    let html = html.map(|(name, list, opens)| in_elements(name, list, opens));
    let whole = [fails_wrapped(), stop_wrapped(), passes_carried(), open(), not_promised(), held()];
    checks.chain(html).chain(whole).chain(shut)
}

/// Every line of a list in a room, in every carrier.
fn in_room(list: &'static str, room: &'static Room, opens: bool) -> Check {
    Check::new(format!("remarks::{list}::{}", room.name), opens, move || {
        let said = match list {
            "agree" => lines(AGREE).filter(|said| !room.reads(&said.text)).collect(),
            "past" => lines(STOP).filter(|said| is_past(said, room)).collect(),
            _ => lines(STOP).filter(|said| is_heard(said, room)).collect::<Vec<_>>(),
        };
        let texts = said.iter().filter_map(|said| Some((&said.text, room.with(&said.text)?)));
        // Each line in every third room, and each room with every third line; all of them in `.ci/nightly`.
        let met = |(nth, _): &(usize, _)| at_length() || (nth + room.name.len()).is_multiple_of(3);
        let carried = texts.enumerate().filter(met).flat_map(|(nth, (remark, text))| {
            let carriers =
                CARRIERS.iter().filter(|(carrier, _)| room.comes(carrier)).collect::<Vec<_>>();
            // One after the other comes up in every run; each with each in `.ci/nightly`.
            let turn = nth / 3 % carriers.len().max(1);
            let carriers = carriers.into_iter().enumerate();
            let picked = carriers.filter(move |(at, _)| *at == turn || at_length());
            let carry = move |(_, (carrier, carry)): (usize, &(&str, Wrap))| {
                (format!("{carrier}: {remark:?}"), carry(&text))
            };
            picked.map(carry).collect::<Vec<_>>()
        });
        carried.collect()
    })
}

/// Whether every line is tried in every carrier.
#[expect(clippy::disallowed_methods, reason = "nightly asks for it")]
fn at_length() -> bool {
    std::env::var_os("REMARKS_AT_LENGTH").is_some()
}

/// Every line of a list in a line of HTML, where blocks stand around it.
fn in_elements(name: &str, list: &'static str, opens: bool) -> Check {
    const BLOCKS: [(&str, &str); 5] = [
        ("<p>It is small.</p><p>", "</p>"),
        ("<ul><li>It is small</li><li>", "</li></ul>"),
        ("<i>Note</i><br><div>", "</div>"),
        ("<p><a id=\"x\"></a>", "</p>"),
        ("</details>", ""),
    ];
    Check::new(format!("remarks::{name} in elements"), opens, move || {
        // A sign by itself answers nothing in a cell, and what is quoted in an element is its text.
        let fits = |said: &Said| {
            let letters = said.text.contains(char::is_alphabetic);
            letters && !said.text.contains('\n') && !said.text.starts_with('>')
        };
        let said = lines(list).filter(fits);
        let texts = said.flat_map(|said| {
            BLOCKS.map(|(before, behind)| {
                let line = format!("{before}{}{behind}", said.text);
                let text = format!("verdict: pass\nconfidence: high\n\n{line}\n");
                (line, text)
            })
        });
        texts.collect()
    })
}

/// Whether a line keeps a pass shut in a room.
fn is_heard(said: &Said, room: &Room) -> bool {
    !(is_past(said, room) || said.is_whole && room.is_data())
}

/// A finding where those of another time are listed. A heading ends that place.
fn is_past(said: &Said, room: &Room) -> bool {
    room.past && said.is_finding && !room.reads(&said.text)
}

/// No line opens under another profile, either: each room in one carrier, so that all come up.
fn under(profile: Profile) -> Check {
    let check = Check::new(format!("remarks::stop under {profile}"), false, || {
        let rooms = ROOMS.iter().chain(KDL_ROOMS).chain(PAST_ROOMS).zip(CARRIERS.iter().cycle());
        let carried = rooms.flat_map(|(room, (carrier, carry))| {
            let said = lines(STOP).filter(|said| room.comes(carrier) && is_heard(said, room));
            let met =
                |(nth, _): &(usize, Said)| at_length() || (nth + room.name.len()).is_multiple_of(3);
            said.enumerate().filter(met).filter_map(move |(_, said)| {
                let told = format!("{}, {carrier}: {:?}", room.name, said.text);
                Some((told, carry(&room.with(&said.text)?)))
            })
        });
        carried.collect()
    });
    Check { profile, ..check }
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
                if *other == "review" && fail.starts_with("```") {
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
        let said = lines(STOP).flat_map(|Said { text, .. }| {
            let texts = ["verdict: pass\nconfidence: high\n", "```yaml\nverdict: pass\n```\n"];
            texts.map(|pass| (format!("{text:?}"), format!("{pass}\n{text}\n")))
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

/// Whole reviews that open.
fn open() -> Check {
    Check::new("remarks::reviews that open".to_owned(), true, || whole(OPEN))
}

/// Texts with a no that is not in a field.
fn not_promised() -> Check {
    Check::new("remarks::texts that open and say no in prose".to_owned(), true, || {
        let beside = |text: String| match opens(&text, Profile::Standard) {
            true => text,
            false => {
                format!("{{\"passed\": true, \"feedback\": {}}}", serde_json::Value::from(text))
            }
        };
        whole(NOT_PROMISED).into_iter().map(|(told, text)| (told, beside(text))).collect()
    })
}

/// Honest texts that are held.
fn held() -> Check {
    Check::new("remarks::honest texts that are held".to_owned(), false, || {
        let beside = |text: String| match text.contains("erdict") || text.contains("passed") {
            true => text,
            false => format!("verdict: pass\nconfidence: high\n\n{text}"),
        };
        whole(HELD).into_iter().map(|(told, text)| (told, beside(text))).collect()
    })
}

/// Whole reviews that do not, whatever may be repaired.
fn shut(profile: Profile) -> Check {
    let name = format!("remarks::reviews that do not open, under {profile}");
    Check { profile, ..Check::new(name, false, || whole(SHUT)) }
}

fn whole(list: &str) -> Vec<(String, String)> {
    lines(list).map(|Said { text, .. }| (format!("{text:?}"), format!("{text}\n"))).collect()
}

/// Whether a text opens, as `any-blocker` has it for the only seat; `hostile` asks the policy itself. A
/// pass that only `lenient` finds is inferred, and held.
fn opens(text: &str, profile: Profile) -> bool {
    let decoded = read(&Source::new("qa.md", text), &ReadOptions::default().profile(profile));
    let passes = |verdict: &Verdict| verdict.effective().is_some_and(Outcome::opens);
    let mut stated = decoded.verdicts.iter();
    !decoded.verdicts.is_empty() && stated.all(|verdict| passes(verdict) && !verdict.inferred)
}

/// A line of a list.
struct Said {
    text: String,
    /// It stands below a title of findings.
    is_finding: bool,
    /// It stops the whole, and as an item of data it is about a part.
    is_whole: bool,
}

/// The remarks of a list: one a line, `\n` and `\u{2028}` spelt out.
fn lines(list: &str) -> impl Iterator<Item = Said> {
    let (mut is_finding, mut is_whole) = (false, false);
    list.lines().filter(|line| !line.is_empty()).filter_map(move |line| {
        match line.strip_prefix("//") {
            Some(title) => {
                is_finding = title.contains("finding");
                is_whole = title.contains("Of the whole alone");
                None
            }
            None => Some(Said { text: spelt(line), is_finding, is_whole }),
        }
    })
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
