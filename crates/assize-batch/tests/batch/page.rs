//! The page about batches shows what its commands print.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::texts::err;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/batch.md");

/// The blocks of a page: the line above, the kind, the text.
fn blocks(page: &str) -> Vec<(&str, &str, String)> {
    let mut blocks = Vec::new();
    let (mut above, mut open): (&str, Option<(&str, &str, String)>) = ("", None);
    for line in page.lines() {
        match (line.strip_prefix("```"), open.as_mut()) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(kind), None) => open = Some((above, kind, String::new())),
            (None, Some((.., text))) => *text += &format!("{line}\n"),
            (None, None) if !line.is_empty() => above = line,
            (None, None) => {}
        }
    }
    blocks
}

/// A `console` block holds commands and what they print; a block below `` `a.csv`: `` is that file.
#[test]
fn the_page_shows_what_its_commands_print() {
    let here = tempfile::tempdir().expect("a folder");
    let bin = Path::new(env!("CARGO_BIN_EXE_assize-batch"));
    let page = fs::read_to_string(PAGE).expect("the page");
    let mut ran = 0;
    for (above, kind, text) in blocks(&page) {
        let file = above.strip_suffix("`:").and_then(|above| above.rsplit('`').next());
        if let Some(file) = file.filter(|_| kind != "console") {
            fs::write(here.path().join(file), &text).expect("a file");
        }
        if kind != "console" {
            continue;
        }
        let mut expected = text.lines().peekable();
        while let Some(line) = expected.next() {
            let line = line.strip_prefix("$ ").expect("a command");
            let (line, code) = line.split_once("# ends with ").unwrap_or((line, "0"));
            let line = line.replace("assize batch", &bin.display().to_string());
            let shell = Command::new("sh").args(["-c", &line]).current_dir(here.path()).output();
            let shell = shell.expect("a shell");
            assert_eq!(
                shell.status.code().map(|code| code.to_string()).as_deref(),
                Some(code),
                "{line}: {}",
                err(&shell)
            );
            let printed = [shell.stdout, shell.stderr].concat();
            let printed = String::from_utf8(printed).expect("a text");
            for found in printed.lines() {
                assert_eq!(expected.next(), Some(found), "{line}\n{printed}");
            }
            assert!(expected.peek().is_none_or(|next| next.starts_with("$ ")), "{line}\n{printed}");
            ran += 1;
        }
    }
    assert!(ran >= 4, "{ran} commands were found");
}

/// Every column that comes out is described, with no other beside it.
#[test]
fn the_page_lists_the_columns() {
    let page = fs::read_to_string(PAGE).expect("the page");
    for (title, schema) in [
        ("\n## What is read\n", assize_batch::schema::read()),
        ("\n## What is ruled\n", assize_batch::schema::ruling()),
    ] {
        let rest = page.split(title).nth(1).expect("the part");
        let rows = rest.split("\n## ").next().unwrap_or_default().lines();
        let named: Vec<&str> =
            rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next()).collect();
        let columns: Vec<&String> = schema.fields().iter().map(|field| field.name()).collect();
        assert_eq!(named, columns);
    }
}
