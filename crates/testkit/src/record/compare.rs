//! How much of what was executed a static call graph contains.
//!
//! The comparison goes one way: what is executed must be in the graph. What the graph has beyond that may happen in
//! another run.

use std::collections::BTreeSet;
use std::fmt;

use super::{Executed, MethodName};

/// What a comparison asks a static call graph.
pub trait CallGraph {
    /// Whether the method is reachable.
    fn may_execute(&self, method: &MethodName) -> bool;

    /// Whether the first method may call the second, without a library method between them.
    fn may_call(&self, caller: &MethodName, callee: &MethodName) -> bool;
}

/// A call graph as plain sets.
#[derive(Clone, Debug, Default)]
pub struct CallSets {
    /// The reachable methods.
    pub methods: BTreeSet<MethodName>,
    /// Callers and callees.
    pub edges: BTreeSet<(MethodName, MethodName)>,
}

impl CallGraph for CallSets {
    fn may_execute(&self, method: &MethodName) -> bool {
        self.methods.contains(method)
    }

    fn may_call(&self, caller: &MethodName, callee: &MethodName) -> bool {
        self.edges.contains(&(caller.clone(), callee.clone()))
    }
}

/// How many of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Those that the graph contains.
    pub found: usize,
    /// All that were executed.
    pub of: usize,
}

impl Share {
    /// The share in percent; all of nothing is everything.
    pub fn percent(self) -> f64 {
        if self.of == 0 { 100.0 } else { 100.0 * self.found as f64 / self.of as f64 }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded down: 100 % is said of all alone.
        let percent = (self.percent() * 100.0).floor() / 100.0;
        write!(f, "{} of {} ({percent:.2} %)", self.found, self.of)
    }
}

/// Something that was executed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// A method.
    Method(MethodName),
    /// A call: the caller and the callee.
    Edge(MethodName, MethodName),
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Method(method) => method.fmt(f),
            Fact::Edge(caller, callee) => write!(f, "{caller} -> {callee}"),
        }
    }
}

impl Fact {
    /// Reads a method, or two with an arrow between them.
    pub fn parse(text: &str) -> Fact {
        match text.split_once(" -> ") {
            Some((caller, callee)) => Fact::Edge(caller.into(), callee.into()),
            None => Fact::Method(text.into()),
        }
    }
}

/// What a static call graph contains of a run, and what not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Executed application methods.
    pub methods: Share,
    /// Executed calls between application methods.
    pub edges: Share,
    /// What the graph does not contain. An edge to or from a missed method is missed too.
    pub missed: BTreeSet<Fact>,
}

impl Executed {
    /// Compares what was executed with a static call graph. Who made a class initialiser run is no call and not compared.
    pub fn covered_by(&self, graph: &impl CallGraph) -> Coverage {
        let methods = self.methods.iter().filter(|method| !graph.may_execute(method));
        let mut missed: BTreeSet<Fact> = methods.cloned().map(Fact::Method).collect();
        let missed_methods = missed.len();
        let edges = self.edges.iter().filter(|(caller, callee)| !graph.may_call(caller, callee));
        missed.extend(edges.cloned().map(|(caller, callee)| Fact::Edge(caller, callee)));
        let missed_edges = missed.len() - missed_methods;
        let share = |of: usize, missed: usize| Share { found: of - missed, of };
        Coverage {
            methods: share(self.methods.len(), missed_methods),
            edges: share(self.edges.len(), missed_edges),
            missed,
        }
    }
}

/// A fact that is known to be missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMiss {
    /// What is missed.
    pub fact: Fact,
    /// Why.
    pub reason: String,
}

impl KnownMiss {
    /// Reads `FACT because REASON`.
    pub fn parse(line: &str) -> Option<KnownMiss> {
        let (fact, reason) = line.split_once(" because ")?;
        let reason = reason.trim();
        (!reason.is_empty())
            .then(|| KnownMiss { fact: Fact::parse(fact.trim()), reason: reason.into() })
    }
}

impl Coverage {
    /// The methods among what is missed.
    pub fn missed_methods(&self) -> impl Iterator<Item = &MethodName> {
        self.missed.iter().filter_map(|fact| match fact {
            Fact::Method(method) => Some(method),
            Fact::Edge(..) => None,
        })
    }

    /// What is missed without being known, and what is said to be missed but is not; nothing if all is as it is known.
    pub fn surprises(&self, known: &[KnownMiss]) -> Vec<String> {
        let is_known = |fact: &Fact| known.iter().any(|miss| miss.fact == *fact);
        let unknown = self.missed.iter().filter(|fact| !is_known(fact));
        let repaired = known.iter().filter(|miss| !self.missed.contains(&miss.fact));
        let unknown = unknown.map(|fact| format!("missed: {fact}"));
        unknown.chain(repaired.map(|miss| format!("not missed any more: {}", miss.fact))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn executed() -> Executed {
        Executed {
            methods: ["A.main()V", "A.m()V", "A.n()V"].map(MethodName::from).into(),
            edges: [("A.main()V", "A.m()V"), ("A.m()V", "A.n()V")]
                .map(|(caller, callee)| (caller.into(), callee.into()))
                .into(),
            ..Executed::default()
        }
    }

    fn graph() -> CallSets {
        CallSets {
            methods: ["A.main()V", "A.m()V", "A.other()V"].map(MethodName::from).into(),
            edges: [("A.main()V".into(), "A.m()V".into())].into(),
        }
    }

    #[test]
    fn what_is_missed_is_named() {
        let coverage = executed().covered_by(&graph());
        assert_eq!(coverage.methods.to_string(), "2 of 3 (66.66 %)");
        assert_eq!(coverage.edges.to_string(), "1 of 2 (50.00 %)");
        let missed: Vec<String> = coverage.missed.iter().map(ToString::to_string).collect();
        assert_eq!(missed, ["A.n()V", "A.m()V -> A.n()V"]);
        let all = CallSets { methods: executed().methods, edges: executed().edges };
        assert!(executed().covered_by(&all).missed.is_empty());
    }

    #[test]
    fn nearly_all_is_not_all() {
        assert_eq!(Share { found: 99_999, of: 100_000 }.to_string(), "99999 of 100000 (99.99 %)");
        assert_eq!(Share { found: 0, of: 0 }.to_string(), "0 of 0 (100.00 %)");
    }

    #[test]
    fn a_known_miss_has_a_reason_and_has_to_be_one() {
        let known = |line| KnownMiss::parse(line).expect("it has a reason");
        let coverage = executed().covered_by(&graph());
        let method = known("A.n()V because its name is computed");
        let edge = known("A.m()V -> A.n()V because of the same");
        assert!(coverage.surprises(&[method.clone(), edge]).is_empty());
        let repaired = known("A.m()V because of a bug");
        assert_eq!(
            coverage.surprises(&[method, repaired]),
            ["missed: A.m()V -> A.n()V", "not missed any more: A.m()V"]
        );
        assert_eq!(KnownMiss::parse("A.n()V"), None);
        assert_eq!(KnownMiss::parse("A.n()V because "), None);
    }
}
