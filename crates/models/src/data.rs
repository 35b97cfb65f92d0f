//! The parsed form of model files.

/// Where something stands in a model file, for messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Number of the file in [`crate::Models::files`].
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
}

/// Which classes a rule is about. Names are internal ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ClassPattern {
    /// `java.util.ArrayList`
    Exact(String),
    /// `java.util.concurrent.*`: the classes of a package, without those of packages below: `java/util/concurrent`.
    Package(String),
    /// `java.awt.**`: the classes whose name starts so: `java/awt/`. Nested classes can be named so too: `java.util.Map$**`.
    Prefix(String),
    /// `java.lang.Throwable+`: a class and all its subtypes. Only a hierarchy can answer that.
    Subtypes(String),
}

/// What is said about one class.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassModel {
    /// Internal name.
    pub name: String,
    /// Methods that are not found here are looked up in the models of these classes, in order.
    pub like: Vec<String>,
    /// The superclass of a helper: a class that there is in models only.
    pub extends: Option<String>,
    /// The parts of its abstract state that methods read and write: `contents`, `buffer`.
    pub states: Vec<String>,
    /// The methods.
    pub methods: Vec<MethodModel>,
    /// Where it is said.
    pub place: Place,
}

/// What is said about one method, or about several that differ in what the signature leaves open.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodModel {
    /// Its name; `<init>` for constructors.
    pub name: String,
    /// The types of its parameters as descriptors; none for any (`name(*)`), in which case no variable stands for them.
    pub parameters: Option<Vec<String>>,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// What takes the place of its code.
    pub code: MethodCode,
    /// What it means for threads, locks and states.
    pub effects: Vec<Effect>,
    /// Where it is said.
    pub place: Place,
}

impl MethodModel {
    /// The number of variables that are the receiver or a parameter; temporaries follow.
    pub fn fixed_variables(&self) -> u16 {
        let parameters = self.parameters.as_ref().map_or(0, Vec::len);
        // The parser refuses methods with more parameters than a class file can have.
        u16::from(!self.is_static) + parameters as u16
    }
}

/// What is analysed when a method is called.
#[derive(Clone, Debug, PartialEq)]
pub enum MethodCode {
    /// Its own bytecode; the model adds effects only.
    Body,
    /// These statements.
    Summary(Summary),
    /// Code of an analysis, by name: what cannot be said in statements (reflection, handles).
    Intrinsic(String),
    /// Nothing, for a reason.
    Cut(String),
}

/// Statements in place of a body. They are analysed once for every call: each call site has its own copy, unless the method
/// is [`Property::Shared`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// How many variables there are: receiver (if any), parameters, then temporaries. Parameters that are left open (`(*)`)
    /// have no variable.
    pub variables: u16,
    /// The statements. Order does not matter.
    pub statements: Vec<Statement>,
}

/// A variable of a summary: 0 is the receiver of a method that has one, parameters follow, each one number whatever its
/// size, then temporaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Var(pub u16);

/// One step of a summary.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are told by the text of the variant")]
pub enum Statement {
    /// `to = from`
    Copy { to: Var, from: Var },
    /// `to = (class) from`. An internal name, or the descriptor of an array.
    Cast { to: Var, from: Var, class: String },
    /// `to = new java.util.ArrayList`, or of an array: `new Object[]`. No constructor runs. The same form.
    New { to: Var, class: String },
    /// `to = base.state` or `to = base[]`
    Load { to: Var, base: Var, field: Field },
    /// `base.state = from` or `base[] = from`
    Store { base: Var, field: Field, from: Var },
    /// `to = static java.lang.System.out`
    LoadStatic { to: Var, class: String, field: String },
    /// `static java.lang.System.out = from`
    StoreStatic { class: String, field: String, from: Var },
    /// `to = call java.util.function.Function.apply(f, x)`: the receiver is the first argument.
    Call {
        to: Option<Var>,
        mode: CallMode,
        class: String,
        method: String,
        /// Descriptors, where name and number of arguments do not say which method is meant.
        parameters: Option<Vec<String>>,
        /// None (`_`) for an argument that holds no object of interest.
        args: Vec<Option<Var>>,
    },
    /// `return from`
    Return(Var),
    /// `throw from`
    Throw(Var),
}

/// What a summary reads or writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are told by the text of the variant")]
pub enum Field {
    /// A part of the abstract state.
    State(String),
    /// The elements of an array.
    Element,
    /// A declared field: `base.java.lang.Thread#name`.
    Declared { class: String, name: String },
}

/// How a summary calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallMode {
    /// By the receiver's class.
    Virtual,
    /// A static method.
    Static,
    /// Exactly this method: constructors.
    Special,
    /// By the receiver's class, in a new thread.
    Fork(ForkKind),
}

/// The kinds of threads, as reports call them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForkKind {
    /// `fork thread`: a `Thread` that is started.
    Thread,
    /// `fork task`: a task of an executor; may run in the same thread as others, one after the other or at once.
    Task,
    /// `fork stage`: an asynchronous stage of a future.
    Stage,
    /// `fork timer`: a timer's task.
    Timer,
    /// `fork finalizer`: finalizers and cleaners.
    Finalizer,
    /// `fork hook`: a shutdown hook.
    Hook,
    /// `fork loop`: iterations of a parallel loop.
    Loop,
}

impl ForkKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Thread,
        Self::Task,
        Self::Stage,
        Self::Timer,
        Self::Finalizer,
        Self::Hook,
        Self::Loop,
    ];

    /// As model files spell it.
    pub fn spelling(self) -> &'static str {
        match self {
            Self::Thread => "thread",
            Self::Task => "task",
            Self::Stage => "stage",
            Self::Timer => "timer",
            Self::Finalizer => "finalizer",
            Self::Hook => "hook",
            Self::Loop => "loop",
        }
    }
}

/// What a method means apart from where objects flow.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are told by the text of the variant")]
pub enum Effect {
    /// `reads this.contents`, `reads array[]`
    Reads { base: Var, field: Field },
    /// `writes this.contents`, `writes array[]`
    Writes { base: Var, field: Field },
    /// `joins this [try|long]`: returns after the thread or task has ended, unless time is up before.
    Joins { thread: Var, limit: Limit },
    /// `acquires this [read|write] [try]`
    Acquires { lock: Var, mode: LockMode, is_try: bool },
    /// `releases this [read|write]`
    Releases { lock: Var, mode: LockMode },
    /// `signals this`: what was done before happens before what follows an `awaits` of the same object.
    Signals(Var),
    /// `awaits this`
    Awaits(Var),
    /// `property thread-safe` and the like on a method.
    Property(Property),
}

/// The time limit of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// There is none.
    None,
    /// `try`: there is one, and whoever gives it could have waited without.
    Try,
    /// `long`: there has to be one, so that people give one that is long enough.
    Long,
}

/// How a lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LockMode {
    /// By one thread alone.
    Exclusive,
    /// The same as a monitor, which keeps out only who enters that: `synchronized (lock)` is no `lock.lock()`.
    Monitor,
    /// Together with other readers.
    Read,
    /// As the writer of a lock that also has readers.
    Write,
}

/// A property of classes or methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// Its own instructions never race (IteRace §3.2).
    ThreadSafe,
    /// Nor does anything that it calls.
    TransitivelyThreadSafe,
    /// The same, unless it is a class of the application.
    SafeLibrary,
    /// Objects that it allocates never race.
    InstantiatesSafe,
    /// It may hand out or take objects that are not thread-safe.
    CirculatesUnsafe,
    /// Its objects do not change after construction.
    Immutable,
    /// Its objects have a state that must not be shared without a lock, unless it is safe or immutable.
    Stateful,
    /// Its objects are kept apart by what they hold: one level of object sensitivity pays.
    Container,
    /// All its objects are one abstract object of the class: strings, boxes, exceptions, builders.
    Merged,
    /// A library class, wherever it comes from.
    Library,
    /// The JVM itself creates and throws it.
    MachineException,
    /// It carries out the tasks that it is given one after the other.
    Sequential,
    /// Of a method: no two calls on one object return the same number.
    Distinct,
    /// Of a method: it returns one of the numbers that it is given.
    Choosing,
    /// Of a method with a summary: it is analysed once for all calls, not for each. What goes in from one may come out of
    /// another.
    Shared,
    /// A step of a pipeline, told from others of its kind. In a parallel loop, each iteration gets elements of its own from it.
    Stage,
    /// Who has a field of this type is meant to be used by several threads: locks, atomics, concurrent collections.
    Concurrent,
    /// One thread at a time uses an object of it, by its contract: iterators, exceptions, connections to a database.
    Confined,
    /// It holds what it hands out for a moment only: iterators and the like. Who finds something there has it from there.
    Passing,
    /// It holds each thing once: sets.
    Unique,
    /// Its objects stand for one thing each of what they belong to: the entries of a map.
    Entry,
    /// Of a method: what it returns may be what it returned before, since it is kept for that.
    Kept,
    /// Of a method and a map: while its function has the value of a key, nobody else's has.
    Keyed,
    /// Its objects are code that is given to others to run it.
    Function,
    /// Of a method: it tells others nothing, it only asks.
    Asking,
    /// Of a method: what it forks is run again and again.
    Periodic,
    /// Of a method: what the object stands for is not run again.
    Ending,
    /// Of a method: it returns one object for each small number.
    Boxed,
    /// Of a method: it returns whether what the object stands for is still going on, so that `false` says that it has ended.
    Running,
    /// Of a method: what it does with a variable is neither atomic nor ordered.
    Plain,
    /// Of an exception and of the methods that have other threads throw it.
    Interruption,
    /// Of a method: it begins or checks a read that is not guarded, but found out to be spoilt.
    Optimistic,
    /// Of a method: the element that it accesses is that of the number of the iteration that calls it.
    Numbered,
    /// Of a method: one thread succeeds in changing a variable, as long as nobody changes it back.
    Claiming,
    /// Of a method: it returns the thread that calls it.
    CurrentThread,
    /// It holds another object for each thread.
    PerThread,
    /// Of a method: what it returns has as many threads as its first number says.
    Sized,
    /// Of a method: it ends the program, and does not return. The shutdown hooks run because of it.
    Exiting,
    /// Of a method: what it returns is one object for all that are equal.
    Canonical,
}

impl Property {
    /// All of them.
    pub const ALL: [Self; 39] = [
        Self::ThreadSafe,
        Self::TransitivelyThreadSafe,
        Self::SafeLibrary,
        Self::InstantiatesSafe,
        Self::CirculatesUnsafe,
        Self::Immutable,
        Self::Stateful,
        Self::Container,
        Self::Merged,
        Self::Library,
        Self::MachineException,
        Self::Sequential,
        Self::Distinct,
        Self::Choosing,
        Self::Shared,
        Self::Stage,
        Self::Concurrent,
        Self::Confined,
        Self::Passing,
        Self::Unique,
        Self::Entry,
        Self::Kept,
        Self::Keyed,
        Self::Function,
        Self::Asking,
        Self::Periodic,
        Self::Ending,
        Self::Boxed,
        Self::Running,
        Self::Plain,
        Self::Interruption,
        Self::Optimistic,
        Self::Numbered,
        Self::Claiming,
        Self::CurrentThread,
        Self::PerThread,
        Self::Sized,
        Self::Exiting,
        Self::Canonical,
    ];

    /// As model files spell it.
    pub fn spelling(self) -> &'static str {
        match self {
            Self::ThreadSafe => "thread-safe",
            Self::TransitivelyThreadSafe => "transitively-thread-safe",
            Self::SafeLibrary => "safe-library",
            Self::InstantiatesSafe => "instantiates-safe",
            Self::CirculatesUnsafe => "circulates-unsafe",
            Self::Immutable => "immutable",
            Self::Stateful => "stateful",
            Self::Container => "container",
            Self::Merged => "merged",
            Self::Library => "library",
            Self::MachineException => "machine-exception",
            Self::Sequential => "sequential",
            Self::Distinct => "distinct",
            Self::Choosing => "choosing",
            Self::Shared => "shared",
            Self::Stage => "stage",
            Self::Concurrent => "concurrent",
            Self::Confined => "confined",
            Self::Passing => "passing",
            Self::Unique => "unique",
            Self::Entry => "entry",
            Self::Kept => "kept",
            Self::Keyed => "keyed",
            Self::Function => "function",
            Self::Asking => "asking",
            Self::Periodic => "periodic",
            Self::Ending => "ending",
            Self::Boxed => "boxed",
            Self::Running => "running",
            Self::Plain => "plain",
            Self::Interruption => "interruption",
            Self::Optimistic => "optimistic",
            Self::Numbered => "numbered",
            Self::Claiming => "claiming",
            Self::CurrentThread => "current-thread",
            Self::PerThread => "per-thread",
            Self::Sized => "sized",
            Self::Exiting => "exiting",
            Self::Canonical => "canonical",
        }
    }
}

/// A property of classes.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertyRule {
    /// The classes.
    pub classes: ClassPattern,
    /// What they are.
    pub property: Property,
    /// Where it is said.
    pub place: Place,
}

/// What a call of a method means if it passes a certain constant: that of a helper's static method with the same arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The class of the method.
    pub class: String,
    /// Its name.
    pub method: String,
    /// The types of its parameters as descriptors.
    pub parameters: Vec<String>,
    /// Which parameter, not counting the receiver.
    pub parameter: usize,
    /// The constant.
    pub constant: Literal,
    /// The helper.
    pub helper: String,
    /// Its static method, which takes the receiver first, if there is one.
    pub target: String,
    /// Where it is said.
    pub place: Place,
}

/// A constant that a call may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// `true`
    True,
    /// `false`
    False,
    /// `MAX_VALUE` of `int` or `long`.
    MaxValue,
    /// `1`
    One,
}

impl Literal {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::True, Self::False, Self::MaxValue, Self::One];

    /// As model files spell it.
    pub fn spelling(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::MaxValue => "MAX_VALUE",
            Self::One => "1",
        }
    }
}

/// Code that is not analysed, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The classes.
    pub classes: ClassPattern,
    /// One method of them, or all.
    pub method: Option<String>,
    /// The reason, for people.
    pub reason: String,
    /// Where it is said.
    pub place: Place,
}
