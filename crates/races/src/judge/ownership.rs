//! Whether each thread has an object for itself: because it made it, took it out of something, was given it, or passed it on.
//!
//! ```java
//! Job job = queue.take();  job.tries++;  if (!job.run()) queue.put(job);      // nobody else has it between `take` and `put`
//! ```
//!
//! How a thread came by an object is told by [`crate::custody`]; here it is told what two such ways say of a pair of accesses.

use ir::Inst;
use ir::entity::EntityId as _;
use models::{Effect, Property};
use points_to::{CodeKey, Node, Obj, ObjKind, PointsToSet};

use crate::accesses::{Found, Place};
use crate::custody::{Among, Custody};
use crate::objects::plain;
use crate::order::Point;
use crate::paths::Root;
use crate::program::{CallFrom, Step, What, arguments};
use crate::result::ThreadId;
use crate::threads::Start;

use super::{InThread, Judge};

impl<'a> Judge<'a> {
    /// Whether an access of who starts a thread is to what it has given to that thread before.
    /// And not waited for since.
    pub(super) fn is_given_to_thread(&self, access: InThread<'_>, other: ThreadId) -> bool {
        let (found, node) = (access.found, access.found.node);
        let (Some(info), Some(base)) = (self.program.node(node), found.base) else { return false };
        let flow = self.program.flow(node);
        let objs = self.program.points_to(node, base);
        let is_join = |step: &Step| {
            matches!(step, Step::Event(event)
                if matches!(event.what, What::Join { .. })
                    && objs.is_some_and(|objs| objs.intersects(&event.objs)))
        };
        let joins: Vec<Inst> =
            info.steps().filter(|(_, step)| is_join(step)).map(|(inst, _)| inst).collect();
        let starts = self.threads.get(other).starts.iter().filter(|start| start.node == node);
        starts.into_iter().any(|start| {
            let stops = joins.iter().copied().chain([info.body.values[base].def]);
            arguments(info.body, start.inst).contains(&base)
                && !joins.contains(&start.inst)
                && stops.into_iter().all(|stop| flow.reaches(start.inst, found.inst, Some(stop)))
        })
    }

    /// Whether each thread seems to have the object for itself, by the ways in which they came by it.
    pub(super) fn is_kept(
        &self,
        place: Place,
        first: InThread<'_>,
        second: InThread<'_>,
        is_one: bool,
        is_given_away: bool,
    ) -> bool {
        let Place::Slot(obj, _) = place else { return false };
        let is_kind = first.thread == second.thread;
        let among = if is_kind { Among::ItsKind } else { Among::All };
        let custody = |access: InThread<'_>| {
            let of_object = || self.custody_of_object(access, among, obj);
            self.custody_of_owner(access, among).or_else(of_object)
        };
        let (Some(of_first), Some(of_second)) = (custody(first), custody(second)) else {
            return false;
        };
        let is_until_replaced = self.is_until_replaced(first.found, &of_second)
            || self.is_until_replaced(second.found, &of_first);
        if is_until_replaced && !is_given_away {
            return true;
        }
        if !is_given_away
            && (self.is_out_of(first, &of_first, second)
                || self.is_out_of(second, &of_second, first))
        {
            return true;
        }
        if of_first.is_unknown || of_second.is_unknown {
            return false;
        }
        if of_first.is_found || of_second.is_found {
            return !is_given_away
                && (self.is_published(obj, first, (&of_first, &of_second))
                    || self.is_published(obj, second, (&of_second, &of_first)));
        }
        if !of_first.is_kept() || !of_second.is_kept() {
            return false;
        }
        // What is taken by a race, several may take.
        let by_race = |custody: &Custody| {
            let mut sites = custody.sites.iter().filter_map(|&(node, inst)| self.site(node, inst));
            sites.any(|site| self.racing.borrow().contains(&site))
        };
        self.has_own.set(true);
        if by_race(&of_first) || by_race(&of_second) {
            return false;
        }
        if of_first.is_own() && of_second.is_own() {
            if of_first.is_of_others() || of_second.is_of_others() {
                return true;
            }
            if of_first.is_per_thread && of_second.is_per_thread {
                return true;
            }
            // Who starts its own kind gives what it made to another one.
            let starts = &self.threads.get(first.thread).starts;
            let starts_itself = starts.iter().any(|start| start.parents.contains(&first.thread));
            return is_kind
                && !is_one
                && (!starts_itself || of_first == of_second)
                && self.is_passed_once(first.thread, &of_first);
        }
        // What a thread was started with, who started it has, too: the thread itself must be who hands it over.
        let hands_over = |access: InThread<'_>, own: &Custody, other: &Custody| {
            is_kind
                || !own.is_started
                || self.custodies.are_filled_by(access.thread, obj, &other.from)
        };
        if !hands_over(first, &of_first, &of_second) || !hands_over(second, &of_second, &of_first) {
            return false;
        }
        let mut from = match of_first.is_made || of_second.is_made {
            true => self.custodies.shared_holders(obj),
            false => PointsToSet::new(),
        };
        from.union(&of_first.from);
        from.union(&of_second.from);
        !is_given_away && !self.is_put_into(first, &from) && !self.is_put_into(second, &from)
    }

    /// Whether each thread passes the object on to the next one that it starts, and has done with it then: what is tried again and
    /// again, or carried out step by step, is of one thread at a time.
    ///
    /// ```java
    /// void attempt(Job job) {
    ///     job.tries++;
    ///     if (!job.load()) pool.schedule(() -> attempt(job), 1, SECONDS);
    /// }
    /// ```
    pub(super) fn is_passed_on(
        &self,
        place: Place,
        first: InThread<'_>,
        second: InThread<'_>,
        is_one: bool,
    ) -> bool {
        let Place::Slot(obj, _) = place else { return false };
        let among = Among::ItsKind;
        let custody = |access| {
            self.custody_of_owner(access, among)
                .or_else(|| self.custody_of_object(access, among, obj))
        };
        let (Some(of_first), Some(of_second)) = (custody(first), custody(second)) else {
            return false;
        };
        let mut chain = vec![first.thread, second.thread];
        for (access, custody) in [(first, &of_first), (second, &of_second)] {
            chain.extend(self.passed_by(access.thread, custody));
        }
        let own_starts = || {
            let starts = chain.iter().flat_map(|&thread| &self.threads.get(thread).starts);
            starts.filter(|start| start.parents.iter().any(|parent| chain.contains(parent)))
        };
        if own_starts().next().is_none() {
            return false;
        }
        // Who passes it on has passed nothing on before, and does not do it twice.
        let is_last = |start: &Start| {
            let parents = start.parents.iter().filter(|parent| chain.contains(parent));
            let mut points =
                parents.map(|&thread| Point { thread, node: start.node, inst: start.inst });
            points.all(|point| !self.order.may_be_running(point, &chain))
        };
        // What there is one of is passed on once only if it is known who was started for it.
        let is_known = |custody: &Custody| !is_one || custody.is_relayed || custody.is_for_element;
        let is_passed =
            |custody: &Custody| custody.is_own() && !custody.is_made && is_known(custody);
        is_passed(&of_first)
            && is_passed(&of_second)
            && (of_first.is_relayed || of_second.is_relayed)
            && own_starts().all(is_last)
            && !self.order.may_be_running(first.point(), &chain)
            && !self.order.may_be_running(second.point(), &chain)
    }

    /// Those who pass on to a thread what it has, if nobody starts it with something new.
    fn passed_by(&self, thread: ThreadId, custody: &Custody) -> Vec<ThreadId> {
        let starts = &self.threads.get(thread).starts;
        let is_passed = custody.is_relayed && !custody.is_started;
        starts.iter().filter(|_| is_passed).flat_map(|start| start.parents.clone()).collect()
    }

    /// Whether those who pass on to a thread what it has start no other one while it may be running.
    fn is_passed_once(&self, thread: ThreadId, custody: &Custody) -> bool {
        let parents = self.passed_by(thread, custody);
        let mut starts = self.threads.get(thread).starts.iter();
        starts.all(|start| {
            parents.iter().filter(|parent| start.parents.contains(parent)).all(|&parent| {
                let point = Point { thread: parent, node: start.node, inst: start.inst };
                !self.order.may_be_running(point, &[thread])
            })
        })
    }

    /// How a thread came by an object that it accesses.
    fn custody_of_object(&self, access: InThread<'_>, among: Among, obj: Obj) -> Option<Custody> {
        let (node, var) = self.var(access)?;
        let at = (node == access.found.node).then_some(access.found.inst);
        Some(self.custodies.of(&self.taken, (access.thread, among), (node, var, at), obj))
    }

    /// How a thread came by what an accessed object is a part of, if it was made for that.
    fn custody_of_owner(&self, access: InThread<'_>, among: Among) -> Option<Custody> {
        let (found, node) = (access.found, access.found.node);
        let info = self.program.node(node)?;
        let ir::Op::GetField { object, field } =
            info.body.insts[info.body.values[found.base?].def].op
        else {
            return None;
        };
        let field = self.paths.field_in(node, field).filter(|&field| self.paths.is_owned(field));
        let owner = self.program.solver.code_of(node).values.get(object.index()).copied()??;
        let mut all: Option<Custody> = None;
        for obj in self.program.solver.points_to(node, owner).iter().filter(|_| field.is_some()) {
            let at = (node, owner, Some(found.inst));
            let one = self.custodies.of(&self.taken, (access.thread, among), at, obj);
            all.get_or_insert_default().add(&one);
        }
        all
    }

    /// Whether an access to what a thread has for itself comes before the thread makes it known, by putting it into something
    /// that is made for several threads, and where the other one has found it.
    fn is_published(
        &self,
        obj: Obj,
        access: InThread<'_>,
        (own, other): (&Custody, &Custody),
    ) -> bool {
        let solver = self.program.solver;
        let is_safe =
            |obj: Obj| solver.has_property(solver.class_of(obj).class, Property::ThreadSafe);
        own.is_kept()
            && other.is_found
            && !other.is_unknown
            && !other.found_in.is_empty()
            && other.found_in.iter().all(is_safe)
            && self.custodies.are_filled_by(access.thread, obj, &other.found_in)
            && !self.is_put_into(access, &other.found_in)
            && access.found.base.is_some_and(|base| {
                let found = access.found;
                self.taken.is_put_later(found.node, base, found.inst, &other.found_in)
            })
    }

    /// Whether a thread has taken an object out of a container, and the other access is done by what the container calls of its
    /// elements: it does not know the object until that is put back.
    ///
    /// ```java
    /// Job job = queue.take(); job.due = later(); queue.put(job);        // `queue` compares jobs by `due`
    /// ```
    fn is_out_of(&self, access: InThread<'_>, own: &Custody, other: InThread<'_>) -> bool {
        let is_safe = |obj: Obj| {
            let solver = self.program.solver;
            solver.has_property(solver.class_of(obj).class, Property::ThreadSafe)
        };
        own.is_kept()
            && self.called_by(other.found).is_some_and(|containers| {
                own.from.intersects(&containers)
                    && containers.iter().all(is_safe)
                    && !self.is_put_into(access, &containers)
            })
    }

    /// The objects of libraries whose methods call the body of an access, or the one body that calls it, if nobody else calls that, and it
    /// is about what it is given.
    fn called_by(&self, found: &Found) -> Option<PointsToSet> {
        let (mut node, mut base) = (found.node, found.base?);
        for _ in 0..3 {
            let Root::Param(param) = self.paths.of(node, base).root else { return None };
            match self.program.callers(node) {
                [from] if from.is_direct => {
                    let body = self.program.node(from.node)?.body;
                    base = *arguments(body, from.inst).get(usize::from(param))?;
                    node = from.node;
                }
                callers => return self.receivers(callers),
            }
        }
        None
    }

    /// On what library code is called that calls back, if all of some calls are that.
    fn receivers(&self, callers: &[CallFrom]) -> Option<PointsToSet> {
        let mut receivers = PointsToSet::new();
        for from in callers {
            let body = self.program.node(from.node).filter(|_| !from.is_direct)?.body;
            let receiver = *arguments(body, from.inst).first()?;
            receivers.union(self.program.points_to(from.node, receiver)?);
        }
        Some(receivers.iter().map(plain).collect())
    }

    /// Whether an access is to what it finds in a field, under a lock that it holds all the while, and the other thread took the object
    /// from that field under the same lock, when it put something else there: who finds it there comes before that.
    ///
    /// ```java
    /// synchronized void add(Line line) { current.add(line); }
    /// synchronized List<Line> swap() { List<Line> full = current; current = new ArrayList<>(); return full; }
    /// ```
    fn is_until_replaced(&self, found: &Found, other: &Custody) -> bool {
        let Some(info) = self.program.node(found.node) else { return false };
        let Some(base) = found.base else { return false };
        let load = info.body.values[base].def;
        other.replaced().is_some_and(|replaced| {
            replaced.iter().all(|&take| {
                self.taken.are_same_field((found.node, load), take)
                    && self.guards.hold_common((found.node, load), found.inst, take)
            })
        })
    }

    /// Whether the object of an access was put into one of these before.
    fn is_put_into(&self, access: InThread<'_>, into: &PointsToSet) -> bool {
        let found = access.found;
        found.base.is_some_and(|base| {
            self.taken.is_put_back(found.node, base, found.inst, into)
                || self.taken.is_left_in_field((found.node, base), into)
        })
    }

    /// Whether a thread got the object out of a library by a call of its own. Library code is not told apart by who calls it, so
    /// that others seem to get the same.
    pub(super) fn is_given_out(&self, obj: Obj, access: InThread<'_>) -> bool {
        let (found, solver) = (access.found, self.program.solver);
        let (Some(base), Some(_)) = (found.base, &found.inside) else { return false };
        let ObjKind::Site(code, _) = solver.obj(obj).kind else { return false };
        let CodeKey::Method(maker) = solver.code_key(code) else { return false };
        let is_call = |&(node, inst): &(Node, Inst)| {
            let op = self.program.node(node).map(|info| info.body.insts[inst].op);
            matches!(op, Some(ir::Op::Invoke { .. }))
                && self.threads.of(node).contains(&access.thread)
        };
        let sources = self.publication.sources(found.node, base);
        let is_own = |(node, _): &&(Node, Inst)| {
            self.program.node(*node).is_some_and(|info| info.is_application)
        };
        let mut sources = sources.iter().filter(is_own).peekable();
        !solver.is_application(solver.hierarchy().method(maker).class)
            && sources.peek().is_some()
            && sources.all(is_call)
    }

    /// Whether the object is what a thread was given that waits for others before it begins.
    pub(super) fn is_got(&self, access: InThread<'_>) -> bool {
        let (found, thread) = (access.found, self.threads.get(access.thread));
        let Some(base) = found.base else { return false };
        let is_param = matches!(self.paths.of(found.node, base).root, Root::Param(_));
        is_param
            && thread.roots.contains(&found.node)
            && thread.starts.iter().all(|start| !start.awaits.is_empty())
    }

    /// Whether the object is the value of a key that a map has locked for the function that gets it.
    pub(super) fn is_keyed(&self, found: &Found) -> bool {
        found.base.is_some_and(|base| self.is_of_key(found.node, base, 4))
    }

    /// Whether a value is what such a function gets or makes, or a part of it, there or in what it calls.
    fn is_of_key(&self, node: Node, value: ir::Value, depth: usize) -> bool {
        let Some(info) = self.program.node(node).filter(|info| info.is_application) else {
            return false;
        };
        let callers = self.program.callers(node);
        let is_function = !callers.is_empty()
            && callers.iter().all(|from| !from.is_direct && self.locks_keys(from.node, from.inst));
        let path = self.paths.of(node, value);
        match path.root {
            // What a lambda captured comes first.
            Root::Param(at) if is_function => {
                usize::from(at) + 2 >= self.program.solver.code_of(node).params.len()
            }
            Root::Param(at) if depth > 0 => {
                let is_it = |from: &CallFrom| {
                    let args = self.program.node(from.node).map(|i| arguments(i.body, from.inst));
                    let arg = args.and_then(|args| args.get(usize::from(at)).copied());
                    from.is_direct
                        && arg.is_some_and(|arg| self.is_of_key(from.node, arg, depth - 1))
                };
                !callers.is_empty() && callers.iter().all(is_it)
            }
            Root::Value(made) => match info.body.insts[info.body.values[made].def].op {
                ir::Op::New(_) => is_function,
                // `if (list == null) list = new ArrayList<>();`
                ir::Op::Phi(list) if depth > 0 => {
                    let mut list = info.body.list(list).iter();
                    list.all(|&from| from == made || self.is_of_key(node, from, depth - 1))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a call is one of a map that locks each key for the function that it calls.
    fn locks_keys(&self, node: Node, inst: Inst) -> bool {
        let solver = self.program.solver;
        let Some(info) = self.program.node(node) else { return false };
        let ir::Op::Invoke { method, args, .. } = info.body.insts[inst].op else { return false };
        let method = method.data();
        let (class, name) = (method.class.as_str(), method.name.as_str());
        let model = solver.models().method(class, name, method.ty.descriptor().as_str());
        let map = info.body.list(args).first().copied();
        let maps = map.and_then(|map| self.program.points_to(node, map));
        let is_map = |obj: Obj| solver.has_property(solver.class_of(obj).class, Property::Keyed);
        model.is_some_and(|model| model.effects.contains(&Effect::Property(Property::Keyed)))
            && maps.is_some_and(|maps| maps.iter().all(is_map))
    }

    /// Whether an object is one that an instance of a thread made and another got, not by a race and not from a collection that
    /// still has it: it seems to have been handed over.
    pub(super) fn is_own(&self, obj: Obj, first: InThread<'_>, second: InThread<'_>) -> bool {
        // Of two threads, no one has made what the other made as well.
        if first.thread != second.thread {
            return false;
        }
        let local = self.locality.of(first.thread);
        let obj = plain(obj);
        let is_made = local.has(self.program, obj) && !local.has_given(self.program, obj);
        if !is_made && !local.lacks(self.program, obj) {
            return false;
        }
        self.has_own.set(true);
        !self.is_found(first) && !self.is_found(second)
    }

    /// Whether the object of an access, or what it is a part of, is found where others find it, too.
    fn is_found(&self, access: InThread<'_>) -> bool {
        let key = (access.found.id, access.thread);
        if let Some(&known) = self.found.borrow().get(&key) {
            return known;
        }
        let is_found = self.find_found(access);
        self.found.borrow_mut().insert(key, is_found);
        is_found
    }

    fn find_found(&self, access: InThread<'_>) -> bool {
        let found = access.found;
        let Some(base) = found.base else { return false };
        let sources = self.publication.outer_sources(found.node, base);
        sources.iter().any(|&(node, inst)| {
            let is_racing =
                self.site(node, inst).is_some_and(|s| self.racing.borrow().contains(&s));
            is_racing || self.is_looked_up(access.thread, node, inst)
        })
    }

    /// Whether a call looks something up in a collection or map, and leaves it there.
    fn is_looked_up(&self, thread: ThreadId, node: Node, inst: Inst) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let hierarchy = self.program.solver.hierarchy();
        let is_collection = |obj: Obj| {
            let class = self.program.solver.class_of(obj).class;
            ["java/util/Map", "java/util/List", "java/util/Queue"].iter().any(|name| {
                let above = hierarchy.class(ir::Name::new(name));
                above.is_some_and(|above| hierarchy.is_subclass(class, above))
            })
        };
        let receiver = arguments(info.body, inst).first().copied();
        let objs = receiver.and_then(|receiver| self.program.points_to(node, receiver));
        let removes = self.removes(info, inst);
        // Others do not find it in a collection that they do not have.
        let local = self.locality.of(thread);
        let is_shared = |obj: Obj| is_collection(obj) && !local.has(self.program, obj);
        !removes && objs.is_some_and(|objs| objs.iter().any(is_shared))
    }
}
