//! `pointer`.

use super::ReadOptions;
use super::reading::Reading;
use super::registry::Codec;
use super::task::{Fit, Task};
use crate::ir::{Cause, Decoded, Format};

pub(super) const CODEC: Codec = Codec {
    grammar: None,
    recognise,
    fenced: true,
    decode,
    example: "",
    contract,
    schema: None,
    encode: None,
    holds: &[],
};

fn recognise(task: &Task<'_>) -> Fit {
    task.no("not built")
}

fn decode(task: &Task<'_>) -> Decoded {
    let mut reading = Reading::new(task.options);
    let refusal = super::format_not_read("pointer", task.first.span());
    reading.refuse(Cause::FormatNotRead, refusal);
    reading.finish(task.source, Format::Pointer, Vec::new())
}

fn contract(_options: &ReadOptions) -> String {
    String::new()
}
