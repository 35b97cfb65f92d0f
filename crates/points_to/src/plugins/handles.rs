//! Method handles, variable handles, field updaters and `Unsafe`: calls and field accesses through objects that stand for
//! members.

use classfile::FieldFlags;

use crate::code::{Member, New, Stmt};
use crate::extract::Builder;
use crate::ids::Var;
use crate::types::SlotKind;

use super::{Access, Expansion, Lookup, Params, RuleKind, instance_fields};

const METHOD_HANDLE: &str = "java/lang/invoke/MethodHandle";
const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";

impl Builder<'_> {
    pub(super) fn handles(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        match name {
            "method-handle-find-virtual"
            | "method-handle-find-static"
            | "method-handle-find-special" => {
                self.find_handle(params, ret, METHOD_HANDLE, Lookup::Methods);
            }
            "method-handle-find-constructor" => {
                self.find_handle(params, ret, METHOD_HANDLE, Lookup::Constructors);
            }
            "method-handle-find-getter" => {
                self.find_handle(params, ret, METHOD_HANDLE, Lookup::Fields)
            }
            "method-handle-find-setter" => {
                self.find_handle(params, ret, METHOD_HANDLE, Lookup::Setters)
            }
            "method-handle-invoke" => {
                let args = (1..params.vars.len()).map(|at| params.at(at)).collect();
                self.rule(RuleKind::Use(Access::Direct), params.at(0), args, ret);
            }
            "var-handle-find" => self.find_handle(params, ret, VAR_HANDLE, Lookup::Fields),
            "var-handle-array" => {
                if let (Some(class), Some(ret)) = (self.library_class(VAR_HANDLE), ret) {
                    self.new_object(ret, New::Member(class, Member::Element));
                }
            }
            "field-updater-new" => {
                let updater = "java/util/concurrent/atomic/AtomicReferenceFieldUpdater";
                self.find_handle(params, ret, updater, Lookup::Fields);
            }
            "var-handle-get" | "field-updater-get" => {
                let args = (1..params.vars.len()).map(|at| params.at(at)).collect();
                self.rule(RuleKind::Use(Access::Read), params.at(0), args, ret);
            }
            "var-handle-set"
            | "var-handle-exchange"
            | "var-handle-compare-and-set"
            | "field-updater-set" => {
                let args = (1..params.vars.len()).map(|at| params.at(at)).collect();
                self.rule(RuleKind::Use(Access::Write), params.at(0), args, ret);
            }
            "unsafe-get" => {
                let kind = RuleKind::AnyField { is_write: false };
                self.rule(kind, params.at(params.first()), vec![], ret);
            }
            "unsafe-put" | "unsafe-cas" => {
                let kind = RuleKind::AnyField { is_write: true };
                // What is compared comes before what is written.
                let value =
                    (params.first() + 1..params.vars.len()).rev().find_map(|at| params.at(at));
                self.rule(kind, params.at(params.first()), vec![value], ret);
            }
            "unsafe-offset" => {}
            _ => return false,
        }
        true
    }

    fn find_handle(
        &mut self,
        params: &Params<'_>,
        ret: Option<Var>,
        class: &str,
        lookup: impl Fn(crate::ids::DynClass) -> Lookup,
    ) {
        let Some(class) = self.library_class(class) else { return };
        let base = params.of("java/lang/Class");
        let name = params.of("java/lang/String");
        self.rule(RuleKind::MembersOf(lookup(class)), base, vec![name], ret);
    }
}

impl Expansion<'_> {
    /// A field or an element is read or written. The object comes first, unless the field is static; the last argument of a
    /// writing access is the value.
    pub(super) fn access_member(&mut self, member: Member, access: Access) {
        let is_write = access == Access::Write || matches!(member, Member::Setter(_));
        let slot = match member {
            Member::Field(field) | Member::Setter(field) => {
                if self.world.hierarchy.field(field).flags.contains(FieldFlags::STATIC) {
                    let value = self.value(0, is_write);
                    if let (Some(from), true) = (value, is_write) {
                        self.push(Stmt::StoreStatic { field, from });
                    }
                    if let Some(to) = self.rule.result {
                        self.push(Stmt::LoadStatic { to, field });
                    }
                    return;
                }
                self.types.slot(SlotKind::Field(field))
            }
            Member::Element => self.types.slot(SlotKind::Element),
            Member::Method(_) => return,
        };
        let Some(base) = self.arg(0) else { return };
        let value = self.value(1, is_write);
        if let (Some(from), true) = (value, is_write) {
            self.push(Stmt::Store { base, slot, from });
        }
        if let Some(to) = self.rule.result {
            self.push(Stmt::Load { to, base, slot });
        }
    }

    /// The value that is written. How many arguments a call passes is not known here; those that it does not pass never
    /// have an object, so all that may be values are joined where there are several.
    fn value(&mut self, first: usize, is_write: bool) -> Option<Var> {
        if !is_write {
            return None;
        }
        let values: Vec<Var> =
            (first..self.rule.args.len()).filter_map(|at| self.arg(at)).collect();
        let (&joined, others) = values.split_last()?;
        for &from in others {
            self.push(Stmt::Copy { to: joined, from, filter: None });
        }
        Some(joined)
    }

    /// Memory is accessed by an offset: any field of the object may be meant.
    pub(super) fn any_field(&mut self, is_write: bool) {
        let data = self.types.class(self.object.class);
        let slots: Vec<SlotKind> = if data.ty.is_array() {
            vec![SlotKind::Element]
        } else {
            let class = data.class;
            instance_fields(self.world, class).into_iter().map(SlotKind::Field).collect()
        };
        let base = self.rule.base;
        for kind in slots {
            let slot = self.types.slot(kind);
            if is_write && let Some(from) = self.arg(0) {
                self.push(Stmt::Store { base, slot, from });
            }
            if let Some(to) = self.rule.result {
                self.push(Stmt::Load { to, base, slot });
            }
        }
    }
}
