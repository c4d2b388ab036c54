//! Files that people write: settings, scenarios, peers and notes. A fault in one is the caller's.

use std::path::Path;

use serde::de::DeserializeOwned;

use crate::fault::Fault;

/// The text of a file.
pub(crate) fn text(path: &Path) -> Result<String, Fault> {
    std::fs::read_to_string(path)
        .map_err(|error| Fault::Settings(format!("cannot read {}: {error}", path.display())))
}

/// A file in TOML.
pub(crate) fn toml<T: DeserializeOwned>(path: &Path) -> Result<T, Fault> {
    toml::from_str(&text(path)?).map_err(|error| Fault::Settings(format!("{}: {error}", path.display())))
}

/// The names in a folder that `name` finds in its entries, in their order: those of `only`, or all
/// if that is empty. `what` is what they are names of; names of `others` may be asked for too.
pub(crate) fn names(
    folder: &Path,
    what: &str,
    (only, others): (&[String], &[&str]),
    name: impl Fn(&Path) -> Option<String>,
) -> Result<Vec<String>, Fault> {
    let shown = folder.display();
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Fault::Settings(format!("cannot read the folder of {what}s {shown}: {error}")))?;
    let mut names: Vec<String> = entries.flatten().filter_map(|entry| name(&entry.path())).collect();
    names.sort();
    if let Some(unknown) = only.iter().find(|one| !others.contains(&one.as_str()) && !names.contains(one)) {
        let known = names.join(", ");
        return Err(Fault::Settings(format!("no {what} \"{unknown}\" in {shown}; there are {known}")));
    }
    names.retain(|name| only.is_empty() || only.contains(name));
    Ok(names)
}
