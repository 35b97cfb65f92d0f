//! `eval check`: what `deadheat check` finds in other people's programs, how long it takes, and how much memory.
//!
//! ```text
//! eval/programs, eval/check ──fetched──▶ jars ──┬─deadheat check──▶ races by tier, time, memory
//!                                               └─deadheat inspect --gaps──▶ what the analysis did not see
//! ```

use std::path::PathBuf;
use std::time::Duration;

use crate::others::{Analysed, Other, analyse, programs};

/// What is measured.
#[derive(clap::Args)]
pub struct Arguments {
    /// The program `deadheat`, built in the profile that counts
    #[arg(long, value_name = "FILE", default_value = "target/release/deadheat")]
    deadheat: PathBuf,

    /// The longest that a program may take, in seconds
    #[arg(long, default_value_t = 120)]
    limit: u64,

    /// Only these programs
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

/// The goals of the project: seconds (on processors, since the machine may be shared) and megabytes.
const BARS: (f64, u64) = (30.0, 4096);

/// Prints the table; whether the bars are met.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    println!(
        "| program | methods | threads | precise | possible | unlikely | time | CPU | memory | unresolved | cut calls |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut is_within = true;
    for other in programs(true, &arguments.names) {
        let limit = Duration::from_secs(arguments.limit);
        let all: Vec<String> =
            other.arguments.iter().cloned().chain(["--mode".into(), "lenient".into()]).collect();
        let checked = analyse(&arguments.deadheat, "check", &all, limit)?;
        let gaps: Vec<String> = other.arguments.iter().cloned().chain(["--gaps".into()]).collect();
        let gaps = analyse(&arguments.deadheat, "inspect", &gaps, limit)?;
        println!("{}", line(&other, &checked, &gaps));
        is_within &= checked.json.is_some()
            && checked.cpu.as_secs_f64() <= BARS.0
            && checked.peak_kb / 1024 <= BARS.1;
    }
    println!("\nbars: {} s of CPU and {} MB for each", BARS.0, BARS.1);
    Ok(is_within)
}

fn line(other: &Other, checked: &Analysed, gaps: &Analysed) -> String {
    let (name, megabytes) = (&other.name, checked.peak_kb / 1024);
    let gap = |kind: &str| {
        let count = gaps.json.as_ref().and_then(|json| json["gap_counts"][kind].as_u64());
        count.map_or("?".to_owned(), |count| count.to_string())
    };
    let (unresolved, cut) = (gap("unresolved"), gap("cut"));
    let Some(json) = &checked.json else {
        let why = match checked.is_too_long {
            true => format!("no end after {:.0} s", checked.wall.as_secs_f64()),
            false => "failed".to_owned(),
        };
        let cpu = checked.cpu.as_secs_f64();
        return format!(
            "| {name} | | | | | | {why} | {cpu:.1} s | {megabytes} MB | {unresolved} | {cut} |"
        );
    };
    let races = json["races"].as_array().map(Vec::as_slice).unwrap_or_default();
    let count = |tier: &str, is_unlikely: bool| {
        let is_it = |race: &&serde_json::Value| {
            race["tier"] == tier && race["is_unlikely"].as_bool().unwrap_or(false) == is_unlikely
        };
        races.iter().filter(is_it).count()
    };
    let analysis = &json["analysis"];
    format!(
        "| {name} | {} | {} | {} | {} | {} | {:.1} s | {:.1} s | {megabytes} MB | {unresolved} | {cut} |",
        analysis["counts"]["application_methods"],
        analysis["threads"],
        count("precise", false),
        count("possible", false),
        count("possible", true),
        checked.wall.as_secs_f64(),
        checked.cpu.as_secs_f64(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn other() -> Other {
        Other { name: "pool".into(), arguments: Vec::new() }
    }

    #[test]
    fn races_are_counted_by_tier() {
        let json = serde_json::json!({
            "analysis": { "threads": 3, "counts": { "application_methods": 7 } },
            "races": [
                { "tier": "precise", "is_unlikely": false },
                { "tier": "possible", "is_unlikely": false },
                { "tier": "possible", "is_unlikely": true },
                { "tier": "possible", "is_unlikely": true },
            ],
        });
        let wall = Duration::from_millis(1500);
        let checked =
            Analysed { json: Some(json), wall, cpu: wall, peak_kb: 2048, is_too_long: false };
        let gaps = serde_json::json!({ "gap_counts": { "unresolved": 4, "cut": 5 } });
        let gaps = Analysed { json: Some(gaps), wall, cpu: wall, peak_kb: 0, is_too_long: false };
        let expected = "| pool | 7 | 3 | 1 | 1 | 2 | 1.5 s | 1.5 s | 2 MB | 4 | 5 |";
        assert_eq!(line(&other(), &checked, &gaps), expected);
    }

    #[test]
    fn what_does_not_end_is_a_line_that_says_so() {
        let stopped = || Analysed {
            json: None,
            wall: Duration::from_secs(120),
            cpu: Duration::from_secs(120),
            peak_kb: 1024,
            is_too_long: true,
        };
        let line = line(&other(), &stopped(), &stopped());
        assert_eq!(line, "| pool | | | | | | no end after 120 s | 120.0 s | 1 MB | ? | ? |");
    }
}
