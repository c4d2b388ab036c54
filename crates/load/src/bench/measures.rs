//! What can be measured: the names, in which unit, which side is better, and where an outcome has
//! them.

use std::collections::BTreeMap;

use crate::latency::Percentiles;
use crate::process::{ProcessMemory, Usage};
use crate::record::{Better, Measure};
use crate::report::ScenarioOutcome;
use crate::scenario::connect::ConnectOutcome;
use crate::scenario::fanout::FanoutOutcome;
use crate::scenario::joins::JoinsOutcome;
use crate::scenario::pairs::PairsOutcome;
use crate::scenario::rows::RowsOutcome;
use crate::scenario::users::UsersOutcome;

/// A row of the vocabulary: name, heading, unit, which side is better.
type Row = (&'static str, &'static str, &'static str, Better);

/// Every measure.
const VOCABULARY: &[Row] = {
    use Better::{Higher, Lower, Neither};
    &[
        ("deliveries_per_second", "Deliveries", "/s", Higher),
        ("messages_per_second", "Messages", "/s", Higher),
        ("cpu_us_per_delivery", "Server CPU per delivery", "µs", Lower),
        ("cpu_us_per_message", "Server CPU per message", "µs", Lower),
        ("cpu_s_per_million", "Server CPU per million deliveries", "s", Lower),
        ("cpu_us_per_connection", "Server CPU per connection, subscribed", "µs", Lower),
        ("cpu_percent", "Server CPU in the last stage", "% of a core", Lower),
        ("latency_p50_ms", "Latency, median", "ms", Lower),
        ("latency_p95_ms", "Latency, 95th percentile", "ms", Lower),
        ("latency_p99_ms", "Latency, 99th percentile", "ms", Lower),
        ("latency_max_ms", "Latency, longest", "ms", Lower),
        ("handshake_p50_ms", "Connect to greeting, median", "ms", Lower),
        ("handshake_p95_ms", "Connect to greeting, 95th percentile", "ms", Lower),
        ("subscription_p50_ms", "Greeting to subscribed, median", "ms", Lower),
        ("subscription_p95_ms", "Greeting to subscribed, 95th percentile", "ms", Lower),
        ("opening_p50_ms", "Connect to subscribed, median", "ms", Lower),
        ("opening_p95_ms", "Connect to subscribed, 95th percentile", "ms", Lower),
        ("opening_p99_ms", "Connect to subscribed, 99th percentile", "ms", Lower),
        ("step_1_p50_ms", "First step: connect to subscribed, median", "ms", Lower),
        ("step_1_p95_ms", "First step: connect to subscribed, 95th percentile", "ms", Lower),
        ("step_2_p50_ms", "Second step: connect to subscribed, median", "ms", Lower),
        ("step_2_p95_ms", "Second step: connect to subscribed, 95th percentile", "ms", Lower),
        ("arrival_s", "Until all are subscribed", "s", Lower),
        ("connections_per_second", "Connections, subscribed", "/s", Higher),
        ("memory_idle_mb", "Memory, empty server", "MB", Lower),
        ("memory_held_mb", "Memory, everybody connected", "MB", Lower),
        ("memory_peak_mb", "Memory, peak", "MB", Lower),
        ("memory_after_mb", "Memory, a second after all have left", "MB", Lower),
        ("bytes_per_connection", "Memory per connection", "B", Lower),
        ("bytes_per_subscription", "Memory per channel with its subscription", "B", Lower),
        ("sessions", "Sessions", "", Neither),
        ("errors", "Sessions that failed", "", Lower),
        ("deliveries", "Messages received", "", Neither),
        ("member_events_per_second", "Member events, received", "/s", Higher),
        ("messages_per_read", "Messages in one read", "", Neither),
        ("generator_lag_p99_ms", "Generator late, 99th percentile", "ms", Neither),
        ("generator_cpu_percent", "Generator CPU", "% of a core", Neither),
        ("storm_s", "Until all are back", "s", Lower),
        ("storm_opening_p95_ms", "Coming back, 95th percentile", "ms", Lower),
        ("storm_latency_p99_ms", "Latency of those who stayed, 99th percentile", "ms", Lower),
        ("rows_per_second", "Rows, received by all who may read them", "/s", Higher),
        ("cpu_us_per_row", "Server CPU per row", "µs", Lower),
        ("database_cpu_us_per_row", "PostgreSQL's CPU per row, the insert included", "µs", Lower),
        ("rows_per_commit", "Rows in a transaction", "", Neither),
        ("write_p50_ms", "Due to committed, median", "ms", Neither),
        ("write_p99_ms", "Due to committed, 99th percentile", "ms", Neither),
        ("following_s", "Until all follow", "s", Lower),
        ("cold_joins_per_second", "Cold joins", "/s", Higher),
        ("cold_join_p50_ms", "Cold join, median", "ms", Lower),
        ("cold_join_p95_ms", "Cold join, 95th percentile", "ms", Lower),
        ("cold_join_p99_ms", "Cold join, 99th percentile", "ms", Lower),
        ("cpu_us_per_cold_join", "Server CPU per cold join", "µs", Lower),
        ("database_cpu_us_per_cold_join", "PostgreSQL's CPU per cold join", "µs", Lower),
        ("warm_joins_per_second", "Warm joins", "/s", Higher),
        ("warm_join_p95_ms", "Warm join, 95th percentile", "ms", Lower),
        ("cpu_us_per_warm_join", "Server CPU per warm join", "µs", Lower),
        ("slow_cut_off", "Slow readers cut off", "", Neither),
        ("slow_gaps", "Messages kept from slow readers in silence", "", Lower),
    ]
};

/// The measure of that name. Fails if there is none; the text names it.
pub(super) fn describe(name: &str, main: bool, log: bool) -> Result<Measure, String> {
    match VOCABULARY.iter().find(|(known, ..)| *known == name) {
        Some((_, title, unit, better)) => Ok(Measure {
            name: name.to_owned(),
            title: (*title).to_owned(),
            unit: (*unit).to_owned(),
            better: *better,
            main,
            log,
        }),
        None => {
            let names: Vec<&str> = VOCABULARY.iter().map(|(name, ..)| *name).collect();
            Err(format!("measure \"{name}\" is none of {}", names.join(", ")))
        }
    }
}

/// All that an outcome has, by name.
pub(super) fn of(outcome: &ScenarioOutcome) -> BTreeMap<String, f64> {
    let mut found = Found::default();
    match outcome {
        ScenarioOutcome::Fanout(outcome) => found.fanout(outcome),
        ScenarioOutcome::Pairs(outcome) => found.pairs(outcome),
        ScenarioOutcome::Connect(outcome) => found.connect(outcome),
        ScenarioOutcome::Hold(outcome) => {
            found.idle_memory(outcome.memory_before, outcome.memory_after, outcome.bytes_per_client);
        }
        ScenarioOutcome::Idle(outcome) => {
            found.maybe("cpu_us_per_message", outcome.server_cpu_us_per_echo);
            found.percentiles("latency", &outcome.latency);
            found.idle_memory(outcome.memory_before, outcome.memory_after, outcome.bytes_per_client);
            found.generator(&outcome.usage);
        }
        ScenarioOutcome::Users(outcome) => found.users(outcome),
        ScenarioOutcome::Rows(outcome) => found.rows(outcome),
        ScenarioOutcome::Joins(outcome) => found.joins(outcome),
    }
    found.0
}

#[derive(Default)]
struct Found(BTreeMap<String, f64>);

impl Found {
    fn put(&mut self, name: &str, value: f64) {
        self.0.insert(name.to_owned(), value);
    }

    fn maybe(&mut self, name: &str, value: Option<f64>) {
        if let Some(value) = value {
            self.put(name, value);
        }
    }

    fn count(&mut self, name: &str, count: u64) {
        #[allow(clippy::cast_precision_loss)] // far below 2^52
        self.put(name, count as f64);
    }

    fn memory(&mut self, name: &str, memory: Option<ProcessMemory>) {
        self.maybe(name, memory.map(|memory| megabytes(memory.rss)));
    }

    fn idle_memory(&mut self, before: Option<ProcessMemory>, held: Option<ProcessMemory>, each: Option<f64>) {
        self.memory("memory_idle_mb", before);
        self.memory("memory_held_mb", held);
        self.maybe("bytes_per_connection", each);
    }

    fn percentiles(&mut self, name: &str, percentiles: &Percentiles) {
        if percentiles.count > 0 {
            self.put(&format!("{name}_p50_ms"), percentiles.p50_ms);
            self.put(&format!("{name}_p95_ms"), percentiles.p95_ms);
            self.put(&format!("{name}_p99_ms"), percentiles.p99_ms);
            self.put(&format!("{name}_max_ms"), percentiles.max_ms);
        }
    }

    fn generator(&mut self, usage: &Usage) {
        self.put("generator_cpu_percent", 100.0 * usage.generator_cpu_seconds / usage.seconds.max(0.001));
    }

    fn fanout(&mut self, outcome: &FanoutOutcome) {
        self.put("deliveries_per_second", outcome.deliveries_per_second);
        self.maybe("cpu_us_per_delivery", outcome.server_cpu_us_per_delivery);
        self.maybe("cpu_s_per_million", outcome.server_cpu_us_per_delivery);
        self.put("messages_per_read", outcome.messages_per_read);
        self.generator(&outcome.usage);
    }

    fn pairs(&mut self, outcome: &PairsOutcome) {
        self.put("messages_per_second", outcome.messages_per_second);
        self.put("deliveries_per_second", outcome.messages_per_second);
        self.maybe("cpu_us_per_message", outcome.server_cpu_us_per_message);
        self.maybe("cpu_us_per_delivery", outcome.server_cpu_us_per_message);
        self.put("messages_per_read", outcome.messages_per_read);
        self.generator(&outcome.usage);
    }

    fn connect(&mut self, outcome: &ConnectOutcome) {
        self.put("connections_per_second", outcome.clients_per_second);
        self.maybe("cpu_us_per_connection", outcome.server_cpu_us_per_client);
        self.percentiles("opening", &outcome.latency);
        self.percentiles("step_1", &outcome.latency);
        self.count("errors", outcome.failed as u64);
    }

    fn users(&mut self, outcome: &UsersOutcome) {
        self.put("deliveries_per_second", outcome.deliveries_per_second);
        self.maybe("cpu_us_per_delivery", outcome.server_cpu_us_per_delivery);
        self.maybe("cpu_s_per_million", outcome.server_cpu_us_per_delivery);
        self.maybe("cpu_us_per_connection", outcome.server_cpu_us_per_session);
        self.maybe("cpu_percent", outcome.server_cpu_of_last_stage.map(|part| 100.0 * part));
        self.percentiles("latency", &outcome.latency);
        self.percentiles("handshake", &outcome.greeting);
        self.percentiles("subscription", &outcome.subscription);
        self.percentiles("opening", &outcome.opening);
        for (name, stage) in ["step_1", "step_2"].iter().zip(outcome.arrivals()) {
            self.percentiles(name, &stage.opening);
        }
        self.maybe("arrival_s", outcome.arrival_seconds);
        self.idle_memory(outcome.memory_before, outcome.memory_held, outcome.bytes_per_user);
        self.memory("memory_after_mb", outcome.memory_after);
        self.maybe("memory_peak_mb", outcome.memory_peak.map(megabytes));
        self.maybe("bytes_per_subscription", outcome.bytes_per_subscription);
        self.count("sessions", outcome.sessions);
        self.count("errors", outcome.failed);
        self.count("deliveries", outcome.deliveries);
        if outcome.member_events > 0 {
            self.maybe("member_events_per_second", outcome.member_events_per_second);
        }
        self.put("generator_lag_p99_ms", outcome.generator_lag.p99_ms);
        self.generator(&outcome.usage);
        self.maybe("storm_s", outcome.storm_seconds);
        self.maybe("storm_opening_p95_ms", outcome.storm_opening.map(|opening| opening.p95_ms));
        self.maybe("storm_latency_p99_ms", outcome.storm_latency.map(|latency| latency.p99_ms));
        self.count("slow_cut_off", outcome.slow_cut_off);
        self.count("slow_gaps", outcome.slow_gaps);
    }

    fn rows(&mut self, outcome: &RowsOutcome) {
        self.put("rows_per_second", outcome.rows_per_second);
        self.put("deliveries_per_second", outcome.deliveries_per_second);
        self.maybe("cpu_us_per_row", outcome.server_cpu_us_per_row);
        self.maybe("cpu_us_per_delivery", outcome.server_cpu_us_per_delivery);
        self.maybe("database_cpu_us_per_row", outcome.database_cpu_us_per_row);
        self.put("rows_per_commit", outcome.rows_per_commit);
        self.percentiles("latency", &outcome.latency);
        self.percentiles("write", &outcome.write);
        self.put("generator_lag_p99_ms", outcome.generator_lag.p99_ms);
        self.put("following_s", outcome.following.seconds);
        self.maybe("bytes_per_connection", outcome.following.bytes_per_client);
        self.generator(&outcome.usage);
    }

    fn joins(&mut self, outcome: &JoinsOutcome) {
        self.put("cold_joins_per_second", outcome.cold.per_second);
        self.percentiles("cold_join", &outcome.cold.latency);
        self.maybe("cpu_us_per_cold_join", outcome.cold.server_cpu_us);
        self.maybe("database_cpu_us_per_cold_join", outcome.cold.database_cpu_us);
        if let Some(warm) = &outcome.warm {
            self.put("warm_joins_per_second", warm.per_second);
            self.percentiles("warm_join", &warm.latency);
            self.maybe("cpu_us_per_warm_join", warm.server_cpu_us);
        }
        self.generator(&outcome.usage);
    }
}

/// Bytes as megabytes of 1,000,000.
fn megabytes(bytes: u64) -> f64 {
    #[allow(clippy::cast_precision_loss)] // bytes of one process, far below 2^52
    let bytes = bytes as f64;
    bytes / 1e6
}
