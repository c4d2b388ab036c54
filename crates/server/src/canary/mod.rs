//! The canary: a message that the process sends to its own event loops every second, so that loss and latency are measured all
//! the time, also while nobody publishes.
//!
//! ```text
//! Publisher ── a shard's lock ── Shard::publish ── mailbox of each loop ── fan-out ── end of the turn ──▶ Ledger of the loop
//!     └────────────────── numbers that a loop has not received after ten seconds are lost ────────────────────▶┘
//! ```
//!
//! It takes the path of every publish, with two differences that make it invisible. Its channel is in a shard of its own, so it is
//! in no list, count or limit of channels, and no name that a client can spell leads to it; the publisher still waits for
//! the lock of one of the process's shards, each in its turn, and publishes while it has it. And it has no subscriber but the loops
//! themselves: fan-out finds no connection, and counts nothing as sent.
//!
//! What it does not measure is what comes after a loop's write: the kernel, the network and the client.

mod ledger;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use baton_hub::{
    Access, AppId, Body, ChannelRules, Effects, Event, Form, Full, Interest, KeyRef, LoopId, Message, Nanos,
    Publication, PublishRequest, Shard, ShardLimits, Shards, SocketId, SubscribeRequest,
};
use baton_reactor::Sender;
use tokio::time::{MissedTickBehavior, interval};

pub(crate) use self::ledger::{BOUNDS_US, Ledger};
use crate::clock;
use crate::entropy::Entropy;
use crate::loop_message::{LoopMessage, LoopSender};
use crate::node::{Node, SHARDS};

/// Time between two canaries. An outage of a second is seen, and an idle loop wakes up once more in a second: 30 to 80
/// microseconds of processor time in a build without optimisation.
const EVERY: Duration = Duration::from_secs(1);

/// A canary that a loop has not received for so long is lost. Clients would have given up: pusher-js waits as long for its
/// confirmations.
const OVERDUE_NS: Nanos = 10_000_000_000;

/// No app has this number: they count from 0. The largest one stands for no app elsewhere.
const APP: AppId = AppId(u32::MAX - 1);

const CHANNEL: KeyRef<'static> = KeyRef { app: APP, access: Access::Public, name: "canary" };

/// Nothing is stored.
const RULES: ChannelRules = ChannelRules {
    last_message_ms: None,
    history_messages: 0,
    history_ms: 0,
    history_bytes: 0,
    numbering_minutes: 0,
    members: 0,
    app_channels: 0,
    count_subscriptions: false,
    number_messages: false,
};

/// Publishes canaries for as long as the process lasts.
pub(crate) async fn publish(node: Arc<Node>) {
    let mut publisher = Publisher::new(&node);
    let mut due = interval(EVERY);
    due.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        due.tick().await;
        publisher.turn(&node, clock::now_ns());
    }
}

/// The number of a canary; `None` for every other publication.
pub(crate) fn number_of(publication: &Publication) -> Option<u64> {
    match &publication.body {
        Body::Message { message, .. } if publication.channel.app() == APP => {
            message.data.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
        }
        _ => None,
    }
}

/// Publishes, and looks for what has not arrived: a loop that is stuck cannot say so.
pub(crate) struct Publisher {
    shard: Shard,
    hash: u64,
    /// Canaries that may still arrive, with the times at which they were published, oldest first. Eleven at most: one in
    /// a second, and none for longer than [`OVERDUE_NS`].
    recent: VecDeque<(u64, Nanos)>,
}

impl Publisher {
    /// Each loop of the node is subscribed.
    pub(crate) fn new(node: &Node) -> Self {
        let limits = ShardLimits { channels: 1, history_bytes: 0, apps: 1, ..ShardLimits::default() };
        let mut shard = Shard::new(node.seed().clone(), Entropy::new().next_u64(), limits);
        let hash = node.seed().hash(CHANNEL);
        for (id, _) in (0..).map(LoopId).zip(node.loops()) {
            let request = SubscribeRequest {
                key: CHANNEL,
                hash,
                from: id,
                join: None,
                socket: SocketId::default(),
                interest: Interest::MESSAGES,
                rules: RULES,
                place: None,
            };
            // A loop that could not be subscribed receives nothing, which is counted.
            drop(shard.subscribe(0, request, &mut ToLoops(node.loops())));
        }
        Self { shard, hash, recent: VecDeque::new() }
    }

    /// What is to be done every second.
    pub(crate) fn turn(&mut self, node: &Node, now: Nanos) {
        self.count_overdue(node, now);
        self.publish(node, now);
    }

    fn count_overdue(&mut self, node: &Node, now: Nanos) {
        while let Some(&(number, at)) = self.recent.front()
            && now.saturating_sub(at) >= OVERDUE_NS
        {
            node.metrics.loops.iter().for_each(|counters| counters.canary.overdue(number));
            self.recent.pop_front();
        }
    }

    fn publish(&mut self, node: &Node, now: Nanos) {
        let counters = &node.metrics.canary;
        let number = counters.published.load(Relaxed) + 1;
        let message = Message {
            event: "canary".into(),
            data: number.to_le_bytes().into(),
            form: Form::Binary,
            id: None,
            user: None,
        };
        let request = PublishRequest {
            key: CHANNEL,
            hash: self.hash,
            message: Arc::new(message),
            except: None,
            rules: RULES,
            accepted_at: now,
        };
        let locked = usize::try_from(number).unwrap_or_default() % SHARDS;
        let mut to_loops = ToLoops(node.loops());
        let published =
            node.with_shard(locked, |_, _| self.shard.publish(now / 1_000_000, request, &mut to_loops));
        match published {
            Ok(_) => {
                counters.published.store(number, Relaxed);
                self.recent.push_back((number, now));
            }
            // No loop was sent it: a publisher would have been refused with 503.
            Err(_) => _ = counters.refused.fetch_add(1, Relaxed),
        }
    }
}

/// The way from the canary's shard to the loops: that of every shard, without what is noted for apps, webhooks and the inspector.
struct ToLoops<'a>(&'a [LoopSender]);

impl<'a> ToLoops<'a> {
    fn each(&self, loops: u64) -> impl Iterator<Item = &'a LoopSender> + use<'a> {
        let all = self.0.iter().enumerate();
        all.filter(move |(n, _)| loops >> n & 1 == 1).map(|(_, sender)| sender)
    }
}

impl Effects for ToLoops<'_> {
    fn reserve(&mut self, loops: u64) -> Result<(), Full> {
        for (reserved, sender) in self.each(loops).enumerate() {
            if !sender.try_reserve() {
                self.each(loops).take(reserved).for_each(Sender::cancel_reservation);
                return Err(Full);
            }
        }
        Ok(())
    }

    fn deliver(&mut self, loops: u64, publication: Arc<Publication>) {
        for sender in self.each(loops) {
            sender.push_reserved(LoopMessage::Publication(Arc::clone(&publication)));
        }
    }

    fn event(&mut self, _: Event) {}
}
