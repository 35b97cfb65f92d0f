//! Names of classes with wildcards, as users write them.

use std::fmt;

/// A pattern of class names as they are written in Java: `*` is any part of a name within a package, `**` anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(String);

impl Pattern {
    /// The pattern that a text means.
    pub fn new(text: &str) -> Pattern {
        Pattern(text.replace('.', "/"))
    }

    /// Whether an internal name fits.
    pub fn fits(&self, class: &str) -> bool {
        fits(self.0.as_bytes(), class.as_bytes())
    }
}

/// As it is written in Java.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace('/', "."))
    }
}

fn fits(pattern: &[u8], name: &[u8]) -> bool {
    match pattern {
        [] => name.is_empty(),
        [b'*', b'*', rest @ ..] => (0..=name.len()).any(|used| fits(rest, &name[used..])),
        [b'*', rest @ ..] => {
            let longest = name.iter().position(|byte| *byte == b'/').unwrap_or(name.len());
            (0..=longest).any(|used| fits(rest, &name[used..]))
        }
        [byte, rest @ ..] => name.first() == Some(byte) && fits(rest, &name[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_names() {
        let fits = |pattern, class| Pattern::new(pattern).fits(class);
        assert!(fits("com.acme.*", "com/acme/Main"));
        assert!(!fits("com.acme.*", "com/acme/x/Main"));
        assert!(fits("com.acme.**", "com/acme/x/Main$1"));
        assert!(fits("**.Main", "com/acme/Main"));
        assert!(fits("Main", "Main") && !fits("Main", "Main2"));
        assert_eq!(Pattern::new("com.acme.**").to_string(), "com.acme.**");
    }
}
