//! The settings of PostgreSQL itself.

use tokio_postgres::{Client, Error};

use super::finding::Finding;
use crate::setup::Name;

/// `gen_random_uuid`, `publish_via_partition_root` and `max_slot_wal_keep_size` came with it.
const OLDEST: i32 = 130_000;

/// What a slot that nobody reads may keep on disk, if nothing else is said: some hours of a busy database.
const KEEP: &str = "4GB";

const QUERY: &str = "
    select current_setting('server_version_num')::int, pg_is_in_recovery(), current_setting('wal_level'),
      current_setting('max_replication_slots')::bigint, (select count(*) from pg_replication_slots),
      current_setting('max_wal_senders')::bigint, (select count(*) from pg_stat_replication),
      exists (select from pg_replication_slots where slot_name = $1),
      exists (select from pg_replication_slots where slot_name = $1 and active),
      current_setting('max_slot_wal_keep_size')";

pub(super) async fn findings(client: &Client, slot: &Name) -> Result<Vec<Finding>, Error> {
    let row = client.query_one(QUERY, &[&slot.as_str()]).await?;
    let (has_slot, has_sender): (bool, bool) = (row.try_get(7)?, row.try_get(8)?);
    let mut findings = vec![version(row.try_get(0)?)];
    if row.try_get(1)? {
        findings.push(Finding::missing("this is a standby, which takes no setup: connect to the primary"));
    }
    findings.push(wal_level(row.try_get(2)?));
    findings.push(free("max_replication_slots", row.try_get(3)?, row.try_get(4)?, has_slot));
    findings.push(free("max_wal_senders", row.try_get(5)?, row.try_get(6)?, has_sender));
    findings.push(keep_size(row.try_get(9)?));
    Ok(findings)
}

fn version(number: i32) -> Finding {
    let major = number / 10_000;
    if number < OLDEST {
        Finding::missing(format!("this is PostgreSQL {major}: Baton needs {} or newer", OLDEST / 10_000))
    } else {
        Finding::ok(format!("this is PostgreSQL {major}"))
    }
}

fn wal_level(level: &str) -> Finding {
    if level == "logical" {
        return Finding::ok("wal_level is logical");
    }
    Finding::missing(format!(
        "wal_level is {level}: no changes can be read; set it to logical, on a managed server in the provider's settings, \
         and restart PostgreSQL"
    ))
    .by("alter system set wal_level = 'logical';")
}

/// Whether one of `limit` is left, or the server has its own already.
fn free(setting: &str, limit: i64, used: i64, has_own: bool) -> Finding {
    if has_own || used < limit {
        return Finding::ok(format!("{setting} is {limit}, and {used} are in use"));
    }
    Finding::missing(format!("{setting} is {limit}, and all are in use: allow more, and restart PostgreSQL"))
        .by(format!("alter system set {setting} = {};", limit.saturating_add(4)))
}

fn keep_size(size: &str) -> Finding {
    if size != "-1" {
        return Finding::ok(format!(
            "max_slot_wal_keep_size is {size}: no slot retains more of the log on disk"
        ));
    }
    Finding::warning(
        "max_slot_wal_keep_size is unlimited: while the server is away, the log that is retained for it can fill the disk",
    )
    .by(format!("alter system set max_slot_wal_keep_size = '{KEEP}';"))
    .by("select pg_reload_conf();")
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::{free, version};

    #[test]
    fn versions_below_13_are_too_old() {
        assert_eq!(version(120_022).state, State::Missing);
        assert_eq!(version(130_000).text, "this is PostgreSQL 13");
    }

    #[test]
    fn the_last_one_that_is_in_use_may_be_its_own() {
        assert_eq!(free("max_wal_senders", 3, 2, false).state, State::Ok);
        assert_eq!(free("max_wal_senders", 3, 3, true).state, State::Ok);
        assert_eq!(free("max_wal_senders", 3, 3, false).state, State::Missing);
        assert_eq!(free("max_wal_senders", 0, 0, false).state, State::Missing);
    }
}
