//! Invariants 14 to 16: what can be reached, and which definitions lie on every way to a use.
//!
//! An exception leaves from inside of a block. So a block with handlers counts as two nodes: the **head**, up to its first
//! instruction that may throw, from which the handlers are reached, and the **tail**, from that instruction on, from which
//! its terminator leads on. What the tail defines does not reach the handlers, although its block dominates them.
//!
//! ```text
//! b1: !* b5              head b1:  v1 = const 7
//!   v1 = const 7           ├─────▶ b5
//!   v2 = new A             ▼
//!   goto b2              tail b1:  v2 = new A, goto b2 ──▶ b2
//! ```

use super::edges::Edges;
use super::{Checked, Invariant, broken};
use crate::body::{Block, Body, Inst, Op, Value};
use crate::dominators::{Dominators, FlowGraph};
use crate::entity::EntityId;

crate::entity! {
    /// A block, or one of the two parts of a block with handlers.
    #[expect(unreachable_pub, reason = "the macro's types are public")]
    Node, "n"
}

/// The nodes of a body and their dominator tree.
#[derive(Debug, Default)]
pub(super) struct Flow {
    graph: FlowGraph<Node>,
    dominators: Dominators<Node>,
    /// The node of each instruction.
    nodes: Vec<Node>,
    /// The node of each block's terminator; that of its start has the number of the block.
    ends: Vec<Node>,
}

fn head(block: Block) -> Node {
    Node::from_index(block.index())
}

impl Flow {
    pub(super) fn check(&mut self, body: &Body, edges: &Edges) -> Checked {
        self.divide(body);
        self.connect(body);
        self.dominators.compute(&self.graph);
        for block in body.blocks.keys() {
            if !self.dominators.is_reachable(head(block)) {
                let message = "no way leads here from the entry";
                return Err(broken(Invariant::Reachable, message).at_block(block));
            }
        }
        for block in body.blocks.keys() {
            for inst in body.insts_of(block) {
                self.check_operands(body, block, inst, edges.is_handler(block))?;
            }
        }
        Ok(())
    }

    /// Assigns instructions to nodes; tails are numbered after all heads.
    fn divide(&mut self, body: &Body) {
        self.nodes.clear();
        self.ends.clear();
        let mut count = body.blocks.len();
        for block in body.blocks.keys() {
            let mut node = head(block);
            let has_handlers = !body.handlers_of(block).is_empty();
            for inst in body.insts_of(block) {
                if has_handlers && node == head(block) && body.insts[inst].op.may_throw() {
                    node = Node::from_index(count);
                    count += 1;
                }
                self.nodes.push(node);
            }
            self.ends.push(node);
        }
    }

    fn connect(&mut self, body: &Body) {
        let Flow { graph, ends, .. } = self;
        graph.clear();
        for (block, &end) in body.blocks.keys().zip(ends.iter()) {
            if end == head(block) {
                body.for_each_successor(block, |target| graph.push_successor(head(target)));
            } else {
                graph.push_successor(end);
                let handlers = body.handlers_of(block);
                handlers.iter().for_each(|handler| graph.push_successor(head(handler.block)));
            }
            graph.finish_node();
        }
        for (block, &end) in body.blocks.keys().zip(ends.iter()) {
            if end != head(block) {
                body.for_each_successor(block, |target| graph.push_successor(head(target)));
                graph.finish_node();
            }
        }
    }

    #[inline]
    fn check_operands(&self, body: &Body, block: Block, inst: Inst, is_handler: bool) -> Checked {
        let op = &body.insts[inst].op;
        if let Op::Phi(args) = *op {
            let args = body.list(args).iter().zip(body.predecessors(block));
            for (&value, &predecessor) in args {
                let checked = self.check_argument(body, value, predecessor, is_handler);
                checked.map_err(|error| error.at(block, inst))?;
            }
            return Ok(());
        }
        let use_node = self.nodes[inst.index()];
        let mut undefined = None;
        op.for_each_operand(&body.lists, |value| {
            let def = body.values[value].def;
            let def_node = self.nodes[def.index()];
            let is_before = if def_node == use_node {
                def < inst
            } else {
                self.dominators.dominates(def_node, use_node)
            };
            if !is_before {
                undefined = Some(value);
            }
        });
        match undefined {
            Some(value) => {
                let message = format!("{value} is not defined on every way here");
                Err(broken(Invariant::Dominance, message).at(block, inst))
            }
            None => Ok(()),
        }
    }

    /// The argument of a phi must be there when the predecessor is left.
    fn check_argument(
        &self,
        body: &Body,
        value: Value,
        predecessor: Block,
        is_handler: bool,
    ) -> Checked {
        let def_node = self.nodes[body.values[value].def.index()];
        let end = self.ends[predecessor.index()];
        if is_handler && !self.dominators.dominates(def_node, head(predecessor)) {
            let message = format!("{value} is not defined before {predecessor} may throw");
            return Err(broken(Invariant::ExceptionalUse, message));
        }
        if !is_handler && !self.dominators.dominates(def_node, end) {
            let message = format!("{value} is not defined at the end of {predecessor}");
            return Err(broken(Invariant::Dominance, message));
        }
        Ok(())
    }
}
