//! From JSON to a docket. Serde tells the first thing that has another shape; all other mistakes are told together.

use std::collections::HashMap;
use std::num::NonZeroU32;

use serde::de::DeserializeOwned;

use super::{Bounds, ONE_OF, VERSION, mistakes, shape};
use crate::codec::builder::DecodeLog;
use crate::codec::input::count_pieces;
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{self, Doc, Type, Value};
use crate::codec::{ReadOptions, read as read_text};
use crate::ir::{
    Attempt, Binding, Cause, Decoded, Diagnostic, Diagnostics, Docket, Given, Level, Waiver,
};
use crate::source::{Source, Span};

/// The members that are lists.
const LISTS: [&str; 16] = [
    "seats",
    "submissions",
    "attempts",
    "waivers",
    "changed",
    "owners",
    "previous",
    "diagnostics",
    "formats",
    "expected",
    "cautions",
    "labels",
    "none",
    "introductions",
    "parts",
    "shapes",
];

/// What says which findings a waiver covers.
const COVERS: [&str; 3] = ["category", "path", "fingerprint"];

/// How each text of a docket is read.
pub(super) type Reading<'r> = &'r dyn Fn(&Source, &ReadOptions) -> Decoded;

/// Reads a docket. Nothing of it is used when anything is wrong.
pub(super) fn read(
    source: &Source,
    options: &ReadOptions,
    bounds: &Bounds,
) -> Result<Docket, Diagnostics> {
    let refused = |wrong| Diagnostics::new(vec![source.clone()], wrong);
    let body = body(source, bounds).map_err(|wrong| refused(vec![wrong]))?;
    let document = json::parse(body).map_err(|broken| refused(vec![broken.diagnostic]))?;
    within(&document, document.root(), (options, bounds), &read_text).map_err(refused)
}

/// The text of a docket that is not more than may be read.
pub(super) fn body<'s>(source: &'s Source, bounds: &Bounds) -> Result<Slice<'s>, Diagnostic> {
    if source.bytes().len() > bounds.bytes {
        return Err(mistakes::too_large(bounds.bytes));
    }
    // Each takes a byte.
    let bytes = source.bytes();
    if bytes.len() >= bounds.items && count_pieces(bytes) > bounds.items {
        return Err(mistakes::too_much(bounds.items));
    }
    let text = source.text().map_err(|error| crate::codec::mistakes::encoding(error, source))?;
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let body = Slice::new(text, 0).after(mark);
    match body.trim().is_empty() {
        true => Err(mistakes::empty(body.span())),
        false => Ok(body),
    }
}

/// Reads the docket that stands at a place of a document, or says what is wrong with either.
pub(super) fn within(
    document: &Doc<'_>,
    root: Value<'_>,
    (options, bounds): (&ReadOptions, &Bounds),
    read: Reading<'_>,
) -> Result<Docket, Vec<Diagnostic>> {
    let mut log = DecodeLog::new(options);
    if json::check(&mut log, document) {
        log.count_left_out();
        return Err(log.diagnostics);
    }
    if root.kind() != Type::Object {
        let told = format!("it is {}, not an object", root.kind().in_words());
        return Err(vec![mistakes::shape(root.span(), &told)]);
    }
    let version = root.get("schema_version");
    if let Some(other) = version.filter(|told| told.whole() != Some(VERSION.into())) {
        return Err(vec![mistakes::other_version(other.span())]);
    }
    let found = items(root, "submissions").count();
    if found > bounds.submissions {
        let at = root.get("submissions").map_or(root.span(), Value::span);
        return Err(vec![mistakes::too_many(at, found, bounds.submissions)]);
    }
    let mut docket: shape::Docket = of_shape(root, mistakes::shape).map_err(|wrong| vec![wrong])?;
    if let Some(odd) = odd(root, false) {
        let told = format!("{} does not belong here", odd.kind().in_words());
        return Err(vec![mistakes::shape(odd.span(), &told)]);
    }
    let mut reader = Reader { log, root };
    reader.check();
    let options = reader.options(docket.reading.take().unwrap_or_default());
    reader.log.count_left_out();
    match reader.log.cause {
        None => Ok(docket.into_docket(&options, read)),
        Some(_) => Err(reader.log.diagnostics),
    }
}

/// What serde would take for something else: a list for an object, its members in their order, and `null` for nothing.
fn odd(value: Value<'_>, may_be_list: bool) -> Option<Value<'_>> {
    match value.kind() {
        Type::Null => Some(value),
        Type::List if !may_be_list => Some(value),
        Type::List => value.items().find_map(|item| odd(item, false)),
        _ => value.members().find_map(|(name, inner)| match name.is("given") {
            true => inner.members().find_map(|(_, fact)| odd(fact, true)),
            false => {
                odd(inner, inner.kind() == Type::List && LISTS.iter().any(|list| name.is(list)))
            }
        }),
    }
}

/// Reads a value of a document as what it should be. A mistake keeps the place that serde names.
pub(super) fn of_shape<T: DeserializeOwned>(
    value: Value<'_>,
    wrong: impl FnOnce(Span, &str) -> Diagnostic,
) -> Result<T, Diagnostic> {
    let text = value.raw();
    serde_json::from_str(text.text).map_err(|error| {
        let lines = text.text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let until = lines.map(str::len).sum::<usize>() + error.column();
        let told = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let told = told.strip_suffix(&place).unwrap_or(&told);
        let read = text.text.get(..until).unwrap_or(text.text).trim_end();
        wrong(value.ending(text.start + read.len()), told)
    })
}

pub(super) struct Reader<'a> {
    pub(super) log: DecodeLog<'a>,
    pub(super) root: Value<'a>,
}

impl Reader<'_> {
    /// Finds what members say together that none says alone.
    fn check(&mut self) {
        self.once("seats", "name", mistakes::seat_twice);
        self.once("waivers", "id", mistakes::waiver_twice);
        for waiver in items(self.root, "waivers") {
            if COVERS.iter().all(|name| waiver.get(name).is_none()) {
                self.refuse(mistakes::covers_nothing(waiver.span()));
            }
        }
        for submission in items(self.root, "submissions") {
            let said = ONE_OF.iter().filter(|name| submission.get(name).is_some()).count();
            if said != 1 {
                self.refuse(mistakes::one_of(submission.span(), said));
            }
        }
    }

    /// Refuses an item of a list that has the same name as one before it.
    fn once(&mut self, list: &str, name: &str, wrong: fn(Span, Span, &str) -> Diagnostic) {
        let mut known: HashMap<_, Span> = HashMap::new();
        for value in items(self.root, list).filter_map(|item| item.get(name)) {
            let text = value.text().unwrap_or_default();
            if let Some(first) = known.insert(text.clone(), value.span()) {
                self.refuse(wrong(value.span(), first, &text));
            }
        }
    }

    pub(super) fn refuse(&mut self, wrong: Diagnostic) {
        self.log.refuse(Cause::Malformed, wrong);
    }
}

/// The items of a list among the members.
fn items<'d>(root: Value<'d>, list: &str) -> impl Iterator<Item = Value<'d>> {
    root.get(list).into_iter().flat_map(Value::items)
}

impl shape::Docket {
    /// Seats, and reads what was submitted.
    fn into_docket(self, options: &ReadOptions, read: Reading<'_>) -> Docket {
        let mut docket = Docket::new(self.id.0).reading(options.clone());
        if let Some(round) = self.round {
            docket = docket.round(round.get());
        }
        if let Some(bound) = self.bound {
            docket = docket.bind(bound.into());
        }
        for seat in self.seats.unwrap_or_default() {
            let chair = docket.seat(seat.name.0.clone());
            chair.stake = seat.stake.map(|stake| stake.0).or(chair.stake);
            chair.weight = seat.weight.or(chair.weight);
            chair.named &= seat.found != Some(true);
            for (name, value) in seat.labels.unwrap_or_default() {
                chair.label(name, value.0);
            }
            if let Some(absence) = seat.absent {
                docket.absent(seat.name.0, absence.into());
            }
        }
        self.attempts.unwrap_or_default().into_iter().for_each(|one| docket.attempt(one.into()));
        self.waivers.unwrap_or_default().into_iter().for_each(|one| docket.waive(one.into()));
        let told = self.diagnostics.unwrap_or_default();
        told.into_iter().for_each(|one| docket.report(one.into()));
        for (name, fact) in self.given.unwrap_or_default() {
            docket = docket.given(name, Given::from(fact));
        }
        if let Some(changed) = self.changed {
            docket = docket.changed(changed.into_iter().map(|path| path.0));
        }
        if let Some(lines) = self.lines_changed {
            docket = docket.lines_changed(lines);
        }
        for (path, lines) in self.changed_lines.unwrap_or_default() {
            docket = docket.changed_in(path, lines);
        }
        if let Some(owners) = self.owners {
            let text =
                |names: Vec<super::values::Name>| names.into_iter().map(|name| name.0).collect();
            docket = docket.owners(owners.into_iter().map(|own| (own.path.0, text(own.owners))));
        }
        if let Some(previous) = self.previous {
            docket = docket.previous(previous.into_iter().map(|fingerprint| fingerprint.0));
        }
        if self.overrides == Some(false) {
            docket = docket.no_overrides();
        }
        for submission in self.submissions.unwrap_or_default() {
            submission.submit(&mut docket, read);
        }
        docket
    }
}

impl shape::Submission {
    fn submit(self, docket: &mut Docket, read: Reading<'_>) {
        let seat = self.seat.0;
        let name = self.source.map_or_else(|| seat.clone(), |name| name.0);
        let decoded = match (self.text, self.base64, self.unreadable) {
            (Some(text), ..) => read(&Source::new(name, text), &docket.options),
            (_, Some(bytes), _) => read(&Source::new(name, bytes.0), &docket.options),
            (.., Some(why)) => {
                let profile = docket.options.profile;
                Decoded { profile, ..unreadable(name, &why) }
            }
            // One of them stands there: that was checked.
            (None, None, None) => return,
        };
        docket.submit_decoded(seat, decoded);
    }
}

/// Something arrived, and its text did not.
fn unreadable(name: String, reason: &shape::Unreadable) -> Decoded {
    let told = Diagnostic::error("assize::docket::unreadable")
        .message(format!("`{name}` cannot be read: {}", reason.why))
        .help("hand over its text");
    Decoded::unreadable(Source::new(name, Vec::new()), reason.cause, told)
}

impl From<shape::Bound> for Binding {
    fn from(bound: shape::Bound) -> Self {
        let told = [
            ("commit", bound.commit),
            ("tree", bound.tree),
            ("changes", bound.changes),
            ("run", bound.run),
        ];
        let told = told.into_iter().filter_map(|(name, value)| Some((name, value?.0)));
        told.fold(Self::new(), |binding, (name, value)| binding.and(name, value))
    }
}

impl From<shape::Attempt> for Attempt {
    fn from(tried: shape::Attempt) -> Self {
        Self::new(tried.seat.0, tried.action.0).round(tried.round.map_or(1, NonZeroU32::get))
    }
}

impl From<shape::Waiver> for Waiver {
    fn from(told: shape::Waiver) -> Self {
        let owner = told.owner.map(|owner| owner.0).unwrap_or_default();
        Self {
            category: told.category.map(|category| category.0),
            path: told.path.map(|path| path.0),
            fingerprint: told.fingerprint.map(|fingerprint| fingerprint.0),
            ..Self::new(told.id.0, owner, told.reason.0, told.until.0)
        }
    }
}

impl From<shape::Diagnostic> for Diagnostic {
    fn from(told: shape::Diagnostic) -> Self {
        let diagnostic = match told.level {
            Some(Level::Error) => Self::error(told.code.0),
            Some(Level::Warning) => Self::warning(told.code.0),
            Some(Level::Advice) | None => Self::advice(told.code.0),
        };
        let diagnostic = diagnostic.message(told.message.0);
        match told.help.filter(|help| !help.trim().is_empty()) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}
