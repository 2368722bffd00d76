//! A page in Markdown: CommonMark with what GitHub adds, by pulldown-cmark.

use std::borrow::Cow;
use std::rc::Rc;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::build::Builder;
use super::html::Closers;
use super::leaf::{Mark, short};
use super::{Kind, Voice, data};

/// Front matter is cut off before: the parser would see it between any two rules.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_DEFINITION_LIST);

/// A page on its way.
struct Page<'a> {
    text: &'a str,
    /// Where it begins in the text that is read now.
    from: usize,
    /// How many containers are open around each container of the page.
    depths: Vec<usize>,
    closers: Rc<Closers>,
    /// What a fence says behind its marks, and what stands in it or in a block of HTML.
    in_code: bool,
    info: String,
    raw: String,
    runs: Vec<(u32, u32)>,
    /// The mark of a definition that was none, before its text.
    colon: Option<usize>,
    /// Cells of the row that were written, and of the header.
    cells: usize,
    columns: usize,
    /// The line that was looked at last: where it begins and ends in the page.
    line: Option<(usize, usize)>,
}

impl Builder {
    /// Reads a page into the container that is open.
    pub(super) fn page(&mut self, text: &str, from: usize) {
        let text = &*plain_tags(text);
        let mut page = Page {
            text,
            from,
            depths: Vec::new(),
            closers: Rc::clone(&self.closers),
            in_code: false,
            info: String::new(),
            raw: String::new(),
            runs: Vec::new(),
            colon: None,
            cells: 0,
            columns: 0,
            line: None,
        };
        for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
            if self.too_deep {
                return;
            }
            let (start, end) = (from + range.start, from + range.end);
            match event {
                Event::Start(tag) => page.start(self, tag, start, end),
                Event::End(tag) => page.end(self, tag, start, end),
                Event::Text(said) if page.in_code => page.gather(&said, start),
                Event::Html(said) => page.gather(&said, start),
                Event::Text(said) => {
                    if let Some(at) = page.colon.take() {
                        self.push(":", at);
                    }
                    self.push(&said, start);
                }
                Event::Code(said) => {
                    self.mark(Mark::Code, true);
                    let written = text.get(range).unwrap_or("");
                    let marks = written.len() - written.trim_start_matches('`').len();
                    self.push(&said, start + marks);
                    self.mark(Mark::Code, false);
                }
                Event::InlineHtml(tag) => {
                    page.leave_paragraph(self, &tag, start, end);
                    self.html(&tag, &[(0, short(start))], &page.closers, true);
                }
                Event::SoftBreak | Event::HardBreak => page.line_end(self, start),
                Event::Rule => {
                    self.open(Kind::Rule, start);
                    self.close(end);
                }
                Event::TaskListMarker(ticked) => self.tick(ticked),
                Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
            }
        }
        self.flush();
    }

    /// Gives the item around its box.
    pub(super) fn tick(&mut self, ticked: bool) {
        let items = self.stack.iter().rev().map(|open| open.id.0 as usize);
        for at in items {
            if let Kind::Item { ticked: own } = &mut self.nodes[at].kind {
                *own = Some(ticked);
                return;
            }
        }
    }

    /// What a fence or a `<pre>` holds: data, a document, or lines of code.
    pub(super) fn code(&mut self, info: &str, code: &str, runs: &[(u32, u32)]) {
        let language = info.split([' ', ',', '{']).next().unwrap_or("").to_ascii_lowercase();
        let syntax = match &*language {
            "" | "text" | "txt" => data::whole(code),
            named => data::syntax_of(named),
        };
        let around = self.map.clone();
        if let Some(syntax) = syntax {
            self.map = around.around(runs);
            let read = self.data(syntax, code, 0);
            self.map = around;
            if read {
                return;
            }
        }
        let page = match &*language {
            "md" | "markdown" | "xml" | "html" => true,
            "" => code.lines().any(is_heading),
            _ => false,
        };
        match page && self.may_go_in() {
            true => self.inner(code, runs),
            false => self.code_lines(code, runs),
        }
    }
}

/// A text whose tags have names as HTML knows them: `<must_fix>` is `<must-fix>`, which says the same.
fn plain_tags(text: &str) -> Cow<'_, str> {
    if !text.contains('<') || !text.contains('_') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for (nth, part) in text.split('<').enumerate() {
        plain.push_str(if nth > 0 { "<" } else { "" });
        let in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '/');
        let name = part.find(|c| !in_name(c)).unwrap_or(part.len());
        let name = if nth > 0 && part[name..].starts_with(['>', ' ']) { name } else { 0 };
        plain.push_str(&part[..name].replace('_', "-"));
        plain.push_str(&part[name..]);
    }
    Cow::Owned(plain)
}

/// `## Verdict`
fn is_heading(line: &str) -> bool {
    let said = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - said.len())) && said.starts_with(' ') && !said.trim().is_empty()
}

impl Page<'_> {
    fn start(&mut self, build: &mut Builder, tag: Tag<'_>, start: usize, end: usize) {
        let kind = match tag {
            Tag::Strong => return build.mark(Mark::Strong, true),
            Tag::Strikethrough => return build.mark(Mark::Struck, true),
            Tag::Link { .. } => return build.mark(Mark::Linked, true),
            Tag::Image { .. } => return build.mark(Mark::Image, true),
            Tag::Emphasis | Tag::Superscript | Tag::Subscript => return,
            Tag::HtmlBlock => return self.clear(),
            Tag::MetadataBlock(_) => Kind::Code,
            Tag::Heading { level, .. } => {
                build.section(level as u8, start);
                return;
            }
            Tag::FootnoteDefinition(label) => {
                self.depths.push(build.stack.len());
                build.open_named(Kind::Footnote, start, &label, start);
                return;
            }
            Tag::CodeBlock(kind) => {
                self.clear();
                self.in_code = true;
                match kind {
                    CodeBlockKind::Fenced(info) => self.info.push_str(&info),
                    // What is indented is code, and no data.
                    CodeBlockKind::Indented => self.info.push_str("indented"),
                }
                self.depths.push(build.stack.len());
                build.open_named(Kind::Code, start, &self.info, start);
                let fenced = self.text.get(start - self.from..end - self.from).unwrap_or("");
                build.top_mut().open = is_open(fenced, self.text.len() + self.from == end);
                return;
            }
            Tag::Paragraph => Kind::Paragraph,
            Tag::BlockQuote(None) => Kind::Quotation,
            Tag::BlockQuote(Some(kind)) => {
                self.depths.push(build.stack.len());
                build.open_named(Kind::Alert, start, &format!("{kind:?}"), start);
                return;
            }
            Tag::List(_) => Kind::List,
            Tag::Item => Kind::Item { ticked: None },
            Tag::DefinitionList => Kind::Definitions,
            Tag::DefinitionListTitle => Kind::Term,
            Tag::DefinitionListDefinition => Kind::Definition,
            Tag::Table(columns) => {
                self.columns = columns.len();
                Kind::Table
            }
            Tag::TableHead => Kind::Row { header: true },
            Tag::TableRow => {
                self.cells = 0;
                Kind::Row { header: false }
            }
            Tag::TableCell => {
                self.cells += usize::from(start < end);
                Kind::Cell
            }
        };
        self.depths.push(build.stack.len());
        build.open(kind, start);
        // `:x: Rejected` below a line: the mark of a definition has a blank behind it.
        let said = self.text.get(start - self.from..).unwrap_or("");
        if kind == Kind::Definition && !said.starts_with(": ") && said.starts_with(':') {
            self.colon = Some(start);
        }
        if kind == Kind::Quotation {
            build.top_mut().voice = Voice::Quoted;
        }
    }

    fn end(&mut self, build: &mut Builder, tag: TagEnd, start: usize, end: usize) {
        match tag {
            TagEnd::Strong => return build.mark(Mark::Strong, false),
            TagEnd::Strikethrough => return build.mark(Mark::Struck, false),
            TagEnd::Link => return build.mark(Mark::Linked, false),
            TagEnd::Image => return build.mark(Mark::Image, false),
            TagEnd::Emphasis | TagEnd::Superscript | TagEnd::Subscript => return,
            TagEnd::HtmlBlock => {
                let (raw, runs) = (std::mem::take(&mut self.raw), std::mem::take(&mut self.runs));
                return build.html(&raw, &runs, &self.closers, false);
            }
            TagEnd::Heading(_) => {
                let text = build.take_line();
                build.line.release();
                let end = build.map.at(end);
                let node = build.top_mut();
                (node.text, node.span.end) = (text, end);
                return;
            }
            TagEnd::CodeBlock => {
                self.in_code = false;
                let (raw, runs) = (std::mem::take(&mut self.raw), std::mem::take(&mut self.runs));
                build.code(&std::mem::take(&mut self.info), &raw, &runs);
            }
            TagEnd::TableRow => {
                build.flush();
                let row = self.text.get(start - self.from..end - self.from).unwrap_or("");
                build.top_mut().open = self.cells < self.columns && !row.trim_end().ends_with('|');
            }
            _ => {}
        }
        if let Some(depth) = self.depths.pop() {
            build.flush();
            build.close_page(depth, end);
            build.line.release();
        }
    }

    /// A start tag on a line of nothing but tags, whose end stands further on, is around what is below: it ends the
    /// paragraph.
    fn leave_paragraph(&mut self, build: &mut Builder, tag: &str, start: usize, end: usize) {
        let (first, last) = (self.line_at(start - self.from), self.line_at(end - self.from));
        let (before, behind) = (first.0..start - self.from, end - self.from..last.1);
        let alone = [before, behind]
            .map(|side| self.text.get(side).unwrap_or_default().trim())
            .into_iter()
            .all(|side| side.is_empty() || side.starts_with('<') && side.ends_with('>'));
        let name = tag.trim_start_matches('<').split([' ', '>', '/']).next().unwrap_or_default();
        let next_line = self.from + last.1;
        let ends = !name.is_empty() && self.closers.behind(&name.to_ascii_lowercase(), next_line);
        if !alone || !ends || tag.ends_with("/>") || build.kind() != Kind::Paragraph {
            return;
        }
        if let Some(depth) = self.depths.last_mut() {
            build.flush();
            build.close_page(*depth, start);
            // What is opened here ends with its own tag, and not where the paragraph does.
            *depth = usize::MAX;
        }
    }

    /// The line that a place of the page stands in, without its end. Many tags stand in one: it is looked for once.
    fn line_at(&mut self, at: usize) -> (usize, usize) {
        let known = self.line.filter(|(start, end)| (*start..=*end).contains(&at));
        let line = known.unwrap_or_else(|| {
            let (before, behind) = self.text.split_at_checked(at).unwrap_or_default();
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            (start, at + behind.find('\n').unwrap_or(behind.len()))
        });
        self.line = Some(line);
        line
    }

    fn clear(&mut self) {
        self.info.clear();
        self.raw.clear();
        self.runs.clear();
    }

    fn gather(&mut self, said: &str, start: usize) {
        self.runs.push((short(self.raw.len()), short(start)));
        self.raw.push_str(said);
    }

    fn line_end(&mut self, build: &mut Builder, at: usize) {
        match build.kind() {
            // A heading over several lines is one.
            Kind::Section { .. } if build.is_heading_open() => build.push(" ", at),
            _ => build.flush(),
        }
    }
}

/// Whether a block of code begins with marks and does not end with them.
fn is_open(block: &str, is_last: bool) -> bool {
    let first = block.trim_start();
    let Some(mark) = first.chars().next().filter(|c| matches!(c, '`' | '~')) else { return false };
    let marks = first.len() - first.trim_start_matches(mark).len();
    let last = block.trim_end().rsplit('\n').next().unwrap_or("");
    let last = last.trim_start_matches(['>', ' ', '\t']);
    let closes =
        block.trim_end().contains('\n') && last.len() >= marks && last.chars().all(|c| c == mark);
    marks >= 3 && is_last && !closes
}
