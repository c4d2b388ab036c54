//! What a run with users measured.

use serde::Serialize;

use super::crowd::{Counts, StormLog, Times};
use super::settings::Users;
use super::shard::ShardReport;
use super::watch::Log;
use crate::fault::Fault;
use crate::latency::Percentiles;
use crate::process::{ProcessMemory, Usage};

/// CPU and memory of one stage.
#[derive(Debug, Clone, Serialize)]
pub struct StageUsage {
    /// Users that the stage leads to.
    pub users: usize,
    /// Users who were subscribed at its end.
    pub active: usize,
    /// How long it took.
    pub seconds: f64,
    /// The server's CPU meanwhile, if its process is known.
    pub server_cpu_seconds: Option<f64>,
    /// Messages received meanwhile.
    pub deliveries: u64,
    /// The server's resident memory at its end.
    pub rss: Option<u64>,
    /// From `connect` to the last confirmation, of the sessions that began in it.
    pub opening: Percentiles,
}

/// What a run with users measured.
#[derive(Debug, Clone, Serialize)]
pub struct UsersOutcome {
    /// Sessions begun.
    pub sessions: u64,
    /// Sessions that did not get as far as being subscribed.
    pub failed: u64,
    /// Why the first of them did not.
    pub first_failure: Option<String>,
    /// From `connect` to the answer to the upgrade.
    pub upgrade: Percentiles,
    /// From `connect` to the greeting.
    pub greeting: Percentiles,
    /// From the greeting to the last confirmation.
    pub subscription: Percentiles,
    /// From `connect` to the last confirmation.
    pub opening: Percentiles,
    /// Client events sent.
    pub events_sent: u64,
    /// Messages received by all users in the whole run.
    pub deliveries: u64,
    /// Those received before the end of the stages, per second of them.
    pub deliveries_per_second: f64,
    /// Joins and departures of members, as received by users.
    pub member_events: u64,
    /// From when a message was due to when its receiver read it, over all receivers.
    pub latency: Percentiles,
    /// From when a message was due to when it left the generator: what the generator itself adds to
    /// `latency`.
    pub generator_lag: Percentiles,
    /// Each stage.
    pub stages: Vec<StageUsage>,
    /// The server's memory before the first user.
    pub memory_before: Option<ProcessMemory>,
    /// At the end of the stages, all users still connected.
    pub memory_held: Option<ProcessMemory>,
    /// The most resident memory that was seen.
    pub memory_peak: Option<u64>,
    /// When all users had left.
    pub memory_after: Option<ProcessMemory>,
    /// What resident memory grew by, per user connected at the end of the stages.
    pub bytes_per_user: Option<f64>,
    /// The same per subscription.
    pub bytes_per_subscription: Option<f64>,
    /// Member events received, per second until the most users were there.
    pub member_events_per_second: Option<f64>,
    /// The server's CPU per message received, in microseconds, all else included.
    pub server_cpu_us_per_delivery: Option<f64>,
    /// How long it took from the start until the most users of all stages were subscribed.
    pub arrival_seconds: Option<f64>,
    /// The server's CPU per session in microseconds until then.
    pub server_cpu_us_per_session: Option<f64>,
    /// The part of one core that the server used in the last stage.
    pub server_cpu_of_last_stage: Option<f64>,
    /// After a storm: how long until the last was subscribed again.
    pub storm_seconds: Option<f64>,
    /// From `connect` to the last confirmation, of users that came back.
    pub storm_opening: Option<Percentiles>,
    /// Latency of messages received while the storm was on.
    pub storm_latency: Option<Percentiles>,
    /// Slow users.
    pub slow: u64,
    /// Those that the server cut off.
    pub slow_cut_off: u64,
    /// Messages that the server skipped for the others, without notice.
    pub slow_gaps: u64,
    /// CPU of both sides until the end of the stages.
    pub usage: Usage,
}

impl UsersOutcome {
    /// The stages in which sessions began.
    pub fn arrivals(&self) -> impl Iterator<Item = &StageUsage> {
        self.stages.iter().filter(|stage| stage.opening.count > 0)
    }

    pub(super) fn new(settings: &Users, report: ShardReport, log: Log) -> Result<Self, Fault> {
        let ShardReport { books, times, counts, storm, .. } = report;
        let active = log.stages.last().map_or(0, |stage| stage.active);
        #[allow(clippy::cast_precision_loss)] // counts and bytes far below 2^52
        let (count, per) = (|n: u64| n as f64, |n: f64, of: u64| (of > 0).then(|| n / of as f64));
        let grown_each = |clients| ProcessMemory::growth_each(log.before, log.held, clients);
        let storm_seconds = match (storm.began, storm.over) {
            (Some(began), Some(over)) => Some((over - began).as_secs_f64()),
            (Some(_), None) if storm.lost > storm.back => {
                return Err(Fault::Run(format!(
                    "{} of {} users were not back at the end of the run",
                    storm.lost - storm.back,
                    storm.lost
                )));
            }
            _ => None,
        };
        let mut stages = log.stages;
        for (stage, opening) in stages.iter_mut().zip(&times.opening_by_stage) {
            stage.opening = opening.percentiles();
        }
        let gaps = books.visits.iter().map(|visit| visit.gaps).sum();
        let stormed = settings.storm.is_some();
        Ok(Self {
            sessions: counts.sessions,
            failed: counts.failed,
            first_failure: counts.first_failure,
            upgrade: times.upgrade.percentiles(),
            greeting: times.greeting.percentiles(),
            subscription: times.subscription.percentiles(),
            opening: times.opening.percentiles(),
            events_sent: counts.sent,
            deliveries: counts.deliveries,
            deliveries_per_second: count(log.deliveries) / log.usage.seconds,
            member_events: counts.member_events,
            latency: times.delivery.percentiles(),
            generator_lag: times.generator_lag.percentiles(),
            memory_before: log.before,
            memory_held: log.held,
            memory_peak: log.peak_rss,
            memory_after: log.after,
            bytes_per_user: grown_each(active),
            bytes_per_subscription: grown_each(active * settings.channels_of(0).len()),
            member_events_per_second: log
                .arrival
                .map(|usage| count(counts.member_events) / usage.seconds.max(0.001)),
            server_cpu_us_per_delivery: log
                .whole
                .server_cpu_seconds
                .and_then(|seconds| per(1e6 * seconds, counts.deliveries)),
            arrival_seconds: log.arrival.map(|usage| usage.seconds),
            server_cpu_us_per_session: log
                .arrival
                .and_then(|usage| per(1e6 * usage.server_cpu_seconds?, settings.most() as u64)),
            server_cpu_of_last_stage: stages
                .last()
                .and_then(|stage| Some(stage.server_cpu_seconds? / stage.seconds.max(0.001))),
            storm_seconds,
            storm_opening: stormed.then(|| times.opening_in_storm.percentiles()),
            storm_latency: stormed.then(|| times.delivery_in_storm.percentiles()),
            slow: counts.slow,
            slow_cut_off: counts.cut_off,
            slow_gaps: gaps,
            stages,
            usage: log.usage,
        })
    }
}

impl Times {
    pub(super) fn add(&mut self, other: &Self) {
        self.upgrade.add(&other.upgrade);
        self.greeting.add(&other.greeting);
        self.subscription.add(&other.subscription);
        self.opening.add(&other.opening);
        if self.opening_by_stage.is_empty() {
            self.opening_by_stage.clone_from(&other.opening_by_stage);
        } else {
            let stages = self.opening_by_stage.iter_mut().zip(&other.opening_by_stage);
            stages.for_each(|(stage, other)| stage.add(other));
        }
        self.delivery.add(&other.delivery);
        self.delivery_in_storm.add(&other.delivery_in_storm);
        self.opening_in_storm.add(&other.opening_in_storm);
        self.generator_lag.add(&other.generator_lag);
    }
}

impl Counts {
    pub(super) fn add(&mut self, other: Self) {
        self.sessions += other.sessions;
        self.failed += other.failed;
        self.first_failure = self.first_failure.take().or(other.first_failure);
        self.deliveries += other.deliveries;
        self.member_events += other.member_events;
        self.sent += other.sent;
        self.slow += other.slow;
        self.cut_off += other.cut_off;
    }
}

impl StormLog {
    pub(super) fn add(&mut self, other: Self) {
        self.began = self.began.or(other.began);
        self.lost += other.lost;
        self.back += other.back;
        self.over = self.over.max(other.over);
    }
}
