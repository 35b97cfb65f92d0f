//! A bounded run of every fuzz target: a fixed corpus and damage to it, the same in every run.
//!
//! What fails is written to a file whose path is in the message; `cargo fuzz run lower FILE` shows it again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use classfile::ClassFile;
use rayon::prelude::*;
use testkit::cost::{Counting, measure};
use testkit::mutate::{Random, anywhere, in_code};
use testkit::{fuzz, jdk, oddities};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// For one input with every assertion on; far above what real classes need.
const MOST_TIME: Duration = Duration::from_secs(2);
const MOST_MEMORY: usize = 256 << 20;

/// An input to damage.
struct Seed {
    name: String,
    bytes: Vec<u8>,
}

fn hand_made() -> Vec<Seed> {
    let all = oddities::valid().into_iter();
    all.map(|odd| Seed { name: odd.name.into(), bytes: odd.bytes }).collect()
}

/// A few hundred classes of the newest JDK that are not too large.
fn from_jdk() -> Vec<Seed> {
    let Some(jdk) = jdk::newest() else { return Vec::new() };
    let class_path = jdk::class_path(&jdk);
    let some = class_path.classes().step_by(97);
    let read = some.map(|entry| Seed {
        name: entry.name().into(),
        bytes: entry.read().unwrap_or_else(|problem| panic!("{problem}")).into_owned(),
    });
    read.filter(|seed| seed.bytes.len() < 20_000).collect()
}

#[test]
fn damaged_hand_made_classes_break_nothing() {
    damage_all(&hand_made(), 150);
}

#[test]
fn damaged_classes_of_a_jdk_break_nothing() {
    damage_all(&from_jdk(), 60);
}

/// Damages each seed that many times, half of them in the code of methods only.
fn damage_all(seeds: &[Seed], times: u64) {
    let wrong: Vec<String> = seeds
        .par_iter()
        .enumerate()
        .flat_map_iter(|(place, seed)| (0..times).map(move |time| (place as u64, seed, time)))
        .filter_map(|(place, seed, time)| {
            let mut random = Random::new(place << 32 | time);
            let mut bytes = seed.bytes.clone();
            if time.is_multiple_of(2) {
                anywhere(&mut random, &mut bytes);
            } else {
                in_code(&mut random, &mut bytes);
            }
            let why = check(&bytes).err()?;
            Some(format!("{}, damage {time}: {why}\n  {}", seed.name, keep(&bytes, place, time)))
        })
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn check(bytes: &[u8]) -> Result<(), String> {
    for property in [fuzz::parse, fuzz::round_trip, fuzz::lower] {
        catch_unwind(|| property(bytes)).map_err(|panic| message(&*panic))?;
    }
    let lower =
        AssertUnwindSafe(|| ClassFile::parse(bytes).ok().map(|f| fuzz::lower_and_verify(&f)));
    let (_, cost) = measure(|| catch_unwind(lower));
    if cost.time > MOST_TIME || cost.memory > MOST_MEMORY {
        return Err(format!("{:?}, {} MiB", cost.time, cost.memory >> 20));
    }
    Ok(())
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| Some((*panic.downcast_ref::<&str>()?).into())).unwrap_or_default()
}

fn keep(bytes: &[u8], place: u64, time: u64) -> String {
    let name = format!("damaged-{place}-{time}.class");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    match std::fs::write(&path, bytes) {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("not kept: {error}"),
    }
}
