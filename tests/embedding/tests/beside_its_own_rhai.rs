//! Assize and a host's own rhai in one program, with the features of both.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use embedding::{engine, judge, policy};

/// Doc comments in every place where a policy may have one.
const DOCUMENTED: &str = r#"//! The change passes when nobody fails it.
//! Worst first.

/// Who is not convinced.
word "NO-GO" means fail;
/// Everybody is.
word "GO" means pass;

/// Fewer readable verdicts than this decide nothing.
param min_reviewers = 1 from 1 to 100;

/// How many there are.
fn enough(found, wanted) {
    /// Deep inside a function, too.
    found >= wanted
}

/// Those that fail.
let against = failed;

/// A rule has a reason.
rule "a reviewer failed the change" when against.some then "NO-GO" citing against.blockers;
/** So has this one. */
rule "too few verdicts" when !enough(reported.count, min_reviewers) then hold;
/// A note surfaces.
note "heavy" when reported.filter(|c| c.weight > 1).some citing reported;
/// The last one.
rule "everybody passed" when passed.all then "GO";
rule "not settled" otherwise hold;
"#;

#[test]
fn metadata_is_switched_on_here() {
    let engine = rhai::Engine::new();
    assert!(engine.compile("/// a doc comment\nlet x = 1;").is_err(), "else the next test is idle");
    assert!(engine.compile("/// a doc comment\nfn f() { 1 }").is_ok());
}

#[test]
fn doc_comments_of_a_policy_compile_and_judge() {
    let policy = policy(DOCUMENTED).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let ruling = judge(&policy, "verdict: pass\nconfidence: high\n").expect("a ruling");
    assert_eq!(ruling.word(), "GO");
    assert!(ruling.opening().is_some());
    let ruling = judge(&policy, "verdict: fail\nconfidence: high\nblocker: a.ts:1 x\n");
    let ruling = ruling.expect("a ruling");
    assert_eq!(ruling.word(), "NO-GO");
    assert!(ruling.opening().is_none());
}

#[test]
fn every_built_in_policy_compiles() {
    for &stage in assize::Stage::ALL {
        for name in assize::policy::built_in_names(stage) {
            let text = assize::built_in(stage, name).expect("it is built in");
            if let Err(mistakes) = assize::Policy::compile(stage, name, text) {
                panic!("{name}: {mistakes}");
            }
        }
    }
}

#[test]
fn the_hosts_own_rhai_keeps_floats_time_and_maps() {
    let calls = Arc::new(AtomicI64::new(0));
    let engine = engine(&calls);
    assert_eq!(engine.eval::<f64>("0.5 + 2.0 * 1.5").unwrap(), 3.5);
    assert!(engine.eval::<f64>("let t = timestamp(); t.elapsed + 0.0").unwrap() >= 0.0);
    assert_eq!(engine.eval::<i64>("let m = #{ a: [1, 2] }; m.a[1]").unwrap(), 2);
    assert_eq!(engine.eval::<i64>("let x = 1; if x > 0 { x += 41; } x").unwrap(), 42);
    assert!(engine.eval::<bool>("1 != \"one\"").unwrap(), "comparing types is still no error");
    assert_eq!(engine.eval::<i64>("eval(\"1 + 1\")").unwrap(), 2, "`eval` is still theirs");
    assert_eq!(engine.eval::<i64>("tick(); tick()").unwrap(), 2);
    assert_eq!(calls.load(Ordering::Relaxed), 2);
}

#[test]
fn neither_sees_what_the_other_registered() {
    let calls = Arc::new(AtomicI64::new(0));
    let engine = engine(&calls);
    assert!(engine.eval::<bool>("failed.some").is_err());
    assert!(engine.compile("rule \"x\" when true then pass;").is_err());
    assert!(policy("rule \"x\" when tick() > 0 then pass;").is_err(), "the host's function");
    let float = policy("rule \"x\" when reported.count > 0.5 then hold;");
    assert!(float.is_err(), "floats stay out of policies, whatever the build has");
    let clock = policy("rule \"x\" when timestamp() == timestamp() then hold;");
    assert!(clock.is_err(), "so does the clock");
    assert_eq!(calls.load(Ordering::Relaxed), 0);
}

#[test]
fn both_work_from_many_threads() {
    let calls = Arc::new(AtomicI64::new(0));
    let engine = engine(&calls);
    let policy = policy(DOCUMENTED).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                engine.run("tick()").unwrap();
                let ruling = judge(&policy, "verdict: pass\nconfidence: high\n").unwrap();
                assert!(ruling.opening().is_some());
            });
        }
    });
    assert_eq!(calls.load(Ordering::Relaxed), 4);
}
