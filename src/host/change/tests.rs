use super::{Change, Contents};

fn read(text: &str) -> Result<(String, Option<u64>), String> {
    let change = Change::from_input(Contents::Whole(text.as_bytes().to_vec()));
    change.map(|change| (change.paths.join(" | "), change.lines)).map_err(|wrong| {
        let told = |item: &crate::Diagnostic| {
            let label = item.labels.first().map_or_else(String::new, |label| label.text.clone());
            format!("{} {label}", item.code.trim_start_matches("assize::host::"))
        };
        wrong.items().iter().map(told).collect::<Vec<_>>().join("; ")
    })
}

#[test]
fn paths_and_what_git_prints_are_read() {
    for (text, paths, lines) in [
        // A change of nothing.
        ("", "", Some(0)),
        (" \n\n", "", Some(0)),
        ("src/a.rs\ndocs/b c.md\n", "src/a.rs | docs/b c.md", None),
        ("\u{feff}./src/a.rs\r\n\r\nb", "src/a.rs | b", None),
        ("a\n\u{feff}b\n", "a | \u{feff}b", None),
        ("a => b\n", "a => b", None),
        ("A-plan.md\nQA notes.md\n2026 plan.md\n", "A-plan.md | QA notes.md | 2026 plan.md", None),
        ("\"M a.md\"\n", "M a.md", None),
        ("1\t1\tM a.md\n1\t0\t x\n", "M a.md |  x", Some(3)),
        ("\"\\303\\244\\tb\\\\.rs\"\n", "ä\tb\\.rs", None),
        ("\"\\377.rs\"\n", "\u{fffd}.rs", None),
        ("3\t4\tsrc/a.rs\n1\t0\tb\n", "src/a.rs | b", Some(8)),
        ("-\t-\tlogo.png\n2\t0\ta b.md\n", "logo.png | a b.md", Some(2)),
        ("1\t1\tsrc/{old => new}/a.rs\n", "src/old/a.rs | src/new/a.rs", Some(2)),
        ("0\t0\tsrc/{ => sub}/a.rs\n", "src/a.rs | src/sub/a.rs", Some(0)),
        ("0\t0\tsub/a.rs => a.rs\n", "sub/a.rs | a.rs", Some(0)),
        ("0\t0\tsrc/{ => src}/a.rs\n", "src/a.rs | src/src/a.rs", Some(0)),
        ("0\t0\t{a => b}/c/d.rs\n", "a/c/d.rs | b/c/d.rs", Some(0)),
        // Git would have written these two in another way, were they `sub` and `docs`.
        ("0\t0\t{sub => }/a.rs\n", "{sub | }/a.rs | {sub => }/a.rs", Some(0)),
        ("0\t0\t{docs => docs}/a.rs\n", "{docs | docs}/a.rs | {docs => docs}/a.rs", Some(0)),
        // And these not at all: they are the names of files.
        ("0\t0\tdocs/a => docs/b\n", "docs/a => docs/b", Some(0)),
        ("0\t0\ta => a\n", "a => a", Some(0)),
        // It may be more than one thing, and then it touches all of them.
        ("0\t0\ta => b => c\n", "a | b => c | a => b | c | a => b => c", Some(0)),
        ("0\t0\tdocs/{a.md => b.md}\n", "docs/a.md | docs/b.md", Some(0)),
        ("0\t0\ta.rs => docs/a.rs\n", "a.rs | docs/a.rs", Some(0)),
        ("0\t0\tm/{a => b}.sql\n", "m/{a | b}.sql", Some(0)),
        ("0\t0\t\"a\\tb\" => \"c\\\"d\"\n", "a\tb | c\"d", Some(0)),
        ("0\t0\ta => \"c\\td\"\n", "a | c\td", Some(0)),
        // As `-z` writes them.
        ("a.rs\0b c.md\0\"d\"\0", "a.rs | b c.md | \"d\"", None),
        (
            "3\t4\tsrc/a.rs\0-\t-\tb.png\x001\t0\t\0old.rs\0new => x.rs\0",
            "src/a.rs | b.png | old.rs | new => x.rs",
            Some(8),
        ),
        ("18446744073709551615\t9\ta\n1\t1\tb\n", "a | b", Some(u64::MAX)),
    ] {
        assert_eq!(read(text), Ok((paths.to_owned(), lines)), "{text:?}");
    }
}

#[test]
fn what_is_neither_is_told_with_its_place() {
    const ROOT: &str = "not_a_path this is not a path from the root of the repository";
    const ONE: &str = "not_a_path this is not one path";
    const CUT: &str = "not_a_path it ends within a line, and may have been cut off";
    const MIXED: &str = "not_a_path one line has numbers and another has none";
    const OPEN: &str = "not_a_path its quote is not closed";
    const STATUS: &str = "not_a_path this is more than a path, as another command prints it";
    for (text, told) in [
        ("/home/dana/a.rs\n", ROOT),
        ("../a.rs\n", ROOT),
        ("a/../../b\n", ROOT),
        ("1\t1\t/etc/passwd\n", ROOT),
        (" src/a.rs | 3 +-\n 1 file changed, 2 insertions(+)\n", &format!("{STATUS}; {STATUS}")),
        ("M\tsrc/a.rs\n", ONE),
        ("R100\ta\tb\n", ONE),
        (" M src/a.rs\n", STATUS),
        ("M  src/a.rs\n", STATUS),
        ("?? src/a.rs\n", STATUS),
        ("R  a.rs -> b.rs\n", STATUS),
        ("1 .M N... 100644 100644 100644 0 0 src/a.rs\n", STATUS),
        (":100644 100644 1 2 M src/a.rs\n", STATUS),
        ("3 1 src/a.rs\n", STATUS),
        ("- - logo.png\n", STATUS),
        ("fatal: bad revision 'x'\n", STATUS),
        ("warning: Not a git repository\n", STATUS),
        ("commit 5\nAuthor: Dana\n", STATUS),
        ("src\\a.rs\n", "not_a_path a `/` stands between folders"),
        ("1\t1\tsrc/a.r", CUT),
        ("1\t1\ta\nsrc/b\n", MIXED),
        ("src/b\n1\t1\ta\n", MIXED),
        ("1\t-\ta\n", ONE),
        ("\"src/a.rs\n", OPEN),
        ("\"src/a\\30", OPEN),
        ("\"src/a\\q\"\n", "not_a_path a `\\` in it is not one that git writes"),
        ("\"a\" b\n", "not_a_path something follows the closing quote"),
        ("a\0b", "not_a_path it ends within a record, and may have been cut off"),
        ("1\t1\ta\0b\0", "not_a_path one record has numbers and another has none"),
        ("1\t1\t\0a\0", "not_a_path it ends within a record, and may have been cut off"),
        ("M\0src/a.rs\0", "not_a_path this is more than a path, as another command prints it"),
        (" M src/a.rs\0", "not_a_path this is more than a path, as another command prints it"),
        ("../a\0", ROOT),
    ] {
        assert_eq!(read(text), Err(told.to_owned()), "{text:?}");
    }
    let utf16 = Change::from_input(Contents::Whole(vec![0xff, 0xfe, b'a', 0]));
    assert!(utf16.is_err());
    assert!(Change::from_input(Contents::TooLarge).is_err());
    let many = read(&"/x\n".repeat(1000)).map_err(|told| told.matches("not_a_path").count());
    assert_eq!(many, Err(5));
}

#[test]
fn any_text_is_read_or_refused() {
    for text in ["\"", "\"\\", "\"\\3", "1\t1\t", "1\t1\t{ => }\n", "1\t1\t => \n", "ä\"\\é", "\"é"]
    {
        let _ = read(text);
    }
}
