//! `parse`, `convert` and `contract`, from the outside.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]

use std::fs;

use assize::Format;

use crate::run::{folder, run};
use crate::schemas::holds;

const PASS: &str = "verdict: pass\nconfidence: high\n";
const BLOCK: &str = "Here it is:\n\n```yaml\nverdict: fail\nconfidence: high\nblockers:\n  - \"src/a.rs:1 it loses data\"\n```\n";
const AUDIT: &str =
    "VERDICT:CONDITIONAL\nSCOPE:cache\nVERIFIED:\nquality|H|naming|src/a.rs:3|`q` says nothing\n";

#[test]
fn what_a_text_says_is_shown_with_the_reason_for_its_format() {
    let here = folder(&[("qa.md", PASS), ("audit.cpf", AUDIT)]);
    let parsed = run(here.path(), &["parse", "qa.md", "audit.cpf", "-"], BLOCK);
    assert_eq!(parsed.code(), 0, "{}", parsed.err());
    for part in [
        "qa.md  verdict-file\n  its first line has a key of a verdict file\n",
        "audit.cpf  cpf-auditor\n",
        "<stdin>  yaml-block\n",
        "repaired    prose_around at 1:1\n",
    ] {
        assert!(parsed.out().contains(part), "{part}\n{}", parsed.out());
    }
}

#[test]
fn a_text_without_a_verdict_is_told_what_was_tried() {
    let here = folder(&[]);
    let parsed = run(here.path(), &["parse", "-"], "The pool is bounded.\n");
    assert_eq!(parsed.code(), 3);
    for format in Format::ALL {
        assert!(parsed.out().contains(&format!("\n  {format} ")), "{format}\n{}", parsed.out());
    }
    let json = run(here.path(), &["parse", "--format", "json", "-"], "The pool is bounded.\n");
    let json: serde_json::Value = serde_json::from_str(&json.out()).expect("JSON");
    assert_eq!(json["sources"][0]["unreadable"]["cause"], "no_verdict");
    let tried = json["sources"][0]["unreadable"]["tried"].as_array().expect("a list");
    assert_eq!(tried.len(), Format::ALL.len());
}

#[test]
fn what_parse_prints_is_what_its_schema_says() {
    let here =
        folder(&[("qa.md", PASS), ("audit.cpf", AUDIT), ("block.md", BLOCK), ("no.txt", "")]);
    let schema = run(here.path(), &["contract", "verdicts", "--schema"], "");
    let schema: serde_json::Value = serde_json::from_str(&schema.out()).expect("JSON");
    let parsed = run(here.path(), &["parse", "--format", "json", "."], "");
    assert_eq!(parsed.code(), 3, "an empty file is among them");
    let parsed: serde_json::Value = serde_json::from_str(&parsed.out()).expect("JSON");
    assert_eq!(parsed["sources"].as_array().map(Vec::len), Some(4));
    assert!(jsonschema::is_valid(&schema, &parsed));
}

/// The texts of an archive: as many as there are, each in the shape of all, with no limit on all together.
#[test]
fn each_text_is_one_line_and_says_what_it_says_among_others() {
    let here = folder(&[("b.cpf", AUDIT), ("c.md", BLOCK), ("d.txt", "")]);
    for at in 0..200 {
        fs::write(here.path().join(format!("a{at:03}.md")), PASS).expect("a file");
    }
    let limited = ["--limit-files", "1", "--limit-total-bytes", "1"];
    for more in [&[][..], &["--pairs"]] {
        let arguments = [&["parse", ".", "--format", "jsonl"], more, &limited].concat();
        let lines = run(here.path(), &arguments, "");
        assert_eq!(lines.code(), 3, "one of them is empty: {}", lines.err());
        let whole = run(here.path(), &[&["parse", ".", "--json"], more].concat(), "");
        let whole: serde_json::Value = serde_json::from_str(&whole.out()).expect("JSON");
        let list = if more.is_empty() { "sources" } else { "files" };
        let all = whole[list].as_array().expect("a list");
        assert_eq!((lines.out().lines().count(), all.len()), (203, 203));
        for (at, (line, of_all)) in lines.out().lines().zip(all).enumerate() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(line[list], serde_json::json!([of_all]));
            if at >= 199 {
                holds(here.path(), if more.is_empty() { "verdicts" } else { "rule-trees" }, &line);
            }
        }
    }
    let good = run(here.path(), &["parse", "b.cpf", "-", "--format", "jsonl"], BLOCK);
    assert_eq!((good.code(), good.out().lines().count()), (0, 2));
    for wrong in [&["nothing.md"][..], &["-", "-"]] {
        let told = run(here.path(), &[&["parse", "--format", "jsonl"], wrong].concat(), "");
        assert_eq!(told.code(), 2, "{wrong:?}");
        assert!(told.out().contains("\"open\": false"), "{}", told.out());
    }
}

/// What its rules matched, in a fence as well; who has no grammar down to fields says what reads it.
#[test]
fn the_tree_of_a_grammar_is_shown() {
    let here = folder(&[
        ("qa.md", "verdict: fail\n- **blocker**: src/a.rs:1 \u{1b}[2J it leaks\n"),
        ("in.md", "So it is.\n\n```\nVERDICT:NO-GO\nSCOPE:x\n```\n"),
        ("q.json", "{\"passed\": true}"),
        ("c.md", "# Review\n\n## Verdict: APPROVE\n"),
        ("none.md", "So it is.\n"),
    ]);
    let pairs = |files: &[&str]| run(here.path(), &[&["parse", "--pairs"], files].concat(), "");
    let told = pairs(&["qa.md"]);
    assert_eq!(told.code(), 0, "{}", told.err());
    for line in [
        "  1:9         value  ` fail`\n",
        "  2:1       key_style\n",
        "  2:5         name  `blocker`\n",
        "src/a.rs:1 \\u{1b}[2J it leaks`\n",
    ] {
        assert!(told.out().contains(line), "{line}\n{}", told.out());
    }
    assert!(pairs(&["in.md"]).out().contains("  4:1     cpf\n"), "{}", pairs(&["in.md"]).out());
    let others = pairs(&["q.json", "c.md"]);
    assert_eq!(others.code(), 0);
    let told = others.out().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.contains("its members are a table (`assize contract quality --schema`)"),
        "{told}"
    );
    assert!(told.contains("`assize explain --fields` shows them"), "{told}");
    let none = pairs(&["none.md"]);
    assert_eq!(none.code(), 3);
    assert!(none.out().contains("`--as FORMAT`"), "{}", none.out());
    assert!(pairs(&["--as", "verdict-file", "none.md"]).out().contains("prose  `So it is.\\n`"));
    let grammar = run(here.path(), &["contract", "quality", "--grammar"], "").out();
    assert!(grammar.ends_with("// Which members there are: assize contract quality --schema\n"));
}

#[test]
fn a_format_can_be_forced() {
    let here = folder(&[]);
    let bare = "verdict: warn\nconfidence: high\nadvisories:\n  - slow\n";
    let parsed = run(here.path(), &["parse", "--as", "yaml-block", "-"], bare);
    assert_eq!(parsed.code(), 0, "{}", parsed.out());
    assert!(parsed.out().contains("yaml-block") && parsed.out().contains("unfenced"));
    let wrong = run(here.path(), &["parse", "--as", "yaml-blok", "-"], bare);
    assert_eq!(wrong.code(), 2);
    assert!(wrong.err().contains("'yaml-block'"), "{}", wrong.err());
}

#[test]
fn a_pair_that_must_be_there_is_missed() {
    let here = folder(&[]);
    let review = "=== PAIR REVIEW START: a.md :: links ===\n### Summary\nFine.\n\n## Result: PASS\n\
                  === PAIR REVIEW END: a.md :: links ===\n";
    let ask = |pairs: &[&str]| {
        let mut args = vec!["parse", "-"];
        pairs.iter().for_each(|pair| args.extend(["--pair", pair]));
        run(here.path(), &args, review)
    };
    assert_eq!(ask(&["a.md :: links"]).code(), 0);
    let missed = ask(&["a.md :: links", "a.md :: style"]);
    assert_eq!(missed.code(), 3);
    assert!(missed.out().contains("missing     a.md × style"), "{}", missed.out());
    assert_eq!(ask(&["a.md"]).code(), 2, "a pair has two parts");
}

#[test]
fn what_cannot_be_opened_or_printed_is_told() {
    let here = folder(&[("qa.md", PASS)]);
    assert_eq!(run(here.path(), &["parse", "nothing.md"], "").code(), 2);
    let twice = run(here.path(), &["parse", "-", "-"], PASS);
    assert!(twice.err().contains("assize::host::input_twice"), "{}", twice.err());
    let bytes = run(here.path(), &["parse", "-"], "\u{0}\u{1}");
    assert_eq!(bytes.code(), 3);
    assert!(bytes.out().contains("(encoding)"), "{}", bytes.out());
}

#[test]
fn a_verdict_is_converted_where_the_target_can_hold_it() {
    let here = folder(&[("qa.md", PASS), ("audit.cpf", AUDIT)]);
    let block = run(here.path(), &["convert", "--to", "yaml-block", "qa.md"], "");
    assert_eq!(block.code(), 0, "{}", block.err());
    let again = run(here.path(), &["convert", "--to", "verdict-file", "-"], &block.out());
    assert_eq!(again.out(), PASS);

    let refused = run(here.path(), &["convert", "--to", "verdict-file", "audit.cpf"], "");
    assert_eq!((refused.code(), refused.out().as_str()), (2, ""));
    for part in ["a scope", "the severity of a finding", "the category", "who found a finding"] {
        assert!(refused.err().contains(part), "{part}\n{}", refused.err());
    }
    let lost = ["convert", "--to", "verdict-file", "--drop", "scope,severity,category,agents"];
    let lost = run(here.path(), &[&lost[..], &["audit.cpf"]].concat(), "");
    assert_eq!(lost.out(), "verdict: warn\nadvisory: src/a.rs:3 `q` says nothing\n");

    let unread = run(here.path(), &["convert", "--to", "yaml-block", "-"], "So be it.\n");
    assert_eq!((unread.code(), unread.out().as_str()), (3, ""));
}

#[test]
fn a_batch_is_appended_to_a_log_that_keeps_its_bytes() {
    let here = folder(&[("audit.cpf", AUDIT)]);
    let log = here.path().join("verdicts.md");
    let append = || {
        let args = ["convert", "--to", "verdicts-log", "--append", "verdicts.md", "audit.cpf"];
        run(
            here.path(),
            &[&args[..], &["--kind", "design", "--output", "verdicts.md"]].concat(),
            "",
        )
    };
    assert_eq!(append().code(), 0, "{}", append().err());
    let first = fs::read_to_string(&log).expect("a log");
    assert_eq!(append().code(), 0);
    let second = fs::read_to_string(&log).expect("a log");
    assert!(second.starts_with(&first) && second.contains("\n## ["), "{second}");
    fs::write(&log, "## [B1] design\n### Raw\n#### V1\n```\n").expect("a file");
    let broken = append();
    assert_eq!(broken.code(), 2);
    assert_eq!(fs::read_to_string(&log).expect("a log"), "## [B1] design\n### Raw\n#### V1\n```\n");
}

#[test]
fn every_format_has_a_contract_and_a_row() {
    let here = folder(&[]);
    let table = run(here.path(), &["contract"], "").out();
    for format in Format::ALL {
        assert!(table.contains(&format!("{format} ")), "{format}");
        let text = run(here.path(), &["contract", format.as_str()], "");
        assert_eq!(text.code(), 0);
        assert!(text.out().len() > 80, "{format}");
    }
    let pairs = ["contract", "pair-review", "--pair", "a.md :: links"];
    assert!(run(here.path(), &pairs, "").out().contains("a.md :: links"));
}

#[test]
fn strict_lists_each_repair_as_an_error() {
    let here = folder(&[]);
    let text = "```yaml\nverdict: PASS\nconfidence: medium\nblockers: []\n```\ntext\n";
    let args = ["parse", "--profile", "strict", "--format", "json", "-"];
    let parsed = run(here.path(), &args, text);
    assert_eq!(parsed.code(), 3);
    let json: serde_json::Value = serde_json::from_str(&parsed.out()).expect("JSON");
    let source = &json["sources"][0];
    assert_eq!(source["unreadable"]["cause"], "recovery_forbidden");
    let recoveries = source["recoveries"].as_array().expect("a list");
    let told = source["diagnostics"].as_array().expect("a list");
    assert_eq!((recoveries.len(), told.len()), (3, 3), "{}", parsed.out());
    for recovery in recoveries {
        let name = format!("`{}`", recovery["name"].as_str().expect("a name"));
        let own = told.iter().find(|item| item["span"] == recovery["span"]).expect("its own");
        assert_eq!(own["severity"], "error");
        assert!(own["message"].as_str().is_some_and(|text| text.contains(&name)), "{own}");
    }
}

#[test]
fn what_was_tried_is_shown_without_a_place_and_no_empty_list_is_announced() {
    let unclear = "### Verdict: PASS if the tests pass\n\nFine.\n";
    let here = folder(&[("plain.md", "Fine.\n"), ("unclear.md", unclear)]);
    let plain = run(here.path(), &["parse", "plain.md"], "").out();
    assert!(plain.contains("  review           no field states a verdict"), "{plain}");
    assert!(!plain.contains(" at 1:1"), "{plain}");
    let unclear = run(here.path(), &["parse", "unclear.md"], "").out();
    assert!(unclear.starts_with("unclear.md  unreadable"), "{unclear}");
    assert!(!unclear.contains("what can be read of it"), "{unclear}");
}

#[test]
fn what_stands_in_the_way_is_told_with_the_next_step() {
    let cut =
        "## [B1] design\n\n### Raw\n#### V1\nVERDICT:GO\nSCOPE:x\n\n### Disposition\nGO-ACCEPTED";
    let here = folder(&[("audit.cpf", AUDIT), ("cut.md", cut), ("qa.md", PASS)]);
    let large = fs::File::create(here.path().join("large.md")).expect("a file");
    large.set_len(16 * 1024 * 1024 + 1).expect("it grows");
    let says = |args: &[&str], input: &str, parts: &[&str]| {
        let told = run(here.path(), args, input);
        let all = format!("{} {}", told.out(), told.err());
        let all = all.split_whitespace().collect::<Vec<_>>().join(" ");
        parts.iter().for_each(|part| assert!(all.contains(part), "{part}\n{all}"));
    };
    let append = ["convert", "--to", "verdicts-log", "--append", "cut.md", "audit.cpf"];
    says(&append, "", &["assize::write::no_line_end", "append again"]);
    says(&["contract", "agent-envelope", "--schema"], "", &["is JSON that another program prints"]);
    for flag in ["--example", "--grammar"] {
        says(&["contract", "ruling", flag], "", &["`assize contract ruling --schema`"]);
    }
    says(&["convert", "--to", "pointer", "qa.md"], "", &["only read", "`yaml-block`"]);
    says(&["gate", "-"], PASS, &["`-` is standard input", "`--stdout SEAT=-`"]);
    let too_large = ["larger than 16 MiB", "move the details to a separate file"];
    says(&["parse", "large.md"], "", &too_large);
    says(&["parse", "-"], &"a".repeat(16 * 1024 * 1024 + 1), &too_large);
    let rows = "VERDICT:CONDITIONAL\nSCOPE:x\nISSUES:\nM|foo|a|b\nM|bar|a|b\nM|foo|a|b\n";
    says(
        &["parse", "-v", "-"],
        rows,
        &["no inspector is known to use these 2 categories", "`foo`, `bar`"],
    );
    let pair = |note: &str| {
        format!(
            r#"{{"pairs":[{{"note":"{note}","gate":"g","decision":"pass","summary":"s","findings":[]}}]}}"#
        )
    };
    let review = ["convert", "--to", "pair-review", "-"];
    says(&review, &pair(" n"), &["` n` cannot stand", "remove the spaces around the name"]);
    says(&review, &pair("a :: b"), &["without ` :: ` in it"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_that_looks_like_a_file_is_read_and_takes_no_seat() {
    let here = folder(&[]);
    let read = run(here.path(), &["parse", "/dev/fd/0"], PASS);
    assert!(read.code() == 0 && read.out().contains("effective   pass"), "{}", read.out());
    let told = run(here.path(), &["gate", "/dev/fd/0"], PASS);
    assert_eq!(told.code(), 2);
    let err = told.err().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(err.contains("`/dev/fd/0` is a pipe") && err.contains("--stdout SEAT=<("), "{err}");
}

#[test]
fn a_grammar_is_printed_whole() {
    let here = folder(&[]);
    for format in Format::ALL {
        let printed = run(here.path(), &["contract", format.as_str(), "--grammar"], "");
        if printed.code() != 0 {
            continue;
        }
        let text = printed.out();
        let rules = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, &text);
        let rules = rules.unwrap_or_else(|wrong| panic!("{format}: {wrong}"));
        // A rule that is taken from another file is named by another. (What pest has built in is in capitals.)
        let common = text.find("// From grammar/").unwrap_or(text.len());
        let names = rules.clone().flatten();
        let names = names.filter(|pair| pair.as_rule() == pest_meta::parser::Rule::identifier);
        let names = names.map(|pair| (pair.as_span().start(), pair.as_str())).collect::<Vec<_>>();
        for (_, name) in names
            .iter()
            .filter(|(start, name)| *start > common && name.starts_with(char::is_lowercase))
        {
            let times = names.iter().filter(|(_, other)| other == name).count();
            assert!(times > 1, "{format}: nothing uses `{name}`");
        }
        // No name is used that is not defined, and none is defined twice.
        let valid = pest_meta::validator::validate_pairs(rules);
        assert!(valid.is_ok(), "{format}: {valid:?}");
    }
    let trap = run(here.path(), &["contract", "trap-report"], "").out();
    assert!(trap.contains("`long-cot-small-change`") && trap.contains("silent-prior-conflict"));
}
