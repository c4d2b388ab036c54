//! Whether a transaction that the stream has brought is over for those who look.
//!
//! A commit is in the log, and comes in the stream, before other sessions see its rows: microseconds before, or, where
//! commits wait for a standby, as long as that takes. Who asked in that time whether a row may be seen would be told that it
//! is not there.

use std::time::Duration;

use tokio::time::sleep;
use tokio_postgres::{Client, Error, Statement};

/// Which transactions a question that is asked now does not see: `XMIN:XMAX:XID,XID,…`.
const SNAPSHOT: &str = "select pg_catalog.pg_current_snapshot()::text";

/// How long to wait before looking again: at first, and at most.
const REST: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(20));

/// Looks at what is over.
pub(super) struct Snapshots(Statement);

impl Snapshots {
    pub(super) async fn prepare(client: &Client) -> Result<Self, Error> {
        Ok(Self(client.prepare(SNAPSHOT).await?))
    }

    /// Waits until what these transactions wrote is seen by whoever asks from then on. There is no limit: they are in the
    /// log, so they will be over, or the connection is.
    pub(super) async fn pass(&self, client: &Client, transactions: &[u32]) -> Result<(), Error> {
        let mut rest = REST.0;
        loop {
            let row = client.query_one(&self.0, &[]).await?;
            let snapshot: &str = row.try_get(0)?;
            if transactions.iter().all(|&xid| is_over(snapshot, xid)) {
                return Ok(());
            }
            sleep(rest).await;
            rest = (rest * 2).min(REST.1);
        }
    }
}

/// Whether a snapshot has a transaction behind it. Numbers in snapshots have 64 bits, and those of the stream the lower 32
/// of them: they are compared as PostgreSQL does, in a circle.
fn is_over(snapshot: &str, xid: u32) -> bool {
    let lower = |text: &str| text.parse::<u64>().ok().and_then(|xid| u32::try_from(xid & 0xffff_ffff).ok());
    let mut parts = snapshot.split(':');
    let (_, end, open) = (parts.next(), parts.next().and_then(lower), parts.next().unwrap_or_default());
    let has_begun = end.is_some_and(|end| end.wrapping_sub(xid).cast_signed() > 0);
    has_begun && !open.split(',').filter_map(lower).any(|it| it == xid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transaction_is_over_when_snapshots_have_it_behind_them() {
        let snapshot = "735:740:735,737";
        for (xid, over) in [(734, true), (735, false), (736, true), (737, false), (739, true), (740, false)] {
            assert_eq!(is_over(snapshot, xid), over, "{xid}");
        }
        assert!(is_over("740:740:", 739) && !is_over("740:740:", 740));
    }

    #[test]
    fn numbers_go_round() {
        let snapshot = "4294967290:4294967300:4294967298"; // the lower halves: …290, 4, 2
        assert!(is_over(snapshot, 4_294_967_295) && is_over(snapshot, 3));
        assert!(!is_over(snapshot, 2) && !is_over(snapshot, 4));
    }

    #[test]
    fn what_is_no_snapshot_has_nothing_behind_it() {
        assert!(!is_over("", 1) && !is_over("1", 1) && !is_over("a:b:c", 1));
    }
}
