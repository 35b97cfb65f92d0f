//! What an analysis says that an edit changed, against what has changed.

use std::collections::{BTreeMap, BTreeSet};

use points_to::{
    Called, Node, Obj, Pointer, PointerKind, PointsToDelta, PointsToSet, Solver, StmtId,
};

/// The state of an analysis, in its own numbers.
pub struct State {
    nodes: BTreeSet<Node>,
    calls: BTreeSet<(Node, StmtId, Called)>,
    variables: BTreeMap<Pointer, BTreeSet<Obj>>,
    /// Pairs of a pointer, also of a field, and an object.
    facts: usize,
}

impl State {
    /// The state of an analysis.
    pub fn of(solver: &Solver) -> State {
        let mut state = State {
            nodes: solver.reachable().collect(),
            calls: solver.call_edges().collect(),
            variables: BTreeMap::new(),
            facts: 0,
        };
        for (kind, set) in solver.pointers() {
            state.facts += set.len();
            if let PointerKind::Variable(node, var) = kind {
                state.variables.insert(solver.pointer_of(node, var), set.iter().collect());
            }
        }
        state
    }

    /// What a delta says wrongly about the way from this state to another; none if it is right.
    pub fn mistake(&self, after: &State, delta: &PointsToDelta) -> Option<String> {
        if delta.is_everything {
            return None;
        }
        let nodes = difference(&self.nodes, &after.nodes);
        let calls = difference(&self.calls, &after.calls);
        let said_nodes = (set(&delta.nodes_added), set(&delta.nodes_removed));
        let said_calls = (set(&delta.calls_added), set(&delta.calls_removed));
        if nodes != said_nodes {
            return Some(format!("nodes added and removed: {nodes:?}, but it says {said_nodes:?}"));
        }
        if calls != said_calls {
            return Some(format!("calls added and removed: {calls:?}, but it says {said_calls:?}"));
        }
        let said = |list: &[(Pointer, PointsToSet)]| -> BTreeMap<Pointer, BTreeSet<Obj>> {
            list.iter().map(|(pointer, objs)| (*pointer, objs.iter().collect())).collect()
        };
        let (added, removed) = (said(&delta.objects_added), said(&delta.objects_removed));
        let none = BTreeSet::new();
        for pointer in self.variables.keys().chain(after.variables.keys()) {
            let of =
                |map: &BTreeMap<Pointer, BTreeSet<Obj>>| map.get(pointer).unwrap_or(&none).clone();
            let changed = difference(&of(&self.variables), &of(&after.variables));
            let said = (of(&added), of(&removed));
            if changed != said {
                return Some(format!(
                    "objects of {pointer} added and removed: {changed:?}, but it says {said:?}"
                ));
            }
        }
        let count = |map: &BTreeMap<Pointer, BTreeSet<Obj>>| map.values().map(BTreeSet::len).sum();
        let (added, removed): (usize, usize) = (count(&added), count(&removed));
        (self.facts + added != after.facts + removed).then(|| {
            let (before, after) = (self.facts, after.facts);
            format!("{before} facts before, {added} more, {removed} less, but {after} after")
        })
    }
}

fn set<T: Ord + Clone>(list: &[T]) -> BTreeSet<T> {
    list.iter().cloned().collect()
}

/// What is added and what is removed.
fn difference<T: Ord + Clone>(
    before: &BTreeSet<T>,
    after: &BTreeSet<T>,
) -> (BTreeSet<T>, BTreeSet<T>) {
    (after.difference(before).cloned().collect(), before.difference(after).cloned().collect())
}
