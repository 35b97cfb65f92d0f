//! What was found, in ids.

use ir::hierarchy::{FieldId, MethodId};
use ir::{Inst, Name};
use models::{ForkKind, LockMode};
use points_to::Obj;

use crate::uses::Use;

ir::entity! {
    /// An abstract thread: how and where it is started.
    ThreadId, "thread"
}

/// A place in the code of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    /// The method.
    pub method: MethodId,
    /// The instruction.
    pub inst: Inst,
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct Races {
    /// The races, the most certain first. At most one for each pair of places, kinds and location.
    pub races: Vec<Race>,
    /// The abstract threads, by [`ThreadId`]; the first is the one that calls the entry points.
    pub threads: Vec<AbstractThread>,
    /// How many accesses to memory that threads share were looked at.
    pub accesses: usize,
    /// How many locations more than one thread accesses.
    pub shared: usize,
    /// How many pairs are not among the races because many others of the same field are.
    pub left_out: usize,
    /// How many of the unlikely ones were not looked at in all threads and on all objects; somewhere they may be more than that.
    pub hurried: usize,
    /// The uses of what was to be watched.
    pub uses: Vec<Use>,
}

/// An abstract thread.
#[derive(Clone, Debug)]
pub struct AbstractThread {
    /// What kind of thread; none for the one that calls the entry points.
    pub kind: Option<ForkKind>,
    /// The calls that start it, in application code where there is some.
    pub starts: Vec<Site>,
    /// The first method of the application that it runs.
    pub runs: Option<MethodId>,
    /// Whether several of its instances may run at the same time.
    pub is_many: bool,
    /// The calls that may wait for it, wherever they are.
    pub joins: Vec<Site>,
}

/// Two accesses that nothing is known to put in order.
#[derive(Clone, Debug)]
pub struct Race {
    /// How certain it is.
    pub tier: Tier,
    /// What both access.
    pub location: Location,
    /// A write, if one of them is one; otherwise the one that stands first.
    pub first: Access,
    /// The other one.
    pub second: Access,
    /// Why they may happen at the same time.
    pub order: Order,
    /// What makes it less certain than others, if anything.
    pub doubts: Vec<Doubt>,
}

/// How certain a race is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Objects and locks are unambiguous (StaTS, Def. 9.1).
    Precise,
    /// The accesses may mean the same object (Def. 9.2).
    Possible,
    /// As before, but something speaks against it: a [`Doubt`]. Shown on request.
    Unlikely,
}

/// What is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// A static field.
    Static(FieldId),
    /// A field of an object.
    Field(Obj, FieldId),
    /// The elements of an array.
    Element(Obj),
    /// A part of the state of a library object: its contents.
    State(Obj, Name),
    /// Something inside of a library object.
    Inside(Obj),
}

impl Location {
    /// The object that it is a part of.
    pub fn object(self) -> Option<Obj> {
        match self {
            Location::Static(_) => None,
            Location::Field(object, _)
            | Location::Element(object)
            | Location::State(object, _)
            | Location::Inside(object) => Some(object),
        }
    }

    /// That object, if it is known by who holds it, because the location has no name of its own.
    pub fn held_object(self) -> Option<Obj> {
        self.object().filter(|_| !matches!(self, Location::Field(..)))
    }
}

/// One side of a race.
#[derive(Clone, Debug)]
pub struct Access {
    /// What it does.
    pub kind: AccessKind,
    /// Where, in application code.
    pub site: Site,
    /// The library method that is called there, if the access happens in library code.
    pub via: Option<MethodId>,
    /// Where in the body of a library it happens: from the method that is called to the access, as far as there are bodies.
    pub inside: Vec<Site>,
    /// The thread.
    pub thread: ThreadId,
    /// The locks that are surely held.
    pub locks: Vec<HeldLock>,
    /// The calls from the first method of the thread to the method of the access, outermost first.
    pub stack: Vec<Site>,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    /// It reads.
    Read,
    /// It writes.
    Write,
}

/// A lock that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldLock {
    /// Where it was taken.
    pub site: Site,
    /// How it is held.
    pub mode: LockMode,
    /// The objects that it may be.
    pub may_objs: Vec<Obj>,
}

/// Why two accesses may happen at the same time. Sites are calls that start threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Instances of one thread, started here, and not joined before the next one is.
    SameStart {
        /// The call that starts them.
        start: Site,
        /// Whether it is carried out in a loop, or else in a method that is called several times.
        is_in_loop: bool,
    },
    /// The thread of the first access is started here, that of the second there, and neither is joined before.
    TwoStarts {
        /// The call that starts the thread of the first access, or a thread that leads to it.
        first: Site,
        /// The same for the second.
        second: Site,
    },
    /// The one access is in a thread that the other's thread starts here, and nothing joins it before.
    Child {
        /// The call.
        start: Site,
        /// Whether the first access is the one in the started thread.
        is_first_in_child: bool,
    },
    /// Nothing is known about when the threads run.
    Unknown,
}

/// What speaks against a race.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Doubt {
    /// Both hold a lock that may be the same one.
    MayShareLock,
    /// A volatile field is written after the first and read before the second access.
    OrderedByVolatile(FieldId),
    /// A latch, barrier, queue or the like is signalled after the one and awaited before the other.
    OrderedBySignal(Site),
    /// Each thread seems to use array elements of its own.
    IndexByThread,
    /// Each iteration seems to have elements of its own, in parts into which the program itself has divided them.
    OwnPart,
    /// Each thread seems to be started for an element of its own.
    StartedForElement,
    /// The read is checked afterwards, and repeated if somebody wrote.
    Validated,
    /// Only a thread with a certain number, or the like, gets there.
    OneThreadOnly,
    /// The object is handed over before the other thread uses it.
    HandedOver,
    /// The threads are joined, but with a time limit.
    TimedJoin(Site),
    /// The object comes out of a library in each of the threads, which may give each another one.
    GivenOut,
    /// The object was given to a library by its user, and nothing shows that the library shares it.
    GivenIn,
    /// It happens deep inside of a library object, which the library may guard.
    InsideLibrary,
    /// It is written to set up the object, and nothing shows that others have that by then.
    SetUp,
    /// The object was written while nobody else knew it, but is made known without synchronisation.
    UnsafePublication,
}
