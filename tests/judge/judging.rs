//! Judging: what is no ruling and why, and what a ruling holds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use assize::docket::{CellRef, Date, Stake, State};
use assize::policy::GivenType;
use assize::{Absence, Docket, Outcome, Policy, Ruling, Source, Stage};

fn policy(text: &str) -> Policy {
    Policy::compile(Stage::Gate, "ours.rhai", text)
        .unwrap_or_else(|wrong| panic!("{wrong}\n{text}"))
}

/// Two seats that pass.
fn docket() -> Docket {
    let mut docket = Docket::new("task");
    for seat in ["qa", "security"] {
        docket.seat(seat);
        say(&mut docket, seat, "pass");
    }
    docket
}

fn say(docket: &mut Docket, seat: &str, word: &str) {
    let blocker = if word == "fail" { "blocker: it is broken\n" } else { "" };
    let text = format!("verdict: {word}\nconfidence: high\n{blocker}");
    docket.submit(seat, Source::new(format!("{seat}.md"), text));
}

fn judge(text: &str, docket: Docket) -> Ruling {
    policy(text).judge(&docket.close()).unwrap_or_else(|errors| panic!("{errors}\n{text}"))
}

/// The last parts of the codes of why there is no ruling, in both ways of running.
fn errors(text: &str, docket: Docket) -> Vec<String> {
    let policy = policy(text);
    let docket = docket.close();
    let codes = |policy: &Policy| -> Vec<String> {
        let errors = policy.judge(&docket).expect_err(text);
        let last = |code: &str| code.rsplit("::").next().unwrap_or_default().to_owned();
        errors.items().iter().map(|error| last(&error.code)).collect()
    };
    let fast = codes(&policy);
    assert_eq!(fast, codes(&policy.without_lowering()), "{text}");
    fast
}

fn opens(ruling: &Ruling) -> bool {
    ruling.opening().is_some()
}

#[test]
fn policies_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Policy>();
    shared::<Ruling>();
}

// ---------------------------------------------------------------- no ruling

#[test]
fn no_rule_that_holds_is_a_hold() {
    let ruling = judge("rule \"x\" when failed.some then fail;", docket());
    assert_eq!((ruling.outcome(), ruling.word(), ruling.exit_code()), (Outcome::Hold, "hold", 3));
    assert!(ruling.rule().is_none());
    assert_eq!(ruling.rule_name(), "no rule holds");
}

#[test]
fn the_worst_rule_that_holds_decides_wherever_it_stands() {
    let rules = [
        "rule \"pass\" when passed.some then pass;",
        "rule \"caution\" when passed.some then \"CAUTION\";",
        "rule \"warn\" when passed.some then warn;",
        "rule \"hold\" when passed.some then hold;",
        "rule \"stop\" when passed.some then \"STOP\";",
        "rule \"fail\" when passed.some then fail;",
    ];
    let words = "word \"STOP\" means fail; word \"CAUTION\" means warn;";
    let worst_first = ["stop", "fail", "hold", "caution", "warn", "pass"];
    for without in 0..worst_first.len() {
        for turn in 0..rules.len() {
            let gone = &worst_first[..without];
            let mut left: Vec<&str> = rules.into_iter().collect();
            left.rotate_left(turn);
            left.retain(|rule| !gone.iter().any(|gone| rule.contains(&format!("\"{gone}\""))));
            let ruling = judge(&format!("{words} {}", left.join(" ")), docket());
            assert_eq!(ruling.rule_name(), worst_first[without], "{left:?}");
            assert_eq!(ruling.also().count(), left.len() - 1);
        }
    }
    // Of two equals, the one that is written first is named.
    let twins = "rule \"one\" when passed.some then hold; rule \"two\" when passed.some then hold;";
    assert_eq!(judge(twins, docket()).rule_name(), "one");
}

/// What a compiler can see to be always so does not open a gate.
#[test]
fn an_opening_rule_can_be_false() {
    let head = "param least = 1 from 1 to 9;";
    for condition in [
        "true",
        "!false",
        "1 < 2",
        "round >= 1",
        "failed.count >= 0",
        "failed.some || failed.none",
        "passed.all || !passed.all",
        "failed.some || reported.count > -1",
        "true && 3 == 3",
        "least > 0",
        "reported.count + least > 0",
        "passed.count == passed.count",
    ] {
        let text = format!("{head} rule \"x\" when {condition} then pass;");
        let refused = Policy::compile(Stage::Gate, "ours", &text).expect_err(&text);
        assert_eq!(refused.items()[0].code, "assize::policy::always_opens", "{text}");
        assert_eq!(refused.items().len(), 1, "{text}");
        policy(&format!("{head} rule \"x\" when {condition} then hold;"));
    }
    for condition in ["least > 1", "failed.none", "round > 1", "passed.count > failed.count"] {
        policy(&format!("{head} rule \"x\" when {condition} then pass;"));
    }
    let otherwise = "rule \"x\" otherwise warn;";
    let refused = Policy::compile(Stage::Gate, "ours", otherwise).expect_err(otherwise);
    assert_eq!(refused.items()[0].code, "assize::policy::opens_otherwise");
}

#[test]
fn a_given_that_is_missing_or_of_another_type_is_no_ruling() {
    let asks = "given phase: int; given launch: date; rule \"x\" when phase > 1 then pass;";
    assert_eq!(errors(asks, docket()), ["given_missing", "given_missing"]);
    let one = docket().given("phase", "3").given("launch", Date::parse("2026-11-21").unwrap());
    assert_eq!(errors(asks, one), ["given_type"]);
    let wrong = docket().given("phase", true).given("launch", "2026-11-21");
    assert_eq!(errors(asks, wrong), ["given_type", "given_type"]);
}

#[test]
fn givens_are_told_and_are_part_of_the_ruling() {
    let text = "given phase: int; given env: text; given urgent: bool; given launch: date;
        rule \"x\" when phase >= 2 && env == \"prod\" && urgent && launch >= launch then warn;
        rule \"y\" otherwise hold;";
    let asked: Vec<_> = policy(text).givens().map(|(n, of)| (n.to_owned(), of)).collect();
    let types = [GivenType::Int, GivenType::Text, GivenType::Bool, GivenType::Date];
    assert_eq!(asked.iter().map(|(_, of)| *of).collect::<Vec<_>>(), types);
    let docket = docket().given("phase", 2).given("env", "prod").given("urgent", true);
    let docket = docket.given("launch", Date::parse("2026-11-21").unwrap()).given("unasked", 1);
    let ruling = judge(text, docket);
    assert_eq!(ruling.outcome(), Outcome::Warn);
    let names: Vec<_> = ruling.given().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(names, ["phase=2", "env=prod", "urgent=true", "launch=2026-11-21"]);
}

#[test]
fn other_stages_do_not_judge() {
    let audit = "rule \"x\" otherwise pass;";
    let redispatch = "rule \"x\" otherwise accept;";
    for (stage, text) in [(Stage::Audit, audit), (Stage::Redispatch, redispatch)] {
        let errors = Policy::compile(stage, "x", text).unwrap().judge(&docket().close());
        assert_eq!(errors.unwrap_err().items()[0].code, "assize::judge::stage");
    }
}

/// The codes, by the shortest policy that ends in each.
#[test]
fn a_script_that_errs_is_no_ruling() {
    let last = "rule \"y\" when failed.count < 999 then pass;";
    for (text, code) in [
        ("rule \"x\" when 9223372036854775807 + round > 0 then fail;", "script_error"),
        ("rule \"x\" when 9223372036854775807 * (round + 1) > 0 then fail;", "script_error"),
        ("fn f(x) { throw x } rule \"x\" when f(1) then fail;", "script_error"),
        ("fn f(x) { [x.count][0] } rule \"x\" when f(failed) then fail;", "not_true_or_false"),
        ("fn f() { } rule \"x\" when f() then fail;", "not_true_or_false"),
        (
            "fn f(x) { [x.count][0] } rule \"x\" when failed.none then fail citing f(failed);",
            "not_a_citation",
        ),
        (
            "fn f(x) { [x.count][0] } rule \"x\" when failed.none then fail because f(failed);",
            "not_a_text",
        ),
        ("fn f() { } rule \"x\" when failed.none then fail citing f();", "no_value"),
        ("fn f() { } rule \"x\" when failed.none then fail because f();", "no_value"),
        ("fn f(x) { [x][0] == \"pass\" } rule \"x\" when f(failed) then fail;", "script_error"),
        ("fn f(x) { [x][0] == \"pass\" } rule \"x\" when f(round) then fail;", "script_error"),
        ("fn f(x) { [x][0] < \"pass\" } rule \"x\" when f(round) then fail;", "script_error"),
        (
            "fn f(x) { [3, x][0] } rule \"x\" when reported.filter(|c| f(c)).some then fail;",
            "script_error",
        ),
        ("fn f(x) { x.wrong() } rule \"x\" when 1 > 2 then fail;", ""),
    ] {
        if code.is_empty() {
            let wrong = Policy::compile(Stage::Gate, "x", text).unwrap_err();
            assert_eq!(wrong.items()[0].code, "assize::policy::unknown_verb");
            continue;
        }
        assert_eq!(errors(&format!("{text} {last}"), docket()), [code], "{text}");
    }
}

#[test]
fn an_error_behind_the_rule_that_decides_is_no_ruling() {
    for later in [
        "rule \"b\" when 9223372036854775807 + round > 0 then fail;",
        "rule \"b\" when round > 0 then fail because `${9223372036854775807 + round}`;",
        "rule \"b\" when round > 0 then fail citing f(round);",
        "note \"b\" when round > 0 citing f(round);",
        "note \"b\" when 9223372036854775807 + round > 0 citing failed;",
        "let later = 9223372036854775807 + round;",
    ] {
        let text =
            format!("fn f(x) {{ throw x }} rule \"a\" when failed.count < 999 then pass; {later}");
        assert_eq!(errors(&text, docket()), ["script_error"], "{text}");
    }
    let skipped = "rule \"a\" when failed.count < 999 then pass; rule \"b\" when round > 9 then fail because `${9223372036854775807 + round}`;";
    assert!(opens(&judge(skipped, docket())), "tails of rules that do not hold are left alone");
}

// ---------------------------------------------------------------- rulings

#[test]
fn the_first_rule_that_holds_decides_and_later_ones_are_told() {
    let text = "rule \"a\" when failed.some then fail;
        rule \"b\" when passed.some then hold citing passed because `${passed.count} pass`;
        note \"n\" when passed.some citing passed;
        rule \"c\" when passed.all then pass;
        rule \"d\" when warned.some then warn;
        rule \"e\" otherwise fail;";
    let ruling = judge(text, docket());
    assert_eq!((ruling.outcome(), ruling.rule_name()), (Outcome::Hold, "b"));
    assert_eq!(ruling.reason(), Some("2 pass"));
    assert_eq!(ruling.also().map(|rule| rule.name.as_str()).collect::<Vec<_>>(), ["c"]);
    assert_eq!(ruling.notes().map(|note| note.cites.len()).collect::<Vec<_>>(), [2]);
    let holds: Vec<bool> = ruling.trace().map(|entry| entry.holds).collect();
    assert_eq!(holds, [false, true, true, true, false, false]);
    assert_eq!(ruling.cites().len(), 2);
}

#[test]
fn the_same_docket_gives_the_same_ruling() {
    let text = "fn f(g) { g.count } let n = f(passed);
        rule \"a\" when n > 1 && reported.filter(|c| c.weight > 0).some then pass because `${n}`;";
    let (policy, docket) = (policy(text), docket().close());
    let told = |ruling: Ruling| format!("{ruling:?}");
    let first = told(policy.judge(&docket).unwrap());
    assert_eq!(first, told(policy.judge(&docket).unwrap()));
    assert_eq!(first, told(policy.clone().judge(&docket.clone()).unwrap()));
}

/// Named in a literal, a list, a `param`, or from inside a closure.
#[test]
fn a_seat_that_a_policy_names_is_expected() {
    for named in [
        "seat(\"legal\").failed.some",
        "seats([\"qa\", \"legal\"]).failed.some",
        "seat(who).failed.some",
        "seats(bench).failed.some",
        "reported.filter(|c| c.without(seat(\"legal\")).none).some",
        "false && seat(\"legal\").failed.some",
    ] {
        let text = format!(
            "param who = \"legal\" from 1 to 9; param bench = [\"legal\"] from 0 to 9;
            rule \"x\" when {named} then fail; rule \"y\" when failed.count < 999 then pass;"
        );
        for policy in [policy(&text), policy(&text).without_lowering()] {
            let ruling = policy.judge(&docket().close()).unwrap();
            assert!(!opens(&ruling), "{named}");
            let cell = ruling.docket().cells().find(|cell| cell.seat() == "legal").unwrap();
            assert_eq!((cell.state(), cell.stake()), (State::Missing, Stake::Required));
        }
    }
    let text = "param who = \"legal\" from 1 to 9;
        rule \"x\" when seat(who).failed.some then fail; rule \"y\" when failed.count < 999 then pass;";
    let mut other = policy(text);
    other.set("who", "qa").unwrap();
    assert!(opens(&other.judge(&docket().close()).unwrap()), "the parameter names another seat");
}

/// What opens, and what it lifts; or what stands against it.
fn lifted(text: &str, docket: Docket) -> Result<Vec<String>, Vec<&'static str>> {
    let ruling = judge(text, docket);
    let Some(opening) = ruling.opening() else {
        let refused = ruling.refused().unwrap_or_default().iter();
        return Err(refused.map(|impediment| impediment.name()).collect());
    };
    assert_eq!(opening.outcome(), Outcome::Warn, "what is lifted caps the ruling");
    let cells = opening.overrides().iter().flat_map(|found| found.cells(ruling.docket()));
    Ok(cells.map(|cell| cell.seat().to_owned()).collect())
}

#[test]
fn an_override_lifts_what_it_names_and_nothing_else() {
    const RULE: &str = "rule \"x\" when reported.some then pass overriding";
    let seat = format!("{RULE} seat(\"perf\") \"we know\";");
    let finding = format!("{RULE} findings.mentioning(\"legacy\") \"we know\";");
    let blocked = |blockers: &[&str]| {
        let mut docket = docket();
        docket.seat("perf");
        let blockers: String =
            blockers.iter().map(|text| format!("blocker: a.rs:1 {text}\n")).collect();
        let text = format!("verdict: fail\nconfidence: high\n{blockers}");
        docket.submit("perf", Source::new("perf", text));
        docket
    };
    let perf = || vec!["perf".to_owned()];
    assert_eq!(lifted(&seat, blocked(&["slow", "legacy tls"])), Ok(perf()));
    // A fail is explained when all of its blockers are, and when there is one.
    assert_eq!(lifted(&finding, blocked(&["legacy tls", "LEGACY rsa"])), Ok(perf()));
    assert_eq!(lifted(&finding, blocked(&["legacy tls", "slow"])), Err(vec!["against"]));
    assert_eq!(lifted(&finding, blocked(&[])), Err(vec!["against"]));
    // Two rules may explain it between them.
    let both = format!(
        "{finding} rule \"y\" when reported.some then warn \
         overriding findings.mentioning(\"slow\") \"next month\";"
    );
    assert_eq!(lifted(&both, blocked(&["legacy tls", "slow"])), Ok([perf(), perf()].concat()));
    // Who has not spoken is not lifted, nor is anybody that was never expected, nor all at once.
    let mut silent = docket();
    silent.seat("perf");
    assert_eq!(lifted(&seat, silent), Err(vec!["unsettled"]));
    let mut stranger = blocked(&["slow"]);
    say(&mut stranger, "stranger", "fail");
    assert_eq!(lifted(&seat, stranger), Err(vec!["unexpected"]));
    assert_eq!(lifted(&seat, blocked(&["slow"]).no_overrides()), Err(vec!["against"]));
    // A doubted pass is lifted as well, and one who only the seat lifts is in favour then.
    let mut alone = Docket::new("task");
    alone.seat("perf");
    say(&mut alone, "perf", "fail");
    assert_eq!(lifted(&seat, alone), Ok(perf()));
}

#[test]
fn an_excuse_caps_and_is_refused_without_overrides() {
    let text = "rule \"x\" when in_favour.some then pass;";
    let excused = || {
        let mut docket = docket();
        docket.absent("perf", Absence::Excused("on holiday".into()));
        docket
    };
    let ruling = judge(text, excused());
    assert_eq!(ruling.outcome(), Outcome::Warn);
    assert_eq!(
        ruling.opening().unwrap().excused().map(CellRef::seat).collect::<Vec<_>>(),
        ["perf"]
    );
    assert_eq!(lifted(text, excused().no_overrides()), Err(vec!["excused"]));
    // Only who has not spoken can be excused.
    let mut spoken = excused();
    say(&mut spoken, "perf", "fail");
    assert_eq!(lifted(text, spoken), Err(vec!["against"]));
}

#[test]
fn an_excused_seat_caps_a_pass_at_warn() {
    let text = "word \"GO\" means pass; rule \"x\" when passed.all then \"GO\";";
    let mut docket = docket();
    docket.absent("legal", Absence::Excused("on holiday".into()));
    let ruling = judge(text, docket.clone());
    assert_eq!((ruling.outcome(), ruling.word()), (Outcome::Warn, "warn"));
    assert!(opens(&ruling));
    docket.absent("legal", Absence::Excused("  ".into()));
    assert_eq!(judge(text, docket).outcome(), Outcome::Hold, "a blank reason excuses nobody");
}

#[test]
fn all_over_nothing_is_false() {
    let text = "rule \"x\" when GROUP.all then pass; rule \"y\" otherwise hold;";
    let mut skipped = Docket::new("task");
    skipped.absent("qa", Absence::Skipped("no such files".into()));
    for docket in [Docket::new("nobody"), skipped] {
        for group in ["passed", "reported", "passed.without(passed).passed", "required.reported"] {
            let ruling = judge(&text.replace("GROUP", group), docket.clone());
            assert_eq!((ruling.outcome(), opens(&ruling)), (Outcome::Hold, false), "{group}");
        }
    }
}

#[test]
fn all_seats_skipped_opens_nothing() {
    let mut docket = Docket::new("task");
    for seat in ["qa", "security"] {
        docket.absent(seat, Absence::Skipped("no such files".into()));
    }
    let ruling = judge("rule \"x\" when unsettled.none then pass;", docket);
    assert!(!opens(&ruling));
    assert_eq!(ruling.refused().unwrap()[0].name(), "nothing_counts");
}

#[test]
fn a_heard_seat_never_counts() {
    let mut docket = Docket::new("task");
    docket.seat("style").stake(Stake::Observer).weight(100);
    say(&mut docket, "style", "pass");
    let text = "rule \"x\" when passed.some || reported.some || others.some then fail;
        rule \"y\" when observers.some then pass;";
    assert!(!opens(&judge(text, docket.clone())));
    assert_eq!(judge(text, docket.clone()).rule_name(), "y");
    // A policy that counts on its answer does not take an observer for it.
    let text = "rule \"x\" when seat(\"style\").passed.some then pass;";
    assert_eq!(errors(text, docket), ["misplaced_seat"]);
}

#[test]
fn an_unexpected_voice_can_shut_and_never_open() {
    let text = "rule \"y\" when failed.count < 999 then pass;";
    let mut alone = Docket::new("task");
    say(&mut alone, "stranger", "pass");
    assert!(!opens(&judge(text, alone)));
    let mut against = docket();
    say(&mut against, "stranger", "fail");
    assert!(!opens(&judge(text, against)));
}

// ---------------------------------------------------------------- parameters

const PARAMS: &str = "
    /// So many.
    param many = 3 from 1 to 9;
    param mode = \"strict\" among [\"strict\", \"lenient\"];
    param bench = [\"qa\"] from 1 to 2;
    param who = \"qa\" from 1 to 4;
    param below = -3 from -5 to 0;
    rule \"x\" when reported.count >= many || mode == \"lenient\" then pass;
    rule \"y\" otherwise hold because `${many}, ${below}`;";

#[test]
fn a_parameter_is_set_within_its_range() {
    let mut policy = policy(PARAMS);
    assert!(!opens(&policy.judge(&docket().close()).unwrap()));
    let before = policy.clone();
    for (name, text, code, help) in [
        (
            "many",
            "0",
            "param_range",
            "choose a value in its range; the policy says of `many`: So many.",
        ),
        (
            "many",
            "10",
            "param_range",
            "choose a value in its range; the policy says of `many`: So many.",
        ),
        ("many", "two", "param_type", "write `many=2`"),
        ("many", "", "param_type", "write `many=2`"),
        ("many", "1.5", "param_type", "write `many=2`"),
        ("mode", "quick", "param_range", "the range is in the policy, beside the parameter"),
        ("mode", "Strict", "param_range", "the range is in the policy, beside the parameter"),
        ("bench", "", "param_range", "the range is in the policy, beside the parameter"),
        ("bench", "a,b,c", "param_range", "the range is in the policy, beside the parameter"),
        ("who", "", "param_range", "the range is in the policy, beside the parameter"),
        ("who", "legal", "param_range", "the range is in the policy, beside the parameter"),
        ("below", "1", "param_range", "the range is in the policy, beside the parameter"),
        ("mny", "1", "unknown_param", "did you mean `many`?"),
        ("xyzzy", "1", "unknown_param", "`ours` has many, mode, bench, who, below"),
    ] {
        let wrong = policy.set(name, text).unwrap_err();
        let wrong = &wrong.items()[0];
        assert_eq!(wrong.code, format!("assize::policy::{code}"), "{name}={text}");
        assert_eq!(wrong.help.as_deref(), Some(help), "{name}={text}");
        assert_eq!(policy.facts().params, before.facts().params, "nothing is changed");
    }
    assert_eq!(
        policy.set("many", "0").unwrap_err().items()[0].message,
        "`many` cannot be set to this: 0 is not from 1 to 9"
    );
    for (name, text) in [("many", " 2 "), ("bench", "qa, security"), ("below", "-5")] {
        policy.set(name, text).unwrap();
    }
    assert!(opens(&policy.judge(&docket().close()).unwrap()));
    assert!(!opens(&before.judge(&docket().close()).unwrap()), "a clone keeps its own values");
}

#[test]
fn a_parameter_of_another_type_is_told_from_an_unknown_one() {
    let codes = ["assize::policy::param_type", "assize::policy::unknown_param"];
    let mut policy = policy(PARAMS);
    let found = [("many", "x"), ("x", "1")]
        .map(|(name, text)| policy.set(name, text).unwrap_err().items()[0].code.to_string());
    assert_eq!(found, codes);
}

/// The trace shows what every operand came to, also those that only rhai can evaluate.
#[test]
fn operands_of_thunks_have_values() {
    let mut docket = Docket::new("task");
    say(&mut docket, "qa", "pass");
    let text = "fn many(group) { group.count > 0 }
        rule \"a\" when failed.some && many(reported) then fail;
        rule \"b\" when many(reported) then hold;
        rule \"c\" when reported.filter(|c| c.weight > 9).some || round * 9223372036854775807 > 1
            then hold;";
    let ruling = judge(text, docket);
    let unknown: Vec<_> = ruling
        .trace()
        .flat_map(|entry| entry.operands)
        .filter(|(_, value)| value.is_none())
        .map(|(text, _)| text.to_owned())
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
