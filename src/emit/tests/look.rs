//! Text for a person. What it looks like is pinned in `snapshots/`, one file for each row here.

use super::bench;
use crate::emit::text::{TextOptions, explain, read_source, ruling};

const PLAIN: TextOptions =
    TextOptions { color: false, width: 80, published: true, brief: false, links: None };

macro_rules! looks {
    ($($name:ident: $text:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!($text);
        }
    )*};
}

looks! {
    everybody_passes: ruling(&bench::all_pass(), &PLAIN);
    one_fails: ruling(&bench::one_fails(), &PLAIN);
    missing_and_unreadable: ruling(&bench::missing_and_unreadable(), &PLAIN);
    an_unexpected_source_fails: ruling(&bench::unexpected_fails(), &PLAIN);
    an_excused_reviewer_caps_the_gate: ruling(&bench::excused(), &PLAIN);
    explained_when_a_policy_overrides: explain(&bench::overridden(), &PLAIN);
    an_override_is_loud: ruling(&bench::overridden(), &PLAIN);
    a_hostile_reviewer_forges_no_line: ruling(&bench::hostile(), &PLAIN);
    explained_when_everybody_passes: explain(&bench::all_pass(), &PLAIN);
    explained_when_one_fails: explain(&bench::one_fails(), &PLAIN);
    explained_when_missing_and_unreadable: explain(&bench::missing_and_unreadable(), &PLAIN);
    explained_when_an_unexpected_source_fails: explain(&bench::unexpected_fails(), &PLAIN);
    a_line_that_doubts_is_drawn_where_the_verdict_is: ruling(&bench::doubted(), &PLAIN);
    explained_when_a_line_doubts: explain(&bench::doubted(), &PLAIN);
    what_is_read_shows_the_lines_that_doubt: read_source(&bench::doubted_text(), &PLAIN);
    a_broken_source_shows_its_fragments: read_source(&bench::broken_text(), &PLAIN);
    a_broken_source_shuts_the_gate_and_shows_what_it_says: ruling(&bench::broken(), &PLAIN);
    a_doubted_verdict_opens_no_gate: ruling(&bench::doubted_and_refused(), &PLAIN);
    two_verdicts_stand_in_their_order: ruling(&bench::two_verdicts(), &PLAIN);
    a_line_that_doubts_says_so_though_it_is_reported: ruling(&bench::doubted_and_reported(), &PLAIN);
}

#[test]
fn what_is_said_of_two_lines_is_told_once_below_both() {
    let mut docket = crate::ir::Docket::new("task-17");
    docket.seat("qa");
    let text = "=== PAIR REVIEW START: a.md ===\n## Result: PASS\n=== PAIR REVIEW END: a.md ===\n";
    bench::submit(&mut docket, "qa.md", text);
    let text = ruling(&bench::judge(docket), &PLAIN);
    assert_eq!(
        text.matches("a line is almost the start or the end of a review").count(),
        1,
        "{text}"
    );
    assert_eq!(text.matches("not read as one").count(), 2, "{text}");
}

#[test]
fn where_nobody_stated_a_verdict_the_cell_says_so() {
    let mut docket = crate::ir::Docket::new("task-17");
    let run = "{\"tool\": {\"driver\": {\"name\": \"scan\"}}, \"results\": []}";
    let text = format!("{{\"version\": \"2.1.0\", \"runs\": [{run}]}}\n");
    bench::submit(&mut docket, "scan.json", text);
    bench::submit(&mut docket, "qa.md", "verdict: pass\nconfidence: high\n");
    let text = ruling(&bench::judge(docket), &PLAIN);
    assert_eq!(text.matches("states no verdict").count(), 1, "{text}");
}

/// Whatever reviewers write, only the first line begins with OPEN or SHUT, it tells the truth,
/// and nothing acts on the terminal.
#[test]
fn only_the_ruling_says_open() {
    for found in bench::all() {
        for width in [0, 40, 80, 200] {
            for text in [
                ruling(&found, &TextOptions { width, ..PLAIN }),
                explain(&found, &TextOptions { width, ..PLAIN }),
            ] {
                let gate = if found.opening().is_some() { "OPEN  " } else { "SHUT  " };
                assert!(text.starts_with(gate), "{text}");
                let claims = text.lines().filter(|line| {
                    let line = line.trim_start();
                    line.starts_with("OPEN") || line.starts_with("SHUT")
                });
                assert_eq!(claims.count(), 1, "{text}");
                assert!(!text.chars().any(|c| c != '\n' && crate::emit::visible::is_hidden(c)));
                assert!(
                    text.lines().all(|line| crate::emit::width::columns_of(line) <= width.max(40)),
                    "{text}"
                );
                assert!(text.lines().all(|line| line == line.trim_end()), "{text:?}");
                assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
            }
        }
    }
}

/// Colours change nothing but colours.
#[test]
fn without_its_colours_a_ruling_is_the_same() {
    for found in bench::all() {
        let colored = ruling(&found, &TextOptions { color: true, ..PLAIN });
        let mut plain = String::new();
        let mut rest = colored.as_str();
        while let Some((before, after)) = rest.split_once("\u{1b}[") {
            plain.push_str(before);
            rest = after.split_once('m').map_or("", |(_, after)| after);
        }
        plain.push_str(rest);
        assert_eq!(plain, ruling(&found, &PLAIN));
        assert!(colored.starts_with("\u{1b}["));
    }
}
