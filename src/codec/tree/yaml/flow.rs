//! `[one, two]` and `{a: b}`.

use pest::iterators::Pair;

use super::build::Builder;
use super::grammar::Rule;
use super::spell::closing;
use super::values::without_comment;
use super::{Kind, Odd, Style, UNQUOTED_SCALAR, short};

impl<'a> Builder<'a> {
    /// A list or map in brackets, with what follows it on its line.
    pub(super) fn flow(&mut self, node: u32, part: Pair<'a, Rule>) {
        let whole = self.slice(&part).trim();
        let mut parts = part.into_inner();
        let (Some(held), behind) = (parts.next(), parts.next()) else { return };
        let rest = behind.map(|rest| self.slice(&rest).trim());
        let (text, comment) = rest.map_or((None, None), |rest| {
            let (text, comment) = without_comment(rest);
            (Some(text.trim()), comment)
        });
        if text.is_some_and(|text| !text.is_empty()) {
            // `[P1] built by concatenation` is prose.
            if whole.text.contains('\n') {
                self.broken(whole);
            }
            return self.plain(node, whole);
        }
        self.remark(node, comment);
        self.held(node, held);
    }

    /// What stands in brackets.
    fn held(&mut self, node: u32, held: Pair<'a, Rule>) {
        let at = self.slice(&held);
        let is_map = held.as_rule() == Rule::map;
        self.tree.nodes[node as usize].kind = if is_map { Kind::Map } else { Kind::List };
        self.tree.nodes[node as usize].end = short(at.end());
        let mut item: Vec<Pair<'a, Rule>> = Vec::new();
        for part in held.into_inner() {
            match part.as_rule() {
                Rule::comma => self.between_commas(node, is_map, &mut item),
                Rule::open => self.tree.odd.push((Odd::OpenList, at.trim().span())),
                _ => item.push(part),
            }
        }
        self.between_commas(node, is_map, &mut item);
    }

    /// One item of a list, or one entry of a map.
    fn between_commas(&mut self, node: u32, is_map: bool, item: &mut Vec<Pair<'a, Rule>>) {
        let mut parts = item.drain(..);
        let Some(first) = parts.next() else { return };
        let start = self.slice(&first);
        let mut rest: Vec<Pair<'a, Rule>> = parts.collect();
        if !is_map {
            let item = self.add(node, None, start.start);
            return self.joined(item, first, &rest);
        }
        let key = self.add(node, Some(start.trim()), start.start);
        if rest.is_empty() {
            return;
        }
        let colon = rest.remove(0);
        match (colon.as_rule(), rest.is_empty()) {
            (Rule::colon, true) => {}
            (Rule::colon, false) => {
                let first = rest.remove(0);
                self.joined(key, first, &rest);
            }
            _ => self.joined(key, colon, &rest),
        }
    }

    /// A value of one part, or a text that a library would refuse.
    fn joined(&mut self, node: u32, first: Pair<'a, Rule>, rest: &[Pair<'a, Rule>]) {
        let start = self.slice(&first);
        let Some(last) = rest.last() else { return self.alone(node, first) };
        let end = self.slice(last).end();
        let text = self.between(start.start, end).trim();
        self.odd(UNQUOTED_SCALAR, text);
        self.set_scalar(node, Style::Plain, text, end);
    }

    fn alone(&mut self, node: u32, part: Pair<'a, Rule>) {
        let here = self.slice(&part);
        let style = match part.as_rule() {
            Rule::list | Rule::map => return self.held(node, part),
            Rule::inner_double => Style::Double,
            Rule::inner_single => Style::Single,
            _ => return self.set_scalar(node, Style::Plain, here.trim(), here.trim().end()),
        };
        let inner = here.after(1);
        match closing(inner.text, style) {
            Some(close) => self.set_scalar(node, style, inner.split_at(close).0, here.end()),
            None => {
                self.broken(here);
                self.set_scalar(node, Style::Plain, here.trim(), here.end());
            }
        }
    }
}
