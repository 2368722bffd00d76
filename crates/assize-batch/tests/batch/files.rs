//! Files in every format, and what is wrong with them.

use std::fs;
use std::path::Path;

use arrow::array::AsArray;
use arrow::datatypes::DataType;
use arrow::ipc::writer::{FileWriter, StreamWriter};

use crate::texts::{FAIL, PASS, err, out, parquet, run, table, write_parquet};

/// The same three reviews in each format.
fn written(here: &Path) -> [&'static str; 5] {
    let rows = table(&[
        ("pr", vec![Some("1"), Some("1"), Some("2")]),
        ("seat", vec![Some("qa"), Some("b"), Some("qa")]),
        ("text", vec![Some(PASS), Some(FAIL), Some(PASS)]),
    ]);
    write_parquet(&here.join("all.parquet"), &rows);
    let create = |name: &str| fs::File::create(here.join(name)).expect("a file");
    let mut file = FileWriter::try_new(create("all.arrow"), &rows.schema()).expect("a writer");
    file.write(&rows).expect("rows");
    file.finish().expect("a footer");
    let mut stream = StreamWriter::try_new(create("all.arrows"), &rows.schema()).expect("a writer");
    stream.write(&rows).expect("rows");
    stream.finish().expect("an end");
    let quoted = |text: &str| format!("\"{text}\"");
    let line = |pr: &str, seat: &str, text: &str| {
        format!("{}\n", serde_json::json!({"pr": pr, "seat": seat, "text": text, "more": [1]}))
    };
    let (csv, json): (String, String) = [("1", "qa", PASS), ("1", "b", FAIL), ("2", "qa", PASS)]
        .map(|(pr, seat, text)| (format!("{pr},{seat},{}\r\n", quoted(text)), line(pr, seat, text)))
        .into_iter()
        .unzip();
    fs::write(here.join("all.csv"), format!("\u{feff}pr,seat,text\r\n{csv}")).expect("a file");
    fs::write(here.join("all.jsonl"), format!("\n{json}\n")).expect("a file");
    ["all.parquet", "all.arrow", "all.arrows", "all.csv", "all.jsonl"]
}

#[test]
fn every_format_gives_the_same_rows() {
    let here = tempfile::tempdir().expect("a folder");
    let names = written(here.path());
    for flags in [&["--keep", "pr"][..], &["--task", "pr", "--expect", "qa,b"]] {
        let mut first = None;
        for name in names {
            let ran = run(here.path(), &[&[name], flags].concat());
            assert_eq!(ran.status.code(), Some(0), "{name}: {}", err(&ran));
            let rows = out(&ran);
            assert_eq!(rows.lines().count(), if flags[0] == "--keep" { 3 } else { 2 });
            assert_eq!(first.get_or_insert_with(|| rows.clone()), &rows, "{name}");
        }
    }
}

#[test]
fn what_is_written_is_read_again() {
    let here = tempfile::tempdir().expect("a folder");
    written(here.path());
    let all = |output: &str| {
        let ran = run(here.path(), &["all.csv", "--task", "pr", "--expect", "qa,b", "-o", output]);
        assert_eq!((ran.status.code(), out(&ran)), (Some(0), String::new()), "{}", err(&ran));
        let again = run(here.path(), &[output, "--text", "rule", "--keep", "task,outcome"]);
        assert_eq!(again.status.code(), Some(0), "{}", err(&again));
        let rows: Vec<String> = out(&again).lines().map(str::to_owned).collect();
        assert!(rows[0].starts_with(r#"{"task":"1","outcome":"fail","#), "{rows:?}");
        assert!(rows[1].starts_with(r#"{"task":"2","outcome":"hold","#), "{rows:?}");
    };
    ["o.parquet", "o.arrow", "o.csv", "o.jsonl"].into_iter().for_each(all);
    let (schema, rows) = parquet(&here.path().join("o.parquet"));
    assert_eq!(schema.fields(), assize_batch::schema::ruling().fields());
    assert!(!rows["open"].as_boolean().value(0));
    let csv = fs::read_to_string(here.path().join("o.csv")).expect("the file");
    assert!(csv.contains(r#"[{""kind"":""fix"",""seat"":""b"""#), "{csv}");
}

#[test]
fn a_line_that_cannot_be_read_is_a_row_and_the_run_goes_on() {
    let here = tempfile::tempdir().expect("a folder");
    let good = format!("{}\n", serde_json::json!({"text": PASS, "task": 1, "seat": "qa"}));
    let other = good.replace("\"qa\"", "\"b\"");
    let lines = format!(
        "{good}{{\"text\": \n[1]\n{{\"text\": [\"{PASS}\"]}}\n{{\"text\": \"a\", \"text\": \"b\"}}\n{{\"task\": 2}}\n{other}"
    );
    let lines = lines.replace("[\"verdict: pass\nconfidence: high\n\"]", "[\"verdict: pass\"]");
    fs::write(here.path().join("a.jsonl"), lines).expect("a file");
    let ran = run(here.path(), &["a.jsonl"]);
    assert_eq!(ran.status.code(), Some(3));
    assert!(err(&ran).contains("5 of 7 rows of the output hold an `error`"), "{}", err(&ran));
    let rows: Vec<serde_json::Value> =
        out(&ran).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let error = |at: usize| rows[at]["error"].as_str().unwrap_or_default().to_owned();
    assert_eq!((&rows[0]["effective"], &rows[6]["effective"]), (&"pass".into(), &"pass".into()));
    assert!(error(1).starts_with("line 2: it is not a JSON object"), "{}", error(1));
    assert!(error(2).starts_with("line 3: it is not a JSON object"), "{}", error(2));
    assert_eq!(error(3), "line 4: `text` holds a list or an object, and not text");
    assert_eq!(error(4), "line 5: it has `text` twice");
    assert_eq!(error(5), "the text is null");
    let judged = run(here.path(), &["a.jsonl", "--task", "task"]);
    assert_eq!(judged.status.code(), Some(3));
    assert_eq!(out(&judged).matches("\"open\":true").count(), 1, "{}", out(&judged));

    let csv = b"text,task,seat\nx,1\n\xff,2,qa\nverdict: pass,3,qa\na,b,c,d\n";
    fs::write(here.path().join("a.csv"), csv).expect("a file");
    let ran = run(here.path(), &["a.csv", "--keep", "task,seat"]);
    assert_eq!(ran.status.code(), Some(3));
    for why in [
        "line 2: the record has 2 fields, and the header 3",
        "line 3: `text` is not UTF-8",
        "line 5: the record has 4 fields, and the header 3",
    ] {
        assert!(out(&ran).contains(why), "{}", out(&ran));
    }
}

/// Each names what is wrong and what to do, and leaves what lay there.
#[test]
fn what_is_wrong_with_a_file_is_a_sentence() {
    let here = tempfile::tempdir().expect("a folder");
    let at = |name: &str| here.path().join(name);
    written(here.path());
    let whole = fs::read(at("all.parquet")).expect("the file");
    fs::write(at("cut.parquet"), &whole[..whole.len() / 2]).expect("a file");
    let stream = fs::read(at("all.arrows")).expect("the file");
    fs::write(at("cut.arrows"), &stream[..stream.len() / 2]).expect("a file");
    let mut torn = whole.clone();
    let texts = torn.windows(7).position(|some| some == b"verdict").expect("the texts");
    torn[texts - 40..texts].fill(0xff);
    fs::write(at("torn.parquet"), torn).expect("a file");
    fs::write(at("named.parquet"), "pr,seat,text\n").expect("a file");
    fs::write(at("empty.csv"), "").expect("a file");
    fs::write(at("twice.csv"), "text,text\na,b\n").expect("a file");
    fs::write(at("a.txt"), "x").expect("a file");
    let numbers =
        arrow::compute::cast(&table(&[("text", vec![Some("1")])])["text"], &DataType::Int64);
    let numbers = arrow::array::RecordBatch::try_from_iter([("text", numbers.expect("a number"))]);
    write_parquet(&at("numbers.parquet"), &numbers.expect("a column"));
    fs::create_dir(at("folder.parquet")).expect("a folder");
    for (args, told) in [
        (&["cut.parquet"][..], "`cut.parquet` is not a whole Parquet file"),
        (&["torn.parquet"], "`torn.parquet` is not a whole Parquet file"),
        (&["named.parquet"], "`named.parquet` is not a whole Parquet file"),
        (&["cut.arrows"], "`cut.arrows` is not a whole Arrow IPC file"),
        (&["empty.csv"], "`empty.csv` is not a whole CSV file: it has no header"),
        (&["twice.csv"], "`twice.csv` has several columns `text`"),
        (&["a.txt"], "it is not known how `a.txt` is written"),
        (&["nowhere.parquet"], "`nowhere.parquet` cannot be read"),
        (&["folder.parquet"], "it is a folder"),
        (&["numbers.parquet"], "the column `text` holds Int64, and not text"),
        (&["all.parquet", "--text", "txt"], "did you mean `text`? It has `pr`, `seat`, `text`"),
        (&["all.csv", "--text", "body"], "`all.csv` has no column `body`"),
        (&["all.jsonl", "--text", "txt"], "did you mean `text`?"),
        (&["all.csv", "--keep", "pr", "--keep", "error"], "has a column `error` of its own"),
        (&["-", "--input-format", "parquet"], "Parquet cannot be read from standard input"),
        (&["-", "-", "--input-format", "csv"], "standard input is named twice"),
        (&["-"], "it is not known how `-` is written"),
        (&["all.csv", "--task", "pr", "--policy", "any-bloker"], "did you mean `any-blocker`?"),
        (&["all.csv", "--task", "pr", "--set", "min_reviewers=0"], "min_reviewers"),
        (&["all.csv", "--task", "pr", "--given", "phase=1"], "does not ask for `phase`"),
        (&["all.csv", "-o", "nowhere/o.parquet"], "`nowhere/o.parquet` cannot be written"),
        (
            &["all.csv", "-o", "folder.parquet"],
            "`folder.parquet` cannot be written: it is a folder",
        ),
    ] {
        let old = [args, &["-o", "old.jsonl"]].concat();
        fs::write(at("old.jsonl"), "what lay there\n").expect("a file");
        let ran = run(here.path(), if args.contains(&"-o") { args } else { &old });
        assert_eq!(ran.status.code(), Some(2), "{args:?}: {}", err(&ran));
        assert!(
            err(&ran).contains(told) && err(&ran).contains("help: "),
            "{args:?}: {}",
            err(&ran)
        );
        assert!(!err(&ran).contains("panicked"), "{}", err(&ran));
        assert_eq!(fs::read_to_string(at("old.jsonl")).expect("the file"), "what lay there\n");
    }
    let left = fs::read_dir(here.path()).expect("the folder");
    let left = left
        .filter(|one| one.as_ref().expect("a name").file_name().to_string_lossy().starts_with('.'));
    assert_eq!(left.count(), 0, "a file without its name is left");
}

#[test]
fn a_table_without_rows_gives_one_without_rows() {
    let here = tempfile::tempdir().expect("a folder");
    fs::write(here.path().join("none.csv"), "pr,seat,text\n").expect("a file");
    for (flags, columns) in [
        (&["--keep", "pr"][..], 1 + assize_batch::schema::read().fields().len()),
        (&["--task", "pr"], assize_batch::schema::ruling().fields().len()),
    ] {
        let ran = run(here.path(), &[&["none.csv", "-o", "o.parquet"], flags].concat());
        assert_eq!(ran.status.code(), Some(0), "{}", err(&ran));
        let (schema, rows) = parquet(&here.path().join("o.parquet"));
        assert_eq!((schema.fields().len(), rows.num_rows()), (columns, 0));
    }
}

/// A disk that is full while rows are still read.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_is_a_sentence() {
    let here = tempfile::tempdir().expect("a folder");
    let rows = "verdict: pass\n".repeat(20_000);
    fs::write(here.path().join("all.csv"), format!("text\n{rows}")).expect("a file");
    let ran = run(here.path(), &["all.csv", "-o", "/dev/full", "--output-format", "jsonl"]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(err(&ran).contains("`/dev/full` cannot be written: "), "{}", err(&ran));
}
