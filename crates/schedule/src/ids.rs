//! Numbers for what a run consists of, and the names that survive it.

use std::fmt;

use rustc_hash::FxHashMap;

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident($number:ty) $prefix:literal;)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(pub $number);

            impl fmt::Debug for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, concat!($prefix, "{}"), self.0)
                }
            }

            impl From<u32> for $name {
                fn from(number: u32) -> $name {
                    $name(number)
                }
            }

            impl From<$name> for usize {
                fn from(id: $name) -> usize {
                    id.0 as usize
                }
            }
        )*
    };
}

ids! {
    /// A thread of a run.
    ThreadId(u32) "t";
    /// A lock, by the object that it is.
    LockId(u32) "l";
    /// The class of a lock.
    TypeId(u32) "c";
    /// A method of the application.
    MethodId(u32) "f";
    /// A place in the code that acquires locks.
    PlaceId(u32) "p";
}

/// Names with numbers, which are handed out in order.
#[derive(Clone, Debug)]
pub struct Names<I> {
    names: Vec<String>,
    numbers: FxHashMap<String, I>,
}

impl<I> Default for Names<I> {
    fn default() -> Names<I> {
        Names { names: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<I: From<u32> + Into<usize> + Copy> Names<I> {
    /// The number of a name.
    pub fn number(&mut self, name: &str) -> I {
        if let Some(known) = self.numbers.get(name) {
            return *known;
        }
        let number = I::from(self.names.len() as u32);
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// The number of a name, if it has one.
    pub fn find(&self, name: &str) -> Option<I> {
        self.numbers.get(name).copied()
    }

    /// The name of a number that was handed out.
    pub fn name(&self, number: I) -> &str {
        let index: usize = number.into();
        self.names.get(index).map_or("", String::as_str)
    }
}

/// Who a thread is in every run: the how-manieth thread that its starter started, from the first thread on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadPath(pub String);

impl fmt::Display for ThreadPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
