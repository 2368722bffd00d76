//! What is said beside a verdict, and what can be read of a source that cannot be used.

use super::bench;
use crate::emit::text::{TextOptions, explain, read_source, ruling};

const PLAIN: TextOptions = TextOptions { color: false, width: 80 };

#[test]
fn a_line_that_doubts_is_drawn_where_the_verdict_is() {
    insta::assert_snapshot!(ruling(&bench::doubted(), &PLAIN), @r#"
    SHUT  hold: a verdict is missing or cannot be read
          task-17, round 1, policy any-blocker:10

       ╭─[qa.md:1:10]
     1 │ verdict: pass
       ·          ──┬─
       ·            ╰── says pass, and is doubted
     6 │ **Overall verdict: FAIL**
       ·                    ──┬─
       ·                      ╰── says fail, beside `pass`
     7 │ - Blocker: the key is logged
       ·   ───┬───
       ·      ╰── lists a finding, beside `pass`
       ╰────

      qa        hold        high  stated pass; doubted; 4 lines outside
      security  pass        high

    next
      redispatch  qa: doubted by a line beside the verdict
    "#);
}

#[test]
fn explained_when_a_line_doubts() {
    insta::assert_snapshot!(explain(&bench::doubted(), &PLAIN), @r#"
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
      · 14  too few verdicts to decide → hold
              reported.count = 2
              min_verdicts   = 1
      · 18  a reviewer is unsure  (note)
              unsure.some = false
      · 22  passed with advisories → warn
              warned.some = false
      · 26  everybody passed → pass
              passed.all = false

    reviewers
      qa  hold
        required
        stated pass: comes to hold; confidence high
        said outside the verdict: 4 lines
       ╭─[qa.md:1:10]
     1 │ verdict: pass
       ·          ──┬─
       ·            ╰── says pass, and is doubted
     4 │ I looked at everything.
     6 │ **Overall verdict: FAIL**
       ·                    ──┬─
       ·                      ╰── says fail, beside `pass`
     7 │ - Blocker: the key is logged
       ·   ───┬───
       ·      ╰── lists a finding, beside `pass`
       ╰────

      security  pass
        required
        stated pass: comes to pass; confidence high
       ╭─[security.md:1:10]
     1 │ verdict: pass
       ╰────

    sources, read with the standard profile
      qa.md
        seat; no known format; 124 bytes; 34329fca23ab…
      security.md
        seat; verdict-file; 31 bytes; b203f0298eb0…
    "#);
}

#[test]
fn what_is_read_shows_the_lines_that_doubt() {
    insta::assert_snapshot!(read_source(&bench::doubted_text(), &PLAIN), @r#"
    qa.md  read

      stated      pass  pass
      effective   hold  doubted by what stands beside it
      confidence  high
      said outside the verdict: 4 lines
       ╭─[qa.md:4:1]
     4 │ I looked at everything.
     6 │ **Overall verdict: FAIL**
       ·                    ──┬─
       ·                      ╰── says fail, beside `pass`
     7 │ - Blocker: the key is logged
       ·   ───┬───
       ·      ╰── lists a finding, beside `pass`
       ╰────
    "#);
}

#[test]
fn a_broken_source_shows_its_fragments() {
    insta::assert_snapshot!(read_source(&bench::broken_text(), &PLAIN), @r#"
    qa.md  unreadable: it ends before its verdict does (truncated)
       ╭─[qa.md:5:17]
     5 │ Final decision: NO-GO
       ·                 ──┬──
       ·                   ╰── says fail
       ╰────

      what can be read of it, which decides nothing

      blocker     src/a.rs:7 the key is logged
    "#);
}

#[test]
fn a_broken_source_shuts_the_gate_and_shows_what_it_says() {
    insta::assert_snapshot!(ruling(&bench::broken(), &PLAIN), @r#"
    SHUT  hold: a verdict is missing or cannot be read
          task-17, round 1, policy any-blocker:10

       ╭─[qa.md:5:17]
     5 │ Final decision: NO-GO
       ·                 ──┬──
       ·                   ╰── says fail
     7 │ And th
       · ───┬──
       ·    ╰── cut off
       ╰────
      × the text ends in the middle of a sentence
      help: write the whole text again

    also  too few verdicts to decide

      qa  unreadable        it ends before its verdict does

    next
      redispatch  qa: unreadable: truncated
    "#);
}

#[test]
fn a_doubted_verdict_opens_no_gate() {
    insta::assert_snapshot!(ruling(&bench::doubted_and_refused(), &PLAIN), @r#"
    SHUT  hold: may not open, though the rule "somebody passed" says pass
          task-17, round 1, policy lax:1

    refused, because
      × the verdict of qa is doubted by a line beside it

       ╭─[qa.md:1:10]
     1 │ verdict: pass
       ·          ──┬─
       ·            ╰── says pass, and is doubted
     6 │ **Overall verdict: FAIL**
       ·                    ──┬─
       ·                      ╰── says fail, beside `pass`
     7 │ - Blocker: the key is logged
       ·   ───┬───
       ·      ╰── lists a finding, beside `pass`
       ╰────

      qa  hold        high  stated pass; doubted; 4 lines outside

    next
      redispatch  qa: doubted by a line beside the verdict
    "#);
}
