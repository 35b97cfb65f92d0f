//! What holds for every program and every scheduler.

use super::program::{Op, Program};
use super::{replay, run_with};

const SCHEDULERS: [&str; 6] = ["native", "noise", "pct", "paper", "met", "drfinder"];

/// A random program. If `is_ordered`, locks are taken in the order of their numbers, so that no deadlock is possible.
fn random(seed: u64, is_ordered: bool) -> Program {
    let mut random = fastrand::Rng::with_seed(seed);
    let (threads, locks) = (random.u32(2..5), random.u32(1..5));
    let types = (0..locks).map(|_| random.u32(..2)).collect();
    let mut main: Vec<Op> = Vec::new();
    for thread in 1..=threads {
        main.push(Op::Start(thread));
        if random.bool() {
            main.push(Op::Compute(random.u64(..2_000)));
        }
    }
    main.extend((1..=threads).map(Op::Join));
    let mut all = vec![main];
    for _ in 0..threads {
        let mut ops = Vec::new();
        let (mut held, mut depth) = (Vec::<u32>::new(), 0);
        for _ in 0..random.usize(5..40) {
            match random.u8(..8) {
                0 | 1 => {
                    let lock = random.u32(..locks);
                    let is_next = held.last().is_none_or(|last| *last < lock);
                    if !held.contains(&lock) && (is_next || !is_ordered) {
                        held.push(lock);
                        ops.push(Op::Acquire(lock));
                    }
                }
                2 => ops.extend(held.pop().map(Op::Release)),
                3 => ops.push(Op::Read(random.u32(..3))),
                4 => ops.push(Op::Write(random.u32(..3))),
                5 => {
                    depth += 1;
                    ops.push(Op::Call(random.u32(..4)));
                }
                6 if depth > 0 => {
                    depth -= 1;
                    ops.push(Op::Return);
                }
                _ => ops.push(Op::Compute(random.u64(..3_000))),
            }
        }
        ops.extend(held.into_iter().rev().map(Op::Release));
        all.push(ops);
    }
    Program { threads: all, types }
}

#[test]
fn no_scheduler_hangs_a_program() {
    for seed in 0..400 {
        let program = random(seed, true);
        let mut relations = String::new();
        for name in SCHEDULERS {
            let outcome = run_with(name, &program, &relations, seed);
            assert!(outcome.has_ended, "{name}, seed {seed}: {:?}", outcome.statistics);
            let statistics = outcome.statistics;
            let released =
                statistics.done + statistics.in_vain + statistics.thrashing + statistics.expired;
            assert_eq!(statistics.suspensions, released, "{name}, seed {seed}");
            relations = outcome.relations;
        }
    }
}

#[test]
fn who_does_not_end_is_in_a_deadlock_that_is_recognised() {
    let mut deadlocks = 0;
    for seed in 0..400 {
        let program = random(seed, false);
        let mut relations = String::new();
        for name in SCHEDULERS {
            let outcome = run_with(name, &program, &relations, seed);
            assert_eq!(outcome.has_ended, outcome.deadlock.is_none(), "{name}, seed {seed}");
            deadlocks += usize::from(outcome.deadlock.is_some());
            relations = outcome.relations;
        }
    }
    assert!(deadlocks > 20, "{deadlocks}");
}

#[test]
fn a_seed_gives_the_same_run() {
    for seed in 0..100 {
        let program = random(seed, true);
        let relations = run_with("native", &program, "", seed).relations;
        for name in SCHEDULERS {
            let [first, second] = [0, 1].map(|_| run_with(name, &program, &relations, seed));
            assert_eq!(first.trace, second.trace, "{name}, seed {seed}");
            assert_eq!(first.log, second.log, "{name}, seed {seed}");
        }
    }
}

#[test]
fn a_replay_follows_every_schedule() {
    for seed in 0..200 {
        let program = random(seed, true);
        let relations = run_with("native", &program, "", seed).relations;
        for name in SCHEDULERS {
            let run = run_with(name, &program, &relations, seed);
            let again = replay(&program, &run.log, seed + 1);
            assert_eq!(again.log, run.log, "{name}, seed {seed}");
            assert_eq!(again.races, run.races, "{name}, seed {seed}");
        }
    }
}
