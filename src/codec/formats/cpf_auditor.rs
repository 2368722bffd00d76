//! `cpf-auditor`: what an auditor made of the rows of its inspectors, in CPF (CPF Spec 3).

use crate::codec::interface::Codec;
use crate::codec::shared::cpf::{self, Dialect};

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(cpf::GRAMMAR),
    example: EXAMPLE,
    encode: Some(|spoken| cpf::encode(spoken, Dialect::Auditor)),
    holds: Dialect::Auditor.holds(),
    ..Codec::new(
        |input| cpf::recognise(input, Dialect::Auditor),
        |input| cpf::decode(input, Dialect::Auditor),
        |options| cpf::contract(Dialect::Auditor, options, EXAMPLE),
    )
};

const EXAMPLE: &str = "\
VERDICT:NO-GO
SCOPE:checkout
VERIFIED:
interface+test|C|signature-mismatch|src/pay.rs:88|the amount is a float, the contract has cents
quality|M|error-handling-drift|src/pay.rs:120|a refused card is only logged
REMOVED:
quality|over-engineering|needs a cache in front of the ledger
RESOLVED:
test+interface|the mismatch stands|the tests pass because they mock the ledger
STEERING:
PROPOSE|tech.md|amounts are integers of cents everywhere
NOTES:
Feature tests: 24 passed, 1 failed
";
