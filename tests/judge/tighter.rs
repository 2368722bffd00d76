//! What a change to a policy can do: a rule that shuts only tightens, one that opens opens only where nothing
//! held, an extension never loosens what it stands on, and the order of rules decides nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use assize::docket::ClosedDocket;
use assize::policy::Type;
use assize::{Outcome, Policy, Stage};
use proptest::test_runner::TestRng;

use super::oracle::{Author, Dice, GIVENS_AND_FNS, PARAMS, docket};

/// What a policy comes to on a docket: no ruling is as shut as can be, and a `fail` that no rule found counts as a
/// `hold`: of an opening that was refused, and of an `otherwise`, which a rule that holds replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Comes {
    To(Outcome),
    Nothing,
}

struct Told {
    comes: Comes,
    /// Whether a rule held that is no `otherwise`.
    held: bool,
}

fn compile(text: &str) -> Option<Policy> {
    // Some random policies are refused: that is no policy to change.
    Policy::compile(Stage::Gate, "random.rhai", text).ok()
}

fn told(policy: &Policy, docket: &ClosedDocket) -> Told {
    let Ok(ruling) = policy.judge(docket) else {
        return Told { comes: Comes::Nothing, held: true };
    };
    let found = ruling.refused().is_none() && ruling.rule_name() != "rest";
    let outcome = if found { ruling.outcome() } else { Outcome::Hold };
    let held = ruling.rule().into_iter().chain(ruling.also()).any(|rule| rule.name != "rest");
    Told { comes: Comes::To(outcome), held }
}

/// How often a policy, changed, was judged beside the one before.
fn compare(
    name: &str,
    mut change: impl FnMut(&mut Author, &str, &[String]) -> Option<String>,
    check: impl Fn(&Told, &Told) -> bool,
) {
    let mut author =
        Author { dice: Dice(TestRng::deterministic_rng(Default::default())), lets: Vec::new() };
    let (mut judged, mut differed) = (0, 0);
    for _ in 0..super::lengths::cases(450).cases {
        author.lets.clear();
        let (head, mut rules) = author.parts();
        if author.dice.often(30) {
            rules.push(format!("rule \"rest\" otherwise {};\n", author.dice.of(&["hold", "fail"])));
        }
        let before = format!("{head}{}", rules.concat());
        let Some(changed) = change(&mut author, &head, &rules) else { continue };
        let (Some(old), Some(new)) = (compile(&before), with_base(&changed, &before)) else {
            continue;
        };
        for _ in 0..6 {
            let docket = docket(&mut author.dice);
            let (one, two) = (told(&old, &docket), told(&new, &docket));
            assert!(
                check(&one, &two),
                "{name}: {:?} became {:?}\n{before}\n=== changed\n{changed}\n=== {docket:#?}",
                one.comes,
                two.comes,
            );
            judged += 1;
            differed += usize::from(one.comes != two.comes);
        }
    }
    // A property of nothing would hold as well.
    assert!(judged > 500, "{name}: {judged} were judged");
    assert!(differed > 10 || name == "order", "{name}: {differed} of {judged} differed");
}

fn with_base(text: &str, base: &str) -> Option<Policy> {
    let imports = [("base".to_owned(), base.to_owned())];
    Policy::compile_with_imports(Stage::Gate, "random.rhai", text, &imports).ok()
}

/// One more rule, before those that stand there.
fn one_more(
    words: &'static [&'static str],
) -> impl FnMut(&mut Author, &str, &[String]) -> Option<String> {
    move |author, head, rules| {
        let when = author.value(Type::Bool, 3);
        let word = author.dice.of(words);
        Some(format!("{head}rule \"more\" when {when} then {word};\n{}", rules.concat()))
    }
}

#[test]
fn a_rule_that_shuts_never_loosens() {
    compare("shuts", one_more(&["fail", "hold", "\"NO-GO\""]), |one, two| two.comes >= one.comes);
}

#[test]
fn a_rule_that_opens_opens_only_where_nothing_held() {
    compare("opens", one_more(&["warn", "pass", "\"GO\""]), |one, two| {
        two.comes >= one.comes || !one.held
    });
}

#[test]
fn an_extension_never_loosens_its_base() {
    let extension = |author: &mut Author, _: &str, _: &[String]| {
        author.lets.clear();
        // Names of the policy that it stands on cannot be given again.
        let params = NAMES.iter().fold(PARAMS.to_owned(), |text, name| renamed(&text, name));
        let mut text = format!("extends \"base\";\n{params}{GIVENS_AND_FNS}");
        if author.dice.often(40) {
            let seat = author.dice.of(&["legal", "qa", "docs"]);
            text.push_str(&format!("seat \"{seat}\" required;\n"));
        }
        for n in 0..1 + author.dice.roll(3) {
            let when = author.value(Type::Bool, 3);
            let when = NAMES.iter().fold(when, |text, name| renamed(&text, name));
            let word = author.dice.of(&["fail", "hold", "warn", "pass"]);
            text.push_str(&format!("rule \"e{n}\" when {when} then {word};\n"));
        }
        Some(text)
    };
    compare("extends", extension, |one, two| two.comes >= one.comes);
}

const NAMES: [&str; 6] = ["majority", "small", "mode", "least", "who", "bench"];

/// A name with a 2 behind it, wherever it stands by itself.
fn renamed(text: &str, name: &str) -> String {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, behind) = (&rest[..at], &rest[at + name.len()..]);
        let alone = !before.ends_with(|c| part(c) || c == '.') && !behind.starts_with(part);
        out.push_str(before);
        out.push_str(name);
        if alone && !before.ends_with(part) {
            out.push('2');
        }
        rest = behind;
    }
    out + rest
}

#[test]
fn the_order_of_rules_decides_nothing() {
    let turned = |author: &mut Author, head: &str, rules: &[String]| {
        let mut rules: Vec<&String> = rules.iter().collect();
        let last = rules.pop_if(|rule| rule.contains("otherwise"));
        for n in (1..rules.len()).rev() {
            rules.swap(n, author.dice.roll(n + 1));
        }
        rules.extend(last);
        Some(format!("{head}{}", rules.into_iter().cloned().collect::<String>()))
    };
    compare("order", turned, |one, two| one.comes == two.comes);
}
