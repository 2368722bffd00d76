//! The columns of what comes out, in every engine.
//!
//! A column is added at the end, and its name and type never change, unless [`VERSION`] does. Texts are `Utf8`, numbers are
//! `Int64`, and every column may be null, because some engines know nothing else; which of them are is said here.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use arrow::datatypes::{DataType, Field, Fields, Schema, SchemaRef};

/// The version of both schemas; the metadata of a schema holds it as `assize.schema`: `read 1`, `ruling 1`.
pub const VERSION: u32 = 1;

/// What is read of a text, one row each.
///
/// | column | type | meaning |
/// |---|---|---|
/// | `format` | text | the format it is in; null where none fits |
/// | `cause` | text | why there is no verdict; null where there is one |
/// | `stated` | text | what it declares: the worst `pass`, `warn`, `hold`, `fail` of its verdicts |
/// | `derived` | text | what its findings imply by its format |
/// | `effective` | text | its outcome: the worst of both, and a `hold` where its own remarks doubt it |
/// | `confidence` | text | the least of its verdicts: `high`, `med`, `low` |
/// | `findings` | list | `kind`, `severity`, `path`, `lines` (list of `first`, `last`), `text`, `fingerprint`; never null |
/// | `remarks` | list | `kind`, `says`, `text` of what stands beside its fields; never null |
/// | `diagnostics` | list of text | codes of what reading had to say; never null |
/// | `sha256` | text | SHA-256 of its bytes, in hexadecimal; null where the text is |
/// | `error` | text | why nothing was read; null where it was |
pub fn read() -> SchemaRef {
    static READ: LazyLock<SchemaRef> = LazyLock::new(|| {
        let fields = vec![
            text("format"),
            text("cause"),
            text("stated"),
            text("derived"),
            text("effective"),
            text("confidence"),
            list("findings", DataType::Struct(finding())),
            list("remarks", DataType::Struct(remark())),
            list("diagnostics", DataType::Utf8),
            text("sha256"),
            text("error"),
        ];
        versioned("read", fields)
    });
    READ.clone()
}

/// What a policy decides about a docket, one row each.
///
/// | column | type | meaning |
/// |---|---|---|
/// | `task`, `round` | text, number | which docket it is |
/// | `outcome` | text | `pass` and `warn` open, `hold` and `fail` shut; `error` where there is no ruling |
/// | `word` | text | the policy's word for it; null where there is no ruling |
/// | `open` | boolean | whether the gate is open; never null |
/// | `rule` | text | the rule that decided; null where none holds |
/// | `reason` | text | the rule's `because` |
/// | `notes` | list of text | the notes that hold; never null |
/// | `actions` | list | `kind`, `seat`, `reason`, `message`: what should happen next; never null |
/// | `impediments` | list | `name`, `seat`: why an opening was refused; never null |
/// | `policy` | text | SHA-256 of the policy, in hexadecimal |
/// | `error` | text | why there is no ruling; null where there is one |
pub fn ruling() -> SchemaRef {
    static RULING: LazyLock<SchemaRef> = LazyLock::new(|| {
        let fields = vec![
            text("task"),
            Field::new("round", DataType::Int64, true),
            text("outcome"),
            text("word"),
            Field::new("open", DataType::Boolean, true),
            text("rule"),
            text("reason"),
            list("notes", DataType::Utf8),
            list("actions", DataType::Struct(action())),
            list("impediments", DataType::Struct(impediment())),
            text("policy"),
            text("error"),
        ];
        versioned("ruling", fields)
    });
    RULING.clone()
}

pub(crate) fn finding() -> Fields {
    Fields::from(vec![
        text("kind"),
        text("severity"),
        text("path"),
        list("lines", DataType::Struct(lines())),
        text("text"),
        text("fingerprint"),
    ])
}

pub(crate) fn lines() -> Fields {
    let number = |name| Field::new(name, DataType::Int64, true);
    Fields::from(vec![number("first"), number("last")])
}

pub(crate) fn remark() -> Fields {
    Fields::from(vec![text("kind"), text("says"), text("text")])
}

pub(crate) fn action() -> Fields {
    Fields::from(vec![text("kind"), text("seat"), text("reason"), text("message")])
}

pub(crate) fn impediment() -> Fields {
    Fields::from(vec![text("name"), text("seat")])
}

fn text(name: &str) -> Field {
    Field::new(name, DataType::Utf8, true)
}

fn list(name: &str, of: DataType) -> Field {
    Field::new_list(name, Field::new_list_field(of, true), true)
}

fn versioned(name: &str, fields: Vec<Field>) -> SchemaRef {
    let version = ("assize.schema".to_owned(), format!("{name} {VERSION}"));
    Arc::new(Schema::new_with_metadata(fields, HashMap::from([version])))
}
