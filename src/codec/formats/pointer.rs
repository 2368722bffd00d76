//! `verdict-file: PATH`: what a dartai reviewer prints whose verdict stands in a file.
//!
//! Nothing is followed here. A pointer that is in order is [`Cause::Unfollowed`], and
//! [`Decoded::pointer`] holds its path: whether that is the seat's own file is for the host to
//! find out.

mod mistakes;
mod reader;

use reader::PointerReader;

use crate::codec::ReadOptions;
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::Codec;
use crate::codec::shared::dartai::{self, parser_of_keys};
use crate::codec::text::fields::{self, Field, Key};
use crate::codec::text::lines::{Form, Line};
use crate::ir::{Decoded, Format};

pub(in crate::codec) const CODEC: Codec =
    Codec { grammar: Some(grammar::GRAMMAR), ..Codec::new(recognise, decode, contract) };

/// More lines than this are not a pointer any more but a report.
const LINES: usize = 5;

fn recognise(input: &Input<'_>) -> Recognition {
    match input.field {
        Some(Field { known: Some(Key::VerdictFile), .. }) => {
            Recognition::Yes("its first line points to a verdict file")
        }
        _ if is_further_down(input) => Recognition::Yes("a line points to a verdict file"),
        _ => input.no("the first line has no key `verdict-file:`"),
    }
}

/// Whether a line further down points, in the reviewer's own voice: anywhere in what was printed, else below nothing but
/// sentences.
fn is_further_down(input: &Input<'_>) -> bool {
    let named = ["-file", "-File", "-FILE"].iter().any(|key| input.body.text.contains(key));
    if !named || input.json().is_some() {
        return false;
    }
    let printed = input.options.printed;
    let mut own = input.lines().lines.iter().filter(|line| line.form != Form::Blank);
    let key = |line: &Line<'_>| fields::split(line.whole).and_then(|field| field.known);
    let points = |line: &Line<'_>| line.quoted.is_none() && key(line) == Some(Key::VerdictFile);
    let sentence = |line: &Line<'_>| {
        line.quoted.is_none() && matches!(line.form, Form::Text | Form::Heading(1))
    };
    match printed {
        true => own.any(points),
        false => own.find(|line| !sentence(line) || key(line).is_some()).is_some_and(points),
    }
}

fn decode(input: &Input<'_>) -> Decoded {
    let Some(lines) = grammar::lines(input.body) else {
        return input.given_up(Format::Pointer);
    };
    let mut reader = PointerReader::new(input);
    for (line, slice) in lines {
        reader.line(line, slice);
    }
    reader.finish(input.source)
}

parser_of_keys!(pointer, pointer);

fn contract(options: &ReadOptions) -> String {
    let words: Vec<&str> = dartai::asked_for(options).map(|(word, _)| word).collect();
    format!(
        "\
Your verdict goes into the verdict file of your role. What you print is no more than a pointer \
to that file, in at most {LINES} lines and in this order:

```text
verdict-file: <path of your verdict file, below the folder of the repository>
verdict: <{words}> (<a few words why; leave this out after pass>)
confidence: <high|med|low>
advisory: <the one remark that is worth a line>
```

The first two lines are required, the other two are not. The path is relative, goes through no \
`..`, and names the file that you wrote for this input. The word on the second line is the one in \
the file: where the two differ, the worse one counts and you are asked again. Blockers, evidence \
and fenced blocks belong into the file alone.

For example:

```text
verdict-file: .dartai/reports/T17/qa.md
verdict: fail (no test covers the empty list)
confidence: high
```
",
        words = words.join("|"),
    )
}
