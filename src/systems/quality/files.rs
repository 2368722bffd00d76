//! The files of outputs, and what reading them gave.

/// A file of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// The name of its output.
    pub output: String,
    /// From the root of the project.
    pub path: String,
}

/// A file of an output, and what stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFile {
    /// Which file.
    pub file: OutputFile,
    /// What stands in it.
    pub content: FileContent,
}

/// What reading a file gave (`JOBS-REQ-004.4`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileContent {
    /// All of it.
    Text(String),
    /// It is not UTF-8; the absolute path of the file.
    Binary(String),
    /// There is no such file.
    NotFound,
    /// Why it could not be read.
    Unreadable(String),
    /// It was not asked for: its path is all that is shown.
    NotRead,
}

impl FileContent {
    /// What stands in the payload for it.
    pub(super) fn placeholder(&self) -> Option<String> {
        match self {
            Self::Text(_) => None,
            Self::Binary(path) => {
                Some(format!("[Binary file - not included in review. Read from: {path}]"))
            }
            Self::NotFound => Some("[File not found]".to_owned()),
            Self::Unreadable(why) => Some(format!("[Error reading file: {why}]")),
            Self::NotRead => Some(String::new()),
        }
    }
}
