//! Verbs of texts, and what rhai itself does: `min`, `max`, `abs`, `in`.

use std::borrow::Cow;

use rhai::{Dynamic, FnPtr, ImmutableString, NativeCallContext};

use super::{Natives, judging_of};
use crate::engine::eval::Val;
use crate::engine::facts::{Entry, Type};
use crate::engine::rhai::Rhai;

/// Makes an entry known that stands behind a text or is a function of rhai's; false for any other.
pub(super) fn register(natives: &mut Natives, entry: &'static Entry) -> bool {
    match (entry.of, entry.takes) {
        _ if entry.is_of_rhai() => {}
        (Some(Type::Text), []) => {
            natives.register_get(
                entry.name,
                move |context: NativeCallContext<'_>, of: &mut ImmutableString| {
                    ask(&context, entry, of, &[])
                },
            );
        }
        (Some(Type::Text), [_]) => {
            natives.register_fn(
                entry.name,
                move |context: NativeCallContext<'_>,
                      of: &mut ImmutableString,
                      text: ImmutableString| {
                    ask(&context, entry, of, &[Val::Text(Cow::Borrowed(&text))])
                },
            );
        }
        _ => return false,
    }
    true
}

/// Only groups can be narrowed: rhai would narrow a list that a `fn` builds.
pub(super) fn refuse_filter(natives: &mut Natives) {
    natives.register_fn("filter", |_: &mut rhai::Array, _: FnPtr| -> Rhai<Dynamic> {
        Err("a list has no `filter`; write a `for` loop".into())
    });
}

fn ask(
    context: &NativeCallContext<'_>,
    entry: &Entry,
    of: &ImmutableString,
    args: &[Val<'_>],
) -> Rhai<Dynamic> {
    judging_of(context)?.verb(entry, &Val::Text(Cow::Borrowed(of)), args)
}
