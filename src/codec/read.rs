//! From bytes to verdicts: what is no text, or too much of it, is not looked at.

use super::formats::codec;
use super::input::Input;
use super::mistakes::{encoding, format_refused, too_large};
use super::text::grammar::RuleMatch;
use super::{ReadOptions, builder, detect, traces};
use crate::ir::{Cause, Decoded, Format, Outcome, Remark, RemarkKind};
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
    refuse_format(&mut decoded, options);
    let mute = decoded.unreadable == Some(Cause::NoVerdict);
    decoded.mentions_stop = mute && mentions_stop(source.text().unwrap_or_default(), options);
    // What was asked for is not judged by a text that cannot be used.
    if decoded.unreadable.is_some() && decoded.missing.is_empty() {
        decoded.missing.clone_from(&options.expected);
    }
    decoded
}

/// What the grammar of a format makes of a text, or of the fence in it that holds the format; else what reads it.
///
/// ```
/// use assize::codec::rule_tree;
/// use assize::{Format, ReadOptions, Source};
/// let text = Source::new("qa.md", "verdict: fail\n");
/// let tree = rule_tree(&text, Format::VerdictFile, &ReadOptions::default()).unwrap();
/// assert_eq!((&*tree.rule, &*tree.parts[0].parts[1].rule), ("file", "value"));
/// ```
///
/// # Errors
///
/// Says in a sentence what reads a format that has no grammar down to its fields.
pub fn rule_tree(
    source: &Source,
    format: Format,
    options: &ReadOptions,
) -> Result<RuleMatch, &'static str> {
    let grammar =
        codec(format).grammar.ok_or("it is read by a library, and has no grammar here")?;
    let tree = grammar.tree?;
    let text = source.text().map_err(|_| "it is not text")?;
    let input = Input::whole(source, text, options, detect::NESTED);
    tree(detect::body_of(&input, format)).ok_or("pest was told to give up early")
}

/// Whether one to three words of a text stop, wherever they stand.
fn mentions_stop(text: &str, options: &ReadOptions) -> bool {
    /// No word that is looked for is longer.
    const LONGEST: usize = 64;
    let lexicon = &options.lexicon;
    // `stop_reason` is one word.
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts = text.char_indices().scan(false, |within, (at, c)| {
        let begins = !std::mem::replace(within, in_word(c)) && !c.is_whitespace();
        Some((at, begins))
    });
    starts.filter(|(_, begins)| *begins).any(|(at, _)| {
        let rest = &text[at..];
        let rest = rest.char_indices().nth(LONGEST).map_or(rest, |(end, _)| &rest[..end]);
        let ends = rest.char_indices().skip(1).filter(|(_, c)| !in_word(*c) && *c != '\'');
        let ends = ends.map(|(end, _)| end).chain([rest.len()]).take(3);
        lexicon.may_stop(rest)
            && ends
                .map(|end| &rest[..end])
                .any(|words| lexicon.outcome(words) == Some(Outcome::Fail))
    })
}

/// Leaves a text in a format that is not to be read without its verdicts. It is read like any
/// other before, so that it can still shut what it could not open.
fn refuse_format(decoded: &mut Decoded, options: &ReadOptions) {
    let Some(format) = decoded.format else { return };
    // An envelope and a pointer only carry a verdict.
    let carries = codec(format).special.envelope || decoded.pointer.is_some();
    let allowed = options.formats.is_empty() || options.formats.contains(&format);
    if carries || allowed || decoded.verdicts.is_empty() {
        return;
    }
    let at = decoded.verdicts[0].span;
    for verdict in &decoded.verdicts {
        let shuts = verdict.effective().filter(|outcome| *outcome > Outcome::Warn);
        let Some(outcome) = shuts else { continue };
        let word = verdict.stated.map_or(verdict.span, |stated| stated.word);
        decoded.remarks.push(Remark::new(RemarkKind::Verdict, outcome, word, word));
        decoded.remarks.extend(verdict.remarks.iter().cloned());
    }
    let told = format_refused(format, &options.formats, at);
    builder::refuse(decoded, Cause::NoVerdict, told);
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
