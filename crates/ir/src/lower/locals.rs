//! Which local variables instructions use, and which of them are live where.

use classfile::instruction::{Family, Instruction, Opcode, Operand};

use super::error::{LowerError, LowerErrorKind};
use super::flow::{Flow, Node};
use crate::class::Method;
use crate::entity::EntityId;
use crate::types::Type;

/// The kinds of values that the JVM tells apart by instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Int,
    Long,
    Float,
    Double,
    Ref,
}

impl Kind {
    /// In the order of the opcodes.
    pub(super) const ALL: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Ref];

    pub(super) fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }
}

/// What an instruction does with a local variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Load(Kind, u16),
    Store(Kind, u16),
    /// `iinc`
    Increment(u16, i16),
}

impl Access {
    /// The variable, and whether it takes two slots.
    fn slot(self) -> (u16, bool) {
        match self {
            Access::Load(kind, local) | Access::Store(kind, local) => (local, kind.is_wide()),
            Access::Increment(local, _) => (local, false),
        }
    }

    /// The first slot behind it.
    fn end(self) -> u32 {
        let (local, is_wide) = self.slot();
        u32::from(local) + if is_wide { 2 } else { 1 }
    }
}

/// The local variable that an instruction accesses. The one of `ret` holds no value and does not count.
#[inline]
pub(super) fn access(instruction: &Instruction) -> Option<Access> {
    let opcode = instruction.opcode;
    match (opcode.family(), instruction.operand) {
        (Family::Load, Operand::Local(local)) => {
            Some(Access::Load(Kind::ALL[opcode.distance_from(Opcode::Iload)], local))
        }
        (Family::Store, Operand::Local(local)) => {
            Some(Access::Store(Kind::ALL[opcode.distance_from(Opcode::Istore)], local))
        }
        (Family::LoadNth, _) => {
            let n = opcode.distance_from(Opcode::Iload0);
            Some(Access::Load(Kind::ALL[n / 4], (n % 4) as u16))
        }
        (Family::StoreNth, _) => {
            let n = opcode.distance_from(Opcode::Istore0);
            Some(Access::Store(Kind::ALL[n / 4], (n % 4) as u16))
        }
        (_, Operand::Increment { local, by }) => Some(Access::Increment(local, by)),
        _ => None,
    }
}

/// How many slots the parameters and the instructions of a method use; classes may declare any number.
pub(super) fn in_use(instructions: &[Instruction], method: &Method) -> u16 {
    let receiver = u32::from(!method.is_static());
    let width = |ty: &Type| if ty.is_wide() { 2 } else { 1 };
    let parameters = receiver + method.ty.parameters().iter().map(width).sum::<u32>();
    let accessed = instructions.iter().filter_map(access).map(|access| access.end()).max();
    let slots = parameters.max(accessed.unwrap_or(0));
    u16::try_from(slots).unwrap_or(u16::MAX)
}

/// The words of all sets together; more, and the method is no compiler's work.
const MAX_WORDS: usize = 1 << 21;

/// Words that are looked at until nothing changes any more; the same.
const MAX_STEPS: usize = 1 << 26;

/// For each node the local variables whose value at its start may be used later.
#[derive(Default)]
pub(super) struct Liveness {
    words: usize,
    live: Vec<u64>,
    used: Vec<u64>,
    defined: Vec<u64>,
}

impl Liveness {
    /// The live variables at the start of a node, as a bit set.
    #[inline]
    pub(super) fn at(&self, node: Node) -> &[u64] {
        &self.live[node.index() * self.words..][..self.words]
    }

    pub(super) fn compute(&mut self, flow: &Flow, max_locals: u16) -> Result<(), LowerError> {
        self.words = usize::from(max_locals).div_ceil(64);
        let size = self.words * flow.nodes.len();
        if size > MAX_WORDS {
            return Err(LowerError { offset: 0, kind: LowerErrorKind::TooComplex });
        }
        for set in [&mut self.live, &mut self.used, &mut self.defined] {
            set.clear();
            set.resize(size, 0);
        }
        for node in flow.nodes.keys() {
            self.scan(flow, node, max_locals)?;
        }
        self.live.copy_from_slice(&self.used);
        self.iterate(flow)
    }

    fn scan(&mut self, flow: &Flow, node: Node, max_locals: u16) -> Result<(), LowerError> {
        let base = node.index() * self.words;
        for instruction in flow.instructions_of(node) {
            let Some(access) = access(instruction) else { continue };
            let (local, _) = access.slot();
            if access.end() > u32::from(max_locals) {
                let kind = LowerErrorKind::NoSuchLocal(local);
                return Err(LowerError { offset: instruction.offset, kind });
            }
            let (word, bit) = (base + usize::from(local / 64), 1u64 << (local % 64));
            if !matches!(access, Access::Store(..)) && self.defined[word] & bit == 0 {
                self.used[word] |= bit;
            }
            if !matches!(access, Access::Load(..)) {
                self.defined[word] |= bit;
            }
        }
        Ok(())
    }

    /// Goes backwards until nothing changes. What a handler needs is live in the whole node: an exception may come
    /// before the node's own assignments.
    fn iterate(&mut self, flow: &Flow) -> Result<(), LowerError> {
        let edges = flow.nodes.len() + flow.successors.len() + flow.handlers.len();
        let mut steps = 0;
        loop {
            steps += edges * self.words;
            if steps > MAX_STEPS {
                return Err(LowerError { offset: 0, kind: LowerErrorKind::TooComplex });
            }
            let mut is_changed = false;
            for &node in flow.order.iter().rev() {
                for word in 0..self.words {
                    is_changed |= self.update(flow, node, word);
                }
            }
            if !is_changed {
                return Ok(());
            }
        }
    }

    fn update(&mut self, flow: &Flow, node: Node, word: usize) -> bool {
        let at = |node: Node| node.index() * self.words + word;
        let out = flow.successors_of(node).iter().fold(0, |out, &to| out | self.live[at(to)]);
        let caught =
            flow.handlers_of(node).iter().fold(0, |all, edge| all | self.live[at(edge.to)]);
        let place = at(node);
        let live = self.used[place] | out & !self.defined[place] | caught;
        let is_changed = live != self.live[place];
        self.live[place] = live;
        is_changed
    }
}
