//! Calls by reflection, as a run has seen them, and as the log that an analysis reads.

use std::fmt::Write as _;

use super::{Executed, MethodName};

/// An application method that was called by reflection, or a class initialiser that ran because of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReflectiveCall {
    /// What was asked to call: `Class.newInstance`.
    pub asked: String,
    /// Who asked: `pkg.Main.main`.
    pub caller: String,
    /// In which line, if that is known.
    pub line: Option<u32>,
    /// The method.
    pub target: MethodName,
}

impl ReflectiveCall {
    /// Reads what the recorder says about a call of a method: three texts with tabs between them, and a fourth if the
    /// target is not that method but a constructor above it on the stack.
    pub(super) fn new(text: &str, method: &MethodName) -> Option<ReflectiveCall> {
        let mut parts = text.split('\t');
        let (asked, caller, line) = (parts.next()?, parts.next()?, parts.next()?);
        Some(ReflectiveCall {
            asked: asked.to_owned(),
            caller: caller.to_owned(),
            line: line.parse().ok(),
            target: parts.next().map_or_else(|| method.clone(), MethodName::from),
        })
    }

    /// A line of the log; none if the log has no word for it. `Class.forName` is left out: only classes with an initialiser
    /// are seen there, and for the analysis those that the log names are all.
    fn log_line(&self) -> Option<String> {
        let class = self.target.class().replace('/', ".");
        let target = match self.asked.as_str() {
            "Class.newInstance" => class,
            "Constructor.newInstance" | "Method.invoke" => {
                let (parameters, result) = types(self.target.descriptor())?;
                format!("<{class}: {result} {}({})>", self.target.name(), parameters.join(","))
            }
            _ => return None,
        };
        let line = self.line.map(|line| line.to_string()).unwrap_or_default();
        Some(format!("{};{target};{};{line};;", self.asked, self.caller))
    }
}

impl Executed {
    /// What the run tells about reflection, in the style of TamiFlex.
    pub fn reflection_log(&self) -> String {
        let mut log = String::new();
        for line in self.reflection.iter().filter_map(ReflectiveCall::log_line) {
            let _ = writeln!(log, "{line}");
        }
        log
    }
}

/// The types of a descriptor as Java spells them: those of the parameters, and that of the result.
fn types(descriptor: &str) -> Option<(Vec<String>, String)> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut parameters = Vec::new();
    while !rest.starts_with(')') {
        let (ty, after) = first_type(rest)?;
        parameters.push(ty);
        rest = after;
    }
    Some((parameters, first_type(&rest[1..])?.0))
}

fn first_type(text: &str) -> Option<(String, &str)> {
    let simple = match text.chars().next()? {
        'B' => "byte",
        'C' => "char",
        'D' => "double",
        'F' => "float",
        'I' => "int",
        'J' => "long",
        'S' => "short",
        'Z' => "boolean",
        'V' => "void",
        'L' => {
            let (name, rest) = text[1..].split_once(';')?;
            return Some((name.replace('/', "."), rest));
        }
        '[' => {
            let (element, rest) = first_type(&text[1..])?;
            return Some((element + "[]", rest));
        }
        _ => return None,
    };
    Some((simple.to_owned(), &text[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(said: &str, target: &str) -> Option<String> {
        ReflectiveCall::new(said, &target.into())?.log_line()
    }

    #[test]
    fn calls_become_lines_of_the_log() {
        let line = |said, target| line(said, target).unwrap();
        let made = line("Class.newInstance\ta.Main.main\t12", "a/B$C.<init>()V");
        assert_eq!(made, "Class.newInstance;a.B$C;a.Main.main;12;;");
        let unknown = line("Class.newInstance\ta.Main.main\t-1", "a/B.<init>()V");
        assert_eq!(unknown, "Class.newInstance;a.B;a.Main.main;;;");
        let called = line("Method.invoke\ta.Main.main\t3", "a/B.m([I[[Ljava/lang/String;J)La/C;");
        assert_eq!(
            called,
            "Method.invoke;<a.B: a.C m(int[],java.lang.String[][],long)>;a.Main.main;3;;"
        );
        let built = line("Constructor.newInstance\ta.Main.main\t3", "a/B.<init>(Z)V");
        assert_eq!(built, "Constructor.newInstance;<a.B: void <init>(boolean)>;a.Main.main;3;;");
        let of_a_subclass =
            line("Constructor.newInstance\ta.Main.main\t3\ta/Made.<init>()V", "a/B.<init>(Z)V");
        assert_eq!(
            of_a_subclass,
            "Constructor.newInstance;<a.Made: void <init>()>;a.Main.main;3;;"
        );
    }

    #[test]
    fn what_the_log_has_no_word_for_is_left_out() {
        assert_eq!(line("Class.forName\ta.Main.main\t3", "a/B.<clinit>()V"), None);
        assert_eq!(line("Field.get\ta.Main.main\t3", "a/B.<clinit>()V"), None);
        assert_eq!(line("Method.invoke", "a/B.m()V"), None);
        assert_eq!(line("Method.invoke\ta.Main.main\t3", "a/B.m"), None);
    }
}
