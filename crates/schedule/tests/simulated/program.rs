//! A small multi-threaded program, and a machine that runs it under a scheduler: as many cores as threads, and a clock.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use detect::oracle::VectorClocks;
use detect::trace::{self, Event, VarId, first_races};
use schedule::{
    Activity, Controller, Limits, LockId, MethodId, Names, PlaceId, Relations, Request, Scheduler,
    Statistics, ThreadId, TypeId, Verdict, World,
};

/// A step of a thread. Methods are `Call … Return`; the rest belongs to `run`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Acquire(u32),
    /// As `Acquire`, at a place that is not asked about any more.
    Pass(u32),
    Release(u32),
    Read(u32),
    Write(u32),
    Call(u32),
    Return,
    /// Takes some microseconds.
    Compute(u64),
    /// As `Compute`, but asleep.
    Sleep(u64),
    Start(u32),
    Join(u32),
    /// For the condition of a lock, unless it holds already.
    Wait(u32),
    /// The condition of a lock holds from now on. Who waited for it takes some time to wake up.
    Notify(u32),
}

/// The threads of a program, the first of which runs from the start; and the type of each lock.
#[derive(Clone, Debug)]
pub struct Program {
    pub threads: Vec<Vec<Op>>,
    pub types: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    NotStarted,
    Ready,
    Suspended,
    Asleep,
    /// For a lock; again after a wait, if so.
    Blocked(u32, bool),
    Waiting(u32),
    Joining(u32),
    Ended,
}

struct Thread {
    at: usize,
    ready: Duration,
    state: State,
    /// The scheduler has agreed to the acquisition at hand.
    is_allowed: bool,
    methods: Vec<MethodId>,
    held: Vec<u32>,
}

/// What came of a run.
pub struct Outcome {
    pub races: BTreeSet<u32>,
    pub trace: Vec<Event>,
    pub has_ended: bool,
    pub deadlock: Option<Vec<ThreadId>>,
    pub statistics: Statistics,
    pub relations: String,
    pub log: String,
    pub remark: Option<String>,
    pub time: Duration,
}

/// What the scheduler sees of the machine.
struct Seen<'m>(&'m RefCell<Vec<Thread>>);

impl World for Seen<'_> {
    fn stack(&self, thread: ThreadId, _depth: usize) -> Vec<MethodId> {
        let threads = self.0.borrow();
        threads[thread.0 as usize].methods.iter().rev().copied().collect()
    }

    fn activity(&self, thread: ThreadId) -> Activity {
        match self.0.borrow()[thread.0 as usize].state {
            State::NotStarted | State::Ready => Activity::Running,
            State::Ended => Activity::Ended,
            State::Asleep => Activity::Waiting { is_timed: true },
            State::Blocked(..) => Activity::Blocked,
            _ => Activity::Waiting { is_timed: false },
        }
    }
}

/// How a scheduler is made for a run: with the relations so far, and the names of places.
pub type Make<'m> = &'m dyn Fn(Relations, &mut Names<PlaceId>) -> Box<dyn Scheduler>;

struct Machine<'p> {
    program: &'p Program,
    controller: Controller,
    threads: RefCell<Vec<Thread>>,
    owners: BTreeMap<u32, u32>,
    notified: BTreeSet<u32>,
    trace: Vec<Event>,
    now: Duration,
    last_tick: Duration,
    jitter: fastrand::Rng,
}

/// Every step takes so long, and a random bit more.
const STEP: Duration = Duration::from_micros(10);
const TICK: Duration = Duration::from_millis(1);

pub fn run(program: &Program, make: Make<'_>, relations: &str, depth: usize, seed: u64) -> Outcome {
    let mut known = Relations::default();
    if !relations.is_empty() {
        known.read(relations).unwrap();
    }
    let mut places = Names::default();
    let scheduler = make(known.clone(), &mut places);
    let mut controller = Controller::new(scheduler, depth, known, places, Limits::default());
    let thread = |i: usize, controller: &mut Controller| Thread {
        at: 0,
        ready: Duration::ZERO,
        state: if i == 0 { State::Ready } else { State::NotStarted },
        is_allowed: false,
        methods: vec![controller.method(&format!("run{i}"))],
        held: Vec::new(),
    };
    let threads = (0..program.threads.len()).map(|i| thread(i, &mut controller)).collect();
    controller.started(ThreadId(0), None, &[]);
    let machine = Machine {
        program,
        controller,
        threads: RefCell::new(threads),
        owners: BTreeMap::new(),
        notified: BTreeSet::new(),
        trace: Vec::new(),
        now: Duration::ZERO,
        last_tick: Duration::ZERO,
        jitter: fastrand::Rng::with_seed(seed),
    };
    machine.run()
}

impl Machine<'_> {
    fn run(mut self) -> Outcome {
        let mut deadlock = None;
        for steps in 0.. {
            assert!(steps < 2_000_000, "a suspended thread hangs the run");
            if self.now - self.last_tick >= TICK {
                self.tick();
            }
            if let Some(next) = self.next() {
                let ready = self.threads.borrow()[next as usize].ready;
                if ready > self.now + TICK && self.controller.has_suspended() {
                    // Time passes step by step, so that suspended threads are looked after.
                    self.now += TICK;
                    continue;
                }
                self.now = self.now.max(ready);
                self.step(next);
            } else if self.controller.has_suspended() {
                self.now += TICK;
            } else {
                deadlock = self.controller.deadlock(self.now + Duration::from_secs(1));
                break;
            }
        }
        let has_ended = self
            .threads
            .borrow()
            .iter()
            .all(|thread| matches!(thread.state, State::Ended | State::NotStarted));
        let mut detector = VectorClocks::default();
        let races = first_races(&mut detector, &self.trace);
        Outcome {
            races: races.into_iter().map(|(VarId(var), _)| var).collect(),
            trace: self.trace,
            has_ended,
            deadlock,
            statistics: self.controller.statistics(),
            relations: self.controller.names().write(),
            log: self.controller.take_log(),
            remark: self.controller.remark(),
            time: self.now,
        }
    }

    /// The thread whose next step comes first.
    fn next(&mut self) -> Option<u32> {
        let threads = self.threads.borrow();
        let can_step = |thread: &Thread| match thread.state {
            State::Ready | State::Asleep => true,
            State::Blocked(lock, _) => !self.owners.contains_key(&lock),
            State::Joining(other) => threads[other as usize].state == State::Ended,
            _ => false,
        };
        let ready = threads.iter().enumerate().filter(|(_, thread)| can_step(thread));
        ready.min_by_key(|(i, thread)| (thread.ready, *i)).map(|(i, _)| i as u32)
    }

    fn wake(&mut self, released: Vec<ThreadId>) {
        for thread in released {
            let thread = &mut self.threads.borrow_mut()[thread.0 as usize];
            assert_eq!(thread.state, State::Suspended);
            thread.state = State::Ready;
            thread.is_allowed = true;
            thread.ready = self.now;
        }
    }

    fn tick(&mut self) {
        self.last_tick = self.now;
        let released = self.controller.tick(self.now, &Seen(&self.threads));
        self.wake(released);
    }

    fn step(&mut self, id: u32) {
        let own = &self.program.threads[id as usize];
        let t = trace::ThreadId(id);
        let (at, state, is_allowed) = {
            let thread = &mut self.threads.borrow_mut()[id as usize];
            thread.ready = self.now + STEP + Duration::from_micros(self.jitter.u64(..5));
            (thread.at, thread.state, thread.is_allowed)
        };
        match state {
            State::Blocked(lock, true) => return self.take(id, lock),
            State::Asleep => self.threads.borrow_mut()[id as usize].state = State::Ready,
            _ => {}
        }
        let Some(op) = own.get(at).copied() else {
            self.threads.borrow_mut()[id as usize].state = State::Ended;
            let released = self.controller.ended(ThreadId(id), self.now, &Seen(&self.threads));
            return self.wake(released);
        };
        let mut moves_on = true;
        match op {
            Op::Acquire(lock) if !is_allowed => {
                self.ask(id, lock, at);
                moves_on = false;
            }
            Op::Acquire(lock) if self.owners.contains_key(&lock) => {
                self.threads.borrow_mut()[id as usize].state = State::Blocked(lock, false);
                moves_on = false;
            }
            Op::Acquire(lock) => {
                self.take(id, lock);
                self.threads.borrow_mut()[id as usize].is_allowed = false;
                let (now, seen) = (self.now, Seen(&self.threads));
                let released = self.controller.acquired(ThreadId(id), now, &seen);
                self.wake(released);
                moves_on = false;
            }
            Op::Pass(lock) if self.owners.contains_key(&lock) => {
                self.threads.borrow_mut()[id as usize].state = State::Blocked(lock, false);
                moves_on = false;
            }
            Op::Pass(lock) => {
                self.take(id, lock);
                let ty = self.type_of(lock);
                let (now, seen) = (self.now, Seen(&self.threads));
                let released = self.controller.passed(ThreadId(id), LockId(lock), ty, now, &seen);
                self.wake(released);
                moves_on = false;
            }
            Op::Release(lock) => self.leave(id, lock),
            Op::Read(x) => self.trace.push(Event::Read(t, VarId(x))),
            Op::Write(x) => self.trace.push(Event::Write(t, VarId(x))),
            Op::Call(method) => {
                let method = self.controller.method(&format!("f{method}"));
                self.threads.borrow_mut()[id as usize].methods.push(method);
            }
            Op::Return => {
                self.threads.borrow_mut()[id as usize].methods.pop();
            }
            Op::Compute(micros) => {
                self.threads.borrow_mut()[id as usize].ready += Duration::from_micros(micros);
            }
            Op::Sleep(micros) => {
                let thread = &mut self.threads.borrow_mut()[id as usize];
                thread.ready += Duration::from_micros(micros);
                thread.state = State::Asleep;
            }
            Op::Start(other) => {
                let stack: Vec<MethodId> = Seen(&self.threads).stack(ThreadId(id), 0);
                self.controller.started(ThreadId(other), Some(ThreadId(id)), &stack);
                self.trace.push(Event::Fork(t, trace::ThreadId(other)));
                let thread = &mut self.threads.borrow_mut()[other as usize];
                thread.state = State::Ready;
                thread.ready = self.now + STEP;
            }
            Op::Join(other) => {
                let has_ended = self.threads.borrow()[other as usize].state == State::Ended;
                let state = if has_ended { State::Ready } else { State::Joining(other) };
                self.threads.borrow_mut()[id as usize].state = state;
                if has_ended {
                    self.trace.push(Event::Join(t, trace::ThreadId(other)));
                }
                moves_on = has_ended;
            }
            Op::Wait(lock) if self.notified.contains(&lock) => {}
            Op::Wait(lock) => {
                self.leave(id, lock);
                self.threads.borrow_mut()[id as usize].state = State::Waiting(lock);
            }
            Op::Notify(lock) => {
                self.notified.insert(lock);
                for thread in self.threads.borrow_mut().iter_mut() {
                    if thread.state == State::Waiting(lock) {
                        thread.state = State::Blocked(lock, true);
                        thread.ready = self.now + Duration::from_micros(self.jitter.u64(..5_000));
                        // The step after the wait comes when it has the lock again.
                        thread.at -= 1;
                    }
                }
            }
        }
        if moves_on {
            self.threads.borrow_mut()[id as usize].at += 1;
        }
    }

    fn take(&mut self, id: u32, lock: u32) {
        self.owners.insert(lock, id);
        self.trace.push(Event::Acquire(trace::ThreadId(id), trace::LockId(lock)));
        let thread = &mut self.threads.borrow_mut()[id as usize];
        thread.held.push(lock);
        thread.state = State::Ready;
        thread.at += 1;
    }

    fn leave(&mut self, id: u32, lock: u32) {
        assert_eq!(self.owners.remove(&lock), Some(id));
        self.trace.push(Event::Release(trace::ThreadId(id), trace::LockId(lock)));
        self.threads.borrow_mut()[id as usize].held.retain(|held| *held != lock);
    }

    fn type_of(&mut self, lock: u32) -> TypeId {
        self.controller.ty(&format!("C{}", self.program.types[lock as usize]))
    }

    fn ask(&mut self, id: u32, lock: u32, at: usize) {
        let ty = self.type_of(lock);
        let held = self.threads.borrow()[id as usize].held.clone();
        let held = held.into_iter().map(|held| (LockId(held), self.type_of(held)));
        let held: Vec<(LockId, TypeId)> = held.collect();
        let request = Request {
            thread: ThreadId(id),
            lock: LockId(lock),
            ty,
            held,
            place: self.controller.place(&format!("run{id}:{at}")),
            stack: Seen(&self.threads).stack(ThreadId(id), 0),
        };
        match self.controller.request(request, self.now, &Seen(&self.threads)) {
            Verdict::Go => self.threads.borrow_mut()[id as usize].is_allowed = true,
            Verdict::Suspend => {
                self.threads.borrow_mut()[id as usize].state = State::Suspended;
            }
            Verdict::Delay(time) => {
                let thread = &mut self.threads.borrow_mut()[id as usize];
                thread.is_allowed = true;
                thread.ready = self.now + time;
            }
        }
    }
}
