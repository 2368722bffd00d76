//! Columns in, columns out.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BinaryArray, BinaryViewArray, Int32Array, Int64Array,
    LargeBinaryArray, LargeStringArray, ListArray, StringArray, StringViewArray, StructArray,
    UInt16Array,
};
use arrow::buffer::OffsetBuffer;
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field, Int64Type};
use assize::docket::Stake;
use assize::{Docket, Policy, ReadOptions, Source, Stage, built_in, read};
use assize_batch::{Judge, Reader, Reviews, schema};

use crate::texts::{FAIL, PASS, texts};

fn policy() -> Policy {
    let text = built_in(Stage::Gate, "any-blocker").expect("it is built in");
    Policy::compile(Stage::Gate, "any-blocker.rhai", text).expect("it compiles")
}

fn reviews(rows: &[(Option<&str>, Option<&str>, Option<&str>)]) -> Reviews {
    let tasks: Vec<_> = rows.iter().map(|row| row.0).collect();
    let seats: Vec<_> = rows.iter().map(|row| row.1).collect();
    let bodies: Vec<_> = rows.iter().map(|row| row.2).collect();
    Reviews {
        tasks: Some(texts(&tasks)),
        rounds: None,
        seats: texts(&seats),
        texts: texts(&bodies),
    }
}

/// What each row has in a column of texts.
fn values(column: &ArrayRef) -> Vec<Option<&str>> {
    column.as_string::<i32>().iter().collect()
}

#[test]
fn a_text_is_a_row_as_reading_alone_gives_it() {
    let all = [Some(PASS), None, Some(FAIL), Some(""), Some("nothing of the kind")];
    let rows = Reader::default().threads(2).read(&texts(&all)).expect("texts");
    assert_eq!(rows.schema(), schema::read());
    assert_eq!(values(&rows["effective"]), [Some("pass"), None, Some("fail"), None, None]);
    assert_eq!(values(&rows["stated"]), [Some("pass"), None, Some("fail"), None, None]);
    assert_eq!(values(&rows["confidence"]), [Some("high"), None, Some("med"), None, None]);
    let causes = [None, None, None, Some("empty"), Some("no_verdict")];
    assert_eq!(values(&rows["cause"]), causes);
    assert_eq!(values(&rows["error"]), [None, Some("the text is null"), None, None, None]);
    let findings = rows["findings"].as_list::<i32>();
    assert_eq!(findings.value_length(0), 0);
    let found = findings.value(2);
    let found = found.as_struct();
    assert_eq!(values(&found["kind"]), [Some("blocker"), Some("advisory")]);
    assert_eq!(values(&found["path"]), [Some("src/a.rs"), None]);
    let lines = found["lines"].as_list::<i32>().value(0);
    assert_eq!(lines.as_struct()["first"].as_primitive::<Int64Type>().value(0), 7);
    assert_eq!(lines.as_struct()["last"].as_primitive::<Int64Type>().value(0), 9);
    let alone = read(&Source::new("", FAIL), &ReadOptions::default());
    let print = alone.verdicts[0].findings[0].fingerprint(&alone.sources).to_string();
    assert_eq!(found["fingerprint"].as_string::<i32>().value(0), print);
    let sha256 = Source::new("", FAIL).sha256().to_string();
    assert_eq!(rows["sha256"].as_string::<i32>().value(2), sha256);
}

#[test]
fn texts_are_read_from_every_type_that_engines_have_for_them() {
    let all = vec![Some(PASS), None, Some(FAIL)];
    let bytes: Vec<Option<&[u8]>> = all.iter().map(|text| text.map(str::as_bytes)).collect();
    let plain = texts(&all);
    let dictionary = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let columns: Vec<ArrayRef> = vec![
        Arc::new(LargeStringArray::from(all.clone())),
        Arc::new(StringViewArray::from(all)),
        Arc::new(BinaryArray::from(bytes.clone())),
        Arc::new(LargeBinaryArray::from(bytes.clone())),
        Arc::new(BinaryViewArray::from(bytes)),
        cast(&plain, &dictionary).expect("a dictionary"),
    ];
    let expected = Reader::default().read(&plain).expect("texts");
    for column in columns {
        assert_eq!(Reader::default().read(&column).expect("texts"), expected, "{column:?}");
        let part = Reader::default().read(&column.slice(1, 2)).expect("a part of it");
        assert_eq!(part, expected.slice(1, 2));
    }
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    let wrong = Reader::default().read(&numbers).expect_err("numbers are no texts");
    assert_eq!(wrong.to_string(), "the column `text` holds Int32, and not text");
    let invalid: ArrayRef = Arc::new(BinaryArray::from(vec![&b"verdict: pass\xff\n"[..]]));
    let read = Reader::default().read(&invalid).expect("bytes");
    assert_eq!(values(&read["cause"]), [Some("encoding")]);
}

#[test]
fn rows_of_a_task_are_a_docket_wherever_they_lie() {
    let reviews = reviews(&[
        (Some("b"), Some("qa"), Some(PASS)),
        (Some("a"), Some("qa"), Some(PASS)),
        (Some("b"), Some("security"), Some(FAIL)),
        (Some("a"), Some("security"), Some(PASS)),
    ]);
    let ruled = Judge::new(policy()).expect(["qa", "security"]).judge(&reviews).expect("rulings");
    assert_eq!(ruled.schema(), schema::ruling());
    assert_eq!(values(&ruled["task"]), [Some("b"), Some("a")]);
    assert_eq!(values(&ruled["outcome"]), [Some("fail"), Some("pass")]);
    let open: Vec<_> = ruled["open"].as_boolean().iter().collect();
    assert_eq!(open, [Some(false), Some(true)]);
    let actions = ruled["actions"].as_list::<i32>().value(0);
    assert_eq!(values(&actions.as_struct()["kind"]), [Some("fix")]);
}

#[test]
fn nobody_opens_a_gate_who_is_not_there() {
    let judge = Judge::new(policy());
    let one = reviews(&[(Some("a"), Some("qa"), Some(PASS))]);
    let unnamed = judge.judge(&one).expect("rulings");
    assert_eq!(values(&unnamed["outcome"]), [Some("warn")], "nobody is expected by name");
    let missed = judge.clone().expect(["qa", "security"]).judge(&one).expect("rulings");
    assert_eq!(values(&missed["outcome"]), [Some("hold")]);
    let silent = reviews(&[(Some("a"), Some("qa"), Some(PASS)), (Some("a"), Some("b"), None)]);
    let silent = judge.judge(&silent).expect("rulings");
    assert_eq!(values(&silent["outcome"]), [Some("hold")], "a seat without a text is missing");
    let unexpected =
        reviews(&[(Some("a"), Some("qa"), Some(PASS)), (Some("a"), Some("b"), Some(FAIL))]);
    let shut = judge.clone().expect(["qa"]).judge(&unexpected).expect("rulings");
    assert!(!shut["open"].as_boolean().value(0));
    let observed = judge.expect(["qa"]).stake("b", Stake::Observer);
    let observed = observed.judge(&unexpected).expect("rulings");
    assert_eq!(values(&observed["outcome"]), [Some("pass")]);
}

#[test]
fn a_row_that_cannot_be_used_is_a_row_with_its_error() {
    let reviews = reviews(&[
        (None, Some("qa"), Some(PASS)),
        (Some("a"), None, Some(PASS)),
        (Some("a"), Some("qa"), Some(PASS)),
        (Some("b"), Some("qa"), Some(PASS)),
    ]);
    let ruled = Judge::new(policy()).judge(&reviews).expect("rulings");
    assert_eq!(values(&ruled["outcome"]), [Some("error"), Some("error"), Some("warn")]);
    let errors = [Some("the row names no task"), Some("one of its rows names no seat"), None];
    assert_eq!(values(&ruled["error"]), errors);
    assert_eq!(ruled["open"].null_count(), 0);
    let rounds: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), Some(0), None, Some(2)]));
    let reviews = Reviews { rounds: Some(rounds), ..reviews };
    let ruled = Judge::new(policy()).judge(&reviews).expect("rulings");
    let round = "the row names no round, which is a whole number from 1";
    let errors = [Some("the row names no task"), Some(round), Some(round), None];
    assert_eq!(values(&ruled["error"]), errors);
}

#[test]
fn rounds_and_tasks_may_be_numbers() {
    let reviews = Reviews {
        tasks: Some(Arc::new(UInt16Array::from(vec![7, 7, 8]))),
        rounds: Some(Arc::new(StringArray::from(vec!["1", "2", " 2 "]))),
        seats: texts(&[Some("qa"); 3]),
        texts: texts(&[Some(FAIL), Some(PASS), Some(PASS)]),
    };
    let ruled = Judge::new(policy()).judge(&reviews).expect("rulings");
    assert_eq!(values(&ruled["task"]), [Some("7"), Some("7"), Some("8")]);
    assert_eq!(values(&ruled["outcome"]), [Some("fail"), Some("warn"), Some("warn")]);
    let short = Reviews { seats: texts(&[Some("qa")]), ..reviews };
    let wrong = Judge::new(policy()).judge(&short).expect_err("of another length");
    assert_eq!(wrong.to_string(), "`seat` has 1 rows, and the texts have 3");
}

#[test]
fn lists_of_reviews_are_judged_as_their_rows_are() {
    let rows = StructArray::from(vec![
        (
            Arc::new(Field::new("text", DataType::Utf8, true)),
            texts(&[Some(PASS), Some(FAIL), Some(PASS)]),
        ),
        (
            Arc::new(Field::new("seat", DataType::Utf8, true)),
            texts(&[Some("qa"), Some("b"), Some("qa")]),
        ),
    ]);
    let entry = Arc::new(Field::new_list_field(rows.data_type().clone(), true));
    let nulls = Some(vec![true, true, true, false].into());
    let lists =
        ListArray::new(entry, OffsetBuffer::from_lengths([2, 1, 0, 0]), Arc::new(rows), nulls);
    let ruled =
        Judge::new(policy()).judge_lists(&(Arc::new(lists.clone()) as ArrayRef)).expect("rulings");
    assert_eq!(values(&ruled["outcome"]), [Some("fail"), Some("warn"), Some("hold"), Some("hold")]);
    let part = Judge::new(policy())
        .judge_lists(&(Arc::new(lists.slice(1, 1)) as ArrayRef))
        .expect("rulings");
    assert_eq!(part, ruled.slice(1, 1));
    let wrong = Judge::new(policy()).judge_lists(&texts(&[None])).expect_err("no lists");
    assert!(wrong.to_string().contains("a list of `seat` and `text`"), "{wrong}");
}

#[test]
fn a_ruling_is_what_a_docket_by_hand_comes_to() {
    for bodies in [[PASS, FAIL], [PASS, PASS], [FAIL, ""], ["", "LGTM"]] {
        let rows = reviews(&[]);
        let rows = Reviews {
            tasks: None,
            seats: texts(&[Some("qa"), Some("security")]),
            texts: texts(&bodies.map(Some)),
            ..rows
        };
        let ruled = Judge::new(policy()).expect(["qa", "security"]).judge(&rows).expect("rulings");
        let mut docket = Docket::new("docket");
        for (seat, body) in ["qa", "security"].into_iter().zip(bodies) {
            docket.seat(seat);
            docket.submit(seat, Source::new(seat, body));
        }
        let by_hand = policy().judge(&docket.close()).expect("a ruling");
        assert_eq!(values(&ruled["word"]), [Some(by_hand.word())]);
        assert_eq!(values(&ruled["rule"]), [by_hand.rule().map(|rule| rule.name.as_str())]);
        let messages = ruled["actions"].as_list::<i32>().value(0);
        let by_hand = by_hand.actions();
        let by_hand: Vec<_> = by_hand.iter().map(|action| Some(action.message())).collect();
        let by_hand: Vec<_> = by_hand.iter().map(Option::as_deref).collect();
        assert_eq!(values(&messages.as_struct()["message"]), by_hand);
    }
}
