//! What the tests of several crates share. Only tests, fuzz targets and benchmarks use it.
//!
//! - [`jdk`]: the JDKs of this machine, and a visible word when a test has to do without one
//! - [`java`]: Java fixtures, compiled by a real javac
//! - [`assemble`]: class files made by hand, for what no compiler of today writes
//! - [`oddities`]: a collection of such classes: rare, old, or made to hurt
//! - [`mutate`]: damaged inputs, the same ones in every run
//! - [`fuzz`]: the bodies of the fuzz targets, which bounded tests call too
//! - [`cost`]: what a call costs in time and memory
//! - [`growth`]: programs of any size, to see how an analysis grows with them
//! - [`reachable`]: what of a method's bytecode can run, as an oracle for lowering
//! - [`interpret`]: executes the IR, as an oracle for its meaning
//! - [`editor`]: a client of the language server
//! - [`record`]: which methods a program executes on a real JVM and who calls them, as an oracle for call graphs

pub mod assemble;
pub mod cost;
pub mod editor;
pub mod fuzz;
pub mod growth;
pub mod interpret;
pub mod java;
pub mod jdk;
pub mod mutate;
pub mod oddities;
pub mod points_to;
pub mod reachable;
pub mod record;
