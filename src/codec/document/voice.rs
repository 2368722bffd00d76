//! Who speaks: the one place that decides it, for every node.

use super::leaf::Mark;
use super::{Document, Kind, NodeId, Shape};

/// Who speaks in a part of a document. Only what is `Own` is the reviewer's word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::codec) enum Voice {
    #[default]
    Own,
    /// A line of a quotation without its mark: the reviewer's, or part of what is quoted. It may say no.
    Lazy,
    Quoted,
    /// In a fence, a diff, or a code span as a whole.
    Code,
    /// Not drawn: comments, `hidden`, `display: none`, scripts.
    Hidden,
    Struck,
    /// Thought before the answer: `<think>`.
    Draft,
    /// Introduced as a form or an example.
    Example,
    /// Introduced as what another said.
    Anothers,
}

/// Words of lines that introduce what is not the reviewer's own: data, to be extended by a dialect.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) struct Introductions<'w> {
    /// Words in small letters, and whose voice they announce when a line with them ends in a colon.
    pub(in crate::codec) introduces: &'w [(&'w str, Voice)],
    /// Words that make such a line one like others.
    pub(in crate::codec) honest: &'w [&'w str],
}

impl Default for Introductions<'_> {
    fn default() -> Self {
        Self { introduces: INTRODUCES, honest: HONEST }
    }
}

const INTRODUCES: &[(&str, Voice)] = &[
    ("example", Voice::Example),
    ("examples", Voice::Example),
    ("for instance", Voice::Example),
    ("e.g", Voice::Example),
    ("template", Voice::Example),
    ("sample", Voice::Example),
    ("format", Voice::Example),
    ("form", Voice::Example),
    ("said", Voice::Anothers),
    ("wrote", Voice::Anothers),
    ("earlier", Voice::Anothers),
    ("previous", Voice::Anothers),
    ("previously", Voice::Anothers),
    ("original", Voice::Anothers),
];

const HONEST: &[&str] = &[
    "requested format",
    "required format",
    "as i said",
    "as i wrote",
    "as we said",
    "as i have said",
    "as i ve said",
    "as i already said",
    "as i previously said",
    "my",
];

impl Introductions<'_> {
    /// Whose words a line announces.
    fn of(&self, line: &str) -> Option<Voice> {
        /// Longer lines are sentences.
        const MOST: usize = 200;
        self.of_words(line.strip_suffix(':').filter(|line| line.len() <= MOST)?)
    }

    fn of_words(&self, line: &str) -> Option<Voice> {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '.');
        let words = words.map(|word| word.trim_matches('.')).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let has = |phrase: &str| (0..words.len()).any(|at| begins_with(&words[at..], phrase));
        let (_, voice) = self.introduces.iter().find(|(phrase, _)| has(phrase))?;
        (!self.honest.iter().any(|phrase| has(phrase))).then_some(*voice)
    }
}

/// Whether words begin with those of a phrase, which is in small letters.
fn begins_with(words: &[&str], phrase: &str) -> bool {
    let same = |word: &str, other: &str| {
        word.len() == other.len()
            && (word.eq_ignore_ascii_case(other) || word.to_lowercase() == other)
    };
    let first = words.first().is_some_and(|word| word.len() <= phrase.len());
    let mut words = words.iter();
    first && phrase.split(' ').all(|part| words.next().is_some_and(|word| same(word, part)))
}

/// Gives every node its voice: its own, or else that of what it stands in.
pub(super) fn decide(document: &mut Document, source: &str, said: &Introductions<'_>) {
    for at in 1..document.nodes.len() {
        let id = NodeId(super::leaf::short(at));
        if document.nodes[at].kind == Kind::Line
            && let Some((below, voice)) = introduced(document, id, said)
        {
            let below = &mut document.nodes[below.0 as usize];
            if below.voice == Voice::Own {
                below.voice = voice;
            }
        }
    }
    introduced_keys(document, said);
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
                if own(around) { around } else { node.voice }
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

/// `previous_review:` above a list or an object: what is below it is no more the reviewer's than below a line.
fn introduced_keys(document: &mut Document, said: &Introductions<'_>) {
    for at in 0..document.nodes.len() {
        let node = &document.nodes[at];
        if let Kind::Member { shape: Shape::List | Shape::Object } = node.kind
            && let Some(voice) = said.of_words(document.shown(node.text))
        {
            document.nodes[at].voice = voice;
        }
    }
}

/// What a line introduces: the next one of its paragraph with what follows it there, or the block below it.
fn introduced(
    document: &mut Document,
    line: NodeId,
    said: &Introductions<'_>,
) -> Option<(NodeId, Voice)> {
    let node = document.node(line);
    if node.voice != Voice::Own {
        return None;
    }
    let voice = said.of(document.shown(node.text))?;
    let parent = node.parent;
    let mut below = document.sibling(line);
    if document.kind(parent) == Kind::Paragraph {
        // The rest of the paragraph, line by line.
        let mut next = below;
        while let Some(at) = next {
            let at_node = &mut document.nodes[at.0 as usize];
            if at_node.voice == Voice::Own {
                at_node.voice = voice;
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
        // A section may be an example or not: it opens nothing, and may say no.
        Kind::Section { .. } => Some((below, Voice::Lazy)),
        _ => Some((below, voice)),
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

#[cfg(test)]
mod tests {
    use super::{Introductions, Voice};

    #[test]
    fn a_line_introduces_what_its_words_say() {
        let said = Introductions::default();
        for (line, voice) in [
            ("Example:", Some(Voice::Example)),
            ("The previous review said:", Some(Voice::Anothers)),
            ("Use this template (e.g. for QA):", Some(Voice::Example)),
            ("Here is my verdict:", None),
            ("In the requested format:", None),
            ("As I said before:", None),
            ("An example of this", None),
            ("Performance:", None),
        ] {
            assert_eq!(said.of(line), voice, "{line}");
        }
    }
}
