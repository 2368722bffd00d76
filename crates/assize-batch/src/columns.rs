//! What columns hold, whatever type an engine has for it.

use arrow::array::{
    Array, ArrayRef, AsArray, BinaryArray, BinaryViewArray, Int64Array, LargeBinaryArray,
    LargeStringArray, StringArray, StringViewArray,
};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Int64Type};
use assize::Diagnostic;

use crate::mistakes::{arrow, not_a_key, not_a_round, not_text};

/// A column of texts or of their bytes. Nothing is copied but what a dictionary stands for.
pub(crate) enum Texts {
    Utf8(StringArray),
    LargeUtf8(LargeStringArray),
    Utf8View(StringViewArray),
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(BinaryViewArray),
}

impl Texts {
    /// The texts of a column.
    ///
    /// # Errors
    ///
    /// It holds something else.
    pub(crate) fn of(name: &str, column: &ArrayRef) -> Result<Self, Diagnostic> {
        Ok(match column.data_type() {
            DataType::Utf8 => Self::Utf8(column.as_string().clone()),
            DataType::LargeUtf8 => Self::LargeUtf8(column.as_string().clone()),
            DataType::Utf8View => Self::Utf8View(column.as_string_view().clone()),
            DataType::Binary => Self::Binary(column.as_binary().clone()),
            DataType::LargeBinary => Self::LargeBinary(column.as_binary().clone()),
            DataType::BinaryView => Self::BinaryView(column.as_binary_view().clone()),
            DataType::Null => Self::Utf8(StringArray::new_null(column.len())),
            DataType::Dictionary(_, of) if !matches!(**of, DataType::Dictionary(..)) => {
                let plain = cast(column, of).map_err(|error| arrow(&error))?;
                return Self::of(name, &plain).map_err(|_| not_text(name, column.data_type()));
            }
            found => return Err(not_text(name, found)),
        })
    }

    /// The names of a column: texts, or whole numbers as they are written.
    ///
    /// # Errors
    ///
    /// It holds something else.
    pub(crate) fn of_keys(name: &str, column: &ArrayRef) -> Result<Self, Diagnostic> {
        let found = column.data_type();
        if found.is_integer() {
            let written = cast(column, &DataType::Utf8).map_err(|error| arrow(&error))?;
            return Self::of(name, &written);
        }
        Self::of(name, column).map_err(|_| not_a_key(name, found))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Utf8(of) => of.len(),
            Self::LargeUtf8(of) => of.len(),
            Self::Utf8View(of) => of.len(),
            Self::Binary(of) => of.len(),
            Self::LargeBinary(of) => of.len(),
            Self::BinaryView(of) => of.len(),
        }
    }

    /// The bytes of a row; none where it is null.
    pub(crate) fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Utf8(of) => of.is_valid(row).then(|| of.value(row).as_bytes()),
            Self::LargeUtf8(of) => of.is_valid(row).then(|| of.value(row).as_bytes()),
            Self::Utf8View(of) => of.is_valid(row).then(|| of.value(row).as_bytes()),
            Self::Binary(of) => of.is_valid(row).then(|| of.value(row)),
            Self::LargeBinary(of) => of.is_valid(row).then(|| of.value(row)),
            Self::BinaryView(of) => of.is_valid(row).then(|| of.value(row)),
        }
    }

    /// The same as a name: text that is not blank.
    pub(crate) fn name(&self, row: usize) -> Option<&str> {
        let name = std::str::from_utf8(self.get(row)?).ok()?;
        (!name.trim().is_empty()).then_some(name)
    }
}

/// A column of rounds.
pub(crate) enum Rounds {
    /// There is none: all is the first round.
    First,
    Numbers(Int64Array),
    Written(Texts),
}

impl Rounds {
    /// The rounds of a column.
    ///
    /// # Errors
    ///
    /// It holds something else.
    pub(crate) fn of(name: &str, column: Option<&ArrayRef>) -> Result<Self, Diagnostic> {
        let Some(column) = column else { return Ok(Self::First) };
        let found = column.data_type();
        if found.is_integer() {
            let numbers = cast(column, &DataType::Int64).map_err(|error| arrow(&error))?;
            return Ok(Self::Numbers(numbers.as_primitive::<Int64Type>().clone()));
        }
        Texts::of(name, column).map(Self::Written).map_err(|_| not_a_round(name, found))
    }

    /// The round of a row; none where it is not a whole number from 1.
    pub(crate) fn get(&self, row: usize) -> Option<u32> {
        let round = match self {
            Self::First => 1,
            Self::Numbers(of) => of.is_valid(row).then(|| of.value(row))?.try_into().ok()?,
            Self::Written(of) => of.name(row)?.trim().parse().ok()?,
        };
        (round > 0).then_some(round)
    }
}
