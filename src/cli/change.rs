//! What is known of the change and of the rounds before this one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::host::{
    self, CHANGE_LIMIT, Change, ChangeFacts, Earlier, Files, Judged, Limits, Panel, Rules,
    TextSize, nearest, shown,
};
use crate::round::Round;
use crate::{Diagnostic, Diagnostics, Docket, Policy};

use super::inputs::standard_input;
use super::open_round::OpenRound;

/// What is known of the change and of the rounds before this one.
#[derive(Args, Clone, Debug)]
pub(super) struct ChangeArgs {
    /// The paths that the change touches, one a line, or what `git diff` or `git diff --numstat` prints;
    /// `-` is standard input
    #[arg(long, value_name = "FILE", help_heading = "Docket")]
    changed_from: Option<PathBuf>,
    /// A text about the change, such as its description, whose length a panel asks for:
    /// `description=pr.md`
    #[arg(long, value_name = "NAME=FILE", value_parser = text, help_heading = "Docket")]
    text: Vec<(String, PathBuf)>,
    /// An earlier round: its folder of reports, a report, a summary, or a ruling in JSON; may be
    /// repeated
    #[arg(long, value_name = "DIR|FILE", help_heading = "Docket")]
    previous: Vec<PathBuf>,
    /// Decisions to live with a finding until a day: `waiver "W-17" category="…" owner="…" …`
    #[arg(long, value_name = "FILE", help_heading = "Docket")]
    waivers: Option<PathBuf>,
    /// Who owns which paths: a file `CODEOWNERS`
    #[arg(long, value_name = "FILE", help_heading = "Docket")]
    owners: Option<PathBuf>,
    /// What was tried before: `attempt seat="qa" action="respawn" round=2`; a record of this run, which
    /// `--rules-from` takes from no commit: keep it where the change cannot bring it along
    #[arg(long, value_name = "FILE", help_heading = "Docket")]
    attempts: Option<PathBuf>,
    /// Fill in the fact `today` from the clock, in UTC, where the policy asks for it
    #[arg(long, help_heading = "Docket")]
    today: bool,
}

impl ChangeArgs {
    /// What is known when a round is begun.
    pub(super) fn of_begin(changed_from: &Option<PathBuf>, text: &[(String, PathBuf)]) -> Self {
        Self {
            changed_from: changed_from.clone(),
            text: text.to_vec(),
            previous: Vec::new(),
            waivers: None,
            owners: None,
            attempts: None,
            today: false,
        }
    }

    /// The files that are named.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        let texts = self.text.iter().map(|(_, path)| path);
        let one =
            [&self.changed_from, &self.waivers, &self.owners, &self.attempts].into_iter().flatten();
        one.chain(&self.previous).chain(texts)
    }

    /// What a round is begun for: as the flags say it, or git beside a base.
    pub(super) fn begun(
        &self,
        disk: &dyn Files,
        (here, base): (&Path, Option<&str>),
        panel: &Panel,
        judged: &Judged,
        wrong: &mut Diagnostics,
    ) -> (Option<Change>, ChangeFacts) {
        let change = match (&self.changed_from, base) {
            (Some(path), _) => kept(self.change(disk, path, judged), wrong),
            (None, Some(base)) => kept(Change::since(here, base), wrong),
            (None, None) => None,
        };
        let docket = Docket::new("");
        let docket = change.iter().fold(docket, |docket, change| change.tell(docket));
        let counted = change.as_ref().map(Counted::of).unwrap_or_default();
        let facts = self.facts((&docket, counted), (disk, Some(panel), None), judged, wrong);
        (change, facts)
    }

    /// Whether standard input tells what the change touches.
    pub(super) fn takes_stdin(&self) -> bool {
        self.changed_from.as_deref() == Some(Path::new("-"))
    }

    /// Tells a docket what the flags say; what is wrong with them is put to the rest. Beside it, the lines that
    /// were counted.
    pub(super) fn tell(
        &self,
        mut docket: Docket,
        (disk, rules, round): (&dyn Files, &Rules<'_>, Option<&OpenRound>),
        judged: &Judged,
        limits: &Limits,
        wrong: &mut Diagnostics,
    ) -> (Docket, Counted) {
        let (mut changed, mut counted) = (Vec::new(), Counted::default());
        if let Some(path) = &self.changed_from
            && let Some(change) = kept(self.change(disk, path, judged), wrong)
        {
            docket = change.tell(docket);
            counted = Counted::of(&change);
            changed = change.paths;
        } else if let Some(change) = round.and_then(|open| open.round.change.clone()) {
            let change = Change::of_round(change);
            docket = change.tell(docket);
            counted = Counted::of(&change);
            changed = change.paths;
        }
        let options = docket.read_options().clone();
        let before = match (self.previous.as_slice(), round) {
            ([], Some(open)) => kept(open.before(disk).map_err(Into::into), wrong),
            _ => None,
        };
        if let Some(found) = before.and_then(|before| before.found.as_ref()) {
            docket = docket.previous(found.iter().cloned());
        }
        let unread = before.iter().flat_map(|before| &before.unread);
        for path in self.previous.iter().chain(unread) {
            let earlier = Earlier::open(disk, path, judged, &options, limits);
            let Some(earlier) = kept(earlier, wrong) else { continue };
            docket = docket.previous(earlier.fingerprints);
            earlier.remarks.into_iter().for_each(|remark| docket.report(remark));
        }
        if let Some(path) = &self.waivers
            && let Some((source, waivers)) = kept(host::waivers(rules, path, judged), wrong)
        {
            docket.report(waived_by(&rules.origin(path), &source.sha256().to_string()));
            waivers.into_iter().for_each(|waiver| docket.waive(waiver));
        }
        if let Some(path) = &self.owners
            && let Some((source, owners)) = kept(host::owners(rules, path, judged), wrong)
        {
            docket.report(owned_by(&rules.origin(path), &source.sha256().to_string()));
            docket = docket.owners(owners);
        }
        if self.attempts.is_none()
            && let Some(path) = round.and_then(|open| open.attempts(disk))
        {
            let attempts = kept(host::attempts(disk, path, judged), wrong).unwrap_or_default();
            attempts.into_iter().for_each(|attempt| docket.attempt(attempt));
        }
        if let Some(path) = &self.attempts {
            let attempts = kept(host::attempts(disk, path, judged), wrong).unwrap_or_default();
            attempts.into_iter().for_each(|attempt| docket.attempt(attempt));
            rules.remark_on_record(path, &changed).into_iter().for_each(|told| docket.report(told));
        }
        rules.remarks(&changed).into_iter().for_each(|remark| docket.report(remark));
        (docket, counted)
    }

    /// What a panel may ask of the change. What no panel asks for is reported.
    pub(super) fn facts(
        &self,
        (docket, counted): (&Docket, Counted),
        (disk, panel, round): (&dyn Files, Option<&Panel>, Option<&Round>),
        judged: &Judged,
        wrong: &mut Diagnostics,
    ) -> ChangeFacts {
        let known = panel.map(Panel::texts).unwrap_or_default();
        let mut texts = BTreeMap::new();
        for (name, path) in &self.text {
            if !known.contains(name.as_str()) {
                let known: Vec<&str> = known.iter().copied().collect();
                wrong.push(text_not_asked_for(name, &known));
            } else if texts.contains_key(name) {
                wrong.push(text_twice(name));
            } else if let Some(size) = kept(host::text_size(disk, path, judged), wrong) {
                texts.insert(name.clone(), size);
            }
        }
        for text in round.iter().flat_map(|round| &round.texts) {
            let size = TextSize { words: text.words, paragraphs: text.paragraphs };
            texts.entry(text.name.clone()).or_insert(size);
        }
        let Counted { lines, uncounted } = counted;
        ChangeFacts { paths: docket.changed.clone(), lines, uncounted, texts }
    }

    fn change(
        &self,
        disk: &dyn Files,
        path: &Path,
        judged: &Judged,
    ) -> Result<Change, Diagnostics> {
        match self.takes_stdin() {
            true => Change::from_input(standard_input(CHANGE_LIMIT)?),
            false => Change::open(disk, path, judged),
        }
    }

    /// The day, where the clock tells it and the policy asks.
    pub(super) fn today(&self, docket: Docket, policy: &Policy) -> Docket {
        let asked = policy.givens().any(|(name, _)| name == TODAY);
        let Some(today) = host::today().filter(|_| self.today && asked) else { return docket };
        let mut docket = docket.given(TODAY, today);
        docket.report(by_the_clock(&today.to_string()));
        docket
    }

    /// `--today --given today=2027-01-01`
    pub(super) fn two_days(&self, given: &[(String, String)]) -> Option<Diagnostic> {
        let twice = self.today && given.iter().any(|(name, _)| name == TODAY);
        twice.then(|| {
            Diagnostic::error("assize::cli::two_days")
                .message("`--today` and `--given today=…` both say which day it is")
                .help("leave one of them out")
        })
    }
}

/// How many lines a change has, so far as they were counted.
#[derive(Default)]
pub(super) struct Counted {
    /// At least so many.
    lines: Option<u64>,
    /// The paths whose lines no one counted.
    uncounted: Vec<String>,
}

impl Counted {
    fn of(change: &Change) -> Self {
        Self { lines: change.lines, uncounted: change.uncounted.clone() }
    }
}

/// What was read; what is wrong with it is put to the rest.
fn kept<T>(read: Result<T, Diagnostics>, wrong: &mut Diagnostics) -> Option<T> {
    read.map_err(|reason| wrong.absorb(reason)).ok()
}

/// `description=pr.md`
pub(super) fn text(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, path)) if !name.trim().is_empty() && !path.is_empty() && path != "-" => {
            Ok((name.trim().to_owned(), PathBuf::from(path)))
        }
        _ => Err("write a name, `=` and a file: `description=pr.md`".to_owned()),
    }
}

/// `--text descripton=pr.md`
fn text_not_asked_for(name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error("assize::cli::text_not_asked_for")
        .message(format!("no seat of a panel asks for the text `{}`", shown(name)))
        .help(match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => {
                "leave it out; a seat asks with `when-text-over \"description\" words=400`"
                    .to_owned()
            }
            None => format!("they ask for {}", known.join(", ")),
        })
}

/// `--text description=a --text description=b`
fn text_twice(name: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::set_twice")
        .message(format!("`--text` names `{}` twice", shown(name)))
        .help("name each text once")
}

/// The fact that `--today` fills in.
const TODAY: &str = "today";

/// `--owners .github/CODEOWNERS`
fn owned_by(origin: &str, sha256: &str) -> Diagnostic {
    Diagnostic::advice("assize::rules::owners")
        .message(format!("owners of paths are those of {origin} (SHA-256 {sha256})"))
}

/// `--waivers waivers.kdl`
fn waived_by(origin: &str, sha256: &str) -> Diagnostic {
    Diagnostic::advice("assize::rules::waivers")
        .message(format!("waivers are those of {} (SHA-256 {sha256})", origin))
}

/// `--today`
fn by_the_clock(today: &str) -> Diagnostic {
    Diagnostic::advice("assize::rules::today")
        .message(format!("`today` is {today}, by the clock in UTC"))
}
