//! Comma-separated values as rows. A record that is wrong is a row with its error.

use std::io::Read;
use std::sync::Arc;

use arrow::array::{ArrayRef, LargeStringBuilder, RecordBatch, StringBuilder};
use assize::Diagnostic;
use csv::{ByteRecord, Reader, ReaderBuilder};

use super::input::{Row, Rows};
use super::mistakes::{broken, column_twice, no_column, unreadable};

/// The rows of a file with a header. A field that is not UTF-8 is an error of its row.
pub(super) fn rows(
    input: impl Read + Send + 'static,
    name: String,
    wanted: &[&str],
    most: usize,
) -> Result<Rows, Diagnostic> {
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(input);
    let header = reader.byte_headers().map_err(|error| unreadable(&name, &error))?;
    let known: Vec<String> =
        header.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect();
    if known.is_empty() {
        return Err(broken(&name, "CSV", &"it has no header"));
    }
    let place = |wanted: &&str| {
        // Programs that write UTF-8 with a mark of it put it in front of the first name.
        let named = |(_, known): &(usize, &String)| known.trim_start_matches('\u{feff}') == *wanted;
        let mut found = known.iter().enumerate().filter(named);
        match (found.next(), found.next()) {
            (Some((place, _)), None) => Ok((place, (*wanted).to_owned())),
            (Some(_), Some(_)) => Err(column_twice(&name, wanted)),
            (None, _) => Err(no_column(&name, wanted, &known)),
        }
    };
    let columns = wanted.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    let mut records = Records { reader, name, columns, fields: known.len(), most, ended: false };
    Ok(Box::new(std::iter::from_fn(move || records.next_rows())))
}

struct Records<R> {
    reader: Reader<R>,
    name: String,
    /// The places of the columns, and their names.
    columns: Vec<(usize, String)>,
    /// How many fields the header has.
    fields: usize,
    most: usize,
    ended: bool,
}

impl<R: Read> Records<R> {
    fn next_rows(&mut self) -> Option<Result<Row, Diagnostic>> {
        let mut values: Vec<_> = self.columns.iter().map(|_| LargeStringBuilder::new()).collect();
        let mut errors = StringBuilder::new();
        let (mut count, mut wrong) = (0, false);
        let mut record = ByteRecord::new();
        while count < self.most && !self.ended {
            match self.reader.read_byte_record(&mut record) {
                Ok(true) => {}
                Ok(false) => {
                    self.ended = true;
                    break;
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(broken(&self.name, "CSV", &error)));
                }
            }
            count += 1;
            let why = self.mistake(&record);
            wrong |= why.is_some();
            for ((place, _), values) in self.columns.iter().zip(&mut values) {
                let field = record.get(*place).map(std::str::from_utf8);
                match (&why, field) {
                    (None, Some(Ok(field))) => values.append_value(field),
                    _ => values.append_null(),
                }
            }
            errors.append_option(why);
        }
        if count == 0 {
            return None;
        }
        let named = self.columns.iter().zip(&mut values);
        let named = named.map(|((_, name), of)| (name.as_str(), Arc::new(of.finish()) as ArrayRef));
        let columns = RecordBatch::try_from_iter(named);
        let columns = columns.map_err(|error| broken(&self.name, "CSV", &error));
        Some(columns.map(|columns| Row { columns, errors: wrong.then(|| errors.finish()) }))
    }

    /// Why a record cannot be read.
    fn mistake(&self, record: &ByteRecord) -> Option<String> {
        let line = record.position().map_or(0, csv::Position::line);
        if record.len() != self.fields {
            let (has, header) = (record.len(), self.fields);
            return Some(format!(
                "line {line}: the record has {has} fields, and the header {header}"
            ));
        }
        let broken = |(place, _): &&(usize, String)| {
            record.get(*place).is_some_and(|field| std::str::from_utf8(field).is_err())
        };
        let (_, name) = self.columns.iter().find(broken)?;
        Some(format!("line {line}: `{name}` is not UTF-8"))
    }
}
