//! The helper: a JVM with javac in it, and how to talk to it. `helper/deadheat/compiler/Main.java` is its other side.

use std::fmt;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};
use project::{Jdk, TemporaryFolder};

/// The classes of the helper, by file name.
const HELPER: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/helper.rs"));

/// Nobody waits longer for a compiler, not even for all of a large program on a slow machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A class that was made of a source.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) name: String,
    pub(crate) source: PathBuf,
    pub(crate) bytes: Arc<[u8]>,
}

/// What is wrong with a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The source; none if it is about no file.
    pub file: Option<PathBuf>,
    /// The line; 0 if there is none.
    pub line: u32,
    /// What javac says.
    pub text: String,
}

/// Why there is no compiler to ask.
#[derive(Debug)]
pub enum CompilerError {
    /// The chosen Java is not there any more, or has no launcher.
    NoJava {
        /// Its home.
        home: PathBuf,
    },
    /// The helper could not be started.
    CannotRun {
        /// The program.
        java: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The helper ended, and did so again when it was started anew.
    Died(String),
}

impl std::error::Error for CompilerError {}

impl fmt::Display for CompilerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompilerError::NoJava { home } => {
                write!(
                    f,
                    "{}: there is no Java any more, so nothing can be compiled",
                    home.display()
                )
            }
            CompilerError::CannotRun { java, error } => {
                write!(f, "{} does not run: {error}", java.display())
            }
            CompilerError::Died(how) => write!(f, "the compiler has ended: {how}"),
        }
    }
}

/// What a job came to.
pub(crate) type Answer = Result<Vec<Made>, Vec<Message>>;

/// A running helper.
pub(crate) struct Process {
    child: Child,
    input: BufWriter<ChildStdin>,
    answers: Receiver<io::Result<Vec<u8>>>,
    /// Holds the helper's classes.
    _folder: TemporaryFolder,
}

impl Process {
    pub(crate) fn start(jdk: &Jdk) -> Result<Process, CompilerError> {
        let no_java = || CompilerError::NoJava { home: jdk.home.clone() };
        let java = jdk.java().ok_or_else(no_java)?;
        let failed = |error| CompilerError::CannotRun { java: java.clone(), error };
        let folder = unpacked().map_err(failed)?;
        let mut command = Command::new(&java);
        // Less than half of the work of the optimising compiler, and as fast for the short jobs of an edit.
        command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp"]);
        command.arg(folder.path()).arg("deadheat.compiler.Main");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        for variable in ["JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"] {
            command.env_remove(variable);
        }
        let mut child = command.spawn().map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(CompilerError::Died("it has no input or output".to_owned()));
        };
        let (sender, answers) = crossbeam_channel::unbounded();
        let read = move || {
            let mut output = BufReader::new(output);
            loop {
                let message = read_message(&mut output);
                let is_end = message.is_err();
                if sender.send(message).is_err() || is_end {
                    return;
                }
            }
        };
        std::thread::Builder::new()
            .name("compiler-output".to_owned())
            .spawn(read)
            .map_err(failed)?;
        Ok(Process { child, input: BufWriter::new(input), answers, _folder: folder })
    }

    /// The number that the system knows it by.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// What every job is compiled with.
    pub(crate) fn options(&mut self, class_path: &[PathBuf], options: &[String]) -> io::Result<()> {
        let mut message = Encoder::new(b'O');
        let places: Vec<String> =
            class_path.iter().map(|place| place.to_string_lossy().into_owned()).collect();
        message.text(&places.join(if cfg!(windows) { ";" } else { ":" }));
        message.texts(options.iter().map(String::as_str));
        self.send(message)
    }

    /// Classes that the program has now, and such that are gone.
    pub(crate) fn classes<'c>(
        &mut self,
        put: impl ExactSizeIterator<Item = (&'c str, &'c [u8])>,
        gone: &[&str],
    ) -> io::Result<()> {
        let mut message = Encoder::new(b'C');
        message.number(put.len());
        for (name, bytes) in put {
            message.text(name);
            message.bytes(bytes);
        }
        message.texts(gone.iter().copied());
        self.send(message)
    }

    /// Compiles sources as if the classes `hidden` were not there.
    pub(crate) fn job<'s>(
        &mut self,
        units: impl ExactSizeIterator<Item = (&'s Path, &'s str)>,
        hidden: &[&str],
    ) -> io::Result<Answer> {
        let mut message = Encoder::new(b'J');
        message.texts(hidden.iter().copied());
        message.number(units.len());
        for (path, text) in units {
            message.text(&path.to_string_lossy());
            message.text(text);
        }
        self.send(message)?;
        match self.answers.recv_timeout(PATIENCE) {
            Ok(answer) => decode(&answer?),
            Err(RecvTimeoutError::Timeout) => Err(io::Error::other("it does not answer")),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn send(&mut self, message: Encoder) -> io::Result<()> {
        let length = u32::try_from(message.0.len()).ok().filter(|length| *length < i32::MAX as u32);
        let length = length.ok_or_else(|| io::Error::other("the sources are too large"))?;
        self.input.write_all(&length.to_be_bytes())?;
        self.input.write_all(&message.0)?;
        self.input.flush()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself, and then there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The helper's classes in a folder.
fn unpacked() -> io::Result<TemporaryFolder> {
    let folder = TemporaryFolder::new()?;
    let package = folder.path().join("deadheat").join("compiler");
    std::fs::create_dir_all(&package)?;
    for (name, bytes) in HELPER {
        std::fs::write(package.join(name), bytes)?;
    }
    Ok(folder)
}

fn read_message(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u64::from(u32::from_be_bytes(length));
    let mut message = Vec::new();
    // Grows with what really comes, whatever the length says.
    from.take(length).read_to_end(&mut message)?;
    if message.len() as u64 == length {
        Ok(message)
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

struct Encoder(Vec<u8>);

impl Encoder {
    fn new(kind: u8) -> Encoder {
        Encoder(vec![kind])
    }

    /// Longer messages than such a number can say are refused when they are sent.
    fn number(&mut self, number: usize) {
        self.0.extend_from_slice(&(number as u32).to_be_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.0.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn texts<'t>(&mut self, texts: impl ExactSizeIterator<Item = &'t str>) {
        self.number(texts.len());
        texts.for_each(|text| self.text(text));
    }
}

fn decode(message: &[u8]) -> io::Result<Answer> {
    let mut from = Decoder(message);
    let is_done = from.take(1)? == [1];
    let mut messages = Vec::new();
    for _ in 0..from.number()? {
        let file = Some(from.text()?).filter(|path| !path.is_empty()).map(PathBuf::from);
        messages.push(Message { file, line: from.number()?, text: from.text()? });
    }
    let mut classes = Vec::new();
    for _ in 0..from.number()? {
        let (name, source) = (from.text()?, PathBuf::from(from.text()?));
        classes.push(Made { name, source, bytes: from.bytes()?.into() });
    }
    Ok(if is_done { Ok(classes) } else { Err(messages) })
}

struct Decoder<'m>(&'m [u8]);

impl<'m> Decoder<'m> {
    fn take(&mut self, length: usize) -> io::Result<&'m [u8]> {
        let cut = || io::Error::other("an answer is cut off");
        let (taken, rest) = self.0.split_at_checked(length).ok_or_else(cut)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> io::Result<u32> {
        let bytes = self.take(4)?;
        Ok(u32::from_be_bytes(bytes.try_into().expect("invariant: four bytes")))
    }

    fn bytes(&mut self) -> io::Result<&'m [u8]> {
        let length = self.number()? as usize;
        self.take(length)
    }

    fn text(&mut self) -> io::Result<String> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }
}
