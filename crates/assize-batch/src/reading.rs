//! Texts to what they say, a row each.

use arrow::array::{ArrayRef, RecordBatch};
use arrow::compute::concat_batches;
use assize::{Diagnostic, Diagnostics, ReadOptions, Source, read};

use crate::columns::Texts;
use crate::cores::Cores;
use crate::mistakes;
use crate::schema;
use crate::verdicts::ReadRows;

/// So many texts are read by one core before it looks for more.
const PIECE: usize = 64;

/// Reads columns of texts.
///
/// ```
/// use std::sync::Arc;
/// use arrow::array::{Array, ArrayRef, AsArray, StringArray};
/// use assize_batch::Reader;
/// let texts: ArrayRef = Arc::new(StringArray::from(vec![Some("verdict: pass\nconfidence: low\n"), None]));
/// let read = Reader::default().read(&texts)?;
/// assert_eq!(read["confidence"].as_string::<i32>().value(0), "low");
/// assert!(read["effective"].is_null(1));
/// assert_eq!(read["error"].as_string::<i32>().value(1), "the text is null");
/// # Ok::<(), assize::Diagnostics>(())
/// ```
#[derive(Clone, Default)]
pub struct Reader {
    options: ReadOptions,
    cores: Cores,
}

impl Reader {
    /// Reads as the options say, on the thread that asks.
    pub fn new(options: ReadOptions) -> Self {
        Self { options, cores: Cores::default() }
    }

    /// Reads on so many threads of its own.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { cores: Cores::new(threads), ..self }
    }

    /// What texts say: [`schema::read`], a row for each, in their order.
    ///
    /// # Errors
    ///
    /// The column holds no text; the rows do not fit into one batch.
    pub fn read(&self, texts: &ArrayRef) -> Result<RecordBatch, Diagnostics> {
        Ok(self.read_column("text", texts, None)?)
    }

    /// The same for a column of a file; `errors` says of some rows why they are not read.
    pub(crate) fn read_column(
        &self,
        name: &str,
        texts: &ArrayRef,
        errors: Option<&Texts>,
    ) -> Result<RecordBatch, Diagnostic> {
        let texts = Texts::of(name, texts)?;
        let pieces = self.cores.of_pieces(texts.len(), PIECE, |rows| {
            let mut read_rows = ReadRows::default();
            for row in rows {
                match (errors.and_then(|errors| errors.name(row)), texts.get(row)) {
                    (Some(error), _) => read_rows.push_error(error),
                    (None, Some(text)) => {
                        read_rows.push(&read(&Source::new("", text), &self.options));
                    }
                    (None, None) => read_rows.push_error("the text is null"),
                }
            }
            read_rows.finish()
        });
        let pieces = pieces.into_iter().collect::<Result<Vec<_>, _>>();
        let whole = pieces.and_then(|pieces| concat_batches(&schema::read(), &pieces));
        whole.map_err(|error| mistakes::arrow(&error))
    }
}
