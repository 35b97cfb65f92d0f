//! All ways to tell contexts apart.

use points_to::context::{
    ContextPolicy, Insensitive, ObjectSensitive, ThreadSensitive, Threads, TypeSensitive,
};

/// Makes a policy.
pub type MakePolicy = fn() -> Box<dyn ContextPolicy>;

/// Every policy, by a name that says its parameters too.
pub const ALL: [(&str, MakePolicy); 11] = [
    ("insensitive", || Box::new(Insensitive)),
    ("thread", || thread(false, Threads::Apart)),
    ("thread+container", || thread(true, Threads::Apart)),
    ("thread+object", || objects(Threads::Apart)),
    ("alike+object", || objects(Threads::Alike)),
    ("alike", || thread(false, Threads::Alike)),
    ("alike+container", || thread(true, Threads::Alike)),
    ("1-object", || Box::new(ObjectSensitive { depth: 1 })),
    ("2-object", || Box::new(ObjectSensitive { depth: 2 })),
    ("1-type", || Box::new(TypeSensitive { depth: 1 })),
    ("2-type", || Box::new(TypeSensitive { depth: 2 })),
];

fn thread(containers: bool, threads: Threads) -> Box<dyn ContextPolicy> {
    Box::new(ThreadSensitive { containers, threads, ..ThreadSensitive::default() })
}

fn objects(threads: Threads) -> Box<dyn ContextPolicy> {
    Box::new(ThreadSensitive { objects: true, threads, ..ThreadSensitive::default() })
}
