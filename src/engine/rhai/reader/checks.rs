//! What a parsed piece may contain, and what it names.

use rhai::{AST, ASTNode, Position, Stmt};

use super::ScriptReader;
use crate::engine::rhai::CALL_A_FN;
use crate::engine::rhai::mistakes::{float, not_an_expression, refused, too_large};
use crate::engine::syntax::Op;
use crate::ir::Diagnostic;

impl ScriptReader<'_> {
    /// Refuses what has no place in a policy, wherever it stands.
    pub(in crate::engine::rhai) fn check(
        &self,
        ast: &AST,
        expression: bool,
    ) -> Result<(), Diagnostic> {
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
            // rhai makes a decimal of a number that is too large.
            ASTNode::Expr(R::FloatConstant(_, at)) => {
                let span = self.at(*at);
                let whole = |c: char| c.is_ascii_digit() || c == '_' || c == '-';
                Some(match self.script.blanked_at(span).chars().all(whole) {
                    true => too_large(span),
                    false => float(span),
                })
            }
            ASTNode::Expr(R::Unit(at)) if expression && in_condition(path) => {
                Some(not_an_expression(self.at(*at)))
            }
            ASTNode::Expr(R::Index(pair, ..)) if expression => {
                refuse(pair.lhs.start_position(), "positions", "groups and lists have no order")
            }
            ASTNode::Expr(R::Dot(pair, flags, _)) if flags.intersects(rhai::ASTFlags::NEGATED) => {
                refuse(pair.lhs.start_position(), "`?.`", "write `.`: nothing is ever absent here")
            }
            // A closure that is kept can be captured by the next one, and so on without bound.
            ASTNode::Expr(R::DynamicConstant(value, at))
                if !expression && value.is_fnptr() && !is_handed_over(path) =>
            {
                refuse(*at, "closures that are kept", "pass it to `filter`")
            }
            ASTNode::Expr(R::ThisPtr(at)) => {
                refuse(*at, "`this`", "give the `fn` a parameter, and hand over what it needs")
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
            ASTNode::Expr(R::FnCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at))
                if is_sign(&call.name) && !is_known_sign(&call.name, call.args.len()) =>
            {
                self.unknown_sign(*at, &call.name)
            }
            ASTNode::Expr(R::Coalesce(_, at)) => self.unknown_sign(*at, "??"),
            ASTNode::Stmt(Stmt::TryCatch(_, at)) => {
                refuse(*at, "`try`", "an error leaves the gate shut; it cannot be caught")
            }
            ASTNode::Stmt(Stmt::Assignment(assignment)) => {
                let (operator, pair) = &**assignment;
                let at = pair.lhs.start_position();
                if let Some((.., sign)) = operator.get_op_assignment_info()
                    && !is_known_sign(sign, 2)
                {
                    return self.unknown_sign(operator.position(), sign);
                }
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
            _ => None,
        }
    }

    /// An operator that rhai has, and the language has not: none of its types would be known.
    fn unknown_sign(&self, at: Position, sign: &str) -> Option<Diagnostic> {
        let help = match sign {
            "&" => "write `&&`",
            "|" => "write `||`",
            "^" => "write `!=`",
            "+" => "leave it out",
            "??" => "nothing is ever absent here",
            _ => "compute with `+`, `-`, `*`, `/` and `%`",
        };
        Some(refused(self.at(at), &format!("`{sign}`"), help))
    }

    /// The names that come from outside.
    pub(in crate::engine::rhai) fn free_names(&self, ast: &AST) -> Vec<String> {
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

/// Whether a call is written as an operator.
fn is_sign(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Whether the language has an operator of so many sides.
fn is_known_sign(sign: &str, sides: usize) -> bool {
    match sides {
        1 => matches!(sign, "!" | "-"),
        _ => matches!(sign, ".." | "..=") || Op::from_sign(sign).is_some(),
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
    // Which verbs take one is checked with their types.
    matches!(around, Some(ASTNode::Expr(R::MethodCall(..))))
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
