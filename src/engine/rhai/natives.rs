//! The vocabulary, made known to rhai.

mod texts;

use std::borrow::Cow;
use std::sync::Arc;

use rhai::{
    Dynamic, FnPtr, FuncRegistration, ImmutableString, Module, NativeCallContext, RhaiNativeFunc,
};

use super::cost::{spent, visits};
use super::{COMPARISONS, CellGroup, FindingGroup, Judging, Rhai, Tag};
use crate::engine::budget::Spent;
use crate::engine::eval::{self, EvalError, Val};
use crate::engine::facts::{Argument, Entry, Id, Type};
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
    natives.0.set_custom_type::<CellGroup>("cells");
    natives.0.set_custom_type::<FindingGroup>("findings");
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
        natives.register_fn(sign, |_: CellGroup, _: Dynamic| no_comparison());
        natives.register_fn(sign, |_: Dynamic, _: CellGroup| no_comparison());
        natives.register_fn(sign, |_: FindingGroup, _: Dynamic| no_comparison());
        natives.register_fn(sign, |_: Dynamic, _: FindingGroup| no_comparison());
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

/// Makes one entry of the vocabulary known to rhai.
pub(super) fn register(natives: &mut Natives, entry: &'static Entry) {
    if !entry.built {
        return;
    }
    match (entry.of, entry.takes) {
        (None, []) => {}
        _ if texts::register(natives, entry) => {}
        (None, [argument]) => register_fact(natives, entry, *argument),
        (Some(Type::Cells), []) => {
            natives.register_get(entry.name, |of: &mut CellGroup| of.ask(entry, &[]));
        }
        (Some(Type::Findings), []) => {
            natives.register_get(entry.name, |of: &mut FindingGroup| of.ask(entry, &[]));
        }
        (Some(Type::List), []) => {
            natives.register_get(entry.name, |of: &mut rhai::Array| ask_list(entry, of, &[]));
        }
        (Some(of), [argument]) => register_verb(natives, entry, of, *argument),
        (Some(Type::Cells), [_, _]) => {
            natives.register_fn(entry.name, |of: &mut CellGroup, word: ImmutableString, n: i64| {
                of.ask(entry, &[Val::Text(Cow::Borrowed(&word)), Val::Int(n)])
            });
        }
        _ => {}
    }
}

fn register_fact(natives: &mut Natives, entry: &'static Entry, argument: Argument) {
    if argument.expects() == Some(Type::List) {
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

fn register_verb(natives: &mut Natives, entry: &'static Entry, of: Type, argument: Argument) {
    let name = entry.name;
    match (of, argument.expects()) {
        (Type::Cells, Some(Type::Text)) => {
            natives.register_fn(name, |of: &mut CellGroup, text: ImmutableString| {
                of.ask(entry, &[Val::Text(Cow::Borrowed(&text))])
            });
        }
        (Type::Cells, Some(Type::Int)) => {
            natives.register_fn(name, |of: &mut CellGroup, n: i64| of.ask(entry, &[Val::Int(n)]));
        }
        (Type::Cells, Some(Type::Cells)) => {
            natives.register_fn(name, |of: &mut CellGroup, other: CellGroup| {
                of.ask(entry, &[Val::Cells(Cow::Borrowed(&other.1))])
            });
        }
        (Type::Cells, None) => {
            natives.register_fn(
                name,
                |context: NativeCallContext<'_>, of: &mut CellGroup, keep: FnPtr| {
                    let none = of.0.docket.columns().no_cells();
                    let one = |cell| CellGroup(of.0.clone(), only(none.clone(), cell));
                    let kept = filtered(&context, &of.1, none.clone(), &keep, one)?;
                    Ok::<_, Box<rhai::EvalAltResult>>(CellGroup(of.0.clone(), kept))
                },
            );
        }
        (Type::Findings, Some(Type::Text)) => {
            natives.register_fn(name, |of: &mut FindingGroup, text: ImmutableString| {
                of.ask(entry, &[Val::Text(Cow::Borrowed(&text))])
            });
        }
        (Type::Findings, Some(Type::Findings)) => {
            natives.register_fn(name, |of: &mut FindingGroup, other: FindingGroup| {
                of.ask(entry, &[Val::Findings(Cow::Borrowed(&other.1))])
            });
        }
        (Type::Findings, None) => {
            natives.register_fn(
                name,
                |context: NativeCallContext<'_>, of: &mut FindingGroup, keep: FnPtr| {
                    let none = of.0.docket.columns().no_findings();
                    let one = |n| FindingGroup(of.0.clone(), only(none.clone(), n));
                    let kept = filtered(&context, &of.1, none.clone(), &keep, one)?;
                    Ok::<_, Box<rhai::EvalAltResult>>(FindingGroup(of.0.clone(), kept))
                },
            );
        }
        (Type::List, Some(Type::Text)) => {
            natives.register_fn(name, |of: &mut rhai::Array, text: ImmutableString| {
                ask_list(entry, of, &[Val::Text(Cow::Borrowed(&text))])
            });
        }
        _ => {}
    }
}

fn only(mut empty: Bits, member: usize) -> Bits {
    empty.insert(member);
    empty
}

/// The members of `of` for which the closure is true; anything but true and false is an error.
fn filtered<T: rhai::Variant + Clone>(
    context: &NativeCallContext<'_>,
    of: &Bits,
    mut kept: Bits,
    keep: &FnPtr,
    one: impl Fn(usize) -> T,
) -> Rhai<Bits> {
    let judging = judging_of(context)?;
    for member in of.iter() {
        let one = Dynamic::from(one(member));
        judging.budget.visit(1 + visits(&one)).map_err(spent)?;
        if keep.call_within_context::<bool>(context, (one,))? {
            kept.insert(member);
        }
    }
    Ok(kept)
}

impl CellGroup {
    fn ask(&self, entry: &Entry, args: &[Val<'_>]) -> Rhai<Dynamic> {
        known_words(entry, args)?;
        self.0.verb(entry, &Val::Cells(Cow::Borrowed(&self.1)), args)
    }
}

impl FindingGroup {
    fn ask(&self, entry: &Entry, args: &[Val<'_>]) -> Rhai<Dynamic> {
        known_words(entry, args)?;
        self.0.verb(entry, &Val::Findings(Cow::Borrowed(&self.1)), args)
    }
}

/// A word that a `fn` hands over was not checked when compiling: an unknown one is an error,
/// never silently no match.
fn known_words(entry: &Entry, args: &[Val<'_>]) -> Rhai<()> {
    for (argument, value) in entry.takes.iter().zip(args) {
        if let (Argument::Word(words), Val::Text(text)) = (argument, value)
            && !eval::is_word(words, text)
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
    fn fact(self: &Arc<Self>, entry: &Entry, args: &[Val<'_>]) -> Rhai<Dynamic> {
        self.answer(eval::fact(self.docket.columns(), &self.budget, entry.id, args))
    }

    fn verb(self: &Arc<Self>, entry: &Entry, of: &Val<'_>, args: &[Val<'_>]) -> Rhai<Dynamic> {
        self.answer(eval::verb(self.docket.columns(), &self.budget, entry.id, of, args))
    }

    fn answer(self: &Arc<Self>, value: Result<Val<'_>, EvalError>) -> Rhai<Dynamic> {
        match value {
            Ok(value) => Ok(to_dynamic(self, &value)),
            Err(EvalError::Spent) => Err(spent(Spent)),
            Err(_) => Err("not a verb of this value".into()),
        }
    }
}

pub(super) fn to_dynamic(judging: &Arc<Judging>, value: &Val<'_>) -> Dynamic {
    match value {
        Val::Bool(value) => Dynamic::from(*value),
        Val::Int(value) => Dynamic::from(*value),
        Val::Text(text) => Dynamic::from(ImmutableString::from(text.as_ref())),
        Val::List(list) => Dynamic::from_array(
            list.iter().map(|entry| Dynamic::from(ImmutableString::from(entry.as_str()))).collect(),
        ),
        Val::Date(date) => Dynamic::from(*date),
        Val::Cells(set) => Dynamic::from(CellGroup(judging.clone(), set.clone().into_owned())),
        Val::Findings(set) => {
            Dynamic::from(FindingGroup(judging.clone(), set.clone().into_owned()))
        }
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
    if let Some(CellGroup(_, set)) = value.clone().try_cast::<CellGroup>() {
        return Some(Val::Cells(Cow::Owned(set)));
    }
    if let Some(FindingGroup(_, set)) = value.clone().try_cast::<FindingGroup>() {
        return Some(Val::Findings(Cow::Owned(set)));
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
