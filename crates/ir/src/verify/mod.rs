//! Checks that a body is what analyses take for granted.
//!
//! # Invariants
//!
//! Each has fixtures in `tests/verify` that break it. The groups are checked in this order, because later ones rely on
//! earlier ones; the first invariant that does not hold is reported.
//!
//! **Tables** (`tables.rs`)
//!
//!  1. [`Tiling`]: there is a block; each block has instructions; the blocks' ranges follow one another through the whole
//!     table of instructions, in the order of the blocks.
//!  2. [`Slices`]: lists of operands, predecessors and handlers lie within their vectors.
//!  3. [`Ids`]: every block, value, switch, call site and dynamic constant that something names exists: operands,
//!     results, targets of jumps and of switches, handlers, predecessors, variables, arguments of bootstrap methods.
//!
//! **Blocks** (`blocks.rs`)
//!
//!  4. [`Terminator`]: the last instruction of a block is a terminator, and no other.
//!  5. [`Params`]: the entry starts with the parameters of the method in order, receiver first; there are no others.
//!  6. [`PhisFirst`]: phis come before all other instructions of their block.
//!  7. [`Catch`]: a handler block has one `catch`, right after its phis; no other block has one.
//!  8. [`Definition`]: every value is the result of exactly one instruction, the one it names as its definition.
//!
//! **Edges** (`edges.rs`)
//!
//!  9. [`Entry`]: nothing leads to the entry.
//! 10. [`HandlerEntry`]: no terminator leads to a handler block.
//! 11. [`Throwing`]: a block with handlers has an instruction that may throw.
//! 12. [`Predecessors`]: the predecessors of a block are the blocks that lead to it by terminator or handler, each once.
//! 13. [`PhiArity`]: a phi has one argument for each predecessor.
//! 14. [`Reachable`]: there is a way from the entry to every block.
//!
//! **Dominance** (`dominance.rs`)
//!
//! 15. [`Dominance`]: on every way to a use lies the definition; the use of a phi is at the end of the predecessor.
//! 16. [`ExceptionalUse`]: the use of a phi in a handler block is at the *first* instruction of the predecessor that may
//!     throw, because the exception may come from there.
//!
//! **Types** (`types.rs`)
//!
//! 17. [`HasResult`]: an instruction has a result exactly if its operation has one.
//! 18. [`Computational`]: values have types that the JVM computes with.
//! 19. [`Results`]: the type of a result is what the operation says ([`crate::ResultType`]); of a parameter, what the
//!     method says.
//! 20. [`Arguments`]: a call has as many arguments as its method's type says, and the receiver.
//! 21. [`Arrays`]: what creates an array names an array type, with at least as many dimensions as there are lengths, and
//!     there is a length.
//! 22. [`Operands`]: operands are of the kind (int, long, float, double, reference) that the operation needs.
//! 23. [`Phis`]: the arguments of a phi are of the kind of its result.
//! 24. [`Returns`]: the method returns a value of the kind of its result, or none if it has none.
//!
//! Types of references are not compared any further: like the JVM's own verifier for interfaces, analyses must not rely on
//! them.
//!
//! # Speed
//!
//! Every method that is lowered is verified: passes are linear, nothing is hashed, and the buffers of a [`Verifier`] serve
//! for all methods of a thread. A million instructions take about 0.1 s.
//!
//! [`Tiling`]: Invariant::Tiling
//! [`Slices`]: Invariant::Slices
//! [`Ids`]: Invariant::Ids
//! [`Terminator`]: Invariant::Terminator
//! [`Params`]: Invariant::Params
//! [`PhisFirst`]: Invariant::PhisFirst
//! [`Catch`]: Invariant::Catch
//! [`Definition`]: Invariant::Definition
//! [`Entry`]: Invariant::Entry
//! [`HandlerEntry`]: Invariant::HandlerEntry
//! [`Throwing`]: Invariant::Throwing
//! [`Predecessors`]: Invariant::Predecessors
//! [`PhiArity`]: Invariant::PhiArity
//! [`Reachable`]: Invariant::Reachable
//! [`Dominance`]: Invariant::Dominance
//! [`ExceptionalUse`]: Invariant::ExceptionalUse
//! [`HasResult`]: Invariant::HasResult
//! [`Computational`]: Invariant::Computational
//! [`Results`]: Invariant::Results
//! [`Arguments`]: Invariant::Arguments
//! [`Arrays`]: Invariant::Arrays
//! [`Operands`]: Invariant::Operands
//! [`Phis`]: Invariant::Phis
//! [`Returns`]: Invariant::Returns

mod blocks;
mod dominance;
mod edges;
mod tables;
mod types;

use std::fmt;

use crate::body::{Block, Body, Inst};
use crate::class::Method;
use crate::name::Name;
use crate::types::{MethodType, Type};

macro_rules! invariants {
    ($($name:ident)*) => {
        /// What a body must fulfil; the text of each is at the top of [`crate::verify`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "listed at the top of the module")]
        pub enum Invariant { $($name),* }

        impl Invariant {
            /// All of them, in the order of their numbers.
            pub const ALL: &'static [Invariant] = &[$(Invariant::$name),*];
        }
    };
}

invariants! {
    Tiling Slices Ids
    Terminator Params PhisFirst Catch Definition
    Entry HandlerEntry Throwing Predecessors PhiArity Reachable
    Dominance ExceptionalUse
    HasResult Computational Results Arguments Arrays Operands Phis Returns
}

/// An invariant that does not hold, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// What does not hold.
    pub invariant: Invariant,
    /// The block, if it is about one.
    pub block: Option<Block>,
    /// The instruction, if it is about one.
    pub inst: Option<Inst>,
    /// What is there instead.
    pub message: String,
}

/// `Invariant b1 i5: message`
impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.invariant)?;
        if let Some(block) = self.block {
            write!(f, " {block}")?;
        }
        if let Some(inst) = self.inst {
            write!(f, " {inst}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for VerifyError {}

type Checked = Result<(), VerifyError>;

/// What the declaration of a method says about its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The class of the receiver, if there is one.
    pub receiver: Option<Name>,
    /// The parameters and the result.
    pub ty: MethodType,
}

impl Declaration {
    /// Of a method of a class.
    pub fn of(class: Name, method: &Method) -> Declaration {
        Declaration { receiver: (!method.is_static()).then_some(class), ty: method.ty }
    }

    /// The number of parameters, the receiver among them.
    fn parameter_count(&self) -> usize {
        usize::from(self.receiver.is_some()) + self.ty.parameters().len()
    }

    /// The type of a parameter, the receiver being the first.
    fn parameter(&self, number: usize) -> Option<Type> {
        match (self.receiver, number) {
            (Some(class), 0) => Some(Type::Ref(class)),
            (Some(_), _) => self.ty.parameters().get(number - 1).copied(),
            (None, _) => self.ty.parameters().get(number).copied(),
        }
    }
}

/// Checks one body. For many, keep a [`Verifier`].
pub fn verify(body: &Body, declaration: &Declaration) -> Checked {
    Verifier::default().verify(body, declaration)
}

/// Checks bodies, one after the other, with the same buffers.
#[derive(Debug, Default)]
pub struct Verifier {
    edges: edges::Edges,
    flow: dominance::Flow,
    is_defined: Vec<bool>,
}

impl Verifier {
    /// A verifier.
    pub fn new() -> Self {
        Verifier::default()
    }

    /// Checks a body.
    pub fn verify(&mut self, body: &Body, declaration: &Declaration) -> Checked {
        tables::check(body)?;
        self.edges.find_handler_blocks(body);
        blocks::check(body, declaration, &self.edges, &mut self.is_defined)?;
        self.edges.check(body)?;
        self.flow.check(body, &self.edges)?;
        types::check(body, declaration)
    }
}

/// Makes errors; kept out of the way of the checks.
#[cold]
fn broken(invariant: Invariant, message: impl Into<String>) -> VerifyError {
    VerifyError { invariant, block: None, inst: None, message: message.into() }
}

impl VerifyError {
    #[cold]
    fn at_block(mut self, block: Block) -> Self {
        self.block = Some(block);
        self
    }

    #[cold]
    fn at(mut self, block: Block, inst: Inst) -> Self {
        self.inst = Some(inst);
        self.at_block(block)
    }
}
