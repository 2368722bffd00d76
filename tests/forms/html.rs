//! What a page of Markdown shows, as HTML, and rewrites of a text that show the same page.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A text as HTML: two texts that give the same are one page. Blanks are those of a browser.
pub(crate) fn html(text: &str) -> String {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
        | Options::ENABLE_DEFINITION_LIST;
    let (mut page, mut code) = (String::new(), false);
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(tag) => {
                code |= matches!(tag, Tag::CodeBlock(_));
                page += &begin(&tag);
            }
            Event::End(tag) => {
                code &= tag != TagEnd::CodeBlock;
                page += &end(tag);
            }
            // In a block of code each blank is shown.
            Event::Text(said) if code => {
                page += &escaped(&said).replace(' ', "&nbsp;").replace('\n', "&#10;");
            }
            Event::Text(said) => page += &escaped(&said),
            Event::Code(said) => page += &format!("<code>{}</code>", escaped(&said)),
            Event::Html(said) | Event::InlineHtml(said) => page += &said,
            Event::SoftBreak => page += "\n",
            Event::HardBreak => page += "<br>\n",
            Event::Rule => page += "<hr>\n",
            Event::TaskListMarker(ticked) => {
                page += if ticked { "<input checked>" } else { "<input>" }
            }
            Event::FootnoteReference(name) => page += &format!("<sup>{name}</sup>"),
            Event::InlineMath(said) | Event::DisplayMath(said) => page += &said,
        }
    }
    // Blanks between tags and at the ends of lines are not drawn.
    let words: Vec<&str> = page.split_ascii_whitespace().collect();
    words.join(" ").replace("> <", "><")
}

fn begin(tag: &Tag<'_>) -> String {
    match tag {
        Tag::Heading { level, .. } => format!("<{level}>"),
        Tag::CodeBlock(CodeBlockKind::Fenced(info)) => format!("<pre class=\"{info}\">"),
        Tag::Link { dest_url, title, .. } => format!("<a href=\"{dest_url}\" title=\"{title}\">"),
        Tag::Image { dest_url, title, .. } => format!("<img src=\"{dest_url}\" title=\"{title}\">"),
        Tag::List(Some(first)) => format!("<ol start=\"{first}\">"),
        Tag::FootnoteDefinition(name) => format!("<footnote {name}>"),
        Tag::BlockQuote(kind) => format!("<blockquote {kind:?}>"),
        Tag::HtmlBlock => String::new(),
        tag => end(tag.to_end()).replace("</", "<"),
    }
}

fn end(tag: TagEnd) -> String {
    let name = match tag {
        TagEnd::Paragraph => "p",
        TagEnd::Strong => "strong",
        TagEnd::Emphasis => "em",
        TagEnd::Strikethrough => "del",
        TagEnd::Link => "a",
        TagEnd::List(true) => "ol",
        TagEnd::List(false) => "ul",
        TagEnd::Item => "li",
        TagEnd::Heading(level) => return format!("</{level}>"),
        TagEnd::CodeBlock => "pre",
        TagEnd::HtmlBlock => return String::new(),
        other => return format!("</{other:?}>"),
    };
    format!("</{name}>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A rewrite: its name, and what it makes of a text.
pub(crate) type Rewrite = (&'static str, fn(&str) -> String);

/// Ways to write the same page. Where one does not show the same (a mark stands in code), the text is passed over.
pub(crate) const REWRITES: [Rewrite; 24] = [
    ("ATX to setext", |text| {
        lines(text, |line| match (line.strip_prefix("# "), line.strip_prefix("## ")) {
            (Some(title), _) => format!("{title}\n====="),
            (_, Some(heading)) => format!("{heading}\n-----"),
            _ => line.to_owned(),
        })
    }),
    ("setext to ATX", |text| {
        let text = format!("\n{text}");
        let marks: Vec<&str> = text.lines().collect();
        let is_under = |line: &str| {
            line.len() > 3 && ["=", "-"].iter().any(|mark| line.replace(mark, "").is_empty())
        };
        let all = marks.iter().enumerate().filter(|(_, line)| !is_under(line)).map(|(at, line)| {
            match marks.get(at + 1).filter(|next| is_under(next) && !line.is_empty()) {
                Some(under) => {
                    format!("{} {line}", if under.starts_with('=') { "#" } else { "##" })
                }
                None => (*line).to_owned(),
            }
        });
        all.skip(1).collect::<Vec<_>>().join("\n") + "\n"
    }),
    ("marks behind headings", |text| {
        lines(
            text,
            |line| if line.starts_with('#') { format!("{line} ##") } else { line.to_owned() },
        )
    }),
    ("stars to underscores", |text| text.replace("**", "__")),
    ("underscores to stars", |text| text.replace("__", "**")),
    ("one underscore to a star", |text| text.replace(" _", " *").replace("_\n", "*\n")),
    ("tags for strong marks", |text| paired(text, "**", "<strong>", "</strong>")),
    ("tags for code marks", |text| paired(text, "`", "<code>", "</code>")),
    ("a colon as its entity", |text| text.replace(": ", "&#58; ").replace(":\n", "&colon;\n")),
    ("letters as entities", |text| {
        text.replace("erdict", "&#101;rdict").replace("ritical", "&#x72;itical")
    }),
    ("words as entities", |text| {
        text.replace("REJECT", "&#82;EJECT").replace("FAIL", "F&#65;IL").replace("P0", "P&#48;")
    }),
    ("escaped marks", |text| {
        text.replace(": ", "\\: ").replace(" — ", " &mdash; ").replace('.', "\\.")
    }),
    ("CRLF", |text| text.replace('\n', "\r\n")),
    ("stars for items", |text| text.replace("\n- ", "\n* ")),
    ("plus signs for items", |text| text.replace("\n- ", "\n+ ").replace("\n  - ", "\n  + ")),
    ("brackets behind numbers", |text| text.replace("\n1. ", "\n1) ").replace("\n2. ", "\n2) ")),
    ("lines further in", |text| {
        lines(text, |line| {
            if line.starts_with(['*', '#']) || line.starts_with(char::is_alphabetic) {
                format!("  {line}")
            } else {
                line.to_owned()
            }
        })
    }),
    ("blanks behind marks", |text| {
        text.replace("\n## ", "\n##   ").replace("\n# ", "\n#\t").replace("\n### ", "\n###  ")
    }),
    ("a blank behind each line", |text| lines(text, |line| format!("{line} "))),
    ("tabs behind items", |text| text.replace("\n- ", "\n-\t").replace("\n* ", "\n*\t")),
    ("empty lines", |text| format!("\n\n{}\n\n\n", text.replace("\n\n", "\n\n\n"))),
    ("a break in prose", |text| text.replace("The pool is bounded", "The pool\nis bounded")),
    ("references for links", |text| {
        let linked = text.replace("](#why)", "][why]").replace("](#verdict)", "][verdict]");
        if linked == text {
            linked
        } else {
            format!("{linked}\n[why]: #why\n[verdict]: #verdict\n")
        }
    }),
    ("tildes for fences", |text| text.replace("```", "~~~~")),
];

fn lines(text: &str, of: impl Fn(&str) -> String) -> String {
    text.lines().map(|line| of(line) + "\n").collect()
}

/// Each second mark ends what the one before it begins.
fn paired(text: &str, mark: &str, begin: &str, end: &str) -> String {
    let mut all = String::new();
    for (nth, piece) in text.split(mark).enumerate() {
        all += match (nth, nth % 2) {
            (0, _) => "",
            (_, 1) => begin,
            _ => end,
        };
        all += piece;
    }
    all
}
