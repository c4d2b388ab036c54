//! Who is there, as clients hold it: applied from `presence_state` and `presence_diff` as phoenix.js does.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Statements by their `phx_ref`: the key, and what was tracked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Metas(BTreeMap<String, (String, String)>);

/// Who came and who went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Diff {
    joins: Metas,
    leaves: Metas,
}

impl Metas {
    pub(super) fn read(state: &Value) -> Option<Self> {
        let mut metas = BTreeMap::new();
        for (key, entry) in state.as_object()? {
            for meta in entry.get("metas")?.as_array()?.iter() {
                let reference = meta.get("phx_ref")?.as_str()?.to_owned();
                let name = meta.get("name")?.as_str()?.to_owned();
                if metas.insert(reference, (key.clone(), name)).is_some() {
                    return None; // one that comes twice
                }
            }
        }
        Some(Self(metas))
    }

    /// Who is there, each with what it says.
    pub(crate) fn present(&self) -> BTreeSet<(&str, &str)> {
        self.0.values().map(|(key, name)| (key.as_str(), name.as_str())).collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl Diff {
    pub(super) fn read(diff: &Value) -> Option<Self> {
        Some(Self { joins: Metas::read(diff.get("joins")?)?, leaves: Metas::read(diff.get("leaves")?)? })
    }
}

/// What a client holds of a topic's presence: changes before the first state wait for it.
#[derive(Debug, Default)]
pub(crate) struct Held {
    state: Option<Metas>,
    pending: Vec<Diff>,
}

impl Held {
    pub(crate) fn take_state(&mut self, state: Metas) {
        let mut state = state;
        self.pending.drain(..).for_each(|diff| apply(&mut state, diff));
        self.state = Some(state);
    }

    pub(crate) fn take_diff(&mut self, diff: Diff) {
        match &mut self.state {
            Some(state) => apply(state, diff),
            None => self.pending.push(diff),
        }
    }

    pub(crate) fn state(&self) -> Option<&Metas> {
        self.state.as_ref()
    }
}

fn apply(state: &mut Metas, Diff { joins, leaves }: Diff) {
    state.0.extend(joins.0);
    leaves.0.keys().for_each(|reference| _ = state.0.remove(reference));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn meta(key: &str, reference: &str, name: &str) -> Value {
        json!({key: {"metas": [{"phx_ref": reference, "name": name}]}})
    }

    #[test]
    fn a_changed_statement_joins_before_the_old_one_leaves() {
        let mut held = Held::default();
        let diff = json!({"joins": meta("u", "2", "new"), "leaves": meta("u", "1", "old")});
        held.take_diff(Diff::read(&diff).unwrap());
        assert!(held.state().is_none(), "it waits for the state");
        held.take_state(Metas::read(&meta("u", "1", "old")).unwrap());
        assert_eq!(held.state().unwrap().present(), BTreeSet::from([("u", "new")]));
    }
}
