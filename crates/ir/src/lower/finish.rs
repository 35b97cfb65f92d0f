//! From what was collected to a body: phis get their arguments, unneeded ones go, types are found out, everything is
//! numbered anew and copied into a body of just the right size.

use classfile::attribute::Code;

use super::builder::{Builder, Place, Preds};
use super::error::{LowerError, LowerErrorKind};
use super::flow::{Flow, Node, NodeKind};
use super::frames;
use super::preds::Predecessors;
use super::state::Slot;
use super::symbols::Symbols;
use crate::body::{Block, BlockData, Body, Handler, InstData, Op, Slice, Value, ValueList};
use crate::class::Method;
use crate::entity::{EntityId, Table};
use crate::name::Name;
use crate::types::Type;

/// Until all blocks are known, jumps name nodes; from this number on, blocks (there are never that many nodes).
pub(super) const FIRST_SPLIT: usize = 1 << 20;

/// Room that is used again for the next method.
#[derive(Default)]
pub(super) struct Finisher {
    /// What a value was replaced by, itself if it was not.
    replaced: Vec<Value>,
    /// The phi of a value.
    phi_of: Vec<u32>,
    is_needed: Vec<bool>,
    pending: Vec<u32>,
    renumbered: Vec<Option<Value>>,
}

const NO_PHI: u32 = u32::MAX;

/// How many arguments are looked at to remove phis and to find types.
const MAX_STEPS: usize = 1 << 26;

/// The arguments of all phis together; more, and the method is no compiler's work.
const MAX_PHI_ARGUMENTS: usize = 1 << 23;

pub(super) struct Finish<'f, 'c, 'a> {
    pub(super) code: &'f Code<'a>,
    pub(super) class: Name,
    pub(super) method: &'f Method,
    pub(super) symbols: &'f mut Symbols<'c, 'a>,
    /// Room for local variables in saved states.
    pub(super) locals: u16,
    pub(super) flow: &'f Flow,
    pub(super) preds: &'f Predecessors,
    pub(super) out: &'f mut Builder,
    pub(super) room: &'f mut Finisher,
}

impl Finish<'_, '_, '_> {
    pub(super) fn body(mut self) -> Result<Body, LowerError> {
        self.check_stacks()?;
        self.fill_phis()?;
        self.remove_trivial_phis();
        self.mark_needed_phis()?;
        self.find_types()?;
        self.renumber();
        Ok(self.emit())
    }

    /// Blocks and states from which a node is entered, in the order of the predecessors of its first block.
    fn for_each_incoming(&self, node: Node, mut f: impl FnMut(Block, u32)) {
        match self.flow.nodes[node].kind {
            NodeKind::Normal => {
                if node == Flow::entry() {
                    f(Body::entry(), 0);
                }
                for pred in self.preds.of(node) {
                    let from = self.out.nodes[pred.index()].expect("invariant: all nodes are done");
                    f(from.last, from.state);
                }
            }
            NodeKind::Handler | NodeKind::Pad => {
                for from in self.out.exceptional_to(node) {
                    f(from.from, from.state);
                }
            }
        }
    }

    /// Loops must come back with a stack of the same height.
    fn check_stacks(&self) -> Result<(), LowerError> {
        for &node in &self.flow.order {
            let data = &self.flow.nodes[node];
            if data.kind != NodeKind::Normal {
                continue;
            }
            let height = |pred: &Node| self.out.nodes[pred.index()].map(|from| from.stack);
            let preds = self.preds.of(node);
            let expected = if node == Flow::entry() { Some(0) } else { height(&preds[0]) };
            if preds.iter().any(|pred| height(pred) != expected) {
                return Err(self.error(node, LowerErrorKind::StackHeight));
            }
        }
        Ok(())
    }

    fn error(&self, node: Node, kind: LowerErrorKind) -> LowerError {
        let first = self.flow.nodes[node].first as usize;
        LowerError { offset: self.flow.code.list[first].offset, kind }
    }

    fn fill_phis(&mut self) -> Result<(), LowerError> {
        let mut incoming = Vec::new();
        for i in 0..self.out.phis.len() {
            let phi = &self.out.phis[i];
            let (node, value, place) = (phi.node, phi.value, phi.place);
            if i == 0 || self.out.phis[i - 1].node != node {
                incoming.clear();
                self.for_each_incoming(node, |_, state| incoming.push(state));
            }
            let at = match place {
                Place::Local(local) => u32::from(local),
                Place::Stack(n) => u32::from(self.locals) + u32::from(n),
            };
            let kind = self.out.kind(value);
            let start = self.out.lists.len();
            if start + incoming.len() > MAX_PHI_ARGUMENTS {
                return Err(self.error(node, LowerErrorKind::TooComplex));
            }
            for state in &incoming {
                let slot: Slot = self.out.states[(state + at) as usize];
                let arg = self.out.value_of_kind(slot, kind);
                self.out.phis[i].is_unusable |= arg.is_none();
                // An unusable phi refers to itself instead; using it is an error anyway.
                self.out.lists.push(arg.unwrap_or(value));
            }
            self.out.phis[i].args = Slice::new(start, self.out.lists.len());
        }
        Ok(())
    }

    /// A phi that joins one value with itself is that value. Goes on until no phi is of that kind, or until that takes too
    /// long: a phi too many is no mistake.
    fn remove_trivial_phis(&mut self) {
        let room = &mut *self.room;
        room.replaced.clear();
        room.replaced.extend(self.out.types.keys());
        let mut steps = 0;
        while steps < MAX_STEPS {
            steps += self.out.lists.len();
            let mut is_changed = false;
            for phi in self.out.phis.iter().filter(|phi| !phi.is_unusable) {
                if room.replaced[phi.value.index()] != phi.value {
                    continue;
                }
                let mut only = None;
                let is_trivial = self.out.lists[phi.args.range()].iter().all(|&arg| {
                    let arg = find(&mut room.replaced, arg);
                    arg == phi.value || *only.get_or_insert(arg) == arg
                });
                if let (true, Some(only)) = (is_trivial, only) {
                    room.replaced[phi.value.index()] = only;
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
        }
    }

    /// Only phis that an instruction needs stay, directly or through other phis. An unusable one must not be needed.
    fn mark_needed_phis(&mut self) -> Result<(), LowerError> {
        let room = &mut *self.room;
        room.phi_of.clear();
        room.phi_of.resize(self.out.types.len(), NO_PHI);
        room.is_needed.clear();
        room.is_needed.resize(self.out.phis.len(), false);
        if self.out.phis.is_empty() {
            return Ok(());
        }
        for (i, phi) in (0..).zip(&self.out.phis) {
            room.phi_of[phi.value.index()] = i;
        }
        let need = |room: &mut Finisher, value: Value| {
            let phi = room.phi_of[find(&mut room.replaced, value).index()];
            if phi != NO_PHI && !room.is_needed[phi as usize] {
                room.is_needed[phi as usize] = true;
                room.pending.push(phi);
            }
        };
        for inst in &self.out.insts {
            if !matches!(inst.op, Op::Phi(_)) {
                inst.op.for_each_operand(&self.out.lists, |value| need(room, value));
            }
        }
        while let Some(phi) = room.pending.pop() {
            let phi = &self.out.phis[phi as usize];
            if phi.is_unusable {
                room.pending.clear();
                let kind = match phi.place {
                    Place::Local(local) => LowerErrorKind::UnusableLocal(local),
                    Place::Stack(_) => LowerErrorKind::UnusableStack,
                };
                return Err(self.error(phi.node, kind));
            }
            for &arg in &self.out.lists[phi.args.range()] {
                need(room, arg);
            }
        }
        Ok(())
    }

    /// Types of phis and of elements of arrays, which may depend on each other: from below until nothing changes. Where
    /// the ways to a phi disagree, the compiler's own answer counts.
    fn find_types(&mut self) -> Result<(), LowerError> {
        let is_open = |inst: &&InstData| {
            inst.result.is_some_and(|v| self.out.types[v].is_none() && is_kept(self.room, v))
        };
        let open: Vec<InstData> = self.out.insts.iter().filter(is_open).copied().collect();
        if open.is_empty() && self.out.open_catches.is_empty() {
            return Ok(());
        }
        self.ask_frames(&open);
        let mut steps = 0;
        loop {
            steps += self.out.lists.len();
            if steps > MAX_STEPS {
                return Err(self.error(Flow::entry(), LowerErrorKind::TooComplex));
            }
            let mut is_changed = false;
            for inst in &open {
                let value = inst.result.expect("invariant: open instructions have a result");
                let ty = match inst.op {
                    Op::ArrayLoad { array, .. } => self.element_type(array),
                    _ => self.joined_type(value),
                };
                is_changed |= ty != self.out.types[value];
                self.out.types[value] = ty;
            }
            if !is_changed {
                return Ok(());
            }
        }
    }

    /// Looks up what the compiler says about open phis and about handlers of several classes.
    fn ask_frames(&mut self, open: &[InstData]) {
        let mut queries = Vec::new();
        let mut askers = Vec::new();
        let mut ask = |offset, place, value| {
            queries.push(frames::Query { offset, place, ty: None });
            askers.push((offset, value));
        };
        for inst in open {
            if let (Op::Phi(_), Some(value)) = (inst.op, inst.result) {
                let phi = &self.out.phis[self.room.phi_of[value.index()] as usize];
                ask(inst.offset, phi.place, value);
            }
        }
        for &(offset, value) in &self.out.open_catches {
            ask(offset, Place::Stack(0), value);
        }
        // The answers are in the order of offsets; a stable sort brings the askers into the same order.
        askers.sort_by_key(|&(offset, _)| offset);
        frames::answer(&mut queries, self.code, self.class, self.method, self.symbols);
        for (query, (_, value)) in queries.iter().zip(askers) {
            match (self.room.phi_of[value.index()], query.ty) {
                (NO_PHI, Some(ty)) => self.out.types[value] = Some(ty),
                (NO_PHI, None) => {}
                (phi, ty) => self.out.phis[phi as usize].frame_type = ty,
            }
        }
    }

    fn type_of(&mut self, value: Value) -> Option<Type> {
        self.out.types[find(&mut self.room.replaced, value)]
    }

    fn element_type(&mut self, array: Value) -> Option<Type> {
        self.type_of(array).map(|ty| match ty {
            Type::Null => Type::Null,
            ty => ty.element().filter(|element| element.is_reference()).unwrap_or(Type::object()),
        })
    }

    fn joined_type(&mut self, phi: Value) -> Option<Type> {
        let phi = self.room.phi_of[phi.index()] as usize;
        if self.out.phis[phi].is_settled {
            return self.out.types[self.out.phis[phi].value];
        }
        let mut joined = None;
        for i in self.out.phis[phi].args.range() {
            let arg = self.type_of(self.out.lists[i]);
            joined = match (joined, arg) {
                (known, None | Some(Type::Null)) => known.or(arg),
                (None | Some(Type::Null), known) => known,
                (Some(a), Some(b)) if a == b => Some(a),
                _ => {
                    // Settled for good, so that the search for types ends.
                    self.out.phis[phi].is_settled = true;
                    return self.out.phis[phi].frame_type.or(Some(Type::object()));
                }
            };
        }
        joined
    }

    /// Numbers values in the order of the instructions that stay.
    fn renumber(&mut self) {
        let mut next = 0;
        self.room.renumbered.clear();
        self.room.renumbered.resize(self.out.types.len(), None);
        for inst in &self.out.insts {
            if let Some(value) = inst.result
                && is_kept(self.room, value)
            {
                self.room.renumbered[value.index()] = Some(Value::from_index(next));
                next += 1;
            }
        }
    }

    fn emit(mut self) -> Body {
        let mut body = Body {
            insts: Table::from(Vec::with_capacity(self.out.insts.len())),
            values: Table::from(Vec::with_capacity(self.out.types.len())),
            blocks: Table::from(Vec::with_capacity(self.out.blocks.len())),
            ..Body::default()
        };
        let mut handlers = (Slice::EMPTY, Slice::EMPTY);
        for block in self.out.blocks.keys() {
            let start = body.insts.len();
            for i in self.out.blocks[block].insts.range() {
                self.emit_inst(i, &mut body);
            }
            let insts = Slice::new(start, body.insts.len());
            let preds = self.emit_preds(block, &mut body);
            // Blocks of one node have the same handlers; they are stored once.
            let wanted = self.out.blocks[block].handlers;
            if wanted.len == 0 {
                body.blocks.push(BlockData { insts, preds, handlers: Slice::EMPTY });
                continue;
            }
            if handlers.0 != wanted {
                handlers = (wanted, self.emit_handlers(wanted, &mut body));
            }
            body.blocks.push(BlockData { insts, preds, handlers: handlers.1 });
        }
        for table in self.out.switches.as_mut_slice() {
            let translated = &self.out.nodes;
            let block = |node: Block| target(translated, node);
            table.cases.iter_mut().for_each(|(_, to)| *to = block(*to));
            table.default = block(table.default);
        }
        body.switches = std::mem::take(&mut self.out.switches);
        body.call_sites = std::mem::take(&mut self.out.call_sites);
        body.dynamics = std::mem::take(&mut self.out.dynamics.table);
        self.emit_variables(&mut body);
        body.shrink_to_fit();
        body
    }

    fn emit_inst(&mut self, i: usize, body: &mut Body) {
        let mut inst = self.out.insts[i];
        if let Some(value) = inst.result {
            let Some(new) = self.room.renumbered[value.index()] else { return };
            let ty = self.out.types[value].unwrap_or(Type::object());
            let def = crate::body::Inst::from_index(body.insts.len());
            body.values.push(crate::body::ValueData { ty, def });
            inst.result = Some(new);
        }
        match &mut inst.op {
            Op::Phi(list) => {
                let value = self.out.insts[i].result.expect("invariant: a phi has a result");
                let phi = self.room.phi_of[value.index()];
                *list = self.emit_list(self.out.phis[phi as usize].args, body);
            }
            Op::Invoke { args: list, .. }
            | Op::InvokeDynamic { args: list, .. }
            | Op::NewMultiArray { lengths: list, .. } => *list = self.emit_list(list.0, body),
            Op::Goto(to) => *to = target(&self.out.nodes, *to),
            Op::If { then, otherwise, .. } => {
                *then = target(&self.out.nodes, *then);
                *otherwise = target(&self.out.nodes, *otherwise);
            }
            _ => {}
        }
        let room = &*self.room;
        for value in inst.op.own_operands().into_iter().flatten() {
            *value = renumbered(room, *value);
        }
        body.insts.push(inst);
    }

    fn emit_list(&self, values: Slice, body: &mut Body) -> ValueList {
        let start = body.lists.len();
        let values = self.out.lists[values.range()].iter();
        body.lists.extend(values.map(|&value| renumbered(self.room, value)));
        ValueList(Slice::new(start, body.lists.len()))
    }

    fn emit_preds(&self, block: Block, body: &mut Body) -> Slice {
        let start = body.preds.len();
        match self.out.blocks[block].preds {
            Preds::None => {}
            Preds::Block(pred) => body.preds.push(pred),
            Preds::Node(node) => self.for_each_incoming(node, |from, _| body.preds.push(from)),
        }
        Slice::new(start, body.preds.len())
    }

    fn emit_handlers(&self, handlers: Slice, body: &mut Body) -> Slice {
        let start = body.handlers.len();
        for edge in &self.flow.handlers[handlers.range()] {
            let to = self.out.nodes[edge.to.index()].expect("invariant: all nodes are done");
            body.handlers.push(Handler { catch_type: edge.catch_type, block: to.first });
        }
        Slice::new(start, body.handlers.len())
    }

    /// Names of values that stay; several of the same name and slot count once. The first name of a value is the one it
    /// was given first: that of `next` in `int next = a + b; a = b; b = next;` is not `b`.
    fn emit_variables(&mut self, body: &mut Body) {
        body.variables.reserve_exact(self.out.variables.len());
        for variable in &self.out.variables {
            let value = self.room.replaced[variable.value.index()];
            if let Some(value) = self.room.renumbered[value.index()] {
                body.variables.push(crate::body::Variable { value, ..*variable });
            }
        }
        body.variables.sort_by_key(|v| (v.value, v.slot, v.start));
        body.variables.dedup_by_key(|v| (v.value, v.slot, v.name));
        body.variables.sort_by_key(|v| (v.value, v.start, v.slot));
    }
}

/// What a value was replaced by in the end. Shortens the way for the next question.
fn find(replaced: &mut [Value], value: Value) -> Value {
    let mut root = value;
    while replaced[root.index()] != root {
        root = replaced[root.index()];
    }
    let mut at = value;
    while at != root {
        at = std::mem::replace(&mut replaced[at.index()], root);
    }
    root
}

fn is_kept(room: &Finisher, value: Value) -> bool {
    let phi = room.phi_of[value.index()];
    phi == NO_PHI || room.is_needed[phi as usize]
}

fn renumbered(room: &Finisher, value: Value) -> Value {
    let mut root = value;
    while room.replaced[root.index()] != root {
        root = room.replaced[root.index()];
    }
    room.renumbered[root.index()].expect("invariant: what is used was kept")
}

/// The block that a jump goes to.
fn target(nodes: &[Option<super::builder::Translated>], to: Block) -> Block {
    match to.index().checked_sub(FIRST_SPLIT) {
        Some(block) => Block::from_index(block),
        None => nodes[to.index()].expect("invariant: all nodes are done").first,
    }
}
