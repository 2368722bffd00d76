//! Trying policies: their cases, what these cover, and every small docket.
//!
//! Nothing here opens a file; `host` reads cases from their folders.
