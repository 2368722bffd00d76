//! Whether a statement is about the whole of what was reviewed, or about a part of it.

use std::collections::{HashMap, HashSet};

use super::answer::says_nothing;
use super::legend::{Legend, legend};
use super::said::Said;
use crate::codec::document::{Container, Document, Field, Kind, NodeId, Shape, Syntax};
use crate::codec::statements::{NameKind, Rating, ValueKind, read_name, read_severity};
use crate::codec::words::Words;

/// What stands where, asked of each statement.
pub(super) struct Levels<'d> {
    document: &'d Document,
    /// Where something is stated.
    stating: Stating<'d>,
    /// Where a verdict, a decision, a gate or a question is.
    deciding: Stating<'d>,
    /// Data whose root has a verdict or a decision.
    roots: HashSet<NodeId>,
    /// Objects of a form: one of its members names the words to choose from.
    forms: HashSet<NodeId>,
    /// Headings of verdicts, and of rounds: what is below them is no part.
    verdicts: HashSet<NodeId>,
    /// Headings that sum up: `Summary`, `Conclusion`. What is announced right below them is no part, either, nor a word alone.
    sums: HashSet<NodeId>,
    /// Lines in which a yes is labelled right behind another name: a heading that sums up makes none of them the whole's.
    behind: HashSet<NodeId>,
    legends: HashMap<NodeId, Legend>,
    /// Containers of what must hold.
    criteria: HashSet<NodeId>,
    /// Headings that a host calls those of a part, and keys of findings.
    parts: HashSet<NodeId>,
    /// First blocks of sections that name a review and say who reviewed; what is said of the whole in a review.
    reviews: HashSet<NodeId>,
    /// Headings above a line that says that there is nothing.
    pub(super) none_below: HashSet<NodeId>,
    /// Lines that answer a name which decides nothing.
    pub(super) answers: HashSet<NodeId>,
    /// Headings and items that name a finding, above what they list.
    pub(super) listing: HashSet<NodeId>,
    pub(super) title: Option<NodeId>,
    pub(super) first_block: Option<NodeId>,
    pub(super) lone: (Option<NodeId>, Option<NodeId>),
    /// The title, a key of front matter or a name of the first block is about a review.
    pub(super) is_review: bool,
}

impl<'d> Levels<'d> {
    pub(super) fn of(document: &'d Document, all: &[Said<'_>], words: &Words) -> Self {
        let (mut stating, mut deciding) = (Stating::default(), Stating::default());
        let mut roots = HashSet::new();
        // `{"approved": true, "issues": []}` is a record of a review; one member of them alone is anything.
        let root_of = |said: &Said<'_>| {
            let root = is_of_root(document, &said.field);
            root.then(|| document.data_of(said.field.node)).flatten()
        };
        let asks = |said: &&Said<'_>| {
            said.name.kind == NameKind::Question && said.field.shape == Shape::Bool
        };
        let lists = |said: &&Said<'_>| said.name.kind.finds() && said.field.shape == Shape::List;
        let listing: HashSet<NodeId> = all.iter().filter(lists).filter_map(root_of).collect();
        let asking = all.iter().filter(asks).filter_map(root_of);
        roots.extend(asking.filter(|data| listing.contains(data)));
        let forms = all.iter().filter(|said| is_choice(said, words));
        let forms = forms.map(|said| document.parent(said.field.node)).collect();
        for said in all.iter().filter(|said| said.states()) {
            stating.put(document, said.field.node, None);
            // What a column says of a row is said of nothing outside of its table.
            let column = said.field.container == Container::Column;
            if said.name.kind.decides() {
                let table = document.nearest(said.field.node, |kind| column && kind == Kind::Table);
                deciding.put(document, said.field.node, table);
            }
            if said.name.kind.announces() && is_of_root(document, &said.field) {
                roots.extend(document.data_of(said.field.node));
            }
        }
        let (mut verdicts, mut legends, mut criteria) =
            (HashSet::new(), HashMap::new(), HashSet::new());
        let mut parts = HashSet::new();
        // Sections whose headings narrow nothing, and how many beside each other name a review: of several each is a part.
        let (mut of_whole, mut about_reviews) = (HashSet::new(), HashMap::new());
        let mut sums = HashSet::new();
        for at in document.inside(NodeId::ROOT) {
            match document.kind(at) {
                kind @ (Kind::Section { .. } | Kind::Member { .. }) => {
                    let name = read_name(document.shown(document.text(at)), words);
                    if matches!(kind, Kind::Section { .. }) {
                        of_whole.extend(name.of_whole.then_some(at));
                        sums.extend(name.sums_up.then_some(at));
                        if name.review {
                            *about_reviews.entry(document.parent(at)).or_insert(0_usize) += 1;
                        }
                    }
                    if name.kind == NameKind::Criteria {
                        criteria.insert(at);
                    }
                    // `{"issues": {"gate": "approve"}}` says so of an issue.
                    let lists = document.level(at).is_none() && name.kind.finds();
                    if lists || name.part && document.level(at) != Some(1) {
                        parts.insert(at);
                    }
                    if name.kind.decides() || name.round.is_some() {
                        verdicts.insert(at);
                    }
                }
                Kind::List
                | Kind::Table
                | Kind::Definitions
                | Kind::Data { shape: Shape::List, .. } => {
                    legends.extend(legend(document, at, words).map(|legend| (at, legend)));
                }
                _ => {}
            }
        }
        let heads = |said: &&Said<'_>| {
            said.field.container == Container::InHeading && said.name.kind.decides()
        };
        verdicts.extend(all.iter().filter(heads).map(|said| said.field.node));
        let (title, first_block) = (document.title(), document.first_block());
        let about = |at: NodeId| read_name(document.shown(document.text(at)), words).review;
        let is_head = |node: NodeId| {
            document.is_in_front(node)
                || first_block.is_some_and(|block| document.holds(block, node))
        };
        let named = all.iter().any(|said| said.name.review && is_head(said.field.node));
        let is_review = title.is_some_and(about) || named;
        let by = all.iter().filter(|said| said.name.by);
        let alone = |at: &NodeId| about_reviews.get(&document.parent(*at)) == Some(&1);
        let reviews = by.filter_map(|said| {
            let section = document.sections(said.field.node).next().filter(alone)?;
            head_of_review(document, section, words)
                .filter(|block| document.holds(*block, said.field.node))
        });
        let overall = all.iter().filter(|said| is_review && said.name.overall);
        let overall = overall.map(|said| said.field.node).filter(|node| {
            document.sections(*node).all(|at| Some(at) == title || of_whole.contains(&at))
        });
        let reviews = reviews.chain(overall).collect();
        let lone = document.lone_lines();
        let nothing = |said: &&Said<'_>| {
            let none = matches!(said.value.kind, ValueKind::None | ValueKind::Settled);
            said.field.container == Container::Heading && none
        };
        let none_below = all.iter().filter(nothing).map(|said| said.field.node).collect();
        let other = |said: &&Said<'_>| {
            said.field.container == Container::Label && !said.name.kind.decides()
        };
        let answers = all.iter().filter(other).filter_map(|said| said.field.answer).collect();
        let lists = |said: &&Said<'_>| {
            let heads = matches!(said.field.container, Container::Heading | Container::Item);
            let labels = said.field.container == Container::Label;
            said.name.kind.lists() && (labels || heads && said.field.answer.is_some())
        };
        let listing = all.iter().filter(lists).map(|said| said.field.node).collect();
        let (mut behind, mut before) = (HashSet::new(), None);
        for said in all.iter().filter(|said| said.field.container == Container::Label) {
            let yes = matches!(said.value.kind, ValueKind::Go | ValueKind::Mild);
            if before == Some(said.field.node) && yes {
                behind.insert(said.field.node);
            }
            before = says_nothing(document, &said.field, &said.name).then_some(said.field.node);
        }
        Self {
            document,
            answers,
            stating,
            deciding,
            roots,
            forms,
            verdicts,
            sums,
            behind,
            legends,
            criteria,
            parts,
            reviews,
            none_below,
            listing,
            title,
            first_block,
            lone,
            is_review,
        }
    }

    /// The list of definitions that a statement stands in.
    pub(super) fn legend(&self, node: NodeId) -> Option<Legend> {
        self.document.around(node).find_map(|at| self.legends.get(&at).copied())
    }

    /// Whether a node stands in the head of the document.
    pub(super) fn is_head(&self, node: NodeId) -> bool {
        self.document.is_in_front(node)
            || Some(node) == self.title
            || self.first_block.is_some_and(|block| self.document.holds(block, node))
    }

    /// Whether a result stands in the head of a review that is a section of the document, or is that of the whole.
    pub(super) fn is_of_review(&self, node: NodeId) -> bool {
        self.reviews.contains(&node)
            || self.document.around(node).any(|at| self.reviews.contains(&at))
    }

    /// Whether a line stands in a paragraph above every section but the title's.
    pub(super) fn is_lead(&self, node: NodeId) -> bool {
        let document = self.document;
        let block = document.parent(node);
        let around = document.parent(block);
        let above = around == document.body() || Some(around) == self.title;
        above && document.kind(block) == Kind::Paragraph
    }

    /// Whether a line stands in the section of a verdict.
    pub(super) fn is_below_verdict(&self, node: NodeId) -> bool {
        self.document.sections(node).next().is_some_and(|section| self.heads_verdict(section))
    }

    /// Whether a line is the first one below a heading that sums up all.
    pub(super) fn begins_sum(&self, node: NodeId) -> bool {
        let document = self.document;
        let sums = |at: NodeId| Some(at) == self.title || self.sums.contains(&at);
        let plain = document.kind(document.parent(node)) == Kind::Paragraph;
        let section = document.sections(node).next().filter(|at| Some(*at) != self.title);
        plain
            && document.sections(node).all(sums)
            && section.is_some_and(|section| document.answer(section) == Some(node))
    }

    /// Whether a heading is that of a verdict.
    pub(super) fn heads_verdict(&self, section: NodeId) -> bool {
        self.verdicts.contains(&section)
    }

    /// Whether a statement is about a part.
    pub(super) fn is_part(&self, said: &Said<'_>) -> bool {
        let document = self.document;
        let node = said.field.node;
        // A page inside a fence of another is a text of its own: its no counts, and its yes is quoted.
        if document.is_in_inner_page(node) {
            return true;
        }
        if std::iter::once(node).chain(document.around(node)).any(|at| self.parts.contains(&at)) {
            return true;
        }
        let mut start = node;
        if let Some(data) = document.data_of(node) {
            let whole = document.is_data().is_some() || document.is_in_front(node);
            let root = is_of_root(document, &said.field) || self.is_of_verdict(said);
            if !root || !(whole || self.roots.contains(&data)) {
                return true;
            }
            start = data;
        }
        // What a column says is said of the first cell of its row.
        if said.field.container == Container::Column && !said.name.kind.announces() {
            return true;
        }
        // `src/a.rs:41 — Verdict: PASS` is about that place.
        let labels = matches!(said.field.container, Container::Label | Container::Badge);
        if labels && said.field.about.is_some() {
            return true;
        }
        self.is_in_part(start, said)
    }

    /// `{"verdict": {"approve": true, "reject": true}}`: a no among the answers in the object of a verdict.
    fn is_of_verdict(&self, said: &Said<'_>) -> bool {
        let parent = self.document.parent(said.field.node);
        said.admits && self.verdicts.contains(&parent) && is_root_member(self.document, parent)
    }

    fn is_in_part(&self, start: NodeId, said: &Said<'_>) -> bool {
        let document = self.document;
        let (mut innermost, mut nearest) = (true, true);
        for at in std::iter::once(start).chain(document.around(start)) {
            let part = match document.kind(at) {
                Kind::Item { .. } | Kind::Row { .. } | Kind::Definition => {
                    let own = innermost && said.name.kind.announces();
                    innermost = false;
                    let among = if own { &self.deciding } else { &self.stating };
                    let table = matches!(document.kind(at), Kind::Row { .. })
                        && !own
                        && said.name.kind == NameKind::Other;
                    // `| **Overall** | PASS |` below the verdict of each part
                    let overall = own && said.name.overall;
                    table || !overall && among.beside(document, at)
                }
                Kind::Section { .. } => {
                    // A status below a part is that part's, also where its heading stands between them.
                    let inner = said.name.kind == NameKind::Program && at != said.field.node;
                    let among = if inner { &self.stating } else { &self.deciding };
                    let says =
                        said.name.kind.announces() || said.is_nameless() || at == said.field.node;
                    let sums = says && nearest && self.sums.contains(&at);
                    let sums = sums && !self.behind.contains(&said.field.node);
                    nearest &= self.verdicts.contains(&at) || self.sums.contains(&at);
                    Some(at) != self.title
                        && !self.verdicts.contains(&at)
                        && !sums
                        && among.beside(document, at)
                }
                Kind::Element => self.stating.beside(document, at),
                _ => false,
            };
            if part {
                return true;
            }
        }
        false
    }

    /// Whether data is what a fence of no language holds, and announces nothing: lines that a program printed look alike.
    pub(super) fn is_log(&self, data: NodeId) -> bool {
        let document = self.document;
        let fence = document.parent(data);
        let plain = document.kind(fence) == Kind::Code && document.text(fence).is_empty();
        let yaml = matches!(document.kind(data), Kind::Data { syntax: Syntax::Yaml, .. });
        plain && yaml && !self.roots.contains(&data)
    }

    /// Whether a member stands in an object of a form.
    pub(super) fn is_in_form(&self, member: NodeId) -> bool {
        self.forms.contains(&self.document.parent(member))
    }

    /// `"criteria": {"bounded": false}`: what must hold, and does not.
    pub(super) fn is_unmet(&self, said: &Said<'_>) -> bool {
        let around = self.document.parent(said.field.node);
        said.field.shape == Shape::Bool && self.criteria.contains(&around)
    }

    /// Whether a statement stands in a container of what must hold.
    pub(super) fn is_criterion(&self, node: NodeId) -> bool {
        self.document.around(node).any(|at| self.criteria.contains(&at))
    }
}

/// `"severity": "low | medium | high"`: words to choose from, none of them chosen.
fn is_choice(said: &Said<'_>, words: &Words) -> bool {
    let rates = |piece: &str| matches!(read_severity(piece, words), Rating::Known(_));
    let rating = said.name.kind == NameKind::Severity && said.field.container == Container::Member;
    rating && said.text.split('|').count() > 2 && said.text.split('|').all(rates)
}

/// Whether a field of data is one of its root: a member of it, or the status in one, under whose name it stands then.
pub(super) fn is_of_root(document: &Document, field: &Field) -> bool {
    let parent = document.parent(field.node);
    let member = |at| matches!(document.kind(at), Kind::Member { .. });
    let lent = member(field.node) && member(parent) && field.name == document.text(parent);
    is_root_member(document, if lent { parent } else { field.node })
}

/// Whether a node of data is a member of its root. One wrapping key is no level.
fn is_root_member(document: &Document, node: NodeId) -> bool {
    let parent = document.parent(node);
    let is_data = |at| matches!(document.kind(at), Kind::Data { .. });
    let wraps = matches!(document.kind(parent), Kind::Member { shape: Shape::Object });
    let only = || document.siblings(parent).nth(1).is_none();
    is_data(parent) || wraps && is_data(document.parent(parent)) && only()
}

/// The first block of a section whose heading names a review: `## Developer review`
fn head_of_review(document: &Document, section: NodeId, words: &Words) -> Option<NodeId> {
    let name = read_name(document.shown(document.text(section)), words);
    let plain = name.kind == NameKind::Other && !name.earlier && !name.condition;
    let is_block = |at: &NodeId| !matches!(document.kind(*at), Kind::Comment | Kind::Rule);
    document.children(section).find(is_block).filter(|_| name.review && plain)
}

/// Containers in which something is stated, and how many there are beside each other.
#[derive(Default)]
struct Stating<'d> {
    nodes: HashSet<NodeId>,
    beside: HashMap<(NodeId, Rank<'d>), usize>,
}

/// What makes nodes of one container siblings: their kind, the level of a section, the name of an element.
type Rank<'d> = (std::mem::Discriminant<Kind>, Option<u8>, &'d str);

fn rank(document: &Document, at: NodeId) -> Rank<'_> {
    let kind = document.kind(at);
    let name = if kind == Kind::Element { document.shown(document.text(at)) } else { "" };
    (std::mem::discriminant(&kind), document.level(at), name)
}

impl<'d> Stating<'d> {
    /// Marks a node and what is around it, up to some container.
    fn put(&mut self, document: &'d Document, node: NodeId, up_to: Option<NodeId>) {
        for at in std::iter::once(node).chain(document.around(node)) {
            if Some(at) == up_to || !self.nodes.insert(at) {
                return;
            }
            *self.beside.entry((document.parent(at), rank(document, at))).or_default() += 1;
        }
    }

    /// Whether a sibling of a node states.
    fn beside(&self, document: &'d Document, at: NodeId) -> bool {
        let all = self.beside.get(&(document.parent(at), rank(document, at))).copied();
        all.unwrap_or_default() > usize::from(self.nodes.contains(&at))
    }
}
