//! Waiting until others see a transaction that the stream has told of.
//!
//! PostgreSQL sends a transaction as soon as its commit is in the log, and only then takes it from the list of those that run:
//! for a moment, which is long on a busy machine, who asks still sees the rows and the catalogue as they were before. With
//! synchronous standbys that lasts until those have answered.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_postgres::{Client, Error};

/// How long a transaction is waited for. Longer takes only one that waits for a standby that is gone; then what is seen counts,
/// since those whom it does not concern are not to wait.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often it is looked at: at first, and at most.
const REST: (Duration, Duration) = (Duration::from_micros(100), Duration::from_millis(10));

/// Transactions that the stream has told of, and that others may not see yet.
#[derive(Debug, Default)]
pub(super) struct Unseen(Vec<u32>);

impl Unseen {
    /// The stream tells of another.
    pub(super) fn add(&mut self, xid: u32) {
        self.0.push(xid);
    }

    /// What they did has been dealt with, but for the newest, which may be told on.
    pub(super) fn done(&mut self) {
        let newest = self.0.pop();
        self.0.clear();
        self.0.extend(newest);
    }

    /// Returns when others see all of them.
    pub(super) async fn wait(&mut self, client: &Client) -> Result<(), Error> {
        let began = Instant::now();
        let mut rest = REST.0;
        while !self.0.is_empty() {
            let row = client.query_one("select pg_current_snapshot()::text", &[]).await?;
            let snapshot = Snapshot::parse(row.try_get(0)?).unwrap_or_default();
            self.0.retain(|&xid| !snapshot.sees(xid));
            if self.0.is_empty() || began.elapsed() > PATIENCE {
                self.0.clear();
                break;
            }
            sleep(rest).await;
            rest = (rest * 2).min(REST.1);
        }
        Ok(())
    }
}

/// What a snapshot has in it: PostgreSQL's manual, section 9.27.8 ("Transaction ID and Snapshot Information Functions").
#[derive(Debug, Default)]
struct Snapshot {
    /// All before this have ended.
    xmin: u64,
    /// None from this on has.
    xmax: u64,
    /// Those between that run.
    running: Vec<u64>,
}

impl Snapshot {
    /// Reads `xmin:xmax:xid,xid,…`.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let (xmin, xmax) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let running =
            parts.next()?.split_terminator(',').map(|xid| xid.parse().ok()).collect::<Option<_>>()?;
        Some(Self { xmin, xmax, running })
    }

    /// Whether a transaction has ended. The stream has the lower half of its number alone; it is one of the two thousand
    /// million around the newest.
    fn sees(&self, xid: u32) -> bool {
        let newest = u32::try_from(self.xmax & u64::from(u32::MAX)).unwrap_or(0);
        let ahead = xid.wrapping_sub(newest).cast_signed();
        let xid = self.xmax.saturating_add_signed(i64::from(ahead));
        xid < self.xmin || (xid < self.xmax && !self.running.contains(&xid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_runs_is_not_seen() {
        let snapshot = Snapshot::parse("100:105:100,103").unwrap();
        let seen: Vec<u32> = (98..108).filter(|&xid| snapshot.sees(xid)).collect();
        assert_eq!(seen, [98, 99, 101, 102, 104]);
        assert!(Snapshot::parse("7:7:").unwrap().running.is_empty());
        assert!(Snapshot::parse("7").is_none() && Snapshot::parse("7:7:x").is_none());
    }

    #[test]
    fn numbers_go_on_where_their_lower_half_begins_anew() {
        let turn = 1_u64 << 32;
        let snapshot = Snapshot { xmin: turn - 2, xmax: turn + 2, running: vec![turn - 2, turn + 1] };
        for (xid, seen) in
            [(u32::MAX - 2, true), (u32::MAX - 1, false), (u32::MAX, true), (0, true), (1, false), (2, false)]
        {
            assert_eq!(snapshot.sees(xid), seen, "{xid}");
        }
    }
}
