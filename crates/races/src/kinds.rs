//! Locks by the place that they have in what they guard, where it is not known which object that is.
//!
//! ```java
//! class Promise {
//!     private Listeners listeners;
//!     void add(Listener it) { synchronized (this) { listeners.add(it); } }
//! }
//! ```
//!
//! Each promise has listeners of its own, but `Listeners.add` is one body for all of them, which knows no promise: whose monitor is held
//! there, and whether it is that of the promise with these listeners, nobody can tell. That one is held can be told, and that all who
//! get to the listeners hold it: the monitor of a promise. So this is a doubt, where there are many of what is accessed.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use ir::Inst;
use ir::hierarchy::{ClassId, FieldId};
use models::LockMode;
use points_to::{Node, Obj, PointerKind, PointsToSet};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::locks::{Held, Key, Locks};
use crate::objects::plain;
use crate::paths::{Path, Paths, Root};
use crate::program::Program;
use crate::result::ThreadId;
use crate::threads::Threads;

/// A class, and the field of it that has the lock; none for the monitor of its objects.
type Kind = (ClassId, Option<FieldId>);

/// By where a thread is.
type KindsAt = FxHashMap<(ThreadId, Node, Inst), Rc<BTreeSet<Kind>>>;

pub(crate) struct Kinds<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) threads: &'a Threads,
    pub(crate) paths: &'a Paths<'a>,
    pub(crate) locks: &'a Locks<'a>,
    pub(crate) known: RefCell<KindsAt>,
    /// What static fields have.
    pub(crate) statics: OnceCell<PointsToSet>,
}

/// How many places are looked at for one access before nothing is said about it.
const MANY: usize = 200;

impl Kinds<'_> {
    /// Whether both accesses to an object are carried out under locks of a kind, whoever calls. What is found in a static field belongs
    /// to nobody who locks himself.
    pub(crate) fn have_common(
        &self,
        obj: Obj,
        first: (ThreadId, Node, Inst),
        second: (ThreadId, Node, Inst),
    ) -> bool {
        let of_first = self.of(first);
        if self.statics.get_or_init(|| self.find_statics()).contains(plain(obj)) {
            return false;
        }
        !of_first.is_empty() && self.of(second).iter().any(|kind| of_first.contains(kind))
    }

    fn find_statics(&self) -> PointsToSet {
        let mut statics = PointsToSet::new();
        for (pointer, objs) in self.program.solver.pointers() {
            if matches!(pointer, PointerKind::Static(_)) {
                statics.union(&objs.iter().map(plain).collect());
            }
        }
        statics
    }

    /// The kinds of locks one of which is held at an instruction on each way that a thread gets there.
    fn of(&self, at: (ThreadId, Node, Inst)) -> Rc<BTreeSet<Kind>> {
        if let Some(known) = self.known.borrow().get(&at) {
            return Rc::clone(known);
        }
        let kinds = Rc::new(self.find(at).unwrap_or_default());
        self.known.borrow_mut().insert(at, Rc::clone(&kinds));
        kinds
    }

    fn find(&self, (thread, node, inst): (ThreadId, Node, Inst)) -> Option<BTreeSet<Kind>> {
        let mut common: Option<BTreeSet<Kind>> = None;
        let mut seen = FxHashSet::default();
        // With what is held on the way so far.
        let mut pending = vec![(node, inst, BTreeSet::new())];
        while let Some((node, inst, mut kinds)) = pending.pop() {
            kinds.extend(self.taken(node, inst));
            if !seen.insert((node, inst, kinds.clone())) {
                continue;
            }
            if seen.len() > MANY {
                return None;
            }
            // Nothing is given back further out.
            if self.threads.get(thread).roots.contains(&node) {
                let all = common.get_or_insert_with(|| kinds.clone());
                all.retain(|kind| kinds.contains(kind));
                if all.is_empty() {
                    return None;
                }
            }
            let callers = self.program.callers(node).iter();
            let callers = callers.filter(|from| self.threads.of(from.node).contains(&thread));
            pending.extend(callers.map(|from| (from.node, from.inst, kinds.clone())));
        }
        common
    }

    /// What a body itself holds when it carries out an instruction.
    fn taken(&self, node: Node, inst: Inst) -> BTreeSet<Kind> {
        let Some(info) = self.program.node(node) else { return BTreeSet::new() };
        let hierarchy = self.program.solver.hierarchy();
        let method = hierarchy.method(info.method);
        let kind = |held: &Held| {
            held.keys.iter().find_map(|key| match key {
                Key::Path(Path { root: Root::Param(0), fields }) if !method.is_static() => {
                    match fields[..] {
                        [] => Some((method.class, None)),
                        [field] if self.paths.is_owned(field) => {
                            Some((hierarchy.field(field).class, Some(field)))
                        }
                        _ => None,
                    }
                }
                _ => None,
            })
        };
        let held = self.locks.taken_by(node, inst);
        held.iter().filter(|held| held.mode != LockMode::Read).filter_map(kind).collect()
    }
}
