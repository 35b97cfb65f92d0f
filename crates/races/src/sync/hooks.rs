//! Shutdown hooks, which run when the program is ended.
//!
//! ```java
//! Runtime.getRuntime().addShutdownHook(new Thread(() -> print(served)));
//! for (Thread thread : threads) { thread.join(); served += …; }
//! System.exit(0);                                                          // here the hook begins
//! ```
//!
//! Who ends the program starts the hooks, and does nothing more itself. So what was done by then comes before them, if nobody else
//! ends it and it does not end by itself. It may be ended from outside at any time, so this is a doubt, not a proof.

use models::{Effect, ForkKind, Property};
use points_to::Node;

use crate::order::Point;
use crate::questions::{Question, Questions};
use crate::reach::Stops;
use crate::result::{Doubt, Site, ThreadId};

use super::Syncs;

impl Syncs<'_> {
    /// Whether the second is done by a hook, and the first before any call that ends the program, of those that are in the same one.
    pub(crate) fn before_hook(
        &self,
        first: Point,
        second: Point,
        is_same_program: impl Fn(ThreadId, Node) -> bool,
    ) -> Option<Doubt> {
        let is_hook = |point: Point| self.threads.get(point.thread).kind == Some(ForkKind::Hook);
        if !is_hook(second) || is_hook(first) {
            return None;
        }
        let exits = self.exits.get_or_init(|| self.find_exits());
        let exits: Vec<Point> =
            exits.iter().copied().filter(|exit| is_same_program(exit.thread, exit.node)).collect();
        let exit = *exits.first()?;
        let is_before = |&exit: &Point| match exit.thread == first.thread {
            // Of many, one ends the program while others go on.
            true => !self.order.is_many(exit.thread),
            false => self.order.may_overlap(first, exit).is_none(),
        };
        let ends = |thread: ThreadId| {
            let roots = self.threads.get(thread).roots.iter().copied();
            let roots = roots.filter(|&root| is_same_program(thread, root));
            self.ends_otherwise(thread, &roots.collect::<Vec<Node>>(), &exits)
        };
        if !exits.iter().all(is_before) || exits.iter().any(|exit| ends(exit.thread)) {
            return None;
        }
        let method = self.program.node(exit.node)?.method;
        Some(Doubt::OrderedBySignal(Site { method, inst: exit.inst }))
    }

    fn find_exits(&self) -> Vec<Point> {
        let is_exit = |effect: &Effect| *effect == Effect::Property(Property::Exiting);
        let mut exits = Vec::new();
        for (node, info) in self.program.nodes().filter(|(_, info)| info.is_application) {
            for (inst, _) in info.body.insts.iter() {
                if self.model(info, inst).is_some_and(|model| model.effects.iter().any(is_exit)) {
                    let threads = self.threads.of(node).iter();
                    exits.extend(threads.map(|&thread| Point { thread, node, inst }));
                }
            }
        }
        exits
    }

    /// Whether a thread comes to its end without ending the program.
    fn ends_otherwise(&self, thread: ThreadId, roots: &[Node], exits: &[Point]) -> bool {
        let mut stops = Stops::default();
        for exit in exits {
            stops.at(exit.node, exit.inst, Questions::ALL);
        }
        stops.close(self.program);
        let mut search = self.search(thread, &stops);
        for &root in roots {
            search.begin_with(root, Questions::ALL);
        }
        search.run().points(Question::new(0)).has_end_of(roots)
    }
}
