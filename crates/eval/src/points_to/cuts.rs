//! What of the JDK the other tools do not look into.
//!
//! deadheat leaves out what its model files cut. A comparison is about the same work, so the others get a JDK in which the
//! bodies of these methods are empty. Summaries that replace bodies are no cuts: they are deadheat's way of doing the work.

use clap::ValueEnum;
use models::{ClassPattern, Cut, Models};

/// Which methods of the JDK have no body for the other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Cuts {
    /// Those that deadheat's own models cut.
    Same,
    /// None: the others analyse all of the JDK.
    None,
}

impl Cuts {
    /// The name in names of files.
    pub fn file_name(self) -> &'static str {
        match self {
            Cuts::Same => "cut",
            Cuts::None => "whole",
        }
    }

    /// The cuts as the program that packs a JDK reads them, if there are any.
    pub fn text(self) -> Result<Option<String>, String> {
        match self {
            Cuts::Same => Models::jdk().cuts().iter().map(line).collect::<Result<_, _>>().map(Some),
            Cuts::None => Ok(None),
        }
    }
}

fn line(cut: &Cut) -> Result<String, String> {
    let classes = match &cut.classes {
        ClassPattern::Exact(name) => format!("class {name}"),
        ClassPattern::Package(name) => format!("package {name}"),
        ClassPattern::Prefix(name) => format!("prefix {name}"),
        // To know subtypes takes a hierarchy. The models of the JDK do without, and shall not grow one unnoticed.
        ClassPattern::Subtypes(name) => {
            return Err(format!("the cut of {name} and its subtypes is not known to `eval`"));
        }
    };
    let method = cut.method.as_ref().map(|method| format!(" {method}")).unwrap_or_default();
    Ok(format!("{classes}{method}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cut_of_the_models_can_be_given_to_others() {
        let text = Cuts::Same.text().unwrap().unwrap();
        assert!(text.contains("prefix java/awt/\n"), "{text}");
        assert!(text.contains("class java/lang/System initPhase1\n"), "{text}");
        assert_eq!(text.lines().count(), Models::jdk().cuts().len());
        assert_eq!(Cuts::None.text(), Ok(None));
    }
}
