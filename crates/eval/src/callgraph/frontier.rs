//! Where an analysis lost the way: the missed methods, grouped by what made them missed.
//!
//! A missed method is most often missed because its caller is, or because the object that has it was made by code that is
//! missed. What remains are the methods on the *frontier*: something that the analysis knows to run called them. There the
//! cause is to be looked for; all others lie *behind* one of them and come back with it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use testkit::record::{Executed, MethodName};

/// A method on the frontier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The method.
    pub method: MethodName,
    /// Who called it, as far as that is not missed itself.
    pub callers: Vec<Caller>,
    /// The missed methods that are called by it, by each other, or on objects that are made there.
    pub behind: Vec<MethodName>,
}

/// Who called a missed method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Caller {
    /// An application method that the call graph contains.
    Reached(MethodName),
    /// A method of a library, of which it is not known here whether the call graph contains it.
    Library(MethodName),
    /// The JVM.
    Vm,
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Caller::Reached(method) => write!(f, "`{method}`"),
            Caller::Library(method) => write!(f, "library `{method}`"),
            Caller::Vm => f.write_str("the JVM"),
        }
    }
}

/// Groups missed methods; the largest group comes first.
pub fn frontier(executed: &Executed, missed: &BTreeSet<MethodName>) -> Vec<Lost> {
    let ways = Ways::new(executed, missed);
    let mut found: BTreeMap<&MethodName, &MethodName> = BTreeMap::new();
    let mut roots = Vec::new();
    for sure in [Certainty::Reached, Certainty::Library, Certainty::None] {
        let mut rest = VecDeque::new();
        for method in missed {
            if !found.contains_key(method) && ways.may_be_root(method, sure) {
                // Of a circle without a caller outside, one method stands for all.
                roots.push(method);
                found.insert(method, method);
                rest.push_back(method);
                if sure == Certainty::None {
                    ways.walk(&mut rest, &mut found);
                }
            }
        }
        ways.walk(&mut rest, &mut found);
    }
    let mut frontier: Vec<Lost> = roots.into_iter().map(|root| ways.lost(root, &found)).collect();
    frontier.sort_by_key(|lost| std::cmp::Reverse(lost.behind.len()));
    frontier
}

/// How certain it is that the search for the cause ends at a method.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Certainty {
    /// A reached method called it.
    Reached,
    /// A library or the JVM called it, perhaps on behalf of a missed method.
    Library,
    /// Nobody is known who is not missed.
    None,
}

/// How one miss follows from another.
struct Ways<'e> {
    /// The callers of missed methods that are not missed.
    callers: BTreeMap<&'e MethodName, BTreeSet<Caller>>,
    /// What follows from a missed method.
    next: BTreeMap<&'e MethodName, BTreeSet<&'e MethodName>>,
    /// The missed instance methods whose objects are made by missed constructors only.
    of_missed_objects: BTreeSet<&'e MethodName>,
}

impl<'e> Ways<'e> {
    fn new(executed: &'e Executed, missed: &'e BTreeSet<MethodName>) -> Ways<'e> {
        let mut ways = Ways {
            callers: BTreeMap::new(),
            next: BTreeMap::new(),
            of_missed_objects: BTreeSet::new(),
        };
        for (caller, method) in executed.edges.iter().chain(&executed.initialisations) {
            if missed.contains(method) {
                if missed.contains(caller) {
                    ways.next.entry(caller).or_default().insert(method);
                } else {
                    ways.add_caller(method, Caller::Reached(caller.clone()));
                }
            }
        }
        for (caller, method) in &executed.from_library {
            if missed.contains(method) {
                ways.add_caller(method, Caller::Library(caller.clone()));
            }
        }
        for method in executed.from_vm.intersection(missed) {
            ways.add_caller(method, Caller::Vm);
        }
        ways.add_objects(missed);
        ways
    }

    fn add_caller(&mut self, method: &'e MethodName, caller: Caller) {
        self.callers.entry(method).or_default().insert(caller);
    }

    /// An object has the methods of its class if the constructor ran: a missed constructor explains them.
    fn add_objects(&mut self, missed: &'e BTreeSet<MethodName>) {
        let mut constructors: BTreeMap<&str, Vec<&MethodName>> = BTreeMap::new();
        for method in missed.iter().filter(|method| is_constructor(method)) {
            constructors.entry(method.class()).or_default().push(method);
        }
        for method in missed {
            if is_constructor(method) || method.is_class_initialiser() {
                continue;
            }
            for constructor in constructors.get(method.class()).into_iter().flatten() {
                self.next.entry(constructor).or_default().insert(method);
                self.of_missed_objects.insert(method);
            }
        }
    }

    fn may_be_root(&self, method: &MethodName, certainty: Certainty) -> bool {
        let is_reached = |caller: &Caller| matches!(caller, Caller::Reached(_));
        let callers = self.callers.get(method);
        match certainty {
            _ if certainty != Certainty::None && self.of_missed_objects.contains(method) => false,
            Certainty::Reached => callers.is_some_and(|callers| callers.iter().any(is_reached)),
            Certainty::Library => callers.is_some(),
            Certainty::None => true,
        }
    }

    /// Finds what lies behind the methods in the queue.
    fn walk(
        &self,
        rest: &mut VecDeque<&'e MethodName>,
        found: &mut BTreeMap<&'e MethodName, &'e MethodName>,
    ) {
        while let Some(method) = rest.pop_front() {
            let root = found[method];
            for next in self.next.get(method).into_iter().flatten().copied() {
                if !found.contains_key(next) {
                    found.insert(next, root);
                    rest.push_back(next);
                }
            }
        }
    }

    fn lost(&self, root: &MethodName, found: &BTreeMap<&MethodName, &MethodName>) -> Lost {
        let behind = found.iter().filter(|(method, of)| **of == root && **method != root);
        let callers = self.callers.get(root).into_iter().flatten();
        Lost {
            method: root.clone(),
            callers: callers.cloned().collect(),
            behind: behind.map(|(method, _)| (*method).clone()).collect(),
        }
    }
}

fn is_constructor(method: &MethodName) -> bool {
    method.name() == "<init>"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> BTreeSet<(MethodName, MethodName)> {
        pairs.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect()
    }

    fn names(names: &[&str]) -> BTreeSet<MethodName> {
        names.iter().map(|name| MethodName::from(*name)).collect()
    }

    fn shown(executed: &Executed, missed: &[&str]) -> Vec<String> {
        let show = |lost: Lost| {
            let callers: Vec<String> = lost.callers.iter().map(Caller::to_string).collect();
            let behind: Vec<String> = lost.behind.iter().map(MethodName::to_string).collect();
            format!("{} <- {} : {}", lost.method, callers.join(", "), behind.join(", "))
        };
        frontier(executed, &names(missed)).into_iter().map(show).collect()
    }

    #[test]
    fn what_missed_methods_call_lies_behind_them() {
        let executed = Executed {
            edges: pairs(&[("A.main()V", "B.m()V"), ("B.m()V", "C.m()V"), ("C.m()V", "B.m()V")]),
            initialisations: pairs(&[("C.m()V", "C.<clinit>()V")]),
            ..Executed::default()
        };
        let shown = shown(&executed, &["B.m()V", "C.m()V", "C.<clinit>()V"]);
        assert_eq!(shown, ["B.m()V <- `A.main()V` : C.<clinit>()V, C.m()V"]);
    }

    #[test]
    fn methods_of_an_object_lie_behind_its_constructor() {
        let executed = Executed {
            edges: pairs(&[("A.main()V", "B.run()V")]),
            from_library: pairs(&[("java/F.make()V", "B.<init>()V"), ("java/L.each()V", "D.m()V")]),
            from_vm: names(&["D.m()V"]),
            ..Executed::default()
        };
        let shown = shown(&executed, &["B.run()V", "B.<init>()V", "D.m()V"]);
        let expected = [
            "B.<init>()V <- library `java/F.make()V` : B.run()V",
            "D.m()V <- library `java/L.each()V`, the JVM : ",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_circle_has_one_method_on_the_frontier() {
        let executed = Executed {
            edges: pairs(&[("A.a()V", "A.b()V"), ("A.b()V", "A.a()V")]),
            ..Executed::default()
        };
        assert_eq!(shown(&executed, &["A.a()V", "A.b()V"]), ["A.a()V <-  : A.b()V"]);
        assert_eq!(shown(&executed, &[]), [""; 0]);
    }
}
