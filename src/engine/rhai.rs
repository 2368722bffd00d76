//! rhai: expressions and functions of a policy, parsed and, where they do not lower, run.
//!
//! With the folder below, the only place that names rhai. What it hands out is in our own words: [`Expr`] for what
//! was parsed, [`Thunk`] for what has to be run, [`Answer`] for what came of it. Unknown
//! syntax is opaque and stays a thunk; it is never guessed at.

mod cost;
#[cfg(test)]
mod lexing;
mod mistakes;
mod natives;
mod own;
mod reader;

use std::sync::{Arc, LazyLock};

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicStringPackage, LogicPackage,
    MoreStringPackage, Package,
};
use rhai::{AST, Dynamic, Engine, EvalAltResult, Module, OptimizationLevel, Scope, Shared, Stmt};

use super::budget::{Budget, Spent};
use super::eval::{self, Focus, Val, Visit};
use super::facts::{Id, VOCABULARY};
use super::limits::LIMITS;
use super::script::Script;
use super::syntax::{Expr, Statement};
use crate::ir::{ClosedDocket, Diagnostic};
use crate::source::Span;
use cost::{paid_texts, spent, visits};
use mistakes::{not_an_expression, run_error, syntax_error};
use natives::{Natives, from_dynamic, register, register_types, to_dynamic};
use reader::{ScriptReader, placed};

pub(super) use mistakes::{float, refused};
pub(super) use own::{instead_of, is_own};

const COMPARISONS: &[&str] = &["==", "!=", "<", "<=", ">", ">="];
const FN_FORM: &str = "write `fn NAME(ARGUMENTS) { … }`";
const CALL_A_FN: &str = "write a `fn` and call it with what it needs";

/// What parses, for all policies of a process: it is made once, since making it takes longer than a policy, and
/// nothing changes it.
static PARSER: LazyLock<Engine> = LazyLock::new(|| {
    let mut engine = engine_of(&[]);
    for keyword in ["eval", "Fn", "call", "print", "debug", "is_def_var", "is_def_fn"] {
        engine.disable_symbol(keyword);
    }
    engine
});

/// What scripts may call, of rhai and of ours, for all judgings of a process. It is made once, when something is
/// run in rhai for the first time, and nothing changes it: most policies need none of it.
static CALLABLE: LazyLock<Vec<Shared<Module>>> = LazyLock::new(|| {
    // Not the language core package: it brings `sleep` and `exit`. No maps: storing a
    // large value in one is not checked for size.
    let mut packages = Module::new();
    ArithmeticPackage::init(&mut packages);
    LogicPackage::init(&mut packages);
    BasicStringPackage::init(&mut packages);
    MoreStringPackage::init(&mut packages);
    BasicIteratorPackage::init(&mut packages);
    BasicArrayPackage::init(&mut packages);
    packages.register_lazy_functions();
    packages.build_index();
    let mut natives = Natives(Module::new());
    register_types(&mut natives);
    VOCABULARY.iter().for_each(|entry| register(&mut natives, entry));
    let mut modules = vec![packages.into(), natives.0.into()];
    modules.push(paid_texts(&Arc::new(engine_of(&modules))).into());
    modules
});

/// A policy's functions.
#[derive(Clone)]
pub(super) struct Machine {
    functions: AST,
    imports: Vec<(String, Shared<Module>)>,
    /// The words of a team, that reviewers may have said.
    pub(super) words: Arc<[String]>,
}

/// A `fn` of a policy.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// What it is called by: `heavy`, or `helpers::heavy` when it was imported.
    pub(super) name: String,
    pub(super) params: Vec<String>,
    pub(super) body: Vec<Statement>,
}

/// An expression that only rhai can run.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Thunk {
    /// None where it was compiled beforehand: only what is evaluated natively is.
    #[cfg_attr(feature = "serde", serde(skip))]
    ast: Option<AST>,
    /// The facts, parameters, givens and lets that it uses.
    pub(super) names: Vec<String>,
    span: Span,
    /// Whether its steps are paid for. What could as well be evaluated natively is paid for as
    /// that, in both ways of running.
    pub(super) counted: bool,
}

/// What came of a thunk.
#[derive(Clone)]
pub(super) struct Answer(Dynamic);

/// The state of one judging. It has an engine of its own, whose every step, in a closure or
/// wherever, is taken from the budget of this judging.
pub(super) struct Session {
    engine: Engine,
    global: rhai::GlobalRuntimeState,
    caches: rhai::Caches,
    judging: Arc<Judging>,
}

/// What scripts look at, and what they may use up.
struct Judging {
    docket: ClosedDocket,
    focus: Focus,
    budget: Budget,
    words: Arc<[String]>,
}

/// A group of seats, of findings, of whatever, as scripts see it.
#[derive(Clone)]
struct Group(Arc<Judging>, Val<'static>);

/// The judging, for functions that stand behind no group.
#[derive(Clone)]
struct Tag(Arc<Judging>);

type Rhai<T> = Result<T, Box<EvalAltResult>>;

impl Machine {
    pub(super) fn new() -> Self {
        Self { functions: AST::empty(), imports: Vec::new(), words: Arc::default() }
    }

    /// One that runs nothing but what is evaluated natively.
    #[cfg(feature = "serde")]
    pub(super) fn of_words(words: Arc<[String]>) -> Self {
        Self { words, ..Self::new() }
    }

    /// Parses the expression that `span` holds.
    pub(super) fn expression(
        &self,
        script: &Script,
        span: Span,
    ) -> Result<(Expr, Thunk), Diagnostic> {
        let text = placed(script, span, true);
        let ast = PARSER.compile(text).map_err(|error| syntax_error(script, &error, span))?;
        let [Stmt::Expr(expr)] = ast.statements() else {
            return Err(not_an_expression(span));
        };
        let reading = ScriptReader { script, engine: &PARSER, piece: span };
        reading.check(&ast, true)?;
        let expr = reading.expr(expr);
        let names = reading.free_names(&ast);
        let thunk = Thunk { ast: Some(ast.clone()), names, span, counted: true };
        Ok((expr, thunk))
    }

    /// Parses the `fn` that `span` holds and adds it.
    pub(super) fn function(&mut self, script: &Script, span: Span) -> Result<Function, Diagnostic> {
        let text = placed(script, span, false);
        let ast = PARSER.compile(text).map_err(|error| syntax_error(script, &error, span))?;
        let reading = ScriptReader { script, engine: &PARSER, piece: span };
        reading.check(&ast, false)?;
        let named = ast.iter_functions().find(|f| !f.name.starts_with("anon$"));
        let function = match named {
            Some(f) if ast.statements().is_empty() => Function {
                name: f.name.to_owned(),
                params: f.params.iter().map(|&param| param.to_owned()).collect(),
                body: reading.body()?,
            },
            _ => return Err(not_an_expression(span)),
        };
        self.functions = self.functions.merge(&ast);
        Ok(function)
    }

    /// Makes the functions of another machine callable as `NAME::function`.
    pub(super) fn import(&mut self, name: &str, other: &Self) -> Result<(), Diagnostic> {
        let module = rhai::Module::eval_ast_as_new(Scope::new(), &other.functions, &PARSER)
            .map_err(|error| {
                Diagnostic::error("assize::policy::import").message(error.to_string())
            })?;
        self.imports.push((name.to_owned(), module.into()));
        Ok(())
    }

    pub(super) fn session(&self, docket: &ClosedDocket, focus: Focus) -> Box<Session> {
        let budget = Budget::new(0);
        let words = Arc::clone(&self.words);
        let judging = Arc::new(Judging { docket: docket.clone(), focus, budget, words });
        let mut engine = engine_of(&CALLABLE);
        let paying = Arc::clone(&judging);
        engine.on_progress(move |_| paying.budget.step().err().map(|Spent| Dynamic::UNIT));
        let paying = Arc::clone(&judging);
        #[expect(deprecated, reason = "the only place that sees which values are copied")]
        engine.on_var(move |name, _, context| {
            let visits = context.scope().get(name).map_or(0, visits);
            if visits > 0 {
                paying.budget.visit(visits).map_err(spent)?;
            }
            Ok(None)
        });
        let mut global = engine.new_global_runtime_state();
        global.tag = Dynamic::from(Tag(Arc::clone(&judging)));
        global.lib.push(self.functions.shared_lib().clone());
        for (name, module) in &self.imports {
            global.push_import(name.as_str(), module.clone());
        }
        Box::new(Session { engine, global, caches: rhai::Caches::new(), judging })
    }
}

impl Session {
    /// Runs a thunk; `value` gives the value of each name that it uses.
    ///
    /// What lowers was paid for as it is when it is evaluated natively, so that both ways of
    /// running use up the same: it has no loops, and its steps in rhai cost nothing.
    pub(super) fn run(
        &mut self,
        thunk: &Thunk,
        budget: &Budget,
        value: impl Fn(&Self, &str) -> Option<Answer>,
    ) -> Result<Answer, Diagnostic> {
        match thunk.counted {
            true => self.judging.budget.follow(budget),
            false => self.judging.budget.suspend(),
        }
        let answer = self.eval(thunk, value);
        if thunk.counted {
            budget.follow(&self.judging.budget);
        }
        answer.map_err(|error| run_error(thunk, &error))
    }

    fn eval(
        &mut self,
        thunk: &Thunk,
        value: impl Fn(&Self, &str) -> Option<Answer>,
    ) -> Rhai<Answer> {
        let mut scope = Scope::new();
        for name in &thunk.names {
            if let Some(Answer(value)) = value(self, name) {
                self.judging.budget.visit(1 + visits(&value)).map_err(spent)?;
                scope.push_dynamic(name.as_str(), value);
            }
        }
        let ast = thunk.ast.as_ref().ok_or("nothing was parsed of it")?;
        self.global.lib.push(ast.shared_lib().clone());
        #[expect(deprecated, reason = "the only way to run statements in a state that goes on")]
        let answer = self.engine.eval_statements_raw(
            &mut self.global,
            &mut self.caches,
            &mut scope,
            ast.statements(),
        );
        self.global.lib.pop();
        // Functions were looked up with this thunk's closures in scope.
        self.caches = rhai::Caches::new();
        let answer = answer?;
        self.judging.budget.visit(visits(&answer)).map_err(spent)?;
        Ok(Answer(answer))
    }

    /// A native value, as scripts see it.
    pub(super) fn give(&self, value: Val<'_>) -> Answer {
        Answer(to_dynamic(&self.judging, value))
    }

    /// The value of a fact that stands alone, or of what is made of a `given`, as scripts see it.
    pub(super) fn fact(&self, id: Id, args: &[Val<'_>]) -> Option<Answer> {
        let Judging { docket, focus, budget, .. } = &*self.judging;
        let visit = Visit { columns: docket.columns(), focus: *focus, budget };
        Some(self.give(eval::fact(visit, id, args).ok()?))
    }
}

impl Answer {
    /// The value in our own words; none for what only scripts know.
    pub(super) fn value(&self) -> Option<Val<'static>> {
        from_dynamic(&self.0)
    }
}

/// An engine that has these functions, and the limits of a policy.
fn engine_of(modules: &[Shared<Module>]) -> Engine {
    let mut engine = Engine::new_raw();
    for module in modules {
        engine.register_global_module(module.clone());
    }
    engine.set_optimization_level(OptimizationLevel::None);
    // A comparison of different types is an error here, not silently false.
    engine.set_fast_operators(false);
    engine.set_max_call_levels(LIMITS.call_levels);
    engine.set_max_expr_depths(LIMITS.depth, LIMITS.function_depth);
    engine.set_max_string_size(LIMITS.string);
    engine.set_max_array_size(LIMITS.array);
    engine.set_max_map_size(1);
    engine.set_max_variables(LIMITS.variables);
    engine.set_max_functions(LIMITS.items);
    engine.set_max_modules(LIMITS.items);
    engine
}
