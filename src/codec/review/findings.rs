//! Findings: those that doubt a review that passes, and all that name a place.

use std::collections::HashSet;

use super::legend::Legend;
use super::level::{Levels, is_of_root};
use super::rated::{
    closing_severity, counts_critical, is_tally, opening_severity, rates_in_pieces,
};
use super::said::Said;
use crate::codec::document::{Container, Document, Field, Kind, NodeId, Shape, Voice};
use crate::codec::statements::{
    NameKind, Rating, Sign, ValueKind, is_resolved, read_name, read_severity, read_value,
    split_heading,
};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::words::Words;
use crate::ir::{Outcome, Remark, RemarkKind, Severity};

/// Findings that stop the work: a review that passes is doubted by them.
pub(super) fn doubting(
    document: &Document,
    all: &[Said<'_>],
    levels: &Levels<'_>,
    words: &Words,
) -> Vec<Remark> {
    let found = all.iter().filter(|said| {
        said.field.voice == Voice::Own && !said.is_silent() && !is_ticked(document, said.field.node)
    });
    // A scale defines its words, and lists nothing.
    let found = found.filter(|said| levels.legend(said.field.node) != Some(Legend::Named));
    let rows = cpf_rows(document, words).into_iter().chain(errors(document, all));
    let critical =
        found.filter(|said| severity_of(document, said, words) == Some(Severity::Critical));
    critical
        .map(|said| {
            let line = document.span_of(&said.field);
            Remark::new(RemarkKind::Finding, Outcome::Fail, said.word(document), line)
        })
        .chain(rows)
        .collect()
}

/// `"error": "context length exceeded"`: a program that did not come to its end (R24).
fn errors(document: &Document, all: &[Said<'_>]) -> Vec<Remark> {
    let announced = all.iter().filter(|said| said.name.kind.announces());
    let announced: HashSet<NodeId> =
        announced.filter_map(|said| document.data_of(said.field.node)).collect();
    let announces = |data: NodeId| document.is_data().is_some() || announced.contains(&data);
    let own = all.iter().filter(|said| {
        let data = document.data_of(said.field.node);
        said.name.kind == NameKind::Error && !said.is_silent() && data.is_some_and(announces)
    });
    let some = own.filter(|said| {
        use ValueKind::{Empty, No, None, Settled};
        let list = matches!(said.field.shape, Shape::List | Shape::Object);
        let said_none = matches!(said.value.kind, Empty | No | None | Settled);
        is_of_root(document, &said.field)
            && if list { document.children(said.field.node).next().is_some() } else { !said_none }
    });
    some.map(|said| {
        let line = document.span_of(&said.field);
        Remark::new(RemarkKind::Unclear, Outcome::Hold, said.word(document), line)
    })
    .collect()
}

/// `C|security|src/a.rs|the token is logged`: rows of CPF that stop the work (R22).
fn cpf_rows(document: &Document, words: &Words) -> Vec<Remark> {
    const CELLS: usize = 4;
    let lines = document
        .inside(NodeId::ROOT)
        .filter(|at| document.kind(*at) == Kind::Line && document.voice(*at) == Voice::Own);
    let texts = lines.map(|at| document.text(at));
    let rows = texts.filter(|text| {
        let mut cells = document.shown(*text).split('|');
        if cells.clone().count() < CELLS {
            return false;
        }
        let two = [cells.next(), cells.next()].map(Option::unwrap_or_default);
        let rated = |cell: &str| {
            let known = matches!(read_severity(cell, words), Rating::Known(_));
            known && !cell.contains(char::is_lowercase)
        };
        // Of titles, each is one: `C|H|M|L`. The first cell may say who found it.
        let titles = two.iter().all(|cell| rated(cell));
        !titles
            && !two[0].trim().is_empty()
            && two.iter().any(|cell| {
                !cell.trim().contains(' ')
                    && read_severity(*cell, words) == Rating::Known(Severity::Critical)
            })
    });
    let rows = rows.map(|text| document.bytes_of(text));
    rows.map(|at| Remark::new(RemarkKind::Finding, Outcome::Fail, at, at)).collect()
}

/// How bad what a field lists is; none where it lists nothing.
fn severity_of(document: &Document, said: &Said<'_>, words: &Words) -> Option<Severity> {
    match said.name.kind {
        NameKind::Severity => match read_severity(said.text, words) {
            Rating::Known(severity) => {
                (!is_settled_beside(document, said, words)).then_some(severity)
            }
            _ => None,
        },
        // `Issues: 1 critical, 3 medium`
        NameKind::Finding(None) if said.value.kind == ValueKind::Count => {
            let label = said.field.container == Container::Label && !said.name.settled;
            let open = label && counts_critical(said.text, words);
            (open && !is_settled_behind(document, said, words)).then_some(Severity::Critical)
        }
        NameKind::Finding(_) if is_ticked_word(said) => None,
        NameKind::Finding(severity) => {
            // `"is_blocking": true, "status": "fixed"`, `| **B1 (blocker)** no limit | FIXED |`
            let in_row = document.kind(document.parent(said.field.node)) == Kind::Cell;
            let member = said.field.container == Container::Member && said.value.answer;
            let node = said.field.node;
            let column = said.field.container == Container::Column && said.value.answer;
            let done = || {
                (member || in_row || column) && is_settled_beside(document, said, words)
                    || said.name.titled && is_no_finding(document, node, words)
            };
            severity.filter(|_| !said.name.settled && lists_any(document, said, words) && !done())
        }
        NameKind::Tally(severity) => severity.filter(|_| counts(said)),
        NameKind::Other if rates_in_pieces(document, said, words) => Some(Severity::Critical),
        NameKind::Other if !said.is_nameless() => opening_severity(document, said, words),
        NameKind::Other if is_tally(document, said, words) => Some(Severity::Critical),
        NameKind::Other => opening_severity(document, said, words)
            .or_else(|| closing_severity(document, said, words)),
        _ => None,
    }
}

/// `"issues": [{"level": "critical"}]`, `| Blocker | src/a.rs:7 |`, `### Finding 1` above `Level: critical`: a finding says
/// how bad it is, under a name that no table knows. It is an entry or a label below a name of findings, a row with a line of
/// the work, or a row below a header that names findings.
pub(super) fn rates(document: &Document, field: &Field, words: &Words) -> bool {
    let around = document.parent(field.node);
    let (kind, container) = (document.kind(around), field.container);
    let may = match kind {
        Kind::Entry { shape: Shape::Object } => true,
        Kind::Table if container == Container::Column => true,
        _ => container == Container::Label,
    };
    let severity = may.then(|| read_severity(document.shown(field.value), words));
    if severity != Some(Rating::Known(Severity::Critical)) {
        return false;
    }
    let lists = |at| read_name(document.shown(document.text(at)), words).kind.finds();
    let places = |cell: &Field| {
        let text = document.shown(cell.value).trim_matches('`');
        !location::whole(Slice::new(text, 0)).lines.is_empty()
    };
    let fields = || document.children(around).flat_map(|at| document.fields_in(at));
    let (finds, beside): (bool, Vec<&Field>) = match kind {
        Kind::Entry { shape: Shape::Object } => {
            (lists(document.parent(around)), fields().collect())
        }
        Kind::Table if container == Container::Column => {
            let row = document.fields_in(field.node);
            let headed = |cell: &Field| {
                let other = cell.container == Container::Column && cell.name != field.name;
                let heads = |kind: NameKind| kind.finds() || kind == NameKind::LineNumber;
                other && heads(read_name(document.shown(cell.name), words).kind)
            };
            (row.iter().any(|cell| places(cell) || headed(cell)), row.iter().collect())
        }
        _ => {
            let section =
                document.sections(field.node).find(|at| heads_findings(document, *at, words));
            let beside = section.map(|at| document.fields_in(at).iter().collect());
            (section.is_some(), beside.unwrap_or_default())
        }
    };
    let rated =
        |field: &Field| read_name(document.shown(field.name), words).kind == NameKind::Severity;
    finds && !beside.into_iter().any(rated)
}

/// `- ✅ **Critical** the token was logged`: bold behind a tick, without a mark of its own.
fn is_ticked_word(said: &Said<'_>) -> bool {
    let (name, value) = (said.field.name, said.field.value);
    let label = said.field.container == Container::Label;
    label && said.name.sign == Some(Sign::Tick) && value.start == name.end + 1
}

/// `## Findings`, `### Finding 1: the token is logged`, but not the title of a page.
fn heads_findings(document: &Document, section: NodeId, words: &Words) -> bool {
    let heading = document.shown(document.text(section));
    let whole = read_name(heading, words);
    let name = match split_heading(heading, words) {
        Some((name, ..)) if !whole.kind.finds() => name,
        _ => whole,
    };
    name.kind.finds() && !name.settled && !name.earlier && document.level(section) != Some(1)
}

fn counts(said: &Said<'_>) -> bool {
    said.value.number.is_some_and(|number| number > 0)
        || said.value.kind == ValueKind::Go && said.value.answer
}

/// Whether something stands behind or below the name of a finding.
pub(super) fn lists_any(document: &Document, said: &Said<'_>, words: &Words) -> bool {
    if let Some(count) = said.name.count {
        return count > 0;
    }
    match (said.field.container, said.field.shape) {
        (_, Shape::List | Shape::Object) => {
            document.children(said.field.node).any(|at| is_open(document, at, words))
        }
        // `## Must fix — None`: what stands behind the mark is what is listed.
        (Container::Heading, _)
            if split_heading(document.shown(said.field.name), words)
                .is_some_and(|(name, ..)| matches!(name.kind, NameKind::Finding(Some(_)))) =>
        {
            false
        }
        (Container::Heading, _) => said.field.answer.map_or_else(
            || {
                document.inside(said.field.node).any(|at| {
                    document.kind(at) == Kind::Row { header: false } && is_open(document, at, words)
                })
            },
            |answer| {
                let item =
                    document.item(answer).is_some_and(|at| document.holds(said.field.node, at));
                (item || is_open_text(said, words))
                    && lists_below(document, said.field.node, answer, words)
            },
        ),
        // `### Critical: must fix` above `None.`
        (Container::InHeading, _) => {
            let answer =
                document.answer(said.field.node).map(|at| document.shown(document.text(at)));
            let none =
                |text| matches!(read_value(text, words).kind, ValueKind::None | ValueKind::Settled);
            is_open_text(said, words) && !answer.is_some_and(none)
        }
        // `- Must fix:` above items beside it
        (Container::Label, Shape::Null) => document
            .item(said.field.node)
            .filter(|_| !document.shown(said.field.name).ends_with('?'))
            .and_then(|item| document.sibling(item))
            .filter(|next| document.item(*next) == Some(*next))
            .is_some_and(|next| {
                let named = document.fields_in(next).iter();
                let named = named.filter(|field| field.container == Container::Label);
                { named }.all(|field| !field.value.is_empty()) && is_open(document, next, words)
            }),
        // `<blockers>` around elements
        (Container::Element, _) => document
            .inside(said.field.node)
            .filter(|at| document.kind(*at) == Kind::Line)
            .filter(|at| document.fields_in(*at).iter().all(|field| field.name.is_empty()))
            .any(|at| is_open(document, at, words)),
        (Container::Row, _) => is_open_text(said, words) && !heads_counts(document, said, words),
        // `| Critical | … |` of a table with a header is what the row is about.
        (Container::Column, _) => {
            let answers = said.value.answer && said.text.contains(char::is_alphabetic);
            answers && lists_findings(document, said, words)
                || said.value.number.is_some_and(|number| number > 0)
        }
        _ => is_open_text(said, words) && !is_settled_behind(document, said, words),
    }
}

/// `**Critical:** the token is logged. **Status:** fixed`: the next label of the line says that it is done.
fn is_settled_behind(document: &Document, said: &Said<'_>, words: &Words) -> bool {
    let (node, value) = (said.field.node, said.field.value);
    let fields = document.fields_in(node).iter();
    let labels = fields.filter(|field| field.container == Container::Label && field.node == node);
    let next = { labels }.find(|field| field.name.start >= value.end);
    next.is_some_and(|next| {
        let kind = read_value(document.shown(next.value), words).kind;
        let program = read_name(document.shown(next.name), words).kind == NameKind::Program;
        program && kind == ValueKind::Settled
    })
}

/// `| Blocking issues | Notes |` above `| 0 | none |`: the name of a column that counts.
fn heads_counts(document: &Document, said: &Said<'_>, words: &Words) -> bool {
    let table = document.parent(said.field.node);
    let header = document.kind(said.field.node) == Kind::Row { header: true };
    header
        && document.fields_in(table).iter().any(|field| {
            let own = field.container == Container::Column && field.name == said.field.name;
            own && read_value(document.shown(field.value), words).number.is_some()
        })
}

fn is_open_text(said: &Said<'_>, words: &Words) -> bool {
    use ValueKind::{Empty, Go, Leaning, Mild, No, None, Settled};
    let number = said.value.number.is_none_or(|number| number > 0);
    let kind = said.value.kind;
    let ticked = said.value.sign == Some(Sign::Tick) && said.value.alone;
    let says_none = ticked
        || matches!(kind, None | Settled | No | Empty | Leaning | Mild)
        || kind == Go && !said.value.answer;
    !says_none && number && !is_resolved(said.text, words)
}

/// Whether any line or item below a heading is still open.
fn lists_below(document: &Document, heading: NodeId, answer: NodeId, words: &Words) -> bool {
    match document.kind(heading) {
        Kind::Section { .. } => {
            let items = document
                .inside(heading)
                .filter(|at| matches!(document.kind(*at), Kind::Item { .. }))
                .collect::<Vec<_>>();
            // `### Critical` above `#### The pool`, and what is below that.
            let inner = |at: &NodeId| matches!(document.kind(*at), Kind::Section { .. });
            let mut inner = document.inside(heading).filter(inner).peekable();
            if items.is_empty() && inner.peek().is_some() {
                inner.any(|at| is_open(document, document.answer(at).unwrap_or(at), words))
            } else if items.is_empty() {
                document.voice(answer) == Voice::Own && !is_ticked(document, answer)
            } else {
                items.into_iter().any(|at| is_open(document, at, words))
            }
        }
        _ => is_open(document, answer, words),
    }
}

/// Whether an item, a line or an entry is not done.
pub(super) fn is_open(document: &Document, at: NodeId, words: &Words) -> bool {
    if is_ticked(document, at) || document.voice(at) != Voice::Own {
        return false;
    }
    let object = matches!(document.kind(at), Kind::Entry { shape: Shape::Object });
    if object && is_settled(document, at, words) {
        return false;
    }
    let Some(line) = document.first_line(at) else { return true };
    let text = document.shown(document.text(line));
    let value = read_value(text, words);
    let none = matches!(value.kind, ValueKind::None | ValueKind::Settled | ValueKind::Empty);
    document.voice(line) == Voice::Own && !none && !value.clears() && !value.resolved
}

pub(super) fn is_ticked(document: &Document, at: NodeId) -> bool {
    let text = document.shown(document.text(at));
    let in_line = document.kind(at) == Kind::Line
        && ["[x] ", "[X] "].iter().any(|ticked| text.starts_with(ticked));
    in_line || document.nearest(at, |kind| kind == Kind::Item { ticked: Some(true) }).is_some()
}

/// Whether a field beside a severity says that it is done: a cell of its row, a member of its object.
pub(super) fn is_settled_beside(document: &Document, said: &Said<'_>, words: &Words) -> bool {
    let node = said.field.node;
    let around = match document.kind(node) {
        Kind::Row { .. } => node,
        _ if document.kind(document.parent(node)) == Kind::Cell => {
            document.parent(document.parent(node))
        }
        _ => of_one_finding(document, said, words).unwrap_or_else(|| document.parent(node)),
    };
    is_settled(document, around, words)
}

/// `- Severity: critical` above `- Status: fixed`: the list of what is said of one finding.
fn of_one_finding(document: &Document, said: &Said<'_>, words: &Words) -> Option<NodeId> {
    let item = document.parent(said.field.node);
    let list = document.parent(item);
    let rates = |field: &&Field| {
        read_name(document.shown(field.name), words).kind == NameKind::Severity
            || field.name == said.field.name
    };
    let is_list = matches!(document.kind(item), Kind::Item { .. })
        && document.kind(list) == Kind::List
        && said.field.container == Container::Label;
    let one = || document.fields_in(list).iter().filter(rates).count() == 1;
    (is_list && one()).then_some(list)
}

/// `| Finding | Blocking |`: a row of a table that lists findings.
fn lists_findings(document: &Document, said: &Said<'_>, words: &Words) -> bool {
    let other =
        |field: &&Field| field.container == Container::Column && field.name != said.field.name;
    let finds = |field: &Field| read_name(document.shown(field.name), words).kind.finds();
    document.fields_in(said.field.node).iter().filter(other).any(finds)
}

/// `### Data access (critical)` where nothing above it names findings, and `### 1. Token leak (Critical)` above
/// `**Status:** ✅ Verified`.
pub(super) fn is_no_finding(document: &Document, node: NodeId, words: &Words) -> bool {
    let listed =
        document.sections(node).any(|at| at != node && heads_findings(document, at, words));
    let own = |field: &&Field| {
        let is_label = field.container == Container::Label;
        is_label && document.sections(field.node).next() == Some(node)
    };
    !listed
        || document.fields_in(node).iter().filter(own).any(|field| {
            let value = read_value(document.shown(field.value), words);
            let done = value.kind == ValueKind::Settled || value.sign == Some(Sign::Tick);
            done && read_name(document.shown(field.name), words).kind == NameKind::Program
        })
}

/// Whether a row or an object says of itself that it is done.
fn is_settled(document: &Document, entry: NodeId, words: &Words) -> bool {
    let own = |field: &&Field| {
        let around = document.parent(field.node);
        let list = document.kind(entry) == Kind::List;
        // Of a list, only a status speaks of the finding: `- Tests: fixed` does not.
        let name = || read_name(document.shown(field.name), words);
        let item = list && document.parent(around) == entry && name().kind == NameKind::Program;
        item || !list && (field.node == entry || around == entry)
    };
    let said = document.fields_in(entry).iter().filter(own).map(|field| {
        let text = document.shown(field.value);
        let name = read_name(document.shown(field.name), words);
        let value = read_value(text, words);
        let is_done = value.kind == ValueKind::Settled || value.resolved;
        // `status: passed`, `resolved: true`
        let program = name.kind == NameKind::Program;
        let answers = program && !value.describes || name.earlier;
        let holds = value.kind == ValueKind::Go && answers;
        (is_done || holds || value.number == Some(0), program)
    });
    let said: Vec<(bool, bool)> = said.collect();
    // `status: open` beside `fixed: true`
    said.iter().any(|(done, _)| *done) && said.iter().all(|(done, program)| *done || !program)
}
