//! Records of reviews are bound to the texts of notes and gates that their reviewer was asked about.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::pairs;
use crate::run::{Run, run};

const ASK: &[&str] = &[
    "pairs",
    "contract",
    "--note",
    "notes/cache.md",
    "--gate",
    "evidence.md",
    "--gate",
    "clarity.md",
    "--json",
];
const INGEST: &[&str] = &["pairs", "ingest", "review.md", "--into", "kept", "--json"];
const DECIDE: &[&str] = &["pairs", "decide", "kept", "--pairs", "pairs.txt"];
const GATE: &[&str] = &[
    "gate",
    "kept",
    "--panel",
    "commonplace",
    "--pair",
    "notes/cache.md :: evidence",
    "--pair",
    "notes/cache.md :: clarity",
];

/// Two pairs that were asked for, reviewed and taken in.
fn kept(by: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    pairs::write(here);
    put(here, "prompt.json", &run(here, ASK, "").out());
    put(here, "pairs.txt", "notes/cache.md :: evidence\nnotes/cache.md :: clarity\n");
    put(here, "review.md", pairs::BOTH);
    let taken = run(here, &[INGEST, by].concat(), "");
    assert_eq!(taken.code(), 0, "{}{}", taken.out(), taken.err());
    dir
}

fn put(here: &Path, name: &str, text: &str) {
    fs::write(here.join(name), text).expect("a file");
}

fn json(ran: &Run) -> Value {
    serde_json::from_str(&ran.out()).expect("JSON")
}

#[test]
fn a_review_of_another_text_opens_nothing() {
    for (file, kind) in [("notes/cache.md", "note"), ("evidence.md", "gate")] {
        let dir = kept(&["--asked", "prompt.json"]);
        let here = dir.path();
        let before = fs::read_to_string(here.join(file)).expect("a text");
        for line in [DECIDE, GATE] {
            assert_eq!(run(here, line, "").code(), 0, "{line:?}");
        }
        put(here, file, &before.replace('.', ", always."));
        for line in [DECIDE, GATE] {
            let shut = run(here, &[line, &["--json"]].concat(), "");
            assert_eq!(shut.code(), 3, "{line:?}: {}", shut.err());
            let ruling = json(&shut);
            assert!(
                ruling["cells"].as_array().expect("cells").iter().all(|c| c["state"] == "stale")
            );
            let why = format!("the {kind} `{file}` is not the text that was reviewed");
            assert!(shut.out().contains(&why), "{}", shut.out());
        }
        let told = run(here, &["pairs", "warnings", "kept", "--json"], "");
        assert_eq!(told.code(), 3);
        let changed = json(&told)["changed"].as_array().expect("pairs").len();
        assert_eq!(changed, if kind == "note" { 2 } else { 1 });
        let again = run(here, &[INGEST, &["--asked", "prompt.json"]].concat(), "");
        assert_eq!((again.code(), &json(&again)["retry"][0]["reason"]), (3, &"changed".into()));
        // The same output is about the same texts, whatever is asked for now.
        let asked = run(here, ASK, "").out();
        put(here, "again.json", &asked);
        for by in [["--asked", "again.json"], ["--pairs", "pairs.txt"]] {
            run(here, &[INGEST, &by[..]].concat(), "");
            assert_eq!(run(here, DECIDE, "").code(), 3, "{by:?}");
        }
        // Asked again about what it is now, and answered anew: it counts.
        let anew = pairs::BOTH.replace("both are public", "both are still public");
        put(here, "review.md", &anew.replace("reads well", "still reads well"));
        assert_eq!(run(here, &[INGEST, &["--asked", "again.json"]].concat(), "").code(), 0);
        assert_eq!(run(here, DECIDE, "").code(), 0);
    }
}

/// The bundle of the records is their own words: they are about the texts that they were about, unless there is a reason.
#[test]
fn words_that_were_taken_in_are_bound_to_no_other_text() {
    let dir = kept(&["--asked", "prompt.json"]);
    let here = dir.path();
    fs::copy(here.join("kept/reviewer.md"), here.join("review.md")).expect("a copy");
    put(here, "notes/cache.md", "# Cache\n\nCaches never lie.\n");
    put(here, "prompt.json", &run(here, ASK, "").out());
    let taken = run(here, &[INGEST, &["--asked", "prompt.json"]].concat(), "");
    assert_eq!(taken.code(), 3, "{}", taken.out());
    assert_eq!(json(&taken)["retry"][0]["reason"], "changed", "{}", taken.out());
    assert_eq!(run(here, DECIDE, "").code(), 3);
    let why = ["--asked", "prompt.json", "--replace", "it holds of the new text, too"];
    let taken = run(here, &[INGEST, &why].concat(), "");
    assert_eq!((taken.code(), run(here, DECIDE, "").code()), (0, 0), "{}", taken.out());
}

#[test]
fn a_text_that_is_gone_is_another_one() {
    let dir = kept(&["--asked", "prompt.json"]);
    fs::remove_file(dir.path().join("clarity.md")).expect("it was there");
    let shut = run(dir.path(), &[DECIDE, &["--json"]].concat(), "");
    assert_eq!(shut.code(), 3, "{}", shut.err());
    assert!(shut.out().contains("which was reviewed, cannot be read"), "{}", shut.out());
}

/// What nobody bound is judged as it is, as before.
#[test]
fn a_list_of_pairs_binds_to_no_text() {
    let dir = kept(&["--pairs", "pairs.txt"]);
    put(dir.path(), "notes/cache.md", "Another text.\n");
    assert_eq!(run(dir.path(), DECIDE, "").code(), 0);
    assert_eq!(run(dir.path(), &["pairs", "warnings", "kept"], "").code(), 0);
}

#[test]
fn what_was_not_asked_in_that_form_is_refused() {
    let dir = kept(&["--asked", "prompt.json"]);
    let here = dir.path();
    let asked = fs::read_to_string(here.join("prompt.json")).expect("a text");
    for wrong in [
        "notes/cache.md :: evidence\n".to_owned(),
        asked.replace("\"schema_version\": 1", "\"schema_version\": 2"),
        asked.replace("\"kind\": \"note\"", "\"kind\": \"nothing\""),
        asked.replacen("\"sha256\"", "\"sha\"", 1),
        asked.replacen("\"texts\"", "\"text\"", 1),
        asked.replacen("\"gate\": \"clarity\"", "\"gate\": \"evidence\"", 1),
    ] {
        put(here, "wrong.json", &wrong);
        let ran = run(here, &[INGEST, &["--asked", "wrong.json"]].concat(), "");
        assert_eq!(ran.code(), 2, "{wrong}");
        assert!(ran.out().contains("assize::pairs::nothing_asked"), "{}", ran.out());
    }
    put(here, "kept/prompt.json", &asked);
    let inside = run(here, &[INGEST, &["--asked", "kept/prompt.json"]].concat(), "");
    assert_eq!(inside.code(), 2, "{}", inside.out());
}

/// A pair whose name is put together in another way is the pair that was asked for.
#[test]
fn a_pair_in_other_letters_replaces_its_record() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    let review = |name: &str, result: &str| {
        let pair = format!("notes/{name}.md :: evidence");
        format!(
            "=== PAIR REVIEW START: {pair} ===\n### Findings\n\n- info: read\n\n## Result: {result}\n\
             === PAIR REVIEW END: {pair} ===\n"
        )
    };
    put(here, "pairs.txt", "notes/r\u{e9}s.md :: evidence\n");
    put(here, "review.md", &review("r\u{e9}s", "PASS"));
    let ingest = [INGEST, &["--pairs", "pairs.txt"]].concat();
    assert_eq!(run(here, &ingest, "").code(), 0);
    assert_eq!(run(here, DECIDE, "").code(), 0);
    put(here, "review.md", &review("re\u{301}s", "FAIL").replace("info: read", "fail: no source"));
    assert_eq!(run(here, &ingest, "").code(), 0);
    assert_eq!(run(here, DECIDE, "").code(), 1);
}

/// A record that lost its texts is no record, and the folder opens nothing.
#[test]
fn a_record_without_the_texts_that_it_was_bound_to_is_refused() {
    let dir = kept(&["--asked", "prompt.json"]);
    let here = dir.path();
    for entry in fs::read_dir(here.join("kept/records")).expect("records") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a record");
        fs::write(&path, text.replacen("\"sha256\"", "\"sha\"", 3)).expect("a record");
    }
    let ran = run(here, GATE, "");
    assert_eq!(ran.code(), 2);
    assert!(ran.err().contains("missing field `sha256`"), "{}", ran.err());
}

/// The panel looks at records as `pairs decide` does.
#[test]
fn the_panel_commonplace_opens_on_what_its_records_say_and_on_nothing_else() {
    let dir = kept(&["--asked", "prompt.json"]);
    let here = dir.path();
    assert_eq!(run(here, GATE, "").code(), 0);
    let bundle = fs::read_to_string(here.join("kept/reviewer.md")).expect("a bundle");
    put(here, "kept/reviewer.md", &bundle.replace("WARN", "PASS").replace("- warn", "- info"));
    let edited = run(here, GATE, "");
    assert_eq!(edited.code(), 2);
    assert!(edited.err().contains("assize::pairs::changed_bundle"), "{}", edited.err());
    put(here, "kept/reviewer.md", &bundle);
    assert_eq!(run(here, GATE, "").code(), 0);
}

#[test]
fn a_text_that_reviews_are_not_bound_to_is_named() {
    let dir = kept(&["--asked", "prompt.json"]);
    let here = dir.path();
    // A list of pairs names no file of a gate, and a note may not be there.
    let ask = ["pairs", "contract", "--pairs", "pairs.txt", "--json"];
    put(here, "bare.json", &run(here, &ask, "").out());
    fs::remove_file(here.join("notes/cache.md")).expect("removed");
    put(here, "without.json", &run(here, &ask, "").out());
    for (asked, wanted) in [
        ("prompt.json", &[][..]),
        ("bare.json", &["evidence", "clarity"]),
        ("without.json", &["notes/cache.md", "evidence", "clarity"]),
    ] {
        let args = [
            "pairs",
            "ingest",
            "review.md",
            "--into",
            asked.trim_end_matches(".json"),
            "--asked",
            asked,
        ];
        let view = json(&run(here, &[&args[..], &["--json"]].concat(), ""));
        let unbound = view["unbound"].as_array().expect("a list");
        let names: Vec<_> = unbound.iter().map(|one| one["name"].as_str().unwrap_or("-")).collect();
        assert_eq!(names, wanted, "{asked}");
        let told = run(here, &args, "").err();
        assert_eq!(told.contains("assize::cli::bound_to_nothing"), !wanted.is_empty(), "{told}");
    }
    let by_list = run(here, &[INGEST, &["--pairs", "pairs.txt"]].concat(), "");
    assert_eq!(json(&by_list)["unbound"], Value::Array(Vec::new()));
}

#[test]
fn a_prompt_says_where_the_links_of_its_notes_lead() {
    let dir = kept(&["--asked", "prompt.json"]);
    let here = dir.path();
    let links = "A [lock](./locks.md#why), [code](../src/a.rs \"a\"), [gone](gone.md), [[locks|it]], ![x](/evidence.md).\n\
                 [out](../../secret.md) [web](https://example.org/a.md) `[code](none.md)` [self](#a) [link](way.md)\n\
                 ```\n[in code](never.md)\n```\n[1]: <../src/a b.rs>\n[note]: no file at all\n[no](is not one)\n[by number](../src/a%20b.rs)\n[[a b]]\n[odd](`=== x ===.md)\n[odd](<a=== END ===.md>)\n";
    put(here, "notes/cache.md", links);
    put(here, "notes/locks.md", "Locks.\n");
    fs::create_dir_all(here.join("src")).expect("a folder");
    put(here, "src/a.rs", "");
    put(here, "src/a b.rs", "");
    std::os::unix::fs::symlink("/etc/hosts", here.join("notes/way.md")).expect("a link");
    let view = json(&run(here, ASK, ""));
    let found = view["links"].as_array().expect("a list");
    let all: Vec<_> = found
        .iter()
        .map(|link| (link["target"].as_str().unwrap_or("-"), link["file"].as_str()))
        .collect();
    assert_eq!(
        all[..10],
        [
            ("./locks.md", Some("notes/locks.md")),
            ("../src/a.rs", Some("src/a.rs")),
            ("gone.md", None),
            ("locks", Some("notes/locks.md")),
            ("/evidence.md", Some("evidence.md")),
            ("../../secret.md", None),
            ("way.md", None),
            ("../src/a b.rs", Some("src/a b.rs")),
            ("../src/a%20b.rs", Some("src/a b.rs")),
            ("a b", None),
        ],
        "{all:?}"
    );
    let prompt = view["prompt"].as_str().expect("a prompt");
    assert!(prompt.contains("\nLinks of `notes/cache.md`, looked up for you:\n- `./locks.md` leads to `notes/locks.md`\n"), "{prompt}");
    assert!(prompt.contains("\n- `gone.md` leads to no file here\n"), "{prompt}");
    assert!(prompt.contains("\n- `a=== END ===.md` leads to no file here\n"), "{prompt}");
    // By the whole path of the note, and not from a folder that it lies outside of.
    let whole = here.canonicalize().expect("a place").join("notes/cache.md").display().to_string();
    let ask = ["pairs", "contract", "--note", &whole, "--gate", "evidence.md", "--json"];
    assert_eq!(json(&run(here, &ask, ""))["links"][0]["file"], "notes/locks.md");
    let ask =
        ["pairs", "contract", "--note", "../notes/cache.md", "--gate", "../evidence.md", "--json"];
    assert_eq!(json(&run(&here.join("src"), &ask, ""))["links"], Value::Array(Vec::new()));
    // A note without links has no table.
    let ask = ["pairs", "contract", "--note", "notes/locks.md", "--gate", "evidence.md"];
    assert!(!run(here, &ask, "").out().contains("Links of"));
}
