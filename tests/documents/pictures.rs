//! The picture of the terminal in README.md is what the command prints now. `ASSIZE_BLESS=1` draws it again (`just pictures`).

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test touches files, and fails loudly"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A character, in pixels; all of a font with one width have about this one.
const CHARACTER: f32 = 8.43;
const LINE: usize = 19;
/// What is left free around the text.
const MARGIN: usize = 18;

const STYLE: &str = "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre;fill:#d8dade}\
    .c1{font-weight:700;fill:#fff}.c2{fill:#9da3ad}.c132{font-weight:700;fill:#7ee787}.c33{fill:#e3b341}\
    .c131{font-weight:700;fill:#ff7b72}";

#[test]
fn the_terminal_is_drawn_as_it_looks_now() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let line = ["gate", "examples/reviews", "--no-summary", "--color", "always"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    let ran = command.args(line).current_dir(root).env("COLUMNS", "84").output().unwrap();
    assert_eq!(ran.status.code(), Some(1));
    let told = String::from_utf8(ran.stdout).unwrap();
    let made = drawn(&format!("$ assize gate examples/reviews\n\n{told}"));
    let file = root.join("docs/terminal.svg");
    if std::env::var_os("ASSIZE_BLESS").is_some() {
        fs::write(&file, made).unwrap();
    } else {
        let kept = fs::read_to_string(&file).unwrap();
        assert!(kept == made, "the terminal looks otherwise: `just pictures`\n{made}");
    }
}

/// A text with the codes of a terminal as SVG, each piece at its column.
fn drawn(text: &str) -> String {
    let lines: Vec<Vec<(&str, &str)>> = text.lines().map(pieces).collect();
    let columns =
        |line: &Vec<(&str, &str)>| line.iter().map(|(_, text)| text.chars().count()).sum();
    let widest: usize = lines.iter().map(columns).max().unwrap_or_default();
    let (width, height) = (place(widest) + MARGIN as f32, lines.len() * LINE + 2 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" width=\"{width:.0}\" height=\"{height}\" role=\"img\" \
         aria-label=\"What assize gate prints of a change that a reviewer failed\">\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#16181d\"/>\n"
    );
    for (number, line) in lines.iter().enumerate() {
        let mut column = 0;
        for (codes, text) in line {
            let class = codes.replace(';', "");
            let class = if class.is_empty() { class } else { format!(" class=\"c{class}\"") };
            let (x, y) = (place(column), MARGIN + number * LINE + LINE * 3 / 4);
            let shown = text.replace('&', "&amp;").replace('<', "&lt;");
            if !text.trim().is_empty() {
                let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y}\"{class}>{shown}</text>");
            }
            column += text.chars().count();
        }
    }
    out + "</svg>\n"
}

/// Where a column begins.
fn place(column: usize) -> f32 {
    MARGIN as f32 + column as f32 * CHARACTER
}

/// A line in pieces, each behind its codes: `1;31` and what is bold and red.
fn pieces(line: &str) -> Vec<(&str, &str)> {
    let mut parts = line.split("\u{1b}[");
    let first = parts.next().unwrap_or_default();
    let painted = parts.filter_map(|part| part.split_once('m'));
    let painted = painted.map(|(codes, text)| (if codes == "0" { "" } else { codes }, text));
    std::iter::once(("", first)).chain(painted).filter(|(_, text)| !text.is_empty()).collect()
}
