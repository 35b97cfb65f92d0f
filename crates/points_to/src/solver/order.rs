//! Cycles of pointers, and the order of work.
//!
//! The pointers of a cycle have the same objects. Once a cycle is found, one of them holds the objects of all; each keeps its
//! own edges and statements, so that a removal can [split](Solver::split) the cycle again. Cycles are looked for whenever
//! the graph has grown by a third, and then the order of the pointers along the edges is worked out, too: work starts
//! where objects come from.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ir::entity::EntityId as _;
use rustc_hash::FxHashMap;

use crate::code::Stmt;
use crate::ids::Pointer;
use crate::set::PointsToSet;

use super::mirror::Via;
use super::{Owner, Solver};

/// Strongly connected components of the graph of pointers, without edges that filter.
pub(super) struct Components {
    /// By pointer: the number of its component. An edge leads to a lower or the same number.
    pub(super) of: Vec<u32>,
    /// By component: how many pointers it has.
    pub(super) sizes: Vec<u32>,
}

impl Solver {
    /// The pointers that a pointer's objects flow to unfiltered.
    fn unfiltered(&self, pointer: Pointer, into: &mut Vec<u32>) {
        let data = &self.pointers[pointer];
        into.extend(
            data.out
                .iter()
                .filter(|to| to.via() == Via::Same)
                .map(|to| to.pointer())
                .filter(|&to| self.pointers[to].accepts.is_none())
                .map(|to| to.index() as u32),
        );
        if let Owner::Variable(node, var) = data.owner
            && self.nodes[node].is_reachable
            && let Some(code) = &self.codes[self.nodes[node].key.code]
        {
            for &id in code.copies.of(var) {
                if let Stmt::Copy { to, filter: None, .. } = *code.stmt(id) {
                    into.push(self.variable(node, to).index() as u32);
                }
            }
        }
    }

    /// Tarjan's algorithm, without recursion.
    pub(super) fn components(&self) -> Components {
        const NONE: u32 = u32::MAX;
        let count = self.pointers.len();
        let mut index = vec![NONE; count];
        let mut low = vec![0u32; count];
        let mut of = vec![NONE; count];
        let mut sizes = Vec::new();
        let (mut next, mut stack) = (0u32, Vec::new());
        // Frames: pointer, and where its successors start and are up to.
        let mut frames: Vec<(u32, usize, usize)> = Vec::new();
        let mut successors: Vec<u32> = Vec::new();
        for root in 0..count as u32 {
            if index[root as usize] != NONE {
                continue;
            }
            let enter = |at: u32,
                         index: &mut Vec<u32>,
                         low: &mut Vec<u32>,
                         next: &mut u32,
                         stack: &mut Vec<u32>| {
                index[at as usize] = *next;
                low[at as usize] = *next;
                *next += 1;
                stack.push(at);
            };
            enter(root, &mut index, &mut low, &mut next, &mut stack);
            let start = successors.len();
            self.unfiltered(Pointer::from_index(root as usize), &mut successors);
            frames.push((root, start, start));
            while let Some(&mut (at, start, ref mut upto)) = frames.last_mut() {
                if let Some(&to) = successors.get(*upto) {
                    *upto += 1;
                    if index[to as usize] == NONE {
                        enter(to, &mut index, &mut low, &mut next, &mut stack);
                        let start = successors.len();
                        self.unfiltered(Pointer::from_index(to as usize), &mut successors);
                        frames.push((to, start, start));
                    } else if of[to as usize] == NONE {
                        low[at as usize] = low[at as usize].min(index[to as usize]);
                    }
                    continue;
                }
                successors.truncate(start);
                frames.pop();
                if low[at as usize] == index[at as usize] {
                    let component = sizes.len() as u32;
                    let mut size = 0;
                    while let Some(member) = stack.pop() {
                        of[member as usize] = component;
                        size += 1;
                        if member == at {
                            break;
                        }
                    }
                    sizes.push(size);
                }
                if let Some(&(above, ..)) = frames.last() {
                    low[above as usize] = low[above as usize].min(low[at as usize]);
                }
            }
        }
        Components { of, sizes }
    }

    /// Finds the cycles, lets the pointers of each share their objects, and orders the work.
    pub(super) fn collapse_cycles(&mut self) {
        let components = self.components();
        let mut members: FxHashMap<u32, Vec<Pointer>> = FxHashMap::default();
        for (at, &component) in components.of.iter().enumerate() {
            if components.sizes[component as usize] > 1 {
                members.entry(component).or_default().push(Pointer::from_index(at));
            }
        }
        let mut members: Vec<(u32, Vec<Pointer>)> = members.into_iter().collect();
        members.sort_unstable_by_key(|(component, _)| *component);
        self.worklist.reorder(components.of, self.edge_count);
        for (_, members) in members {
            self.collapse(&members);
        }
    }

    /// The pointers of a cycle share their objects from now on.
    fn collapse(&mut self, members: &[Pointer]) {
        let rep = self.rep(members[0]);
        if members.iter().all(|&member| self.rep(member) == rep) {
            return;
        }
        // What each has propagated, and what all have together.
        let mut all = PointsToSet::new();
        let mut fresh = PointsToSet::new();
        let done: Vec<PointsToSet> = members.iter().map(|&member| self.settled(member)).collect();
        for &member in members {
            all.union_fresh(self.set(member), None, &mut fresh);
        }
        if self.journal.is_some() {
            for &member in members {
                let mut got = all.clone();
                got.subtract(self.set(member));
                self.note_objs(member, &got);
            }
        }
        for &member in members {
            let old = self.rep(member);
            self.cycles.remove(&old);
            self.pointers[old].set = PointsToSet::new();
            self.pointers[old].delta = PointsToSet::new();
        }
        for &member in members {
            self.pointers[member].rep = rep;
        }
        self.cycles.insert(rep, members.to_vec());
        self.pointers[rep].set = all.clone();
        for (&member, done) in members.iter().zip(&done) {
            let mut news = all.clone();
            news.subtract(done);
            if !news.is_empty() {
                self.propagate_from(member, &news);
            }
        }
    }

    /// The pointers of a cycle hold their objects themselves again.
    pub(super) fn split(&mut self, pointer: Pointer) {
        let rep = self.rep(pointer);
        let Some(members) = self.cycles.remove(&rep) else { return };
        debug_assert!(self.pointers[rep].delta.is_empty(), "all was propagated");
        let set = self.pointers[rep].set.clone();
        for member in members {
            self.pointers[member].rep = member;
            self.pointers[member].set = set.clone();
        }
    }
}

/// Pointers whose objects are to be propagated, those first from which others get theirs.
#[derive(Default)]
pub(super) struct Worklist {
    heap: BinaryHeap<(u32, Reverse<u32>)>,
    /// By pointer; those that came later have none and go first.
    ranks: Vec<u32>,
    /// How many edges there may be before the order is worked out anew.
    limit: usize,
}

/// Below this there is nothing to gain. Tests look for cycles in small programs.
const FIRST_LIMIT: usize = if cfg!(debug_assertions) { 10 } else { 20_000 };

impl Worklist {
    pub(super) fn push(&mut self, pointer: Pointer) {
        let rank = self.ranks.get(pointer.index()).copied().unwrap_or(u32::MAX);
        self.heap.push((rank, Reverse(pointer.index() as u32)));
    }

    pub(super) fn pop(&mut self) -> Option<Pointer> {
        self.heap.pop().map(|(_, Reverse(index))| Pointer::from_index(index as usize))
    }

    /// Whether so much has changed that cycles should be looked for.
    pub(super) fn is_due(&self, edges: usize) -> bool {
        edges > self.limit.max(FIRST_LIMIT)
    }

    fn reorder(&mut self, ranks: Vec<u32>, edges: usize) {
        self.ranks = ranks;
        self.limit = edges + edges / 3;
        let waiting = std::mem::take(&mut self.heap);
        for (_, Reverse(index)) in waiting {
            self.push(Pointer::from_index(index as usize));
        }
    }
}
