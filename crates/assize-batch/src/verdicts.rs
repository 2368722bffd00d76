//! Rows of what texts say.

use std::sync::Arc;

use arrow::array::{ArrayRef, Int64Builder, ListBuilder, RecordBatch, StringBuilder};
use arrow::error::ArrowError;
use assize::codec::Cause;
use assize::verdict::{Confidence, Finding, Lines, Remark, Severity};
use assize::{Decoded, Format, Outcome, Verdict};

use crate::lists::Lengths;
use crate::schema;

/// Rows of [`schema::read`].
pub(crate) struct ReadRows {
    format: StringBuilder,
    cause: StringBuilder,
    stated: StringBuilder,
    derived: StringBuilder,
    effective: StringBuilder,
    confidence: StringBuilder,
    findings: Findings,
    remarks: Remarks,
    diagnostics: ListBuilder<StringBuilder>,
    sha256: StringBuilder,
    error: StringBuilder,
}

impl Default for ReadRows {
    fn default() -> Self {
        let text = StringBuilder::new;
        Self {
            format: text(),
            cause: text(),
            stated: text(),
            derived: text(),
            effective: text(),
            confidence: text(),
            findings: Findings::default(),
            remarks: Remarks::default(),
            diagnostics: ListBuilder::new(text()),
            sha256: text(),
            error: text(),
        }
    }
}

impl ReadRows {
    /// What a text says.
    pub(crate) fn push(&mut self, read: &Decoded) {
        let of = |outcome: fn(&Verdict) -> Option<Outcome>| {
            read.verdicts.iter().filter_map(outcome).max().map(Outcome::as_str)
        };
        self.format.append_option(read.format.map(Format::as_str));
        self.cause.append_option(read.unreadable.map(Cause::as_str));
        self.stated.append_option(of(|verdict| verdict.stated.map(|stated| stated.outcome)));
        self.derived.append_option(of(|verdict| verdict.derived));
        self.effective.append_option(of(Verdict::effective));
        self.confidence.append_option(least(&read.verdicts).map(Confidence::as_str));
        for verdict in &read.verdicts {
            verdict.findings.iter().for_each(|finding| self.findings.push(finding, read));
        }
        self.findings.end_row();
        let own = read.verdicts.iter().flat_map(|verdict| &verdict.remarks);
        own.chain(&read.remarks).for_each(|remark| self.remarks.push(remark, read));
        self.remarks.end_row();
        for told in &read.diagnostics {
            self.diagnostics.values().append_value(&told.code);
        }
        self.diagnostics.append(true);
        self.sha256.append_option(read.source().map(|source| source.sha256().to_string()));
        self.error.append_null();
    }

    /// Nothing was read, and why.
    pub(crate) fn push_error(&mut self, why: &str) {
        for column in [
            &mut self.format,
            &mut self.cause,
            &mut self.stated,
            &mut self.derived,
            &mut self.effective,
            &mut self.confidence,
            &mut self.sha256,
        ] {
            column.append_null();
        }
        self.findings.end_row();
        self.remarks.end_row();
        self.diagnostics.append(true);
        self.error.append_value(why);
    }

    pub(crate) fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.format.finish()),
            Arc::new(self.cause.finish()),
            Arc::new(self.stated.finish()),
            Arc::new(self.derived.finish()),
            Arc::new(self.effective.finish()),
            Arc::new(self.confidence.finish()),
            self.findings.finish()?,
            self.remarks.finish()?,
            Arc::new(self.diagnostics.finish()),
            Arc::new(self.sha256.finish()),
            Arc::new(self.error.finish()),
        ];
        RecordBatch::try_new(schema::read(), columns)
    }
}

/// The least sure of some verdicts; none where one does not say.
fn least(verdicts: &[Verdict]) -> Option<Confidence> {
    verdicts.iter().map(|verdict| verdict.confidence).min().flatten()
}

/// The column `findings`.
#[derive(Default)]
struct Findings {
    lengths: Lengths,
    kind: StringBuilder,
    severity: StringBuilder,
    path: StringBuilder,
    lines: LineRanges,
    text: StringBuilder,
    fingerprint: StringBuilder,
}

impl Findings {
    fn push(&mut self, finding: &Finding, read: &Decoded) {
        let location = finding.location.as_ref();
        let path = location.and_then(|location| location.path).map(|path| read.text(path));
        self.lengths.add();
        self.kind.append_value(finding.kind.as_str());
        self.severity.append_option(finding.severity.map(Severity::as_str));
        self.path.append_option(path);
        self.lines.push(location.map_or(&[], |location| &location.lines));
        self.text.append_value(read.text(finding.text));
        self.fingerprint.append_value(finding.fingerprint(&read.sources).to_string());
    }

    fn end_row(&mut self) {
        self.lengths.end_row();
    }

    fn finish(mut self) -> Result<ArrayRef, ArrowError> {
        let members: Vec<ArrayRef> = vec![
            Arc::new(self.kind.finish()),
            Arc::new(self.severity.finish()),
            Arc::new(self.path.finish()),
            self.lines.finish()?,
            Arc::new(self.text.finish()),
            Arc::new(self.fingerprint.finish()),
        ];
        self.lengths.list(schema::finding(), members)
    }
}

/// The lines that findings name.
#[derive(Default)]
struct LineRanges {
    lengths: Lengths,
    first: Int64Builder,
    last: Int64Builder,
}

impl LineRanges {
    fn push(&mut self, ranges: &[Lines]) {
        for lines in ranges {
            self.lengths.add();
            self.first.append_value(lines.first.into());
            self.last.append_value(lines.last.into());
        }
        self.lengths.end_row();
    }

    fn finish(mut self) -> Result<ArrayRef, ArrowError> {
        let members: Vec<ArrayRef> =
            vec![Arc::new(self.first.finish()), Arc::new(self.last.finish())];
        self.lengths.list(schema::lines(), members)
    }
}

/// The column `remarks`.
#[derive(Default)]
struct Remarks {
    lengths: Lengths,
    kind: StringBuilder,
    says: StringBuilder,
    text: StringBuilder,
}

impl Remarks {
    fn push(&mut self, remark: &Remark, read: &Decoded) {
        self.lengths.add();
        self.kind.append_value(remark.kind.as_str());
        self.says.append_value(remark.says.as_str());
        self.text.append_value(read.text(remark.span));
    }

    fn end_row(&mut self) {
        self.lengths.end_row();
    }

    fn finish(mut self) -> Result<ArrayRef, ArrowError> {
        let members: Vec<ArrayRef> = vec![
            Arc::new(self.kind.finish()),
            Arc::new(self.says.finish()),
            Arc::new(self.text.finish()),
        ];
        self.lengths.list(schema::remark(), members)
    }
}
