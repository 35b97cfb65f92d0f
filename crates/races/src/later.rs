//! Which of certain things a thread may still come by after a point.
//!
//! A search from each point would tell. But most of it would be the same: so it is put together of what is behind the point in
//! its own body, what the bodies come by that are called there, and what comes after the end of a body, in its callers.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use ir::Inst;
use ir::entity::EntityId as _;
use points_to::Node;
use rustc_hash::FxHashMap;

use crate::node_set::NodeSet;
use crate::order::Point;
use crate::program::{NodeInfo, Program, Step};
use crate::questions::{Question, Questions};
use crate::reach::{Search, Stops};
use crate::result::ThreadId;
use crate::threads::Threads;

/// By body: at which instruction which thing is.
pub(crate) type Things = FxHashMap<Node, Vec<(Inst, usize)>>;

pub(crate) struct Later<'a> {
    program: &'a Program<'a>,
    threads: &'a Threads,
    things: Things,
    count: usize,
    stops: Stops,
    /// By body: what it comes by, and what it calls does.
    within: OnceCell<Vec<FixedBitSet>>,
    behind: RefCell<FxHashMap<(Node, Inst), Rc<Behind>>>,
    /// By thread and body: what comes after the end of the body.
    after_end: RefCell<FxHashMap<ThreadId, Rc<AfterEnd>>>,
}

type AfterEnd = FxHashMap<Node, FixedBitSet>;

/// What is behind an instruction in its body.
struct Behind {
    things: FixedBitSet,
    has_end: bool,
}

impl<'a> Later<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        threads: &'a Threads,
        things: Things,
        count: usize,
    ) -> Later<'a> {
        Later {
            program,
            threads,
            things,
            count,
            stops: Stops::none(program),
            within: OnceCell::new(),
            behind: RefCell::default(),
            after_end: RefCell::default(),
        }
    }

    /// Whether a thread may come by a thing after a point.
    pub(crate) fn has(&self, point: Point, thing: usize) -> bool {
        let behind = self.behind(point.node, point.inst);
        behind.things.contains(thing)
            || behind.has_end
                && self.after_end(point.thread).get(&point.node).is_some_and(|t| t.contains(thing))
    }

    fn behind(&self, node: Node, inst: Inst) -> Rc<Behind> {
        let known = self.behind.borrow().get(&(node, inst)).cloned();
        known.unwrap_or_else(|| {
            self.find_behind(node, &[inst]);
            Rc::clone(&self.behind.borrow()[&(node, inst)])
        })
    }

    /// Finds what is behind instructions of one body.
    fn find_behind(&self, node: Node, insts: &[Inst]) {
        for some in insts.chunks(Question::COUNT) {
            let nowhere = NodeSet::default();
            let mut search = Search::in_body(self.program, &nowhere, &self.stops);
            for (at, &inst) in some.iter().enumerate() {
                search.begin_behind(node, inst, Questions::of(Question::new(at)));
            }
            let reached = search.run();
            let mut found: Vec<Behind> = (0..some.len())
                .map(|at| Behind {
                    things: FixedBitSet::with_capacity(self.count),
                    has_end: reached.points(Question::new(at)).has_end_of(&[node]),
                })
                .collect();
            self.each(node, self.within(), |inst, things| {
                let asked = reached.at(self.program, node, inst);
                for (at, behind) in found.iter_mut().enumerate() {
                    if asked.contains(Question::new(at)) {
                        behind.things.union_with(things);
                    }
                }
            });
            let mut known = self.behind.borrow_mut();
            known.extend(some.iter().zip(found).map(|(&inst, f)| ((node, inst), Rc::new(f))));
        }
    }

    /// What a body comes by, by instruction, given what bodies do that it calls.
    fn each(&self, node: Node, within: &[FixedBitSet], mut found: impl FnMut(Inst, &FixedBitSet)) {
        for &(inst, thing) in self.things.get(&node).into_iter().flatten() {
            let mut one = FixedBitSet::with_capacity(self.count);
            one.insert(thing);
            found(inst, &one);
        }
        for (inst, step) in self.program.node(node).into_iter().flat_map(NodeInfo::steps) {
            let things = step.callee().and_then(|callee| within.get(callee.index()));
            if let Some(things) = things.filter(|things| !things.is_clear()) {
                found(inst, things);
            }
        }
    }

    fn within(&self) -> &[FixedBitSet] {
        self.within.get_or_init(|| {
            let mut nodes: Vec<Node> = self.program.nodes().map(|(node, _)| node).collect();
            nodes.sort_by_key(|&node| self.program.rank(node));
            let last = nodes.iter().map(|node| node.index() + 1).max().unwrap_or_default();
            let mut within = vec![FixedBitSet::with_capacity(self.count); last];
            // What is not come by from the beginning of the body, as calls do not come back.
            let reached: FxHashMap<Node, _> = nodes
                .iter()
                .filter(|&&node| self.stops.are_in(node))
                .map(|&node| {
                    let nowhere = NodeSet::default();
                    let mut search = Search::in_body(self.program, &nowhere, &self.stops);
                    search.begin_with(node, Questions::ALL);
                    (node, search.run())
                })
                .collect();
            let mut is_changed = true;
            while std::mem::take(&mut is_changed) {
                for &node in &nodes {
                    let mut things = within[node.index()].clone();
                    let before = things.count_ones(..);
                    self.each(node, &within, |inst, more| {
                        let is_reached = |reached: &Rc<crate::reach::Reached>| {
                            !reached.at(self.program, node, inst).is_empty()
                        };
                        if reached.get(&node).is_none_or(is_reached) {
                            things.union_with(more);
                        }
                    });
                    is_changed |= things.count_ones(..) != before;
                    within[node.index()] = things;
                }
            }
            within
        })
    }

    fn after_end(&self, thread: ThreadId) -> Rc<AfterEnd> {
        if let Some(known) = self.after_end.borrow().get(&thread) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.find_after_end(thread));
        self.after_end.borrow_mut().insert(thread, Rc::clone(&found));
        found
    }

    fn find_after_end(&self, thread: ThreadId) -> AfterEnd {
        let all = &self.threads.get(thread).nodes;
        let mut nodes: Vec<Node> = all.iter().collect();
        nodes.sort_by_key(|&node| std::cmp::Reverse(self.program.rank(node)));
        for &node in &nodes {
            let Some(info) = self.program.node(node) else { continue };
            let calls = info.steps().filter(|(_, step)| matches!(step, Step::Call { .. }));
            let mut calls: Vec<Inst> = calls.map(|(inst, _)| inst).collect();
            calls.dedup();
            calls.retain(|&inst| !self.behind.borrow().contains_key(&(node, inst)));
            self.find_behind(node, &calls);
        }
        let mut after: AfterEnd = AfterEnd::default();
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for &node in &nodes {
                let mut things = after.remove(&node).unwrap_or_default();
                things.grow(self.count);
                let before = things.count_ones(..);
                for from in self.program.callers(node).iter().filter(|f| all.contains(f.node)) {
                    let behind = self.behind(from.node, from.inst);
                    things.union_with(&behind.things);
                    if let Some(outer) = after.get(&from.node).filter(|_| behind.has_end) {
                        things.union_with(outer);
                    }
                }
                is_changed |= things.count_ones(..) != before;
                after.insert(node, things);
            }
        }
        after
    }
}
