//! Where a node stands: what is around it, beside it and behind it. Section by section, row by row, key by key.

use super::{Document, Kind, NodeId, Syntax, Voice};

impl Document {
    /// The containers around a node, the innermost first, up to the root.
    pub(in crate::codec) fn around(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let mut at = id;
        std::iter::from_fn(move || {
            let parent = self.node(at).parent;
            (at != NodeId::ROOT).then(|| {
                at = parent;
                parent
            })
        })
    }

    pub(in crate::codec) fn parent(&self, id: NodeId) -> NodeId {
        self.node(id).parent
    }

    pub(in crate::codec) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let end = self.node(id).next;
        let mut at = NodeId(id.0 + 1);
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let child = at;
                at = self.node(child).next;
                child
            })
        })
    }

    /// All that is inside a node, in the order of the text.
    pub(in crate::codec) fn inside(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        (id.0 + 1..self.node(id).next.0).map(NodeId)
    }

    pub(in crate::codec) fn holds(&self, id: NodeId, inner: NodeId) -> bool {
        id <= inner && inner < self.node(id).next
    }

    /// The next node in the same container.
    pub(in crate::codec) fn sibling(&self, id: NodeId) -> Option<NodeId> {
        let (next, parent) = (self.node(id).next, self.node(id).parent);
        (id != NodeId::ROOT && next < self.node(parent).next).then_some(next)
    }

    /// Those of the same kind beside a node, and itself: items of its list, rows of its table, sections of its level.
    pub(in crate::codec) fn siblings(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let same = move |other: NodeId| match (self.kind(id), self.kind(other)) {
            (Kind::Section { level }, Kind::Section { level: other }) => level == other,
            (kind, other) => std::mem::discriminant(&kind) == std::mem::discriminant(&other),
        };
        self.children(self.parent(id)).filter(move |other| same(*other))
    }

    /// The innermost container of a kind around a node, or itself.
    pub(in crate::codec) fn nearest(
        &self,
        id: NodeId,
        is: impl Fn(Kind) -> bool,
    ) -> Option<NodeId> {
        std::iter::once(id).chain(self.around(id)).find(|at| is(self.kind(*at)))
    }

    /// The sections that a node stands in, the innermost first; its heading counts as inside.
    pub(in crate::codec) fn sections(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let all = std::iter::once(id).chain(self.around(id));
        all.filter(|at| matches!(self.kind(*at), Kind::Section { .. }))
    }

    pub(in crate::codec) fn level(&self, section: NodeId) -> Option<u8> {
        match self.kind(section) {
            Kind::Section { level } => Some(level),
            _ => None,
        }
    }

    /// The item or the row that a node stands in.
    pub(in crate::codec) fn item(&self, id: NodeId) -> Option<NodeId> {
        self.nearest(id, |kind| matches!(kind, Kind::Item { .. } | Kind::Row { .. }))
    }

    /// The title: a heading of level 1, or the first heading when no other has its level or a higher one.
    pub(in crate::codec) fn title(&self) -> Option<NodeId> {
        let heading = |id: &NodeId| matches!(self.kind(*id), Kind::Section { .. });
        let first = self.children(self.body).find(heading)?;
        let alone = self.children(self.body).filter(heading).nth(1).is_none();
        (self.level(first) == Some(1) || alone).then_some(first)
    }

    /// The first block below the title, or of a text without one: a paragraph, a list, a table, an element.
    pub(in crate::codec) fn first_block(&self) -> Option<NodeId> {
        let block = |id: &NodeId| {
            !matches!(self.kind(*id), Kind::Comment | Kind::Rule | Kind::FrontMatter | Kind::Cut)
        };
        let first = self.children(self.body).find(block)?;
        match self.title() {
            Some(title) if title == first => {
                let below = self.children(title).find(block)?;
                (!matches!(self.kind(below), Kind::Section { .. })).then_some(below)
            }
            _ => (!matches!(self.kind(first), Kind::Section { .. })).then_some(first),
        }
    }

    /// Whether a node stands in a page of its own inside this one: a fence of Markdown, a text of several lines in data. A fence
    /// of HTML or XML is part of the page.
    pub(in crate::codec) fn is_in_inner_page(&self, id: NodeId) -> bool {
        let is_page = |at: &NodeId| {
            let fence = self.shown(self.text(self.parent(*at)));
            self.kind(*at) == Kind::Document && !matches!(fence, "xml" | "html")
        };
        self.around(id).find(is_page).is_some_and(|page| page > self.body)
    }

    /// Whether a node stands in front matter.
    pub(in crate::codec) fn is_in_front(&self, id: NodeId) -> bool {
        self.nearest(id, |kind| kind == Kind::FrontMatter).is_some()
    }

    /// The data that a node stands in.
    pub(in crate::codec) fn data_of(&self, id: NodeId) -> Option<NodeId> {
        self.nearest(id, |kind| matches!(kind, Kind::Data { .. }))
    }

    /// Whether the whole text is data, and how that is written.
    pub(in crate::codec) fn is_data(&self) -> Option<Syntax> {
        let mut children = self.children(self.body);
        match (children.next().map(|only| self.kind(only)), children.next()) {
            (Some(Kind::Data { syntax, .. }), None) => Some(syntax),
            _ => None,
        }
    }

    /// The first and the last line that stand below no heading but the title, alone in their paragraph or not; what is
    /// quoted, coded or not drawn is none.
    pub(in crate::codec) fn lone_lines(&self) -> (Option<NodeId>, Option<NodeId>) {
        let title = self.title();
        let below = |id: NodeId| {
            let inner =
                self.sections(id).take_while(|at| *at != self.body).find(|at| Some(*at) != title);
            self.kind(id) == Kind::Line && self.voice(id) == Voice::Own && inner.is_none()
        };
        let plain = |id: &NodeId| {
            let block = self.kind(self.parent(*id));
            matches!(block, Kind::Paragraph | Kind::Group | Kind::Document | Kind::Section { .. })
        };
        let lines = |id: &NodeId| self.kind(*id) == Kind::Line;
        // Nothing that is read stands above the first, and nothing at all behind the last.
        let read =
            |id: &NodeId| lines(id) && self.voice(*id) == Voice::Own && !self.is_in_front(*id);
        let first = self.inside(self.body).find(read);
        let last = (self.body.0 + 1..self.node(self.body).next.0).rev().map(NodeId).find(lines);
        let first = first.filter(|first| below(*first) && plain(first));
        (first, last.filter(|last| below(*last) && plain(last)))
    }

    /// The line that answers a name without a value: the next of its paragraph, else the first of what stands below.
    /// A heading of the same section is none; one below a heading is.
    pub(in crate::codec) fn answer(&self, id: NodeId) -> Option<NodeId> {
        let below = match self.kind(id) {
            Kind::Section { .. } | Kind::Element | Kind::Definition => {
                self.children(id).find(|at| self.is_said(*at))
            }
            _ => {
                let next = |id: NodeId| {
                    let mut at = self.sibling(id);
                    while let Some(other) = at.filter(|other| !self.is_said(*other)) {
                        at = self.sibling(other);
                    }
                    at
                };
                let parent = self.parent(id);
                let ends = matches!(self.kind(parent), Kind::Paragraph | Kind::Term);
                let below = next(id).or_else(|| if ends { next(parent) } else { None });
                below.filter(|at| !matches!(self.kind(*at), Kind::Section { .. }))
            }
        };
        self.first_line(below?)
    }

    fn is_said(&self, id: NodeId) -> bool {
        !matches!(self.kind(id), Kind::Comment | Kind::Rule | Kind::Attribute | Kind::Cut)
    }

    /// The first line or heading in a node.
    pub(in crate::codec) fn first_line(&self, id: NodeId) -> Option<NodeId> {
        /// Containers around the first line; what is in more of them answers nothing.
        const MOST: usize = 24;
        let all = std::iter::once(id).chain(self.inside(id)).take(MOST);
        let mut all =
            all.filter(|at| self.is_said(*at) && self.kind(self.parent(*at)) != Kind::Comment);
        let said = |at: &NodeId| match self.kind(*at) {
            Kind::Line | Kind::Table | Kind::Data { .. } => true,
            Kind::Section { .. } => !self.text(*at).is_empty(),
            _ => false,
        };
        // A table or an object answers by fields of its own.
        let first = all.find(said)?;
        (!matches!(self.kind(first), Kind::Table | Kind::Data { .. })).then_some(first)
    }

    /// Finds what acts as the document: the one fence, quotation or element that all of the text is put into.
    pub(super) fn find_body(&mut self) {
        for _ in 0..super::build::TEXTS {
            let only = {
                let mut children = self
                    .children(self.body)
                    .filter(|id| !matches!(self.kind(*id), Kind::Comment | Kind::Rule));
                match (children.next(), children.next()) {
                    (Some(only), None) => only,
                    _ => return,
                }
            };
            match self.kind(only) {
                Kind::Quotation => self.nodes[only.0 as usize].voice = Voice::Own,
                Kind::Element if self.voice(only) != Voice::Own => return,
                Kind::Code | Kind::Element | Kind::Group | Kind::Document => {}
                _ => return,
            }
            self.body = only;
        }
    }
}
