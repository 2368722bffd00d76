//! What running a script visits, and who pays.

use std::sync::Arc;

use rhai::{
    Dynamic, Engine, EvalAltResult, FuncRegistration, ImmutableString, Module, NativeCallContext,
    Position, RhaiFunc, Shared,
};

use super::Group;
use super::natives::judging_of;
use crate::engine::budget::Spent;

pub(super) fn spent(_: Spent) -> Box<EvalAltResult> {
    EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into()
}

/// What copying a value, or looking through it, visits.
pub(super) fn visits(value: &Dynamic) -> u64 {
    if value.is_shared() {
        return value.read_lock::<Dynamic>().map_or(0, |value| visits(&value));
    }
    if let Some(array) = value.read_lock::<rhai::Array>() {
        return array.iter().map(|element| 1 + visits(element)).sum();
    }
    if let Some(text) = value.read_lock::<ImmutableString>() {
        return text.len() as u64;
    }
    if let Some(Group(judging, group)) = value.read_lock::<Group>().as_deref() {
        return group.visits(judging.docket.columns());
    }
    0
}

/// rhai's functions that go through texts, each paid for by what it is handed. They are found
/// before rhai's own, which then do the work.
pub(super) fn paid_texts(own: &Arc<Engine>) -> Module {
    use std::any::TypeId;
    let (text, sign, any) =
        (TypeId::of::<ImmutableString>(), TypeId::of::<char>(), TypeId::of::<Dynamic>());
    let mut module = Module::new();
    let mut pay = |name: &'static str, of: &[TypeId]| {
        let own = Arc::clone(own);
        let func = move |context: Option<NativeCallContext<'_>>, args: &mut [&mut Dynamic]| {
            let context = context.ok_or("no context")?;
            let visited = args.iter().map(|value| visits(value)).sum();
            judging_of(&context)?.budget.visit(visited).map_err(spent)?;
            let (global, at) = (context.global_runtime_state(), context.call_position());
            let context = NativeCallContext::new_with_all_fields(&own, name, None, global, at);
            context.call_native_fn_raw(name, true, args)
        };
        let func = RhaiFunc::Method {
            func: Shared::new(func),
            has_context: true,
            is_pure: true,
            is_volatile: false,
        };
        FuncRegistration::new(name).in_global_namespace().set_into_module_raw(
            &mut module,
            of,
            func,
        );
    };
    pay("contains", &[text, sign]);
    pay("+=", &[text, text]);
    pay("+=", &[text, sign]);
    for of in [[text, text], [text, sign], [sign, text], [text, any], [any, text]] {
        pay("+", &of);
    }
    pay("+=", &[text, any]);
    module
}
