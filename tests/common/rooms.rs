//! Passing and failing texts of every format, and every place in them that takes free text.

use serde_json::Value;

/// What may stand in a room.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Any lines.
    Lines,
    /// One line.
    Line,
    /// A member of its own, in JSON or YAML: one line `name: value`.
    Member,
}

/// A place in a passing text that takes free text.
pub(crate) struct Room {
    /// The format, and the place.
    pub(crate) name: &'static str,
    holds: Holds,
    /// Lines that begin with one of these are fields here, and not free text.
    fields: &'static [&'static str],
    /// By its format, what is listed here was found at another time: only a verdict speaks of this one.
    pub(crate) past: bool,
    text: fn(&str) -> String,
}

impl Room {
    /// The text with a remark in this room; none where the remark cannot stand.
    pub(crate) fn with(&self, remark: &str) -> Option<String> {
        let one = !remark.contains('\n');
        let fits = match self.holds {
            Holds::Lines => true,
            Holds::Line => one,
            Holds::Member => one && member(remark).is_some(),
        };
        fits.then(|| (self.text)(remark))
    }

    /// Whether it is an item of data: what stands there is about a part.
    pub(crate) fn is_data(&self) -> bool {
        let items =
            ["an item of an unknown list", "legacy-report: a recommendation", "review in JSON: "];
        items.iter().any(|item| self.name.contains(item)) && !self.name.ends_with("its fence")
    }

    /// Whether its text may come in a carrier: an envelope holds no other.
    pub(crate) fn comes(&self, carrier: &str) -> bool {
        carrier != "in an envelope" || !self.name.starts_with("agent-envelope")
    }

    /// Whether a line of the remark is a field in this room, and not free text.
    pub(crate) fn reads(&self, remark: &str) -> bool {
        remark.lines().any(|line| {
            let key = line.trim_start_matches(|c: char| !c.is_alphabetic());
            let end = key.find(|c: char| !c.is_alphanumeric()).unwrap_or(key.len());
            let is = |field: &str| key[..end].eq_ignore_ascii_case(field);
            self.fields.iter().any(|field| is(field) || (*field == "#" && line.starts_with('#')))
        })
    }
}

const DARTAI: &[&str] =
    &["verdict", "confidence", "blocker", "blockers", "advisory", "advisories", "evidence"];
const CPF: &[&str] = &["verdict", "scope", "c", "h", "quality"];

/// Above a log, a key of a verdict file begins one.
const ABOVE_LOG: &[&str] = &["verdict", "scope", "c", "h", "quality", "#", "blockers"];
/// A block without sections lists findings: labels of them, and cells, are fields.
const LOOSE: &[&str] = &["result", "critical", "p0", "x", "severity", "verdict"];
const LOG: &[&str] = &["verdict", "scope", "c", "h", "quality", "#"];

macro_rules! rooms {
    ($($name:literal $holds:ident $fields:expr, |$said:ident| $text:expr;)*) => {
        &[$(room($name, Holds::$holds, $fields, |$said| $text)),*]
    };
}

const fn room(
    name: &'static str,
    holds: Holds,
    fields: &'static [&'static str],
    text: fn(&str) -> String,
) -> Room {
    Room { name, holds, fields, past: false, text }
}

/// The rooms of what was found at another time: `### Resolved since B0` lists what was mended,
/// `### Tracked` what may wait, and `### Noise` what too few reported.
pub(crate) const PAST_ROOMS: &[Room] = &[
    Room {
        past: true,
        ..room("verdicts-log: what is resolved", Holds::Lines, LOG, |said| {
            log("NOTES:\nSound as it stands\n", &format!("\n{said}\n\nThe end.\n"))
        })
    },
    Room {
        past: true,
        ..room("verdicts-log: what is tracked", Holds::Lines, LOG, |said| {
            let tracked = format!("### Tracked\n\n{said}\n\nThe end.\n");
            log("NOTES:\nSound as it stands\n", "").replace("### Tracked\n", &tracked)
        })
    },
    Room {
        past: true,
        ..room("verdicts-log: the noise", Holds::Lines, LOG, |said| {
            let noise = format!("### Noise\n\n{said}\n\nThe end.\n");
            log("NOTES:\nSound as it stands\n", "").replace("### Noise\n", &noise)
        })
    },
];

/// Every place of every format that takes free text.
pub(crate) const ROOMS: &[Room] = rooms! {
    "verdict-file: a line of no key" Lines DARTAI,
        |said| format!("verdict: pass\nconfidence: high\n\n{said}\n\nThe cache is bounded.\n");
    "verdict-file: a comment" Line &[],
        |said| format!("verdict: pass\nconfidence: high\n# {said}\n");
    "verdict-file: an advisory" Line &[],
        |said| format!("verdict: warn\nconfidence: high\nadvisory: {said}\n");
    "verdict-file: evidence" Lines &[],
        |said| format!("verdict: pass\nconfidence: high\nevidence:\n  The suite ran.\n\n{}\nEND\n", indented(said, "  "));
    "verdict-file: evidence right below its key" Lines &[],
        |said| format!("verdict: pass\nconfidence: high\nevidence:\n{}\nEND\n", indented(said, "  "));
    "verdict-file: evidence without an indentation" Lines &[],
        |said| format!("verdict: pass\nconfidence: high\nevidence: the log\n\n{said}\n\nEND\n");
    "yaml-block: prose above" Lines &[],
        |said| format!("{said}\n\n```yaml\nverdict: pass\nconfidence: high\n```\n");
    "yaml-block: prose below" Lines &[],
        |said| format!("```yaml\nverdict: pass\nconfidence: high\n```\n\n{said}\n");
    "yaml-block: an advisory" Line &[],
        |said| format!("```yaml\nverdict: warn\nadvisories:\n  - {}\n```\n", json(said));
    "yaml-block: evidence" Lines &[],
        |said| format!("````yaml\nverdict: pass\nevidence: |\n{}\n````\n", indented(said, "  "));
    "yaml-block: evidence in quotation marks" Lines &[],
        |said| format!("```yaml\nverdict: pass\nevidence: {}\n```\n", json(said));
    "yaml-block: a comment" Line &[],
        |said| format!("```yaml\nverdict: pass\nconfidence: high\n# {said}\n```\n");
    "yaml-block: an unknown member" Member DARTAI,
        |said| format!("```yaml\nverdict: pass\nconfidence: high\n{}\n```\n", yaml_member(said));
    "yaml-block: an item of an unknown list" Line &[],
        |said| format!("```yaml\nverdict: pass\nconfidence: high\nnotes:\n  - {}\n```\n", json(said));
    "cpf-auditor: notes" Lines CPF,
        |said| format!("VERDICT:GO\nSCOPE:login\nNOTES:\n\n{said}\n\nSound as it stands\n");
    "cpf-auditor: an unknown section" Lines CPF,
        |said| format!("VERDICT:GO\nSCOPE:login\nMATRIX:\n\n{said}\n\nThe end.\n");
    "cpf-auditor: a row" Line &[],
        |said| format!("VERDICT:GO\nSCOPE:login\nVERIFIED:\nquality|L|naming|src/a.rs:3|{said}\n");
    "cpf-inspector: notes" Lines CPF,
        |said| format!("VERDICT:GO\nSCOPE:login\nISSUES:\nNOTES:\n\n{said}\n\nSound as it stands\n");
    "cpf-inspector: a row" Line &[],
        |said| format!("VERDICT:GO\nSCOPE:login\nISSUES:\nL|naming|src/a.rs:3|{said}\n");
    "sdd-yaml: notes" Lines &["verdict", "scope"],
        |said| sdd(&format!("notes: |\n  Sound as it stands.\n\n{}", indented(said, "  ")));
    "sdd-yaml: a summary" Line &[],
        |said| sdd("").replace("a name says nothing", &json(said)[1..json(said).len() - 1]);
    "sdd-yaml: the impact of an issue" Line &[],
        |said| sdd("").replace("    summary", &format!("    impact: {}\n    summary", json(said)));
    "sdd-yaml: an unknown member" Member &["verdict", "scope", "notes"],
        |said| sdd(&yaml_member(said));
    "verdicts-log: notes of a run" Lines LOG,
        |said| log(&format!("NOTES:\n\n{said}\n\nSound as it stands\n"), "");
    "verdicts-log: above the batch" Lines ABOVE_LOG,
        |said| format!("{said}\n\n{}", log("NOTES:\nSound as it stands\n", ""));
    "verdicts-log: a note of a batch" Lines LOG,
        |said| log("NOTES:\nSound as it stands\n", "").replace("### Raw\n", &format!("{said}\n\n### Raw\n"));
    "pair-review: a summary" Lines &["result"],
        |said| pair(&format!("### Summary\n\n{said}\n\nReads well.\n\n### Findings\n\n- info: so\n"));
    "pair-review: a block without sections" Lines LOOSE,
        |said| pair(&format!("{said}\n"));
    "pair-review: a finding" Line &[],
        |said| pair(&format!("### Summary\n\nReads well.\n\n### Findings\n\n- info: {said}\n"));
    "pair-review: a revision" Lines &["result"],
        |said| pair(&format!("### Summary\n\nSo.\n\n### Suggested Revision\n\n{said}\n\nSo.\n"));
    "pair-review: above the block" Lines &["result"],
        |said| format!("{said}\n\n{}", pair("### Summary\n\nReads well.\n"));
    "pair-review: below the block" Lines &["result"],
        |said| format!("{}\n{said}\n", pair("### Summary\n\nReads well.\n"));
    "pair-bundle: a summary" Lines &[], |said| bundle(said, "so", "so");
    "pair-bundle: a finding" Line &[], |said| bundle("so", said, "so");
    "pair-bundle: a revision" Lines &[], |said| bundle("so", "so", said);
    "pair-bundle: prose above its fence" Lines DARTAI,
        |said| format!("{said}\n\n```json\n{}```\n", bundle("so", "so", "so"));
    "quality: prose above its fence" Lines DARTAI,
        |said| format!("{said}\n\n```json\n{}```\n", quality("so", "so", ""));
    "quality: feedback" Lines &[], |said| quality(said, "so", "");
    "quality: feedback of a criterion" Lines &[], |said| quality("so", said, "");
    "quality: an unknown member" Member &["passed"], |said| quality("so", "so", &json_member(said));
    "quality: an item of an unknown list" Line &[],
        |said| quality("so", "so", &format!(", \"notes\": [{}]", json(said)));
    "court: a reason" Lines &[], |said| court(said, "");
    "court: an unknown member" Member &["action"], |said| court("so", &json_member(said));
    "trap-report: a recommendation" Lines &[], |said| trap(said, "so", "so");
    "trap-report: a quotation" Line &[], |said| trap("so", said, "so");
    "trap-report: a gap in the tests" Line &[], |said| trap("so", "so", said);
    "trap-report: prose below its fence" Lines DARTAI,
        |said| format!("```json\n{}```\n\n{said}\n", trap("so", "so", "so"));
    "legacy-report: a summary" Lines &[],
        |said| legacy(&format!("overall_summary: |\n{}", indented(said, "    ")));
    "legacy-report: a recommendation" Line &[],
        |said| legacy(&format!("recommendations:\n    - {}", json(said)));
    "legacy-report: an unknown member" Member &["verdict", "result"],
        |said| legacy(&yaml_member(said));
    "legacy-report: prose below" Lines &[],
        |said| format!("{}\n{said}\n", legacy("score: 1"));
    "agent-envelope: text beside an object" Lines &[],
        |said| format!(
            "{{\"type\": \"result\", \"subtype\": \"success\", \"is_error\": false, \"result\": {}, \"structured_output\": {}}}",
            json(&format!("I ran the suite.\n\n{said}\n\nThe cache is bounded.\n")),
            quality("so", "so", "")
        );
    "agent-envelope: all of the text beside an object" Lines DARTAI,
        |said| format!(
            "{{\"type\": \"result\", \"subtype\": \"success\", \"is_error\": false, \"result\": {}, \"structured_output\": {}}}",
            json(said),
            quality("so", "so", "")
        );
    "agent-envelope: text around a block" Lines &[],
        |said| envelope(&format!("{said}\n\n```yaml\nverdict: pass\n```\n"));
    "review: below the verdict" Lines &[],
        |said| format!("### Verdict: APPROVE\n\n{said}\n\nThe cache is bounded.\n");
    "review: above the verdict" Lines &[],
        |said| format!("# Review\n\n{said}\n\n### Verdict: APPROVE\n");
    "review in JSON: a summary" Lines &[],
        |said| format!("{{\"decision\": \"APPROVE\", \"summary\": {}}}\n", json(said));
    "review in JSON: a finding" Line &[],
        |said| format!(
            "{{\"decision\": \"APPROVE\", \"findings\": [{{\"severity\": \"low\", \"title\": {}}}]}}\n",
            json(said)
        );
    "review in JSON: prose above its fence" Lines &["verdict"],
        |said| format!("{said}\n\n```json\n{{\"decision\": \"APPROVE\", \"summary\": \"So.\"}}\n```\n");
};

/// Rooms of formats that a light build does not read.
#[cfg(feature = "kdl")]
pub(crate) const KDL_ROOMS: &[Room] = rooms! {
    "verdict-summary: an advisory" Line &[],
        |said| summary(&format!("    advisory {}\n", json(said)));
    "verdict-summary: an unknown node" Member &[],
        |said| {
            let (_, value) = member(said).unwrap_or_default();
            let name = said.split(':').next().unwrap_or_default().replace(' ', "-");
            summary(&format!("    {name} {}\n", json(value)))
        };
};

#[cfg(not(feature = "kdl"))]
pub(crate) const KDL_ROOMS: &[Room] = &[];

/// What puts a text into another one.
pub(crate) type Wrap = fn(&str) -> String;
/// A verdict that passes, or fails.
pub(crate) type Verdict = fn(bool) -> String;

/// How a text may come: each takes a whole text.
pub(crate) const CARRIERS: &[(&str, Wrap)] = &[
    ("bare", str::to_owned),
    ("in an envelope", envelope),
    ("with carriage returns", |text| text.replace('\n', "\r\n")),
    ("below a byte order mark", |text| format!("\u{feff}{text}")),
    ("in a fence", |text| wrapped(text, "`````\n", "", "`````\n")),
    ("in a quotation", |text| wrapped(text, "", "> ", "")),
];

/// What may be put around a text, and still leave it shut.
pub(crate) const WRAPS: &[(&str, Wrap)] = &[
    ("in a fence", |text| wrapped(text, "```\n", "", "```\n")),
    ("in a longer fence", |text| wrapped(text, "~~~~~~ text\n", "", "~~~~~~\n")),
    ("in a fence below prose", |text| wrapped(text, "My answer:\n\n`````\n", "", "`````\n")),
    ("in a quotation", |text| wrapped(text, "", "> ", "")),
    ("in bullets", |text| wrapped(text, "", "- ", "")),
    ("indented", |text| wrapped(text, "", "  ", "")),
    ("in a tag", |text| wrapped(text, "<answer>\n", "", "</answer>\n")),
    ("in a tag that folds", |text| {
        wrapped(text, "<details>\n<summary>So</summary>\n\n", "", "\n</details>\n")
    }),
    ("below a heading", |text| wrapped(text, "# Review\n\n", "", "")),
    ("in bold", |text| {
        let bold = |line: &str| match line.trim().is_empty() {
            true => "\n".to_owned(),
            false => format!("**{line}**\n"),
        };
        text.lines().map(bold).collect()
    }),
];

fn wrapped(text: &str, above: &str, before: &str, below: &str) -> String {
    let lines: String = text.lines().map(|line| format!("{before}{line}\n")).collect();
    format!("{above}{lines}{below}")
}

pub(crate) fn envelope(text: &str) -> String {
    format!(
        "{{\"type\": \"result\", \"subtype\": \"success\", \"is_error\": false, \"result\": {}}}\n",
        json(text)
    )
}

/// A name in plain letters, and its value: `Final decision: NO-GO`.
fn member(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(": ")?;
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-');
    (name.chars().all(plain) && name.starts_with(char::is_alphabetic)).then_some((name, value))
}

fn json_member(line: &str) -> String {
    let (name, value) = member(line).unwrap_or_default();
    format!(", {}: {}", json(name), json(value))
}

fn yaml_member(line: &str) -> String {
    let (name, value) = member(line).unwrap_or_default();
    format!("{}: {}", name.replace(' ', "_"), json(value))
}

fn json(text: &str) -> String {
    Value::from(text).to_string()
}

fn indented(lines: &str, by: &str) -> String {
    lines.lines().map(|line| format!("{by}{line}\n")).collect()
}

fn log(notes: &str, below: &str) -> String {
    format!(
        "## [B1] design | 2026-05-04T09:12:00Z | v1.2.0 | runs:1 | threshold:1/1\n\n### Raw\n#### V1\n\
         VERDICT:GO\nSCOPE:session-cache\n{notes}\n### Consensus\n\n### Noise\n\n### Disposition\n\
         GO-ACCEPTED\n\n### Tracked\n\n### Resolved since B0\n{below}"
    )
}

fn pair(body: &str) -> String {
    format!(
        "=== PAIR REVIEW START: a.md :: style ===\n{body}\n## Result: PASS\n\
         === PAIR REVIEW END: a.md :: style ===\n"
    )
}

fn bundle(summary: &str, finding: &str, revision: &str) -> String {
    let [summary, finding, revision] = [summary, finding, revision].map(json);
    format!(
        "{{\"pairs\": [{{\"note\": \"a.md\", \"gate\": \"style\", \"decision\": \"PASS\", \
         \"summary\": {summary}, \"findings\": [{{\"severity\": \"info\", \"text\": {finding}}}], \
         \"suggested_revision\": {revision}}}]}}\n"
    )
}

fn quality(feedback: &str, criterion: &str, more: &str) -> String {
    let [feedback, criterion] = [feedback, criterion].map(json);
    format!(
        "{{\"passed\": true, \"feedback\": {feedback}, \"criteria_results\": \
         [{{\"criterion\": \"builds\", \"passed\": true, \"feedback\": {criterion}}}]{more}}}\n"
    )
}

fn court(reason: &str, more: &str) -> String {
    let reason = json(reason);
    format!(
        "{{\"action\": \"merge\", \"confidence\": \"high\", \"per_criterion\": \
         [{{\"id\": \"AC1\", \"status\": \"pass\", \"reason\": {reason}}}]{more}}}\n"
    )
}

fn trap(advice: &str, quotation: &str, gap: &str) -> String {
    let [advice, quotation, gap] = [advice, quotation, gap].map(json);
    format!(
        "{{\"reviewer\": \"rationalization-trap\", \"findings\": [{{\"signature\": \"so\", \
         \"severity\": \"low\", \"evidence\": {{\"quote\": {quotation}, \"location\": \"src/a.rs:1\"}}, \
         \"recommendation\": {advice}}}], \"confidence_summary\": \"high\", \
         \"escalation_flag\": false, \"residual_risks\": [], \"testing_gaps\": [{gap}]}}\n"
    )
}

fn legacy(member: &str) -> String {
    format!("```yaml\nqa_report:\n  verdict: \"PASS\"\n  {member}\n```\n")
}

fn sdd(member: &str) -> String {
    format!(
        "verdict: \"GO\"\nscope: \"login\"\nissues:\n  - id: \"A1\"\n    source: \"quality\"\n    \
         severity: \"L\"\n    category: \"naming-violation\"\n    location: \"src/a.rs:3\"\n    \
         summary: \"a name says nothing\"\n{member}\n"
    )
}

#[cfg(feature = "kdl")]
fn summary(inside: &str) -> String {
    format!("schema 1\ngate \"pass\" open=#true\nreviewer \"qa\" verdict=\"pass\" {{\n{inside}}}\n")
}

/// A text of each format that passes, and one that fails.
pub(crate) const TEXTS: &[(&str, Verdict)] = &[
    ("verdict-file", |passes| match passes {
        true => "verdict: pass\nconfidence: high\n".to_owned(),
        false => {
            "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 the token is logged\n".to_owned()
        }
    }),
    ("yaml-block", |passes| match passes {
        true => "```yaml\nverdict: pass\nconfidence: high\n```\n".to_owned(),
        false => "```yaml\nverdict: fail\nblockers:\n  - \"the token is logged\"\n```\n".to_owned(),
    }),
    ("cpf-auditor", |passes| match passes {
        true => "VERDICT:GO\nSCOPE:login\nNOTES:\nSound as it stands\n".to_owned(),
        false => {
            "VERDICT:NO-GO\nSCOPE:login\nVERIFIED:\ntest|C|gap|src/a.rs:7|it is logged\n".to_owned()
        }
    }),
    ("cpf-inspector", |passes| match passes {
        true => "VERDICT:GO\nSCOPE:login\nISSUES:\nNOTES:\nSound as it stands\n".to_owned(),
        false => "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nC|gap|src/a.rs:7|it is logged\n".to_owned(),
    }),
    ("sdd-yaml", |passes| match passes {
        true => sdd(""),
        false => sdd("").replace("\"GO\"", "\"NO-GO\"").replace("\"L\"", "\"C\""),
    }),
    ("verdicts-log", |passes| match passes {
        true => log("NOTES:\nSound as it stands\n", ""),
        false => log("VERIFIED:\ntest|C|gap|src/a.rs:7|it is logged\n", "")
            .replace("VERDICT:GO", "VERDICT:NO-GO")
            .replace(
                "### Consensus\n",
                "### Consensus\nC|gap|src/a.rs:7|it is logged (freq: 1/1)\n",
            )
            .replace("GO-ACCEPTED", "NO-GO-FIXED"),
    }),
    ("pair-review", |passes| match passes {
        true => pair("### Summary\n\nReads well.\n"),
        false => pair("### Summary\n\nSo.\n\n### Findings\n\n- fail: no source\n")
            .replace("Result: PASS", "Result: FAIL"),
    }),
    ("pair-bundle", |passes| match passes {
        true => bundle("so", "so", "so"),
        false => bundle("so", "so", "so").replace("PASS", "FAIL"),
    }),
    ("quality", |passes| match passes {
        true => quality("so", "so", ""),
        false => quality("so", "so", "").replace("true", "false"),
    }),
    ("court", |passes| match passes {
        true => court("so", ""),
        false => court("so", "").replace("merge", "request-changes").replace("pass", "fail"),
    }),
    ("trap-report", |passes| match passes {
        true => trap("so", "so", "so"),
        false => "{\"schema\": \"compound_review_result_v1\", \"status\": \"failed\", \
                  \"rubricsApplied\": [\"correctness\"], \"findings\": [{\"severity\": \
                  \"critical\", \"file\": \"src/a.rs\", \"line\": 7, \"message\": \"so\"}]}\n"
            .to_owned(),
    }),
    ("legacy-report", |passes| match passes {
        true => legacy("score: 1"),
        false => legacy("score: 1").replace("PASS", "FAIL"),
    }),
    ("agent-envelope", |passes| match passes {
        true => envelope("verdict: pass\nconfidence: high\n"),
        false => envelope("verdict: fail\nblocker: the token is logged\n"),
    }),
    ("review", |passes| match passes {
        true => "### Verdict: APPROVE\n\nThe cache is bounded.\n".to_owned(),
        false => {
            "### Verdict: REVISE\n\n### Blocking findings\n\n1. The token is logged.\n".to_owned()
        }
    }),
    ("review in JSON", |passes| match passes {
        true => "{\"decision\": \"APPROVE\", \"summary\": \"So.\"}\n".to_owned(),
        false => {
            "{\"decision\": \"REJECT\", \"summary\": \"So.\", \"blockers\": [\"so\"]}\n".to_owned()
        }
    }),
    #[cfg(feature = "kdl")]
    ("verdict-summary", |passes| {
        match passes {
        true => "schema 1\ngate \"pass\" open=#true\nreviewer \"qa\" verdict=\"pass\"\n".to_owned(),
        false => "schema 1\ngate \"fail\" open=#false\nreviewer \"qa\" verdict=\"fail\" {\n    blocker \"so\"\n}\n".to_owned(),
    }
    }),
];
