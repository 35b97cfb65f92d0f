//! What a thread has got before it has ended, whoever waits for its end has got, too.
//!
//! ```java
//! crew:    car.tyres = "hard"; done.release();
//! driver:  done.acquire(); …
//! main:    driver.join(); print(car.tyres);       // crew before driver, driver before main
//! ```
//!
//! So a join counts as an acquisition of all that the thread never ends without.

use std::rc::Rc;

use ir::Inst;
use models::Limit;
use points_to::{Node, Obj};
use rustc_hash::FxHashMap;

use crate::limits;
use crate::objects::plain;
use crate::program::What;
use crate::questions::{Question, Questions};
use crate::reach::Stops;
use crate::result::ThreadId;

use super::{MANY_SYNCS, Own, Sync, Syncs};

impl Syncs<'_> {
    /// Adds what a thread gets by waiting for others.
    pub(super) fn add_ended(&self, thread: ThreadId, own: &mut Own) {
        for node in self.threads.get(thread).nodes.iter() {
            let Some(info) = self.program.node(node).filter(|info| info.is_application) else {
                continue;
            };
            for (inst, event) in info.events() {
                let is_join = matches!(event.what, What::Join { .. })
                    && limits::limit(self.program, info, inst, event) == Limit::None;
                if is_join {
                    self.add_ended_at((node, inst), event.objs.iter().map(plain), thread, own);
                }
            }
        }
    }

    fn add_ended_at(
        &self,
        at: (Node, Inst),
        objs: impl Iterator<Item = Obj>,
        thread: ThreadId,
        own: &mut Own,
    ) {
        let by_handle = self.by_handle.get_or_init(|| self.find_by_handle());
        let ended = objs.filter_map(|obj| by_handle.get(&obj)).flatten();
        for &other in ended.filter(|&&other| other != thread) {
            for &sync in self.got_before_end(other).iter() {
                own.ended.entry(sync).or_default().insert(at);
            }
        }
    }

    /// The threads that can be waited for by an object.
    fn find_by_handle(&self) -> FxHashMap<Obj, Vec<ThreadId>> {
        let mut by_handle: FxHashMap<Obj, Vec<ThreadId>> = FxHashMap::default();
        for thread in self.threads.ids() {
            for start in &self.threads.get(thread).starts {
                for obj in start.handles.iter().map(plain) {
                    let threads = by_handle.entry(obj).or_default();
                    if !threads.contains(&thread) {
                        threads.push(thread);
                    }
                }
            }
        }
        by_handle
    }

    /// What a thread does not come to its end without having acquired.
    fn got_before_end(&self, thread: ThreadId) -> Rc<[Sync]> {
        if let Some(known) = self.got_before_end.borrow().get(&thread) {
            return Rc::clone(known);
        }
        let found: Rc<[Sync]> = self.find_got_before_end(thread).into();
        self.got_before_end.borrow_mut().insert(thread, Rc::clone(&found));
        found
    }

    fn find_got_before_end(&self, thread: ThreadId) -> Vec<Sync> {
        let own = self.own_of_bodies(thread);
        let mut syncs: Vec<Sync> = own.acquires.keys().copied().collect();
        // In a large program each thread comes by everything.
        if syncs.len() > MANY_SYNCS.min(Question::COUNT) {
            return Vec::new();
        }
        syncs.sort_unstable();
        let mut stops = Stops::default();
        for (number, sync) in syncs.iter().enumerate() {
            let question = Questions::of(Question::new(number));
            let acquires = &own.acquires[sync];
            acquires.stops().for_each(|(node, inst)| stops.at(node, inst, question));
            acquires.edges.iter().for_each(|&way| stops.on(way, question));
        }
        stops.close(self.program);
        let roots = &self.threads.get(thread).roots;
        let is_got = |number: usize| {
            roots.iter().all(|&root| stops.on_all_ways(root).contains(Question::new(number)))
        };
        let got =
            syncs.iter().enumerate().filter(|&(number, _)| !roots.is_empty() && is_got(number));
        got.map(|(_, &sync)| sync).collect()
    }
}

/// By what is got with them: the joins of threads that have got it.
pub(super) type Ended = FxHashMap<Sync, rustc_hash::FxHashSet<(Node, Inst)>>;
