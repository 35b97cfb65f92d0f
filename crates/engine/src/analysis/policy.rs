//! Context policies by the names that people give them.

use std::fmt;
use std::str::FromStr;

use points_to::context::{
    ContextPolicy, Insensitive, Instances, ObjectSensitive, ThreadSensitive, Threads, TypeSensitive,
};

/// Which circumstances an analysis tells apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// None.
    Insensitive,
    /// Threads.
    #[default]
    Thread,
    /// Threads, and what containers hold.
    ThreadContainer,
    /// Threads, and the receivers of the application's methods.
    ThreadObject,
    /// The allocation sites of the last receivers, so many.
    Object(usize),
    /// The classes of the last receivers, so many.
    Type(usize),
}

/// More receivers than this are never told apart in time.
const MAX_DEPTH: usize = 4;

/// All names, for messages.
const NAMES: &str = "insensitive, thread, thread+container, thread+object, object:K, type:K";

impl Policy {
    pub(crate) fn build(self, threads: Threads, instances: Instances) -> Box<dyn ContextPolicy> {
        let sensitive = |containers, objects| -> Box<dyn ContextPolicy> {
            Box::new(ThreadSensitive { containers, objects, threads, instances })
        };
        match self {
            Policy::Insensitive => Box::new(Insensitive),
            Policy::Thread => sensitive(false, false),
            Policy::ThreadContainer => sensitive(true, false),
            Policy::ThreadObject => sensitive(false, true),
            Policy::Object(depth) => Box::new(ObjectSensitive { depth }),
            Policy::Type(depth) => Box::new(TypeSensitive { depth }),
        }
    }
}

impl Policy {
    /// What is tried if the program is too large for this one.
    pub(crate) fn plainer(self) -> Option<Policy> {
        (self == Policy::ThreadObject).then_some(Policy::Thread)
    }

    /// Whether it tells threads apart.
    pub(crate) fn knows_threads(self) -> bool {
        matches!(self, Policy::Thread | Policy::ThreadContainer | Policy::ThreadObject)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Policy::Insensitive => f.write_str("insensitive"),
            Policy::Thread => f.write_str("thread"),
            Policy::ThreadContainer => f.write_str("thread+container"),
            Policy::ThreadObject => f.write_str("thread+object"),
            Policy::Object(depth) => write!(f, "object:{depth}"),
            Policy::Type(depth) => write!(f, "type:{depth}"),
        }
    }
}

impl FromStr for Policy {
    type Err = String;

    fn from_str(text: &str) -> Result<Policy, String> {
        let (name, depth) = match text.split_once(':') {
            Some((name, depth)) => (name, Some(depth)),
            None => (text, None),
        };
        let policy = match name {
            "insensitive" => Policy::Insensitive,
            "thread" => Policy::Thread,
            "thread+container" => Policy::ThreadContainer,
            "thread+object" => Policy::ThreadObject,
            "object" => Policy::Object(depth_of(name, depth)?),
            "type" => Policy::Type(depth_of(name, depth)?),
            _ => return Err(unknown(name)),
        };
        match (policy, depth) {
            (Policy::Object(_) | Policy::Type(_), _) | (_, None) => Ok(policy),
            (_, Some(_)) => Err(format!("{name} takes no number; say {name}")),
        }
    }
}

fn depth_of(name: &str, depth: Option<&str>) -> Result<usize, String> {
    let Some(depth) = depth else { return Ok(1) };
    match depth.parse() {
        Ok(depth) if (1..=MAX_DEPTH).contains(&depth) => Ok(depth),
        _ => Err(format!("{name} takes a number from 1 to {MAX_DEPTH}; say {name}:2, not {depth}")),
    }
}

fn unknown(name: &str) -> String {
    let names = ["insensitive", "thread", "thread+container", "thread+object", "object", "type"];
    match project::nearest(name, names.into_iter(), str::to_owned) {
        Some(nearest) => format!("did you mean {nearest}? There are {NAMES}"),
        None => format!("there are {NAMES}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_as_it_is_printed() {
        for text in [
            "insensitive",
            "thread",
            "thread+container",
            "thread+object",
            "object:1",
            "object:2",
            "type:3",
        ] {
            let policy: Policy = text.parse().unwrap();
            assert_eq!(policy.to_string(), text);
            let (name, _) = text.split_once(':').unwrap_or((text, ""));
            let built = policy.build(Threads::Apart, Instances::Two);
            assert_eq!(built.name(), name);
        }
        assert_eq!("object".parse(), Ok(Policy::Object(1)));
    }

    #[test]
    fn others_get_a_helpful_error() {
        let error = |text: &str| text.parse::<Policy>().unwrap_err();
        assert!(error("threads").contains("did you mean thread?"));
        assert!(error("objekt:2").contains("did you mean object?"));
        assert!(error("zzz").starts_with("there are insensitive, thread"));
        assert_eq!(error("object:0"), "object takes a number from 1 to 4; say object:2, not 0");
        assert_eq!(error("type:x"), "type takes a number from 1 to 4; say type:2, not x");
        assert_eq!(error("thread:2"), "thread takes no number; say thread");
    }
}
