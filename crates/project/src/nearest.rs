//! What somebody may have meant who mistyped a name.

/// The most similar of some names, if it is similar at all. `key` is the part of a name that counts.
pub fn nearest<'n>(
    wanted: &str,
    names: impl Iterator<Item = &'n str>,
    key: impl Fn(&str) -> String,
) -> Option<&'n str> {
    let likeness =
        |name: &str| strsim::jaro_winkler(&wanted.to_lowercase(), &key(name).to_lowercase());
    let scored = names.map(|name| (likeness(name), name)).filter(|(score, _)| *score > 0.8);
    scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1))).map(|(_, name)| name)
}
