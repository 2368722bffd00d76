//! Rows of rulings.

use std::sync::Arc;

use arrow::array::{
    ArrayRef, BooleanBuilder, Int64Builder, ListBuilder, RecordBatch, StringBuilder,
};
use arrow::error::ArrowError;
use assize::Ruling;
use assize::docket::CellRef;

use crate::judging::Group;
use crate::lists::Lengths;
use crate::schema;

/// Rows of [`schema::ruling`].
pub(crate) struct RulingRows<'p> {
    sha256: &'p str,
    task: StringBuilder,
    round: Int64Builder,
    outcome: StringBuilder,
    word: StringBuilder,
    open: BooleanBuilder,
    rule: StringBuilder,
    reason: StringBuilder,
    notes: ListBuilder<StringBuilder>,
    actions: Actions,
    impediments: Impediments,
    policy: StringBuilder,
    error: StringBuilder,
}

impl<'p> RulingRows<'p> {
    /// Rulings by a policy with this hash.
    pub(crate) fn new(sha256: &'p str) -> Self {
        let text = StringBuilder::new;
        Self {
            sha256,
            task: text(),
            round: Int64Builder::new(),
            outcome: text(),
            word: text(),
            open: BooleanBuilder::new(),
            rule: text(),
            reason: text(),
            notes: ListBuilder::new(text()),
            actions: Actions::default(),
            impediments: Impediments::default(),
            policy: text(),
            error: text(),
        }
    }

    /// The ruling on a docket, or why there is none.
    pub(crate) fn push(&mut self, group: &Group, ruled: &Result<Ruling, String>) {
        self.task.append_option(group.task.as_deref());
        self.round.append_option(group.round.map(i64::from));
        self.policy.append_value(self.sha256);
        match ruled {
            Ok(ruling) => self.push_ruling(ruling),
            Err(why) => {
                self.outcome.append_value("error");
                self.word.append_null();
                self.open.append_value(false);
                self.rule.append_null();
                self.reason.append_null();
                self.error.append_value(why);
            }
        }
        self.notes.append(true);
        self.actions.lengths.end_row();
        self.impediments.lengths.end_row();
    }

    fn push_ruling(&mut self, ruling: &Ruling) {
        self.outcome.append_value(ruling.outcome().as_str());
        self.word.append_value(ruling.word());
        self.open.append_value(ruling.opening().is_some());
        self.rule.append_option(ruling.rule().map(|rule| &rule.name));
        self.reason.append_option(ruling.reason());
        self.error.append_null();
        for note in ruling.notes() {
            self.notes.values().append_value(&note.note.name);
        }
        for action in ruling.actions() {
            self.actions.lengths.add();
            self.actions.kind.append_value(action.kind.as_str());
            self.actions.seat.append_value(action.cell.seat());
            self.actions.reason.append_value(action.reason());
            self.actions.message.append_value(action.message());
        }
        for found in ruling.refused().unwrap_or_default() {
            self.impediments.lengths.add();
            self.impediments.name.append_value(found.name());
            let cell = found.cell(ruling.docket());
            self.impediments.seat.append_option(cell.map(CellRef::seat));
        }
    }

    pub(crate) fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.task.finish()),
            Arc::new(self.round.finish()),
            Arc::new(self.outcome.finish()),
            Arc::new(self.word.finish()),
            Arc::new(self.open.finish()),
            Arc::new(self.rule.finish()),
            Arc::new(self.reason.finish()),
            Arc::new(self.notes.finish()),
            self.actions.finish()?,
            self.impediments.finish()?,
            Arc::new(self.policy.finish()),
            Arc::new(self.error.finish()),
        ];
        RecordBatch::try_new(schema::ruling(), columns)
    }
}

/// The column `actions`.
#[derive(Default)]
struct Actions {
    lengths: Lengths,
    kind: StringBuilder,
    seat: StringBuilder,
    reason: StringBuilder,
    message: StringBuilder,
}

impl Actions {
    fn finish(mut self) -> Result<ArrayRef, ArrowError> {
        let members: Vec<ArrayRef> = vec![
            Arc::new(self.kind.finish()),
            Arc::new(self.seat.finish()),
            Arc::new(self.reason.finish()),
            Arc::new(self.message.finish()),
        ];
        self.lengths.list(schema::action(), members)
    }
}

/// The column `impediments`.
#[derive(Default)]
struct Impediments {
    lengths: Lengths,
    name: StringBuilder,
    seat: StringBuilder,
}

impl Impediments {
    fn finish(mut self) -> Result<ArrayRef, ArrowError> {
        let members: Vec<ArrayRef> =
            vec![Arc::new(self.name.finish()), Arc::new(self.seat.finish())];
        self.lengths.list(schema::impediment(), members)
    }
}
