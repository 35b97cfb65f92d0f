//! Random access to the bytes of an archive: in a file, in memory, or a part of either.
//!
//! Archives are read with positioned reads rather than mapped. A build may replace a jar at any time while an editor
//! has it open; a read then fails with an error value, whereas touching a mapping of a file that was cut short
//! kills the process. Small files are held in memory: that is faster than a system call for each class, and a class
//! path of a thousand jars does not need a thousand open files.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use super::problem::{Fault, ProblemKind};

const HELD_IN_MEMORY_UP_TO: u64 = 1 << 20;

/// A range of bytes. Cloning shares them.
#[derive(Clone)]
pub(crate) struct Bytes {
    storage: Storage,
    start: u64,
    len: u64,
}

#[derive(Clone)]
enum Storage {
    File(Arc<File>),
    Memory(Arc<Vec<u8>>),
}

impl Bytes {
    pub(crate) fn of_file(mut file: File) -> io::Result<Bytes> {
        let len = file.metadata()?.len();
        if len > HELD_IN_MEMORY_UP_TO {
            return Ok(Bytes { storage: Storage::File(Arc::new(file)), start: 0, len });
        }
        let mut contents = Vec::with_capacity(len as usize);
        // The file may have grown since its length was asked for; what is beyond the bound is then not read.
        (&mut file).take(HELD_IN_MEMORY_UP_TO).read_to_end(&mut contents)?;
        Ok(Bytes::of_memory(contents))
    }

    pub(crate) fn of_memory(contents: Vec<u8>) -> Bytes {
        let len = contents.len() as u64;
        Bytes { storage: Storage::Memory(Arc::new(contents)), start: 0, len }
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// A part of these bytes, shared; `None` if it reaches over the end.
    pub(crate) fn part(&self, offset: u64, len: u64) -> Option<Bytes> {
        let end = offset.checked_add(len)?;
        (end <= self.len).then(|| Bytes {
            storage: self.storage.clone(),
            start: self.start + offset,
            len,
        })
    }

    /// `len` bytes from `offset`: borrowed from memory, or read from the file.
    pub(crate) fn read(&self, offset: u64, len: u64) -> Result<Cow<'_, [u8]>, Fault> {
        if offset.checked_add(len).is_none_or(|end| end > self.len) {
            return Err(Fault::at(offset, ProblemKind::BadArchive("it ends too early")));
        }
        let start = self.start + offset;
        match &self.storage {
            Storage::Memory(contents) => {
                Ok(Cow::Borrowed(&contents[start as usize..(start + len) as usize]))
            }
            Storage::File(file) => {
                let mut buffer = vec![0; len as usize];
                read_exact_at(file, &mut buffer, start).map_err(|error| changed(offset, &error))?;
                Ok(Cow::Owned(buffer))
            }
        }
    }
}

/// The length was checked when the file was opened, so a file that is now too short was changed by someone.
fn changed(offset: u64, error: &io::Error) -> Fault {
    let why = match error.kind() {
        io::ErrorKind::UnexpectedEof => "the file was changed while it was being read".to_owned(),
        _ => error.to_string(),
    };
    Fault::at(offset, ProblemKind::Unreadable(why))
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n => {
                buffer = &mut buffer[n..];
                offset += n as u64;
            }
        }
    }
    Ok(())
}
