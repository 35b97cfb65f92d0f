//! The classes that an analysis has read, and those that it will probably read next.
//!
//! ```text
//! attempts at an analysis ──want a class──▶ Shelf ◀──put classes there── Ahead, a thread of its own
//!                                             └───── names of classes that are called ────▶┘
//! ```
//!
//! To read and lower classes is a good part of an analysis, and needs nothing of the rest: who is called by a class that is on the
//! shelf is probably wanted soon and is read by another thread meanwhile. What an analysis finds does not depend on that: a class is the
//! same whoever reads it, and what is wrong with one is told by who wanted it.
//!
//! If an analysis costs too much and is tried in another way, the classes are still here.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use ir::body::Op;
use ir::lower::Lowerer;
use ir::{Class, Name};

use super::classes::read;
use crate::problem::Problem;
use crate::program::Program;

/// How many classes may lie here that nobody has asked for: they take memory, and may never be wanted.
const UNCLAIMED: usize = 128;

/// Classes with bodies, until the analysis stands.
#[derive(Default)]
pub(crate) struct Shelf {
    state: Mutex<State>,
    /// A class has come, has been taken, or the shelf was closed.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    classes: HashMap<Name, Kept>,
    /// What somebody reads just now.
    reading: HashSet<Name>,
    /// What is probably wanted, in the order in which it came up.
    guesses: VecDeque<Name>,
    /// All that was ever guessed.
    guessed: HashSet<Name>,
    unclaimed: usize,
    is_closed: bool,
}

struct Kept {
    class: Arc<Class>,
    is_claimed: bool,
}

impl Shelf {
    /// One on which nothing is kept.
    pub(crate) fn closed() -> Shelf {
        let shelf = Shelf::default();
        shelf.close();
        shelf
    }

    /// The class of a name, from here or read now.
    pub(crate) fn get(
        &self,
        name: Name,
        read: impl FnOnce() -> Result<Arc<Class>, Problem>,
    ) -> Result<Arc<Class>, Problem> {
        let mut state = self.state();
        while state.reading.contains(&name) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if let Some(class) = state.claim(name) {
            self.changed.notify_all();
            return Ok(class);
        }
        if state.is_closed {
            drop(state);
            return read();
        }
        state.reading.insert(name);
        drop(state);
        // It is here before others learn that nobody reads it any more.
        self.finish(name, || {
            let read = read();
            if let Ok(class) = &read {
                self.put(name, class, true);
            }
            read
        })
    }

    /// Nothing is kept any more.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        *state = State {
            is_closed: true,
            reading: std::mem::take(&mut state.reading),
            ..State::default()
        };
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a class of which others know that it is being read, also if that fails.
    fn finish<T>(&self, name: Name, read: impl FnOnce() -> T) -> T {
        struct Reading<'s>(&'s Shelf, Name);
        impl Drop for Reading<'_> {
            fn drop(&mut self) {
                self.0.state().reading.remove(&self.1);
                self.0.changed.notify_all();
            }
        }
        let _reading = Reading(self, name);
        read()
    }

    /// Puts a class here by the name that it was looked for by: its file may say another one.
    fn put(&self, name: Name, class: &Arc<Class>, is_claimed: bool) {
        let called: Vec<Name> = called(class).collect();
        let mut state = self.state();
        if state.is_closed {
            return;
        }
        let kept = Kept { class: Arc::clone(class), is_claimed };
        if state.classes.insert(name, kept).is_none() && !is_claimed {
            state.unclaimed += 1;
        }
        for name in called {
            if state.guessed.insert(name) {
                state.guesses.push_back(name);
            }
        }
        self.changed.notify_all();
    }

    /// What is to be read next; none if there is nothing left to do.
    fn next(&self) -> Option<Name> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if state.unclaimed < UNCLAIMED
                && let Some(name) = state.guesses.pop_front()
            {
                if state.classes.contains_key(&name) || !state.reading.insert(name) {
                    continue;
                }
                return Some(name);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    fn claim(&mut self, name: Name) -> Option<Arc<Class>> {
        let kept = self.classes.get_mut(&name)?;
        if !std::mem::replace(&mut kept.is_claimed, true) {
            self.unclaimed -= 1;
        }
        Some(Arc::clone(&kept.class))
    }
}

/// The classes whose methods a class calls.
fn called(class: &Class) -> impl Iterator<Item = Name> + '_ {
    let insts = class.methods.iter().filter_map(|method| method.body());
    let insts = insts.flat_map(|body| body.insts.values());
    insts.filter_map(|inst| match inst.op {
        Op::Invoke { method, .. } => Some(method.data().class),
        _ => None,
    })
}

/// A thread that reads the classes of the program that will probably be wanted, as long as this is there.
pub(crate) struct Ahead {
    shelf: Arc<Shelf>,
    thread: Option<JoinHandle<()>>,
}

impl Ahead {
    /// Begins, if there is a processor for it.
    pub(crate) fn of(program: &Arc<Program>, shelf: &Arc<Shelf>) -> Ahead {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let start = || {
            let (program, shelf) = (Arc::clone(program), Arc::clone(shelf));
            let thread = std::thread::Builder::new().name("classes".to_owned());
            // Without it all is read when it is wanted.
            thread.spawn(move || work(&program, &shelf)).ok()
        };
        let thread = (cores > 1).then(start).flatten();
        Ahead { shelf: Arc::clone(shelf), thread }
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.shelf.close();
        if let Some(thread) = self.thread.take() {
            // What it could not do is done by who wants a class.
            let _ = thread.join();
        }
    }
}

fn work(program: &Program, shelf: &Shelf) {
    let mut lowerer = Lowerer::default();
    while let Some(name) = shelf.next() {
        shelf.finish(name, || {
            let entry = program.class_path.find(name.as_str())?;
            // Most of a library has models in place of its code.
            let is_own = program.is_application(entry);
            let class = is_own.then(|| read(program, entry, &mut lowerer, true).ok()).flatten()?;
            shelf.put(name, &class, false);
            Some(())
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use classfile::{ClassFlags, Version};

    use super::*;

    fn class(name: &str) -> Arc<Class> {
        Arc::new(Class::new(Name::new(name), Version { major: 61, minor: 0 }, ClassFlags::PUBLIC))
    }

    fn missing() -> Problem {
        let error = std::io::Error::from(std::io::ErrorKind::NotFound);
        Problem::File { path: "A.class".to_owned(), error }
    }

    #[test]
    fn a_class_is_read_once_whoever_wants_it() {
        let (shelf, reads) = (Shelf::default(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let class = shelf.get(Name::new("A"), || {
                        reads.fetch_add(1, Ordering::Relaxed);
                        std::thread::yield_now();
                        Ok(class("A"))
                    });
                    assert_eq!(class.unwrap().name.as_str(), "A");
                });
            }
        });
        assert_eq!(reads.into_inner(), 1);
    }

    #[test]
    fn what_cannot_be_read_is_told_to_everybody() {
        let shelf = Shelf::default();
        assert!(shelf.get(Name::new("A"), || Err(missing())).is_err());
        assert!(shelf.get(Name::new("A"), || Err(missing())).is_err());
        assert!(shelf.get(Name::new("A"), || Ok(class("A"))).is_ok());
    }

    #[test]
    fn a_misplaced_class_does_not_hide_another() {
        let shelf = Shelf::default();
        assert!(shelf.get(Name::new("A"), || Ok(class("B"))).is_ok());
        assert!(shelf.get(Name::new("B"), || Err(missing())).is_err());
    }

    #[test]
    fn a_closed_shelf_keeps_nothing_and_ends_the_work() {
        let shelf = Shelf::default();
        shelf.put(Name::new("A"), &class("A"), false);
        shelf.close();
        assert!(shelf.get(Name::new("A"), || Err(missing())).is_err());
        assert!(shelf.get(Name::new("A"), || Ok(class("A"))).is_ok());
        assert!(shelf.state().classes.is_empty());
        assert_eq!(shelf.next(), None);
    }

    #[test]
    fn only_so_much_is_read_that_nobody_wants() {
        let shelf = Shelf::default();
        for at in 0..UNCLAIMED {
            let name = format!("A{at}");
            shelf.put(Name::new(&name), &class(&name), false);
        }
        shelf.state().guesses.push_back(Name::new("B"));
        std::thread::scope(|scope| {
            let next = scope.spawn(|| shelf.next());
            assert!(shelf.get(Name::new("A7"), || Err(missing())).is_ok());
            assert_eq!(next.join().unwrap(), Some(Name::new("B")));
        });
    }
}
