//! Elements of small arrays that nobody but the body which makes the array knows: what is loaded is what was stored.
//!
//! ```java
//! Worker[] pair = {new Worker(), new Worker()};
//! new Thread(pair[0]).start();                    // the first one, not any of both
//! ```
//!
//! The array is only loaded from and stored into, each store is to a constant number, and there is one for the number of the load.
//! Otherwise all elements of an array are one to the solver.

use ir::body::{ArrayKind, Body, Constant, Op, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// By load of such an element: what was stored there.
pub(super) fn stored(body: &Body) -> FxHashMap<Value, Value> {
    let number = |value: Value| match body.insts[body.values[value].def].op {
        Op::Const(Constant::Int(number)) => Some(number),
        _ => None,
    };
    let is_made_here =
        |array: Value| matches!(body.insts[body.values[array].def].op, Op::NewArray { .. });
    let loads = body.insts.values().filter_map(|inst| match inst.op {
        Op::ArrayLoad { kind: ArrayKind::Ref, array, index } if is_made_here(array) => {
            Some((inst.result?, array, number(index)?))
        }
        _ => None,
    });
    let loads: Vec<(Value, Value, i32)> = loads.collect();
    let mut arrays: FxHashSet<Value> = loads.iter().map(|&(_, array, _)| array).collect();
    if arrays.is_empty() {
        return FxHashMap::default();
    }
    // By array and number; none if there are several.
    let mut stores: FxHashMap<(Value, i32), Option<Value>> = FxHashMap::default();
    for inst in body.insts.values() {
        match inst.op {
            Op::ArrayLoad { .. } | Op::ArrayLength(_) => {}
            Op::ArrayStore { array, index, value, .. } => {
                arrays.remove(&value);
                match number(index) {
                    Some(number) => {
                        let known = stores.entry((array, number));
                        known.and_modify(|known| *known = None).or_insert(Some(value));
                    }
                    None => {
                        arrays.remove(&array);
                    }
                }
            }
            op => op.for_each_operand(&body.lists, |operand| {
                arrays.remove(&operand);
            }),
        }
    }
    let known = loads.into_iter().filter_map(|(load, array, number)| {
        let value = (*stores.get(&(array, number))?)?;
        // What was loaded itself may come from where it goes to.
        let is_loaded = matches!(
            body.insts[body.values[value].def].op,
            Op::ArrayLoad { .. } | Op::CheckCast { .. }
        );
        (arrays.contains(&array) && !is_loaded).then_some((load, value))
    });
    known.collect()
}
