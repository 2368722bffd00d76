//! A compiled policy, held by JavaScript.

use std::str::FromStr;

use assize::diagnostic::UnknownWord;
use assize::docket::ClosedDocket;
use assize::emit::json::{Explained, ruling, write_explained};
use assize::policy::{built_in_names, default_policy};
use assize::{Diagnostic, Stage, built_in};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{docket, told};

/// A compiled policy. Judging never changes it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Policy(assize::Policy);

#[wasm_bindgen]
impl Policy {
    /// Compiles a policy of a stage (`gate`, `audit`, `redispatch`). `imports` are the files that it imports or extends: a name
    /// as the policy writes it and a text, in turn. `words` are those of the team's reviewers.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, at once; a stage that does not exist.
    pub fn compile(
        stage: &str,
        name: &str,
        text: &str,
        imports: Vec<String>,
        words: Vec<String>,
    ) -> Result<Policy, String> {
        let stage: Stage = word(stage, "assize::js::unknown_stage")?;
        let imports: Vec<(String, String)> = pairs(imports).collect();
        assize::Policy::compile_with_words(stage, name, text, &imports, &words)
            .map(Self)
            .map_err(told)
    }

    /// Returns the policy with parameters set: a name and a value, in turn.
    ///
    /// # Errors
    ///
    /// Every parameter that does not exist, has another type, or is outside its range.
    pub fn set(&self, params: Vec<String>) -> Result<Policy, String> {
        self.0.with(pairs(params)).map(Self).map_err(told)
    }

    /// Returns the policy with a policy that audits each verdict before the gate.
    ///
    /// # Errors
    ///
    /// A policy of another stage, or one that asks for a fact as another type.
    #[wasm_bindgen(js_name = withAudit)]
    pub fn with_audit(&self, audit: &Policy) -> Result<Policy, String> {
        self.0.clone().with_audit(audit.0.clone()).map(Self).map_err(told)
    }

    /// Returns the policy with a policy that says what is tried next on each seat before the gate.
    ///
    /// # Errors
    ///
    /// As [`Policy::with_audit`].
    #[wasm_bindgen(js_name = withRedispatch)]
    pub fn with_redispatch(&self, redispatch: &Policy) -> Result<Policy, String> {
        self.0.clone().with_redispatch(redispatch.0.clone()).map(Self).map_err(told)
    }

    /// Judges a docket in JSON, and returns the ruling as `assize gate --docket FILE --format json` prints it.
    ///
    /// # Errors
    ///
    /// What is wrong with the docket, or why there is no ruling. The gate is shut.
    pub fn judge(&self, docket: &str) -> Result<String, String> {
        let judged = self.0.judge(&closed(docket)?).map_err(told)?;
        Ok(ruling(&judged, judged.exit_code()))
    }

    /// Judges a docket, and returns the ruling with what would change it, as `assize explain --docket FILE --format json`
    /// prints it.
    ///
    /// # Errors
    ///
    /// As [`Policy::judge`].
    pub fn explain(&self, docket: &str) -> Result<String, String> {
        let docket = closed(docket)?;
        let judged = self.0.judge(&docket).map_err(told)?;
        let what_ifs = self.0.what_ifs(&docket).map_err(told)?;
        let stages = self.0.stage_traces(&docket).map_err(told)?;
        let explained = Explained { what_ifs: &what_ifs, stages: &stages };
        let mut json = Vec::new();
        write_explained(&mut json, &judged, explained, judged.exit_code())
            .map_err(|why| why.to_string())?;
        String::from_utf8(json).map_err(|why| why.to_string())
    }

    /// Returns what would change the ruling, a sentence each: ``pass by `everybody passed`, when security passes``.
    ///
    /// # Errors
    ///
    /// As [`Policy::judge`].
    #[wasm_bindgen(js_name = whatIfs)]
    pub fn what_ifs(&self, docket: &str) -> Result<Vec<String>, String> {
        let what_ifs = self.0.what_ifs(&closed(docket)?).map_err(told)?;
        Ok(what_ifs.found.iter().map(ToString::to_string).collect())
    }
}

/// Returns the text of a policy that comes with Assize; none where there is none by that name.
///
/// # Errors
///
/// A stage that does not exist.
#[wasm_bindgen(js_name = builtIn)]
pub fn built_in_text(stage: &str, name: &str) -> Result<Option<String>, String> {
    let stage = word(stage, "assize::js::unknown_stage")?;
    Ok(built_in(stage, name).map(str::to_owned))
}

/// Returns the names of the policies of a stage that come with Assize, the one that judges where none is named first.
///
/// # Errors
///
/// A stage that does not exist.
#[wasm_bindgen(js_name = builtInNames)]
pub fn names(stage: &str) -> Result<Vec<String>, String> {
    let stage = word(stage, "assize::js::unknown_stage")?;
    let first = default_policy(stage);
    let others = built_in_names(stage).filter(|name| *name != first);
    Ok(std::iter::once(first).chain(others).map(str::to_owned).collect())
}

/// A word of a closed vocabulary: a stage, a format.
pub(crate) fn word<T: FromStr<Err = UnknownWord>>(
    text: &str,
    code: &'static str,
) -> Result<T, String> {
    text.parse().map_err(|wrong: UnknownWord| {
        let help = format!("write {}", wrong.known().join(", "));
        told(Diagnostic::error(code).message(wrong.to_string()).help(help).into())
    })
}

fn closed(json: &str) -> Result<ClosedDocket, String> {
    docket("docket.json", json).map(assize::Docket::close)
}

/// Every two of a list; one alone at its end is left out.
fn pairs(flat: Vec<String>) -> impl Iterator<Item = (String, String)> {
    let mut flat = flat.into_iter();
    std::iter::from_fn(move || flat.next().zip(flat.next()))
}
