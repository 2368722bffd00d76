//! Writing YAML blocks, and asking for them.
use crate::codec::ReadOptions;
use crate::codec::encode::Spoken;
use crate::ir::Diagnostic;

pub(super) const EXAMPLE: &str = "";
pub(super) fn contract(_options: &ReadOptions) -> String { String::new() }
pub(super) fn encode(_spoken: &Spoken<'_>) -> Result<String, Vec<Diagnostic>> { Ok(String::new()) }
