//! The counters of the process, and their exposition for Prometheus.
//!
//! Labels are short closed lists: no channel, user, origin or path, so that no client can add a series.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};

use baton_hub::Event;
use baton_protocols::Refusal;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::{Registry, Unit};

use crate::node::Node;
use crate::process;

/// Upper bounds of the delivery histogram's buckets, in microseconds: from one turn of an idle loop to the age
/// at which an outbox is given up.
const DELIVERY_BOUNDS_US: [u64; 16] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 10_000_000,
];

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
}

impl LoopCounters {
    /// `deliveries` messages left this loop `latency_ns` after the server had accepted them.
    pub(crate) fn delivered(&self, latency_ns: u64, deliveries: u64) {
        self.delivery.observe(latency_ns / 1_000, deliveries);
    }
}

#[derive(Debug, Default)]
struct Histogram {
    buckets: [Owned; DELIVERY_BOUNDS_US.len() + 1],
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
    mailbox_full: AtomicU64,
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

    /// A publication found a loop's mailbox full, and was refused.
    pub(crate) fn mailbox_full(&self) {
        self.mailbox_full.fetch_add(1, Relaxed);
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
    /// Messages accepted by the HTTP API.
    pub(crate) requests: AtomicU64,
    /// Client sockets that hyper serves.
    http_sockets: AtomicU64,
    /// Records of TLS that ended connections which hyper serves; loops count those of their own.
    tls_records_refused: AtomicU64,
    refusals: [AtomicU64; Refusal::ALL.len()],
}

impl Metrics {
    pub(crate) fn new(loops: usize) -> Self {
        Self {
            loops: (0..loops).map(|_| Arc::new(LoopCounters::default())).collect(),
            hub: HubCounters::default(),
            requests: AtomicU64::new(0),
            http_sockets: AtomicU64::new(0),
            tls_records_refused: AtomicU64::new(0),
            refusals: Default::default(),
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

    /// Counts a refusal.
    pub(crate) fn refused(&self, cause: Refusal) {
        if let Some(counter) = self.refusals.get(cause as usize) {
            counter.fetch_add(1, Relaxed);
        }
    }

    fn total(&self, of: impl Fn(&LoopCounters) -> &Owned) -> u64 {
        self.loops.iter().map(|counters| of(counters).get()).sum()
    }

    /// Client sockets of the process, whatever they speak and whoever serves them.
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
}

/// The text that a scrape answers.
pub(crate) fn exposition(node: &Arc<Node>) -> String {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(Scrape(Arc::downgrade(node))));
    let mut text = String::with_capacity(8 * 1024);
    match encode(&mut text, &registry) {
        Ok(()) => text,
        Err(error) => format!("# the metrics could not be written: {error}\n"),
    }
}

/// Reads the counters at the moment of a scrape.
struct Scrape(Weak<Node>);

impl std::fmt::Debug for Scrape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Scrape")
    }
}

impl Collector for Scrape {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let Some(node) = self.0.upgrade() else { return Ok(()) };
        let m = &node.metrics;
        let mut out = Exposition(encoder);
        let (channels, kept_bytes) = node.hub_size();
        out.gauge("baton_connections", "Open WebSockets", m.connections())?;
        out.gauge("baton_sockets", "Open client sockets, whatever they speak", m.sockets())?;
        let incomplete = node.incomplete.bytes() as u64;
        out.gauge(
            "baton_incomplete_request_bytes",
            "Bytes of HTTP requests that are not complete",
            incomplete,
        )?;
        let sessions = node.longpoll.count() as u64;
        out.gauge("baton_longpoll_sessions", "Connections that poll for want of a WebSocket", sessions)?;
        out.gauge("baton_subscriptions", "Subscriptions of all connections", m.total(|c| &c.subscriptions))?;
        out.gauge("baton_channels", "Channels that are occupied or keep messages", channels as u64)?;
        out.gauge("baton_kept_bytes", "Bytes of messages in history and cache", kept_bytes as u64)?;
        out.gauge(
            "baton_outbox_bytes",
            "Bytes that wait for clients to read them",
            m.total(|c| &c.outbox_bytes),
        )?;
        out.counter("baton_connections_opened", "WebSockets ever opened", m.connections_opened())?;
        out.counter("baton_messages_received", "Messages that clients sent", m.total(|c| &c.messages_in))?;
        out.counter("baton_messages_sent", "Messages that clients were sent", m.total(|c| &c.messages_out))?;
        let requests = m.requests.load(Relaxed) + m.total(|c| &c.requests);
        out.counter("baton_api_requests", "Requests of the HTTP API", requests)?;
        let slow = m.total(|c| &c.slow_clients);
        out.counter("baton_slow_clients_closed", "Clients closed because they read too slowly", slow)?;
        out.counter(
            "baton_faults",
            "Faults of a session, each of which closed one connection",
            m.total(|c| &c.faults),
        )?;
        let pauses = m.total(|c| &c.accept_pauses);
        out.counter("baton_accept_pauses", "Times that accepting paused for want of open files", pauses)?;
        if node.settings.tls.is_some() {
            out.tls(m)?;
        }
        out.tokens(&node)?;
        for (name, help, counter) in [
            ("baton_channels_occupied", "Channels that got their first subscription", &m.hub.occupied),
            ("baton_channels_vacated", "Channels that lost their last subscription", &m.hub.vacated),
            ("baton_members_added", "Users that joined a presence channel", &m.hub.members_added),
            ("baton_members_removed", "Users that left a presence channel", &m.hub.members_removed),
            (
                "baton_cache_misses",
                "Subscriptions to cache channels that had nothing to give",
                &m.hub.cache_misses,
            ),
            ("baton_mailbox_full", "Publications refused because a loop was behind", &m.hub.mailbox_full),
        ] {
            out.counter(name, help, counter.load(Relaxed))?;
        }
        out.refusals(m)?;
        out.delivery(m)?;
        out.process()
    }
}

struct Exposition<'a>(DescriptorEncoder<'a>);

impl Exposition<'_> {
    fn gauge(&mut self, name: &str, help: &str, value: u64) -> std::fmt::Result {
        self.0.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&value)
    }

    fn counter(&mut self, name: &str, help: &str, value: u64) -> std::fmt::Result {
        self.0
            .encode_descriptor(name, help, None, MetricType::Counter)?
            .encode_counter::<NoLabelSet, _, u64>(&value, None)
    }

    fn tls(&mut self, metrics: &Metrics) -> std::fmt::Result {
        let handshakes = metrics.total(|c| &c.tls_handshakes);
        self.counter("baton_tls_handshakes", "Handshakes of TLS that were completed", handshakes)?;
        let resumed = metrics.total(|c| &c.tls_handshakes_resumed);
        self.counter("baton_tls_handshakes_resumed", "Of these, those that went on from a ticket", resumed)?;
        let failed = metrics.total(|c| &c.tls_handshakes_failed);
        let help =
            "Handshakes of TLS that were not completed: no TLS, nothing in common, given up, or too slow";
        self.counter("baton_tls_handshakes_failed", help, failed)?;
        let help = "Connections that ended because of a record of TLS that could not be read";
        self.counter("baton_tls_records_refused", help, metrics.tls_records_refused())
    }

    fn tokens(&mut self, node: &Node) -> std::fmt::Result {
        let revocations = node.apps().iter().map(|state| state.keys.revocations.len() as u64).sum();
        self.gauge("baton_token_revocations", "Revocations of tokens that are remembered", revocations)?;
        let mut fetches = node.apps().iter().filter_map(|state| state.keys.fetches()).peekable();
        if fetches.peek().is_none() {
            return Ok(());
        }
        let (all, failed) = fetches.fold((0, 0), |sums, one| (sums.0 + one.all, sums.1 + one.failed));
        self.counter("baton_jwks_fetches", "Fetches of sets of keys (jwks_url)", all)?;
        self.counter("baton_jwks_fetches_failed", "Of these, those that brought no keys", failed)
    }

    fn refusals(&mut self, metrics: &Metrics) -> std::fmt::Result {
        let help = "What clients and callers asked and were refused, by cause";
        let mut family = self.0.encode_descriptor("baton_refused", help, None, MetricType::Counter)?;
        for (cause, counter) in Refusal::ALL.iter().zip(&metrics.refusals) {
            family
                .encode_family(&[("cause", cause.label())])?
                .encode_counter::<NoLabelSet, _, u64>(&counter.load(Relaxed), None)?;
        }
        Ok(())
    }

    #[allow(clippy::cast_precision_loss)] // sums beyond 2^53 microseconds are 285 years
    fn delivery(&mut self, metrics: &Metrics) -> std::fmt::Result {
        let count =
            |bucket: usize| metrics.loops.iter().map(|c| c.delivery.buckets[bucket].get()).sum::<u64>();
        let mut buckets: Vec<_> =
            DELIVERY_BOUNDS_US.iter().enumerate().map(|(n, &us)| (us as f64 / 1e6, count(n))).collect();
        buckets.push((f64::MAX, count(DELIVERY_BOUNDS_US.len())));
        let total = buckets.iter().map(|(_, count)| count).sum();
        let sum = metrics.loops.iter().map(|c| c.delivery.sum_us.get()).sum::<u64>() as f64 / 1e6;
        let help = "From accepting a message to handing it to a subscriber's socket";
        self.0
            .encode_descriptor("baton_delivery", help, Some(&Unit::Seconds), MetricType::Histogram)?
            .encode_histogram::<NoLabelSet>(sum, total, &buckets, None)
    }

    fn process(&mut self) -> std::fmt::Result {
        let seen = process::look();
        self.gauge("process_resident_memory_bytes", "Resident memory", seen.resident_bytes)?;
        self.gauge("process_open_fds", "Open files", seen.open_files)?;
        self.gauge("process_max_fds", "The limit of open files", seen.open_files_limit)?;
        self.0
            .encode_descriptor("process_cpu_seconds", "Processor time used", None, MetricType::Counter)?
            .encode_counter::<NoLabelSet, _, u64>(&seen.cpu_seconds, None)
    }
}
