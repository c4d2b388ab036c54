//! Which transactions are over for those who look.
//!
//! A commit is in the log, and comes in the stream, before other sessions see its rows: microseconds before, or, where
//! commits wait for a standby, as long as that takes. Who asked in that time whether a row may be seen would be told that it
//! is not there.

use std::time::Duration;

use tokio::time::sleep;
use tokio_postgres::{Client, Error, Statement};

/// What a question that is asked now sees.
const SNAPSHOT: &str = "select pg_catalog.pg_current_snapshot()::text";

/// How long to wait before looking again: at first, and at most.
const REST: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(20));

/// What PostgreSQL calls a snapshot. Numbers in snapshots have 64 bits, and those of the stream the lower 32 of them: they
/// are compared as PostgreSQL does, in a circle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct XidSnapshot {
    /// The first transaction that had not begun.
    end: u32,
    /// Those before it that were not over.
    open: Vec<u32>,
}

impl XidSnapshot {
    /// Reads `XMIN:XMAX:XID,XID,…`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let lower = |text: &str| u32::try_from(text.parse::<u64>().ok()? & 0xffff_ffff).ok();
        let mut parts = text.split(':');
        let (_, end, open) = (parts.next()?, lower(parts.next()?)?, parts.next()?);
        let open = if open.is_empty() { Some(Vec::new()) } else { open.split(',').map(lower).collect() };
        Some(Self { end, open: open? })
    }

    /// Whether what a transaction wrote is there.
    pub(super) fn has(&self, xid: u32) -> bool {
        self.end.wrapping_sub(xid).cast_signed() > 0 && !self.open.contains(&xid)
    }
}

/// Looks at what is over.
pub(super) struct CommitVisibility(Statement);

impl CommitVisibility {
    pub(super) async fn prepare(client: &Client) -> Result<Self, Error> {
        Ok(Self(client.prepare(SNAPSHOT).await?))
    }

    /// What is over now is left out of `transactions`.
    pub(super) async fn prune(&self, client: &Client, transactions: &mut Vec<u32>) -> Result<(), Error> {
        let row = client.query_one(&self.0, &[]).await?;
        if let Some(snapshot) = XidSnapshot::parse(row.try_get(0)?) {
            transactions.retain(|&xid| !snapshot.has(xid));
        }
        Ok(())
    }

    /// Waits until what these transactions wrote is seen by whoever asks from then on. There is no limit: they are in the
    /// log, so they will be over, or the connection is.
    pub(super) async fn pass(&self, client: &Client, transactions: &mut Vec<u32>) -> Result<(), Error> {
        let mut rest = REST.0;
        while !transactions.is_empty() {
            self.prune(client, transactions).await?;
            if !transactions.is_empty() {
                sleep(rest).await;
                rest = (rest * 2).min(REST.1);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transaction_is_over_when_snapshots_have_it_behind_them() {
        let snapshot = XidSnapshot::parse("735:740:735,737").unwrap();
        for (xid, over) in [(734, true), (735, false), (736, true), (737, false), (739, true), (740, false)] {
            assert_eq!(snapshot.has(xid), over, "{xid}");
        }
        let snapshot = XidSnapshot::parse("740:740:").unwrap();
        assert!(snapshot.has(739) && !snapshot.has(740));
    }

    #[test]
    fn numbers_go_round() {
        let snapshot = XidSnapshot::parse("4294967290:4294967300:4294967298").unwrap(); // the lower halves: …290, 4, 2
        assert!(snapshot.has(4_294_967_295) && snapshot.has(3));
        assert!(!snapshot.has(2) && !snapshot.has(4));
    }

    #[test]
    fn what_is_no_snapshot_is_not_read() {
        for text in ["", "1", "1:2", "a:b:c", "1:2:3,", "1:-2:"] {
            assert_eq!(XidSnapshot::parse(text), None, "{text}");
        }
    }
}
