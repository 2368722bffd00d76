//! Reviews to rulings: the rows of a task and a round are a docket, and a docket is a row.

use std::collections::HashMap;

use arrow::array::{Array, ArrayRef, AsArray, OffsetSizeTrait, RecordBatch, StructArray};
use arrow::compute::concat_batches;
use arrow::datatypes::DataType;
use assize::docket::{Given, Stake};
use assize::{Diagnostic, Diagnostics, Docket, Policy, ReadOptions, Ruling, Source};

use crate::columns::{Rounds, Texts};
use crate::cores::Cores;
use crate::mistakes;
use crate::rulings::RulingRows;
use crate::schema;

/// So many dockets are judged by one core before it looks for more.
const PIECE: usize = 16;

/// The name of a docket in a column of lists, where the engine knows which task it is.
const UNNAMED: &str = "docket";

/// Columns of reviews, a row each, all of one length.
#[derive(Clone, Debug)]
pub struct Reviews {
    /// The work that was reviewed: text, or whole numbers; none where all rows are about one.
    pub tasks: Option<ArrayRef>,
    /// The round of review: whole numbers from 1; none where all are of the first.
    pub rounds: Option<ArrayRef>,
    /// Who wrote it.
    pub seats: ArrayRef,
    /// What was written; null where nothing is there yet.
    pub texts: ArrayRef,
}

/// Judges columns of reviews by one policy.
///
/// Without [`Judge::expect`] every seat of a row sits, and since nobody is expected by name an opening is `warn` at best: a
/// reviewer without a row is not missed. A row whose text is null is a seat that has not answered.
#[derive(Clone)]
pub struct Judge {
    policy: Policy,
    options: ReadOptions,
    expect: Option<Vec<String>>,
    stakes: Vec<(String, Stake)>,
    given: Vec<(String, Given)>,
    cores: Cores,
}

/// The rows of one docket.
#[derive(Debug, Default)]
pub(crate) struct Group {
    /// None: a row does not say.
    pub(crate) task: Option<String>,
    /// None: a row does not say.
    pub(crate) round: Option<u32>,
    pub(crate) rows: Vec<usize>,
    /// Why it cannot be judged.
    pub(crate) error: Option<String>,
}

impl Judge {
    /// Judges by a policy, on the thread that asks.
    pub fn new(policy: Policy) -> Self {
        let (options, cores) = (ReadOptions::default(), Cores::default());
        Self { policy, options, expect: None, stakes: Vec::new(), given: Vec::new(), cores }
    }

    /// Reads texts as these options say.
    #[must_use]
    pub fn reading(self, options: ReadOptions) -> Self {
        Self { options, ..self }
    }

    /// Names who sits in every docket, all of them: who has no row is missing, and whoever else has one is unexpected.
    #[must_use]
    pub fn expect<N: Into<String>>(self, seats: impl IntoIterator<Item = N>) -> Self {
        Self { expect: Some(seats.into_iter().map(Into::into).collect()), ..self }
    }

    /// Names a seat of every docket, and what its answer counts for.
    #[must_use]
    pub fn stake(mut self, seat: impl Into<String>, stake: Stake) -> Self {
        self.stakes.push((seat.into(), stake));
        self
    }

    /// A fact of this run, the same for every docket.
    #[must_use]
    pub fn given(mut self, name: impl Into<String>, value: impl Into<Given>) -> Self {
        self.given.push((name.into(), value.into()));
        self
    }

    /// Judges on so many threads of its own.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { cores: Cores::new(threads), ..self }
    }

    /// The policy that judges.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The ruling on each docket: [`schema::ruling`], in the order in which tasks and rounds first have a row. Rows of one
    /// may lie anywhere. One that cannot be judged is a row with its `error`.
    ///
    /// # Errors
    ///
    /// A column holds something else, or has another length.
    pub fn judge(&self, reviews: &Reviews) -> Result<RecordBatch, Diagnostics> {
        let columns = Columns::of(reviews)?;
        let groups = columns.groups();
        Ok(self.judge_groups(&columns, &groups)?)
    }

    /// The ruling on each list of structs with the members `seat` and `text`: [`schema::ruling`], a row for each list, whose
    /// `task` is `docket`. A list that is null or empty is a docket without an answer.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use arrow::array::{ArrayRef, AsArray, ListArray, StringArray, StructArray};
    /// use arrow::buffer::OffsetBuffer;
    /// use arrow::datatypes::{DataType, Field};
    /// use assize::{Policy, Stage, built_in};
    /// use assize_batch::Judge;
    /// let column = |name: &str, values: Vec<&str>| {
    ///     let values: ArrayRef = Arc::new(StringArray::from(values));
    ///     (Arc::new(Field::new(name, DataType::Utf8, true)), values)
    /// };
    /// let pass = "verdict: pass\nconfidence: high\n";
    /// let rows = StructArray::from(vec![column("seat", vec!["qa", "qa"]), column("text", vec![pass, "FAIL"])]);
    /// let entry = Arc::new(Field::new_list_field(DataType::Struct(rows.fields().clone()), true));
    /// let lists = ListArray::new(entry, OffsetBuffer::from_lengths([1, 1, 0]), Arc::new(rows), None);
    /// let policy = Policy::compile(Stage::Gate, "any-blocker", built_in(Stage::Gate, "any-blocker").unwrap())?;
    /// let ruled = Judge::new(policy).judge_lists(&(Arc::new(lists) as ArrayRef))?;
    /// let open: Vec<bool> = ruled["open"].as_boolean().iter().flatten().collect();
    /// assert_eq!(open, [true, false, false]);
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The column holds something else.
    pub fn judge_lists(&self, lists: &ArrayRef) -> Result<RecordBatch, Diagnostics> {
        let (entries, groups) = match lists.data_type() {
            DataType::List(_) => lists_of::<i32>(lists)?,
            DataType::LargeList(_) => lists_of::<i64>(lists)?,
            found => return Err(mistakes::not_reviews(found).into()),
        };
        let member = |name| {
            let column = entries.column_by_name(name);
            column.ok_or_else(|| mistakes::not_reviews(lists.data_type()))
        };
        let columns = Columns {
            tasks: None,
            rounds: Rounds::First,
            seats: Texts::of("seat", member("seat")?)?,
            texts: Texts::of("text", member("text")?)?,
            errors: None,
        };
        Ok(self.judge_groups(&columns, &groups)?)
    }

    pub(crate) fn judge_groups(
        &self,
        columns: &Columns,
        groups: &[Group],
    ) -> Result<RecordBatch, Diagnostic> {
        let sha256 = self.policy.facts().sha256.to_string();
        let pieces = self.cores.of_pieces(groups.len(), PIECE, |piece| {
            let mut rows = RulingRows::new(&sha256);
            for group in groups.get(piece).unwrap_or_default() {
                rows.push(group, &self.ruling(columns, group));
            }
            rows.finish()
        });
        let pieces = pieces.into_iter().collect::<Result<Vec<_>, _>>();
        let whole = pieces.and_then(|pieces| concat_batches(&schema::ruling(), &pieces));
        whole.map_err(|error| mistakes::arrow(&error))
    }

    /// The ruling on a docket, or why there is none.
    fn ruling(&self, columns: &Columns, group: &Group) -> Result<Ruling, String> {
        if let Some(error) = &group.error {
            return Err(error.clone());
        }
        let (Some(task), Some(round)) = (&group.task, group.round) else {
            return Err("the row names no task and no round".to_owned());
        };
        let mut docket = Docket::new(task.as_str()).round(round).reading(self.options.clone());
        for (name, value) in &self.given {
            docket = docket.given(name, value.clone());
        }
        for seat in self.expect.iter().flatten() {
            docket.seat(seat);
        }
        for (seat, stake) in &self.stakes {
            docket.seat(seat).stake(*stake);
        }
        let named = |seat: &str| {
            self.expect.is_some() || self.stakes.iter().any(|(known, _)| known == seat)
        };
        for &row in &group.rows {
            let Some(seat) = columns.seats.name(row) else {
                return Err("one of its rows names no seat".to_owned());
            };
            if !named(seat) {
                docket.seat(seat).found();
            }
            if let Some(text) = columns.texts.get(row) {
                docket.submit(seat, Source::new(seat, text));
            }
        }
        self.policy.judge(&docket.close()).map_err(|why| told(&why))
    }
}

/// What is wrong, in a line.
fn told(why: &Diagnostics) -> String {
    let worst = why.items().iter().max_by_key(|told| told.level);
    worst.map_or_else(
        || "it cannot be judged".to_owned(),
        |told| format!("{} ({})", told.message, told.code),
    )
}

/// The columns of [`Reviews`], as they are read.
pub(crate) struct Columns {
    /// None: all is one task.
    pub(crate) tasks: Option<Texts>,
    pub(crate) rounds: Rounds,
    pub(crate) seats: Texts,
    pub(crate) texts: Texts,
    /// Why some rows belong to no docket; none: all do.
    pub(crate) errors: Option<Texts>,
}

impl Columns {
    pub(crate) fn of(reviews: &Reviews) -> Result<Self, Diagnostic> {
        let rows = reviews.texts.len();
        let columns = [
            ("task", reviews.tasks.as_ref()),
            ("round", reviews.rounds.as_ref()),
            ("seat", Some(&reviews.seats)),
        ];
        for (name, column) in columns {
            if let Some(column) = column.filter(|column| column.len() != rows) {
                return Err(mistakes::lengths_differ(name, column.len(), rows));
            }
        }
        let tasks = reviews.tasks.as_ref().map(|tasks| Texts::of_keys("task", tasks));
        Ok(Self {
            tasks: tasks.transpose()?,
            rounds: Rounds::of("round", reviews.rounds.as_ref())?,
            seats: Texts::of("seat", &reviews.seats)?,
            texts: Texts::of("text", &reviews.texts)?,
            errors: None,
        })
    }

    /// The rows of each docket, in the order of their first. A row that does not say which it belongs to is alone.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let mut places: HashMap<(&str, u32), usize> = HashMap::new();
        let mut groups: Vec<Group> = Vec::new();
        for row in 0..self.texts.len() {
            let task = match &self.tasks {
                Some(tasks) => tasks.name(row),
                None => Some(UNNAMED),
            };
            let round = self.rounds.get(row);
            let error = self.errors.as_ref().and_then(|errors| errors.name(row));
            let (Some(key), Some(number), None) = (task, round, error) else {
                let why = error.unwrap_or(match task {
                    None => "the row names no task",
                    Some(_) => "the row names no round, which is a whole number from 1",
                });
                let (task, error) = (task.map(str::to_owned), Some(why.to_owned()));
                groups.push(Group { task, round, rows: vec![row], error });
                continue;
            };
            let place = *places.entry((key, number)).or_insert_with(|| {
                groups.push(Group { task: Some(key.to_owned()), round, ..Group::default() });
                groups.len() - 1
            });
            if let Some(group) = groups.get_mut(place) {
                group.rows.push(row);
            }
        }
        groups
    }
}

/// The entries of a column of lists, and which of them each list has.
fn lists_of<O: OffsetSizeTrait>(lists: &ArrayRef) -> Result<(StructArray, Vec<Group>), Diagnostic> {
    let lists = lists.as_list::<O>();
    let entries = lists.values();
    let Some(entries) = entries.as_struct_opt() else {
        return Err(mistakes::not_reviews(lists.data_type()));
    };
    let group = |at: usize| {
        let ends = lists.value_offsets();
        let rows = match lists.is_valid(at) {
            true => (ends[at].as_usize()..ends[at + 1].as_usize()).collect(),
            false => Vec::new(),
        };
        Group { task: Some(UNNAMED.to_owned()), round: Some(1), rows, error: None }
    };
    Ok((entries.clone(), (0..lists.len()).map(group).collect()))
}
