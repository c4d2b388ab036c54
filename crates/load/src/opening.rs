//! Opens a whole swarm at once, for the scenarios that measure what comes after.

use std::time::{Duration, Instant};

use crate::fault::Fault;
use crate::latency::{Latency, Percentiles};
use crate::protocol::Protocol;
use crate::session::{ClientEvent, Depth};
use crate::swarm::{Common, Role, Swarm, is_many, require_open_files};
use crate::target::Target;

/// How to open a swarm.
#[derive(Clone, Copy)]
pub(crate) struct Opening<'a> {
    /// The server.
    pub target: &'a Target,
    /// What the clients speak, where it is not what the server speaks as a rule.
    pub protocol: Option<&'static dyn Protocol>,
    /// How many clients.
    pub clients: usize,
    /// How many of them may be on their way at any moment.
    pub at_once: usize,
    /// How far each goes.
    pub depth: Depth,
    /// The channels that the n-th client subscribes to.
    pub channels: &'a dyn Fn(usize) -> Vec<String>,
    /// Who the n-th client is, where that matters.
    pub member: &'a dyn Fn(usize) -> String,
    /// All of them must be open by then; a client that is not has failed.
    pub deadline: Duration,
}

/// By when all clients of a scenario must be open.
const OPEN: Duration = Duration::from_secs(60);

/// What became of an opening.
#[derive(Debug, Clone, Default)]
pub(crate) struct Opened {
    /// From `connect` to the depth asked for, of those that got there.
    pub latency: Percentiles,
    /// How many did not get there.
    pub failed: usize,
    /// Why the first of them failed.
    pub first_failure: Option<String>,
    /// From the first `connect` to the last client open or failed.
    pub elapsed: Duration,
}

impl<'a> Opening<'a> {
    /// So many clients of what the server speaks, 200 at once, upgraded and greeted, without
    /// channels or names.
    pub(crate) fn new(target: &'a Target, clients: usize) -> Self {
        Self {
            target,
            protocol: None,
            clients,
            at_once: 200,
            depth: Depth::Subscribed,
            channels: &|_| Vec::new(),
            member: &|_| String::new(),
            deadline: OPEN,
        }
    }

    /// Opens all clients, or as many as get there before the deadline. Fails if this process may
    /// not open as many files, or if the event loop itself fails. A client that fails is counted.
    pub(crate) fn open(&self) -> Result<(Swarm, Opened), Fault> {
        require_open_files(self.clients)?;
        let mut swarm = Swarm::new(Common {
            address: self.target.address,
            protocol: self.protocol.unwrap_or(self.target.protocol),
            depth: self.depth,
            app: self.target.app.clone(),
            tls: self.target.tls,
            many: is_many(self.clients),
        })?;
        let start = Instant::now();
        let mut started: Vec<Option<Instant>> = Vec::with_capacity(self.clients);
        let (mut latency, mut opened, mut failures) = (Latency::default(), 0, Vec::new());
        while opened + failures.len() < self.clients {
            while started.len() < self.clients && started.len() - opened - failures.len() < self.at_once {
                let index = started.len();
                started.push(Some(Instant::now()));
                swarm.open(index, self.role(index));
            }
            if start.elapsed() > self.deadline {
                for (index, _) in started.iter().enumerate().filter(|(_, started)| started.is_some()) {
                    let phase = swarm.phase(index);
                    let seconds = self.deadline.as_secs();
                    failures.push(match phase {
                        Some(phase) => format!("client {index} was still {phase:?} after {seconds} s"),
                        None => format!("client {index} was not open after {seconds} s"),
                    });
                    swarm.drop_client(index);
                }
                let waiting = self.clients - started.len();
                failures.extend((0..waiting).map(|_| "no time was left to begin".to_owned()));
                break;
            }
            swarm.turn(Duration::from_millis(50), |index, at, event| -> Result<(), Fault> {
                match (event, started.get_mut(index)) {
                    (ClientEvent::Ready, Some(place)) => {
                        if let Some(started) = place.take() {
                            latency.record(at.saturating_duration_since(started));
                        }
                        opened += 1;
                    }
                    (ClientEvent::Ended(text), Some(place)) => match place.take() {
                        Some(_) => failures.push(format!("client {index}: {text}")),
                        None => return Err(Fault::Run(format!("client {index}: {text}"))),
                    },
                    _ => {}
                }
                Ok(())
            })?;
        }
        let result = Opened {
            latency: latency.percentiles(),
            failed: failures.len(),
            first_failure: failures.into_iter().next(),
            elapsed: start.elapsed(),
        };
        Ok((swarm, result))
    }

    fn role(&self, index: usize) -> Role {
        Role { channels: (self.channels)(index), member: (self.member)(index), ..Role::default() }
    }

    /// As [`Opening::open`], for runs that need every client.
    pub(crate) fn open_every(&self) -> Result<(Swarm, Opened), Fault> {
        let (swarm, opened) = self.open()?;
        match &opened.first_failure {
            Some(reason) => Err(Fault::Run(format!(
                "{} of {} clients could not be opened; the first: {reason}",
                opened.failed, self.clients
            ))),
            None => Ok((swarm, opened)),
        }
    }
}

/// The message of a delivery, for scenarios in which no client may leave; `None` for other events.
/// Fails if the client was closed.
pub(crate) fn delivery<'a>(client: usize, event: &ClientEvent<'a>) -> Result<Option<&'a [u8]>, Fault> {
    match *event {
        ClientEvent::Delivery(text) => Ok(Some(text.as_bytes())),
        ClientEvent::Ended(text) => Err(Fault::Run(format!("client {client}: {text}"))),
        _ => Ok(None),
    }
}
