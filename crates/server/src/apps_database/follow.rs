//! Reads the table every few seconds while the server runs.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::client::Client;
use super::failure::Failure;
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
    /// Reads that have failed since the last that has not, and why the last has.
    failures: u32,
    failure: Option<Failure>,
    /// Reloads that have failed since the last that has not: what was read is not in effect until one succeeds.
    refusals: u32,
    /// What the copy in `data_dir` has, and why it does not have what is in effect.
    copied: Option<Arc<[Row]>>,
    not_copied: Option<String>,
}

/// Follows the table as long as the process lasts, if the settings name one.
pub(crate) async fn follow(node: Arc<Node>, snapshot: Snapshot) {
    let config = Arc::clone(&node.config());
    let Some(client) = start::client(&config.settings) else { return };
    let directory = config.settings.data_dir.path().map(PathBuf::from);
    let mut follower = Follower {
        node,
        client,
        snapshot,
        directory,
        failures: 0,
        failure: None,
        refusals: 0,
        copied: None,
        not_copied: None,
    };
    loop {
        follower.look().await;
        // Also what an administrator's reload has put into effect.
        follower.copy().await;
        sleep(follower.pause()).await;
    }
}

impl Follower {
    /// Reads the table once, and has what differs put into effect.
    async fn look(&mut self) {
        match self.client.read().await {
            Ok(rows) => {
                self.node.metrics.apps_database.set(true);
                self.failure = None;
                if std::mem::take(&mut self.failures) > 0 {
                    tracing::info!(rows = rows.len(), "apps database: it is read again");
                }
                if self.refusals > 0 || self.snapshot.rows().as_deref() != Some(&rows[..]) {
                    self.apply(rows.into()).await;
                }
            }
            Err(failure) => {
                self.node.metrics.apps_database.set(false);
                self.failures = self.failures.saturating_add(1);
                self.report(failure);
            }
        }
    }

    /// Logs a cause once: the metric says how long it lasts.
    fn report(&mut self, failure: Failure) {
        if self.failure.as_ref() == Some(&failure) {
            return;
        }
        tracing::error!(
            "apps database: {} cannot be read: {failure}; the apps stay as they are",
            self.client.address()
        );
        self.failure = Some(failure);
    }

    async fn apply(&mut self, rows: Arc<[Row]>) {
        match self.node.requests.ask(|answer| Asked::AppsDatabase(rows, answer)).await {
            Some(Ok(_)) => self.refusals = 0,
            // Other settings are wrong, as the log says, or too many administrators wait.
            Some(Err(_)) | None => self.refusals = self.refusals.saturating_add(1),
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
            Ok(Ok(())) => (self.copied, self.not_copied) = (Some(copied), None),
            Ok(Err(why)) if self.not_copied.as_ref() != Some(&why) => {
                tracing::error!("apps database: the apps are not copied: {why}");
                self.not_copied = Some(why);
            }
            Ok(Err(_)) | Err(_) => {} // said already, or the runtime ends
        }
    }

    fn pause(&self) -> Duration {
        match self.failures.max(self.refusals) {
            0 => Duration::from_secs(self.node.config().settings.apps_database_poll_s.into()),
            failures => Duration::from_secs(1 << (failures - 1).min(5)).min(LONGEST_PAUSE),
        }
    }
}
