//! Copies of objects: `Object.clone`.

use crate::code::{New, Stmt};
use crate::extract::Builder;
use crate::ids::Var;
use crate::types::SlotKind;

use super::{Expansion, Params, RuleKind, instance_fields};

impl Builder<'_> {
    pub(super) fn copies(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        match name {
            "object-clone" => self.rule(RuleKind::Clone, params.at(0), vec![], ret),
            _ => return false,
        }
        true
    }
}

impl Expansion<'_> {
    /// A new object of the same class, whose fields hold the same.
    pub(super) fn clone_object(&mut self) {
        let class = self.object.class;
        self.result(New::Site(class));
        let data = self.types.class(class);
        let slots: Vec<SlotKind> = if data.ty.is_array() {
            vec![SlotKind::Element]
        } else {
            let class = data.class;
            instance_fields(self.world, class).into_iter().map(SlotKind::Field).collect()
        };
        for kind in slots {
            let slot = self.types.slot(kind);
            // The solver puts the new object in the place of the second.
            self.push(Stmt::CopyField { from: self.id, to: self.id, slot });
        }
    }
}
