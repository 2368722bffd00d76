//! How sources become cells.

use super::*;
use crate::ir::Decoded;

fn said(docket: &mut Docket, seat: &str, outcome: Outcome) {
    let text = format!("verdict: {outcome}\nconfidence: high\n");
    docket.submit(seat, Source::new(seat, text));
}

#[test]
fn a_named_seat_takes_its_own_file_and_counts_as_the_policy_says() {
    let place =
        |stake| Some(crate::ir::SeatPlace { stake, weight: None, left_out: Default::default() });
    let mut bench = crate::ir::Bench::default();
    bench.seats.insert("security".into(), None);
    bench.seats.insert("legal".into(), place(Stake::Required));
    bench.seats.insert("style".into(), place(Stake::Observer));
    let mut docket = Docket::new("x");
    docket.seat("qa").found();
    said(&mut docket, "qa", Outcome::Pass);
    // Nobody expects these two; of the second there is nothing to read.
    said(&mut docket, "legal", Outcome::Fail);
    docket.submit("style", Source::new("style", "looks fine to me, thanks\n"));
    let closed = docket.close();
    let seated = closed.seated(&bench).unwrap();
    let cells: Vec<_> =
        seated.cells().map(|cell| (cell.seat(), cell.stake(), cell.state())).collect();
    let expected = [
        ("qa", Stake::Required, State::Reported),
        ("legal", Stake::Required, State::Reported),
        ("security", Stake::Required, State::Missing),
        ("style", Stake::Observer, State::Unreadable),
    ];
    assert_eq!(cells, expected);
    let columns = seated.columns();
    let others: Vec<_> = columns.group(Group::Others).iter().collect();
    assert_eq!(others, [0, 2], "a seat that is only asked for is one of the others");
    assert!(!columns.cells[0].named && columns.cells[1].named);
}

#[test]
fn a_host_may_make_a_voter_required_and_nothing_else() {
    let ruled = |policy: Stake, host: Option<Stake>, named: bool| {
        let place =
            crate::ir::SeatPlace { stake: policy, weight: None, left_out: Default::default() };
        let mut bench = crate::ir::Bench::default();
        match named {
            true => _ = bench.seats.insert("qa".to_owned(), Some(place)),
            false => bench.others = Some(place),
        }
        let mut docket = Docket::new("x");
        let seat = docket.seat("qa");
        host.map(|stake| seat.stake(stake));
        let closed = docket.close();
        closed.seated(&bench).map(|docket| docket.cells().next().unwrap().stake()).ok()
    };
    use Stake::{Observer, Required, Voting};
    let told = |policy: Stake, host: Option<Stake>| {
        let [named, other] = [true, false].map(|named| ruled(policy, host, named));
        // One of the others who only watches goes on watching: the policy does not speak of it.
        assert!(named == other || (policy, host) == (Voting, Some(Observer)), "{policy} {host:?}");
        named
    };
    assert_eq!(ruled(Voting, Some(Observer), false), Some(Observer));
    assert_eq!(told(Voting, None), Some(Voting));
    assert_eq!(told(Voting, Some(Required)), Some(Required));
    for (policy, host) in
        [(Required, Voting), (Required, Observer), (Voting, Observer), (Observer, Voting)]
    {
        assert_eq!(told(policy, Some(host)), None, "{policy} {host}");
    }
}

#[test]
fn a_seat_is_as_bad_as_the_worst_of_its_cells() {
    let mut docket = Docket::new("x");
    let mut verdict = |seat: &str, outcomes: [Option<Outcome>; 2]| {
        let mut decoded = Decoded::of(Source::new(seat, ""), Vec::new());
        decoded.unreadable = None;
        for (n, outcome) in outcomes.into_iter().enumerate() {
            let subject = Subject::Criterion(format!("AC{n}"));
            match outcome {
                None => decoded.missing.push(subject),
                Some(outcome) => {
                    let mut verdict = Verdict::new(crate::source::Span::default());
                    verdict.subject = subject;
                    verdict.derived = Some(outcome);
                    decoded.verdicts.push(verdict);
                }
            }
        }
        docket.seat(seat);
        docket.submit_decoded(seat, decoded);
    };
    verdict("passes", [Some(Outcome::Pass), Some(Outcome::Pass)]);
    verdict("warns", [Some(Outcome::Pass), Some(Outcome::Warn)]);
    verdict("fails", [Some(Outcome::Fail), None]);
    verdict("misses", [Some(Outcome::Pass), None]);
    let closed = docket.close();
    let columns = closed.columns();
    let of = |group| columns.group(group).iter().collect::<Vec<_>>();
    assert_eq!(of(Group::Passed), [0]);
    assert_eq!(of(Group::Warned), [1]);
    assert_eq!(of(Group::InFavour), [0, 1]);
    assert_eq!(of(Group::Failed), [2]);
    assert_eq!(of(Group::Unsettled), [2, 3]);
    assert_eq!(of(Group::Reported), [0, 1]);
    assert_eq!(of(Group::Expected), [0, 1, 2, 3]);
    // What is cited is what makes it so.
    let cells = |group| columns.cells_of(columns.group(group), Some(group)).count();
    assert_eq!((cells(Group::Failed), cells(Group::Unsettled), cells(Group::Passed)), (1, 2, 2));
}

#[test]
fn two_thousand_seats_keep_their_own_answers() {
    let mut docket = Docket::new("x");
    let name = |n: usize| format!("seat-{n}");
    for n in 0..2_000 {
        docket.seat(name(n));
    }
    // Submitted in another order than seated, every third fails, every fifth is silent.
    for n in (0..2_000).rev().filter(|n| n % 5 != 0) {
        said(&mut docket, &name(n), if n % 3 == 0 { Outcome::Fail } else { Outcome::Pass });
    }
    said(&mut docket, "unexpected", Outcome::Pass);
    let closed = docket.close();
    for (n, cell) in closed.cells().take(2_000).enumerate() {
        assert_eq!(cell.seat(), name(n));
        let answer = if n % 3 == 0 { Outcome::Fail } else { Outcome::Pass };
        assert_eq!(cell.effective(), (n % 5 != 0).then_some(answer));
    }
    let columns = closed.columns();
    assert_eq!(columns.group(Group::Missing).count(), 400);
    assert_eq!(columns.group(Group::Reported).count(), 1600);
    assert_eq!(columns.group(Group::Unexpected).iter().collect::<Vec<_>>(), [2_000]);
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
