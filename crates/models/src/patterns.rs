//! Rules about patterns of classes, found by a class's name.

use crate::data::ClassPattern;
use rustc_hash::FxHashMap;

/// A value for each pattern. Patterns with subtypes have none here: only a hierarchy can answer them.
#[derive(Clone, Debug)]
pub(crate) struct PatternMap<V> {
    exact: FxHashMap<String, V>,
    packages: FxHashMap<String, V>,
    prefixes: FxHashMap<String, V>,
    /// The lengths that prefixes have, longest first.
    lengths: Vec<usize>,
}

impl<V> Default for PatternMap<V> {
    fn default() -> Self {
        Self {
            exact: FxHashMap::default(),
            packages: FxHashMap::default(),
            prefixes: FxHashMap::default(),
            lengths: Vec::new(),
        }
    }
}

impl<V: Default> PatternMap<V> {
    /// The value of a pattern, unless it has subtypes.
    pub fn entry(&mut self, pattern: &ClassPattern) -> Option<&mut V> {
        let (map, key) = match pattern {
            ClassPattern::Exact(name) => (&mut self.exact, name),
            ClassPattern::Package(name) => (&mut self.packages, name),
            ClassPattern::Subtypes(_) => return None,
            ClassPattern::Prefix(name) => {
                if let Err(at) = self.lengths.binary_search_by(|l| name.len().cmp(l)) {
                    self.lengths.insert(at, name.len());
                }
                (&mut self.prefixes, name)
            }
        };
        Some(map.entry(key.clone()).or_default())
    }
}

impl<V> PatternMap<V> {
    /// The values of all patterns that a class matches by its name, the most specific one first.
    pub fn matching(&self, class: &str) -> impl Iterator<Item = &V> {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        let prefixes =
            self.lengths.iter().filter_map(move |&length| self.prefixes.get(class.get(..length)?));
        self.exact.get(class).into_iter().chain(self.packages.get(package)).chain(prefixes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_specific_pattern_comes_first() {
        let mut map: PatternMap<u32> = PatternMap::default();
        let patterns = [
            ClassPattern::Prefix("a/".to_owned()),
            ClassPattern::Prefix("a/b/".to_owned()),
            ClassPattern::Package("a/b".to_owned()),
            ClassPattern::Exact("a/b/C".to_owned()),
        ];
        for (value, pattern) in (1..).zip(&patterns) {
            *map.entry(pattern).unwrap() = value;
        }
        assert!(map.entry(&ClassPattern::Subtypes("a/b/C".to_owned())).is_none());
        let of = |class: &str| map.matching(class).copied().collect::<Vec<_>>();
        assert_eq!(of("a/b/C"), [4, 3, 2, 1]);
        assert_eq!(of("a/b/c/D"), [2, 1]);
        assert_eq!(of("a/b"), [1]);
        assert_eq!(of("ab/C"), [0; 0]);
        assert_eq!(of("é"), [0; 0]);
    }
}
