//! What there is to begin with: agents, clients, continuous integration, folders of reviews.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::cli::hook::Harness;
use crate::host::{CONFIG, Files, KEPT_ROUNDS, Kind, repository_root, shown};

/// Folders of agents, one file each.
const AGENTS: [&str; 3] = [".claude/agents", ".github/agents", ".gemini/agents"];
/// Continuous integration.
const CI: [&str; 3] = [".github/workflows", ".gitlab-ci.yml", ".circleci"];
/// No more of a kind is listed.
const MOST: usize = 8;

/// Shows it, and the command to run.
pub(super) fn text(disk: &dyn Files, here: &Path) -> String {
    let root = repository_root(disk, here);
    let is_there = |name: &str| disk.kind(&root.join(name)).is_ok();
    let agents = agents(disk, &root);
    let clients: Vec<Harness> = Harness::value_variants()
        .iter()
        .copied()
        .filter(|client| is_there(client.sign()))
        .collect();
    let folders = folders(disk, &root);
    let rows = [
        ("rules", Vec::from_iter(is_there(CONFIG).then(|| CONFIG.to_owned()))),
        ("agents", agents.clone()),
        (
            "clients",
            clients.iter().map(|client| format!("{} ({})", client.name(), client.sign())).collect(),
        ),
        ("reviews", folders.clone()),
        ("runs", CI.iter().filter(|name| is_there(name)).map(|name| (*name).to_owned()).collect()),
    ];
    let mut out = String::new();
    for (what, names) in rows {
        let _ = writeln!(out, "{what:<8} {}", listed(&names));
    }
    out += "\nnothing was written\n\nnext\n";
    let seats = seats(&agents);
    let seats = if seats.is_empty() { "qa,security,style".to_owned() } else { seats.join(",") };
    let expect = if is_there(CONFIG) { String::new() } else { format!(" --expect {seats}") };
    let client = clients.first().map_or("claude-code", |client| client.name());
    let _ = writeln!(out, "  see what would be set up: `assize init{expect} --harness {client}`");
    if let Some(folder) = folders.first() {
        let _ = writeln!(out, "  judge reviews that are there: `assize gate ./{folder}`");
        let _ = writeln!(
            out,
            "  list words that only your team uses: `assize init --from {folder} --print`"
        );
    }
    out
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names if names.len() > MOST => {
            format!("{}, and {} more", names[..MOST].join(", "), names.len() - MOST)
        }
        names => names.join(", "),
    }
}

fn names(disk: &dyn Files, folder: &Path) -> Vec<String> {
    let names = disk.names(folder).unwrap_or_default();
    let names: BTreeSet<String> =
        names.iter().filter_map(|name| name.to_str()).map(shown).collect();
    names.into_iter().collect()
}

/// The agents of any client, each once.
fn agents(disk: &dyn Files, root: &Path) -> Vec<String> {
    let all = AGENTS.iter().flat_map(|folder| names(disk, &root.join(folder)));
    let stems = all.filter_map(|name| {
        let stem = name.strip_suffix(".md")?;
        Some(stem.strip_suffix(".agent").unwrap_or(stem).to_owned())
    });
    stems.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The seats of agents that review: `qa` of `qa-reviewer`.
fn seats(agents: &[String]) -> Vec<String> {
    agents.iter().filter_map(|agent| agent.strip_suffix("-reviewer")).map(str::to_owned).collect()
}

/// Folders near the root that are called after reviews, and hold something.
fn folders(disk: &dyn Files, root: &Path) -> Vec<String> {
    let is_folder = |path: &PathBuf| disk.kind(path).ok() == Some(Kind::Folder);
    let called = |name: &str| name.to_ascii_lowercase().contains("review");
    let mut found = Vec::new();
    // Where rounds are kept already, there is nothing to set up.
    let begun = |path: &Path| disk.kind(&path.join(KEPT_ROUNDS)).is_ok();
    let all = names(disk, root).into_iter().map(|name| (root.join(&name), name));
    for (own, name) in all.filter(|(own, _)| is_folder(own) && !begun(own)) {
        if called(&name) && !names(disk, &own).is_empty() {
            found.push(name);
        } else if !name.starts_with(".git") && name != "node_modules" && name != "target" {
            let below = names(disk, &own)
                .into_iter()
                .filter(|inner| called(inner) && is_folder(&own.join(inner)));
            found.extend(below.map(|inner| format!("{name}/{inner}")));
        }
    }
    found
}
