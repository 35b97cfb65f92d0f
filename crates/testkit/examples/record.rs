//! Prints what a program executes:
//!
//! ```sh
//! cargo run -p testkit --profile checked --example record -- MAIN PLACE... [-- ARGUMENT...]
//! ```
//!
//! Each line is a method and who called it: an application method, a library method in brackets, or nobody.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use testkit::record::{self, Executed, Recording};
use testkit::{java, jdk};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut halves = arguments.splitn(2, |argument| argument == "--");
    let (named, args) = (halves.next().unwrap_or_default(), halves.next().unwrap_or_default());
    let [main, places @ ..] = named else {
        eprintln!("usage: record MAIN PLACE... [-- ARGUMENT...]");
        return ExitCode::from(2);
    };
    let Some(jdk) = java::compilers().into_iter().next() else {
        jdk::skip("there is no JDK on this machine");
        return ExitCode::FAILURE;
    };
    let places: Vec<PathBuf> = places.iter().map(PathBuf::from).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut recording = Recording::new(&jdk, main, &places);
    recording.args = &args;
    recording.every_call = false;
    recording.time_limit = Duration::from_secs(600);
    let start = Instant::now();
    match record::run(&recording) {
        Ok(executed) => {
            print(&executed, start.elapsed());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn print(executed: &Executed, time: Duration) {
    for (caller, method) in executed.edges.iter().chain(&executed.initialisations) {
        println!("{method} <- {caller}");
    }
    for (caller, method) in &executed.from_library {
        println!("{method} <- [{caller}]");
    }
    for method in &executed.from_vm {
        println!("{method} <-");
    }
    eprint!("{}{}", executed.stdout, executed.stderr);
    for (method, why) in &executed.unrecorded {
        eprintln!("{method} is not recorded: {why}");
    }
    for problem in &executed.problems {
        eprintln!("{problem}");
    }
    let Executed { methods, edges, from_library, status, .. } = executed;
    eprintln!(
        "{} methods, {} edges, {} from library, {} s, {status:?}",
        methods.len(),
        edges.len(),
        from_library.len(),
        time.as_secs_f32()
    );
}
