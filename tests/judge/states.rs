//! What becomes of a cell whose reviewer says that it came to no verdict.

use assize::codec::Cause;
use assize::docket::State;
use assize::{Docket, Outcome, Source};

const PAIR: &str = "=== PAIR REVIEW START: a.md :: g ===\n- warn: it drags\n\n## Result: ERROR\n=== PAIR REVIEW END: a.md :: g ===\n";

/// The state of each cell of one source, its cause, what it comes to and how many findings it has.
fn cells(text: &str) -> Vec<(State, Option<Cause>, Option<Outcome>, usize)> {
    let mut docket = Docket::new("task");
    docket.seat("qa");
    docket.submit("qa", Source::new("qa.md", text));
    let closed = docket.close();
    let told = closed
        .cells()
        .map(|cell| (cell.state(), cell.cause(), cell.effective(), cell.findings().len()));
    told.collect()
}

#[test]
fn an_error_with_findings_is_an_errored_cell_that_keeps_them() {
    let bundle = "{\"pairs\": [{\"note\": \"a.md\", \"gate\": \"g\", \"decision\": \"ERROR\", \"summary\": \"s\", \"findings\": [{\"severity\": \"warn\", \"text\": \"it drags\"}]}]}";
    for text in [
        PAIR,
        bundle,
        "VERDICT:ERROR\nSCOPE:cache\nVERIFIED:\nquality|M|naming|src/a.rs:3|it is called q\n",
    ] {
        assert_eq!(cells(text), [(State::Errored, None, None, 1)], "{text}");
    }
}

#[test]
fn an_unknown_result_is_an_unreadable_cell() {
    let unknown = PAIR.replace("ERROR", "UNKNOWN");
    assert_eq!(cells(&unknown), [(State::Unreadable, Some(Cause::UnknownWord), None, 1)]);
}

#[test]
fn a_reason_to_fail_stands_whatever_the_reviewer_gave_up() {
    for text in [
        &PAIR.replace("- warn:", "- fail:"),
        "VERDICT:ERROR\nSCOPE:cache\nVERIFIED:\nquality|C|naming|src/a.rs:3|it is called q\n",
    ] {
        assert_eq!(cells(text), [(State::Reported, None, Some(Outcome::Fail), 1)], "{text}");
    }
}

#[test]
fn each_pair_has_its_own_state() {
    let other = PAIR.replace("a.md", "b.md").replace("ERROR", "WARN");
    let states: Vec<State> = cells(&format!("{PAIR}{other}")).iter().map(|cell| cell.0).collect();
    assert_eq!(states, [State::Errored, State::Reported]);
}
