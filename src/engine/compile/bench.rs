//! `seat`, `others` and `extends`: who must sit, and what a policy stands on.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Top, mistakes};
use crate::engine::facts::Type;
use crate::engine::lower::not_a_seat;
use crate::engine::policy::Param;
use crate::engine::script::{Item, Kind};
use crate::engine::{Policy, Stage, built_in};
use crate::ir::{Diagnostic, LeftOut, SeatPlace, Stake, Value};
use crate::source::{Source, SourceId, Span, composed_owned};

/// A policy stands on others that stand on others, so many deep at most.
const DEEPEST: usize = 8;

/// What a policy may import and stand on.
pub(in crate::engine) struct Bases<'i> {
    /// Texts by name.
    pub(super) imports: &'i [(String, String)],
    /// The words of a team, that reviewers may have said.
    pub(super) words: &'i [String],
    /// The policies that stand on this one, from the outermost.
    under: Vec<String>,
    /// What was compiled already, for all of them.
    known: Rc<RefCell<BTreeMap<String, Option<Policy>>>>,
}

impl<'i> Bases<'i> {
    pub(in crate::engine) fn of(imports: &'i [(String, String)], words: &'i [String]) -> Self {
        Self { imports, words, under: Vec::new(), known: Rc::default() }
    }

    /// A policy to stand on. None where there is none by that name; else what is wrong with it, once.
    fn get(&self, stage: Stage, name: &str) -> Result<Policy, Option<Vec<Diagnostic>>> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone().ok_or(Some(Vec::new()));
        }
        // Nobody's file takes the place of a policy that comes with Assize.
        let handed = self.imports.iter().position(|(known, _)| known == name);
        let text = built_in(stage, name);
        let text = text.or_else(|| handed.map(|place| self.imports[place].1.as_str()));
        let text = text.ok_or(None)?;
        let file = format!("{name}.rhai");
        let source = Source::new(file.as_str(), text);
        let under = self.under.iter().cloned().chain([name.to_owned()]).collect();
        let below = Self { under, known: Rc::clone(&self.known), ..*self };
        let base = super::compile(stage, &source, &below).and_then(|code| {
            Policy::of(code, &file, source, self.imports).map_err(|mistake| vec![mistake])
        });
        self.known.borrow_mut().insert(name.to_owned(), base.as_ref().ok().cloned());
        // Its text is one of those that were handed in; so are the texts of what it imports.
        let own = SourceId(handed.map_or(0, |place| u32::try_from(place + 1).unwrap_or(u32::MAX)));
        base.map_err(|mut wrong| {
            for mistake in &mut wrong {
                let at_home = |span: &Span| span.source == SourceId(0);
                mistake.each_span(&mut |span| {
                    if at_home(span) {
                        span.source = own;
                    }
                });
            }
            Some(wrong)
        })
    }
}

/// `unreadable and doubted may be left out`
fn left_out<'w>(mut words: impl Iterator<Item = &'w str>) -> Option<LeftOut> {
    let mut said = LeftOut::default();
    loop {
        match words.next()? {
            "unreadable" => said.unreadable = true,
            "doubted" => said.doubted = true,
            _ => return None,
        }
        match words.next()? {
            "and" => {}
            "may" => return words.eq(["be", "left", "out"]).then_some(said),
            _ => return None,
        }
    }
}

impl Top<'_> {
    /// `seat "security" required weight 2`, `seat humans voting`
    pub(super) fn declare_seat(&mut self, item: &Item) {
        let first = item.tokens.start;
        let Some(place) = self.place(item, first + 2) else {
            let form = "seat \"security\" required;";
            return self.misshapen(item, form);
        };
        let at = self.at(first + 1);
        if self.kind(first + 1) == Some(Kind::Name) {
            let name = self.word(first + 1).to_owned();
            if self.build.given.iter().any(|given| given.name == name) {
                return self.seat_of_a_run(at, &name, place);
            }
            let param = self.build.params.iter().position(|param| param.name == name);
            let Some(param) = param.filter(|&param| self.build.params[param].of() == Type::List)
            else {
                return self.mistake(mistakes::seats_of_no_list(at, &name));
            };
            if let Value::List(names) = &self.build.params[param].value
                && let Some(mistake) = names.iter().find_map(|name| not_a_seat(at, name))
            {
                return self.mistake(mistake);
            }
            return self.build.seat_params.push((param, Some(place)));
        }
        let Some(name) = self.literal_text(first + 1) else { return };
        if let Some(mistake) = not_a_seat(at, &name) {
            return self.mistake(mistake);
        }
        // As dockets name them.
        let name = composed_owned(name);
        if self.build.bench.seats.insert(name.clone(), Some(place)).flatten().is_some() {
            self.mistake(mistakes::seated_twice(at, &name));
        }
    }

    /// `seat on_call required`, where a `given` names it. It may only tighten: a host that names somebody else must not
    /// make a required seat a voter.
    fn seat_of_a_run(&mut self, at: Span, name: &str, place: SeatPlace) {
        let Some(given) = self.build.given.iter_mut().find(|given| given.name == name) else {
            return;
        };
        let plain =
            SeatPlace { stake: Stake::Required, weight: None, left_out: LeftOut::default() };
        let wrong = match () {
            () if !given.of.names_seats() => mistakes::seats_of_no_list(at, name),
            () if place != plain => mistakes::laxer_by_name(at, name),
            () if given.is_required => mistakes::seated_twice(at, name),
            () => {
                given.is_required = true;
                return;
            }
        };
        self.mistake(wrong);
    }

    /// `others voting`
    pub(super) fn declare_others(&mut self, item: &Item) {
        match self.place(item, item.tokens.start + 1) {
            None => {
                self.misshapen(item, "others voting;");
            }
            Some(place) if self.build.bench.others.replace(place).is_some() => {
                self.mistake(mistakes::seated_twice(self.at(item.tokens.start), "others"));
            }
            Some(_) => {}
        }
    }

    /// `required`, `voting weight 2`, `voting, unreadable may be left out`
    fn place(&mut self, item: &Item, first: usize) -> Option<SeatPlace> {
        let stake: Stake = self.word(first).parse().ok()?;
        let mut words = (first + 1..item.tokens.end).map(|at| self.word(at)).peekable();
        let weight = match words.next_if_eq(&"weight") {
            Some(_) => Some(words.next()?.parse().ok()?),
            None => None,
        };
        let left_out = match words.next() {
            Some(",") => left_out(words),
            Some(_) => return None,
            None => Some(LeftOut::default()),
        };
        let Some(left_out) = left_out else {
            self.mistake(mistakes::left_out_unclear(self.span(item)));
            return Some(SeatPlace { stake, weight, left_out: LeftOut::default() });
        };
        if left_out != LeftOut::default() && stake != Stake::Voting {
            self.mistake(mistakes::left_out_unasked(self.at(first), stake));
        }
        (stake != Stake::Unexpected).then_some(SeatPlace { stake, weight, left_out })
    }

    /// `extends "any-blocker"`
    pub(super) fn declare_base(&mut self, item: &Item, bases: &Bases<'_>) {
        let first = item.tokens.start;
        let at = self.at(first + 1);
        let shape = item.tokens.len() == 2;
        let Some(name) = self.literal_text(first + 1).filter(|_| shape) else {
            let form = "extends \"any-blocker\";";
            return self.misshapen(item, form);
        };
        if self.build.stage != Stage::Gate {
            return self.mistake(mistakes::extends_outside(at));
        }
        if bases.under.contains(&name) || bases.under.len() >= DEEPEST {
            return self.mistake(mistakes::extends_too_deep(at, &name));
        }
        let twice = |known: &Policy| known.facts.name == name;
        if self.build.bases.iter().any(twice) {
            return self.mistake(mistakes::extends_twice(at, &name));
        }
        match bases.get(self.build.stage, &name) {
            Ok(base) => self.take_base(base, at),
            Err(None) => self.mistake(mistakes::unknown_base(at, &name)),
            Err(Some(wrong)) => {
                self.mistake(mistakes::bad_base(at, &name));
                wrong.into_iter().for_each(|mistake| self.mistake(mistake));
            }
        }
    }

    /// Takes the names of a base over, unless one of them is taken.
    fn take_base(&mut self, base: Policy, at: crate::source::Span) {
        let taken: Vec<&str> = self.build.bases.iter().flat_map(Policy::all_names).collect();
        if let Some(name) = base.all_names().find(|name| taken.contains(name)) {
            let mistake = mistakes::taken_by_base(at, name, &base.facts.name);
            return self.mistake(mistake);
        }
        self.build.bases.push(base);
    }

    /// What shows once all is declared: names that a base has, and seats that are laxer than in a base.
    pub(super) fn check_bases(&mut self) {
        let mut wrong = Vec::new();
        for base in &self.build.bases {
            let own = |name: &str| {
                let rule = |step: &super::Step| matches!(step, super::Step::Rule(rule) if rule.name == name);
                self.build.params.iter().any(|param: &Param| param.name == name)
                    || self.build.words.iter().take(self.declared).any(|word| word.name == name)
                    || self.steps.iter().any(rule)
            };
            for name in base.all_names().filter(|name| own(name)) {
                wrong.push(mistakes::taken_by_base(self.first_of(name), name, &base.facts.name));
            }
            for given in base.all_givens() {
                let same = self.build.given.iter().find(|own| own.name == given.name);
                if same.is_some_and(|own| !own.is_asked_like(given)) {
                    let at = self.first_of(&given.name);
                    wrong.push(mistakes::given_otherwise(at, &given.name, &base.facts.name));
                }
            }
            let bench = base.bench();
            let asked = |name: &str| {
                let own = bench.seats.get(name).copied().flatten();
                own.or(bench.others)
            };
            let seats = self
                .build
                .bench
                .seats
                .iter()
                .filter_map(|(name, place)| Some((name.as_str(), (*place)?, asked(name))));
            let others = self.build.bench.others.map(|place| ("others", place, bench.others));
            for (name, place, asked) in seats.chain(others) {
                let stake = asked.map_or(Stake::Required, |place| place.stake);
                let left_out = asked.map_or(LeftOut::default(), |place| place.left_out);
                let at = self.first_of(name);
                if place.stake.laxity() > stake.laxity() {
                    wrong.push(mistakes::laxer_seat(at, name, &base.facts.name, stake.as_str()));
                } else if place.stake == stake && !place.left_out.is_within(left_out) {
                    let says = "voting, and not left out in words,";
                    wrong.push(mistakes::laxer_seat(at, name, &base.facts.name, says));
                }
                if place.weight.is_some() {
                    wrong.push(mistakes::weight_in_extension(self.first_of(name), name));
                }
            }
        }
        wrong.into_iter().for_each(|mistake| self.mistake(mistake));
    }

    /// Where a name or a text first stands.
    fn first_of(&self, name: &str) -> crate::source::Span {
        let tokens = self.script.tokens.iter();
        let stands = |token: &&crate::engine::script::Token| {
            self.script.text(**token).trim_matches('"') == name
        };
        tokens.clone().find(stands).map(|token| token.span()).unwrap_or_default()
    }
}
