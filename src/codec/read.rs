//! From bytes to verdicts: what is no text, or too much of it, is not looked at.

use super::input::Input;
use super::mistakes::{encoding, too_large};
use super::{ReadOptions, detect, traces};
use crate::ir::{Cause, Decoded};
use crate::source::Source;

/// Reads a source. Any bytes give an answer: verdicts, or the cause why there are none.
///
/// ```
/// use assize::codec::Cause;
/// use assize::{Outcome, ReadOptions, Source, read};
/// let options = ReadOptions::default();
///
/// let decoded = read(&Source::new("qa.md", "verdict: pass\nconfidence: high\n"), &options);
/// assert_eq!(decoded.verdicts[0].effective(), Some(Outcome::Pass));
///
/// let cut_off = read(&Source::new("qa.md", "verdict: pa"), &options);
/// assert_eq!(cut_off.unreadable, Some(Cause::Truncated));
/// ```
pub fn read(source: &Source, options: &ReadOptions) -> Decoded {
    let mut decoded = read_text(source, options);
    // What was asked for is not judged by a text that cannot be used.
    if decoded.unreadable.is_some() && decoded.missing.is_empty() {
        decoded.missing.clone_from(&options.expected);
    }
    decoded
}

fn read_text(source: &Source, options: &ReadOptions) -> Decoded {
    let refuse = |cause, diagnostic| Decoded {
        profile: options.profile,
        ..Decoded::unreadable(source.clone(), cause, diagnostic)
    };
    if source.bytes().len() > options.limit {
        return refuse(Cause::TooLarge, too_large(options.limit));
    }
    let text = match source.text() {
        Ok(text) => text,
        Err(error) => {
            let says_fail = traces::says_fail(&source.lossy());
            let refused = refuse(Cause::Encoding, encoding(error, source));
            return Decoded { says_fail, ..refused };
        }
    };
    detect::decode(&Input::whole(source, text, options, detect::NESTED))
}
