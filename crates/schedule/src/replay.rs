//! Steers the acquisitions of a log again, in its order, and says where the program went another way.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;

use crate::{
    Cause, Entry, Log, Names, PlaceId, Released, Request, Scheduler, Start, ThreadId, ThreadPath,
    Verdict, World,
};

/// Follows a log.
#[derive(Debug)]
pub struct Replay {
    entries: Vec<Entry>,
    places: Vec<PlaceId>,
    is_taken: Vec<bool>,
    /// The first entry that is not taken.
    at: usize,
    /// Of each thread the entries that it has not reached.
    ahead: FxHashMap<ThreadPath, VecDeque<usize>>,
    paths: FxHashMap<ThreadId, ThreadPath>,
    /// Threads that wait for their turn, with their entries.
    waiting: BTreeMap<ThreadId, usize>,
    /// Threads that go, with their entries.
    going: BTreeMap<ThreadId, usize>,
    /// Where it first went another way, and what was expected there.
    diverged: Option<(usize, String)>,
    followed: usize,
}

impl Replay {
    /// Follows a log; its places get numbers.
    pub fn new(log: Log, names: &mut Names<PlaceId>) -> Replay {
        let mut ahead = FxHashMap::<ThreadPath, VecDeque<usize>>::default();
        for (i, entry) in log.entries.iter().enumerate() {
            ahead.entry(entry.thread.clone()).or_default().push_back(i);
        }
        Replay {
            places: log.entries.iter().map(|entry| names.number(&entry.place)).collect(),
            is_taken: vec![false; log.entries.len()],
            entries: log.entries,
            at: 0,
            ahead,
            paths: FxHashMap::default(),
            waiting: BTreeMap::new(),
            going: BTreeMap::new(),
            diverged: None,
            followed: 0,
        }
    }

    fn diverge(&mut self, why: &str) {
        if self.diverged.is_none() {
            let expected = self.entries.get(self.at).map_or_else(
                || "its end".to_owned(),
                |entry| format!("thread {} at {}", entry.thread, entry.place),
            );
            self.diverged = Some((self.at, format!("{expected} was expected, but {why}")));
        }
    }

    /// The entry of a thread that is about to acquire something at a place.
    fn entry(&self, thread: ThreadId, place: PlaceId) -> Option<usize> {
        let next = *self.ahead.get(self.paths.get(&thread)?)?.front()?;
        (self.places[next] == place).then_some(next)
    }

    fn take(&mut self, entry: usize) {
        self.is_taken[entry] = true;
        while self.is_taken.get(self.at) == Some(&true) {
            self.at += 1;
        }
    }

    /// Who is next, if it waits for that.
    fn next(&mut self) -> Released {
        let next = self.waiting.iter().find(|(_, entry)| **entry == self.at).map(|(t, _)| *t);
        let Some(thread) = next else { return Vec::new() };
        self.go(thread);
        vec![(thread, Cause::Done)]
    }

    fn go(&mut self, thread: ThreadId) {
        if let Some(entry) = self.waiting.remove(&thread) {
            self.going.insert(thread, entry);
        }
    }
}

impl Scheduler for Replay {
    fn request(&mut self, request: &Request, _world: &dyn World) -> Verdict {
        if self.at == self.entries.len() {
            return Verdict::Go;
        }
        let Some(entry) = self.entry(request.thread, request.place) else {
            let path = self.paths.get(&request.thread).map_or("?", |path| &path.0).to_owned();
            self.diverge(&format!("thread {path} acquired something that it did not then"));
            return Verdict::Go;
        };
        if let Some(ahead) = self.ahead.get_mut(&self.paths[&request.thread]) {
            ahead.pop_front();
        }
        if entry == self.at {
            self.going.insert(request.thread, entry);
            Verdict::Go
        } else {
            self.waiting.insert(request.thread, entry);
            Verdict::Suspend
        }
    }

    fn acquired(&mut self, request: &Request, _world: &dyn World) -> Released {
        if let Some(entry) = self.going.remove(&request.thread) {
            self.followed += usize::from(entry == self.at);
            self.take(entry);
        }
        self.next()
    }

    fn started(&mut self, thread: ThreadId, start: &Start) {
        self.paths.insert(thread, start.path.clone());
    }

    fn ended(&mut self, thread: ThreadId, _world: &dyn World) -> Released {
        let left = self.paths.get(&thread).and_then(|path| self.ahead.remove(path));
        for entry in left.unwrap_or_default() {
            self.diverge("the thread has ended");
            self.take(entry);
        }
        self.next()
    }

    fn thrashing(&mut self, suspended: &[ThreadId]) -> ThreadId {
        let first = suspended.iter().min_by_key(|thread| self.waiting.get(thread));
        *first.unwrap_or(&suspended[0])
    }

    fn overruled(&mut self, thread: ThreadId, _cause: Cause, _world: &dyn World) {
        self.diverge("it does not come there");
        self.go(thread);
    }

    fn remark(&self) -> Option<String> {
        let (followed, all) = (self.followed, self.entries.len());
        Some(match &self.diverged {
            None if followed == all => format!("replay: followed all {all} acquisitions"),
            None => format!("replay: ended after {followed} of {all} acquisitions"),
            Some((at, why)) => format!(
                "replay: diverged at acquisition {} of {all} ({followed} followed in all): {why}",
                at + 1
            ),
        })
    }
}
