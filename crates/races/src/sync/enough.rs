//! When a wait is over: as soon as one of several has signalled, or when all have.
//!
//! ```java
//! CountDownLatch loaded = new CountDownLatch(1);      // two ramps count it down: who waits knows of one of them
//! CountDownLatch weighed = new CountDownLatch(2);     // a latch: who waits knows of both
//! if (left.decrementAndGet() == 0) done.signal();     // only the last one does
//! ```

use ir::Inst;
use ir::body::{Cond, Op};
use ir::hierarchy::FieldId;
use points_to::Node;

use crate::conditions::{self, Test, TestKind};
use crate::objects::int_constant;
use crate::permits;
use crate::program::arguments;

use super::{MANY_THREADS, Own, Sync, Syncs};

impl<'a> Syncs<'a> {
    /// Whether one instance at a time gets through.
    pub(super) fn is_exclusive(&self, sync: Sync, own: &Own) -> bool {
        let Sync::Obj(obj) = sync else { return false };
        let Some(acquires) = own.acquires.get(&sync) else { return false };
        match acquires.waits.is_empty() {
            true => acquires.is_attempt,
            false => self.objects.made_for(obj) == Some(1),
        }
    }

    /// Whether a thread waits until all have signalled: what is made for a number, and told nothing by a signal.
    pub(super) fn is_latch(&self, sync: Sync, from: &Own, to: &Own) -> bool {
        let (Sync::Obj(obj), Some(signals)) = (sync, from.signals.get(&sync)) else { return false };
        let says_nothing = |&(node, inst): &(Node, Inst)| {
            self.program.node(node).is_some_and(|info| arguments(info.body, inst).len() == 1)
        };
        !from.barriers.contains_key(&sync)
            && to.acquires.get(&sync).is_some_and(|acquires| !acquires.waits.is_empty())
            && self.objects.is_made_for_number(obj)
            && self.objects.made_for(obj) != Some(1)
            && signals.iter().all(says_nothing)
    }

    /// Whether a wait is over when some of those who signal have not done so.
    pub(super) fn is_enough_before_all(&self, sync: Sync) -> bool {
        if let Some(&known) = self.enough_before_all.borrow().get(&sync) {
            return known;
        }
        let is_enough = self.find_enough(sync);
        self.enough_before_all.borrow_mut().insert(sync, is_enough);
        is_enough
    }

    fn find_enough(&self, sync: Sync) -> bool {
        if matches!(sync, Sync::Word(..)) {
            return self.is_said_by_several(sync);
        }
        let Sync::Obj(obj) = sync else { return false };
        let set = match self.objects.made_for(obj) {
            Some(1) => None,
            Some(0) if self.is_of_rights(sync) => return self.are_fewer_got(sync),
            _ => match self.is_set_by_one(sync) {
                Some(field) => Some(field),
                None => return false,
            },
        };
        let mut signals = 0;
        for thread in self.threads.ids() {
            let own = self.own(thread);
            if let Some(at) = own.signals.get(&sync) {
                // Of a flag, those count that set it.
                let sets = |node: Node| {
                    let own = self.program.node(node).map(|info| self.own_of_body(node, info));
                    set.is_none_or(|field| {
                        own.is_some_and(|own| own.writes.contains(&(field, false)))
                    })
                };
                let at =
                    at.iter().filter(|(node, inst)| sets(*node) && !self.is_by_last(*node, *inst));
                let at = at.count();
                signals += at as i32 * if self.order.is_many(thread) { MANY_THREADS } else { 1 };
            }
        }
        self.everywhere().awaited.contains(&sync) && signals > 1
    }

    /// Whether what is waited for are rights, which threads give and others take away.
    fn is_of_rights(&self, sync: Sync) -> bool {
        let has = |at: Option<&Vec<(Node, Inst)>>| at.is_some_and(|at| !at.is_empty());
        let mut owns = self.threads.ids().map(|thread| self.own(thread));
        owns.any(|own| has(own.releases.get(&sync)) && !has(own.signals.get(&sync)))
    }

    /// Whether fewer rights are waited for than there are threads that give one: `done.acquire()`, and two who release.
    fn are_fewer_got(&self, sync: Sync) -> bool {
        let (mut givers, mut got) = (0, 0);
        for thread in self.threads.ids() {
            let own = self.own(thread);
            let is_many = self.order.is_many(thread);
            if own.releases.contains_key(&sync) {
                givers += if is_many { MANY_THREADS } else { 1 };
            }
            for &(node, inst) in own.acquires.get(&sync).into_iter().flat_map(|a| &a.waits) {
                let info = self.program.node(node);
                let number = info.and_then(|info| permits::number(info, inst));
                match number.filter(|_| !is_many && !self.program.flow(node).is_in_loop(inst)) {
                    Some(number) => got += number,
                    None => return false,
                }
            }
        }
        givers > 1 && got > 0 && got < givers
    }

    /// The field by which all who wait are let through as soon as somebody sets it.
    fn is_set_by_one(&self, sync: Sync) -> Option<FieldId> {
        let mut found = None;
        for thread in self.threads.ids() {
            let own = self.own(thread);
            let waits = own.acquires.get(&sync).into_iter().flat_map(|acquires| &acquires.waits);
            for &(node, inst) in waits {
                let tests = conditions::tests(self.program, self.paths, node, inst)?;
                let [Test { fields, kind: TestKind::Set }] = &tests[..] else { return None };
                let field = *fields.first()?;
                if found.is_some_and(|found| found != field) {
                    return None;
                }
                found = Some(field);
            }
        }
        found
    }

    /// Whether only the last of several threads does something: who has counted down to a number.
    fn is_by_last(&self, node: Node, inst: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let flow = self.program.flow(node);
        info.body.insts.iter().any(|(at, data)| {
            let Op::If { cond, lhs, rhs, then, otherwise } = data.op else { return false };
            let equal = match cond {
                Cond::Eq => then,
                Cond::Ne => otherwise,
                _ => return false,
            };
            let is_number = rhs.is_none_or(|rhs| int_constant(info.body, rhs).is_some());
            let def = info.body.values[lhs].def;
            let is_counted = matches!(info.body.insts[def].op, Op::Invoke { .. })
                && info.body.values[lhs].ty != ir::Type::Boolean
                && !self.is_question(info, def)
                && !self.safe_receivers(node, info, def).is_empty();
            is_number && is_counted && !flow.is_reached_without(inst, (flow.block_of(at), equal))
        })
    }
}
