//! Diagnostics, drawn with the lines they are about.

use super::run::{Policy, ReadOptions, Stage, read};
use crate::emit::report::{digest, render_all};
use crate::ir::{Diagnostic, Diagnostics};
use crate::source::{Source, Span};

fn drawn(found: &Diagnostics) -> String {
    render_all(found, false, 80)
}

#[test]
fn of_a_verdict() {
    let source = Source::new("qa.md", "verdict: fail\nconfidence: high\n");
    let found = read(&source, &ReadOptions::default());
    let found = Diagnostics::new(found.sources, found.diagnostics);
    insta::assert_snapshot!(drawn(&found), @r#"
    assize::read::fail_without_blocker

      × verdict is `fail` but lists no blocker
       ╭─[qa.md:1:1]
     1 │ verdict: fail
       · ──────┬──────
       ·       ╰── nothing below explains this
     2 │ confidence: high
       ╰────
      help: add a `blocker:` line, or say `warn`
    "#);
}

#[test]
fn of_a_policy() {
    let text = "rule \"a reviewer failed\" when fialed.some then fail;\n\
                rule \"everybody passed\" when passed.all then pas;\n";
    let found = Policy::compile(Stage::Gate, "ours.rhai", text).map(|_| ()).unwrap_err();
    insta::assert_snapshot!(drawn(&found), @r#"
    assize::policy::unknown_name

      × nothing is called `fialed`
       ╭─[ours.rhai:1:31]
     1 │ rule "a reviewer failed" when fialed.some then fail;
       ·                               ───┬──
       ·                                  ╰── neither a fact nor a name of this policy
       ╰────
      help: did you mean `failed`?

    assize::policy::unknown_word

      × `pas` is not a word of this policy
       ╭─[ours.rhai:2:46]
     2 │ rule "everybody passed" when passed.all then pas;
       ·                                              ─┬─
       ·                                               ╰── decides nothing
       ╰────
      help: did you mean `pass`?
    "#);
}

#[test]
fn with_two_labels() {
    let text = "verdict: pass\nconfidence: high\n\n\n\n\nverdict: fail\n";
    let found = Diagnostic::error("assize::read::two_verdicts")
        .message("two verdicts")
        .label(Span::new(9, 13), "one says so")
        .label(Span::new(44, 48), "the other does not")
        .help("keep one");
    let found = Diagnostics::new(vec![Source::new("qa.md", text)], vec![found]);
    insta::assert_snapshot!(drawn(&found), @r#"
    assize::read::two_verdicts

      × two verdicts
       ╭─[qa.md:1:10]
     1 │ verdict: pass
       ·          ──┬─
       ·            ╰── one says so
     2 │ confidence: high
       ╰────
       ╭─[qa.md:7:10]
     6 │
     7 │ verdict: fail
       ·          ──┬─
       ·            ╰── the other does not
       ╰────
      help: keep one
    "#);
}

/// Of two remarks on one line the second follows the first, which shows the labels of both.
#[test]
fn no_line_is_quoted_twice() {
    let text = "one\ntwo\nthree\nfour\n日five\n";
    let source = vec![Source::new("qa.md", text)];
    let odd = |start, end| {
        Diagnostic::warning("assize::x").message("odd").label(Span::new(start, end), "here")
    };
    for start in 0..text.len() {
        for end in start..=text.len() {
            for (from, to) in [(0, 1), (4, 7), (2, 6), (8, 9), (0, 24), (24, 24), (start, end)] {
                let found = Diagnostics::new(
                    source.clone(),
                    vec![odd(start, end), odd(from, to), odd(9, 11)],
                );
                let drawn = drawn(&found);
                assert_eq!(drawn.matches("⚠ odd").count(), 3, "{drawn}");
                assert_eq!(drawn.matches("── here").count(), 3, "{drawn}");
                let overlap =
                    |a: (usize, usize), b: (usize, usize)| lines(text, a) != lines(text, b);
                let pairs =
                    [((start, end), (from, to)), ((start, end), (9, 11)), ((from, to), (9, 11))];
                // A label over several lines may share one of them with another.
                if pairs.iter().any(|(a, b)| overlap(*a, *b) && meet(text, *a, *b)) {
                    continue;
                }
                for number in 1..=6 {
                    let quoted = drawn.matches(&format!("{number} │")).count();
                    assert!(quoted <= 1, "{start}..{end} {from}..{to}\n{drawn}");
                }
            }
        }
    }
}

fn lines(text: &str, (start, end): (usize, usize)) -> (usize, usize) {
    let line = |at: usize| text.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count();
    (line(start), line(end.max(start + 1) - 1))
}

fn meet(text: &str, a: (usize, usize), b: (usize, usize)) -> bool {
    let (a, b) = (lines(text, a), lines(text, b));
    a.0 <= b.1 && b.0 <= a.1
}

/// Thirty labels: eight are drawn. Thirty remarks: twelve are, an error before the rest.
#[test]
fn with_many_labels_and_many_times() {
    let text = "x\n".repeat(30);
    let label = |found: Diagnostic, line: usize| found.label(Span::new(line * 2, line * 2 + 1), "");
    let many = (0..30).fold(Diagnostic::warning("assize::x").message("many"), label);
    let found = Diagnostics::new(vec![Source::new("qa.md", text)], vec![many]);
    let one = drawn(&found);
    assert!(one.ends_with("help: and 22 more places\n"), "{one}");

    let mut items: Vec<Diagnostic> =
        (0..30).map(|line| label(Diagnostic::warning("assize::x").message("odd"), line)).collect();
    items.push(label(Diagnostic::error("assize::x").message("worst"), 29));
    let all = digest(found.sources(), &items.iter().collect::<Vec<_>>(), false, 80);
    assert_eq!((all.matches("⚠ odd").count(), all.matches("× worst").count()), (11, 1), "{all}");
    let last = "and 19 more remarks on qa.md; `--format json` shows all\n";
    assert!(all.ends_with(last), "{all}");
    assert!(all.contains("qa.md:30:1"), "{all}");
}

/// A drawing that is too wide cannot be made, and must not end the program.
#[test]
fn a_line_of_a_million_characters_is_cut() {
    let text = format!("verdict: pass\nconfidence: high\n{}: x\n", "y".repeat(1_000_000));
    let source = Source::new("qa.md", text);
    let end = source.bytes().len();
    let diagnostic = Diagnostic::error("assize::read::x")
        .message("far to the right")
        .label(Span::new(end - 3, end - 1), "here")
        .label(Span::new(40, end - 1), "all of it");
    let drawn = crate::emit::report::render(&[source], &diagnostic, false, 80);
    assert!(drawn.contains("far to the right") && drawn.contains('…'), "{drawn}");
    assert!(drawn.len() < 20_000, "{}", drawn.len());
}
