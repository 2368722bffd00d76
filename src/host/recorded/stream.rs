//! Recorded rounds in their order, a few at a time: however many there are, only those are in memory.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::vec;

use rayon::prelude::*;

use super::{From, Recorded, no_rounds, too_large, unreadable};
use crate::codec::size;
use crate::host::{Files, Kind, Limits, STDIN, shown};
use crate::{Diagnostic, Diagnostics};

/// Lines are taken until they have so many bytes, or are so many.
const BYTES: usize = 1024 * 1024;
const LINES: usize = 1024;

/// The rounds below a folder by name (each of its folders, `*.json`, each line of `*.jsonl`), or the lines of a file or of
/// standard input.
pub struct RecordedRounds<'f> {
    files: &'f dyn Files,
    entries: vec::IntoIter<(String, PathBuf)>,
    lines: Option<Lines>,
    /// What is named where there is none.
    place: PathBuf,
    found: bool,
}

impl<'f> RecordedRounds<'f> {
    /// The rounds below a folder, or in a file: a `*.json` is one, any other file has one a line.
    ///
    /// # Errors
    ///
    /// Nothing stands there, or it cannot be listed or opened.
    pub fn at(files: &'f dyn Files, path: &Path) -> Result<Self, Diagnostic> {
        let wrong = |error: io::Error| unreadable(path, &error.to_string());
        let kind = files.resolve(path).and_then(|place| files.kind(&place));
        if kind.is_ok_and(|kind| kind == Kind::Folder) {
            let mut names = files.names(path).map_err(wrong)?;
            names.sort();
            let entries: Vec<_> = names.iter().map(|name| (shown(name), path.join(name))).collect();
            return Ok(Self::of(files, entries, None, path));
        }
        if ending(path) == "json" {
            let only = vec![(shown(path), path.to_owned())];
            files.stream(path).map_err(wrong)?;
            return Ok(Self::of(files, only, None, path));
        }
        let lines = Lines::new(shown(path), files.stream(path).map_err(wrong)?);
        Ok(Self::of(files, Vec::new(), Some(lines), path))
    }

    /// The lines of standard input.
    pub fn of_input(files: &'f dyn Files, input: Box<dyn Read>) -> Self {
        let lines = Lines::new(STDIN.to_owned(), input);
        Self::of(files, Vec::new(), Some(lines), Path::new(STDIN))
    }

    fn of(
        files: &'f dyn Files,
        entries: Vec<(String, PathBuf)>,
        lines: Option<Lines>,
        place: &Path,
    ) -> Self {
        Self { files, entries: entries.into_iter(), lines, place: place.to_owned(), found: false }
    }

    /// The next ones; none where there are no more. What is there is not kept waiting for what is still to be written.
    ///
    /// # Errors
    ///
    /// There was none at all.
    pub fn next_few(&mut self) -> Result<Vec<Recorded>, Diagnostics> {
        let (mut few, mut bytes) = (Vec::new(), 0);
        while bytes < BYTES && few.len() < LINES {
            if !few.is_empty() && self.lines.as_ref().is_some_and(Lines::would_wait) {
                break;
            }
            let Some(round) = self.next() else { break };
            bytes += round.size();
            few.push(round);
        }
        self.found |= !few.is_empty();
        if self.found { Ok(few) } else { Err(no_rounds(&self.place).into()) }
    }

    fn next(&mut self) -> Option<Recorded> {
        loop {
            if let Some(round) = self.lines.as_mut().and_then(Lines::next) {
                return Some(round);
            }
            self.lines = None;
            let (name, path) = self.entries.next()?;
            if path.file_name().is_some_and(|own| own.to_string_lossy().starts_with('.')) {
                continue;
            }
            match (self.files.kind(&path), ending(&path)) {
                (Ok(Kind::Folder), _) => return Some(Recorded { name, from: From::Folder(path) }),
                (Ok(Kind::File), "json") => {
                    return Some(Recorded { name, from: From::File(path) });
                }
                (Ok(Kind::File), "jsonl") => match self.files.stream(&path) {
                    Ok(input) => self.lines = Some(Lines::new(name, input)),
                    Err(error) => {
                        let from = From::Refused(unreadable(&path, &error.to_string()));
                        return Some(Recorded { name, from });
                    }
                },
                _ => {}
            }
        }
    }
}

/// What is made of each of a few, on all cores, in their order.
pub fn of_each<R: Sync, T: Send>(few: &[R], make: impl Fn(&R) -> T + Sync) -> Vec<T> {
    few.par_iter().map(&make).collect()
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// What has a round in each line that is not blank.
struct Lines {
    name: String,
    input: BufReader<Box<dyn Read>>,
    /// The line that was read last, from 1.
    at: usize,
    /// Whether nothing more can be read.
    ended: bool,
}

impl Lines {
    fn new(name: String, input: Box<dyn Read>) -> Self {
        Self { name, input: BufReader::with_capacity(BYTES / 4, input), at: 0, ended: false }
    }

    /// Whether the next line is not whole in memory.
    fn would_wait(&self) -> bool {
        !self.input.buffer().contains(&b'\n')
    }

    fn next(&mut self) -> Option<Recorded> {
        while !self.ended {
            self.at += 1;
            let from = match self.line(Limits::default().total_bytes) {
                Ok(Some(line)) if line.trim_ascii().is_empty() => continue,
                Ok(Some(line)) => From::Line(line),
                Ok(None) => return None,
                Err(why) => From::Refused(why),
            };
            return Some(Recorded { name: format!("{}:{}", self.name, self.at), from });
        }
        None
    }

    /// One line, without its end; none behind the last. One that is too large is left out whole.
    fn line(&mut self, limit: usize) -> Result<Option<Vec<u8>>, Diagnostic> {
        let name = format!("{}:{}", self.name, self.at);
        let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        let mut line = Vec::new();
        let read = self.input.by_ref().take(most).read_until(b'\n', &mut line);
        let whole = line.last() == Some(&b'\n');
        let too_long = read.is_ok() && line.len() > limit && !whole;
        let skipped = if too_long { self.input.skip_until(b'\n') } else { Ok(0) };
        if let Err(error) = read.and(skipped) {
            self.ended = true;
            return Err(unreadable(Path::new(&name), &error.to_string()));
        }
        if too_long {
            return Err(too_large(&name, &format!("it is larger than {}", size(limit))));
        }
        if line.is_empty() {
            self.ended = true;
            return Ok(None);
        }
        if whole {
            line.pop();
            line.pop_if(|last| *last == b'\r');
        }
        Ok(Some(line))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor, Read};

    use super::*;

    fn names(input: impl Read + 'static) -> Vec<(String, bool)> {
        let mut lines = Lines::new("all".to_owned(), Box::new(input));
        let told = std::iter::from_fn(|| lines.next());
        told.map(|one| (one.name, matches!(one.from, From::Line(_)))).collect()
    }

    #[test]
    fn lines_keep_their_numbers_and_blank_ones_are_none() {
        let read = names(Cursor::new("{}\n\n \r\n{}\r\n{\"cut"));
        let named = |at: usize| (format!("all:{at}"), true);
        assert_eq!(read, [named(1), named(4), named(5)]);
        assert_eq!(names(Cursor::new("")), []);
    }

    #[test]
    fn a_line_that_is_too_large_is_one_error_and_the_next_is_read() {
        let mut lines = Lines::new("all".to_owned(), Box::new(Cursor::new("12345\n1234\n12345")));
        assert!(lines.line(4).is_err());
        assert_eq!(lines.line(4).ok().flatten().as_deref(), Some(&b"1234"[..]));
        assert!(lines.line(4).is_err());
        assert_eq!(lines.line(4).ok(), Some(None));
    }

    #[test]
    fn an_input_that_breaks_off_is_one_error() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
        assert_eq!(
            names(Cursor::new("{}\n").chain(Broken)),
            [("all:1".to_owned(), true), ("all:2".to_owned(), false)]
        );
    }
}
