//! Which records of a list count: the last of each author, and for the commit that is judged.
//!
//! ```text
//! - { author: kim, state: APPROVED, commit: 4f2a9c1 }
//! - { author: kim, state: CHANGES_REQUESTED, commit: 4f2a9c1 }     kim's last one decides
//! ```

use std::collections::HashMap;

use super::{Claims, Reader, word_of};
use crate::codec::document::NodeId;
use crate::ir::is_same_state;
use crate::ir::shape::ShapeNode;
use crate::source::Span;

/// The node with words that decide nothing: a record with one is as if it were not there.
const SILENT: &str = "none";

/// The node with words that take the place of what an author said before, and decide nothing.
const STALE: &str = "stale";

/// Why a record that passes does not count, and where that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::codec) struct LeftOut {
    pub(in crate::codec) at: Span,
    pub(in crate::codec) why: Why,
}

/// What a record lacks that would have to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Why {
    /// It is for another commit than the one that is judged.
    Commit,
    /// Nothing says which commit is judged.
    NoHead,
    /// It has a member that excludes it: `"type": "Bot"`
    Excluded,
    /// It has nothing under this name.
    Lacks(String),
}

impl<'d> Reader<'d> {
    /// Reads the records of a list that decide. The object around the list may name the commit that is judged.
    pub(super) fn records(
        self,
        shape: &ShapeNode,
        around: Option<NodeId>,
        objects: Vec<NodeId>,
        claims: &mut Claims,
    ) {
        claims.lists |= !objects.is_empty();
        // Which of two lists is the later one is not known: pages of one answer that were not put together.
        let authors = shape.all("last").next().and(objects.first().copied());
        if let Some(first) = authors.map(|at| self.document.span(at))
            && std::mem::replace(&mut claims.authors, true)
        {
            claims.state(None, first, first, true);
        }
        let nothing = |object: &NodeId| self.says(shape, *object, SILENT);
        let (silent, said): (Vec<_>, Vec<_>) = objects.into_iter().partition(nothing);
        let mut last: HashMap<&str, usize> = HashMap::new();
        let (mut deciding, mut replaced) = (Vec::<NodeId>::new(), silent);
        for object in said {
            let author =
                shape.all("last").next().and_then(|last| self.first_of(object, &last.texts));
            let known = author.and_then(|author| last.insert(author, deciding.len()));
            let Some(before) = known.and_then(|at| deciding.get_mut(at)) else {
                deciding.push(object);
                continue;
            };
            if !self.is_later(shape, *before, object) {
                let span = self.document.span(object);
                claims.state(None, span, span, true);
            }
            // What its author said before is taken back by this.
            replaced.push(std::mem::replace(before, object));
            last.extend(author.zip(known));
        }
        let (stale, deciding): (Vec<_>, Vec<_>) =
            deciding.into_iter().partition(|object| self.says(shape, *object, STALE));
        for at in replaced.into_iter().chain(stale).flat_map(|at| self.document.inside(at)) {
            claims.read.insert(self.document.span(at));
        }
        deciding.into_iter().for_each(|object| self.record(shape, around, object, claims));
    }

    /// Why a record that passes does not count, where that is so.
    pub(super) fn left_out(
        self,
        shape: &ShapeNode,
        around: Option<NodeId>,
        object: NodeId,
        word: Span,
    ) -> Option<LeftOut> {
        let excluded = shape.all("except").flat_map(|except| &except.properties);
        let excluded = excluded.filter_map(|(path, is)| {
            let mut values = self.values(object, path).into_iter();
            values.find(|at| self.is_value(*at, is))
        });
        let span = |at: NodeId| self.document.span(at);
        if let Some(at) = { excluded }.next() {
            return Some(LeftOut { at: span(at), why: Why::Excluded });
        }
        let lacking = shape.texts("needs").find(|path| self.values(object, path).is_empty());
        if let Some(path) = lacking {
            return Some(LeftOut { at: word, why: Why::Lacks(path.to_owned()) });
        }
        let commit = shape.all("commit").next()?;
        let named = commit.texts.iter().find_map(|path| self.values(object, path).pop());
        let at = named.map_or(word, span);
        let named = named.and_then(|at| self.scalar(at)).map(|text| self.shown(text));
        let heads =
            commit.properties.iter().filter(|(name, _)| name == "head").map(|(_, path)| path);
        let mut heads =
            heads.flat_map(|path| around.map_or(Vec::new(), |at| self.values(at, path)));
        let told = heads.find_map(|at| self.scalar(at)).map(|text| self.shown(text));
        let heads = [told, self.words.head.as_deref()];
        let heads: Vec<&str> = heads.into_iter().flatten().collect();
        let why = match named {
            _ if heads.is_empty() => Why::NoHead,
            Some(named) if heads.iter().all(|head| is_same_state(named, head)) => return None,
            _ => Why::Commit,
        };
        Some(LeftOut { at, why })
    }

    fn says(self, shape: &ShapeNode, object: NodeId, means: &str) -> bool {
        shape.all("verdict").any(|verdict| {
            let word = self.first_of(object, &verdict.texts);
            word.and_then(|word| word_of(verdict, word)) == Some(means)
        })
    }

    /// Whether the times of two records do not say that the second one was before the first.
    fn is_later(self, shape: &ShapeNode, one: NodeId, other: NodeId) -> bool {
        let by = shape.all("last").flat_map(|last| &last.properties).map(|(_, path)| path.clone());
        by.into_iter().all(|path| {
            let time = |at| self.first_of(at, std::slice::from_ref(&path));
            time(one).zip(time(other)).is_none_or(|(one, other)| one <= other)
        })
    }

    /// The first line of the first of some members that is there.
    pub(super) fn first_of(self, object: NodeId, paths: &[String]) -> Option<&'d str> {
        let mut values = paths.iter().flat_map(|path| self.values(object, path));
        values.find_map(|at| self.scalar(at)).map(|text| self.shown(text))
    }

    /// Whose record it is, by the name that the forge gives them.
    pub(super) fn people(self, shape: &ShapeNode, object: NodeId) -> Vec<Span> {
        let mut named = shape.texts("people").chain(shape.texts("last"));
        let found = named.find_map(|path| {
            let found = self.values(object, path);
            (!found.is_empty()).then_some(found)
        });
        let found = found.unwrap_or_default().into_iter();
        found.filter_map(|at| self.scalar(at)).map(|text| self.document.bytes_of(text)).collect()
    }

    /// What a record says of itself in its own words: the first line of the first member that says something.
    pub(super) fn reason(self, shape: &ShapeNode, object: NodeId) -> Option<Span> {
        let values = shape.texts("reason").flat_map(|path| self.values(object, path));
        let mut lines = values.flat_map(|at| self.document.inside(at));
        let is_line = |at: &NodeId| {
            let text = self.document.text(*at);
            !text.is_empty() && !self.shown(text).trim().is_empty()
        };
        lines
            .find(|at| self.is_line(*at) && is_line(at))
            .map(|at| self.document.bytes_of(self.document.text(at)))
    }
}
