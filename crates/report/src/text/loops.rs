//! Races between iterations of a parallel loop, as IteRace shows them (Fig. 3): by loop, by object, by field, and then not as
//! pairs but as two sets of accesses, of which every (a) races with every (b).
//!
//! ```text
//! loop  NBody.java:76  particles.parallelStream().forEach(p -> {   in NBody.compute
//!   Particle made at NBody.java:84
//!     .x                                     possible
//!       (a) write  NBody.java:89  centerOfMass.x = oldCOM.x + p.x;
//!       (b) write  NBody.java:89  centerOfMass.x = oldCOM.x + p.x;  [2x]  #a41f
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::found::{BOLD, DIM, PLACE, code, held, inside, padded, stack, style, width, wrapped};
use crate::{Access, Holder, InLoop, Kind, Location, Race, simple};

/// What is shown, in order.
pub(super) enum Block<'r> {
    /// Races on one location, pair by pair.
    Pairs(Vec<Shown<'r>>),
    /// Those in one loop.
    Loop(&'r InLoop, Vec<Shown<'r>>),
}

/// A race and its id.
pub(super) type Shown<'r> = (&'r Race, &'r str);

/// Puts together what is in one loop, where the first of it stands.
pub(super) fn blocks<'r>(locations: &[&[Shown<'r>]]) -> Vec<Block<'r>> {
    let mut blocks: Vec<Block<'r>> = Vec::new();
    for location in locations {
        let mut pairs = Vec::new();
        for &(race, id) in *location {
            let Some(of) = &race.in_loop else {
                pairs.push((race, id));
                continue;
            };
            let known = blocks.iter_mut().find_map(|block| match block {
                Block::Loop(known, races) if known.at == of.at => Some(races),
                _ => None,
            });
            match known {
                Some(races) => races.push((race, id)),
                None => blocks.push(Block::Loop(of, vec![(race, id)])),
            }
        }
        if !pairs.is_empty() {
            blocks.push(Block::Pairs(pairs));
        }
    }
    blocks
}

/// An access as it is told: where, what, and by which instructions.
struct Told<'r> {
    access: &'r Access,
    offsets: BTreeSet<(Kind, u16)>,
    ids: BTreeSet<&'r str>,
}

/// Accesses by where they are.
type Set<'r> = BTreeMap<(Option<u16>, String, String), Told<'r>>;

// A String takes everything that is written to it.

/// The races of one loop.
pub(super) fn loop_text(
    of: &InLoop,
    races: &[Shown<'_>],
    columns: usize,
    depth: usize,
    out: &mut String,
) {
    let place = match (&of.at.file, of.at.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => simple(&of.at.class).to_owned(),
    };
    let source = of.source.as_deref().map(super::found::shortened).unwrap_or_default();
    let method = super::method(&of.at.class, &of.at.method);
    let gap = if source.is_empty() { "" } else { "  " };
    let _ = writeln!(
        out,
        "{BOLD}loop{BOLD:#}  {PLACE}{place}{PLACE:#}  {source}{gap}{DIM}in {method}{DIM:#}"
    );
    let mut objects: Vec<(String, Vec<Shown<'_>>)> = Vec::new();
    for &(race, id) in races {
        let object = object(race);
        match objects.iter_mut().find(|(known, _)| *known == object) {
            Some((_, races)) => races.push((race, id)),
            None => objects.push((object, vec![(race, id)])),
        }
    }
    for (object, races) in objects {
        let _ = writeln!(out, "  {BOLD}{object}{BOLD:#}");
        let mut fields: Vec<(Heading<'_>, Vec<Shown<'_>>)> = Vec::new();
        for (race, id) in races {
            let heading = heading(race);
            match fields.iter_mut().find(|(known, _)| *known == heading) {
                Some((_, races)) => races.push((race, id)),
                None => fields.push((heading, vec![(race, id)])),
            }
        }
        for ((field, _, _, doubts), races) in &fields {
            let (style, tier) = style(races[0].0);
            let _ = writeln!(out, "    {field:38} {style}{tier}{style:#}");
            for (alphas, betas) in sets(races) {
                set("(a)", &alphas, false, columns, depth, out);
                set("(b)", &betas, true, columns, depth, out);
            }
            if !doubts.is_empty() {
                let text = format!("but perhaps: {}", doubts.join("; "));
                for line in wrapped(&text, columns.saturating_sub(6)) {
                    let _ = writeln!(out, "      {DIM}{line}{DIM:#}");
                }
            }
        }
    }
}

/// What the races of a field have in common: its name, how certain they are, and what speaks against them.
type Heading<'r> = (String, bool, crate::Tier, &'r [String]);

fn heading(race: &Race) -> Heading<'_> {
    let field = match &race.location {
        Location { field: Some(field), holder: None, .. } => format!(".{field}"),
        Location { field: None, .. } => "elements".to_owned(),
        _ => "calls of its methods".to_owned(),
    };
    (field, race.is_unlikely, race.tier, &race.doubts)
}

/// `Particle made at NBody.java:84`, `ArrayList stored in NBody.history`
fn object(race: &Race) -> String {
    let location = &race.location;
    if location.is_static {
        return format!("{} (static)", simple(&location.class));
    }
    let object = race.in_loop.as_ref().and_then(|of| of.object.as_ref());
    let made = object.map(|(_, made)| match (&made.file, made.line) {
        (Some(file), Some(line)) => format!("made at {file}:{line}"),
        _ => format!("made in {}", super::method(&made.class, &made.method)),
    });
    match (&location.holder, made) {
        (Some(Holder::Field { .. }), Some(made)) => format!("{}, {made}", location.short()),
        (Some(_), _) => location.short(),
        (None, Some(made)) => {
            let class = object.map_or(location.class.as_str(), |(class, _)| class);
            format!("{} {made}", simple(class))
        }
        (None, None) => simple(&location.class).to_owned(),
    }
}

/// The races of a field as pairs of sets: each write with what it races with, and writes that race with the same together.
fn sets<'r>(races: &[Shown<'r>]) -> Vec<(Set<'r>, Set<'r>)> {
    let key = |access: &Access| {
        let site = &access.site;
        (site.line, site.place(), format!("{}.{}{}", site.class, site.method, site.descriptor))
    };
    let mut by_write: BTreeMap<_, (Set<'r>, Set<'r>)> = BTreeMap::new();
    for &(race, id) in races {
        for &[a, b] in &race.folded {
            let both = [(&race.earlier, a, &race.later, b), (&race.later, b, &race.earlier, a)];
            for (first, a, second, b) in both.into_iter().filter(|(_, a, ..)| a.0 == Kind::Write) {
                let (alphas, betas) = by_write.entry((key(first), a)).or_default();
                let add = |set: &mut Set<'r>, access: &'r Access, offset| {
                    let told = set.entry(key(access)).or_insert_with(|| Told {
                        access,
                        offsets: BTreeSet::new(),
                        ids: BTreeSet::new(),
                    });
                    told.offsets.insert(offset);
                    told.ids.insert(id);
                };
                add(alphas, first, a);
                add(betas, second, b);
            }
        }
    }
    let mut sets: Vec<(Set<'r>, Set<'r>)> = Vec::new();
    let places = |set: &Set<'_>| -> Vec<_> {
        set.iter().map(|(key, told)| (key.clone(), told.offsets.clone())).collect()
    };
    for (_, (alphas, betas)) in by_write {
        let known = sets.iter_mut().find(|(_, known)| places(known) == places(&betas));
        let Some((known_alphas, known_betas)) = known else {
            sets.push((alphas, betas));
            continue;
        };
        for (into, from) in [(known_alphas, alphas), (known_betas, betas)] {
            for (key, told) in from {
                match into.get_mut(&key) {
                    Some(known) => {
                        known.offsets.extend(told.offsets);
                        known.ids.extend(told.ids);
                    }
                    None => {
                        into.insert(key, told);
                    }
                }
            }
        }
    }
    sets
}

/// Accesses, one below the other.
fn set(label: &str, set: &Set<'_>, has_ids: bool, columns: usize, depth: usize, out: &mut String) {
    let places = set.values().map(|told| width(&told.access.site.place())).max().unwrap_or(0);
    let codes = set.values().map(|told| width(&code(told.access))).max().unwrap_or(0);
    let indent = 6 + 4 + 5 + 2 + places + 2;
    for (at, told) in set.values().enumerate() {
        let access = told.access;
        let label = if at == 0 { label } else { "" };
        let is_write = told.offsets.iter().any(|(kind, _)| *kind == Kind::Write);
        let kind = super::kind(if is_write { Kind::Write } else { Kind::Read });
        let place = padded(&access.site.place(), places);
        let mut text = padded(&code(access), codes);
        if told.offsets.len() > 1 {
            text += &format!("  [{}x]", told.offsets.len());
        }
        let ids: Vec<String> = told.ids.iter().map(|id| format!("#{id}")).collect();
        let ids = if has_ids { ids.join(" ") } else { String::new() };
        let line =
            format!("      {label:3} {kind:5}  {PLACE}{place}{PLACE:#}  {text}  {DIM}{ids}{DIM:#}");
        let _ = writeln!(out, "{}", if ids.is_empty() { line_without_end(&line) } else { &line });
        let mut below = Vec::new();
        // The first method of the thread is that of the loop.
        if access.stack.len() > 1 {
            below.push(format!("in {}", stack(&access.stack)));
        }
        below.extend(inside(access, depth));
        if let Some(locks) = access.locks.as_deref().filter(|locks| !locks.is_empty()) {
            below.push(format!("holds {}", held(locks)));
        }
        for line in below.iter().flat_map(|text| wrapped(text, columns.saturating_sub(indent))) {
            let _ = writeln!(out, "{}{DIM}{line}{DIM:#}", " ".repeat(indent));
        }
    }
}

/// Without blanks and styles that hold nothing.
fn line_without_end(line: &str) -> &str {
    let end = format!("  {DIM}{DIM:#}");
    line.strip_suffix(end.as_str()).unwrap_or(line).trim_end()
}
