//! What operators take and give.

use super::mistakes::{cannot_compare, may_be_zero, not_among, not_in, wrong_type};
use super::{Checker, Value};
use crate::engine::eval::Node;
use crate::engine::facts::Type;
use crate::engine::syntax::{Expr, ExprKind, Op};
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn connect(&mut self, join: fn(Vec<Node>) -> Node, parts: &[Expr]) -> Value {
        let nodes: Vec<_> = parts.iter().map(|part| self.truth(part)).collect();
        (Some(Type::Bool), nodes.into_iter().collect::<Option<Vec<_>>>().map(join))
    }

    pub(super) fn binary(&mut self, op: Op, left: &Expr, right: &Expr, span: Span) -> Value {
        let left_value = self.value(left);
        let right_value = self.value(right);
        if op.is_division() {
            self.divisor(right, right_value.1.as_ref());
        }
        self.check_choice(&left_value.1, &right_value.1, right.span);
        self.check_choice(&right_value.1, &left_value.1, left.span);
        self.computed(op, left_value, right_value, span)
    }

    /// What an operator makes of two values.
    pub(super) fn computed(&mut self, op: Op, left: Value, right: Value, span: Span) -> Value {
        let ((left_type, left_node), (right_type, right_node)) = (left, right);
        if let (Some(a), Some(b)) = (left_type, right_type) {
            let fits = a == b
                && match a {
                    Type::Int => true,
                    Type::Date => !op.is_arithmetic(),
                    Type::Bool => op.is_equality(),
                    Type::Text => op.is_equality() || op == Op::Add,
                    Type::List => op == Op::Add && self.frame.is_some(),
                    _ => false,
                };
            if !fits {
                return self.mistake(cannot_compare(span, op, a, b));
            }
        } else if let Some(group) = left_type.or(right_type).filter(|of| of.is_group()) {
            return self.mistake(cannot_compare(span, op, group, group));
        }
        let gives = match (op.is_arithmetic(), left_type, right_type) {
            (false, ..) => Some(Type::Bool),
            (true, Some(of), Some(_)) => Some(of),
            // With a side whose type is not known, `+` may as well join texts.
            (true, ..) => None,
        };
        let node = match (left_node, right_node) {
            // Texts are joined by rhai.
            (Some(left), Some(right)) if !(op == Op::Add && gives != Some(Type::Int)) => {
                Some(Node::Binary(op, Box::new(left), Box::new(right)))
            }
            _ => None,
        };
        (gives, node)
    }

    /// What something is divided by: never 0.
    pub(super) fn divisor(&mut self, expr: &Expr, node: Option<&Node>) {
        let spans = |(low, high): (i128, i128)| low <= 0 && high >= 0;
        let range = match (node, &expr.kind) {
            (Some(node), _) => self.names.logic().range(node),
            // `max(1, n)`, whatever `n` is.
            (None, ExprKind::Call { name, args, .. }) if name == "max" => {
                let literal = |arg: &Expr| match arg.kind {
                    ExprKind::Int(value) => Some(i128::from(value)),
                    _ => None,
                };
                args.iter().filter_map(literal).max().map(|low| (low, i128::from(i64::MAX)))
            }
            _ => None,
        };
        if range.is_none_or(spans) {
            self.open(may_be_zero(expr.span, range == Some((0, 0))));
        }
    }

    /// `mode == "stict"`: a text compared with a parameter or a fact of this run must be one of its choices.
    fn check_choice(&mut self, chosen: &Option<Node>, text: &Option<Node>, span: Span) {
        let (Some(chosen), Some(Node::Text(text))) = (chosen, text) else { return };
        if let Some(choices) = self.names.logic().choices(chosen)
            && !choices.contains(&text.as_str())
        {
            let what = if matches!(chosen, Node::Param(_)) { "parameter" } else { "`given`" };
            self.mistake(not_among(span, what, text, &choices));
        }
    }

    /// `env in ["prod", "test"]`, `phase in 1..5`, `env in stages`
    pub(super) fn contained(&mut self, item: &Expr, of: &Expr, span: Span) -> Value {
        let (item_type, item_node) = self.value(item);
        let node = match &of.kind {
            ExprKind::Range { low, high, closed } => {
                let (low, high) = (self.number(low), self.number(high));
                if item_type.is_some_and(|of| of != Type::Int) {
                    return self.mistake(wrong_type(item.span, Type::Int, item_type));
                }
                match (item_node, low, high) {
                    (Some(item), Some(low), Some(high)) => {
                        Some(Node::Within(Box::new([item, low, high]), *closed))
                    }
                    _ => None,
                }
            }
            ExprKind::List(entries) => {
                let mut nodes = Some(Vec::new());
                for entry in entries {
                    let (entry_type, node) = self.value(entry);
                    self.check_choice(&item_node, &node, entry.span);
                    let item = (item_type, None);
                    self.computed(Op::Equal, item, (entry_type, None), entry.span);
                    nodes = nodes.zip(node).map(|(mut nodes, node)| {
                        nodes.push(node);
                        nodes
                    });
                }
                item_node.zip(nodes).map(|(item, nodes)| Node::Among(Box::new(item), nodes))
            }
            _ => {
                let (of_type, of_node) = self.value(of);
                match (item_type, of_type) {
                    (Some(Type::Text) | None, Some(Type::List)) => {}
                    // A list of numbers, or what is only known when it runs.
                    (Some(Type::Text | Type::Int) | None, None) => {}
                    (item, of) => return self.mistake(not_in(span, item, of)),
                }
                let both = item_node.zip(of_node);
                both.map(|(item, of)| Node::InList(Box::new(item), Box::new(of)))
            }
        };
        (Some(Type::Bool), node)
    }
}
