//! `step.kdl`: what describes a step that is to be reviewed.
//!
//! ```kdl
//! step "write-guide" {
//!     output "chapters" type="files" { file "docs/install.md"; file "docs/undo.md" }
//!     output "summary" type="file" { file "docs/summary.md" }
//!     review "step" {
//!         criterion "AC1" "Every command is explained."
//!         guidance "The readers are operators."
//!     }
//!     review "chapters" { criterion "AC2" "The chapter can be read alone." }
//!     notes "The chapter about clusters is still to come."
//! }
//! ```

mod mistakes;
mod reader;

use std::path::Path;

use self::reader::Reader;
use super::super::Judged;
use super::super::named::{self, Asked};
use super::super::nodes::parse;
use super::super::{Files, STDIN, standard_input};
use crate::systems::quality::Step;
use crate::{Diagnostics, Source};

/// 1 MiB is some ten thousand files.
const LIMIT: usize = 1024 * 1024;

const ASKED: Asked =
    Asked { flag: "STEP", example: "step \"write-guide\" { … }", limit: LIMIT, optional: false };

/// Reads what describes a step; `-` is standard input.
///
/// # Errors
///
/// The file cannot be read or is not KDL; a node that is not known; a review of an output that no one declares, or
/// without criteria; a name that stands there twice; a path that cannot lie below the root: everything at once.
pub fn read_step(files: &dyn Files, path: &Path) -> Result<Step, Diagnostics> {
    let source = match path == Path::new("-") {
        false => named::open(files, path, ASKED, &Judged::default())?,
        true => {
            let contents = standard_input(LIMIT);
            let contents = contents.map_err(|error| named::unresolved(STDIN, &error, ASKED))?;
            named::checked(named::input(contents, ASKED)?, ASKED)?
        }
    };
    read(source)
}

fn read(source: Source) -> Result<Step, Diagnostics> {
    let text = source.text().unwrap_or_default();
    let (step, wrong) = match parse(text, mistakes::SHAPE) {
        Ok(nodes) => Reader::read(text, &nodes),
        Err(wrong) => (Step::default(), wrong),
    };
    if wrong.is_empty() { Ok(step) } else { Err(Diagnostics::new(vec![source], wrong)) }
}
