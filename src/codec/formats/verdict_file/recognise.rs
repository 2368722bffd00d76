//! Which texts are verdict files, and which only begin like one.

use crate::codec::input::{Input, Recognition};
use crate::codec::shared::cpf;
use crate::codec::shared::dartai::{is_template, read_word};
use crate::codec::statements::is_none;
use crate::codec::text::fields::{self, Field, Key};
use crate::codec::text::lines::{self, Form, Quoted};
use crate::codec::text::slice::Slice;
use crate::ir::{Format, Profile};

pub(super) fn recognise(input: &Input<'_>) -> Recognition {
    match input.field {
        // In a fence its lines are a block that is written as for another channel.
        _ if input.fenced && !is_asked_for(input) => {
            input.no("a verdict file is not inside a fence")
        }
        _ if input.json().is_some() => input.no("the text is JSON"),
        Some(Field { known: Some(Key::VerdictFile), .. }) => {
            input.no("the first line is a pointer")
        }
        Some(Field { known: Some(Key::Verdict), value, .. }) if cpf::is_word(value.text) => {
            input.no("the first line has a word of CPF")
        }
        Some(Field { known: Some(Key::Verdict), value, .. })
            if value.is_empty() && introduces_a_fence(input) =>
        {
            input.no("the first line introduces a fence")
        }
        Some(field @ Field { known: Some(Key::Verdict), .. }) if only_looks_like(input, field) => {
            input.no("the first line only looks like one of a verdict file")
        }
        Some(Field { known: Some(known), .. })
            if known != Key::Verdict && !is_asked_for(input) && is_stated_elsewhere(input) =>
        {
            input.no("its verdict stands in no line of a verdict file")
        }
        Some(field) if is_bare_title(input.first, field) && below_heading(input) => {
            input.no("its first key is the title of a list")
        }
        Some(Field { known: Some(_), .. }) => {
            Recognition::Yes("its first line has a key of a verdict file")
        }
        Some(field @ Field { known: None, .. })
            if is_misspelt(field, input) && !stands_in_brackets(input) =>
        {
            Recognition::Yes("its first line has a misspelt key of a verdict file")
        }
        _ => input.no("the first line has no key of a verdict file"),
    }
}

/// `Blockers: none` beside a verdict that is written otherwise: no line has a word of this format.
fn is_stated_elsewhere(input: &Input<'_>) -> bool {
    let own = || input.lines().lines.iter().filter(|line| line.quoted.is_none());
    let states = |field: Field<'_>| match field.known {
        Some(known) => known == Key::Verdict && read_word(field.value, input.options).is_some(),
        None => is_misspelt(field, input),
    };
    let stated = || own().filter_map(|line| fields::split(line.whole)).any(states);
    let other = || own().any(|line| line.whole.text.starts_with("==="));
    let fences = || input.lines().lines.iter().any(|line| line.quoted == Some(Quoted::Opens));
    let nothing = || {
        own().filter_map(|line| fields::split(line.whole)).all(|field| {
            field.known != Some(Key::Blocker)
                || !field.value.is_empty() && is_none(field.value.text, input.words())
        })
    };
    !stated() && (input.review().stated.is_some() || (other() || fences()) && nothing())
}

/// `verdct`, `verdict-fille`, `blokers`
fn is_misspelt(field: Field<'_>, input: &Input<'_>) -> bool {
    let decides = |meant: &str| ["verdict", "blocker"].iter().any(|key| meant.starts_with(key));
    fields::meant(field.key.text).is_some_and(decides) && !is_none_of_a_kind(field, input)
}

/// `Blocked: 0`: a word of its own, and nothing that it is said of.
fn is_none_of_a_kind(field: Field<'_>, input: &Input<'_>) -> bool {
    input.options.lexicon.meaning(field.key.text).is_some()
        && is_none(field.value.text, input.words())
}

fn is_asked_for(input: &Input<'_>) -> bool {
    input.options.format == Some(Format::VerdictFile)
}

/// `**Verdict:** APPROVED`, a verdict as people and their tools write it: its word is none of this format, or it is styled
/// and no other key stands beside it. Nothing else reads such a text under `strict`.
fn only_looks_like(input: &Input<'_>, field: Field<'_>) -> bool {
    // A form that was handed back, and a word that is missing, are told best as what they are.
    let strict = input.options.profile == Profile::Strict;
    if is_asked_for(input) || strict || is_template(field.value.text) {
        return false;
    }
    let before = input.first.text.split(':').next().unwrap_or_default();
    let styled = before.contains(['*', '_']) || before.chars().any(char::is_uppercase);
    let fits = read_word(field.value, input.options).is_some();
    if fits && (!(styled || below_heading(input)) || has_other_key(input)) {
        return false;
    }
    let review = input.review();
    let announced = styled && !field.value.is_empty() && review.unread.is_some();
    let spoken = review.stated.is_some() || review.apart.is_some();
    spoken || announced || review.too_much
}

/// `[Verdict: FAIL]`: a review is written so.
fn stands_in_brackets(input: &Input<'_>) -> bool {
    let said = input.first.text;
    let strict = input.options.profile == Profile::Strict || is_asked_for(input);
    said.starts_with('[') && said.ends_with(']') && !strict && input.review().stated.is_some()
}

/// `Verdict:`, and a fence below it.
fn introduces_a_fence(input: &Input<'_>) -> bool {
    let lines = &input.lines().lines;
    let mut below = lines.iter().filter(|line| line.whole.start >= input.first.end());
    let next = below.find(|line| line.form != Form::Blank);
    !is_asked_for(input) && next.is_some_and(|line| line.quoted == Some(Quoted::Opens))
}

/// `## Review` above the first line; `# so` is a comment.
fn below_heading(input: &Input<'_>) -> bool {
    let above = &input.text[input.body.start..input.first.start];
    above.lines().any(|line| {
        let title = line.trim_start().trim_start_matches('#');
        line.trim_start().starts_with("##") && title.starts_with(' ')
    })
}

/// Whether another line has a key of a verdict file, or one that was meant as such.
fn has_other_key(input: &Input<'_>) -> bool {
    let below = input.body.after(input.first.end() - input.body.start);
    let own = lines::read(below).lines.into_iter().filter(|line| line.quoted.is_none());
    let mut keys = own.filter_map(|line| {
        fields::split(line.whole).filter(|field| !is_bare_title(line.whole, *field))
    });
    keys.any(|field| is_other_key(field, input))
}

/// `**Blockers:**` above a list: a key in bold without a value.
fn is_bare_title(line: Slice<'_>, field: Field<'_>) -> bool {
    let bare = field.value.text.trim_matches(|c| c == ' ' || fields::MARKS.contains(&c));
    bare.is_empty() && line.trim().text.starts_with(['*', '_'])
}

fn is_other_key(field: Field<'_>, input: &Input<'_>) -> bool {
    match field.known {
        Some(key) => key != Key::Verdict,
        None => {
            fields::meant(field.key.text).is_some_and(|meant| !meant.starts_with("verdict"))
                && !is_none_of_a_kind(field, input)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::ReadOptions;
    use crate::source::Source;

    fn is_file(text: &str, profile: Profile) -> bool {
        let options = ReadOptions { profile, ..ReadOptions::default() };
        let source = Source::new("qa.md", text);
        matches!(
            recognise(&Input::whole(&source, text, &options, crate::codec::input::Nested::NONE)),
            Recognition::Yes(_)
        )
    }

    #[test]
    fn a_line_that_only_looks_like_one_is_left_to_others() {
        for text in [
            "**Verdict:** APPROVED\n\nAll good.\n",
            "VERDICT: PASS\n",
            "## Review\n\nverdict: pass\n",
            "verdict: approved\n",
            "[Verdict: FAIL]\n",
            "Verdict: pass\n\n> blocker: quoted\n",
        ] {
            assert!(!is_file(text, Profile::Standard), "{text}");
            assert!(is_file(text, Profile::Strict), "{text}");
        }
    }

    #[test]
    fn a_plain_line_or_another_key_makes_a_verdict_file() {
        for text in [
            "verdict: pass\n",
            "# by qa\nverdict: pass\n",
            "verdict: pa",
            "verdict: so so\n",
            "**Verdict:** <pass|fail>\n",
            "**Verdict:** PASS\n**Confidence:** high\n",
            "Verdict: pass\n\nblockers: none\n",
            "Verdict: pass\nbloker: SQL\n",
            "Verdict:\n",
        ] {
            assert!(is_file(text, Profile::Standard), "{text}");
        }
    }
}
