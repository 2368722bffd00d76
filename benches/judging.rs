//! Times of judging and reading, each beside a twin written by hand.
//!
//!     cargo bench --bench judging
//!
//! `ratios` measures both in turn and prints how many times as long ours takes.

#![expect(clippy::expect_used, reason = "a bench that cannot run should stop")]

mod twin;

use divan::Bencher;
use twin::scenes::{Scene, any_blocker};

fn main() {
    divan::main();
}

/// The first rule decides, the last one does, the first one while others hold as well.
const SCENES: [fn() -> Scene; 3] = [Scene::first, Scene::last, Scene::worst];

#[divan::bench(args = [0, 1, 2])]
fn judge(bencher: Bencher<'_, '_>, scene: usize) {
    let scene = SCENES[scene]();
    let policy = any_blocker(scene.min_reviewers);
    let docket = scene.gather();
    bencher.bench(|| policy.judge(&docket).expect("a ruling"));
}

#[divan::bench(args = [0, 1, 2])]
fn judge_by_hand(bencher: Bencher<'_, '_>, scene: usize) {
    let scene = SCENES[scene]();
    let docket = scene.gather_by_hand();
    bencher.bench(|| twin::judge(&docket, scene.min_reviewers).expect("a ruling"));
}

#[divan::bench]
fn bytes_to_ruling(bencher: Bencher<'_, '_>) {
    let policy = any_blocker(1);
    let scene = Scene::first();
    bencher.bench(|| policy.judge(&scene.gather()).expect("a ruling"));
}

#[divan::bench]
fn bytes_to_ruling_by_hand(bencher: Bencher<'_, '_>) {
    let scene = Scene::first();
    bencher.bench(|| twin::judge(&scene.gather_by_hand(), 1).expect("a ruling"));
}

#[divan::bench]
fn compile(bencher: Bencher<'_, '_>) {
    bencher.bench(|| any_blocker(1));
}
