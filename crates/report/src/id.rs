//! What a race is known by.
//!
//! An id depends on what is accessed, on the two methods and on what they do; not on lines, on names of local variables, or
//! on how many lambdas and anonymous classes stand before. Races that are alike in all of this are counted, in the order of
//! their places.

use std::collections::HashMap;

use crate::{Access, Race, Rule};

/// The shortest form of an id that is shown.
const SHORT: usize = 4;

/// Gives each race of a report its id.
pub(crate) fn give(races: &mut [Race]) {
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, race) in races.iter().enumerate() {
        alike.entry(text(race)).or_default().push(at);
    }
    for (text, mut group) in alike {
        group.sort_by(|&a, &b| places(&races[a]).cmp(&places(&races[b])));
        for (ordinal, at) in group.into_iter().enumerate() {
            let of_it = if ordinal == 0 { text.clone() } else { format!("{ordinal} {text}") };
            races[at].id = format!("{:016x}", hash(&of_it));
        }
    }
}

/// As much of each id as tells it from the others.
pub(crate) fn shortened(races: &[Race]) -> Vec<&str> {
    let mut sorted: Vec<&str> = races.iter().map(|race| race.id.as_str()).collect();
    sorted.sort_unstable();
    let needed = |id: &str| {
        let at = sorted.partition_point(|other| *other < id);
        let neighbours = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let common = neighbours.filter_map(|at| Some(common_start(id, sorted.get(at)?)));
        common.max().map_or(SHORT, |common| SHORT.max(common + 1))
    };
    races.iter().map(|race| race.id.get(..needed(&race.id)).unwrap_or(&race.id)).collect()
}

fn common_start(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

fn text(race: &Race) -> String {
    let side = |access: &Access| {
        let site = &access.site;
        format!("{}.{}{} {:?}", site.class, site.method, site.descriptor, access.kind)
    };
    let mut sides = [side(&race.earlier), side(&race.later)];
    sides.sort();
    let rule = match race.rule {
        Rule::Race => String::new(),
        rule => format!("{} ", rule.name()),
    };
    without_numbers(&format!("{rule}{} {} {}", race.location.stable(), sides[0], sides[1]))
}

/// `Main$1` and `lambda$main$0` have numbers that change when another one is written above them.
fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    let mut is_number = false;
    for c in text.chars() {
        is_number = c == '$' || (is_number && c.is_ascii_digit());
        if c == '$' || !is_number {
            out.push(c);
        }
    }
    out
}

/// Two lambdas may stand in one line.
fn places(race: &Race) -> [(Option<u16>, u16, &str, &str); 2] {
    let mut places = [&race.earlier, &race.later].map(|access| {
        let site = &access.site;
        (site.line, site.offset, site.class.as_str(), site.method.as_str())
    });
    places.sort_unstable();
    places
}

/// FNV-1a, which anyone can compute again; and the end of MurmurHash3, so that texts with the same start have different ones.
fn hash(text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind::{Read, Write};
    use crate::testing::race;

    fn ids(mut races: Vec<Race>) -> Vec<String> {
        give(&mut races);
        races.into_iter().map(|race| race.id).collect()
    }

    #[test]
    fn lines_and_numbers_of_lambdas_do_not_matter() {
        let before = race("x", [(Write, "lambda$main$0", 5), (Read, "get", 9)]);
        let after = race("x", [(Read, "get", 29), (Write, "lambda$main$3", 15)]);
        assert_eq!(ids(vec![before]), ids(vec![after]));
    }

    #[test]
    fn lambdas_in_one_line_are_told_apart_whatever_their_order() {
        let first = race("x", [(Write, "lambda$main$0", 5), (Write, "lambda$main$0", 5)]);
        let second = race("x", [(Write, "lambda$main$0", 5), (Write, "lambda$main$1", 5)]);
        let there = ids(vec![first.clone(), second.clone()]);
        let back = ids(vec![second, first]);
        assert_eq!([&there[0], &there[1]], [&back[1], &back[0]]);
    }

    #[test]
    fn fields_methods_and_kinds_matter() {
        let one = race("x", [(Write, "m", 5), (Read, "get", 9)]);
        for other in [
            race("y", [(Write, "m", 5), (Read, "get", 9)]),
            race("x", [(Write, "n", 5), (Read, "get", 9)]),
            race("x", [(Write, "m", 5), (Write, "get", 9)]),
        ] {
            assert_ne!(ids(vec![one.clone()]), ids(vec![other]));
        }
    }

    #[test]
    fn what_is_alike_is_counted_by_place() {
        let first = race("x", [(Write, "m", 5), (Read, "m", 9)]);
        let second = race("x", [(Write, "m", 6), (Read, "m", 9)]);
        let there = ids(vec![first.clone(), second.clone()]);
        let back = ids(vec![second, first.clone()]);
        assert_ne!(there[0], there[1]);
        assert_eq!([&there[0], &there[1]], [&back[1], &back[0]]);
        assert_eq!(there[0], ids(vec![first])[0], "the first has none to be told from");
    }

    #[test]
    fn short_ids_are_as_long_as_they_have_to_be() {
        let with = |id: &str| Race { id: id.into(), ..race("x", [(Read, "m", 1), (Read, "m", 1)]) };
        let races = ["a41f000000000000", "a420000000000000"].map(with);
        assert_eq!(shortened(&races), ["a41f", "a420"]);
        let races = ["a41f100000000000", "a41f200000000000"].map(with);
        assert_eq!(shortened(&races), ["a41f1", "a41f2"]);
        let races = ["a41f100000000000", "b41f100000000000", "a41f200000000000"].map(with);
        assert_eq!(shortened(&races), ["a41f1", "b41f", "a41f2"]);
    }
}
