//! Which blocks lie on every way to a block.
//!
//! Algorithm SEMI-NCA of L. Georgiadis, R. E. Tarjan, R. F. Werneck: *Finding Dominators in Practice* (2006). The simpler
//! iteration of Cooper, Harvey and Kennedy (2001), which they compare it with, needs a number of rounds that grows with the
//! graph: a method of 64 KB whose blocks lead to the one before and the one after would keep it busy for seconds.
//!
//! Queries compare intervals: a subtree of the dominator tree has consecutive numbers, given out in preorder of the search,
//! which has every dominator before what it dominates.
//!
//! Nothing recurses: methods may have 60,000 blocks in a row. All buffers are kept from one graph to the next.
//!
//! ```text
//! Body ──of──▶ FlowGraph ──compute──▶ depth-first search ─▶ semidominators ─▶ immediate dominators ─▶ intervals
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
/// Places are those in the preorder of a depth-first search: the entry has 0, and a dominator a smaller one than what it
/// dominates.
#[derive(Clone, Debug)]
pub struct Dominators<N = Block> {
    /// Places by node.
    places: Vec<u32>,
    /// First number and size of the subtree of each node.
    spans: Vec<(u32, u32)>,
    postorder: Vec<u32>,
    /// Nodes by place.
    preorder: Vec<u32>,
    /// Immediate dominators by place; the entry is its own.
    parents: Vec<u32>,
    semi: Vec<Semi>,
    predecessor_ends: Vec<u32>,
    predecessors: Vec<u32>,
    stack: Vec<(u32, u32)>,
    node: PhantomData<fn(N)>,
}

/// What the search for semidominators knows of a place.
#[derive(Clone, Copy, Debug)]
struct Semi {
    /// The semidominator; the place itself until it is known.
    semi: u32,
    /// The parent in the search tree, or a place further up once the way there was compressed.
    ancestor: u32,
    /// The place with the smallest semidominator on the compressed way.
    label: u32,
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
            places: Vec::new(),
            spans: Vec::new(),
            postorder: Vec::new(),
            preorder: Vec::new(),
            parents: Vec::new(),
            semi: Vec::new(),
            predecessor_ends: Vec::new(),
            predecessors: Vec::new(),
            stack: Vec::new(),
            node: PhantomData,
        }
    }

    /// Replaces the tree by the one of `graph`.
    pub fn compute(&mut self, graph: &FlowGraph<N>) {
        self.search(graph);
        self.collect_predecessors(graph);
        self.find_semidominators();
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
        (place != 0).then(|| N::from_index(self.preorder[parent as usize] as usize))
    }

    /// Whether there is a way from the entry to a node.
    #[inline]
    pub fn is_reachable(&self, node: N) -> bool {
        self.places[node.index()] != UNREACHED
    }

    /// The nodes that can be reached, each before its successors unless an edge leads backwards.
    pub fn reverse_postorder(&self) -> impl DoubleEndedIterator<Item = N> + ExactSizeIterator {
        self.postorder.iter().rev().map(|&node| N::from_index(node as usize))
    }

    /// Depth first, with the stack in a buffer: a node and the place of its next successor.
    fn search(&mut self, graph: &FlowGraph<N>) {
        self.preorder.clear();
        self.postorder.clear();
        self.semi.clear();
        self.parents.clear();
        refill(&mut self.places, graph.len(), UNREACHED);
        if !graph.is_empty() {
            self.visit(graph, 0, 0);
        }
        while let Some((node, next)) = self.stack.last_mut() {
            let node = *node;
            if *next < graph.ends[node as usize] {
                let successor = graph.successors[*next as usize];
                *next += 1;
                if self.places[successor as usize] == UNREACHED {
                    self.visit(graph, successor, self.places[node as usize]);
                }
            } else {
                self.postorder.push(node);
                self.stack.pop();
            }
        }
    }

    fn visit(&mut self, graph: &FlowGraph<N>, node: u32, parent: u32) {
        let place = self.preorder.len() as u32;
        self.places[node as usize] = place;
        self.preorder.push(node);
        self.parents.push(parent);
        self.semi.push(Semi { semi: place, ancestor: parent, label: place });
        self.stack.push((node, graph.start(node)));
    }

    /// Turns the edges round, counting first and filling from the end of each node's room.
    fn collect_predecessors(&mut self, graph: &FlowGraph<N>) {
        refill(&mut self.predecessor_ends, self.preorder.len() + 1, 0);
        for &node in &self.preorder {
            for &successor in graph.successors_of(node) {
                self.predecessor_ends[self.places[successor as usize] as usize] += 1;
            }
        }
        let mut total = 0;
        for end in &mut self.predecessor_ends {
            total += *end;
            *end = total;
        }
        refill(&mut self.predecessors, total as usize, 0);
        for (place, &node) in self.preorder.iter().enumerate() {
            for &successor in graph.successors_of(node) {
                let end = &mut self.predecessor_ends[self.places[successor as usize] as usize];
                *end -= 1;
                self.predecessors[*end as usize] = place as u32;
            }
        }
        // Each end has become its start: the end is the start of the next.
    }

    /// From the last place to the first: the smallest place from which a way leads here over larger places only.
    fn find_semidominators(&mut self) {
        for place in (1..self.preorder.len()).rev() {
            let range = self.predecessor_ends[place]..self.predecessor_ends[place + 1];
            let mut smallest = self.parents[place];
            for i in range {
                let label = self.evaluate(self.predecessors[i as usize], place as u32);
                smallest = smallest.min(self.semi[label as usize].semi);
            }
            self.semi[place].semi = smallest;
        }
    }

    /// The place with the smallest semidominator on the way up the search tree from `place`, among those after `current`.
    /// Compresses the way, so that it is not walked twice.
    fn evaluate(&mut self, place: u32, current: u32) -> u32 {
        let mut top = place;
        while self.semi[top as usize].ancestor > current {
            self.stack.push((top, 0));
            top = self.semi[top as usize].ancestor;
        }
        while let Some((below, _)) = self.stack.pop() {
            let Semi { ancestor, label, .. } = self.semi[top as usize];
            let own = self.semi[below as usize].label;
            let is_smaller = self.semi[label as usize].semi < self.semi[own as usize].semi;
            let below_data = &mut self.semi[below as usize];
            below_data.ancestor = ancestor;
            below_data.label = if is_smaller { label } else { own };
            top = below;
        }
        self.semi[top as usize].label
    }

    /// The immediate dominator is the closest ancestor in the tree so far that is not after the semidominator.
    fn find_parents(&mut self) {
        for place in 1..self.preorder.len() {
            let semi = self.semi[place].semi;
            let mut parent = self.parents[place];
            while parent > semi {
                parent = self.parents[parent as usize];
            }
            self.parents[place] = parent;
        }
    }

    /// Gives each subtree an interval. `predecessor_ends` is free by now and keeps the next number of each subtree.
    fn number_subtrees(&mut self) {
        refill(&mut self.spans, self.places.len(), (UNREACHED, 0));
        for place in (0..self.preorder.len()).rev() {
            let size = &mut self.spans[self.preorder[place] as usize].1;
            *size += 1;
            let size = *size;
            if place != 0 {
                let parent = self.preorder[self.parents[place] as usize];
                self.spans[parent as usize].1 += size;
            }
        }
        for place in 0..self.preorder.len() {
            let span = &mut self.spans[self.preorder[place] as usize];
            if place == 0 {
                span.0 = 0;
            } else {
                let next = &mut self.predecessor_ends[self.parents[place] as usize];
                span.0 = *next;
                *next += span.1;
            }
            self.predecessor_ends[place] = span.0 + 1;
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
    fn knows_irreducible_graphs() {
        let mut dominators = Dominators::new();
        // Figures 2 and 4 of Cooper, Harvey and Kennedy.
        check(&mut dominators, &[vec![1, 2], vec![3], vec![4], vec![4], vec![3]]);
        let four = [vec![1, 2], vec![3], vec![4, 5], vec![4], vec![3, 5], vec![4]];
        check(&mut dominators, &four);
        dominators.compute(&FlowGraph::new());
        assert_eq!(dominators.reverse_postorder().count(), 0);
    }

    /// The iteration of Cooper, Harvey and Kennedy takes a minute for this.
    #[test]
    fn takes_long_chains_in_both_directions() {
        let count = 60_000;
        let neighbours = |n: usize| match n {
            0 => vec![1, count - 1],
            1 => vec![2],
            n if n + 1 == count => vec![n - 1],
            n => vec![n - 1, n + 1],
        };
        let edges: Vec<Vec<usize>> = (0..count).map(neighbours).collect();
        let mut dominators = Dominators::new();
        dominators.compute(&graph_of(&edges));
        let node = Block::from_index;
        assert!((1..count).all(|n| dominators.immediate(node(n)) == Some(node(0))));
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
