//! What rules may name: `word`, `param`, `given`, `import`, `fn`.

use super::{INNER, ITEMS, TAILS, Top, meaning, mistakes, no_function, token_mistakes};
use crate::engine::eval::same_word;
use crate::engine::facts::{fact_named, reviewers_mean};
use crate::engine::lint::LINTS;
use crate::engine::policy::{
    Allow, Function, GivenFact, Meaning, Param, ParamRange, SeatLabel, Word,
};
use crate::engine::rhai::Machine;
use crate::engine::script::{Item, Kind, Script};
use crate::engine::syntax::{Expr, ExprKind};
use crate::engine::{GivenType, Stage};
use crate::ir::open::says_something;
use crate::ir::{Given, Value};
use crate::source::SourceId;

impl Top<'_> {
    /// `word "NO-GO" means fail`
    pub(super) fn declare_word(&mut self, item: &Item) {
        let first = item.tokens.start;
        let shape = item.tokens.len() == 4
            && self.kind(first + 1) == Some(Kind::Text)
            && self.word(first + 2) == "means"
            && self.kind(first + 3) == Some(Kind::Name);
        let Some(name) = self.literal_text(first + 1).filter(|_| shape) else {
            return self.misshapen(item, "word \"NO-GO\" means fail;");
        };
        let at = self.at(first + 3);
        let Some(means) = meaning(self.build.stage, self.word(first + 3)) else {
            let mistake =
                mistakes::unknown_decision(at, self.word(first + 3), self.build.stage, &[]);
            return self.mistake(mistake);
        };
        // Two that reviewers cannot tell apart would be one.
        let is_taken = self.build.words.iter().any(|word| same_word(&word.name, &name));
        if name.trim().is_empty() || is_taken {
            return self.mistake(mistakes::taken(self.at(first + 1), &name, "another word"));
        }
        let plain = meaning(self.build.stage, &name.trim().to_lowercase());
        let worse = match &means {
            Meaning::Outcome(outcome) => reviewers_mean(&name).filter(|own| own > outcome),
            Meaning::Action(_) => None,
        };
        if worse.is_some() || plain.is_some_and(|plain| plain != means) {
            let mistake = mistakes::misleading_word(self.span(item), &name, worse);
            self.mistake(mistake);
            // The rules that say it are not to blame.
            return self.build.words.push(Word { name, means });
        }
        if let (Some(Meaning::Outcome(last)), Meaning::Outcome(this)) =
            (self.build.words.last().map(|word| &word.means), &means)
            && this > last
        {
            let mistake = mistakes::word_order(self.span(item), &name);
            self.mistake(mistake);
        }
        self.build.words.push(Word { name, means });
    }

    /// `allow "unused_word" "the hosts say it"`
    pub(super) fn declare_allow(&mut self, item: &Item) {
        let first = item.tokens.start;
        let form = "allow \"unused_word\" \"the hosts say it\";";
        let shape = item.tokens.len() == 3;
        let names = self.literal_text(first + 1).zip(self.literal_text(first + 2));
        let Some((lint, reason)) = names.filter(|_| shape) else {
            return self.misshapen(item, form);
        };
        let at = self.at(first + 1);
        let twice = self.build.allows.iter().any(|allow| allow.lint == lint);
        if !LINTS.iter().any(|known| known.name() == lint) {
            self.mistake(mistakes::unknown_lint(at, &lint));
        } else if twice {
            self.mistake(mistakes::allowed_twice(at, &lint));
        } else if !says_something(&reason) {
            self.mistake(mistakes::no_reason(self.at(first + 2)));
        }
        self.build.allows.push(Allow { lint, reason, at });
    }

    /// `given phase: int`, `given phase: int = 3 among [1, 2, 3]`
    pub(super) fn declare_given(&mut self, item: &Item) {
        let first = item.tokens.start;
        let whole = self.span(item);
        if self.word(first + 2) == "of" {
            return self.declare_label(item);
        }
        let of: Option<GivenType> = self.word(first + 3).parse().ok();
        let clauses = self.clauses(first + 4..item.tokens.end, &["=", "among"]);
        let keywords: Vec<&str> = clauses.iter().map(|clause| clause.keyword.as_str()).collect();
        let tails = matches!(keywords[..], [] | ["="] | ["among"] | ["=", "among"]);
        let shape = self.kind(first + 1) == Some(Kind::Name)
            && self.word(first + 2) == ":"
            && (item.tokens.len() == 4 || !clauses.is_empty());
        let Some(of) = of.filter(|_| shape && tails) else {
            let short = item.tokens.len() <= 4;
            let form = if short { "given phase: int;" } else { "given phase: int = 3;" };
            return self.misshapen(item, form);
        };
        let Some(name) = self.new_name(first + 1) else { return };
        if of.names_seats() && self.build.stage != Stage::Gate {
            return self.mistake(mistakes::seats_of_a_run(self.at(first + 3), of.as_str()));
        }
        let mut given =
            GivenFact { name, of, default: None, among: Vec::new(), is_required: false };
        for clause in &clauses {
            let values = match (clause.keyword.as_str(), of) {
                ("=", _) => self.literal(clause.tokens.clone()).map(|value| vec![value]),
                (_, GivenType::Int | GivenType::Text) => self.literals(clause.tokens.clone()),
                _ => None,
            };
            let fits = |value: Value| Given::from(value);
            let values: Option<Vec<Given>> =
                values.map(|values| values.into_iter().map(fits).collect());
            let typed = values.filter(|values| values.iter().all(|value| of.fits(value)));
            match (typed, clause.keyword.as_str()) {
                (Some(mut values), "=") => given.default = values.pop(),
                (Some(values), _) if !values.is_empty() => given.among = values,
                _ => {
                    let at = self.script.span(clause.tokens.clone()).unwrap_or(clause.at);
                    return self.mistake(mistakes::given_value(at, of.as_str()));
                }
            }
        }
        if given.default.as_ref().is_some_and(|value| !given.allows(value)) {
            return self.mistake(mistakes::given_value(whole, of.as_str()));
        }
        self.build.given.push(given);
    }

    /// `given team of seats: text`, `given role of seats: text among ["owner", "reader"]`
    fn declare_label(&mut self, item: &Item) {
        let first = item.tokens.start;
        let form = "given team of seats: text;";
        let words = ["of", "seats", ":", "text"].into_iter().zip(first + 2..);
        let clauses = self.clauses(first + 6..item.tokens.end, &["among"]);
        let tails = match clauses.as_slice() {
            [] => item.tokens.len() == 6,
            [only] => only.keyword == "among",
            _ => false,
        };
        if !tails || !words.into_iter().all(|(word, at)| self.word(at) == word) {
            return self.misshapen(item, form);
        }
        let Some(name) = self.new_name(first + 1) else { return };
        if self.build.stage != Stage::Gate {
            return self.mistake(mistakes::seats_of_a_run(self.at(first + 3), "seats"));
        }
        let mut among = Vec::new();
        if let [only] = clauses.as_slice() {
            let values = self.literals(only.tokens.clone()).unwrap_or_default();
            let texts = values.iter().filter_map(|value| match value {
                Value::Text(text) if !text.trim().is_empty() => Some(text.clone()),
                _ => None,
            });
            among.extend(texts);
            if among.is_empty() || among.len() < values.len() {
                let at = self.script.span(only.tokens.clone()).unwrap_or(only.at);
                return self.mistake(mistakes::given_value(at, "text"));
            }
        }
        self.build.labels.push(SeatLabel { name, among });
    }

    /// `param min_reviewers = 1 from 1 to 100`, `param mode = "strict" among ["strict", "lenient"]`
    pub(super) fn declare_param(&mut self, item: &Item) {
        let first = item.tokens.start;
        let whole = self.span(item);
        let clauses = self.clauses(first + 2..item.tokens.end, &["=", "from", "to", "among"]);
        let keywords: Vec<&str> = clauses.iter().map(|clause| clause.keyword.as_str()).collect();
        let ranged = match keywords[..] {
            ["=", "from", "to"] => true,
            ["=", "among"] => false,
            ["="] => {
                let Some(Value::Date(day)) = self.literal(clauses[0].tokens.clone()) else {
                    return self.mistake(mistakes::param_without_range(whole));
                };
                let Some(name) = self.new_name(first + 1) else { return };
                let doc = self.script.doc_above(self.text, whole.start as usize);
                let (value, range) = (Value::Date(day), ParamRange::Any);
                return self.build.params.push(Param {
                    name,
                    value,
                    range,
                    is_pattern: false,
                    doc,
                });
            }
            _ => {
                return self.misshapen(item, "param NAME = VALUE from LOW to HIGH;");
            }
        };
        let Some(name) = self.new_name(first + 1) else { return };
        let values: Vec<Option<Value>> =
            clauses.iter().map(|clause| self.literal(clause.tokens.clone())).collect();
        let range = match &values[1..] {
            [Some(Value::Int(low)), Some(Value::Int(high))] if ranged && low <= high => {
                ParamRange::Between(*low, *high)
            }
            [Some(Value::List(choices))] if !ranged && !choices.is_empty() => {
                ParamRange::Among(choices.clone())
            }
            _ => return self.mistake(mistakes::empty_range(whole)),
        };
        let Some(Some(value)) = values.into_iter().next() else {
            return self.mistake(mistakes::not_a_literal(whole));
        };
        let doc = self.script.doc_above(self.text, whole.start as usize);
        let param = Param { name, value, range, is_pattern: false, doc };
        if let Some(why) = param.misfit(&param.value) {
            return self.mistake(mistakes::default_outside(whole, &why));
        }
        self.build.params.push(param);
    }

    /// `import "helpers" as helpers`
    pub(super) fn import(&mut self, item: &Item, imports: &[(String, String)]) {
        let first = item.tokens.start;
        let whole = self.span(item);
        let shape = item.tokens.len() == 4
            && self.word(first + 2) == "as"
            && self.kind(first + 3) == Some(Kind::Name);
        let Some(path) = self.literal_text(first + 1).filter(|_| shape) else {
            return self.misshapen(item, "import \"helpers.rhai\" as helpers;");
        };
        let Some(name) = self.new_name(first + 3) else { return };
        let Some(place) = imports.iter().position(|(known, _)| *known == path) else {
            return self.mistake(mistakes::unknown_import(self.at(first + 1), &path));
        };
        let source = SourceId(u32::try_from(place + 1).unwrap_or(u32::MAX));
        let script = Script::scan(&imports[place].1);
        let mut machine = Machine::new();
        let mut functions: Vec<Function> = Vec::new();
        let mut wrong = token_mistakes(&script, source);
        for item in script.items(|_, name| ITEMS.contains(&name)) {
            let span = script.span(item.tokens.clone()).unwrap_or_default().in_source(source);
            if !script.is(item.tokens.start, "fn") {
                wrong.push(mistakes::not_a_function(span));
                continue;
            }
            match machine.function(&script, span) {
                Ok(function) if no_function(self.build.stage, &function.name) => {
                    wrong.push(mistakes::native_function(span, &function.name));
                }
                Ok(function) if functions.iter().any(|known| known.name == function.name) => {
                    wrong.push(mistakes::taken(span, &function.name, "another `fn`"));
                }
                Ok(function) => functions.push(function),
                Err(mistake) => wrong.push(mistake),
            }
        }
        if !wrong.is_empty() {
            self.build.mistakes.append(&mut wrong);
            return;
        }
        if let Err(mistake) = self.build.machine.import(&name, &machine) {
            return self.mistake(mistake.label(whole, "imported here"));
        }
        self.build.functions.extend(
            functions.into_iter().map(|function| Function {
                name: format!("{name}::{}", function.name),
                ..function
            }),
        );
    }

    pub(super) fn function(&mut self, item: &Item) {
        let at = self.at(item.tokens.start + 1);
        let name = self.word(item.tokens.start + 1).to_owned();
        if no_function(self.build.stage, &name) {
            return self.mistake(mistakes::native_function(at, &name));
        }
        if self.kind(item.tokens.start + 1) != Some(Kind::Name)
            || !self.script.is(item.tokens.start + 2, "(")
        {
            return self.mistake(mistakes::wrong_shape(
                at,
                "not understood",
                "fn NAME(ARGUMENTS) { … }",
            ));
        }
        if self.build.params.iter().any(|param| param.name == name)
            || self.build.given.iter().any(|given| given.name == name)
        {
            return self.mistake(mistakes::taken(at, &name, "a `param` or `given`"));
        }
        match self.build.machine.function(self.script, self.span(item)) {
            Ok(function) => {
                if self.build.functions.iter().any(|known| known.name == function.name) {
                    return self.mistake(mistakes::taken(at, &name, "another `fn`"));
                }
                self.build.functions.push(function);
            }
            Err(mistake) => self.mistake(mistake),
        }
    }

    /// A name that this policy introduces; a mistake when it is taken.
    pub(super) fn new_name(&mut self, index: usize) -> Option<String> {
        let name = self.word(index).to_owned();
        let at = self.at(index);
        if self.kind(index) != Some(Kind::Name) {
            self.mistake(mistakes::not_a_name(at));
            return None;
        }
        let plain = self.build.machine.expression(self.script, at);
        if !matches!(plain, Ok((Expr { kind: ExprKind::Name(_), .. }, _))) {
            self.mistake(mistakes::not_a_name(at));
            return None;
        }
        let build = &self.build;
        let whose = if fact_named(build.stage, &name).is_some() {
            Some("a fact")
        } else if build.params.iter().any(|param| param.name == name) {
            Some("a `param`")
        } else if build.given.iter().any(|given| given.name == name)
            || build.labels.iter().any(|label| label.name == name)
        {
            Some("a `given`")
        } else if build.lets.iter().any(|earlier| earlier.name == name) {
            Some("a `let`")
        } else if build.functions.iter().any(|function| function.name == name) {
            Some("a `fn`")
        } else if build.functions.iter().any(|f| f.name.starts_with(&format!("{name}::"))) {
            Some("an `import`")
        } else if [ITEMS, TAILS, INNER].concat().contains(&name.as_str()) {
            Some("a keyword")
        } else {
            None
        };
        match whose {
            Some(whose) => {
                self.mistake(mistakes::taken(at, &name, whose));
                None
            }
            None => Some(name),
        }
    }
}
