//! What people call a lock: the field that holds it, `this`, a class; or where it is made.

use ir::body::Constant;
use ir::entity::EntityId as _;
use ir::hierarchy::MethodId;
use ir::{Body, Inst, MethodRefData, Op, Value};
use models::LockMode;
use races::HeldLock;
use report::{Holder, Lock, simple};

use super::Namer;

/// How many casts and calls are looked through.
const DEPTH: usize = 4;

impl Namer<'_> {
    /// Each lock once.
    pub(super) fn locks(&self, held: &[HeldLock]) -> Vec<Lock> {
        let mut locks: Vec<Lock> = held.iter().map(|lock| self.lock(lock)).collect();
        locks.sort();
        locks.dedup_by(|a, b| a.name == b.name && a.mode == b.mode);
        locks
    }

    fn lock(&self, held: &HeldLock) -> Lock {
        Lock {
            name: self.lock_name(held),
            mode: match held.mode {
                LockMode::Exclusive | LockMode::Monitor => report::LockMode::Exclusive,
                LockMode::Read => report::LockMode::Read,
                LockMode::Write => report::LockMode::Write,
            },
            taken_at: self.position(held.site),
        }
    }

    fn lock_name(&self, held: &HeldLock) -> String {
        let written = self.written(held.site.method, held.site.inst);
        match written {
            Some(Written::Name(name)) => name,
            Some(Written::This(class)) => format!("this ({class})"),
            Some(Written::Local(local)) => self.field_of(held).unwrap_or(local),
            None => self
                .field_of(held)
                .or_else(|| self.made(held))
                .unwrap_or_else(|| format!("the lock that {} takes", self.position(held.site))),
        }
    }

    /// The one field that holds all objects that the lock may be.
    fn field_of(&self, held: &HeldLock) -> Option<String> {
        let mut names = held.may_objs.iter().map(|object| match self.holders.get(*object)? {
            Holder::Field { class, field } => Some(format!("{}.{field}", simple(&class))),
            Holder::Made(_) => None,
        });
        let first = names.next()??;
        names.all(|name| name.as_ref() == Some(&first)).then_some(first)
    }

    fn made(&self, held: &HeldLock) -> Option<String> {
        let [object] = held.may_objs[..] else { return None };
        match self.made_at(object)? {
            Holder::Made(frame) => Some(format!("a lock made at {}:{}", frame.file?, frame.line?)),
            Holder::Field { .. } => None,
        }
    }

    /// What the source says where the lock is taken.
    fn written(&self, method: MethodId, inst: Inst) -> Option<Written> {
        let name = self.analysis.method_name(method);
        let class = simple(name.class.as_str()).to_owned();
        let is_static = self.analysis.solver().hierarchy().method(method).is_static();
        // A synchronized method takes its lock before its first instruction.
        if inst.index() == 0 {
            return Some(match is_static {
                true => Written::Name(format!("{class}.class")),
                false => Written::This(class),
            });
        }
        self.analysis.with_body(name, |body| {
            let of = |value| written(body, value, &class, is_static, DEPTH);
            match body.insts.get(inst)?.op {
                Op::MonitorEnter(value) => of(value),
                Op::Invoke { args, .. } => match of(*body.list(args).first()?)? {
                    // A helper of this object takes some lock.
                    Written::This(class) => Some(Written::Local(format!("this ({class})"))),
                    other => Some(other),
                },
                _ => None,
            }
        })?
    }
}

/// An expression for a lock.
enum Written {
    /// That says it: a field, a class.
    Name(String),
    /// `this`, in a class.
    This(String),
    /// A variable or call, which says little elsewhere.
    Local(String),
}

fn written(
    body: &Body,
    value: Value,
    class: &str,
    is_static: bool,
    depth: usize,
) -> Option<Written> {
    let depth = depth.checked_sub(1)?;
    let field = |field: ir::FieldRef| {
        let data = field.data();
        Written::Name(format!("{}.{}", simple(data.class.as_str()), data.name))
    };
    let local = || body.name_of(value).map(|name| Written::Local(name.to_string()));
    match body.insts[body.values[value].def].op {
        Op::GetField { field: of, .. } | Op::GetStatic { field: of } => Some(field(of)),
        Op::Const(Constant::Class(ty)) => {
            let name = ty.to_string();
            let name = name.trim_start_matches('L').trim_end_matches(';');
            Some(Written::Name(format!("{}.class", simple(name))))
        }
        Op::Param(0) if !is_static => Some(Written::This(class.to_owned())),
        Op::CheckCast { value, .. } => written(body, value, class, is_static, depth),
        // `lock.readLock()` is a view of the lock.
        Op::Invoke { method, args, .. } if is_view(method.data()) => {
            written(body, *body.list(args).first()?, class, is_static, depth)
        }
        _ => local(),
    }
}

fn is_view(method: &MethodRefData) -> bool {
    let views = ["readLock", "writeLock", "asReadLock", "asWriteLock"];
    views.contains(&method.name.as_str())
}
