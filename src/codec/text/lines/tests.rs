use super::*;

fn own(text: &str) -> Vec<&str> {
    let lines = read(Slice::new(text, 0)).lines;
    let own = lines.into_iter().filter(|l| l.quoted.is_none() && l.form != Form::Blank);
    own.map(|line| line.text.text).collect()
}

#[test]
fn what_is_quoted_is_not_the_reviewers_own() {
    for text in [
        "```\nFAIL\n```\n",
        "~~~~\nFAIL\n~~~\nFAIL\n~~~~\n",
        "> FAIL\n",
        "<!-- FAIL -->\n",
        "<!--\n\nFAIL\n-->\n",
        "+FAIL\n-FAIL\n@@ FAIL\n",
        "- ```\n  FAIL\n  ```\n",
        "```\nso\n    ```\nFAIL\n```\n",
    ] {
        let own = own(text);
        assert!(!own.contains(&"FAIL"), "{text:?}: {own:?}");
    }
    assert_eq!(own("so\n\n    FAIL\n"), ["so"]);
    assert_eq!(own("- so\n\n  FAIL\n"), ["so", "FAIL"]);
    assert_eq!(own("- so\n\n      FAIL\n"), ["so"]);
    assert_eq!(own("  so\n\n    FAIL\n"), ["so", "FAIL"]);
    assert_eq!(own("so\n    FAIL\n"), ["so", "FAIL"]);
    assert_eq!(own("> [!CAUTION]\n> FAIL\n"), ["FAIL"]);
    assert_eq!(own("``` a ` b\n\nFAIL\n"), ["``` a ` b", "FAIL"]);
    assert_eq!(own("## FAIL ##\n"), ["FAIL"]);
    assert_eq!(own("- [x] so\n1. so\n| a | b |\n"), ["so", "so", "| a | b |"]);
}

#[test]
fn no_line_is_lost() {
    for text in
        ["", "\n\n", "a\r\n\r\nb", " \n# a\n\n\n```\n\nb\n", "\u{feff}a\n\n", "a\n \n", "\n\na"]
    {
        let lines = read(Slice::new(text, 0)).lines;
        assert_eq!(lines.len(), text.lines().count(), "{text:?} {lines:?}");
    }
}

#[test]
fn plain_lines_are_what_the_grammar_tells() {
    for text in [
        "a\nb\n",
        "a\n\n\nb",
        "\na\n# b\nc\n",
        "a\r\n\r\nb",
        "a\n \nb\n",
        "é\na\n",
        "a\n- b\n\nc",
        "a\n  b\n\t - c\n   \n     d",
        "\n",
    ] {
        let whole = Slice::new(text, 0);
        let told = |text| grammar::lines(text).unwrap().map(|(kind, line)| (kind, line.span()));
        let mut rest = whole;
        while let Some((_, behind)) = rest.plain_line() {
            rest = behind;
        }
        let (first, rest) = whole.split_at(rest.start);
        let lines = told(first).chain(told(rest)).collect::<Vec<_>>();
        assert_eq!(lines, told(whole).collect::<Vec<_>>(), "{text:?}");
        let kind = |line: Slice<'_>| match line.text {
            "\n" => Kind::Blank,
            _ => Kind::Plain,
        };
        let plain = first.lines().map(|line| (kind(line), line.span()));
        assert_eq!(plain.collect::<Vec<_>>(), told(first).collect::<Vec<_>>(), "{text:?}");
    }
}

#[test]
fn what_is_told_first_is_what_the_grammar_tells() {
    let lines = ["a\n", "\n", "```\n", "```yaml", "``` a ` b\n", "~~~~ so\n", "Zeile é", "``\n"];
    let others = ["- ```\n", "  ```\n", "> ```\n", "é\n", "    a\n", " \n", "~~ a\n", "\r\n"];
    for line in lines.into_iter().chain(others) {
        let kinds: Vec<Kind> =
            grammar::lines(Slice::new(line, 0)).unwrap().map(|(kind, _)| kind).collect();
        match told_first(Slice::new(line, 0), false) {
            Some((kind, told, behind)) => {
                assert_eq!((kinds, told.text, behind.text), (vec![kind], line, ""));
            }
            None => assert!(others.contains(&line) || line == "``\n", "{line:?}: {kinds:?}"),
        }
    }
}

#[test]
fn fences_are_told_wherever_the_grammar_is_asked_in_between() {
    let forms = |text| -> Vec<_> {
        let lines = read(Slice::new(text, 0)).lines;
        lines.into_iter().map(|line| (line.form, line.quoted)).collect()
    };
    let (text, item) = (Form::Text, Form::Item { ticked: None });
    let (opens, inside, closes) = (Some(Quoted::Opens), Some(Quoted::Inside), Some(Quoted::Closes));
    assert_eq!(
        forms("- a\n- ```b\n- c\n  ```\n- d\n~~~\n# e\n\n~~~\n# f\n> ```\n- g ``` h\n- i\n"),
        [
            (item, None),
            (text, opens),
            (text, inside),
            (text, closes),
            (item, None),
            (text, opens),
            (text, inside),
            (text, inside),
            (text, closes),
            (Form::Heading(1), None),
            (text, Some(Quoted::Quote)),
            (item, None),
            (item, None),
        ]
    );
}

#[test]
fn what_never_ends_is_told() {
    assert_eq!(read(Slice::new("a\n```\nb\n", 0)).open_fence, Some(2));
    assert_eq!(read(Slice::new("a <!-- b\nc\n", 0)).open_comment, Some(2));
    assert_eq!(read(Slice::new("a <!-- b\nc -->\n", 0)).open_comment, None);
}

#[test]
fn what_an_element_hides_ends_where_it_does() {
    let held = |text: &str| -> Vec<String> {
        let lines = read(Slice::new(text, 0));
        lines.hidden.into_iter().map(|range| text[range].to_owned()).collect()
    };
    for name in
        ["del", "s", "strike", "script", "style", "think", "thinking", "Example", "old_format"]
    {
        let element = format!("<{name}>\nVerdict: PASS\n</{name}>");
        assert_eq!(held(&format!("So.\n\n{element}\nSo.\n")), [element], "{name}");
    }
    for name in ["scratchpad", "draft"] {
        assert_eq!(held(&format!("<{name}>\nSo.\n</{name}>\n")).len(), 1, "{name}");
    }
    for (text, element) in [
        ("<think>So.\n\nSo.\n</think>Not.\n", "<think>So.\n\nSo.\n</think>"),
        ("<think>\nSo.\n</thinking>\nNot.\n", "<think>\nSo.\n</thinking>"),
        (
            "<think>\nA `</think>` ends it, and </think> too.\n</think>\n",
            "<think>\nA `</think>` ends it, and </think> too.\n</think>",
        ),
        ("So.\n\nSo.</think>\nNot.\n", "So.\n\nSo.</think>"),
        ("<p><del>\nSo.\n</del></p>\n", "<p><del>\nSo.\n</del>"),
        (
            "<div hidden>\n<div>So.</div>\nSo.\n</div>\nNot.\n",
            "<div hidden>\n<div>So.</div>\nSo.\n</div>",
        ),
        ("<think>\n> So. </think>\n", "<think>\n> So. </think>"),
    ] {
        assert_eq!(held(text), [element], "{text}");
    }
    for begins in ["<p hidden>", "<div style=\"display:none\">", "<td hidden=\"until-found\">"] {
        assert_eq!(held(&format!("{begins}\nSo.\n")), [format!("{begins}\nSo.")], "{begins}");
    }
    assert_eq!(held("<del>\nso </DEL> so\n\n<s>\nso\n</s>\n").len(), 2);
    for text in [
        "<details>\nSo.\n</details>\n",
        "<answer>\nSo.\n</answer>\n",
        "<form>\nSo.\n</form>\n",
        "<div class=\"wide\">\nSo.\n</div>\n",
        "<del>so</del>\nSo.\n",
        "A <del>\nSo.\n</del>\n",
        "```\n<del>\n```\nSo.\n",
        "<s/>\nSo.\n",
        "<img alt=\"x\" hidden>\nSo.\n",
        "<https://example.com/hidden>\nSo.\n",
        "<example@example.com>\nSo.\n",
        "<original.txt>\nSo.\n",
        "- <del>\n- <s>\n\nSo.\n",
        "### <script>\n\nSo.\n",
        "The end is </think> there.\nSo.\n",
        "So.\n\nIt knows <think> and </think>\n",
        "So.\n\nIt ends at </think>\n",
        "<s> is a token.\nSo.\n",
        "<del> is read.\nSo.\n",
    ] {
        assert_eq!(held(text), Vec::<String>::new(), "{text}");
    }
}
