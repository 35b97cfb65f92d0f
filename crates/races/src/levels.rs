//! Methods that call themselves while they hold a lock, and another one in each level.
//!
//! ```java
//! long sum(int next) {
//!     if (next < locks.length) {
//!         synchronized (locks[next]) { return sum(next + 1); }
//!     }
//!     …                                   // all of them are held here
//! }
//! ```
//!
//! Each level must take another lock than the one before: one that is found by a number that the next level gets another one for.
//! That the first level begins with the first lock is not known, so this is a doubt, as with loops that take one lock after the other.

use ir::Inst;
use ir::body::{Body, Op, Value};

use crate::objects::uncast;
use crate::program::arguments;

/// Whether the lock that is taken at an instruction is another one in the level that a call begins.
pub(crate) fn is_next_level(body: &Body, taken: Inst, call: Inst) -> bool {
    let given = arguments(body, call);
    numbers_of_lock(body, taken).into_iter().any(|number| {
        let Op::Param(at) = body.insts[body.values[number].def].op else { return false };
        given.get(usize::from(at)).is_some_and(|&next| next != number)
    })
}

/// The numbers by which the lock is found that an instruction takes: of an element of an array or list.
fn numbers_of_lock(body: &Body, taken: Inst) -> Vec<Value> {
    let lock = match body.insts[taken].op {
        Op::MonitorEnter(value) => value,
        Op::Invoke { args, .. } => match body.list(args) {
            [receiver, ..] => *receiver,
            [] => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    match body.insts[body.values[uncast(body, lock)].def].op {
        Op::ArrayLoad { index, .. } => vec![index],
        Op::Invoke { args, .. } => {
            let is_number = |value: &Value| body.values[*value].ty == ir::Type::Int;
            body.list(args).iter().copied().filter(is_number).collect()
        }
        _ => Vec::new(),
    }
}
