//! Measured comparisons: who does the same work in which time, and whether that meets its bar.
//!
//! Timings of a shared machine are noise, ratios within one run are not: contestants take turns, and the best of their
//! rounds counts.

pub mod callgraph;
pub mod check;
pub mod cold;
pub mod growth;
pub mod hunt;
pub mod incremental;
pub mod loops;
pub mod lsp;
mod others;
pub mod points_to;
pub mod run;
pub mod sharing;
pub mod third_party;

use std::fmt;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// How time is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// CPU time of the calling thread, for work on one thread.
    Thread,
    /// Time on the wall, for work on several.
    Wall,
    /// CPU time of all threads together: what is lost by working side by side, even on a busy machine.
    Process,
}

impl Clock {
    /// Calls a function and says how long it took.
    pub fn time<T>(self, call: impl FnOnce() -> T) -> (T, Duration) {
        match self {
            Clock::Thread => cpu_time(ClockId::ThreadCPUTime, call),
            Clock::Process => cpu_time(ClockId::ProcessCPUTime, call),
            Clock::Wall => {
                let start = Instant::now();
                let result = call();
                (result, start.elapsed())
            }
        }
    }
}

fn cpu_time<T>(clock: ClockId, call: impl FnOnce() -> T) -> (T, Duration) {
    let now = || {
        let time = clock_gettime(clock);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
    };
    let start = now();
    let result = call();
    (result, now() - start)
}

/// Someone who does the work; it returns what was counted on the way, so that equal work can be asserted.
pub struct Contestant<'c, T> {
    /// How it is called in the table.
    pub name: &'static str,
    /// The work.
    pub work: Box<dyn FnMut() -> T + 'c>,
}

impl<'c, T> Contestant<'c, T> {
    /// A contestant.
    pub fn new(name: &'static str, work: impl FnMut() -> T + 'c) -> Self {
        Contestant { name, work: Box::new(work) }
    }
}

/// Lets contestants take turns and returns the best time of each.
///
/// # Panics
///
/// If they do not all return the same result.
pub fn race<T: PartialEq + fmt::Debug>(
    clock: Clock,
    rounds: usize,
    contestants: &mut [Contestant<'_, T>],
) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; contestants.len()];
    let mut expected = None;
    for _ in 0..rounds {
        for (contestant, best) in contestants.iter_mut().zip(&mut best) {
            let (result, time) = clock.time(&mut contestant.work);
            let expected = expected.get_or_insert_with(|| format!("{result:?}"));
            assert_eq!(*expected, format!("{result:?}"), "{} did other work", contestant.name);
            *best = time.min(*best);
        }
    }
    best
}

/// A line of the table: our time against another one.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What is measured.
    pub what: String,
    /// Our time.
    pub ours: Duration,
    /// With whom we compare, and their time.
    pub other: (&'static str, Duration),
    /// How many times faster we have to be.
    pub bar: f64,
}

impl Comparison {
    /// How many times faster we are.
    pub fn ratio(&self) -> f64 {
        self.other.1.as_secs_f64() / self.ours.as_secs_f64()
    }

    /// Whether that is enough.
    pub fn passes(&self) -> bool {
        self.ratio() >= self.bar
    }
}

/// The comparisons as a Markdown table.
pub fn markdown(comparisons: &[Comparison]) -> String {
    let mut table = String::from("| work | deadheat | compared with | ratio | bar | |\n");
    table += "|---|---|---|---|---|---|\n";
    for comparison in comparisons {
        let Comparison { what, ours, other: (name, theirs), bar } = comparison;
        let verdict = if comparison.passes() { "pass" } else { "**miss**" };
        let ratio = comparison.ratio();
        let (ours, theirs) = (ours.as_millis(), theirs.as_millis());
        table += &format!("| {what} | {ours} ms | {name}: {theirs} ms | ");
        table += &format!("{ratio:.2}× | {bar:.1}× | {verdict} |\n");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_passes_at_its_bar() {
        let ms = Duration::from_millis;
        let at = |theirs| Comparison {
            what: "work".into(),
            ours: ms(10),
            other: ("other", ms(theirs)),
            bar: 3.0,
        };
        assert!(at(30).passes());
        assert!(!at(29).passes());
        assert!(markdown(&[at(29)]).contains("| 2.90× | 3.0× | **miss** |"));
    }

    #[test]
    #[should_panic(expected = "second did other work")]
    fn contestants_have_to_do_the_same_work() {
        let mut contestants = [Contestant::new("first", || 1), Contestant::new("second", || 2)];
        race(Clock::Wall, 1, &mut contestants);
    }
}
