//! Races that accidental order hides in nearly every run.

use std::collections::BTreeSet;
use std::time::Duration;

use schedule::Statistics;

use super::program::Op::{
    Acquire, Call, Compute, Join, Notify, Pass, Read, Release, Return, Sleep, Start, Wait, Write,
};
use super::program::{Op, Program};
use super::{replay, run_with};

/// `sync(lock) {}`
fn sync(lock: u32) -> [Op; 2] {
    [Acquire(lock), Release(lock)]
}

/// Starts all other threads, and waits for them.
fn main_of(count: u32) -> Vec<Op> {
    (1..=count).map(Start).chain((1..=count).map(Join)).collect()
}

fn program(threads: &[&[Op]], types: &[u32]) -> Program {
    let mut all = vec![main_of(threads.len() as u32)];
    all.extend(threads.iter().map(|ops| ops.to_vec()));
    Program { threads: all, types: types.to_vec() }
}

/// Location 0: a write before, and a read after an acquisition that the other thread reaches much later.
fn one_edge() -> Program {
    let first = [&[Write(0)][..], &sync(0)].concat();
    let second = [&[Compute(5_000)][..], &sync(0), &[Read(0)]].concat();
    program(&[&first, &second], &[0])
}

/// The example of the paper's Figure 2: both races are hidden by edges of different locks, with others in between. Locks
/// 0 and 1 are k and n, of types of their own.
fn figure_2() -> Program {
    let first = [
        &[Write(0), Call(1)][..],
        &sync(0),
        &[Call(2)],
        &sync(2),
        &[Write(1)],
        &sync(1),
        &[Return, Return],
    ];
    let second = [
        &[Call(3), Compute(300), Call(4)][..],
        &sync(3),
        &sync(4),
        &[Call(5)],
        &sync(1),
        &[Return, Write(1), Return, Return],
    ];
    let third = [
        &[Call(6), Compute(300), Call(7)][..],
        &sync(5),
        &sync(6),
        &[Call(8)],
        &sync(0),
        &[Return, Return, Read(0), Return],
    ];
    program(&[&first.concat(), &second.concat(), &third.concat()], &[0, 1, 2, 3, 4, 5, 6])
}

/// The second thread starts when the first one is through.
fn late_start() -> Program {
    let first = [&[Write(0)][..], &sync(0)].concat();
    let second = [&sync(0)[..], &[Read(0)]].concat();
    let main = vec![Start(1), Compute(5_000), Start(2), Join(1), Join(2)];
    Program { threads: vec![main, first, second], types: vec![0] }
}

/// All acquisitions of the second thread's loop have to come first.
fn many_acquisitions() -> Program {
    let first = [&[Write(0)][..], &sync(0).repeat(5)].concat();
    let second = [&[Compute(5_000)][..], &sync(0).repeat(5), &[Read(0)]].concat();
    program(&[&first, &second], &[0])
}

/// Locks of one type that have nothing to do with each other: the second thread takes another one first.
fn shared_type() -> Program {
    let first = [&[Write(0)][..], &sync(0)].concat();
    let second =
        [&[Compute(3_000)][..], &sync(1), &[Compute(2_000)], &sync(0), &[Read(0)]].concat();
    program(&[&first, &second], &[0, 0])
}

/// The second thread sleeps before it comes to the lock, for longer than anybody is waited for who waits for others.
fn asleep() -> Program {
    let first = [&[Write(0)][..], &sync(0)].concat();
    let second = [&[Sleep(80_000)][..], &sync(0), &[Read(0)]].concat();
    program(&[&first, &second], &[0])
}

/// The third thread waits for a signal of the second one, and takes a while to wake up. Until then the first one has to wait.
fn signalled() -> Program {
    let first = [&[Write(0)][..], &sync(0)].concat();
    let second = [Sleep(80_000), Acquire(0), Notify(0), Release(0)];
    let third = [Acquire(0), Wait(0), Release(0), Read(0)];
    program(&[&first, &second, &third], &[0])
}

/// The races that some runs show, and the same for ten runs of one hunt.
fn hunt(name: &str, program: &Program, seed: u64) -> BTreeSet<u32> {
    let mut relations = String::new();
    let mut races = BTreeSet::new();
    for i in 0..10 {
        let scheduler = if i == 0 { "native" } else { name };
        let outcome = run_with(scheduler, program, &relations, seed * 1000 + i);
        assert!(outcome.has_ended, "{name} {seed} {i}");
        relations = outcome.relations;
        races.extend(outcome.races);
    }
    races
}

#[test]
fn drfinder_shows_what_native_runs_hide() {
    let cases = [
        ("one edge", one_edge(), 1),
        ("figure 2", figure_2(), 2),
        ("late start", late_start(), 1),
        ("many acquisitions", many_acquisitions(), 1),
        ("shared type", shared_type(), 1),
        ("asleep", asleep(), 1),
        ("signalled", signalled(), 1),
    ];
    for (name, program, races) in cases {
        for seed in 0..20 {
            assert_eq!(hunt("native", &program, seed).len(), 0, "{name} shows natively");
            assert_eq!(hunt("drfinder", &program, seed).len(), races, "{name}, seed {seed}");
        }
    }
}

#[test]
fn the_paper_s_own_style_shows_its_example() {
    let program = figure_2();
    let relations = run_with("native", &program, "", 0).relations;
    let found: BTreeSet<u32> =
        (0..10).flat_map(|seed| run_with("paper", &program, &relations, seed).races).collect();
    assert_eq!(found.len(), 2);
}

#[test]
fn threads_that_meet_go_on_side_by_side() {
    // Both initialise something that is not there yet; natively the first one is through when the second one comes.
    let lazily = [&sync(0)[..], &[Read(0), Compute(20), Write(0)], &sync(0)].concat();
    let [first, second] = [500, 5_000].map(|time| [&[Compute(time)][..], &lazily].concat());
    let program = program(&[&first, &second], &[0]);
    let native = run_with("native", &program, "", 0);
    assert!(native.races.is_empty());
    let mut all = Statistics::default();
    for seed in 0..20 {
        let outcome = run_with("met", &program, &native.relations, seed);
        assert!(!outcome.races.is_empty(), "seed {seed}: {:?}", outcome.statistics);
        all.add(&outcome.statistics);
    }
    assert!(all.done >= 40 && all.thrashing_rate() < 0.05, "{all:?}");
}

#[test]
fn a_schedule_shows_its_race_again() {
    for program in [one_edge(), figure_2(), late_start(), many_acquisitions(), shared_type()] {
        let relations = run_with("native", &program, "", 0).relations;
        for seed in 1..20 {
            let shown = run_with("drfinder", &program, &relations, seed);
            let again = replay(&program, &shown.log, seed + 100);
            assert_eq!(again.races, shown.races);
            assert!(again.remark.unwrap().starts_with("replay: followed all"));
        }
    }
}

#[test]
fn a_replay_says_where_the_program_went_another_way() {
    let log = run_with("native", &one_edge(), "", 0).log;
    let outcome = replay(&many_acquisitions(), &log, 1);
    assert!(outcome.has_ended);
    let remark = outcome.remark.unwrap();
    assert!(remark.starts_with("replay: diverged at acquisition"), "{remark}");
}

#[test]
fn a_deadlock_is_recognised() {
    let both = |first: u32, second: u32| {
        [Acquire(first), Compute(1_000), Acquire(second), Release(second), Release(first)]
    };
    let program = program(&[&both(0, 1), &both(1, 0)], &[0, 1]);
    for name in ["native", "noise", "pct", "drfinder"] {
        let outcome = run_with(name, &program, "", 3);
        if !outcome.has_ended {
            let deadlock = outcome.deadlock.expect("who waits for whom is known");
            assert_eq!(deadlock.len(), 2, "{name}");
        }
    }
    assert!(run_with("native", &program, "", 3).deadlock.is_some());
}

#[test]
fn a_thread_that_waits_for_the_suspended_one_does_not_hang() {
    // The second thread may trigger, but waits for the end of the first one: nobody could run.
    let first = [&[Compute(500)][..], &sync(0)].concat();
    let second = [&[Compute(2_000), Join(1)][..], &sync(0)].concat();
    let program = program(&[&first, &second], &[0]);
    let relations = run_with("native", &program, "", 0).relations;
    let mut thrashing = 0;
    for seed in 0..50 {
        let outcome = run_with("drfinder", &program, &relations, seed);
        assert!(outcome.has_ended, "{seed}");
        thrashing += outcome.statistics.thrashing;
    }
    assert!(thrashing > 0);
}

#[test]
fn acquisitions_that_nobody_is_asked_about_are_seen() {
    // The second thread comes first, as wished, and then waits for the one that is suspended for it.
    let with = |acquire: fn(u32) -> Op| {
        let first = [&[Compute(500)][..], &sync(0)].concat();
        let second = [Compute(2_000), acquire(0), Release(0), Join(1)];
        program(&[&first, &second], &[0])
    };
    let relations = run_with("native", &with(Acquire), "", 0).relations;
    let mut all = Statistics::default();
    for seed in 0..50 {
        let outcome = run_with("drfinder", &with(Pass), &relations, seed);
        assert!(outcome.has_ended, "{seed}");
        all.add(&outcome.statistics);
    }
    assert!(all.suspensions > 20 && all.thrashing + all.expired == 0, "{all:?}");
}

#[test]
fn conditions_are_waited_for_under_every_scheduler() {
    // The first one starts the second when it holds the lock, so that the signal is not lost.
    let first = [Acquire(0), Start(2), Wait(0), Release(0), Acquire(0), Release(0)];
    let second = [Acquire(0), Notify(0), Release(0), Acquire(0), Release(0)];
    let main = vec![Start(1), Join(1), Join(2)];
    let program = Program { threads: vec![main, first.to_vec(), second.to_vec()], types: vec![0] };
    let relations = run_with("native", &program, "", 0).relations;
    for seed in 0..50 {
        for name in ["noise", "pct", "drfinder"] {
            assert!(run_with(name, &program, &relations, seed).has_ended, "{name} {seed}");
        }
    }
}

#[test]
fn unrelated_locks_of_a_type_do_not_cost_much() {
    // Two threads that use locks of their own, of one type, over and over.
    let busy = |lock: u32| [Acquire(lock), Compute(20), Release(lock), Compute(20)].repeat(300);
    let program = program(&[&busy(0), &busy(1)], &[0, 0]);
    let native = run_with("native", &program, "", 0);
    let mut all = Statistics::default();
    for seed in 0..100 {
        let outcome = run_with("drfinder", &program, &native.relations, seed);
        assert!(outcome.has_ended && outcome.races.is_empty());
        let time = outcome.time;
        // Ties are broken by delays of at most 20 ms.
        let delays = Duration::from_millis(20) * outcome.statistics.delays as u32;
        assert!(time < native.time * 4 + delays, "{seed}: {time:?} for {:?}", native.time);
        all.add(&outcome.statistics);
    }
    assert_eq!(all.suspensions, 0, "a lock that one thread has for itself orders nobody");
}

#[test]
fn who_uses_locks_of_its_own_is_not_waited_for() {
    // The threads meet at lock 2 only; all locks are of one type. What the second one does first may take its time.
    let first =
        [&[Write(0), Call(1)][..], &sync(2), &[Return, Call(0)], &sync(0).repeat(40)].concat();
    let second = [
        &[Call(0)][..],
        &sync(1).repeat(40),
        &[Return, Compute(5_000), Call(1)],
        &sync(2),
        &[Return, Read(0)],
    ]
    .concat();
    let program = program(&[&first, &second], &[0, 0, 0]);
    let native = run_with("native", &program, "", 0);
    let mut all = Statistics::default();
    for seed in 0..20 {
        assert_eq!(hunt("drfinder", &program, seed).len(), 1, "seed {seed}");
        all.add(&run_with("drfinder", &program, &native.relations, seed * 1000).statistics);
    }
    assert!(all.suspensions <= 40 && all.thrashing_rate() < 0.05, "{all:?}");
}
