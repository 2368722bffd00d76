//! Data written out: as JavaScript's `JSON.stringify` has it, and inside of JSON that is printed.

use std::fmt::Write as _;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::codec::{Data, Datum, Entry};

/// Largest name of an entry that JavaScript takes for a place in a list.
const LAST_INDEX: u32 = u32::MAX - 1;

/// Writes data as `JSON.stringify` does: no blanks, names that are whole numbers first.
pub(super) fn push_json(out: &mut String, data: &Data) {
    match &data.value {
        Datum::Null => out.push_str("null"),
        Datum::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
        Datum::Number(number) => push_number(out, *number),
        Datum::Text(text) => push_text(out, text),
        Datum::List(items) => {
            out.push('[');
            for (nth, item) in items.iter().enumerate() {
                if nth > 0 {
                    out.push(',');
                }
                push_json(out, item);
            }
            out.push(']');
        }
        Datum::Map(entries) => {
            out.push('{');
            for (nth, entry) in in_order(entries).into_iter().enumerate() {
                if nth > 0 {
                    out.push(',');
                }
                push_text(out, &entry.key);
                out.push(':');
                push_json(out, &entry.value);
            }
            out.push('}');
        }
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

/// A number in the form of JavaScript: `1`, `1e+21`, `1e-7`; `null` for what is beyond doubles.
pub(super) fn push_number(out: &mut String, number: f64) {
    if !number.is_finite() {
        return out.push_str("null");
    }
    if number == 0.0 {
        return out.push('0');
    }
    let shortest = format!("{:e}", number.abs());
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    if number < 0.0 {
        out.push('-');
    }
    let zeros = |out: &mut String, many: i32| (0..many).for_each(|_| out.push('0'));
    match exponent + 1 {
        point @ 1..=21 if count <= point => {
            out.push_str(&digits);
            zeros(out, point - count);
        }
        point @ 1..=21 => {
            let (whole, rest) = digits.split_at(usize::try_from(point).unwrap_or(0));
            let _ = write!(out, "{whole}.{rest}");
        }
        point @ -5..=0 => {
            out.push_str("0.");
            zeros(out, -point);
            out.push_str(&digits);
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let sign = if exponent < 0 { '-' } else { '+' };
            let _ = write!(out, "{first}{dot}{rest}e{sign}{}", exponent.unsigned_abs());
        }
    }
}

/// A text in quotation marks; only what JSON does not allow as it is becomes an escape.
pub(super) fn push_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            c if c < ' ' => _ = write!(out, "\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The same values, printed by whoever prints what is around them.
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
    use super::push_json;
    use crate::codec::data_of_json;

    fn written(text: &str) -> String {
        let mut out = String::new();
        data_of_json(text).iter().for_each(|data| push_json(&mut out, data));
        out
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
