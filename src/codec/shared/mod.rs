//! What several formats share, below all of them: a format uses this, and never another format.

#[cfg(feature = "host")]
pub(in crate::codec) mod contract;
pub(in crate::codec) mod cpf;
pub(in crate::codec) mod criteria;
pub(in crate::codec) mod dartai;
#[cfg(feature = "host")]
pub(in crate::codec) mod data;
pub(in crate::codec) mod pair;
pub(in crate::codec) mod path;
