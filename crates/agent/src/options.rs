//! What the command line says to the agent: `key=value` pairs, separated by commas. A percent sign and two hexadecimal
//! digits stand for a character that would be misread.

use std::path::PathBuf;
use std::time::Duration;

use report::Pattern;

/// The folder for records.
pub const OPTION_OUTPUT: &str = "output";
/// A pattern of classes whose accesses are watched.
pub const OPTION_INCLUDE: &str = "include";
/// A pattern of classes of which only the synchronisation is watched.
pub const OPTION_EXCLUDE: &str = "exclude";

/// What is watched of arrays: `element`, `array` or `off`.
pub const OPTION_ARRAYS: &str = "arrays";
/// A file with the places that are to be watched.
pub const OPTION_SHARING: &str = "sharing";
/// Only which places access shared data is of interest.
pub const OPTION_SHARING_OUT: &str = "sharing-out";
/// Accesses in classes of the JDK are watched, too.
pub const OPTION_JDK_INTERNALS: &str = "jdk-internals";
/// Threads are scheduled, by the scheduler of this name: `native`, `noise`, `pct`, `drfinder` or `replay`.
pub const OPTION_SCHEDULER: &str = "scheduler";
/// Names the random numbers of the scheduler.
pub const OPTION_SEED: &str = "seed";
/// The number of the run.
pub const OPTION_RUN: &str = "run";
/// How many methods of a stack count, or how deep bugs are.
pub const OPTION_DEPTH: &str = "depth";
/// How many acquisitions a run is expected to have.
pub const OPTION_STEPS: &str = "steps";
/// The longest suspension in milliseconds.
pub const OPTION_LONGEST: &str = "longest";
/// A file with the may-trigger relations of earlier runs.
pub const OPTION_RELATIONS: &str = "relations";
/// The log that is to be followed.
pub const OPTION_LOG: &str = "log";
/// The environment variable that holds what `JAVA_TOOL_OPTIONS` is to be for programs that a watched one starts.
pub const CHILDREN_VARIABLE: &str = "DEADHEAT_CHILDREN";

/// How threads are scheduled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scheduling {
    pub(crate) scheduler: String,
    pub(crate) seed: u64,
    pub(crate) run: u32,
    pub(crate) depth: usize,
    pub(crate) steps: u64,
    pub(crate) longest: Option<Duration>,
    pub(crate) relations: Option<PathBuf>,
    pub(crate) log: Option<PathBuf>,
}

/// The options of an agent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) output: PathBuf,
    pub(crate) include: Vec<Pattern>,
    pub(crate) exclude: Vec<Pattern>,
    pub(crate) arrays: Arrays,
    pub(crate) sharing: Option<PathBuf>,
    pub(crate) is_sharing: bool,
    pub(crate) has_jdk_internals: bool,
    /// None if threads run as they like.
    pub(crate) scheduling: Option<Scheduling>,
}

/// What is watched of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrays {
    /// Each element is a variable.
    Element,
    /// Each array is a variable.
    Whole,
    Off,
}

impl Default for Options {
    fn default() -> Options {
        let (output, include, exclude) = (PathBuf::new(), Vec::new(), Vec::new());
        let arrays = Arrays::Element;
        let (is_sharing, has_jdk_internals) = (false, false);
        let (sharing, scheduling) = (None, None);
        Options {
            output,
            include,
            exclude,
            arrays,
            sharing,
            is_sharing,
            has_jdk_internals,
            scheduling,
        }
    }
}

impl Options {
    pub(crate) fn parse(text: &str) -> Result<Options, String> {
        let mut options = Options::default();
        for option in text.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let value = decode(value).ok_or(format!("the agent's option {option} is damaged"))?;
            match key {
                OPTION_OUTPUT => options.output = value.into(),
                OPTION_INCLUDE => options.include.push(Pattern::new(&value)),
                OPTION_EXCLUDE => options.exclude.push(Pattern::new(&value)),
                OPTION_SHARING => options.sharing = Some(value.into()),
                OPTION_SHARING_OUT => options.is_sharing = true,
                OPTION_JDK_INTERNALS => options.has_jdk_internals = true,
                OPTION_ARRAYS if value == "element" => options.arrays = Arrays::Element,
                OPTION_ARRAYS if value == "array" => options.arrays = Arrays::Whole,
                OPTION_ARRAYS if value == "off" => options.arrays = Arrays::Off,
                _ => {
                    let scheduling = options.scheduling.get_or_insert_default();
                    scheduling
                        .set(key, &value)
                        .ok_or_else(|| format!("the agent has no option {option}"))?;
                }
            }
        }
        if options.output.as_os_str().is_empty() {
            return Err("the agent is started by `deadheat run`, which says where races go".into());
        }
        Ok(options)
    }
}

impl Scheduling {
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            OPTION_SCHEDULER => value.clone_into(&mut self.scheduler),
            OPTION_SEED => self.seed = value.parse().ok()?,
            OPTION_RUN => self.run = value.parse().ok()?,
            OPTION_DEPTH => self.depth = value.parse().ok()?,
            OPTION_STEPS => self.steps = value.parse().ok()?,
            OPTION_LONGEST => self.longest = Some(Duration::from_millis(value.parse().ok()?)),
            OPTION_RELATIONS => self.relations = Some(value.into()),
            OPTION_LOG => self.log = Some(value.into()),
            _ => return None,
        }
        Some(())
    }
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = Options::parse("output=/tmp/a%2cb,include=com.acme.**").unwrap();
        assert_eq!(options.output, PathBuf::from("/tmp/a,b"));
        assert!(options.include[0].fits("com/acme/x/Y"));
        assert_eq!(options.scheduling, None);
        let scheduled = Options::parse("output=/tmp,scheduler=pct,seed=7,depth=3").unwrap();
        let scheduling = scheduled.scheduling.unwrap();
        assert_eq!((scheduling.scheduler.as_str(), scheduling.seed), ("pct", 7));
        assert!(Options::parse("output=/tmp,scheduler=pct,seed=x").is_err());
        assert!(Options::parse("include=x").is_err());
        assert!(Options::parse("output=/tmp,colour=red").is_err());
        assert!(Options::parse("output=/tmp/%2").is_err());
    }
}
