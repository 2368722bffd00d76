//! What reviewers printed: a message, or a pointer to their verdict file.
//!
//! A pointer is only held against the file that its seat has anyway. It never makes a source of a
//! file that would be none without it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::named::named_place;
use super::reports::{COPY_OF_SUMMARY, Reports, shown};
use super::sources::contents;
use super::{Contents, Files};
use crate::codec::{Cause, Pointer, size};
use crate::emit::kdl::JudgedReports;
use crate::verdict::Stated;
use crate::{Decoded, Diagnostic, Outcome, ReadOptions, Source, Span, Verdict, read};

/// Where something that was printed comes from.
#[derive(Debug)]
pub enum Printed<'a> {
    /// A file.
    File(&'a Path),
    /// What was read already, and how to call it.
    Text(&'a str, Contents),
}

/// What one reviewer printed, and where it leads.
#[derive(Debug)]
pub(super) struct Stdout {
    pub(super) seat: String,
    pub(super) decoded: Decoded,
    /// It points to the file that the seat has: the file speaks for it.
    pub(super) points_home: bool,
    /// It points to a file that does not exist, and says no fail: its seat has not reported.
    pub(super) points_nowhere: bool,
    /// When its file was last written, in nanoseconds since 1970.
    pub(super) written: Option<i64>,
    /// Why it belongs to earlier work, where it does.
    pub(super) outdated: Option<String>,
}

impl Stdout {
    /// A summary of the reports is not what a reviewer printed.
    pub(super) fn refuse_summary(&mut self, reports: &JudgedReports, options: &ReadOptions) {
        let Some(source) = self.decoded.source() else { return };
        if reports.have_summary(source.bytes()) {
            self.decoded = refused(source.name(), Cause::BadPath, COPY_OF_SUMMARY, options);
        }
    }
}

impl Reports {
    /// Adds what the reviewer of a seat printed. A pointer is resolved against the current folder,
    /// the root of the repository around it, and the folder of reports.
    ///
    /// # Errors
    ///
    /// The file does not exist, or all files together have more than the limits allow.
    pub fn add_stdout(
        &mut self,
        files: &dyn Files,
        here: &Path,
        seat: &str,
        printed: Printed<'_>,
        options: &ReadOptions,
    ) -> Result<(), Diagnostic> {
        let written = match &printed {
            Printed::File(path) => {
                files.resolve(path).ok().and_then(|place| files.stamp(&place).written)
            }
            Printed::Text(..) => None,
        };
        let mut decoded = match printed {
            Printed::Text(name, Contents::Whole(bytes)) => {
                self.used.add(name, &bytes)?;
                read_printed(&Source::new(name, bytes), options)
            }
            Printed::Text(name, _) => {
                let why = format!("it is larger than {}", size(self.used.limit()));
                refused(name, Cause::TooLarge, &why, options)
            }
            Printed::File(path) => self.file(files, seat, path, options)?,
        };
        let leads = match decoded.pointer {
            Some(pointer) if decoded.unreadable == Some(Cause::Unfollowed) => {
                let path = decoded.text(pointer.path).into_owned();
                Some((pointer, self.follow(files, here, seat, Path::new(&path))))
            }
            _ => None,
        };
        if let Some((pointer, leads)) = &leads {
            finish(&mut decoded, *pointer, leads);
        }
        let points_home = matches!(leads, Some((_, Leads::Home)));
        let points_nowhere = matches!(leads, Some((_, Leads::Nowhere))) && !decoded.fails();
        let seat = seat.to_owned();
        let outdated = None;
        self.stdouts.push(Stdout { seat, decoded, points_home, points_nowhere, written, outdated });
        Ok(())
    }

    fn file(
        &mut self,
        files: &dyn Files,
        seat: &str,
        path: &Path,
        options: &ReadOptions,
    ) -> Result<Decoded, Diagnostic> {
        let name = path.to_string_lossy().into_owned();
        let place = named_place(files, path).map_err(|error| not_found(seat, path, &error))?;
        // Named as what was printed, it is not a report beside it.
        if let Some((same, entry)) = place.and_then(|place| self.at(files, &place).next()) {
            if entry.stem != seat {
                let why = "it is the report of another seat";
                return Ok(refused(&name, Cause::BadPath, why, options));
            }
            self.taken.insert(same);
        }
        Ok(match contents(files, path, self.used.limit()) {
            Ok(bytes) => {
                self.used.add(&name, &bytes)?;
                read_printed(&Source::new(name, bytes), options)
            }
            Err((cause, why)) => refused(&name, cause, &why, options),
        })
    }

    /// Where the path of a pointer leads.
    fn follow(&self, files: &dyn Files, here: &Path, seat: &str, path: &Path) -> Leads {
        let root = files.root(here);
        let inside = self.inside.iter().map(PathBuf::as_path);
        let seated = self.entries.iter().enumerate().filter(|(at, _)| !self.taken.contains(at));
        let own = seated.map(|(_, (entry, _))| entry.folder.as_path());
        let mut known = HashSet::new();
        let folders: Vec<&Path> =
            inside.chain(own).filter(|folder| known.insert(*folder)).collect();
        let bases =
            [Some(here), root.as_deref()].into_iter().flatten().chain(folders.iter().copied());
        let mut places: Vec<PathBuf> = bases.map(|base| base.join(path)).collect();
        // Seen from somewhere else: `.dartai/reports/T17/qa.md`, and a folder `…/reports/T17`.
        if let (Some(parent), Some(file)) = (path.parent(), path.file_name()) {
            let named = folders.iter().filter(|folder| folder.ends_with(parent));
            places.extend(named.map(|folder| folder.join(file)));
        }
        let found: Vec<PathBuf> =
            places.iter().filter_map(|place| files.resolve(place).ok()).collect();
        let inside = |place: &&PathBuf| folders.iter().any(|folder| place.starts_with(folder));
        let own = |place: &PathBuf| self.at(files, place).any(|(_, entry)| entry.stem == seat);
        match found.iter().filter(inside).any(own) {
            true => Leads::Home,
            false if found.is_empty() => Leads::Nowhere,
            false if found.iter().any(|place| inside(&place)) => {
                Leads::Astray("this is not the file of this seat")
            }
            false => Leads::Astray("this leads out of the folder of reports"),
        }
    }
}

/// Where a pointer leads.
enum Leads {
    /// To the file that the seat has.
    Home,
    /// To no file at all.
    Nowhere,
    /// To another file.
    Astray(&'static str),
}

/// Reads what was printed. A fail in it stands; else a pointer counts wherever it is.
fn read_printed(source: &Source, options: &ReadOptions) -> Decoded {
    let decoded = read(source, options);
    match decoded.pointer.is_some() || decoded.fails() {
        true => decoded,
        false => read(source, &options.clone().printed(true)),
    }
}

/// Says where the pointer led, in place of that no one followed it.
fn finish(decoded: &mut Decoded, pointer: Pointer, leads: &Leads) {
    decoded.diagnostics.retain(|diagnostic| diagnostic.code != "assize::read::unfollowed");
    match leads {
        Leads::Home => {}
        Leads::Nowhere => decoded.diagnostics.push(leads_nowhere(pointer.path)),
        Leads::Astray(why) => {
            decoded.unreadable = Some(Cause::BadPath);
            decoded.diagnostics.push(leads_astray(pointer.path, why));
        }
    }
}

/// Holds what was printed beside a pointer against the file. The file wins, and where the two do
/// not agree, the worse of them counts.
pub(super) fn compare(printed: &mut Decoded, name: &str, file: &mut Decoded) {
    let Some(stated) = printed.pointer.and_then(|pointer| pointer.stated) else { return };
    if file.unreadable.is_some() {
        file.says_fail |= stated.outcome == Outcome::Fail;
        return;
    }
    let word = printed.text(stated.word);
    let said = |other: &Stated| file.text(other.word).eq_ignore_ascii_case(&word);
    let effective = file.effective();
    let own: Vec<Stated> = file.verdicts.iter().filter_map(|verdict| verdict.stated).collect();
    let worst = own.iter().max_by_key(|stated| stated.outcome);
    let agree = effective == Some(stated.outcome)
        || worst.is_some_and(|worst| worst.outcome == stated.outcome || said(worst));
    if agree {
        // `verdict: pass (the token is logged)`: what stands behind the word makes a warn of it.
        if effective.is_some_and(|effective| effective < stated.outcome) {
            let worse = |verdict: &mut Verdict| {
                verdict.derived = verdict.derived.max(Some(stated.outcome));
            };
            file.verdicts.iter_mut().for_each(worse);
        }
        return;
    }
    printed.diagnostics.push(disagrees(stated, name, effective));
    for verdict in &mut file.verdicts {
        verdict.contradictory = true;
        verdict.derived = verdict.derived.max(Some(stated.outcome));
    }
}

fn refused(name: &str, cause: Cause, detail: &str, options: &ReadOptions) -> Decoded {
    let diagnostic = Diagnostic::error(format!("assize::host::{cause}"))
        .message(format!("`{}` cannot be read: {detail}", shown(name)))
        .help("name the file with what the reviewer printed");
    let mut decoded = Decoded::unreadable(Source::new(name, Vec::new()), cause, diagnostic);
    decoded.profile = options.profile;
    decoded
}

/// `--stdout qa=qa.stdotu`
fn not_found(seat: &str, path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("assize::host::stdout_not_found")
        .message(format!("`--stdout {}={}` cannot be reached: {error}", shown(seat), shown(path)))
        .help("name the file with what the reviewer printed, or `-` for standard input")
}

/// `verdict-file: reports/T17/qa.md`, and the reviewer wrote none
fn leads_nowhere(at: Span) -> Diagnostic {
    Diagnostic::error("assize::seats::pointer_leads_nowhere")
        .message("the pointer leads to no file")
        .label(at, "there is no such file")
        .help("the reviewer says that it wrote a verdict, but did not: ask it again")
}

/// `verdict-file: reports/T16/qa.md`
fn leads_astray(at: Span, why: &str) -> Diagnostic {
    Diagnostic::error("assize::seats::pointer_leads_astray")
        .message("the pointer leads to another file than the seat's own")
        .label(at, why)
        .help("a reviewer writes the file of its own seat, in the folder of the reports")
}

/// `verdict: fail` on standard output, and `verdict: pass` in the file
fn disagrees(stated: Stated, name: &str, effective: Option<Outcome>) -> Diagnostic {
    let file = effective.map_or("nothing", Outcome::as_str);
    Diagnostic::error("assize::seats::stdout_disagrees")
        .message(format!(
            "the reviewer printed `{}`, and `{}` says `{file}`",
            stated.outcome,
            shown(name)
        ))
        .label(stated.word, "not what the file says")
        .help("the worse of the two counts; ask the reviewer again")
}
