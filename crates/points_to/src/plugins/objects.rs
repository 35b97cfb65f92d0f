//! Objects: their class, copies of them, arrays by class, and who calls.
//!
//! Coarser than the library: how many dimensions `Array.newInstance(Class, int...)` asks for is not known, so it makes arrays
//! of one to three, each holding the next. The class of a lambda or a proxy has no name and is one that nobody knows.

use ir::Type;

use crate::code::{New, Stmt};
use crate::extract::Builder;
use crate::ids::Var;
use crate::types::SlotKind;

use super::{CLASS, ClassStep, Expansion, Params, RuleKind};

/// The arrays of arrays that are made if it is not known how many dimensions there are.
const MAX_DIMENSIONS: u8 = 3;

impl Builder<'_> {
    pub(super) fn objects(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        match name {
            "object-get-class" => self.rule(RuleKind::ClassOf, params.at(0), vec![], ret),
            "object-clone" => self.rule(RuleKind::Clone, params.at(0), vec![], ret),
            "array-new-instance" => {
                let dimensions = if params.of("[I").is_some() { MAX_DIMENSIONS } else { 1 };
                let kind = RuleKind::OfClass(ClassStep::NewArray { dimensions });
                self.rule(kind, params.of(CLASS), vec![], ret);
            }
            "caller-class" => {
                if let Some(ret) = ret {
                    self.new_object(ret, New::Caller);
                }
            }
            _ => return false,
        }
        true
    }
}

impl Expansion<'_> {
    pub(super) fn class_of(&mut self) {
        let data = self.types.class(self.object.class);
        match data.made {
            None => self.result(New::Class(data.ty)),
            Some(_) => {
                if let Some(any) = self.any(CLASS) {
                    self.result(any);
                }
            }
        }
    }

    /// A new object of the same class, whose fields hold the same.
    pub(super) fn clone_object(&mut self) {
        self.result(New::Site(self.object.class));
        for kind in self.slots() {
            let slot = self.types.slot(kind);
            // The solver puts the new object in the place of the second.
            self.push(Stmt::CopyField { from: self.id, to: self.id, slot });
        }
    }

    /// Arrays of an element type.
    pub(super) fn new_array(&mut self, element: Type, dimensions: u8) {
        let mut inner: Option<Var> = None;
        let mut ty = element;
        for _ in 0..dimensions {
            ty = array_of(ty);
            let Some(class) = self.types.of_type(self.world, ty) else { return };
            let array = self.fresh();
            self.new_object(array, New::Site(class));
            if let Some(from) = inner {
                let slot = self.types.slot(SlotKind::Element);
                self.push(Stmt::Store { base: array, slot, from });
            }
            if let Some(to) = self.rule.result {
                self.push(Stmt::Copy { to, from: array, filter: None });
            }
            inner = Some(array);
        }
    }
}

/// How many dimensions an array has at most whose type comes out of a class object.
const MOST_DIMENSIONS: usize = 3;

/// The type of arrays of a type that a class object stands for. A program that makes arrays of the class of an array of the
/// class of an array would have no end, so that those of many dimensions stand for those of more, too.
pub(super) fn array_of(ty: Type) -> Type {
    let dimensions = std::iter::successors(ty.element(), |element| element.element()).count();
    if dimensions >= MOST_DIMENSIONS { ty } else { ty.array_of() }
}
