use super::{ATTEMPTS, Kind, WAIVERS};
use crate::docket::{Attempt, Waiver};
use crate::host::Judged;
use crate::host::tests::alone;
use crate::ir::Fingerprint;

fn codes(wrong: &crate::Diagnostics) -> Vec<String> {
    let code = |item: &crate::Diagnostic| {
        assert!(!item.labels.is_empty() || item.code.contains("file_"), "{item:?}");
        item.code.trim_start_matches("assize::host::").to_owned()
    };
    wrong.items().iter().map(code).collect()
}

fn waivers(text: &'static str) -> Result<Vec<Waiver>, Vec<String>> {
    let read = super::waivers(&alone(text), "/w.kdl".as_ref(), &Judged::default());
    read.map(|(_, waivers)| waivers).map_err(|wrong| codes(&wrong))
}

fn attempts(text: &'static str) -> Result<Vec<Attempt>, Vec<String>> {
    super::attempts(&alone(text), "/w.kdl".as_ref(), &Judged::default())
        .map_err(|wrong| codes(&wrong))
}

#[test]
fn what_help_shows_is_read() {
    let Kind { asked, .. } = WAIVERS;
    let all = "waiver \"W-17\" category=\"legacy-tls\" path=\"src/tls/**\" owner=\"dana\" reason=\"goes with v3\" until=\"2027-01-01\" // ours";
    let read = waivers(all).expect("a waiver");
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].path.as_deref(), Some("src/tls/**"));
    assert_eq!(
        (read[0].owner.as_str(), read[0].until.to_string().as_str()),
        ("dana", "2027-01-01")
    );
    assert_eq!(waivers(asked.example).map(|all| all.len()), Ok(1));
    let twice = "attempt seat=\"qa\" action=\"respawn\" round=2\n\nattempt seat=\"qa\" action=\"respawn\" round=3";
    let read = attempts(twice).expect("attempts");
    assert_eq!(read.iter().map(|attempt| attempt.round).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(attempts(ATTEMPTS.asked.example).map(|all| all.len()), Ok(1));
    assert_eq!(waivers("// nothing is waived\n"), Ok(Vec::new()));
    // What stands in texts and behind `//` is neither a block nor a comment.
    let line = "waiver \"W-{n}\" path=\"src/{n}/**\" owner=\"dana\" reason=#\"v3 \" { /*\"# until=\"2027-01-01\" // { /*\n";
    let lines: String = (0..100).map(|n| line.replace("{n}", &n.to_string())).collect();
    assert_eq!(waivers(lines.leak()).map(|all| all.len()), Ok(100));
    // Many lines are read piece by piece, and what is wrong is told with its place.
    let wrong = waivers("\n".repeat(9000).leak()).expect_err("an empty file");
    assert_eq!(wrong, ["file_empty"]);
}

#[test]
fn a_waiver_says_who_why_until_when_and_of_what() {
    for (text, told) in [
        ("waiver \"a\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"", "waiver_covers_nothing"),
        (
            "waiver \"a\" path=\"**\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"",
            "waiver_covers_all_paths",
        ),
        (
            "waiver \"a\" path=\"!docs/**\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"",
            "waiver_covers_all_paths",
        ),
        (
            "waiver \"a\" path=\"src/{a\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"",
            "waiver_covers_all_paths",
        ),
        ("waiver \"a\" category=\"c\" owner=\"d\" until=\"2027-01-01\"", "record_says_too_little"),
        ("waiver \"a\" category=\"c\" owner=\"d\" reason=\"r\"", "record_says_too_little"),
        ("waiver \"a\"", "record_says_too_little,waiver_covers_nothing"),
        ("waiver category=\"c\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"", "record_nameless"),
        (
            "waiver \"a\" category=\"\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"",
            "record_not_text",
        ),
        (
            "waiver \"a\" category=\"c\" owner=\" \" reason=\"r\" until=\"2027-01-01\"",
            "record_not_text",
        ),
        (
            "waiver \"a\" category=\"c\" owner=\"\u{200b}\" reason=\"-\" until=\"2027-01-01\"",
            "record_says_nothing,record_says_nothing",
        ),
        (
            "waiver \"?\" category=\"c\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"",
            "record_says_nothing",
        ),
        (
            "waiver 7 category=\"c\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"",
            "record_not_text",
        ),
        ("waiver \"a\" category=\"c\" owner=\"d\" reason=\"r\" until=\"2027-02-30\"", "waiver_day"),
        ("waiver \"a\" category=\"c\" owner=\"d\" reason=\"r\" until=2027", "record_not_text"),
        (
            "waiver \"a\" fingerprint=\"5b0c\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"",
            "waiver_fingerprint",
        ),
        (
            "waiver \"a\" category=\"c\" ower=\"d\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"",
            "record_unknown_property",
        ),
        (
            "waiver \"a\" category=\"c\" owner=\"d\" owner=\"e\" reason=\"r\" until=\"2027-01-01\"",
            "record_said_twice",
        ),
        (
            "waiver \"a\" \"b\" category=\"c\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"",
            "record_too_much",
        ),
        (
            "waiver \"a\" category=\"c\" owner=\"d\" reason=\"r\" until=\"2027-01-01\" { }",
            "record_too_much",
        ),
        ("waver \"a\"", "record_unknown_node"),
        ("attempt seat=\"qa\" action=\"respawn\" round=1", "record_unknown_node"),
        ("waiver \"a\" category=\"c", "record_malformed"),
        ("{ { { { { { { { { { { { { { { { { {", "record_malformed"),
        ("", "file_empty"),
    ] {
        let wrong = waivers(text).expect_err(text);
        assert_eq!(wrong.join(","), told, "{text}");
    }
    // Who decided may be left out: the policy tells it, and it covers nothing.
    let nobody = waivers("waiver \"a\" category=\"c\" reason=\"r\" until=\"2027-01-01\"");
    let owners = nobody.map(|read| read.into_iter().map(|waiver| waiver.owner).collect());
    assert_eq!(owners, Ok(vec![String::new()]));
    let twice = "waiver \"a\" category=\"c\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"\nwaiver \"a\" path=\"p\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"";
    assert_eq!(waivers(twice), Err(vec!["waiver_twice".to_owned()]));
}

#[test]
fn an_attempt_says_whom_what_and_when() {
    for (text, told) in [
        ("attempt seat=\"qa\" action=\"respwan\" round=1", "attempt_action"),
        ("attempt seat=\"qa\" action=\"pass\" round=1", "attempt_action"),
        ("attempt seat=\"qa\" action=\"respawn\" round=0", "attempt_round"),
        ("attempt seat=\"qa\" action=\"respawn\" round=\"1\"", "attempt_round"),
        ("attempt seat=\"qa\" action=\"respawn\" round=99999999999", "attempt_round"),
        ("attempt seat=\"qa\" action=\"respawn\"", "record_says_too_little"),
        ("attempt action=\"respawn\" round=1", "record_says_too_little"),
        ("attempt \"qa\" seat=\"qa\" action=\"respawn\" round=1", "record_too_much"),
    ] {
        assert_eq!(attempts(text).expect_err(text).join(","), told, "{text}");
    }
}

#[test]
fn a_fingerprint_has_its_version_and_all_its_digits() {
    assert!(Fingerprint::is_one("f1:0123456789abcdef0123456789abcdef"));
    for odd in
        ["", "f1:", "f2:0123456789abcdef0123456789abcdef", "f1:0123456789ABCDEF0123456789abcdef"]
    {
        assert!(!Fingerprint::is_one(odd), "{odd}");
    }
}
