//! The built-in models against the JDKs of this machine: they describe what is there, all of it where they must, and
//! summaries cover what the code of the real class does.
//!
//! ```text
//! models ──▶ complete: which methods have to be described, which descriptions fit nothing
//!
//! receivers.txt ──▶ drivers: a Java program, one method for each public method of each receiver
//!               ──▶ compare: analysed with summaries and, family by family, with bodies; what the program sees of either
//!               ──▶ coverage: which summaries were not compared
//! ```

mod compare;
mod complete;
mod coverage;
mod drivers;
mod effects;
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

#[test]
fn every_summary_is_compared() {
    coverage::check(GROUPS);
}

#[test]
fn fields_that_are_left_out_are_there() {
    effects::check_caches(&library::ALL);
}
