//! The comparison as Markdown: a table, and each miss by name.

use testkit::record::{Coverage, Fact};

use super::frontier::Lost;
use crate::points_to::tool::Policy;

/// The share of the executed methods that has to be in the graph, in percent.
const BAR: f64 = 99.5;

/// What became of one program on one JDK with one policy.
#[derive(Clone, Debug)]
pub struct Row {
    /// The program.
    pub program: String,
    /// The release of the JDK.
    pub release: u16,
    /// The policy.
    pub policy: Policy,
    /// Whether the analysis knew what reflection did in the run, and had the classes that the run made.
    pub with_log: bool,
    /// The comparison.
    pub verdict: Verdict,
}

/// A comparison.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Run and graph were compared.
    Compared {
        /// How much the graph contains.
        coverage: Coverage,
        /// Where it lost the way.
        lost: Vec<Lost>,
        /// The CPU time of the analysis, in milliseconds.
        cpu_ms: u64,
    },
    /// The analysis gave no graph; says why.
    NoGraph(String),
}

impl Row {
    /// Whether enough of the executed methods is in the graph.
    pub fn passes(&self) -> bool {
        match &self.verdict {
            Verdict::Compared { coverage, .. } => coverage.methods.percent() >= BAR,
            Verdict::NoGraph(_) => false,
        }
    }

    fn name(&self) -> String {
        format!("{}, JDK {}, {}", self.program, self.release, self.analysis())
    }

    /// How the program was analysed.
    fn analysis(&self) -> String {
        let with_log = if self.with_log { ", told by the run" } else { "" };
        format!("{}{with_log}", self.policy)
    }
}

/// A line for each row.
pub fn table(rows: &[Row]) -> String {
    let mut table = String::from(
        "| program | JDK | analysis | CPU | executed methods in the graph | executed calls in the graph | bar | |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let (cpu, methods, calls) = match &row.verdict {
            Verdict::Compared { coverage, cpu_ms, .. } => (
                format!("{:.1} s", *cpu_ms as f64 / 1000.0),
                coverage.methods.to_string(),
                coverage.edges.to_string(),
            ),
            Verdict::NoGraph(_) => ("-".into(), "-".into(), "-".into()),
        };
        let (Row { program, release, .. }, analysis) = (row, row.analysis());
        let verdict = if row.passes() { "pass" } else { "**miss**" };
        table += &format!(
            "| {program} | {release} | {analysis} | {cpu} | {methods} | {calls} | {BAR} % | {verdict} |\n"
        );
    }
    table
}

/// All misses: the methods behind the place where the way was lost, and the calls if they are asked for.
pub fn misses(rows: &[Row], with_edges: bool) -> String {
    let mut text = String::new();
    for row in rows {
        match &row.verdict {
            Verdict::Compared { coverage, lost, .. } => {
                let edges = edges_between_reached(coverage);
                if lost.is_empty() && (edges.is_empty() || !with_edges) {
                    continue;
                }
                text += &format!("### {}\n\n", row.name());
                lost.iter().for_each(|lost| text += &group(lost));
                if with_edges && !edges.is_empty() {
                    text += "\nCalls that are missed, though both methods are not:\n\n";
                    edges.iter().for_each(|edge| text += &format!("- `{edge}`\n"));
                }
                text += "\n";
            }
            Verdict::NoGraph(why) => text += &format!("### {}\n\n{why}\n\n", row.name()),
        }
    }
    text
}

fn group(lost: &Lost) -> String {
    let callers: Vec<String> = lost.callers.iter().map(ToString::to_string).collect();
    let mut text = format!("- `{}`, called by {}", lost.method, callers.join(", "));
    text += &match lost.behind.len() {
        0 => "\n".to_owned(),
        count => format!("; {count} behind it:\n"),
    };
    lost.behind.iter().for_each(|method| text += &format!("  - `{method}`\n"));
    text
}

/// The missed calls that do not follow from a missed method.
fn edges_between_reached(coverage: &Coverage) -> Vec<&Fact> {
    let is_missed = |method| coverage.missed.contains(&Fact::Method(method));
    let missed = coverage.missed.iter();
    missed
        .filter(|fact| match fact {
            Fact::Method(_) => false,
            Fact::Edge(caller, callee) => !is_missed(caller.clone()) && !is_missed(callee.clone()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::callgraph::frontier::{Caller, frontier};
    use testkit::record::{CallSets, Executed, MethodName};

    fn row(found: usize) -> Row {
        let names: Vec<MethodName> =
            (0..200).map(|number| MethodName::new("A", format!("m{number}"), "()V")).collect();
        let executed = Executed {
            methods: names.iter().cloned().collect(),
            edges: names.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect(),
            ..Executed::default()
        };
        let graph =
            CallSets { methods: names[..found].iter().cloned().collect(), ..CallSets::default() };
        let coverage = executed.covered_by(&graph);
        let lost = frontier(&executed, &coverage.missed_methods().cloned().collect());
        Row {
            program: "shop".into(),
            release: 17,
            policy: Policy::Insensitive,
            with_log: false,
            verdict: Verdict::Compared { coverage, lost, cpu_ms: 1250 },
        }
    }

    #[test]
    fn the_bar_is_met_or_not() {
        assert!(row(200).passes());
        assert!(row(199).passes());
        assert!(!row(198).passes());
        let table = table(&[row(199), row(198)]);
        let lines: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "| shop | 17 | insensitive | 1.2 s | 199 of 200 (99.50 %) | 0 of 199 (0.00 %) | 99.5 % | pass |",
                "| shop | 17 | insensitive | 1.2 s | 198 of 200 (99.00 %) | 0 of 199 (0.00 %) | 99.5 % | **miss** |",
            ]
        );
    }

    #[test]
    fn every_miss_is_named() {
        let text = misses(&[row(198)], false);
        assert_eq!(
            text,
            "### shop, JDK 17, insensitive\n\n\
             - `A.m198()V`, called by `A.m197()V`; 1 behind it:\n  - `A.m199()V`\n\n"
        );
        assert_eq!(misses(&[row(200)], false), "");
        let text = misses(&[row(200)], true);
        assert!(text.contains("- `A.m197()V -> A.m198()V`\n"), "{text}");
        assert!(!misses(&[row(198)], true).contains("A.m197()V -> A.m198()V"));
        assert_eq!(Caller::Vm.to_string(), "the JVM");
    }

    #[test]
    fn a_program_without_a_graph_is_a_miss() {
        let verdict = Verdict::NoGraph("the analysis had not ended after 9 s".into());
        let row = Row { verdict, ..row(200) };
        assert!(!row.passes());
        assert!(
            misses(&[row], false)
                .ends_with("insensitive\n\nthe analysis had not ended after 9 s\n\n")
        );
    }
}
