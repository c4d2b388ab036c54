//! What differs between what was delivered to a follower and what PostgreSQL shows it.

use baton_postgres::row::ReplicaIdentity;
use serde_json::Value;

use crate::fixture::feed::{Delivered, changes};
use crate::judge::Sight;
use crate::world::{Follower, World};

/// Whether changes are delivered with their values: there is a key, and the role may select it.
fn tells_values(world: &World, sight: &Sight) -> bool {
    world.table.has_key && sight.columns.contains(&"id")
}

/// The keys of the rows that were delivered, in order.
fn ids(delivered: &[Delivered], kind: &str, record: &str) -> Vec<i64> {
    let data = changes(delivered);
    let of_kind = data.iter().filter(|data| data["type"] == kind);
    let mut ids: Vec<i64> = of_kind.filter_map(|data| data[record]["id"].as_i64()).collect();
    ids.sort_unstable();
    ids
}

/// What differs in what was delivered to a follower about the rows that are there after the changes.
pub(crate) fn differs(
    delivered: &[Delivered],
    world: &World,
    follower: &Follower,
    sight: &Sight,
) -> Option<String> {
    let Sight { rows, columns, is_guarded } = sight;
    let mut heard = [ids(delivered, "INSERT", "record"), ids(delivered, "UPDATE", "record")].concat();
    heard.sort_unstable();
    if !tells_values(world, sight) {
        if !heard.is_empty() {
            return Some(format!("rows {heard:?} delivered without a key that it may select"));
        }
        // A filter on rows that are hidden would show what is in them.
        let is_oracle = *is_guarded && follower.filter.is_some() && !changes(delivered).is_empty();
        return is_oracle.then(|| format!("delivered which rows pass its filter: {delivered:?}"));
    }
    if heard != *rows {
        return Some(format!("delivered of {heard:?}, and sees {rows:?}: {delivered:?}"));
    }
    let wrong = |data: &Value| {
        let Some(record) = data["record"].as_object() else { return false };
        let mut names: Vec<&str> = record.keys().map(String::as_str).collect();
        let mut may = columns.clone();
        names.sort_unstable();
        may.sort_unstable();
        names != may
    };
    // Clients find the row of an update by its key, which is delivered whether it has changed or not.
    let is_lost = |data: &Value| data["type"] == "UPDATE" && data["old_record"]["id"] != data["record"]["id"];
    if let Some(data) = changes(delivered).iter().find(|data| is_lost(data)) {
        return Some(format!("{data} lacks the key in old_record"));
    }
    changes(delivered)
        .iter()
        .find(|data| wrong(data))
        .map(|data| format!("{data} has other columns than {columns:?}"))
}

/// What differs, once all rows are deleted, in what was delivered to a follower about rows that are gone: by the feed that is not to look at
/// old rows, and by the one that is, which also tells of rows that an update took out of its sight. The sights are those before
/// and after the changes.
pub(crate) fn differs_when_gone(
    delivered: &[Vec<Delivered>; 2],
    world: &World,
    follower: &Follower,
    (before, after): (&Sight, &Sight),
) -> Option<String> {
    let Sight { rows, is_guarded, .. } = after;
    if world.identity() != ReplicaIdentity::Full || !tells_values(world, after) {
        return None;
    }
    let [told_by_key, delivered] = delivered;
    let by_key = ids(told_by_key, "DELETE", "old_record");
    if *is_guarded && follower.filter.is_some_and(|filter| filter.column != "id") && !by_key.is_empty() {
        return Some(format!("delivered which of the deleted rows passed its filter: {by_key:?}"));
    }
    let left = before.rows.iter().filter(|id| !rows.contains(id));
    let mut expected: Vec<i64> = rows.iter().chain(left).copied().collect();
    expected.sort_unstable();
    let gone = ids(delivered, "DELETE", "old_record");
    let before = &before.rows;
    (gone != expected)
        .then(|| format!("delivered deleted rows {gone:?}, and saw {rows:?}, before {before:?}"))
}
