//! The outcome of an expression.

use std::borrow::Cow;

use super::EvalError;
use crate::engine::facts::Type;
use crate::ir::bits::Bits;
use crate::ir::{Columns, Date, Given, Group, Seen, Selection, TopicLists, Value};

/// A value while a condition is evaluated; it borrows from the docket and the policy.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::engine) enum Val<'a> {
    Bool(bool),
    Int(i64),
    Text(Cow<'a, str>),
    List(Cow<'a, [String]>),
    Date(Date),
    Seats(Seats<'a>),
    Findings(Cow<'a, Bits>),
    Subjects(Subjects),
    /// Findings that are about the same thing, topic by topic.
    Topics(Cow<'a, TopicLists>),
    Waivers(Bits),
    Entries(Entries),
}

/// Some seats.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::engine) struct Seats<'a> {
    pub(in crate::engine) set: Cow<'a, Bits>,
    /// The group that put them here: its cells are the ones to cite.
    pub(in crate::engine) by: Option<Group>,
    /// The seats of which these were chosen; none: of the whole bench.
    pub(in crate::engine) of: Option<Box<Bits>>,
    /// Whether it is the bench itself, of which shares are taken, and not some of it.
    pub(in crate::engine) is_bench: bool,
}

/// Some subjects, by their places among those of the docket.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::engine) struct Subjects {
    pub(in crate::engine) set: Bits,
    /// The subjects of which these were chosen; none: of all.
    pub(in crate::engine) of: Option<Box<Bits>>,
}

/// Things that verdicts hold beside findings: how many, and in which cells.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::engine) struct Entries {
    pub(in crate::engine) count: i64,
    pub(in crate::engine) cells: Bits,
}

impl<'a> Seats<'a> {
    pub(super) fn group(columns: &'a Columns, group: Group) -> Self {
        let is_bench = group == Group::Expected;
        let set = Cow::Borrowed(columns.named_group(group));
        Self { set, by: Some(group), of: None, is_bench }
    }

    /// Seats of which nothing is said but who they are.
    pub(in crate::engine) fn plain(set: Bits) -> Self {
        Self { set: Cow::Owned(set), by: None, of: None, is_bench: false }
    }

    /// Some of these.
    pub(super) fn chosen<'b>(&self, set: Bits, by: Option<Group>) -> Seats<'b> {
        let of = Some(Box::new(self.set.as_ref().clone()));
        Seats { set: Cow::Owned(set), by: by.or(self.by), of, is_bench: false }
    }
}

pub(in crate::engine) fn int(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl<'a> Val<'a> {
    pub(super) fn seats(set: Bits) -> Self {
        Self::Seats(Seats::plain(set))
    }

    pub(super) fn findings(set: Bits) -> Self {
        Self::Findings(Cow::Owned(set))
    }

    /// Its type, if it is a group.
    pub(in crate::engine) fn group_type(&self) -> Option<Type> {
        Some(match self {
            Self::Seats(_) => Type::Seats,
            Self::Findings(_) => Type::Findings,
            Self::Subjects(_) => Type::Subjects,
            Self::Topics(_) => Type::Topics,
            Self::Waivers(_) => Type::Waivers,
            Self::Entries(_) => Type::Entries,
            _ => return None,
        })
    }

    pub(in crate::engine) fn truth(&self) -> Result<bool, EvalError> {
        match self {
            Self::Bool(value) => Ok(*value),
            _ => Err(EvalError::Internal),
        }
    }

    /// What copying it, or looking through it, visits.
    #[inline]
    pub(in crate::engine) fn visits(&self, columns: &Columns) -> u64 {
        match self {
            Self::Seats(seats) => {
                let sets = 1 + u64::from(seats.of.is_some());
                sets * columns.rows.len().div_ceil(64) as u64
            }
            Self::Findings(_) => columns.finding_cell.len().div_ceil(64) as u64,
            Self::Subjects(_) | Self::Entries(_) => columns.cells.len().div_ceil(64) as u64,
            Self::Topics(topics) => (topics.len() + topics.findings().len()) as u64,
            Self::Waivers(_) => columns.waivers.len().div_ceil(64) as u64,
            Self::List(list) => list.len() as u64,
            Self::Text(text) => text.len() as u64,
            Self::Bool(_) | Self::Int(_) | Self::Date(_) => 0,
        }
    }

    /// The value as a ruling keeps it.
    pub(in crate::engine) fn to_seen(&self, columns: &Columns) -> Seen {
        Seen::Value(match self {
            Self::Bool(value) => Value::Bool(*value),
            Self::Int(value) => Value::Int(*value),
            Self::Text(text) => Value::Text(text.clone().into_owned()),
            Self::List(list) => Value::List(list.to_vec()),
            Self::Date(date) => Value::Date(*date),
            Self::Seats(seats) => return Seen::Seats(seats.set.clone().into_owned()),
            Self::Findings(set) => return Seen::Findings(set.clone().into_owned()),
            Self::Subjects(subjects) => {
                let all = super::subjects::all(columns);
                let named = subjects.set.iter().filter_map(|place| all.get(place));
                Value::List(named.map(|subject| subject.name.to_string()).collect())
            }
            Self::Topics(topics) => {
                let mut set = columns.no_findings();
                topics.findings().iter().for_each(|&finding| set.insert(finding as usize));
                return Seen::Findings(set);
            }
            Self::Waivers(set) => {
                let named = set.iter().filter_map(|place| columns.waivers.get(place));
                Value::List(named.map(|waiver| waiver.id.clone()).collect())
            }
            Self::Entries(entries) => Value::Int(entries.count),
        })
    }

    /// What citing it points at; none for what cannot be cited.
    pub(in crate::engine) fn selection(&self, columns: &Columns) -> Option<Selection> {
        Some(match self {
            Self::Seats(seats) => Selection::Cells(columns.cells_of(&seats.set, seats.by)),
            Self::Findings(set) => Selection::Findings(set.clone().into_owned()),
            Self::Subjects(subjects) => {
                let mut cells = columns.no_cells();
                let all = super::subjects::all(columns);
                let own = subjects.set.iter().filter_map(|place| all.get(place));
                own.flat_map(|subject| &subject.cells).for_each(|&cell| cells.insert(cell));
                Selection::Cells(cells)
            }
            Self::Topics(topics) => {
                let mut set = columns.no_findings();
                topics.findings().iter().for_each(|&finding| set.insert(finding as usize));
                Selection::Findings(set)
            }
            Self::Waivers(set) => Selection::Waivers(set.clone()),
            Self::Entries(entries) => Selection::Cells(entries.cells.clone()),
            _ => return None,
        })
    }

    /// The same value, kept for later.
    pub(in crate::engine) fn into_owned(self) -> Val<'static> {
        match self {
            Self::Bool(value) => Val::Bool(value),
            Self::Int(value) => Val::Int(value),
            Self::Text(text) => Val::Text(Cow::Owned(text.into_owned())),
            Self::List(list) => Val::List(Cow::Owned(list.into_owned())),
            Self::Date(date) => Val::Date(date),
            Self::Seats(Seats { set, by, of, is_bench }) => {
                Val::Seats(Seats { set: Cow::Owned(set.into_owned()), by, of, is_bench })
            }
            Self::Findings(set) => Val::Findings(Cow::Owned(set.into_owned())),
            Self::Subjects(subjects) => Val::Subjects(subjects),
            Self::Topics(topics) => Val::Topics(Cow::Owned(topics.into_owned())),
            Self::Waivers(set) => Val::Waivers(set),
            Self::Entries(entries) => Val::Entries(entries),
        }
    }
}

impl<'a> From<&'a Value> for Val<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Text(text) => Self::Text(Cow::Borrowed(text)),
            Value::List(list) => Self::List(Cow::Borrowed(list)),
            Value::Date(date) => Self::Date(*date),
        }
    }
}

impl<'a> From<&'a Given> for Val<'a> {
    fn from(given: &'a Given) -> Self {
        match given {
            Given::Int(value) => Self::Int(*value),
            Given::Bool(value) => Self::Bool(*value),
            Given::Text(text) => Self::Text(Cow::Borrowed(text)),
            Given::Date(date) => Self::Date(*date),
            Given::List(entries) => Self::List(Cow::Borrowed(entries)),
        }
    }
}
