//! A text that cannot be read may say anything: no system goes on without it, and each goes on without one that says
//! nothing.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::path::Path;

use tempfile::TempDir;

use crate::run::{Run, folder, run};
use crate::sdd::{CONTENT, GO, IMPL};

/// Why a text cannot be read, the text, and flags that make it so.
const UNHEARD: [(&str, &[u8], &[&str]); 21] = [
    ("another letter", "VERDICT:GO\nSCOPE:login\nISSUES:\nС|gap|src/a.rs:1|it leaks\n".as_bytes(), &[]),
    ("a full-width letter", "VERDICT:GO\nSCOPE:login\nISSUES:\nＣ|gap|src/a.rs:1|it leaks\n".as_bytes(), &[]),
    ("other pipes", "VERDICT:GO\nSCOPE:login\nISSUES:\nC¦gap¦src/a.rs:1¦it leaks\n".as_bytes(), &[]),
    ("commas", b"VERDICT:GO\nSCOPE:login\nISSUES:\nC,gap,src/a.rs:1,it leaks\n", &[]),
    ("blanks", b"VERDICT:GO\nSCOPE:login\nISSUES:\nC gap src/a.rs:1 it leaks\n", &[]),
    ("tabs", b"VERDICT:GO\nSCOPE:login\nISSUES:\nC\tgap\tsrc/a.rs:1\tit leaks\n", &[]),
    ("a mark", b"VERDICT:GO\nSCOPE:login\nISSUES:\nC!|gap|src/a.rs:1|it leaks\n", &[]),
    ("under CONDITIONAL", "VERDICT:CONDITIONAL\nSCOPE:login\nISSUES:\nС|gap|src/a.rs:1|it leaks\n".as_bytes(), &[]),
    ("in YAML", "verdict: \"GO\"\nscope: \"login\"\nissues:\n  - severity: \"С\"\n    summary: \"it leaks\"\n".as_bytes(), &[]),
    ("truncated", b"VERDICT:GO\nSCOPE:login\nISSUES:\nM|test-qual", &[]),
    ("below a section", b"VERDICT:GO\nSCOPE:login\nISSUES:\n", &[]),
    ("encoding", b"VERDICT:GO\nSCOPE:\xff\n", &[]),
    ("unknown_word", b"VERDICT:APROVED\nSCOPE:login\nISSUES:\nM|gap|src/a.rs:1|slow\n", &[]),
    ("misspelt_key", b"VERDICT:GO\nSCOPE:login\nISUES:\nM|gap|src/a.rs:1|slow\n", &[]),
    ("ambiguous", b"VERDICT:GO\n<<<<<<< HEAD\nSCOPE:login\n", &[]),
    ("malformed", b"{\"verdict\": \"pass\", \"confidence\": \"high\"", &[]),
    ("unfollowed", b"verdict-file: elsewhere/verdict.md\n", &[]),
    ("too_large", &[b'#'; 200], &["--limit-bytes", "150"]),
    ("too_much", b"VERDICT:GO\nSCOPE:login\nNOTES:\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\n", &["--limit-items", "9"]),
    ("recovery_forbidden", b"verdict:go\nSCOPE:login\nNOTES:\nfine.\n", &["--profile", "strict"]),
    ("nothing that is read, but a no", b"I cannot approve this.\n", &[]),
];

/// Texts that say nothing.
const SILENT: [(&str, &[u8]); 4] = [
    ("empty", b""),
    ("no_verdict", b"It looks fine to me.\n"),
    ("template", b"VERDICT:GO | CONDITIONAL | NO-GO\nSCOPE:login\n"),
    ("errored", b"VERDICT:ERROR\nSCOPE:login\n"),
];

/// A system, with somebody whose text it is to go on without.
type System = (&'static str, fn(&Path, &[u8], &[&str]) -> Run);

const SYSTEMS: [System; 7] = [
    ("gate --excuse", |here, text, more| {
        write(here, "reports/qa.cpf", GO.as_bytes());
        write(here, "reports/test.cpf", text);
        let args = ["gate", "reports", "--no-summary", "--expect", "qa,test"];
        run(here, &[&args[..], &["--excuse", "test=on leave"], more].concat(), "")
    }),
    ("gate --redispatch", |here, text, more| {
        write(here, "reports/auditor.cpf", GO.as_bytes());
        write(here, "reports/test.cpf", text);
        write(here, "attempts.kdl", b"attempt seat=\"test\" action=\"respawn\" round=1\n");
        let args = ["gate", "reports", "--no-summary", "--expect", "auditor,test", "--round", "2"];
        let tried = ["--redispatch", "recovery", "--attempts", "attempts.kdl"];
        run(here, &[&args[..], &tried, more].concat(), "")
    }),
    ("consensus", |here, text, more| {
        let runs = [("V1", GO.as_bytes()), ("V2", text), ("V3", GO.as_bytes())];
        runs.iter().for_each(|(name, text)| write(here, &format!("runs/{name}.cpf"), text));
        let args = ["consensus", "runs", "--no-summary", "--expect", "V1,V2,V3"];
        run(here, &[&args[..], more].concat(), "")
    }),
    ("sdd review, an inspector", |here, text, more| {
        CONTENT.iter().for_each(|(path, text)| write(here, path, text.as_bytes()));
        write(here, "inspectors/test.cpf", text);
        write(here, "verdict.cpf", GO.as_bytes());
        run(here, &[&IMPL[..], &["--no-log"], more].concat(), "")
    }),
    ("sdd review, an inspector and no auditor", |here, text, more| {
        CONTENT.iter().for_each(|(path, text)| write(here, path, text.as_bytes()));
        write(here, "inspectors/test.cpf", text);
        run(here, &[&IMPL[..], &["--no-log"], more].concat(), "")
    }),
    ("sdd review, the auditor", |here, text, more| {
        CONTENT.iter().for_each(|(path, text)| write(here, path, text.as_bytes()));
        write(here, "verdict.cpf", text);
        run(here, &[&IMPL[..], &["--no-log"], more].concat(), "")
    }),
    ("sdd review --consensus", |here, text, more| {
        let runs = [("1", GO.as_bytes()), ("2", text), ("3", GO.as_bytes())];
        runs.iter().for_each(|(run, text)| write(here, &format!("run-{run}/verdict.cpf"), text));
        let args = ["sdd", "review", "--kind", "impl", "--expect", "test", "--no-log"];
        let of = ["--consensus", "3", "run-1", "run-2", "run-3"];
        run(here, &[&args[..], &of, more].concat(), "")
    }),
];

fn write(here: &Path, path: &str, text: &[u8]) {
    let path = here.join(path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

fn nowhere() -> TempDir {
    folder(&[])
}

#[test]
fn no_system_goes_on_without_a_text_that_may_say_anything() {
    let mut opened = Vec::new();
    for (system, judged) in SYSTEMS {
        for (cause, text, more) in UNHEARD {
            let here = nowhere();
            let told = judged(here.path(), text, more);
            if ![1, 3].contains(&told.code()) {
                opened.push(format!("{system}: {cause}: {}\n{}", told.code(), told.out()));
            }
        }
    }
    assert!(opened.is_empty(), "{}", opened.join("\n"));
}

#[test]
fn every_system_goes_on_without_a_text_that_says_nothing() {
    let mut shut = Vec::new();
    for (system, judged) in SYSTEMS {
        for (cause, text) in SILENT {
            let here = nowhere();
            let told = judged(here.path(), text, &[]);
            if told.code() != 0 || !told.out().contains("(warn)") && !told.out().contains("warn:") {
                shut.push(format!("{system}: {cause}: {}\n{}", told.code(), told.out()));
            }
        }
    }
    assert!(shut.is_empty(), "{}", shut.join("\n"));
}

/// A text that can be read, and in which a line denies the verdict, is against the work for no reason that an auditor could
/// have answered.
#[test]
fn an_auditor_passes_over_no_inspector_that_doubts() {
    let (_, judged) = SYSTEMS[3];
    for (notes, code) in [("Verdict: REJECT", 3), ("The verdict of round 1 was REJECT.", 0)] {
        let here = nowhere();
        let text = format!("VERDICT:GO\nSCOPE:login\nNOTES:\n{notes}\n");
        let told = judged(here.path(), text.as_bytes(), &[]);
        assert_eq!(told.code(), code, "{notes}: {}", told.out());
    }
}

/// What was taken in before does not stand where a later answer cannot be read, and a step does not finish by it.
#[test]
fn pairs_and_quality_hold_what_they_cannot_read() {
    let pair = "notes/cache.md :: evidence";
    let block = |said: &str| {
        format!("=== PAIR REVIEW START: {pair} ===\n{said}\n=== PAIR REVIEW END: {pair} ===\n")
    };
    for text in [
        block("## Result: FAIL").replace("=== PAIR REVIEW END", "=== PAIR"),
        block("").as_str().to_owned(),
        "{\"pairs\": [{\"note\": \"notes/cache.md\", \"gate\": \"evidence\", \"resu".to_owned(),
    ] {
        let here = nowhere();
        write(here.path(), "pairs.txt", format!("{pair}\n").as_bytes());
        write(here.path(), "one.md", block("Looked at all of it.\n\n## Result: PASS").as_bytes());
        write(here.path(), "two.md", text.as_bytes());
        let ingest = |output: &str| {
            let args = ["pairs", "ingest", output, "--pairs", "pairs.txt", "--into", "kept"];
            run(here.path(), &args, "").code()
        };
        let decide = || {
            let args = ["pairs", "decide", "kept", "--pairs", "pairs.txt", "--no-summary"];
            run(here.path(), &args, "").code()
        };
        assert_eq!((ingest("one.md"), decide()), (0, 0));
        assert_eq!(ingest("two.md"), 3, "{text}");
        assert_ne!(decide(), 0, "{text}");
    }
    for (answer, code) in [
        ("{\"passed\": true, \"feedback\": \"so\", \"criteria_results\": [{\"crit", 3),
        (
            "{\"passed\": true, \"feedback\": \"so\", \"criteria_results\": [{\"criterion\": \"Dated\", \"passed\": true, \"feedback\": null}]}",
            0,
        ),
    ] {
        let here = nowhere();
        write(here.path(), "quality.json", answer.as_bytes());
        let args = ["quality", "decide", "quality.json", "--criterion", "Dated", "--no-summary"];
        let told = run(here.path(), &args, "");
        assert_eq!(told.code(), code, "{}{}", told.out(), told.err());
    }
}
