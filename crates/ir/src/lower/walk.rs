//! Walks the flow graph in order and turns instructions into SSA.
//!
//! Each node starts with a state (what local variables and stack hold) that comes from its predecessors. Where they agree,
//! their value is taken; where they do not, or one of them is not done yet (a loop), a phi is placed, for live local
//! variables only. Unneeded phis are removed by [`super::finish`].
//!
//! All instructions of a block that may throw must leave the same local variables to the handlers. So a block is split
//! before such an instruction if a variable that a handler needs was assigned since the first one.

use classfile::instruction::{Family, Instruction, Opcode, Operand};

use super::builder::{Builder, Place, Preds, Translated};
use super::error::{LowerError, LowerErrorKind};
use super::flow::{Flow, MAX_HANDLER_EDGES, Node, NodeKind};
use super::locals::{Access, Kind, Liveness, access};
use super::state::{Slot, State};
use super::symbols::{SymbolError, Symbols};
use super::{call_site, debug::Debug, preds::Predecessors};
use crate::body::{
    ArrayKind, BinaryOp, Block, Cond, Constant, InstData, InvokeKind, Op, SwitchTable, UnaryOp,
    Value, Variable,
};
use crate::class::Method;
use crate::entity::EntityId;
use crate::name::Name;
use crate::types::{MethodType, Type};

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
        // Blocks of the same node are told apart from nodes by their range; see `super::finish`.
        self.push_inst(Op::Goto(split_as_block(next)), None);
        self.out.end_block(self.block);
        self.block = self.out.start_block(Preds::Block(self.block));
        self.is_dirty = false;
    }

    // ---- instructions

    fn instructions(&mut self, node: Node) -> Result<()> {
        let flow = self.input.flow;
        let first = flow.nodes[node].first as usize;
        for (i, instruction) in flow.instructions_of(node).iter().enumerate() {
            self.offset = instruction.offset;
            self.line = self.input.debug.line(first + i);
            let next = flow.code.list.get(first + i + 1);
            let next = next.map_or(u16::MAX, |next| next.offset);
            if super::flow::may_throw(instruction, self.symbols.pool()) {
                self.before_throwing()?;
            }
            self.instruction(instruction, next)?;
        }
        Ok(())
    }

    fn instruction(&mut self, instruction: &Instruction, next: u16) -> Result<()> {
        if let Some(access) = access(instruction) {
            return self.local(access, next);
        }
        let opcode = instruction.opcode;
        match opcode.family() {
            Family::IntConstant => self.int(opcode.distance_from(Opcode::IconstM1) as i32 - 1),
            Family::Stack => self.shuffle(opcode),
            Family::ArrayLoad => self.array_load(opcode),
            Family::ArrayStore => self.array_store(opcode),
            Family::Negate | Family::Convert => self.unary(opcode),
            Family::Arithmetic | Family::Bits | Family::Compare => self.binary(opcode),
            Family::IfZero | Family::IfInts | Family::IfReferences | Family::IfNull => {
                self.conditional(opcode)
            }
            Family::Return => self.return_from(opcode),
            _ => self.other(instruction),
        }
    }

    fn other(&mut self, instruction: &Instruction) -> Result<()> {
        use Opcode as O;
        let opcode = instruction.opcode;
        let float = |value: f32| Op::Const(Constant::Float(value.to_bits()));
        let double = |value: f64| Op::Const(Constant::Double(value.to_bits()));
        match opcode {
            O::Nop | O::Goto | O::GotoW | O::Ret => Ok(()),
            O::Jsr | O::JsrW => self.push_slot(Slot::RETURN_ADDRESS, false),
            O::AconstNull => self.emit_push(Op::Const(Constant::Null), Type::Null),
            O::Lconst0 => self.emit_push(Op::Const(Constant::Long(0)), Type::Long),
            O::Lconst1 => self.emit_push(Op::Const(Constant::Long(1)), Type::Long),
            O::Fconst0 => self.emit_push(float(0.0), Type::Float),
            O::Fconst1 => self.emit_push(float(1.0), Type::Float),
            O::Fconst2 => self.emit_push(float(2.0), Type::Float),
            O::Dconst0 => self.emit_push(double(0.0), Type::Double),
            O::Dconst1 => self.emit_push(double(1.0), Type::Double),
            O::Tableswitch | O::Lookupswitch => self.switch(instruction),
            O::Arraylength => {
                let array = self.pop_ref()?;
                self.emit_push(Op::ArrayLength(array), Type::Int)
            }
            O::Athrow => {
                let exception = self.pop_ref()?;
                self.push_inst(Op::Throw(exception), None);
                Ok(())
            }
            O::Monitorenter => {
                let object = self.pop_ref()?;
                self.push_inst(Op::MonitorEnter(object), None);
                Ok(())
            }
            O::Monitorexit => {
                let object = self.pop_ref()?;
                self.push_inst(Op::MonitorExit(object), None);
                Ok(())
            }
            _ => self.with_operand(opcode, instruction.operand),
        }
    }

    fn with_operand(&mut self, opcode: Opcode, operand: Operand) -> Result<()> {
        use Opcode as O;
        match (opcode, operand) {
            (_, Operand::Value(value)) => self.int(value.into()),
            (O::Ldc | O::LdcW | O::Ldc2W, Operand::Constant(index)) => self.load_constant(index),
            (O::Getstatic | O::Putstatic | O::Getfield | O::Putfield, Operand::Constant(index)) => {
                self.field(opcode, index)
            }
            (O::Invokevirtual, Operand::Constant(index)) => self.invoke(InvokeKind::Virtual, index),
            (O::Invokespecial, Operand::Constant(index)) => self.invoke(InvokeKind::Special, index),
            (O::Invokestatic, Operand::Constant(index)) => self.invoke(InvokeKind::Static, index),
            (_, Operand::Interface { method, .. }) => self.invoke(InvokeKind::Interface, method),
            (_, Operand::Dynamic { site, .. }) => self.invoke_dynamic(site),
            (O::New, Operand::Constant(index)) => match self.symbols.class_name(index) {
                Ok(class) => self.emit_push(Op::New(class), Type::Ref(class)),
                Err(error) => self.bad_constant(error),
            },
            (_, Operand::ArrayType(number)) => self.new_primitive_array(number),
            (O::Anewarray, Operand::Constant(index)) => {
                let ty = self.class_type(index)?.array_of();
                let length = self.pop_int()?;
                self.emit_push(Op::NewArray { ty, length }, ty)
            }
            (_, Operand::MultiArray { class, dimensions }) => {
                self.new_multi_array(class, dimensions)
            }
            (O::Checkcast, Operand::Constant(index)) => {
                let ty = self.class_type(index)?;
                let value = self.pop_ref()?;
                self.emit_push(Op::CheckCast { value, ty }, ty)
            }
            (O::Instanceof, Operand::Constant(index)) => {
                let ty = self.class_type(index)?;
                let value = self.pop_ref()?;
                self.emit_push(Op::InstanceOf { value, ty }, Type::Int)
            }
            _ => unreachable!("invariant: {} with {operand:?} is not decoded", opcode.mnemonic()),
        }
    }

    fn int(&mut self, value: i32) -> Result<()> {
        self.emit_push(Op::Const(Constant::Int(value)), Type::Int)
    }

    fn local(&mut self, access: Access, next: u16) -> Result<()> {
        match access {
            Access::Load(kind, local) => {
                let value = self.load(kind, local)?;
                self.push(value)
            }
            Access::Store(Kind::Ref, local) => {
                let (slot, _) = self.pop_slot()?;
                let is_reference = self.out.value_of_kind(slot, Kind::Ref).is_some();
                if !is_reference && slot != Slot::RETURN_ADDRESS {
                    return self.fail(LowerErrorKind::WrongType { expected: "a reference" });
                }
                self.store(slot, false, local, next);
                Ok(())
            }
            Access::Store(kind, local) => {
                let value = self.pop(kind)?;
                self.store(Slot::new(value), kind.is_wide(), local, next);
                Ok(())
            }
            Access::Increment(local, by) => {
                let value = self.load(Kind::Int, local)?;
                let by = self.emit(Op::Const(Constant::Int(by.into())), Type::Int);
                let sum = self.emit(Op::Binary(BinaryOp::Iadd, value, by), Type::Int);
                self.store(Slot::new(sum), false, local, next);
                Ok(())
            }
        }
    }

    fn load(&mut self, kind: Kind, local: u16) -> Result<Value> {
        let slot = self.state.locals[usize::from(local)];
        match self.out.value_of_kind(slot, kind) {
            Some(value) => Ok(value),
            None => self.fail(LowerErrorKind::UnusableLocal(local)),
        }
    }

    fn class_type(&mut self, index: classfile::CpIndex) -> Result<Type> {
        let ty = self.symbols.class_type(index);
        ty.or_else(|error| self.bad_constant(error))
    }

    fn load_constant(&mut self, index: classfile::CpIndex) -> Result<()> {
        let dynamics = &mut self.out.dynamics;
        let constant = call_site::loadable(self.symbols, dynamics, index);
        let constant = constant.or_else(|error| self.bad_constant(error))?;
        let ty = self.type_of(constant);
        self.emit_push(Op::Const(constant), ty)
    }

    fn type_of(&self, constant: Constant) -> Type {
        match constant {
            Constant::Null => Type::Null,
            Constant::Int(_) => Type::Int,
            Constant::Long(_) => Type::Long,
            Constant::Float(_) => Type::Float,
            Constant::Double(_) => Type::Double,
            Constant::Dynamic(id) => self.out.dynamics.table[id].ty.computational(),
            reference => reference.class().map_or(Type::object(), Type::Ref),
        }
    }

    /// Rearranges the stack; no instruction is needed for that.
    fn shuffle(&mut self, opcode: Opcode) -> Result<()> {
        use Opcode as O;
        // How many slots are taken, and in which order they come back, the top being 0.
        let (taken, order): (usize, &[usize]) = match opcode {
            O::Pop => (1, &[]),
            O::Pop2 => (2, &[]),
            O::Dup => (1, &[0, 0]),
            O::DupX1 => (2, &[0, 1, 0]),
            O::DupX2 => (3, &[0, 2, 1, 0]),
            O::Dup2 => (2, &[1, 0, 1, 0]),
            O::Dup2X1 => (3, &[1, 0, 2, 1, 0]),
            O::Dup2X2 => (4, &[1, 0, 3, 2, 1, 0]),
            O::Swap => (2, &[0, 1]),
            _ => unreachable!("invariant: called for stack instructions"),
        };
        // A wide value takes two slots that must stay together; its second half stands for nothing.
        let mut slots: [(Slot, bool); 4] = [(Slot::UNUSABLE, false); 4];
        let mut n = 0;
        while n < taken {
            let (slot, is_wide) = self.pop_slot()?;
            if is_wide && n + 1 == taken {
                return self.fail(LowerErrorKind::WrongType { expected: "a value of one slot" });
            }
            slots[n] = (slot, is_wide);
            n += if is_wide { 2 } else { 1 };
        }
        let mut i = 0;
        while i < order.len() {
            let (at, mut used) = (order[i], 1);
            // The lower half of a wide value is listed before its upper half, which holds the value.
            let (slot, is_wide) = match at.checked_sub(1).map(|upper| slots[upper]) {
                Some((slot, true)) if order.get(i + 1) == Some(&(at - 1)) => {
                    used = 2;
                    (slot, true)
                }
                _ => slots[at],
            };
            if is_wide && used == 1 {
                return self.fail(LowerErrorKind::WrongType { expected: "a value of one slot" });
            }
            self.push_slot(slot, is_wide)?;
            i += used;
        }
        Ok(())
    }

    fn array_load(&mut self, opcode: Opcode) -> Result<()> {
        let kind = ARRAY_KINDS[opcode.distance_from(Opcode::Iaload)];
        let index = self.pop_int()?;
        let array = self.pop_ref()?;
        let op = Op::ArrayLoad { kind, array, index };
        match kind.value_type() {
            Some(ty) => self.emit_push(op, ty),
            None => {
                // Its type depends on that of the array, which may be a phi's.
                let value = self.out.value(Kind::Ref, None);
                self.push_inst(op, Some(value));
                self.push(value)
            }
        }
    }

    fn array_store(&mut self, opcode: Opcode) -> Result<()> {
        let kind = ARRAY_KINDS[opcode.distance_from(Opcode::Iastore)];
        let value = self.pop(kind.value_type().map_or(Kind::Ref, Kind::of))?;
        let index = self.pop_int()?;
        let array = self.pop_ref()?;
        self.push_inst(Op::ArrayStore { kind, array, index, value }, None);
        Ok(())
    }

    fn unary(&mut self, opcode: Opcode) -> Result<()> {
        // Conversions follow the four negations.
        let n = match opcode.family() {
            Family::Negate => opcode.distance_from(Opcode::Ineg),
            _ => opcode.distance_from(Opcode::I2l) + 4,
        };
        let op = UnaryOp::ALL[n];
        let (from, to) = op.signature();
        let value = self.pop(Kind::of(from))?;
        self.emit_push(Op::Unary(op, value), to)
    }

    fn binary(&mut self, opcode: Opcode) -> Result<()> {
        let op = binary_op(opcode);
        let (left, right, to) = op.signature();
        let b = self.pop(Kind::of(right))?;
        let a = self.pop(Kind::of(left))?;
        self.emit_push(Op::Binary(op, a, b), to)
    }

    fn conditional(&mut self, opcode: Opcode) -> Result<()> {
        const CONDS: [Cond; 6] = [Cond::Eq, Cond::Ne, Cond::Lt, Cond::Ge, Cond::Gt, Cond::Le];
        let nth = |first: Opcode| CONDS[opcode.distance_from(first)];
        let (cond, lhs, rhs) = match opcode.family() {
            Family::IfZero => (nth(Opcode::Ifeq), self.pop_int()?, None),
            Family::IfInts => {
                let rhs = self.pop_int()?;
                (nth(Opcode::IfIcmpeq), self.pop_int()?, Some(rhs))
            }
            Family::IfReferences => {
                let rhs = self.pop_ref()?;
                (nth(Opcode::IfAcmpeq), self.pop_ref()?, Some(rhs))
            }
            _ => (nth(Opcode::Ifnull), self.pop_ref()?, None),
        };
        let to = self.input.flow.successors_of(self.node);
        let (otherwise, then) = (node_as_block(to[0]), node_as_block(to[1]));
        self.push_inst(Op::If { cond, lhs, rhs, then, otherwise }, None);
        Ok(())
    }

    fn switch(&mut self, instruction: &Instruction) -> Result<()> {
        let Operand::Switch(switch) = instruction.operand else {
            unreachable!("invariant: called for switches");
        };
        let value = self.pop_int()?;
        let pairs = self.input.flow.code.switches[switch as usize].pairs();
        let (default, to) = self
            .input
            .flow
            .successors_of(self.node)
            .split_last()
            .expect("invariant: a switch has a default");
        let cases = pairs.zip(to).map(|((value, _), &to)| (value, node_as_block(to))).collect();
        let default = node_as_block(*default);
        let table = self.out.switches.push(SwitchTable { cases, default });
        self.push_inst(Op::Switch { value, table }, None);
        Ok(())
    }

    fn return_from(&mut self, opcode: Opcode) -> Result<()> {
        let kind = Kind::ALL.get(opcode.distance_from(Opcode::Ireturn)).copied();
        if kind != self.input.method.ty.result().map(Kind::of) {
            let expected = "a return of the method's own type";
            return self.fail(LowerErrorKind::WrongType { expected });
        }
        let value = kind.map(|kind| self.pop(kind)).transpose()?;
        self.push_inst(Op::Return(value), None);
        Ok(())
    }

    fn field(&mut self, opcode: Opcode, index: classfile::CpIndex) -> Result<()> {
        let field = self.symbols.field(index).or_else(|error| self.bad_constant(error))?;
        let ty = field.data().ty.computational();
        match opcode {
            Opcode::Getstatic => self.emit_push(Op::GetStatic { field }, ty),
            Opcode::Putstatic => {
                let value = self.pop(Kind::of(ty))?;
                self.push_inst(Op::PutStatic { field, value }, None);
                Ok(())
            }
            Opcode::Getfield => {
                let object = self.pop_ref()?;
                self.emit_push(Op::GetField { object, field }, ty)
            }
            _ => {
                let value = self.pop(Kind::of(ty))?;
                let object = self.pop_ref()?;
                self.push_inst(Op::PutField { object, field, value }, None);
                Ok(())
            }
        }
    }

    fn invoke(&mut self, kind: InvokeKind, index: classfile::CpIndex) -> Result<()> {
        let method = self.symbols.method(index).or_else(|error| self.bad_constant(error))?;
        let ty = method.data().ty;
        let args = self.arguments(ty, kind != InvokeKind::Static)?;
        self.call(Op::Invoke { kind, method, args }, ty)
    }

    fn invoke_dynamic(&mut self, index: classfile::CpIndex) -> Result<()> {
        let site = call_site::call_site(self.symbols, &mut self.out.dynamics, index);
        let site = site.or_else(|error| self.bad_constant(error))?;
        let ty = site.ty;
        let args = self.arguments(ty, false)?;
        let site = self.out.call_sites.push(site);
        self.call(Op::InvokeDynamic { site, args }, ty)
    }

    fn arguments(&mut self, ty: MethodType, has_receiver: bool) -> Result<crate::body::ValueList> {
        let start = self.out.lists.len();
        for parameter in ty.parameters().iter().rev() {
            let value = self.pop(Kind::of(*parameter))?;
            self.out.lists.push(value);
        }
        if has_receiver {
            let receiver = self.pop_ref()?;
            self.out.lists.push(receiver);
        }
        self.out.lists[start..].reverse();
        Ok(crate::body::ValueList(crate::body::Slice::new(start, self.out.lists.len())))
    }

    fn call(&mut self, op: Op, ty: MethodType) -> Result<()> {
        match ty.result() {
            Some(result) => self.emit_push(op, result.computational()),
            None => {
                self.push_inst(op, None);
                Ok(())
            }
        }
    }

    fn new_primitive_array(&mut self, number: u8) -> Result<()> {
        const TYPES: [Type; 8] = [
            Type::Boolean,
            Type::Char,
            Type::Float,
            Type::Double,
            Type::Byte,
            Type::Short,
            Type::Int,
            Type::Long,
        ];
        let Some(element) = usize::from(number).checked_sub(4).and_then(|n| TYPES.get(n)) else {
            let message = format!("there is no array type {number}");
            return self.fail(LowerErrorKind::BadConstant(message));
        };
        let ty = element.array_of();
        let length = self.pop_int()?;
        self.emit_push(Op::NewArray { ty, length }, ty)
    }

    fn new_multi_array(&mut self, class: classfile::CpIndex, dimensions: u8) -> Result<()> {
        let ty = self.class_type(class)?;
        let depth = ty.descriptor().bytes().take_while(|&b| b == b'[').count();
        if dimensions == 0 || usize::from(dimensions) > depth {
            let message = format!("{ty} has not {dimensions} dimensions");
            return self.fail(LowerErrorKind::BadConstant(message));
        }
        let mut lengths = Vec::with_capacity(dimensions.into());
        for _ in 0..dimensions {
            lengths.push(self.pop_int()?);
        }
        let lengths = self.out.list(lengths.into_iter().rev());
        self.emit_push(Op::NewMultiArray { ty, lengths }, ty)
    }
}

enum Merged {
    Slot(Slot),
    Phi(Kind),
}

const ARRAY_KINDS: [ArrayKind; 8] = [
    ArrayKind::Int,
    ArrayKind::Long,
    ArrayKind::Float,
    ArrayKind::Double,
    ArrayKind::Ref,
    ArrayKind::Byte,
    ArrayKind::Char,
    ArrayKind::Short,
];

/// The operators stand in the order of the opcodes, with a gap where negation and conversion are.
fn binary_op(opcode: Opcode) -> BinaryOp {
    let n = match opcode.family() {
        Family::Arithmetic => opcode.distance_from(Opcode::Iadd),
        Family::Bits => opcode.distance_from(Opcode::Ishl) + 20,
        _ => opcode.distance_from(Opcode::Lcmp) + 32,
    };
    BinaryOp::ALL[n]
}

/// Jumps name their target's node until all blocks are known; the upper half of the numbers stands for blocks.
fn node_as_block(node: Node) -> Block {
    Block::from_index(node.index())
}

/// A jump into the next block of the same node.
fn split_as_block(block: Block) -> Block {
    Block::from_index(block.index() + super::finish::FIRST_SPLIT)
}
