//! An interrupted run leaves no temporary folder behind.
#![cfg(unix)]

mod common;

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use project::{Sources, compile, remove_temporary_folders_on_interrupt};

/// Set in the process that is to be interrupted; holds the file to compile.
const VICTIM: &str = "DEADHEAT_TEST_VICTIM";

/// Not a test of its own: what the process that is to be interrupted does.
#[test]
fn victim() {
    let Some(source) = env::var_os(VICTIM) else { return };
    remove_temporary_folders_on_interrupt().unwrap();
    let sources = Sources::new(&[source.into()], &[]);
    let compiled = compile(&common::compilers()[0], &sources, &[]).unwrap();
    println!("\nclasses in {}", compiled.classes().display());
    std::thread::sleep(Duration::from_secs(60));
}

#[test]
fn signals_remove_the_classes() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = common::Folder::new();
        let source = folder.write("Main.java", "class Main {}");
        let temporary = folder.join("tmp");
        fs::create_dir(&temporary).unwrap();
        let mut victim = Command::new(env::current_exe().unwrap())
            .args(["victim", "--exact", "--nocapture"])
            .env(VICTIM, &source)
            .env("TMPDIR", &temporary)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(victim.stdout.take().unwrap()).lines();
        let ready = lines.map_while(Result::ok).any(|line| line.starts_with("classes in "));
        assert!(ready, "the process ended before it could be interrupted");
        let leftover = || fs::read_dir(&temporary).unwrap().count();
        assert_eq!(leftover(), 1);

        // Built into every shell, whereas a small system has no program of this name.
        let kill = format!("kill {signal} {}", victim.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert_eq!(victim.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(leftover(), 0, "{signal}");
    }
}
