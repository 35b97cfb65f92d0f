//! The measurements as Markdown.

use super::answer::Answer;
use super::bars::{Bar, Measured, why};
use super::process::Outcome;
use super::tool::{Policy, Tool};

const HEAD: &str = "\
| | time | CPU | memory | methods | of the application | not in deadheat's | call edges | pointers | objects | edges \
| × time | × CPU | × memory |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
";

/// The table of one program: a line for each tool, with its multiples of deadheat without contexts. `beyond` says how
/// many application methods a tool reached that deadheat did not.
pub fn measurements(measured: &Measured, beyond: impl Fn(Tool) -> Option<usize>) -> String {
    let base = measured.outcome(Tool::Deadheat(Policy::Insensitive)).and_then(Outcome::answer);
    let mut table = format!("### {}, JDK {}\n\n{HEAD}", measured.program, measured.release);
    for (tool, outcome) in &measured.runs {
        table += &match outcome {
            Outcome::Answered(answer) => line(*tool, answer, base, beyond(*tool)),
            Outcome::TimedOut { after, peak_kb } => {
                let memory = gigabytes(*peak_kb);
                format!(
                    "| {tool} | > {} s | - | {memory} |{}\n",
                    after.as_secs(),
                    " - |".repeat(10)
                )
            }
            Outcome::Failed { .. } => format!("| {tool} |{}\n", " - |".repeat(13)),
        };
    }
    for (tool, outcome) in &measured.runs {
        if let Outcome::Failed { .. } = outcome {
            table += &format!("\n{tool}: {}\n", why(outcome));
        }
    }
    table
}

/// The times of all runs, of which the lines of the table show the median.
pub fn rounds(times: &[(Tool, Vec<(u64, u64)>)]) -> String {
    let mut table = String::from(
        "Each line is the run with the median time. All runs:\n\n| | time | CPU |\n|---|---|---|\n",
    );
    for (tool, times) in times {
        let list = |of: fn(&(u64, u64)) -> u64| -> String {
            let seconds = times.iter().map(|time| format!("{:.2}", of(time) as f64 / 1000.0));
            seconds.collect::<Vec<_>>().join(", ")
        };
        table += &format!("| {tool} | {} s | {} s |\n", list(|time| time.0), list(|time| time.1));
    }
    table
}

fn line(tool: Tool, answer: &Answer, base: Option<&Answer>, beyond: Option<usize>) -> String {
    let multiple = |of: fn(&Answer) -> u64| {
        base.map_or("-".into(), |base| format!("{:.2}", of(answer) as f64 / of(base).max(1) as f64))
    };
    let cells = [
        tool.to_string(),
        seconds(answer.wall_ms),
        seconds(answer.cpu_ms),
        gigabytes(answer.peak_kb),
        grouped(answer.methods),
        grouped(answer.application_methods),
        optional(beyond.map(|count| count as u64)),
        grouped(answer.call_edges),
        optional(answer.pointers),
        optional(answer.objects),
        optional(answer.edges),
        multiple(|answer| answer.wall_ms),
        multiple(|answer| answer.cpu_ms),
        multiple(|answer| answer.peak_kb),
    ];
    format!("| {} |\n", cells.join(" | "))
}

/// The bars of one program.
pub fn bars(measured: &Measured, bars: &[Bar]) -> String {
    let mut table = String::from("| bar | measured | |\n|---|---|---|\n");
    for Bar { what, measured, passes } in bars {
        let verdict = if *passes { "PASS" } else { "**FAIL**" };
        table += &format!("| {what} | {measured} | {verdict} |\n");
    }
    if measured.runs.is_empty() { String::new() } else { table }
}

fn seconds(milliseconds: u64) -> String {
    format!("{:.1} s", milliseconds as f64 / 1000.0)
}

fn gigabytes(kilobytes: u64) -> String {
    format!("{:.2} GB", kilobytes as f64 / f64::from(1 << 20))
}

fn optional(count: Option<u64>) -> String {
    count.map_or("-".into(), grouped)
}

/// A count with a comma after each three digits.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn counts_are_grouped() {
        let texts: Vec<String> =
            [0, 999, 1000, 14098, 1_284_748].into_iter().map(grouped).collect();
        assert_eq!(texts, ["0", "999", "1,000", "14,098", "1,284,748"]);
    }

    #[test]
    fn all_runs_are_told() {
        let table = rounds(&[(Tool::Wala, vec![(12_300, 20_000), (9_060, 18_500)])]);
        assert!(
            table.ends_with("|---|\n| WALA ZeroOneCFA | 12.30, 9.06 s | 20.00, 18.50 s |\n"),
            "{table}"
        );
    }

    #[test]
    fn every_line_has_as_many_cells_as_the_head() {
        let answer = |wall_ms, peak_kb| {
            Outcome::Answered(Answer { wall_ms, peak_kb, methods: 1234, ..Answer::default() })
        };
        let measured = Measured {
            program: "h2".into(),
            release: 17,
            runs: vec![
                (Tool::Deadheat(Policy::Insensitive), answer(1000, 1 << 20)),
                (
                    Tool::Deadheat(Policy::Thread),
                    Outcome::Failed { message: "it broke".into(), peak_kb: 0 },
                ),
                (Tool::Wala, answer(12_300, 1 << 22)),
                (
                    Tool::TaiE,
                    Outcome::TimedOut { after: Duration::from_secs(900), peak_kb: 1 << 20 },
                ),
            ],
        };
        let table = measurements(&measured, |tool| (tool == Tool::Wala).then_some(7));
        let lines: Vec<&str> = table.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(lines.len(), 2 + 4, "{table}");
        let cells: Vec<usize> = lines.iter().map(|line| line.matches('|').count()).collect();
        assert_eq!(cells, [15; 6], "{table}");
        assert!(
            table.contains("| WALA ZeroOneCFA | 12.3 s | 0.0 s | 4.00 GB | 1,234 | 0 | 7 | 0 |"),
            "{table}"
        );
        assert!(table.contains("| 12.30 | 0.00 | 4.00 |"), "{table}");
        assert!(table.contains("| Tai-e ci | > 900 s | - | 1.00 GB |"), "{table}");
        assert!(table.ends_with("\ndeadheat thread: it broke\n"), "{table}");
    }
}
