//! rhai: expressions and functions of a policy, parsed and, where they do not lower, run.
//!
//! The only file that names rhai. What it hands out is in our own words: [`Expr`] for what
//! was parsed, [`Thunk`] for what has to be run, [`Answer`] for what came of it. Unknown
//! syntax is opaque and stays a thunk; it is never guessed at.

use std::borrow::Cow;
use std::sync::Arc;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicStringPackage, LogicPackage,
    MoreStringPackage, Package,
};
use rhai::{
    AST, ASTNode, Dynamic, Engine, EvalAltResult, FnPtr, FuncRegistration, ImmutableString, Module,
    NativeCallContext, OptimizationLevel, Position, RhaiFunc, RhaiNativeFunc, Scope, Shared, Stmt,
};

use super::budget::{Budget, Spent};
use super::eval::{self, Trouble, Val};
use super::facts::{Argument, Entry, Id, Type, VOCABULARY};
use super::limits::LIMITS;
use super::script::{Kind, Script};
use super::syntax::{Expr, ExprKind, Op};
use crate::ir::bits::Bits;
use crate::ir::{ClosedDocket, Date, Diagnostic};
use crate::source::Span;

/// What of rhai itself a policy may call. Everything else is refused when compiling.
const BUILT_IN: &[&str] = &[
    "len",
    "is_empty",
    "contains",
    "starts_with",
    "ends_with",
    "to_upper",
    "to_lower",
    "trim",
    "push",
    "min",
    "max",
    "abs",
    "filter",
    "map",
    "some",
    "all",
    "reduce",
    "index_of",
    "split",
    "to_string",
    "range",
    "+",
    "curry",
];

const COMPARISONS: &[&str] = &["==", "!=", "<", "<=", ">", ">="];
const FN_FORM: &str = "write `fn NAME(ARGUMENTS) { … }`";
const CALL_A_FN: &str = "write a `fn` and call it with what it needs";

/// What parses, and a policy's functions.
#[derive(Clone)]
pub(super) struct Machine {
    engine: Arc<Engine>,
    /// What scripts may call, of rhai and of ours: shared by the engines of all judgings.
    modules: Arc<[Shared<Module>]>,
    functions: AST,
    imports: Vec<(String, Shared<Module>)>,
}

/// A `fn` of a policy.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) params: usize,
    /// What it calls and asks for, to be looked up once all functions are known.
    pub(super) calls: Vec<(String, Span)>,
}

/// An expression that only rhai can run.
#[derive(Clone)]
pub(super) struct Thunk {
    ast: AST,
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
    room: Arc<Room>,
}

/// What scripts look at, and what they may use up.
struct Room {
    docket: ClosedDocket,
    budget: Budget,
}

/// A group of cells, as scripts see it.
#[derive(Clone)]
struct CellGroup(Arc<Room>, Bits);

/// A group of findings, as scripts see it.
#[derive(Clone)]
struct FindingGroup(Arc<Room>, Bits);

/// The room, for functions that stand behind no group.
#[derive(Clone)]
struct Tag(Arc<Room>);

type Rhai<T> = Result<T, Box<EvalAltResult>>;

impl Machine {
    pub(super) fn new() -> Self {
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
        let mut engine = engine_of(&modules);
        for keyword in ["eval", "Fn", "call", "print", "debug", "is_def_var", "is_def_fn"] {
            engine.disable_symbol(keyword);
        }
        let engine = Arc::new(engine);
        modules.push(paid_texts(&engine).into());
        Self { engine, modules: modules.into(), functions: AST::empty(), imports: Vec::new() }
    }

    /// Parses the expression that `span` holds.
    pub(super) fn expression(
        &self,
        script: &Script,
        span: Span,
    ) -> Result<(Expr, Thunk), Diagnostic> {
        let text = placed(&script.blanked, span, true);
        let ast = self.engine.compile(text).map_err(|error| syntax_error(script, &error, span))?;
        let [Stmt::Expr(expr)] = ast.statements() else {
            return Err(not_an_expression(span));
        };
        let reading = Reading { script, engine: &self.engine, piece: span };
        reading.check(&ast, true)?;
        let expr = reading.expr(expr);
        let names = reading.free_names(&ast);
        let thunk = Thunk { ast: ast.clone(), names, span, counted: true };
        Ok((expr, thunk))
    }

    /// Parses the `fn` that `span` holds and adds it.
    pub(super) fn function(&mut self, script: &Script, span: Span) -> Result<Function, Diagnostic> {
        let text = placed(&script.blanked, span, false);
        let ast = self.engine.compile(text).map_err(|error| syntax_error(script, &error, span))?;
        let reading = Reading { script, engine: &self.engine, piece: span };
        reading.check(&ast, false)?;
        let named = ast.iter_functions().find(|f| !f.name.starts_with("anon$"));
        let function = match named {
            Some(f) if ast.statements().is_empty() => Function {
                name: f.name.to_owned(),
                params: f.params.len(),
                calls: reading.calls(&ast),
            },
            _ => return Err(not_an_expression(span)),
        };
        self.functions = self.functions.merge(&ast);
        Ok(function)
    }

    /// Makes the functions of another machine callable as `NAME::function`.
    pub(super) fn import(&mut self, name: &str, other: &Self) -> Result<(), Diagnostic> {
        let module = rhai::Module::eval_ast_as_new(Scope::new(), &other.functions, &self.engine)
            .map_err(|error| {
                Diagnostic::error("assize::policy::import").message(error.to_string())
            })?;
        self.imports.push((name.to_owned(), module.into()));
        Ok(())
    }

    pub(super) fn session(&self, docket: &ClosedDocket) -> Box<Session> {
        let room = Arc::new(Room { docket: docket.clone(), budget: Budget::new(0) });
        let mut engine = engine_of(&self.modules);
        let paying = Arc::clone(&room);
        engine.on_progress(move |_| paying.budget.step().err().map(|Spent| Dynamic::UNIT));
        let paying = Arc::clone(&room);
        #[expect(deprecated, reason = "the only place that sees which values are copied")]
        engine.on_var(move |name, _, context| {
            let visits = context.scope().get(name).map_or(0, visits);
            if visits > 0 {
                paying.budget.visit(visits).map_err(spent)?;
            }
            Ok(None)
        });
        let mut global = engine.new_global_runtime_state();
        global.tag = Dynamic::from(Tag(Arc::clone(&room)));
        global.lib.push(self.functions.shared_lib().clone());
        for (name, module) in &self.imports {
            global.push_import(name.as_str(), module.clone());
        }
        Box::new(Session { engine, global, caches: rhai::Caches::new(), room })
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
            true => self.room.budget.follow(budget),
            false => self.room.budget.suspend(),
        }
        let answer = self.eval(thunk, value);
        if thunk.counted {
            budget.follow(&self.room.budget);
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
                self.room.budget.visit(1 + visits(&value)).map_err(spent)?;
                scope.push_dynamic(name.as_str(), value);
            }
        }
        self.global.lib.push(thunk.ast.shared_lib().clone());
        #[expect(deprecated, reason = "the only way to run statements in a state that goes on")]
        let answer = self.engine.eval_statements_raw(
            &mut self.global,
            &mut self.caches,
            &mut scope,
            thunk.ast.statements(),
        );
        self.global.lib.pop();
        // Functions were looked up with this thunk's closures in scope.
        self.caches = rhai::Caches::new();
        let answer = answer?;
        self.room.budget.visit(visits(&answer)).map_err(spent)?;
        Ok(Answer(answer))
    }

    /// A native value, as scripts see it.
    pub(super) fn give(&self, value: &Val<'_>) -> Answer {
        Answer(to_dynamic(&self.room, value))
    }

    /// The value of a fact that stands alone, as scripts see it.
    pub(super) fn fact(&self, id: Id) -> Option<Answer> {
        let value = eval::fact(self.room.docket.columns(), &self.room.budget, id, &[]).ok()?;
        Some(self.give(&value))
    }
}

impl Answer {
    /// The value in our own words; none for what only scripts know.
    pub(super) fn value(&self) -> Option<Val<'static>> {
        from_dynamic(&self.0)
    }
}

// ---------------------------------------------------------------- reading

/// One parsed piece, read into our own words.
struct Reading<'a> {
    script: &'a Script,
    engine: &'a Engine,
    /// What is read: nothing behind its end belongs to it.
    piece: Span,
}

impl Reading<'_> {
    fn token(&self, position: Position) -> usize {
        self.script.token_at(byte_of(self.script, position))
    }

    fn token_span(&self, index: usize) -> Span {
        self.script
            .tokens
            .get(index)
            .map_or_else(Span::default, |t| t.span())
            .in_source(self.piece.source)
    }

    fn at(&self, position: Position) -> Span {
        let span = self.script.span_at(byte_of(self.script, position)).unwrap_or_default();
        span.in_source(self.piece.source)
    }

    /// From a name to the bracket that closes its arguments.
    fn call_span(&self, position: Position) -> Span {
        let at = self.at(position);
        let name = self.token(position);
        if self.token_span(name) != at {
            return at;
        }
        let mut open = name + 1;
        while self.script.tokens.get(open).is_some_and(|t| t.kind != Kind::Open) {
            open += 1;
        }
        self.token_span(name).to(self.token_span(self.script.behind_bracket(open) - 1))
    }

    fn expr(&self, expr: &rhai::Expr) -> Expr {
        use rhai::Expr as R;
        let plain = |kind, position| Expr { kind, span: self.at(position) };
        match expr {
            R::BoolConstant(value, at) => plain(ExprKind::Bool(*value), *at),
            R::IntegerConstant(value, at) => {
                let first = self.token(*at);
                let sign = self.script.is(first, "-");
                let next = self.token_span(first + usize::from(sign));
                let span = if sign { self.at(*at).to(next) } else { self.at(*at) };
                Expr { kind: ExprKind::Int(*value), span }
            }
            R::StringConstant(text, at) => plain(ExprKind::Text(text.to_string()), *at),
            R::InterpolatedString(parts, at) => {
                plain(ExprKind::Template(parts.iter().map(|part| self.expr(part)).collect()), *at)
            }
            R::Array(entries, at) => Expr {
                kind: ExprKind::List(entries.iter().map(|entry| self.expr(entry)).collect()),
                span: self
                    .token_span(self.script.behind_bracket(self.token(*at)) - 1)
                    .to(self.at(*at)),
            },
            R::Variable(variable, _, at) if variable.2.is_empty() => {
                plain(ExprKind::Name(variable.1.to_string()), *at)
            }
            R::And(parts, _) => self.joined(ExprKind::And, parts),
            R::Or(parts, _) => self.joined(ExprKind::Or, parts),
            R::FnCall(call, at) if call.is_operator_call() => self.operator(call, *at),
            R::FnCall(call, at) if !call.is_qualified() => {
                let args = call.args.iter().map(|arg| self.expr(arg)).collect();
                let kind = ExprKind::Call { name: call.name.to_string(), at: self.at(*at), args };
                Expr { kind, span: self.call_span(*at) }
            }
            R::FnCall(call, at) => {
                let args = call.args.iter().map(|arg| self.expr(arg)).collect();
                let name = format!("{}::{}", call.namespace, call.name);
                let kind = ExprKind::Call { name, at: self.at(*at), args };
                Expr { kind, span: self.call_span(*at) }
            }
            R::Dot(pair, flags, _) if !flags.intersects(rhai::ASTFlags::NEGATED) => {
                self.member(self.expr(&pair.lhs), &pair.rhs)
            }
            R::DynamicConstant(_, at) => self.closure(*at),
            R::Stmt(block) => self.block(block, expr.start_position()),
            other => self.opaque(other),
        }
    }

    fn joined(&self, kind: fn(Vec<Expr>) -> ExprKind, parts: &[rhai::Expr]) -> Expr {
        let parts: Vec<_> = parts.iter().map(|part| self.expr(part)).collect();
        let span = match (parts.first(), parts.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        };
        Expr { kind: kind(parts), span }
    }

    fn operator(&self, call: &rhai::FnCallExpr, at: Position) -> Expr {
        let args: Vec<_> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let whole = args.iter().fold(self.at(at), |span, arg| span.to(arg.span));
        let kind =
            match (call.name.as_str(), Op::from_sign(&call.name), <[Expr; 2]>::try_from(args)) {
                (_, Some(op), Ok([left, right])) => {
                    ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }
                }
                ("!", _, Err(mut one)) if one.len() == 1 => ExprKind::Not(Box::new(one.remove(0))),
                ("-", _, Err(mut one)) if one.len() == 1 => {
                    ExprKind::Negate(Box::new(one.remove(0)))
                }
                (_, _, Ok(two)) => ExprKind::Opaque(two.into()),
                (_, _, Err(args)) => ExprKind::Opaque(args),
            };
        Expr { kind, span: whole }
    }

    /// `a.b.c(x)` is `a` before `b.c(x)` in rhai; here it is `a.b` before `.c(x)`.
    fn member(&self, of: Expr, rest: &rhai::Expr) -> Expr {
        use rhai::Expr as R;
        let made = |of: Expr, name: &str, at, args, end: Span| {
            let span = of.span.to(end);
            let kind = ExprKind::Member { of: Box::new(of), name: name.to_owned(), at, args };
            Expr { kind, span }
        };
        match rest {
            R::Property(property, at) => made(of, &property.2, self.at(*at), None, self.at(*at)),
            R::MethodCall(call, at) => {
                let args = call.args.iter().map(|arg| self.expr(arg)).collect();
                made(of, &call.name, self.at(*at), Some(args), self.call_span(*at))
            }
            R::Dot(pair, flags, _) if !flags.intersects(rhai::ASTFlags::NEGATED) => {
                let first = self.member(of, &pair.lhs);
                self.member(first, &pair.rhs)
            }
            other => {
                let span = of.span;
                Expr { kind: ExprKind::Opaque(vec![of, self.opaque(other)]), span }
            }
        }
    }

    /// A closure reaches us as a function pointer: what it says is read from its text again.
    fn closure(&self, at: Position) -> Expr {
        let first = self.token(at);
        let span = self.token_span(first);
        let opaque = Expr { kind: ExprKind::Opaque(Vec::new()), span };
        let byte = byte_of(self.script, at);
        let here = self.script.tokens.get(first).is_some_and(|token| token.start == byte);
        if !here && self.script.blanked[byte..].starts_with('|') {
            let inside = self.script.from(byte);
            return Reading { script: &inside, ..*self }.closure(at);
        }
        if !self.script.is(first, "|") {
            return opaque;
        }
        let tokens = &self.script.tokens;
        let tokens = &tokens[..self.script.token_at(self.piece.end as usize)];
        let Some(bar) = (first + 1..tokens.len()).find(|&index| self.script.is(index, "|")) else {
            return opaque;
        };
        let names = tokens[first + 1..bar].iter().filter(|token| token.kind == Kind::Name);
        let params = names.map(|&token| self.script.text(token).to_owned()).collect();
        let mut depth = 0i32;
        let end = (bar + 1..tokens.len()).find(|&index| {
            match tokens[index].kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                _ => {}
            }
            depth < 0 || (depth == 0 && self.script.is(index, ","))
        });
        let body = self.script.span(bar + 1..end.unwrap_or(tokens.len()));
        let span = body.map_or(span, |body| span.to(body));
        let body = body.filter(|_| !self.script.is(bar + 1, "{")).and_then(|body| {
            let ast = self.engine.compile(placed(&self.script.blanked, body, true)).ok()?;
            match ast.statements() {
                [Stmt::Expr(only)] => Some(Box::new(self.expr(only))),
                _ => None,
            }
        });
        Expr { kind: ExprKind::Closure { params, body }, span }
    }

    /// A block: what is interpolated into a string, or a closure that captures. Then the
    /// captured names are shared first, and curried.
    fn block(&self, block: &rhai::StmtBlock, at: Position) -> Expr {
        match block.statements() {
            [Stmt::Expr(only)] => return self.expr(only),
            [Stmt::FnCall(call, at)] => {
                return self.expr(&rhai::Expr::FnCall(call.clone(), *at));
            }
            _ => {}
        }
        let [Stmt::Share(_), Stmt::Expr(curry)] = block.statements() else {
            return Expr { kind: ExprKind::Opaque(Vec::new()), span: self.at(at) };
        };
        let pointer = match &**curry {
            rhai::Expr::FnCall(call, _) => call.args.first(),
            _ => None,
        };
        match pointer {
            Some(rhai::Expr::DynamicConstant(_, at)) => self.closure(*at),
            _ => Expr { kind: ExprKind::Opaque(Vec::new()), span: self.at(at) },
        }
    }

    /// Something that stays rhai's, with the parts of it that can be read.
    fn opaque(&self, expr: &rhai::Expr) -> Expr {
        use rhai::Expr as R;
        let parts = match expr {
            R::Index(pair, ..) | R::Dot(pair, ..) => {
                vec![self.expr(&pair.lhs), self.expr(&pair.rhs)]
            }
            R::Coalesce(parts, _) => parts.iter().map(|part| self.expr(part)).collect(),
            _ => Vec::new(),
        };
        Expr { kind: ExprKind::Opaque(parts), span: self.at(expr.start_position()) }
    }

    /// Refuses what has no place in a policy, wherever it stands.
    fn check(&self, ast: &AST, expression: bool) -> Result<(), Diagnostic> {
        let mut found = None;
        ast.walk(&mut |path| {
            let wrong = path.last().and_then(|node| self.wrong(node, path, expression));
            found = found.take().or(wrong);
            found.is_none()
        });
        found.map_or(Ok(()), Err)
    }

    fn wrong(
        &self,
        node: &ASTNode<'_>,
        path: &[ASTNode<'_>],
        expression: bool,
    ) -> Option<Diagnostic> {
        use rhai::Expr as R;
        let refuse = |at: Position, what: &str, help: &str| Some(refused(self.at(at), what, help));
        match node {
            ASTNode::Expr(R::Map(_, at)) => {
                refuse(*at, "object maps", "pass what is needed as arguments")
            }
            ASTNode::Expr(R::FloatConstant(_, at)) => Some(float(self.at(*at))),
            ASTNode::Expr(R::Unit(at)) if expression && in_condition(path) => {
                Some(not_an_expression(self.at(*at)))
            }
            ASTNode::Expr(R::Index(pair, ..)) if expression => {
                refuse(pair.lhs.start_position(), "positions", "groups and lists have no order")
            }
            ASTNode::Expr(R::Dot(pair, flags, _))
                if expression && flags.intersects(rhai::ASTFlags::NEGATED) =>
            {
                refuse(pair.lhs.start_position(), "`?.`", "write `.`: nothing is ever absent here")
            }
            // A closure that is kept can be captured by the next one, and so on without bound.
            ASTNode::Expr(R::DynamicConstant(_, at)) if !expression && !is_handed_over(path) => {
                refuse(*at, "closures that are kept", "pass it to `filter`, `map`, `some` or `all`")
            }
            ASTNode::Expr(R::FnCall(call, at))
                if !call.is_operator_call() && !call.is_qualified() =>
            {
                let reserved = [
                    "eval",
                    "Fn",
                    "call",
                    "print",
                    "debug",
                    "type_of",
                    "sleep",
                    "exit",
                    "timestamp",
                    "is_shared",
                ];
                reserved.contains(&call.name.as_str()).then(|| {
                    refused(
                        self.at(*at),
                        &format!("`{}`", call.name),
                        "a policy has no files, clock, output or `eval`",
                    )
                })
            }
            ASTNode::Expr(R::Stmt(block))
                if expression
                    && in_condition(path)
                    && !matches!(block.statements(), [Stmt::Share(_), ..])
                    && !is_interpolated(path, block) =>
            {
                refuse(block.position(), "blocks and branches in a condition", CALL_A_FN)
            }
            ASTNode::Stmt(Stmt::Import(_, at) | Stmt::Export(_, at)) => refuse(
                *at,
                "`import` and `export` inside a function",
                "import at the top of the policy",
            ),
            ASTNode::Expr(R::FnCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at))
                if call.is_qualified() && !expression =>
            {
                refuse(
                    *at,
                    "calls of imported functions in a function",
                    "pass what they give as an argument",
                )
            }
            ASTNode::Stmt(Stmt::TryCatch(_, at)) => {
                refuse(*at, "`try`", "an error leaves the gate shut; it cannot be caught")
            }
            ASTNode::Stmt(Stmt::Assignment(assignment)) => {
                let (_, pair) = &**assignment;
                let at = pair.lhs.start_position();
                if !matches!(pair.lhs, R::Variable(..)) {
                    return refuse(
                        at,
                        "assignments to a part of a value",
                        "build a new value instead",
                    );
                }
                (expression && in_condition(path)).then(|| {
                    refused(
                        self.at(at),
                        "assignments in a condition",
                        "a condition only looks; compute in a `fn`",
                    )
                })
            }
            ASTNode::Stmt(stmt) if expression && in_condition(path) && !is_plain(stmt) => {
                refuse(stmt.position(), "blocks and branches in a condition", CALL_A_FN)
            }
            ASTNode::Expr(R::Variable(variable, short, at))
                if !expression
                    && variable.2.is_empty()
                    && variable.0.is_none()
                    && short.is_none()
                    && !self.declares(&variable.1) =>
            {
                Some(free_name_in_function(self.at(*at), &variable.1))
            }
            _ => None,
        }
    }

    /// Whether a `fn` makes a name of its own; a closure in it that captures one is parsed
    /// as if the name came from outside.
    fn declares(&self, name: &str) -> bool {
        let first = self.script.token_at(self.piece.start as usize);
        let end = self.script.token_at(self.piece.end as usize);
        let body = (first..end).find(|&index| self.script.is(index, "{")).unwrap_or(end);
        let is = |index: usize, text| self.script.is(index, text);
        let kind = |index: usize| self.script.tokens.get(index).map(|token| token.kind);
        let is_name = |index: usize| kind(index) == Some(Kind::Name);
        (first + 2..end).filter(|&index| is(index, name)).any(|index| {
            index < body
                || ["let", "const", "for"].iter().any(|before| is(index - 1, before))
                || (is(index - 1, "|") && !is(index - 2, "|") && !is_name(index - 2))
                || is(index + 1, "|")
        })
    }

    /// What is called and asked for, with its place.
    fn calls(&self, ast: &AST) -> Vec<(String, Span)> {
        use rhai::Expr as R;
        let mut calls = Vec::new();
        ast.walk(&mut |path| {
            match path.last() {
                Some(ASTNode::Expr(R::FnCall(call, at) | R::MethodCall(call, at)))
                | Some(ASTNode::Stmt(Stmt::FnCall(call, at)))
                    if !call.is_operator_call() && !call.is_qualified() && !is_capture(call) =>
                {
                    calls.push((call.name.to_string(), self.at(*at)));
                }
                Some(ASTNode::Expr(R::Property(property, at))) => {
                    calls.push((property.2.to_string(), self.at(*at)));
                }
                _ => {}
            }
            true
        });
        calls
    }

    /// The names that come from outside.
    fn free_names(&self, ast: &AST) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        ast.walk(&mut |path| {
            let outside = match path.last() {
                Some(ASTNode::Expr(rhai::Expr::Variable(variable, short, _))) => {
                    variable.0.is_none() && short.is_none() && variable.2.is_empty()
                }
                _ => false,
            };
            if let (true, Some(ASTNode::Expr(rhai::Expr::Variable(variable, ..)))) =
                (outside, path.last())
                && !names.iter().any(|name| *name == variable.1.as_str())
            {
                names.push(variable.1.to_string());
            }
            true
        });
        names
    }
}

/// What rhai makes of a closure that captures: `curry(closure, captured, …)`.
fn is_capture(call: &rhai::FnCallExpr) -> bool {
    let plain = |arg: &rhai::Expr| matches!(arg, rhai::Expr::Variable(..));
    call.name == "curry"
        && matches!(call.args.first(), Some(rhai::Expr::DynamicConstant(..)))
        && call.args[1..].iter().all(plain)
}

/// Whether a closure is handed to something that calls it and forgets it.
fn is_handed_over(path: &[ASTNode<'_>]) -> bool {
    use rhai::Expr as R;
    let around = path.iter().rev().skip(1).find(|node| match node {
        ASTNode::Stmt(Stmt::Expr(_)) => false,
        ASTNode::Expr(R::Stmt(block)) => !matches!(block.statements(), [Stmt::Share(_), ..]),
        ASTNode::Expr(R::FnCall(call, _)) => !is_capture(call),
        _ => true,
    });
    let takers = ["filter", "map", "some", "all", "reduce", "index_of"];
    matches!(around, Some(ASTNode::Expr(R::MethodCall(call, _))) if takers.contains(&call.name.as_str()))
}

/// Whether a node stands in the condition itself and not in a closure's body. Bodies are
/// walked on their own, so their first node is a statement that is not the only one.
fn in_condition(path: &[ASTNode<'_>]) -> bool {
    matches!(path.first(), Some(ASTNode::Stmt(Stmt::Expr(_)))) && path.len() > 1
}

/// Whether a block is the `${ … }` of a string, with one expression in it.
fn is_interpolated(path: &[ASTNode<'_>], block: &rhai::StmtBlock) -> bool {
    let around = path.len().checked_sub(2).and_then(|place| path.get(place));
    matches!(around, Some(ASTNode::Expr(rhai::Expr::InterpolatedString(..))))
        && matches!(block.statements(), [Stmt::Expr(_) | Stmt::FnCall(..)])
}

/// What a closure's capture is made of: nothing a person wrote.
fn is_plain(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Share(_) | Stmt::Expr(_) | Stmt::FnCall(..) | Stmt::Noop(_))
}

/// The text that rhai is handed: one piece, at the line and column where it stands.
///
/// An expression is put in brackets, so that it can be nothing else.
fn placed(blanked: &str, span: Span, brackets: bool) -> String {
    let (start, end) = (span.start as usize, span.end as usize);
    let before = blanked.get(..start).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let mut text = "\n".repeat(before.matches('\n').count());
    let column = before[line_start..].chars().count();
    if brackets && column == 0 {
        text.pop();
        text.push_str("(\n");
    } else if brackets {
        text.push_str(&" ".repeat(column - 1));
        text.push('(');
    } else {
        text.push_str(&" ".repeat(column));
    }
    text.push_str(blanked.get(start..end).unwrap_or_default());
    if brackets {
        text.push_str("\n)");
    }
    text
}

/// The byte offset of a rhai position.
fn byte_of(script: &Script, position: Position) -> usize {
    position.line().map_or(0, |line| script.byte_of(line, position.position().unwrap_or(1)))
}

// ---------------------------------------------------------------- paying

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

fn spent(_: Spent) -> Box<EvalAltResult> {
    EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into()
}

/// What copying a value, or looking through it, visits.
fn visits(value: &Dynamic) -> u64 {
    if value.is_shared() {
        return value.read_lock::<Dynamic>().map_or(0, |value| visits(&value));
    }
    if let Some(array) = value.read_lock::<rhai::Array>() {
        return array.iter().map(|element| 1 + visits(element)).sum();
    }
    if let Some(text) = value.read_lock::<ImmutableString>() {
        return text.len() as u64;
    }
    if let Some(CellGroup(room, _)) = value.read_lock::<CellGroup>().as_deref() {
        return room.docket.columns().cells.len().div_ceil(64) as u64;
    }
    if let Some(FindingGroup(room, _)) = value.read_lock::<FindingGroup>().as_deref() {
        return room.docket.columns().finding_cell.len().div_ceil(64) as u64;
    }
    0
}

/// rhai's functions that go through texts, each paid for by what it is handed. They are found
/// before rhai's own, which then do the work.
fn paid_texts(own: &Arc<Engine>) -> Module {
    use std::any::TypeId;
    let (text, sign, number, any) = (
        TypeId::of::<ImmutableString>(),
        TypeId::of::<char>(),
        TypeId::of::<i64>(),
        TypeId::of::<Dynamic>(),
    );
    let mut module = Module::new();
    let mut pay = |name: &'static str, of: &[TypeId]| {
        let own = Arc::clone(own);
        let func = move |context: Option<NativeCallContext<'_>>, args: &mut [&mut Dynamic]| {
            let context = context.ok_or("no context")?;
            let visited = args.iter().map(|value| visits(value)).sum();
            room_of(&context)?.budget.visit(visited).map_err(spent)?;
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
    for name in ["len", "to_upper", "to_lower", "trim", "split"] {
        pay(name, &[text]);
    }
    for other in [text, sign] {
        for name in ["contains", "starts_with", "ends_with", "index_of", "split"] {
            pay(name, &[text, other]);
        }
        pay("index_of", &[text, other, number]);
        pay("split", &[text, other, number]);
        pay("+=", &[text, other]);
    }
    pay("split", &[text, number]);
    for of in [[text, text], [text, sign], [sign, text], [text, any], [any, text]] {
        pay("+", &of);
    }
    pay("+=", &[text, any]);
    module
}

fn room_of(context: &NativeCallContext<'_>) -> Rhai<Arc<Room>> {
    let tag = context.tag().and_then(|tag| tag.read_lock::<Tag>().map(|tag| Arc::clone(&tag.0)));
    tag.ok_or_else(|| "no docket".into())
}

// ---------------------------------------------------------------- registering

/// Our functions, as the engines of all judgings share them.
struct Natives(Module);

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

fn register_types(natives: &mut Natives) {
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
fn register(natives: &mut Natives, entry: &'static Entry) {
    if !entry.built {
        return;
    }
    match (entry.of, entry.takes) {
        (None, []) => {}
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
                room_of(&context)?.fact(entry, &[names])
            },
        );
    } else {
        natives.register_fn(
            entry.name,
            move |context: NativeCallContext<'_>, name: ImmutableString| {
                room_of(&context)?.fact(entry, &[Val::Text(Cow::Borrowed(&name))])
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
                    Ok::<_, Box<EvalAltResult>>(CellGroup(of.0.clone(), kept))
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
                    Ok::<_, Box<EvalAltResult>>(FindingGroup(of.0.clone(), kept))
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
    let room = room_of(context)?;
    for member in of.iter() {
        let one = Dynamic::from(one(member));
        room.budget.visit(1 + visits(&one)).map_err(spent)?;
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
    let Some(Val::List(list)) = list_of(of) else { return Err("not a list of texts".into()) };
    Ok(match (entry.id, args) {
        (Id::Count, []) => Dynamic::from(i64::try_from(list.len()).unwrap_or(i64::MAX)),
        (Id::Has, [Val::Text(text)]) => Dynamic::from(list.iter().any(|e| e == text.as_ref())),
        _ => return Err("not a verb of lists".into()),
    })
}

fn list_of(values: &[Dynamic]) -> Option<Val<'static>> {
    let text = |value: &Dynamic| value.clone().into_string().ok();
    Some(Val::List(Cow::Owned(values.iter().map(text).collect::<Option<Vec<_>>>()?)))
}

impl Room {
    fn fact(self: &Arc<Self>, entry: &Entry, args: &[Val<'_>]) -> Rhai<Dynamic> {
        self.answer(eval::fact(self.docket.columns(), &self.budget, entry.id, args))
    }

    fn verb(self: &Arc<Self>, entry: &Entry, of: &Val<'_>, args: &[Val<'_>]) -> Rhai<Dynamic> {
        self.answer(eval::verb(self.docket.columns(), &self.budget, entry.id, of, args))
    }

    fn answer(self: &Arc<Self>, value: Result<Val<'_>, Trouble>) -> Rhai<Dynamic> {
        match value {
            Ok(value) => Ok(to_dynamic(self, &value)),
            Err(Trouble::Spent) => Err(spent(Spent)),
            Err(_) => Err("not a verb of this value".into()),
        }
    }
}

fn to_dynamic(room: &Arc<Room>, value: &Val<'_>) -> Dynamic {
    match value {
        Val::Bool(value) => Dynamic::from(*value),
        Val::Int(value) => Dynamic::from(*value),
        Val::Text(text) => Dynamic::from(ImmutableString::from(text.as_ref())),
        Val::List(list) => Dynamic::from_array(
            list.iter().map(|entry| Dynamic::from(ImmutableString::from(entry.as_str()))).collect(),
        ),
        Val::Date(date) => Dynamic::from(*date),
        Val::Cells(set) => Dynamic::from(CellGroup(room.clone(), set.clone().into_owned())),
        Val::Findings(set) => Dynamic::from(FindingGroup(room.clone(), set.clone().into_owned())),
    }
}

fn from_dynamic(value: &Dynamic) -> Option<Val<'static>> {
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

/// Whether rhai itself has a function of this name that a policy may call.
pub(super) fn is_built_in(name: &str) -> bool {
    BUILT_IN.contains(&name)
}

// ---------------------------------------------------------------- mistakes

/// rhai could not parse a piece: `failed.some &&`.
fn syntax_error(script: &Script, error: &rhai::ParseError, piece: Span) -> Diagnostic {
    let behind = script.token_at(piece.end as usize);
    let last = script.sign_before(behind).unwrap_or(piece);
    let at = match error.position() {
        position if position.is_none() => piece,
        position => script.span_at(byte_of(script, position)).unwrap_or(piece),
    };
    let is_fn = script.is(script.token_at(piece.start as usize), "fn");
    // Brackets were put around an expression: an error behind it belongs to its end.
    let early = at.start >= piece.end;
    let at = if early { last } else { at };
    let told = error.err_type().to_string();
    let (message, help) = match error.err_type() {
        _ if is_fn && early => ("this `fn` ends too early".to_owned(), FN_FORM),
        _ if early => ("this ends too early".to_owned(), "something must follow it"),
        _ if told.contains("is disabled") => (
            format!("`{}` has no place here", script.blanked_at(at)),
            "a policy has no files, clock, output or `eval`",
        ),
        rhai::ParseErrorType::MissingToken(..) if !is_fn && script.blanked_at(at) == "=" => {
            ("nothing can be assigned here".to_owned(), "compare with `==`")
        }
        rhai::ParseErrorType::MissingToken(token, _) if !is_fn && token == ")" => (
            "this does not continue the expression".to_owned(),
            "join conditions with `&&` or `||`",
        ),
        rhai::ParseErrorType::ExprTooDeep => {
            ("this expression is nested too deeply".to_owned(), "name parts of it with `let`")
        }
        rhai::ParseErrorType::Reserved(word) => {
            (format!("`{word}` is a reserved word of rhai"), "choose another name")
        }
        _ if is_fn => (lower_first(&told).replace('\'', "`"), FN_FORM),
        _ => (lower_first(&told).replace('\'', "`"), "a rhai expression belongs here"),
    };
    Diagnostic::error("assize::policy::syntax").message(message).label(at, "here").help(help)
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

/// `when` is followed by nothing, or by a statement.
fn not_an_expression(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::not_an_expression")
        .message("this is not one expression")
        .label(span, "here")
        .help("write one condition, such as `failed.some`")
}

/// `when { let x = 1; x > 0 }`: something that has no place in a policy.
fn refused(span: Span, what: &str, help: &str) -> Diagnostic {
    let have = if what.starts_with('`') && !what.contains(' ') { "has" } else { "have" };
    Diagnostic::error("assize::policy::refused")
        .message(format!("{what} {have} no place here"))
        .label(span, "not allowed")
        .help(help)
}

/// `1.5`
pub(super) fn float(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::float")
        .message("numbers cannot have a decimal point")
        .label(span, "not a whole number")
        .help("use whole numbers, such as percent")
}

/// `fn f() { failed.some }`: a function sees what it is handed, nothing else.
pub(super) fn free_name_in_function(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::free_name")
        .message(format!("a `fn` does not see `{name}`"))
        .label(span, "not a parameter of the function")
        .help("pass it as an argument")
}

/// A thunk that ran into an error. That the budget is spent is told by who judges.
fn run_error(thunk: &Thunk, error: &EvalAltResult) -> Diagnostic {
    let inner = error.unwrap_inner();
    let (code, message, help) = match inner {
        EvalAltResult::ErrorStackOverflow(_) => (
            "assize::judge::too_deep",
            format!("functions call each other more than {} deep", LIMITS.call_levels),
            "does a function call itself forever?",
        ),
        EvalAltResult::ErrorDataTooLarge(..) => (
            "assize::judge::too_large",
            "the policy builds a value that is too large".to_owned(),
            "ask the groups instead of building lists",
        ),
        other => (
            "assize::judge::script_error",
            lower_first(other.to_string().lines().next().unwrap_or_default())
                .split(" (line ")
                .next()
                .unwrap_or_default()
                .to_owned(),
            "an error leaves the gate shut; fix the policy",
        ),
    };
    Diagnostic::error(code)
        .message(message)
        .label(thunk.span, "while this was evaluated")
        .help(help)
}
