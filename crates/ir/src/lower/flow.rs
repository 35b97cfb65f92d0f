//! The flow graph of a method's bytecode.
//!
//! A **node** is a run of instructions that is entered only at its start and left only at its end, in one subroutine
//! context. Code without `jsr` has one context; a subroutine is copied for each way it can be called (its instructions
//! keep their bytecode offsets), so that what follows never hears of `jsr` and `ret` again:
//!
//! - `jsr` goes to the subroutine in a context that remembers where to return and the context it came from;
//! - `ret n` returns from the innermost context whose subroutine keeps its return address in local variable n. Compilers
//!   store it there first thing; a subroutine that does not is refused when it returns.
//! - A subroutine cannot call itself. If the code reaches the same `jsr` target again, the earlier call was left by a jump
//!   and is forgotten, so contexts are finitely many.
//!
//! Exceptions leave a node along its handlers. A place that is both a handler and reached in a normal way gets a node of
//! its own for the handler, a **pad**, which receives the exception and goes on to the place.

use std::collections::{HashMap, HashSet};

use classfile::attribute::{Code, ExceptionEntry};
use classfile::instruction::{Family, Instruction, Instructions, Opcode, Operand};
use classfile::{Constant as CpConstant, ConstantPool};
use rustc_hash::FxBuildHasher;

use super::error::{LowerError, LowerErrorKind};
use super::symbols::Symbols;
use crate::body::Slice;
use crate::entity::{EntityId, Table};
use crate::name::Name;

crate::entity! {
    /// A node of the flow graph.
    Node, "n"
}
crate::entity! {
    /// A chain of subroutine calls.
    Context, "c"
}

/// More nodes than this, and the method is no compiler's work (code has at most 65535 bytes).
const MAX_NODES: usize = 1 << 18;
/// The same for instructions, of which subroutines that are copied for each caller can have any number.
const MAX_INSTRUCTIONS: usize = 1 << 20;
/// The same for exceptional edges.
pub(super) const MAX_HANDLER_EDGES: usize = 1 << 21;
/// The same for pairs of nodes and exception table entries that must be looked at.
const MAX_HANDLER_CHECKS: usize = 1 << 26;

/// The same for chains of subroutine calls.
const MAX_CONTEXTS: usize = 1 << 12;

/// The context of code that is in no subroutine.
const OUTERMOST: Context = Context(std::num::NonZeroU32::MIN);

const NO_INSTRUCTION: u32 = u32::MAX;

/// Where a node stands and where it leads.
pub(super) struct NodeData {
    /// Its instructions, as places in the list of instructions; empty for a pad.
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) kind: NodeKind,
    context: Context,
    /// Successors in [`Flow::successors`]: of a conditional jump the next instruction and then the target, of a switch the
    /// cases and then the default.
    pub(super) successors: Slice,
    /// Handlers in [`Flow::handlers`].
    pub(super) handlers: Slice,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum NodeKind {
    /// Entered in the normal way.
    Normal,
    /// Entered by exceptions only: starts with the exception on the stack.
    Handler,
    /// Entered by exceptions only, has no instructions, hands the exception on to a normal node.
    Pad,
}

#[derive(Clone, Copy)]
pub(super) struct HandlerEdge {
    pub(super) catch_type: Option<Name>,
    pub(super) to: Node,
}

struct ContextData {
    parent: Option<Context>,
    /// The subroutine's first instruction and the one to return to.
    entry: u32,
    return_to: u32,
}

/// The flow graph of one method, and room that is used again for the next.
#[derive(Default)]
pub(super) struct Flow {
    pub(super) code: Instructions,
    pub(super) nodes: Table<Node, NodeData>,
    pub(super) successors: Vec<Node>,
    pub(super) handlers: Vec<HandlerEdge>,
    /// All nodes, each before its successors where there is no loop.
    pub(super) order: Vec<Node>,
    contexts: Table<Context, ContextData>,
    index_at: Vec<u32>,
    starts: Vec<Start>,
    exceptions: Vec<Exception>,
    /// Nodes outside of subroutines that are no pads, by their first instruction; all others by their key.
    by_start: Vec<Option<Node>>,
    by_key: HashMap<(u32, Context, NodeKind), Node, FxBuildHasher>,
    pending: Vec<Node>,
    seen: Vec<u8>,
    /// Instructions of all nodes.
    size: usize,
    /// The classes that the present node has a handler for.
    caught: HashSet<Option<Name>, FxBuildHasher>,
}

/// What is known of an instruction as the start of a node.
#[derive(Clone, Copy, Default)]
struct Start {
    is_start: bool,
    is_normal_target: bool,
    is_handler: bool,
}

#[derive(Clone, Copy)]
struct Exception {
    start: u32,
    end: u32,
    handler: u32,
    catch_type: Option<Name>,
}

type Result<T> = std::result::Result<T, LowerError>;

impl Flow {
    /// Builds the graph of some code.
    pub(super) fn build(&mut self, code: &Code<'_>, symbols: &mut Symbols<'_, '_>) -> Result<()> {
        self.clear();
        self.decode(code)?;
        self.find_starts()?;
        self.find_handlers(code, symbols)?;
        self.grow(symbols.pool())?;
        self.sort();
        Ok(())
    }

    pub(super) fn entry() -> Node {
        Node::from_index(0)
    }

    pub(super) fn successors_of(&self, node: Node) -> &[Node] {
        &self.successors[self.nodes[node].successors.range()]
    }

    pub(super) fn handlers_of(&self, node: Node) -> &[HandlerEdge] {
        &self.handlers[self.nodes[node].handlers.range()]
    }

    pub(super) fn instructions_of(&self, node: Node) -> &[Instruction] {
        let data = &self.nodes[node];
        &self.code.list[data.first as usize..data.end as usize]
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.successors.clear();
        self.handlers.clear();
        self.order.clear();
        self.contexts.clear();
        self.exceptions.clear();
        self.by_key.clear();
        self.pending.clear();
        self.size = 0;
    }

    fn decode(&mut self, code: &Code<'_>) -> Result<()> {
        self.code.decode(&code.bytecode).map_err(|error| LowerError {
            offset: error.offset as u16,
            kind: LowerErrorKind::Undecodable(error.kind.to_string()),
        })?;
        self.index_at.clear();
        self.index_at.resize(code.bytecode.len(), NO_INSTRUCTION);
        for (i, instruction) in (0..).zip(&self.code.list) {
            self.index_at[usize::from(instruction.offset)] = i;
        }
        Ok(())
    }

    /// The instruction at a bytecode offset.
    fn index(&self, offset: i32, from: u16) -> Result<u32> {
        let found = usize::try_from(offset).ok().and_then(|offset| self.index_at.get(offset));
        match found {
            Some(&index) if index != NO_INSTRUCTION => Ok(index),
            _ => Err(LowerError { offset: from, kind: LowerErrorKind::BadJump(offset) }),
        }
    }

    /// Marks where nodes start: jump targets and what follows a jump.
    fn find_starts(&mut self) -> Result<()> {
        self.starts.clear();
        self.starts.resize(self.code.list.len() + 1, Start::default());
        let mut starts = std::mem::take(&mut self.starts);
        let mut mark = |index: u32| {
            starts[index as usize].is_start = true;
            starts[index as usize].is_normal_target = true;
        };
        for (i, instruction) in (0..).zip(&self.code.list) {
            match instruction.operand {
                Operand::Jump(_) => mark(self.target(instruction)?),
                Operand::Switch(_) => {
                    for target in self.switch_targets(instruction) {
                        mark(target?);
                    }
                }
                _ => {}
            }
            // After `jsr` the code goes on when the subroutine returns.
            if is_conditional(instruction.opcode) || is_jsr(instruction.opcode) {
                mark(i + 1);
            }
        }
        for (i, instruction) in self.code.list.iter().enumerate() {
            starts[i + 1].is_start |= ends_node(instruction.opcode);
        }
        self.starts = starts;
        self.starts[0].is_start = true;
        self.starts[0].is_normal_target = true;
        Ok(())
    }

    fn target(&self, instruction: &Instruction) -> Result<u32> {
        let target = instruction.jump_target().expect("invariant: called for jumps");
        self.index(target, instruction.offset)
    }

    /// The targets of a switch: its cases, then its default.
    fn switch_targets<'s>(
        &'s self,
        instruction: &'s Instruction,
    ) -> impl Iterator<Item = Result<u32>> + 's {
        let Operand::Switch(switch) = instruction.operand else {
            unreachable!("invariant: called for switches");
        };
        let switch = &self.code.switches[switch as usize];
        let jumps = switch.pairs().map(|(_, jump)| jump).chain([switch.default]);
        jumps.map(|jump| {
            let target = i32::from(instruction.offset).saturating_add(jump);
            self.index(target, instruction.offset)
        })
    }

    fn find_handlers(&mut self, code: &Code<'_>, symbols: &mut Symbols<'_, '_>) -> Result<()> {
        for entry in &code.exceptions {
            let exception = self.exception(entry, symbols)?;
            self.starts[exception.start as usize].is_start = true;
            self.starts[exception.end as usize].is_start = true;
            self.starts[exception.handler as usize].is_start = true;
            self.starts[exception.handler as usize].is_handler = true;
            self.exceptions.push(exception);
        }
        // A node that starts because of a range is entered from the instruction before it.
        for i in 1..self.code.list.len() {
            if self.starts[i].is_start && !ends_node(self.code.list[i - 1].opcode) {
                self.starts[i].is_normal_target = true;
            }
        }
        Ok(())
    }

    fn exception(
        &self,
        entry: &ExceptionEntry,
        symbols: &mut Symbols<'_, '_>,
    ) -> Result<Exception> {
        let bad = |_| LowerError { offset: entry.start, kind: LowerErrorKind::BadHandler };
        let at = |offset: u16| self.index(offset.into(), entry.start).map_err(bad);
        let is_whole = usize::from(entry.end) == self.index_at.len();
        let end = if is_whole { self.code.list.len() as u32 } else { at(entry.end)? };
        if entry.start >= entry.end {
            return Err(LowerError { offset: entry.start, kind: LowerErrorKind::BadHandler });
        }
        let catch_type = symbols.optional_class_name(entry.catch_type).map_err(|error| {
            let kind = LowerErrorKind::BadConstant(error.message);
            LowerError { offset: entry.handler, kind }
        })?;
        Ok(Exception { start: at(entry.start)?, end, handler: at(entry.handler)?, catch_type })
    }

    /// Makes the nodes that can be reached from the first instruction.
    fn grow(&mut self, pool: &ConstantPool<'_>) -> Result<()> {
        self.contexts.push(ContextData { parent: None, entry: 0, return_to: 0 });
        self.by_start.clear();
        self.by_start.resize(self.code.list.len(), None);
        self.node(0, OUTERMOST, NodeKind::Normal)?;
        let mut checks = 0;
        while let Some(node) = self.pending.pop() {
            if self.nodes[node].kind == NodeKind::Pad {
                self.connect_pad(node)?;
            } else {
                self.connect(node)?;
                checks += self.exceptions.len();
                if checks > MAX_HANDLER_CHECKS {
                    return Err(self.too_complex(node));
                }
                self.connect_handlers(node, pool)?;
            }
        }
        Ok(())
    }

    fn too_complex(&self, node: Node) -> LowerError {
        let offset = self.code.list[self.nodes[node].first as usize].offset;
        LowerError { offset, kind: LowerErrorKind::TooComplex }
    }

    /// The node at an instruction in a context, made if it is new.
    fn node(&mut self, first: u32, context: Context, kind: NodeKind) -> Result<Node> {
        let key = (first, context, kind);
        let is_plain = context == OUTERMOST && kind != NodeKind::Pad;
        let known =
            if is_plain { self.by_start[first as usize] } else { self.by_key.get(&key).copied() };
        if let Some(node) = known {
            return Ok(node);
        }
        let end = if kind == NodeKind::Pad { first } else { self.end_of(first) };
        let data = NodeData {
            first,
            end,
            kind,
            context,
            successors: Slice::EMPTY,
            handlers: Slice::EMPTY,
        };
        let node = self.nodes.push(data);
        self.size += (end - first) as usize;
        if self.nodes.len() > MAX_NODES || self.size > MAX_INSTRUCTIONS {
            return Err(self.too_complex(node));
        }
        if is_plain {
            self.by_start[first as usize] = Some(node);
        } else {
            self.by_key.insert(key, node);
        }
        self.pending.push(node);
        Ok(node)
    }

    fn end_of(&self, first: u32) -> u32 {
        let next = self.starts[first as usize + 1..].iter().position(|start| start.is_start);
        next.map_or(self.code.list.len() as u32, |n| first + 1 + n as u32)
    }

    fn connect_pad(&mut self, pad: Node) -> Result<()> {
        let NodeData { first, context, .. } = self.nodes[pad];
        let to = self.node(first, context, NodeKind::Normal)?;
        self.set_successors(pad, &[to]);
        Ok(())
    }

    fn set_successors(&mut self, node: Node, to: &[Node]) {
        let start = self.successors.len();
        self.successors.extend_from_slice(to);
        self.nodes[node].successors = Slice::new(start, self.successors.len());
    }

    fn connect(&mut self, node: Node) -> Result<()> {
        let NodeData { end, context, .. } = self.nodes[node];
        let last = self.code.list[end as usize - 1];
        match last.opcode {
            opcode if is_exit(opcode) => Ok(()),
            Opcode::Jsr | Opcode::JsrW => {
                let to = self.call(self.target(&last)?, end, context)?;
                self.set_successors(node, &[to]);
                Ok(())
            }
            Opcode::Ret => {
                let to = self.return_from(&last, context)?;
                self.set_successors(node, &[to]);
                Ok(())
            }
            Opcode::Tableswitch | Opcode::Lookupswitch => {
                let targets = self.switch_targets(&last).collect::<Result<Vec<_>>>()?;
                let mut to = Vec::with_capacity(targets.len());
                for target in targets {
                    to.push(self.node(target, context, NodeKind::Normal)?);
                }
                self.set_successors(node, &to);
                Ok(())
            }
            Opcode::Goto | Opcode::GotoW => {
                let to = self.node(self.target(&last)?, context, NodeKind::Normal)?;
                self.set_successors(node, &[to]);
                Ok(())
            }
            opcode if is_conditional(opcode) => {
                let to = self.node(self.target(&last)?, context, NodeKind::Normal)?;
                let next = self.next(&last, end, context)?;
                self.set_successors(node, &[next, to]);
                Ok(())
            }
            _ => {
                let next = self.next(&last, end, context)?;
                self.set_successors(node, &[next]);
                Ok(())
            }
        }
    }

    fn next(&mut self, last: &Instruction, end: u32, context: Context) -> Result<Node> {
        if end as usize == self.code.list.len() {
            return Err(LowerError { offset: last.offset, kind: LowerErrorKind::FallsOffEnd });
        }
        self.node(end, context, NodeKind::Normal)
    }

    /// The subroutine at an instruction, called from a context.
    fn call(&mut self, entry: u32, return_to: u32, from: Context) -> Result<Node> {
        let mut parent = from;
        let mut at = Some(from);
        while let Some(context) = at {
            let data = &self.contexts[context];
            if data.parent.is_some() && data.entry == entry {
                parent = data.parent.unwrap_or(parent);
                break;
            }
            at = data.parent;
        }
        let is_it = |c: &ContextData| {
            c.parent == Some(parent) && c.entry == entry && c.return_to == return_to
        };
        let known = self.contexts.iter().find(|(_, c)| is_it(c)).map(|(context, _)| context);
        let context = known.unwrap_or_else(|| {
            self.contexts.push(ContextData { parent: Some(parent), entry, return_to })
        });
        if self.contexts.len() > MAX_CONTEXTS {
            let offset = self.code.list[entry as usize].offset;
            return Err(LowerError { offset, kind: LowerErrorKind::TooComplex });
        }
        self.node(entry, context, NodeKind::Normal)
    }

    fn return_from(&mut self, ret: &Instruction, from: Context) -> Result<Node> {
        let bad = LowerError { offset: ret.offset, kind: LowerErrorKind::BadSubroutine };
        let Operand::Local(local) = ret.operand else { return Err(bad) };
        let mut context = from;
        loop {
            let ContextData { parent, entry, return_to } = self.contexts[context];
            let Some(parent) = parent else { return Err(bad) };
            if stored_reference(&self.code.list[entry as usize]) == Some(local) {
                return self.next(ret, return_to, parent);
            }
            context = parent;
        }
    }

    fn connect_handlers(&mut self, node: Node, pool: &ConstantPool<'_>) -> Result<()> {
        if self.exceptions.is_empty() {
            return Ok(());
        }
        let NodeData { first, context, .. } = self.nodes[node];
        if !self.instructions_of(node).iter().any(|i| may_throw(i, pool)) {
            return Ok(());
        }
        let mut edges: Vec<HandlerEdge> = Vec::new();
        self.caught.clear();
        for i in 0..self.exceptions.len() {
            let Exception { start, end, handler, catch_type } = self.exceptions[i];
            let is_covered = start <= first && first < end;
            if !is_covered || !self.caught.insert(catch_type) {
                continue;
            }
            let is_shared = self.starts[handler as usize].is_normal_target;
            let kind = if is_shared { NodeKind::Pad } else { NodeKind::Handler };
            edges.push(HandlerEdge { catch_type, to: self.node(handler, context, kind)? });
            if catch_type.is_none() {
                break;
            }
        }
        let start = self.handlers.len();
        self.handlers.extend_from_slice(&edges);
        self.nodes[node].handlers = Slice::new(start, self.handlers.len());
        if self.handlers.len() > MAX_HANDLER_EDGES {
            return Err(self.too_complex(node));
        }
        Ok(())
    }

    /// Puts the nodes into reverse postorder.
    fn sort(&mut self) {
        const NEW: u8 = 0;
        const DONE: u8 = 1;
        self.seen.clear();
        self.seen.resize(self.nodes.len(), NEW);
        let mut stack = vec![(Flow::entry(), 0)];
        self.seen[0] = DONE;
        while let Some((node, next)) = stack.last_mut() {
            let data = &self.nodes[*node];
            // Handlers first, so that they come last in the order.
            let handlers = data.handlers.len as usize;
            let all = handlers + data.successors.len as usize;
            if *next == all {
                self.order.push(*node);
                stack.pop();
                continue;
            }
            let to = if *next < handlers {
                self.handlers[data.handlers.range()][*next].to
            } else {
                // The last successor first, so that the first comes first in the order.
                self.successors[data.successors.range()][all - 1 - *next]
            };
            *next += 1;
            if self.seen[to.index()] == NEW {
                self.seen[to.index()] = DONE;
                stack.push((to, 0));
            }
        }
        self.order.reverse();
    }
}

/// The local variable that an instruction stores a reference into.
fn stored_reference(instruction: &Instruction) -> Option<u16> {
    match (instruction.opcode, instruction.operand) {
        (Opcode::Astore, Operand::Local(local)) => Some(local),
        (Opcode::Astore0, _) => Some(0),
        (Opcode::Astore1, _) => Some(1),
        (Opcode::Astore2, _) => Some(2),
        (Opcode::Astore3, _) => Some(3),
        _ => None,
    }
}

fn is_conditional(opcode: Opcode) -> bool {
    matches!(
        opcode.family(),
        Family::IfZero | Family::IfInts | Family::IfReferences | Family::IfNull
    )
}

fn is_jsr(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Jsr | Opcode::JsrW)
}

/// Returns and `athrow`.
fn is_exit(opcode: Opcode) -> bool {
    opcode.family() == Family::Return || opcode == Opcode::Athrow
}

fn is_switch(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Tableswitch | Opcode::Lookupswitch)
}

fn ends_node(opcode: Opcode) -> bool {
    is_conditional(opcode)
        || is_exit(opcode)
        || is_jsr(opcode)
        || is_switch(opcode)
        || matches!(opcode, Opcode::Goto | Opcode::GotoW | Opcode::Ret)
}

/// The same question as [`crate::Op::may_throw`] of what the instruction becomes.
pub(super) fn may_throw(instruction: &Instruction, pool: &ConstantPool<'_>) -> bool {
    match (instruction.opcode, instruction.operand) {
        (Opcode::Ldc | Opcode::LdcW | Opcode::Ldc2W, Operand::Constant(index)) => matches!(
            pool.get(index),
            CpConstant::Class(_)
                | CpConstant::MethodType(_)
                | CpConstant::MethodHandle { .. }
                | CpConstant::Dynamic { .. }
        ),
        (opcode, _) => match opcode.family() {
            Family::ArrayLoad | Family::ArrayStore | Family::Field => true,
            _ => matches!(
                opcode,
                Opcode::Idiv
                    | Opcode::Ldiv
                    | Opcode::Irem
                    | Opcode::Lrem
                    | Opcode::Invokevirtual
                    | Opcode::Invokespecial
                    | Opcode::Invokestatic
                    | Opcode::Invokeinterface
                    | Opcode::Invokedynamic
                    | Opcode::New
                    | Opcode::Newarray
                    | Opcode::Anewarray
                    | Opcode::Multianewarray
                    | Opcode::Arraylength
                    | Opcode::Athrow
                    | Opcode::Checkcast
                    | Opcode::Monitorenter
                    | Opcode::Monitorexit
            ),
        },
    }
}
