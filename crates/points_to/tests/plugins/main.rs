//! Reflection, handles and their like: small Java programs with a JDK behind them, analysed and edited.
//!
//! A case is a folder of `cases` with a package of the same name. Its `Main.java` says in comments what must be found; see
//! [`expect`]. It also runs in a JVM, and what static fields hold then must have been foreseen. Files below `META-INF` are resources, `reflection.log` is what the user knows.

mod check;
mod expect;
mod log;
mod program;

/// One test for each case.
macro_rules! cases {
    ($($case:ident,)*) => {
        const CASES: &[&str] = &[$(stringify!($case)),*];
        $(
            #[test]
            fn $case() {
                check::check(stringify!($case));
            }
        )*
    };
}

cases! {
    causes,
    class_loaders,
    class_names,
    class_objects,
    combined_handles,
    constructors,
    copies,
    enums,
    field_updaters,
    fields,
    logged,
    lookups,
    machine,
    members,
    method_handles,
    methods,
    nested_reflection,
    property_files,
    proxies,
    raw_memory,
    record_components,
    serialization,
    services,
    streams,
    unresolved,
    var_handles,
}

#[test]
fn every_folder_is_a_case() {
    let mut folders = program::case_names();
    folders.sort();
    assert_eq!(folders, CASES);
}
