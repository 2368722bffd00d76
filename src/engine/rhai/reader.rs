//! One parsed piece, read into our own words.

mod checks;
mod statements;

use rhai::{Engine, Position, Stmt, Token};

use crate::engine::script::{Kind, Script};
use crate::engine::syntax::{Expr, ExprKind, Op};
use crate::source::Span;

/// One parsed piece, read into our own words.
pub(super) struct ScriptReader<'a> {
    pub(super) script: &'a Script,
    pub(super) engine: &'a Engine,
    /// What is read: nothing behind its end belongs to it.
    pub(super) piece: Span,
}

impl ScriptReader<'_> {
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

    pub(super) fn expr(&self, expr: &rhai::Expr) -> Expr {
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
            R::FnCall(call, at) if self.is_in(call, *at) => self.contained(call, *at),
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
            R::Index(pair, flags, _) => self.element(self.expr(&pair.lhs), &pair.rhs, *flags),
            R::DynamicConstant(value, at) if value.is_fnptr() => self.closure(*at),
            R::DynamicConstant(value, at) => self.constant_range(value, *at),
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
        if call.op_token == Some(Token::NotIn) {
            return self.contained(call, at);
        }
        let kind =
            match (call.name.as_str(), Op::from_sign(&call.name), <[Expr; 2]>::try_from(args)) {
                (sign @ (".." | "..="), _, Ok([low, high])) => ExprKind::Range {
                    low: Box::new(low),
                    high: Box::new(high),
                    closed: sign == "..=",
                },
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

    /// Whether this is `x in y`, which rhai makes a call of `contains`.
    fn is_in(&self, call: &rhai::FnCallExpr, at: Position) -> bool {
        let written = self.script.blanked.get(byte_of(self.script, at)..).unwrap_or_default();
        call.name == "contains" && call.args.len() == 2 && !written.starts_with("contains")
    }

    /// `x in y`: rhai holds `y` first.
    fn contained(&self, call: &rhai::FnCallExpr, at: Position) -> Expr {
        match &call.args[..] {
            [of, item] => {
                let (item, of) = (self.expr(item), self.expr(of));
                let span = item.span.to(self.at(at)).to(of.span);
                Expr { kind: ExprKind::In { item: Box::new(item), of: Box::new(of) }, span }
            }
            others => {
                let parts = others.iter().map(|part| self.expr(part)).collect();
                Expr { kind: ExprKind::Opaque(parts), span: self.at(at) }
            }
        }
    }

    /// `1..5`, whose ends are written out: rhai keeps it as one value.
    fn constant_range(&self, value: &rhai::Dynamic, at: Position) -> Expr {
        let first = self.token(at);
        let end = |index: usize| {
            let sign = usize::from(self.script.is(index, "-"));
            self.token_span(index).to(self.token_span(index + sign))
        };
        let low_at = end(first);
        let dots = (first..self.script.tokens.len()).find(|&index| self.script.is(index, "."));
        let behind = dots.unwrap_or(first) + 2;
        let high_at = end(behind + usize::from(self.script.is(behind, "=")));
        // Inside a template there are no tokens.
        let inside = self.token_span(first).start as usize != byte_of(self.script, at);
        let (low_at, high_at) = if inside { (self.at(at), self.at(at)) } else { (low_at, high_at) };
        let int = |value: i64, span| Box::new(Expr { kind: ExprKind::Int(value), span });
        let range = |low, high, closed| ExprKind::Range {
            low: int(low, low_at),
            high: int(high, high_at),
            closed,
        };
        let kind = if let Some(open) = value.read_lock::<std::ops::Range<i64>>() {
            range(open.start, open.end, false)
        } else if let Some(closed) = value.read_lock::<std::ops::RangeInclusive<i64>>() {
            range(*closed.start(), *closed.end(), true)
        } else {
            return Expr { kind: ExprKind::Opaque(Vec::new()), span: self.at(at) };
        };
        Expr { kind, span: low_at.to(high_at) }
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
            R::Index(pair, flags, _) => {
                let first = self.member(of, &pair.lhs);
                self.element(first, &pair.rhs, *flags)
            }
            other => {
                let span = of.span;
                Expr { kind: ExprKind::Opaque(vec![of, self.opaque(other)]), span }
            }
        }
    }

    /// `a[0].b` is `a` before `0.b` in rhai; here it is `a[0]` before `.b`.
    fn element(&self, of: Expr, place: &rhai::Expr, flags: rhai::ASTFlags) -> Expr {
        use rhai::Expr as R;
        let made = |of: Expr, place: &R| {
            let (span, place) = (of.span, self.expr(place));
            Expr { span: span.to(place.span), kind: ExprKind::Opaque(vec![of, place]) }
        };
        if flags.intersects(rhai::ASTFlags::BREAK) {
            return made(of, place);
        }
        match place {
            R::Dot(pair, ..) => self.member(made(of, &pair.lhs), &pair.rhs),
            R::Index(pair, flags, _) => self.element(made(of, &pair.lhs), &pair.rhs, *flags),
            place => made(of, place),
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
            return ScriptReader { script: &inside, ..*self }.closure(at);
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
            let ast = self.engine.compile(placed(self.script, body, true)).ok()?;
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
            let kind = ExprKind::Block(self.statements(block.statements()));
            return Expr { kind, span: self.at(at) };
        };
        let pointer = match &**curry {
            rhai::Expr::FnCall(call, _) => call.args.first(),
            _ => None,
        };
        match pointer {
            Some(rhai::Expr::DynamicConstant(value, at)) if value.is_fnptr() => self.closure(*at),
            _ => Expr { kind: ExprKind::Opaque(Vec::new()), span: self.at(at) },
        }
    }

    /// Something that stays rhai's, with the parts of it that can be read.
    fn opaque(&self, expr: &rhai::Expr) -> Expr {
        use rhai::Expr as R;
        let parts = match expr {
            R::Dot(pair, ..) => vec![self.expr(&pair.lhs), self.expr(&pair.rhs)],
            R::Coalesce(parts, _) => parts.iter().map(|part| self.expr(part)).collect(),
            _ => Vec::new(),
        };
        Expr { kind: ExprKind::Opaque(parts), span: self.at(expr.start_position()) }
    }
}

/// The text that rhai is handed: one piece, at the line and column where it stands.
///
/// An expression is put in brackets, so that it can be nothing else.
pub(super) fn placed(script: &Script, span: Span, brackets: bool) -> String {
    let start = span.start as usize;
    let (line, line_start) = script.line_at(start);
    let mut text = "\n".repeat(line);
    let column = script.blanked.get(line_start..start).unwrap_or_default().chars().count();
    if brackets && column == 0 {
        text.pop();
        text.push_str("(\n");
    } else if brackets {
        text.push_str(&" ".repeat(column - 1));
        text.push('(');
    } else {
        text.push_str(&" ".repeat(column));
    }
    text.push_str(script.blanked_at(span));
    if brackets {
        text.push_str("\n)");
    }
    text
}

/// The byte offset of a rhai position.
pub(super) fn byte_of(script: &Script, position: Position) -> usize {
    position.line().map_or(0, |line| script.byte_of(line, position.position().unwrap_or(1)))
}
