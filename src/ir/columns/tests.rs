//! How sources become cells.

use super::*;

fn said(docket: &mut Docket, seat: &str, outcome: Outcome) {
    let text = format!("verdict: {outcome}\nconfidence: high\n");
    docket.submit(seat, Source::new(seat, text));
}

#[test]
fn a_seat_that_a_policy_names_twice_is_expected_once() {
    let mut docket = Docket::new("x");
    docket.seat("qa");
    let closed = docket.close();
    let expected = closed.expecting(["qa", "security", "security"].into_iter());
    let seats: Vec<_> = expected.cells().map(CellRef::seat).collect();
    assert_eq!(seats, ["qa", "security"]);
    assert!(matches!(closed.expecting(["qa"].into_iter()), std::borrow::Cow::Borrowed(_)));
}

#[test]
fn ten_thousand_seats_keep_their_own_answers() {
    let mut docket = Docket::new("x");
    let name = |n: usize| format!("seat-{n}");
    for n in 0..10_000 {
        docket.seat(name(n));
    }
    // Submitted in another order than seated, every third fails, every fifth is silent.
    for n in (0..10_000).rev().filter(|n| n % 5 != 0) {
        said(&mut docket, &name(n), if n % 3 == 0 { Outcome::Fail } else { Outcome::Pass });
    }
    said(&mut docket, "unexpected", Outcome::Pass);
    let closed = docket.close();
    for (n, cell) in closed.cells().take(10_000).enumerate() {
        assert_eq!(cell.seat(), name(n));
        let answer = if n % 3 == 0 { Outcome::Fail } else { Outcome::Pass };
        assert_eq!(cell.effective(), (n % 5 != 0).then_some(answer));
    }
    let columns = closed.columns();
    assert_eq!(columns.group(Group::Missing).count(), 2000);
    assert_eq!(columns.group(Group::Reported).count(), 8000);
    assert_eq!(columns.group(Group::Unexpected).iter().collect::<Vec<_>>(), [10_000]);
}

#[test]
fn a_failing_second_source_stands_and_a_passing_one_is_ambiguous() {
    let state = |outcomes: [Outcome; 2]| {
        let mut docket = Docket::new("x");
        docket.seat("qa");
        outcomes.into_iter().for_each(|outcome| said(&mut docket, "qa", outcome));
        let closed = docket.close();
        closed.cells().map(|cell| (cell.state(), cell.effective())).collect::<Vec<_>>()
    };
    assert_eq!(state([Outcome::Pass, Outcome::Fail]), [(State::Reported, Some(Outcome::Fail))]);
    assert_eq!(state([Outcome::Pass, Outcome::Pass]), [(State::Unreadable, None)]);
}

#[test]
fn a_second_source_is_reported_whatever_comes_of_it() {
    const PASS: &str = "verdict: pass\nconfidence: high\n";
    const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: a.rs:1 wrong\n";
    const CUT_OFF: &str = "```\nverdict: fail\n";
    let docket = |texts: [&str; 2]| {
        let mut docket = Docket::new("x");
        docket.seat("qa");
        docket.submit("qa", Source::new("qa.md", texts[0]));
        docket.submit("qa", Source::new("qa.txt", texts[1]));
        docket.close()
    };
    for texts in [[PASS, PASS], [PASS, FAIL], [PASS, CUT_OFF], [CUT_OFF, FAIL]] {
        let closed = docket(texts);
        let codes = closed.diagnostics().iter().filter(|d| d.code.ends_with("duplicate_seat"));
        let messages: Vec<_> = codes.map(|d| d.message.as_str()).collect();
        assert_eq!(messages, ["the seat `qa` is claimed by `qa.md` and `qa.txt`"], "{texts:?}");
    }
    // A fail that can be read stands, whatever stands beside it.
    for texts in [[CUT_OFF, FAIL], [FAIL, CUT_OFF]] {
        let closed = docket(texts);
        let cell = closed.cells().next().unwrap();
        assert_eq!((cell.state(), cell.effective()), (State::Reported, Some(Outcome::Fail)));
    }
    // One that cannot be read makes nobody's answer.
    for (texts, lost) in [([PASS, CUT_OFF], "qa.txt"), ([CUT_OFF, PASS], "qa.md")] {
        let closed = docket(texts);
        let cell = closed.cells().next().unwrap();
        assert_eq!(cell.cause(), Some(Cause::DuplicateSeat));
        let why = format!("2 sources for one seat, and `{lost}`, which cannot be read, says fail");
        assert_eq!(cell.detail(), Some(why.as_str()));
    }
}
