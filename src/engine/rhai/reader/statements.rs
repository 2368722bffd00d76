//! The statements of a `fn`, read into our own words.

use rhai::Stmt;

use super::{ScriptReader, placed};
use crate::engine::rhai::mistakes::syntax_error;
use crate::engine::syntax::{Op, Statement};
use crate::ir::Diagnostic;
use crate::source::Span;

impl ScriptReader<'_> {
    /// What the `fn` in this piece does. rhai does not hand out the body of a function, so its text is parsed
    /// once more, on its own.
    pub(in crate::engine::rhai) fn body(&self) -> Result<Vec<Statement>, Diagnostic> {
        let tokens = &self.script.tokens;
        let first = self.script.token_at(self.piece.start as usize);
        let open = (first..tokens.len()).find(|&index| self.script.is(index, "{"));
        let Some(open) = open else { return Ok(Vec::new()) };
        let body = Span::new(tokens[open].start, self.piece.end as usize);
        let text = placed(self.script, body, false);
        let ast = self.engine.compile(text);
        let ast = ast.map_err(|error| syntax_error(self.script, &error, self.piece))?;
        Ok(match ast.statements() {
            [Stmt::Block(block)] => self.statements(block.statements()),
            statements => self.statements(statements),
        })
    }

    pub(super) fn statements(&self, statements: &[Stmt]) -> Vec<Statement> {
        statements.iter().filter_map(|statement| self.statement(statement)).collect()
    }

    fn statement(&self, statement: &Stmt) -> Option<Statement> {
        use rhai::Expr as R;
        Some(match statement {
            Stmt::Noop(_) | Stmt::Share(_) => return None,
            Stmt::Expr(value) => Statement::Value(self.expr(value)),
            Stmt::FnCall(call, at) => Statement::Value(self.expr(&R::FnCall(call.clone(), *at))),
            Stmt::Var(variable, ..) => {
                let (name, value, _) = &**variable;
                let value = (!matches!(value, R::Unit(_))).then(|| self.expr(value));
                Statement::Let { name: name.name.to_string(), value }
            }
            Stmt::Assignment(assignment) => {
                let (sign, pair) = &**assignment;
                let value = self.expr(&pair.rhs);
                let R::Variable(variable, _, at) = &pair.lhs else {
                    return Some(Statement::Other(vec![self.expr(&pair.lhs), value]));
                };
                let sign = sign.get_op_assignment_info().map(|(.., sign)| sign);
                let op = sign.and_then(Op::from_sign);
                if sign.is_some() && op.is_none() {
                    return Some(Statement::Other(vec![self.expr(&pair.lhs), value]));
                }
                let name = variable.1.to_string();
                Statement::Assign { name, at: self.at(*at), op, value }
            }
            Stmt::If(flow, _) => Statement::If {
                condition: self.expr(&flow.expr),
                then: self.statements(flow.body.statements()),
                otherwise: self.statements(flow.branch.statements()),
            },
            Stmt::While(flow, _) | Stmt::Do(flow, ..) => Statement::Loop {
                // Without a condition it is a `loop`.
                condition: (!matches!(flow.expr, R::Unit(_))).then(|| self.expr(&flow.expr)),
                body: self.statements(flow.body.statements()),
            },
            Stmt::For(of, _) => {
                let (name, counter, flow) = &**of;
                Statement::For {
                    name: name.name.to_string(),
                    counter: counter.as_ref().map(|counter| counter.name.to_string()),
                    over: self.expr(&flow.expr),
                    body: self.statements(flow.body.statements()),
                }
            }
            Stmt::Switch(of, _) => {
                let (of, cases) = &**of;
                let arm = |arm: &rhai::BinaryExpr| (self.expr(&arm.lhs), self.expr(&arm.rhs));
                Statement::Switch {
                    of: self.expr(of),
                    arms: cases.expressions.iter().map(arm).collect(),
                }
            }
            Stmt::Block(block) => Statement::Block(self.statements(block.statements())),
            Stmt::Return(value, flags, _) => {
                let value = value.as_ref().map(|value| self.expr(value));
                // `throw` gives nothing.
                match flags.intersects(rhai::ASTFlags::BREAK) {
                    true => Statement::Other(value.into_iter().collect()),
                    false => Statement::Return(value),
                }
            }
            Stmt::BreakLoop(value, ..) => {
                Statement::Other(value.iter().map(|value| self.expr(value)).collect())
            }
            _ => Statement::Other(Vec::new()),
        })
    }
}
