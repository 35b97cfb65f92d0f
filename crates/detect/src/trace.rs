//! What happens in a run, in the order in which it happens, and random traces of it.

use std::fmt;

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident $prefix:literal;)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(pub u32);

            impl fmt::Debug for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, concat!($prefix, "{}"), self.0)
                }
            }
        )*
    };
}

ids! {
    /// A thread. A number may be used again after its thread was joined or has ended.
    ThreadId "t";
    /// A variable: a field of one object.
    VarId "x";
    /// Something that orders threads: a monitor.
    LockId "l";
    /// A volatile variable.
    VolatileId "v";
}

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A thread reads a variable.
    Read(ThreadId, VarId),
    /// A thread writes a variable.
    Write(ThreadId, VarId),
    /// A thread gets a lock.
    Acquire(ThreadId, LockId),
    /// A thread gives a lock back.
    Release(ThreadId, LockId),
    /// A thread reads a volatile variable.
    VolatileRead(ThreadId, VolatileId),
    /// A thread writes a volatile variable.
    VolatileWrite(ThreadId, VolatileId),
    /// The first thread starts the second.
    Fork(ThreadId, ThreadId),
    /// The first thread waits for the end of the second.
    Join(ThreadId, ThreadId),
}

impl Event {
    /// Who does it.
    pub fn thread(self) -> ThreadId {
        match self {
            Event::Read(thread, _)
            | Event::Write(thread, _)
            | Event::Acquire(thread, _)
            | Event::Release(thread, _)
            | Event::VolatileRead(thread, _)
            | Event::VolatileWrite(thread, _)
            | Event::Fork(thread, _)
            | Event::Join(thread, _) => thread,
        }
    }
}

/// Two accesses that nothing orders, as the places of their events in a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RacePair {
    /// The one that came first.
    pub earlier: usize,
    /// The other one.
    pub later: usize,
}

/// Anything that sees events one after the other and finds races.
pub trait Detector {
    /// The next event; its place in the trace.
    fn event(&mut self, at: usize, event: Event);

    /// What was found, in the order in which it was found.
    fn races(&self) -> &[(VarId, RacePair)];
}

/// Lets a detector see a trace. For each variable with a race: the place of the access that completed the first one.
pub fn first_races(detector: &mut dyn Detector, trace: &[Event]) -> Vec<(VarId, usize)> {
    for (at, event) in trace.iter().enumerate() {
        detector.event(at, *event);
    }
    let mut first: Vec<(VarId, usize)> = Vec::new();
    for (var, pair) in detector.races() {
        if !first.iter().any(|(known, _)| known == var) {
            first.push((*var, pair.later));
        }
    }
    first.sort_unstable();
    first
}

/// A small random number generator (Steele and others, SplitMix64), so that a seed names a trace for ever.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below another one, which is not zero.
    pub fn below(&mut self, end: u32) -> u32 {
        (self.draw() % u64::from(end)) as u32
    }
}

/// How large a random trace is.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Threads, the first of which runs from the start.
    pub threads: u32,
    /// Variables.
    pub vars: u32,
    /// Locks.
    pub locks: u32,
    /// Volatile variables.
    pub volatiles: u32,
    /// Events, about.
    pub length: usize,
    /// Of a hundred events, how many order threads.
    pub synchronisation: u32,
}

/// A trace that could happen: locks are held by one thread, threads run between fork and join, locks are given back.
pub fn random_trace(seed: u64, shape: Shape) -> Vec<Event> {
    let mut random = Random(seed);
    let mut generator = Generator {
        running: vec![ThreadId(0)],
        to_start: (1..shape.threads).map(ThreadId).collect(),
        held: vec![None; shape.locks as usize],
        trace: Vec::with_capacity(shape.length + 16),
    };
    while generator.trace.len() < shape.length {
        generator.step(&mut random, shape);
    }
    generator.finish();
    generator.trace
}

struct Generator {
    running: Vec<ThreadId>,
    to_start: Vec<ThreadId>,
    /// Who holds each lock.
    held: Vec<Option<ThreadId>>,
    trace: Vec<Event>,
}

impl Generator {
    fn step(&mut self, random: &mut Random, shape: Shape) {
        let thread = self.running[random.below(self.running.len() as u32) as usize];
        if random.below(100) >= shape.synchronisation {
            let var = VarId(random.below(shape.vars));
            let is_write = random.below(3) == 0;
            self.trace.push(if is_write {
                Event::Write(thread, var)
            } else {
                Event::Read(thread, var)
            });
            return;
        }
        match random.below(8) {
            0..=3 => self.lock(thread, LockId(random.below(shape.locks))),
            4 => {
                let volatile = VolatileId(random.below(shape.volatiles));
                self.trace.push(Event::VolatileRead(thread, volatile));
            }
            5 => {
                let volatile = VolatileId(random.below(shape.volatiles));
                self.trace.push(Event::VolatileWrite(thread, volatile));
            }
            6 => {
                if let Some(new) = self.to_start.pop() {
                    self.trace.push(Event::Fork(thread, new));
                    self.running.push(new);
                }
            }
            _ => self.join(thread, random),
        }
    }

    fn lock(&mut self, thread: ThreadId, lock: LockId) {
        let holder = &mut self.held[lock.0 as usize];
        match *holder {
            None => {
                *holder = Some(thread);
                self.trace.push(Event::Acquire(thread, lock));
            }
            Some(owner) => {
                // Whoever has it gives it back, so that it does not stay held for the whole trace.
                *holder = None;
                self.trace.push(Event::Release(owner, lock));
            }
        }
    }

    fn join(&mut self, thread: ThreadId, random: &mut Random) {
        let other = self.running[random.below(self.running.len() as u32) as usize];
        // The first thread is joined by nobody, and threads are not joined often: then nothing would race.
        if other == thread || other == ThreadId(0) || random.below(4) != 0 {
            return;
        }
        self.release_all(Some(other));
        self.running.retain(|running| *running != other);
        self.trace.push(Event::Join(thread, other));
    }

    fn release_all(&mut self, of: Option<ThreadId>) {
        for (lock, holder) in (0..).zip(&mut self.held) {
            if let Some(thread) = *holder
                && of.is_none_or(|of| of == thread)
            {
                *holder = None;
                self.trace.push(Event::Release(thread, LockId(lock)));
            }
        }
    }

    fn finish(&mut self) {
        self.release_all(None);
    }
}
