//! FastTrack finds exactly what full vector clocks find, up to each variable's first race.

use detect::fast_track::{FastTrack, FastTrackRule};
use detect::oracle::VectorClocks;
use detect::trace::{Event, Random, Shape, first_races, random_trace};

fn shape(random: &mut Random) -> Shape {
    Shape {
        threads: 2 + random.below(5),
        vars: 1 + random.below(6),
        locks: 1 + random.below(3),
        volatiles: 1 + random.below(2),
        length: 5 + random.below(120) as usize,
        synchronisation: 10 + random.below(70),
    }
}

/// Leaves out events as long as the detectors still disagree.
fn smallest(mut trace: Vec<Event>) -> Vec<Event> {
    let mut at = 0;
    while at < trace.len() {
        let mut shorter = trace.clone();
        shorter.remove(at);
        if agree(&shorter) {
            at += 1;
        } else {
            trace = shorter;
            at = 0;
        }
    }
    trace
}

fn agree(trace: &[Event]) -> bool {
    let fast = first_races(&mut FastTrack::default(), trace);
    fast == first_races(&mut VectorClocks::default(), trace)
}

#[test]
fn random_traces() {
    let mut racy = 0;
    let mut counts = [0; FastTrackRule::ALL.len()];
    for seed in 0..30_000 {
        let trace = random_trace(seed, shape(&mut Random(!seed)));
        assert!(agree(&trace), "seed {seed}: {:#?}", smallest(trace));
        let mut detector = FastTrack::default();
        racy += usize::from(!first_races(&mut detector, &trace).is_empty());
        for (count, rule) in counts.iter_mut().zip(FastTrackRule::ALL) {
            *count += detector.count(rule);
        }
    }
    // Otherwise the traces would prove little.
    assert!((3_000..29_000).contains(&racy), "{racy} traces have races");
    for (count, rule) in counts.into_iter().zip(FastTrackRule::ALL) {
        assert!(count > 1_000, "{rule:?} was used {count} times");
    }
}
