//! What holds for every text and every format, whatever a text says.

mod chain;
mod cpf;
mod cut;
mod every;
mod formats;
mod grammars;
#[path = "../../fuzz/src/invariants.rs"]
mod invariants;
mod json;
#[path = "../common/lengths.rs"]
mod lengths;
mod much;
mod pair;
mod pointer;
mod read;
mod review;
mod summary;
#[path = "../common/grammar.rs"]
mod syntax;
mod trap;
mod verdict_file;
mod verdicts_log;
mod yaml_block;
