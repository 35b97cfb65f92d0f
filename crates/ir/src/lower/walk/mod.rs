//! Walks the flow graph in order and turns instructions into SSA.
//!
//! Each node starts with a state (what local variables and stack hold) that comes from its predecessors. Where they agree,
//! their value is taken; where they do not, or one of them is not done yet (a loop), a phi is placed, for live local
//! variables only. Unneeded phis are removed by [`crate::lower::finish`].
//!
//! All instructions of a block that may throw must leave the same local variables to the handlers. So a block is split
//! before such an instruction if a variable that a handler needs was assigned since the first one.

mod instructions;

use crate::body::{Block, InstData, Op, Value, Variable};
use crate::class::Method;
use crate::entity::EntityId;
use crate::lower::builder::{Builder, Place, Preds, Translated};
use crate::lower::error::{LowerError, LowerErrorKind};
use crate::lower::flow::{Flow, MAX_HANDLER_EDGES, Node, NodeKind};
use crate::lower::locals::{Kind, Liveness};
use crate::lower::state::{Slot, State};
use crate::lower::symbols::{SymbolError, Symbols};
use crate::lower::{debug::Debug, preds::Predecessors};
use crate::name::Name;
use crate::types::Type;

/// The room for saved states; more, and the method is no compiler's work.
const MAX_STATES: usize = 1 << 24;

/// The same for slots that are compared where ways meet.
const MAX_MERGED: usize = 1 << 25;

pub(super) type Result<T> = std::result::Result<T, LowerError>;

/// What is fixed while one method is walked.
pub(super) struct Input<'i> {
    pub(super) flow: &'i Flow,
    pub(super) preds: &'i Predecessors,
    pub(super) liveness: &'i Liveness,
    pub(super) debug: &'i Debug,
    pub(super) class: Name,
    pub(super) method: &'i Method,
    pub(super) max_stack: u16,
    /// Local variables that are in use, or as many as there may be.
    pub(super) locals: u16,
}

pub(super) struct Walker<'w, 'c, 'a> {
    input: Input<'w>,
    symbols: &'w mut Symbols<'c, 'a>,
    out: &'w mut Builder,
    state: &'w mut State,
    /// Slots in use on the stack.
    depth: usize,
    block: Block,
    node: Node,
    /// Live local variables of the present node's handlers.
    needed: Vec<u64>,
    /// Whether the present block has an instruction that may throw, and whether a needed variable changed since.
    has_thrown: bool,
    is_dirty: bool,
    offset: u16,
    line: u16,
}

impl<'w, 'c, 'a> Walker<'w, 'c, 'a> {
    pub(super) fn new(
        input: Input<'w>,
        symbols: &'w mut Symbols<'c, 'a>,
        out: &'w mut Builder,
        state: &'w mut State,
    ) -> Self {
        out.clear(input.flow.nodes.len());
        let (block, node) = (Block::from_index(0), Flow::entry());
        Walker {
            input,
            symbols,
            out,
            state,
            depth: 0,
            block,
            node,
            needed: Vec::new(),
            has_thrown: false,
            is_dirty: false,
            offset: 0,
            line: 0,
        }
    }

    pub(super) fn walk(mut self) -> Result<()> {
        self.parameters()?;
        for i in 0..self.input.flow.order.len() {
            let node = self.input.flow.order[i];
            self.enter(node)?;
            self.instructions(node)?;
            self.leave(node)?;
        }
        Ok(())
    }

    fn fail<T>(&self, kind: LowerErrorKind) -> Result<T> {
        Err(LowerError { offset: self.offset, kind })
    }

    // ---- the start of the method and of nodes

    /// The first block holds the parameters. It is also the first node's, unless that is the target of a jump.
    fn parameters(&mut self) -> Result<()> {
        self.block = self.out.start_block(Preds::None);
        self.line = self.input.debug.line(0);
        self.state.locals.clear();
        self.state.locals.resize(self.input.locals.into(), Slot::UNUSABLE);
        self.state.stack.clear();
        let method = self.input.method;
        let receiver = (!method.is_static()).then_some(Type::Ref(self.input.class));
        let mut slot = 0u16;
        for (n, ty) in (0..).zip(receiver.iter().chain(method.ty.parameters())) {
            let ty = ty.computational();
            let value = self.emit(Op::Param(n), ty);
            if usize::from(slot) + usize::from(ty.is_wide()) >= self.state.locals.len() {
                return self.fail(LowerErrorKind::NoSuchLocal(slot));
            }
            self.state.locals[usize::from(slot)] = Slot::new(value);
            self.name(value, slot, 0);
            slot += if ty.is_wide() { 2 } else { 1 };
        }
        if self.input.preds.has_any(Flow::entry()) {
            self.save_entry();
        }
        Ok(())
    }

    /// Ends the block of parameters by a jump to the first node, which has other predecessors too.
    fn save_entry(&mut self) {
        self.push_inst(Op::Goto(node_as_block(Flow::entry())), None);
        self.out.end_block(self.block);
        let state = self.out.save(&self.state.locals);
        debug_assert_eq!(state, 0, "the parameters are the first state");
    }

    fn enter(&mut self, node: Node) -> Result<()> {
        self.node = node;
        self.has_thrown = false;
        self.is_dirty = false;
        let data = &self.input.flow.nodes[node];
        let first = data.first as usize;
        self.offset = self.input.flow.code.list[first].offset;
        self.line = self.input.debug.line(first);
        self.collect_needed(node);
        let is_plain_entry = node == Flow::entry() && !self.input.preds.has_any(node);
        if !is_plain_entry {
            self.block = self.out.start_block(Preds::Node(node));
            match data.kind {
                NodeKind::Normal => self.enter_normally(node)?,
                NodeKind::Handler | NodeKind::Pad => self.enter_handler(node)?,
            }
        }
        let first = self.block;
        let unknown = Translated { first, last: first, state: 0, stack: 0 };
        self.out.nodes[node.index()] = Some(unknown);
        Ok(())
    }

    fn collect_needed(&mut self, node: Node) {
        self.needed.clear();
        for edge in self.input.flow.handlers_of(node) {
            let live = self.input.liveness.at(edge.to);
            self.needed.resize(live.len(), 0);
            for (needed, live) in self.needed.iter_mut().zip(live) {
                *needed |= live;
            }
        }
    }

    fn enter_normally(&mut self, node: Node) -> Result<()> {
        let preds = self.input.preds.of(node);
        let is_entry = node == Flow::entry();
        if let ([only], false) = (preds, is_entry) {
            let only =
                self.done(*only).expect("invariant: a node comes after its only predecessor");
            self.restore(only);
            return Ok(());
        }
        let mut froms: Vec<Translated> = preds.iter().filter_map(|&p| self.done(p)).collect();
        let mut are_all_done = froms.len() == preds.len();
        if is_entry {
            // The state after the parameters was saved first.
            let first = Block::from_index(0);
            froms.insert(0, Translated { first, last: first, state: 0, stack: 0 });
            are_all_done = false;
        }
        self.merge_stacks(node, &froms, are_all_done)?;
        let states: Vec<u32> = froms.iter().map(|from| from.state).collect();
        self.merge_locals(node, &states, are_all_done);
        Ok(())
    }

    /// The translated node, if its end was reached already.
    fn done(&self, node: Node) -> Option<Translated> {
        self.out.nodes[node.index()].filter(|_| node != self.node)
    }

    fn restore(&mut self, from: Translated) {
        let State { locals, stack } = &mut *self.state;
        let (start, count) = (from.state as usize, locals.len());
        locals.copy_from_slice(&self.out.states[start..start + count]);
        stack.clear();
        stack.extend_from_slice(&self.out.states[start + count..][..from.stack as usize]);
        self.measure_stack();
    }

    fn measure_stack(&mut self) {
        let width = |slot: &Slot| match slot.value() {
            Some(value) if self.out.kind(value).is_wide() => 2,
            _ => 1,
        };
        self.depth = self.state.stack.iter().map(width).sum();
    }

    fn merge_stacks(&mut self, node: Node, froms: &[Translated], are_all_done: bool) -> Result<()> {
        let height = froms[0].stack;
        if froms.iter().any(|from| from.stack != height) {
            return self.fail(LowerErrorKind::StackHeight);
        }
        self.state.stack.clear();
        for i in 0..height {
            let locals = u32::from(self.input.locals);
            let slot = |from: &Translated| self.out.states[(from.state + locals + i) as usize];
            let merged = self.agreed(froms.iter().map(slot), are_all_done);
            let slot = self.merged(merged, node, Place::Stack(i as u16));
            self.state.stack.push(slot);
        }
        self.measure_stack();
        Ok(())
    }

    fn merge_locals(&mut self, node: Node, states: &[u32], are_all_done: bool) {
        for local in 0..self.input.locals {
            let live = self.input.liveness.at(node)[usize::from(local / 64)];
            let mut slot = Slot::UNUSABLE;
            if live >> (local % 64) & 1 != 0 {
                self.out.merged += states.len();
                let of = |state: &u32| self.out.states[*state as usize + usize::from(local)];
                let merged = self.agreed(states.iter().map(of), are_all_done);
                slot = self.merged(merged, node, Place::Local(local));
            }
            self.state.locals[usize::from(local)] = slot;
        }
    }

    /// What slots have in common: one slot, or a kind.
    fn agreed(&self, mut slots: impl Iterator<Item = Slot>, are_all_done: bool) -> Merged {
        let Some(first) = slots.next() else { return Merged::Slot(Slot::UNUSABLE) };
        let mut are_same = true;
        let kind_of = |slot: Slot| slot.value().map(|value| self.out.kind(value));
        for slot in slots {
            are_same &= slot == first;
            if kind_of(slot) != kind_of(first) || slot.value().is_none() && !are_same {
                return Merged::Slot(Slot::UNUSABLE);
            }
        }
        match kind_of(first) {
            Some(kind) if !are_same || !are_all_done => Merged::Phi(kind),
            _ => Merged::Slot(first),
        }
    }

    fn merged(&mut self, merged: Merged, node: Node, place: Place) -> Slot {
        match merged {
            Merged::Slot(slot) => slot,
            Merged::Phi(kind) => {
                let value = self.out.place_phi(node, place, kind, (self.offset, self.line));
                if let Place::Local(slot) = place {
                    self.name(value, slot, self.offset);
                }
                Slot::new(value)
            }
        }
    }

    /// A handler gets the local variables of every place that may throw to it, and the exception.
    fn enter_handler(&mut self, node: Node) -> Result<()> {
        let states: Vec<u32> = self.out.exceptional_to(node).map(|from| from.state).collect();
        let preds = self.input.preds.of(node);
        let are_all_done = preds.iter().all(|&pred| self.done(pred).is_some());
        self.merge_locals(node, &states, are_all_done);
        self.state.stack.clear();
        self.depth = 0;
        let caught = self.input.preds.caught_class(node);
        let class = caught.unwrap_or_else(|| Name::new("java/lang/Throwable"));
        let exception = self.emit(Op::Catch, Type::Ref(class));
        if caught.is_none() {
            self.out.open_catches.push((self.offset, exception));
        }
        self.push(exception)
    }

    // ---- the end of nodes

    fn leave(&mut self, node: Node) -> Result<()> {
        if self.ends_open() {
            let to = self.input.flow.successors_of(node)[0];
            self.push_inst(Op::Goto(node_as_block(to)), None);
        }
        self.out.end_block(self.block);
        let state = self.out.save(&self.state.locals);
        self.out.save(&self.state.stack);
        if self.out.states.len() > MAX_STATES {
            return self.fail(LowerErrorKind::TooComplex);
        }
        if self.out.merged > MAX_MERGED {
            return self.fail(LowerErrorKind::TooComplex);
        }
        let translated = self.out.nodes[node.index()].as_mut();
        let translated = translated.expect("invariant: the node was entered");
        translated.last = self.block;
        translated.state = state;
        translated.stack = self.state.stack.len() as u32;
        Ok(())
    }

    /// Whether the present block has no terminator yet.
    fn ends_open(&self) -> bool {
        let start = self.out.blocks[self.block].insts.start as usize;
        self.out.insts[start..].last().is_none_or(|inst| !inst.op.is_terminator())
    }

    // ---- building blocks of instructions

    fn push_inst(&mut self, op: Op, result: Option<Value>) {
        self.out.insts.push(InstData::new(op, result, self.offset, self.line));
    }

    fn emit(&mut self, op: Op, ty: Type) -> Value {
        let value = self.out.value(Kind::of(ty), Some(ty));
        self.push_inst(op, Some(value));
        value
    }

    fn emit_push(&mut self, op: Op, ty: Type) -> Result<()> {
        let value = self.emit(op, ty);
        self.push(value)
    }

    fn push(&mut self, value: Value) -> Result<()> {
        self.push_slot(Slot::new(value), self.out.kind(value).is_wide())
    }

    fn push_slot(&mut self, slot: Slot, is_wide: bool) -> Result<()> {
        self.depth += if is_wide { 2 } else { 1 };
        if self.depth > usize::from(self.input.max_stack) {
            return self.fail(LowerErrorKind::StackOverflow);
        }
        self.state.stack.push(slot);
        Ok(())
    }

    fn pop_slot(&mut self) -> Result<(Slot, bool)> {
        let Some(slot) = self.state.stack.pop() else {
            return self.fail(LowerErrorKind::StackUnderflow);
        };
        let is_wide = slot.value().is_some_and(|value| self.out.kind(value).is_wide());
        self.depth -= if is_wide { 2 } else { 1 };
        Ok((slot, is_wide))
    }

    fn pop(&mut self, kind: Kind) -> Result<Value> {
        let (slot, _) = self.pop_slot()?;
        match self.out.value_of_kind(slot, kind) {
            Some(value) => Ok(value),
            None if slot == Slot::UNUSABLE => self.fail(LowerErrorKind::UnusableStack),
            None => self.fail(LowerErrorKind::WrongType { expected: kind.describe() }),
        }
    }

    fn pop_ref(&mut self) -> Result<Value> {
        self.pop(Kind::Ref)
    }

    fn pop_int(&mut self) -> Result<Value> {
        self.pop(Kind::Int)
    }

    fn bad_constant<T>(&self, error: SymbolError) -> Result<T> {
        self.fail(LowerErrorKind::BadConstant(error.message))
    }

    /// Records the name of a local variable that has got a value.
    fn name(&mut self, value: Value, slot: u16, offset: u16) {
        if let Some(name) = self.input.debug.variable(slot, offset) {
            self.out.variables.push(Variable { value, name, start: offset, slot });
        }
    }

    fn store(&mut self, slot: Slot, is_wide: bool, local: u16, next_offset: u16) {
        let index = usize::from(local);
        // Overwriting the second half of a wide value destroys the value.
        if index > 0
            && let Some(before) = self.state.locals[index - 1].value()
            && self.out.kind(before).is_wide()
        {
            self.state.locals[index - 1] = Slot::UNUSABLE;
        }
        self.state.locals[index] = slot;
        if is_wide {
            self.state.locals[index + 1] = Slot::UNUSABLE;
        }
        if let Some(word) = self.needed.get(index / 64) {
            self.is_dirty |= self.has_thrown && word >> (index % 64) & 1 != 0;
        }
        if let Some(value) = slot.value() {
            self.name(value, local, next_offset);
        }
    }

    /// To be called before an instruction that may throw: records what its handlers will see.
    fn before_throwing(&mut self) -> Result<()> {
        let handlers = self.input.flow.nodes[self.node].handlers;
        if handlers.len == 0 || self.has_thrown && !self.is_dirty {
            return Ok(());
        }
        if self.is_dirty {
            self.split();
        }
        self.has_thrown = true;
        let edges = self.input.flow.handlers_of(self.node);
        self.out.leave_to_handlers(self.block, edges, handlers, &self.state.locals);
        if self.out.states.len() > MAX_STATES || self.out.handler_edges > MAX_HANDLER_EDGES {
            return self.fail(LowerErrorKind::TooComplex);
        }
        Ok(())
    }

    /// Goes on in a new block.
    fn split(&mut self) {
        let next = Block::from_index(self.out.blocks.len());
        // Blocks of the same node are told apart from nodes by their range; see `crate::lower::finish`.
        self.push_inst(Op::Goto(split_as_block(next)), None);
        self.out.end_block(self.block);
        self.block = self.out.start_block(Preds::Block(self.block));
        self.is_dirty = false;
    }
}

enum Merged {
    Slot(Slot),
    Phi(Kind),
}

/// Jumps name their target's node until all blocks are known; the upper half of the numbers stands for blocks.
fn node_as_block(node: Node) -> Block {
    Block::from_index(node.index())
}

/// A jump into the next block of the same node.
fn split_as_block(block: Block) -> Block {
    Block::from_index(block.index() + crate::lower::finish::FIRST_SPLIT)
}
