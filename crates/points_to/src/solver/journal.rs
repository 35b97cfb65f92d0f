//! What a change of the program changed in the result.

use rustc_hash::FxHashMap;

use crate::ids::{Node, Pointer, StmtId};
use crate::set::PointsToSet;

use super::remove::Removal;
use super::{Called, Solver};

/// How the result differs from the one before the last change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointsToDelta {
    /// There was nothing before, so everything is new; the lists are empty.
    pub is_everything: bool,
    /// Nodes that are reachable now, and were not.
    pub nodes_added: Vec<Node>,
    /// Nodes that are not reachable any more.
    pub nodes_removed: Vec<Node>,
    /// Call edges that are new.
    pub calls_added: Vec<(Node, StmtId, Called)>,
    /// Call edges that are gone.
    pub calls_removed: Vec<(Node, StmtId, Called)>,
    /// Objects that pointers have now, and had not.
    pub objects_added: Vec<(Pointer, PointsToSet)>,
    /// Objects that pointers do not have any more.
    pub objects_removed: Vec<(Pointer, PointsToSet)>,
}

impl PointsToDelta {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        *self == PointsToDelta::default()
    }
}

/// What is written down while a change is applied.
#[derive(Default)]
pub(super) struct Journal {
    /// Whether nodes were reachable before.
    nodes: FxHashMap<Node, bool>,
    /// Whether call edges were there before.
    calls: FxHashMap<(Node, StmtId, Called), bool>,
    /// Objects that pointers got, perhaps back.
    got: FxHashMap<Pointer, PointsToSet>,
}

impl Solver {
    /// Called before a node becomes reachable or unreachable.
    pub(super) fn note_node(&mut self, node: Node) {
        if let Some(journal) = &mut self.journal {
            let was = self.nodes[node].is_reachable;
            journal.nodes.entry(node).or_insert(was);
        }
    }

    /// Called when a call edge came or went.
    pub(super) fn note_call(&mut self, edge: (Node, StmtId, Called), was_there: bool) {
        if let Some(journal) = &mut self.journal {
            journal.calls.entry(edge).or_insert(was_there);
        }
    }

    /// Called when a pointer, and with it all of its cycle, got objects.
    pub(super) fn note_objs(&mut self, pointer: Pointer, objs: &PointsToSet) {
        let Some(journal) = &mut self.journal else { return };
        let mut note = |pointer: Pointer| {
            let got = journal.got.entry(pointer).or_default();
            got.union_fresh(objs, None, &mut PointsToSet::new());
        };
        match self.cycles.get(&pointer) {
            Some(members) => members.iter().for_each(|&member| note(member)),
            None => note(pointer),
        }
    }

    /// The difference, from what was written down and from what the removal took.
    pub(super) fn delta(&self, journal: Journal, removal: &Removal) -> PointsToDelta {
        let mut delta = PointsToDelta::default();
        for (node, was) in journal.nodes {
            match (was, self.nodes[node].is_reachable) {
                (false, true) => delta.nodes_added.push(node),
                (true, false) => delta.nodes_removed.push(node),
                _ => {}
            }
        }
        for (edge, was) in journal.calls {
            match (was, self.call_edges.contains_key(&edge)) {
                (false, true) => delta.calls_added.push(edge),
                (true, false) => delta.calls_removed.push(edge),
                _ => {}
            }
        }
        for (pointer, mut got) in journal.got {
            if let Some(lost) = removal.lost(pointer) {
                got.subtract(lost);
            }
            if !got.is_empty() {
                delta.objects_added.push((pointer, got));
            }
        }
        for (pointer, lost) in removal.all_lost() {
            let mut lost = lost.clone();
            lost.subtract(self.set(pointer));
            if !lost.is_empty() {
                delta.objects_removed.push((pointer, lost));
            }
        }
        delta.nodes_added.sort_unstable();
        delta.nodes_removed.sort_unstable();
        delta.calls_added.sort_unstable();
        delta.calls_removed.sort_unstable();
        delta.objects_added.sort_unstable_by_key(|(pointer, _)| *pointer);
        delta.objects_removed.sort_unstable_by_key(|(pointer, _)| *pointer);
        delta
    }
}
