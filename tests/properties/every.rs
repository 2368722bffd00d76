//! What the properties of all formats ask of what was read.

use assize::verdict::{Evidence, Verdict};
use assize::{Decoded, Format, Outcome, Profile, ReadOptions, Source, Span, read, source};
use proptest::prelude::*;

/// A text, read as one format, or as the format that it is in.
pub(crate) fn read_as(text: impl AsRef<[u8]>, format: Option<Format>, profile: Profile) -> Decoded {
    let options = ReadOptions::default().profile(profile).format(format);
    read(&Source::new("text", text.as_ref()), &options)
}

/// Texts of some pieces in any order.
pub(crate) fn pieces(known: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(known), 0..most).prop_map(|pieces| pieces.concat())
}

/// The beginning of a text, cut off at or before a place.
pub(crate) fn cut(text: &str, at: usize) -> &str {
    let ends = (0..=at.min(text.len())).rev();
    ends.filter_map(|end| text.get(..end)).next().unwrap_or_default()
}

/// The worst that any verdict comes to.
pub(crate) fn effective(decoded: &Decoded) -> Option<Outcome> {
    decoded.verdicts.iter().filter_map(Verdict::effective).max()
}

/// A text gives verdicts, or a reason why it does not.
pub(crate) fn reads_or_says_why(decoded: &Decoded) -> Result<(), TestCaseError> {
    prop_assert_eq!(decoded.unreadable.is_some(), decoded.verdicts.is_empty());
    Ok(())
}

/// Every place that reading points at lies in its source, and in the text that people see.
pub(crate) fn sound(decoded: &Decoded) -> Result<(), TestCaseError> {
    let lies_within = |span: Span| {
        let source = decoded.sources.get(span.source.0 as usize)?;
        let place = span.start as usize..span.end as usize;
        source.bytes().get(place.clone())?;
        source.text().map_or(Some(()), |text| text.get(place).map(|_| ()))
    };
    for span in spans(decoded) {
        prop_assert!(lies_within(span).is_some(), "{span:?}");
        prop_assert!(lies_within(source::outermost(&decoded.sources, span)).is_some(), "{span:?}");
    }
    Ok(())
}

fn spans(decoded: &Decoded) -> Vec<Span> {
    let mut spans: Vec<Span> = decoded.recoveries.iter().map(|recovery| recovery.span).collect();
    spans.extend(decoded.diagnostics.iter().flat_map(|d| d.labels.iter().map(|label| label.span)));
    for verdict in decoded.verdicts.iter().chain(&decoded.fragments) {
        spans.push(verdict.span);
        spans.extend(verdict.stated.map(|stated| stated.word));
        let one = [verdict.reviewer, verdict.summary, verdict.action, verdict.scope];
        spans.extend(one.into_iter().chain([verdict.revision, verdict.first_unclaimed]).flatten());
        spans.extend(verdict.evidence.map(|evidence| match evidence {
            Evidence::Path(span) | Evidence::Inline(span) => span,
        }));
        spans.extend(verdict.notes.iter().chain(&verdict.tags));
        spans.extend(verdict.members.iter().flat_map(|member| [member.name, member.text]));
        spans.extend(verdict.remarks.iter().flat_map(|remark| [remark.text, remark.span]));
        spans.extend(verdict.criteria.iter().map(|criterion| criterion.name));
        spans.extend(verdict.criteria.iter().filter_map(|criterion| criterion.text));
        spans.extend(verdict.removed.iter().flat_map(|r| [r.agent, r.reason, r.text]));
        let settled = verdict.resolved.iter();
        spans.extend(settled.clone().flat_map(|r| [r.resolution, r.text]));
        spans.extend(settled.flat_map(|r| r.agents.iter().copied()));
        spans.extend(verdict.steering.iter().flat_map(|s| [s.level, s.target, s.text]));
        spans.extend(verdict.spec_feedback.iter().flat_map(|f| [f.phase, f.spec, f.text]));
        for found in &verdict.findings {
            spans.extend([found.text, found.span]);
            spans.extend(
                found.category.into_iter().chain(found.advice).chain(found.agents.iter().copied()),
            );
            if let Some(location) = &found.location {
                spans.extend([Some(location.text), location.path].into_iter().flatten());
                spans.extend(location.also.iter().map(|place| place.path));
            }
        }
    }
    spans
}

/// What is written is read the same, by what `told` says of it, and is written the same again.
#[cfg(any(feature = "kdl", feature = "serde"))]
pub(crate) fn same_when_written<T: PartialEq + std::fmt::Debug>(
    decoded: &Decoded,
    format: Format,
    told: impl Fn(&Decoded) -> T,
) -> Result<(), TestCaseError> {
    use assize::{codec::WriteOptions, write};

    let written = write(decoded, format, &WriteOptions::default());
    let written = written.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let again = read_as(written.as_str(), None, Profile::Standard);
    prop_assert_eq!(told(decoded), told(&again), "{}", written);
    let twice = write(&again, format, &WriteOptions::default());
    prop_assert_eq!(twice.ok(), Some(written));
    Ok(())
}
