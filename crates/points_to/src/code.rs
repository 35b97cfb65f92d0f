//! Code as the solver sees it: a handful of kinds of statements over variables that hold references.
//!
//! ```text
//! Body of a method ──extract──┐
//! summary of a model ─compile─┼──▶ Code: statements, and for each variable the statements that wait for its objects
//! lambda, entry point ────────┘
//! ```
//!
//! Everything that the JVM and its library can do to references is said in these statements, so that the solver
//! has to know nothing else, and so that what a statement did can be undone when it goes away. Numbers, control flow and
//! variables that cannot hold an object of interest are gone.

use ir::hierarchy::{ClassId, FieldId, MethodId};
use ir::{Inst, Name, Type};
use models::ForkKind;

use crate::gaps::Gap;
use crate::ids::{DynClass, Filter, Obj, Slot, StmtId, Var};
use crate::plugins::RuleKind;
use crate::types::HandleKind;

/// What a piece of code stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeKey {
    /// The body or the summary of a method.
    Method(MethodId),
    /// The method of the object that a lambda expression makes, by the class of the object.
    Lambda(DynClass),
    /// A method of a proxy, by the class of the proxy and the method of its interface.
    Proxy(DynClass, MethodId),
    /// What calls the entry points.
    Root,
}

/// A piece of code.
#[derive(Clone, Debug)]
pub struct Code {
    /// What it stands for.
    pub key: CodeKey,
    /// How many variables it has.
    pub vars: u32,
    /// The variables of the parameters, the receiver first; none where no object of interest can arrive.
    pub params: Box<[Option<Var>]>,
    /// The variable that is returned.
    pub ret: Option<Var>,
    /// The variable of the exceptions that leave it.
    pub exc: Var,
    /// Whether it takes the place of a body.
    pub is_summary: bool,
    /// Whether it is analysed anew for each call: a summary through which objects flow.
    pub is_per_call: bool,
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// The instruction that a statement comes from.
    pub insts: Vec<Option<Inst>>,
    /// For each variable, the statements whose base it is.
    pub uses: Lists<StmtId>,
    /// For each variable, the statements that copy it.
    pub copies: Lists<StmtId>,
    /// For each variable, the statements that define it: copies into it, loads, calls with this result.
    pub defs: Lists<StmtId>,
    /// The variables of the values of the body it was made from; none for values that hold no object of interest.
    pub values: Box<[Option<Var>]>,
    /// Classes that the statements were resolved through, sorted: if one of them changes, so may the code.
    pub mentions: Box<[ClassId]>,
    /// What could not be followed in it.
    pub gaps: Vec<Gap>,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are told by the text of the variant")]
pub enum Stmt {
    /// `to = new …`. The ordinal tells the sites of a piece of code apart and survives edits of other statements.
    New { to: Var, what: New, ordinal: u32 },
    /// `to = from`, for objects that pass the filter.
    Copy { to: Var, from: Var, filter: Option<Filter> },
    /// `to = base.slot`
    Load { to: Var, base: Var, slot: Slot },
    /// `base.slot = from`
    Store { base: Var, slot: Slot, from: Var },
    /// `to = Class.field`
    LoadStatic { to: Var, field: FieldId },
    /// `Class.field = from`
    StoreStatic { field: FieldId, from: Var },
    /// A call.
    Call(Call),
    /// The class is initialised, if it is not yet.
    Init(ClassId),
    /// For each object of a base, further statements: what only the object tells, such as the class that it names.
    Rule(Rule),
    /// `to.slot = from.slot` of two objects. Only rules make it.
    CopyField { from: Obj, to: Obj, slot: Slot },
    /// Something that is not known. Only rules make it.
    Unknown(Gap),
    /// A statement that an edit took away.
    Gone,
}

/// A statement that a plugin expands, once for each object of the base.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// Which.
    pub kind: RuleKind,
    /// The variable whose objects it waits for.
    pub base: Var,
    /// Further variables; the plugin knows which is which.
    pub args: Box<[Option<Var>]>,
    /// Where the result goes.
    pub result: Option<Var>,
    /// Where exceptions of what it calls go.
    pub exc: Option<Var>,
    /// Tells the rules of a piece of code apart and survives edits of other statements.
    pub ordinal: u32,
}

/// What is allocated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum New {
    /// An object of a class, told apart by where and in which context it is allocated.
    Site(DynClass),
    /// The object that stands for all of a class.
    Merged(DynClass),
    /// A constant string that may name something.
    Text(Name),
    /// A class object.
    Class(Type),
    /// An object that stands for a member: a reflected one, a handle, an updater.
    Member(DynClass, Member),
    /// A method handle that is made of others, by the code that makes it.
    Handle(HandleKind),
    /// The class object of the class whose code holds the call; in a summary, the call that it stands for.
    Caller,
    /// An object that there is already. Only rules make it.
    Known(Obj),
}

/// What a reflective object stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Member {
    /// A method or constructor.
    Method(MethodId),
    /// A method that is called without dispatch.
    Special(MethodId),
    /// A field, to be read or written.
    Field(FieldId),
    /// A field, to be written: a handle that sets it.
    Setter(FieldId),
    /// The elements of an array.
    Element,
    /// Arrays of this type: they are made, read and written.
    Array(DynClass),
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// Which method runs.
    pub target: Target,
    /// The arguments, the receiver first.
    pub args: Box<[Option<Var>]>,
    /// Where the result goes.
    pub result: Option<Var>,
    /// Where exceptions go.
    pub exc: Option<Var>,
    /// Whether it runs in a thread of its own.
    pub fork: Option<ForkKind>,
    /// Tells the calls of a piece of code apart and survives edits of other statements.
    pub ordinal: u32,
}

/// Which method a call runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// This one, whatever the receiver.
    Fixed(MethodId),
    /// This one, in a context that the receiver decides about.
    Special(MethodId),
    /// What the class of the receiver, the first argument, has for this one.
    Virtual(MethodId),
}

impl Target {
    /// The method that is named; the one that runs may override it.
    pub fn method(self) -> MethodId {
        match self {
            Target::Fixed(method) | Target::Special(method) | Target::Virtual(method) => method,
        }
    }
}

impl Call {
    /// The variable whose objects are waited for.
    pub fn receiver(&self) -> Option<Var> {
        match self.target {
            Target::Virtual(_) | Target::Special(_) => self.args.first().copied().flatten(),
            Target::Fixed(_) => None,
        }
    }
}

impl Stmt {
    /// The variable whose objects it waits for.
    pub fn base(&self) -> Option<Var> {
        match self {
            Stmt::Load { base, .. } | Stmt::Store { base, .. } => Some(*base),
            Stmt::Call(call) => call.receiver(),
            Stmt::Rule(rule) => Some(rule.base),
            _ => None,
        }
    }

    /// The variable that it writes.
    pub fn to(&self) -> Option<Var> {
        match self {
            Stmt::New { to, .. }
            | Stmt::Copy { to, .. }
            | Stmt::Load { to, .. }
            | Stmt::LoadStatic { to, .. } => Some(*to),
            Stmt::Call(call) => call.result,
            _ => None,
        }
    }
}

/// A list for each variable, all in one vector.
#[derive(Clone, Debug)]
pub struct Lists<T> {
    starts: Box<[u32]>,
    items: Box<[T]>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists { starts: Box::default(), items: Box::default() }
    }
}

impl<T: Copy> Lists<T> {
    /// Lists of items by variable; `pairs` in any order, the items of a variable keep theirs.
    fn new(vars: u32, pairs: &[(Var, T)]) -> Self {
        let mut starts = vec![0u32; vars as usize + 1];
        for (var, _) in pairs {
            starts[var.0 as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut items: Vec<Option<T>> = vec![None; pairs.len()];
        for &(var, item) in pairs {
            let at = &mut next[var.0 as usize];
            items[*at as usize] = Some(item);
            *at += 1;
        }
        Lists { starts: starts.into(), items: items.into_iter().flatten().collect() }
    }

    /// The items of a variable.
    #[inline]
    pub fn of(&self, var: Var) -> &[T] {
        let at = var.0 as usize;
        match self.starts.get(at..at + 2) {
            Some(&[start, end]) => &self.items[start as usize..end as usize],
            _ => &[],
        }
    }
}

impl Code {
    /// Works out the lists.
    pub(crate) fn index(&mut self) {
        let (mut uses, mut copies, mut defs) = (Vec::new(), Vec::new(), Vec::new());
        for (at, stmt) in self.stmts.iter().enumerate() {
            let id = StmtId(at as u32);
            if let Some(base) = stmt.base() {
                uses.push((base, id));
            }
            if let Stmt::Copy { from, .. } = stmt {
                copies.push((*from, id));
            }
            if let Some(to) = stmt.to() {
                defs.push((to, id));
            }
        }
        self.uses = Lists::new(self.vars, &uses);
        self.copies = Lists::new(self.vars, &copies);
        self.defs = Lists::new(self.vars, &defs);
    }

    /// Whether objects flow through it: it keeps, makes or returns some, or passes them to code that does. Calls of methods
    /// that every object has (`equals`) are not taken for such code.
    pub(crate) fn lets_flow(&self, is_of_every_object: impl Fn(MethodId) -> bool) -> bool {
        let is_merged = |var: Var| {
            // What comes from outside may be anything.
            !self.params.contains(&Some(var))
                && self.stmts.iter().filter(|stmt| stmt.to() == Some(var)).all(|stmt| match stmt {
                    Stmt::New { what, .. } => matches!(what, New::Merged(_)),
                    _ => false,
                })
        };
        self.stmts.iter().any(|stmt| match stmt {
            Stmt::Store { .. } | Stmt::StoreStatic { .. } | Stmt::Rule(_) => true,
            Stmt::New { what, .. } => !matches!(what, New::Merged(_)),
            Stmt::Copy { to, from, .. } => {
                (Some(*to) == self.ret || *to == self.exc) && !is_merged(*from)
            }
            Stmt::Call(call) => {
                let passes = call.args.iter().skip(1).any(Option::is_some);
                let is_static = matches!(call.target, Target::Fixed(_));
                // What runs depends on the receiver and on what it holds: lists that are sorted compare their elements.
                let is_callback = call.receiver().is_some_and(|receiver| !is_merged(receiver));
                call.fork.is_some()
                    || call.result.is_some() && call.result == self.ret
                    || (passes || is_static || is_callback)
                        && !is_of_every_object(call.target.method())
            }
            _ => false,
        })
    }

    /// A statement.
    #[inline]
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.0 as usize]
    }
}

impl Code {
    /// The number of a statement that survives edits of others.
    pub fn ordinal(&self, id: StmtId) -> u32 {
        match self.stmt(id) {
            Stmt::New { ordinal, .. } => *ordinal,
            Stmt::Call(call) => call.ordinal,
            Stmt::Rule(rule) => rule.ordinal,
            Stmt::Init(class) => init_ordinal(*class),
            _ => id.0,
        }
    }
}

/// The number of an initialisation: by the class, because code initialises each class at one place, which edits move.
pub(crate) fn init_ordinal(class: ClassId) -> u32 {
    use ir::entity::EntityId as _;
    0xfd << 24 | class.index() as u32 & 0xff_ffff
}
