//! The rule language: what compiles, what is refused, and what runs where.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::cast_possible_truncation,
    reason = "a test touches files, and fails loudly"
)]

use assize::{Policy, Stage};

fn fixture(stage: Stage, name: &str) -> Policy {
    let path =
        format!("{}/tests/policies/{}/{name}.rhai", env!("CARGO_MANIFEST_DIR"), stage.as_str());
    let shipped = assize::built_in(stage, name).map(str::to_owned);
    let text = shipped.unwrap_or_else(|| std::fs::read_to_string(path).unwrap());
    Policy::compile(stage, name, &text).unwrap_or_else(|mistakes| panic!("{name}: {mistakes}"))
}

#[test]
fn the_ten_policies_compile() {
    fixture(Stage::Gate, "weighted-quorum");
    fixture(Stage::Gate, "two-of-three");
    fixture(Stage::Audit, "impl");
    fixture(Stage::Gate, "consensus");
    fixture(Stage::Gate, "phases");
    fixture(Stage::Gate, "second-opinion");
    fixture(Stage::Redispatch, "second-opinion");
    fixture(Stage::Gate, "waivers");
    fixture(Stage::Gate, "settling-rounds");
    fixture(Stage::Redispatch, "recovery");
    let any_blocker = assize::built_in(Stage::Gate, "any-blocker").unwrap();
    Policy::compile(Stage::Gate, "any-blocker", any_blocker).unwrap();
}

/// Only `because` and `ask` texts with something interpolated are left to rhai.
#[test]
fn the_ten_policies_lower_where_they_can() {
    let thunks = |stage, name| fixture(stage, name).thunks().count();
    assert_eq!(thunks(Stage::Gate, "weighted-quorum"), 2);
    assert_eq!(thunks(Stage::Gate, "two-of-three"), 0);
    assert_eq!(thunks(Stage::Audit, "impl"), 0);
    assert_eq!(thunks(Stage::Gate, "consensus"), 0);
    assert_eq!(thunks(Stage::Gate, "phases"), 1);
    assert_eq!(thunks(Stage::Gate, "second-opinion"), 0);
    assert_eq!(thunks(Stage::Redispatch, "second-opinion"), 0);
    assert_eq!(thunks(Stage::Gate, "waivers"), 0);
    assert_eq!(thunks(Stage::Gate, "settling-rounds"), 0);
    assert_eq!(thunks(Stage::Redispatch, "recovery"), 1);
}

/// What a team sets as a pattern of paths fits something, or is refused: else a rule about paths would never hold.
#[test]
fn a_param_that_is_used_as_a_pattern_is_one() {
    let mut payments = fixture(Stage::Gate, "payments");
    payments.set("path", "lib/{billing,tax}/**").unwrap();
    for wrong in ["lib/{billing", " ", "lib/[a"] {
        let told = payments.set("path", wrong).unwrap_err();
        let told = &told.items()[0];
        assert!(told.message.contains("is not a pattern of paths"), "{wrong}: {}", told.message);
    }
}

/// Every item, with each of its clauses.
const EVERY_ITEM: &str = r#"//! One of each.
word "NO-GO" means fail;
param mode = "strict" among ["strict", "lenient"];
param humans = ["ann", "ben"] from 1 to 9;
param freeze = day("2027-01-01");
given phase: int = 1 among [1, 2];
given today: date;
seat "security" required weight 2;
seat humans voting;
others required;
let against = failed.count;
fn many(count) { count > 1 }
note "warned" when mode == "strict" && warned.some citing warned;
rule "against" when many(against) || today > freeze then "NO-GO" citing failed because "no";
rule "lead" when passed.some && phase !in 2..=3 then warn citing passed overriding seat("ann") "she signed";
rule "else" otherwise hold;
"#;

/// The places between two words of a policy, outside its texts and comments.
fn gaps(text: &str) -> Vec<usize> {
    let (mut places, mut in_text, mut in_comment) = (Vec::new(), false, false);
    for (place, c) in text.char_indices() {
        // The line end behind a comment belongs to it: what stands before it would be part of the comment.
        if c.is_whitespace() && !in_text && !in_comment {
            places.push(place);
        }
        match c {
            '\n' => in_comment = false,
            '"' if !in_comment => in_text = !in_text,
            '/' if !in_text && text[place..].starts_with("//") => in_comment = true,
            _ => {}
        }
    }
    places
}

/// Nothing is passed over: a word, a number or a text that belongs nowhere is refused wherever it stands.
#[test]
fn what_belongs_nowhere_is_refused_wherever_it_stands() {
    let policies = [
        (Stage::Gate, EVERY_ITEM),
        (Stage::Gate, assize::built_in(Stage::Gate, "waivers").unwrap()),
        (Stage::Redispatch, assize::built_in(Stage::Redispatch, "standard").unwrap()),
    ];
    let mut tried = 0;
    for (stage, text) in policies {
        Policy::compile(stage, "ours", text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        for place in gaps(text) {
            for stray in [" stray", " 7", " \"stray\""] {
                let (before, behind) = text.split_at(place);
                let changed = format!("{before}{stray}{behind}");
                let compiled = Policy::compile(stage, "ours", &changed);
                assert!(compiled.is_err(), "{stray} is passed over in:\n{changed}");
                tried += 1;
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

/// What a policy computes with is what the language has: the types of whatever else rhai has are not known.
#[test]
fn operators_that_the_language_has_not_are_refused() {
    for sign in ["&", "|", "^", "**", "<<", ">>", "??"] {
        for text in [
            format!("rule \"x\" when failed.some {sign} failed.none then pass;"),
            format!("rule \"x\" when failed.count {sign} 2 > 1 then fail;"),
            format!("fn f(n) {{ n {sign} 2 }}\nrule \"x\" when f(failed.count) > 1 then fail;"),
            format!("fn f(n) {{ n {sign}= 2; n }}\nrule \"x\" when f(failed.count) > 1 then fail;"),
        ] {
            assert!(Policy::compile(Stage::Gate, "ours", &text).is_err(), "{text}");
        }
    }
}
