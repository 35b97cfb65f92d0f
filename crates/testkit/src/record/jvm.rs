//! A run of a JVM that ends in time.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a run left behind.
pub(super) struct Ended {
    /// How it ended; none if it was ended because its time was over.
    pub(super) status: Option<ExitStatus>,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
}

/// Runs a command in a folder, which receives its output as files: nobody has to read along while it runs.
pub(super) fn run(command: &mut Command, folder: &Path, time_limit: Duration) -> io::Result<Ended> {
    let (stdout, stderr) = (folder.join("stdout"), folder.join("stderr"));
    command.stdin(Stdio::null());
    command.stdout(File::create(&stdout)?).stderr(File::create(&stderr)?);
    for variable in ["JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"] {
        command.env_remove(variable);
    }
    let status = wait(&mut command.spawn()?, time_limit)?;
    Ok(Ended { status, stdout: fs::read(stdout)?, stderr: fs::read(stderr)? })
}

fn wait(child: &mut Child, time_limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(2);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > time_limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}
