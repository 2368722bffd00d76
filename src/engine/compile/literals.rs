//! Values that are written out.

use std::ops::Range;

use super::Top;
use crate::engine::script::Kind;
use crate::engine::syntax::{Expr, ExprKind};
use crate::ir::{Date, Value};

impl Top<'_> {
    pub(super) fn literal_text(&mut self, index: usize) -> Option<String> {
        let span = (self.kind(index) == Some(Kind::Text)).then(|| self.at(index))?;
        if let Some(text) = plain_text(self.word(index)) {
            return Some(text.to_owned());
        }
        match self.build.machine.expression(self.script, span) {
            Ok((Expr { kind: ExprKind::Text(text), .. }, _)) => Some(text),
            Ok(_) => None,
            Err(mistake) => {
                self.mistake(mistake);
                None
            }
        }
    }

    /// The entries of a list that is written out.
    pub(super) fn literals(&mut self, tokens: Range<usize>) -> Option<Vec<Value>> {
        let span = self.script.span(tokens)?;
        let (expr, _) = self.build.machine.expression(self.script, span).ok()?;
        let ExprKind::List(entries) = expr.kind else { return None };
        let value = |entry: Expr| match entry.kind {
            ExprKind::Int(value) => Some(Value::Int(value)),
            ExprKind::Text(text) => Some(Value::Text(text)),
            _ => None,
        };
        entries.into_iter().map(value).collect()
    }

    /// A number, a text, a day or a list of texts that is written out.
    pub(super) fn literal(&mut self, tokens: Range<usize>) -> Option<Value> {
        let span = self.script.span(tokens)?;
        let (expr, _) = self.build.machine.expression(self.script, span).ok()?;
        Some(match expr.kind {
            ExprKind::Int(value) => Value::Int(value),
            ExprKind::Text(text) => Value::Text(text),
            ExprKind::Bool(value) => Value::Bool(value),
            ExprKind::Call { name, args, .. } if name == "day" => match &args[..] {
                [Expr { kind: ExprKind::Text(day), .. }] => Value::Date(Date::parse(day)?),
                _ => return None,
            },
            ExprKind::Negate(part) => match part.kind {
                ExprKind::Int(value) => Value::Int(value.checked_neg()?),
                _ => return None,
            },
            ExprKind::List(entries) => {
                let text = |entry: Expr| match entry.kind {
                    ExprKind::Text(text) => Some(text),
                    _ => None,
                };
                Value::List(entries.into_iter().map(text).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }
}

/// What a text in double quotes says where nothing in it stands for something else: then rhai, which takes far
/// longer, is not asked.
fn plain_text(text: &str) -> Option<&str> {
    let said = text.strip_prefix('"')?.strip_suffix('"')?;
    let plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\');
    (said.len() <= SHORT && said.chars().all(plain)).then_some(said)
}

/// No text of this length in bytes is too long for rhai.
const SHORT: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rhai::Machine;
    use crate::engine::script::Script;

    #[test]
    fn a_plain_text_says_what_rhai_reads() {
        let long = format!("\"{}\"", "é".repeat(SHORT));
        let texts = [
            r#""""#,
            r#""a fail""#,
            r#""é — ü 'x' `y` ${z} // /* #""#,
            r#""tab\there""#,
            r#""a""b""#,
            "\"a\tb\"",
            r##"#"raw"#"##,
            "\"a\u{202e}b\"",
            &long,
        ];
        let plain: Vec<bool> = texts.iter().map(|text| plain_text(text).is_some()).collect();
        assert_eq!(plain, [true, true, true, false, false, false, false, true, false]);
        for text in texts {
            let script = Script::scan(text);
            let whole = script.span(0..script.tokens.len()).unwrap();
            let read = Machine::new().expression(&script, whole);
            if let Some(said) = plain_text(text) {
                assert!(
                    matches!(&read, Ok((Expr { kind: ExprKind::Text(text), .. }, _)) if text == said),
                    "{text}"
                );
            }
        }
    }
}
