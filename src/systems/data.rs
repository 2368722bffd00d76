//! Data written out: as JavaScript's `JSON.stringify` has it, and inside of JSON that is printed.

use std::io;

use serde::de::DeserializeOwned;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::ser::Formatter;

use crate::codec::{Data, Datum, Entry};
use crate::source::Source;

/// Largest name of an entry that JavaScript takes for a place in a list.
const LAST_INDEX: u32 = u32::MAX - 1;

/// Reads again what Assize itself wrote, of a shape that has this version.
///
/// # Errors
///
/// Another version, or what is missing or of another type.
pub(super) fn own_json<T: DeserializeOwned>(source: &Source, version: u32) -> Result<T, String> {
    #[derive(serde::Deserialize)]
    struct Versioned {
        schema_version: u32,
    }
    let text = source.text().map_err(|error| error.to_string())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let told: Result<Versioned, _> = serde_json::from_str(text);
    match told.map_err(|error| error.to_string())?.schema_version == version {
        true => serde_json::from_str(text).map_err(|error| error.to_string()),
        false => Err(format!("its `schema_version` is not {version}")),
    }
}

/// Writes a value as `JSON.stringify` does: no blanks, and numbers in the form of JavaScript.
pub(super) fn stringify(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let written = value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Script));
    // Texts, numbers, and lists and maps of them cannot fail to print.
    written.ok().and_then(|()| String::from_utf8(out).ok()).unwrap_or_default()
}

struct Script;

impl Formatter for Script {
    fn write_f64<W: ?Sized + io::Write>(&mut self, out: &mut W, number: f64) -> io::Result<()> {
        out.write_all(script_number(number).as_bytes())
    }
}

/// The entries as an object of JavaScript lists them: whole numbers first, ascending, then the others as they were written.
fn in_order(entries: &[Entry]) -> Vec<&Entry> {
    let mut ordered: Vec<&Entry> = entries.iter().collect();
    ordered.sort_by_key(|entry| index(&entry.key).map_or((1, 0), |index| (0, index)));
    ordered
}

/// `17`, and neither `017` nor `4294967295`.
fn index(key: &str) -> Option<u32> {
    let plain = key == "0" || (!key.starts_with('0') && key.bytes().all(|b| b.is_ascii_digit()));
    plain.then(|| key.parse().ok()).flatten().filter(|index| *index <= LAST_INDEX)
}

/// A number in the form of JavaScript: `1`, `1e+21`, `1e-7`.
pub(super) fn script_number(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let shortest = format!("{:e}", number.abs());
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let zeros = |many: i32| "0".repeat(usize::try_from(many).unwrap_or(0));
    let sign = if number < 0.0 { "-" } else { "" };
    match exponent + 1 {
        point @ 1..=21 if count <= point => format!("{sign}{digits}{}", zeros(point - count)),
        point @ 1..=21 => {
            let (whole, rest) = digits.split_at(usize::try_from(point).unwrap_or(0));
            format!("{sign}{whole}.{rest}")
        }
        point @ -5..=0 => format!("{sign}0.{}{digits}", zeros(-point)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let plus = if exponent < 0 { "" } else { "+" };
            format!("{sign}{first}{dot}{rest}e{plus}{exponent}")
        }
    }
}

/// Values in the order of the text, but for names that are whole numbers, which stand first.
impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.value {
            Datum::Null => serializer.serialize_unit(),
            Datum::Bool(yes) => serializer.serialize_bool(*yes),
            Datum::Number(number) => serialize_number(*number, serializer),
            Datum::Text(text) => serializer.serialize_str(text),
            Datum::List(items) => serializer.collect_seq(items),
            Datum::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for entry in in_order(entries) {
                    map.serialize_entry(&entry.key, &entry.value)?;
                }
                map.end()
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "whole numbers of up to 53 bits")]
fn serialize_number<S: Serializer>(number: f64, serializer: S) -> Result<S::Ok, S::Error> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match number.fract() == 0.0 && number.abs() <= EXACT {
        true => serializer.serialize_i64(number as i64),
        false if number.is_finite() => serializer.serialize_f64(number),
        false => serializer.serialize_unit(),
    }
}

#[cfg(test)]
mod tests {
    use super::stringify;
    use crate::codec::data_of_json;

    fn written(text: &str) -> String {
        data_of_json(text).iter().map(stringify).collect()
    }

    /// What Node writes for the same texts.
    #[test]
    fn data_is_written_as_javascript_writes_it() {
        for (text, says) in [
            (
                "[1.0, 1e21, 1e20, 123456789012345680000, 1e-6, 1e-7, 1.5e-9, -0, 0.1, 100]",
                "[1,1e+21,100000000000000000000,123456789012345680000,0.000001,1e-7,1.5e-9,0,0.1,100]",
            ),
            (
                "[9007199254740993, 12345678901234567890, 1e400, -1e400, 5e-324, 1.7976931348623157e308]",
                "[9007199254740992,12345678901234567000,null,null,5e-324,1.7976931348623157e+308]",
            ),
            (
                "{\"b\": 1, \"2\": 2, \"a\": 3, \"10\": 4, \"01\": 5, \"4294967294\": 6, \"4294967295\": 7, \"-1\": 8, \"0\": 9, \"\": 10}",
                "{\"0\":9,\"2\":2,\"10\":4,\"4294967294\":6,\"b\":1,\"a\":3,\"01\":5,\"4294967295\":7,\"-1\":8,\"\":10}",
            ),
            (
                "[\"\\b\\t\\n\\f\\r\\\"\\\\\\/\\u0000\\u001F\\u007f\\u2028\\u00e9\\ud83d\\ude00\"]",
                "[\"\\b\\t\\n\\f\\r\\\"\\\\/\\u0000\\u001f\u{7f}\u{2028}é😀\"]",
            ),
            (
                "{\"a\" : [ ] , \"b\" : { } , \"c\" : [ true , false , null ] }",
                "{\"a\":[],\"b\":{},\"c\":[true,false,null]}",
            ),
        ] {
            assert_eq!(written(text), says);
        }
    }
}
