//! What a run with rows measured.

use serde::Serialize;

use super::{Plan, Report};
use crate::latency::Percentiles;
use crate::opening::Opened;
use crate::process::Usage;
use crate::scenario::loops::Measured;

/// How clients came to follow.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Following {
    /// From `connect` until the server had confirmed that all changes from then on will come, of
    /// the clients of the generator's slowest loop.
    pub latency: Percentiles,
    /// Until all of them followed, in seconds.
    pub seconds: f64,
    /// What the server's resident memory grew by, per client.
    pub bytes_per_client: Option<f64>,
}

impl Following {
    pub(super) fn add(&mut self, opened: &Opened) {
        if opened.latency.p95_ms >= self.latency.p95_ms {
            self.latency = opened.latency;
        }
        self.seconds += opened.elapsed.as_secs_f64();
    }
}

/// What a run with rows measured.
#[derive(Debug, Clone, Serialize)]
pub struct RowsOutcome {
    /// Clients that received rows.
    pub clients: usize,
    /// How many of them received each row.
    pub audience: usize,
    /// Rows of the whole run, every one of which was committed, and received once by each client
    /// that may read it.
    pub rows: u64,
    /// Those in one transaction, on average.
    pub rows_per_commit: f64,
    /// Rows received by all who may read them, per second of the measured time.
    pub rows_per_second: f64,
    /// Messages received, per second of the measured time.
    pub deliveries_per_second: f64,
    /// Bytes of a message.
    pub message_bytes: f64,
    /// The server's CPU per row in microseconds, if its process is known.
    pub server_cpu_us_per_row: Option<f64>,
    /// The same per message.
    pub server_cpu_us_per_delivery: Option<f64>,
    /// PostgreSQL's CPU per row in microseconds, the insert included, if its process is known.
    pub database_cpu_us_per_row: Option<f64>,
    /// From when a row was due to when a client read it, over all clients.
    pub latency: Percentiles,
    /// From when a row was due until PostgreSQL had confirmed the commit.
    pub write: Percentiles,
    /// From when a row was due until its statement was sent: what the generator itself, and a slow
    /// commit before it, add.
    pub generator_lag: Percentiles,
    /// How clients came to follow.
    pub following: Following,
    /// CPU of server and generator in the measured time.
    pub usage: Usage,
}

impl RowsOutcome {
    pub(super) fn new(
        plan: &Plan<'_>,
        measured: &Measured,
        report: &Report,
        following: Following,
        database_cpu_seconds: Option<f64>,
    ) -> Self {
        let audience = plan.audience.size(plan.clients);
        #[allow(clippy::cast_precision_loss)] // far below 2^52
        let (rows, commits, each, received, bytes) = (
            report.rows as f64,
            report.commits as f64,
            audience as f64,
            report.deliveries as f64,
            report.bytes as f64,
        );
        Self {
            clients: plan.clients,
            audience,
            rows: report.rows,
            rows_per_commit: rows / commits.max(1.0),
            rows_per_second: measured.per_second() / each,
            deliveries_per_second: measured.per_second(),
            message_bytes: bytes / received.max(1.0),
            server_cpu_us_per_row: measured.server_cpu_us().map(|us| us * each),
            server_cpu_us_per_delivery: measured.server_cpu_us(),
            database_cpu_us_per_row: database_cpu_seconds.map(|seconds| 1e6 * seconds / rows.max(1.0)),
            latency: report.latency.percentiles(),
            write: report.write.percentiles(),
            generator_lag: report.lag.percentiles(),
            following,
            usage: measured.usage,
        }
    }
}
