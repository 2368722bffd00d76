//! The library on columns, and the command on files.

#![expect(clippy::expect_used, reason = "a test may fail where it stands")]
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]

mod columns;
mod command;
mod files;
mod many;
mod page;
mod texts;
