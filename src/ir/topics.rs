//! Findings of several reviewers that are about the same thing.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::columns::Columns;
use super::glob::plain_path;
use super::{ClosedDocket, FindingRef, Severity, State, words};
use crate::source::composed;

/// What the words of a made-up finding begin with that is supposed to have the fingerprint behind it.
pub(crate) const SUPPOSED: &str = "supposed ";

words! {
    /// When two findings are about the same thing.
    #[non_exhaustive]
    pub enum TopicKey {
        /// The same category and location, letter for letter but for case.
        Exact = "exact",
        /// The same path, whatever the category, with lines that stand near each other.
        Lines = "lines",
        /// The same category and path, whatever the lines.
        Path = "path",
    }
}

impl TopicKey {
    /// The words, as a policy writes them.
    pub(crate) const WORDS: &[&str] =
        &[Self::Exact.as_str(), Self::Lines.as_str(), Self::Path.as_str()];
}

/// Findings under one key, by their places in the docket.
///
/// ```
/// use assize::docket::TopicKey;
/// use assize::{Docket, Source};
/// let mut docket = Docket::new("design");
/// for run in ["V1", "V2"] {
///     let row = "arch|H|coupling|src/db.rs:7|reaches into the store\n";
///     docket.seat(run);
///     docket.submit(run, Source::new(run, format!("VERDICT:CONDITIONAL\nSCOPE:x\nVERIFIED:\n{row}")));
/// }
/// let docket = docket.close();
/// let topics = docket.topics(TopicKey::Exact, 0);
/// assert_eq!((topics.len(), topics[0].seats), (1, 2));
/// assert_eq!(topics[0].findings(&docket).count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Topic {
    /// How many seats report it. A seat is counted once, however often it does.
    pub seats: usize,
    /// How bad the worst of its findings is; a blocker without a severity is critical.
    pub severity: Option<Severity>,
    places: Vec<u32>,
}

/// What a finding is about: its category and its location or path; its fingerprint where it has no location.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TopicId<'a> {
    category: Cow<'a, str>,
    place: Cow<'a, str>,
}

/// What each finding of a docket is about, as numbers. It is looked up once, when something asks for it, and serves each grouping.
#[derive(Debug, Default)]
pub(super) struct TopicIndexes {
    exact: OnceLock<TopicIndex>,
    path: OnceLock<TopicIndex>,
    /// By path alone, with the lines.
    lines: OnceLock<TopicIndex>,
}

#[derive(Debug, Default)]
struct TopicIndex {
    /// Of each finding; the same for what is about the same thing.
    ids: Vec<u32>,
    /// What it costs to look at each.
    costs: Vec<u64>,
    /// The first line and the last one, where a finding has a path and a line.
    lines: Vec<Option<(i64, i64)>>,
}

impl TopicIndexes {
    /// Forgets what findings were about; those of a docket that shares it stay as they are.
    pub(super) fn forget(all: &mut Arc<Self>) {
        match Arc::get_mut(all) {
            Some(own) => *own = Self::default(),
            None => *all = Arc::default(),
        }
    }
}

/// Findings that are about the same thing, list by list: all of them in one row, and where each list ends in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TopicLists {
    findings: Vec<u32>,
    ends: Vec<u32>,
}

impl TopicLists {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The findings of all lists.
    pub(crate) fn findings(&self) -> &[u32] {
        &self.findings
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u32]> + Clone {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let list = &self.findings[start..*end as usize];
            start = *end as usize;
            list
        })
    }

    pub(crate) fn push(&mut self, list: &[u32]) {
        self.findings.extend_from_slice(list);
        self.ends.push(u32::try_from(self.findings.len()).unwrap_or(u32::MAX));
    }

    /// Some of the lists.
    pub(crate) fn chosen(&self, test: impl Fn(&[u32]) -> bool) -> Self {
        let mut chosen = Self {
            findings: Vec::with_capacity(self.findings.len()),
            ends: Vec::with_capacity(self.ends.len()),
        };
        self.iter().filter(|list| test(list)).for_each(|list| chosen.push(list));
        chosen
    }
}

/// Findings, each with the number of its list, in the order in which the lists began.
struct Grouping {
    /// The number of the list of an id.
    lists: Vec<u32>,
    found: Vec<(u32, u32)>,
    begun: u32,
}

impl Grouping {
    fn of(index: &TopicIndex) -> Self {
        let all = index.ids.len();
        Self { lists: vec![u32::MAX; all], found: Vec::with_capacity(all), begun: 0 }
    }

    fn put(&mut self, index: &TopicIndex, finding: usize) {
        let list = &mut self.lists[index.ids[finding] as usize];
        if *list == u32::MAX {
            *list = self.begun;
            self.begun += 1;
        }
        self.found.push((*list, u32::try_from(finding).unwrap_or(u32::MAX)));
    }

    /// The lists, each in the order of its findings.
    fn lists(self) -> TopicLists {
        let mut ends = vec![0; self.begun as usize];
        self.found.iter().for_each(|(list, _)| ends[*list as usize] += 1);
        let mut start = 0;
        for end in &mut ends {
            (*end, start) = (start, start + *end);
        }
        let mut findings = vec![0; self.found.len()];
        for (list, finding) in &self.found {
            let end = &mut ends[*list as usize];
            findings[*end as usize] = *finding;
            *end += 1;
        }
        // One topic is one list, however its findings were grouped before.
        let mut start = 0;
        for end in &ends {
            let list = &mut findings[start..*end as usize];
            if !list.is_sorted() {
                list.sort_unstable();
            }
            start = *end as usize;
        }
        TopicLists { findings, ends }
    }
}

fn lower(word: &str) -> Cow<'_, str> {
    match word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        true => Cow::Borrowed(word),
        false => Cow::Owned(composed(word).to_lowercase()),
    }
}

/// A place as it is compared.
fn plain(place: Cow<'_, str>) -> Cow<'_, str> {
    match place {
        Cow::Borrowed(place) => match composed(place) {
            Cow::Borrowed(place) => plain_path(place),
            Cow::Owned(place) => Cow::Owned(plain_path(&place).into_owned()),
        },
        Cow::Owned(place) => Cow::Owned(plain_path(&composed(&place)).into_owned()),
    }
}

/// The number of something, which is the next one where it is new.
fn number<K: std::hash::Hash + Eq>(known: &mut HashMap<K, u32>, key: K) -> u32 {
    let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
    *known.entry(key).or_insert(next)
}

impl Topic {
    pub(super) fn places(&self) -> &[u32] {
        &self.places
    }

    /// Its findings, in the order of the docket.
    pub fn findings<'d>(
        &self,
        docket: &'d ClosedDocket,
    ) -> impl ExactSizeIterator<Item = FindingRef<'d>> {
        let last = docket.columns().finding_cell.len().saturating_sub(1);
        self.places.iter().map(move |&place| docket.columns().finding(last.min(place as usize)))
    }
}

impl ClosedDocket {
    /// The findings of all required and voting seats that reported, as topics, in the order of the docket. `lines` is how
    /// far lines may stand apart for [`TopicKey::Lines`].
    pub fn topics(&self, key: TopicKey, lines: u32) -> Vec<Topic> {
        let columns = self.columns();
        let counts = |finding: &usize| {
            let cell = columns.finding(*finding).cell();
            cell.stake().counts() && cell.state() == State::Reported
        };
        let all = (0..columns.finding_cell.len()).filter(counts);
        let free = |_| Ok::<(), std::convert::Infallible>(());
        let Ok(grouped) = columns.topics(all, key, lines.into(), &free);
        let view = |places: &[u32]| {
            let severity = places.iter().filter_map(|&finding| columns.severity(finding as usize));
            let seats = columns.seats_of(places);
            Topic { seats, severity: severity.max(), places: places.to_vec() }
        };
        grouped.iter().map(view).collect()
    }
}

impl Columns {
    /// Findings as topics, each in the order of the docket; `pay` is asked before anything is looked at.
    pub(crate) fn topics<E>(
        &self,
        of: impl Iterator<Item = usize>,
        key: TopicKey,
        lines: i64,
        pay: &impl Fn(u64) -> Result<(), E>,
    ) -> Result<TopicLists, E> {
        if key == TopicKey::Lines {
            return self.near(of, lines, pay);
        }
        let index = self.topic_index(key);
        let mut grouping = Grouping::of(index);
        for finding in of {
            pay(index.costs[finding])?;
            grouping.put(index, finding);
        }
        Ok(grouping.lists())
    }

    /// Findings of one path, whose lines stand at most so many apart from those before, as one topic. What has no
    /// path or no line is set apart by category and location.
    fn near<E>(
        &self,
        of: impl Iterator<Item = usize>,
        lines: i64,
        pay: &impl Fn(u64) -> Result<(), E>,
    ) -> Result<TopicLists, E> {
        let index = self.topic_index(TopicKey::Lines);
        let (mut grouping, mut rest) = (Grouping::of(index), Vec::new());
        for finding in of {
            if index.lines[finding].is_none() {
                rest.push(finding);
                continue;
            }
            pay(index.costs[finding])?;
            grouping.put(index, finding);
        }
        let rest = self.topics(rest.into_iter(), TopicKey::Exact, 0, pay)?;
        let place = |finding: u32| index.lines[finding as usize].unwrap_or_default();
        let placed = grouping.lists();
        let mut topics: Vec<Vec<u32>> = rest.iter().map(<[u32]>::to_vec).collect();
        for found in placed.iter() {
            let mut found = found.to_vec();
            found.sort_unstable_by_key(|&finding| (place(finding), finding));
            let mut end: Option<i64> = None;
            for finding in found {
                let (first, last) = place(finding);
                match (end, topics.last_mut()) {
                    (Some(end), Some(topic)) if first - end <= lines.max(0) => topic.push(finding),
                    _ => {
                        topics.push(vec![finding]);
                        end = None;
                    }
                }
                end = Some(end.map_or(last, |end| end.max(last)));
            }
        }
        topics.iter_mut().for_each(|topic| topic.sort_unstable());
        topics.sort();
        let mut lists = TopicLists::default();
        topics.iter().for_each(|topic| lists.push(topic));
        Ok(lists)
    }

    /// What each finding is about, under a key.
    fn topic_index(&self, key: TopicKey) -> &TopicIndex {
        let all = 0..self.finding_cell.len();
        match key {
            TopicKey::Exact => self.topics.exact.get_or_init(|| self.index_topics(all, key)),
            TopicKey::Path => self.topics.path.get_or_init(|| self.index_topics(all, key)),
            TopicKey::Lines => self.topics.lines.get_or_init(|| self.index_lines(all)),
        }
    }

    fn index_topics(&self, all: impl Iterator<Item = usize>, key: TopicKey) -> TopicIndex {
        let (mut index, mut known) = (TopicIndex::default(), HashMap::new());
        for finding in all {
            let about = self.topic_of(finding, key);
            index.costs.push(1 + (about.category.len() + about.place.len()) as u64);
            index.ids.push(number(&mut known, about));
        }
        index
    }

    fn index_lines(&self, all: impl Iterator<Item = usize>) -> TopicIndex {
        let (mut index, mut known) = (TopicIndex::default(), HashMap::new());
        for finding in all {
            let found = self.finding(finding);
            let placed = found.path().zip(found.lines());
            index
                .lines
                .push(placed.as_ref().map(|(_, (first, last))| ((*first).into(), (*last).into())));
            index.costs.push(placed.as_ref().map_or(0, |(path, _)| 1 + path.len() as u64));
            let path = placed.map(|(path, _)| plain(path)).unwrap_or_default();
            index.ids.push(number(&mut known, path));
        }
        index
    }

    /// What a finding is about.
    fn topic_of(&self, finding: usize, key: TopicKey) -> TopicId<'_> {
        let found = self.finding(finding);
        let path = found.path().filter(|_| key == TopicKey::Path);
        let place = path.or_else(|| found.location()).map(|place| match place {
            Cow::Borrowed(place) => plain(Cow::Borrowed(place.trim())),
            Cow::Owned(place) => plain(Cow::Owned(place.trim().to_owned())),
        });
        let Some(place) = place else {
            return TopicId {
                category: Cow::Borrowed(""),
                place: self.fingerprint(finding).into(),
            };
        };
        let category = match found.category().unwrap_or_default() {
            Cow::Borrowed(word) => lower(word.trim()),
            Cow::Owned(word) => Cow::Owned(composed(word.trim()).to_lowercase()),
        };
        TopicId { category, place }
    }

    /// The same for the same finding in every round.
    pub(crate) fn fingerprint(&self, finding: usize) -> String {
        if self.made_up
            && let Some(supposed) = self.finding(finding).text().strip_prefix(SUPPOSED)
        {
            return supposed.to_owned();
        }
        let found = self.finding(finding).finding();
        found.map(|found| found.fingerprint(&self.sources).to_string()).unwrap_or_default()
    }

    /// How many seats report a topic.
    pub(crate) fn seats_of(&self, topic: &[u32]) -> usize {
        if topic.len() < 2 {
            return topic.len();
        }
        let seats =
            topic.iter().map(|&finding| self.seat_of(self.finding_cell[finding as usize] as usize));
        // Findings stand in the order of their cells, and cells mostly in that of their seats.
        if seats.clone().is_sorted() {
            let mut last = None;
            return seats.filter(|seat| last.replace(*seat) != Some(*seat)).count();
        }
        let mut seats: Vec<usize> = seats.collect();
        seats.sort_unstable();
        seats.dedup();
        seats.len()
    }

    /// How bad a finding is; a blocker without a severity is critical.
    pub(crate) fn severity(&self, finding: usize) -> Option<Severity> {
        let worst = self.finding_kind[finding] == super::FindingKind::Blocker;
        self.finding_severity[finding].or(worst.then_some(Severity::Critical))
    }
}
