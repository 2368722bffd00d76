//! From JSON to a docket: every mistake is told, with its place.

use std::collections::HashMap;

use super::base64;
use super::mistakes;
use super::{
    ABSENT, ATTEMPT, BOUND, Bounds, DAY, DIAGNOSTIC, DOCKET, READING, SEAT, SUBJECT, SUBMISSION,
    UNREADABLE, WAIVER,
};
use crate::codec::ReadOptions;
use crate::codec::builder::DecodeLog;
use crate::codec::input::count_pieces;
use crate::codec::members::{Object, Read};
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{self, Type, Value};
use crate::ir::glob::says_which;
use crate::ir::{
    Absence, Attempt, Binding, Cause, Date, Decoded, Diagnostic, Diagnostics, Docket, Fingerprint,
    Given, Level, Stake, Subject, Waiver,
};
use crate::source::{Source, Span};

/// Reads a docket. Nothing of it is used when anything is wrong.
pub(super) fn read(
    source: &Source,
    options: &ReadOptions,
    bounds: &Bounds,
) -> Result<Docket, Diagnostics> {
    let refused = |wrong| Diagnostics::new(vec![source.clone()], vec![wrong]);
    let body = body(source, bounds).map_err(refused)?;
    let document = json::parse(body).map_err(|broken| refused(broken.diagnostic))?;
    let mut reader = Reader { log: DecodeLog::new(options) };
    // Told here, and read on: there may be more that is wrong.
    json::check(&mut reader.log, &document);
    let (docket, log) = reader.whole(document.root(), bounds);
    docket.ok_or_else(|| Diagnostics::new(vec![source.clone()], log.diagnostics))
}

/// The text of a docket that is not more than may be read.
pub(super) fn body<'s>(source: &'s Source, bounds: &Bounds) -> Result<Slice<'s>, Diagnostic> {
    if source.bytes().len() > bounds.bytes {
        return Err(mistakes::too_large(bounds.bytes));
    }
    if count_pieces(source.bytes()) > bounds.items {
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

/// A docket that still has to read what was submitted, which is done once nothing is wrong.
struct Unread {
    docket: Docket,
    submissions: Vec<(String, Submitted)>,
}

enum Submitted {
    Text(Source),
    Unreadable(Box<Decoded>),
}

impl Unread {
    fn into_docket(self) -> Docket {
        let mut docket = self.docket;
        for (seat, submitted) in self.submissions {
            match submitted {
                Submitted::Text(source) => docket.submit(seat, source),
                Submitted::Unreadable(decoded) => docket.submit_decoded(seat, *decoded),
            }
        }
        docket
    }
}

pub(super) struct Reader<'a> {
    pub(super) log: DecodeLog<'a>,
}

impl<'a> Reader<'a> {
    /// A docket that stands in something else, and what is wrong with either. None where anything is.
    pub(super) fn whole(mut self, root: Value<'_>, of: &Bounds) -> (Option<Docket>, DecodeLog<'a>) {
        let docket = self.docket(root, of);
        self.log.count_left_out();
        let whole = docket.filter(|_| self.log.cause.is_none()).map(Unread::into_docket);
        (whole, self.log)
    }

    fn docket(&mut self, root: Value<'_>, bounds: &Bounds) -> Option<Unread> {
        let read = self.object(&DOCKET, root)?;
        let options = match self.one(&read, "reading", &READING) {
            Some(reading) => self.options(&reading),
            None => self.log.options.clone(),
        };
        let id = self.name(&read, "id");
        let mut docket = Docket::new(id.unwrap_or_default()).reading(options.clone());
        if let Some(round) = number(&read, "round") {
            docket = docket.round(round);
        }
        docket = docket.bind(self.binding(&read));
        self.seats(&read, &mut docket);
        for attempt in read.items("attempts") {
            if let Some(attempt) = self.attempt(attempt) {
                docket.attempt(attempt);
            }
        }
        self.waivers(&read, &mut docket);
        for diagnostic in read.items("diagnostics") {
            if let Some(diagnostic) = self.diagnostic(diagnostic) {
                docket.report(diagnostic);
            }
        }
        for (name, value) in read.get("given").into_iter().flat_map(Value::members) {
            if let (Some(name), Some(given)) = (name.text(), self.fact(value)) {
                docket = docket.given(name, given);
            }
        }
        if let Some(changed) = self.texts(&read, "changed") {
            docket = docket.changed(changed);
        }
        if let Some(lines) = read.get("lines_changed").and_then(Value::whole) {
            docket = docket.lines_changed(lines.unsigned_abs());
        }
        if let Some(previous) = self.previous(&read) {
            docket = docket.previous(previous);
        }
        if says(&read, "overrides") == Some(false) {
            docket = docket.no_overrides();
        }
        let submissions = self.submissions(&read, &options, bounds);
        Some(Unread { docket, submissions })
    }

    fn binding(&mut self, read: &Read<'_>) -> Binding {
        let Some(bound) = self.one(read, "bound", &BOUND) else { return Binding::new() };
        let told = BOUND.names().map(|name| (name, self.name(&bound, name)));
        told.fold(Binding::new(), |binding, (name, value)| match value {
            Some(value) => binding.and(name, value),
            None => binding,
        })
    }

    fn seats(&mut self, read: &Read<'_>, docket: &mut Docket) {
        let mut known: HashMap<String, Span> = HashMap::new();
        for value in read.items("seats") {
            let Some(seat) = self.object(&SEAT, value) else { continue };
            let absence = self.one(&seat, "absent", &ABSENT).and_then(|told| self.absence(&told));
            let Some(name) = self.name(&seat, "name") else { continue };
            let at = seat.get("name").map_or(seat.span, Value::span);
            if let Some(first) = known.insert(name.clone(), at) {
                self.refuse(mistakes::seat_twice(at, first, &name));
            }
            let chair = docket.seat(name.clone());
            if let Some(stake) = word::<Stake>(&seat, "stake") {
                chair.stake(stake);
            }
            if let Some(weight) = number(&seat, "weight") {
                chair.weight(weight);
            }
            if says(&seat, "found") == Some(true) {
                chair.found();
            }
            if let Some(absence) = absence {
                docket.absent(name, absence);
            }
        }
    }

    fn absence(&mut self, told: &Read<'_>) -> Option<Absence> {
        let state = told.get("state")?;
        let at = state.span();
        let (state, why) = (state.text()?, told.get("why").and_then(Value::text));
        if (state == "missing") == why.is_some() {
            self.refuse(mistakes::absence_why(at, &state));
        }
        let cause = word::<Cause>(told, "cause");
        if (state == "unreadable") != told.get("cause").is_some() {
            self.refuse(mistakes::absence_cause(at, &state));
        }
        let why = why.unwrap_or_default().into_owned();
        Some(match &*state {
            "awaiting" => Absence::Awaiting(why),
            "errored" => Absence::Errored(why),
            "stale" => Absence::Stale(why),
            "unreadable" => Absence::Unreadable(cause?, why),
            "skipped" => Absence::Skipped(why),
            "excused" => Absence::Excused(why),
            _ => Absence::Missing,
        })
    }

    fn submissions(
        &mut self,
        read: &Read<'_>,
        options: &ReadOptions,
        bounds: &Bounds,
    ) -> Vec<(String, Submitted)> {
        let found = read.items("submissions").count();
        if found > bounds.submissions {
            let at = read.entry("submissions").map_or(read.span, |(name, _)| name.span());
            self.refuse(mistakes::too_many(at, found, bounds.submissions));
            return Vec::new();
        }
        let one = |value| self.submission(value, options);
        read.items("submissions").filter_map(one).collect()
    }

    fn submission(
        &mut self,
        value: Value<'_>,
        options: &ReadOptions,
    ) -> Option<(String, Submitted)> {
        let read = self.object(&SUBMISSION, value)?;
        let seat = self.name(&read, "seat");
        let name = match read.get("source") {
            Some(_) => self.name(&read, "source"),
            None => seat.clone(),
        };
        let said = SUBMISSION.chosen().filter(|name| value.get(name).is_some()).count();
        if said != 1 {
            self.refuse(mistakes::one_of(read.span, said));
            return None;
        }
        let why = self.one(&read, "unreadable", &UNREADABLE);
        let submitted = match (read.get("text"), read.get("base64"), why) {
            (Some(text), _, _) => Submitted::Text(Source::new(name?, text.text()?.into_owned())),
            (_, Some(bytes), _) => Submitted::Text(Source::new(name?, self.bytes(bytes)?)),
            (_, _, Some(why)) => {
                let (cause, why) = (word::<Cause>(&why, "cause")?, why.get("why")?.text()?);
                Submitted::Unreadable(Box::new(unreadable(name?, cause, &why, options)))
            }
            _ => return None,
        };
        Some((seat?, submitted))
    }

    fn bytes(&mut self, value: Value<'_>) -> Option<Vec<u8>> {
        let text = value.text()?;
        match base64::decode(&text) {
            Ok(bytes) => Some(bytes),
            Err(at) => {
                // An escape moves what stands behind it, so the whole is shown where there is one.
                let raw = value.span();
                let plain = (raw.end - raw.start) as usize == text.len() + 2;
                let start = raw.start as usize + 1 + at;
                let rest = Span::new(start, (raw.end as usize - 1).max(start));
                self.refuse(mistakes::not_base64(if plain { rest } else { raw }));
                None
            }
        }
    }

    fn attempt(&mut self, value: Value<'_>) -> Option<Attempt> {
        let read = self.object(&ATTEMPT, value)?;
        let (seat, action) = (self.name(&read, "seat")?, read.get("action")?.text()?);
        Some(Attempt::new(seat, action).round(number(&read, "round").unwrap_or(1)))
    }

    fn waivers(&mut self, read: &Read<'_>, docket: &mut Docket) {
        let mut known: HashMap<String, Span> = HashMap::new();
        for value in read.items("waivers") {
            let Some(told) = self.object(&WAIVER, value) else { continue };
            let id = self.name(&told, "id");
            if let (Some(id), Some(at)) = (&id, told.get("id").map(Value::span))
                && let Some(first) = known.insert(id.clone(), at)
            {
                self.refuse(mistakes::waiver_twice(at, first, id));
            }
            if let Some(waiver) = self.waiver(id, &told) {
                docket.waive(waiver);
            }
        }
    }

    fn waiver(&mut self, id: Option<String>, told: &Read<'_>) -> Option<Waiver> {
        let mut may = ["category", "path", "fingerprint"].map(|name| {
            told.get(name)?;
            self.name(told, name)
        });
        if told.whole && may.iter().all(Option::is_none) {
            self.refuse(mistakes::covers_nothing(told.span));
        }
        let [category, path, fingerprint] = may.each_mut().map(Option::take);
        if path.as_deref().is_some_and(|path| !says_which(path)) {
            self.refuse_at(told, "path", mistakes::covers_all_paths);
        }
        if fingerprint.as_deref().is_some_and(|text| !Fingerprint::is_one(text)) {
            self.refuse_at(told, "fingerprint", mistakes::not_a_fingerprint);
        }
        let until = told.get("until").and_then(|until| self.day(until));
        let (owner, reason) = (self.name(told, "owner"), self.name(told, "reason"));
        let mut waiver = Waiver::new(id?, owner.unwrap_or_default(), reason?, until?);
        (waiver.category, waiver.path, waiver.fingerprint) = (category, path, fingerprint);
        Some(waiver)
    }

    fn diagnostic(&mut self, value: Value<'_>) -> Option<Diagnostic> {
        let read = self.object(&DIAGNOSTIC, value)?;
        let (code, message) = (self.name(&read, "code")?, self.name(&read, "message")?);
        if is_own_code(&code) {
            self.refuse_at(&read, "code", mistakes::not_its_code);
        }
        let diagnostic = match word::<Level>(&read, "level") {
            Some(Level::Error) => Diagnostic::error(code),
            Some(Level::Warning) => Diagnostic::warning(code),
            Some(Level::Advice) | None => Diagnostic::advice(code),
        };
        let diagnostic = diagnostic.message(message);
        Some(match read.text("help") {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }

    /// A fact of this run, which is of one of the kinds that facts are of.
    fn fact(&mut self, value: Value<'_>) -> Option<Given> {
        Some(match value.kind() {
            Type::Bool(yes) => Given::Bool(yes),
            Type::Number => Given::Int(value.whole()?),
            Type::String => Given::Text(value.text()?.into_owned()),
            Type::List => Given::List(texts_of(value)),
            Type::Object => {
                Given::Date(self.object(&DAY, value)?.get("date").and_then(|day| self.day(day))?)
            }
            Type::Null => return None,
        })
    }

    fn previous(&mut self, read: &Read<'_>) -> Option<Vec<String>> {
        let odd = |value: &Value<'_>| value.text().is_some_and(|text| !Fingerprint::is_one(&text));
        for value in read.items("previous").filter(odd) {
            self.refuse(mistakes::not_a_fingerprint(value.span()));
        }
        read.get("previous").map(texts_of)
    }

    /// The subjects that are to be judged.
    pub(super) fn subject(&mut self, value: Value<'_>) -> Option<Subject> {
        let read = self.object(&SUBJECT, value)?;
        let names: Vec<&str> = SUBJECT.names().filter(|name| read.get(name).is_some()).collect();
        let mut name = |name| self.name(&read, name);
        match names[..] {
            ["change"] if says(&read, "change") == Some(true) => Some(Subject::Change),
            ["criterion"] => Some(Subject::Criterion(name("criterion")?)),
            ["note", "gate"] => Some(Subject::Pair { note: name("note")?, gate: name("gate")? }),
            ["batch"] => Some(Subject::Batch { batch: name("batch")?, run: None }),
            ["batch", "run"] => {
                Some(Subject::Batch { batch: name("batch")?, run: Some(name("run")?) })
            }
            ["reviewer"] => Some(Subject::Reviewer(name("reviewer")?)),
            _ => {
                self.refuse(mistakes::subject(read.span));
                None
            }
        }
    }

    fn day(&mut self, value: Value<'_>) -> Option<Date> {
        let text = value.text()?;
        let day = Date::parse(&text);
        if day.is_none() {
            self.refuse(mistakes::not_a_day(value.span(), &text));
        }
        day
    }

    /// An object by its table. What is wrong with it is told.
    fn object<'d>(&mut self, table: &'static Object, value: Value<'d>) -> Option<Read<'d>> {
        table.read(&mut self.log, value, &mut Vec::new())
    }

    /// The object in a member.
    fn one<'d>(&mut self, read: &Read<'d>, name: &str, table: &'static Object) -> Option<Read<'d>> {
        let value = read.get(name)?;
        self.object(table, value)
    }

    /// A text that is not blank, as it is written.
    pub(super) fn name(&mut self, read: &Read<'_>, name: &str) -> Option<String> {
        let value = read.get(name)?;
        let text = value.text()?;
        if text.trim().is_empty() {
            self.refuse(mistakes::blank(value.span(), name));
            return None;
        }
        Some(text.into_owned())
    }

    /// Texts of which none is blank; none where there is no such list.
    pub(super) fn texts(&mut self, read: &Read<'_>, name: &str) -> Option<Vec<String>> {
        let blank = |value: &Value<'_>| value.text().is_some_and(|text| text.trim().is_empty());
        for value in read.items(name).filter(blank) {
            self.refuse(mistakes::blank(value.span(), name));
        }
        read.get(name).map(texts_of)
    }

    pub(super) fn refuse(&mut self, wrong: Diagnostic) {
        self.log.refuse(Cause::Malformed, wrong);
    }

    fn refuse_at(&mut self, read: &Read<'_>, name: &str, wrong: fn(Span) -> Diagnostic) {
        self.refuse(wrong(read.get(name).map_or(read.span, Value::span)));
    }
}

/// Whether a code is one that Assize gives itself.
pub(super) fn is_own_code(code: &str) -> bool {
    code.trim().to_ascii_lowercase().starts_with("assize::")
}

/// Something arrived, and its text did not.
fn unreadable(name: String, cause: Cause, why: &str, options: &ReadOptions) -> Decoded {
    let told = Diagnostic::error("assize::docket::unreadable")
        .message(format!("`{name}` cannot be read: {why}"))
        .help("hand over its text");
    let decoded = Decoded::unreadable(Source::new(name, Vec::new()), cause, told);
    Decoded { profile: options.profile, ..decoded }
}

/// A whole number of 32 bits.
fn number(read: &Read<'_>, name: &str) -> Option<u32> {
    u32::try_from(read.get(name)?.whole()?).ok()
}

/// `true` or `false`.
pub(super) fn says(read: &Read<'_>, name: &str) -> Option<bool> {
    match read.get(name)?.kind() {
        Type::Bool(yes) => Some(yes),
        _ => None,
    }
}

/// A word of a closed vocabulary.
pub(super) fn word<T: std::str::FromStr>(read: &Read<'_>, name: &str) -> Option<T> {
    read.get(name)?.text()?.parse().ok()
}

fn texts_of(list: Value<'_>) -> Vec<String> {
    list.items().filter_map(Value::text).map(std::borrow::Cow::into_owned).collect()
}
