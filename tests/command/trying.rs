//! `assize policy verify` and `assize policy diff`: what a policy does on every small docket.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::run::{folder, run};
use crate::schemas::prints;

/// It opens again when a second reviewer fails.
const COUNTS_ONE: &str = "//! One fail is too much.\n\nothers voting;\n\n\
    rule \"one fails\" when failed.count == 1 then fail citing failed;\n\
    rule \"somebody passes\" when passed.some then pass;\n";
/// It does not.
const COUNTS_ALL: &str = "//! One fail is too much.\n\nothers voting;\n\n\
    rule \"one fails\" when failed.some then fail citing failed;\n\
    rule \"nobody answers\" when reported.none then hold;\n\
    rule \"somebody passes\" when passed.some then pass;\n";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn what_does_not_hold_is_shown_by_its_plainest_docket() {
    let here = folder(&[("ours.rhai", COUNTS_ONE)]);
    let args = ["policy", "verify", "ours.rhai", "--findings", "0"];
    let told = run(here.path(), &args, "");
    assert_eq!((told.code(), told.err().as_str()), (1, ""));
    insta::assert_snapshot!("verify-broken", told.out());
    let told = json(&run(here.path(), &[&args[..], &["--json"]].concat(), "").out());
    assert_eq!((&told["schema_version"], &told["exit_code"]), (&1.into(), &1.into()));
    let found = &told["policies"][0]["violations"];
    assert_eq!(found[0]["property"], "monotone");
    assert_eq!(found[0]["witness"]["outcome"], "pass");
    assert_eq!(found[0]["other"]["outcome"], "fail");
}

#[test]
fn a_difference_is_written_as_a_case_that_holds_with_the_old_policy_alone() {
    let gates = "policies/gate";
    let old = COUNTS_ALL.replace("failed.some", "failed.count > 0");
    let here = folder(&[("policies/gate/ours.rhai", COUNTS_ONE), ("old.rhai", &old)]);
    let cases = format!("{gates}/ours");
    let file = format!("{gates}/ours.rhai");
    let args = ["policy", "diff", "old.rhai", &file, "--findings", "1", "--write-cases", &cases];
    let told = run(here.path(), &args, "");
    assert_eq!(told.code(), 1, "{}{}", told.out(), told.err());
    let written = fs::read_to_string(here.path().join(&cases).join("cases.kdl")).expect("cases");
    assert_eq!(written.matches("case \"ours opens: was shut").count(), 1, "{written}");
    let test = || run(here.path(), &["policy", "test", "policies"], "");
    let all = written.matches("\ncase ").count() + usize::from(written.starts_with("case "));
    assert_eq!(test().code(), 1);
    assert!(test().out().contains(&format!("{all} failed")), "{written}\n{}", test().out());
    fs::write(here.path().join(&file), &old).expect("it can be written");
    assert_eq!(test().code(), 0, "{written}\n{}", test().out());
    // What stands there is not written over.
    assert_eq!(run(here.path(), &args, "").code(), 0, "they are alike now");
    fs::write(here.path().join(&file), COUNTS_ONE).expect("it can be written");
    assert_eq!(run(here.path(), &args, "").code(), 2);
}

#[test]
fn what_holds_is_told_property_by_property() {
    let here = folder(&[("ours.rhai", COUNTS_ALL)]);
    let args = ["policy", "verify", "ours.rhai", "--findings", "1"];
    let told = run(here.path(), &args, "");
    assert_eq!((told.code(), told.err().as_str()), (0, ""));
    insta::assert_snapshot!("verify-holds", told.out());
}

#[test]
fn a_docket_that_shows_it_is_a_case_that_fails_until_the_policy_is_mended() {
    let gates = "policies/gate";
    let here = folder(&[("policies/gate/ours.rhai", COUNTS_ONE)]);
    let file = format!("{gates}/ours.rhai");
    let cases = format!("{gates}/ours");
    let args = ["policy", "verify", &file, "--findings", "0", "--write-cases", &cases];
    assert_eq!(run(here.path(), &args, "").code(), 1);
    let test = || run(here.path(), &["policy", "test", "policies"], "");
    assert_eq!(test().code(), 1, "{}", test().out());
    // What is there is not written over.
    let again = run(here.path(), &args, "");
    assert_eq!(again.code(), 2);
    assert!(again.err().contains("is there already"), "{}", again.err());
    fs::write(here.path().join(&file), COUNTS_ALL).expect("it can be written");
    assert_eq!(test().code(), 0, "{}{}", test().out(), test().err());
}

#[test]
fn properties_of_ones_own_stand_in_comments_in_a_file_or_behind_a_flag() {
    let promised = format!("/// always: failed.count > 1 means fail\n{COUNTS_ONE}");
    let here = folder(&[
        ("gate/ours.rhai", COUNTS_ALL),
        ("gate/promised.rhai", &promised),
        (
            "gate/ours/properties.kdl",
            "require \"two are enough\" when=\"passed.count > 1\" means=\"open\"\n",
        ),
        ("gate/odd.rhai", COUNTS_ALL),
        (
            "gate/odd/properties.kdl",
            "requires \"x\" when=\"passed.some\"\nrequire \"y\" when=\"passed.some\" means=\"closed\"\n",
        ),
    ]);
    let verify = |more: &[&str]| {
        run(here.path(), &[&["policy", "verify", "--findings", "0"], more].concat(), "")
    };
    let promised = verify(&["gate/promised.rhai"]);
    assert!(promised.out().contains("failed.count > 1 means fail"), "{}", promised.out());
    let ours = verify(&["gate/ours.rhai"]);
    assert_eq!(ours.code(), 1, "{}", ours.out());
    assert!(ours.out().contains("two are enough"), "{}", ours.out());
    let flag = verify(&["any-blocker", "--require", "failed.some means fail"]);
    assert_eq!(flag.code(), 0, "{}", flag.out());
    let odd = verify(&["gate/odd.rhai"]);
    assert_eq!(odd.code(), 2);
    for part in ["did you mean `require`?", "`closed` is not an outcome"] {
        assert!(odd.err().contains(part), "{}", odd.err());
    }
    let odd = verify(&["any-blocker", "--require", "failed.some"]);
    assert_eq!(odd.code(), 2);
    assert!(odd.err().contains("means"), "{}", odd.err());
}

#[test]
fn a_change_is_told_in_sentences_what_opens_first() {
    let here = folder(&[]);
    let diff = |more: &[&str]| {
        run(here.path(), &[&["policy", "diff", "--findings", "0"], more].concat(), "")
    };
    let looser = diff(&["strict", "any-blocker"]);
    assert_eq!((looser.code(), looser.err().as_str()), (1, ""));
    insta::assert_snapshot!("diff-looser", looser.out());
    let allowed = diff(&["strict", "any-blocker", "--allow-loosening"]);
    assert_eq!((allowed.code(), allowed.out()), (0, looser.out()));
    let stricter = diff(&["any-blocker", "strict", "--format", "markdown"]);
    assert_eq!(stricter.code(), 0);
    insta::assert_snapshot!("diff-markdown", stricter.out());
    let github = diff(&["strict", "any-blocker", "--format", "github"]);
    assert!(github.out().starts_with("::warning title=any-blocker opens::"), "{}", github.out());
    let set = diff(&["any-blocker", "--set", "min_reviewers=3"]);
    assert_eq!(set.code(), 0, "{}", set.out());
    assert!(set.out().contains("any-blocker with min_reviewers=3"), "{}", set.out());
    let told = json(&diff(&["strict", "any-blocker", "--json"]).out());
    let first = &told["policies"][0]["groups"][0];
    assert_eq!((&first["kind"], &first["to"]["open"]), (&"opens".into(), &true.into()));
    let same = diff(&["strict", "strict"]);
    assert_eq!(same.code(), 0);
    assert!(same.out().contains("no difference"), "{}", same.out());
    let one = diff(&["strict"]);
    assert_eq!(one.code(), 2);
    assert!(one.err().contains("assize::cli::two_policies"), "{}", one.err());
    let none = run(here.path(), &["policy", "verify"], "");
    assert_eq!(none.code(), 2);
    assert!(none.err().contains("assize::cli::nothing_to_verify"), "{}", none.err());
    assert_eq!(diff(&["strict", "strickt"]).code(), 2);
}

#[test]
fn a_panel_of_many_seats_is_verified_as_it_sits() {
    let seats: String = ["a", "b", "c", "d"]
        .iter()
        .map(|seat| format!("    seat \"{seat}\" file=\"{seat}.md\" stake=\"voting\"\n"))
        .collect();
    let panel = |gate: &str| format!("panel \"ours\" {{\n    gate \"{gate}\"\n{seats}}}\n");
    let here = folder(&[
        ("assize.kdl", &panel("all")),
        ("one.kdl", &panel("one")),
        (".assize/policies/gate/all.rhai", COUNTS_ALL),
        (".assize/policies/gate/one.rhai", COUNTS_ONE),
    ]);
    let verify = ["policy", "verify", "--panel", "ours", "--findings", "0"];
    let whole = run(here.path(), &verify, "");
    assert_eq!((whole.code(), whole.err().as_str()), (0, ""), "{}", whole.out());
    // The policy of the panel, on all of its seats and nobody else's.
    assert!(whole.out().starts_with("all: everything holds\n"), "{}", whole.out());
    assert!(whole.out().contains("dockets of 4 named seats, 1 subject"), "{}", whole.out());
    // A seat of a panel that counts as another one does is as able to break a property.
    let broken = run(here.path(), &[&verify[..], &["--config", "one.kdl"]].concat(), "");
    assert_eq!(broken.code(), 1, "{}", broken.out());
    assert!(broken.out().contains("BROKEN  a worse answer"), "{}", broken.out());
}

#[test]
fn recorded_rounds_are_judged_by_both() {
    const PASS: &str = "verdict: pass\nconfidence: high\n";
    const WARN: &str = "verdict: warn\nconfidence: high\nadvisory: src/a.rs:7 a long name\n";
    let example = assize::Docket::json_example();
    let line: String = example.lines().map(str::trim).collect();
    let here = folder(&[
        ("archive/round-1/qa.md", PASS),
        ("archive/round-1/security.md", PASS),
        ("archive/round-2/qa.md", PASS),
        ("archive/round-2/security.md", WARN),
        ("archive/docket.json", example),
        ("archive/more.jsonl", &format!("{line}\n\n{line}\n")),
        ("broken/one.json", "{ \"id\": "),
        ("rulings/all.jsonl", "{ \"outcome\": \"pass\", \"open\": true, \"policy\": {} }\n"),
        ("none/readme.txt", "nothing"),
    ]);
    let diff = |more: &[&str]| run(here.path(), &[&["policy", "diff"], more].concat(), "");
    let stricter = diff(&["any-blocker", "strict", "--on", "archive"]);
    assert_eq!((stricter.code(), stricter.err().as_str()), (0, ""));
    assert!(stricter.out().contains("of 5 recorded rounds differ"), "{}", stricter.out());
    assert!(stricter.out().contains("round-2"), "{}", stricter.out());
    let looser = diff(&["strict", "any-blocker", "--on", "archive", "--json"]);
    assert_eq!(looser.code(), 1);
    let told = json(&looser.out());
    assert_eq!((&told["rounds"], &told["groups"][0]["kind"]), (&5.into(), &"opens".into()));
    // What cannot be read is not called the same.
    for (archive, part) in
        [("broken", "assize::"), ("none", "holds no recorded round"), ("rulings", "it is a ruling")]
    {
        let odd = diff(&["strict", "strict", "--on", archive]);
        assert_eq!(odd.code(), 2, "{}", odd.out());
        assert!(odd.err().contains(part), "{}", odd.err());
    }
}

#[test]
fn what_is_printed_as_json_is_what_its_schemas_say() {
    const PASS: &str = "verdict: pass\nconfidence: low\n";
    let here = folder(&[("ours.rhai", COUNTS_ONE), ("archive/round-1/qa.md", PASS)]);
    let here = here.path();
    let own = ["--findings", "0", "--require", "passed.some means open", "--json"];
    let broken = prints(here, "verified", &[&["policy", "verify", "ours.rhai"], &own[..]].concat());
    assert_eq!(broken["exit_code"], 1);
    for (stage, name) in [("audit", "design"), ("redispatch", "standard")] {
        let verify = ["policy", "verify", "--stage", stage, name, "--findings", "1", "--json"];
        prints(here, "verified", &verify);
    }
    let diff = |line: &[&str]| prints(here, "differences", &[&["policy", "diff"], line].concat());
    let small = ["--seats", "1", "--findings", "1", "--json"];
    let opens = diff(&[&["strict", "any-blocker"], &small[..]].concat());
    assert_eq!(opens["policies"][0]["groups"][0]["kind"], "opens");
    diff(&["any-blocker", "strict", "--findings", "0", "--json"]);
    diff(&[&["--stage", "audit", "design", "design-2026-03"], &small[..]].concat());
    diff(&[&["--stage", "redispatch", "standard", "fix-loop"], &small[..]].concat());
    let rounds = diff(&["strict", "any-blocker", "--on", "archive", "--json"]);
    assert_eq!(rounds["rounds"], 1);
}

#[test]
fn the_gates_of_a_repository_are_held_against_a_commit() {
    let here = folder(&[(".assize/policies/gate/ours.rhai", COUNTS_ALL)]);
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(here.path()).args(["-c", "user.name=a", "-c", "user.email=a@b.c"]);
        let done = git.args(args).output().expect("git runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    let diff = || run(here.path(), &["policy", "diff", "--base", "main", "--findings", "0"], "");
    assert_eq!(diff().code(), 0);
    assert!(diff().err().contains("no policy, no panel and no word differs"), "{}", diff().err());
    let file = here.path().join(".assize/policies/gate/ours.rhai");
    fs::write(&file, COUNTS_ONE).expect("it can be written");
    let looser = diff();
    assert_eq!(looser.code(), 1, "{}{}", looser.out(), looser.err());
    assert!(looser.out().starts_with("ours at main → ours: "), "{}", looser.out());
    fs::write(&file, "rule \"no\" whn failed.some then fail;").expect("it can be written");
    assert_eq!(diff().code(), 2);
}

#[test]
fn audits_and_redispatch_policies_are_verified_and_compared_by_their_stage() {
    const STRICT: &str =
        "rule \"one\" when findings.at_least(\"high\").some then fail citing findings;\n";
    const LAX: &str =
        "rule \"just one\" when findings.high.count == 1 then warn citing findings.high;\n";
    const ASKS: &str = "rule \"gone\" when missing then escalate;\n";
    const GIVES_UP: &str = "rule \"gone\" when missing then excuse;\n";
    let here = folder(&[
        ("audit/strict.rhai", STRICT),
        ("audit/lax.rhai", LAX),
        ("redispatch/asks.rhai", ASKS),
        ("redispatch/gives-up.rhai", GIVES_UP),
    ]);
    let policy = |args: &[&str]| run(here.path(), &[&["policy"], args].concat(), "");
    let holds = policy(&["verify", "audit/strict.rhai"]);
    assert_eq!(holds.code(), 0, "{}{}", holds.out(), holds.err());
    assert!(holds.out().contains("the order of findings decides nothing"), "{}", holds.out());
    let broken = policy(&["verify", "audit/lax.rhai"]);
    assert_eq!(broken.code(), 1, "{}", broken.out());
    insta::assert_snapshot!("verify-audit", broken.out());
    let looser = policy(&["diff", "audit/strict.rhai", "audit/lax.rhai"]);
    assert_eq!(looser.code(), 1, "{}", looser.out());
    let looser = policy(&["diff", "redispatch/asks.rhai", "redispatch/gives-up.rhai"]);
    assert_eq!(looser.code(), 1);
    insta::assert_snapshot!("diff-redispatch", looser.out());
    let stricter = policy(&["diff", "redispatch/gives-up.rhai", "redispatch/asks.rhai"]);
    assert_eq!(stricter.code(), 0, "{}", stricter.out());
    let mixed = policy(&["diff", "redispatch/asks.rhai", "audit/lax.rhai"]);
    assert_eq!(mixed.code(), 2);
    assert!(mixed.err().contains("assize::cli::two_stages"), "{}", mixed.err());
    // A name is looked up in the stage that has it.
    let named = policy(&["verify", "as-stated", "--json"]);
    assert_eq!(json(&named.out())["policies"][0]["stage"], "audit", "{}", named.err());
}

const PANEL: &str = "panel \"ours\" {\n    gate \"any-blocker\" { min-reviewers 2 }\n    seat \"qa\"\n    seat \"security\"\n    \
    seat \"style\" stake=\"observer\"\n    seat \"docs\" { when-changed \"docs/**\" \"*.md\" }\n}\n";

#[test]
fn a_change_of_a_panel_is_told_in_sentences() {
    let with = |from: &str, to: &str| PANEL.replacen(from, to, 1);
    // Another gate is tried on every docket of who sits, so only two do.
    let two = |panel: &str| -> String {
        let kept = panel.lines().filter(|line| !line.contains("style") && !line.contains("docs"));
        kept.collect::<Vec<_>>().join("\n")
    };
    let changes = [
        ("gone", with("    seat \"security\"\n", ""), 1, "`security` has no seat any more"),
        (
            "observer-gone",
            with("    seat \"style\" stake=\"observer\"\n", ""),
            0,
            "`style` has no seat any more",
        ),
        (
            "added",
            with("    seat \"qa\"\n", "    seat \"qa\"\n    seat \"ux\"\n"),
            0,
            "`ux` has a seat now",
        ),
        (
            "voting",
            with("seat \"security\"", "seat \"security\" stake=\"voting\""),
            1,
            "`security` is voting",
        ),
        (
            "required",
            with(" stake=\"observer\"", " stake=\"required\""),
            0,
            "`style` is required; it was observer",
        ),
        (
            "narrower",
            with(" \"*.md\"", ""),
            1,
            "`docs` does not sit any more where the change touches `a.md`",
        ),
        ("wider", with(" \"*.md\"", " \"*.md\" \"*.txt\""), 0, "`docs` sits where it did"),
        (
            "params",
            two(&with("min-reviewers 2", "min-reviewers 1")),
            1,
            "`min_reviewers` of `any-blocker` is 1; it was 2",
        ),
        (
            "stricter",
            two(&with("min-reviewers 2", "min-reviewers 3")),
            0,
            "`min_reviewers` of `any-blocker` is 3; it was 2",
        ),
        (
            "exchanged",
            two(&with("\"any-blocker\" { min-reviewers 2 }", "\"strict\"")),
            1,
            "the gate is judged by `strict` instead of `any-blocker`",
        ),
        (
            "overrides",
            with("    seat \"qa\"\n", "    overrides #false\n    seat \"qa\"\n"),
            0,
            "may not any more override",
        ),
    ];
    for (name, text, code, says) in changes {
        let old = if text.contains("docs") { PANEL } else { &two(PANEL) };
        let here = folder(&[("old.kdl", old), ("new.kdl", &text)]);
        let diff = |more: &[&str]| {
            let args = ["policy", "diff", "--panels", "old.kdl", "new.kdl", "--findings", "0"];
            run(here.path(), &[&args[..], more].concat(), "")
        };
        let told = diff(&[]);
        assert!(told.out().contains(says), "{name}: {}{}", told.out(), told.err());
        assert_eq!(told.code(), code, "{name}: {}{}", told.out(), told.err());
        // Other formats have one shape, whatever changed.
        if name == "gone" {
            let json = json(&diff(&["--json"]).out());
            assert!(json["panels"][0]["says"].as_str().is_some(), "{name}: {json}");
            assert!(diff(&["--format", "markdown"]).out().contains("### The panel `ours`"));
            assert!(diff(&["--format", "github"]).out().contains("title=panel ours"));
        }
    }
    let here = folder(&[("old.kdl", PANEL)]);
    let same = run(here.path(), &["policy", "diff", "--panels", "old.kdl", "old.kdl"], "");
    assert_eq!((same.code(), same.out().as_str()), (0, ""));
    assert!(same.err().contains("no panel and no word differs"), "{}", same.err());
}

/// What is no longer held goes on without a gate.
#[test]
fn a_change_of_what_hooks_hold_is_told() {
    for (old, new, code, says) in [
        ("", "hook { hold \"git push\" }", 1, "looser   `npm publish` is not held any more"),
        ("hook { hold \"git push\" }", "", 0, "differs  `npm publish` is held now"),
        (
            "hook { hold \"git push --force\" }",
            "hook { hold \"git\" }",
            0,
            "differs  `git` is held now",
        ),
        ("hook { wait 60 }", "hook { wait 900 }", 0, "a reviewer has 900 seconds; it was 60"),
    ] {
        let here = folder(&[("old.kdl", old), ("new.kdl", new)]);
        let told = run(here.path(), &["policy", "diff", "--panels", "old.kdl", "new.kdl"], "");
        assert!(told.out().starts_with("hooks of agents:\n"), "{}{}", told.out(), told.err());
        assert!(told.out().contains(says), "{says}: {}", told.out());
        assert_eq!(told.code(), code, "{says}");
    }
}

/// What reviewers mean by their words can open a gate, as a policy can.
#[test]
fn a_change_of_words_is_told() {
    let words = |lines: &str| {
        format!(
            "words {{ go \"freigegeben\"; caution \"bedingt\"; stop \"umdenken\" }}\ndialect \"house\" {{\n{lines}\n}}\n"
        )
    };
    let own = "word \"naja\" means=\"warn\"\nlabel \"Bewertung\"\nfinding \"Mangel\" severity=\"high\"\nseverity \"schlimm\" is=\"high\"\nnone \"nix\"";
    let old = words(own);
    let with = |from: &str, to: &str| {
        assert!(old.contains(from), "{from}");
        old.replacen(from, to, 1)
    };
    let changes = [
        (
            "looser",
            with("means=\"warn\"", "means=\"pass\""),
            "`naja` stands for `pass`; it stood for `warn`",
        ),
        (
            "differs",
            with("means=\"warn\"", "means=\"hold\""),
            "`naja` stands for `hold`; it stood for `warn`",
        ),
        (
            "looser",
            with("go \"freigegeben\"", "go \"freigegeben\" \"gut\""),
            "`gut` stands for `pass` now",
        ),
        (
            "looser",
            with("go \"freigegeben\"; caution \"bedingt\"", "go \"freigegeben\" \"bedingt\""),
            "`bedingt` stands for `pass`; it stood for a condition",
        ),
        (
            "differs",
            with("stop \"umdenken\"", "stop \"umdenken\" \"nie\""),
            "`nie` stands for `fail` now",
        ),
        (
            "looser",
            with("; stop \"umdenken\"", ""),
            "`umdenken` does not stand for `fail` any more",
        ),
        (
            "differs",
            with("go \"freigegeben\"; ", ""),
            "`freigegeben` does not stand for `pass` any more",
        ),
        (
            "looser",
            with("label \"Bewertung\"", "label \"Bewertung\" \"Fazit\""),
            "`Fazit` stands for the name of a verdict now",
        ),
        (
            "looser",
            with("finding \"Mangel\" severity=\"high\"", "finding \"Mangel\" severity=\"low\""),
            "`Mangel` stands for the name of a finding that is low; it stood for",
        ),
        (
            "differs",
            with("severity \"schlimm\" is=\"high\"", "severity \"schlimm\" is=\"critical\""),
            "`schlimm` stands for critical in a finding; it stood for high in a finding",
        ),
        (
            "looser",
            with("none \"nix\"", "none \"nix\" \"keine Sorge\""),
            "`keine Sorge` stands for no finding at all now",
        ),
        (
            "differs",
            with("none \"nix\"", ""),
            "`nix` does not stand for no finding at all any more",
        ),
    ];
    for (kind, new, says) in &changes {
        let here = folder(&[("old.kdl", &old), ("new.kdl", new)]);
        let diff = |more: &[&str]| {
            run(
                here.path(),
                &[&["policy", "diff", "--panels", "old.kdl", "new.kdl"], more].concat(),
                "",
            )
        };
        let code = i32::from(*kind == "looser");
        let told = diff(&[]);
        assert_eq!(told.code(), code, "{says}: {}{}", told.out(), told.err());
        let line = format!("words of reviewers:\n  {kind:<8} {says}");
        assert!(told.out().starts_with(&line), "{line}\n{}", told.out());
        let json = json(&diff(&["--json"]).out());
        assert_eq!(json["words"][0]["loosens"], *kind == "looser", "{json}");
        assert!(
            json["words"][0]["says"].as_str().is_some_and(|told| told.starts_with(says)),
            "{json}"
        );
        assert!(diff(&["--format", "markdown"]).out().contains("### The words of reviewers"));
        assert!(diff(&["--format", "github"]).out().contains("title=words of reviewers"));
        assert_eq!(diff(&["--allow-loosening"]).code(), 0);
    }
    // The words of a panel are told with it, and those of its file once.
    let panel = |word: &str| {
        format!(
            "words {{ go \"freigegeben\" }}\npanel \"ours\" {{\n    seat \"qa\"\n    words {{ go {word} }}\n}}\n"
        )
    };
    let here = folder(&[("old.kdl", &panel("\"gut\"")), ("new.kdl", &panel("\"gut\" \"prima\""))]);
    let told = run(here.path(), &["policy", "diff", "--panels", "old.kdl", "new.kdl"], "");
    assert_eq!(told.code(), 1, "{}{}", told.out(), told.err());
    assert_eq!(told.out(), "panel ours:\n  looser   `prima` stands for `pass` now\n");
    // In a repository they are held against those of a commit.
    let here = folder(&[("assize.kdl", &old)]);
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(here.path()).args(["-c", "user.name=a", "-c", "user.email=a@b.c"]);
        assert!(git.args(args).output().expect("git runs").status.success());
    };
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    let diff = || run(here.path(), &["policy", "diff", "--base", "main"], "");
    assert_eq!(diff().code(), 0);
    fs::write(here.path().join("assize.kdl"), &changes[0].1).expect("it can be written");
    assert_eq!(diff().code(), 1, "{}", diff().out());
}

#[test]
fn what_is_new_gone_or_renamed_is_told_and_what_is_imported_judges_nothing() {
    let gates = ".assize/policies/gate";
    let helped = format!("import \"sums\" as sums;\n{COUNTS_ALL}");
    let here = folder(&[
        (&format!("{gates}/ours.rhai"), COUNTS_ALL),
        (&format!("{gates}/helped.rhai"), &helped),
        (&format!("{gates}/sums.rhai"), "fn half(n) { n / 2 }\n"),
        (&format!("{gates}/old.rhai"), COUNTS_ONE),
        ("assize.kdl", PANEL),
    ]);
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(here.path()).args(["-c", "user.name=a", "-c", "user.email=a@b.c"]);
        assert!(git.args(args).output().expect("git runs").status.success());
    };
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    let place = |name: &str| here.path().join(gates).join(name);
    fs::rename(place("ours.rhai"), place("mine.rhai")).expect("it can be renamed");
    fs::remove_file(place("old.rhai")).expect("it can be removed");
    let text = "rule \"no\" otherwise hold;\nrule \"yes\" when passed.all then pass;\n";
    let text: String = text.lines().rev().collect::<Vec<_>>().join("\n");
    fs::write(place("more.rhai"), text).expect("it can be written");
    fs::write(here.path().join("assize.kdl"), PANEL.replacen("    seat \"security\"\n", "", 1))
        .expect("it can be written");
    let args = ["policy", "diff", "--base", "main", "--findings", "0"];
    let told = run(here.path(), &args, "");
    assert_eq!(told.code(), 1, "{}{}", told.out(), told.err());
    insta::assert_snapshot!("diff-base", told.out());
    let all = json(&run(here.path(), &[&args[..], &["--json"]].concat(), "").out());
    let kinds: Vec<&str> = all["beside"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["kind"].as_str())
        .collect();
    assert_eq!(kinds, ["renamed", "new", "gone"]);
    let verified = run(here.path(), &["policy", "verify", "--findings", "0", "--seats", "1"], "");
    assert!(
        !verified.out().contains("sums:") && verified.out().contains("helped:"),
        "{}{}",
        verified.out(),
        verified.err()
    );
    let checked = run(here.path(), &["policy", "check"], "");
    assert!(checked.out().contains("3 policies checked"), "{}{}", checked.out(), checked.err());
}

#[test]
fn some_of_the_cases_cover_no_policy_and_that_nothing_errs_is_no_expectation() {
    let here = folder(&[
        ("policies/gate/ours.rhai", COUNTS_ALL),
        ("policies/gate/ours/it-fails/qa.md", "verdict: fail\nconfidence: high\n"),
        ("policies/gate/ours/it-fails/expected.kdl", "no \"error\"\n"),
    ]);
    let test =
        |more: &[&str]| run(here.path(), &[&["policy", "test", "policies"], more].concat(), "");
    let nothing = test(&[]);
    assert_eq!(nothing.code(), 2, "{}{}", nothing.out(), nothing.err());
    assert!(nothing.err().contains("assize::case::"), "{}", nothing.err());
    let expected = here.path().join("policies/gate/ours/it-fails/expected.kdl");
    fs::write(expected, "no \"error\"\ngate \"fail\"\n").expect("it can be written");
    assert_eq!(test(&[]).code(), 0, "{}{}", test(&[]).out(), test(&[]).err());
    let part = test(&["--coverage", "--min", "10", "--filter", "fails"]);
    assert_eq!(part.code(), 2);
    assert!(part.err().contains("--filter"), "{}", part.err());
    assert!(test(&["--coverage", "--min", "1"]).code() < 2);
}

#[test]
fn what_is_wrong_with_a_property_is_shown_as_it_was_written() {
    let policy =
        "rule \"a fail\" when failed.some then fail;\nrule \"go\" when passed.all then pass;\n";
    let here = folder(&[("gate/ours.rhai", policy)]);
    let verify = |more: &[&str]| {
        let args = ["policy", "verify", "gate/ours.rhai", "--seats", "1", "--findings", "0"];
        run(here.path(), &[&args[..], more].concat(), "")
    };
    for (required, parts) in [
        ("unsure.som means shut", ["│ unsure.som", "did you mean `some`?"]),
        ("failed.count means fail", ["│ failed.count", "compare it: `> 0`"]),
        ("unsure.some && means shut", ["│ unsure.some &&", "a rhai expression belongs here"]),
        (
            "failed.some citing failed; note \"x\" when unsure.some means fail",
            ["is not a property", "it is more than a condition"],
        ),
        ("failed.some // so means fail", ["is not a property", "a comment stands in it"]),
        ("(failed.some means fail", ["│ (failed.some", "this never ends"]),
    ] {
        let run = verify(&["--require", required]);
        assert_eq!(run.code(), 2, "{required}: {}", run.out());
        let said = run.err().replace("\n  │ ", " ");
        parts.iter().for_each(|part| assert!(said.contains(part), "{part}: {said}"));
        assert!(!run.err().contains("note \"property"), "{}", run.err());
    }
    // What begins in one and ends in another is seen in each.
    for [one, other] in [
        ["failed.some /* means fail", "*/ && failed.some means fail"],
        ["failed.some == ` means fail", "` && failed.some means fail"],
        ["(failed.some means fail", "failed.some) means fail"],
    ] {
        let run = verify(&["--require", one, "--require", other]);
        assert_eq!((run.code(), run.out().as_str()), (2, ""), "{one}");
        let said = run.err();
        for text in [one, other] {
            let when = text.trim_end_matches(" means fail");
            assert!(said.contains(when), "{when}: {said}");
        }
    }
    // In a string they are nothing of that.
    let in_string = verify(&["--require", "failed.some && !changed(\"a;b//c/**\") means fail"]);
    assert_eq!(in_string.code(), 0, "{}{}", in_string.out(), in_string.err());
    for (line, part) in [
        ("require \"a\" when=\"failed.some\"\n", "this property has no `means=`"),
        ("require \"a\"\n", "this property has no `when=`"),
        ("require when=\"failed.some\" means=\"fail\"\n", "write a name: `require"),
        ("require \"a\" when=\"failed.som\" means=\"fail\"\n", "│ failed.som"),
    ] {
        fs::create_dir_all(here.path().join("gate/ours")).expect("a folder");
        fs::write(here.path().join("gate/ours/properties.kdl"), line).expect("a file");
        let run = verify(&[]);
        assert_eq!(run.code(), 2, "{line}: {}", run.out());
        assert!(run.err().contains(part), "{line}: {}", run.err());
    }
    // An audit that is named has no such properties.
    let audit =
        ["policy", "verify", "design", "--findings", "1", "--require", "failed.some means fail"];
    let run = run(here.path(), &audit, "");
    assert_eq!((run.code(), run.err().contains("own_of_gates")), (2, true), "{}", run.err());
}

#[test]
fn what_was_found_is_told_where_the_cases_cannot_be_written() {
    let policy = "/// always: unsure.some means shut\nrule \"go\" when passed.all then pass;\n";
    let here = folder(&[("ours.rhai", policy), ("shown/cases.kdl", "// mine\n")]);
    let args = ["--seats", "1", "--findings", "0", "--write-cases", "shown"];
    for which in [&["verify", "ours.rhai"][..], &["diff", "ours.rhai", "strict"]] {
        let run = run(here.path(), &[&["policy"], which, &args].concat(), "");
        assert_eq!(run.code(), 2, "{which:?}");
        assert!(run.err().contains("`shown/cases.kdl` is there already"), "{}", run.err());
        assert!(run.out().contains("dockets"), "{}", run.out());
    }
    assert_eq!(fs::read_to_string(here.path().join("shown/cases.kdl")).expect("it"), "// mine\n");
}

#[test]
fn a_rule_that_can_never_hold_or_decide_is_dead() {
    let policy = "rule \"stale about one, against another\" when seat(\"qa\").stale.some && seat(\"qa\").failed.some then fail;\n\
                  rule \"a fail\" when failed.some then fail;\n\
                  rule \"two fail\" when failed.count > 1 then fail;\n\
                  rule \"odd\" when failed.some && failed.none then hold;\n\
                  rule \"go\" when passed.all then pass;\n";
    let here = folder(&[("ours.rhai", policy)]);
    let run = run(here.path(), &["policy", "verify", "ours.rhai"], "");
    assert_eq!(run.code(), 1, "{}{}", run.out(), run.err());
    for dead in ["`two fail` never decides", "`odd` never holds"] {
        let broken = format!("BROKEN  every rule holds and decides somewhere: {dead}");
        assert!(run.out().contains(&broken), "{}", run.out());
    }
    assert!(!run.out().contains("stale about one"), "{}", run.out());
    // What another value of a parameter calls for is not dead.
    let many = "param most = 9 from 0 to 9;\n\
                rule \"too many\" when failed.count > most then fail;\n\
                rule \"some\" when failed.some then hold;\n\
                rule \"go\" when passed.all then pass;\n";
    let verified = |policy: &str| {
        let here = folder(&[("ours.rhai", policy)]);
        crate::run::run(here.path(), &["policy", "verify", "ours.rhai"], "")
    };
    for most in ["most = 3", "most = 1"] {
        let run = verified(&many.replace("most = 9", most));
        assert_eq!(run.code(), 0, "{most}: {}", run.out());
    }
    // What no value that it may have calls for is.
    let one = many.replace("failed.count > most", "failed.count > most && failed.count < 2");
    for (range, code) in [("most = 1 from 0 to 3", 0), ("most = 1 from 1 to 3", 1)] {
        let run = verified(&one.replace("most = 9 from 0 to 9", range));
        assert_eq!(run.code(), code, "{range}: {}", run.out());
        let dead = run.out().contains("BROKEN  every rule holds and decides somewhere: `too many`");
        assert_eq!(dead, code == 1, "{range}: {}", run.out());
    }
    let run = crate::run::run(here.path(), &["policy", "verify", "two-of-three"], "");
    assert_eq!(run.code(), 0, "{}", run.out());
    // Who asks for less is not told so for sure.
    let less =
        crate::run::run(here.path(), &["policy", "verify", "ours.rhai", "--findings", "0"], "");
    assert_eq!(less.code(), 0, "{}", less.out());
    assert!(less.out().contains("unseen  `odd` never holds"), "{}", less.out());
}

#[test]
fn a_hold_of_one_reviewer_does_not_hide_the_fail_of_another() {
    let hides = "rule \"a fail\" when failed.some && held.none then fail citing failed.blockers;\n\
                 rule \"wait\" when held.some then hold;\n\
                 rule \"go\" when passed.some && failed.none then pass;\n";
    let here = folder(&[("ours.rhai", hides)]);
    let small = ["policy", "verify", "ours.rhai", "--seats", "2", "--findings", "0"];
    let run = run(here.path(), &small, "");
    assert_eq!(run.code(), 1, "{}", run.out());
    let broken = "BROKEN  a worse answer never makes a better ruling\n          ";
    assert!(run.out().contains(broken), "{}", run.out());
    assert!(run.out().contains("is shut (hold) by `wait`"), "{}", run.out());
}

#[test]
fn flags_that_would_not_be_looked_at_are_refused() {
    let here = folder(&[("a/qa.md", "verdict: pass\nconfidence: high\n"), ("old.kdl", "")]);
    for args in [
        &["any-blocker", "strict", "--on", "a", "--seats", "2"][..],
        &["any-blocker", "strict", "--on", "a", "--findings", "1"],
        &["any-blocker", "strict", "--on", "a", "--stage", "gate"],
        &["--base", "HEAD", "--set", "a=1"],
        &["--panels", "old.kdl", "old.kdl", "--set", "a=1"],
        &["--panels", "old.kdl", "old.kdl", "--stage", "gate"],
    ] {
        let run = run(here.path(), &[&["policy", "diff"], args].concat(), "");
        assert_eq!(run.code(), 2, "{args:?}: {}", run.out());
        assert!(run.err().contains("cannot be used with"), "{args:?}: {}", run.err());
    }
}

#[test]
fn what_runs_in_rhai_is_counted_and_a_fact_is_told_once() {
    let policy = "given phase: int;\ngiven area: text;\ngiven today: date;\n\
                  fn odd(n) { let x = 0; for i in 0..n { x += 1; } x % 2 == 1 }\n\
                  rule \"a fail\" when failed.some then fail;\n\
                  rule \"odd\" when odd(passed.count) && phase < 2 then hold;\n\
                  rule \"tls\" when area == \"tls\" || area == \"sql\" then hold;\n\
                  rule \"changed\" when changed(\"src/**\") && lines_changed > 100 then hold;\n\
                  rule \"go\" when passed.all then pass;\n";
    let here = folder(&[("ours.rhai", policy)]);
    let args = ["policy", "verify", "ours.rhai", "--seats", "1", "--findings", "0"];
    let more = ["--require", "phase > 2 means fail", "--write-cases", "shown"];
    let run = run(here.path(), &[&args[..], &more].concat(), "");
    assert_eq!(run.code(), 1, "{}{}", run.out(), run.err());
    assert!(run.out().contains(" judgings in rhai\n"), "{}", run.out());
    let shown = fs::read_to_string(here.path().join("shown/cases.kdl")).expect("a case");
    assert_eq!(shown.matches("given \"phase\" 3").count(), 1, "{shown}");
    assert_eq!(shown.matches("given \"phase\"").count(), 1, "{shown}");
    // What is required, and not what comes out now.
    assert!(shown.contains("expect \"fail\""), "{shown}");
    // It is a case that can be read, and shows what it is about.
    fs::create_dir(here.path().join("ours")).expect("a folder");
    fs::write(here.path().join("ours/cases.kdl"), shown).expect("a file");
    let tried = crate::run::run(here.path(), &["policy", "test", "ours.rhai"], "");
    assert_eq!((tried.code(), tried.err().as_str()), (1, ""), "{}", tried.out());
}

/// A change that no docket shows is no harmless one, in every way to print it.
#[test]
fn what_is_not_decided_ends_with_3() {
    let gate = |most: u32| {
        format!(
            "//! Few may be unsure.\n\nrule \"many\"\n    when unsure.count > {most}\n    then fail;\n\nrule \"ok\"\n    when passed.all\n    then pass;\n"
        )
    };
    let here = folder(&[
        ("old.rhai", &gate(400)),
        ("new.rhai", &gate(401)),
        ("said.rhai", &gate(400).replace("Few", "Some")),
    ]);
    let args = ["policy", "diff", "old.rhai", "new.rhai", "--seats", "1", "--findings", "0"];
    let with = |more: &[&str]| run(here.path(), &[&args[..], more].concat(), "");
    let says =
        "rule \"many\" (line 3) was changed, and no docket that was tried shows what that does";
    let plain = with(&[]);
    assert_eq!(plain.code(), 3);
    assert!(plain.out().contains(&format!("  not decided: {says}\n")), "{}", plain.out());
    let accepted = with(&["--format", "markdown", "--allow-undecided"]);
    assert_eq!(accepted.code(), 0);
    assert!(accepted.out().contains("**Not decided**: rule"), "{}", accepted.out());
    assert!(with(&["--format", "github"]).out().contains("not decided"));
    let told = json(&with(&["--json"]).out());
    assert_eq!((&told["exit_code"], &told["policies"][0]["loosens"]), (&3.into(), &false.into()));
    assert_eq!(told["policies"][0]["undecided"][0]["says"], says);
    let told = run(here.path(), &["policy", "diff", "old.rhai", "said.rhai", "--seats", "1"], "");
    assert_eq!(told.code(), 0, "{}", told.out());
}
