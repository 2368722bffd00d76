//! Which work a hook is about: the rounds that were begun for what is checked out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::super::bind::BindArgs;
use super::super::inputs::current_dir;
use super::super::open_round::OpenRound;
use super::super::rules::RulesFrom;
use super::super::words::ConfigArgs;
use crate::host::{self, Config, Files, HookRules, Judged, Panel, Panels, branch_of_work};
use crate::{Diagnostic, Diagnostics};

/// So many rounds for other commits, or for none, are looked at, the last begun first.
const MOST: usize = 32;

/// A work, and its last round.
pub(in crate::cli) struct Work {
    pub(in crate::cli) open: OpenRound,
    /// Why what was reviewed is not the work as it is now.
    pub(in crate::cli) moved: Option<String>,
    /// Whether it is bound to a commit.
    bound: bool,
}

/// What a hook knows of the folder that it is called in.
pub(in crate::cli) struct Works {
    pub(super) rules: HookRules,
    panels: Panels,
    all: Vec<Work>,
    here: PathBuf,
}

impl Work {
    pub(in crate::cli) fn task(&self) -> &str {
        &self.open.round.task
    }
}

impl Works {
    /// Finds the works whose last round was begun for the branch or the commit that is checked out, or for no commit.
    pub(in crate::cli) fn find(disk: &dyn Files) -> Result<Self, Diagnostics> {
        Self::rules(disk)?.with_rounds(disk)
    }

    /// The same with one work alone, by its name.
    #[cfg(feature = "mcp")]
    pub(in crate::cli) fn of_task(
        disk: &dyn Files,
        task: &Path,
        panel: Option<&str>,
    ) -> Result<Self, Diagnostics> {
        let works = Self::rules(disk)?;
        let open = OpenRound::of_task(disk, task, panel, &ConfigArgs::of_environment())?;
        let bound = open.round.binding().get("commit").is_some();
        let (_, moved) = open.binding(&BindArgs::default().now(disk, Some(&open)));
        Ok(Self { all: vec![Work { open, moved, bound }], ..works })
    }

    /// Reads the rules, and looks for no round.
    pub(super) fn rules(disk: &dyn Files) -> Result<Self, Diagnostics> {
        let here = current_dir()?;
        let (_, config) = RulesFrom::of_environment().open_with(
            disk,
            &ConfigArgs::of_environment(),
            &Judged::default(),
        )?;
        let panels = Panels::of(&config);
        let Config { hook: rules, .. } = config;
        Ok(Self { rules, panels, all: Vec::new(), here })
    }

    /// The same, with the rounds that were begun.
    pub(super) fn with_rounds(self, disk: &dyn Files) -> Result<Self, Diagnostics> {
        let Self { panels, here, .. } = &self;
        let mut rounds = BTreeMap::new();
        for panel in panels.all() {
            let works = panel.works(disk, here);
            let works = works.map_err(|error| not_listed(&panel, &error.to_string()))?;
            rounds.extend(works.into_iter().map(|work| (work.kept().to_owned(), work)));
        }
        let mut begun = Vec::new();
        for rounds in rounds.into_values() {
            if let Some(round) = rounds.last(disk)? {
                begun.push(OpenRound::new(rounds, round));
            }
        }
        begun.sort_by_key(|open| std::cmp::Reverse(open.round.begun));
        // None that is for this commit is left out, however many were begun since.
        let head = host::commit_of_work(here, "HEAD");
        let mut others = 0;
        begun.retain(|open| {
            let here = head.is_some() && open.round.binding().get("commit") == head.as_deref();
            others += usize::from(!here);
            here || others <= MOST
        });
        let branch = branch_of_work(here);
        let all =
            begun.into_iter().filter_map(|open| Self::work(disk, open, here, branch.as_deref()));
        let all = all.collect();
        Ok(Self { all, ..self })
    }

    fn work(disk: &dyn Files, open: OpenRound, here: &Path, branch: Option<&str>) -> Option<Work> {
        let binding = open.round.binding();
        let Some(commit) = binding.get("commit") else {
            return Some(Work { open, moved: None, bound: false });
        };
        let same_branch = branch.is_some() && open.round.branch.as_deref() == branch;
        if !same_branch && !host::is_part_of_work(here, commit) {
            return None;
        }
        let (_, moved) = open.binding(&BindArgs::default().now(disk, Some(&open)));
        Some(Work { open, moved, bound: true })
    }

    /// Those that an event is about: all that are bound to the work as it is, else the last one that was begun.
    pub(in crate::cli) fn concerned(&self) -> Vec<&Work> {
        let exact: Vec<&Work> =
            self.all.iter().filter(|work| work.bound && work.moved.is_none()).collect();
        match exact.is_empty() {
            true => self.all.iter().take(1).collect(),
            false => exact,
        }
    }

    pub(in crate::cli) fn panel(&self, work: &Work) -> Option<Panel> {
        self.panels.find(&work.open.round.panel).ok()
    }

    /// The only panel that has a seat.
    #[cfg(feature = "mcp")]
    pub(in crate::cli) fn panel_with(&self, seat: &str) -> Option<Panel> {
        let has = |panel: &Panel| panel.seats.iter().any(|own| own.name == seat);
        let mut all = self.panels.all().filter(has);
        let first = all.next();
        first.filter(|_| all.next().is_none())
    }

    /// The seat in a round of a type of agent, by its panel: the one whose `agent` it is, or that is called like it, with
    /// `-reviewer` behind or without.
    pub(super) fn seat_of(&self, work: &Work, agent: &str) -> Option<String> {
        let panel = self.panel(work);
        let named = panel.iter().flat_map(|panel| &panel.seats);
        let mut named = named.filter(|seat| seat.agent.as_deref() == Some(agent));
        let by_panel = named.next().map(|seat| seat.name.clone());
        let taken = |seat: &str| {
            panel
                .iter()
                .flat_map(|panel| &panel.seats)
                .any(|own| own.name == seat && own.agent.is_some())
        };
        // An agent of a plugin is called `plugin:agent`.
        let plain = agent.rsplit(':').next().unwrap_or(agent);
        let plain = plain.strip_suffix("-reviewer").unwrap_or(plain);
        let mut seats = work.open.round.seats.iter().filter(|seat| seat.skipped.is_none());
        match by_panel {
            Some(name) => seats.any(|seat| seat.name == name).then_some(name),
            None => seats
                .find(|seat| (seat.name == agent || seat.name == plain) && !taken(&seat.name))
                .map(|seat| seat.name.clone()),
        }
    }

    /// What is checked out, as a person names it.
    pub(in crate::cli) fn checked_out(&self) -> String {
        let commit = host::commit_of_work(&self.here, "HEAD");
        match (commit, branch_of_work(&self.here)) {
            (Some(commit), Some(branch)) => {
                format!("{branch} ({})", &commit[..commit.len().min(12)])
            }
            (Some(commit), None) => commit,
            _ => "this folder".to_owned(),
        }
    }

    pub(super) fn here(&self) -> &Path {
        &self.here
    }
}

/// A folder of rounds that may not be read
fn not_listed(panel: &Panel, why: &str) -> Diagnostic {
    Diagnostic::error("assize::hook::not_listed")
        .message(format!("the rounds of the panel `{}` cannot be listed: {why}", panel.name))
        .help("look at the permissions of the folder that its `reports` names")
}
