//! The command `deadheat` as a user runs it: the real binary, real JDKs, real files.

mod analysis;
mod check;
mod common;
mod configuration;
mod hunt;
mod ids;
mod inspect;
mod library;
mod loops;
mod natives;
mod projects;
mod readme;
mod run;
mod sarif;
mod sharing;
