//! The schedulers on simulated programs, without a JVM.

mod hidden;
mod program;
mod properties;

use program::{Make, Outcome, Program, run};
use schedule::{
    DrFinder, Log, Names, Native, Noise, Pct, PlaceId, Relations, Replay, Scheduler, Style, Until,
};

const DEPTH: usize = 4;

/// One run under a scheduler by its name.
fn run_with(name: &str, program: &Program, relations: &str, seed: u64) -> Outcome {
    let make = |relations: Relations, _: &mut Names<PlaceId>| -> Box<dyn Scheduler> {
        match name {
            "native" => Box::new(Native),
            "noise" => Box::new(Noise::new(seed)),
            "pct" => Box::new(Pct::new(seed, 3, 20)),
            "paper" => Box::new(DrFinder::new(relations, DEPTH, Style::paper(), seed)),
            "met" => {
                let style = Style { until: Until::Met, window: DEPTH, ..Style::paper() };
                Box::new(DrFinder::new(relations, DEPTH, style, seed))
            }
            "drfinder" => Box::new(DrFinder::new(
                relations,
                DEPTH,
                Style::of_run(2 + (seed % 1000) as u32, DEPTH),
                seed,
            )),
            _ => panic!("no scheduler {name}"),
        }
    };
    run(program, &make as Make<'_>, relations, DEPTH, seed)
}

/// One run that follows a log.
fn replay(program: &Program, log: &str, seed: u64) -> Outcome {
    let log = Log::read(log).unwrap();
    let make = |_: Relations, places: &mut Names<PlaceId>| -> Box<dyn Scheduler> {
        Box::new(Replay::new(log.clone(), places))
    };
    run(program, &make as Make<'_>, "", DEPTH, seed)
}
