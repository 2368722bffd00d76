//! The words of a team, from the command line and from `assize.kdl`, and what is read at all.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use crate::run::{Run, folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const HOUSE: &str = r#"words { stop "umdenken"; go "freigegeben"; caution "bedingt" }
dialect "house" {
    label "Bewertung" "Sign-off"
    word "zurückgestellt" means="hold"
    finding "Mangel" severity="critical"
    severity "grob" is="critical"
    none "keine"
    introduces "Beispiel"
    part "Aufgabe"
}
"#;

/// A repository with a folder of reports in it, and an `assize.kdl` at its root.
fn repository(config: &str, reports: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = folder(&[]);
    for name in [".git", "reports", "sub"] {
        fs::create_dir(dir.path().join(name)).expect("a folder");
    }
    if !config.is_empty() {
        fs::write(dir.path().join("assize.kdl"), config).expect("a file");
    }
    for (name, text) in reports {
        fs::write(dir.path().join("reports").join(name), text).expect("a file");
    }
    dir
}

fn gate(here: &Path, more: &[&str]) -> Run {
    run(here, &[&["gate", "reports", "--no-summary"], more].concat(), "")
}

#[test]
fn the_words_of_a_team_are_read_by_every_command() {
    let here = repository(HOUSE, &[("qa.md", "## Bewertung: freigegeben\n\nMängel: keine.\n")]);
    let here = here.path();
    assert_eq!(gate(here, &[]).code(), 0, "{}", gate(here, &[]).out());
    assert_eq!(run(here, &["explain", "reports"], "").code(), 0);
    assert_eq!(run(&here.join("sub"), &["parse", "../reports"], "").code(), 0);
    let written = run(here, &["convert", "--to", "yaml-block", "--drop", "unstated", "-"], "x\n");
    assert_eq!(written.code(), 3, "{}", written.err());
    for (said, code) in [
        ("## Bewertung: umdenken\n\nDer Puffer.\n", 1),
        ("**Sign-off:** zurückgestellt\n", 3),
        ("## Bewertung: bedingt\n\nDer Puffer.\n", 3),
        ("## Bewertung: freigegeben\n\nMangel: der Puffer läuft über\n", 3),
        ("## Bewertung: freigegeben\n\nMangel: keine\n", 0),
        ("## Bewertung: freigegeben\n\n**UMDENKEN**\n", 1),
        ("verdict: freigegeben\nconfidence: high\n", 0),
    ] {
        fs::write(here.join("reports/qa.md"), said).expect("a file");
        let ruling = gate(here, &[]);
        assert_eq!(ruling.code(), code, "{said}\n{}", ruling.out());
    }
}

#[test]
fn a_word_of_the_command_line_is_read_by_every_command() {
    let said = "verdict: fertig\nconfidence: high\n";
    let here = repository("", &[("qa.md", said)]);
    let word = ["--word", "fertig=pass"];
    assert_eq!(gate(here.path(), &[]).code(), 3);
    assert_eq!(gate(here.path(), &word).code(), 0);
    for command in [
        &["explain", "reports"][..],
        &["parse", "reports"],
        &["convert", "--to", "yaml-block", "-"],
    ] {
        assert_eq!(run(here.path(), &[command, &word].concat(), said).code(), 0, "{command:?}");
        assert_ne!(run(here.path(), command, said).code(), 0, "{command:?}");
    }
}

#[test]
fn a_misleading_word_is_refused_with_what_it_means() {
    let here = repository(HOUSE, &[("qa.md", PASS)]);
    for (word, means) in [
        ("revise=pass", "`revise` means `fail` to reviewers"),
        ("No_Go=warn", "`No_Go` means `fail` to reviewers"),
        ("conditional=pass", "`conditional` means `warn` to reviewers"),
        ("umdenken=pass", "another meaning than `assize.kdl`"),
        ("Frei-Gegeben=hold", "another meaning than `assize.kdl`"),
    ] {
        for command in [&["gate", "reports"][..], &["explain", "reports"], &["parse", "reports"]] {
            let refused = run(here.path(), &[command, &["--word", word]].concat(), "");
            let told = refused.err().split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(refused.code(), 2, "{word}");
            assert!(told.contains(means), "{word}: {told}");
        }
    }
    for word in ["revise=fail", "conditional=warn", "freigegeben=pass"] {
        assert_eq!(gate(here.path(), &["--word", word]).code(), 0, "{word}");
    }
    for word in ["=pass", "-=pass", "fertig", "fertig=ja"] {
        assert_eq!(gate(here.path(), &["--word", word]).code(), 2, "{word}");
    }
}

#[test]
fn only_the_formats_that_are_named_are_read() {
    let here = repository("", &[("qa.md", PASS), ("notes.md", "### Verdict: APPROVE\n\nFine.\n")]);
    let only =
        |more: &[&str]| gate(here.path(), &[&["--format-in", "verdict-file"], more].concat());
    assert_eq!(gate(here.path(), &[]).code(), 0);
    let refused = only(&[]);
    assert_eq!(refused.code(), 3, "{}", refused.out());
    assert!(refused.out().contains("`review`"), "{}", refused.out());
    // A note in no format that is read is passed over; one that shuts is not.
    assert_eq!(only(&["--expect", "qa"]).code(), 0);
    for said in [
        "### Verdict: REVISE\n\nIt leaks.\n",
        "{\"approved\": false}\n",
        "### Verdict: PASS\n\nNO-GO\n",
        "### Verdict: BLOCKED\n\nNo key.\n",
        "## Result: HOLD\n",
    ] {
        fs::write(here.path().join("reports/notes.md"), said).expect("a file");
        assert_ne!(only(&["--expect", "qa"]).code(), 0, "{said}");
    }
    for (format, said) in [
        ("labelled", "### Verdict: APPROVE\n\nFine.\n"),
        ("labelled-json", "{\"approved\": true}\n"),
    ] {
        let others = "verdict-file,yaml-block";
        let parse = |formats: &str| run(here.path(), &["parse", "--format-in", formats, "-"], said);
        assert_eq!(parse(others).code(), 3, "{format}");
        assert_eq!(parse(&format!("{others},{format}")).code(), 0, "{format}");
    }
    let enveloped = r#"{"type":"result","subtype":"success","is_error":false,"result":"verdict: pass\nconfidence: high\n"}"#;
    let parsed = run(here.path(), &["parse", "--format-in", "verdict-file", "-"], enveloped);
    assert_eq!(parsed.code(), 0, "what carries a format is no format of its own: {}", parsed.out());
}

#[test]
fn without_remarks_only_fields_are_read() {
    let here = repository("", &[("qa.md", "verdict: pass\nconfidence: high\n\nNO-GO\n")]);
    assert_eq!(gate(here.path(), &[]).code(), 3);
    assert_eq!(gate(here.path(), &["--remarks", "on"]).code(), 3);
    assert_eq!(gate(here.path(), &["--remarks", "off"]).code(), 0);
    assert_eq!(gate(here.path(), &["--remarks", "no"]).code(), 2);
}

#[test]
fn the_file_is_looked_for_up_to_the_root_of_the_repository() {
    let outer = folder(&[("assize.kdl", "words { go \"fertig\" }")]);
    let inner = outer.path().join("inner");
    for name in ["inner", "inner/.git", "inner/sub"] {
        fs::create_dir(outer.path().join(name)).expect("a folder");
    }
    let parse = |here: &Path, more: &[&str]| {
        run(here, &[&["parse", "-v"], more, &["-"]].concat(), "verdict: fertig\nconfidence: high\n")
    };
    assert_eq!(parse(&inner.join("sub"), &[]).code(), 3, "not beyond the repository");
    assert_eq!(parse(&inner, &["--config", "../assize.kdl"]).code(), 0);
    fs::write(inner.join("assize.kdl"), "words { caution \"fertig\" }").expect("a file");
    let nearest = parse(&inner.join("sub"), &[]);
    assert_eq!(nearest.code(), 3);
    assert!(nearest.err().contains("`../assize.kdl`"), "{}", nearest.err());
    fs::remove_dir(inner.join(".git")).expect("a folder");
    fs::remove_file(inner.join("assize.kdl")).expect("a file");
    assert_eq!(parse(&inner.join("sub"), &[]).code(), 0, "outside a repository up to the root");
}

#[test]
fn the_file_that_was_used_is_named() {
    let here = repository(HOUSE, &[("qa.md", PASS)]);
    let here = here.path();
    let sentence = "reports are read with the words of `assize.kdl`";
    assert!(!gate(here, &[]).err().contains(sentence));
    assert!(gate(here, &["-v"]).err().contains(sentence));
    assert!(run(here, &["explain", "reports"], "").out().contains(sentence));
    let json = gate(here, &["--format", "json"]).out();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let told = json.pointer("/diagnostics").or(json.pointer("/docket/diagnostics"));
    assert!(told.is_some_and(|told| told.to_string().contains(sentence)), "{json:#}");
}

#[test]
fn nothing_is_looked_up_among_the_reports() {
    let here = repository("", &[("qa.md", "verdict: fertig\nconfidence: high\n")]);
    let reports = here.path().join("reports");
    let own = reports.join("assize.kdl");
    fs::write(&own, "words { go \"fertig\" }").expect("a file");
    for (place, args) in [
        (reports.as_path(), &["gate", ".", "--expect", "qa"][..]),
        (&reports, &["gate", "../reports", "--expect", "qa"]),
        (&reports, &["explain", ".", "--expect", "qa"]),
        (&reports, &["gate", "qa.md"]),
    ] {
        let ruling = run(place, args, "");
        assert_eq!(ruling.code(), 3, "{args:?}: {}", ruling.out());
        assert!(ruling.err().contains("assize::host::config_passed_over"), "{}", ruling.err());
    }
    let named = gate(here.path(), &["--config", "reports/assize.kdl"]);
    assert_eq!(named.code(), 2);
    assert!(named.err().contains("assize::host::config_among_reports"), "{}", named.err());
    // Whoever names files, and the words too, has looked at both.
    let both = ["gate", "qa.md", "--config", "assize.kdl"];
    assert_eq!(run(&reports, &both, "").code(), 0);
}

#[cfg(unix)]
#[test]
fn no_link_leads_to_words_among_the_reports() {
    let here = repository("", &[("qa.md", "verdict: fertig\nconfidence: high\n")]);
    let link = here.path().join("assize.kdl");
    fs::write(here.path().join("reports/.words"), "words { go \"fertig\" }").expect("a file");
    std::os::unix::fs::symlink("reports/.words", &link).expect("a link");
    let ruling = gate(here.path(), &[]);
    assert_eq!(ruling.code(), 3, "{}", ruling.out());
    assert!(ruling.err().contains("assize::host::config_passed_over"), "{}", ruling.err());
    assert_eq!(gate(here.path(), &["--config", "assize.kdl"]).code(), 2);
    fs::remove_file(&link).expect("a link");
    std::os::unix::fs::symlink("nowhere", &link).expect("a link");
    let dangling = gate(here.path(), &[]);
    assert_eq!(dangling.code(), 2);
    assert!(dangling.err().contains("assize::host::config_unreadable"), "{}", dangling.err());
}

#[test]
fn words_are_read_beside_a_panel() {
    let config = "panel \"ours\" { seat \"qa\" file=\"qa.md\"; }\nwords { go \"fertig\"; }\n";
    let here = repository(config, &[("qa.md", "verdict: fertig\nconfidence: high\n")]);
    let ruling = gate(here.path(), &[]);
    assert_eq!(ruling.code(), 0, "{}", ruling.err());
    let parsed = run(here.path(), &["parse", "reports"], "");
    assert_eq!(parsed.code(), 0, "{}", parsed.err());
}

/// Every mistake of an `assize.kdl`, each with what it says. The last one is at the end of a text.
#[test]
fn mistakes_are_told_with_their_place() {
    let mut told = String::new();
    for config in [
        "wrds { stop \"x\" }",
        "words { stp \"x\" }",
        "words { go 1 }",
        "words { go \"-\" }",
        "words { go }",
        "words \"x\"",
        "words { go \"x\" { y } }",
        "words { go \"revise\" }",
        "words { caution \"no-go\" }",
        "words { go \"warten\"; stop \"WARTEN\" }",
        "words { go \"x\" means=\"pass\" }",
        "dialect { word \"ä\" means=\"pass\" }",
        "dialect \"a\" \"b\"",
        "dialect \"a\" { lable \"x\" }",
        "dialect \"a\" { word \"größer\" }",
        "dialect \"a\" { word \"größer\" mean=\"pass\" }",
        "dialect \"a\" { word \"größer\" means=\"pas\" }",
        "dialect \"a\" { word \"größer\" means=#true }",
        "dialect \"a\" { finding \"blocker\" severity=\"low\" }",
        "dialect \"a\" { severity \"P0\" is=\"info\" }",
        "dialect \"a\" { severity \"grob\" is=\"critical\"; severity \"GROB\" is=\"low\" }",
        "dialect \"a\" { none \"rejected\" \"critical\" }",
        "dialect \"a\" { label \"Blockers\" }",
        "words { go \"x\"",
        "{{{{{{{{{{{{{{{{{",
    ] {
        let here = repository(config, &[("qa.md", PASS)]);
        let refused = gate(here.path(), &[]);
        assert_eq!(refused.code(), 2, "{config}");
        told += &format!("{}\n", refused.err());
    }
    insta::assert_snapshot!(told);
    let here = repository("wrds\nwords { go 1; stop \"\" }\n", &[("qa.md", PASS)]);
    let all = gate(here.path(), &["--word", "revise=pass"]).err();
    for code in ["unknown_node", "not_text", "blank", "misleading_word"] {
        assert!(all.contains(code), "{code}\n{all}");
    }
}

#[test]
fn an_odd_file_is_a_mistake_and_no_crash() {
    let here = repository("words", &[("qa.md", PASS)]);
    let file = here.path().join("assize.kdl");
    for signs in ["}", "=", ")", "/*", "(", "#", "\\", "\"\"\"", "/-", "[", "é,", "\0", "r#"] {
        fs::write(&file, signs.repeat(20_000)).expect("a file");
        let refused = gate(here.path(), &[]);
        assert_eq!(refused.code(), 2, "{signs}");
        assert!(refused.err().contains("assize::host::config_"), "{signs}: {}", refused.err());
    }
    for bytes in [&b"words { go \"\xff\" }"[..], &[b' '; 70_000]] {
        fs::write(&file, bytes).expect("a file");
        assert!(gate(here.path(), &[]).err().contains("assize::host::config_unreadable"));
    }
    fs::remove_file(&file).expect("a file");
    fs::create_dir(&file).expect("a folder");
    assert!(gate(here.path(), &[]).err().contains("assize::host::config_unreadable"));
    let nowhere = gate(here.path(), &["--config", "nowhere.kdl"]);
    assert!(nowhere.err().contains("assize::host::no_config_file"), "{}", nowhere.err());
}

#[test]
fn the_lexicon_is_printed_with_what_the_team_added() {
    let here = repository(HOUSE, &[]);
    let plain = run(folder(&[]).path(), &["contract", "lexicon"], "");
    assert_eq!(plain.code(), 0);
    // Every list, each word with what it means and where it was read.
    let out = plain.out();
    let row = |word: &str| {
        let is = |line: &&str| line.strip_prefix("    ").is_some_and(|row| row.starts_with(word));
        let line = out.lines().find(is).unwrap_or_default();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(out.starts_with("In a name: "), "{out}");
    assert!(out.contains("\n  findings that stop the work\n\n    blocker(s) "), "{out}");
    assert_eq!(row("no go"), "no go fail houses/ninlil-07");
    let table = run(here.path(), &["contract", "lexicon", "--word", "fertig=pass"], "").out();
    let added: Vec<&str> = table.lines().filter(|line| line.contains("added by you")).collect();
    insta::assert_snapshot!(added.join("\n"));
    let json = run(here.path(), &["contract", "lexicon", "--format", "json"], "").out();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let entries = json["entries"].as_array().expect("a list");
    assert_eq!(entries.iter().filter(|entry| entry["added"] == true).count(), 11);
    assert!(entries.iter().any(|entry| entry["word"] == "no go" && entry["means"] == "fail"));
    let formats = run(here.path(), &["contract", "--format", "json"], "").out();
    let formats: serde_json::Value = serde_json::from_str(&formats).expect("JSON");
    assert_eq!(formats["formats"].as_array().map(Vec::len), Some(assize::Format::ALL.len()));
}

/// A shape may be a node of the file, or of a dialect.
#[test]
fn a_shape_is_read_and_its_mistakes_are_told_with_their_place() {
    let shape =
        r#"shape "dock" { member "berth"; verdict "berth" { pass "free"; fail "closed" } }"#;
    let config = format!("dialect \"house\" {{\n    {shape}\n}}\n{shape}\n");
    let here = repository(&config, &[("qa.md", PASS)]);
    assert_eq!(gate(here.path(), &[]).code(), 0);
    let here = repository(&config.replace("member", "menber"), &[("qa.md", PASS)]);
    let refused = gate(here.path(), &[]);
    assert_eq!(refused.code(), 2);
    for told in ["assize.kdl:2:20", "assize.kdl:4:16", "did you mean `member`?"] {
        assert!(refused.err().contains(told), "{}", refused.err());
    }
}

#[test]
fn a_code_is_told_with_its_next_step() {
    let here = folder(&[]);
    let explain = |args: &[&str]| run(here.path(), &[&["explain"], args].concat(), "");
    let told = explain(&["--code", "fail_without_blocker"]);
    assert_eq!(told.code(), 0);
    insta::assert_snapshot!(told.out());
    for spelt in ["assize::read::fail_without_blocker", "fail-without-blocker"] {
        assert_eq!(explain(&["--code", spelt]).out(), told.out());
    }
    let list = explain(&["--codes"]).out();
    assert!(list.contains("\nfail_without_blocker ") && list.contains("  repair   "), "{list}");
    let json = explain(&["--codes", "--format", "json"]).out();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["codes"].as_array().map(Vec::len), Some(list.lines().count()));
    for (args, hint) in [
        (&["--code", "fail_without_blockr"][..], "did you mean `fail_without_blocker`?"),
        (&["--code", "nonsense"], "`assize explain --codes` lists"),
        (&["--code", "assize::cli::usage"], "is not a code of reading"),
        (&["--code", "empty", "reports"], "cannot be used with"),
        (&[], "required arguments"),
    ] {
        let wrong = explain(args);
        assert_eq!(wrong.code(), 2, "{args:?}");
        assert!(wrong.err().contains(hint), "{args:?}: {}", wrong.err());
    }
    for code in assize::codec::codes() {
        assert_eq!(explain(&["--code", code.code]).code(), 0, "{}", code.code);
    }
}

/// What a text says under names that are unknown is told with the line to add, and listed for all reviews of a house.
#[test]
fn a_house_is_learnt_from_its_reviews() {
    const REVIEW: &str = "# Sicht auf die Warteschlange\n\n## Bewertung: APPROVE\n\nPasst.\n";
    const OTHER: &str = "## Bewertung: REJECT\n\n- **Tests:** PASS\n";
    let here = folder(&[
        ("reviews/a.md", REVIEW),
        ("reviews/b.md", OTHER),
        ("reviews/c.md", "## Verdict: zurückgestellt\n"),
        ("reviews/d.md", "## Verdict: APPROVE\n\n`Quote \"\u{1b}[2J`: FAIL\n"),
    ]);
    let here = here.path();
    let parsed = run(here, &["parse", "reviews/a.md"], "");
    assert_eq!(parsed.code(), 3);
    let err = parsed.err().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(err.contains("label \"Bewertung\""), "{err}");
    let printed = run(here, &["init", "--from", "reviews", "--print"], "");
    assert_eq!(printed.code(), 0, "{}", printed.err());
    let said =
        "label \"Bewertung\"  // 2 times, beside APPROVE | REJECT: reviews/a.md:3, reviews/b.md:1";
    assert!(printed.out().contains(said), "{}", printed.out());
    assert!(
        printed.out().contains("word \"zurückgestellt\" means=\"\"  // once"),
        "{}",
        printed.out()
    );
    assert!(!printed.out().contains('\u{1b}'), "{}", printed.out());
    // Written, it changes nothing until a line is taken in; then the reviews are read.
    let written = run(here, &["init", "--from", "reviews"], "");
    assert_eq!(written.code(), 0, "{}", written.err());
    assert_eq!(run(here, &["parse", "reviews/a.md"], "").code(), 3);
    let file = here.join("assize.kdl");
    let text = fs::read_to_string(&file).expect("a file");
    fs::write(&file, text.replace("// label \"Bewertung\"", "label \"Bewertung\""))
        .expect("a file");
    let read = run(here, &["parse", "reviews/a.md", "reviews/b.md"], "");
    assert_eq!(read.code(), 0, "{}{}", read.out(), read.err());
    let again = run(here, &["init", "--from", "reviews"], "");
    assert!(again.err().contains("--print"), "{}", again.err());
    fs::write(here.join("e.md"), "## Verdict: APPROVE\n").expect("a file");
    let nothing = run(here, &["init", "--from", "e.md", "--print"], "");
    assert_eq!(nothing.code(), 2);
    assert!(nothing.err().contains("assize::cli::nothing_to_learn"), "{}", nothing.err());
}

/// Reviews of which no table knows a word show what is in several of them.
#[test]
fn a_house_that_shares_no_word_is_learnt_from_what_it_repeats() {
    let here = folder(&[
        ("reviews/a.md", "## Bewertung: freigegeben\n\nPasst.\n\nMangel: keine\n"),
        ("reviews/b.md", "## Bewertung: umdenken\n\nAnsatz: gut\n"),
    ]);
    let here = here.path();
    let printed = run(here, &["init", "--from", "reviews", "--print"], "");
    assert_eq!(printed.code(), 0, "{}", printed.err());
    let out = printed.out();
    for said in [
        "// label \"Bewertung\"  // 2 times, beside freigegeben | umdenken: reviews/a.md:1, reviews/b.md:1",
        "// word \"freigegeben\" means=\"\"  // once, beside Bewertung: reviews/a.md:1",
        "// word \"umdenken\" means=\"\"  // once, beside Bewertung: reviews/b.md:1",
    ] {
        assert!(out.contains(said), "{out}");
    }
    // What stands in one of them alone may be anything.
    assert!(!out.contains("Mangel") && !out.contains("Ansatz"), "{out}");
    let taken = out.replace("// label", "label").replace("// word", "word");
    let taken = taken.replace("freigegeben\" means=\"\"", "freigegeben\" means=\"pass\"");
    let taken = taken.replace("umdenken\" means=\"\"", "umdenken\" means=\"fail\"");
    fs::write(here.join("assize.kdl"), taken).expect("a file");
    let read = run(here, &["parse", "reviews/a.md", "reviews/b.md"], "");
    assert_eq!(read.code(), 0, "{}{}", read.out(), read.err());
}

/// `explain --fields` shows every field, and what it does.
#[test]
fn the_fields_of_a_text_are_shown() {
    let here = folder(&[
        (
            "a.md",
            "# Review\n\n**Verdict:** APPROVE\n\n> **Verdict:** FAIL\n\n- **Tests:** PASS\n- **Blocker:** the token is logged\n",
        ),
        ("a.json", "{\"verdict\": \"reject\", \"findings\": [{\"severity\": \"low\"}]}"),
        ("deep.json", &"[".repeat(500)),
    ]);
    let here = here.path();
    let told = run(here, &["explain", "--fields", "a.md", "a.json", "deep.json"], "");
    assert_eq!(told.code(), 0, "{}", told.err());
    insta::assert_snapshot!(told.out());
    let json = run(here, &["explain", "--fields", "a.md", "--json"], "").out();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let fields = json["files"][0]["fields"].as_array().expect("a list");
    let does = |name: &str, voice: &str| {
        let is = |field: &&serde_json::Value| field["name"] == name && field["voice"] == voice;
        fields.iter().find(is).map(|field| field["does"].clone())
    };
    assert_eq!(does("Verdict", "own"), Some("opens".into()));
    assert_eq!(does("Verdict", "quoted"), Some(serde_json::Value::Null));
    assert_eq!(does("Blocker", "own"), Some("doubts".into()));
    let missing = run(here, &["explain", "--fields", "b.md", "--json"], "");
    assert_eq!(missing.code(), 2);
}

const ASKS: &str = "//! A nit waits.\n\n\
    rule \"a nit\" when reported.said(\"LGTM, nit\").some then hold citing reported;\n\
    rule \"a reviewer failed the change\" when failed.some then fail citing failed.blockers;\n\
    rule \"a verdict is missing\" when unsettled.some then hold citing unsettled;\n\
    rule \"everybody agrees\" when in_favour.all then pass;\n";

#[test]
fn a_policy_may_ask_who_said_a_word_of_the_team() {
    let words = "dialect \"ours\" {\n    word \"LGTM, nit\" means=\"warn\"\n}\n";
    let nit = "### Verdict: LGTM, nit\n\nA name is odd.\n";
    let here = repository(words, &[("qa.md", nit)]);
    let policy = here.path().join(".assize/policies/gate/ours.rhai");
    fs::create_dir_all(policy.parent().expect("a folder")).expect("it can be made");
    fs::write(&policy, ASKS).expect("a file");
    let ruling = gate(here.path(), &["--expect", "qa", "--policy", "ours"]);
    assert_eq!(ruling.code(), 3, "{}{}", ruling.out(), ruling.err());
    assert!(ruling.out().contains("a nit"), "{}", ruling.out());
    fs::write(here.path().join("reports/qa.md"), "### Verdict: LGTM\n\nFine.\n").expect("a file");
    let ruling = gate(here.path(), &["--expect", "qa", "--policy", "ours"]);
    assert_eq!(ruling.code(), 0, "{}{}", ruling.out(), ruling.err());
    let check = |file: &str| run(here.path(), &["policy", "check", file], "");
    assert_eq!(check("ours").code(), 0, "{}", check("ours").out());
    fs::write(&policy, ASKS.replace("LGTM, nit", "LGTM, nti")).expect("a file");
    let wrong = check("ours");
    assert_eq!(wrong.code(), 1);
    assert!(wrong.out().contains("did you mean `LGTM, nit`?"), "{}", wrong.out());
}

#[test]
fn a_number_is_no_word_and_that_is_said() {
    let here = repository("words {\n    go \"+2\"\n}\n", &[("qa.md", PASS)]);
    let refused = gate(here.path(), &[]);
    assert_eq!(refused.code(), 2);
    let told = refused.err().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("`+2` is a number, and cannot mean `pass`"), "{told}");
}

/// Where words are of another language, the lines that may be the verdict are shown, and what to declare: the word, and its name
/// where no table has that either.
#[test]
fn a_house_in_another_language_is_told_what_to_declare() {
    for (name, line) in [
        ("审核意见", "dialect \"house\" { label \"审核意见\"; word \"通过\" means=\"pass\" }"),
        ("审查结论", "dialect \"house\" { word \"通过\" means=\"pass\" }"),
    ] {
        let said =
            |word: &str| format!("# 订单服务审查\n\n- {name}：{word}\n- 池已经加锁，测试都在。\n");
        let here =
            folder(&[("reviews/a.md", &said("通过。")), ("reviews/b.md", &said("不通过。"))]);
        let here = here.path();
        let gate =
            |seat: &str| run(here, &["gate", "--expect", seat, &format!("reviews/{seat}.md")], "");
        assert_eq!(gate("a").code(), 3);
        let told = gate("a").out().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(line), "{told}");
        fs::write(here.join("assize.kdl"), format!("{line}\n")).expect("a file");
        assert_eq!(gate("a").code(), 0, "{}", gate("a").out());
        assert_eq!(gate("b").code(), 3, "{}", gate("b").out());
    }
}
