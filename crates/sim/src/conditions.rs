//! What a world is like: how large, how slow, how unreliable.

use baton_hub::{AppId, ShardLimits};
use baton_protocols::App;
use baton_protocols::phoenix::{PublicBroadcast, SupabaseSettings};

use crate::Dice;

/// The conditions of one world, from its seed. Bounds are small, so that each is met.
#[derive(Debug, Clone)]
pub struct Conditions {
    /// Processes, whose commands an engine orders if there are several.
    pub nodes: usize,
    /// Parts of each process's hub.
    pub shards: usize,
    /// Event loops of each process.
    pub loops: u8,
    /// Bounds of each shard.
    pub limits: ShardLimits,
    /// Letters in a loop's mailbox at which messages are refused.
    pub mailbox: usize,
    /// Messages on the way to a client at which the server cuts it off.
    pub outbox: usize,
    /// Milliseconds that a message travels at most.
    pub latency_ms: u64,
    /// Milliseconds that a loop lets its mailbox wait at most.
    pub turn_ms: u64,
    /// Acts of the users, one after the other.
    pub acts: u32,
    /// Connections at once.
    pub clients: usize,
    /// The app's settings.
    pub app: App,
    /// Whether there are Supabase clients beside those of Pusher, on the same channels, and a database.
    pub supabase: bool,
    /// A fault to plant, for tests of the simulation itself.
    pub sabotage: Option<Sabotage>,
}

/// A fault in the server, planted to see that it is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sabotage {
    /// Now and then a loop loses a message.
    Lose,
    /// Now and then a loop delivers a message twice.
    Double,
    /// Now and then a loop delivers two messages in the wrong order.
    Exchange,
    /// The sender receives its own message.
    Echo,
}

/// More than all messages of a world: with so much room nothing gives way before its time.
const ROOMY_BYTES: usize = 8 << 20;

impl Conditions {
    /// The conditions that a seed stands for.
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed ^ 0x5EED);
        let count = |dice: &mut Dice, low, high| usize::try_from(dice.between(low, high)).unwrap_or(1);
        let is_roomy = dice.chance(30);
        let limits = ShardLimits {
            channels: if is_roomy { 1_000 } else { count(&mut dice, 8, 40) },
            history_bytes: if is_roomy { ROOMY_BYTES } else { count(&mut dice, 1_000, 20_000) },
            count_at_once: u32::try_from(dice.between(1, 10)).unwrap_or(1),
            count_every_ms: 5_000,
            ..ShardLimits::default()
        };
        Self {
            nodes: 1,
            shards: count(&mut dice, 1, 4),
            loops: u8::try_from(dice.between(1, 4)).unwrap_or(1),
            limits,
            mailbox: count(&mut dice, 4, 60),
            outbox: count(&mut dice, 20, 100),
            latency_ms: dice.between(1, 120),
            turn_ms: dice.between(1, 60),
            acts: 600,
            clients: count(&mut dice, 3, 25),
            app: app(&mut dice),
            supabase: false,
            sabotage: None,
        }
    }
}

impl Conditions {
    /// The conditions of a seed, for several nodes. Subscriptions are counted on each node alone, so nobody is sent their number.
    #[must_use]
    pub fn with_nodes(mut self, nodes: usize) -> Self {
        self.app.pusher.subscription_count = false;
        Self { nodes, ..self }
    }

    /// The conditions of a seed, with Supabase clients and a database beside.
    #[must_use]
    pub fn with_supabase(mut self, seed: u64) -> Self {
        let mut dice = Dice::new(seed ^ 0xDA7A);
        let dice = &mut dice;
        let small = |dice: &mut Dice, low, high| u32::try_from(dice.between(low, high)).unwrap_or(1);
        let limit = |dice: &mut Dice, low, high| if dice.chance(30) { small(dice, low, high) } else { 0 };
        // In this order: a seed's world depends on it.
        self.app.commands_per_second = 0;
        self.app.supabase = SupabaseSettings {
            public_broadcast: if dice.chance(70) {
                PublicBroadcast::Anybody
            } else {
                PublicBroadcast::Topics(vec!["a".into()])
            },
            private_recheck_s: if dice.chance(80) { small(dice, 2, 10) } else { 0 },
            broadcasts_per_second: limit(dice, 1, 5),
            presence_per_second: limit(dice, 1, 3),
            presences_per_channel: if dice.chance(30) { small(dice, 1, 4) } else { 1_000 },
            message_ids: dice.chance(50),
            close_channel_on_auth_failure: dice.chance(30),
            ..SupabaseSettings::default()
        };
        let mailbox = if dice.chance(40) { small(dice, 4, 10) as usize } else { self.mailbox };
        Self { supabase: true, mailbox, outbox: self.outbox.max(40), ..self }
    }

    /// How much later than the first a node may have applied a command, while the hub is asked.
    pub(crate) fn lag_ms(&self) -> u64 {
        if self.nodes == 1 { 0 } else { 100 * self.turn_ms }
    }

    /// Nothing that is kept gives way before it expires.
    pub(crate) fn is_roomy(&self) -> bool {
        self.limits.history_bytes >= ROOMY_BYTES
    }
}

fn app(dice: &mut Dice) -> App {
    let small = |dice: &mut Dice, low, high| u32::try_from(dice.between(low, high)).unwrap_or(1);
    let mut app = App::new(AppId(7), "7", "app-key", "app-secret");
    // In this order: a seed's world depends on it.
    app.pusher.activity_timeout_s = small(dice, 2, 30);
    app.pusher.pong_timeout_s = small(dice, 1, 5);
    app.pusher.client_events_per_second = if dice.chance(30) { small(dice, 1, 10) } else { 0 };
    app.pusher.subscription_count = dice.chance(50);
    app.pusher.presence_members = small(dice, 2, 6);
    app.cache_ttl_s = small(dice, 1, 60);
    app.history_messages = if dice.chance(30) { 0 } else { small(dice, 1, 20) };
    app.history_ttl_s = small(dice, 1, 60);
    app.channels_per_connection = small(dice, 3, 20);
    app.pusher.authorized_connections = dice.chance(20);
    app.pusher.authorization_grace_s = small(dice, 2, 10);
    app.pusher.error_data_as_string = dice.chance(30);
    app
}
