//! Several reports, so that no line is quoted twice.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{DisplayText, Report};

/// Some lines of a text.
struct Lines {
    text: Arc<DisplayText>,
    range: RangeInclusive<usize>,
}

impl Lines {
    fn contains(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.text, &other.text)
            && self.range.start() <= other.range.start()
            && other.range.end() <= self.range.end()
    }

    /// Whether the lines and those around them meet the others and those around them.
    fn is_near(&self, other: &Self) -> bool {
        let ends_above =
            |one: &Self, other: &Self| one.range.end() + 2 * AROUND < *other.range.start();
        Arc::ptr_eq(&self.text, &other.text) && !ends_above(self, other) && !ends_above(other, self)
    }
}

/// How many lines miette shows above and below those that a label is on.
const AROUND: usize = 1;

/// What is about lines that an earlier report quotes follows it, and its labels stand there. The lines around those
/// that a report is about are left out where another one quotes them.
pub(super) fn quote_once(reports: Vec<Report>) -> Vec<Report> {
    let mut groups: Vec<Vec<Report>> = Vec::new();
    for mut report in reports {
        let holds = |group: &&mut Vec<Report>| report.is_within(&group[0]);
        let Some(group) = groups.iter_mut().find(holds) else {
            groups.push(vec![report]);
            continue;
        };
        group[0].labels.append(&mut report.labels);
        report.source = None;
        group.push(report);
    }
    let heads: Vec<Vec<Lines>> = groups.iter().map(|group| group[0].lines()).collect();
    let alone = |own: usize| {
        let mut others = heads.iter().enumerate().filter(|(other, _)| *other != own);
        !others.any(|(_, others)| {
            others.iter().any(|other| heads[own].iter().any(|lines| lines.is_near(other)))
        })
    };
    let alone: Vec<bool> = (0..groups.len()).map(alone).collect();
    for (group, alone) in groups.iter_mut().zip(alone) {
        let head = &mut group[0];
        let related = head.related.iter_mut().filter_map(|part| part.source.as_mut());
        head.source.iter_mut().chain(related).for_each(|place| place.around = alone);
    }
    groups.into_iter().flatten().collect()
}

impl Report {
    /// Whether all that it would quote is quoted by another.
    fn is_within(&self, other: &Self) -> bool {
        let (own, theirs) = (self.lines(), other.lines());
        self.related.is_empty()
            && !own.is_empty()
            && own.iter().all(|lines| theirs.iter().any(|other| other.contains(lines)))
            && self.is_beside(other)
    }

    /// Whether no label lies on one of the other: miette would not show both.
    fn is_beside(&self, other: &Self) -> bool {
        self.labels.iter().all(|own| {
            other.labels.iter().all(|theirs| {
                own.offset() + own.len().max(1) <= theirs.offset()
                    || theirs.offset() + theirs.len().max(1) <= own.offset()
            })
        })
    }

    /// The lines that it is about.
    fn lines(&self) -> Vec<Lines> {
        let parts = std::iter::once(self).chain(&self.related);
        let labels = parts.flat_map(|part| {
            part.source.iter().flat_map(|place| part.labels.iter().map(move |label| (place, label)))
        });
        labels
            .map(|(place, label)| {
                let range = label.offset()..label.offset() + label.len();
                Lines { text: place.shown.clone(), range: place.shown.lines_of(&range) }
            })
            .collect()
    }
}
