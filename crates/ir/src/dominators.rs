//! Which blocks lie on every way to a block.
//!
//! Cooper, Harvey, Kennedy: *A Simple, Fast Dominance Algorithm* (2001), on reverse postorder. Deviations:
//!
//! - A node's walk up the tree stops at nodes that were passed for another predecessor of the same node. A handler around
//!   thousands of blocks would otherwise take quadratic time.
//! - No second round if no edge leads backwards in the order, as in most methods: it could change nothing.
//! - Queries compare intervals: a subtree of the dominator tree has consecutive numbers, given out along the reverse
//!   postorder, which has every parent before its children.
//!
//! Nothing recurses: methods may have 60,000 blocks in a row. All buffers are kept from one graph to the next.
//!
//! ```text
//! Body ──of──▶ FlowGraph ──compute──▶ reverse postorder ─▶ immediate dominators ─▶ intervals
//! ```

use std::marker::PhantomData;

use crate::body::{Block, Body};
use crate::entity::EntityId;

/// Successors of numbered nodes. The first node is the entry.
#[derive(Clone, Debug)]
pub struct FlowGraph<N = Block> {
    /// Where each node's successors end; they start where those of the node before end.
    ends: Vec<u32>,
    successors: Vec<u32>,
    node: PhantomData<fn(N)>,
}

impl<N: EntityId> FlowGraph<N> {
    /// A graph without nodes.
    pub fn new() -> Self {
        FlowGraph { ends: Vec::new(), successors: Vec::new(), node: PhantomData }
    }

    /// Removes all nodes and keeps the room.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.successors.clear();
    }

    /// Adds an edge from the node that [`FlowGraph::finish_node`] will finish next.
    #[inline]
    pub fn push_successor(&mut self, successor: N) {
        self.successors.push(successor.index() as u32);
    }

    /// Finishes the next node; its successors are those pushed since the last one.
    #[inline]
    pub fn finish_node(&mut self) {
        self.ends.push(self.successors.len() as u32);
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    #[inline]
    fn start(&self, node: u32) -> u32 {
        if node == 0 { 0 } else { self.ends[node as usize - 1] }
    }

    #[inline]
    fn successors_of(&self, node: u32) -> &[u32] {
        &self.successors[self.start(node) as usize..self.ends[node as usize] as usize]
    }
}

impl FlowGraph<Block> {
    /// The blocks of a body, with the edges of terminators and of handlers.
    pub fn of(body: &Body) -> Self {
        let mut graph = FlowGraph::new();
        for block in body.blocks.keys() {
            body.for_each_successor(block, |target| graph.push_successor(target));
            body.handlers_of(block).iter().for_each(|handler| graph.push_successor(handler.block));
            graph.finish_node();
        }
        graph
    }
}

impl<N: EntityId> Default for FlowGraph<N> {
    fn default() -> Self {
        FlowGraph::new()
    }
}

/// No place in the order: the node cannot be reached.
const UNREACHED: u32 = u32::MAX;

/// The dominator tree of a [`FlowGraph`].
///
/// Apart from the first three, the tables are indexed by places in the reverse postorder, so that the entry is 0 and a
/// dominator has a smaller number than what it dominates.
#[derive(Clone, Debug)]
pub struct Dominators<N = Block> {
    /// Nodes by place.
    order: Vec<u32>,
    /// Places by node.
    places: Vec<u32>,
    /// First number and size of the subtree of each node.
    spans: Vec<(u32, u32)>,
    /// Immediate dominators; the entry is its own.
    parents: Vec<u32>,
    predecessor_ends: Vec<u32>,
    predecessors: Vec<u32>,
    /// The last walk that passed a place.
    passed: Vec<u32>,
    stack: Vec<(u32, u32)>,
    has_backward_edge: bool,
    node: PhantomData<fn(N)>,
}

impl Dominators<Block> {
    /// The dominator tree of a body's blocks.
    pub fn of(body: &Body) -> Self {
        let mut dominators = Dominators::new();
        dominators.compute(&FlowGraph::of(body));
        dominators
    }
}

impl<N: EntityId> Default for Dominators<N> {
    fn default() -> Self {
        Dominators::new()
    }
}

impl<N: EntityId> Dominators<N> {
    /// A tree without nodes, to be filled by [`Dominators::compute`].
    pub fn new() -> Self {
        Dominators {
            order: Vec::new(),
            places: Vec::new(),
            spans: Vec::new(),
            parents: Vec::new(),
            predecessor_ends: Vec::new(),
            predecessors: Vec::new(),
            passed: Vec::new(),
            stack: Vec::new(),
            has_backward_edge: false,
            node: PhantomData,
        }
    }

    /// Replaces the tree by the one of `graph`.
    pub fn compute(&mut self, graph: &FlowGraph<N>) {
        self.order_nodes(graph);
        self.collect_predecessors(graph);
        self.find_parents();
        self.number_subtrees();
    }

    /// Whether every way from the entry to `below` leads through `above`. A node dominates itself. Nodes that cannot be
    /// reached dominate nothing and are dominated by nothing.
    #[inline]
    pub fn dominates(&self, above: N, below: N) -> bool {
        let (first, size) = self.spans[above.index()];
        self.spans[below.index()].0.wrapping_sub(first) < size
    }

    /// The closest other node that dominates a node; none for the entry and for nodes that cannot be reached.
    pub fn immediate(&self, node: N) -> Option<N> {
        let place = self.places[node.index()];
        let parent = *self.parents.get(place as usize)?;
        (place != 0).then(|| N::from_index(self.order[parent as usize] as usize))
    }

    /// Whether there is a way from the entry to a node.
    #[inline]
    pub fn is_reachable(&self, node: N) -> bool {
        self.places[node.index()] != UNREACHED
    }

    /// The nodes that can be reached, each before its successors unless an edge leads backwards.
    pub fn reverse_postorder(&self) -> impl DoubleEndedIterator<Item = N> + ExactSizeIterator {
        self.order.iter().map(|&node| N::from_index(node as usize))
    }

    /// Depth first, with the stack in a buffer: a node and the place of its next successor.
    fn order_nodes(&mut self, graph: &FlowGraph<N>) {
        self.order.clear();
        refill(&mut self.places, graph.len(), UNREACHED);
        if graph.is_empty() {
            return;
        }
        const SEEN: u32 = 0;
        self.places[0] = SEEN;
        self.stack.push((0, 0));
        while let Some((node, next)) = self.stack.last_mut() {
            if *next < graph.ends[*node as usize] {
                let successor = graph.successors[*next as usize];
                *next += 1;
                if self.places[successor as usize] == UNREACHED {
                    self.places[successor as usize] = SEEN;
                    self.stack.push((successor, graph.start(successor)));
                }
            } else {
                self.order.push(*node);
                self.stack.pop();
            }
        }
        self.order.reverse();
        for (place, &node) in self.order.iter().enumerate() {
            self.places[node as usize] = place as u32;
        }
    }

    /// Turns the edges round, counting first and filling from the end of each node's room.
    fn collect_predecessors(&mut self, graph: &FlowGraph<N>) {
        refill(&mut self.predecessor_ends, self.order.len() + 1, 0);
        self.has_backward_edge = false;
        for (place, &node) in self.order.iter().enumerate() {
            for &successor in graph.successors_of(node) {
                let to = self.places[successor as usize];
                self.predecessor_ends[to as usize] += 1;
                self.has_backward_edge |= to <= place as u32;
            }
        }
        let mut total = 0;
        for end in &mut self.predecessor_ends {
            total += *end;
            *end = total;
        }
        refill(&mut self.predecessors, total as usize, 0);
        for (place, &node) in self.order.iter().enumerate() {
            for &successor in graph.successors_of(node) {
                let end = &mut self.predecessor_ends[self.places[successor as usize] as usize];
                *end -= 1;
                self.predecessors[*end as usize] = place as u32;
            }
        }
        // Each end has become its start: the end is the start of the next.
    }

    /// The algorithm of the paper (figure 3).
    fn find_parents(&mut self) {
        refill(&mut self.parents, self.order.len(), UNREACHED);
        refill(&mut self.passed, self.order.len(), 0);
        if let Some(entry) = self.parents.first_mut() {
            *entry = 0;
        }
        let mut walk = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for place in 1..self.order.len() {
                walk += 1;
                let parent = self.common_dominator(place, walk);
                changed |= self.parents[place] != parent;
                self.parents[place] = parent;
            }
            changed &= self.has_backward_edge;
        }
    }

    /// The closest common dominator of a place's predecessors, as far as known.
    fn common_dominator(&mut self, place: usize, walk: u32) -> u32 {
        let range = self.predecessor_ends[place]..self.predecessor_ends[place + 1];
        let mut common = UNREACHED;
        for &predecessor in &self.predecessors[range.start as usize..range.end as usize] {
            if self.parents[predecessor as usize] == UNREACHED {
                continue;
            }
            if common == UNREACHED {
                common = predecessor;
                self.passed[common as usize] = walk;
                continue;
            }
            let mut other = predecessor;
            while other != common {
                if other < common {
                    common = self.parents[common as usize];
                    self.passed[common as usize] = walk;
                } else if self.passed[other as usize] == walk {
                    // All that was passed lies below `common`.
                    break;
                } else {
                    self.passed[other as usize] = walk;
                    other = self.parents[other as usize];
                }
            }
        }
        common
    }

    /// Gives each subtree an interval. `passed` is free by now and counts the numbers given out in a subtree.
    fn number_subtrees(&mut self) {
        refill(&mut self.spans, self.places.len(), (UNREACHED, 0));
        for place in (0..self.order.len()).rev() {
            let size = &mut self.spans[self.order[place] as usize].1;
            *size += 1;
            let size = *size;
            if place != 0 {
                let parent = self.order[self.parents[place] as usize];
                self.spans[parent as usize].1 += size;
            }
        }
        for place in 0..self.order.len() {
            let span = &mut self.spans[self.order[place] as usize];
            if place == 0 {
                span.0 = 0;
            } else {
                let free = &mut self.passed[self.parents[place] as usize];
                span.0 = *free;
                *free += span.1;
            }
            self.passed[place] = span.0 + 1;
        }
    }
}

fn refill<T: Clone>(buffer: &mut Vec<T>, len: usize, value: T) {
    buffer.clear();
    buffer.resize(len, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph_of(edges: &[Vec<usize>]) -> FlowGraph {
        let mut graph = FlowGraph::new();
        for successors in edges {
            successors.iter().for_each(|&to| graph.push_successor(Block::from_index(to)));
            graph.finish_node();
        }
        graph
    }

    /// What can be reached if one node is taken away.
    fn reachable_without(edges: &[Vec<usize>], removed: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; edges.len()];
        let mut work = vec![0];
        while let Some(node) = work.pop() {
            if Some(node) != removed && !reached[node] {
                reached[node] = true;
                work.extend(&edges[node]);
            }
        }
        reached
    }

    /// Compares all answers with the definition: without a dominator there is no way.
    fn check(dominators: &mut Dominators, edges: &[Vec<usize>]) {
        dominators.compute(&graph_of(edges));
        let reachable = reachable_without(edges, None);
        let node = Block::from_index;
        for above in 0..edges.len() {
            let without = reachable_without(edges, Some(above));
            assert_eq!(dominators.is_reachable(node(above)), reachable[above]);
            for below in 0..edges.len() {
                let expected = reachable[above] && reachable[below] && !without[below];
                let found = dominators.dominates(node(above), node(below));
                assert_eq!(found, expected, "{above} over {below} in {edges:?}");
            }
        }
        for below in 0..edges.len() {
            check_immediate(dominators, below, edges.len());
        }
    }

    /// All other dominators of a node dominate its immediate one.
    fn check_immediate(dominators: &Dominators, below: usize, count: usize) {
        let below = Block::from_index(below);
        let others = (0..count)
            .map(Block::from_index)
            .filter(|&node| node != below && dominators.dominates(node, below));
        match dominators.immediate(below) {
            Some(parent) => {
                assert!(others.into_iter().all(|node| dominators.dominates(node, parent)));
                assert!(dominators.dominates(parent, below) && parent != below);
            }
            None => assert_eq!(others.count(), 0),
        }
    }

    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        let mut random = crate::testing::Random::new(1);
        let mut dominators = Dominators::new();
        for round in 0..3000 {
            let count = 1 + random.below(1 + round % 14);
            let density = 1 + random.below(4);
            let edges: Vec<Vec<usize>> = (0..count)
                .map(|_| (0..random.below(density + 1)).map(|_| random.below(count)).collect())
                .collect();
            check(&mut dominators, &edges);
        }
    }

    #[test]
    fn knows_the_shapes_of_the_paper() {
        let mut dominators = Dominators::new();
        // Figures 2 and 4 of the paper, both irreducible.
        check(&mut dominators, &[vec![1, 2], vec![3], vec![4], vec![4], vec![3]]);
        let four = [vec![1, 2], vec![3], vec![4, 5], vec![4], vec![3, 5], vec![4]];
        check(&mut dominators, &four);
        dominators.compute(&FlowGraph::new());
        assert_eq!(dominators.reverse_postorder().count(), 0);
    }

    #[test]
    fn takes_long_chains_under_one_handler() {
        let count = 100_000;
        let mut edges: Vec<Vec<usize>> = (0..count).map(|n| vec![n + 1, count]).collect();
        edges.push(vec![]);
        let mut dominators = Dominators::new();
        dominators.compute(&graph_of(&edges));
        let node = Block::from_index;
        assert_eq!(dominators.immediate(node(count)), Some(node(0)));
        assert!(dominators.dominates(node(7), node(count - 1)));
        assert_eq!(dominators.reverse_postorder().count(), count + 1);
    }
}
