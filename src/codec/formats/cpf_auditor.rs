//! `cpf-auditor`: what an auditor made of the rows of its inspectors, in CPF (CPF Spec 3).

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
    holds: Dialect::Auditor.holds(),
    special: Special::NONE,
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

fn recognise(input: &Input<'_>) -> Recognition {
    cpf::recognise(input, Dialect::Auditor)
}

fn decode(input: &Input<'_>) -> Decoded {
    cpf::decode(input, Dialect::Auditor)
}

fn contract(options: &ReadOptions) -> String {
    cpf::contract(Dialect::Auditor, options, EXAMPLE)
}

fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    cpf::encode(spoken, Dialect::Auditor)
}
