//! Files and folders: the only part of the crate that touches the world outside.
//!
//! Reading goes through [`Files`] and writing through [`Writer`], so that a test can hand in a
//! disk that is full, or a file that breaks off half way; [`Disk`] is the real one.

mod cases;
mod change;
mod clock;
mod config;
mod court;
mod disk;
mod docket;
mod earlier;
mod evidence;
mod git;
mod init;
mod limits;
mod lock;
mod named;
mod new_policy;
mod nodes;
mod owners;
mod pairs;
mod panel;
pub mod policies;
mod probe;
mod properties;
pub mod quality;
mod record;
mod recorded;
mod records;
mod replay;
mod reports;
mod review;
mod rounds;
mod rules;
#[cfg(feature = "run")]
pub mod runner;
mod seats;
mod sources;
mod stdout;
mod subjects;
mod suggest;
#[cfg(test)]
mod tests;
mod write;

pub use cases::{
    Asked as AskedCases, Blessed, FoundCases, TrialFailed, bless, case_places, find_cases,
    run_cases,
};
pub use change::{CHANGE_LIMIT, Change};
pub use clock::{nanoseconds, now, secret, stopwatch, time_of, today};
pub use config::{CONFIG, CONFIG_USED, Config, ConfiguredCommand, HookRules, Judged, word_changes};
pub use court::{
    COURT_VERDICT, DIFF, EVIDENCE_MISSING, VERIFY_RESULT, court_record, evidence,
    keeps_court_record,
};
pub use disk::{
    Content, Contents, Disk, Files, Identity, Kind, Once, OpenFolder, Opened, Permissions, Stamp,
    Writer, current_dir, standard_input,
};
pub(crate) use disk::{is_pipe, is_stream};
pub use docket::{DocketFile, docket};
pub use earlier::Earlier;
pub use evidence::cited_text;
pub use init::{init, panel_text};
pub use limits::Limits;
pub use lock::{HELD, Lock, lock_folder};
pub use new_policy::{NewPolicy, new_policy, write_new};
pub use owners::{OwnerRules, owners};
pub use pairs::{
    BUNDLE, RECORDS, Stored, all_reviews, asked_pairs, changed_texts, check_kept_bundle, keep_open,
    kept_reviews, open_pairs, retire_bundle, store_records,
};
pub use panel::{
    Chair, ChangeFacts, ChosenParam, ChosenPolicy, Panel, PanelChange, PanelSeat, Panels,
    ParamValue, TextSize, When, built_in_panel_text, built_in_panels, choose_panel, may_be_a_task,
    may_lie_in, panel_changes, repository_root, text_size,
};
pub use probe::ProbeFolder;
pub use properties::{PROPERTIES, properties_of};
pub use record::{make_lockable, write_record};
pub use recorded::{JudgeableRound, Recorded, RecordedAs, RecordedRounds, RoundReader, of_each};
pub use records::{attempts, waivers};
pub use replay::{Otherwise, Replay, Replayed, RoundGroup, WasRecorded, grouped_rounds};
pub use reports::{Look, Reports, SUMMARY, list_reports, look, shown};
pub use review::{
    ReviewText, ReviewTexts, review_log, review_log_of, review_log_text, review_texts,
};
pub use rounds::{
    AskedCommit, AskedPolicies, BEGUN, BINDING_NAMES, Before, Begun, History, Hooked,
    JudgedFinding, JudgedRound, JudgedSeat, KEPT as KEPT_ROUNDS, PastRound, Rounds, Shadow,
    UnderWay, branch_of_work, commit_of_work, is_part_of_work, is_report, kept_rounds_in,
    state_of_work, summary_of, way_between, without_reports,
};
pub use rules::Rules;
pub use seats::{Roster, SaidAbsent, Seating, seat_reports};
pub use sources::{NamedText, STDIN, named_texts, sources};
pub use stdout::Printed;
pub use subjects::{SubjectFile, pair_of, subjects};
pub use suggest::nearest;
pub use write::{Place, not_a_dangling_link, stream_atomic, write_atomic, write_log};
