//! `deadheat lsp` and `deadheat watch` as editors and people use them: the real binary, real JDKs, real files.

mod actions;
mod echo;
mod neovim;
mod robust;
mod watch;

const DEADHEAT: &str = env!("CARGO_BIN_EXE_deadheat");
