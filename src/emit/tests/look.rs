//! Text for a person.

use super::bench;
use crate::emit::text::{TextOptions, explain, ruling};

const PLAIN: TextOptions = TextOptions { color: false, width: 80 };

#[test]
fn everybody_passes() {
    insta::assert_snapshot!(ruling(&bench::all_pass(), &PLAIN), @r#"
    OPEN  pass: everybody passed
          task-17, round 1, policy any-blocker:26

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
          task-17, round 2, policy release:12

       ╭─[quality.md:1:10]
     1 │ verdict: pass
       ·          ──┬─
       ·            ╰── says pass, but lists a blocker: fail
     4 │ blocker: src/handler.ts:88 SQL string-concat with user input
       ╰────
      × verdict is `pass` but lists a blocker
      help: say `verdict: fail`, or make it an `advisory:` line

       ╭─[security.md:3:1]
     3 │ blocker: src/auth.ts:12 the token is compared with ==, which leaks its
       │ length and its first wrong byte to whoever can measure time
     5 │ blocker: no test covers the refusal
       ╰────

    note  a reviewer is unsure: qa

      qa        pass        ?
      quality   fail        med   stated pass; contradicts itself
      security  fail        high

    next
      fix         quality: 1 finding above
      fix         security: 2 findings above
      redispatch  qa: no confidence
      redispatch  quality: the verdict contradicts itself

    1 repair while reading; `assize explain` shows them
    "#);
}

#[test]
fn missing_and_unreadable() {
    insta::assert_snapshot!(ruling(&bench::missing_and_unreadable(), &PLAIN), @r#"
    SHUT  hold: a verdict is missing or cannot be read
          task-17, round 1, policy any-blocker:10

       ╭─[quality.md:3:10]
     3 │ verdict: maybe
       ·          ──┬──
       ·            ╰── not one of `pass`, `fail`, `warn`
       ╰────
      × `maybe` is not a verdict
      help: write `pass`, `fail` or `warn`, and nothing else on the line

    also  too few verdicts to decide

      qa        missing
      quality   unreadable        weight 2; its word is not a verdict
      security  errored           timed out after 240 s
      style     warn        low   observer

    next
      redispatch  qa: missing
      redispatch  quality: unreadable: unknown_word
      redispatch  security: errored
    "#);
}

#[test]
fn an_unexpected_source_fails() {
    insta::assert_snapshot!(ruling(&bench::unexpected_fails(), &PLAIN), @r#"
    SHUT  fail: may not open, though the rule "everybody passed" says pass
          task-17, round 1, policy any-blocker:26

    refused, because
      × intruder was not expected, and says fail

       ╭─[intruder.md:3:1]
     3 │ blocker: it leaks
       ╰────

      qa        pass        high
      intruder  fail        high  unexpected

    next
      fix         intruder: 1 finding above
    "#);
}

#[test]
fn an_excused_reviewer_caps_the_gate() {
    insta::assert_snapshot!(ruling(&bench::excused(), &PLAIN), @r#"
    OPEN  warn: everybody passed
          task-17, round 1, policy any-blocker:26

    note  a reviewer is unsure: qa

      qa        pass        low
      security  excused           on holiday

    next
      redispatch  qa: low confidence
    "#);
}

#[test]
fn explained_when_a_policy_overrides() {
    insta::assert_snapshot!(explain(&bench::overridden(), &PLAIN), @r#"
    OPEN  warn: the release manager signed
          because phase 7
          task-17, round 1, policy release:10

    OVERRIDDEN by the policy: the release manager signed off
      ! required reviewer security is missing

    policy release  gate language 1
      sha256 e6daee81ec37b8a39b3294d8b5cfb6f88efd69148459cea5069a9130f2a8e62f
      param mode = "strict"
      given phase = 7

    rules, in order; the first that holds decides
      ▶ 10  the release manager signed → warn  decides
              phase = 7
      · 12  a reviewer failed the change → NO-GO
              failed.some = false
      ✓ 14  a verdict is missing or cannot be read → hold  holds too
              unsettled.some = true
              mode           = "strict"
      · 16  a reviewer is unsure  (note)
              unsure.some = false
      ✓ 18  passed with advisories → warn  holds too
              warned.some = true
      · 20  everybody passed → GO
              passed.all = false

    reviewers
      qa  warn
        required
        stated warn: comes to warn; confidence high
       ╭─[qa.md:1:10]
     1 │ verdict: warn
     3 │ advisory: long lines
       ╰────

      security  missing
        required

    sources, read with the standard profile
      qa.md
        seat; verdict-file; 52 bytes; 8ff9f7c9735a…
    "#);
}

#[test]
fn an_override_is_loud() {
    insta::assert_snapshot!(ruling(&bench::overridden(), &PLAIN), @r#"
    OPEN  warn: the release manager signed
          because phase 7
          task-17, round 1, policy release:10

    OVERRIDDEN by the policy: the release manager signed off
      ! required reviewer security is missing

    also  a verdict is missing or cannot be read
    also  passed with advisories

      qa        warn        high
      security  missing
    "#);
}

#[test]
fn a_hostile_reviewer_forges_no_line() {
    insta::assert_snapshot!(ruling(&bench::hostile(), &PLAIN), @r#"
    SHUT  NO-GO (fail): a reviewer failed the change
          t\u{1b}[2J\nOPEN  pass, round 1, policy release:12

       ╭─[qa\u{1b}[0m.md:1:1]
     1 │ verdict: fail
       · ──────┬──────
       ·       ╰── no `confidence:` line follows
     2 │ blocker: \u{1b}[1A\u{1b}[2KOPEN\u{7}OPEN  pass \u{202e}ssap \u{2066}\u{9b}x
       │ very long very long very long very long very long very long very long very
       │ long very long very long very long very long very long very long very long
       │ very long very long very long very long very long very long very long very…
     3 │ blocker: "} \ { /* // =#true
       ╰────
      ⚠ the verdict does not say how sure it is
      help: add `confidence: high`, `confidence: med` or `confidence: low` on line 2

    also  a verdict is missing or cannot be read
    note  a reviewer is unsure: qa\nOPEN  pass: everybody passed

      qa\nOPEN  pass: everybody passed  fail        ?
      b                                 errored           boom\r\nOPEN\u{7}
      c                                 unreadable        unexpected; its word is n…

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
          task-17, round 1, policy any-blocker:26

    policy any-blocker  gate language 1
      sha256 1173350514d31ac968377370f5a56c649c9ca51056d42f9309b880b9a642f868
      param min_verdicts = 1

    rules, in order; the first that holds decides
      ·  6  a reviewer failed the change → fail
              failed.some = false
      · 10  a verdict is missing or cannot be read → hold
              unsettled.some = false
      · 14  too few verdicts to decide → hold
              reported.count = 3
              min_verdicts   = 1
      · 18  a reviewer is unsure  (note)
              unsure.some = false
      · 22  passed with advisories → warn
              warned.some = false
      ▶ 26  everybody passed → pass  decides
              passed.all = true

    reviewers
      qa  pass
        required
        stated pass: comes to pass; confidence high
       ╭─[qa.md:1:10]
     1 │ verdict: pass
       ╰────

      quality  pass
        required
        stated pass: comes to pass; confidence med
       ╭─[quality.md:1:12]
     1 │ verdict: **pass**
       ╰────

      security  pass
        required
        stated pass: comes to pass; confidence high
       ╭─[security.md:1:10]
     1 │ verdict: pass
       ╰────

    sources, read with the standard profile
      qa.md
        seat; verdict-file; 31 bytes; b203f0298eb0…
      quality.md
        seat; verdict-file; 34 bytes; fc42107140bc…
       ╭─[quality.md:1:12]
     1 │ verdict: **pass**
       ·            ──┬─
       ·              ╰── repaired: bold_token
       ╰────
      security.md
        seat; verdict-file; 31 bytes; b203f0298eb0…
    "#);
}

#[test]
fn explained_when_one_fails() {
    insta::assert_snapshot!(explain(&bench::one_fails(), &PLAIN), @r#"
    SHUT  NO-GO (fail): a reviewer failed the change
          task-17, round 2, policy release:12

    policy release  gate language 1
      sha256 e6daee81ec37b8a39b3294d8b5cfb6f88efd69148459cea5069a9130f2a8e62f
      param mode = "strict"
      given phase = 3

    rules, in order; the first that holds decides
      · 10  the release manager signed → warn
              phase = 3
      ▶ 12  a reviewer failed the change → NO-GO  decides
              failed.some = true
      · 14  a verdict is missing or cannot be read → hold
              unsettled.some = false
              mode           = "strict"
      ✓ 16  a reviewer is unsure  (note)  holds
              unsure.some = true
      · 18  passed with advisories → warn
              warned.some = false
      · 20  everybody passed → GO
              passed.all = false

    reviewers
      qa  pass
        required
        stated pass: comes to pass; no confidence given
       ╭─[qa.md:1:1]
     1 │ verdict: pass
       · ──────┬──────
       ·       ╰── no `confidence:` line follows
       ╰────
      ⚠ the verdict does not say how sure it is
      help: add `confidence: high`, `confidence: med` or `confidence: low` on line 2

      quality  fail
        required; contradicts itself
        stated pass, derived fail: comes to fail; confidence med
       ╭─[quality.md:1:10]
     1 │ verdict: pass
       ·          ──┬─
       ·            ╰── says pass, but lists a blocker: fail
     4 │ blocker: src/handler.ts:88 SQL string-concat with user input
       ╰────
      × verdict is `pass` but lists a blocker
      help: say `verdict: fail`, or make it an `advisory:` line

      security  fail
        required
        stated fail, derived fail: comes to fail; confidence high
       ╭─[security.md:1:10]
     1 │ verdict: fail
     3 │ blocker: src/auth.ts:12 the token is compared with ==, which leaks its
       │ length and its first wrong byte to whoever can measure time
     4 │ advisory: rotate the key
     5 │ blocker: no test covers the refusal
       ╰────

    sources, read with the standard profile
      qa.md
        seat; verdict-file; 14 bytes; 84420a879c3f…
      quality.md
        seat; verdict-file; 92 bytes; c9b31df9bdb7…
      security.md
        seat; verdict-file; 223 bytes; c1e3c5ec3b0b…
       ╭─[security.md:5:1]
     5 │ blocker: no test covers the refusal
       · ─────────────────┬─────────────────
       ·                  ╰── repaired: line_order
       ╰────
    "#);
}

#[test]
fn explained_when_missing_and_unreadable() {
    insta::assert_snapshot!(explain(&bench::missing_and_unreadable(), &PLAIN), @r#"
    SHUT  hold: a verdict is missing or cannot be read
          task-17, round 1, policy any-blocker:10

    policy any-blocker  gate language 1
      sha256 1173350514d31ac968377370f5a56c649c9ca51056d42f9309b880b9a642f868
      param min_verdicts = 1

    rules, in order; the first that holds decides
      ·  6  a reviewer failed the change → fail
              failed.some = false
      ▶ 10  a verdict is missing or cannot be read → hold  decides
              unsettled.some = true
      ✓ 14  too few verdicts to decide → hold  holds too
              reported.count = 0
              min_verdicts   = 1
      · 18  a reviewer is unsure  (note)
              unsure.some = false
      · 22  passed with advisories → warn
              warned.some = false
      · 26  everybody passed → pass
              passed.all = false

    reviewers
      qa  missing
        required

      quality  unreadable
        required; weight 2; its word is not a verdict
       ╭─[quality.md:3:10]
     3 │ verdict: maybe
       ·          ──┬──
       ·            ╰── not one of `pass`, `fail`, `warn`
       ╰────
      × `maybe` is not a verdict
      help: write `pass`, `fail` or `warn`, and nothing else on the line

      security  errored
        required; timed out after 240 s

      style  warn
        observer
        stated warn: comes to warn; confidence low
       ╭─[style.md:1:10]
     1 │ verdict: warn
     3 │ advisory: long lines
       ╰────

    sources, read with the standard profile
      quality.md
        seat; verdict-file; 28 bytes; 00fa3d160842…
      style.md
        seat; verdict-file; 51 bytes; 3fb91442c566…
    "#);
}

#[test]
fn explained_when_an_unexpected_source_fails() {
    insta::assert_snapshot!(explain(&bench::unexpected_fails(), &PLAIN), @r#"
    SHUT  fail: may not open, though the rule "everybody passed" says pass
          task-17, round 1, policy any-blocker:26

    refused, because
      × intruder was not expected, and says fail

    policy any-blocker  gate language 1
      sha256 1173350514d31ac968377370f5a56c649c9ca51056d42f9309b880b9a642f868
      param min_verdicts = 1

    rules, in order; the first that holds decides
      ·  6  a reviewer failed the change → fail
              failed.some = false
      · 10  a verdict is missing or cannot be read → hold
              unsettled.some = false
      · 14  too few verdicts to decide → hold
              reported.count = 1
              min_verdicts   = 1
      · 18  a reviewer is unsure  (note)
              unsure.some = false
      · 22  passed with advisories → warn
              warned.some = false
      ▶ 26  everybody passed → pass  decides
              passed.all = true

    reviewers
      qa  pass
        required
        stated pass: comes to pass; confidence high
       ╭─[qa.md:1:10]
     1 │ verdict: pass
       ╰────

      intruder  fail
        unexpected
        stated fail, derived fail: comes to fail; confidence high
       ╭─[intruder.md:1:10]
     1 │ verdict: fail
     3 │ blocker: it leaks
       ╰────

    sources, read with the standard profile
      qa.md
        seat; verdict-file; 31 bytes; b203f0298eb0…
      intruder.md
        unexpected; verdict-file; 49 bytes; 90ea51badf92…
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
