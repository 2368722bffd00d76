//! One thing that is stated about an answer: `gate "fail" open=#false`.

use std::fmt;

/// One thing that is stated about an answer: by a case that expects it, or by the answer itself.
///
/// ```
/// use assize::trial::{Item, Line};
/// let gate = Line::new("gate").argument("fail").property("open", false);
/// assert_eq!(gate.to_string(), "gate \"fail\" open=#false\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What it is about: `gate`, `rule`, `cites`.
    pub name: String,
    /// What stands behind the name.
    pub arguments: Vec<Item>,
    /// What is said by name, in the order in which it was written.
    pub properties: Vec<(String, Item)>,
    /// What is said of it in a block.
    pub children: Vec<Line>,
}

/// A value in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i128),
    /// True or false.
    Bool(bool),
}

impl Line {
    /// A line of this name, and nothing more.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// With one more argument.
    #[must_use]
    pub fn argument(mut self, item: impl Into<Item>) -> Self {
        self.arguments.push(item.into());
        self
    }

    /// With one more property.
    #[must_use]
    pub fn property(mut self, name: impl Into<String>, item: impl Into<Item>) -> Self {
        self.properties.push((name.into(), item.into()));
        self
    }

    /// With one more line in its block.
    #[must_use]
    pub fn child(mut self, line: Line) -> Self {
        self.children.push(line);
        self
    }

    /// A property by its name.
    pub fn get(&self, name: &str) -> Option<&Item> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, item)| item)
    }

    /// An argument that is a text.
    pub fn text(&self, place: usize) -> Option<&str> {
        self.arguments.get(place)?.as_text()
    }

    /// Its first part, without the block.
    pub fn head(&self) -> String {
        let mut head = self.name.clone();
        self.arguments.iter().for_each(|item| head += &format!(" {item}"));
        self.properties.iter().for_each(|(name, item)| head += &format!(" {name}={item}"));
        head
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, margin: usize) -> fmt::Result {
        let head = self.head();
        if self.children.is_empty() {
            return writeln!(f, "{:margin$}{head}", "");
        }
        writeln!(f, "{:margin$}{head} {{", "")?;
        self.children.iter().try_for_each(|child| child.write(f, margin + 4))?;
        writeln!(f, "{:margin$}}}", "")
    }
}

/// As it stands in a file, with a line break behind it.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

/// Lines as they stand in a file.
pub fn to_text(lines: &[Line]) -> String {
    lines.iter().map(ToString::to_string).collect()
}

impl Item {
    /// The text, where it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Number(_) | Self::Bool(_) => None,
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => quoted(text, f),
            Self::Number(number) => write!(f, "{number}"),
            Self::Bool(value) => write!(f, "#{value}"),
        }
    }
}

/// Between quotation marks, as KDL reads it again.
fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            // What cannot be seen, or would end the line for KDL.
            c if crate::source::is_hidden(c) || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}') => {
                write!(f, "\\u{{{:x}}}", u32::from(c))?;
            }
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

impl From<&str> for Item {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Item {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Item {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}
