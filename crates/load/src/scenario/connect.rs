//! Connect: thousands of clients at once, each through TCP, upgrade, greeting and one subscription.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{MOST_CLIENTS, within};
use crate::fault::Fault;
use crate::latency::Percentiles;
use crate::machine::ListenDrops;
use crate::opening::Opening;
use crate::process::{Meter, Usage};
use crate::session::Depth;
use crate::target::Target;

/// Settings of a connect run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Connect {
    /// How many clients, 1 to 18,000. They stay connected until the end.
    pub clients: usize,
    /// How many are on their way at any moment; the first that many connect in one burst.
    pub at_once: usize,
    /// Who is not subscribed by then has failed; seconds, 1 to 600.
    pub deadline_seconds: u64,
}

impl Default for Connect {
    fn default() -> Self {
        Self { clients: 18_000, at_once: 2_000, deadline_seconds: 60 }
    }
}

/// What a connect run measured.
#[derive(Debug, Clone, Serialize)]
pub struct ConnectOutcome {
    /// Clients that got to the end of their opening.
    pub opened: usize,
    /// Clients that did not.
    pub failed: usize,
    /// Why the first of them did not.
    pub first_failure: Option<String>,
    /// Clients opened per second.
    pub clients_per_second: f64,
    /// The server's CPU per client in microseconds, if its process is known.
    pub server_cpu_us_per_client: Option<f64>,
    /// From `connect` to `subscription_succeeded`.
    pub latency: Percentiles,
    /// What full accept queues dropped meanwhile.
    pub listen_drops: ListenDrops,
    /// CPU of both sides.
    pub usage: Usage,
}

impl ConnectOutcome {
    /// Refuses a run in which not every client got through, or in which the kernel dropped a SYN: a
    /// dropped one returns after a second, which costs the server nothing and the client
    /// everything.
    ///
    /// # Errors
    /// With how many there were.
    pub fn require_every_client(&self) -> Result<(), Fault> {
        if let Some(reason) = &self.first_failure {
            return Err(Fault::Run(format!("{} clients failed; the first: {reason}", self.failed)));
        }
        let ListenDrops { drops, overflows } = self.listen_drops;
        if drops + overflows > 0 {
            return Err(Fault::Run(format!(
                "the accept queue overflowed {overflows} times and {drops} SYNs were dropped"
            )));
        }
        Ok(())
    }
}

impl Connect {
    pub(super) fn check(&self) -> Result<(), String> {
        within("clients", self.clients, 1, MOST_CLIENTS)?;
        within("at_once", self.at_once, 1, MOST_CLIENTS)?;
        within("deadline_seconds", self.deadline_seconds, 1, 600)
    }

    /// Measures a server.
    ///
    /// # Errors
    /// If the generator itself fails; clients that fail are counted.
    pub fn run(&self, target: &Target) -> Result<ConnectOutcome, Fault> {
        self.measure(target, Depth::Subscribed)
    }

    /// Measures the raw accept loop.
    ///
    /// # Errors
    /// As [`Connect::run`].
    pub fn run_limit(&self, target: &Target) -> Result<ConnectOutcome, Fault> {
        self.measure(target, Depth::Upgraded)
    }

    fn measure(&self, target: &Target, depth: Depth) -> Result<ConnectOutcome, Fault> {
        let opening = Opening {
            at_once: self.at_once,
            depth,
            channels: &|_| vec!["connect".to_owned()],
            deadline: Duration::from_secs(self.deadline_seconds),
            ..Opening::new(target, self.clients)
        };
        let drops = ListenDrops::now()?;
        let meter = Meter::start(target.pid)?;
        let (_swarm, opened) = opening.open()?;
        let usage = meter.read()?;
        let count = self.clients - opened.failed;
        #[allow(clippy::cast_precision_loss)] // at most 18,000
        let clients = count as f64;
        Ok(ConnectOutcome {
            opened: count,
            failed: opened.failed,
            first_failure: opened.first_failure,
            clients_per_second: clients / opened.elapsed.as_secs_f64(),
            server_cpu_us_per_client: usage
                .server_cpu_seconds
                .map(|seconds| 1e6 * seconds / clients.max(1.0)),
            latency: opened.latency,
            listen_drops: ListenDrops::now()?.since(drops),
            usage,
        })
    }
}
