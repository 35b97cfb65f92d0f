//! The command `deadheat`.
//!
//! It reads the command line, asks the engine, and prints. Results go to standard output (or `-o`), problems and progress to
//! standard error. Exit status: 0 done, 1 findings, 2 the job could not be done in full.

mod args;
mod ask;
mod check;
mod explain;
mod hunt;
mod init;
mod inspect;
mod live;
mod output;
mod progress;
mod run;
mod settings;
mod sharing;
mod sources;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// There are races.
const RACES: u8 = 1;

/// The job could not be done in full.
const INCOMPLETE: u8 = 2;

/// How long memory that was freed is kept, in milliseconds. What comes next will need it, and the system takes time to clear what it
/// hands out: by the allocator's own 10 ms, an analysis spends a fifth of its time on that.
const KEPT_FREE: std::ffi::c_long = 2000;

/// `mi_option_purge_delay`, which the bindings have no name for.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

fn main() -> ExitCode {
    // SAFETY: the option exists, and may be set at any time.
    unsafe { libmimalloc_sys::mi_option_set_default(PURGE_DELAY, KEPT_FREE) };
    let status = match Args::parse().command {
        Command::Check(args) => {
            clean_up_on_interrupt();
            check::run(&args)
        }
        Command::Explain(args) => {
            clean_up_on_interrupt();
            explain::run(&args)
        }
        Command::Sharing(args) => {
            clean_up_on_interrupt();
            sharing::run(&args)
        }
        Command::Inspect(args) => {
            clean_up_on_interrupt();
            inspect::run(&args)
        }
        Command::Init(args) => {
            clean_up_on_interrupt();
            init::run(&args)
        }
        Command::Run(args) => run::run(&args),
        Command::Hunt(args) => hunt::hunt(&args),
        Command::Merge(args) => hunt::merge(&args),
        Command::Lsp(_) => {
            clean_up_on_interrupt();
            live::serve()
        }
        Command::Watch(args) => watch::run(&args),
    };
    match status {
        Ok(status) => status,
        Err(error) => {
            output::error(&error);
            ExitCode::from(INCOMPLETE)
        }
    }
}

fn clean_up_on_interrupt() {
    if let Err(error) = project::remove_temporary_folders_on_interrupt() {
        let what = "an interrupted run may leave a temporary folder behind";
        output::warn(&format!("{what}: {error}"));
    }
}
