//! One line for each racing pair, for scripts.

use std::collections::BTreeSet;

use crate::{Report, Rule};

/// `File.java:LINE<TAB>File.java:LINE<TAB>location`, sorted, each once; nothing else.
pub fn to_pairs(report: &Report) -> String {
    let mut lines = BTreeSet::new();
    // What breaks a declaration is no pair.
    for race in report.races.iter().filter(|race| race.rule == Rule::Race) {
        let mut places = [&race.earlier, &race.later].map(|access| {
            let site = &access.site;
            (site.file.clone(), site.line, site.place())
        });
        places.sort();
        let [(.., first), (.., second)] = places;
        lines.insert(format!("{first}\t{second}\t{}\n", race.location));
    }
    lines.into_iter().collect()
}
