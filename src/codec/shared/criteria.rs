//! Criteria of an answer, held against each other and against those that were asked for.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::codec::ReadOptions;
use crate::codec::builder::DecodeLog;
use crate::codec::input::Input;
use crate::codec::members::list;
use crate::codec::members::{Object, Read, document};
use crate::codec::mistakes::mistake_rows;
use crate::codec::repairs::repairs;
use crate::codec::tree::json::Value;
use crate::ir::{
    Criterion, Decoded, Diagnostic, Finding, FindingKind, Format, Outcome, Subject, Verdict,
    bare_criterion as bare,
};
use crate::source::Span;

/// The names of the criteria that an answer speaks of, and where it names them.
pub(in crate::codec) struct Criteria<'d> {
    names: Vec<(Cow<'d, str>, Span)>,
    asked: Names<'d>,
    /// Where a name fits more than one criterion that was asked for.
    pub(in crate::codec) ambiguous: Vec<Span>,
    /// The criteria that such a name fits.
    candidates: HashSet<&'d str>,
}

/// The criteria that were asked for, by what their names may be written as. A name in a later map says less.
struct Names<'d> {
    all: Vec<&'d str>,
    by: [HashMap<String, Vec<usize>>; 3],
}

/// What a name is compared by: as it is, in small letters without the marks around it, and of that what stands before a colon.
fn written(name: &str) -> [String; 3] {
    let unmarked = |name: &str| name.trim_matches(is_mark).to_lowercase();
    let bare = bare(name);
    let head = bare.split_once(':').map_or(&*bare, |(head, _)| head);
    [bare.to_string(), unmarked(&bare), unmarked(head)]
}

/// `**Dated**`, `` `Dated` ``, `"Dated"`
fn is_mark(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_' | '`' | '"' | '\'' | '“' | '”' | '‘' | '’' | '.')
}

impl<'d> Names<'d> {
    fn of(options: &'d ReadOptions) -> Self {
        let all: Vec<&str> = asked(options).collect();
        let mut by: [HashMap<String, Vec<usize>>; 3] = Default::default();
        for (place, name) in all.iter().enumerate() {
            for (map, key) in by.iter_mut().zip(written(name)) {
                map.entry(key).or_default().push(place);
            }
        }
        Self { all, by }
    }

    /// Which of them a name fits, by the first way of writing in which it fits any; as it is, it fits one.
    fn fit(&self, name: &str) -> &[usize] {
        let fitting = self.by.iter().zip(written(name)).find_map(|(map, key)| map.get(&key));
        fitting.map(Vec::as_slice).unwrap_or_default()
    }
}

repairs! {
    /// `**Dated**`, `dated: every entry has a date`
    CRITERION_NAME = "criterion_name", "a criterion is not named as it was asked for",
        "fits one criterion", "use the names of the request, letter by letter";
}

/// An answer that judges criteria: its verdict, and what there is to say about its text.
pub(in crate::codec) struct Answer<'a, 'd> {
    pub(in crate::codec) reading: DecodeLog<'a>,
    pub(in crate::codec) verdict: Verdict,
    pub(in crate::codec) criteria: Criteria<'d>,
    /// The object.
    pub(in crate::codec) root: Value<'d>,
}

/// Reads an answer by its table. What its members come to is reported by `read`, and whether they agree
/// by `check_agreement`, which is asked about answers that are as they should be.
pub(in crate::codec) fn decode<'t>(
    input: &'t Input<'_>,
    format: Format,
    table: &'static Object,
    read: fn(&mut Answer<'_, 't>, &Read<'t>),
    check_agreement: fn(&mut Answer<'_, 't>),
) -> Decoded {
    let mut reading = DecodeLog::new(input.options);
    let criteria = Criteria::new(input.options);
    let Some(root) = document::object(input, &mut reading) else {
        return reading.finish(input.source, format, Vec::new());
    };
    let verdict = Verdict::new(root.span());
    let mut answer = Answer { reading, verdict, criteria, root };
    let mut missing = Vec::new();
    if let Some(members) = table.read(&mut answer.reading, root, &mut answer.verdict.members) {
        read(&mut answer, &members);
        if answer.reading.cause.is_none() {
            check_agreement(&mut answer);
            missing = answer.criteria.missing(input.options);
        }
    }
    let decoded = answer.reading.finish(input.source, format, vec![answer.verdict]);
    Decoded { missing, ..decoded }
}

impl<'d> Answer<'_, 'd> {
    /// A criterion, and what is said of it; one that fails is a blocker.
    pub(in crate::codec) fn push(
        &mut self,
        entry: &Read<'d>,
        [name, said, text]: [&str; 3],
    ) -> bool {
        let at = entry.place(name, &mut self.reading);
        let (Some(at), Some(known)) = (at, entry.text(name)) else { return false };
        let (known, at) = self.as_asked(known, at, entry.get(name));
        let outcome = entry.outcome(said);
        let text = entry.filled(text, &mut self.reading);
        if outcome == Some(Outcome::Fail) {
            self.verdict.findings.push(blocker(text.unwrap_or(at), entry.span));
        }
        self.criteria.names.push((known, at));
        self.verdict.criteria.push(Criterion { name: at, outcome, text });
        true
    }

    /// Reports names that were not asked for, that fit several, and that are missing; gives the place of what is stated.
    pub(in crate::codec) fn report_names(
        &mut self,
        unasked: &[Span],
        left_out: &[Subject],
    ) -> Span {
        let word = self.verdict.stated.map_or(self.root.span(), |stated| stated.word);
        let told = unasked.iter().map(|at| unknown(*at));
        let told =
            told.chain(std::mem::take(&mut self.criteria.ambiguous).into_iter().map(ambiguous));
        let left_out = (!left_out.is_empty()).then(|| missing(word, left_out));
        told.chain(left_out).for_each(|told| _ = self.reading.report(told));
        word
    }

    /// A name as it was asked for, and where it is spelt so: where exactly one criterion fits what the answer calls it.
    fn as_asked(
        &mut self,
        known: Cow<'d, str>,
        at: Span,
        written: Option<Value<'d>>,
    ) -> (Cow<'d, str>, Span) {
        let Criteria { asked, ambiguous, candidates, .. } = &mut self.criteria;
        match asked.fit(&known) {
            [place] if bare(asked.all[*place]) != bare(&known) => {
                let own = asked.all[*place];
                let written = written.map_or(at, Value::span);
                let begun = self.reading.embedded.begin();
                let length = (written.end - written.start) as usize;
                self.reading.embedded.push(own, written.start as usize, length);
                self.reading.recover(CRITERION_NAME, written);
                (Cow::Borrowed(own), self.reading.embedded.end(begun))
            }
            [] | [_] => (known, at),
            all if all.iter().any(|place| bare(asked.all[*place]) == bare(&known)) => (known, at),
            several => {
                ambiguous.push(at);
                candidates.extend(several.iter().map(|place| asked.all[*place]));
                (known, at)
            }
        }
    }
}

/// Up to here, looking at all pairs is the fastest way.
const FEW: usize = 12;

impl<'d> Criteria<'d> {
    fn new(options: &'d ReadOptions) -> Self {
        let (names, asked) = (Vec::new(), Names::of(options));
        Self { names, asked, ambiguous: Vec::new(), candidates: HashSet::new() }
    }

    /// Where a criterion is named again, and where that was first.
    pub(in crate::codec) fn repeated(&self) -> Vec<(Span, Span)> {
        if self.names.len() <= FEW {
            let again = self.names.iter().enumerate().filter_map(|(at, (name, again))| {
                let mut before = self.names.iter().take(at);
                let (_, first) = before.find(|(known, _)| bare(known) == bare(name))?;
                Some((*first, *again))
            });
            return again.collect();
        }
        let mut first: HashMap<Cow<'_, str>, Span> = HashMap::with_capacity(self.names.len());
        let mut found = Vec::new();
        for (name, at) in &self.names {
            match first.entry(bare(name)) {
                Entry::Occupied(first) => found.push((*first.get(), *at)),
                Entry::Vacant(free) => _ = free.insert(*at),
            }
        }
        found
    }

    /// Criteria that no one asked for, when it is known what was asked for.
    pub(in crate::codec) fn unknown(&self, options: &ReadOptions) -> Vec<Span> {
        if asked(options).next().is_none() {
            return Vec::new();
        }
        let asked: HashSet<Cow<'_, str>> = asked(options).map(bare).collect();
        let unknown = self.names.iter().filter(|(name, _)| !asked.contains(&bare(name)));
        let unknown = unknown.filter(|(_, at)| !self.ambiguous.contains(at));
        unknown.map(|(_, at)| *at).collect()
    }

    /// Whether a criterion may be one that the answer speaks of by a name that fits several.
    pub(in crate::codec) fn may_be_named(&self, missing: &Subject) -> bool {
        let Subject::Criterion(name) = missing else { return false };
        self.candidates.contains(name.as_str())
    }

    /// Criteria that were asked for and are not spoken of.
    pub(in crate::codec) fn missing(&self, options: &ReadOptions) -> Vec<Subject> {
        if asked(options).next().is_none() {
            return Vec::new();
        }
        let named: HashSet<Cow<'_, str>> = self.names.iter().map(|(name, _)| bare(name)).collect();
        let missing = asked(options).filter(|name| !named.contains(&bare(name)));
        missing.map(|name| Subject::Criterion(name.to_owned())).collect()
    }
}

/// The criteria that were asked for.
pub(in crate::codec) fn asked(options: &ReadOptions) -> impl Iterator<Item = &str> {
    options.expected.iter().filter_map(criterion).map(str::trim)
}

/// The name of a criterion.
fn criterion(subject: &Subject) -> Option<&str> {
    match subject {
        Subject::Criterion(name) => Some(name),
        _ => None,
    }
}

/// The criteria that were asked for, as lines of a list; nothing when that is not known.
pub(in crate::codec) fn listed(options: &ReadOptions, title: &str) -> String {
    let lines: String = asked(options).map(|name| format!("- {name}\n")).collect();
    if lines.is_empty() { lines } else { format!("{title}\n\n{lines}\n") }
}

/// Blockers that only repeat a failed criterion are written with it, and not again.
pub(in crate::codec) fn blockers_of_their_own<'v>(
    criteria: &[Criterion],
    findings: &'v [Finding],
) -> impl Iterator<Item = &'v Finding> {
    let failed = criteria.iter().filter(|criterion| criterion.outcome == Some(Outcome::Fail));
    let told: HashSet<Span> = failed.map(|failed| failed.text.unwrap_or(failed.name)).collect();
    findings.iter().filter(move |finding| !told.contains(&finding.text))
}

/// What is wrong with a criterion that is not met.
fn blocker(text: Span, span: Span) -> Finding {
    Finding {
        kind: FindingKind::Blocker,
        severity: None,
        category: None,
        location: None,
        text,
        advice: None,
        agents: Vec::new(),
        span,
    }
}

mistake_rows! {
    /// A log of three reviews
    pub(in crate::codec) error "assize::write::one_verdict" many(format: Format, count: usize)
        "`{format}` holds one verdict, and there are {count}", "write each of them on its own";
    /// A criterion of another review
    pub(in crate::codec) warning "assize::read::unknown_criterion" unknown(at: Span)
        "nobody asked for this criterion", at "not among those that were asked for", "use the names of the request, letter by letter";
    /// `dated`, where `Dated: the first` and `Dated: the second` were asked for
    pub(in crate::codec) error "assize::read::ambiguous_criterion" ambiguous(at: Span)
        "the name of a criterion fits more than one that was asked for",
        at "may be any of them, so none of them counts as judged", "use the names of the request, letter by letter";
    /// The same criterion twice
    pub(in crate::codec) warning "assize::read::repeated_criterion" repeated(first: Span, again: Span)
        "a criterion appears in the answer twice", again "again here", first "first here", "judge each criterion once";
    /// Three criteria were asked for, and the answer has two
    pub(in crate::codec) error "assize::read::missing_criteria" missing(at: Span, missing: &[Subject])
        [count = missing.len(), names = list(missing.iter().filter_map(criterion).take(5))]
        "the answer leaves out {count} of the criteria", at "does not judge {names}", "judge every criterion that was asked for";
}
