//! The ways in which a host may set two texts of a policy: parameters, and facts of the run.

use std::collections::BTreeMap;

use super::given_of;
use crate::engine::Policy;
use crate::engine::eval::Node;
use crate::engine::facts::Id;
use crate::engine::lower::ParamType;
use crate::engine::policy::{GivenFact, Param, ParamRange};
use crate::ir::{Date, Given, Value};

/// What the parameters and the facts of a policy are, by whether it is a parameter, and by name.
#[derive(Clone, Default)]
pub(super) struct Names(BTreeMap<(bool, String), Node>);

impl Names {
    /// A condition of a policy with what its names are. None where it has one that is not known.
    pub(super) fn put_in(&self, policy: &Policy, node: &Node) -> Option<Node> {
        match node {
            Node::Param(place) => {
                self.0.get(&(true, policy.code.params.get(*place)?.name.clone())).cloned()
            }
            Node::Given(place) => {
                self.0.get(&(false, policy.code.given.get(*place)?.name.clone())).cloned()
            }
            other => other.with_parts(&mut |part| self.put_in(policy, part)),
        }
    }
}

/// One way in which both are set.
#[derive(Clone, Default)]
pub(super) struct Way {
    pub(super) old: Names,
    pub(super) new: Names,
    /// What is not set to one value.
    pub(super) params: Vec<ParamType>,
    pub(super) given: Vec<GivenFact>,
    /// The older text gives no answer here.
    pub(super) old_refuses: bool,
}

/// What one name is: in the older text, in the new one.
#[derive(Clone)]
enum Is {
    /// The same anything of a range, in both.
    Any(Box<ParamType>),
    Told(Box<GivenFact>),
    Set(Node),
    /// Not there.
    Absent,
    /// The older text takes no such value.
    Refused,
}

type Pair = (Is, Is);

/// Every way: of each name one of several things, each of which may be held against one of several of the older text.
pub(super) struct Ways {
    names: Vec<Named>,
}

struct Named {
    name: String,
    is_param: bool,
    /// All of these can be; of each, one of its pairs has to do.
    all: Vec<Vec<Pair>>,
}

/// More ways are not looked at.
const MOST: usize = 64;

impl Ways {
    /// None where a name means another thing.
    pub(super) fn of(old: &Policy, new: &Policy) -> Option<Self> {
        let mut names = Vec::new();
        let mut once: Vec<&str> = Vec::new();
        for (name, _) in old.facts.params.iter().chain(&new.facts.params) {
            let [was, is] = [old, new].map(|policy| param_of(policy, name));
            if !once.contains(&name.as_str()) && (was.is_some() || is.is_some()) {
                once.push(name);
                names.push(Named { name: name.clone(), is_param: true, all: of_param(was, is)? });
            }
        }
        once.clear();
        for given in old.code.given.iter().chain(&new.code.given) {
            let fact = |policy: &Policy| {
                policy.code.given.iter().find(|known| known.name == given.name).cloned()
            };
            if !once.contains(&given.name.as_str()) {
                once.push(&given.name);
                let (name, all) = (given.name.clone(), of_given(fact(old), fact(new))?);
                names.push(Named { name, is_param: false, all });
            }
        }
        let many = names.iter().fold(1_usize, |many, name| many.saturating_mul(name.all.len()));
        (many <= MOST).then_some(Self { names })
    }

    /// Whether a test holds in every way.
    pub(super) fn all(&self, test: impl Fn(&Way) -> bool) -> bool {
        self.from(0, &Way::default(), &test)
    }

    fn from(&self, at: usize, way: &Way, test: &dyn Fn(&Way) -> bool) -> bool {
        let Some(named) = self.names.get(at) else { return test(way) };
        named.all.iter().all(|pairs| {
            pairs.iter().any(|(was, is)| {
                let mut way = way.clone();
                way.put((named.is_param, &named.name), was, is);
                self.from(at + 1, &way, test)
            })
        })
    }
}

impl Way {
    /// Adds what one name is.
    fn put(&mut self, (is_param, name): (bool, &str), was: &Is, is: &Is) {
        self.old_refuses |= matches!(was, Is::Refused);
        let any = match (was, is) {
            (Is::Any(of), _) | (_, Is::Any(of)) => {
                self.params.push((**of).clone());
                Some(Node::Param(self.params.len() - 1))
            }
            (Is::Told(of), _) | (_, Is::Told(of)) => {
                self.given.push((**of).clone());
                Some(Node::Given(self.given.len() - 1))
            }
            _ => None,
        };
        for (names, what) in [(&mut self.old, was), (&mut self.new, is)] {
            let node = match what {
                Is::Any(_) | Is::Told(_) => any.clone(),
                Is::Set(node) => Some(node.clone()),
                // Any value does: no answer is looked at.
                Is::Refused => any.clone().or(Some(Node::Bool(false))),
                Is::Absent => None,
            };
            names.0.extend(node.map(|node| ((is_param, name.to_owned()), node)));
        }
    }
}

fn param_of<'p>(policy: &'p Policy, name: &str) -> Option<(&'p Param, &'p Value)> {
    let param = policy.code.params.iter().find(|param| param.name == name)?;
    let value = policy.facts.params.iter().find(|(known, _)| known == name)?;
    Some((param, &value.1))
}

type Set<'p> = Option<(&'p Param, &'p Value)>;

/// The ways of a parameter.
fn of_param(was: Set<'_>, is: Set<'_>) -> Option<Vec<Vec<Pair>>> {
    let any = |param: &Param| Is::Any(Box::new(ParamType::from(param)));
    let one = |pair: Pair| vec![pair];
    let ((old, old_value), (new, new_value)) = match (was, is) {
        (Some(was), Some(is)) => (was, is),
        (Some((_, value)), None) => return Some(vec![one((Is::Set(node_of(value)), Is::Absent))]),
        (None, Some((param, _))) => return Some(vec![one((Is::Absent, any(param)))]),
        (None, None) => return None,
    };
    let mut all = Vec::new();
    if old_value != new_value {
        all.push(one((Is::Set(node_of(old_value)), Is::Set(node_of(new_value)))));
    }
    match (&old.range, &new.range) {
        (ParamRange::Any, ParamRange::Any) => all.push(one((any(old), any(new)))),
        (ParamRange::Among(had), ParamRange::Among(has)) => {
            let common = has.iter().filter(|choice| had.contains(choice)).cloned().collect();
            let common = Param { range: ParamRange::Among(common), ..new.clone() };
            all.push(one((any(&common), any(&common))));
            let text = |choice: &String| Is::Set(Node::Text(choice.clone()));
            let grown = has.iter().filter(|choice| !had.contains(choice));
            if grown.clone().next().is_some() && !matches!(new.value, Value::Text(_)) {
                return None;
            }
            all.extend(grown.map(|more| had.iter().map(|had| (text(had), text(more))).collect()));
        }
        (ParamRange::Between(from, to), ParamRange::Between(least, most)) => {
            let part = |low: i64, high: i64| {
                let range = ParamRange::Between(low, high);
                (low <= high).then(|| any(&Param { range, ..new.clone() }))
            };
            let common = part(*from.max(least), *to.min(most));
            all.extend(common.map(|common| one((common.clone(), common))));
            let beyond = [
                part(*least, (*most).min(from.saturating_sub(1))),
                part((*least).max(to.saturating_add(1)), *most),
            ];
            let beyond: Vec<Is> = beyond.into_iter().flatten().collect();
            if !beyond.is_empty() && !matches!(new.value, Value::Int(_)) {
                return None;
            }
            let ends = [*from, *to].map(|end| Is::Set(Node::Int(end)));
            all.extend(
                beyond
                    .into_iter()
                    .map(|more| ends.iter().map(|end| (end.clone(), more.clone())).collect()),
            );
        }
        _ => return None,
    }
    (old.of() == new.of()).then_some(all)
}

/// The ways of a fact of the run.
fn of_given(was: Option<GivenFact>, is: Option<GivenFact>) -> Option<Vec<Vec<Pair>>> {
    let told = |given: &GivenFact| {
        let fact = given_of(&given.name, given.of, given.among.clone());
        Is::Told(Box::new(fact))
    };
    let pair = |was: Is, is: Is| vec![(was, is)];
    let (was, is) = match (was, is) {
        (Some(was), Some(is)) if was.of == is.of => (was, is),
        (None, Some(is)) => return Some(vec![pair(Is::Absent, told(&is))]),
        // Where it is not told, the older text gives no answer; where it is something odd, neither.
        (Some(was), None) if was.default.is_some() && was.among.is_empty() => {
            return Some(vec![pair(told(&was), Is::Absent)]);
        }
        _ => return None,
    };
    let mut all = Vec::new();
    let set = |value: &Given| Is::Set(given_node(value));
    match (&was.default, &is.default) {
        (Some(was), Some(is)) if was != is => all.push(pair(set(was), set(is))),
        (None, Some(is)) => all.push(pair(Is::Refused, set(is))),
        _ => {}
    }
    let mut common = is.clone();
    match (was.among.is_empty(), is.among.is_empty()) {
        (true, _) => {}
        (false, true) => return None,
        (false, false) => common.among.retain(|value| was.among.contains(value)),
    }
    if is.among.is_empty() || !common.among.is_empty() {
        all.push(pair(told(&common), told(&common)));
    }
    let beyond =
        is.among.iter().filter(|value| !was.among.is_empty() && !was.among.contains(value));
    all.extend(beyond.map(|value| pair(Is::Refused, set(value))));
    Some(all)
}

fn node_of(value: &Value) -> Node {
    match value {
        Value::Int(number) => Node::Int(*number),
        Value::Bool(value) => Node::Bool(*value),
        Value::Text(text) => Node::Text(text.clone()),
        Value::List(entries) => Node::List(entries.clone()),
        Value::Date(day) => day_node(*day),
    }
}

fn given_node(value: &Given) -> Node {
    match value {
        Given::Int(number) => Node::Int(*number),
        Given::Bool(value) => Node::Bool(*value),
        Given::Text(text) => Node::Text(text.clone()),
        Given::List(entries) => Node::List(entries.clone()),
        Given::Date(day) => day_node(*day),
    }
}

fn day_node(day: Date) -> Node {
    Node::Fact(Id::Day, vec![Node::Text(day.to_string())])
}
