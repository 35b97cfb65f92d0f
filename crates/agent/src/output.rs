//! Where records go: one file for each JVM, a line at a time.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use report::Record;

use crate::options::Options;

pub(crate) struct Output {
    file: Mutex<File>,
    gaps: Mutex<BTreeSet<String>>,
}

impl Output {
    pub(crate) fn open(options: &Options) -> Result<Output, String> {
        let path = options.output.join(format!("{}.jsonl", std::process::id()));
        // A process that replaces itself by another program keeps its number.
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Output { file: Mutex::new(file), gaps: Mutex::default() })
    }

    /// Writes a line by one call, so that it is whole however the JVM ends.
    pub(crate) fn write(&self, record: &Record) {
        let Ok(mut line) = serde_json::to_vec(record) else { return };
        line.push(b'\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.write_all(&line) {
            eprintln!("deadheat: a record could not be written: {error}");
        }
    }

    /// Something is not watched; said once.
    pub(crate) fn gap(&self, what: &str) {
        let is_new =
            self.gaps.lock().unwrap_or_else(PoisonError::into_inner).insert(what.to_owned());
        if is_new {
            self.write(&Record::Gap { what: what.to_owned() });
        }
    }
}
