//! Hold: idle clients, and the memory that the server needs for each.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{LONGEST_SECONDS, MOST_CLIENTS, within};
use crate::fault::Fault;
use crate::opening::{Opening, delivery};
use crate::process::{Meter, ProcessMemory, Usage};
use crate::target::Target;

/// Settings of a hold run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hold {
    /// How many clients, 1 to 18,000.
    pub clients: usize,
    /// Whether each subscribes to a channel of its own instead of one that all share.
    pub own_channel: bool,
    /// How long to hold them before memory is read, in seconds, up to 600.
    pub seconds: f64,
}

impl Default for Hold {
    fn default() -> Self {
        Self { clients: 18_000, own_channel: false, seconds: 2.0 }
    }
}

/// What a hold run measured.
#[derive(Debug, Clone, Serialize)]
pub struct HoldOutcome {
    /// Clients held.
    pub clients: usize,
    /// The server's memory before the first connected, if its process is known.
    pub memory_before: Option<ProcessMemory>,
    /// Its memory at the end of the hold.
    pub memory_after: Option<ProcessMemory>,
    /// What its resident set grew by, per client, in bytes.
    pub bytes_per_client: Option<f64>,
    /// CPU of both sides while holding.
    pub usage: Usage,
}

impl Hold {
    pub(super) fn check(&self) -> Result<(), String> {
        within("clients", self.clients, 1, MOST_CLIENTS)?;
        within("seconds", self.seconds, 0.0, LONGEST_SECONDS)
    }

    /// Measures a server.
    ///
    /// # Errors
    /// If a client cannot be opened or is closed by the server.
    pub fn run(&self, target: &Target) -> Result<HoldOutcome, Fault> {
        let memory_before = target.pid.map(ProcessMemory::of).transpose()?;
        let opening = Opening {
            channels: &|client| {
                vec![if self.own_channel { format!("hold-{client:05}") } else { "hold".to_owned() }]
            },
            ..Opening::new(target, self.clients)
        };
        let (mut swarm, _) = opening.open_every()?;
        let meter = Meter::start(target.pid)?;
        let end = meter.started() + Duration::from_secs_f64(self.seconds);
        while Instant::now() < end {
            swarm.turn(Duration::from_millis(50), |client, _, event| delivery(client, &event).map(drop))?;
        }
        let usage = meter.read()?;
        let memory_after = target.pid.map(ProcessMemory::of).transpose()?;
        let bytes_per_client = ProcessMemory::growth_each(memory_before, memory_after, self.clients);
        Ok(HoldOutcome { clients: self.clients, memory_before, memory_after, bytes_per_client, usage })
    }
}
