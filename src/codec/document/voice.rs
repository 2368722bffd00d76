//! Who speaks: the one place that decides it, for every node.

use super::fields::labels;
use super::leaf::{Mark, Text};
use super::{Document, Kind, NodeId, Shape};
use crate::codec::statements::{Introduction, Name, read_introduction, read_name};
use crate::codec::words::Words;

/// Who speaks in a part of a document. Only what is `Own` is the reviewer's word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::codec) enum Voice {
    #[default]
    Own,
    /// The reviewer's or not: a line of a quotation without its mark, what stands below `For example:`. It may say no.
    Lazy,
    Quoted,
    /// In a fence, a diff, or a code span as a whole.
    Code,
    /// Not drawn: comments, `hidden`, `display: none`, scripts.
    Hidden,
    Struck,
    /// Thought before the answer: `<think>`.
    Draft,
    /// Introduced as a form, an example, or what another said.
    Introduced,
}

/// Gives every node its voice: its own, or else that of what it stands in.
pub(super) fn decide(document: &mut Document, source: &str, words: &Words) {
    for at in 1..document.nodes.len() {
        let id = NodeId(super::leaf::short(at));
        if document.nodes[at].kind == Kind::Line
            && let Some((below, voice)) = introduced(document, id, words)
        {
            let below = &mut document.nodes[below.0 as usize];
            if below.voice == Voice::Own {
                below.voice = voice;
            }
        }
    }
    introduced_keys(document, words);
    let own = |voice: Voice| voice != Voice::Own;
    // Quotations around what is looked at, each with the node behind it: how many marks its lines begin with.
    let mut quotations: Vec<NodeId> = Vec::new();
    for at in 1..document.nodes.len() {
        let id = NodeId(super::leaf::short(at));
        while quotations.last().is_some_and(|behind| *behind <= id) {
            quotations.pop();
        }
        let node = &document.nodes[at];
        let around = document.nodes[node.parent.0 as usize].voice;
        let voice = match node.kind {
            Kind::Quotation | Kind::Alert => {
                quotations.push(node.next);
                match own(around) {
                    true => around,
                    false if is_answer(document, id, words) || is_head(document, id, words) => {
                        Voice::Own
                    }
                    false => node.voice,
                }
            }
            Kind::Line
                if around == Voice::Quoted && is_lazy(document, source, id, quotations.len()) =>
            {
                Voice::Lazy
            }
            _ if own(around) => around,
            Kind::Line | Kind::Section { .. } if document.shown.is_all(node.text, Mark::Struck) => {
                Voice::Struck
            }
            _ => node.voice,
        };
        document.nodes[at].voice = voice;
    }
}

/// `> **APPROVE** — ship it` below `## Verdict`: set off, and the reviewer's own. One of names and values is another's.
fn is_answer(document: &Document, quotation: NodeId, words: &Words) -> bool {
    let heads = |name: Name| name.kind.announces() && !name.earlier && !name.condition;
    let mut lines = lines_of(document, quotation);
    section_begun(document, quotation).is_some_and(|section| {
        heads(read_name(document.shown(document.text(section)), words))
            && !lines.any(|at| is_pair(document, at))
    })
}

/// `> Date: …` and `> Verdict: …` right below the title of a page: its head, each paragraph a name with its value first.
fn is_head(document: &Document, quotation: NodeId, words: &Words) -> bool {
    let heads = |name: Name| !name.kind.announces() && !name.earlier && !name.condition;
    let mut page = document.children(NodeId::ROOT);
    let begins = |at: &NodeId| {
        let around = document.parent(*at);
        document.kind(around) == Kind::Paragraph && at.0 == around.0 + 1
    };
    let pairs = || lines_of(document, quotation).filter(|at| is_pair(document, *at));
    section_begun(document, quotation).is_some_and(|title| {
        page.find(|at| document.kind(*at) != Kind::FrontMatter) == Some(title)
            && heads(read_name(document.shown(document.text(title)), words))
            && pairs().nth(1).is_some()
            && lines_of(document, quotation).filter(begins).all(|at| is_pair(document, at))
    })
}

/// The section whose first block a quotation is, and the only quotation there.
fn section_begun(document: &Document, quotation: NodeId) -> Option<NodeId> {
    let section = document.parent(quotation);
    let begins = document.voice(quotation) == Voice::Quoted
        && matches!(document.kind(section), Kind::Section { .. })
        && document.children(section).next() == Some(quotation)
        && document.siblings(quotation).nth(1).is_none();
    begins.then_some(section)
}

fn lines_of(document: &Document, quotation: NodeId) -> impl Iterator<Item = NodeId> {
    document.inside(quotation).filter(|at| document.kind(*at) == Kind::Line)
}

/// A line that is a name with its value: `Date: 2026-05-08`
fn is_pair(document: &Document, line: NodeId) -> bool {
    let labels = labels(document, document.text(line));
    let mark = |(name, value): (Text, Text)| Text { start: name.end, end: value.start };
    let marks = labels.iter().map(|label| mark((label.name, label.value)));
    { marks }.any(|mark| document.shown(mark).contains([':', '=']))
}

/// `previous_review:` above a list or an object: what is below it is no more the reviewer's than below a line.
fn introduced_keys(document: &mut Document, words: &Words) {
    for at in 0..document.nodes.len() {
        let node = &document.nodes[at];
        if let Kind::Member { shape: Shape::List | Shape::Object } = node.kind {
            let key = document.shown(node.text).replace('_', " ") + ":";
            if read_introduction(key.as_str(), words).is_some() {
                document.nodes[at].voice = Voice::Introduced;
            }
        }
    }
}

/// What a line introduces: the next one of its paragraph with what follows it there, or the block below it.
fn introduced(document: &mut Document, line: NodeId, words: &Words) -> Option<(NodeId, Voice)> {
    let node = document.node(line);
    if node.voice != Voice::Own {
        return None;
    }
    // A line in the open below `The author said:` may be the author's or not: it opens nothing, and may say no.
    let in_the_open = match read_introduction(document.shown(node.text), words)? {
        Introduction::Outright => Voice::Introduced,
        Introduction::Quoted => Voice::Lazy,
    };
    let parent = node.parent;
    let mut below = document.sibling(line);
    if document.kind(parent) == Kind::Paragraph {
        // The rest of the paragraph, line by line.
        let mut next = below;
        while let Some(at) = next {
            let at_node = &mut document.nodes[at.0 as usize];
            if at_node.voice == Voice::Own {
                at_node.voice = in_the_open;
            }
            next = document.sibling(at);
        }
        if below.is_none() {
            below = document.sibling(parent);
        }
    }
    let below = below?;
    match document.kind(below) {
        Kind::Rule => None,
        Kind::Section { .. } => Some((below, Voice::Lazy)),
        Kind::Code | Kind::Quotation | Kind::Element | Kind::Data { .. } | Kind::Document => {
            Some((below, Voice::Introduced))
        }
        _ => Some((below, in_the_open)),
    }
}

/// Whether a line of a quotation is written without as many marks as the first of its paragraph has.
fn is_lazy(document: &Document, source: &str, line: NodeId, depth: usize) -> bool {
    let node = document.node(line);
    if NodeId(node.parent.0 + 1) == line {
        return false;
    }
    let at = document.bytes_of(node.text).start as usize;
    /// No quotation has more marks and blanks in front of its lines.
    const MOST: usize = 4 * super::DEPTH;
    let near = source.as_bytes().get(at.saturating_sub(MOST)..at).unwrap_or(&[]);
    let Some(feed) = near.iter().rposition(|byte| *byte == b'\n') else { return false };
    let before = source.get(at - near.len() + feed + 1..at).unwrap_or("");
    // A second line from the same line of the source: `one<br>two`
    let marks = before.chars().take_while(|c| matches!(c, '>' | ' ' | '\t')).filter(|c| *c == '>');
    marks.count() < depth && before.chars().all(|c| !c.is_alphanumeric())
}
