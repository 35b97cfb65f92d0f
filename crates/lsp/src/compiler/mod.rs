//! A compiler that stays warm and compiles no more than an edit needs.
//!
//! ```text
//! edited sources ──▶ job ──▶ classes ──▶ shape: did declarations change? ──no──▶ accepted ──▶ Change (of engine)
//!   (buffers)         ▲                                │ yes
//!                     └──── and the sources that use them
//! ```
//!
//! javac runs in a JVM of its own (`process`), which is started when it is first needed and again when it dies. It knows the
//! program's classes from memory and never reads a source by itself. The conventions are those of [`project::compile`]: debug
//! information, no annotation processors, preview features if javac asks for them, no `module-info.java`.
//!
//! What does not compile changes nothing: the classes are always those of a program that compiled as a whole.

mod process;
mod shape;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::Change;
use project::Jdk;

use process::{Answer, Made, Process};
pub use process::{CompilerError, Message};
use shape::{Difference, Shape};

/// A class of the program.
#[derive(Clone, Debug)]
struct Known {
    bytes: Arc<[u8]>,
    /// The source that it was compiled from, if that is known.
    source: Option<PathBuf>,
}

/// What came of edits.
#[derive(Debug)]
pub enum Compiled {
    /// All of it compiles, and these classes are different.
    Changed(Vec<Change>),
    /// It does not compile; everything stays as it was. If only some of the edited sources are wrong, what the others changed.
    Wrong {
        /// What javac says.
        messages: Vec<Message>,
        /// What changed all the same.
        changes: Vec<Change>,
    },
}

/// The sources and classes of a program, and what was edited since they fitted together.
pub struct Compiler {
    jdk: Jdk,
    class_path: Vec<PathBuf>,
    is_preview: bool,
    process: Option<Process>,
    classes: BTreeMap<String, Known>,
    /// The sources of the program, also those that were not edited.
    sources: BTreeSet<PathBuf>,
    /// Texts that are not saved, or not known to be.
    buffers: HashMap<PathBuf, Arc<str>>,
    /// Sources that are not what the classes were made of.
    edited: BTreeSet<PathBuf>,
}

impl Compiler {
    /// A compiler for a program whose classes do not come from sources that are known yet.
    pub fn new(jdk: Jdk, class_path: Vec<PathBuf>) -> Compiler {
        Compiler {
            jdk,
            class_path,
            is_preview: false,
            process: None,
            classes: BTreeMap::new(),
            sources: BTreeSet::new(),
            buffers: HashMap::new(),
            edited: BTreeSet::new(),
        }
    }

    /// A class of the program as it is now.
    pub fn know(&mut self, name: &str, bytes: Arc<[u8]>, source: Option<PathBuf>) {
        // Who uses preview features has to say so in every class.
        self.is_preview |= bytes.get(4..6) == Some(&[0xff, 0xff]);
        self.sources.extend(source.clone());
        self.classes.insert(name.to_owned(), Known { bytes, source });
    }

    /// Somebody else has compiled. `source` finds the source of a class that is not known.
    pub fn told(&mut self, changes: &[Change], source: impl Fn(&str, &[u8]) -> Option<PathBuf>) {
        for Change { class, bytes, .. } in changes {
            match bytes {
                Some(bytes) => {
                    let known = self.source_of(class).map(Path::to_owned);
                    let source = known.or_else(|| source(class, bytes));
                    self.know(class, Arc::clone(bytes), source);
                }
                None => {
                    self.classes.remove(class);
                }
            }
        }
        let put = changes.iter().filter_map(|it| Some((it.class.as_str(), it.bytes.as_deref()?)));
        let put: Vec<(&str, &[u8])> = put.collect();
        let gone = changes.iter().filter(|change| change.bytes.is_none());
        let gone: Vec<&str> = gone.map(|change| change.class.as_str()).collect();
        if let Some(process) = &mut self.process
            && process.classes(put.into_iter(), &gone).is_err()
        {
            self.process = None;
        }
    }

    /// Whether somebody writes in a source.
    pub fn is_buffer(&self, path: &Path) -> bool {
        self.buffers.contains_key(path)
    }

    /// Whether classes were made of a source.
    pub fn has_source(&self, path: &Path) -> bool {
        self.sources.contains(path)
    }

    /// The source of a class.
    pub fn source_of(&self, class: &str) -> Option<&Path> {
        self.classes.get(class)?.source.as_deref()
    }

    /// Somebody writes in a source: this is its text. None: it is what the file says.
    pub fn edit(&mut self, path: &Path, text: Option<Arc<str>>) {
        let is_same = match (&text, self.buffers.get(path)) {
            (Some(new), Some(old)) => new == old,
            (Some(new), None) => read(path).is_some_and(|old| *old == **new),
            (None, Some(old)) => read(path).is_some_and(|new| *new == **old),
            (None, None) => false,
        };
        match text {
            Some(text) => self.buffers.insert(path.to_owned(), text),
            None => self.buffers.remove(path),
        };
        if !is_same {
            self.edited.insert(path.to_owned());
        }
    }

    /// A source changed on disk. That does not matter while somebody writes in it.
    pub fn saved(&mut self, path: &Path) {
        if !self.buffers.contains_key(path) {
            self.edited.insert(path.to_owned());
        }
    }

    /// The classes of the program.
    pub fn class_names(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(String::as_str)
    }

    /// All sources that classes were made of.
    pub fn sources(&self) -> impl Iterator<Item = &Path> {
        self.sources.iter().map(PathBuf::as_path)
    }

    /// Whether a source is not what its classes were made of.
    pub fn is_ahead(&self, path: &Path) -> bool {
        self.edited.contains(path)
    }

    /// Whether sources are not what the classes were made of.
    pub fn is_edited(&self) -> bool {
        !self.edited.is_empty()
    }

    /// The text of a source as it is now.
    pub fn text(&self, path: &Path) -> Option<Arc<str>> {
        self.buffers.get(path).cloned().or_else(|| read(path))
    }

    /// The number that the system knows the helper by, if it runs.
    pub fn helper(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// Starts the helper and lets it compile something, so that the first edit does not wait for it.
    pub fn warm_up(&mut self) -> Result<(), CompilerError> {
        let largest = self.sources.iter().max_by_key(|path| {
            std::fs::metadata(path).map_or(0, |metadata| metadata.len().min(1 << 16))
        });
        let Some(largest) = largest.cloned() else { return Ok(()) };
        self.job(&BTreeSet::from([largest])).map(|_| ())
    }

    /// Compiles what was edited.
    pub fn compile(&mut self) -> Result<Compiled, CompilerError> {
        let edited: BTreeSet<PathBuf> = self.edited.iter().cloned().collect();
        if edited.is_empty() {
            return Ok(Compiled::Changed(Vec::new()));
        }
        let messages = match self.attempt(&edited)? {
            Ok(changes) => return Ok(Compiled::Changed(changes)),
            Err(messages) => messages,
        };
        // Two files may be edited at once, of which one makes no sense at the moment.
        let wrong: HashSet<&Path> = messages.iter().filter_map(|it| it.file.as_deref()).collect();
        let right = edited.iter().filter(|path| !wrong.contains(path.as_path()));
        let right: BTreeSet<PathBuf> = right.cloned().collect();
        let is_part = !right.is_empty() && right.len() < edited.len();
        let changes = if is_part { self.attempt(&right)?.unwrap_or_default() } else { Vec::new() };
        Ok(Compiled::Wrong { messages, changes })
    }

    /// Compiles sources and whatever has to be compiled with them. If all of it is right, it is accepted.
    fn attempt(
        &mut self,
        edited: &BTreeSet<PathBuf>,
    ) -> Result<Result<Vec<Change>, Vec<Message>>, CompilerError> {
        let mut units = edited.clone();
        loop {
            let made = match self.job(&units)? {
                Ok(made) => made,
                Err(messages) => return Ok(Err(messages)),
            };
            let more = self.users(&made, &units);
            if more.is_empty() {
                self.edited.retain(|path| !units.contains(path));
                return Ok(Ok(self.accept(made, &units)));
            }
            units.extend(more);
        }
    }

    /// The sources that may notice that classes are different, and are not among `units`.
    fn users(&self, made: &[Made], units: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        let before = self.of_sources(units);
        let now: HashMap<&str, &Made> = made.iter().map(|it| (it.name.as_str(), it)).collect();
        let names = before.iter().map(|(name, _)| *name).chain(now.keys().copied());
        let mut changed = Vec::new();
        for name in names.collect::<BTreeSet<&str>>() {
            let before = self.classes.get(name).and_then(|known| Shape::of(&known.bytes));
            let now = now.get(name).and_then(|made| Shape::of(&made.bytes));
            match Shape::difference(before.as_ref(), now.as_ref()) {
                Difference::None => {}
                difference => changed.push((name, difference)),
            }
        }
        if changed.is_empty() {
            return BTreeSet::new();
        }
        let others: Vec<&PathBuf> = self.sources.difference(units).collect();
        if changed.iter().any(|(_, difference)| *difference == Difference::Whole) {
            return others.into_iter().cloned().collect();
        }
        let families: Vec<(HashSet<String>, &Difference)> =
            changed.iter().map(|(name, difference)| (self.family(name), difference)).collect();
        let mut by_source: HashMap<&Path, Vec<&Known>> = HashMap::new();
        for known in self.classes.values() {
            if let Some(source) = &known.source {
                by_source.entry(source).or_default().push(known);
            }
        }
        let notices = |path: &&PathBuf| {
            let Some(text) = self.text(path) else { return true };
            let classes = by_source.get(path.as_path()).map(Vec::as_slice).unwrap_or_default();
            families.iter().any(|(family, difference)| {
                let members = match difference {
                    Difference::Members(names) => Some(names),
                    _ => None,
                };
                let words = members.map(|names| names.iter().map(String::as_str).collect());
                let has_member = words.is_none_or(|words| shape::has_word(&text, &words));
                let simple = family.iter().map(|name| shape::simple(name)).collect();
                has_member
                    && (shape::has_word(&text, &simple)
                        || classes.iter().any(|known| shape::mentions(&known.bytes, family)))
            })
        };
        others.into_iter().filter(notices).cloned().collect()
    }

    /// A class and all its subclasses.
    fn family(&self, class: &str) -> HashSet<String> {
        let mut family = HashSet::from([class.to_owned()]);
        loop {
            let before = family.len();
            for (name, known) in &self.classes {
                if family.contains(name) || !shape::mentions(&known.bytes, &family) {
                    continue;
                }
                let parents =
                    Shape::of(&known.bytes).map(|shape| shape.parents).unwrap_or_default();
                if parents.iter().any(|parent| family.contains(parent)) {
                    family.insert(name.clone());
                }
            }
            if family.len() == before {
                return family;
            }
        }
    }

    fn of_sources(&self, units: &BTreeSet<PathBuf>) -> Vec<(&str, &Known)> {
        let is_of = |known: &Known| known.source.as_ref().is_some_and(|path| units.contains(path));
        self.classes
            .iter()
            .filter(|(_, known)| is_of(known))
            .map(|(name, known)| (name.as_str(), known))
            .collect()
    }

    /// From now on the program has these classes.
    fn accept(&mut self, made: Vec<Made>, units: &BTreeSet<PathBuf>) -> Vec<Change> {
        let names: HashSet<&str> = made.iter().map(|made| made.name.as_str()).collect();
        let gone = self.of_sources(units).into_iter().filter(|(name, _)| !names.contains(name));
        let gone: Vec<(String, PathBuf)> = gone
            .map(|(name, known)| (name.to_owned(), known.source.clone().unwrap_or_default()))
            .collect();
        let is_news = |made: &&Made| {
            self.classes.get(&made.name).is_none_or(|known| known.bytes != made.bytes)
        };
        let news: Vec<Made> = made.iter().filter(is_news).cloned().collect();
        self.tell(&news, &gone);
        let mut changes = Vec::new();
        for (name, source) in &gone {
            self.classes.remove(name);
            changes.push(Change::remove(name, source));
        }
        for Made { name, source, bytes } in news {
            let path = source.display().to_string();
            changes.push(Change { class: name.clone(), bytes: Some(Arc::clone(&bytes)), path });
            self.classes.insert(name, Known { bytes, source: Some(source) });
        }
        for unit in units {
            match self.text(unit) {
                Some(_) => self.sources.insert(unit.clone()),
                None => self.sources.remove(unit),
            };
        }
        changes
    }

    /// The helper has to know what the program consists of. If it died, it will be told when it is started.
    fn tell(&mut self, news: &[Made], gone: &[(String, PathBuf)]) {
        let Some(process) = &mut self.process else { return };
        let put = news.iter().map(|made| (made.name.as_str(), &made.bytes[..]));
        let gone: Vec<&str> = gone.iter().map(|(name, _)| name.as_str()).collect();
        if process.classes(put, &gone).is_err() {
            self.process = None;
        }
    }

    /// Compiles sources; those that are gone are left out, and so are their classes.
    fn job(&mut self, units: &BTreeSet<PathBuf>) -> Result<Answer, CompilerError> {
        let texts: Vec<(&Path, Arc<str>)> = units
            .iter()
            .filter(|path| !path.ends_with("module-info.java"))
            .filter_map(|path| Some((path.as_path(), self.text(path)?)))
            .collect();
        if texts.is_empty() {
            return Ok(Ok(Vec::new()));
        }
        let answer = self.ask(&texts, units)?;
        let asks = |message: &Message| message.text.contains("--enable-preview");
        match &answer {
            Err(messages) if !self.is_preview && messages.iter().any(asks) => {
                self.is_preview = true;
                self.process = None;
                self.ask(&texts, units)
            }
            _ => Ok(answer),
        }
    }

    /// The helper may have been killed: then another one is asked, once.
    fn ask(
        &mut self,
        texts: &[(&Path, Arc<str>)],
        units: &BTreeSet<PathBuf>,
    ) -> Result<Answer, CompilerError> {
        let hidden: Vec<String> =
            self.of_sources(units).into_iter().map(|(name, _)| name.to_owned()).collect();
        let hidden: Vec<&str> = hidden.iter().map(String::as_str).collect();
        let mut last = None;
        for _ in 0..2 {
            let mut process = match self.process.take() {
                Some(process) => process,
                None => self.start()?,
            };
            match process.job(texts.iter().map(|(path, text)| (*path, &**text)), &hidden) {
                Ok(answer) => {
                    self.process = Some(process);
                    return Ok(answer);
                }
                Err(error) => last = Some(error),
            }
        }
        Err(CompilerError::Died(last.map(|error| error.to_string()).unwrap_or_default()))
    }

    fn start(&self) -> Result<Process, CompilerError> {
        let mut process = Process::start(&self.jdk)?;
        let died = |error: io::Error| CompilerError::Died(error.to_string());
        let mut options: Vec<String> = ["-g", "-proc:none", "-nowarn"].map(String::from).into();
        if self.is_preview {
            let release = self.jdk.release.to_string();
            options.extend(["--enable-preview".to_owned(), "--source".to_owned(), release]);
        }
        process.options(&self.class_path, &options).map_err(died)?;
        let classes: Vec<(&str, &[u8])> =
            self.classes.iter().map(|(name, known)| (name.as_str(), &known.bytes[..])).collect();
        process.classes(classes.into_iter(), &[]).map_err(died)?;
        Ok(process)
    }
}

/// The text of a file; none if it is gone.
fn read(path: &Path) -> Option<Arc<str>> {
    let bytes = std::fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into())
}
