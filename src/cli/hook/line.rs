//! Command lines: the commands that one runs, those inside of others included.

/// The commands of a line or of a bracket, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    pub(super) runs: Vec<Run>,
}

/// One command.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// How it is joined to the one before.
    pub(super) joined: Join,
    pub(super) words: Vec<Word>,
    /// What runs inside of its words and brackets: `$(…)`, `(…)`.
    pub(super) inside: Vec<Script>,
    /// What it reads: here-documents and here-strings.
    pub(super) input: Vec<String>,
}

/// How a command is joined to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// `a; b`, or the first of all.
    Then,
    /// `a && b`
    And,
    /// `a || b`
    Or,
    /// `a | b`
    Pipe,
    /// `a & b`
    Beside,
}

/// A word, without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    /// Whether that is all of it: what a variable or a command stands for is known only when it runs.
    pub(super) known: bool,
}

/// Why a line cannot be taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooInvolved;

/// Longer lines are not taken apart.
const LONGEST: usize = 1024 * 1024;
/// A text is read as a line inside of a line inside of a line, so often and no more.
const DEEPEST: usize = 12;

impl Script {
    /// Reads a command line.
    pub(super) fn read(line: &str) -> Result<Self, TooInvolved> {
        Self::inner(line, 0)
    }

    /// A line that stands in another one.
    pub(super) fn inner(line: &str, depth: usize) -> Result<Self, TooInvolved> {
        if line.len() > LONGEST || depth > DEEPEST {
            return Err(TooInvolved);
        }
        grammar::script(line, depth)
    }

    fn current(&mut self) -> &mut Run {
        if self.runs.is_empty() {
            self.join(Join::Then);
        }
        let last = self.runs.len() - 1;
        &mut self.runs[last]
    }

    fn join(&mut self, joined: Join) {
        match self.runs.last_mut() {
            // `a &&` and the end of the line, `;;`: one command begins, not two.
            Some(run) if run.is_empty() => {
                if joined != Join::Then {
                    run.joined = joined;
                }
            }
            _ => self.runs.push(Run {
                joined,
                words: Vec::new(),
                inside: Vec::new(),
                input: Vec::new(),
            }),
        }
    }
}

impl Run {
    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.inside.is_empty() && self.input.is_empty()
    }
}

mod grammar {
    use assize_grammar::shell::{Grammar, Rule};
    use pest::Parser;
    use pest::iterators::Pair;

    use super::{Join, Run, Script, TooInvolved, Word};

    pub(super) fn script(line: &str, depth: usize) -> Result<Script, TooInvolved> {
        let parsed = Grammar::parse(Rule::line, line).map_err(|_| TooInvolved)?;
        let mut script = Script::default();
        for pair in parsed.flat_map(Pair::into_inner) {
            add(&mut script, pair, depth)?;
        }
        Ok(script)
    }

    fn add(script: &mut Script, pair: Pair<'_, Rule>, depth: usize) -> Result<(), TooInvolved> {
        match pair.as_rule() {
            Rule::newline | Rule::stray => script.join(Join::Then),
            Rule::join => script.join(match pair.as_str() {
                "&&" => Join::And,
                "||" => Join::Or,
                "|" | "|&" => Join::Pipe,
                "&" => Join::Beside,
                _ => Join::Then,
            }),
            Rule::word => {
                let run = script.current();
                let word = word(pair, run, depth)?;
                run.words.push(word);
            }
            Rule::group => {
                let inside = nested(pair, depth)?;
                script.current().inside.push(inside);
            }
            // The file that it names may be one that a command makes: `> >(git push)`.
            Rule::redirect => {
                for named in pair.into_inner() {
                    word(named, script.current(), depth)?;
                }
            }
            Rule::herestring => {
                for named in pair.into_inner() {
                    let run = script.current();
                    let text = word(named, run, depth)?.text;
                    run.input.push(text);
                }
            }
            Rule::heredoc => heredoc(script, pair, depth)?,
            _ => {}
        }
        Ok(())
    }

    /// The body belongs to the command that names it, and the rest of the line goes on.
    fn heredoc(script: &mut Script, pair: Pair<'_, Rule>, depth: usize) -> Result<(), TooInvolved> {
        let at = {
            script.current();
            script.runs.len() - 1
        };
        let mut expands = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::bare => expands = true,
                Rule::quoted => {}
                Rule::body => {
                    let run = &mut script.runs[at];
                    if expands {
                        document(part.as_str(), run, depth)?;
                    }
                    run.input.push(part.as_str().to_owned());
                }
                _ => add(script, part, depth)?,
            }
        }
        Ok(())
    }

    /// What a body has run: `$(git push)` in it.
    fn document(text: &str, run: &mut Run, depth: usize) -> Result<(), TooInvolved> {
        let parsed = Grammar::parse(Rule::document, text).map_err(|_| TooInvolved)?;
        let mut read = Word { text: String::new(), known: true };
        for part in parsed.flat_map(Pair::into_inner) {
            piece(part, &mut read, run, depth)?;
        }
        Ok(())
    }

    fn nested(pair: Pair<'_, Rule>, depth: usize) -> Result<Script, TooInvolved> {
        let mut script = Script::default();
        for inner in pair.into_inner() {
            add(&mut script, inner, depth)?;
        }
        Ok(script)
    }

    fn word(pair: Pair<'_, Rule>, run: &mut Run, depth: usize) -> Result<Word, TooInvolved> {
        let mut word = Word { text: String::new(), known: true };
        for part in pair.into_inner() {
            piece(part, &mut word, run, depth)?;
        }
        Ok(word)
    }

    fn piece(
        part: Pair<'_, Rule>,
        word: &mut Word,
        run: &mut Run,
        depth: usize,
    ) -> Result<(), TooInvolved> {
        let text = part.as_str();
        match part.as_rule() {
            Rule::plain | Rule::text | Rule::literal => word.text.push_str(text),
            Rule::escape => word.text.push_str(text.get(1..).filter(|c| *c != "\n").unwrap_or("")),
            Rule::escaped => match text.get(1..) {
                Some("\n") => {}
                Some(kept @ ("\"" | "\\" | "$" | "`")) => word.text.push_str(kept),
                _ => word.text.push_str(text),
            },
            Rule::single | Rule::double => {
                for inner in part.into_inner() {
                    piece(inner, word, run, depth)?;
                }
            }
            Rule::ansi => {
                let inner = text.trim_start_matches("$'");
                word.text.push_str(inner.strip_suffix('\'').unwrap_or(inner));
                word.known &= !text.contains('\\');
            }
            Rule::dollar if text == "$" => word.text.push('$'),
            Rule::dollar => word.known = false,
            Rule::wild => {
                word.text.push_str(text);
                word.known = false;
            }
            Rule::inside => {
                word.known = false;
                run.inside.push(nested(part, depth)?);
            }
            Rule::back => {
                word.known = false;
                let script = part.into_inner().next().map_or("", |script| script.as_str());
                run.inside.push(Script::inner(&script.replace("\\`", "`"), depth + 1)?);
            }
            Rule::braces => {
                word.known = false;
                for inner in part.into_inner() {
                    piece(inner, word, run, depth)?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}
