//! What the texts of a judged round found, by their hashes: nothing of it has to be read again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use serde::Deserialize;

use super::JUDGED;
use crate::Outcome;
use crate::host::{Files, Limits};
use crate::round::ROUND_VERSION;
use crate::source::Sha256;

/// What the texts of a judged round found.
#[derive(Debug, Default)]
pub(in crate::host) struct FoundBefore {
    /// The fingerprints of the findings in each text that was read whole.
    texts: HashMap<String, Vec<String>>,
    /// The summary, without the time, and the fingerprints of the blockers in it.
    summary: String,
    blockers: Vec<String>,
}

/// What of a judged round is asked for.
#[derive(Deserialize)]
struct Kept {
    schema_version: u32,
    seats: Vec<Seat>,
    findings: Vec<Finding>,
    summary: String,
}

#[derive(Deserialize)]
struct Seat {
    seat: String,
    verdict: String,
    sha256: Option<String>,
}

#[derive(Deserialize)]
struct Finding {
    seat: String,
    kind: String,
    fingerprint: String,
}

impl FoundBefore {
    /// What is kept of the round whose reports lie in a folder; nothing where it was not judged, or cannot be read.
    pub(in crate::host) fn beside(files: &dyn Files, reports: &Path) -> Self {
        let kept = || {
            let limit = Limits::default().total_bytes.saturating_mul(2);
            let opened = files.read_inside(reports.parent()?, Path::new(JUDGED), limit).ok()?;
            serde_json::from_slice::<Kept>(&opened.into_bytes(limit).ok()?).ok()
        };
        let kept = kept().filter(|kept| kept.schema_version == ROUND_VERSION);
        kept.map(Self::of).unwrap_or_default()
    }

    fn of(kept: Kept) -> Self {
        let blockers = kept.findings.iter().filter(|found| found.kind == "blocker");
        let blockers = blockers.map(|found| found.fingerprint.clone()).collect();
        let mut by_seat: BTreeMap<&str, HashSet<&str>> = BTreeMap::new();
        for found in &kept.findings {
            by_seat.entry(&found.seat).or_default().insert(&found.fingerprint);
        }
        // What could not be read may say more than was judged of it.
        let unread = |own: &Seat| own.verdict.parse::<Outcome>().is_err();
        let unread: HashSet<&str> =
            kept.seats.iter().filter(|own| unread(own)).map(|own| own.seat.as_str()).collect();
        let read = kept.seats.iter().filter(|own| !unread.contains(own.seat.as_str()));
        let texts = read.filter_map(|own| {
            let found = by_seat.get(own.seat.as_str()).into_iter().flatten();
            Some((own.sha256.clone()?, found.map(|found| (*found).to_owned()).collect()))
        });
        Self { texts: texts.collect(), summary: kept.summary, blockers }
    }

    /// What a text found; none where it has to be read.
    pub(in crate::host) fn of_text(&self, bytes: &[u8]) -> Option<&[String]> {
        match self.texts.is_empty() {
            true => None,
            false => self.texts.get(&Sha256::of(bytes).to_string()).map(Vec::as_slice),
        }
    }

    /// What a summary says that was found; none where it is another one than was written then.
    pub(in crate::host) fn of_summary(&self, bytes: &[u8]) -> Option<&[String]> {
        let text = std::str::from_utf8(bytes).ok()?;
        let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("recorded "));
        let same = !self.summary.is_empty() && lines.flat_map(str::bytes).eq(self.summary.bytes());
        same.then_some(&self.blockers)
    }
}
