//! What must be true at once.

use std::rc::Rc;

use super::Logic;
use super::groups::{all_are, is_of_a_bench};
use super::numbers::{Bound, up};
use crate::engine::eval::Node;
use crate::engine::facts::Id;
use crate::engine::syntax::Op;

/// What must be true at once.
#[derive(Clone)]
pub(in crate::engine) struct Branch<'l> {
    logic: &'l Logic<'l>,
    atoms: Vec<Atom>,
    bounds: Vec<Bound>,
}

/// No number is further from 0, so many times as there is a number for.
const FAR: i128 = 1 << 126;

/// A condition that is so, or is not so.
type Atom = Rc<(Node, bool)>;

/// A number, and between which ends it lies.
struct Ends<'b> {
    node: &'b Node,
    low: i128,
    high: i128,
}

impl<'l> Branch<'l> {
    pub(super) fn new(logic: &'l Logic<'l>) -> Self {
        Self { logic, atoms: Vec::new(), bounds: Vec::new() }
    }

    pub(super) fn size(&self) -> usize {
        self.atoms.len() + self.bounds.len()
    }

    pub(super) fn atom(&mut self, node: Node, wanted: bool) {
        self.atoms.push(Rc::new((node, wanted)));
    }

    pub(super) fn bound(&mut self, bound: Bound) {
        for known in &mut self.bounds {
            match known.sign_of(&bound) {
                Some(1) => {
                    known.low = known.low.max(bound.low);
                    known.high = known.high.min(bound.high);
                    return;
                }
                Some(_) => {
                    known.low = known.low.max(-bound.high);
                    known.high = known.high.min(-bound.low);
                    return;
                }
                None => {}
            }
        }
        self.bounds.push(bound);
    }

    /// The groups of which something is known, and how many members each has at least and at most.
    pub(in crate::engine) fn groups(&self) -> Vec<(&Node, i128, i128)> {
        let numbers = self.numbers().unwrap_or_default();
        let counted = numbers.into_iter().filter_map(|ends| match ends.node {
            Node::Verb(Id::Count, of, _) => Some((&**of, ends.low, ends.high)),
            // Some weigh nothing.
            Node::Verb(Id::Weight, of, _) if ends.low > 0 && !is_of_a_bench(of) => {
                Some((&**of, 1, i128::MAX))
            }
            _ => None,
        });
        counted.chain(self.alls().map(|of| (of, 1, i128::MAX))).collect()
    }

    /// The sums that are bounded below: the numbers that are added in each, and those that are taken away.
    pub(in crate::engine) fn least(&self) -> impl Iterator<Item = (Vec<&Node>, Vec<&Node>)> {
        self.bounds.iter().flat_map(|bound| {
            let below = (bound.low > -FAR / 2).then(|| (bound.with_sign(1), bound.with_sign(-1)));
            let above = (bound.high < FAR / 2).then(|| (bound.with_sign(-1), bound.with_sign(1)));
            below.into_iter().chain(above)
        })
    }

    /// The states that `.all` is true of.
    fn alls(&self) -> impl Iterator<Item = &Node> {
        self.atoms.iter().filter_map(|atom| match &**atom {
            (Node::Verb(Id::All, of, _), true) => Some(&**of),
            _ => None,
        })
    }

    pub(super) fn contradicts(&self) -> bool {
        let mut pairs = self.pairs();
        if pairs.any(|(one, other)| apart(one, other))
            || self.no_choice_is_left()
            || self.no_path_is_left()
        {
            return true;
        }
        if self.numbers().is_none() {
            return true;
        }
        let groups = self.groups();
        let some = || groups.iter().filter(|(_, low, _)| *low > 0).map(|(group, ..)| *group);
        some().any(|group| self.logic.is_empty(group))
            || groups.iter().any(|(one, low, _)| {
                groups.iter().any(|(other, _, high)| {
                    (low > high && self.logic.is_within(one, other))
                        || (*low > 0 && *high <= 0 && self.logic.needs_some(one, other))
                })
            })
            || self.alls().any(|all| some().any(|group| self.logic.leaves_none(all, group)))
            || some().any(|one| some().any(|other| self.logic.is_same_seat_apart(one, other)))
    }

    fn pairs(&self) -> impl Iterator<Item = (&Atom, &Atom)> {
        let places = self.atoms.iter().enumerate();
        places.flat_map(|(place, one)| {
            let others = self.atoms.iter().enumerate().filter(move |(other, _)| *other != place);
            others.map(move |(_, other)| (one, other))
        })
    }

    /// Whether a parameter or a fact of this run is none of its choices.
    fn no_choice_is_left(&self) -> bool {
        let denied = |node: &Node, choice: &str| {
            let mut others = self.atoms.iter();
            others.any(|other| !other.1 && text_of(&other.0) == Some((node, choice)))
        };
        self.atoms.iter().any(|atom| {
            let Some((node, text)) = text_of(&atom.0) else { return false };
            self.logic.choices(node).is_some_and(|choices| match atom.1 {
                true => !choices.contains(&text),
                false => choices.iter().all(|choice| denied(node, choice)),
            })
        })
    }

    /// Whether a path of the change fits one pattern and none of those that it must fit as well; or all of them fit one, and
    /// not all one that is wider.
    fn no_path_is_left(&self) -> bool {
        let asked = |id: Id, wanted: bool| {
            self.atoms.iter().filter_map(move |atom| match &**atom {
                (Node::Fact(own, args), so) if *own == id && *so == wanted => match &args[..] {
                    [Node::Text(pattern)] => Some(pattern.as_str()),
                    _ => None,
                },
                _ => None,
            })
        };
        let none: Vec<&str> = asked(Id::Changed, false).collect();
        let within = |pattern: &str, others: &[&str]| self.logic.is_within_paths(pattern, others);
        !none.is_empty() && asked(Id::Changed, true).any(|pattern| within(pattern, &none))
            || asked(Id::OnlyChanged, true).any(|pattern| {
                asked(Id::OnlyChanged, false).any(|wider| within(pattern, &[wider]))
                    // There is a path, and it fits.
                    || !none.is_empty() && within(pattern, &none)
            })
    }

    /// Every number that is compared, and between which ends it must lie. None where there is nothing between them.
    fn numbers(&self) -> Option<Vec<Ends<'_>>> {
        let more = self.logic.follows(&self.bounds)?;
        let mut all: Vec<Ends<'_>> = Vec::new();
        for term in self.bounds.iter().flat_map(|bound| bound.terms.iter()) {
            if !all.iter().any(|ends| *ends.node == term.node) {
                let (low, high) = term.range;
                all.push(Ends { node: &term.node, low, high });
            }
        }
        let place = |all: &[Ends<'_>], node: &Node| all.iter().position(|ends| ends.node == node);
        // What one sum tells of a number may tell more of another sum; twice is enough for what people write.
        for _ in 0..2 {
            for bound in self.bounds.iter().chain(&more) {
                let spans: Option<Vec<(usize, (i128, i128))>> = bound
                    .terms
                    .iter()
                    .map(|term| {
                        let own = place(&all, &term.node)?;
                        Some((own, term.span((all[own].low, all[own].high))))
                    })
                    .collect();
                let spans = spans?;
                let total = |skip: usize| {
                    let others = spans.iter().enumerate().filter(|(other, _)| *other != skip);
                    others.fold((0i128, 0i128), |(low, high), (_, (_, span))| {
                        (low.saturating_add(span.0), high.saturating_add(span.1))
                    })
                };
                let (least, most) = total(usize::MAX);
                if least > bound.high || most < bound.low || bound.low > bound.high {
                    return None;
                }
                for (index, term) in bound.terms.iter().enumerate() {
                    let (least, most) = total(index);
                    let low = bound.low.saturating_sub(most).clamp(-FAR, FAR);
                    let high = bound.high.saturating_sub(least).clamp(-FAR, FAR);
                    // From what it adds to the sum to the number itself.
                    let (low, high) = match term.factor > 0 {
                        true => (up(low, term.factor), high.div_euclid(term.factor)),
                        false => (up(-high, -term.factor), (-low).div_euclid(-term.factor)),
                    };
                    let ends = &mut all[spans[index].0];
                    ends.low = ends.low.max(low);
                    ends.high = ends.high.min(high);
                    if ends.low > ends.high {
                        return None;
                    }
                }
            }
        }
        Some(all)
    }
}

/// Whether two cannot be so at once.
fn apart(one: &(Node, bool), other: &(Node, bool)) -> bool {
    if one.0 == other.0 {
        return one.1 != other.1;
    }
    match (one, other) {
        ((Node::Fact(Id::Group(a), _), true), (Node::Fact(Id::Group(b), _), other)) => {
            if *other {
                a.excludes(*b)
            } else {
                a.is_within(*b)
            }
        }
        ((Node::Verb(Id::All, a, _), true), (Node::Verb(Id::All, b, _), false)) => all_are(a, b),
        ((a, true), (b, true)) => match (text_of(a), text_of(b)) {
            (Some((node, text)), Some((same, other))) => node == same && text != other,
            _ => has_not(a, b, true),
        },
        ((known, true), (asked, false)) => has_not(known, asked, false),
        _ => false,
    }
}

/// Whether what is known of a text tells that it is not as it is asked to be: `"release"` has `"rel"` in it, and so has
/// whatever begins with it.
fn has_not(known: &Node, asked: &Node, wanted: bool) -> bool {
    let Node::Verb(id, of, args) = asked else { return false };
    let [Node::Text(part)] = &args[..] else { return false };
    let holds = |text: &str| match id {
        Id::StartsWith => Some(text.starts_with(part.as_str())),
        Id::EndsWith => Some(text.ends_with(part.as_str())),
        Id::Contains => Some(text.contains(part.as_str())),
        _ => None,
    };
    if let Some((node, text)) = text_of(known) {
        return *node == **of && holds(text).is_some_and(|holds| holds != wanted);
    }
    match known {
        Node::Verb(own, same, args) if same == of && !wanted => {
            let [Node::Text(text)] = &args[..] else { return false };
            let kept = own == id || *id == Id::Contains;
            let whole = matches!(own, Id::StartsWith | Id::EndsWith | Id::Contains);
            kept && whole && holds(text) == Some(true)
        }
        _ => false,
    }
}

/// `mode == "strict"`
fn text_of(atom: &Node) -> Option<(&Node, &str)> {
    match atom {
        Node::Binary(Op::Equal, node, text) => match &**text {
            Node::Text(text) => Some((node, text)),
            _ => None,
        },
        _ => None,
    }
}
