//! The techniques of IteRace (§1, §3.5), each of which can be done without.

use std::fmt;

/// A technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// Of threads of a kind there are two, α and β, and each has objects and elements of its own (§3.1).
    TwoThreads,
    /// What models say about thread safety is used (§3.2).
    Filtering,
    /// What library code does is told where the application calls it (§3.3).
    BubbleUp,
    /// Locks that library code holds count (§3.5).
    DeepSync,
    /// Locks that the application holds count (§3.5).
    Sync,
}

impl Technique {
    /// All of them.
    pub const ALL: [Technique; 5] = [
        Technique::TwoThreads,
        Technique::Filtering,
        Technique::BubbleUp,
        Technique::DeepSync,
        Technique::Sync,
    ];

    /// As it is written on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Technique::TwoThreads => "two-threads",
            Technique::Filtering => "filtering",
            Technique::BubbleUp => "bubble-up",
            Technique::DeepSync => "deep-sync",
            Technique::Sync => "sync",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which techniques are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Techniques(u8);

impl Techniques {
    /// None.
    pub const NONE: Techniques = Techniques(0);

    /// All.
    pub fn all() -> Techniques {
        Technique::ALL.into_iter().fold(Techniques::NONE, Techniques::with)
    }

    /// Every set of techniques, from none to all.
    pub fn configurations() -> impl Iterator<Item = Techniques> {
        (0..=Techniques::all().0).map(Techniques)
    }

    /// These and one more.
    #[must_use]
    pub fn with(self, technique: Technique) -> Techniques {
        Techniques(self.0 | 1 << technique as u8)
    }

    /// These except for one.
    #[must_use]
    pub fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u8))
    }

    /// Whether a technique is used.
    pub fn has(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u8 != 0
    }

    /// Those that are not used.
    pub fn missing(self) -> impl Iterator<Item = Technique> {
        Technique::ALL.into_iter().filter(move |&technique| !self.has(technique))
    }
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques::all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_come_and_go_one_by_one() {
        assert_eq!(Techniques::configurations().count(), 32);
        let all = Techniques::default();
        for technique in Technique::ALL {
            let without = all.without(technique);
            assert!(all.has(technique) && !without.has(technique));
            assert_eq!(without.missing().collect::<Vec<_>>(), [technique]);
            assert_eq!(without.with(technique), all);
        }
        assert_eq!(Techniques::NONE.missing().count(), 5);
    }
}
