//! What was judged in a round, kept so that it can be judged again from its files alone.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{JUDGED, Rounds, mistakes};
use crate::docket::{ClosedDocket, FindingRef, State};
use crate::host::Files;
use crate::host::{Place, Writer, write_atomic};
use crate::round::ROUND_VERSION;
use crate::{Diagnostic, Ruling};

/// What was last judged in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgedRound {
    /// The version of this shape.
    pub schema_version: u32,
    /// What the gate came to: `pass`, `warn`, `fail`, `hold`.
    pub outcome: String,
    /// The policy's word for it.
    pub word: String,
    /// Whether it was open.
    pub open: bool,
    /// The rule that decided; null where none held.
    pub rule: Option<String>,
    /// Whether the rule would have opened the gate, and was not allowed to.
    pub refused: bool,
    /// By which policies, and what was set of them.
    pub asked: AskedPolicies,
    /// Who answered what.
    pub seats: Vec<JudgedSeat>,
    /// What was found.
    pub findings: Vec<JudgedFinding>,
    /// The summary as it was written, without the time.
    pub summary: String,
    /// What a second policy came to that was only listened to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shadow: Option<Shadow>,
    /// Everything under judgement, as `assize gate --docket` takes it; null where it cannot be handed over so.
    pub docket: Option<serde_json::Value>,
}

/// What a policy that decides nothing came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shadow {
    /// The policy, as it was asked for.
    pub policy: String,
    /// SHA-256 of it.
    pub sha256: String,
    /// What it came to.
    pub outcome: String,
    /// Its word for it.
    pub word: String,
    /// The rule that decided; empty when none holds.
    pub rule: String,
}

impl Shadow {
    fn of(ruling: &Ruling) -> Self {
        let facts = ruling.policy();
        Self {
            policy: facts.name.clone(),
            sha256: facts.sha256.to_string(),
            outcome: ruling.outcome().to_string(),
            word: ruling.word().to_owned(),
            rule: ruling.rule_name().to_owned(),
        }
    }
}

/// By which policies a round was judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedPolicies {
    /// The policy of the gate: its name or its file.
    pub gate: String,
    /// That of the audits.
    pub audit: Option<String>,
    /// That which says what to try next.
    pub redispatch: Option<String>,
    /// The panel that sat.
    pub panel: Option<String>,
    /// What was set of the policy of the gate on the command line.
    pub set: Vec<(String, String)>,
    /// Where policies were looked for, from the folder of the reports; none where that cannot be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The commit whose rules judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_from: Option<AskedCommit>,
    /// Whether the docket was handed over whole, so that no reports lie where it was judged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub handed_over: bool,
}

/// The commit whose rules judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedCommit {
    /// As it was named: `origin/main`.
    pub named: String,
    /// Its hash.
    pub commit: String,
}

/// The way from one folder to another, with `/`; none where they share nothing.
pub fn way_between(from: &Path, to: &Path) -> Option<String> {
    let shared =
        from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    if shared == 0 {
        return None;
    }
    let up = from.components().skip(shared).map(|_| Some(".."));
    let down = to.components().skip(shared).map(|part| part.as_os_str().to_str());
    let parts: Option<Vec<&str>> = up.chain(down).collect();
    Some(parts?.join("/"))
}

/// What a seat answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgedSeat {
    /// Its name.
    pub seat: String,
    /// What it was asked about.
    pub subject: String,
    /// What it came to, or why there is no answer.
    pub verdict: String,
    /// SHA-256 of what it wrote.
    pub sha256: Option<String>,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgedFinding {
    /// Who found it.
    pub seat: String,
    /// `blocker` or `advisory`.
    pub kind: String,
    /// The same in every round.
    pub fingerprint: String,
    /// The finding, in full.
    pub text: String,
}

impl JudgedRound {
    /// Whether somebody had not written when it was judged.
    pub fn lacks_somebody(&self) -> bool {
        self.seats.iter().any(|seat| seat.verdict == State::Missing.as_str())
    }

    /// Who answered what, and the SHA-256 of what they wrote.
    pub fn texts(&self) -> Vec<(String, String, Option<String>)> {
        let told =
            |seat: &JudgedSeat| (seat.seat.clone(), seat.verdict.clone(), seat.sha256.clone());
        self.seats.iter().map(told).collect()
    }

    /// What is kept of a ruling.
    pub fn of(
        ruling: &Ruling,
        shadow: Option<&Ruling>,
        asked: AskedPolicies,
        docket: Option<&str>,
    ) -> Self {
        let judged = ruling.docket();
        let seats = judged.cells().map(|cell| {
            let effective = cell.effective().filter(|_| cell.state() == State::Reported);
            let verdict = effective.map_or(cell.state().as_str(), |outcome| outcome.as_str());
            JudgedSeat {
                seat: cell.seat().to_owned(),
                subject: cell.subject().to_string(),
                verdict: verdict.to_owned(),
                sha256: cell.source().map(|source| source.sha256().to_string()),
            }
        });
        let findings = judged.cells().flat_map(|cell| {
            cell.findings().map(move |found| JudgedFinding {
                seat: cell.seat().to_owned(),
                kind: if found.is_blocker() { "blocker" } else { "advisory" }.to_owned(),
                fingerprint: fingerprint(found, judged),
                text: found.in_full().into_owned(),
            })
        });
        Self {
            schema_version: ROUND_VERSION,
            outcome: ruling.outcome().to_string(),
            word: ruling.word().to_owned(),
            open: ruling.opening().is_some(),
            rule: ruling.rule().map(|rule| rule.name.clone()),
            refused: ruling.refused().is_some(),
            asked,
            seats: seats.collect(),
            findings: findings.collect(),
            summary: summary_of(ruling),
            shadow: shadow.map(Shadow::of),
            docket: docket.and_then(|text| serde_json::from_str(text).ok()),
        }
    }
}

fn fingerprint(found: FindingRef<'_>, judged: &ClosedDocket) -> String {
    let named = found.finding().map(|finding| finding.fingerprint(judged.sources()).to_string());
    named.unwrap_or_default()
}

/// The summary of a ruling, without the time.
pub fn summary_of(ruling: &Ruling) -> String {
    let text = crate::emit::kdl::summary(ruling, "");
    let lines = text.lines().filter(|line| !line.starts_with("recorded "));
    lines.fold(String::new(), |all, line| all + line + "\n")
}

impl Rounds {
    /// What was last judged in a round; none where nothing was.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn judged(
        &self,
        files: &dyn Files,
        number: u32,
    ) -> Result<Option<JudgedRound>, Diagnostic> {
        let folder = self.of_round(number);
        let path = folder.join(JUDGED);
        if files.kind(&path).is_err() {
            return Ok(None);
        }
        let limit = crate::host::Limits::default().total_bytes.saturating_mul(2);
        let opened = files.read_inside(&folder, Path::new(JUDGED), limit);
        let bytes = opened
            .map_err(|error| error.to_string())
            .and_then(|opened| opened.into_bytes(limit).map_err(|(_, why)| why));
        let judged = bytes.and_then(|bytes| {
            serde_json::from_slice::<JudgedRound>(&bytes).map_err(|error| error.to_string())
        });
        match judged {
            Ok(judged) if judged.schema_version == ROUND_VERSION => Ok(Some(judged)),
            Ok(_) => Err(mistakes::unreadable(&path, "another version of Assize wrote it")),
            Err(why) => Err(mistakes::unreadable(&path, &why)),
        }
    }

    /// Keeps what was judged in a round, in the place of what was judged before.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn keep(
        &self,
        disk: &dyn Writer,
        number: u32,
        judged: &JudgedRound,
    ) -> Result<(), Diagnostic> {
        let path = self.of_round(number).join(JUDGED);
        let text = serde_json::to_string_pretty(judged)
            .map_err(|error| mistakes::not_kept(&path, &error.to_string()))?;
        write_atomic(disk, &Place::Beside(path.clone()), &(text + "\n"), "judged")
            .map_err(|reason| mistakes::not_kept(&path, &reason.message))
    }
}
