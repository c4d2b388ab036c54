//! Pipelined messages: client events from one member of a private channel to the others, or echoes.
//!
//! A client event never returns to its sender, so a message from 25 clients to 25 others is what an
//! echo of 50 is elsewhere; with more receivers it is a broadcast. Servers that echo can be asked
//! for that as well.
//!
//! A sender may have `window` messages on their way that its receivers have not all read yet. It
//! fills the window again when at least half of it is free, so that messages travel in batches and
//! no queue in the server grows beyond a window. Every message must arrive once and in order. Each
//! event loop of the generator, one per core, has a share of the pairs.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::loops::{self, Share};
use super::{MOST_CLIENTS, times, within};
use crate::fault::Fault;
use crate::ledger::excerpt;
use crate::opening::{Opening, delivery};
use crate::process::Usage;
use crate::protocol::{Echo, Protocol};
use crate::stamp::{self, Template};
use crate::swarm::{Swarm, mask_of, require_open_files};
use crate::target::Target;

/// After the last message all must have arrived within this time.
const DRAIN: Duration = Duration::from_secs(10);

/// A server may answer a client a moment before it includes it in broadcasts.
const SETTLE: Duration = Duration::from_millis(100);

/// Settings of a pairs run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pairs {
    /// How many senders, 1 to 1,000, each with a channel of its own.
    pub pairs: usize,
    /// How many others each channel has, 1 to 1,000.
    pub receivers: usize,
    /// Whether the server's raw echo is measured instead: every sender is its own receiver. One
    /// sender with several `receivers`, itself among them, measures a server that sends each
    /// message to all clients.
    pub echo: bool,
    /// Bytes of `data` in each event, 32 to 65,536.
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
        Self {
            pairs: 25,
            receivers: 1,
            echo: false,
            payload_bytes: 1_024,
            window: 64,
            seconds: 3.0,
            warmup_seconds: 0.5,
        }
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

/// One pair's traffic: a ring of `window` ready-made frames, of which serial numbers are rewritten.
struct Traffic {
    template: Template,
    ring: Vec<u8>,
    window: u32,
    queued: u32,
    /// What each receiver has read.
    received: Vec<u32>,
    /// Bytes given to the socket since the start; those queued are `queued` frames.
    sent_bytes: u64,
    serial_offset: Option<usize>,
    sender: usize,
    echo: bool,
}

impl Pairs {
    pub(super) fn check(&self) -> Result<(), String> {
        within("pairs", self.pairs, 1, 1_000)?;
        within("receivers", self.receivers, 1, 1_000)?;
        within("clients of all pairs", self.clients(), 1, MOST_CLIENTS)?;
        if self.echo && self.receivers > 1 && self.pairs > 1 {
            return Err("an echo to several receivers goes to all who are connected: set pairs = 1".into());
        }
        within("payload_bytes", self.payload_bytes, 32, 65_536)?;
        within("window", self.window, 2, 1_024)?;
        times(self.seconds, self.warmup_seconds)
    }

    /// Clients of one channel. An echo's sender is one of its receivers.
    fn members(&self) -> usize {
        if self.echo { self.receivers } else { 1 + self.receivers }
    }

    pub(super) fn clients(&self) -> usize {
        self.pairs * self.members()
    }

    /// Measures a server.
    ///
    /// # Errors
    /// If a client cannot be opened, or a message is refused, lost, doubled or out of order.
    pub fn run(&self, target: &Target) -> Result<PairsOutcome, Fault> {
        require_open_files(self.clients())?;
        let loops = loops::divide(self.pairs, target.generator_loops)
            .map(|pairs| self.converse(target, pairs))
            .collect::<Result<Vec<_>, Fault>>()?;
        let (measured, sent) = loops::measure(loops, target.pid, self.warmup_seconds, self.seconds)?;
        Ok(PairsOutcome {
            messages: measured.messages,
            messages_per_second: measured.per_second(),
            server_cpu_us_per_message: measured.server_cpu_us(),
            messages_per_read: measured.per_read(),
            sent: sent.iter().sum(),
            usage: measured.usage,
        })
    }

    /// Opens one loop's share of the pairs.
    fn converse(&self, target: &Target, pairs: Range<usize>) -> Result<Conversations, Fault> {
        let opening = Opening {
            protocol: self.echo.then_some(&Echo as &'static dyn Protocol),
            at_once: 50,
            channels: &|client| vec![channel(pairs.start + client / self.members())],
            ..Opening::new(target, pairs.len() * self.members())
        };
        let (swarm, _) = opening.open_every()?;
        if self.echo && self.receivers > 1 {
            std::thread::sleep(SETTLE);
        }
        let traffic = (0..pairs.len())
            .map(|place| {
                Traffic::new(self, place * self.members(), &channel(pairs.start + place), target.protocol)
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Conversations { swarm, traffic, members: self.members() })
    }
}

fn channel(pair: usize) -> String {
    format!("private-pair-{pair:03}")
}

/// One loop's pairs.
struct Conversations {
    swarm: Swarm,
    traffic: Vec<Traffic>,
    members: usize,
}

impl Share for Conversations {
    type Report = u64;

    fn turn(&mut self) -> Result<(), Fault> {
        for traffic in &mut self.traffic {
            if traffic.refill() || self.swarm.writable().contains(&traffic.sender) {
                traffic.send(&mut self.swarm)?;
            }
        }
        self.read()
    }

    fn progress(&self) -> (u64, u64) {
        (self.received(), self.swarm.reads())
    }

    /// Sends and awaits what is still queued, without queueing more. Reports how many messages were
    /// received in all.
    fn finish(mut self, failed: &AtomicBool) -> Result<u64, Fault> {
        let deadline = Instant::now() + DRAIN;
        while self.traffic.iter().any(|pair| pair.slowest() < pair.queued) {
            loops::check(failed)?;
            if Instant::now() > deadline {
                let lost: u32 = self.traffic.iter().map(|pair| pair.queued - pair.slowest()).sum();
                return Err(Fault::Run(format!(
                    "{lost} messages have not arrived {} s after the last",
                    DRAIN.as_secs()
                )));
            }
            for traffic in &mut self.traffic {
                traffic.send(&mut self.swarm)?;
            }
            self.read()?;
        }
        loops::await_doubles(Duration::from_millis(20), || self.read())?;
        Ok(self.received())
    }
}

impl Conversations {
    fn read(&mut self) -> Result<(), Fault> {
        let Self { swarm, traffic, members } = self;
        swarm.turn(Duration::from_millis(5), |client, _, event| match delivery(client, &event)? {
            Some(message) => {
                traffic.get_mut(client / *members).map_or(Ok(()), |pair| pair.take(client, message))
            }
            None => Ok(()),
        })
    }

    fn received(&self) -> u64 {
        self.traffic.iter().flat_map(|pair| &pair.received).map(|&received| u64::from(received)).sum()
    }
}

impl Traffic {
    /// The traffic of the client `sender` in `channel`; its receivers have the numbers after it.
    fn new(pairs: &Pairs, sender: usize, channel: &str, protocol: &dyn Protocol) -> Result<Self, Fault> {
        // {"n":"0000000000","p":"xxx"}: six bytes, ten digits and nine bytes beside the padding.
        let padding = "x".repeat(pairs.payload_bytes.saturating_sub(6 + stamp::SERIAL_DIGITS + 9));
        let data = format!(r#"{{"n":"{}","p":"{padding}"}}"#, "0".repeat(stamp::SERIAL_DIGITS));
        let protocol = if pairs.echo { &Echo } else { protocol };
        let text = protocol.event(channel, &data);
        let template = text
            .find(&data)
            .and_then(|place| Template::new(text.as_bytes(), place + 6, mask_of(sender)))
            .ok_or_else(|| Fault::Run("the event has no place for a serial number".into()))?;
        let ring = template.as_bytes().repeat(pairs.window as usize);
        Ok(Self {
            template,
            ring,
            window: pairs.window,
            queued: 0,
            received: vec![0; pairs.receivers],
            sent_bytes: 0,
            serial_offset: None,
            sender,
            echo: pairs.echo,
        })
    }

    /// What the slowest receiver has read.
    fn slowest(&self) -> u32 {
        self.received.iter().copied().min().unwrap_or(0)
    }

    /// Queues messages if half of the window is free. Whether it did.
    fn refill(&mut self) -> bool {
        let free = self.window - (self.queued - self.slowest());
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
    fn send(&mut self, swarm: &mut Swarm) -> Result<(), Fault> {
        let queued = u64::from(self.queued) * self.template.frame_bytes() as u64;
        while self.sent_bytes < queued {
            #[allow(clippy::cast_possible_truncation)] // a remainder of the ring's length, which is a usize
            let from = (self.sent_bytes % self.ring.len() as u64) as usize;
            let left = usize::try_from(queued - self.sent_bytes).unwrap_or(usize::MAX);
            let to = self.ring.len().min(from.saturating_add(left));
            match swarm.write(self.sender, self.ring.get(from..to).unwrap_or_default())? {
                0 => break,
                count => self.sent_bytes += count as u64,
            }
        }
        Ok(())
    }

    /// Enters a message that arrived.
    fn take(&mut self, client: usize, payload: &[u8]) -> Result<(), Fault> {
        let receiver = (client - self.sender).checked_sub(usize::from(!self.echo));
        let Some(received) = receiver.and_then(|receiver| self.received.get_mut(receiver)) else {
            return Err(Fault::Run(format!("sender {client} received {}", excerpt(payload))));
        };
        let known = self.serial_offset.and_then(|offset| stamp::serial_at(payload, offset));
        let serial = match known {
            Some(serial) => serial,
            None => {
                let found = (0..payload.len())
                    .find_map(|at| stamp::serial_at(payload, at).map(|serial| (at, serial)));
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
        if serial != *received || serial >= self.queued {
            let what = if serial < *received { "again or late" } else { "too early" };
            return Err(Fault::Run(format!(
                "receiver {client} got message {serial} {what}: the next in order is {received}"
            )));
        }
        *received += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Pusher;

    fn traffic() -> Traffic {
        Traffic::new(&Pairs { window: 4, payload_bytes: 64, ..Pairs::default() }, 0, &channel(0), &Pusher)
            .unwrap()
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
        assert_eq!((traffic.queued, traffic.slowest()), (6, 2));
    }

    #[test]
    fn an_echo_to_several_reaches_its_sender_too() {
        let pairs = Pairs { pairs: 1, receivers: 3, echo: true, payload_bytes: 64, ..Pairs::default() };
        assert_eq!((pairs.check(), pairs.clients()), (Ok(()), 3));
        let mut traffic = Traffic::new(&pairs, 0, &channel(0), &Pusher).unwrap();
        traffic.refill();
        let message = br#"{"n":"0000000000","p":""}"#;
        for client in [1, 0] {
            traffic.take(client, message).unwrap();
            assert_eq!(traffic.slowest(), 0);
        }
        traffic.take(2, message).unwrap();
        assert_eq!(traffic.slowest(), 1);
        assert!(traffic.take(3, message).is_err());
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
