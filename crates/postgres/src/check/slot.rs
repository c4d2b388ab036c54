//! The replication slot: PostgreSQL's mark of how far the server has read.

use tokio_postgres::{Client, Error};

use super::finding::Finding;
use crate::setup::Name;

const QUERY: &str = "
    select coalesce(plugin, slot_type), coalesce(database = current_database(), true), active, coalesce(wal_status, ''),
      case when pg_is_in_recovery() then null
        else pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(confirmed_flush_lsn, restart_lsn))::bigint end
    from pg_replication_slots where slot_name = $1";

pub(super) async fn findings(client: &Client, slot: &Name) -> Result<Vec<Finding>, Error> {
    let name = slot.as_str();
    let Some(row) = client.query_opt(QUERY, &[&name]).await? else {
        return Ok(vec![absent(slot)]);
    };
    let plugin: &str = row.try_get(0)?;
    let here: bool = row.try_get(1)?;
    if plugin != "pgoutput" {
        let foreign =
            format!("the slot {name} is another's (it has {plugin} in place of pgoutput): name another slot");
        return Ok(vec![Finding::missing(foreign)]);
    }
    if !here {
        let elsewhere =
            format!("the slot {name} belongs to another database of this server: name another slot");
        return Ok(vec![Finding::missing(elsewhere)]);
    }
    Ok(vec![own(slot, row.try_get(2)?, row.try_get(3)?, row.try_get(4)?)])
}

fn absent(slot: &Name) -> Finding {
    Finding::warning(format!(
        "the slot {} is not there yet: a server makes it when it starts, and sends changes from then on",
        slot.as_str()
    ))
}

fn own(slot: &Name, active: bool, wal_status: &str, behind: Option<i64>) -> Finding {
    let name = slot.as_str();
    let behind = behind.map_or_else(|| "an unknown length".to_owned(), size);
    match (wal_status, active) {
        ("lost", _) => Finding::missing(format!(
            "the slot {name} has lost changes: the server was away for longer than max_slot_wal_keep_size allows; drop the \
             slot, and the server makes it again and continues with new changes"
        ))
        .by(format!("select pg_drop_replication_slot({});", slot.literal())),
        ("unreserved", _) => Finding::warning(format!(
            "the slot {name} is {behind} behind, and is lost at the next checkpoint: see why the server does not keep up"
        )),
        (_, true) => Finding::ok(format!("the slot {name} is in use, {behind} behind")),
        (_, false) => Finding::warning(format!(
            "no server reads the slot {name}, and PostgreSQL retains its log for it on disk: it is {behind} behind; start the \
             server, or drop the slot if no server is to read it any more"
        ))
        .by(format!("select pg_drop_replication_slot({});", slot.literal())),
    }
}

/// A length of the log, in a unit in which it has few digits.
fn size(bytes: i64) -> String {
    const UNITS: [(i64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = UNITS.iter().find(|(unit, _)| bytes >= *unit);
    unit.map_or_else(|| format!("{bytes} bytes"), |(unit, name)| format!("{} {name}", bytes / unit))
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::{own, size};
    use crate::setup::Name;

    #[test]
    fn lengths_have_a_unit() {
        for (bytes, text) in [(0, "0 bytes"), (1023, "1023 bytes"), (1 << 20, "1 MiB"), (5 << 30, "5 GiB")] {
            assert_eq!(size(bytes), text);
        }
    }

    #[test]
    fn a_slot_about_to_be_lost_is_reported_before_all_else() {
        let slot = Name::new("baton").unwrap();
        let finding = own(&slot, true, "unreserved", Some(2 << 30));
        assert_eq!(finding.state, State::Warning);
        assert!(
            finding.text.starts_with("the slot baton is 2 GiB behind, and is lost at"),
            "{}",
            finding.text
        );
        assert_eq!(own(&slot, false, "lost", None).state, State::Missing);
    }
}
