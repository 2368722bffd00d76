//! What hostile or careless scripts try: refused when compiling, or no ruling. Nothing opens,
//! and what bounds it is counted, never timed.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may panic, and one starts itself to measure a process"
)]

use assize::{Docket, Policy, Source, Stage};

fn docket() -> Docket {
    let mut docket = Docket::new("task");
    docket.seat("qa");
    docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
    docket
}

/// The last part of the code of what comes of it: of the first mistake when it does not
/// compile, else of the error that judging ends in, else the rule's outcome.
fn comes_to(text: &str) -> String {
    let last = |code: &str| code.rsplit("::").next().unwrap_or_default().to_owned();
    let policy = match Policy::compile(Stage::Gate, "hostile.rhai", text) {
        Ok(policy) => policy,
        Err(mistakes) => return last(&mistakes.items()[0].code),
    };
    let docket = docket().close();
    let told = |policy: &Policy| match policy.judge(&docket) {
        Err(errors) => last(&errors.items()[0].code),
        Ok(ruling) => {
            assert!(ruling.opening().is_none(), "opened: {text}");
            ruling.outcome().to_string()
        }
    };
    let fast = told(&policy);
    assert_eq!(fast, told(&policy.without_lowering()), "{text}");
    fast
}

/// A policy whose condition calls `fn f(x)` with this body; it would hold, and open.
fn in_fn(body: &str) -> String {
    comes_to(&format!(
        "fn f(x) {{ {body} }} rule \"x\" when f(1) || failed.count < 999 then pass; rule \"y\" otherwise hold;"
    ))
}

/// A policy with this condition, which would open.
fn when(condition: &str) -> String {
    comes_to(&format!(
        "rule \"x\" when {condition} || failed.count < 999 then pass; rule \"y\" otherwise hold;"
    ))
}

fn check(tries: &[(&str, &str)], run: impl Fn(&str) -> String) {
    let wrong: Vec<String> = tries
        .iter()
        .map(|(text, expected)| (text, expected, run(text)))
        .filter(|(_, expected, found)| *expected != found)
        .map(|(text, expected, found)| format!("{text}\n    {expected} expected, {found}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn nothing_reaches_the_world() {
    check(
        &[
            ("sleep(10); true", "refused"),
            ("sleep(10)", "refused"),
            ("x.sleep()", "refused"),
            ("exit()", "refused"),
            ("exit(0); true", "refused"),
            ("timestamp()", "refused"),
            ("x.timestamp()", "refused"),
            ("eval(\"true\")", "syntax"),
            ("print(x)", "syntax"),
            ("debug(x)", "syntax"),
            ("x.print()", "syntax"),
            ("type_of(x) == \"i64\"", "refused"),
            ("parse_json(\"{}\")", "refused"),
            ("rand()", "refused"),
            ("import \"y\" as y; true", "refused"),
            ("export x; true", "syntax"),
            ("global::X", "script_error"),
            ("y::z()", "refused"),
        ],
        in_fn,
    );
    check(
        &[
            ("sleep(1)", "refused"),
            ("eval(\"true\")", "syntax"),
            ("y::z()", "unknown_function"),
            ("reported.filter(|c| sleep(1)).some", "refused"),
        ],
        when,
    );
}

#[test]
fn function_pointers_lead_nowhere() {
    check(
        &[
            ("Fn(\"sleep\")", "syntax"),
            ("let g = Fn(\"sleep\"); g.call(1)", "syntax"),
            ("call(x)", "syntax"),
            ("let g = |y| y; true", "refused"),
            ("let g = |y| y; g.curry(1); true", "refused"),
            ("curry(|y| y, 1); true", "refused"),
            ("[|y| y].len() > 0", "refused"),
            ("f(|y| y)", "refused"),
            ("[1].map(|y| |z| y); true", "refused"),
            ("[\"sleep\"].map(\"sleep\"); true", "refused"),
            ("[1].map(\"exit\"); true", "refused"),
            ("[1].filter(x); true", "wrong_arguments"),
            ("this", "refused"),
            ("this == 1", "refused"),
            ("is_def_fn(\"f\", 1)", "syntax"),
            ("is_def_var(\"x\")", "syntax"),
        ],
        in_fn,
    );
    check(&[("this", "syntax"), ("Fn(\"x\")", "syntax"), ("f", "unknown_name")], when);
}

#[test]
fn endless_scripts_run_out_of_steps() {
    check(
        &[
            ("loop { }", "too_many_steps"),
            ("while true { x += 1; } true", "too_many_steps"),
            ("for i in 0..9223372036854775807 { } true", "too_many_steps"),
            ("do { x += 1; } while true; true", "too_many_steps"),
            ("f(x)", "too_deep"),
            ("f(x) && f(x)", "too_deep"),
            ("[1].map(|y| { loop { } }); true", "refused"),
            ("let a = [1, 2]; for y in a { f(y); } true", "too_deep"),
            ("try { loop { } } catch { } true", "refused"),
        ],
        in_fn,
    );
    check(
        &[
            ("reported.filter(|c| g(c)).some", "unknown_function"),
            ("reported.filter(|c| { loop { } }).some", "refused"),
        ],
        when,
    );
    let inside = "fn g(c) { loop { } } rule \"x\" when reported.filter(|c| g(c)).none then pass;";
    assert_eq!(comes_to(inside), "too_many_steps");
    let inside = "fn g(c) { g(c) } rule \"x\" when reported.filter(|c| g(c)).none then pass;";
    assert_eq!(comes_to(inside), "too_deep");
}

/// The last two are harmless: they come to something, and the rule decides.
#[test]
fn values_cannot_grow() {
    check(
        &[
            ("let s = \"ab\"; loop { s += s; }", "too_large"),
            ("let s = \"ab\"; for i in 0..30 { s = s + s; } true", "too_large"),
            ("let s = \"ab\"; for i in 0..30 { s = `${s}${s}`; } true", "too_large"),
            ("let a = [1]; loop { a += a; }", "too_large"),
            ("let a = [1]; for i in 0..30 { a = [a, a]; } true", "too_large"),
            ("let a = []; loop { a += [1]; }", "too_large"),
            ("let a = []; let s = \"ab\"; loop { a += [`${s}${a.len}`]; }", "too_large"),
            ("let a = []; loop { a.push(1); }", "refused"),
            ("let a = []; a.pad(1000000000, 1); true", "refused"),
            ("let s = \"\"; s.pad(1000000000, \"x\"); true", "refused"),
            ("let s = \"aaaa\"; s.replace(\"a\", s); true", "refused"),
            ("let m = #{}; m.x = 1; true", "refused"),
            ("let m = #{}; loop { m[\"k\"] = \"x\"; }", "refused"),
            ("x[0] = 1; true", "refused"),
            ("let a = []; a.insert(0, a); true", "refused"),
            ("let a = 0..1000000; true", "fail"),
            ("let s = `${[\"ab\"]}`; true", "fail"),
        ],
        in_fn_shut,
    );
}

/// As [`in_fn`], in a rule that shuts.
fn in_fn_shut(body: &str) -> String {
    comes_to(&format!("fn f(x) {{ {body} }} rule \"x\" when f(1) then fail;"))
}

#[test]
fn nesting_is_bounded_when_compiling() {
    let deep = 5000;
    for condition in [
        format!("{}true{}", "(".repeat(deep), ")".repeat(deep)),
        format!("{}true", "!".repeat(deep)),
        format!("failed{}", ".failed".repeat(deep) + ".some"),
        format!("{}1{} > 0", "-(".repeat(deep), ")".repeat(deep)),
        format!("1{} > 0", " + 1".repeat(deep)),
        format!("{}c{}.some", "reported.filter(|c| ".repeat(deep), ")".repeat(deep)),
        format!("{}1{}", "[".repeat(deep), "]".repeat(deep)),
        format!("{}x{}", "`${".repeat(deep), "}`".repeat(deep)),
    ] {
        let code = when(&condition);
        assert!(["syntax", "unclosed"].contains(&code.as_str()), "{code}: {}", &condition[..40]);
    }
    for body in [
        format!("{}true{}", "{".repeat(deep), "}".repeat(deep)),
        format!("if x {{ 1 }}{}", " else if x { 1 }".repeat(deep)),
        format!("{}1{}", "|a| (".repeat(deep), ")".repeat(deep)),
    ] {
        assert_eq!(in_fn(&body), "syntax", "{}", &body[..20]);
    }
    // Wide is no trouble.
    let wide = vec!["failed.some"; 40].join(" || ");
    let text = format!("rule \"x\" when {wide} then fail; rule \"y\" otherwise hold;");
    assert_eq!(comes_to(&text), "hold");
}

#[test]
fn numbers_end_in_errors() {
    check(
        &[
            ("9223372036854775807 + 1 > 0", "script_error"),
            ("-9223372036854775807 - 2 < 0", "script_error"),
            ("round / 0 > 0", "division"),
            ("round % 0 > 0", "division"),
            ("round / (round - 1) > 0", "division"),
            ("(-9223372036854775807 - 1) / -1 > 0", "script_error"),
            ("(-9223372036854775807 - 1) % -1 == 0", "script_error"),
            ("abs(-9223372036854775807 - 1) > 0", "script_error"),
            ("2 ** 64 > 0", "refused"),
            ("4611686018427387904 * 2 > 0", "script_error"),
        ],
        when,
    );
}

#[test]
fn natives_cannot_be_replaced() {
    for (text, expected) in [
        ("fn some(g) { true }", "native_function"),
        ("fn filter(g) { true }", "native_function"),
        ("fn seat(g) { true }", "native_function"),
        ("fn failed() { true }", "native_function"),
        ("fn fail(a, b) { true }", "native_function"),
        ("fn pass(a) { true }", "native_function"),
        ("fn cells.without(g) { this }", "wrong_shape"),
        ("fn \"cells\".without(g) { this }", "wrong_shape"),
        ("fn int.f() { this }", "wrong_shape"),
        ("fn to_string(g) { \"\" }", "native_function"),
        ("private fn some(g) { true }", "closed_top_level"),
        ("let failed = 1;", "name_taken"),
        ("param passed = 1 from 0 to 1;", "name_taken"),
        ("given failed: bool;", "name_taken"),
        ("word \"fail\" means pass;", "misleading_word"),
        ("import \"x\" as failed;", "name_taken"),
    ] {
        assert_eq!(
            comes_to(&format!("{text} rule \"y\" when failed.count < 999 then pass;")),
            expected,
            "{text}"
        );
    }
}

/// Inside a `fn` or a closure a name can be used again; facts outside stay what they are.
#[test]
fn shadowing_changes_nothing_outside() {
    let text = "fn f(failed) { let passed = failed; failed = 3; true }
        rule \"x\" when f(1) && reported.filter(|passed| passed.failed.some).none && failed.some then pass;
        rule \"y\" when passed.all then hold;";
    assert_eq!(comes_to(text), "hold");
}

#[test]
fn misspelt_values_are_told() {
    check(
        &[
            ("findings.at_least(\"HIGH\").some", "unknown_word"),
            ("reported.said(\"pas\").some", "unknown_word"),
            ("\"pass\" == round", "wrong_type"),
            ("failed == \"pass\"", "wrong_type"),
            ("failed == 0", "wrong_type"),
            ("switch round { 1 => true }", "refused"),
        ],
        when,
    );
    check(
        &[
            ("x == \"PASS\"", "wrong_type"),
            ("\"PASS\" == x", "wrong_type"),
            ("x != \"PASS\"", "wrong_type"),
            ("x in [\"PASS\"]", "wrong_type"),
            // What is not known before it runs is an error when it does.
            (
                "let y = []; for z in [1, 2] { y += [z]; } for z in y { z == \"PASS\" } true",
                "script_error",
            ),
        ],
        in_fn,
    );
}

#[test]
fn decisions_are_syntax() {
    for text in [
        "pass;",
        "return pass;",
        "pass(\"x\")",
        "if true { pass }",
        "let x = pass;",
        "let x = rule;",
        "rule \"x\" when { rule \"y\" when failed.count < 999 then pass; true } then pass;",
        "rule \"x\" otherwise if true { pass } else { fail };",
        "rule \"x\" otherwise f();",
        "fn f() { pass }",
        "fn f() { return pass; }",
        "fn f() { rule \"x\" when failed.count < 999 then pass; }",
        "for x in [1] { rule \"x\" when failed.count < 999 then pass; }",
        "let x = [1].map(|y| { rule \"x\" when failed.count < 999 then pass; });",
        "fn f() { loop { rule \"x\" when failed.count < 999 then pass } }",
        "fn f() { `${rule \"x\" when failed.count < 999 then pass}` }",
        "throw pass;",
        "export pass;",
        "const x = pass;",
        "private fn f() { true }",
        "\"pass\"",
        "#{outcome: pass}",
        "true",
    ] {
        let refused = Policy::compile(Stage::Gate, "hostile.rhai", text);
        assert!(refused.is_err(), "{text}");
    }
}

/// Steps are counted over a whole judging, and alike in both ways of running.
#[test]
fn the_budget_is_one_for_all_rules() {
    let rule = |n: usize, turns: usize| {
        format!("rule \"{n}\" when round > 3 || passed.count > 7 || spend({turns}) then fail;\n")
    };
    let policy = |rules: usize, turns: usize| {
        let rules: String = (0..rules).map(|n| rule(n, turns)).collect();
        let text = format!(
            "fn spend(n) {{ let i = 0; while i < n {{ i += 1; }} false }}
            let many = reported.count + 1;
            {rules} rule \"last\" when many > 1 && passed.all then hold;"
        );
        Policy::compile(Stage::Gate, "spender.rhai", &text).unwrap()
    };
    let docket = docket().close();
    let fits = |policy: &Policy| match policy.judge(&docket) {
        Ok(_) => true,
        Err(errors) => {
            assert_eq!(errors.items()[0].code, "assize::judge::too_many_steps");
            false
        }
    };
    // Together they exceed what each of them stays well within.
    assert!(fits(&policy(1, 10_000)) && fits(&policy(2, 10_000)));
    assert!(!fits(&policy(12, 10_000)));
    // The largest loop that fits is the same in both ways. It is looked for where it was last.
    let (mut low, mut high) = (8330, 8331);
    if !fits(&policy(3, low)) || fits(&policy(3, high)) {
        (low, high) = (1, 100_000);
    }
    while high - low > 1 {
        let middle = (low + high) / 2;
        if fits(&policy(3, middle)) { low = middle } else { high = middle }
    }
    assert!(fits(&policy(3, low).without_lowering()));
    assert!(!fits(&policy(3, high).without_lowering()));
    assert!(low > 1000, "{low}");
}

/// Each judging has the whole budget, also when another one with the same policy is under way.
#[test]
fn judgings_do_not_share_a_budget() {
    let text = "fn spend(n) { let i = 0; while i < n { i += 1; } true }
        rule \"x\" when spend(30000) then hold;";
    let policy = Policy::compile(Stage::Gate, "spender.rhai", text).unwrap();
    // More than half of the budget, less than the whole.
    let twice = text.replace("spend(30000)", "spend(30000) && spend(30000)");
    let twice = Policy::compile(Stage::Gate, "spender.rhai", &twice).unwrap();
    let docket = docket().close();
    assert!(twice.judge(&docket).is_err() && policy.judge(&docket).is_ok());
    let start = std::sync::Barrier::new(2);
    let judge = || {
        start.wait();
        (0..4).map(|_| policy.judge(&docket).map(|ruling| ruling.outcome().to_string())).collect()
    };
    let told: [Vec<_>; 2] = std::thread::scope(|scope| {
        [scope.spawn(judge), scope.spawn(judge)].map(|thread| thread.join().unwrap())
    });
    for told in told.concat() {
        assert_eq!(told.unwrap(), "hold");
    }
}

/// Closures that capture closures, nested values, leaks: the engine outlives them.
#[test]
fn chains_are_not_built() {
    check(
        &[
            ("let g = |y| y; while x < 20000 { let h = g; g = |y| h; x += 1; } true", "refused"),
            ("let a = []; while x < 20000 { a = [a]; x += 1; } true", "too_large"),
        ],
        in_fn,
    );
}

const BOMBS: &[&str] = &[
    "let s = \"ab\"; loop { s += s; }",
    "let a = [1]; loop { a = [a, a]; }",
    "let s = \"\"; for i in 0..16000 { s += \"x\"; } let a = []; loop { a += [`${s}${a.len}`]; }",
    "let s = \"\"; for i in 0..16000 { s += \"x\"; } let m = []; for i in 0..999 { m += [s + `${i}`]; } m.len > 0",
    "let s = \"\"; for i in 0..16000 { s += \"x\"; } let n = []; for z in 0..99 { let m = []; for y in 0..99 { m += [s + `${y}`]; } n += [m]; } n.len > 0",
    "let n = []; for i in 0..999 { n += [i]; } let m = []; for z in n { m += [n]; } m.len > 0",
    "if x > 23 { true } else { let s = \"\"; for i in 0..8000 { s += \"x\"; } f(x + 1) }",
];

/// Runs every bomb in a process of its own and looks at the most memory it ever held.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_bounded() {
    if std::env::var_os("ASSIZE_BOMBS").is_some() {
        for bomb in BOMBS {
            in_fn_shut(bomb);
        }
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(peak < 128 * 1024, "{peak} kB at the most");
        return;
    }
    let child = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "sandbox::memory_is_bounded", "--nocapture"])
        .env("ASSIZE_BOMBS", "1")
        .output()
        .unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
    let out = String::from_utf8_lossy(&child.stdout);
    assert!(out.contains("1 passed"), "it did not find itself: {out}");
}
