//! Likenesses of what reviewers write: each form gives its field, each voice is heard as what it is.

use super::{Container, Document, Kind, NodeId, TooMuch, Voice, read};
use crate::codec::words::Words;

fn document(text: &str) -> Document {
    match read(text, &Words::default()) {
        Ok(document) => document,
        Err(TooMuch) => Document::empty(),
    }
}

/// `container name=value` of the fields that are in the reviewer's own voice; lines without a name aside.
fn own(text: &str) -> Vec<String> {
    let document = document(text);
    let named = document
        .fields()
        .iter()
        .filter(|field| field.voice == Voice::Own && field.container != Container::Line);
    let row = |field: &super::Field| {
        format!(
            "{:?} {}={}",
            field.container,
            document.shown(field.name),
            document.shown(field.value)
        )
    };
    named.map(row).collect()
}

#[test]
fn every_container_gives_its_field() {
    for (text, field) in [
        ("**Verdict:** FAIL", "Label Verdict=FAIL"),
        ("Verdict:\nFAIL", "Label Verdict=FAIL"),
        ("**Verdict:**\n\nFAIL", "Label Verdict=FAIL"),
        ("## Verdict\n\nFAIL", "Heading Verdict=FAIL"),
        ("Verdict\n---\n\n**FAIL**", "Heading Verdict=FAIL"),
        ("## Verdict\n\n### ❌ FAIL", "Heading Verdict=❌ FAIL"),
        ("## Verdict\n\n```\nFAIL\n```", "Heading Verdict=FAIL"),
        ("## Verdict\n\n- FAIL\n- why", "Heading Verdict=FAIL"),
        ("<h2>Verdict</h2>\n<p>FAIL</p>", "Heading Verdict=FAIL"),
        ("## Kim: Verdict: FAIL", "InHeading Kim: Verdict=FAIL"),
        ("## Verdict — FAIL", "InHeading Verdict=FAIL"),
        ("**Verdict**\n\nFAIL", "Heading Verdict=FAIL"),
        ("| Verdict | FAIL |\n|---|---|\n", "Row Verdict=FAIL"),
        ("| a | b |\n|---|---|\n| Verdict | FAIL |", "Row Verdict=FAIL"),
        ("| a | Verdict |\n|---|---|\n| x | FAIL |", "Column Verdict=FAIL"),
        ("<table><tr><th>Verdict</th></tr><tr><td>FAIL</td></tr></table>", "Column Verdict=FAIL"),
        ("- Verdict\n  - FAIL", "Item Verdict=FAIL"),
        ("- Verdict:\n  - FAIL\n  - why", "Label Verdict=FAIL"),
        ("Verdict\n: FAIL", "Definition Verdict=FAIL"),
        ("<dl><dt>Verdict</dt><dd>FAIL</dd></dl>", "Definition Verdict=FAIL"),
        ("<verdict>FAIL</verdict>", "Element verdict=FAIL"),
        ("<verdict>\n\nFAIL\n\n</verdict>", "Element verdict=FAIL"),
        ("so <verdict>FAIL</verdict> it is", "Element verdict=FAIL"),
        ("<gate verdict=\"FAIL\"/>", "Attribute verdict=FAIL"),
        (
            "<details>\n<summary>🔴 <b>Critical</b> (1)</summary>\n\none\n</details>",
            "Heading 🔴 Critical (1)=one",
        ),
        ("{\"verdict\": \"FAIL\"}", "Member verdict=FAIL"),
        ("{\"a\": [\"x\", 1]}", "Entry a=x"),
        ("So:\n\n{\n  \"verdict\":\n\n  \"FAIL\"\n}\n", "Member verdict=FAIL"),
        ("Result: {\"verdict\": \"FAIL\"}.", "Member verdict=FAIL"),
        ("```json\n{\"verdict\": \"FAIL\",}\n```", "Member verdict=FAIL"),
        ("verdict: FAIL\nwhy: |\n  one\n  two\n", "Member verdict=FAIL"),
        ("- a\n\n  ```yaml\n  verdict: FAIL\n  ```", "Member verdict=FAIL"),
        ("verdict = \"FAIL\"\nscore = 2\n", "Member verdict=FAIL"),
        ("---\nverdict: FAIL\n---\n# T", "Member verdict=FAIL"),
        ("+++\nverdict = 'FAIL'\n+++\n# T", "Member verdict=FAIL"),
        ("{\"text\": \"## Verdict\\n\\nFAIL\"}", "Heading Verdict=FAIL"),
        ("<!-- verdict: FAIL -->", "Comment verdict=FAIL"),
        ("a: b\n# verdict: FAIL\nc: d\n", "Comment verdict=FAIL"),
        ("[P1] no limit", "Badge P1=no limit"),
        ("![Critical](c.svg) no limit", "Badge Critical=no limit"),
        (":x: no limit", "Sign ❌=no limit"),
        ("> [!CAUTION]\n> Verdict: FAIL", "Label Verdict=FAIL"),
        ("[^1]: Verdict: FAIL\n\na[^1]", "Label Verdict=FAIL"),
        ("Verdict&#58; FAIL", "Label Verdict=FAIL"),
        ("\u{feff}\u{1b}[1m**Ver\u{200b}dict**\u{1b}[0m： ＦＡＩＬ", "Label Verdict=FAIL"),
        ("a<br>Verdict: FAIL\r\nb", "Label Verdict=FAIL"),
        ("<div>\n  **Verdict:** FAIL\n</div>", "Label Verdict=FAIL"),
    ] {
        let fields = own(text);
        assert!(fields.iter().any(|own| own == field), "{text}\n{fields:#?}");
    }
}

#[test]
fn every_voice_is_told_from_the_reviewers_own() {
    for (text, voice) in [
        ("> Verdict: FAIL", Voice::Own),
        ("a\n\n> Verdict: FAIL", Voice::Quoted),
        ("a\n\n> so\nVerdict: FAIL", Voice::Lazy),
        ("<blockquote>Verdict: FAIL</blockquote>\na", Voice::Quoted),
        ("a\n\n    Verdict: FAIL", Voice::Code),
        ("a\n\n```text\nVerdict: FAIL\n```", Voice::Code),
        ("`Verdict: FAIL` is what it prints\n\n`Verdict: FAIL`", Voice::Code),
        ("a\n@@ -1 +1 @@\n-x\n+Verdict: FAIL\n", Voice::Code),
        ("a\n<pre>\nVerdict: FAIL\n</pre>", Voice::Code),
        ("a <span hidden>Verdict: FAIL</span>", Voice::Hidden),
        ("a\n<div style=\"display : none\">\nVerdict: FAIL\n</div>", Voice::Hidden),
        ("~~Verdict: FAIL~~", Voice::Struck),
        ("<del>Verdict: FAIL</del>", Voice::Struck),
        ("<think>\nVerdict: FAIL\n</think>\nb", Voice::Draft),
        ("# A\n\nVerdict: FAIL\n</think>\n\nb", Voice::Draft),
        ("b\n\n<think>Verdict: FAIL\n\nc", Voice::Draft),
        ("Example:\n\nVerdict: FAIL", Voice::Introduced),
        ("Example:\nVerdict: FAIL", Voice::Introduced),
        ("- For example:\n  - Verdict: FAIL", Voice::Lazy),
        ("The previous review said:\n\n- Verdict: FAIL", Voice::Introduced),
        ("In the requested format:\n\nVerdict: FAIL", Voice::Own),
        ("Example:\n\nso\n\nVerdict: FAIL", Voice::Own),
        ("```\nVerdict: FAIL\n```", Voice::Own),
        ("~~~md\n# A\n\nVerdict: FAIL\n~~~", Voice::Own),
        ("a\n\n~~~md\n# A\n\nVerdict: FAIL\n~~~", Voice::Own),
    ] {
        let document = document(text);
        let verdict = document.fields().iter().find(|field| document.shown(field.value) == "FAIL");
        assert_eq!(
            verdict.map(|field| field.voice),
            Some(voice),
            "{text}\n{:#?}",
            document.fields()
        );
    }
}

#[test]
fn what_is_begun_and_never_ended_is_open() {
    for (text, kind) in [
        ("a\n\n```json\nb", Some(Kind::Code)),
        ("a\n\n<!-- b\nc", Some(Kind::Comment)),
        ("a\n\n<verdict>\nFAIL", Some(Kind::Element)),
        ("a\n\n{\"verdict\": \"app", Some(Kind::Cut)),
        ("a\n\n{\n  \"verdict\": \"app", Some(Kind::Cut)),
        ("| a | b |\n|---|---|\n| c", Some(Kind::Row { header: false })),
        ("a {b\n\n```js\n{\"x\": 1\n```\n<br>\n<p>c\n<!-- d -->", None),
        ("| a | b |\n|---|---|\n| c | |\n| d |\n", None),
    ] {
        let document = document(text);
        let open = document.inside(NodeId::ROOT).find(|at| document.is_open(*at));
        assert_eq!(open.map(|at| document.kind(at)), kind, "{text}");
    }
}

#[test]
fn a_place_knows_what_is_around_it() {
    let text = "---\nstatus: open\n---\n<!-- x -->\n# Code review\n\nVerdict: A\n\n## Tests\n\n- Verdict: B\n- Status: C\n\n\
                ## Data\n\n```json\n{\"a\": {\"b\": [\"D\"]}}\n```\n\n## End\n";
    let document = document(text);
    let find = |value: &str| {
        let field = document.fields().iter().find(|field| document.shown(field.value) == value);
        field.map_or(NodeId::ROOT, |field| field.node)
    };
    let heading =
        |id: NodeId| document.sections(id).next().map(|at| document.shown(document.text(at)));
    assert!(document.is_in_front(find("open")));
    assert_eq!(document.title().map(|at| document.shown(document.text(at))), Some("Code review"));
    assert!(document.first_block().is_some_and(|block| document.holds(block, find("A"))));
    assert_eq!(heading(find("B")), Some("Tests"));
    let section = document.sections(find("B")).next().unwrap_or(NodeId::ROOT);
    assert_eq!((document.level(section), document.siblings(section).count()), (Some(2), 3));
    let item = document.item(find("B")).unwrap_or(NodeId::ROOT);
    let beside: usize = document.siblings(item).map(|at| document.fields_in(at).len()).sum();
    assert_eq!(beside, 2);
    assert_eq!(document.is_data(), None);
}

#[test]
fn lone_lines_stand_below_no_heading_but_the_title() {
    for (text, first, last) in [
        ("APPROVED\n\n## A\n\nb\n\n## B\n\nb", Some("APPROVED"), None),
        ("# T\n\nso\n\nAPPROVED", Some("so"), Some("APPROVED")),
        ("## A\n\nb\n\n## B\n\nAPPROVED", None, None),
        ("- a\n\nAPPROVED", None, Some("APPROVED")),
        ("```\nAPPROVED\n```", Some("APPROVED"), Some("APPROVED")),
        ("a\n\n> APPROVED", Some("a"), None),
    ] {
        let document = document(text);
        let said = |id: Option<NodeId>| id.map(|id| document.shown(document.text(id)));
        let (one, other) = document.lone_lines();
        assert_eq!((said(one), said(other)), (first, last), "{text}");
    }
}

#[test]
fn every_text_is_read_and_every_place_is_in_it() {
    let pieces = [
        "# a\n",
        "> ",
        "- ",
        "```\n",
        "<b>",
        "</b>",
        "<think>",
        "</think>",
        "<li>",
        "<td>",
        "{\"a\": ",
        "}",
        "[",
        "]",
        "| a | b |\n",
        "|---|---|\n",
        "\n\n",
        "**",
        "~~",
        "`",
        ": ",
        "é：Ｆ",
        "<!-- ",
        "-->",
        "&amp;",
        "\u{1b}[1m",
        "<pre>",
        "<h2>",
        "</h2>",
        "---\n",
        "<summary>",
        "<div hidden>",
        "\r\n",
        "    ",
        "[x] ",
        "\\",
        "a: \"b\n",
        "= 1\n",
        "@@ -1 +1 @@\n",
    ];
    let mut state = 7_u64;
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..14 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
        }
        let document = document(&text);
        for id in document.inside(NodeId::ROOT) {
            let (span, around) = (document.span(id), document.parent(id));
            let fits = span.start <= span.end && span.end as usize <= text.len();
            assert!(fits, "{text:?} {:?} {span:?}", document.kind(id));
            assert!(around < id && document.holds(around, id), "{text:?}");
        }
        assert!(document.fields().is_sorted_by_key(|field| field.node), "{text:?}");
        let far = document
            .fields()
            .iter()
            .find(|field| document.span_of(field).end as usize > text.len());
        assert!(far.is_none(), "{text:?} {far:?}");
    }
}

#[test]
fn a_text_without_end_is_too_much_and_hostile_ones_are_linear() {
    assert!(read(&"a ".repeat(2 << 20), &Words::default()).is_err());
    assert!(read(&"> ".repeat(1000), &Words::default()).is_err());
    // Nodes and fields grow with the text, and not with its product with itself.
    for piece in [
        "<div>",
        "<li>",
        "</think>",
        "<b>",
        "<verdict>",
        "> ",
        "{\"a\": ",
        "[",
        "**a",
        "~~a",
        "`",
        "- a\n",
        "# a\n",
        "Example:\n",
        "| a ",
        "a: ",
        "<!-- ",
        "```\n",
        "~~~\n",
        "<td>",
        "a | ",
        "\u{1b}[",
        "&amp;",
        "[^a]: ",
        "x\n: y\n",
        "<details>\n<summary>a",
    ] {
        let sizes = [200, 400].map(|times| {
            let document = document(&piece.repeat(times));
            document.nodes.len() + document.fields.len()
        });
        assert!(sizes[1] <= 2 * sizes[0] + 8, "{piece}: {sizes:?}");
    }
}
