//! Several runs of one tool on one program, and the one that stands for all of them.

use super::process::Outcome;

/// The runs of a tool so far.
#[derive(Clone, Debug, Default)]
pub struct Rounds(Vec<Outcome>);

impl Rounds {
    /// One more run has ended.
    pub fn push(&mut self, outcome: Outcome) {
        self.0.push(outcome);
    }

    /// Whether another run would tell nothing: one that gave no answer is not tried again.
    pub fn is_over(&self) -> bool {
        self.0.iter().any(|outcome| outcome.answer().is_none())
    }

    /// The run that counts: the one with the median time, of two in the middle the shorter one. All costs of a line are thus
    /// those of one run. If a run gave no answer, that is what counts.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(without) = self.0.iter().find(|outcome| outcome.answer().is_none()) {
            return Some(without.clone());
        }
        let mut runs: Vec<&Outcome> = self.0.iter().collect();
        runs.sort_by_key(|outcome| outcome.answer().map(|answer| answer.wall_ms));
        let middle = runs.len().checked_sub(1)? / 2;
        runs.get(middle).map(|&outcome| outcome.clone())
    }

    /// The times of all runs in milliseconds, by the clock and of processors, in the order of the runs.
    pub fn times(&self) -> Vec<(u64, u64)> {
        let answers = self.0.iter().filter_map(Outcome::answer);
        answers.map(|answer| (answer.wall_ms, answer.cpu_ms)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::answer::Answer;
    use super::*;

    fn rounds(times: &[u64]) -> Rounds {
        let answer = |&wall_ms| Answer { wall_ms, cpu_ms: 2 * wall_ms, ..Answer::default() };
        Rounds(times.iter().map(|time| Outcome::Answered(answer(time))).collect())
    }

    #[test]
    fn the_median_counts() {
        let of = |times: &[u64]| {
            rounds(times).outcome().map(|outcome| outcome.answer().unwrap().wall_ms)
        };
        assert_eq!(of(&[7]), Some(7));
        assert_eq!(of(&[9, 1, 5]), Some(5));
        assert_eq!(of(&[9, 1, 5, 4]), Some(4));
        assert_eq!(of(&[]), None);
        assert_eq!(rounds(&[3, 1]).times(), [(3, 6), (1, 2)]);
    }

    #[test]
    fn a_run_without_an_answer_counts_and_is_the_last() {
        let mut rounds = rounds(&[3, 1]);
        assert!(!rounds.is_over());
        let late = Outcome::TimedOut { after: Duration::from_secs(9), peak_kb: 1 };
        rounds.push(late.clone());
        assert!(rounds.is_over());
        assert_eq!(rounds.outcome(), Some(late));
    }
}
