//! Several reports, so that no line is quoted twice.

use std::collections::HashMap;
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

/// Which groups quote a text: only they can quote the same lines.
#[derive(Default)]
struct About(HashMap<*const DisplayText, Vec<usize>>);

impl About {
    fn add(&mut self, group: usize, quoted: &[Lines]) {
        for lines in quoted {
            let groups = self.0.entry(Arc::as_ptr(&lines.text)).or_default();
            if groups.last() != Some(&group) {
                groups.push(group);
            }
        }
    }

    fn the_text_of(&self, lines: &Lines) -> &[usize] {
        self.0.get(&Arc::as_ptr(&lines.text)).map_or(&[], Vec::as_slice)
    }
}

/// What is about lines that an earlier report quotes follows it, and its labels stand there. The lines around those
/// that a report is about are left out where another one quotes them.
pub(super) fn quote_once(reports: Vec<Report>) -> Vec<Report> {
    let mut groups: Vec<Vec<Report>> = Vec::new();
    let mut about = About::default();
    for mut report in reports {
        let own = report.lines();
        let mut known = own.iter().take(1).flat_map(|lines| about.the_text_of(lines));
        let Some(&group) = known.find(|group| report.is_within(&groups[**group][0])) else {
            about.add(groups.len(), &own);
            groups.push(vec![report]);
            continue;
        };
        groups[group][0].labels.append(&mut report.labels);
        report.source = None;
        groups[group].push(report);
    }
    let heads: Vec<Vec<Lines>> = groups.iter().map(|group| group[0].lines()).collect();
    let alone = |own: usize| {
        !heads[own].iter().any(|lines| {
            let mut others = about.the_text_of(lines).iter().filter(|other| **other != own);
            others.any(|other| heads[*other].iter().any(|other| lines.is_near(other)))
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

#[cfg(test)]
mod tests {
    use super::super::DisplaySources;
    use super::*;
    use crate::Diagnostic;
    use crate::source::{Source, SourceId, Span};

    #[test]
    fn reports_about_many_texts_are_compared_with_those_about_the_same_one() {
        let sources: Vec<Source> =
            (0..200).map(|n| Source::new(format!("{n}.md"), "a\nb\n")).collect();
        let mut displayed = DisplaySources::new(&sources);
        let mut about = About::default();
        let mut compared = 0;
        for n in 0..400 {
            let at = Span { source: SourceId(n % 200), ..Span::new(0, 1) };
            let told = Diagnostic::error("assize::x").message("odd").label(at, "here");
            let quoted = Report::on(&mut displayed, &told).lines();
            compared += about.the_text_of(&quoted[0]).len();
            about.add(n as usize, &quoted);
        }
        assert_eq!(compared, 200);
    }
}
