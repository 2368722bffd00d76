//! Forms by generation: a no in a field shuts in whatever form a page or data shows it, and its honest twin opens.
//!
//! Some texts of each usual form are tried in every run; `FORMS=all` tries many of every product, as `.ci/nightly` does. What misses
//! is listed in `forms/not-held.txt`.

#![expect(clippy::print_stdout, reason = "it prints its table")]

#[path = "forms/generate.rs"]
mod generate;
#[path = "forms/html.rs"]
mod html;
#[path = "forms/list.rs"]
mod list;

use std::collections::BTreeMap;
use std::thread;

use assize::{Outcome, ReadOptions, Source, Verdict, read};
use generate::{Case, Form, Generator, seed_of};
use html::{REWRITES, html};
use list::{Entry, Miss, entries};

/// What a gate makes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ruled {
    Opens,
    Fails,
    Holds,
    Unreadable,
}

/// Reads a text, in an exact format or as a review.
fn ruled(text: &str) -> Ruled {
    let decoded = read(&Source::new("review.md", text), &ReadOptions::default());
    match decoded.verdicts.first().map(Verdict::effective) {
        None => Ruled::Unreadable,
        Some(Some(Outcome::Pass | Outcome::Warn)) => Ruled::Opens,
        Some(Some(Outcome::Fail)) => Ruled::Fails,
        Some(_) => Ruled::Holds,
    }
}

fn is_ruled(case: &Case<'_>) -> Ruled {
    ruled(&case.text())
}

/// Whether every product is tried.
#[expect(clippy::disallowed_methods, reason = "how long a test takes, and nothing that it finds")]
fn tries_all() -> bool {
    std::env::var_os("FORMS").is_some_and(|asked| asked == "all")
}

/// What was tried, and what missed.
#[derive(Default)]
struct Tally {
    /// By class: noes, those that open, twins, those that are held; then the same of forms that the README does not name.
    classes: BTreeMap<String, [usize; 8]>,
    /// The miss, the path of the form, the carrier or rewrite, and the text.
    misses: Vec<(Miss, String, String, String)>,
    tried: usize,
}

impl Tally {
    fn miss(&mut self, miss: Miss, form: &Form, by: &str, text: String) {
        self.misses.push((miss, form.path(), by.to_owned(), text));
    }

    fn join(mut self, other: Self) -> Self {
        for (class, counts) in other.classes {
            let own = self.classes.entry(class).or_default();
            for (own, count) in own.iter_mut().zip(counts) {
                *own += count;
            }
        }
        self.misses.extend(other.misses);
        self.tried += other.tried;
        self
    }
}

/// Goes through the forms of this run, on all cores. What misses without a line of the list fails.
fn each(generator: &Generator, of: impl Fn(&Form, &mut Tally) + Sync) -> Tally {
    let usual = |form: &&Form| form.usual || tries_all();
    let forms: Vec<&Form> = generator.forms.iter().filter(usual).collect();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = |core: usize| {
        let mut tally = Tally::default();
        forms.iter().skip(core).step_by(cores).for_each(|form| of(form, &mut tally));
        tally
    };
    let tally = thread::scope(|scope| {
        let runs: Vec<_> = (0..cores).map(|core| scope.spawn(move || share(core))).collect();
        runs.into_iter()
            .map(|run| run.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .fold(Tally::default(), Tally::join)
    });
    assert!(tally.tried > forms.len() / 4, "only {} texts were tried", tally.tried);
    let listed = entries();
    let is_new = |(miss, path, by, _): &&(Miss, String, String, String)| {
        !listed.iter().any(|entry| entry.covers(*miss, path, by))
    };
    let news: Vec<_> = tally.misses.iter().filter(is_new).collect();
    for (miss, path, by, text) in news.iter().take(40) {
        println!("{miss:?} {path} @{by}\n{text}\n");
    }
    assert!(news.is_empty(), "{} texts miss that no line of not-held.txt is about", news.len());
    tally
}

/// The lines of the list about some way to miss that nothing has missed.
fn not_hit(tally: &Tally, of: &[Miss]) -> Vec<Entry> {
    let hit = |entry: &Entry| {
        tally.misses.iter().any(|(miss, path, by, _)| entry.covers(*miss, path, by))
    };
    entries().into_iter().filter(|entry| of.contains(&entry.miss) && !hit(entry)).collect()
}

/// Some cases of a form, the same in each run; noes first, then as many twins.
fn sample<'g>(
    generator: &'g Generator,
    form: &'g Form,
    most: usize,
) -> impl Iterator<Item = Case<'g>> {
    let cases = generator.cases(form);
    let (noes, twins): (Vec<_>, Vec<_>) = cases.into_iter().partition(|case| case.twin.is_none());
    noes.into_iter().take(most).chain(twins.into_iter().take(most))
}

/// The miss of a case.
fn missed(case: &Case<'_>) -> Option<Miss> {
    match (is_ruled(case) == Ruled::Opens, case.twin.is_some()) {
        (true, false) => Some(Miss::Opens),
        (false, true) => Some(Miss::Held),
        _ => None,
    }
}

/// A no opens in no form that the README names, and of the twins at most 2 % of a class are held. What else misses is listed.
#[test]
fn a_no_shuts_and_its_twin_opens_in_every_form() {
    let generator = Generator::new();
    let listed = entries();
    let most = if tries_all() { 6 } else { 1 };
    let tally = each(&generator, |form, tally| {
        let path = form.path();
        for case in sample(&generator, form, most) {
            tally.tried += 1;
            let miss = missed(&case);
            if let Some(miss) = miss {
                tally.miss(miss, form, &case.carrier.name, case.name());
            }
            // What a carrier misses whatever the form is, is no matter of the form.
            let carried = |miss| {
                listed.iter().any(|entry| {
                    entry.only.is_some() && entry.covers(miss, &path, &case.carrier.name)
                })
            };
            if !miss.is_some_and(carried) {
                let counts = tally.classes.entry(form.class.clone()).or_default();
                let at =
                    usize::from(case.twin.is_some()) * 2 + usize::from(form.part.has("extra")) * 4;
                counts[at] += 1;
                counts[at + 1] += usize::from(miss.is_some());
            }
        }
    });
    println!(
        "{:14}{:>8}{:>8}{:>8}{:>8}   forms that the README does not name",
        "class", "noes", "open", "twins", "held"
    );
    for (class, counts) in &tally.classes {
        let counts: String = counts.iter().map(|count| format!("{count:8}")).collect();
        println!("{class:14}{counts}");
    }
    println!("{} texts", tally.tried);
    let above = |counts: &[usize; 8]| counts[1] > 0 || counts[3] > 1 && counts[3] * 50 > counts[2];
    let bad: Vec<_> = tally.classes.iter().filter(|(_, counts)| above(counts)).collect();
    assert!(bad.is_empty(), "a no opens, or more than 2 % of the twins are held: {bad:?}");
    let rest = not_hit(&tally, &[Miss::Opens, Miss::Held]).into_iter();
    let held: Vec<&str> =
        rest.filter(|entry| !still_misses(&generator, entry)).map(|entry| entry.line).collect();
    assert!(held.is_empty(), "held now, and may leave not-held.txt: {held:#?}");
}

/// Whether a text that a line of the list is about still misses.
fn still_misses(generator: &Generator, entry: &Entry) -> bool {
    /// So many texts of so many forms are tried.
    const MOST: (usize, usize) = (24, 24);
    let forms: Vec<&Form> =
        generator.forms.iter().filter(|form| entry.names(&form.path())).collect();
    forms.iter().step_by(forms.len().div_ceil(MOST.0).max(1)).any(|form| {
        let mut cases = generator.cases(form);
        cases.retain(|case| {
            case.twin.is_some() == (entry.miss == Miss::Held)
                && entry.covers(entry.miss, &form.path(), &case.carrier.name)
        });
        cases.iter().take(MOST.1).any(|case| missed(case) == Some(entry.miss))
    })
}

/// R32: the same page is ruled alike, whichever way it is written.
#[test]
fn texts_that_show_the_same_page_are_ruled_alike() {
    let generator = Generator::new();
    let most = if tries_all() { 6 } else { 1 };
    let tally = each(&generator, |form, tally| {
        let seed = usize::try_from(seed_of(&form.path()) % 1000).unwrap_or(0);
        let wanted = |case: &Case<'_>| {
            let twin = case.twin.is_some() == (seed / REWRITES.len()).is_multiple_of(2);
            twin && form.is_page() && case.carrier.name == "bare"
        };
        let Some(case) = sample(&generator, form, 400).find(wanted) else { return };
        let text = case.text();
        let (page, own) = (html(&text), ruled(&text));
        let rewrites = REWRITES.iter().cycle().skip(seed % REWRITES.len()).take(REWRITES.len());
        let same = rewrites.filter_map(|(name, rewrite)| {
            let other = rewrite(&text);
            (other != text && html(&other) == page).then_some((*name, other))
        });
        for (name, other) in same.take(most) {
            tally.tried += 1;
            tally.classes.entry(name.to_owned()).or_default()[0] += 1;
            let others = ruled(&other);
            if own != others {
                let both = format!("{own:?}, {others:?}\n{text}\n---\n{other}");
                tally.miss(Miss::Unlike, form, &name.replace(' ', "-"), both);
            }
        }
    });
    still_miss(&tally, Miss::Unlike);
    for (name, [pairs, ..]) in &tally.classes {
        println!("{pairs:6} {name}");
    }
    // Some ask for what few forms have, and are all met where every form is tried.
    let used = tally.classes.len();
    let few = if tries_all() { 0 } else { 5 };
    assert!(used + few >= REWRITES.len(), "only {used} rewrites show the same page");
}

/// Two tasks, each with a statement of its own: neither is the whole.
const TASKS: &str = "# Plan of the pool\n\n## Task 1\n\n$FORM\n\n## Task 2\n\n$STATES\n\nThe pool is bounded by its size.\n";

#[test]
fn a_part_never_opens() {
    let generator = Generator::new();
    let status = TASKS.replace("$STATES", "**Status:** PASS");
    let verdict = TASKS.replace("$STATES", "**Verdict:** APPROVE");
    let parts = [
        ("Tests", "PASS", &status),
        ("Security scan", "Approved", &status),
        ("Status", "PASS", &status),
        ("Verdict", "APPROVE", &verdict),
    ];
    let tally = each(&generator, |form, tally| {
        tally.tried += 1;
        for (name, value, page) in parts {
            // A section of that name is the whole's.
            let whole = form.is_section() && (name == "Status" || name == "Verdict");
            // What is not read as a verdict leaves the other one alone.
            let unread = form.part.has("extra") && name == "Verdict";
            if !form.is_named() || whole || unread {
                continue;
            }
            let text = Generator::of_part(form, name, value, page);
            if ruled(&text) == Ruled::Opens {
                tally.miss(Miss::Part, form, name, text);
            }
        }
    });
    still_miss(&tally, Miss::Part);
}

/// Each line of the list about a way to miss still has a text, where every form is tried.
fn still_miss(tally: &Tally, miss: Miss) {
    let held: Vec<&str> = not_hit(tally, &[miss]).iter().map(|entry| entry.line).collect();
    assert!(held.is_empty() || !tries_all(), "held now, and may leave not-held.txt: {held:#?}");
}

/// What is left of a text that was cut off behind a no, or in data, is never better.
#[test]
fn a_text_that_was_cut_off_at_a_line_end_never_opens() {
    let generator = Generator::new();
    let tally = each(&generator, |form, tally| {
        tally.tried += 1;
        let few = tries_all() || seed_of(&form.path()).is_multiple_of(8);
        if form.part.has("extra") || !few {
            return;
        }
        let beside = |case: &Case<'_>| !case.alone && case.carrier.name == "bare";
        let Some(case) = sample(&generator, form, 400).find(beside) else { return };
        let (text, said) = (case.text(), case.filled());
        let Some(start) = text.find(&said) else { return };
        let fenced = said.starts_with("```") || said.starts_with("~~~");
        let first = if fenced { start } else { start + said.len() };
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        for end in ends.filter(|end| (first + 1..text.len()).contains(end)) {
            let head = &text[..end];
            if ruled(head) == Ruled::Opens {
                tally.miss(Miss::Cut, form, "cut", head.to_owned());
            }
        }
    });
    still_miss(&tally, Miss::Cut);
}

/// R28: plain sentences in front of an exact format change nothing.
#[test]
fn a_preface_changes_nothing_for_an_exact_format() {
    /// What agents write in front of what they were asked for.
    const PREFACE: &str = "I read the change and its tests. Here is what I found.\n\n";
    let generator = Generator::new();
    let tally = each(&generator, |form, tally| {
        tally.tried += 1;
        if !tries_all() && !seed_of(&form.path()).is_multiple_of(16) {
            return;
        }
        let exact = |case: &Case<'_>| case.carrier.has("exact");
        let Some(case) = sample(&generator, form, 400).find(exact) else { return };
        let (own, others) = (is_ruled(&case), ruled(&format!("{PREFACE}{}", case.text())));
        if own != others {
            let both = format!("{own:?}, {others:?}: {}", case.name());
            tally.miss(Miss::Preface, form, &case.carrier.name, both);
        }
    });
    still_miss(&tally, Miss::Preface);
}
