//! The body under construction: instructions, values and blocks as they are met, with phis that may turn out to be
//! unneeded. [`super::finish`] makes the body of it.

use super::call_site::Dynamics;
use super::flow::{HandlerEdge, Node};
use super::locals::Kind;
use super::state::Slot;
use crate::body::{
    Block, CallSite, CallSiteId, InstData, Op, Slice, SwitchId, SwitchTable, Value, ValueList,
    Variable,
};
use crate::entity::{EntityId, Table};
use crate::types::Type;

/// A phi that was placed, for a local variable or a stack entry of a node.
pub(super) struct Phi {
    pub(super) value: Value,
    pub(super) node: Node,
    pub(super) place: Place,
    /// Its arguments in [`Builder::lists`], parallel to the predecessors; known when all nodes are done.
    pub(super) args: Slice,
    /// Whether an argument has no value or one of another kind: the phi cannot be used.
    pub(super) is_unusable: bool,
    /// The type that the compiler wrote down for it.
    pub(super) frame_type: Option<Type>,
    /// Whether its type is known for good.
    pub(super) is_settled: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Place {
    Local(u16),
    Stack(u16),
}

/// A block under construction.
pub(super) struct TempBlock {
    pub(super) insts: Slice,
    pub(super) preds: Preds,
    /// The handlers of the node it belongs to, if something in it may throw.
    pub(super) handlers: Slice,
}

/// Where a block is entered from.
#[derive(Clone, Copy)]
pub(super) enum Preds {
    /// From nowhere: it is the entry.
    None,
    /// From the block before, in the same node.
    Block(Block),
    /// It is the first of its node.
    Node(Node),
}

/// A block from inside of which exceptions go to a handler node, and the local variables at that point.
#[derive(Clone, Copy)]
pub(super) struct Exceptional {
    /// The next one of the same handler, in [`Builder::exceptional`].
    next: Option<u32>,
    pub(super) from: Block,
    /// Start in [`Builder::states`].
    pub(super) state: u32,
}

/// What became of a node.
#[derive(Clone, Copy)]
pub(super) struct Translated {
    pub(super) first: Block,
    pub(super) last: Block,
    /// Local variables and stack at its end, in [`Builder::states`].
    pub(super) state: u32,
    pub(super) stack: u32,
}

/// Everything that is collected while a method is walked; the room is used again for the next.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) insts: Vec<InstData>,
    pub(super) kinds: Vec<Kind>,
    /// Types of the values; those of phis and of elements of arrays are found out at the end.
    pub(super) types: Table<Value, Option<Type>>,
    pub(super) lists: Vec<Value>,
    pub(super) blocks: Table<Block, TempBlock>,
    pub(super) phis: Vec<Phi>,
    /// Caught exceptions of several classes, with the bytecode offsets of the handlers.
    pub(super) open_catches: Vec<(u16, Value)>,
    pub(super) states: Vec<Slot>,
    /// How many slots were compared where ways meet.
    pub(super) merged: usize,
    exceptional: Vec<Exceptional>,
    /// Pairs of blocks and their handlers.
    pub(super) handler_edges: usize,
    /// For each handler node its first and last entry in `exceptional`.
    ends: Vec<Option<(u32, u32)>>,
    pub(super) nodes: Vec<Option<Translated>>,
    pub(super) switches: Table<SwitchId, SwitchTable>,
    pub(super) call_sites: Table<CallSiteId, CallSite>,
    pub(super) dynamics: Dynamics,
    pub(super) variables: Vec<Variable>,
}

impl Builder {
    pub(super) fn clear(&mut self, nodes: usize) {
        self.insts.clear();
        self.kinds.clear();
        self.types.clear();
        self.lists.clear();
        self.blocks.clear();
        self.phis.clear();
        self.open_catches.clear();
        self.states.clear();
        self.merged = 0;
        self.exceptional.clear();
        self.handler_edges = 0;
        self.ends.clear();
        self.ends.resize(nodes, None);
        self.nodes.clear();
        self.nodes.resize(nodes, None);
        self.switches.clear();
        self.call_sites.clear();
        self.dynamics.clear();
        self.variables.clear();
    }

    pub(super) fn start_block(&mut self, preds: Preds) -> Block {
        let start = self.insts.len();
        let insts = Slice::new(start, start);
        self.blocks.push(TempBlock { insts, preds, handlers: Slice::EMPTY })
    }

    pub(super) fn end_block(&mut self, block: Block) {
        let data = &mut self.blocks[block];
        data.insts = Slice::new(data.insts.start as usize, self.insts.len());
    }

    pub(super) fn value(&mut self, kind: Kind, ty: Option<Type>) -> Value {
        self.kinds.push(kind);
        self.types.push(ty)
    }

    #[inline]
    pub(super) fn kind(&self, value: Value) -> Kind {
        self.kinds[value.index()]
    }

    /// The slot's value, if it is one of this kind.
    pub(super) fn value_of_kind(&self, slot: Slot, kind: Kind) -> Option<Value> {
        slot.value().filter(|&value| self.kind(value) == kind)
    }

    pub(super) fn save(&mut self, slots: &[Slot]) -> u32 {
        let start = self.states.len() as u32;
        self.states.extend_from_slice(slots);
        start
    }

    pub(super) fn list(&mut self, values: impl IntoIterator<Item = Value>) -> ValueList {
        let start = self.lists.len();
        self.lists.extend(values);
        ValueList(Slice::new(start, self.lists.len()))
    }

    /// Places a phi; its arguments are filled in when all nodes are done.
    pub(super) fn place_phi(
        &mut self,
        node: Node,
        place: Place,
        kind: Kind,
        at: (u16, u16),
    ) -> Value {
        let value = self.value(kind, kind.primitive());
        let op = Op::Phi(ValueList(Slice::EMPTY));
        self.insts.push(InstData::new(op, Some(value), at.0, at.1));
        self.phis.push(Phi {
            value,
            node,
            place,
            args: Slice::EMPTY,
            is_unusable: false,
            frame_type: None,
            is_settled: false,
        });
        value
    }

    /// Records that exceptions may leave a block to these handlers with these local variables.
    pub(super) fn leave_to_handlers(
        &mut self,
        from: Block,
        edges: &[HandlerEdge],
        handlers: Slice,
        locals: &[Slot],
    ) {
        let state = self.save(locals);
        self.blocks[from].handlers = handlers;
        self.handler_edges += edges.len();
        for edge in edges {
            self.leave_to_handler(edge.to, Exceptional { next: None, from, state });
        }
    }

    fn leave_to_handler(&mut self, handler: Node, entry: Exceptional) {
        let new = self.exceptional.len() as u32;
        let ends = &mut self.ends[handler.index()];
        if let Some((_, last)) = ends {
            let last = &mut self.exceptional[*last as usize];
            // The same handler for another class.
            if last.from == entry.from {
                return;
            }
            last.next = Some(new);
        }
        self.exceptional.push(entry);
        *ends = Some((ends.map_or(new, |(first, _)| first), new));
    }

    /// From where exceptions come to a handler node, in the order of the blocks.
    pub(super) fn exceptional_to(&self, handler: Node) -> impl Iterator<Item = Exceptional> + '_ {
        let entry = |i: u32| self.exceptional[i as usize];
        let first = self.ends[handler.index()].map(|(first, _)| entry(first));
        std::iter::successors(first, move |last| last.next.map(entry))
    }
}
