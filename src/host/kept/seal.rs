//! What shows that this user wrote a file: HMAC-SHA256, as RFC 2104 has it.

use std::fmt;

use crate::source::Sha256;

/// How long a seal is.
pub(super) const SEAL: usize = 32;
/// The block of SHA-256.
const BLOCK: usize = 64;

/// What only this user knows.
pub(super) struct Secret(pub(super) [u8; 32]);

impl Secret {
    /// The seal of a text.
    pub(super) fn seal(&self, text: &[u8]) -> [u8; SEAL] {
        let pad = |with: u8| {
            let mut block = [with; BLOCK];
            block.iter_mut().zip(self.0).for_each(|(own, secret)| *own ^= secret);
            block
        };
        let inner = Sha256::of_parts(&[&pad(0x36), text]);
        Sha256::of_parts(&[&pad(0x5c), &inner.0]).0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test case 1 of RFC 4231, whose key of 20 bytes is filled up with zeroes anyway.
    #[test]
    fn seals_are_hmacs() {
        let mut key = [0; 32];
        key[..20].fill(0x0b);
        let seal = Sha256(Secret(key).seal(b"Hi There"));
        assert_eq!(
            seal.to_string(),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        );
    }
}
