//! What one judging may use up, over all that is run in it and in whichever way.
//!
//! A step is one of rhai's. What makes no steps of rhai's own is paid for by what it visits: cells
//! and findings, elements of arrays, characters of texts.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many cells, findings, elements or characters may be visited or copied for one step.
pub(super) const VISITS: u64 = 64;

/// What is left for a judging, in visits. It travels with the judging: two of them share none.
///
/// Atomic only because rhai asks for values that could be shared between threads.
#[derive(Debug)]
pub(super) struct Budget {
    /// One more than is left; 0 once more was asked for than there was.
    left: AtomicU64,
}

/// More was asked for than was left. From then on nothing is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent;

impl Budget {
    pub(super) fn new(steps: u64) -> Self {
        Self { left: AtomicU64::new(steps.saturating_mul(VISITS).saturating_add(1)) }
    }

    /// Pays for one step.
    #[inline]
    pub(super) fn step(&self) -> Result<(), Spent> {
        self.visit(VISITS)
    }

    /// Pays for visits, before they are made.
    #[inline]
    pub(super) fn visit(&self, visits: u64) -> Result<(), Spent> {
        let left = self.left();
        if left > visits {
            self.set(left - visits);
            return Ok(());
        }
        self.set(0);
        Err(Spent)
    }

    /// Pays for looking through a set over `len` numbers, which is held in words of 64.
    #[inline]
    pub(super) fn visit_set(&self, len: usize) -> Result<(), Spent> {
        self.visit(len.div_ceil(64) as u64)
    }

    pub(super) fn is_spent(&self) -> bool {
        self.left() == 0
    }

    /// Goes on where another one is now.
    pub(super) fn follow(&self, other: &Self) {
        self.set(other.left());
    }

    /// Pays for nothing from now on, until it [follows](Self::follow) another one.
    pub(super) fn suspend(&self) {
        self.set(u64::MAX);
    }

    /// How many steps were paid for out of so many; a begun one counts.
    pub(super) fn steps_of(&self, steps: u64) -> u64 {
        steps - self.left().saturating_sub(1) / VISITS
    }

    // One judging runs on one thread, so no count is lost between the two.
    #[inline]
    fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    #[inline]
    fn set(&self, left: u64) {
        self.left.store(left, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::limits::LIMITS;
    use crate::ir::{ClosedDocket, Confidence, Finding, FindingKind, Outcome, Severity, Stated};
    use crate::source::Span;
    use crate::{Decoded, Docket, Format, Policy, Source, Stage, Verdict};

    /// One reviewer who passes, with so many findings.
    fn docket(findings: usize) -> ClosedDocket {
        let text = "pass it is broken";
        let mut verdict = Verdict::new(Span::new(0, text.len()));
        verdict.stated = Some(Stated { outcome: Outcome::Pass, word: Span::new(0, 4) });
        verdict.confidence = Some(Confidence::High);
        for n in 0..findings {
            let mut finding = Finding::new(FindingKind::Advisory, Span::new(5, text.len()));
            finding.severity = Some(Severity::WORST_FIRST[n % 5]);
            verdict.findings.push(finding);
        }
        let mut decoded = Decoded::of(Source::new("qa.md", text), vec![verdict]);
        decoded.format = Some(Format::VerdictFile);
        let mut docket = Docket::new("task");
        docket.seat("qa");
        docket.submit_decoded("qa", decoded);
        docket.close()
    }

    /// The errors that judging ends in, and the steps that it took, alike in both ways of running.
    fn judged(text: &str, docket: &ClosedDocket, steps: u64) -> (Vec<(String, String)>, u64) {
        let policy = Policy::compile(Stage::Gate, "spender.rhai", text).unwrap();
        let run = |policy: &Policy| {
            let budget = Budget::new(steps);
            let errors = policy.judged(docket, &budget).err().unwrap_or_default();
            let told =
                errors.items().iter().map(|error| (error.code.to_string(), error.message.clone()));
            (told.collect(), budget.steps_of(steps))
        };
        let told = run(&policy);
        assert_eq!(told, run(&policy.without_lowering()), "{text}");
        told
    }

    /// Judging ends, with one error that names what used up the last step, and is asked for nothing
    /// more once it has.
    fn ends(text: &str, docket: &ClosedDocket, by: &str) {
        let (errors, steps) = judged(text, docket, LIMITS.operations);
        let [(code, message)] = &*errors else { panic!("{errors:?}") };
        assert_eq!(code, "assize::judge::too_many_steps");
        assert!(
            message.contains(by) && message.contains(&LIMITS.operations.to_string()),
            "{message}"
        );
        assert_eq!(steps, LIMITS.operations);
    }

    const ARRAYS: &str = "let a = []; let b = []; for i in 0..1000 { a += [i]; b += [i]; }";

    #[test]
    fn nine_hundred_spinning_rules_end() {
        let rule = |n| format!("rule \"{n}\" when round > 3 || spin(round) then fail;\n");
        let rules: String = (0..900).map(rule).collect();
        let text = format!("fn spin(n) {{ loop {{ }} }} {rules} rule \"last\" otherwise hold;");
        ends(&text, &docket(3), "the rule `0`");
    }

    #[test]
    fn nested_loops_over_a_thousand_end() {
        let text = format!(
            "fn f(n) {{ {ARRAYS} for x in a {{ for y in b {{ if x + y < 0 {{ return true; }} }} }} false }}
             rule \"before\" when failed.some then fail; rule \"x\" when f(1) then fail;"
        );
        ends(&text, &docket(3), "the rule `x`");
    }

    #[test]
    fn a_closure_over_forty_thousand_findings_ends() {
        let text = "let bad = findings.filter(|f| f.high.some && f.low.none);
            rule \"x\" when bad.count > 9000 then fail;";
        ends(text, &docket(40_000), "the `let` `bad`");
    }

    #[test]
    fn verbs_over_forty_thousand_findings_end() {
        let many = ["findings.high.at_least(\"info\").medium.some"; 12].join(" || ");
        let rule = |n| format!("rule \"{n}\" when {many} then fail;\n");
        let rules: String = (0..300).map(rule).collect();
        ends(&rules, &docket(40_000), "the rule `");
        // As many as an ordinary policy asks for are judged in time, on three times as many.
        let text = "rule \"x\" when findings.high.count > 9 then fail;";
        assert_eq!(judged(text, &docket(120_000), LIMITS.operations).0, []);
    }

    /// What a script does, and what that must have cost at least.
    #[derive(Clone, Debug, Default)]
    struct Work {
        text: String,
        /// Elements, cells and findings visited, and characters copied.
        visits: u64,
        /// Closures called and turns of loops.
        closures: u64,
    }

    const KINDS: usize = 19;

    /// What is done on an array of `n`, another of `m`, a text of `l` characters and
    /// `f` findings.
    fn works(n: u64, m: u64, l: u64, f: u64) -> [Work; KINDS] {
        let work = |text: &str, visits, closures| Work { text: text.to_owned(), visits, closures };
        let literal = "-x".repeat(usize::try_from(l / 2).unwrap());
        [
            work("let c = a;", n, 0),
            work("for x in a { }", 2 * n, n),
            work("for x in a { for y in b { } }", 2 * n + n * 2 * m, n + n * m),
            work("for x in a { for y in b { if x + y < 0 { break; } } }", 2 * n + n * m, n + n * m),
            work("let c = []; for x in b { c += [x]; }", m, m),
            work("let i = 0; while i < 40 { i += 1; }", 0, 40),
            work("let sum = 0; for x in a { sum += x; }", n, n),
            work("let c = -1 in a;", n, 0),
            work("-1 in a;", n, 0),
            work("let c = a + b;", n + m, 0),
            work("let c = a.len;", n, 0),
            work("let c = t + t;", 2 * l, 0),
            work("let c = `${t}${t}`;", 2 * l, 0),
            work("t.contains(\"xx\");", l, 0),
            work("t.starts_with(t); t.ends_with(\"y\");", 2 * l, 0),
            work(&format!("\"{literal}\".len; \"{literal}\".contains(\"x\");"), 2 * l, 0),
            work("g.filter(|c| c.some);", 1, 1),
            work("g.findings.high.count;", f + f.div_ceil(5) + f / 64, 0),
            work("g.findings.filter(|f| f.info.none);", f * (1 + f / 64), f),
        ]
    }

    /// Lengths of arrays and texts, which are built by doubling so that this costs little, and
    /// how many findings there are.
    fn sizes() -> impl Strategy<Value = (u32, u32, u32, u64)> {
        (0..10u32, 0..4u32, 1..11u32, prop_oneof![0..30u64, 200..2000u64])
    }

    /// Does some of the [`works`], each so many times, and sums over all findings in conditions.
    fn check(
        sizes: (u32, u32, u32, u64),
        done: &[(usize, u64)],
        sums: usize,
    ) -> Result<(), String> {
        let (n, m, l, f) = sizes;
        let works = works(1 << n, 1 << m, 1 << l, f);
        let mut whole = Work::default();
        for &(which, times) in done {
            let Work { text, visits, closures } = &works[which];
            let times = times.min(1 + 2000 / (1 + closures));
            whole.text += &format!("for i in 0..{times} {{ {text} }}\n");
            whole.visits += times * visits;
            whole.closures += times * closures;
        }
        let text = format!(
            "fn f(g) {{
                let a = [1]; for i in 0..{n} {{ a += a; }}
                let b = [1]; for i in 0..{m} {{ b += b; }}
                let t = \"-x\"; for i in 1..{l} {{ t += t; }}
                {} false }}
            rule \"x\" when f(reported) then fail;
            rule \"y\" when {} < 0 then fail;
            rule \"last\" otherwise hold;",
            whole.text,
            vec!["findings.high.count"; sums].join(" + "),
        );
        whole.visits += sums as u64 * (f + f);
        let (errors, steps) = judged(&text, &docket(f.try_into().unwrap()), 1 << 40);
        let Work { visits, closures, .. } = whole;
        match errors.is_empty() && visits <= VISITS * steps && closures <= steps {
            true => Ok(()),
            false => Err(format!("{visits} visits, {closures} closures, {steps} steps\n{text}")),
        }
    }

    /// What is visited and copied is at most [`VISITS`] times the steps that were counted, and
    /// closures called and turns of loops are at most as many.
    #[test]
    fn each_deed_is_paid_for() {
        for which in 0..KINDS {
            assert_eq!(check((9, 3, 10, 2000), &[(which, 100)], 1), Ok(()));
        }
        assert_eq!(check((0, 0, 1, 2000), &[], 30), Ok(()));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

        #[test]
        fn what_is_done_is_paid_for(
            sizes in sizes(),
            done in prop::collection::vec((0..KINDS, 1..300u64), 1..4),
            sums in 1..30usize,
        ) {
            prop_assert_eq!(check(sizes, &done, sums), Ok(()));
        }
    }
}
