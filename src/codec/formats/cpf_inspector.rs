//! `cpf-inspector`: the rows of one inspector in CPF (CPF Spec 2).

use crate::codec::ReadOptions;
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::{Codec, Special};
use crate::codec::render::EncodeInput;
use crate::codec::shared::cpf::{self, Dialect};
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
    holds: Dialect::Inspector.holds(),
    special: Special::NONE,
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

fn recognise(input: &Input<'_>) -> Recognition {
    cpf::recognise(input, Dialect::Inspector)
}

fn decode(input: &Input<'_>) -> Decoded {
    cpf::decode(input, Dialect::Inspector)
}

fn contract(options: &ReadOptions) -> String {
    cpf::contract(Dialect::Inspector, options, EXAMPLE)
}

fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    cpf::encode(spoken, Dialect::Inspector)
}
