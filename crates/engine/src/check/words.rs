//! Threads, orders and doubts in words.

use models::ForkKind;
use races::{AbstractThread, Access, AccessKind, Doubt, Order, Race, ThreadId};
use report::{Started, simple};

use super::Namer;
use crate::find::dotted;

/// Methods by which a thread is entered; the class says what it does.
const ENTRIES: [&str; 7] = ["run", "call", "compute", "exec", "get", "accept", "apply"];

impl Namer<'_> {
    pub(super) fn thread(&self, id: ThreadId) -> &AbstractThread {
        &self.races.threads[ir::entity::EntityId::index(id)]
    }

    /// Who makes an access: the thread, or who calls the library in it.
    pub(super) fn who(&self, access: &Access) -> (String, Option<Started>) {
        let thread = self.thread(access.thread);
        if self.analysis.is_caller(thread) {
            let called = self.called(access);
            let any = if thread.is_many { " (any thread)" } else { "" };
            return (format!("a caller of {called}{any}"), None);
        }
        (self.thread_name(thread), Some(self.started(thread)))
    }

    /// The method that was called from outside: `Cache.put`.
    fn called(&self, access: &Access) -> String {
        let stack = self.stack(access);
        let outermost = stack.last().map(|frame| report::method(&frame.class, &frame.method));
        outermost.unwrap_or_else(|| self.position(access.site))
    }

    /// `Spider thread`, `main`.
    pub(super) fn thread_name(&self, thread: &AbstractThread) -> String {
        if self.analysis.is_caller(thread) {
            return "a caller".to_owned();
        }
        let Some(kind) = thread.kind else {
            let entries = self.analysis.entries();
            let has_callers = entries.callers().next().is_some() && entries.mains().is_empty();
            return if has_callers { "the thread that makes it" } else { "main" }.to_owned();
        };
        let runs = thread.runs.map(|method| {
            let name = self.analysis.method_name(method);
            let class = simple(name.class.as_str());
            let method = name.name.as_str();
            match method {
                _ if method.starts_with("lambda$") => "lambda".to_owned(),
                _ if ENTRIES.contains(&method) => class.to_owned(),
                _ => format!("{class}.{method}"),
            }
        });
        match runs {
            Some(runs) => format!("{runs} {}", noun(kind).0),
            None => noun(kind).0.to_owned(),
        }
    }

    pub(super) fn started(&self, thread: &AbstractThread) -> Started {
        let mut at: Vec<String> = Vec::new();
        for start in &thread.starts {
            let position = self.position(*start);
            if !at.contains(&position) {
                at.push(position);
            }
        }
        Started { at, is_many: thread.is_many }
    }

    /// One sentence that says why the accesses may happen at the same time.
    pub(super) fn why(&self, race: &Race) -> String {
        let guarding = self.guarding(race).filter(|_| self.are_callers(race));
        let locks = guarding.unwrap_or_else(|| self.no_common_lock(race));
        format!("{}{locks}", self.order(race))
    }

    fn are_callers(&self, race: &Race) -> bool {
        let sides = [&race.first, &race.second];
        sides.iter().all(|access| self.analysis.is_caller(self.thread(access.thread)))
    }

    /// `any two threads may call Cache.put and Cache.size at the same time`
    fn order_of_callers(&self, race: &Race) -> String {
        let [first, second] = [&race.first, &race.second].map(|access| self.called(access));
        match first == second {
            true => format!("any two threads may call {first} at the same time"),
            false => format!("any two threads may call {first} and {second} at the same time"),
        }
    }

    /// What one side locks and the other does not: `written under Cache.lock in put, read without in size`.
    fn guarding(&self, race: &Race) -> Option<String> {
        let (with, without) = match (race.first.locks.is_empty(), race.second.locks.is_empty()) {
            (false, true) => (&race.first, &race.second),
            (true, false) => (&race.second, &race.first),
            _ => return None,
        };
        let locks: Vec<String> =
            self.locks(&with.locks).into_iter().map(|lock| lock.name).collect();
        let verb = |access: &Access| match access.kind {
            AccessKind::Read => "read",
            AccessKind::Write => "written",
        };
        let method = |access: &Access| self.analysis.method_name(access.site.method).name;
        Some(format!(
            "; {} under {} in {}, {} without in {}",
            verb(with),
            locks.join(", "),
            method(with),
            verb(without),
            method(without)
        ))
    }

    /// Why no start or join orders the accesses.
    pub(super) fn order(&self, race: &Race) -> String {
        if self.are_callers(race) {
            return self.order_of_callers(race);
        }
        let kind = |access: &Access| self.thread(access.thread).kind.unwrap_or(ForkKind::Thread);
        match race.order {
            Order::SameStart { start, .. } if kind(&race.first) == ForkKind::Loop => {
                format!("both are in iterations of the parallel loop at {}", self.position(start))
            }
            Order::SameStart { start, is_in_loop } => {
                let (_, threads) = noun(kind(&race.first));
                let at = self.position(start);
                match is_in_loop {
                    true => format!(
                        "both run in {threads} started in the loop at {at}, and none is waited for before the next one starts"
                    ),
                    false => format!(
                        "both run in {threads} started at {at}, which is reached several times without waiting for the last one"
                    ),
                }
            }
            Order::TwoStarts { first, second } => {
                let (first, second) = (self.position(first), self.position(second));
                let (_, threads) = noun(kind(&race.first));
                format!(
                    "the {threads} are started at {first} and {second}, and neither is waited for before the other runs"
                )
            }
            Order::Child { start, is_first_in_child } => {
                let (child, other) = match is_first_in_child {
                    true => (&race.first, &race.second),
                    false => (&race.second, &race.first),
                };
                let (thread, _) = noun(kind(child));
                let (start, other) = (self.position(start), self.told(other));
                format!("nothing waits for the {thread} started at {start} before the {other}")
            }
            Order::Unknown => "nothing is known to put these threads in order".to_owned(),
        }
    }

    fn no_common_lock(&self, race: &Race) -> String {
        let [first, second] = [&race.first, &race.second].map(|access| self.locks(&access.locks));
        let both_as_reader = first.iter().find(|lock| {
            let is_it = |other: &&report::Lock| other.name == lock.name;
            let as_reader = report::LockMode::Read;
            lock.mode == as_reader && second.iter().find(is_it).is_some_and(|o| o.mode == as_reader)
        });
        if race.doubts.contains(&Doubt::MayShareLock) {
            return String::new();
        }
        match (first.is_empty(), second.is_empty(), both_as_reader) {
            (true, true, _) => String::new(),
            (false, true, _) => format!("; only the {} holds a lock", self.told(&race.first)),
            (true, false, _) => format!("; only the {} holds a lock", self.told(&race.second)),
            (false, false, Some(lock)) => format!("; both hold {} as readers only", lock.name),
            (false, false, None) => "; they hold different locks".to_owned(),
        }
    }

    /// `write at Spider.java:87`
    fn told(&self, access: &Access) -> String {
        let kind = match access.kind {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        };
        format!("{kind} at {}", self.position(access.site))
    }

    pub(super) fn doubt(&self, doubt: &Doubt) -> String {
        match doubt {
            Doubt::MayShareLock => "both hold a lock that may be the same one".to_owned(),
            Doubt::OrderedByVolatile(field) => {
                let hierarchy = self.analysis.solver().hierarchy();
                let decl = hierarchy.field(*field);
                let class = dotted(simple(hierarchy.name(decl.class).as_str()));
                format!("the volatile field {class}.{} may put them in order", decl.name)
            }
            Doubt::OrderedBySignal(site) => {
                format!("what is awaited at {} may put them in order", self.position(*site))
            }
            Doubt::IndexByThread => {
                "each thread seems to use elements of the array that no other uses".to_owned()
            }
            Doubt::OwnPart => {
                "each iteration seems to have a part of its own of what the program has divided".to_owned()
            }
            Doubt::StartedForElement => {
                "each thread seems to be started for an object of its own".to_owned()
            }
            Doubt::Validated => {
                "the read is optimistic: it is checked afterwards whether somebody wrote".to_owned()
            }
            Doubt::OneThreadOnly => {
                "a test lets only one of the threads through, as it seems".to_owned()
            }
            Doubt::HandedOver => {
                "the object seems to be handed over before the other thread uses it".to_owned()
            }
            Doubt::TimedJoin(site) => {
                let at = self.position(*site);
                format!("the thread is waited for at {at}, though only for some time")
            }
            Doubt::GivenOut => {
                "the object comes out of a library, which may give each thread another one".to_owned()
            }
            Doubt::GivenIn => {
                "the object is one that a user has given to the library, which guards it nowhere".to_owned()
            }
            Doubt::InsideLibrary => {
                "it happens deep inside of a library object, which the library may guard".to_owned()
            }
            Doubt::SetUp => {
                "it is written to set up the object, and nothing shows that others have that by then".to_owned()
            }
            Doubt::UnsafePublication => {
                "the write is made before others know the object, which is then made known without synchronisation"
                    .to_owned()
            }
        }
    }
}

/// One and several threads of a kind.
fn noun(kind: ForkKind) -> (&'static str, &'static str) {
    match kind {
        ForkKind::Thread => ("thread", "threads"),
        ForkKind::Task => ("task", "tasks"),
        ForkKind::Stage => ("stage", "stages"),
        ForkKind::Timer => ("timer task", "timer tasks"),
        ForkKind::Finalizer => ("finalizer", "finalizers"),
        ForkKind::Hook => ("shutdown hook", "shutdown hooks"),
        ForkKind::Loop => ("parallel loop", "iterations of a parallel loop"),
    }
}
