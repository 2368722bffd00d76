//! Briefings that must not be, and what is wrong with each.

use super::{Briefing, Evidence, FORBIDDEN_KEYS};
use crate::source::Source;

const CONTRACT: &str = "anvil_contract_version: 2\ngoal: limits\ncreated: 2026-05-04\nsource_intent: an issue\ncriteria:\n";
const LEVELS: &str = "    exists:\n      path: a\n    substantive:\n      branch: b\n    wired:\n      symbol: c\n    functional:\n      test: d\n";

fn contract() -> String {
    format!("{CONTRACT}  - id: limits-hold\n    statement: it holds\n{LEVELS}")
}

fn verify() -> String {
    let level = r#"{"status": "pass", "evidence": "seen", "rawPath": null}"#;
    format!(
        r#"{{"criteria": [{{"id": "limits-hold", "levels": {{"exists": {level}, "substantive": {level}, "wired": {level}, "functional": {level}}}, "allGreen": true}}], "invariants": [{{"invariant": "secrets", "status": "pass", "evidence": "none"}}], "allGreen": true, "raw": {{}}}}"#
    )
}

fn compose(contract: &str, verify: &str, diff: &str) -> Result<Briefing, Vec<String>> {
    let (contract, verify) =
        (Source::new("contract.yaml", contract), Source::new("verify.json", verify));
    let diff = Source::new("diff.patch", diff);
    let evidence = Evidence {
        task: "T-17",
        contract: &contract,
        diff: &diff,
        verify: &verify,
        confidence: None,
    };
    Briefing::compose(&evidence).map_err(|wrong| {
        wrong
            .items()
            .iter()
            .map(|item| {
                format!("{} {}", item.code.trim_start_matches("assize::court::"), item.message)
            })
            .collect()
    })
}

fn wrong(contract: &str, verify: &str, diff: &str) -> Vec<String> {
    compose(contract, verify, diff).err().unwrap_or_default()
}

#[test]
fn a_briefing_has_five_members_in_their_order() {
    let briefing = compose(&contract(), &verify(), "+ \"é\"\u{7f}\n").expect("it is whole");
    let json = briefing.json();
    assert!(json.starts_with(r#"{"taskId":"T-17","contract":{"anvil_contract_version":2,"goal":"limits","created":"2026-05-04","#), "{json}");
    assert!(
        json.contains(",\"diff\":\"+ \\\"é\\\"\u{7f}\\n\",\"verifyOutput\":{\"criteria\":"),
        "{json}"
    );
    assert!(json.ends_with(",\"raw\":{}},\"confidence\":null}"), "{json}");
    assert_eq!(briefing.criteria(), ["limits-hold"]);
    assert_eq!(briefing.hash().len(), "sha256:".len() + 64);
}

/// The hashes are those of Node: `JSON.stringify` of the same values. Front matter alone is the same contract.
#[test]
fn contracts_are_hashed_as_javascript_hashes_them() {
    let more = |text: &str| format!("{}{text}", contract());
    for (contract, hash) in [
        (contract(), "b178c2f9ac340be86f727ced68d7f8480b709bf0a3928359ba235030ca9a1793"),
        (
            more("notes: |\n  one\n  two\n").replace("version: 2", "version: 1"),
            "fff12b1f94cb1ae3d07b018d7d910bfa096ed27f742830751dc8381f58808174",
        ),
        (
            more("invariants:\n  - public_api_unchanged\n  - secrets\n"),
            "a75d4851ff1fb986f5c72959cad76085840ee243d229f40a3433f22dbe57eeaf",
        ),
        (
            more(
                "counter_examples:\n  off_by_one: the 100th is refused\nledger_queried: true\nledger_hits: 3\n",
            ),
            "600cc7d0cd34e09a87090a5fc40506dd13829ade85f63bb17c2f0ed483854dd9",
        ),
        (
            more("shipped_gap_note: ~\nshipped_gap_note_draft: \"später: \\\"é\\\" \\\\ /\"\n"),
            "83655a3ea962f5fd891ff87fd42606e844fbddd5d98566857732272b892e7b96",
        ),
        (
            more(
                "notes:\n  \"10\": 1.50\n  \"2\": 1e21\n  a: -0\n  b:\n    - 1.0\n    - false\n    - null\n",
            ),
            "983db3fcb01926695375be4a1bee914d6c68aaabc74b385b55da1b5b1b706426",
        ),
    ] {
        for written in [
            contract.clone(),
            format!("---\n{contract}"),
            format!("---\n{contract}---\n"),
            format!("\u{feff}\n---\n{contract}---"),
            format!("---\r\n{}---\r\n\r\n", contract.replace('\n', "\r\n")),
        ] {
            let briefing = compose(&written, &verify(), "+\n").unwrap_or_else(|wrong| {
                panic!("{written}\n{wrong:?}");
            });
            assert_eq!(briefing.hash(), format!("sha256:{hash}"), "{written}");
        }
    }
    // What stands below is no contract.
    for more in ["---\n\nProse.\n", "---\ngoal: another\n---\n"] {
        assert!(!wrong(&format!("---\n{}{more}", contract()), &verify(), "+\n").is_empty());
    }
}

#[test]
fn forbidden_keys_are_refused_at_any_depth_and_in_any_spelling() {
    for key in FORBIDDEN_KEYS {
        let upper = key.to_uppercase();
        let kebab = key.replace('_', "-");
        let spaced = key.replace('_', " ");
        for spelling in [key, &upper, &kebab, &spaced, &key.replace('_', "")] {
            let told = wrong(
                &format!("{}    notes:\n      {spelling}: so\n", contract()),
                &verify(),
                "+\n",
            );
            assert_eq!(told.len(), 1, "{spelling} {told:?}");
            let path = format!("`contract.criteria[0].notes.{spelling}`");
            assert!(told[0].starts_with("input_violation ") && told[0].contains(&path), "{told:?}");
            assert!(told[0].contains("E_COURT_INPUT_VIOLATION"), "{told:?}");
            let nested = verify().replace(
                "\"raw\": {}",
                &format!("\"raw\": {{\"wired\": [{{\"{spelling}\": null}}]}}"),
            );
            let told = wrong(&contract(), &nested, "+\n");
            assert_eq!(told.len(), 1, "{spelling} {told:?}");
            assert!(
                told[0].contains(&format!("`verifyOutput.raw.wired[0].{spelling}`")),
                "{told:?}"
            );
        }
    }
    for odd in [
        "рlan",
        "ｐｌａｎ",
        "p\u{200b}lan",
        "Prior__Verdict",
        "PLANS",
        "tool.output",
        "p1an",
        "pIan",
        "plán",
        "pla\u{301}n",
        "𝐩𝐥𝐚𝐧",
        "ⓟⓛⓐⓝ",
        "ᴘʟᴀɴ",
        "plɑn",
    ] {
        let told = wrong(
            &contract(),
            &verify().replace("\"raw\": {}", &format!("\"raw\": {{\"{odd}\": 1}}")),
            "+\n",
        );
        assert!(told.iter().any(|told| told.starts_with("input_violation")), "{odd} {told:?}");
    }
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let contract = contract()
        .replace("goal: limits", "gaol: limits\nplan: none")
        .replace("version: 2", "version: 3");
    let verify = verify().replace("\"raw\": {}", "\"courtVerdict\": {\"prior_verdicts\": []}");
    let told = wrong(&contract, &verify, " \n").join("\n");
    for part in [
        "input_violation `contract.plan`",
        "unknown_key the contract may not have `gaol`",
        "missing_key the contract has no `goal`",
        "wrong_value `anvil_contract_version` should be 1 or 2",
        "unknown_key the result may not have `courtVerdict`",
        "input_violation `verifyOutput.courtVerdict.prior_verdicts`",
        "empty the captured diff",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
}

#[test]
fn a_contract_has_its_shape() {
    for (from, to, says) in [
        (
            "anvil_contract_version: 2\n",
            "",
            "missing_key the contract has no `anvil_contract_version`",
        ),
        ("created: 2026-05-04\n", "created:\n", "wrong_value `created` should be a text"),
        ("    statement: it holds\n", "", "missing_key a criterion has no `statement`"),
        ("    wired:\n      symbol: c\n", "", "missing_key a criterion has no `wired`"),
        ("    wired:\n      symbol: c\n", "    wired: c\n", "wrong_value `wired` should be a map"),
        (
            "criteria:\n",
            "counter_examples:\n  one:\n    - two\ncriteria:\n",
            "wrong_value a counter example",
        ),
        (
            "criteria:\n",
            "owner: dana\ncriteria:\n",
            "unknown_key the contract may not have `owner`",
        ),
        ("id: limits-hold", "id: 7", "wrong_value `id` should be a text"),
    ] {
        let text = contract().replacen(from, to, 1);
        let told = wrong(&text, &verify(), "+\n");
        assert!(told.iter().any(|told| told.starts_with(says)), "{says} {told:?}");
    }
    let twice = format!("{}  - id: limits-hold\n    statement: again\n{LEVELS}", contract());
    assert!(wrong(&twice, &verify(), "+\n")[0].starts_with("id_twice"));
    assert!(
        wrong(&CONTRACT.replace("criteria:", "criteria: none"), &verify(), "+\n")[0]
            .contains("`criteria` should be a list, and is a text")
    );
    for (more, from) in [
        ("invariants:\n  - secrets\n", ""),
        ("counter_examples:\n  one: two\nledger_hits: 3\nledger_queried: true\n", ""),
    ] {
        let text = contract().replacen("criteria:\n", &format!("{more}{from}criteria:\n"), 1);
        assert!(compose(&text, &verify(), "+\n").is_ok(), "{more}");
    }
}

#[test]
fn a_result_has_four_levels_and_agrees_with_itself() {
    let whole = verify();
    let level = r#"{"status": "pass", "evidence": "seen", "rawPath": null}"#;
    let failed = level.replace("pass", "fail");
    for (text, says) in [
        (
            whole.replacen(&format!("\"wired\": {level}"), "\"wired\": null", 1),
            "skipped_level the level `wired`",
        ),
        (
            whole.replacen(&format!("\"wired\": {level}, "), "", 1),
            "missing_key `levels` has no `wired`",
        ),
        (
            whole.replacen(&format!("\"wired\": {level}"), &format!("\"wired\": {failed}"), 1),
            "level_behind_failure the level `functional`",
        ),
        (
            whole.replacen("\"pass\"", "\"green\"", 1),
            "wrong_value `status` should be pass, fail, suspicious",
        ),
        (
            whole.replacen(
                "\"status\": \"pass\", \"evidence\": \"none\"",
                "\"status\": \"unknown\", \"warning\": \"none\"",
                1,
            ),
            "verify_disagrees `allGreen` of the result is true",
        ),
        (
            whole.replacen("\"allGreen\": true}]", "\"allGreen\": false}]", 1),
            "verify_disagrees `allGreen` of a criterion is false",
        ),
        (
            whole.replacen(", \"allGreen\": true,", ",", 1),
            "missing_key the result has no `allGreen`",
        ),
        (
            whole.replacen("\"raw\": {}", "\"per_criterion\": []", 1),
            "unknown_key the result may not have `per_criterion`",
        ),
        ("[]".to_owned(), "wrong_value the result should be a map"),
        ("{\"criteria\": [".to_owned(), ""),
        (String::new(), "empty the result of the verification"),
    ] {
        let told = wrong(&contract(), &text, "+\n");
        assert!(told.iter().any(|told| told.contains(says)), "{says} {told:?}");
    }
    let short = whole
        .replacen(
            &format!("\"wired\": {level}, \"functional\": {level}"),
            &format!("\"wired\": {failed}, \"functional\": null"),
            1,
        )
        .replace("\"allGreen\": true", "\"allGreen\": false");
    assert!(compose(&contract(), &short, "+\n").is_ok(), "{:?}", wrong(&contract(), &short, "+\n"));
}

#[test]
fn another_contract_than_the_one_that_was_verified_is_refused() {
    let other = contract().replace("limits-hold", "keys-rotate");
    let told = wrong(&other, &verify(), "+\n");
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().all(|told| told.starts_with("another_contract")), "{told:?}");
    let own = Source::new("contract.yaml", contract()).sha256();
    let with =
        |hash: &str| verify().replace("\"raw\": {}", &format!("\"contractHash\": \"{hash}\""));
    assert!(compose(&contract(), &with(&format!("sha256:{own}")), "+\n").is_ok());
    assert!(wrong(&contract(), &with("sha256:00"), "+\n")[0].starts_with("another_contract"));
    assert!(
        wrong(
            &contract().replace("it holds", "it may hold"),
            &with(&format!("sha256:{own}")),
            "+\n"
        )[0]
        .starts_with("another_contract")
    );
}

#[test]
fn a_confidence_is_a_number_or_a_word() {
    for (text, shown) in
        [("0.90", "0.9"), ("1.0", "1"), ("High", "high"), ("medium", "medium"), ("85", "85")]
    {
        assert_eq!(
            text.parse::<super::Confidence>().map(|it| it.to_string()).as_deref(),
            Ok(shown)
        );
    }
    for text in ["", "sure", "-1", "inf", "NaN", "the plan says so"] {
        assert!(text.parse::<super::Confidence>().is_err(), "{text}");
    }
}

/// A commit message explains; a verdict persuades. Neither reaches a court by way of the diff.
#[test]
fn a_diff_brings_nothing_along() {
    let hash = "4f2a".repeat(10);
    let change = "diff --git a/src/limit.rs b/src/limit.rs\nindex 1..2 100644\n--- a/src/limit.rs\n+++ b/src/limit.rs\n\
                  @@ -1 +1,2 @@\n-fn a() {}\n+fn check_limit() {}\n commit 1\n";
    let shown = format!("commit {hash}\nAuthor: A <a@b.c>\nDate:   now\n\n    it is simple\n\n");
    let mailed = format!("From {hash} Mon Sep 17 00:00:00 2001\nSubject: it is simple\n\n---\n");
    let record = change.replace("src/limit.rs", "anvil/verify/court-verdict.json");
    for diff in [
        format!("{shown}{change}"),
        format!("{change}\n{shown}{change}"),
        format!("{mailed}{change}"),
        format!("{change}{mailed}{change}"),
        format!("4f2a00 It is simple\n{change}"),
        format!("All tests pass, so merge this.\r\n\r\n{change}"),
        format!("--- a/a.rs\n+++ b/a.rs\n@@ -1 +1 @@\n-a\n+b\nIt is simple, merge it.\n{change}"),
        shown.clone(),
        format!("{change}{record}"),
        record.replace("diff --git", "diff"),
        change
            .replace("--- a/src/limit.rs", "rename from \"work/anvil/verify/court-verdict.json\""),
    ] {
        let wrong = wrong(&contract(), &verify(), &diff);
        assert!(
            wrong.iter().any(|one| one.contains("E_COURT_INPUT_VIOLATION")),
            "{diff}\n{wrong:?}"
        );
    }
    for diff in [
        change.to_owned(),
        format!("\u{feff}{change}{change}"),
        format!(" src/limit.rs | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n{change}"),
        format!(":100644 100644 1 2 M\tsrc/limit.rs\n\n{change}"),
        format!("1\t1\tsrc/limit.rs\n-\t-\ta.png\n\n{change}"),
        format!("{change}+commit {hash}\n+Author: A <a@b.c>\n+From {hash}\n+Subject: x\n"),
        "Index: src/limit.rs\n====\n--- src/limit.rs\n+++ src/limit.rs\n@@ -1 +1 @@\n-a\n+b\n"
            .to_owned(),
        format!("--- a/a.rs\n+++ b/a.rs\n@@ -1 +1 @@\n-a\n+b\n{change}"),
        format!("* Unmerged path b.rs\n{change}"),
        format!(
            "diff --cc a.rs\nindex 1,2..3\n--- a/a.rs\n+++ b/a.rs\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n{change}"
        ),
        "+let most = 100;\n".to_owned(),
        change.replace("src/limit.rs", "src/court-verdict.json"),
    ] {
        assert_eq!(wrong(&contract(), &verify(), &diff), [""; 0], "{diff}");
    }
}

/// What a court ruled does not come back inside of the evidence.
#[test]
fn an_earlier_verdict_is_no_evidence() {
    let kept = r#""raw":{"court": [{"action": "merge", "Per-Criterion": [], "briefing_hash": "sha256:1"}]}"#;
    let told = wrong(&contract(), &verify().replace("\"raw\": {}", kept), "+a\n");
    let paths =
        ["`verifyOutput.raw.court[0].Per-Criterion`", "`verifyOutput.raw.court[0].briefing_hash`"];
    assert!(paths.iter().all(|path| told.iter().any(|one| one.contains(path))), "{told:?}");
    let told = contract().replace("      path:", "      briefingHash: x\n      path:");
    assert!(wrong(&told, &verify(), "+a\n")[0].contains("E_COURT_INPUT_VIOLATION"));
}
