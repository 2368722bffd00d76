//! Tasks whose rows are too many to be held.

use std::fmt::Write as _;
use std::fs;

use crate::texts::{FAIL, PASS, err, out, run};

/// So many tasks; their texts are twice what is held in memory.
const TASKS: usize = 1500;

/// Rows of all tasks for one seat after the other, so that no task lies side by side; a task's number says what it comes to.
fn rows() -> String {
    let mut rows = String::from("task,seat,text\n");
    let padding = "A line that says nothing.\n".repeat(16);
    for seat in ["qa", "security", "docs"] {
        for task in 0..TASKS {
            let text = if seat == "docs" && task % 7 == 0 { FAIL } else { PASS };
            writeln!(rows, "t{task},{seat},\"{text}\n{padding}\"").expect("a text");
        }
    }
    rows
}

#[test]
fn tasks_that_are_put_aside_come_out_whole_and_in_order() {
    let here = tempfile::tempdir().expect("a folder");
    fs::write(here.path().join("all.csv"), rows()).expect("a file");
    let flags = ["all.csv", "--task", "task", "--expect", "qa,security,docs", "--memory", "1"];
    let ran = run(here.path(), &flags);
    assert_eq!(ran.status.code(), Some(0), "{}", err(&ran));
    let rulings = out(&ran);
    assert_eq!(rulings.lines().count(), TASKS);
    for (task, ruling) in rulings.lines().enumerate() {
        let ruling: serde_json::Value = serde_json::from_str(ruling).expect("JSON");
        assert_eq!(ruling["task"], format!("t{task}"));
        assert_eq!(ruling["open"], task % 7 != 0, "{ruling}");
    }

    // The parts of a run hold each task once, and what they say is the same.
    let mut parts: Vec<String> = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        let ran = run(here.path(), &[&flags[..], &["--partition", part]].concat());
        assert_eq!(ran.status.code(), Some(0), "{}", err(&ran));
        let lines = out(&ran).lines().count();
        assert!((TASKS / 4..TASKS / 2).contains(&lines), "{part}: {lines}");
        parts.extend(out(&ran).lines().map(str::to_owned));
    }
    let mut all: Vec<String> = rulings.lines().map(str::to_owned).collect();
    parts.sort();
    all.sort();
    assert_eq!(parts, all);
}
