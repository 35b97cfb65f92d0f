//! What the measurements have to show, and whether they do.

use std::time::Duration;

use super::answer::Answer;
use super::process::Outcome;
use super::tool::{MEMORY_LIMIT_GB, Policy, Tool};

/// How many times faster than each other tool.
const FASTER: f64 = 10.0;
/// How many times less memory than each other tool.
const SMALLER: f64 = 4.0;
/// What contexts may cost, as a multiple of none.
const THREAD_COSTS: f64 = 3.0;
const CONTAINER_COSTS: f64 = 5.0;
/// The longest that any program may take with contexts of threads.
const THREAD_LIMIT: Duration = Duration::from_secs(20);

/// All runs on one program with one JDK.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The program.
    pub program: String,
    /// The release of the JDK.
    pub release: u16,
    /// How each tool fared, in the order of the table.
    pub runs: Vec<(Tool, Outcome)>,
}

impl Measured {
    /// How a tool fared, if it was asked.
    pub fn outcome(&self, tool: Tool) -> Option<&Outcome> {
        self.runs.iter().find(|(run, _)| *run == tool).map(|(_, outcome)| outcome)
    }

    fn ours(&self, policy: Policy) -> Option<&Answer> {
        self.outcome(Tool::Deadheat(policy))?.answer()
    }
}

/// One thing that has to hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What, in words.
    pub what: String,
    /// What was measured, or why nothing was.
    pub measured: String,
    /// Whether that is enough. A bar that could not be measured is not passed.
    pub passes: bool,
}

/// The bars of one program.
pub fn bars(measured: &Measured) -> Vec<Bar> {
    let mut bars = Vec::new();
    for (tool, outcome) in &measured.runs {
        match tool {
            Tool::Deadheat(policy) => bars.extend(of_ours(measured, *policy, outcome)),
            _ => {
                bars.extend(against(measured, Policy::Insensitive, *tool, outcome));
                // The same work as the others do: no names of classes from files, and every body of the JDK that they read, too.
                for policy in [Policy::WithoutPropertyFiles, Policy::Bodies] {
                    if measured.outcome(Tool::Deadheat(policy)).is_some() {
                        bars.extend(against(measured, policy, *tool, outcome));
                    }
                }
            }
        }
    }
    bars
}

fn against(measured: &Measured, policy: Policy, tool: Tool, theirs: &Outcome) -> Vec<Bar> {
    let Some(ours) = measured.ours(policy) else {
        return vec![Bar::unknown(format!("against {tool}"), "deadheat gave no answer")];
    };
    let faster = |theirs_ms: f64, at_least: &str| {
        let ratio = theirs_ms / ours.wall_ms.max(1) as f64;
        let measured = format!("{at_least}{ratio:.1}×");
        Bar {
            what: format!("{policy}: ≥ {FASTER}× faster than {tool}"),
            measured,
            passes: ratio >= FASTER,
        }
    };
    match theirs {
        Outcome::Answered(theirs) => vec![
            faster(theirs.wall_ms as f64, ""),
            smaller(ours, policy, tool, theirs.peak_kb),
            reach(ours, policy, tool, theirs),
        ],
        // One that never came to an end is slower than the limit, and has reached nothing to compare with.
        Outcome::TimedOut { after, peak_kb } => {
            vec![faster(after.as_secs_f64() * 1000.0, "> "), smaller(ours, policy, tool, *peak_kb)]
        }
        Outcome::Failed { message, .. } => vec![Bar::unknown(format!("against {tool}"), message)],
    }
}

fn smaller(ours: &Answer, policy: Policy, tool: Tool, theirs_kb: u64) -> Bar {
    let ratio = theirs_kb as f64 / ours.peak_kb.max(1) as f64;
    let what = format!("{policy}: ≤ 1/{SMALLER} of the memory of {tool}");
    Bar { what, measured: format!("1/{ratio:.1}"), passes: ratio >= SMALLER }
}

fn reach(ours: &Answer, policy: Policy, tool: Tool, theirs: &Answer) -> Bar {
    let (ours, theirs) = (ours.application_methods, theirs.application_methods);
    let what = format!("{policy}: no fewer application methods than {tool}");
    Bar { what, measured: format!("{ours} against {theirs}"), passes: ours >= theirs }
}

fn of_ours(measured: &Measured, policy: Policy, outcome: &Outcome) -> Vec<Bar> {
    let Some(ours) = outcome.answer() else {
        return vec![Bar::unknown(format!("deadheat {policy} gives an answer"), &why(outcome))];
    };
    let gigabytes = ours.peak_kb as f64 / f64::from(1 << 20);
    let mut bars = vec![Bar {
        what: format!("{policy}: within {MEMORY_LIMIT_GB} GB"),
        measured: format!("{gigabytes:.2} GB"),
        passes: gigabytes <= MEMORY_LIMIT_GB as f64,
    }];
    let costs = match policy {
        Policy::Insensitive | Policy::WithoutPropertyFiles | Policy::Bodies => None,
        Policy::Thread => Some(THREAD_COSTS),
        Policy::ThreadContainer => Some(CONTAINER_COSTS),
    };
    if let Some(most) = costs {
        let what = format!("{policy}: ≤ {most}× the time of insensitive");
        bars.push(match measured.ours(Policy::Insensitive) {
            Some(insensitive) => {
                let ratio = ours.wall_ms as f64 / insensitive.wall_ms.max(1) as f64;
                Bar { what, measured: format!("{ratio:.2}×"), passes: ratio <= most }
            }
            None => Bar::unknown(what, "insensitive gave no answer"),
        });
    }
    if policy == Policy::Thread {
        let time = Duration::from_millis(ours.wall_ms);
        bars.push(Bar {
            what: format!("{policy}: < {} s", THREAD_LIMIT.as_secs()),
            measured: format!("{:.1} s", time.as_secs_f64()),
            passes: time < THREAD_LIMIT,
        });
    }
    bars
}

/// Why there is no answer.
pub fn why(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered(_) => String::new(),
        Outcome::TimedOut { after, .. } => format!("not done after {} s", after.as_secs()),
        Outcome::Failed { message, .. } => message.clone(),
    }
}

impl Bar {
    fn unknown(what: String, why: &str) -> Bar {
        Bar { what, measured: why.into(), passes: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(wall_ms: u64, peak_kb: u64, application_methods: u64) -> Outcome {
        Outcome::Answered(Answer { wall_ms, peak_kb, application_methods, ..Answer::default() })
    }

    fn measured(runs: Vec<(Tool, Outcome)>) -> Measured {
        Measured { program: "p".into(), release: 17, runs }
    }

    const INSENSITIVE: Tool = Tool::Deadheat(Policy::Insensitive);

    /// The bars that fail, by what was measured.
    fn failing(runs: Vec<(Tool, Outcome)>) -> Vec<String> {
        let bars = bars(&measured(runs));
        assert!(!bars.is_empty());
        bars.into_iter()
            .filter(|bar| !bar.passes)
            .map(|bar| format!("{}: {}", bar.what, bar.measured))
            .collect()
    }

    #[test]
    fn a_tool_is_met_at_the_bar_and_missed_below_it() {
        let against = |time, memory, methods| {
            failing(vec![
                (INSENSITIVE, answer(100, 1000, 50)),
                (Tool::Wala, answer(time, memory, methods)),
            ])
        };
        assert_eq!(against(1000, 4000, 50), [""; 0]);
        assert_eq!(
            against(990, 4000, 50),
            ["insensitive: ≥ 10× faster than WALA ZeroOneCFA: 9.9×"]
        );
        assert_eq!(
            against(1000, 3900, 50),
            ["insensitive: ≤ 1/4 of the memory of WALA ZeroOneCFA: 1/3.9"]
        );
        let reach = "insensitive: no fewer application methods than WALA ZeroOneCFA: 50 against 51";
        assert_eq!(against(1000, 4000, 51), [reach]);
    }

    #[test]
    fn the_same_work_is_compared_beside_all_that_is_done() {
        let runs = vec![
            (INSENSITIVE, answer(500, 1000, 900)),
            (Tool::Deadheat(Policy::WithoutPropertyFiles), answer(50, 100, 50)),
            (Tool::Wala, answer(1000, 4000, 50)),
        ];
        assert_eq!(failing(runs), ["insensitive: ≥ 10× faster than WALA ZeroOneCFA: 2.0×"]);
    }

    #[test]
    fn contexts_may_cost_a_multiple_and_20_seconds_at_most() {
        let with = |thread, container| {
            failing(vec![
                (INSENSITIVE, answer(7000, 1000, 50)),
                (Tool::Deadheat(Policy::Thread), answer(thread, 1000, 50)),
                (Tool::Deadheat(Policy::ThreadContainer), answer(container, 1000, 50)),
            ])
        };
        assert_eq!(with(19_999, 35_000), [""; 0]);
        assert_eq!(with(20_000, 35_001).len(), 2);
        assert_eq!(with(21_001, 35_000).len(), 2, "too long by both rules");
    }

    #[test]
    fn memory_is_limited_for_each_policy() {
        let gigabyte = 1 << 20;
        assert_eq!(failing(vec![(INSENSITIVE, answer(1, 8 * gigabyte, 1))]), [""; 0]);
        let message = "insensitive: within 8 GB: 8.50 GB";
        assert_eq!(
            failing(vec![(INSENSITIVE, answer(1, 8 * gigabyte + gigabyte / 2, 1))]),
            [message]
        );
    }

    #[test]
    fn a_tool_that_did_not_finish_is_slower_than_the_limit() {
        let timed_out =
            |seconds| Outcome::TimedOut { after: Duration::from_secs(seconds), peak_kb: 4000 };
        let against = |seconds| {
            failing(vec![(INSENSITIVE, answer(1000, 1000, 5)), (Tool::TaiE, timed_out(seconds))])
        };
        assert_eq!(against(10), [""; 0]);
        assert_eq!(against(9), ["insensitive: ≥ 10× faster than Tai-e ci: > 9.0×"]);
    }

    #[test]
    fn what_was_not_measured_is_not_passed() {
        let failed = || Outcome::Failed { message: "it broke".into(), peak_kb: 0 };
        let ours = failing(vec![(INSENSITIVE, failed()), (Tool::Wala, answer(1, 1, 1))]);
        assert_eq!(ours.len(), 2, "{ours:?}");
        let theirs = failing(vec![(INSENSITIVE, answer(1, 1, 1)), (Tool::Wala, failed())]);
        assert_eq!(theirs, ["against WALA ZeroOneCFA: it broke"]);
    }
}
