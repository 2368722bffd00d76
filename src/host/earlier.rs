//! What earlier rounds found: the fingerprints of the findings in their reports.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::named::named_place;
use super::rounds::FoundBefore;
use super::{
    Files, Judged, KEPT_ROUNDS, Kind, Limits, SUMMARY, list_reports, reports, shown, sources,
};
use crate::codec::Cause;
use crate::{Decoded, Diagnostic, Diagnostics, ReadOptions, Source, read};

/// What one earlier round found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Earlier {
    /// The fingerprints of all its findings.
    pub fingerprints: BTreeSet<String>,
    /// Reports that nothing could be read of: what they found counts as new.
    pub remarks: Vec<Diagnostic>,
}

impl Earlier {
    /// Reads an earlier round: a folder of reports, one report, a `verdict-summary.kdl`, or what
    /// `assize gate` and `assize parse` print with `--format json`.
    ///
    /// # Errors
    ///
    /// Nothing stands there, nothing in it can be opened, or it lies among the reports that are judged.
    pub fn open(
        files: &dyn Files,
        path: &Path,
        judged: &Judged,
        options: &ReadOptions,
        limits: &Limits,
    ) -> Result<Self, Diagnostics> {
        let place = named_place(files, path).map_err(|error| no_such_round(path, &error))?;
        if place.as_ref().is_some_and(|place| judged.holds(place)) {
            return Err(among_reports(path).into());
        }
        let is_folder = |place: &PathBuf| files.kind(place).ok() == Some(Kind::Folder);
        // How this round's files are to be written says nothing about those of an earlier one.
        let options = options.clone().format(None).formats([]);
        let mut earlier = Self::default();
        let Some(place) = place.filter(is_folder) else {
            let bytes = sources::contents(files, path, limits.bytes)
                .map_err(|(_, why)| unreadable_round(path, &why))?;
            let source = Source::new(path.to_string_lossy(), bytes);
            match printed(&source) {
                Some(printed) => earlier.fingerprints.extend(printed),
                None => earlier.add(&source, &options),
            }
            return Ok(earlier);
        };
        let known = match is_kept(&place) {
            true => FoundBefore::beside(files, &place),
            false => FoundBefore::default(),
        };
        let found = list_reports(files, &[path.to_owned()], &[], limits)?;
        let summary = files.read_inside(&place, Path::new(SUMMARY), limits.bytes);
        let summary = summary.ok().and_then(|opened| opened.into_bytes(limits.bytes).ok());
        if found.entries.is_empty() && summary.is_none() {
            return Err(nothing_there(path).into());
        }
        for (entry, contained) in found.entries {
            match contained {
                Ok(bytes) => match known.of_text(&bytes) {
                    Some(found) => earlier.fingerprints.extend(found.iter().cloned()),
                    None => {
                        earlier.add(&Source::new(in_round(path, &entry.name), bytes), &options);
                    }
                },
                Err(refusal) => {
                    earlier.remarks.push(not_read(&in_round(path, &entry.name), &refusal.detail));
                }
            }
        }
        // Its blockers are those of the reports, which may no longer be there.
        if let Some(bytes) = summary.filter(|bytes| may_list_findings(bytes)) {
            match known.of_summary(&bytes) {
                Some(found) => earlier.fingerprints.extend(found.iter().cloned()),
                None => {
                    earlier.collect(&read(&Source::new(in_round(path, SUMMARY), bytes), &options));
                }
            }
        }
        Ok(earlier)
    }

    /// What texts of an earlier round found.
    pub(super) fn of_texts(sources: &[Source], options: &ReadOptions) -> Self {
        let mut earlier = Self::default();
        for source in sources {
            match printed(source) {
                Some(printed) => earlier.fingerprints.extend(printed),
                None => earlier.add(source, options),
            }
        }
        earlier
    }

    fn add(&mut self, source: &Source, options: &ReadOptions) {
        let decoded = read(source, options);
        self.collect(&decoded);
        if let Some(cause) = decoded.unreadable
            && cause != Cause::NoVerdict
        {
            self.remarks.push(not_read(source.name(), &format!("`{cause}`")));
        }
    }

    fn collect(&mut self, decoded: &Decoded) {
        let said = decoded.verdicts.iter().chain(&decoded.fragments);
        let findings = said.flat_map(|verdict| &verdict.findings);
        let names = findings.map(|finding| finding.fingerprint(&decoded.sources).to_string());
        self.fingerprints.extend(names);
    }
}

/// The fingerprints in what Assize itself has printed as JSON; none when it is something else. Asked of a
/// file that was named only: in a folder a reviewer could pretend it.
fn printed(source: &Source) -> Option<Vec<String>> {
    let text = source.text().ok().filter(|text| text.trim_start().starts_with('{'))?;
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let held = ["cells", "sources"].iter().find_map(|name| value.get(name))?;
    value.get("schema_version")?;
    let mut found = Vec::new();
    collect_fingerprints(held, &mut found);
    Some(found)
}

/// As deep as the JSON goes, which its reader bounds.
fn collect_fingerprints(value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Array(items) => {
            items.iter().for_each(|item| collect_fingerprints(item, found));
        }
        serde_json::Value::Object(members) => {
            for (name, member) in members {
                match member.as_str().filter(|_| name == "fingerprint") {
                    Some(fingerprint) => found.push(fingerprint.to_owned()),
                    None => collect_fingerprints(member, found),
                }
            }
        }
        _ => {}
    }
}

/// Whether a summary may list findings: they stand in blocks, which one that a round began with has none of.
fn may_list_findings(summary: &[u8]) -> bool {
    !summary.starts_with(b"schema 1\n") || summary.contains(&b'{')
}

/// Whether a folder lies where rounds are kept, in which no reviewer writes.
fn is_kept(place: &Path) -> bool {
    place.components().any(|part| part.as_os_str() == KEPT_ROUNDS)
}

fn in_round(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

/// `--previous nowhere`
fn no_such_round(path: &Path, error: &std::io::Error) -> Diagnostic {
    reports::not_found(path, error)
        .help("name the folder or the file of an earlier round, or leave `--previous` out")
}

/// `--previous round-1.fifo`
fn unreadable_round(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::host::previous_unreadable")
        .message(format!("`{}` of `--previous` cannot be read: {why}", shown(path)))
        .help(
            "name the folder of an earlier round, one of its reports, or its `verdict-summary.kdl`",
        )
}

/// `--previous empty-folder`
fn nothing_there(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::previous_empty")
        .message(format!("`{}` of `--previous` has no report in it", shown(path)))
        .help("name the folder of an earlier round, or leave `--previous` out in the first one")
}

/// `assize gate reports --previous reports`
fn among_reports(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::previous_among_reports")
        .message(format!(
            "`{}` of `--previous` lies among the reports that are judged, where reviewers write",
            shown(path)
        ))
        .help("keep each round in a folder of its own, and name an earlier one")
}

/// An earlier report that was cut off
fn not_read(name: &str, why: &str) -> Diagnostic {
    Diagnostic::warning("assize::host::previous_not_read")
        .message(format!("`{}` of an earlier round cannot be read: {why}", shown(name)))
        .help("what only it found counts as new; mend the file, or leave it out")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Earlier, Judged, Limits};
    use crate::docket::Docket;
    use crate::host::tests::round;
    use crate::{Diagnostics, ReadOptions, Source, Stage, built_in};

    const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n";
    const MOVED: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:9 It leaks.\n";

    fn open(files: &[(&'static str, String)], path: &str) -> Result<Earlier, Diagnostics> {
        let options = ReadOptions::default();
        Earlier::open(
            &round(files),
            Path::new(path),
            &Judged::default(),
            &options,
            &Limits::default(),
        )
    }

    /// The ruling of a round in which a reviewer wrote this, as JSON and as a summary.
    fn ruled(text: &str) -> (String, String) {
        let policy = built_in(Stage::Gate, "any-blocker").unwrap_or_default();
        let policy = crate::Policy::compile(Stage::Gate, "any-blocker", policy).expect("a policy");
        let mut docket = Docket::new("r");
        docket.seat("qa");
        docket.submit("qa", Source::new("qa.md", text));
        let ruling = policy.judge(&docket.close()).expect("a ruling");
        (
            crate::emit::json::ruling(&ruling, ruling.exit_code()),
            crate::emit::kdl::summary(&ruling, "2026-11-21T21:00:00Z"),
        )
    }

    #[test]
    fn a_round_has_the_same_fingerprints_in_whatever_it_is_kept() {
        let (json, summary) = ruled(FAIL);
        let all = [
            ("/r/qa.md", MOVED.to_owned()),
            ("/s/verdict-summary.kdl", summary),
            ("/t/ruling.json", json),
        ];
        let reports = open(&all, "/r").expect("a round");
        assert_eq!(reports.fingerprints.len(), 1);
        for path in ["/r/qa.md", "/s", "/s/verdict-summary.kdl", "/t/ruling.json"] {
            assert_eq!(
                open(&all, path).map_err(|wrong| format!("{wrong:?}")),
                Ok(reports.clone()),
                "{path}"
            );
        }
        // In a folder, where reviewers write, nobody is believed to be Assize.
        let pretended = open(&all, "/t").expect("a round");
        assert!(pretended.fingerprints.is_empty(), "{pretended:?}");
    }

    #[test]
    fn what_a_kept_round_found_is_known_by_the_hashes_of_its_texts() {
        const NAME: &str = "f1:00000000000000000000000000000000";
        let judged = |sha256: &str, verdict: &str| {
            serde_json::json!({
                "schema_version": 1,
                "seats": [{ "seat": "qa", "subject": "", "verdict": verdict, "sha256": sha256 }],
                "findings": [{ "seat": "qa", "kind": "blocker", "fingerprint": NAME, "text": "" }],
                "summary": "schema 1\n",
            })
        };
        let own = crate::source::Sha256::of(FAIL.as_bytes()).to_string();
        let opened = |folder: &'static str, judged: serde_json::Value| {
            let [kept, report, summary] = match folder {
                "/.rounds/t/1/reports" => [
                    "/.rounds/t/1/judged.json",
                    "/.rounds/t/1/reports/qa.md",
                    "/.rounds/t/1/reports/verdict-summary.kdl",
                ],
                _ => ["/t/1/judged.json", "/t/1/reports/qa.md", "/t/1/reports/verdict-summary.kdl"],
            };
            let summary = (summary, "schema 1\nrecorded \"2026\"\n".to_owned());
            let files = [(kept, judged.to_string()), (report, FAIL.to_owned()), summary];
            open(&files, folder).expect("a round").fingerprints
        };
        let kept = "/.rounds/t/1/reports";
        assert_eq!(opened(kept, judged(&own, "fail")), [NAME.to_owned()].into());
        // Another text, one that could not be read then, and what somebody put beside other reports: each is read.
        let read = ruled(FAIL).0;
        for found in [
            opened(kept, judged("00", "fail")),
            opened(kept, judged(&own, "unreadable")),
            opened("/t/1/reports", judged(&own, "fail")),
        ] {
            assert!(found.iter().any(|name| read.contains(name.as_str())), "{found:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_found_nothing_and_is_told() {
        let broken = [("/r/qa.md", "verdict: maybe\n".to_owned()), ("/r/b.md", FAIL.to_owned())];
        let round = open(&broken, "/r").expect("a round");
        assert_eq!((round.fingerprints.len(), round.remarks.len()), (1, 1));
    }
}
