//! A root folder: its program lives in a thread of its own, which is told what happens and answers when it can.
//!
//! ```text
//! edits, files, questions ──▶ inbox ──▶ (a pause) ──▶ Live::update ──▶ diagnostics of files that changed
//! ```

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use gen_lsp_types::{Diagnostic, Range};
use lsp_server::{RequestId, Response};
use serde_json::{Value, json};

use super::actions::{self, EditKinds};
use super::client::Client;
use super::text::uri_of;
use super::{diagnostics, facts};
use crate::{Live, Settings, Step};

/// So long nobody has typed when the code is looked at.
const PAUSE: Duration = Duration::from_millis(150);

/// What a worker is told.
pub(crate) enum Task {
    /// Somebody writes in a file: this is its text; or it was closed.
    Edit { path: PathBuf, text: Option<Arc<str>>, version: Option<i32> },
    /// Files that are new, different or gone.
    Disk(Vec<PathBuf>),
    /// What is known about a line? Lines count from zero.
    Hover { id: RequestId, path: PathBuf, line: u32 },
    /// What can be done about the races of a range?
    Actions { id: RequestId, path: PathBuf, range: Range, shown: Vec<Diagnostic> },
    /// Begin again.
    Restart,
}

/// What is shared with the thread that reads messages.
pub(crate) struct Shared {
    pub(crate) client: Client,
    pub(crate) settings: Arc<Settings>,
    pub(crate) folder: PathBuf,
    pub(crate) can: EditKinds,
    /// The analysis of the whole program is not wanted any more.
    pub(crate) is_cancelled: AtomicBool,
    /// The name of the progress that is shown now.
    pub(crate) token: Mutex<String>,
}

/// How an analysis ends that is not wanted any more.
struct Cancelled;

pub(crate) struct Worker {
    shared: Arc<Shared>,
    live: Option<Live>,
    buffers: HashMap<PathBuf, Arc<str>>,
    versions: HashMap<PathBuf, i32>,
    published: BTreeMap<PathBuf, Vec<Diagnostic>>,
    /// When the code is to be looked at.
    due: Option<Instant>,
    /// What was said last, so that it is not said at every key.
    said: String,
    /// Nothing is opened until somebody asks for it.
    is_given_up: bool,
}

impl Worker {
    pub(crate) fn new(shared: Arc<Shared>) -> Worker {
        Worker {
            shared,
            live: None,
            buffers: HashMap::new(),
            versions: HashMap::new(),
            published: BTreeMap::new(),
            due: Some(Instant::now()),
            said: String::new(),
            is_given_up: false,
        }
    }

    /// Works until nobody is left who could tell something.
    pub(crate) fn run(mut self, inbox: &Receiver<Task>) {
        loop {
            let task = match self.due {
                Some(due) => match inbox.recv_deadline(due) {
                    Ok(task) => Some(task),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                },
                None => match inbox.recv() {
                    Ok(task) => Some(task),
                    Err(_) => break,
                },
            };
            let work = catch_unwind(AssertUnwindSafe(|| match task {
                Some(task) => self.take(task),
                None => {
                    self.due = None;
                    self.look();
                }
            }));
            if let Err(panic) = work {
                self.recover(panic);
            }
        }
        // The folder is not looked at any more.
        self.publish(BTreeMap::new());
    }

    /// A defect, or a cancellation, ends one piece of work and not the server.
    fn recover(&mut self, panic: Box<dyn std::any::Any + Send>) {
        self.live = None;
        self.due = None;
        self.is_given_up = true;
        let folder = self.shared.folder.display();
        if panic.is::<Cancelled>() {
            let note =
                format!("{folder}: the analysis was cancelled; saving a file begins it again");
            self.shared.client.log(&note);
            return;
        }
        let what = panic.downcast_ref::<String>().cloned();
        let what = what.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        let what = what.unwrap_or("for an unknown reason".to_owned());
        let note = format!(
            "{folder}: deadheat failed, which is a defect of it: {what}. Saving a file begins again."
        );
        self.shared.client.show_error(&note);
    }

    fn take(&mut self, task: Task) {
        match task {
            Task::Edit { path, text, version } => {
                match (&text, version) {
                    (Some(_), Some(version)) => self.versions.insert(path.clone(), version),
                    _ => self.versions.remove(&path),
                };
                match &text {
                    Some(text) => self.buffers.insert(path.clone(), Arc::clone(text)),
                    None => self.buffers.remove(&path),
                };
                if let Some(live) = &mut self.live {
                    live.edit(&path, text);
                    if live.is_edited() {
                        self.due = Some(Instant::now() + PAUSE);
                    }
                }
            }
            Task::Disk(paths) => self.disk(&paths),
            Task::Hover { id, path, line } => self.hover(id, &path, line),
            Task::Actions { id, path, range, shown } => {
                if !self.shared.client.is_wanted(&id) {
                    return;
                }
                let folder = &self.shared.folder;
                let all = self.live.as_ref().map_or(Vec::new(), |live| {
                    actions::actions(live, folder, &path, range, &shown, self.shared.can)
                });
                self.shared.client.answer(Response::new_ok(id, all));
            }
            Task::Restart => self.restart(),
        }
    }

    fn restart(&mut self) {
        self.live = None;
        self.is_given_up = false;
        self.said.clear();
        self.due = Some(Instant::now());
    }

    fn disk(&mut self, paths: &[PathBuf]) {
        let is = |path: &&PathBuf, names: &[&str]| names.iter().any(|name| path.ends_with(name));
        let configuration = [project::CONFIG_FILE];
        let build = ["pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle"];
        if paths.iter().any(|path| is(&path, &build)) {
            return self.restart();
        }
        if paths.iter().any(|path| is(&path, &configuration)) {
            return self.configure();
        }
        match &mut self.live {
            Some(live) => {
                let mut matters = false;
                for path in paths {
                    matters |= live.changed_on_disk(path);
                }
                if matters {
                    self.due = Some(Instant::now() + PAUSE);
                }
            }
            None => self.restart(),
        }
    }

    /// The configuration changed. If it says the same about the program, the program is not read again.
    fn configure(&mut self) {
        let project = match (self.shared.settings)(&self.shared.folder) {
            Ok(project) => project,
            Err(error) => return self.say(&error),
        };
        match &mut self.live {
            Some(live) if live.is_same_program(&project) => {
                let _ = live.show_again(project);
                let all = diagnostics::of_report(live);
                self.publish(all);
            }
            _ => self.restart(),
        }
    }

    fn hover(&mut self, id: RequestId, path: &Path, line: u32) {
        if !self.shared.client.is_wanted(&id) {
            return;
        }
        let line = u16::try_from(line.saturating_add(1)).ok();
        let found =
            line.zip(self.live.as_ref()).and_then(|(line, live)| facts::facts(live, path, line));
        let hover =
            found.map(|value| json!({ "contents": { "kind": "markdown", "value": value } }));
        self.shared.client.answer(Response::new_ok(id, hover.unwrap_or(Value::Null)));
    }

    /// Finds the races of the program as it is now.
    fn look(&mut self) {
        if self.live.is_none() && !self.is_given_up {
            self.open();
        }
        let Some(live) = &mut self.live else { return };
        if !live.is_edited() {
            return;
        }
        match live.update() {
            Ok(step) => {
                let all = diagnostics::of_report(live);
                self.publish(all);
                self.tell(&step);
            }
            Err(error) => self.say(&error.to_string()),
        }
    }

    fn tell(&mut self, step: &Step) {
        let ms = |time: Duration| time.as_millis();
        let client = &self.shared.client;
        client.log(&format!(
            "{} classes changed; {} races appeared, {} disappeared; compiled in {} ms, analysed in {} + {} ms",
            step.classes,
            step.appeared.len(),
            step.disappeared.len(),
            ms(step.compiling),
            ms(step.points_to),
            ms(step.races),
        ));
        if let Some(message) = step.messages.first() {
            let file =
                message.file.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
            client.log(&format!(
                "it does not compile, the last state stays: {file}:{}: {}",
                message.line, message.text
            ));
        }
        self.said.clear();
    }

    fn open(&mut self) {
        let shared = Arc::clone(&self.shared);
        shared.is_cancelled.store(false, Ordering::Relaxed);
        let folder = shared.folder.display().to_string();
        let project = match (shared.settings)(&shared.folder) {
            Ok(project) => project,
            Err(error) => return self.say(&error),
        };
        let progress = Report::begin(&shared);
        let opened = catch_unwind(AssertUnwindSafe(|| Live::open(project, &progress)));
        match opened {
            Ok(Ok(mut live)) => {
                for (path, text) in &self.buffers {
                    live.edit(path, Some(Arc::clone(text)));
                }
                let all = diagnostics::of_report(&live);
                for problem in live.problems() {
                    shared.client.log(&format!("{folder}: {problem}"));
                }
                self.live = Some(live);
                self.publish(all);
                // Whoever sees that it is done sees the races, too.
                progress.end();
                // Nobody waits for this, but the first edit would.
                if let Some(Err(error)) = self.live.as_mut().map(Live::warm_up) {
                    self.say(&error.to_string());
                }
            }
            Ok(Err(error)) => {
                progress.end();
                self.say(&format!("{folder}: {error}"));
            }
            Err(panic) => {
                progress.end();
                resume_unwind(panic)
            }
        }
    }

    /// Tells people something once.
    fn say(&mut self, message: &str) {
        if self.said != message {
            self.said = message.to_owned();
            self.shared.client.show_error(message);
        }
    }

    /// Sends the diagnostics of files for which they are different. Those of a source that makes no sense at the moment stay:
    /// the editor has moved them along.
    fn publish(&mut self, mut all: BTreeMap<PathBuf, Vec<Diagnostic>>) {
        let is_ahead = |path: &Path| self.live.as_ref().is_some_and(|live| live.is_ahead(path));
        for (path, list) in &self.published {
            if is_ahead(path) {
                all.insert(path.clone(), list.clone());
            } else {
                all.entry(path.clone()).or_default();
            }
        }
        for (path, list) in &all {
            if self.published.get(path) == Some(list) || is_ahead(path) {
                continue;
            }
            if list.is_empty() && !self.published.contains_key(path) {
                continue;
            }
            let mut message = json!({ "uri": uri_of(path), "diagnostics": list });
            if let Some(version) = self.versions.get(path) {
                message["version"] = json!(version);
            }
            self.shared.client.notify("textDocument/publishDiagnostics", message);
        }
        all.retain(|_, list| !list.is_empty());
        self.published = all;
    }
}

/// Tells how far the analysis of a whole program is, and ends it when nobody wants it.
struct Report<'s> {
    shared: &'s Shared,
    token: String,
    last: Mutex<Instant>,
    stage: Mutex<String>,
}

static TOKENS: AtomicU64 = AtomicU64::new(1);

impl<'s> Report<'s> {
    fn begin(shared: &'s Shared) -> Report<'s> {
        let token = format!("deadheat/{}", TOKENS.fetch_add(1, Ordering::Relaxed));
        shared.token.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&token);
        let name = shared.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        shared.client.begin_progress(&token, &format!("Races of {name}"));
        Report { shared, token, last: Mutex::new(Instant::now()), stage: Mutex::default() }
    }

    fn end(&self) {
        self.shared.client.progress(&self.token, json!({ "kind": "end" }));
    }

    fn tell(&self, text: &str) {
        self.shared.client.progress(&self.token, json!({ "kind": "report", "message": text }));
    }

    fn stop_if_cancelled(&self) {
        if self.shared.is_cancelled.load(Ordering::Relaxed) {
            resume_unwind(Box::new(Cancelled));
        }
    }
}

impl engine::Progress for Report<'_> {
    fn begin(&self, what: &str, _steps: u64) {
        self.stop_if_cancelled();
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = what.to_owned();
        self.tell(what);
    }

    fn step(&self) {
        self.stop_if_cancelled();
    }

    fn reached(&self, number: u64, what: &str) {
        self.stop_if_cancelled();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() > Duration::from_millis(250) {
            *last = Instant::now();
            let stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner).clone();
            self.tell(&format!("{stage}: {number} {what}"));
        }
    }
}
