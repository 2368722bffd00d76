//! The profile `lenient` against a second reading of the ordered chain by which commonplace
//! searched free text for a decision. It is written from the description of the chain, line by
//! line and without a look at the reader.

use assize::{Outcome, Profile, ReadOptions, Source, read};
use proptest::prelude::*;

/// What a text comes to, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Decision {
    Pass,
    Warn,
    Fail,
    Error,
    Unknown,
}

const VALUES: [(&str, Decision); 7] = [
    ("pass", Decision::Pass),
    ("ok", Decision::Pass),
    ("info", Decision::Pass),
    ("warn", Decision::Warn),
    ("fail", Decision::Fail),
    ("error", Decision::Error),
    ("unknown", Decision::Unknown),
];

/// Characters that end a line in Python; a carriage return and a line feed end one together.
const LINE_ENDS: &[char] =
    &['\n', '\r', '\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];

fn blank(c: char) -> bool {
    c.is_whitespace() || ['\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}'].contains(&c)
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The body of a block as the chain gets it: lower case, for it looks at no case.
fn prepared(body: &str) -> Vec<String> {
    let plain = body.replace("\r\n", "\n").replace(LINE_ENDS, "\n").to_lowercase();
    plain.trim_matches(blank).split('\n').map(str::to_owned).collect()
}

/// The value that a text is, but for blanks around it.
fn exactly(text: &str) -> Option<Decision> {
    let text = text.trim_matches(blank);
    VALUES.iter().find(|(word, _)| *word == text).map(|(_, decision)| *decision)
}

/// The value at the start of a text, and what follows it.
fn leading(text: &str) -> Option<(Decision, &str)> {
    let end = text.find(|c| !in_word(c)).unwrap_or(text.len());
    exactly(&text[..end]).filter(|_| end > 0).map(|decision| (decision, &text[end..]))
}

/// All equal, or unknown; none of none.
fn agreed(values: &[Decision]) -> Option<Decision> {
    let first = *values.first()?;
    Some(if values.iter().all(|value| *value == first) { first } else { Decision::Unknown })
}

/// Step 1: `flagging as VALUE`, anywhere, between word boundaries.
fn flagged(lines: &[String]) -> Option<Decision> {
    let text = lines.join("\n");
    let mut found = Vec::new();
    let pieces: Vec<&str> = text.split("flagging as").collect();
    for (before, behind) in pieces.iter().zip(pieces.iter().skip(1)) {
        let value = behind.trim_start_matches(blank);
        if before.ends_with(in_word) || value.len() == behind.len() {
            continue;
        }
        found.extend(leading(value).map(|(decision, _)| decision));
    }
    agreed(&found)
}

/// Step 2: `Revised result: VALUE` as a whole line.
fn revised(lines: &[String]) -> Option<Decision> {
    let mut found = Vec::new();
    for line in lines {
        for bold in ["", "**"] {
            for key in ["result", "verdict", "outcome"] {
                for closed in ["", "**"] {
                    let head = format!("{bold}revised {key}{closed}:");
                    found.extend(line.strip_prefix(&head).and_then(exactly));
                }
            }
        }
    }
    agreed(&found)
}

/// Step 3: the pool of explicit values.
fn explicit(lines: &[String]) -> Option<Decision> {
    let mut found = Vec::new();
    let heads = ["## result:", "## verdict:", "verdict:", "-outcome:", "*outcome:", " outcome:"];
    for (at, line) in lines.iter().enumerate() {
        let below = || lines[at + 1..].iter().find(|line| !line.trim_matches(blank).is_empty());
        for head in heads {
            let Some(rest) = line.strip_prefix(head) else { continue };
            if rest.trim_matches(blank).is_empty() {
                found.extend(below().and_then(|line| exactly(line)));
            } else {
                found.extend(exactly(rest));
            }
        }
        let Some(title) = line.strip_prefix("## ").map(|title| title.trim_matches(blank)) else {
            continue;
        };
        if ["result", "verdict", "outcome"].contains(&title) {
            found.extend(below().and_then(|line| exactly(line)));
        }
        found.extend(exactly(title));
    }
    let bold = lines[0].strip_prefix("**").and_then(leading);
    found.extend(bold.map(|(decision, _)| decision));
    agreed(&found)
}

/// The worst severity of a line.
fn findings(lines: &[String]) -> Option<Decision> {
    let severity = |line: &String| {
        let body = line.strip_prefix("- ").or(line.strip_prefix("* ")).unwrap_or(line);
        let plain = body.strip_prefix("**severity:**").unwrap_or(body).trim_start_matches(blank);
        // Nothing may stand before the word when `**Severity:**` does not.
        let plain = if body.starts_with("**severity:**") { plain } else { body };
        let set_off = leading(plain).filter(|(_, behind)| {
            let behind = behind.trim_start_matches(blank);
            behind.is_empty() || behind.starts_with([':', '-', '—'])
        });
        let bold = || body.strip_prefix("**").and_then(leading);
        let (decision, _) = set_off.or_else(bold)?;
        (decision != Decision::Unknown).then_some(decision)
    };
    lines.iter().filter_map(severity).max()
}

fn has_bold(lines: &[String], word: &str) -> bool {
    ["", "- ", "* "].iter().any(|bullet| {
        let head = format!("{bullet}**{word}");
        lines.iter().any(|line| line.starts_with(&head))
    })
}

/// The chain, from the first step to the last.
fn reference(body: &str) -> Decision {
    let lines = prepared(body);
    if let Some(found) = flagged(&lines).or_else(|| revised(&lines)) {
        return found;
    }
    let found = findings(&lines);
    let Some(candidate) = explicit(&lines) else { return found.unwrap_or(Decision::Unknown) };
    let clean = lines.iter().any(|line| line.contains("no violations found"));
    match candidate {
        Decision::Warn if found == Some(Decision::Pass) && clean => Decision::Pass,
        Decision::Warn if has_bold(&lines, "minor") || has_bold(&lines, "moderate") => {
            Decision::Warn
        }
        Decision::Fail if has_bold(&lines, "major") => Decision::Fail,
        _ if found.is_some_and(|worst| worst != candidate) => Decision::Unknown,
        _ => candidate,
    }
}

fn outcome(decision: Decision) -> Outcome {
    match decision {
        Decision::Pass => Outcome::Pass,
        Decision::Warn => Outcome::Warn,
        Decision::Fail => Outcome::Fail,
        Decision::Error | Decision::Unknown => Outcome::Hold,
    }
}

/// What may stand in front of a value, and what may stand behind it.
const HEADS: &[&str] = &[
    "flagging as ",
    "so I am flagging as ",
    "unflagging as ",
    "flagging as\n",
    "Revised result: ",
    "**Revised verdict**: ",
    "**Revised outcome:** ",
    "Revised: ",
    "## Result: ",
    "## Result:",
    "## Result:\n\n",
    "## Verdict: ",
    "## Outcome: ",
    "### Result: ",
    "Verdict: ",
    "VERDICT:\n",
    "Result: ",
    "**Result:** ",
    "Outcome: ",
    "- Outcome: ",
    "-Outcome: ",
    "*Outcome:",
    " Outcome: ",
    "  Outcome: ",
    "--Outcome: ",
    "## Result\n",
    "## Outcome\n\n",
    "## Verdict \n  ",
    "## ",
    "##",
    "# ",
    "**",
    "- **",
    "- ",
    "* ",
    "+ ",
    "1. ",
    "  - ",
    "> ",
    "**Severity:** ",
    "- **Severity:** ",
    "**Severity:**",
    "",
    " ",
    "[",
    "`",
    "| ",
];

const TAILS: &[&str] = &[
    "", "", "", "", " ", ": so", " : so", " - so", " — so", " – so", "**", "** so", "-through",
    "ed", ".", " (1 nit)", "]", "`", "!", "_", " so", "\u{a0}", ":",
];

const OTHERS: &[&str] = &[
    "so it goes",
    "No violations found.",
    "**Minor** nit",
    "- **minor** nit",
    "**Moderate** so",
    "* **Major** so",
    "**major**",
    "### Findings",
    "## Result",
    "## Result:",
    "```",
    "",
    "",
    "  ",
    "größe 🦀",
];

fn line() -> impl Strategy<Value = String> {
    let word = prop::sample::select(
        &[
            "pass", "PASS", "Ok", "info", "warn", "WARN", "Warn", "fail", "FAIL", "error", "ERROR",
            "unknown", "UNKNOWN", "passed", "warning", "failed",
        ][..],
    );
    let told = (prop::sample::select(HEADS), word, prop::sample::select(TAILS))
        .prop_map(|(head, word, tail)| format!("{head}{word}{tail}"));
    let other = prop::sample::select(OTHERS).prop_map(str::to_owned);
    prop_oneof![4 => told, 1 => other]
}

fn body() -> impl Strategy<Value = String> {
    let end = prop::sample::select(
        &["\n", "\n", "\n", "\n", "\n\n", "\r\n", " \n", "\t\n", "\u{b}\n", "\u{c}\n", "\u{1c}\n"]
            [..],
    );
    prop::collection::vec((line(), end), 1..6)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

proptest! {
    #![proptest_config(crate::lengths::cases(1000))]

    #[test]
    fn lenient_is_the_ordered_chain(body in body()) {
        let text = format!(
            "=== PAIR REVIEW START: a.md :: x ===\n{body}=== PAIR REVIEW END: a.md :: x ===\n"
        );
        let options = ReadOptions::default().profile(Profile::Lenient);
        let decoded = read(&Source::new("review.md", text.as_str()), &options);
        if let [verdict] = &decoded.verdicts[..] {
            let stated = verdict.stated.map(|stated| stated.outcome);
            // What is unknown is a cell that nobody can read, and not a hold that somebody stated.
            let found = reference(&body);
            let expected = (found != Decision::Unknown).then(|| outcome(found));
            prop_assert_eq!(stated, expected, "{}", text);
        } else {
            let held = body.trim_matches(blank).is_empty() || decoded.unreadable.is_some();
            prop_assert!(held && decoded.verdicts.is_empty(), "{}", text);
        }
    }
}

/// Else the property above says nothing.
#[test]
fn the_second_reading_tells_every_decision() {
    for (body, expected) in [
        ("flagging as fail\n## Result: PASS\n", Decision::Fail),
        ("Revised result: warn\n## Result: PASS\n", Decision::Warn),
        ("## Result:\n\nerror\n", Decision::Error),
        ("## Result: FAIL\u{b}\n## Result: PASS\n", Decision::Unknown),
        ("- Outcome: warn\n", Decision::Unknown),
        ("-Outcome: warn\n", Decision::Warn),
        ("  - fail: so\nwarn\n", Decision::Fail),
        ("**Pass-through** so\n", Decision::Pass),
    ] {
        assert_eq!(reference(body), expected, "{body}");
    }
}
