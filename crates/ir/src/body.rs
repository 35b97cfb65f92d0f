//! The body of a method in SSA form.
//!
//! Three tables, indexed by ids: **blocks**, **instructions** (those of a block lie next to each other, the blocks one after
//! the other) and **values**. Every value is the result of one instruction. The JVM's stack and its local variables are
//! gone; what is left of a local variable is its name in [`Body::variables`].
//!
//! ```text
//! b0:                                              entry: no predecessors, starts with the parameters
//!   v0 = param 0
//!   v1 = getfield v0 Counter.count:I
//!   ...
//! ```
//!
//! - A block starts with its phis, whose arguments are parallel to [`Body::predecessors`], and ends with its one terminator.
//! - **Exceptions** leave a block along its [`Handler`]s, in order, the first that fits. All instructions of a block that may
//!   throw see the same local variables, so the arguments of a handler's phis hold for each of them (lowering splits blocks
//!   where they would not). A handler block is entered in no other way and starts, after its phis, with `catch`.
//! - Names of classes, fields and methods are symbolic; a body knows nothing about other classes.
//!
//! What must hold is listed in and checked by [`crate::verify`].

use crate::entity::{EntityId, Table};
use crate::name::Name;
use crate::refs::{FieldRef, MethodHandle, MethodRef};
use crate::types::{MethodType, Type};

crate::entity! {
    /// A value: the result of one instruction.
    Value, "v"
}
crate::entity! {
    /// An instruction.
    Inst, "i"
}
crate::entity! {
    /// A basic block.
    Block, "b"
}
crate::entity! {
    /// The table of a switch.
    SwitchId, "switch"
}
crate::entity! {
    /// An `invokedynamic` call site.
    CallSiteId, "site"
}
crate::entity! {
    /// A dynamic constant.
    DynamicId, "dynamic"
}

/// The code of one method. Bodies are compared by what they say, not by where their lists lie.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The blocks; the first is the entry. Their instructions lie in this order.
    pub blocks: Table<Block, BlockData>,
    /// The instructions.
    pub insts: Table<Inst, InstData>,
    /// The values.
    pub values: Table<Value, ValueData>,
    /// Operands of instructions with any number of them.
    pub lists: Vec<Value>,
    /// Predecessors of the blocks.
    pub preds: Vec<Block>,
    /// Exception handlers of the blocks.
    pub handlers: Vec<Handler>,
    /// Tables of switches.
    pub switches: Table<SwitchId, SwitchTable>,
    /// `invokedynamic` call sites.
    pub call_sites: Table<CallSiteId, CallSite>,
    /// Dynamic constants.
    pub dynamics: Table<DynamicId, DynamicConstant>,
    /// Names of local variables, by value and then by start.
    pub variables: Vec<Variable>,
}

/// A part of one of the vectors of a [`Body`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Where it starts.
    pub start: u32,
    /// How long it is.
    pub len: u32,
}

/// Operands in [`Body::lists`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueList(pub Slice);

/// A basic block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockData {
    /// Its instructions in [`Body::insts`].
    pub insts: Slice,
    /// Its predecessors in [`Body::preds`], each once.
    pub preds: Slice,
    /// Its handlers in [`Body::handlers`].
    pub handlers: Slice,
}

/// Where exceptions of a block go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// Exceptions of this class; none for all.
    pub catch_type: Option<Name>,
    /// The handler block.
    pub block: Block,
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InstData {
    /// What it does.
    pub op: Op,
    /// Its result.
    pub result: Option<Value>,
    /// The bytecode offset it comes from.
    pub offset: u16,
    line: u16,
}

impl InstData {
    /// An instruction at a bytecode offset, in a line (zero stands for unknown).
    pub fn new(op: Op, result: Option<Value>, offset: u16, line: u16) -> Self {
        InstData { op, result, offset, line }
    }

    /// The source line.
    pub fn line(&self) -> Option<u16> {
        (self.line != 0).then_some(self.line)
    }
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueData {
    /// Its type, one the JVM computes with.
    pub ty: Type,
    /// The instruction whose result it is.
    pub def: Inst,
}

/// A local variable of the source: in a range of the code it has this value. A value may have several names, and a
/// variable several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The value.
    pub value: Value,
    /// The variable's name.
    pub name: Name,
    /// First bytecode offset at which it is so.
    pub start: u16,
    /// The JVM's slot.
    pub slot: u16,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are told by the text of the variant")]
pub enum Op {
    /// The n-th parameter, the receiver being the first.
    Param(u16),
    /// The exception that a handler block received.
    Catch,
    /// One value for each predecessor.
    Phi(ValueList),
    /// A constant. `Class`, `MethodType`, `MethodHandle` and `Dynamic` may load classes and throw.
    Const(Constant),
    /// Negation and conversion of numbers.
    Unary(UnaryOp, Value),
    /// Arithmetic and comparison of numbers.
    Binary(BinaryOp, Value, Value),
    /// Reads a field.
    GetField { object: Value, field: FieldRef },
    /// Writes a field.
    PutField { object: Value, field: FieldRef, value: Value },
    /// Reads a static field.
    GetStatic { field: FieldRef },
    /// Writes a static field.
    PutStatic { field: FieldRef, value: Value },
    /// Reads an element.
    ArrayLoad { kind: ArrayKind, array: Value, index: Value },
    /// Writes an element.
    ArrayStore { kind: ArrayKind, array: Value, index: Value, value: Value },
    /// The length of an array.
    ArrayLength(Value),
    /// A new object, its constructor not yet called.
    New(Name),
    /// A new array of this type.
    NewArray { ty: Type, length: Value },
    /// A new array of arrays of this type; the first dimensions are allocated.
    NewMultiArray { ty: Type, lengths: ValueList },
    /// The same reference, if it is null or of this type; an exception if not.
    CheckCast { value: Value, ty: Type },
    /// One if the reference is of this type, zero if not or null.
    InstanceOf { value: Value, ty: Type },
    /// A call; the receiver is the first argument.
    Invoke { kind: InvokeKind, method: MethodRef, args: ValueList },
    /// An `invokedynamic`.
    InvokeDynamic { site: CallSiteId, args: ValueList },
    /// Enters a monitor.
    MonitorEnter(Value),
    /// Leaves a monitor.
    MonitorExit(Value),
    /// Continues in a block.
    Goto(Block),
    /// Continues in one of two blocks. Without `rhs` the comparison is with zero or null.
    If { cond: Cond, lhs: Value, rhs: Option<Value>, then: Block, otherwise: Block },
    /// Continues in one of many blocks.
    Switch { value: Value, table: SwitchId },
    /// Ends the method.
    Return(Option<Value>),
    /// Throws an exception.
    Throw(Value),
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// `null`
    Null,
    /// `int` and everything smaller.
    Int(i32),
    /// `long`
    Long(i64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    /// A string.
    String(Name),
    /// A class object.
    Class(Type),
    /// A method type.
    MethodType(MethodType),
    /// A method handle.
    MethodHandle(MethodHandle),
    /// A dynamic constant.
    Dynamic(DynamicId),
}

/// How the method of a call is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InvokeKind {
    /// By the receiver's class.
    Virtual,
    /// As it stands: constructors, private and superclass methods.
    Special,
    /// Without a receiver.
    Static,
    /// By the receiver's class, through an interface.
    Interface,
}

/// The elements that an array instruction accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the language")]
pub enum ArrayKind {
    Int,
    Long,
    Float,
    Double,
    Ref,
    /// `byte` or `boolean`: the instruction is the same.
    Byte,
    Char,
    Short,
}

impl ArrayKind {
    /// The type of the element as a value, for all but references.
    pub fn value_type(self) -> Option<Type> {
        match self {
            ArrayKind::Int | ArrayKind::Byte | ArrayKind::Char | ArrayKind::Short => {
                Some(Type::Int)
            }
            ArrayKind::Long => Some(Type::Long),
            ArrayKind::Float => Some(Type::Float),
            ArrayKind::Double => Some(Type::Double),
            ArrayKind::Ref => None,
        }
    }
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the usual names")]
pub enum Cond {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

impl Cond {
    /// What is so if this is not.
    pub fn negated(self) -> Cond {
        match self {
            Cond::Eq => Cond::Ne,
            Cond::Ne => Cond::Eq,
            Cond::Lt => Cond::Ge,
            Cond::Ge => Cond::Lt,
            Cond::Gt => Cond::Le,
            Cond::Le => Cond::Gt,
        }
    }
}

/// Declares operators with their mnemonic, operand types and result type.
macro_rules! operators {
    ($(#[$meta:meta])* $name:ident ($($operand:ident),*) { $($op:ident $text:literal ($($from:ident),*) $to:ident;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the names of the JVM's instructions")]
        pub enum $name { $($op),* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$op),*];

            /// The name of the JVM's instruction.
            pub fn mnemonic(self) -> &'static str {
                match self { $($name::$op => $text),* }
            }

            /// The types of the operands and of the result.
            pub fn signature(self) -> ($(operators!(@type $operand),)* Type) {
                match self { $($name::$op => ($(Type::$from,)* Type::$to)),* }
            }
        }
    };
    (@type $operand:ident) => { Type };
}

operators! {
    /// Negation and conversion of numbers.
    UnaryOp(a) {
        Ineg "ineg" (Int) Int;
        Lneg "lneg" (Long) Long;
        Fneg "fneg" (Float) Float;
        Dneg "dneg" (Double) Double;
        I2l "i2l" (Int) Long;
        I2f "i2f" (Int) Float;
        I2d "i2d" (Int) Double;
        L2i "l2i" (Long) Int;
        L2f "l2f" (Long) Float;
        L2d "l2d" (Long) Double;
        F2i "f2i" (Float) Int;
        F2l "f2l" (Float) Long;
        F2d "f2d" (Float) Double;
        D2i "d2i" (Double) Int;
        D2l "d2l" (Double) Long;
        D2f "d2f" (Double) Float;
        I2b "i2b" (Int) Int;
        I2c "i2c" (Int) Int;
        I2s "i2s" (Int) Int;
    }
}

operators! {
    /// Arithmetic and comparison of numbers.
    BinaryOp(a, b) {
        Iadd "iadd" (Int, Int) Int;
        Ladd "ladd" (Long, Long) Long;
        Fadd "fadd" (Float, Float) Float;
        Dadd "dadd" (Double, Double) Double;
        Isub "isub" (Int, Int) Int;
        Lsub "lsub" (Long, Long) Long;
        Fsub "fsub" (Float, Float) Float;
        Dsub "dsub" (Double, Double) Double;
        Imul "imul" (Int, Int) Int;
        Lmul "lmul" (Long, Long) Long;
        Fmul "fmul" (Float, Float) Float;
        Dmul "dmul" (Double, Double) Double;
        Idiv "idiv" (Int, Int) Int;
        Ldiv "ldiv" (Long, Long) Long;
        Fdiv "fdiv" (Float, Float) Float;
        Ddiv "ddiv" (Double, Double) Double;
        Irem "irem" (Int, Int) Int;
        Lrem "lrem" (Long, Long) Long;
        Frem "frem" (Float, Float) Float;
        Drem "drem" (Double, Double) Double;
        Ishl "ishl" (Int, Int) Int;
        Lshl "lshl" (Long, Int) Long;
        Ishr "ishr" (Int, Int) Int;
        Lshr "lshr" (Long, Int) Long;
        Iushr "iushr" (Int, Int) Int;
        Lushr "lushr" (Long, Int) Long;
        Iand "iand" (Int, Int) Int;
        Land "land" (Long, Long) Long;
        Ior "ior" (Int, Int) Int;
        Lor "lor" (Long, Long) Long;
        Ixor "ixor" (Int, Int) Int;
        Lxor "lxor" (Long, Long) Long;
        Lcmp "lcmp" (Long, Long) Int;
        Fcmpl "fcmpl" (Float, Float) Int;
        Fcmpg "fcmpg" (Float, Float) Int;
        Dcmpl "dcmpl" (Double, Double) Int;
        Dcmpg "dcmpg" (Double, Double) Int;
    }
}

impl BinaryOp {
    /// Whether a zero on the right throws.
    pub fn may_throw(self) -> bool {
        matches!(self, BinaryOp::Idiv | BinaryOp::Ldiv | BinaryOp::Irem | BinaryOp::Lrem)
    }
}

/// The cases of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchTable {
    /// Values and where they lead, in the order of the code.
    pub cases: Vec<(i32, Block)>,
    /// Where all other values lead.
    pub default: Block,
}

/// An `invokedynamic` call site.
#[derive(Clone, Debug, PartialEq)]
pub struct CallSite {
    /// The name that the bootstrap method is given.
    pub name: Name,
    /// The arguments on the stack and the result.
    pub ty: MethodType,
    /// What the bootstrap method makes of it.
    pub kind: CallSiteKind,
}

/// The known kinds of call sites.
#[derive(Clone, Debug, PartialEq)]
pub enum CallSiteKind {
    /// `LambdaMetafactory`: an object whose method calls the implementation. The arguments of the site are captured and
    /// passed before the method's own.
    Lambda(Lambda),
    /// `StringConcatFactory`: text of the arguments and constants.
    StringConcat {
        /// The recipe: `\u{1}` stands for an argument, `\u{2}` for a constant.
        recipe: Name,
        /// The constants.
        constants: Vec<Constant>,
    },
    /// `ObjectMethods`: `toString`, `hashCode` or `equals` (the site's name) of a record.
    ObjectMethods {
        /// The record class.
        class: Type,
        /// Names and getters of the components.
        components: Vec<(Name, MethodHandle)>,
    },
    /// `SwitchBootstraps`: the number of the first label that fits the first argument, from the second argument on.
    Switch {
        /// `typeSwitch` or `enumSwitch`.
        is_enum: bool,
        /// Types, strings, numbers, names of enum constants (as strings in enum switches) or dynamic constants.
        labels: Vec<Constant>,
    },
    /// Any other bootstrap method.
    Unknown {
        /// The bootstrap method.
        bootstrap: MethodHandle,
        /// Its static arguments.
        args: Vec<Constant>,
    },
}

/// A lambda expression or method reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Lambda {
    /// The functional interface.
    pub interface: Type,
    /// The name of its method is the site's name; this is its erased type.
    pub erased: MethodType,
    /// The type it is called with after generics are filled in.
    pub instantiated: MethodType,
    /// What it calls.
    pub implementation: MethodHandle,
    /// Further interfaces that the object implements.
    pub markers: Vec<Type>,
    /// Further types of the method that are to be implemented by the same code.
    pub bridges: Vec<MethodType>,
    /// Whether the object can be serialised.
    pub serializable: bool,
}

/// A dynamic constant.
#[derive(Clone, Debug, PartialEq)]
pub struct DynamicConstant {
    /// The name that the bootstrap method is given.
    pub name: Name,
    /// The type of the constant.
    pub ty: Type,
    /// The bootstrap method.
    pub bootstrap: MethodHandle,
    /// Its static arguments.
    pub args: Vec<Constant>,
}

impl Slice {
    /// The empty slice.
    pub const EMPTY: Slice = Slice { start: 0, len: 0 };

    /// From one place up to, without, another.
    pub fn new(start: usize, end: usize) -> Slice {
        let start = u32::try_from(start).expect("invariant: a body is smaller than 4 GiB");
        let end = u32::try_from(end).expect("invariant: a body is smaller than 4 GiB");
        Slice { start, len: end - start }
    }

    /// As a range of places.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

impl Body {
    /// The first block.
    pub const fn entry() -> Block {
        Block(std::num::NonZeroU32::MIN)
    }

    /// The instructions of a block.
    pub fn insts_of(&self, block: Block) -> impl DoubleEndedIterator<Item = Inst> + use<> {
        self.blocks[block].insts.range().map(Inst::from_index)
    }

    /// The blocks from which a block is entered, each once.
    pub fn predecessors(&self, block: Block) -> &[Block] {
        &self.preds[self.blocks[block].preds.range()]
    }

    /// The exception handlers of a block.
    pub fn handlers_of(&self, block: Block) -> &[Handler] {
        &self.handlers[self.blocks[block].handlers.range()]
    }

    /// The operands of a list.
    #[inline]
    pub fn list(&self, list: ValueList) -> &[Value] {
        &self.lists[list.0.range()]
    }

    /// The last instruction of a block.
    pub fn terminator(&self, block: Block) -> &InstData {
        let last = self.blocks[block].insts.range().end - 1;
        &self.insts.as_slice()[last]
    }

    /// Calls `f` with every block that a block's terminator may continue in; some may come twice.
    pub fn for_each_successor(&self, block: Block, mut f: impl FnMut(Block)) {
        match self.terminator(block).op {
            Op::Goto(target) => f(target),
            Op::If { then, otherwise, .. } => {
                f(then);
                f(otherwise);
            }
            Op::Switch { table, .. } => {
                let table = &self.switches[table];
                table.cases.iter().for_each(|&(_, target)| f(target));
                f(table.default);
            }
            _ => {}
        }
    }

    /// The name of the first local variable that has a value.
    pub fn name_of(&self, value: Value) -> Option<Name> {
        self.variables.iter().find(|variable| variable.value == value).map(|variable| variable.name)
    }

    /// Gives room back that was reserved while the body was built.
    pub fn shrink_to_fit(&mut self) {
        self.blocks.shrink_to_fit();
        self.insts.shrink_to_fit();
        self.values.shrink_to_fit();
        self.lists.shrink_to_fit();
        self.preds.shrink_to_fit();
        self.handlers.shrink_to_fit();
        self.variables.shrink_to_fit();
    }
}

impl Op {
    /// Whether it ends a block.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Op::Goto(_) | Op::If { .. } | Op::Switch { .. } | Op::Return(_) | Op::Throw(_)
        )
    }

    /// Whether it may throw an exception by itself. Left out, because no program counts on them: exceptions of the machine
    /// (no memory, no stack), the `IllegalMonitorStateException` of a return from unbalanced code, and linkage errors of
    /// `instanceof`, which throws nothing else.
    pub fn may_throw(&self) -> bool {
        match self {
            Op::Param(_)
            | Op::Catch
            | Op::Phi(_)
            | Op::Unary(..)
            | Op::InstanceOf { .. }
            | Op::Goto(_)
            | Op::If { .. }
            | Op::Switch { .. }
            | Op::Return(_) => false,
            Op::Const(constant) => constant.may_throw(),
            Op::Binary(op, ..) => op.may_throw(),
            _ => true,
        }
    }

    /// Calls `f` with every operand. Those of lists are looked up in `lists`, the body's.
    #[inline]
    pub fn for_each_operand(&self, lists: &[Value], mut f: impl FnMut(Value)) {
        if let Some(list) = self.operand_list() {
            lists[list.0.range()].iter().for_each(|&value| f(value));
        }
        let mut op = *self;
        op.own_operands().into_iter().flatten().for_each(|value| f(*value));
    }

    /// The operands that lie in a list of the body.
    #[inline]
    pub fn operand_list(&self) -> Option<ValueList> {
        match *self {
            Op::Phi(list)
            | Op::NewMultiArray { lengths: list, .. }
            | Op::Invoke { args: list, .. }
            | Op::InvokeDynamic { args: list, .. } => Some(list),
            _ => None,
        }
    }

    /// The operands that the instruction itself holds, in order.
    #[inline]
    pub(crate) fn own_operands(&mut self) -> [Option<&mut Value>; 3] {
        match self {
            Op::Param(_) | Op::Catch | Op::Const(_) | Op::GetStatic { .. } | Op::New(_) => {
                [None, None, None]
            }
            Op::Goto(_) | Op::Return(None) => [None, None, None],
            Op::Phi(_)
            | Op::NewMultiArray { .. }
            | Op::Invoke { .. }
            | Op::InvokeDynamic { .. } => [None, None, None],
            Op::Unary(_, a)
            | Op::GetField { object: a, .. }
            | Op::PutStatic { value: a, .. }
            | Op::ArrayLength(a)
            | Op::NewArray { length: a, .. }
            | Op::CheckCast { value: a, .. }
            | Op::InstanceOf { value: a, .. }
            | Op::MonitorEnter(a)
            | Op::MonitorExit(a)
            | Op::Switch { value: a, .. }
            | Op::Return(Some(a))
            | Op::Throw(a)
            | Op::If { lhs: a, rhs: None, .. } => [Some(a), None, None],
            Op::Binary(_, a, b)
            | Op::PutField { object: a, value: b, .. }
            | Op::ArrayLoad { array: a, index: b, .. }
            | Op::If { lhs: a, rhs: Some(b), .. } => [Some(a), Some(b), None],
            Op::ArrayStore { array, index, value, .. } => [Some(array), Some(index), Some(value)],
        }
    }
}

impl Constant {
    /// The class of the object, if it is a reference to one.
    pub fn class(&self) -> Option<Name> {
        let class = match self {
            Constant::String(_) => "java/lang/String",
            Constant::Class(_) => "java/lang/Class",
            Constant::MethodType(_) => "java/lang/invoke/MethodType",
            Constant::MethodHandle(_) => "java/lang/invoke/MethodHandle",
            _ => return None,
        };
        Some(Name::new(class))
    }

    /// Whether loading it may load a class or run a bootstrap method.
    pub fn may_throw(&self) -> bool {
        matches!(
            self,
            Constant::Class(_)
                | Constant::MethodType(_)
                | Constant::MethodHandle(_)
                | Constant::Dynamic(_)
        )
    }
}
