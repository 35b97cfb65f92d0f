//! Class files that are not what they were when the class path was opened.

use std::sync::Arc;

use hashbrown::HashMap;

use super::container::ContainerId;

/// A class file that is new, different or gone.
#[derive(Clone, Debug)]
pub struct ClassFileChange {
    /// The internal name of the class.
    pub name: String,
    /// What it is now; none if it is gone.
    pub bytes: Option<Arc<[u8]>>,
    /// Where it is, for messages.
    pub path: String,
}

/// All changes so far.
#[derive(Clone, Default)]
pub(super) struct Changes {
    /// By name: which of the files; none if it is gone.
    by_name: HashMap<Arc<str>, Option<usize>>,
    files: Vec<Arc<ChangedFile>>,
}

pub(super) struct ChangedFile {
    pub(super) name: Arc<str>,
    /// What the class was opened in; none if it was not there.
    pub(super) there: Option<ContainerId>,
    pub(super) path: String,
    pub(super) bytes: Arc<[u8]>,
}

impl Changes {
    /// `there` is what the class was opened in, if it was.
    pub(super) fn put(&mut self, change: ClassFileChange, there: Option<ContainerId>) {
        let ClassFileChange { name, bytes, path } = change;
        let name: Arc<str> = name.into();
        let before = self.by_name.get(&name).copied().flatten();
        let file = bytes
            .map(|bytes| Arc::new(ChangedFile { name: Arc::clone(&name), there, path, bytes }));
        let now = match (file, before) {
            (Some(file), Some(at)) => {
                self.files[at] = file;
                Some(at)
            }
            (Some(file), None) => {
                self.files.push(file);
                Some(self.files.len() - 1)
            }
            (None, at) => {
                if let Some(at) = at {
                    self.take(at);
                }
                None
            }
        };
        self.by_name.insert(name, now);
    }

    /// The files behind it move up.
    fn take(&mut self, at: usize) {
        self.files.remove(at);
        for file in self.by_name.values_mut().flatten().filter(|file| **file > at) {
            *file -= 1;
        }
    }

    /// Which of the files a class is; none in none if it is gone, none if it was not changed.
    pub(super) fn get(&self, name: &str) -> Option<Option<usize>> {
        self.by_name.get(name).copied()
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = usize> + use<> {
        0..self.files.len()
    }

    pub(super) fn file(&self, at: usize) -> &ChangedFile {
        &self.files[at]
    }
}
