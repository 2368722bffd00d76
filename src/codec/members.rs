//! Objects with members, as tables.
//!
//! ```text
//! const ANSWER: Object = object("the answer", &[
//!     member("passed", YesNo).required().states(),
//!     member("feedback", Text).required().form("what it comes to").free(),
//!     member("criteria_results", ListOf(&CRITERION)),
//! ]);
//! ```
//!
//! A table reads an object ([`Object::read`]): it checks the type of each member, tells a form that
//! was not filled in and a name that is hard to tell from one of its own, and keeps what it does not
//! know. It prints the [schema](Object::schema) and the [form](Object::form) of a contract, and
//! [writes](Object::json) the members in its order. The outcome of a pass without a criterion is the
//! codec's affair.

pub(in crate::codec) mod document;
mod print;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(in crate::codec) use read::{Read, keep};
pub(in crate::codec) use write::{Json, quoted};

use std::fmt;

use crate::ir::{Diagnostic, Outcome};
use crate::source::Span;
use document::wrong_value;

/// An object of a format.
pub(in crate::codec) struct Object {
    /// What it is called: `a criterion`.
    called: &'static str,
    members: &'static [Member],
    /// Other names are somebody else's affair, however near they are to one of these.
    loose: bool,
    /// It has no other members, and lacks none that is required.
    closed: bool,
    /// Names of which it has none: they make it another object.
    never: &'static [&'static str],
    wrong: Wrong,
}

/// What to say of a value that is not what belongs there: where, ``"`passed` is a string"``, and
/// what is wanted.
pub(in crate::codec) type Wrong = fn(Span, &str, &str) -> Diagnostic;

/// A member of an object.
pub(in crate::codec) struct Member {
    name: &'static str,
    kind: Kind,
    required: bool,
    states: bool,
    free: bool,
    nullable: bool,
    own: bool,
    silent: bool,
    form: Option<&'static str>,
    says: Option<&'static str>,
    examples: &'static [&'static str],
}

/// What belongs into a member.
#[derive(Clone, Copy)]
pub(in crate::codec) enum Kind {
    /// `true` or `false`.
    YesNo,
    Text,
    /// A text that is not empty.
    Name,
    TextOrNull,
    /// One of these words, letter by letter, and its outcome.
    Word(&'static [(&'static str, Outcome)]),
    /// One of these words; the outcome of another is the codec's affair.
    Grade(&'static [&'static str]),
    /// Texts.
    Texts,
    ListOf(&'static Object),
    /// The same, and not empty.
    SomeOf(&'static Object),
    /// This object, or a text in its place.
    ObjectOrText(&'static Object),
    /// Whatever stands there.
    Any,
}

/// An object with these members.
pub(in crate::codec) const fn object(called: &'static str, members: &'static [Member]) -> Object {
    assert!(members.len() <= read::MOST, "the table has more members than are read");
    Object { called, members, loose: false, closed: false, never: &[], wrong: wrong_value }
}

/// A member of this name, and what belongs into it.
pub(in crate::codec) const fn member(name: &'static str, kind: Kind) -> Member {
    Member {
        name,
        kind,
        required: false,
        states: false,
        free: false,
        nullable: false,
        own: false,
        silent: false,
        form: None,
        says: None,
        examples: &[],
    }
}

impl Object {
    /// Whether it has a member of this name.
    pub(in crate::codec) fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }

    /// Takes a name for one of its own only when it is.
    pub(in crate::codec) const fn loose(self) -> Self {
        Self { loose: true, ..self }
    }

    /// Refuses other members, and one that lacks a required member.
    pub(in crate::codec) const fn closed(self) -> Self {
        Self { closed: true, ..self }
    }

    /// Has none of these names.
    pub(in crate::codec) const fn never(self, never: &'static [&'static str]) -> Self {
        Self { never, ..self }
    }

    /// Says in other words what is wrong.
    pub(in crate::codec) const fn wrong(self, wrong: Wrong) -> Self {
        Self { wrong, ..self }
    }
}

impl Member {
    /// The schema asks for it.
    pub(in crate::codec) const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// It says the outcome of the work: a word of another format may say fail.
    pub(in crate::codec) const fn states(self) -> Self {
        Self { states: true, ..self }
    }

    /// It is free text: `a | b` in it is no form.
    pub(in crate::codec) const fn free(self) -> Self {
        Self { free: true, ..self }
    }

    /// `null` is read as if it were not there.
    pub(in crate::codec) const fn nullable(self) -> Self {
        Self { nullable: true, ..self }
    }

    /// It is kept as it is, and decides nothing.
    pub(in crate::codec) const fn own(self) -> Self {
        Self { own: true, ..self }
    }

    /// It is read, and not asked for.
    pub(in crate::codec) const fn silent(self) -> Self {
        Self { silent: true, ..self }
    }

    /// What the form says in its place.
    pub(in crate::codec) const fn form(self, form: &'static str) -> Self {
        Self { form: Some(form), ..self }
    }

    /// What the schema says of it.
    pub(in crate::codec) const fn says(self, says: &'static str) -> Self {
        Self { says: Some(says), ..self }
    }

    /// Texts that may stand in it, among others.
    pub(in crate::codec) const fn examples(self, examples: &'static [&'static str]) -> Self {
        Self { examples, ..self }
    }
}

/// `` `merge`, `request-changes`, `request-clarification` ``
pub(in crate::codec) fn list(words: impl Iterator<Item = impl fmt::Display>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// `` `merge`, `request-changes` or `request-clarification` ``
pub(in crate::codec) fn choice<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
