//! Rulings of several piles in one order: by the row in which their docket began.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::BufReader;

use arrow::array::{AsArray, RecordBatch};
use arrow::compute::interleave_record_batch;
use arrow::datatypes::Int64Type;
use arrow::ipc::reader::StreamReader;
use assize::Diagnostic;

use super::gathered::Pile;
use super::mistakes::not_put_aside;

/// So many rulings are handed on at once.
const ROWS: usize = 1024;

/// Rulings of piles; the last column is the row in which each docket began, and each pile is in that order.
pub(super) struct Merged {
    piles: Vec<Open>,
    /// The next row of each pile, and the pile.
    next: BinaryHeap<Reverse<(i64, usize)>>,
}

struct Open {
    reader: StreamReader<BufReader<File>>,
    batch: RecordBatch,
    at: usize,
}

impl Open {
    fn row(&self) -> Option<i64> {
        let rows = self.batch.columns().last()?.as_primitive_opt::<Int64Type>()?;
        (self.at < rows.len()).then(|| rows.value(self.at))
    }

    /// Goes on to the next batch; whether there is one.
    fn turn(&mut self) -> Result<bool, Diagnostic> {
        let Some(batch) = self.reader.next() else { return Ok(false) };
        self.batch = batch.map_err(|error| not_put_aside(&error))?;
        self.at = 0;
        Ok(true)
    }
}

impl Merged {
    pub(super) fn new(piles: Vec<Pile>) -> Result<Self, Diagnostic> {
        let mut merged = Self { piles: Vec::new(), next: BinaryHeap::new() };
        for pile in piles {
            let reader = pile.take()?;
            let batch = RecordBatch::new_empty(reader.schema());
            let mut open = Open { reader, batch, at: 0 };
            if open.turn()?
                && let Some(row) = open.row()
            {
                merged.next.push(Reverse((row, merged.piles.len())));
                merged.piles.push(open);
            }
        }
        Ok(merged)
    }

    /// The next rulings, without that column; none where there are no more.
    pub(super) fn next_rulings(&mut self) -> Result<Option<RecordBatch>, Diagnostic> {
        let mut batches: Vec<RecordBatch> = Vec::new();
        // Where the batch of each pile is among them.
        let mut place_of: Vec<Option<usize>> = vec![None; self.piles.len()];
        let mut chosen = Vec::with_capacity(ROWS);
        while chosen.len() < ROWS {
            let Some(Reverse((_, pile))) = self.next.pop() else { break };
            let open = &mut self.piles[pile];
            let place = *place_of[pile].get_or_insert_with(|| {
                batches.push(open.batch.clone());
                batches.len() - 1
            });
            chosen.push((place, open.at));
            open.at += 1;
            if open.row().is_none() {
                place_of[pile] = None;
                if !open.turn()? {
                    continue;
                }
            }
            if let Some(row) = open.row() {
                self.next.push(Reverse((row, pile)));
            }
        }
        if chosen.is_empty() {
            return Ok(None);
        }
        let batches: Vec<&RecordBatch> = batches.iter().collect();
        let rulings = interleave_record_batch(&batches, &chosen).and_then(|mut rulings| {
            rulings.remove_column(rulings.num_columns() - 1);
            rulings.with_schema(crate::schema::ruling())
        });
        rulings.map(Some).map_err(|error| not_put_aside(&error))
    }
}
