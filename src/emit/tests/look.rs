//! Text for a person.

use super::bench;
use crate::emit::text::{TextOptions, explain, ruling};

const PLAIN: TextOptions = TextOptions { color: false, width: 80 };

#[test]
fn everybody_passes() {
    insta::assert_snapshot!(ruling(&bench::all_pass(), &PLAIN), @"");
}

#[test]
fn one_fails() {
    insta::assert_snapshot!(ruling(&bench::one_fails(), &PLAIN), @"");
}

#[test]
fn missing_and_unreadable() {
    insta::assert_snapshot!(ruling(&bench::missing_and_unreadable(), &PLAIN), @"");
}

#[test]
fn an_uninvited_source_fails() {
    insta::assert_snapshot!(ruling(&bench::uninvited_fails(), &PLAIN), @"");
}

#[test]
fn an_override_is_loud() {
    insta::assert_snapshot!(ruling(&bench::overridden(), &PLAIN), @"");
}

#[test]
fn a_hostile_reviewer_forges_no_line() {
    insta::assert_snapshot!(ruling(&bench::hostile(), &PLAIN), @"");
}

#[test]
fn explained_when_everybody_passes() {
    insta::assert_snapshot!(explain(&bench::all_pass(), &PLAIN), @"");
}

#[test]
fn explained_when_one_fails() {
    insta::assert_snapshot!(explain(&bench::one_fails(), &PLAIN), @"");
}

#[test]
fn explained_when_missing_and_unreadable() {
    insta::assert_snapshot!(explain(&bench::missing_and_unreadable(), &PLAIN), @"");
}

#[test]
fn explained_when_an_uninvited_source_fails() {
    insta::assert_snapshot!(explain(&bench::uninvited_fails(), &PLAIN), @"");
}

/// Whatever reviewers write, only the first line begins with OPEN or SHUT, it tells the truth,
/// and nothing acts on the terminal.
#[test]
fn only_the_ruling_says_open() {
    for found in bench::all() {
        for width in [0, 40, 80, 200] {
            for text in [
                ruling(&found, &TextOptions { color: false, width }),
                explain(&found, &TextOptions { color: false, width }),
            ] {
                let gate = if found.opening().is_some() { "OPEN  " } else { "SHUT  " };
                assert!(text.starts_with(gate), "{text}");
                let claims = text.lines().filter(|line| {
                    let line = line.trim_start();
                    line.starts_with("OPEN") || line.starts_with("SHUT")
                });
                assert_eq!(claims.count(), 1, "{text}");
                assert!(!text.chars().any(|c| c != '\n' && crate::emit::visible::is_hidden(c)));
                assert!(text.lines().all(|line| line.chars().count() <= width.max(40)), "{text}");
                assert!(text.lines().all(|line| line == line.trim_end()), "{text:?}");
                assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
            }
        }
    }
}

/// Colours change nothing but colours.
#[test]
fn without_its_colours_a_ruling_is_the_same() {
    for found in bench::all() {
        let colored = ruling(&found, &TextOptions { color: true, width: 80 });
        let mut plain = String::new();
        let mut rest = colored.as_str();
        while let Some((before, after)) = rest.split_once("\u{1b}[") {
            plain.push_str(before);
            rest = after.split_once('m').map_or("", |(_, after)| after);
        }
        plain.push_str(rest);
        assert_eq!(plain, ruling(&found, &PLAIN));
        assert!(colored.starts_with("\u{1b}["));
    }
}
