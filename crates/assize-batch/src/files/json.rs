//! Lines of JSON as rows. A line that is wrong is a row with its error.

use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;

use arrow::array::{ArrayRef, LargeStringBuilder, RecordBatch, StringBuilder};
use assize::Diagnostic;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::input::{Row, Rows};
use super::mistakes::{broken, no_column, unreadable};

/// The longest line, which is four of the largest texts.
const LONGEST: usize = 64 * 1024 * 1024;

/// The rows of a file. A member that a line lacks is null; one that no line of the first rows has is an error.
pub(super) fn rows(
    input: BufReader<impl Read + Send + 'static>,
    name: String,
    wanted: &[&str],
    most: usize,
) -> Result<Rows, Diagnostic> {
    let wanted = wanted.iter().map(|&name| name.to_owned()).collect();
    let mut lines = Lines { input, name, wanted, most, line: 0, ended: false };
    let first = lines.next_rows(true).transpose()?;
    let mut first = first.map(Ok);
    Ok(Box::new(std::iter::from_fn(move || first.take().or_else(|| lines.next_rows(false)))))
}

struct Lines<R> {
    input: BufReader<R>,
    name: String,
    wanted: Vec<String>,
    most: usize,
    /// The line that was read last, from 1.
    line: usize,
    ended: bool,
}

impl<R: Read> Lines<R> {
    fn next_rows(&mut self, is_first: bool) -> Option<Result<Row, Diagnostic>> {
        let mut values: Vec<_> = self.wanted.iter().map(|_| LargeStringBuilder::new()).collect();
        let mut errors = StringBuilder::new();
        let (mut count, mut wrong) = (0, false);
        let mut seen: Vec<String> = Vec::new();
        let mut found = vec![false; self.wanted.len()];
        let mut text = Vec::new();
        while count < self.most {
            let read = match self.next_line(&mut text) {
                Ok(None) => break,
                Ok(Some(read)) => read,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(unreadable(&self.name, &error)));
                }
            };
            count += 1;
            let row = read.and_then(|()| self.row(&text));
            if let (true, Ok(Members(members))) = (is_first && seen.is_empty(), &row) {
                seen = members.iter().map(|(name, _)| name.clone()).collect();
            }
            let picked = row.and_then(|row| self.picked(row));
            wrong |= picked.is_err();
            match picked {
                Ok(picked) => {
                    for ((value, values), found) in
                        picked.into_iter().zip(&mut values).zip(&mut found)
                    {
                        *found |= value.is_some();
                        values.append_option(value.flatten());
                    }
                    errors.append_null();
                }
                Err(why) => {
                    values.iter_mut().for_each(LargeStringBuilder::append_null);
                    errors.append_value(format!("line {}: {why}", self.line));
                }
            }
        }
        if count == 0 {
            return None;
        }
        // Where no line can be read at all, each says why.
        if let (true, Some(place)) = (!seen.is_empty(), found.iter().position(|found| !found)) {
            return Some(Err(no_column(&self.name, &self.wanted[place], &seen)));
        }
        let named = self.wanted.iter().zip(&mut values);
        let named = named.map(|(name, of)| (name.as_str(), Arc::new(of.finish()) as ArrayRef));
        let columns = RecordBatch::try_from_iter(named);
        let columns = columns.map_err(|error| broken(&self.name, "JSON", &error));
        Some(columns.map(|columns| Row { columns, errors: wrong.then(|| errors.finish()) }))
    }

    /// The next line that is not blank; none behind the last. One that is too long is left out whole.
    fn next_line(&mut self, text: &mut Vec<u8>) -> std::io::Result<Option<Result<(), String>>> {
        while !self.ended {
            text.clear();
            self.line += 1;
            let most = u64::try_from(LONGEST).unwrap_or(u64::MAX);
            let read = self.input.by_ref().take(most).read_until(b'\n', text)?;
            self.ended = read == 0;
            if read == LONGEST && text.last() != Some(&b'\n') {
                self.input.skip_until(b'\n')?;
                return Ok(Some(Err("it is longer than 64 MiB".to_owned())));
            }
            if !text.trim_ascii().is_empty() {
                return Ok(Some(Ok(())));
            }
        }
        Ok(None)
    }

    fn row(&self, text: &[u8]) -> Result<Members, String> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        serde_json::from_slice(text.trim_ascii_end())
            .map_err(|error| format!("it is not a JSON object: {error}"))
    }

    /// The members that are wanted, as text.
    fn picked(&self, Members(members): Members) -> Result<Vec<Option<Option<String>>>, String> {
        let mut picked = vec![None; self.wanted.len()];
        for (name, value) in members {
            let Some(place) = self.wanted.iter().position(|wanted| *wanted == name) else {
                continue;
            };
            let text = match value {
                Value::Null => None,
                Value::String(text) => Some(text),
                Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
                Value::Array(_) | Value::Object(_) => {
                    return Err(format!("`{name}` holds a list or an object, and not text"));
                }
            };
            if picked[place].replace(text).is_some() {
                return Err(format!("it has `{name}` twice"));
            }
        }
        Ok(picked)
    }
}

/// The members of an object, in their order, also those that it has twice.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}
