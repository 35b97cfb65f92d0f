//! A report as SARIF 2.1.0, which code scanning services and editors read.
//!
//! A race is a result. Its place is the first access, and the second one is a related location. A code flow has a thread flow
//! for each of the two threads, from the thread's first method to the access. What is set aside is there with a suppression.
//! The file has neither times nor folders of the machine, so that it is the same for the same program.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::text::{held, method, thread};
use crate::{Access, Aside, Declared, Frame, Kind, Location, Race, Reason, Report, Tier, external};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What paths are relative to.
const ROOT: &str = "%SRCROOT%";

/// The id of a race among a result's fingerprints; the number goes up when ids change.
const FINGERPRINT: &str = "deadheatRaceId/v1";

/// The only fingerprint that GitHub looks at. Where it is missing, it is computed from the text of the line, which changes more often.
const GITHUB_FINGERPRINT: &str = "primaryLocationLineHash";

/// A kind of finding.
struct Rule {
    id: &'static str,
    name: &'static str,
    short: &'static str,
    help: &'static str,
}

const FIELD: usize = 0;
const ARRAY: usize = 1;
const OBJECT: usize = 2;

const GUARDED: usize = 3;
const IMMUTABLE: usize = 4;

const RULES: [Rule; 5] = [
    Rule {
        id: "race-field",
        name: "RaceOnField",
        short: "Two threads access a field, one of them writes, and nothing puts them in order.",
        help: "A thread may see an old value for as long as it likes, half of a `long` or `double`, or an object \
               whose fields are not written yet; and of two changes one may be lost.\n\n\
               - Hold the same lock at both accesses. A lock at one of them orders nothing.\n\
               - A flag or a reference that is only replaced as a whole: make the field `volatile`.\n\
               - A counter: `AtomicInteger`, `AtomicLong` or `LongAdder`; `volatile` does not make `count++` one step.\n\
               - What never changes after construction: make the field `final`.\n\
               - Or wait for the other thread (`join`, `Future.get`, `CountDownLatch.await`) before the access.",
    },
    Rule {
        id: "race-array",
        name: "RaceOnArray",
        short: "Two threads access elements of an array, one of them writes, and nothing puts them in order.",
        help: "Elements of arrays are never `volatile`, even if the field that holds the array is.\n\n\
               - Hold the same lock at both accesses.\n\
               - Use `AtomicIntegerArray`, `AtomicLongArray` or `AtomicReferenceArray`.\n\
               - Give each thread a part of the array that no other thread uses, and wait for the threads before \
               the parts are read.",
    },
    Rule {
        id: "race-object",
        name: "RaceOnLibraryObject",
        short: "Two threads use an object of a library that is not made for it, one of them changes it, and nothing \
                puts them in order.",
        help: "Collections, builders, formats and the like do not lock by themselves. Used by two threads at once they lose \
               elements, throw exceptions in other places, or never return.\n\n\
               - Hold the same lock at all uses, also those that only read, and while iterating.\n\
               - Use a class that is made for it: `ConcurrentHashMap`, `CopyOnWriteArrayList`, `ConcurrentLinkedQueue`, \
               `DateTimeFormatter`.\n\
               - Or give each thread an object of its own.",
    },
    Rule {
        id: "guarded-by",
        name: "GuardedByViolation",
        short: "A field or method that is declared @GuardedBy is used without the lock that it names.",
        help: "The annotation says which lock protects the field, or what the callers of the method have to hold. Here it \
               is not held, and another thread may come in between.\n\n\
               - Take the lock that the annotation names at every access, also at those that only read.\n\
               - If the annotation is wrong, correct it: others will rely on it.",
    },
    Rule {
        id: "immutable",
        name: "ImmutableViolation",
        short: "A class that is declared @Immutable writes one of its fields outside of its constructors.",
        help: "Others share objects of such a class without a lock, because nothing changes in them.\n\n\
               - Make the field `final`, and return a changed copy instead.\n\
               - If objects of the class do change, leave the annotation out.",
    },
];

/// The report as SARIF, with a line end. `is_complete`: whether everything could be looked at.
pub fn to_sarif(report: &Report, is_complete: bool) -> String {
    let writer = Writer {
        sources: &report.sources,
        files: files(&report.sources),
        is_compared: report.is_compared,
    };
    let shown = report.races.iter().map(|race| writer.result(race, report.declared(race), None));
    let aside = report.aside.iter();
    let aside = aside
        .map(|Aside { race, reason }| writer.result(race, report.declared(race), Some(reason)));
    let results: Vec<Value> = shown.chain(aside).collect();
    let level = if is_complete { "warning" } else { "error" };
    let notice = |gap: &String| json!({ "level": level, "message": { "text": gap } });
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "deadheat",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": RULES.iter().map(rule).collect::<Vec<Value>>(),
            } },
            "columnKind": "utf16CodeUnits",
            "originalUriBaseIds": { ROOT: {
                "description": { "text": "The folder in which deadheat was started." }
            } },
            "invocations": [{
                "executionSuccessful": is_complete,
                "toolExecutionNotifications": report.gaps.iter().map(notice).collect::<Vec<Value>>(),
            }],
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&document)
        .expect("invariant: a report holds nothing that JSON cannot");
    text.push('\n');
    text
}

fn rule(rule: &Rule) -> Value {
    let heading = format!("{}\n\n{}", rule.short, rule.help);
    json!({
        "id": rule.id,
        "name": rule.name,
        "shortDescription": { "text": rule.short },
        "fullDescription": { "text": rule.short },
        "help": { "text": heading.replace('`', ""), "markdown": heading },
        "defaultConfiguration": { "level": "warning" },
        "properties": {
            "tags": ["concurrency", "correctness"],
            "precision": "high",
            "problem.severity": "error",
        },
    })
}

fn rule_of(location: &Location) -> usize {
    match (location.class.starts_with('['), &location.holder) {
        (true, _) => ARRAY,
        (false, Some(_)) => OBJECT,
        (false, None) => FIELD,
    }
}

/// Paths of files whose name no other file has.
fn files(sources: &BTreeMap<String, String>) -> BTreeMap<&str, &str> {
    let mut files: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for path in sources.values() {
        let name = path.rsplit('/').next().unwrap_or(path);
        let known = files.entry(name).or_insert(Some(path));
        *known = known.filter(|known| known == path);
    }
    files.into_iter().filter_map(|(name, path)| Some((name, path?))).collect()
}

struct Writer<'r> {
    sources: &'r BTreeMap<String, String>,
    files: BTreeMap<&'r str, &'r str>,
    is_compared: bool,
}

impl Writer<'_> {
    fn result(&self, race: &Race, declared: &[Declared], reason: Option<&Reason>) -> Value {
        let is_violation = declared.iter().any(|declared| declared.is_guard);
        let rule = match race.rule {
            crate::Rule::Immutable => IMMUTABLE,
            crate::Rule::GuardedBy => GUARDED,
            crate::Rule::Race if is_violation => GUARDED,
            crate::Rule::Race => rule_of(&race.location),
        };
        let (level, rank) = match (race.is_unlikely, race.tier) {
            (true, _) => ("note", 20.0),
            (false, Tier::Possible) => ("warning", 60.0),
            (false, Tier::Precise) => ("error", 90.0),
            (false, Tier::Confirmed) => ("error", 100.0),
        };
        let mut result = json!({
            "ruleId": RULES[rule].id,
            "ruleIndex": rule,
            "level": level,
            "rank": rank,
            "message": { "text": message(race, declared) },
            "locations": [self.access(&race.earlier)],
            "relatedLocations": self.related(race),
            "codeFlows": [{
                "message": { "text": "How the threads come to their accesses." },
                "threadFlows": self.flows(race),
            }],
            "partialFingerprints": { FINGERPRINT: race.id, GITHUB_FINGERPRINT: race.id },
            "properties": {
                "tier": race.tier.name(),
                "isUnlikely": race.is_unlikely,
                "location": race.location.to_string(),
            },
        });
        if race.count > 0 {
            result["occurrenceCount"] = race.count.into();
        }
        if let Some(reason) = reason {
            let kind =
                if matches!(reason, Reason::Source { .. }) { "inSource" } else { "external" };
            result["suppressions"] = json!([{
                "kind": kind,
                "status": "accepted",
                "justification": reason.justification(),
            }]);
        }
        if self.is_compared {
            let is_known = matches!(reason, Some(Reason::Baseline));
            result["baselineState"] = if is_known { "unchanged" } else { "new" }.into();
        }
        result
    }

    /// How each thread gets there.
    fn flows(&self, race: &Race) -> Vec<Value> {
        let mut flows = vec![self.thread_flow("first", &race.earlier)];
        if race.rule == crate::Rule::Race {
            flows.push(self.thread_flow("second", &race.later));
        }
        flows
    }

    /// The second access is the first of them; messages refer to it by its number.
    fn related(&self, race: &Race) -> Vec<Value> {
        let second = (race.rule == crate::Rule::Race).then(|| self.access(&race.later));
        let mut related: Vec<Value> = second.into_iter().collect();
        let started = [&race.earlier, &race.later].into_iter().filter_map(|a| a.started.as_ref());
        let mut known: Vec<&str> = Vec::new();
        for at in started.flat_map(|started| &started.at) {
            if known.contains(&at.as_str()) {
                continue;
            }
            known.push(at);
            let Some((file, line)) = at.split_once(':') else { continue };
            let (Some(path), Ok(line)) = (self.files.get(file), line.parse()) else { continue };
            let mut place = json!({ "physicalLocation": physical(path, Some(line), None) });
            place["message"] = json!({ "text": "A thread is started here." });
            related.push(place);
        }
        for (id, place) in (1..).zip(&mut related) {
            place["id"] = id.into();
        }
        related
    }

    fn access(&self, access: &Access) -> Value {
        let site = &access.site;
        let frame = Frame {
            class: site.class.clone(),
            method: site.method.clone(),
            file: site.file.clone(),
            line: site.line,
        };
        let mut place = self.place(&frame, access.source.as_deref());
        place["message"] = json!({ "text": told(access) });
        place
    }

    fn thread_flow(&self, id: &str, access: &Access) -> Value {
        // The innermost frame is the access itself.
        let calls = access.stack.windows(2).rev().map(|frames| {
            let (callee, caller) = (&frames[0], &frames[1]);
            let mut place = self.place(caller, None);
            let called = method(&callee.class, &callee.method);
            place["message"] = json!({ "text": format!("{called} is called.") });
            place
        });
        let steps: Vec<Value> = calls.chain([self.access(access)]).collect();
        let last = steps.len() - 1;
        let step = |(at, place): (usize, Value)| {
            json!({
                "location": place,
                "nestingLevel": at,
                "importance": if at == last { "essential" } else { "important" },
            })
        };
        json!({
            "id": id,
            "message": { "text": thread(access) },
            "locations": steps.into_iter().enumerate().map(step).collect::<Vec<Value>>(),
        })
    }

    fn place(&self, frame: &Frame, source: Option<&str>) -> Value {
        let mut place = Map::new();
        let path = self.path(frame);
        place.insert("physicalLocation".to_owned(), physical(&path, frame.line, source));
        place.insert(
            "logicalLocations".to_owned(),
            json!([{
                "fullyQualifiedName": format!("{}.{}", external(&frame.class), frame.method),
                "kind": "function",
            }]),
        );
        Value::Object(place)
    }

    /// Where a class was found; else where it should be: in the folders of its package.
    fn path(&self, frame: &Frame) -> String {
        let outer = frame.class.split('$').next().unwrap_or(&frame.class);
        let known = self.sources.get(&frame.class).or_else(|| self.sources.get(outer));
        known.cloned().unwrap_or_else(|| match (&frame.file, frame.class.rsplit_once('/')) {
            (Some(file), Some((package, _))) => format!("{package}/{file}"),
            (Some(file), None) => file.clone(),
            (None, _) => format!("{outer}.class"),
        })
    }
}

fn physical(path: &str, line: Option<u16>, source: Option<&str>) -> Value {
    let artifact = match path.strip_prefix('/') {
        Some(rest) => json!({ "uri": format!("file:///{}", encoded(rest)) }),
        None => json!({ "uri": encoded(path), "uriBaseId": ROOT }),
    };
    let mut place = json!({ "artifactLocation": artifact });
    // The file format counts lines from one; compilers write zero for code that is in no line.
    if let Some(line) = line.filter(|line| *line > 0) {
        place["region"] = json!({ "startLine": line });
        if let Some(source) = source {
            place["region"]["snippet"] = json!({ "text": source });
        }
    }
    place
}

/// A path as a part of a URI (RFC 3986).
fn encoded(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~$".contains(&byte);
    let one = |byte: u8| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    path.bytes().map(one).collect()
}

/// `Written by Spider thread (many), started at Spider.java:41, holding Spider.queue`
fn told(access: &Access) -> String {
    let done = match access.kind {
        Kind::Read => "Read",
        Kind::Write => "Written",
    };
    let via = access.via.as_ref().map(|via| format!(" through {via}")).unwrap_or_default();
    let locks = access.locks.as_ref().map(|locks| format!(", holding {}", held(locks)));
    format!("{done}{via} by {}{}", thread(access), locks.unwrap_or_default())
}

fn message(race: &Race, declared: &[Declared]) -> String {
    let kind = |access: &Access| match access.kind {
        Kind::Read => "read",
        Kind::Write => "write",
    };
    let (earlier, later) = (&race.earlier, &race.later);
    if race.rule != crate::Rule::Race {
        return format!("{}.", race.why.as_deref().unwrap_or("What is declared is broken"));
    }
    let mut text = format!(
        "Data race on {}: nothing orders this {} by {} and the [{} at {}](1) by {}.",
        race.location,
        kind(earlier),
        thread(earlier),
        kind(later),
        later.site.place(),
        thread(later),
    );
    if let Some(why) = &race.why {
        text += &format!(" Not ordered: {why}.");
    }
    for Declared { text: declared, .. } in declared {
        text += &format!(" {declared}.");
    }
    if !race.doubts.is_empty() {
        text += &format!(" But perhaps: {}.", race.doubts.join("; "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Analysed, Lock, LockMode, Mode, Started, collect, testing};

    fn race() -> Race {
        let sides = [(Kind::Write, "visit", 87), (Kind::Read, "run", 82)];
        let mut race = Race { tier: Tier::Precise, count: 0, ..testing::race("last", sides) };
        for side in [&mut race.earlier, &mut race.later] {
            side.site.class = "com/acme/A$In".into();
            side.thread = Some("A thread".into());
            side.started = Some(Started { at: vec!["A.java:41".into()], is_many: true });
        }
        let frame = |method: &str, line| Frame {
            class: "com/acme/A".into(),
            method: method.into(),
            file: Some("A.java".into()),
            line: Some(line),
        };
        race.earlier.stack = vec![frame("visit", 87), frame("run", 60)];
        race.earlier.locks = Some(vec![Lock {
            name: "A.queue".into(),
            mode: LockMode::Exclusive,
            taken_at: "A.java:86".into(),
        }]);
        race
    }

    fn result(sources: &[(&str, &str)]) -> Value {
        let mut report = collect(vec![race()], vec![], Analysed::default());
        let owned = |(class, path): &(&str, &str)| ((*class).to_owned(), (*path).to_owned());
        report.sources = sources.iter().map(owned).collect();
        let document: Value = serde_json::from_str(&to_sarif(&report, true)).unwrap();
        document["runs"][0]["results"][0].clone()
    }

    #[test]
    fn both_accesses_and_their_stacks_are_there() {
        let result = result(&[("com/acme/A", "src/main/java/com/acme/A.java")]);
        assert_eq!((&result["ruleId"], &result["level"]), (&"race-field".into(), &"error".into()));
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "src/main/java/com/acme/A.java");
        assert_eq!(place["region"]["startLine"], 87);
        let related = result["relatedLocations"].as_array().unwrap();
        let lines = related.iter().map(|at| &at["physicalLocation"]["region"]["startLine"]);
        assert_eq!(lines.collect::<Vec<_>>(), [&Value::from(82), &Value::from(41)]);
        let flows = result["codeFlows"][0]["threadFlows"].as_array().unwrap();
        let steps = |flow: usize| flows[flow]["locations"].as_array().unwrap().len();
        assert_eq!((flows.len(), steps(0), steps(1)), (2, 2, 1));
        let last = &flows[0]["locations"][1]["location"]["message"]["text"];
        assert_eq!(last, "Written by A thread (many), started at A.java:41, holding A.queue");
    }

    #[test]
    fn a_source_that_was_not_found_is_where_its_package_says() {
        let uri = |result: &Value| {
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone()
        };
        assert_eq!(uri(&result(&[])), "com/acme/A.java");
        assert_eq!(uri(&result(&[("com/acme/A$In", "/a b/A.java")])), "file:///a%20b/A.java");
    }

    #[test]
    fn what_is_set_aside_is_there_as_suppressed() {
        let mode = Mode::All;
        let mut report = collect(vec![race()], vec![], Analysed { mode, ..Analysed::default() });
        report.set_aside(|_| Some(Reason::Baseline));
        report.is_compared = true;
        let document: Value = serde_json::from_str(&to_sarif(&report, true)).unwrap();
        let result = &document["runs"][0]["results"][0];
        assert_eq!(result["suppressions"][0]["kind"], "external");
        assert_eq!(result["baselineState"], "unchanged");
    }

    #[test]
    fn what_is_missing_is_a_notification() {
        let report = Report { gaps: vec!["a class is missing".into()], ..Report::default() };
        let document: Value = serde_json::from_str(&to_sarif(&report, false)).unwrap();
        let invocation = &document["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        let notice = &invocation["toolExecutionNotifications"][0];
        assert_eq!(
            (&notice["level"], &notice["message"]["text"]),
            (&"error".into(), &"a class is missing".into())
        );
    }
}
