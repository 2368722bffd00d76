//! Diagnostics, drawn with the lines they are about.

use super::run::{Policy, ReadOptions, Stage, read};
use crate::emit::report::{digest, render_all};
use crate::ir::{Diagnostic, Diagnostics};
use crate::source::{Source, SourceId, Span};

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

/// Of two remarks on one line the second follows the first, which shows the labels of both. Where a label would hide
/// the other, each has its own drawing.
#[test]
fn no_line_is_quoted_twice() {
    let text = "one\ntwo and\nthree\nfour\n日five\n";
    let odd = |(start, end)| {
        let odd = Diagnostic::warning("assize::x").message("odd");
        odd.label(Span::new(start, end), "here")
    };
    let spans =
        (0..text.len()).flat_map(|start| (start + 1..=text.len()).map(move |end| (start, end)));
    let in_a_line = |(start, end): &(usize, usize)| {
        text.get(*start..*end).is_some_and(|part| !part.contains('\n'))
    };
    for one in spans.filter(in_a_line) {
        for other in [(0, 1), (4, 5), (8, 11), (12, 14), (23, 26)] {
            let source = vec![Source::new("qa.md", text)];
            let drawn = drawn(&Diagnostics::new(source, vec![odd(one), odd(other)]));
            assert_eq!(drawn.matches("⚠ odd").count(), 2, "{drawn}");
            assert_eq!(drawn.matches("╰── here").count(), 2, "{one:?} {other:?}\n{drawn}");
            let hidden = one.0 < other.1 && other.0 < one.1;
            for number in 1..=5 {
                let quoted = drawn.matches(&format!(" {number} │ ")).count();
                assert!(hidden || quoted <= 1, "{one:?} {other:?}\n{drawn}");
            }
        }
    }
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

/// A thousand reports that fall short alike, and one that cannot be read.
#[test]
fn with_many_sources() {
    let sources: Vec<Source> =
        (0..1000).map(|at| Source::new(format!("r{at}.md"), "x\n")).collect();
    let odd = |at: u32| {
        let level = if at == 999 { Diagnostic::error } else { Diagnostic::warning };
        level("assize::x").message("odd").label(Span::new(0, 1).in_source(SourceId(at)), "here")
    };
    let items: Vec<Diagnostic> = (0..1000).map(odd).collect();
    let all = digest(&sources, &items.iter().collect::<Vec<_>>(), false, 80);
    assert_eq!((all.matches("⚠ odd").count(), all.matches("× odd").count()), (59, 1), "{all}");
    assert!(all.ends_with("and 940 more remarks; `--format json` shows all\n"), "{all}");
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
