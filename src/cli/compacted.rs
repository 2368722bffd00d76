//! JSON without line feeds and indentation, for those who are no terminal.

use std::io::{self, Write};

use clap::ArgMatches;

/// Whether a command line asks for JSON, so that nothing else is printed on standard output.
pub(super) fn asks_for_json(matches: &ArgMatches) -> bool {
    // A report that takes the place of the answer may be anything.
    if matches.try_get_raw("report").is_ok_and(|told| told.is_some()) {
        return false;
    }
    let flag = matches.try_get_one::<bool>("json").ok().flatten();
    let format = matches.try_get_raw("format").ok().flatten();
    flag == Some(&true)
        || format.into_iter().flatten().any(|told| told == "json")
        || matches.subcommand().is_some_and(|(_, below)| asks_for_json(below))
}

/// Takes JSON that may be indented, and hands each value on as one line.
pub(super) struct Compacted<'a> {
    out: &'a mut dyn Write,
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// Whether only blanks stand before this in the line.
    indent: bool,
    line: Vec<u8>,
}

impl<'a> Compacted<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, depth: 0, in_string: false, escaped: false, indent: false, line: Vec::new() }
    }

    fn keeps(&mut self, byte: u8) -> bool {
        if self.in_string {
            (self.in_string, self.escaped) = match (self.escaped, byte) {
                (true, _) => (true, false),
                (false, b'\\') => (true, true),
                (false, _) => (byte != b'"', false),
            };
            return true;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b'\n' if self.depth > 0 => {
                self.indent = true;
                return false;
            }
            b' ' if self.indent => return false,
            _ => {}
        }
        self.indent = false;
        true
    }
}

impl Write for Compacted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.clear();
        for byte in bytes {
            if self.keeps(*byte) {
                self.line.push(*byte);
            }
        }
        self.out.write_all(&self.line)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_is_one_line_and_no_text_is_touched() {
        let told = "{\n  \"a\": [\n    1,\n    \"x  \\\"\\\\\"\n  ],\n  \"b\": \"{ [\\n\"\n}\n[]\n";
        let mut out = Vec::new();
        let mut compacted = Compacted::new(&mut out);
        // However it arrives.
        for piece in told.as_bytes().chunks(3) {
            compacted.write_all(piece).expect("memory takes it");
        }
        let line = "{\"a\": [1,\"x  \\\"\\\\\"],\"b\": \"{ [\\n\"}\n[]\n";
        assert_eq!(String::from_utf8(out).expect("text"), line);
    }
}
