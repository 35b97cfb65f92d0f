//! The built-in models against the JDKs of this machine: they describe what is there, all of it where they must, and
//! summaries cover what the code of the real class does.
//!
//! ```text
//! models ──▶ complete: which methods have to be described, which descriptions fit nothing
//!
//! receivers.txt ──▶ drivers: a Java program, one method for each public method of each receiver
//!               ──▶ compare: analysed with summaries and with bodies; what the program can see of either
//! ```

mod compare;
mod complete;
mod drivers;
mod family;
mod library;
mod narrow;
mod policy;
mod seen;

#[test]
fn models_fit_the_classes() {
    complete::check();
}

/// One test for each group of `receivers.txt`.
macro_rules! groups {
    ($($group:ident,)*) => {
        const GROUPS: &[&str] = &[$(stringify!($group)),*];
        $(
            #[test]
            #[ignore = "takes minutes for some groups, and what it says about streams is not sorted out yet"]
            fn $group() {
                compare::check(stringify!($group));
            }
        )*
    };
}

groups! {
    collections,
    texts,
    atomics,
    tasks,
    streams,
}

#[test]
fn every_group_is_tested() {
    let groups: Vec<&str> = drivers::groups().iter().map(|group| group.name).collect();
    assert_eq!(groups, GROUPS);
}
