//! All ways to tell contexts apart.

use points_to::context::{
    ContextPolicy, Insensitive, ObjectSensitive, ThreadSensitive, TypeSensitive,
};

/// Makes a policy.
pub type MakePolicy = fn() -> Box<dyn ContextPolicy>;

/// Every policy, by a name that says its parameters too.
pub const ALL: [(&str, MakePolicy); 7] = [
    ("insensitive", || Box::new(Insensitive)),
    ("thread", || Box::new(ThreadSensitive { containers: false })),
    ("thread+container", || Box::new(ThreadSensitive { containers: true })),
    ("1-object", || Box::new(ObjectSensitive { depth: 1 })),
    ("2-object", || Box::new(ObjectSensitive { depth: 2 })),
    ("1-type", || Box::new(TypeSensitive { depth: 1 })),
    ("2-type", || Box::new(TypeSensitive { depth: 2 })),
];
