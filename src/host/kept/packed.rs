//! What was read of a source, as bytes and back.
//!
//! Each structure is taken apart without `..`, so that a field that is added to one of them has to be added here. Bytes
//! that are not what this wrote give none, and never a panic.

use std::borrow::Cow;

use crate::codec::codes;
use crate::diagnostic::{Label, Level};
use crate::ir::{
    Cause, Confidence, Criterion, Decoded, Evidence, Finding, FindingKind, Format, Lines, Location,
    Member, Outcome, Place, Pointer, Profile, Recovery, Remark, RemarkKind, Removed, Resolved,
    Severity, SpecFeedback, Stated, Steering, Subject, Tried, Verdict,
};
use crate::source::{Piece, SourceId};
use crate::{Diagnostic, Source, Span};

/// Something that is written as bytes, and read from them again.
trait Packed: Sized {
    fn pack(&self, out: &mut Vec<u8>);
    fn unpack(from: &mut &[u8]) -> Option<Self>;
}

/// What was read of a source, without the source itself.
pub(super) fn pack(decoded: &Decoded) -> Vec<u8> {
    let Decoded {
        sources,
        format,
        why,
        profile,
        verdicts,
        unreadable,
        fragments,
        remarks,
        missing,
        recoveries,
        diagnostics,
        says_fail,
        mentions_stop,
        tried,
        pointer,
    } = decoded;
    let mut out = Vec::with_capacity(128);
    let embedded = sources.get(1..).unwrap_or_default();
    pack_all(embedded, &mut out);
    format.pack(&mut out);
    why.pack(&mut out);
    profile.pack(&mut out);
    verdicts.pack(&mut out);
    unreadable.pack(&mut out);
    fragments.pack(&mut out);
    remarks.pack(&mut out);
    missing.pack(&mut out);
    recoveries.pack(&mut out);
    diagnostics.pack(&mut out);
    says_fail.pack(&mut out);
    mentions_stop.pack(&mut out);
    tried.pack(&mut out);
    pointer.pack(&mut out);
    out
}

/// What was read of this source; none where the bytes are not what [`pack`] makes.
pub(super) fn unpack(mut from: &[u8], source: &Source) -> Option<Decoded> {
    let from = &mut from;
    let mut sources = vec![source.clone()];
    sources.append(&mut Packed::unpack(from)?);
    let decoded = Decoded {
        sources,
        format: Packed::unpack(from)?,
        why: Packed::unpack(from)?,
        profile: Packed::unpack(from)?,
        verdicts: Packed::unpack(from)?,
        unreadable: Packed::unpack(from)?,
        fragments: Packed::unpack(from)?,
        remarks: Packed::unpack(from)?,
        missing: Packed::unpack(from)?,
        recoveries: Packed::unpack(from)?,
        diagnostics: Packed::unpack(from)?,
        says_fail: Packed::unpack(from)?,
        mentions_stop: Packed::unpack(from)?,
        tried: Packed::unpack(from)?,
        pointer: Packed::unpack(from)?,
    };
    from.is_empty().then_some(decoded)
}

macro_rules! packed {
    ($($name:ident { $($field:ident),* })*) => {
        $(impl Packed for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                let Self { $($field),* } = self;
                $($field.pack(out);)*
            }

            fn unpack(from: &mut &[u8]) -> Option<Self> {
                $(let $field = Packed::unpack(from)?;)*
                Some(Self { $($field),* })
            }
        })*
    };
}

/// Closed vocabularies: by their place in it.
macro_rules! packed_words {
    ($($name:ident)*) => {
        $(impl Packed for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                out.push(*self as u8);
            }

            fn unpack(from: &mut &[u8]) -> Option<Self> {
                Self::ALL.get(usize::from(byte(from)?)).copied()
            }
        })*
    };
}

packed_words! { Cause Confidence FindingKind Format Level Outcome Profile RemarkKind Severity }

packed! {
    Span { source, start, end }
    Piece { start, outer_start, outer_len }
    Tried { format, at, why }
    Pointer { path, stated }
    Stated { outcome, word }
    Diagnostic { code, level, message, labels, help }
    Label { span, text }
    Remark { kind, says, text, span }
    Finding { kind, severity, category, location, text, advice, agents, span }
    Location { text, path, lines, also }
    Place { path, lines }
    Lines { first, last }
    Member { name, text }
    Criterion { name, outcome, text }
    Removed { agent, reason, text }
    Resolved { agents, resolution, text }
    Steering { level, target, text }
    SpecFeedback { phase, spec, text }
    Verdict {
        reviewer, subject, kind, summary, stated, derived, derived_besides, audited, stands_in,
        rests_on, action, confidence, scope, findings, criteria, removed, resolved, steering,
        spec_feedback, notes, revision, members, tags, evidence, contradictory, gave_up, inferred,
        remarks, unclaimed, first_unclaimed, span
    }
}

impl Packed for Recovery {
    fn pack(&self, out: &mut Vec<u8>) {
        let Self { name, span } = self;
        pack_text(name, out);
        span.pack(out);
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        let name = String::unpack(from)?;
        let known = codes().iter().find(|code| code.repair && code.name() == name)?;
        Some(Self { name: known.name(), span: Packed::unpack(from)? })
    }
}

impl Packed for Source {
    fn pack(&self, out: &mut Vec<u8>) {
        pack_text(self.name(), out);
        pack_bytes(self.bytes(), out);
        let (parent, pieces) = self.pieces().unwrap_or_default();
        parent.pack(out);
        pack_all(pieces, out);
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        let (name, text) = (String::unpack(from)?, String::unpack(from)?);
        let (parent, pieces) = (Packed::unpack(from)?, Packed::unpack(from)?);
        Some(Source::embedded(name, text, parent, pieces))
    }
}

impl Packed for SourceId {
    fn pack(&self, out: &mut Vec<u8>) {
        self.0.pack(out);
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        Some(Self(Packed::unpack(from)?))
    }
}

impl Packed for Evidence {
    fn pack(&self, out: &mut Vec<u8>) {
        let (kind, span) = match self {
            Self::Path(span) => (0, span),
            Self::Inline(span) => (1, span),
        };
        out.push(kind);
        span.pack(out);
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        match byte(from)? {
            0 => Some(Self::Path(Packed::unpack(from)?)),
            1 => Some(Self::Inline(Packed::unpack(from)?)),
            _ => None,
        }
    }
}

impl Packed for Subject {
    fn pack(&self, out: &mut Vec<u8>) {
        match self {
            Self::Change => out.push(0),
            Self::Criterion(name) => {
                out.push(1);
                name.pack(out);
            }
            Self::Pair { note, gate } => {
                out.push(2);
                note.pack(out);
                gate.pack(out);
            }
            Self::Batch { batch, run } => {
                out.push(3);
                batch.pack(out);
                run.pack(out);
            }
            Self::Reviewer(name) => {
                out.push(4);
                name.pack(out);
            }
        }
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        Some(match byte(from)? {
            0 => Self::Change,
            1 => Self::Criterion(Packed::unpack(from)?),
            2 => Self::Pair { note: Packed::unpack(from)?, gate: Packed::unpack(from)? },
            3 => Self::Batch { batch: Packed::unpack(from)?, run: Packed::unpack(from)? },
            4 => Self::Reviewer(Packed::unpack(from)?),
            _ => return None,
        })
    }
}

impl<T: Packed> Packed for Option<T> {
    fn pack(&self, out: &mut Vec<u8>) {
        out.push(u8::from(self.is_some()));
        self.iter().for_each(|one| one.pack(out));
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        match byte(from)? {
            0 => Some(None),
            1 => Some(Some(T::unpack(from)?)),
            _ => None,
        }
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn pack(&self, out: &mut Vec<u8>) {
        pack_all(self, out);
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        let count = usize::try_from(u32::unpack(from)?).ok()?;
        // Each takes a byte at least, so a number that is no count asks for no memory.
        (count <= from.len()).then(|| (0..count).map(|_| T::unpack(from)).collect())?
    }
}

impl Packed for String {
    fn pack(&self, out: &mut Vec<u8>) {
        pack_text(self, out);
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        let length = usize::try_from(u32::unpack(from)?).ok()?;
        let (text, rest) = from.split_at_checked(length)?;
        *from = rest;
        std::str::from_utf8(text).ok().map(str::to_owned)
    }
}

impl Packed for Cow<'static, str> {
    fn pack(&self, out: &mut Vec<u8>) {
        pack_text(self, out);
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        String::unpack(from).map(Cow::Owned)
    }
}

impl Packed for bool {
    fn pack(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        match byte(from)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
impl Packed for u32 {
    fn pack(&self, out: &mut Vec<u8>) {
        let mut left = *self;
        loop {
            let [lowest, ..] = left.to_le_bytes();
            left >>= 7;
            match left {
                0 => return out.push(lowest & 0x7f),
                _ => out.push(lowest | 0x80),
            }
        }
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        let mut all = 0_u64;
        for place in 0..5 {
            let next = byte(from)?;
            all |= u64::from(next & 0x7f) << (7 * place);
            if next < 0x80 {
                return u32::try_from(all).ok();
            }
        }
        None
    }
}

fn byte(from: &mut &[u8]) -> Option<u8> {
    let (first, rest) = from.split_first()?;
    *from = rest;
    Some(*first)
}

fn pack_all<T: Packed>(all: &[T], out: &mut Vec<u8>) {
    count(all.len()).pack(out);
    all.iter().for_each(|one| one.pack(out));
}

fn pack_text(text: &str, out: &mut Vec<u8>) {
    pack_bytes(text.as_bytes(), out);
}

fn pack_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    count(bytes.len()).pack(out);
    out.extend_from_slice(bytes);
}

/// No source, and so nothing in it, is longer.
fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
