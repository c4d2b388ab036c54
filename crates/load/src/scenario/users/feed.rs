//! What the application publishes meanwhile: open loop, so that a slow server does not slow the
//! clock that it is measured by.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::books::{APPLICATION, Stream};
use super::settings::Publish;
use super::shared::Shared;
use crate::fault::Fault;
use crate::publisher::Publisher;
use crate::stamp::Mark;
use crate::swarm::Swarm;
use crate::target::Target;

/// The publisher of a run, in one of its loops.
pub(super) struct Feed {
    publisher: Publisher,
    settings: Publish,
    /// The streams by connection and channel: what one connection publishes in one channel stays in
    /// order, and what two publish need not.
    streams: HashMap<(usize, usize), (u32, Stream)>,
    published: u64,
}

impl Feed {
    pub(super) fn start(settings: &Publish, target: &Target, swarm: &Swarm) -> Result<Self, Fault> {
        let publisher = Publisher::connect(target, settings.connections, swarm.registry())?;
        Ok(Self { publisher, settings: settings.clone(), streams: HashMap::new(), published: 0 })
    }

    /// When the next publish is due, in nanoseconds of the run.
    pub(super) fn due_ns(&self) -> u64 {
        #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // at most an hour
        let due =
            (1e9 * (self.settings.from_seconds + self.published as f64 / self.settings.per_second)) as u64;
        due
    }

    /// Reads replies, and publishes what is due as far as connections are free. Tells `late` how
    /// late each left. Fails if the server refuses a publish.
    pub(super) fn advance(
        &mut self,
        swarm: &Swarm,
        shared: &Shared,
        mut late: impl FnMut(Duration),
    ) -> Result<(), Fault> {
        self.read_replies(swarm)?;
        loop {
            let (due_ns, now_ns) = (self.due_ns(), shared.ns(Instant::now()));
            if due_ns > now_ns {
                return Ok(());
            }
            let Some(connection) = self.publisher.idle()? else { return Ok(()) };
            let n = usize::try_from(self.published).unwrap_or(0) % self.settings.spread;
            let channel = self.settings.channel_of(n);
            let (id, stream) = self.streams.entry((connection, n)).or_insert_with(|| {
                (shared.next_stream(), Stream::new(shared.channel(&channel), APPLICATION))
            });
            let data = Mark { stream: *id, serial: stream.next(), due_ns }.text(self.settings.payload_bytes);
            stream.sent_ns.push(now_ns);
            self.publisher.publish_on(connection, &channel, &data)?;
            self.published += 1;
            late(Duration::from_nanos(now_ns - due_ns));
        }
    }

    /// Reads replies without publishing more. Whether all have come.
    pub(super) fn is_drained(&mut self, swarm: &Swarm) -> Result<bool, Fault> {
        self.read_replies(swarm)?;
        Ok(u64::from(self.publisher.accepted()) == self.published)
    }

    fn read_replies(&mut self, swarm: &Swarm) -> Result<(), Fault> {
        swarm.foreign().iter().try_for_each(|&token| self.publisher.ready(token))
    }

    pub(super) fn into_streams(self) -> impl Iterator<Item = (u32, Stream)> {
        self.streams.into_values()
    }
}
