//! Predecessors of the nodes of a flow graph, each once.

use super::flow::{Flow, Node};
use crate::entity::EntityId;
use crate::name::Name;

/// For each node the nodes that lead to it, by jump or by exception.
#[derive(Default)]
pub(super) struct Predecessors {
    starts: Vec<u32>,
    all: Vec<Node>,
    last: Vec<Option<Node>>,
    caught: Vec<Caught>,
}

/// The classes that a handler node catches.
#[derive(Clone, Copy)]
enum Caught {
    Nothing,
    One(Name),
    Many,
}

impl Predecessors {
    pub(super) fn of(&self, node: Node) -> &[Node] {
        let range = self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize;
        &self.all[range]
    }

    pub(super) fn has_any(&self, node: Node) -> bool {
        !self.of(node).is_empty()
    }

    /// The class of the exceptions that reach a handler, if it is only one.
    pub(super) fn caught_class(&self, node: Node) -> Option<Name> {
        match self.caught[node.index()] {
            Caught::One(class) => Some(class),
            _ => None,
        }
    }

    pub(super) fn compute(&mut self, flow: &Flow) {
        let nodes = flow.nodes.len();
        self.starts.clear();
        self.starts.resize(nodes + 2, 0);
        // Counted two places ahead: after summing up, a node's start is one place ahead, and moves back as it is filled.
        self.for_each_edge(flow, |this, _, to| this.starts[to.index() + 2] += 1);
        for i in 1..self.starts.len() {
            self.starts[i] += self.starts[i - 1];
        }
        self.all.clear();
        self.all.resize(self.starts[nodes + 1] as usize, Flow::entry());
        self.for_each_edge(flow, |this, from, to| {
            let place = &mut this.starts[to.index() + 1];
            this.all[*place as usize] = from;
            *place += 1;
        });
        self.find_caught(flow);
    }

    /// Calls `f` for every edge, once for all edges between the same nodes.
    fn for_each_edge(&mut self, flow: &Flow, mut f: impl FnMut(&mut Self, Node, Node)) {
        self.last.clear();
        self.last.resize(flow.nodes.len(), None);
        for &from in &flow.order {
            let caught = flow.handlers_of(from).iter().map(|edge| &edge.to);
            for &to in flow.successors_of(from).iter().chain(caught) {
                if self.last[to.index()] != Some(from) {
                    self.last[to.index()] = Some(from);
                    f(self, from, to);
                }
            }
        }
    }

    fn find_caught(&mut self, flow: &Flow) {
        self.caught.clear();
        self.caught.resize(flow.nodes.len(), Caught::Nothing);
        for edge in &flow.handlers {
            let caught = &mut self.caught[edge.to.index()];
            *caught = match (*caught, edge.catch_type) {
                (Caught::Nothing, Some(class)) => Caught::One(class),
                (Caught::One(one), Some(class)) if one == class => Caught::One(one),
                _ => Caught::Many,
            };
        }
    }
}
