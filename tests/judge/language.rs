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
        assert!(told.message.contains("is not a pattern of paths"), "{wrong}: {}", told.message);
    }
}
