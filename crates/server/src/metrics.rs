//! The counters of the process.

mod by_app;
mod canary;
mod exposition;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use baton_hub::{Event, Nanos};

pub(crate) use self::exposition::{Form, exposition};
use crate::apps_database;
use crate::canary::Ledger;
use crate::clock::{self, unix_ms};

/// Upper bounds of the delivery histogram's buckets, in microseconds: from one turn of an idle loop to the age
/// at which an outbox is given up.
pub(crate) const DELIVERY_BOUNDS_US: [u64; 16] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 10_000_000,
];

/// How many buckets there are: the last one has what is slower than all bounds.
pub(crate) const DELIVERY_BUCKETS: usize = DELIVERY_BOUNDS_US.len() + 1;

/// A counter with one writer: a plain load and store, no locked instruction.
#[derive(Debug, Default)]
pub(crate) struct Owned(AtomicU64);

impl Owned {
    /// Adds; only the owning thread may call it.
    pub(crate) fn add(&self, n: u64) {
        self.0.store(self.0.load(Relaxed).wrapping_add(n), Relaxed);
    }

    /// Sets; only the owning thread may call it.
    pub(crate) fn set(&self, n: u64) {
        self.0.store(n, Relaxed);
    }

    /// Reads, from anywhere.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// What one loop counts. Aligned so that two loops never write to one cache line.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct LoopCounters {
    /// Sockets that were given to the loop and are not gone, whatever they speak; the acceptor writes it too.
    pub(crate) load: AtomicU64,
    /// Open WebSockets.
    pub(crate) connections: Owned,
    /// WebSockets ever opened.
    pub(crate) connections_opened: Owned,
    /// Subscriptions of its connections.
    pub(crate) subscriptions: Owned,
    /// Messages that clients sent.
    pub(crate) messages_in: Owned,
    /// Messages that clients were sent.
    pub(crate) messages_out: Owned,
    /// Bytes that wait in outboxes.
    pub(crate) outbox_bytes: Owned,
    /// Clients that were asked to connect again.
    pub(crate) sent_away: Owned,
    /// Clients closed because they read too slowly.
    pub(crate) slow_clients: Owned,
    /// Faults of a session, each of which closed one connection.
    pub(crate) faults: Owned,
    /// Times that accepting had to pause for want of open files.
    pub(crate) accept_pauses: Owned,
    /// Requests of the HTTP API that the loop answered itself.
    pub(crate) requests: Owned,
    /// Handshakes of TLS: those that were completed, of these the resumed ones, and those that were not completed.
    pub(crate) tls_handshakes: Owned,
    pub(crate) tls_handshakes_resumed: Owned,
    pub(crate) tls_handshakes_failed: Owned,
    /// Connections that ended because of a record that could not be read.
    pub(crate) tls_records_refused: Owned,
    delivery: Histogram,
    pub(crate) canary: Ledger,
}

impl LoopCounters {
    /// `deliveries` messages left this loop `latency_ns` after the server had accepted them.
    pub(crate) fn delivered(&self, latency_ns: u64, deliveries: u64) {
        self.delivery.observe(latency_ns / 1_000, deliveries);
    }
}

#[derive(Debug, Default)]
struct Histogram {
    buckets: [Owned; DELIVERY_BUCKETS],
    sum_us: Owned,
}

impl Histogram {
    fn observe(&self, value_us: u64, times: u64) {
        let bucket = DELIVERY_BOUNDS_US.partition_point(|&bound| bound < value_us);
        if let Some(counter) = self.buckets.get(bucket) {
            counter.add(times);
        }
        self.sum_us.add(value_us.saturating_mul(times));
    }
}

/// What the hub counts; every thread writes here.
#[derive(Debug, Default)]
pub(crate) struct HubCounters {
    occupied: AtomicU64,
    vacated: AtomicU64,
    members_added: AtomicU64,
    members_removed: AtomicU64,
    cache_misses: AtomicU64,
    loop_queue_full: AtomicU64,
}

impl HubCounters {
    /// Counts what happened on a channel.
    pub(crate) fn event(&self, event: &Event) {
        let counter = match event {
            Event::Occupied(_) => &self.occupied,
            Event::Vacated(_) => &self.vacated,
            Event::MemberAdded(..) => &self.members_added,
            Event::MemberRemoved(..) => &self.members_removed,
            Event::CacheMiss(_) => &self.cache_misses,
            Event::SubscriptionCount(..) => return,
        };
        counter.fetch_add(1, Relaxed);
    }

    /// How often a publication found a loop's mailbox full.
    pub(crate) fn times_queue_full(&self) -> u64 {
        self.loop_queue_full.load(Relaxed)
    }

    /// A publication found a loop's mailbox full, and was refused.
    pub(crate) fn loop_queue_full(&self) {
        self.loop_queue_full.fetch_add(1, Relaxed);
    }
}

/// What was published of the canary; each loop counts what it has received.
#[derive(Debug)]
pub(crate) struct Canaries {
    /// The number of the newest one.
    pub(crate) published: AtomicU64,
    /// Those that were not published, because a loop's mailbox was full.
    pub(crate) refused: AtomicU64,
    /// When the process began, by the monotonic clock.
    since: Nanos,
}

impl Canaries {
    fn new() -> Self {
        Self { published: AtomicU64::new(0), refused: AtomicU64::new(0), since: clock::now_ns() }
    }
}

/// How the settings were last read.
#[derive(Debug)]
pub(crate) struct LastReload {
    failed: AtomicBool,
    /// When those in effect were read, in milliseconds since 1970.
    success_ms: AtomicU64,
}

impl LastReload {
    /// The settings of the start are in effect.
    fn at_start() -> Self {
        Self { failed: AtomicBool::new(false), success_ms: AtomicU64::new(unix_ms()) }
    }

    /// Those that were read now are in effect.
    pub(crate) fn succeeded(&self) {
        self.success_ms.store(unix_ms(), Relaxed);
        self.failed.store(false, Relaxed);
    }

    /// Something was wrong, and the former ones remain in effect.
    pub(crate) fn failed(&self) {
        self.failed.store(true, Relaxed);
    }
}

/// A socket that hyper serves; it is counted until this is dropped.
#[derive(Debug)]
pub(crate) struct HttpSocket(Arc<Metrics>);

impl HttpSocket {
    pub(crate) fn new(metrics: &Arc<Metrics>) -> Self {
        metrics.http_sockets.fetch_add(1, Relaxed);
        Self(Arc::clone(metrics))
    }
}

impl Drop for HttpSocket {
    fn drop(&mut self) {
        self.0.http_sockets.fetch_sub(1, Relaxed);
    }
}

/// All counters of the process.
#[derive(Debug)]
pub(crate) struct Metrics {
    /// One for each loop.
    pub(crate) loops: Vec<Arc<LoopCounters>>,
    pub(crate) hub: HubCounters,
    pub(crate) canary: Canaries,
    pub(crate) last_reload: LastReload,
    /// Of the table of apps.
    pub(crate) apps_database: apps_database::Health,
    /// Messages accepted by the HTTP API.
    pub(crate) requests: AtomicU64,
    /// Client sockets that hyper serves.
    http_sockets: AtomicU64,
    /// Records of TLS that ended connections which hyper serves; loops count those of their own.
    tls_records_refused: AtomicU64,
}

impl Metrics {
    pub(crate) fn new(loops: usize) -> Self {
        Self {
            loops: (0..loops).map(|_| Arc::new(LoopCounters::default())).collect(),
            hub: HubCounters::default(),
            canary: Canaries::new(),
            last_reload: LastReload::at_start(),
            apps_database: apps_database::Health::default(),
            requests: AtomicU64::new(0),
            http_sockets: AtomicU64::new(0),
            tls_records_refused: AtomicU64::new(0),
        }
    }

    /// A connection that hyper serves ends because of a record that could not be read.
    pub(crate) fn tls_record_refused(&self) {
        self.tls_records_refused.fetch_add(1, Relaxed);
    }

    /// Connections of the process that ended so.
    pub(crate) fn tls_records_refused(&self) -> u64 {
        self.tls_records_refused.load(Relaxed) + self.total(|c| &c.tls_records_refused)
    }

    /// How long deliveries took, of all loops: bounds of a histogram in microseconds, counts, of which the last is above all
    /// bounds, and the sum in microseconds.
    pub(crate) fn delivery(&self) -> (&'static [u64], [u64; DELIVERY_BOUNDS_US.len() + 1], u64) {
        let loops = || self.loops.iter().map(|counters| &counters.delivery);
        let counts = std::array::from_fn(|n| loops().map(|delivery| delivery.buckets[n].get()).sum());
        (&DELIVERY_BOUNDS_US, counts, loops().map(|delivery| delivery.sum_us.get()).sum())
    }

    fn total(&self, of: impl Fn(&LoopCounters) -> &Owned) -> u64 {
        self.loops.iter().map(|counters| of(counters).get()).sum()
    }

    /// Client sockets of the process, of every protocol, served by loops or by hyper.
    pub(crate) fn sockets(&self) -> u64 {
        let in_loops: u64 = self.loops.iter().map(|counters| counters.load.load(Relaxed)).sum();
        in_loops + self.http_sockets.load(Relaxed)
    }

    /// WebSockets that the process ever opened.
    pub(crate) fn connections_opened(&self) -> u64 {
        self.total(|c| &c.connections_opened)
    }

    /// Those that it has asked to connect again, but for the last ones.
    pub(crate) fn sent_away(&self) -> u64 {
        self.total(|c| &c.sent_away)
    }

    /// Open WebSockets of the process.
    pub(crate) fn connections(&self) -> u64 {
        self.total(|c| &c.connections)
    }

    /// Subscriptions of all connections of the process.
    pub(crate) fn subscriptions(&self) -> u64 {
        self.total(|c| &c.subscriptions)
    }

    /// Messages that clients of the process sent, and were sent.
    pub(crate) fn messages(&self) -> (u64, u64) {
        (self.total(|c| &c.messages_in), self.total(|c| &c.messages_out))
    }

    /// Bytes that wait in the outboxes of loops.
    pub(crate) fn outbox_bytes(&self) -> u64 {
        self.total(|c| &c.outbox_bytes)
    }

    /// Clients that were closed because they read too slowly.
    pub(crate) fn slow_clients(&self) -> u64 {
        self.total(|c| &c.slow_clients)
    }

    /// How many deliveries each bucket of the histogram has.
    pub(crate) fn deliveries(&self) -> [u64; DELIVERY_BUCKETS] {
        std::array::from_fn(|n| self.total(|c| &c.delivery.buckets[n]))
    }
}
