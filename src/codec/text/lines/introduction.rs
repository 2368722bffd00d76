//! Lines that introduce what somebody else wrote: `The author wrote:`, `Example:`.

use super::{Form, Line, Quoted};

/// Whether a line that ends in a colon introduces what follows, and says that it is somebody
/// else's, or a form: below `Here is my verdict:` nothing is quoted.
pub(in crate::codec) fn is_introduction(line: &str) -> bool {
    const WORDS: [&str; 12] = [
        "example",
        "examples",
        "form",
        "format",
        "template",
        "earlier",
        "previous",
        "previously",
        "said",
        "wrote",
        "original",
        "sample",
    ];
    let said = line.trim_end_matches(['*', '_', ' ']);
    let words = || said.split(|c: char| !c.is_alphanumeric());
    said.ends_with(':')
        && words().any(|word| WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)))
        && !words().any(|word| word.eq_ignore_ascii_case("my"))
}

/// What a line introduces as somebody else's: the paragraph or the fence below it.
pub(in crate::codec) fn introduced(lines: &[Line<'_>]) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let (mut introduces, mut inside) = (false, false);
    for line in lines {
        let fenced = matches!(line.quoted, Some(Quoted::Inside | Quoted::Closes));
        if line.form == Form::Blank && !fenced {
            inside = false;
            continue;
        }
        let range = line.whole.start..line.whole.end();
        if inside {
            if let Some(last) = found.last_mut() {
                last.end = range.end;
            }
        } else if introduces && !fenced {
            found.push(range);
            inside = true;
        }
        inside &= line.quoted != Some(Quoted::Closes);
        introduces = line.quoted.is_none() && is_introduction(line.text.text);
    }
    found
}
