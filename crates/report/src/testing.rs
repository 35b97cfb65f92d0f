//! Races for tests.

use crate::{Access, AccessSite, Kind, Location, Race, Tier};

/// A race on a field of the class `A`: what each side does, in which method and line.
pub(crate) fn race(field: &str, sides: [(Kind, &str, u16); 2]) -> Race {
    let [earlier, later] = sides.map(|(kind, method, line)| access(kind, method, line));
    Race {
        rule: crate::Rule::Race,
        location: Location {
            class: "A".into(),
            field: Some(field.into()),
            is_static: false,
            holder: None,
        },
        earlier,
        later,
        count: 1,
        tier: Tier::Confirmed,
        is_unlikely: false,
        doubts: Vec::new(),
        why: None,
        id: String::new(),
        in_loop: None,
        folded: Vec::new(),
    }
}

fn access(kind: Kind, method: &str, line: u16) -> Access {
    Access {
        kind,
        site: AccessSite {
            class: "A".into(),
            method: method.into(),
            descriptor: "()V".into(),
            file: Some("A.java".into()),
            line: Some(line),
            offset: 0,
        },
        thread: None,
        stack: Vec::new(),
        started: None,
        locks: None,
        via: None,
        source: None,
        inside: Vec::new(),
    }
}
