//! When two bodies are the same.
//!
//! Operands, predecessors, handlers and the cases of switches lie in shared vectors. Where they lie there, and whether two
//! blocks share their handlers, depends on who built the body and means nothing; so bodies are compared by what their
//! slices contain. All numbers that others may hold on to are compared: of blocks, instructions, values, call sites and
//! dynamic constants.

use crate::body::{BlockData, Body, InstData, Op, Slice};

impl PartialEq for Body {
    fn eq(&self, other: &Body) -> bool {
        let same_place =
            |(a, b): (&InstData, &InstData)| a.offset == b.offset && a.line() == b.line();
        self.does_same(other)
            && self.variables == other.variables
            && self.insts.as_slice().iter().zip(other.insts.as_slice()).all(same_place)
    }
}

impl Body {
    /// Whether two bodies do the same, wherever it stands in the source and whatever local variables are called.
    pub fn does_same(&self, other: &Body) -> bool {
        self.values == other.values
            && self.call_sites == other.call_sites
            && self.dynamics == other.dynamics
            && all_equal(self.blocks.as_slice(), other.blocks.as_slice(), |a, b| {
                same_block(self, a, other, b)
            })
            && all_equal(self.insts.as_slice(), other.insts.as_slice(), |a, b| {
                same_inst(self, a, other, b)
            })
    }
}

fn all_equal<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn same_block(a_body: &Body, a: &BlockData, b_body: &Body, b: &BlockData) -> bool {
    a.insts == b.insts
        && same_part(&a_body.preds, a.preds, &b_body.preds, b.preds)
        && same_part(&a_body.handlers, a.handlers, &b_body.handlers, b.handlers)
}

/// Whether two slices contain the same. Those that point outside of their vector are the same only if they are equal.
fn same_part<T: PartialEq>(a_all: &[T], a: Slice, b_all: &[T], b: Slice) -> bool {
    match (a_all.get(a.range()), b_all.get(b.range())) {
        (Some(a), Some(b)) => a == b,
        (None, None) => a == b,
        _ => false,
    }
}

fn same_inst(a_body: &Body, a: &InstData, b_body: &Body, b: &InstData) -> bool {
    a.result == b.result && same_op(a_body, &a.op, b_body, &b.op)
}

fn same_op(a_body: &Body, a: &Op, b_body: &Body, b: &Op) -> bool {
    let same_list = |a: crate::body::ValueList, b: crate::body::ValueList| {
        same_part(&a_body.lists, a.0, &b_body.lists, b.0)
    };
    match (*a, *b) {
        (Op::Phi(a), Op::Phi(b)) => same_list(a, b),
        (
            Op::NewMultiArray { ty: a_ty, lengths: a },
            Op::NewMultiArray { ty: b_ty, lengths: b },
        ) => a_ty == b_ty && same_list(a, b),
        (
            Op::Invoke { kind: a_kind, method: a_method, args: a },
            Op::Invoke { kind: b_kind, method: b_method, args: b },
        ) => a_kind == b_kind && a_method == b_method && same_list(a, b),
        (
            Op::InvokeDynamic { site: a_site, args: a },
            Op::InvokeDynamic { site: b_site, args: b },
        ) => a_site == b_site && same_list(a, b),
        (Op::Switch { value: a, table: a_table }, Op::Switch { value: b, table: b_table }) => {
            a == b && a_body.switches.get(a_table) == b_body.switches.get(b_table)
        }
        (a, b) => a == b,
    }
}
