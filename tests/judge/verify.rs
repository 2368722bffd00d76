//! What must hold of every policy, seen on policies of which it does not; and what a change opens.
#![expect(clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

use assize::trial::{
    Direction, Expected, MadeState, Own, Property, Scope, Verified, VerifyOptions, diff, verify,
};
use assize::{Outcome, Policy, Stage, built_in};

fn policy(text: &str) -> Policy {
    Policy::compile(Stage::Gate, "ours", text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"))
}

fn verified(text: &str) -> Verified {
    verify(&policy(text), &VerifyOptions::default()).unwrap()
}

/// As many seats and findings as one of each beside another takes, where that shows what is asked.
fn small() -> Scope {
    let mut scope = Scope::ONE_SUBJECT;
    (scope.seats, scope.findings) = (2, 1);
    scope
}

fn verified_small(text: &str, own: Vec<Own>) -> Verified {
    let mut options = VerifyOptions::default();
    (options.scopes, options.own) = (vec![small()], own);
    verify(&policy(text), &options).unwrap()
}

fn broken(found: &Verified) -> Vec<Property> {
    found.violations.iter().map(|found| found.property).collect()
}

/// A quorum that opens again when one more fails, beside one that does not.
const COUNTS_ONE_FAIL: &str = "others voting;
    rule \"one fails\" when failed.count == 1 then fail;
    rule \"somebody passes\" when passed.some then pass;";
const COUNTS_ALL_FAILS: &str = "others voting;
    rule \"one fails\" when failed.some then fail;
    rule \"nobody answers\" when reported.none then hold;
    rule \"somebody passes\" when passed.some then pass;";

#[test]
fn a_worse_answer_that_makes_a_better_ruling_is_found_with_the_plainest_docket() {
    let found = verified(COUNTS_ONE_FAIL);
    let worse = found.violations.iter().find(|found| found.property == Property::Monotone);
    let worse = worse.expect("it opens when two fail");
    let (witness, other) = (worse.witness.as_ref().unwrap(), worse.other.as_ref().unwrap());
    assert!(witness.ruled.outcome < other.ruled.outcome, "{worse:?}");
    assert!(other.ruled.outcome == Outcome::Fail && witness.ruled.outcome == Outcome::Pass);
    assert_eq!(broken(&verified(COUNTS_ALL_FAILS)), []);
}

#[test]
fn a_second_file_that_makes_a_better_ruling_is_found() {
    let found = verified(
        "others voting, unreadable may be left out;
         rule \"somebody warns\" when warned.some then hold;
         rule \"somebody passes\" when passed.some then pass;",
    );
    assert!(broken(&found).contains(&Property::DuplicateFree), "{found:?}");
}

#[test]
fn who_speaks_about_more_subjects_outvotes_nobody() {
    let found = verified(
        "others voting;
         rule \"two subjects pass\" when subjects.passed_by(1).count > 1 then pass;
         rule \"not yet\" otherwise hold;",
    );
    assert!(broken(&found).contains(&Property::OneVoice), "{found:?}");
    let by_all = verified(
        "others voting;
         rule \"all subjects pass\" when subjects.passed_by(1).all && failed.none && unsettled.none then pass;
         rule \"not yet\" otherwise hold;",
    );
    assert!(!broken(&by_all).contains(&Property::OneVoice), "{by_all:?}");
}

#[test]
fn a_rule_that_never_holds_and_one_that_never_decides_are_told() {
    let found = verified(
        "rule \"a crowd fails\" when failed.count > 50 then fail;
         rule \"one fails\" when failed.some then fail;
         rule \"two fail\" when failed.count > 1 then fail;
         rule \"everybody passed\" when passed.all then pass;",
    );
    let dead = |found: &assize::trial::Violation| {
        (found.property == Property::NoDeadRule)
            .then(|| (found.rule.clone().unwrap(), found.name.clone().unwrap()))
    };
    let all = found.violations.iter().chain(&found.unsure);
    let told: Vec<_> = all.filter_map(dead).collect();
    let told: Vec<_> = told.iter().map(|(rule, what)| (rule.as_str(), what.as_str())).collect();
    assert_eq!(told, [("a crowd fails", "never holds"), ("two fail", "never decides")]);
}

#[test]
fn a_parameter_is_told_by_which_way_it_shuts() {
    let found = verified(
        "param least = 2 from 1 to 5; param exactly = 2 from 1 to 5; param idle = 3 from 1 to 5;
         rule \"too few\" when reported.count < least then hold;
         rule \"just so many\" when in_favour.count == exactly then hold;
         rule \"nobody\" when reported.count < idle - idle then hold;
         rule \"everybody passed\" when passed.all then pass;",
    );
    let of = |name: &str| found.params.iter().find(|param| param.name == name).unwrap().direction;
    assert_eq!(of("least"), Direction::Shuts);
    assert_eq!(of("exactly"), Direction::Both);
    assert_eq!(of("idle"), Direction::Neither);
}

#[test]
fn what_a_team_requires_holds_or_is_shown_otherwise() {
    let text = built_in(Stage::Gate, "any-blocker").unwrap();
    let mut options = VerifyOptions::default();
    options.own = vec![
        Own::parse("a fail shuts", "failed.some means fail").unwrap(),
        Own::parse("three are enough", "passed.count > 2 means open").unwrap(),
    ];
    assert_eq!(broken(&verify(&policy(text), &options).unwrap()), []);
    options.own = vec![Own::parse("two are enough", "passed.count > 1 means open").unwrap()];
    let found = verify(&policy(text), &options).unwrap();
    assert_eq!(broken(&found), [Property::Own]);
    assert_eq!(found.violations[0].name.as_deref(), Some("two are enough"));
    let seats = &found.violations[0].witness.as_ref().unwrap().docket.seats;
    assert_eq!(seats.len(), 3);
}

#[test]
fn a_parameter_as_large_as_numbers_go_is_turned() {
    for (now, range) in [
        ("5000000000000000000", "1 to 9000000000000000000"),
        ("9223372036854775807", "1 to 9223372036854775807"),
    ] {
        let text = format!(
            "param top = {now} from {range};
            rule \"a fail\" when failed.some then fail;
            rule \"too many\" when passed.count > top then hold;
            rule \"everybody passed\" when passed.all then pass;"
        );
        let found = verified(&text);
        assert_eq!(found.params.len(), 1, "{now}");
        assert_eq!(found.params[0].direction, Direction::Neither, "{now}");
    }
}

#[test]
fn what_a_policy_promises_in_its_comments_is_required_of_it() {
    let text =
        "/// always: failed.some means shut\nrule \"everybody passed\" when passed.all then pass;";
    let promised = Own::promised(&policy(text)).unwrap();
    assert_eq!(promised.len(), 1);
    let wrong = "/// always: failed.some means closed\nrule \"everybody passed\" when passed.all then pass;";
    assert!(Own::promised(&policy(wrong)).is_err());
}

/// The default gate; `just nightly` verifies every shipped policy.
#[test]
fn the_default_gate_holds_what_every_policy_has_to() {
    let found = verified(built_in(Stage::Gate, "any-blocker").unwrap());
    assert_eq!(broken(&found), []);
}

#[test]
fn an_extension_is_no_looser_than_what_it_extends() {
    let text = "extends \"any-blocker\"; rule \"nobody may warn\" when warned.some then fail;";
    assert_eq!(broken(&verified_small(text, Vec::new())), []);
}

#[test]
fn a_change_is_told_by_what_it_opens_first() {
    let scopes = [Scope::ONE_SUBJECT];
    let of = |name: &str| policy(built_in(Stage::Gate, name).unwrap());
    let (strict, any) = (of("strict"), of("any-blocker"));
    let found = diff(&strict, &any, &[], &scopes).unwrap();
    assert!(found.loosens());
    assert!(found.groups[0].opens(), "{:?}", found.groups[0]);
    // The other way round it only shuts.
    let back = diff(&any, &strict, &[], &scopes).unwrap();
    assert!(!back.loosens());
    assert_eq!(back.groups.len(), found.groups.len());
    let same = diff(&any, &any, &[], &scopes).unwrap();
    assert!(same.groups.is_empty() && same.dockets > 1000);
}

#[test]
fn a_witness_is_a_docket_that_both_policies_judge_so() {
    let of = |name: &str| policy(built_in(Stage::Gate, name).unwrap());
    let (old, new) = (of("any-blocker"), of("weighted-quorum"));
    let found = diff(&old, &new, &[], &[Scope::ONE_SUBJECT]).unwrap();
    assert!(!found.groups.is_empty());
    for group in &found.groups {
        let docket = group.witness.docket().close();
        assert_eq!(old.judge(&docket).unwrap().outcome(), group.from.outcome, "{group:?}");
        assert_eq!(new.judge(&docket).unwrap().outcome(), group.to.outcome, "{group:?}");
    }
}

#[test]
fn the_seats_of_a_panel_are_named_and_others_stand_beside_them() {
    let mut security = Expected::new("security");
    security.weight = Some(2);
    let any = policy(built_in(Stage::Gate, "any-blocker").unwrap());
    let strict = policy(built_in(Stage::Gate, "strict").unwrap());
    let small = Scope::ONE_SUBJECT;
    let found = diff(&strict, &any, &[security], &[small]).unwrap();
    let seats = &found.groups[0].witness.seats;
    assert_eq!(seats.len(), 4);
    assert_eq!((seats[0].name.as_str(), seats[0].weight), ("security", Some(2)));
    assert!(MadeState::ALL.len() > 6);
}

const STOPS: &str = "rule \"failed\" when failed.some then fail citing failed.blockers;
    rule \"unsettled\" when unsettled.some then hold citing unsettled;";

/// What only the property asks for is made up as well: how sure somebody is, a category, a seat.
#[test]
fn what_a_property_names_is_made_up_for_it() {
    let open = format!("{STOPS} rule \"all\" when in_favour.all then pass;");
    let anybody = "others voting; rule \"somebody agrees\" when in_favour.some then pass;";
    for (text, property) in [
        (open.as_str(), "unsure.some means shut"),
        (&open, "findings.advisories.in_category(\"security\").some means shut"),
        (anybody, "seat(\"security\").failed.some means shut"),
    ] {
        let found = verified_small(text, vec![Own::parse(property, property).unwrap()]);
        assert!(broken(&found).contains(&Property::Own), "{property}");
    }
}

/// Old and new differ only where nothing is that a pattern, a word or a closure names.
#[test]
fn what_a_change_no_longer_names_is_made_up_too() {
    let with =
        |rule: &str| policy(&format!("{STOPS} {rule} rule \"all\" when in_favour.all then pass;"));
    let advisories =
        |which: &str| with(&format!("rule \"x\" when findings.advisories{which}.some then hold;"));
    let sql = "let sql = \"sql\"; rule \"x\" when findings.in_category(sql).some then hold;";
    let closure =
        "rule \"x\" when reported.filter(|s| s.findings.in_category(\"sql\").some).some then hold;";
    for (old, new) in [
        (advisories(""), advisories(".in_path(\"**/*.rs\")")),
        (advisories(""), advisories(".in_path(\"**\")")),
        (advisories(""), advisories(".mentioning(\"leak\")")),
        (with(sql), with("")),
        (with(closure), with("")),
    ] {
        let found = diff(&old, &new, &[], &[small()]).unwrap();
        assert!(
            found.groups.iter().any(assize::trial::Differing::opens),
            "{:?}",
            old.facts().source.text()
        );
    }
}

#[test]
fn an_override_that_lifts_nothing_excuses_nothing() {
    let found = verified_small(
        "others voting; seat \"lead\" voting;
         rule \"exactly one failed\" when failed.count == 1 then fail citing failed.blockers;
         rule \"all\" when in_favour.some then warn;
         rule \"lead stays\" when in_favour.some || failed.some || unsettled.some
            then warn overriding seat(\"lead\") \"the lead signed\";",
        Vec::new(),
    );
    assert!(broken(&found).contains(&Property::Monotone));
}

#[test]
fn a_quorum_that_is_refused_for_a_fail_and_then_not_reached_is_shut_both_times() {
    let found = verified("rule \"two agree\" when in_favour.count >= 2 then pass;");
    assert_eq!(broken(&found), []);
}

#[test]
fn voters_are_voters_where_a_policy_cannot_be_judged_natively() {
    let policy = policy(
        "others voting;
         rule \"one of them\" when reported.filter(|s| s.in_favour.some).some then warn;",
    );
    // Each docket runs rhai, and two voters of whom one fails are enough to see it.
    let mut scope = Scope::ONE_SUBJECT;
    (scope.seats, scope.findings) = (2, 0);
    let mut options = VerifyOptions::default();
    options.scopes = vec![scope];
    let found = verify(&policy, &options).unwrap();
    assert!(!broken(&found).contains(&Property::FailClosed), "{:?}", found.violations);
}

#[test]
fn too_many_named_seats_are_refused_and_not_tried_for_hours() {
    let seats = (0..24).map(|n| format!("seat(\"p{n}\").passed.all"));
    let text = format!("rule \"all\" when {} then pass;", seats.collect::<Vec<_>>().join(" && "));
    let refused = verify(&policy(&text), &VerifyOptions::default()).unwrap_err();
    assert_eq!(refused.items()[0].code, "assize::trial::too_many_seats");
}

/// Members of a list are one kind, however many they are. Those of another one, and who is named alone, are not.
#[test]
fn seats_that_no_condition_tells_apart_are_tried_in_one_order() {
    let tried = |text: &str| {
        let mut options = VerifyOptions::default();
        (options.scopes[0].seats, options.scopes[0].findings) = (0, 0);
        options.scopes.truncate(1);
        verify(&policy(text), &options).unwrap().scopes[0].tried
    };
    let of = |condition: &str| format!("rule \"all\" when {condition} then pass;");
    let alike = tried(&of("seats([\"a\", \"b\", \"c\"]).passed.all"));
    for apart in [
        "seats([\"a\", \"b\", \"c\"]).passed.all && seats([\"a\"]).passed.all",
        "seats([\"a\", \"b\", \"c\"]).passed.all && seat(\"a\").passed.all",
        "seats([\"a\", \"b\"]).passed.all && seats([\"b\", \"c\"]).passed.all",
    ] {
        assert!(tried(&of(apart)) > alike, "{apart}");
    }
}

/// What is broken on purpose is listed with its reason, and everything else is broken as ever.
#[test]
fn what_a_policy_means_to_break_is_listed_and_not_broken() {
    let text = |meant: &str| format!("{meant}\n{COUNTS_ONE_FAIL}");
    let found = verified(&text("/// meant: monotone: one fail is a tie, and two are a mistake"));
    assert!(!broken(&found).contains(&Property::Monotone), "{:?}", found.violations);
    let [meant] = found.meant.as_slice() else { panic!("{:?}", found.meant) };
    assert_eq!(meant.reason, "one fail is a tie, and two are a mistake");
    assert_eq!(meant.shown.len(), 1);
    let other = verified(&text("/// meant: order-free: we sit in a row"));
    assert!(broken(&other).contains(&Property::Monotone) && other.meant[0].shown.is_empty());
    for wrong in ["monotone", "monotone: …", "fail-closed: we know", "monotony: why not"] {
        let refused =
            verify(&policy(&text(&format!("/// meant: {wrong}"))), &VerifyOptions::default());
        assert_eq!(refused.unwrap_err().items()[0].code, "assize::trial::meant", "{wrong}");
    }
}

/// A line beside a verdict that denies it may be a no.
#[test]
fn a_doubt_in_the_place_of_a_fail_never_makes_a_better_ruling() {
    let text = |left_out: &str| {
        format!(
            "others voting{left_out};
             rule \"somebody fails\" when failed.some then fail;
             rule \"somebody agrees\" when in_favour.some then pass;"
        )
    };
    let found = verified_small(&text(", doubted may be left out"), Vec::new());
    assert_eq!(broken(&found), [Property::Monotone]);
    assert_eq!(broken(&verified_small(&text(""), Vec::new())), []);
}

/// Of seats with names of their own two at a time answer anything, how many there may be.
#[test]
fn of_nine_named_seats_each_answers_anything() {
    let seats: String = (0..9).map(|n| format!("seat \"p{n}\" voting;\n")).collect();
    let alone = (0..9).map(|n| format!("seat(\"p{n}\").failed.some")).collect::<Vec<_>>();
    let text = format!(
        "{seats}rule \"one of them\" when {} then fail; rule \"most\" when in_favour.count >= 5 then pass;",
        alone.join(" || ")
    );
    let own = Own::parse("p7", "seat(\"p7\").unsure.some means shut").unwrap();
    let mut options = VerifyOptions::default();
    options.scopes.truncate(1);
    (options.scopes[0].seats, options.scopes[0].findings, options.own) = (0, 0, vec![own]);
    let found = verify(&policy(&text), &options).unwrap();
    assert!(broken(&found).contains(&Property::Own), "{found:?}");
    assert!(found.scopes.iter().any(|scoped| scoped.all_but_two_alike), "{:?}", found.scopes);
}
