//! Fields and elements of arrays, read and written through an object that stands for them: a reflected field, a variable
//! handle, a field updater.
//!
//! The place comes first among the arguments: the object, nothing for a static field (a reflected field wants an object even
//! then), or an array and an index. Values follow. What `compareAndSet` expects is compared, not stored. Whether the old value
//! is returned is told by whether there is a result.
//!
//! Coarser than the library: handles whose coordinates were adapted (`insertCoordinates` and its like) are taken for those
//! that they were made of.

use classfile::FieldFlags;
use ir::Type;

use crate::code::{Member, New, Stmt};
use crate::extract::Builder;
use crate::ids::Var;
use crate::types::SlotKind;

use super::{Access, Expansion, MemberStep, Params, RuleKind, Scope, Sought, VAR_HANDLE};

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Whether an object is passed for static fields too.
    pub always_object: bool,
    /// The place of the value that is written, counted from the end of the coordinates; none if nothing is written.
    pub value: Option<u8>,
}

impl Cell {
    /// The access of a method handle for a field or element.
    pub(super) fn of_handle(member: Member) -> Cell {
        let value = matches!(member, Member::Setter(_)).then_some(0);
        Cell { always_object: false, value }
    }
}

impl Builder<'_> {
    pub(super) fn fields(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        let Some(cell) = cell_of(name) else { return self.field_handles(name, params, ret) };
        self.rule(RuleKind::Use(Access::Cell(cell)), params.at(0), params.from(1), ret);
        true
    }

    fn field_handles(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        match name {
            "var-handle-find" => {
                self.find(params, ret, VAR_HANDLE, Sought::InstanceFields, Scope::All);
            }
            "var-handle-find-static" => {
                self.find(params, ret, VAR_HANDLE, Sought::StaticFields, Scope::All);
            }
            "var-handle-array" => {
                if let (Some(class), Some(ret)) = (self.library_class(VAR_HANDLE), ret) {
                    self.new_object(ret, New::Member(class, Member::Element));
                }
            }
            "var-handle-unreflect" => {
                let kind = RuleKind::OfMember(MemberStep::VarHandle);
                self.rule(kind, params.at(params.first()), vec![], ret);
            }
            "field-updater-new" => {
                if let Some(class) = updater_class(params.shape.result) {
                    self.find(params, ret, class, Sought::InstanceFields, Scope::Declared);
                }
            }
            _ => return false,
        }
        true
    }
}

/// The accesses, by intrinsic.
fn cell_of(name: &str) -> Option<Cell> {
    let (kind, what) = ["var-handle-", "field-updater-", "field-"]
        .iter()
        .find_map(|kind| Some((*kind, name.strip_prefix(kind)?)))?;
    let value = match what {
        // Numbers that are added are no objects.
        "get" | "update" => None,
        "set" | "exchange" => Some(0),
        "compare-and-set" | "compare-and-exchange" => Some(1),
        _ => return None,
    };
    Some(Cell { always_object: kind == "field-", value })
}

/// The class of the updaters that a factory makes: its result is abstract.
fn updater_class(factory: Option<Type>) -> Option<&'static str> {
    let Type::Ref(name) = factory? else { return None };
    Some(match name.as_str() {
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater" => {
            "java/util/concurrent/atomic/AtomicReferenceFieldUpdater$AtomicReferenceFieldUpdaterImpl"
        }
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater" => {
            "java/util/concurrent/atomic/AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl"
        }
        "java/util/concurrent/atomic/AtomicLongFieldUpdater" => {
            "java/util/concurrent/atomic/AtomicLongFieldUpdater$CASUpdater"
        }
        _ => return None,
    })
}

impl Expansion<'_> {
    /// A field or an element is read or written.
    pub(super) fn access(&mut self, member: Member, cell: Cell) {
        match member {
            Member::Field(field) | Member::Setter(field) => {
                let decl = self.world.hierarchy.field(field).clone();
                let owner = Type::Ref(self.world.hierarchy.name(decl.class));
                if decl.flags.contains(FieldFlags::STATIC) {
                    let value = self.value(cell, usize::from(cell.always_object));
                    return self.access_static(field, decl.ty, value);
                }
                let value = self.value(cell, 1);
                if let Some(base) = self.fit(self.arg(0), owner) {
                    self.access_slot(base, SlotKind::Field(field), Some(decl.ty), value);
                }
            }
            Member::Element => {
                let value = self.value(cell, 2);
                if let Some(base) = self.arg(0) {
                    self.access_slot(base, SlotKind::Element, None, value);
                }
            }
            Member::Method(_) | Member::Special(_) | Member::Array(_) => {}
        }
    }

    /// The argument that is written.
    fn value(&self, cell: Cell, coordinates: usize) -> Option<Var> {
        self.arg(coordinates + usize::from(cell.value?))
    }

    /// The same, if the first argument stands for all of them.
    pub(super) fn access_any(&mut self, member: Member) {
        let all = self.arg(0);
        let is_written = matches!(member, Member::Setter(_));
        if let Member::Field(field) | Member::Setter(field) = member {
            let decl = self.world.hierarchy.field(field).clone();
            let owner = Type::Ref(self.world.hierarchy.name(decl.class));
            let value = all.filter(|_| is_written);
            if decl.flags.contains(FieldFlags::STATIC) {
                self.access_static(field, decl.ty, value);
            } else if let Some(base) = self.fit(all, owner) {
                self.access_slot(base, SlotKind::Field(field), Some(decl.ty), value);
            }
        }
    }

    pub(super) fn access_static(
        &mut self,
        field: ir::hierarchy::FieldId,
        ty: Type,
        value: Option<Var>,
    ) {
        self.push(Stmt::Init(self.world.hierarchy.field(field).class));
        if let Some(from) = self.fit(value, ty) {
            self.push(Stmt::StoreStatic { field, from });
        }
        match self.rule.result {
            Some(to) if ty.is_reference() => self.push(Stmt::LoadStatic { to, field }),
            _ => self.boxed_result(Some(ty)),
        }
    }

    /// A slot of the objects of a variable is read if there is a result, and written if there is a value.
    pub(super) fn access_slot(
        &mut self,
        base: Var,
        kind: SlotKind,
        ty: Option<Type>,
        value: Option<Var>,
    ) {
        let slot = self.types.slot(kind);
        let value = match ty {
            Some(ty) => self.fit(value, ty),
            None => value,
        };
        if let Some(from) = value {
            self.push(Stmt::Store { base, slot, from });
        }
        match self.rule.result {
            Some(to) if ty.is_none_or(|ty| ty.is_reference()) => {
                self.push(Stmt::Load { to, base, slot });
            }
            _ => self.boxed_result(ty),
        }
    }
}
