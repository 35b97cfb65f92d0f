//! Locks that keep two accesses apart.
//!
//! Locks are the same if they are one object of a run, or if both are found in the same way from objects that hold what is
//! accessed: `this.count` under `this.lock`. What decides that is the *signature* of what is held; accesses with one signature
//! are kept apart from the same others, so the question is asked once for each pair of signatures.

use std::cell::RefCell;
use std::rc::Rc;

use ir::body::{Op, Value};
use ir::hierarchy::{ClassId, FieldId};
use ir::{Inst, MethodRef, Type};
use models::LockMode;
use points_to::{Node, Obj};
use rustc_hash::FxHashMap;

use crate::accesses::Found;
use crate::locality::Locality;
use crate::locks::{Held, Key, Locks};
use crate::objects::{int_constant, plain};
use crate::paths::{Path, Paths, Root};
use crate::program::Program;
use crate::result::ThreadId;
use crate::techniques::{Technique, Techniques};

pub(crate) struct Guards<'a> {
    program: &'a Program<'a>,
    paths: &'a Paths<'a>,
    locks: &'a Locks<'a>,
    locality: &'a Locality<'a>,
    techniques: Techniques,
    known: RefCell<FxHashMap<usize, Rc<Guarded>>>,
    signatures: RefCell<Signatures>,
    common: RefCell<FxHashMap<(Signature, Signature), bool>>,
    writes: RefCell<Writes>,
}

/// Where fields are written.
type Writes = FxHashMap<FieldId, Rc<[(Node, Inst)]>>;

/// The locks at an access.
pub(crate) struct Guarded {
    pub(crate) held: Vec<Held>,
    pub(crate) signature: Signature,
}

/// What is held, as far as it keeps others out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Signature(usize);

#[derive(Default)]
struct Signatures {
    all: Vec<Rc<[Lock]>>,
    ids: FxHashMap<Rc<[Lock]>, Signature>,
}

/// A lock, as far as it keeps others out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Lock {
    mode: LockMode,
    /// What it is whoever asks.
    globals: Vec<Key>,
    relations: Vec<Relation>,
}

/// From an object that a body has names for: how a lock is found, and how the accessed object is.
type Relation = (Vec<FieldId>, Vec<FieldId>);

impl<'a> Guards<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        paths: &'a Paths<'a>,
        locks: &'a Locks<'a>,
        locality: &'a Locality<'a>,
        techniques: Techniques,
    ) -> Guards<'a> {
        Guards {
            program,
            paths,
            locks,
            locality,
            techniques,
            known: RefCell::default(),
            signatures: RefCell::default(),
            common: RefCell::default(),
            writes: RefCell::default(),
        }
    }

    /// The locks that are held at an access.
    pub(crate) fn of(&self, found: &Found) -> Rc<Guarded> {
        if let Some(known) = self.known.borrow().get(&found.id) {
            return Rc::clone(known);
        }
        // A thread does not hold what whoever starts it holds.
        let mut held = match found.thread {
            Some(_) => Vec::new(),
            None => self.at(found.node, found.inst),
        };
        if self.techniques.has(Technique::DeepSync) {
            let under = found.under.iter();
            held.extend(under.map(|guard| self.locks.guard(found.node, found.inst, guard)));
            held.extend(found.inside.iter().flat_map(|inside| inside.locks.iter().cloned()));
        }
        let base = self.name(found);
        let locks: Rc<[Lock]> = held.iter().map(|held| self.lock(held, base.as_ref())).collect();
        let signature = self.signatures.borrow_mut().intern(locks);
        let guarded = Rc::new(Guarded { held, signature });
        self.known.borrow_mut().insert(found.id, Rc::clone(&guarded));
        guarded
    }

    /// The locks that are held at an instruction, as far as they count.
    fn at(&self, node: Node, inst: Inst) -> Vec<Held> {
        let is_application =
            |node: Node| self.program.node(node).is_some_and(|info| info.is_application);
        let mut held = self.locks.at(node, inst);
        held.retain(|held| match is_application(held.site.0) {
            true => self.techniques.has(Technique::Sync),
            false => self.techniques.has(Technique::DeepSync),
        });
        held
    }

    /// Whether two instructions have a lock in common, whatever they do.
    pub(crate) fn are_apart(&self, a: (Node, Inst), b: (Node, Inst)) -> bool {
        let locks = |(node, inst)| -> Vec<Lock> {
            self.at(node, inst).iter().map(|held| self.lock(held, None)).collect()
        };
        let (of_a, of_b) = (locks(a), locks(b));
        of_a.iter().any(|lock| of_b.iter().any(|other| lock.is_same(other)))
    }

    /// Whether two loads of a field are done under the same lock, as seen from the objects that have the field, and the first one's is
    /// still held at a later instruction.
    pub(crate) fn hold_common(&self, load: (Node, Inst), later: Inst, other: (Node, Inst)) -> bool {
        let locks = |held: Vec<Held>, (node, inst): (Node, Inst)| -> Vec<Lock> {
            let op = self.program.node(node).map(|info| info.body.insts[inst].op);
            let base = match op {
                Some(Op::GetField { object, .. }) => Some(self.paths.of(node, object)),
                _ => None,
            };
            held.iter().map(|held| self.lock(held, base.as_ref())).collect()
        };
        let still = self.at(load.0, later);
        let mut held = self.at(load.0, load.1);
        held.retain(|lock| still.iter().any(|other| other.site == lock.site));
        let (of_load, of_other) = (locks(held, load), locks(self.at(other.0, other.1), other));
        of_load.iter().any(|lock| of_other.iter().any(|other| lock.is_same(other)))
    }

    fn name(&self, found: &Found) -> Option<Path> {
        found.base.map(|base| self.paths.of(found.node, base))
    }

    fn lock(&self, held: &Held, base: Option<&Path>) -> Lock {
        let is_global = |key: &&Key| match key {
            Key::Obj(_) | Key::Class(_) => true,
            Key::Path(path) => path.is_global(),
        };
        Lock {
            mode: held.mode,
            globals: held.keys.iter().filter(is_global).cloned().collect(),
            relations: base.map(|base| self.relations(held, base)).unwrap_or_default(),
        }
    }

    /// Whether there is a lock that surely keeps two accesses apart.
    pub(crate) fn have_common(&self, a: Signature, b: Signature) -> bool {
        if let Some(&known) = self.common.borrow().get(&(a, b)) {
            return known;
        }
        let (of_a, of_b) = self.signatures.borrow().both(a, b);
        let is_common = of_a.iter().any(|lock| of_b.iter().any(|other| lock.is_same(other)));
        self.common.borrow_mut().insert((a, b), is_common);
        is_common
    }

    /// From objects that a body has names for: how a lock is found, and how the accessed object is, which must be in no other
    /// such object.
    fn relations(&self, held: &Held, base: &Path) -> Vec<Relation> {
        let mut relations = Vec::new();
        for key in &held.keys {
            let Key::Path(path) = key else { continue };
            for kept in 0..=base.fields.len() {
                let (above, below) = base.fields.split_at(kept);
                let above = Path { root: base.root, fields: above.to_vec() };
                if let Some(lock) = above.suffix(path)
                    && below.iter().all(|&field| self.paths.is_owned(field))
                {
                    relations.push((lock, below.to_vec()));
                }
            }
        }
        relations
    }

    /// Whether the one holds a lock of the accessed object itself, and the other one of a parameter that is another.
    pub(crate) fn has_other(&self, first: &Found, second: &Found) -> bool {
        let (a, b) = (self.of(first), self.of(second));
        let (a, b) = (&a.held, &b.held);
        let (Some(first), Some(second)) = (self.name(first), self.name(second)) else {
            return false;
        };
        let is_param = |path: &Path| matches!(path.root, Root::Param(_));
        let is_guarded = a.iter().any(|held| !self.relations(held, &first).is_empty());
        // An executor without a name is that of somebody whom the task does not know.
        let is_foreign = |held: &Held| {
            held.is_turn && held.keys.is_empty()
                || held.keys.iter().any(
                    |key| matches!(key, Key::Path(lock) if is_param(lock) && lock.root != second.root),
                )
        };
        is_guarded && is_param(&second) && !b.is_empty() && b.iter().all(is_foreign)
    }

    /// Whether each holds one lock alone, and both got it from the same method for different parts of the accessed object:
    /// `lockFor(item.name)` and `lockFor(item.owner)`. It keeps nobody out that two of a map may be the same.
    pub(crate) fn have_other_keys(&self, first: &Found, second: &Found) -> bool {
        match (self.key_of_lock(first), self.key_of_lock(second)) {
            (Some((method, key)), Some((other, other_key))) => method == other && key != other_key,
            _ => false,
        }
    }

    /// The method that the only lock at an access comes from, and by which fields it leads from the accessed object to what the
    /// method is given.
    fn key_of_lock(&self, found: &Found) -> Option<(MethodRef, Vec<FieldId>)> {
        let (guarded, base) = (self.of(found), self.name(found)?);
        let [held] = &guarded.held[..] else { return None };
        let info = self.program.node(found.node).filter(|_| held.site.0 == found.node)?;
        let lock = self.value_of_lock(held)?;
        let call = info.body.insts[info.body.values[lock].def].op;
        let Op::Invoke { method, args, .. } = call else { return None };
        let args = info.body.list(args).iter();
        let keys = args.filter_map(|&arg| base.suffix(&self.paths.of(found.node, arg)));
        let mut keys = keys.filter(|fields| !fields.is_empty());
        let key = keys.next()?;
        keys.next().is_none().then_some((method, key))
    }

    /// Whether one of some locks is one of an array by a number that varies.
    pub(crate) fn are_chosen(&self, a: &[Held], b: &[Held]) -> bool {
        a.iter().chain(b).any(|held| self.number(held) == Some(None))
    }

    /// Whether both have a lock that is one of an array by the same constant: `locks[1]`.
    pub(crate) fn have_same_number(&self, a: &[Held], b: &[Held]) -> bool {
        let numbers = |held: &[Held]| -> Vec<i32> {
            held.iter().filter_map(|held| self.number(held)?).collect()
        };
        let of_a = numbers(a);
        !of_a.is_empty() && numbers(b).iter().any(|number| of_a.contains(number))
    }

    /// If a lock is one of an array: by which number, if that is a constant.
    fn number(&self, held: &Held) -> Option<Option<i32>> {
        let (info, lock) = self.program.node(held.site.0).zip(self.value_of_lock(held))?;
        match info.body.insts[info.body.values[lock].def].op {
            Op::ArrayLoad { index, .. } => Some(int_constant(info.body, index)),
            _ => None,
        }
    }

    /// The value that is locked, in the body that does so.
    pub(crate) fn value_of_lock(&self, held: &Held) -> Option<Value> {
        let (node, inst) = held.site;
        let body = self.program.node(node)?.body;
        let mut value = match body.insts[inst].op {
            Op::MonitorEnter(value) => value,
            Op::Invoke { args, .. } => *body.list(args).first()?,
            _ => return None,
        };
        while let Op::CheckCast { value: from, .. } = body.insts[body.values[value].def].op {
            value = from;
        }
        Some(value)
    }

    /// The fields that change in which both find the lock that they hold, in the same place.
    pub(crate) fn common_fields(&self, first: &Found, second: &Found) -> Vec<FieldId> {
        let (of_first, of_second) = (self.fields_of_locks(first), self.fields_of_locks(second));
        let common = of_first.into_iter().filter(|place| of_second.contains(place));
        common.map(|(field, _)| field).collect()
    }

    /// The fields that change in which an access finds locks, and by which fields it leads from who has them to the accessed
    /// object; none for static fields.
    fn fields_of_locks(&self, found: &Found) -> Vec<(FieldId, Option<Vec<FieldId>>)> {
        let (guarded, base) = (self.of(found), self.name(found));
        let Some(info) = self.program.node(found.node) else { return Vec::new() };
        let field_of = |held: &Held| {
            let (node, value) = (held.site.0, self.value_of_lock(held)?);
            let body = self.program.node(node)?.body;
            match body.insts[body.values[value].def].op {
                Op::GetStatic { field } => Some((self.paths.field_in(node, field)?, None)),
                Op::GetField { object, field } if std::ptr::eq(body, info.body) => {
                    let below = self.paths.of(node, object).suffix(base.as_ref()?)?;
                    let is_own = below.iter().all(|&field| self.paths.is_owned(field));
                    is_own.then_some((self.paths.field_in(node, field)?, Some(below)))
                }
                _ => None,
            }
        };
        guarded.held.iter().filter_map(field_of).collect()
    }

    /// Where a field is written after its object or class has come into being.
    pub(crate) fn writes(&self, field: FieldId) -> Rc<[(Node, Inst)]> {
        if let Some(known) = self.writes.borrow().get(&field) {
            return Rc::clone(known);
        }
        let mut writes = Vec::new();
        for (node, info) in self.program.nodes() {
            for (inst, data) in info.body.insts.iter() {
                let (Op::PutField { field: put, .. } | Op::PutStatic { field: put, .. }) = data.op
                else {
                    continue;
                };
                let is_first = self.paths.is_first_write(info.method, info.body, inst);
                if !is_first && self.paths.field_in(node, put) == Some(field) {
                    writes.push((node, inst));
                }
            }
        }
        let writes: Rc<[(Node, Inst)]> = writes.into();
        self.writes.borrow_mut().insert(field, Rc::clone(&writes));
        writes
    }

    /// Whether one holds all locks of which the other holds one: of an array of locks, say.
    pub(crate) fn hold_all_and_one(&self, first: &Found, second: &Found) -> bool {
        let (a, b) = (self.of(first), self.of(second));
        let has_all = |all: &[Held], one: &[Held]| {
            all.iter().filter(|held| held.is_all).any(|all| {
                let is_in = |obj: &Obj| all.may.iter().any(|other| plain(*other) == plain(*obj));
                one.iter().any(|one| {
                    excludes(all.mode, one.mode) && !one.may.is_empty() && one.may.iter().all(is_in)
                })
            })
        };
        has_all(&a.held, &b.held) || has_all(&b.held, &a.held)
    }

    /// Whether both hold the lock of the structure that the object is a part of, each of its own one: `this.lock` or `this` in
    /// methods of a class that the object's class is nested in. An object is in one structure at a time, even where those of
    /// several are not told apart.
    pub(crate) fn hold_lock_of_structure(&self, obj: Obj, first: &Found, second: &Found) -> bool {
        let of_first = self.locks_of_structure(obj, first);
        let of_second = self.locks_of_structure(obj, second);
        of_first.iter().any(|lock| of_second.contains(lock))
    }

    /// The class around an object's class, and the field that holds the lock; none where that is the structure itself.
    fn locks_of_structure(&self, obj: Obj, found: &Found) -> Vec<(ClassId, Option<FieldId>)> {
        let hierarchy = self.program.solver.hierarchy();
        let (Type::Ref(part), Some(info)) =
            (self.program.solver.class_of(obj).ty, self.program.node(found.node))
        else {
            return Vec::new();
        };
        let method = hierarchy.method(info.method);
        let is_around = |class: ClassId| {
            let rest = part.as_str().strip_prefix(hierarchy.name(class).as_str());
            rest.is_some_and(|rest| rest.starts_with('$'))
        };
        let guarded = self.of(found);
        let held = guarded.held.iter().filter(|held| held.mode != LockMode::Read);
        let locks = held.flat_map(|held| &held.keys).filter_map(|key| match key {
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
        });
        locks.filter(|(class, _)| is_around(*class)).collect()
    }

    /// Whether both hold a lock that may be the same one.
    pub(crate) fn may_have_common(
        &self,
        a: &[Held],
        b: &[Held],
        threads: (ThreadId, ThreadId),
    ) -> bool {
        if a.is_empty() || b.is_empty() {
            return false;
        }
        let is_own = |obj: Obj| self.locality.is_local(threads.0, threads.1, plain(obj));
        a.iter().any(|held| {
            b.iter().any(|other| {
                excludes(held.mode, other.mode)
                    && held.may.iter().any(|&obj| {
                        let has = other.may.iter().any(|&o| plain(o) == plain(obj));
                        has && !is_own(obj)
                    })
            })
        })
    }
}

impl Signatures {
    fn intern(&mut self, locks: Rc<[Lock]>) -> Signature {
        if let Some(&known) = self.ids.get(&locks) {
            return known;
        }
        let id = Signature(self.all.len());
        self.all.push(Rc::clone(&locks));
        self.ids.insert(locks, id);
        id
    }

    fn both(&self, a: Signature, b: Signature) -> (Rc<[Lock]>, Rc<[Lock]>) {
        (Rc::clone(&self.all[a.0]), Rc::clone(&self.all[b.0]))
    }
}

impl Lock {
    fn is_same(&self, other: &Lock) -> bool {
        excludes(self.mode, other.mode)
            && (self.globals.iter().any(|key| other.globals.contains(key))
                || self.relations.iter().any(|relation| other.relations.contains(relation)))
    }
}

/// Whether two who hold a lock in these ways keep each other out.
fn excludes(a: LockMode, b: LockMode) -> bool {
    let are_alike = (a == LockMode::Monitor) == (b == LockMode::Monitor);
    are_alike && !(a == LockMode::Read && b == LockMode::Read)
}
