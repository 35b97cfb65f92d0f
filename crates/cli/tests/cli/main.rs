//! The command `deadheat` as a user runs it: the real binary, real JDKs, real files.

mod analysis;
mod check;
mod common;
mod inspect;
mod readme;
mod run;
