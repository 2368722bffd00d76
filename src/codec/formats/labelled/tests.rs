//! Where a review ends, and what stands in it that is not its own, by example.

use crate::codec::{ReadOptions, read};
use crate::ir::{Cause, Decoded, Outcome, Verdict};
use crate::source::Source;

/// A review with this word in its heading, and this below it.
fn decoded(word: &str, below: &str) -> Decoded {
    decoded_text(&format!("### Verdict: {word}\n\n{below}"))
}

fn decoded_text(text: &str) -> Decoded {
    read(&Source::new("review.md", text), &ReadOptions::default())
}

#[test]
fn a_review_that_was_cut_off_is_told_from_one_that_ends() {
    for below in [
        "```\nx\n",
        "<!-- so\n",
        "## Findings\n",
        "These remain:\n",
        "**These remain:**\n",
        "| a | b |\n|---|---|\n| c | d",
        "- the pool is",
    ] {
        let approved = decoded("APPROVE", below);
        assert_eq!(approved.unreadable, Some(Cause::Truncated), "{below}");
        assert!(!approved.says_fail, "{below}");
        assert!(decoded("REVISE", below).says_fail, "{below}");
        // Whoever says so in a line that the verdict does not lie in, too.
        assert!(decoded("APPROVE", &format!("**NO-GO**\n\n{below}")).says_fail, "{below}");
    }
    for below in [
        "",
        "```\nx\n```\n",
        "<!-- so -->\n",
        "## Findings\n\nSo.\n",
        "These remain: a and b\n",
        "| a | b |\n|---|---|\n| c | d |\n",
        "- the pool is bounded.",
        "- the pool is\n",
    ] {
        let effective = decoded("APPROVE", below).verdicts.first().and_then(Verdict::effective);
        assert_eq!(effective, Some(Outcome::Pass), "{below}");
    }
}

#[test]
fn a_block_that_a_line_introduces_as_quoted_is_not_a_second_verdict() {
    let block = "```yaml\nverdict: fail\nblockers:\n  - so\n```\n";
    let quoted = decoded("APPROVE", &format!("An earlier version said:\n\n{block}"));
    let effective = quoted.verdicts.first().and_then(Verdict::effective);
    assert_eq!(effective, Some(Outcome::Pass));
    let own = decoded("APPROVE", &format!("Here is my verdict:\n\n{block}"));
    assert!(own.verdicts.iter().all(|verdict| verdict.effective() == Some(Outcome::Fail)));
    assert!(own.says_fail || !own.verdicts.is_empty());
}

#[test]
fn a_verdict_that_is_cut_off_behind_its_word_is_truncated() {
    for behind in [" (with the", ", (see", " —", " –", ","] {
        let cut = decoded_text(&format!("**Verdict:** APPROVE{behind}"));
        assert_eq!(cut.unreadable, Some(Cause::Truncated), "{behind}");
    }
    for behind in ["", " (small)", " — small and tested", " :rocket:", " (see a) :)"] {
        let whole = decoded_text(&format!("**Verdict:** APPROVE{behind}"));
        assert_eq!(whole.unreadable, None, "{behind}");
    }
}
