//! Which commits other sessions can see.
//!
//! A commit is in the log, and comes in the stream, before other sessions see its rows:
//! microseconds before, or, where commits wait for a standby, as long as that takes. A query of
//! that time would not find the row that the stream has brought, or find rights and columns as they
//! were before. So whatever depends on PostgreSQL showing what the stream has brought takes a
//! [`CommitsVisible`], which [`CommitVisibility::wait`] alone makes.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use tokio_postgres::{Client, Error, Statement};

/// What a query that begins now sees.
const SNAPSHOT: &str = "select pg_catalog.pg_current_snapshot()::text";

/// How long to wait before looking again: at first, and at most.
const REST: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(20));

/// So many transactions are remembered without a query that needs them visible. With more, those
/// that are visible by now are left out.
const UNSEEN: usize = 1_024;

/// A transaction snapshot of PostgreSQL. Numbers in snapshots have 64 bits, and those of the stream
/// the lower 32 of them: they are compared as PostgreSQL does, in a circle.
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

    /// Whether what a transaction wrote is in it.
    pub(super) fn has(&self, xid: u32) -> bool {
        self.end.wrapping_sub(xid).cast_signed() > 0 && !self.open.contains(&xid)
    }
}

/// PostgreSQL shows to every query that begins from now on what the stream has brought so far.
#[derive(Debug)]
pub(super) struct CommitsVisible(());

/// The transactions that the stream has brought and that other sessions may not see yet.
pub(super) struct CommitVisibility<'a> {
    client: Arc<Client>,
    snapshot: Statement,
    /// It outlives the connection: the stream does not repeat what was acknowledged.
    unseen: &'a mut Vec<u32>,
}

impl<'a> CommitVisibility<'a> {
    pub(super) async fn prepare(client: Arc<Client>, unseen: &'a mut Vec<u32>) -> Result<Self, Error> {
        let snapshot = client.prepare(SNAPSHOT).await?;
        Ok(Self { client, snapshot, unseen })
    }

    /// The stream brings a transaction.
    pub(super) fn add(&mut self, xid: u32) {
        self.unseen.push(xid);
    }

    /// Waits until everything that the stream has brought is visible. There is no limit: it is in
    /// the log, so its transactions will be over, or the connection is.
    pub(super) async fn wait(&mut self) -> Result<CommitsVisible, Error> {
        let mut rest = REST.0;
        while !self.unseen.is_empty() {
            self.leave_out_visible().await?;
            if !self.unseen.is_empty() {
                sleep(rest).await;
                rest = (rest * 2).min(REST.1);
            }
        }
        Ok(CommitsVisible(()))
    }

    /// Bounds the transactions that are remembered.
    pub(super) async fn prune(&mut self) -> Result<(), Error> {
        if self.unseen.len() >= UNSEEN {
            self.leave_out_visible().await?;
        }
        Ok(())
    }

    async fn leave_out_visible(&mut self) -> Result<(), Error> {
        let row = self.client.query_one(&self.snapshot, &[]).await?;
        if let Some(snapshot) = XidSnapshot::parse(row.try_get(0)?) {
            self.unseen.retain(|&xid| !snapshot.has(xid));
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
