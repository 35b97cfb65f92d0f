//! Which summaries are compared at all.

use std::collections::BTreeSet;

use classfile::MethodFlags;
use ir::Name;
use models::{MethodCode, Models};

use super::compare;
use super::library::{ALL, Library};

/// Summaries that are not compared: patterns of `class.name(parameters)result`, each below a comment with the reason.
const UNCOMPARED: &str = include_str!("uncompared.txt");

/// Checks that each summary in place of a public method is compared, or listed with a reason. All that is not compared, excused or
/// not, is written to the file that `DEADHEAT_UNCOMPARED` names.
pub fn check(groups: &[&str]) {
    let all: Vec<_> = groups.iter().map(|group| compare::results(group)).collect();
    let mut excuses = excuses();
    let mut wrong = Vec::new();
    let mut uncompared = BTreeSet::new();
    for library in ALL.iter() {
        let release = library.jdk.release;
        let compared: BTreeSet<&String> =
            all.iter().filter_map(|group| group.get(&release)).flat_map(|it| &it.methods).collect();
        if compared.is_empty() {
            continue;
        }
        let summaries = summaries(library);
        let missing: Vec<&String> =
            summaries.iter().filter(|method| !compared.contains(method)).collect();
        uncompared.extend(missing.iter().map(|method| format!("JDK {release}: {method}")));
        let mut excused = 0;
        for method in &missing {
            let excuse = excuses.iter_mut().find(|(pattern, _)| compare::matches(pattern, method));
            match excuse {
                Some((_, used)) => {
                    *used = true;
                    excused += 1;
                }
                None => wrong.push(format!("JDK {release}: {method}")),
            }
        }
        testkit::jdk::skip(&format!(
            "JDK {release}: {} of {} summaries of public methods compared, {excused} excused",
            summaries.len() - missing.len(),
            summaries.len(),
        ));
    }
    if let Some(path) = std::env::var_os("DEADHEAT_UNCOMPARED") {
        let all: String = uncompared.iter().map(|method| format!("{method}\n")).collect();
        std::fs::write(path, all).expect("the list of what is not compared");
    }
    let unused = excuses.iter().filter(|(_, used)| !used);
    wrong.extend(unused.map(|(pattern, _)| format!("uncompared.txt: no use for {pattern}")));
    let first = wrong.iter().take(100).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} summaries are not compared with bodies:\n{first}", wrong.len());
}

fn excuses() -> Vec<(&'static str, bool)> {
    let mut has_reason = false;
    let mut found = Vec::new();
    for line in UNCOMPARED.lines() {
        match line {
            "" => has_reason = false,
            _ if line.starts_with("# ") => has_reason = true,
            _ => {
                assert!(has_reason, "uncompared.txt: no reason for {line}");
                found.push((line, false));
            }
        }
    }
    found
}

/// The public methods of a JDK that have a body and a summary in its place.
fn summaries(library: &Library) -> BTreeSet<String> {
    let jdk = Models::jdk();
    let mut found = BTreeSet::new();
    for class in jdk.classes() {
        let Some(real) = library.class(Name::new(&class.name)) else { continue };
        for method in &real.methods {
            let name = method.name.as_str();
            let is_made = MethodFlags::SYNTHETIC | MethodFlags::ABSTRACT | MethodFlags::NATIVE;
            if !method.flags.contains(MethodFlags::PUBLIC) || method.flags.intersects(is_made) {
                continue;
            }
            let model = jdk.method(&class.name, name, method.ty.descriptor().as_str());
            if matches!(model.map(|model| &model.code), Some(MethodCode::Summary(_))) {
                found.insert(format!("{}.{name}{}", class.name, method.ty));
            }
        }
    }
    found
}
