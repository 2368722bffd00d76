//! `cpf-inspector`: the rows of one inspector in CPF (CPF Spec 2).

use crate::codec::ReadOptions;
use crate::codec::formats::Codec;
use crate::codec::formats::cpf::{self, Dialect};
use crate::codec::input::{Fit, Task};
use crate::codec::write::{Part, Spoken};
use crate::ir::{Decoded, Diagnostic};

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(cpf::GRAMMAR),
    recognise,
    fenced: true,
    loose: false,
    decode,
    example: EXAMPLE,
    contract,
    schema: None,
    encode: Some(encode),
    holds: &[
        Part::Kind,
        Part::Stated,
        Part::Unstated,
        Part::Hold,
        Part::Warn,
        Part::Scope,
        Part::Findings,
        Part::Severity,
        Part::Category,
        Part::Location,
        Part::Notes,
        Part::Members,
        Part::Tags,
    ],
};

const EXAMPLE: &str = "\
VERDICT:NO-GO
SCOPE:checkout
ISSUES:
C|signature-mismatch|src/pay.rs:88|the amount is a float, the contract has cents
M|test-quality|tests/pay.rs:12-30|asserts nothing but `is_ok() | is_err()`
NOTES:
Feature tests: 24 passed, 1 failed
";

fn recognise(task: &Task<'_>) -> Fit {
    cpf::recognise(task, Dialect::Inspector)
}

fn decode(task: &Task<'_>) -> Decoded {
    cpf::decode(task, Dialect::Inspector)
}

fn contract(options: &ReadOptions) -> String {
    cpf::contract(Dialect::Inspector, options, EXAMPLE)
}

fn encode(spoken: &Spoken<'_>) -> Result<String, Vec<Diagnostic>> {
    cpf::encode(spoken, Dialect::Inspector)
}
