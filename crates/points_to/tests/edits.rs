//! An analysis that is told of edits is the same as a new one, on made-up programs, for each policy.
//!
//! To look for failures in more programs than these: `DEADHEAT_SEEDS=1000..5000 cargo test -p points_to --test edits`.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

use testkit::points_to::check::{Follower, Setting, all_classes};
use testkit::points_to::generate::Generator;
use testkit::points_to::policies;
use testkit::points_to::program::Program;
use testkit::points_to::shrink::{describe, shrink};

/// Programs for each policy.
const PROGRAMS: u64 = 40;

/// Edited versions of each.
const VERSIONS: usize = 12;

/// One edit at a time.
#[test]
fn small_edits() {
    check(0, 1);
}

/// Several edits at a time, which change several classes.
#[test]
fn large_edits() {
    check(1_000_000, 6);
}

fn check(first: u64, edits: usize) {
    let seeds = seeds().unwrap_or(0..PROGRAMS);
    for (name, policy) in policies::ALL {
        let mut versions = 0;
        for seed in seeds.clone() {
            let setting = Setting::generated(policy, seed % 2 == 0);
            versions += check_history(name, first + seed, &setting, edits);
        }
        let wanted = (seeds.end - seeds.start) as usize * VERSIONS;
        assert!(versions * 10 >= wanted * 9, "{name}: {versions} of {wanted} versions are small");
    }
}

fn seeds() -> Option<Range<u64>> {
    let text = std::env::var("DEADHEAT_SEEDS").ok()?;
    let (from, to) = text.split_once("..")?;
    Some(from.parse().ok()?..to.parse().ok()?)
}

/// Follows a program through its versions; how many there were.
fn check_history(policy: &str, seed: u64, setting: &Setting, edits: usize) -> usize {
    let mut generator = Generator::new(seed);
    let mut history = vec![generator.program()];
    let mut follower = Follower::new(setting, &history[0]);
    for number in 0..VERSIONS {
        let version = generator.edited(&history, edits);
        let (classes, entries) = (all_classes(&version), version.entry_points());
        // The reference, because it stops when there are too many contexts.
        let Some(expected) = setting.reference(&classes, &entries) else { return number };
        let followed = catch_unwind(AssertUnwindSafe(|| {
            follower.follow(&version);
            follower.snapshot()
        }));
        history.push(version);
        if !followed.is_ok_and(|followed| followed == expected) {
            report(policy, seed, setting, history);
        }
    }
    VERSIONS
}

fn report(policy: &str, seed: u64, setting: &Setting, history: Vec<Program>) -> ! {
    // Failures that are panics would say so hundreds of times.
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let small = shrink(history, |history| setting.failure(history).is_some());
    set_hook(hook);
    let failure = setting.failure(&small);
    let failure = failure.as_deref().unwrap_or("as a new analysis, but not as the reference");
    panic!(
        "{policy}, seed {seed}:\n{}// + edited has more, - edited lacks\n{failure}",
        describe(&small)
    );
}
