//! Columns of lists of structs, put together from columns of their members.

use std::sync::Arc;

use arrow::array::{ArrayRef, ListArray, StructArray};
use arrow::buffer::OffsetBuffer;
use arrow::datatypes::{DataType, Field, Fields};
use arrow::error::ArrowError;

/// How many entries each row has.
#[derive(Default)]
pub(crate) struct Lengths {
    rows: Vec<usize>,
    entries: usize,
}

impl Lengths {
    /// One more entry in the row that is open.
    pub(crate) fn add(&mut self) {
        self.entries += 1;
    }

    /// The end of a row.
    pub(crate) fn end_row(&mut self) {
        self.rows.push(std::mem::take(&mut self.entries));
    }

    /// The column; its entries have these members.
    pub(crate) fn list(
        self,
        fields: Fields,
        members: Vec<ArrayRef>,
    ) -> Result<ArrayRef, ArrowError> {
        let entries = StructArray::try_new(fields.clone(), members, None)?;
        let entry = Arc::new(Field::new_list_field(DataType::Struct(fields), true));
        let offsets = OffsetBuffer::from_lengths(self.rows);
        Ok(Arc::new(ListArray::try_new(entry, offsets, Arc::new(entries), None)?))
    }
}
