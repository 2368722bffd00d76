//! The vocabulary, made known to rhai.

mod texts;

use std::borrow::Cow;
use std::sync::Arc;

use rhai::{
    Dynamic, FnPtr, FuncRegistration, ImmutableString, Module, NativeCallContext, RhaiNativeFunc,
};

use super::cost::{spent, visits};
use super::{COMPARISONS, Group, Judging, Rhai, Tag};
use crate::engine::budget::Spent;
use crate::engine::eval::{self, EvalError, Seats, Val, Visit};
use crate::engine::facts::{Argument, Entry, Id, Type, verb_of_any_stage};
use crate::ir::Date;
use crate::ir::bits::Bits;

/// Our functions, as the engines of all judgings share them.
pub(super) struct Natives(pub(super) Module);

impl Natives {
    fn register_fn<A: 'static, const N: usize, const X: bool, R, const F: bool>(
        &mut self,
        name: &str,
        func: impl RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    ) where
        R: rhai::Variant + Clone,
    {
        FuncRegistration::new(name).in_global_namespace().set_into_module(&mut self.0, func);
    }

    fn register_get<A: 'static, const X: bool, R, const F: bool>(
        &mut self,
        name: &str,
        func: impl RhaiNativeFunc<A, 1, X, R, F> + Send + Sync + 'static,
    ) where
        R: rhai::Variant + Clone,
    {
        let getter = FuncRegistration::new_getter(name).in_global_namespace();
        getter.set_into_module(&mut self.0, func);
    }
}

pub(super) fn register_types(natives: &mut Natives) {
    natives.0.set_custom_type::<Group>("group");
    natives.0.set_custom_type::<Date>("date");
    natives.register_fn("==", |a: Date, b: Date| a == b);
    natives.register_fn("!=", |a: Date, b: Date| a != b);
    natives.register_fn("<", |a: Date, b: Date| a < b);
    natives.register_fn("<=", |a: Date, b: Date| a <= b);
    natives.register_fn(">", |a: Date, b: Date| a > b);
    natives.register_fn(">=", |a: Date, b: Date| a >= b);
    natives.register_fn("to_string", |date: &mut Date| date.to_string());
    texts::refuse_filter(natives);
    refuse_comparisons::<i64>(natives);
    refuse_comparisons::<bool>(natives);
    refuse_comparisons::<char>(natives);
    refuse_comparisons::<ImmutableString>(natives);
    refuse_comparisons::<rhai::Array>(natives);
    refuse_comparisons::<Date>(natives);
    refuse_comparisons::<()>(natives);
    for &sign in COMPARISONS {
        natives.register_fn(sign, |_: Group, _: Dynamic| no_comparison());
        natives.register_fn(sign, |_: Dynamic, _: Group| no_comparison());
    }
}

/// `3 == "pass"` is an error, not silently false.
fn refuse_comparisons<A: rhai::Variant + Clone>(natives: &mut Natives) {
    fn pair<A: rhai::Variant + Clone, B: rhai::Variant + Clone>(natives: &mut Natives) {
        if std::any::TypeId::of::<A>() != std::any::TypeId::of::<B>() {
            for sign in COMPARISONS {
                natives.register_fn(sign, |_: A, _: B| different_types());
            }
        }
    }
    pair::<A, i64>(natives);
    pair::<A, bool>(natives);
    pair::<A, char>(natives);
    pair::<A, ImmutableString>(natives);
    pair::<A, rhai::Array>(natives);
    pair::<A, Date>(natives);
    pair::<A, ()>(natives);
}

fn different_types() -> Rhai<bool> {
    Err("values of different types cannot be compared".into())
}

/// Groups are asked with verbs; a comparison would be false without a word.
fn no_comparison() -> Rhai<bool> {
    Err("groups cannot be compared; ask for `.some`, `.count` or `.without(…)`".into())
}

/// Makes one entry of the vocabulary known to rhai. What is asked of groups is registered once for a name and
/// what it takes, whatever the group is of.
pub(super) fn register(natives: &mut Natives, entry: &'static Entry) {
    match (entry.of, entry.takes) {
        (None, []) => {}
        _ if texts::register(natives, entry) => {}
        (None, [_, _, ..]) => {}
        (None, [argument]) => register_fact(natives, entry, *argument),
        (Some(Type::List), []) => {
            natives.register_get(entry.name, |of: &mut rhai::Array| ask_list(entry, of, &[]));
        }
        (Some(Type::List), _) => {
            natives.register_fn(entry.name, |of: &mut rhai::Array, text: ImmutableString| {
                ask_list(entry, of, &[Val::Text(Cow::Borrowed(&text))])
            });
        }
        (Some(Type::Date), _) => {
            natives.register_fn(entry.name, |of: &mut Date, other: Date| of.days_until(other));
        }
        (Some(_), takes) => register_verb(natives, entry.name, takes),
    }
}

fn register_fact(natives: &mut Natives, entry: &'static Entry, argument: Argument) {
    if argument.to_type() == Some(Type::List) {
        natives.register_fn(
            entry.name,
            move |context: NativeCallContext<'_>, names: rhai::Array| {
                let names = list_of(&names).ok_or("not a list of texts")?;
                judging_of(&context)?.fact(entry, &[names])
            },
        );
    } else {
        natives.register_fn(
            entry.name,
            move |context: NativeCallContext<'_>, name: ImmutableString| {
                judging_of(&context)?.fact(entry, &[Val::Text(Cow::Borrowed(&name))])
            },
        );
    }
}

fn register_verb(natives: &mut Natives, name: &'static str, takes: &[Argument]) {
    match (takes.first().and_then(|argument| argument.to_type()), takes.len()) {
        (_, 0) => natives.register_get(name, |of: &mut Group| of.ask(name, &[])),
        (_, 2) if takes[1].to_type() == Some(Type::Text) => {
            natives.register_fn(
                name,
                |of: &mut Group, one: ImmutableString, other: ImmutableString| {
                    let texts = [one, other].map(|text| Val::Text(Cow::Owned(text.to_string())));
                    of.ask(name, &texts)
                },
            );
        }
        (_, 2) => natives.register_fn(name, |of: &mut Group, word: ImmutableString, n: i64| {
            of.ask(name, &[Val::Text(Cow::Borrowed(&word)), Val::Int(n)])
        }),
        (Some(Type::Text), _) => {
            natives.register_fn(name, |of: &mut Group, text: ImmutableString| {
                of.ask(name, &[Val::Text(Cow::Borrowed(&text))])
            });
        }
        (Some(Type::Int), _) => {
            natives.register_fn(name, |of: &mut Group, n: i64| of.ask(name, &[Val::Int(n)]));
        }
        (Some(Type::Date), _) => {
            natives.register_fn(name, |of: &mut Group, day: Date| of.ask(name, &[Val::Date(day)]));
        }
        (Some(Type::List), _) => {
            natives.register_fn(name, |of: &mut Group, names: rhai::Array| {
                of.ask(name, &[list_of(&names).ok_or("not a list of texts")?])
            });
        }
        (Some(_), _) => {
            natives.register_fn(name, |of: &mut Group, other: Group| of.ask(name, &[other.1]));
        }
        (None, _) => natives.register_fn(
            name,
            |context: NativeCallContext<'_>, of: &mut Group, keep: FnPtr| {
                of.filter(&context, &keep)
            },
        ),
    }
}

fn only(mut empty: Bits, member: usize) -> Bits {
    empty.insert(member);
    empty
}

impl Group {
    fn ask(&self, name: &str, args: &[Val<'_>]) -> Rhai<Dynamic> {
        let entry = self.1.group_type().and_then(|of| verb_of_any_stage(of, name));
        let entry = entry.ok_or_else(|| format!("`{name}` cannot be asked of this"))?;
        known_words(entry, args, &self.0.words)?;
        self.0.verb(entry, &self.1, args)
    }

    /// The members for which the closure is true; anything but true and false is an error.
    fn filter(&self, context: &NativeCallContext<'_>, keep: &FnPtr) -> Rhai<Self> {
        let columns = self.0.docket.columns();
        let kept = |of: &Bits, none: Bits, one: &dyn Fn(Bits) -> Val<'static>| -> Rhai<Bits> {
            let mut kept = none.clone();
            for member in of.iter() {
                let one = Dynamic::from(Self(self.0.clone(), one(only(none.clone(), member))));
                self.0.budget.visit(1 + visits(&one)).map_err(spent)?;
                if keep.call_within_context::<bool>(context, (one,))? {
                    kept.insert(member);
                }
            }
            Ok(kept)
        };
        let value = match &self.1 {
            Val::Seats(seats) => {
                let one = |set| {
                    Val::Seats(Seats { set: Cow::Owned(set), is_bench: false, ..seats.clone() })
                };
                let set = kept(&seats.set, columns.no_seats(), &one)?;
                Val::Seats(Seats { by: seats.by, ..Seats::plain(set) })
            }
            Val::Findings(set) => {
                let one = |set| Val::Findings(Cow::Owned(set));
                Val::Findings(Cow::Owned(kept(set, columns.no_findings(), &one)?))
            }
            _ => return Err("only seats and findings can be filtered".into()),
        };
        Ok(Self(self.0.clone(), value))
    }
}

/// A word that a `fn` hands over was not checked when compiling: an unknown one is an error,
/// never silently no match.
fn known_words(entry: &Entry, args: &[Val<'_>], own: &[String]) -> Rhai<()> {
    for (argument, value) in entry.takes.iter().zip(args) {
        if let (Argument::Word(words), Val::Text(text)) = (argument, value)
            && !eval::is_word(words, own, text)
        {
            return Err(format!("`{text}` is not a word that is known here").into());
        }
    }
    Ok(())
}

fn ask_list(entry: &Entry, of: &[Dynamic], args: &[Val<'_>]) -> Rhai<Dynamic> {
    if let (Id::Count, []) = (entry.id, args) {
        return Ok(Dynamic::from(i64::try_from(of.len()).unwrap_or(i64::MAX)));
    }
    let Some(Val::List(list)) = list_of(of) else { return Err("not a list of texts".into()) };
    Ok(match (entry.id, args) {
        (Id::Has, [Val::Text(text)]) => Dynamic::from(list.iter().any(|e| e == text.as_ref())),
        _ => return Err("not a verb of lists".into()),
    })
}

fn list_of(values: &[Dynamic]) -> Option<Val<'static>> {
    let text = |value: &Dynamic| value.clone().into_string().ok();
    Some(Val::List(Cow::Owned(values.iter().map(text).collect::<Option<Vec<_>>>()?)))
}

impl Judging {
    fn visit(&self) -> Visit<'_, '_> {
        Visit { columns: self.docket.columns(), focus: self.focus, budget: &self.budget }
    }

    fn fact(self: &Arc<Self>, entry: &Entry, args: &[Val<'_>]) -> Rhai<Dynamic> {
        self.answer(eval::fact(self.visit(), entry.id, args))
    }

    fn verb(self: &Arc<Self>, entry: &Entry, of: &Val<'_>, args: &[Val<'_>]) -> Rhai<Dynamic> {
        self.answer(eval::verb(self.visit(), entry.id, of, args))
    }

    fn answer(self: &Arc<Self>, value: Result<Val<'_>, EvalError>) -> Rhai<Dynamic> {
        match value {
            Ok(value) => Ok(to_dynamic(self, value)),
            Err(EvalError::Spent) => Err(spent(Spent)),
            Err(_) => Err("not a verb of this value".into()),
        }
    }
}

pub(super) fn to_dynamic(judging: &Arc<Judging>, value: Val<'_>) -> Dynamic {
    match value {
        Val::Bool(value) => Dynamic::from(value),
        Val::Int(value) => Dynamic::from(value),
        Val::Text(text) => Dynamic::from(ImmutableString::from(text.as_ref())),
        Val::List(list) => Dynamic::from_array(
            list.iter().map(|entry| Dynamic::from(ImmutableString::from(entry.as_str()))).collect(),
        ),
        Val::Date(date) => Dynamic::from(date),
        group => Dynamic::from(Group(judging.clone(), group.into_owned())),
    }
}

pub(super) fn from_dynamic(value: &Dynamic) -> Option<Val<'static>> {
    // A captured value is shared between the script and the closure.
    let value = value.clone().flatten();
    if let Ok(value) = value.as_bool() {
        return Some(Val::Bool(value));
    }
    if let Ok(value) = value.as_int() {
        return Some(Val::Int(value));
    }
    if value.is_string() {
        return value.into_string().ok().map(|text| Val::Text(Cow::Owned(text)));
    }
    if let Some(Group(_, group)) = value.clone().try_cast::<Group>() {
        return Some(group);
    }
    if let Some(date) = value.clone().try_cast::<Date>() {
        return Some(Val::Date(date));
    }
    list_of(&value.into_array().ok()?)
}

pub(super) fn judging_of(context: &NativeCallContext<'_>) -> Rhai<Arc<Judging>> {
    let tag = context.tag().and_then(|tag| tag.read_lock::<Tag>().map(|tag| Arc::clone(&tag.0)));
    tag.ok_or_else(|| "no docket".into())
}
