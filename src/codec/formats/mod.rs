//! Every codec, by its format: one file a format, a folder only for the large ones.

mod agent_envelope;
mod court;
mod cpf_auditor;
mod cpf_inspector;
mod legacy_report;
mod pair_bundle;
mod pair_review;
mod pointer;
mod quality;
mod review;
mod sdd_yaml;
mod trap_report;
mod verdict_file;
mod verdict_summary;
pub(in crate::codec) mod verdicts_log;
mod yaml_block;

use super::interface::Codec;
use crate::ir::{Format, formats};

macro_rules! registry {
    ($($(#[doc = $doc:literal])* $variant:ident $module:ident $name:literal $(| $alias:literal)* $($field:ident)?,)*) => {
        /// The codec of a format.
        pub(in crate::codec) fn codec(format: Format) -> &'static Codec {
            match format {
                $(Format::$variant => &$module::CODEC,)*
            }
        }
    };
}

formats!(registry);
