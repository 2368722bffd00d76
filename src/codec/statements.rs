//! What names and values say: words as classes, and one grammar over them.

mod line;
mod misleading;
mod name;
mod severity;
mod value;

#[cfg(test)]
mod tests;

pub(in crate::codec) use line::{
    Defined, Introduction, last_resort, read_definitions, read_introduction, split_heading,
};
pub(in crate::codec) use name::{Name, NameKind, Sign, read_name};
pub(in crate::codec) use severity::{Rating, read_severity};
pub(in crate::codec) use value::{
    Value, ValueKind, gives_reason, hinges, is_none, is_resolved, read_value, says_fail,
    says_only_none,
};
