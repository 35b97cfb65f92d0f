//! The things that the solver numbers.

use ir::entity::EntityId as _;

ir::entity! {
    /// A pointer: a variable of a method in a context, a field of an abstract object, or a static field.
    Pointer, "p"
}
ir::entity! {
    /// An abstract object.
    Obj, "o"
}
ir::entity! {
    /// A node of the call graph: code in a context.
    Node, "n"
}
ir::entity! {
    /// Code: the statements of a method, of a summary, or made by the analysis.
    CodeId, "code"
}
ir::entity! {
    /// A context of a node or of an abstract object.
    Context, "x"
}
ir::entity! {
    /// An abstract thread.
    Thread, "t"
}
ir::entity! {
    /// What a field of an object is to the solver: a declared field, the elements of an array, a part of a summary's state.
    Slot, "slot"
}
ir::entity! {
    /// The class of abstract objects at run time: a class, an array type, or one that the JVM makes for a lambda.
    DynClass, "dyn"
}
ir::entity! {
    /// A type that objects are filtered by.
    Filter, "filter"
}

/// The thread in whose eyes objects are named: α is what it made itself, β is what another thread of its kind made. Things that
/// no such thread owns have none.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Frame(Option<Thread>);

impl Frame {
    /// That of what is the same in the eyes of all.
    pub const NONE: Frame = Frame(None);

    /// That of a thread of which there may be many.
    pub(crate) fn of(thread: Thread) -> Frame {
        Frame(Some(thread))
    }
}

/// How many objects stand in a block of numbers.
pub(crate) const BLOCK: u32 = 64;

impl Obj {
    /// Whether its block holds pairs: at even numbers what α made, and beside it what β made at the same site.
    #[inline]
    pub(crate) fn is_paired(self) -> bool {
        (self.index() as u32 / BLOCK) % 2 == 1
    }

    /// Whether β made it.
    #[inline]
    pub fn is_beta(self) -> bool {
        self.is_paired() && self.index() % 2 == 1
    }

    /// The same object with α and β exchanged.
    #[inline]
    pub fn mirror(self) -> Obj {
        if self.is_paired() { Obj::from_index(self.index() ^ 1) } else { self }
    }
}

/// A variable of a piece of code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var(pub u32);

impl Var {
    /// Variables that rules made are numbered from here on, in each node.
    const DYNAMIC: u32 = 1 << 31;

    pub(crate) fn dynamic(at: usize) -> Var {
        Var(at as u32 | Var::DYNAMIC)
    }

    /// Its number among those that rules made, if it is one.
    pub(crate) fn dynamic_index(self) -> Option<usize> {
        (self.0 & Var::DYNAMIC != 0).then_some((self.0 & !Var::DYNAMIC) as usize)
    }
}

/// A statement of a piece of code, by its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StmtId(pub u32);

impl StmtId {
    /// Statements that rules made are numbered from here on.
    const DYNAMIC: u32 = 1 << 31;

    pub(crate) fn dynamic(at: usize) -> StmtId {
        StmtId(at as u32 | StmtId::DYNAMIC)
    }

    /// Whether a rule made it.
    pub fn is_dynamic(self) -> bool {
        self.0 & StmtId::DYNAMIC != 0
    }

    pub(crate) fn dynamic_index(self) -> usize {
        (self.0 & !StmtId::DYNAMIC) as usize
    }
}
