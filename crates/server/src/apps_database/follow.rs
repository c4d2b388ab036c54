//! Reads the table every few seconds while the server runs.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::client::Client;
use super::row::Row;
use super::{Snapshot, cache, start};
use crate::node::Node;
use crate::reload::Asked;

/// The longest pause after a failure; it begins with a second, and doubles.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// What follows the table.
struct Follower {
    node: Arc<Node>,
    client: Client,
    snapshot: Snapshot,
    directory: Option<PathBuf>,
    /// Attempts that have failed since the last that has not.
    failures: u32,
    /// What the copy in `data_dir` has.
    copied: Option<Arc<[Row]>>,
}

/// Follows the table as long as the process lasts, if the settings name one.
pub(crate) async fn follow(node: Arc<Node>, snapshot: Snapshot) {
    let config = Arc::clone(&node.config());
    let Some(client) = start::client(&config.settings) else { return };
    let directory = config.settings.data_dir.path().map(PathBuf::from);
    let mut follower = Follower { node, client, snapshot, directory, failures: 0, copied: None };
    follower.copy().await;
    loop {
        follower.look().await;
        sleep(follower.pause()).await;
    }
}

impl Follower {
    /// Reads the table once, and has what differs put into effect.
    async fn look(&mut self) {
        let health = &self.node.metrics.apps_database;
        match self.client.read().await {
            Ok(rows) => {
                health.set(true);
                if std::mem::take(&mut self.failures) > 0 {
                    tracing::info!(rows = rows.len(), "apps database: it is read again");
                }
                if self.snapshot.rows().as_deref() != Some(&rows[..]) {
                    self.apply(rows.into()).await;
                }
            }
            Err(failure) => {
                health.set(false);
                // Once for an outage: the metric says how long it lasts.
                if self.failures == 0 {
                    tracing::error!(
                        "apps database: {} cannot be read: {failure}; the apps stay as they are",
                        self.client.address()
                    );
                }
                self.failures = self.failures.saturating_add(1);
            }
        }
    }

    async fn apply(&mut self, rows: Arc<[Row]>) {
        let before = self.snapshot.rows();
        self.snapshot.set(rows);
        match self.node.requests.ask(Asked::AppsDatabase).await {
            // If other settings are wrong, the log says so, and the reload after they are corrected has the rows.
            Some(_) => self.copy().await,
            // Too many administrators wait: the next look finds the difference again.
            None => self.snapshot.restore(before),
        }
    }

    /// Copies the rows in effect into `data_dir`, if they are others than there.
    async fn copy(&mut self) {
        let Some(directory) = self.directory.clone() else { return };
        let rows = Arc::clone(&self.node.config().settings.rows.in_effect);
        if self.copied.as_ref() == Some(&rows) {
            return;
        }
        let (source, copied) = (self.client.source(), Arc::clone(&rows));
        match spawn_blocking(move || cache::store(&directory, &source, &rows)).await {
            Ok(Ok(())) => self.copied = Some(copied),
            Ok(Err(why)) => tracing::error!("apps database: the apps are not copied: {why}"),
            Err(_) => {} // the runtime ends
        }
    }

    fn pause(&self) -> Duration {
        match self.failures {
            0 => Duration::from_secs(self.node.config().settings.apps_database_poll_s.into()),
            failures => Duration::from_secs(1 << (failures - 1).min(5)).min(LONGEST_PAUSE),
        }
    }
}
