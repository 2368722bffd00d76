//! `cpf-inspector`: the rows of one inspector in CPF (CPF Spec 2).

use crate::codec::interface::Codec;
use crate::codec::shared::cpf::{self, Dialect};

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(cpf::GRAMMAR),
    example: EXAMPLE,
    encode: Some(|spoken| cpf::encode(spoken, Dialect::Inspector)),
    holds: Dialect::Inspector.holds(),
    ..Codec::new(
        |input| cpf::recognise(input, Dialect::Inspector),
        |input| cpf::decode(input, Dialect::Inspector),
        |options| cpf::contract(Dialect::Inspector, options, EXAMPLE),
    )
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
