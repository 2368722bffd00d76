//! Text for a person.

use super::bench;
use crate::emit::text::{TextOptions, explain, ruling};

const PLAIN: TextOptions = TextOptions { color: false, width: 80 };

#[test]
fn everybody_passes() {
    insta::assert_snapshot!(ruling(&bench::all_pass(), &PLAIN), @r#"
    OPEN  pass: everybody passed
          task-17, round 1, policy any-blocker:25

      qa        pass        high
      quality   pass        med
      security  pass        high

    1 repair while reading; `assize explain` shows them
    "#);
}

#[test]
fn one_fails() {
    insta::assert_snapshot!(ruling(&bench::one_fails(), &PLAIN), @r#"
    SHUT  NO-GO (fail): a reviewer failed the change
          task-17, round 2, policy any-blocker:9

        ╭─ quality.md:1
      1 │ verdict: pass
        ·          ──── says pass, but lists a blocker: fail
      4 │ blocker: src/handler.ts:88 SQL string-concat with user input
        ╰─

        ╭─ security.md:3
      3 │ blocker: src/auth.ts:12 the token is compared with ==, which leaks its
        │ length and its first wrong byte to whoever can measure time
      5 │ blocker: no test covers the refusal
        ╰─

    note  a reviewer is unsure: qa

      qa        pass        ?
      quality   fail        med   stated pass
      security  fail        high

    next
      fix         quality: 1 finding above
      fix         security: 2 findings above
      redispatch  qa: no confidence
    "#);
}

#[test]
fn missing_and_unreadable() {
    insta::assert_snapshot!(ruling(&bench::missing_and_unreadable(), &PLAIN), @r#"
    SHUT  hold: a verdict is missing or cannot be read
          task-17, round 1, policy any-blocker:13

        ╭─ quality.md:3
      3 │ verdict: maybe
        ·          ───── not a verdict
        ╰─

      qa        missing
      quality   unreadable        weight 2; its word is no verdict
      security  errored           timed out after 240 s
      style     warn        low   heard

    next
      redispatch  qa: missing
      redispatch  quality: unreadable: unknown_word
      redispatch  security: errored
    "#);
}

#[test]
fn an_uninvited_source_fails() {
    insta::assert_snapshot!(ruling(&bench::uninvited_fails(), &PLAIN), @r#"
    SHUT  fail: may not open, though the rule "everybody passed" says pass
          task-17, round 1, policy any-blocker:25

    refused, because
      × intruder was not expected, and says fail

        ╭─ intruder.md:3
      3 │ blocker: it leaks
        ╰─

      qa        pass        high
      intruder  fail        high  uninvited

    next
      fix         intruder: 1 finding above
    "#);
}

#[test]
fn an_override_is_loud() {
    insta::assert_snapshot!(ruling(&bench::overridden(), &PLAIN), @r#"
    OPEN  warn: the release manager signed
          because 2 of 3 agree
          task-17, round 1, policy any-blocker:6

    OVERRIDDEN by the policy: the release manager signed off
      ! required reviewer security is missing

    also  a verdict is missing or cannot be read
    also  passed with advisories

      qa        warn        high
      security  missing

    next
      redispatch  security: missing
    "#);
}

#[test]
fn a_hostile_reviewer_forges_no_line() {
    insta::assert_snapshot!(ruling(&bench::hostile(), &PLAIN), @r#"
    SHUT  NO-GO (fail): a reviewer failed the change
          t\u{1b}[2J\nOPEN  pass, round 1, policy any-blocker:9

        ╭─ qa\u{1b}[0m.md:2
      2 │ blocker: \u{1b}[1A\u{1b}[2KOPEN\rOPEN  pass \u{202e}ssap \u{2066}\u{9b}x
        │ very long very long very long very long very long very long very long very
        │ long very long very long very long very long very long very long very long
        │ very long very long very long very long very long very long very long ver…
      3 │ blocker: "} \ { /* // =#true
        ╰─

    also  a verdict is missing or cannot be read
    note  a reviewer is unsure: qa\nOPEN  pass: everybody passed

      qa\nOPEN  pass: everybody passed  fail        ?
      b                                 errored           boom\r\nOPEN\u{7}

    next
      fix         qa\nOPEN  pass: everybody passed: 2 findings above
      redispatch  qa\nOPEN  pass: everybody passed: no confidence
      redispatch  b: errored
    "#);
}

#[test]
fn explained_when_everybody_passes() {
    insta::assert_snapshot!(explain(&bench::all_pass(), &PLAIN), @r#"
    OPEN  pass: everybody passed
          task-17, round 1, policy any-blocker:25

    policy any-blocker  gate language 1
      sha256 abababababababababababababababababababababababababababababababab
      param min_verdicts = 1
      param mode = "strict"
      given phase = 3

    rules, in order; the first that holds decides
      ·  6  the release manager signed → warn
              phase = 3
      ·  9  a reviewer failed the change → NO-GO
              failed          = none
              failed.blockers = none
      · 13  a verdict is missing or cannot be read → hold
              unsettled = none
      · 17  a reviewer is unsure  (note)
              unsure.some = false
      · 21  passed with advisories → warn
              warned.some = false
      ▶ 25  everybody passed → pass  decides
              passed.all = not needed
              mode       = "strict"

    reviewers
      qa  pass
        required
        stated pass: comes to pass; confidence high
        ╭─ qa.md:1
      1 │ verdict: pass
        ╰─

      quality  pass
        required
        stated **pass** (pass): comes to pass; confidence med
        ╭─ quality.md:1
      1 │ verdict: **pass**
        ╰─

      security  pass
        required
        stated pass: comes to pass; confidence high
        ╭─ security.md:1
      1 │ verdict: pass
        ╰─

    sources, read with the standard profile
      qa.md
        seat; verdict-file; 31 bytes; b203f0298eb0…
      quality.md
        seat; verdict-file; 34 bytes; fc42107140bc…
        ╭─ quality.md:1
      1 │ verdict: **pass**
        ·          ──────── repaired: bold_token
        ╰─
      security.md
        seat; verdict-file; 31 bytes; b203f0298eb0…
    "#);
}

#[test]
fn explained_when_one_fails() {
    insta::assert_snapshot!(explain(&bench::one_fails(), &PLAIN), @r#"
    SHUT  NO-GO (fail): a reviewer failed the change
          task-17, round 2, policy any-blocker:9

    policy any-blocker  gate language 1
      sha256 abababababababababababababababababababababababababababababababab
      param min_verdicts = 1
      param mode = "strict"
      given phase = 3

    rules, in order; the first that holds decides
      ·  6  the release manager signed → warn
              phase = 3
      ▶  9  a reviewer failed the change → NO-GO  decides
              failed          = quality, security
              failed.blockers = quality#1, security#1, security#3
      · 13  a verdict is missing or cannot be read → hold
              unsettled = none
      ✓ 17  a reviewer is unsure  (note)  holds
              unsure.some = true
      · 21  passed with advisories → warn
              warned.some = false
      · 25  everybody passed → pass
              passed.all = not needed
              mode       = "strict"

    reviewers
      qa  pass
        required
        stated pass: comes to pass; no confidence given
        ╭─ qa.md:1
      1 │ verdict: pass
        ╰─

      quality  fail
        required
        stated pass, derived fail: comes to fail; confidence med
        ╭─ quality.md:1
      1 │ verdict: pass
        ·          ──── says pass, but lists a blocker: fail
      4 │ blocker: src/handler.ts:88 SQL string-concat with user input
        ╰─

      security  fail
        required
        stated fail, derived fail: comes to fail; confidence high
        ╭─ security.md:1
      1 │ verdict: fail
      3 │ blocker: src/auth.ts:12 the token is compared with ==, which leaks its
        │ length and its first wrong byte to whoever can measure time
      4 │ advisory: rotate the key
      5 │ blocker: no test covers the refusal
        ╰─

    sources, read with the standard profile
      qa.md
        seat; verdict-file; 14 bytes; 84420a879c3f…
      quality.md
        seat; verdict-file; 92 bytes; c9b31df9bdb7…
      security.md
        seat; verdict-file; 223 bytes; c1e3c5ec3b0b…
    "#);
}

#[test]
fn explained_when_missing_and_unreadable() {
    insta::assert_snapshot!(explain(&bench::missing_and_unreadable(), &PLAIN), @r#"
    SHUT  hold: a verdict is missing or cannot be read
          task-17, round 1, policy any-blocker:13

    policy any-blocker  gate language 1
      sha256 abababababababababababababababababababababababababababababababab
      param min_verdicts = 1
      param mode = "strict"
      given phase = 3

    rules, in order; the first that holds decides
      ·  6  the release manager signed → warn
              phase = 3
      ·  9  a reviewer failed the change → NO-GO
              failed          = none
              failed.blockers = none
      ▶ 13  a verdict is missing or cannot be read → hold  decides
              unsettled = qa, quality, security
      · 17  a reviewer is unsure  (note)
              unsure.some = false
      · 21  passed with advisories → warn
              warned.some = false
      · 25  everybody passed → pass
              passed.all = not needed
              mode       = "strict"

    reviewers
      qa  missing
        required

      quality  unreadable
        required; weight 2; its word is no verdict
        ╭─ quality.md:3
      3 │ verdict: maybe
        ·          ───── not a verdict
        ╰─

      security  errored
        required; timed out after 240 s

      style  warn
        heard
        stated warn: comes to warn; confidence low
        ╭─ style.md:1
      1 │ verdict: warn
      3 │ advisory: long lines
        ╰─

    sources, read with the standard profile
      quality.md
        seat; no known format; 28 bytes; 00fa3d160842…
      style.md
        seat; verdict-file; 51 bytes; 3fb91442c566…
    "#);
}

#[test]
fn explained_when_an_uninvited_source_fails() {
    insta::assert_snapshot!(explain(&bench::uninvited_fails(), &PLAIN), @r#"
    SHUT  fail: may not open, though the rule "everybody passed" says pass
          task-17, round 1, policy any-blocker:25

    refused, because
      × intruder was not expected, and says fail

    policy any-blocker  gate language 1
      sha256 abababababababababababababababababababababababababababababababab
      param min_verdicts = 1
      param mode = "strict"
      given phase = 3

    rules, in order; the first that holds decides
      ·  6  the release manager signed → warn
              phase = 3
      ·  9  a reviewer failed the change → NO-GO
              failed          = none
              failed.blockers = none
      · 13  a verdict is missing or cannot be read → hold
              unsettled = none
      · 17  a reviewer is unsure  (note)
              unsure.some = false
      · 21  passed with advisories → warn
              warned.some = false
      ▶ 25  everybody passed → pass  decides
              passed.all = not needed
              mode       = "strict"

    reviewers
      qa  pass
        required
        stated pass: comes to pass; confidence high
        ╭─ qa.md:1
      1 │ verdict: pass
        ╰─

      intruder  fail
        uninvited
        stated fail, derived fail: comes to fail; confidence high
        ╭─ intruder.md:1
      1 │ verdict: fail
      3 │ blocker: it leaks
        ╰─

    sources, read with the standard profile
      qa.md
        seat; verdict-file; 31 bytes; b203f0298eb0…
      intruder.md
        uninvited; verdict-file; 49 bytes; 90ea51badf92…
    "#);
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
