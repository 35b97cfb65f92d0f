//! `Unsafe`: fields and elements by their offsets in memory.
//!
//! Offsets are numbers. Those that `unsafe-offset` gives are followed all the same, as objects that stand for a field, on their
//! way from there through static fields to the call that uses them: that is how all code goes about it. Any other number may
//! mean every field of an object that can hold the value. In an array, each means an element.
//!
//! Static fields are found by their offset; their base is the class object, as in HotSpot.

use classfile::FieldFlags;
use ir::Type;

use crate::code::Member;
use crate::extract::Builder;
use crate::ids::Var;
use crate::types::SlotKind;

use super::{Expansion, MemberStep, Params, RuleKind, STRING, Scope, Sought};

/// The class of the objects that stand for offsets.
pub(crate) const OFFSET: &str = "java/lang/Long";

/// What is done to memory. The arguments: object if it is not the base, and value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryStep {
    /// An offset: its field is accessed.
    AtOffset,
    /// An object: its elements are accessed, and its fields if the offset is none that is followed.
    InObject,
    /// An object: any field is accessed.
    Anywhere,
}

/// Whether a parameter or result of an intrinsic is an offset.
pub(super) fn is_offset(intrinsic: &str, ty: Type) -> bool {
    ty == Type::Long && intrinsic.starts_with("unsafe-")
}

impl Builder<'_> {
    pub(super) fn memory(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        match name {
            "unsafe-offset" => match params.of(STRING) {
                Some(_) => self.find(params, ret, OFFSET, Sought::Fields, Scope::Declared),
                None => {
                    let kind = RuleKind::OfMember(MemberStep::Offset);
                    self.rule(kind, params.at(params.first()), vec![], ret);
                }
            },
            "unsafe-static-base" => {
                let kind = RuleKind::OfMember(MemberStep::DeclaringClass);
                self.rule(kind, params.at(params.first()), vec![], ret);
            }
            "unsafe-get"
            | "unsafe-put"
            | "unsafe-exchange"
            | "unsafe-compare-and-set"
            | "unsafe-compare-and-exchange"
            | "unsafe-update" => self.memory_access(params, ret),
            _ => return false,
        }
        true
    }

    /// Object and offset come first, and what is written is the last argument; what is compared stands before it.
    fn memory_access(&mut self, params: &Params<'_>, ret: Option<Var>) {
        let at = params.first();
        let (object, offset) = (params.at(at), params.at(at + 1));
        let has_value = params.shape.params.len() > at + 2
            && params.shape.params.last().is_some_and(|ty| ty.is_reference());
        let value = params.vars.last().copied().flatten().filter(|_| has_value);
        let result = ret.filter(|_| params.shape.result.is_some_and(|ty| ty.is_reference()));
        if value.is_none() && result.is_none() {
            return;
        }
        let at_offset = RuleKind::Memory(MemoryStep::AtOffset);
        self.rule(at_offset, offset, vec![object, value], result);
        self.rule(RuleKind::Memory(MemoryStep::InObject), object, vec![value], result);
    }
}

impl Expansion<'_> {
    pub(super) fn memory(&mut self, step: MemoryStep) {
        match step {
            MemoryStep::AtOffset => self.at_offset(),
            MemoryStep::InObject if self.types.class(self.object.class).ty.is_array() => {
                let base = self.this();
                self.access_slot(base, SlotKind::Element, None, self.arg(0));
            }
            MemoryStep::InObject if self.passes_offset() => {}
            MemoryStep::InObject | MemoryStep::Anywhere => self.anywhere(),
        }
    }

    /// Whether the call passes an offset that is followed: after the receiver and the object.
    fn passes_offset(&self) -> bool {
        let passed = self.site.passed.as_ref().and_then(|passed| passed.get(2));
        passed.is_some_and(Option::is_some)
    }

    fn at_offset(&mut self) {
        let (object, value) = (self.arg(0), self.arg(1));
        let Some(Member::Field(field)) = self.member() else {
            if let Some(object) = object {
                self.then(RuleKind::Memory(MemoryStep::Anywhere), object, vec![value]);
            }
            return;
        };
        let decl = self.world.hierarchy.field(field).clone();
        if decl.flags.contains(FieldFlags::STATIC) {
            return self.access_static(field, decl.ty, value);
        }
        let owner = Type::Ref(self.world.hierarchy.name(decl.class));
        if let Some(base) = self.fit(object, owner) {
            self.access_slot(base, SlotKind::Field(field), Some(decl.ty), value);
        }
    }

    /// Any field of an object; of a class object, the static fields of its class too.
    fn anywhere(&mut self) {
        if self.types.class(self.object.class).ty.is_array() {
            return;
        }
        let value = self.arg(0);
        if let Some(class) = self.class_object().and_then(|ty| self.present(ty)) {
            let fields: Vec<_> = self.world.hierarchy.fields(class).collect();
            for field in fields {
                let decl = self.world.hierarchy.field(field);
                if decl.flags.contains(FieldFlags::STATIC) && decl.ty.is_reference() {
                    self.access_static(field, decl.ty, value);
                }
            }
            return;
        }
        let base = self.this();
        for kind in self.slots() {
            if let SlotKind::Field(field) = kind {
                let ty = self.world.hierarchy.field(field).ty;
                self.access_slot(base, kind, Some(ty), value);
            }
        }
    }
}
