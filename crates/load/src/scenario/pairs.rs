//! Pairs: client events from one member of a private channel to the other, pipelined.
//!
//! A sender may have `window` messages on their way that its receiver has not read yet. It fills the window again when
//! at least half of it is free, so that messages travel in batches and no queue in the server grows beyond a window.
//! Every message must arrive once and in order.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{LONGEST_SECONDS, within};
use crate::client::Depth;
use crate::fault::Fault;
use crate::frame::{self, Template};
use crate::ledger::excerpt;
use crate::process::{Meter, Usage};
use crate::swarm::{Opening, Swarm, mask_of};
use crate::target::Target;

/// After the last message all must have arrived within this time.
const DRAIN: Duration = Duration::from_secs(10);

/// All clients must be open by then.
const OPEN: Duration = Duration::from_secs(30);

/// Settings of a pairs run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pairs {
    /// How many channels with two members each, 1 to 1,000.
    pub pairs: usize,
    /// Bytes of `data` in each event, 32 to 10,240.
    pub payload_bytes: usize,
    /// Messages that a pair may have on their way, 2 to 1,024.
    pub window: u32,
    /// How long to measure, in seconds, up to 600.
    pub seconds: f64,
    /// How long to send before measuring, in seconds.
    pub warmup_seconds: f64,
}

impl Default for Pairs {
    fn default() -> Self {
        Self { pairs: 25, payload_bytes: 1_024, window: 64, seconds: 3.0, warmup_seconds: 0.5 }
    }
}

/// What a pairs run measured.
#[derive(Debug, Clone, Serialize)]
pub struct PairsOutcome {
    /// Messages received in the measured time.
    pub messages: u64,
    /// Those per second.
    pub messages_per_second: f64,
    /// The server's CPU per message in microseconds, if its process is known.
    pub server_cpu_us_per_message: Option<f64>,
    /// Messages found in one read, on average.
    pub messages_per_read: f64,
    /// Messages of the whole run, every one of which arrived once and in order.
    pub sent: u64,
    /// CPU of both sides in the measured time.
    pub usage: Usage,
}

/// One pair's traffic: a ring of `window` ready-made frames, of which serial numbers are written anew.
struct Traffic {
    template: Template,
    ring: Vec<u8>,
    window: u32,
    queued: u32,
    received: u32,
    /// Bytes given to the socket since the start; those queued are `queued` frames.
    sent_bytes: u64,
    serial_offset: Option<usize>,
}

impl Pairs {
    pub(super) fn check(&self) -> Result<(), String> {
        within("pairs", self.pairs, 1, 1_000)?;
        within("payload_bytes", self.payload_bytes, 32, 10_240)?;
        within("window", self.window, 2, 1_024)?;
        within("seconds", self.seconds, 0.05, LONGEST_SECONDS)?;
        within("warmup_seconds", self.warmup_seconds, 0.0, 60.0)
    }

    /// Measures a server.
    ///
    /// # Errors
    /// If a client cannot be opened, or a message is refused, lost, doubled or out of order.
    pub fn run(&self, target: &Target) -> Result<PairsOutcome, Fault> {
        let opening = Opening {
            address: target.address,
            clients: 2 * self.pairs,
            at_once: 50,
            depth: Depth::Subscribed,
            app: &target.app,
            channels: &|client| vec![channel(client / 2)],
            deadline: OPEN,
        };
        let (mut swarm, _) = Swarm::open_every(&opening)?;
        let mut traffic =
            (0..self.pairs).map(|pair| Traffic::new(self, pair)).collect::<Result<Vec<_>, _>>()?;
        run_for(&mut swarm, &mut traffic, Duration::from_secs_f64(self.warmup_seconds))?;
        let (before, reads) = (received(&traffic), swarm.reads());
        let meter = Meter::start(target.pid)?;
        run_for(&mut swarm, &mut traffic, Duration::from_secs_f64(self.seconds))?;
        let usage = meter.read()?;
        let (messages, reads) = (received(&traffic) - before, swarm.reads() - reads);
        drain(&mut swarm, &mut traffic)?;
        if messages == 0 {
            return Err(Fault::Run("no message arrived in the measured time".into()));
        }
        #[allow(clippy::cast_precision_loss)] // counts far below 2^52
        let count = messages as f64;
        #[allow(clippy::cast_precision_loss)]
        let messages_per_read = count / reads.max(1) as f64;
        Ok(PairsOutcome {
            messages,
            messages_per_second: count / usage.seconds,
            server_cpu_us_per_message: usage.server_cpu_seconds.map(|seconds| 1e6 * seconds / count),
            messages_per_read,
            sent: received(&traffic),
            usage,
        })
    }
}

fn channel(pair: usize) -> String {
    format!("private-pair-{pair:03}")
}

fn received(traffic: &[Traffic]) -> u64 {
    traffic.iter().map(|pair| u64::from(pair.received)).sum()
}

fn run_for(swarm: &mut Swarm, traffic: &mut [Traffic], time: Duration) -> Result<(), Fault> {
    let end = Instant::now() + time;
    while Instant::now() < end {
        for (pair, traffic) in traffic.iter_mut().enumerate() {
            if traffic.refill() || swarm.writable().contains(&(2 * pair)) {
                traffic.send(swarm, 2 * pair)?;
            }
        }
        turn(swarm, traffic)?;
    }
    Ok(())
}

/// Sends and awaits what is still queued, without queueing more.
fn drain(swarm: &mut Swarm, traffic: &mut [Traffic]) -> Result<(), Fault> {
    let deadline = Instant::now() + DRAIN;
    while traffic.iter().any(|pair| pair.received < pair.queued) {
        if Instant::now() > deadline {
            let lost: u32 = traffic.iter().map(|pair| pair.queued - pair.received).sum();
            return Err(Fault::Run(format!(
                "{lost} messages have not arrived {} s after the last",
                DRAIN.as_secs()
            )));
        }
        for (pair, traffic) in traffic.iter_mut().enumerate() {
            traffic.send(swarm, 2 * pair)?;
        }
        turn(swarm, traffic)?;
    }
    let quiet = Instant::now() + Duration::from_millis(20);
    while Instant::now() < quiet {
        turn(swarm, traffic)?; // a second copy of the last messages would fail here
    }
    Ok(())
}

fn turn(swarm: &mut Swarm, traffic: &mut [Traffic]) -> Result<(), Fault> {
    swarm.turn(Duration::from_millis(5), |client, payload| {
        if client % 2 == 0 {
            return Err(Fault::Run(format!("sender {client} received {}", excerpt(payload))));
        }
        match traffic.get_mut(client / 2) {
            Some(traffic) => traffic.take(client, payload),
            None => Ok(()),
        }
    })
}

impl Traffic {
    fn new(pairs: &Pairs, pair: usize) -> Result<Self, Fault> {
        // {"n":"0000000000","p":"xxx"}: six bytes, ten digits and nine bytes beside the padding.
        let padding = "x".repeat(pairs.payload_bytes.saturating_sub(6 + frame::SERIAL_DIGITS + 9));
        let data = format!(r#"{{"n":"{}","p":"{padding}"}}"#, "0".repeat(frame::SERIAL_DIGITS));
        let head = format!(r#"{{"event":"client-m","channel":"{}","data":"#, channel(pair));
        let template = Template::new(format!("{head}{data}}}").as_bytes(), head.len() + 6, mask_of(2 * pair))
            .ok_or_else(|| Fault::Run("the event has no place for a serial number".into()))?;
        let ring = template.as_bytes().repeat(pairs.window as usize);
        Ok(Self {
            template,
            ring,
            window: pairs.window,
            queued: 0,
            received: 0,
            sent_bytes: 0,
            serial_offset: None,
        })
    }

    /// Queues messages if half of the window is free. Whether it did.
    fn refill(&mut self) -> bool {
        let free = self.window - (self.queued - self.received);
        if free < self.window / 2 {
            return false;
        }
        let length = self.template.frame_bytes();
        for _ in 0..free {
            let place = (self.queued % self.window) as usize * length;
            if let Some(frame) = self.ring.get_mut(place..place + length) {
                self.template.stamp(frame, self.queued);
            }
            self.queued += 1;
        }
        true
    }

    /// Gives the socket what it will take of the queued bytes.
    fn send(&mut self, swarm: &mut Swarm, client: usize) -> Result<(), Fault> {
        let queued = u64::from(self.queued) * self.template.frame_bytes() as u64;
        while self.sent_bytes < queued {
            #[allow(clippy::cast_possible_truncation)] // a remainder of the ring's length, which is a usize
            let from = (self.sent_bytes % self.ring.len() as u64) as usize;
            let left = usize::try_from(queued - self.sent_bytes).unwrap_or(usize::MAX);
            let to = self.ring.len().min(from.saturating_add(left));
            match swarm.write(client, self.ring.get(from..to).unwrap_or_default())? {
                0 => break,
                count => self.sent_bytes += count as u64,
            }
        }
        Ok(())
    }

    /// Enters a message that arrived.
    fn take(&mut self, client: usize, payload: &[u8]) -> Result<(), Fault> {
        let known = self.serial_offset.and_then(|offset| frame::serial_at(payload, offset));
        let serial = match known {
            Some(serial) => serial,
            None => {
                let found = (0..payload.len())
                    .find_map(|at| frame::serial_at(payload, at).map(|serial| (at, serial)));
                let Some((at, serial)) = found else {
                    return Err(Fault::Run(format!(
                        "receiver {client} got no message of this run: {}",
                        excerpt(payload)
                    )));
                };
                self.serial_offset = Some(at);
                serial
            }
        };
        if serial != self.received || serial >= self.queued {
            let what = if serial < self.received { "again or late" } else { "too early" };
            return Err(Fault::Run(format!(
                "receiver {client} got message {serial} {what}: the next in order is {}",
                self.received
            )));
        }
        self.received += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traffic() -> Traffic {
        Traffic::new(&Pairs { window: 4, payload_bytes: 64, ..Pairs::default() }, 0).unwrap()
    }

    fn event(serial: u32) -> Vec<u8> {
        format!(r#"{{"event":"client-m","channel":"private-pair-000","data":{{"n":"{serial:010}","p":""}}}}"#)
            .into()
    }

    #[test]
    fn the_payload_has_the_length_asked_for() {
        let head = r#"{"event":"client-m","channel":"private-pair-000","data":}"#.len();
        assert_eq!(traffic().template.frame_bytes(), 6 + head + 64); // two bytes of header, four of mask
    }

    #[test]
    fn a_window_is_filled_when_half_of_it_is_free() {
        let mut traffic = traffic();
        assert!(traffic.refill());
        assert_eq!(traffic.queued, 4);
        traffic.take(1, &event(0)).unwrap();
        assert!(!traffic.refill());
        traffic.take(1, &event(1)).unwrap();
        assert!(traffic.refill());
        assert_eq!((traffic.queued, traffic.received), (6, 2));
    }

    #[test]
    fn a_lost_doubled_or_strange_message_fails_the_run() {
        for (serials, reason) in
            [(&[0, 2][..], "too early"), (&[0, 0], "again"), (&[0, 1, 2, 3, 4], "too early")]
        {
            let mut traffic = traffic();
            traffic.refill();
            let result = serials.iter().try_for_each(|&serial| traffic.take(1, &event(serial)));
            let text = result.unwrap_err().to_string();
            assert!(text.contains(reason), "{serials:?}: {text}");
        }
        assert!(traffic().take(1, b"{}").unwrap_err().to_string().contains("no message of this run"));
    }
}
