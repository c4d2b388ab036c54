//! The counters as Prometheus reads them.
//!
//! Labels are short closed lists: no channel, user, origin or path, so that no client can add a
//! series. How many apps have series of their own is a setting ([`by_app`](super::by_app)).

use std::env::consts::{ARCH, OS};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Weak};

use baton_protocols::Refusal;
use baton_reactor::{Moment, Validity};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeGaugeValue, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::{Registry, Unit};

use super::by_app::{Usage, bounded, in_order};
use super::{DELIVERY_BOUNDS_US, LastReload, Metrics, canary};
use crate::acme::Acme;
use crate::clock::unix_ms;
use crate::database::Health;
use crate::hooks::{BOUNDS_US, Counted};
use crate::log_writer;
use crate::node::Node;
use crate::process;
use crate::trace;

/// Why a question about policies had no answer, in the order of [`PolicyCounts::failures`].
///
/// [`PolicyCounts::failures`]: baton_postgres::access::PolicyCounts::failures
const POLICY_FAILURES: [&str; 4] = ["unreachable", "busy", "cancelled", "failed"];

/// How the counters are spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// OpenMetrics 1.0, which Prometheus asks for.
    OpenMetrics,
    /// Prometheus' text format 0.0.4, for all others: people, and programs that check it.
    Text,
}

impl Form {
    /// What a scrape that accepts these types gets.
    pub(crate) fn for_accept(accept: &str) -> Self {
        if accept.contains("application/openmetrics-text") { Self::OpenMetrics } else { Self::Text }
    }

    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::OpenMetrics => "application/openmetrics-text; version=1.0.0; charset=utf-8",
            Self::Text => "text/plain; version=0.0.4; charset=utf-8",
        }
    }
}

/// What a scrape is answered.
pub(crate) fn exposition(node: &Arc<Node>, form: Form) -> String {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(Scrape(Arc::downgrade(node))));
    let mut text = String::with_capacity(8 * 1024);
    match encode(&mut text, &registry) {
        Ok(()) if form == Form::Text => plain(&text),
        Ok(()) => text,
        Err(error) => format!("# the metrics could not be written: {error}\n"),
    }
}

/// OpenMetrics in the text format. There a counter's description has the name of its samples, and neither units nor the end
/// are marked.
fn plain(openmetrics: &str) -> String {
    let counters: Vec<&str> = openmetrics
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.strip_suffix(" counter"))
        .collect();
    let mut text = String::with_capacity(openmetrics.len());
    for line in openmetrics.lines() {
        let mut words = line.splitn(4, ' ');
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("#"), Some("EOF" | "UNIT"), ..) => {}
            (Some("#"), Some(kind), Some(name), Some(rest)) if counters.contains(&name) => {
                let _ = writeln!(text, "# {kind} {name}_total {rest}");
            }
            _ => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text
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
        let (channels, history_bytes) = node.hub_size();
        out.build()?;
        out.last_reload(&m.last_reload)?;
        out.gauge("baton_connections", "Open WebSockets", m.connections())?;
        out.gauge(
            "baton_sockets",
            "Open client sockets, whatever they speak, and long-poll sessions",
            m.sockets(),
        )?;
        let incomplete = node.incomplete.bytes() as u64;
        out.gauge(
            "baton_incomplete_request_bytes",
            "Bytes of HTTP requests that are not complete",
            incomplete,
        )?;
        let sessions = node.longpoll.count() as u64;
        out.gauge("baton_longpoll_sessions", "Connections that poll for want of a WebSocket", sessions)?;
        out.gauge("baton_subscriptions", "Subscriptions of all connections", m.subscriptions())?;
        out.gauge("baton_channels", "Channels that are occupied or store messages", channels as u64)?;
        out.gauge("baton_history_bytes", "Bytes of messages in history and cache", history_bytes as u64)?;
        out.gauge(
            "baton_outbox_bytes",
            "Bytes that wait for clients to read them",
            m.total(|c| &c.outbox_bytes) + node.longpoll.outbox_bytes() as u64,
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
        {
            let config = node.config();
            if config.settings.tls.is_some() {
                out.tls(m)?;
                let of_files = config.settings.certificates.iter().cloned();
                out.certificates(&of_files.chain(node.acme.shown()).collect::<Vec<_>>())?;
            }
            if config.settings.has_acme() {
                out.acme(&node.acme)?;
            }
        }
        out.history_store(&node)?;
        out.recovery(&node)?;
        out.apps_database(&node)?;
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
            (
                "baton_loop_queue_full",
                "Publications refused because a loop was behind",
                &m.hub.loop_queue_full,
            ),
        ] {
            out.counter(name, help, counter.load(Relaxed))?;
        }
        out.apps(&node)?;
        out.databases(&node)?;
        out.webhooks(&node)?;
        out.hooks(&node)?;
        out.alerts(&node)?;
        out.lines(&node)?;
        out.spans()?;
        out.refusals(&node)?;
        out.delivery(m)?;
        canary::encode(&mut out.0, m)?;
        out.process()
    }
}

struct Exposition<'a>(DescriptorEncoder<'a>);

impl Exposition<'_> {
    fn gauge(&mut self, name: &str, help: &str, value: impl EncodeGaugeValue) -> std::fmt::Result {
        self.0.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&value)
    }

    fn counter(&mut self, name: &str, help: &str, value: u64) -> std::fmt::Result {
        self.0
            .encode_descriptor(name, help, None, MetricType::Counter)?
            .encode_counter::<NoLabelSet, _, u64>(&value, None)
    }

    fn build(&mut self) -> std::fmt::Result {
        let help = "Always 1; its labels say which Baton this is";
        self.0
            .encode_descriptor("baton_build_info", help, None, MetricType::Gauge)?
            .encode_family(&[("version", env!("CARGO_PKG_VERSION")), ("arch", ARCH), ("os", OS)])?
            .encode_gauge(&1u64)
    }

    /// Named like Prometheus's own metrics of its reloads.
    #[allow(clippy::cast_precision_loss)] // milliseconds since 1970 are far below 2^53
    fn last_reload(&mut self, last: &LastReload) -> std::fmt::Result {
        let help = "Whether the settings that were last read (at start, SIGHUP) are in effect";
        self.gauge("baton_config_last_reload_successful", help, u64::from(!last.failed.load(Relaxed)))?;
        let help = "When the settings that are in effect were read, in seconds since 1970";
        let seconds = last.success_ms.load(Relaxed) as f64 / 1e3;
        self.gauge("baton_config_last_reload_success_timestamp_seconds", help, seconds)
    }

    /// The table of apps, if the settings name one.
    fn apps_database(&mut self, node: &Node) -> std::fmt::Result {
        let config = node.config();
        if config.settings.apps_database_url.bytes().is_empty() {
            return Ok(());
        }
        let rows = &config.settings.rows;
        let help = "Whether the table of apps could be read at the last attempt";
        self.gauge("baton_apps_database_up", help, u64::from(node.metrics.apps_database.is_up()))?;
        let help = "Apps of the table that are in effect";
        self.gauge("baton_apps_database_apps", help, rows.in_effect.len() as u64)?;
        let help = "Rows of the table that are wrong, and are not in effect";
        self.gauge("baton_apps_database_refused_rows", help, rows.refused.len() as u64)
    }

    /// Those that new connections get, by their files; of one whose file does not say, nothing.
    fn certificates(&mut self, certificates: &[(PathBuf, Validity)]) -> std::fmt::Result {
        let of_each = |moment: fn(&Validity) -> Moment| {
            certificates.iter().map(move |(file, validity)| {
                (file.to_str().unwrap_or_default(), moment(validity).unix_seconds())
            })
        };
        let help = "When the certificate begins to be valid, in seconds since 1970";
        let begins = of_each(|validity| validity.not_before);
        self.gauges("baton_tls_certificate_not_before_seconds", help, "file", begins)?;
        let help = "When the certificate expires, in seconds since 1970";
        let ends = of_each(|validity| validity.not_after);
        self.gauges("baton_tls_certificate_not_after_seconds", help, "file", ends)
    }

    fn acme(&mut self, acme: &Acme) -> std::fmt::Result {
        let issued = acme.issued.load(Relaxed);
        self.counter(
            "baton_acme_certificates_issued",
            "Certificates that the server has ordered and got",
            issued,
        )?;
        let failed = acme.failed.load(Relaxed);
        self.counter("baton_acme_orders_failed", "Orders of a certificate that failed", failed)?;
        let help = "Orders that have failed since the last certificate was issued";
        self.gauge("baton_acme_failures_in_a_row", help, acme.failing.load(Relaxed))
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
        let config = node.config();
        let revocations: u64 = config.apps().iter().map(|state| state.keys.revocations.len() as u64).sum();
        self.gauge("baton_token_revocations", "Revocations of tokens that are remembered", revocations)?;
        let mut fetches = config.apps().iter().filter_map(|state| state.keys.fetches()).peekable();
        if fetches.peek().is_none() {
            return Ok(());
        }
        let (all, failed) = fetches.fold((0, 0), |sums, one| (sums.0 + one.all, sums.1 + one.failed));
        self.counter("baton_jwks_fetches", "Fetches of sets of keys (jwks_url)", all)?;
        self.counter("baton_jwks_fetches_failed", "Of these, those that brought no keys", failed)
    }

    /// Lines of the log that nobody will read.
    fn lines(&mut self, node: &Node) -> std::fmt::Result {
        let help =
            "Lines of the log that were not written (access_log_per_second, or nobody reads standard error)";
        let mut family =
            self.0.encode_descriptor("baton_log_lines_dropped", help, None, MetricType::Counter)?;
        for (cause, count) in [("rate", node.access_log.dropped()), ("overflow", log_writer::dropped())] {
            family.encode_family(&[("cause", cause)])?.encode_counter::<NoLabelSet, _, u64>(&count, None)?;
        }
        Ok(())
    }

    /// Nothing where no collector is named.
    fn spans(&mut self) -> std::fmt::Result {
        let Some(tracer) = trace::tracer() else { return Ok(()) };
        let figures = &tracer.figures;
        let help = "Spans that the collector has taken (otlp_endpoint)";
        self.counter("baton_trace_spans_exported", help, figures.exported.load(Relaxed))?;
        let help = "Spans that were not sent, or that the collector did not take";
        let mut family =
            self.0.encode_descriptor("baton_trace_spans_dropped", help, None, MetricType::Counter)?;
        for (cause, counter) in [("overflow", &figures.overflowed), ("refused", &figures.refused)] {
            let count = counter.load(Relaxed);
            family.encode_family(&[("cause", cause)])?.encode_counter::<NoLabelSet, _, u64>(&count, None)?;
        }
        Ok(())
    }

    /// Nothing where history is in memory alone.
    fn history_store(&mut self, node: &Node) -> std::fmt::Result {
        let Some(store) = &node.history else { return Ok(()) };
        let (bytes, segments, is_available) = store.state();
        let help = "Whether messages can be stored (history_store); while they cannot, publishes that are to be get 503";
        self.gauge("baton_history_store_up", help, u64::from(is_available))?;
        self.gauge("baton_history_store_bytes", "Bytes of the store of history on the disk", bytes)?;
        self.gauge("baton_history_store_segments", "Files of the store of history", segments)?;
        let counters = &store.counters;
        for (name, help, counter) in [
            (
                "baton_history_store_damaged",
                "Damaged places of the store that were found at the start",
                &counters.damaged,
            ),
            ("baton_history_store_restored", "Messages that were restored at the start", &counters.restored),
            ("baton_history_store_cleaned", "Files whose space was reclaimed", &counters.cleaned),
        ] {
            self.counter(name, help, counter.load(Relaxed))?;
        }
        Ok(())
    }

    /// Nothing where no app has it, and none had.
    fn recovery(&mut self, node: &Node) -> std::fmt::Result {
        let counters = &node.recoveries.counters;
        let has_any = node.config().apps().iter().any(|state| state.app.recovery);
        if !has_any && counters.asked.load(Relaxed) == 0 {
            return Ok(());
        }
        for (name, help, counter) in [
            (
                "baton_recovery_complete",
                "Subscriptions that were sent all that they missed",
                &counters.complete,
            ),
            (
                "baton_recovery_lost",
                "Subscriptions whose missed messages were not stored any more",
                &counters.lost,
            ),
            ("baton_recovery_messages", "Missed messages that were sent", &counters.messages),
            (
                "baton_recovery_messages_repeated",
                "Messages that were sent again, as it was not known whether they had arrived",
                &counters.repeated,
            ),
            (
                "baton_recovery_forgotten",
                "Ended connections that were forgotten for want of room (recovery_bytes)",
                &counters.forgotten,
            ),
            ("baton_recovery_pings", "Pings that asked what had arrived", &counters.asked),
        ] {
            self.counter(name, help, counter.load(Relaxed))?;
        }
        let (ended, bytes) = node.recoveries.remembered();
        self.gauge(
            "baton_recovery_remembered",
            "Ended connections whose clients may come back",
            ended as u64,
        )?;
        self.gauge("baton_recovery_remembered_bytes", "Bytes of what is remembered of them", bytes as u64)
    }

    /// Nothing where no app has any, and none had.
    fn webhooks(&mut self, node: &Node) -> std::fmt::Result {
        let figures = &node.webhooks.figures;
        let config = node.config();
        let has_any = config.apps().iter().any(|state| !state.app.pusher.webhooks.0.is_empty());
        drop(config);
        if !has_any && figures.queued.load(Relaxed) == 0 {
            return Ok(());
        }
        let now_ms = unix_ms();
        let age = |since_ms: u64| if since_ms == 0 { 0 } else { now_ms.saturating_sub(since_ms) / 1_000 };
        for (name, help, value) in [
            ("baton_webhook_events_waiting", "Events that wait for a receiver", &figures.waiting),
            (
                "baton_webhook_requests_under_way",
                "Requests of webhooks that are not over",
                &figures.under_way,
            ),
        ] {
            self.gauge(name, help, value.load(Relaxed))?;
        }
        let help = "Seconds for which the oldest request of a webhook has not been taken";
        self.gauge("baton_webhook_oldest_request_seconds", help, age(figures.oldest_ms.load(Relaxed)))?;
        for (name, help, counter) in [
            ("baton_webhook_events_queued", "Events that were queued for a receiver", &figures.queued),
            ("baton_webhook_events_delivered", "Events that a receiver has taken", &figures.delivered),
            (
                "baton_webhook_requests_failed",
                "Requests that a receiver did not take, each try counted",
                &figures.failed_requests,
            ),
            (
                "baton_webhook_store_errors",
                "Times that the queue could not be stored in data_dir",
                &figures.store_errors,
            ),
        ] {
            self.counter(name, help, counter.load(Relaxed))?;
        }
        let help = "Events that no receiver was sent, or took (webhook_retry_s, webhook_queue_bytes)";
        let name = "baton_webhook_events_dropped";
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Counter)?;
        for (cause, counter) in [("expired", &figures.expired), ("overflow", &figures.overflowed)] {
            let count = counter.load(Relaxed);
            family.encode_family(&[("cause", cause)])?.encode_counter::<NoLabelSet, _, u64>(&count, None)?;
        }
        Ok(())
    }

    /// Nothing where no app has any, and none had.
    #[allow(clippy::cast_precision_loss)] // as for deliveries
    fn hooks(&mut self, node: &Node) -> std::fmt::Result {
        let config = node.config();
        let apps = in_order(&config)
            .into_iter()
            .filter_map(|state| Some((state.app.id.clone(), state.hook_figures()?.get())));
        let apps = bounded(config.settings.metrics_apps, apps, Counted::plus);
        drop(config);
        if apps.is_empty() {
            return Ok(());
        }
        let waiting = apps.iter().map(|(app, counted)| (&**app, counted.waiting));
        self.gauges(
            "baton_hook_questions_waiting",
            "Questions that hooks have not answered",
            "app",
            waiting,
        )?;
        let requests = apps.iter().map(|(app, counted)| (&**app, counted.requests));
        self.counters("baton_hook_requests", "Requests to hooks", requests)?;
        let help = "What hooks were asked, by what became of it";
        let mut family = self.0.encode_descriptor("baton_hook_questions", help, None, MetricType::Counter)?;
        for (app, counted) in &apps {
            for (outcome, count) in counted.outcomes() {
                let labels = [("app", &**app), ("outcome", outcome)];
                family.encode_family(&labels)?.encode_counter::<NoLabelSet, _, u64>(&count, None)?;
            }
        }
        let all = apps.into_iter().map(|(_, counted)| counted).reduce(Counted::plus).unwrap_or_default();
        let bounds = BOUNDS_US.iter().map(|&us| us as f64 / 1e6).chain([f64::INFINITY]);
        let buckets: Vec<_> = bounds.zip(all.buckets).collect();
        let total = all.buckets.iter().sum();
        let help = "From a question to its answer, the wait for its turn included";
        self.0
            .encode_descriptor("baton_hook", help, Some(&Unit::Seconds), MetricType::Histogram)?
            .encode_histogram::<NoLabelSet>(all.sum_us as f64 / 1e6, total, &buckets, None)
    }

    /// Left out while there are no alerts and no message was counted.
    fn alerts(&mut self, node: &Node) -> std::fmt::Result {
        let (alerts, figures) = (node.alerts.shown(None), &node.alerts.figures);
        let sent = figures.sent.load(Relaxed);
        let (failed, dropped) = (figures.failed.load(Relaxed), figures.dropped.load(Relaxed));
        if alerts.is_empty() && sent + failed + dropped == 0 {
            return Ok(());
        }
        let firing = alerts.iter().map(|shown| (&*shown.alert.name, u64::from(shown.state == "firing")));
        self.gauges("baton_alert_firing", "Whether the alert of the settings is firing", "alert", firing)?;
        let help = "Messages of alerts that a receiver has taken";
        self.counter("baton_alert_messages_sent", help, sent)?;
        let help = "Requests with a message of an alert that a receiver did not take, each try counted";
        self.counter("baton_alert_requests_failed", help, failed)?;
        let help = "Messages of alerts that were given up: tried for an hour, or too many waited";
        self.counter("baton_alert_messages_dropped", help, dropped)
    }

    /// What each app uses.
    fn apps(&mut self, node: &Node) -> std::fmt::Result {
        let config = node.config();
        let apps = in_order(&config).into_iter().map(|state| (state.app.id.clone(), Usage::of(state)));
        let apps = bounded(config.settings.metrics_apps, apps, Usage::plus);
        drop(config);
        let each = |of: fn(&Usage) -> u64| apps.iter().map(move |(app, usage)| (&**app, of(usage)));
        let help = "Open connections of the app";
        self.gauges("baton_app_connections", help, "app", each(|app| app.connections))?;
        let help = "Channels of the app that somebody is subscribed to";
        self.gauges("baton_app_occupied_channels", help, "app", each(|app| app.channels))?;
        let help = "Messages that clients of the app sent";
        self.counters("baton_app_messages_received", help, each(|app| app.received))?;
        let help = "Messages that clients of the app were sent";
        self.counters("baton_app_messages_sent", help, each(|app| app.sent))
    }

    /// How each app's database is; nothing where no app has one.
    fn databases(&mut self, node: &Node) -> std::fmt::Result {
        let config = node.config();
        let databases = in_order(&config)
            .into_iter()
            .filter_map(|state| Some((state.app.id.clone(), state.database.as_ref()?.health())));
        let databases = bounded(config.settings.metrics_apps, databases, Health::and);
        drop(config);
        if databases.is_empty() {
            return Ok(());
        }
        let ups = databases.iter().map(|(app, health)| (&**app, u64::from(health.is_up)));
        let help = "Whether the app's database can be asked about policies";
        self.gauges("baton_database_up", help, "app", ups)?;
        let feeds =
            databases.iter().filter_map(|(app, health)| Some((&**app, u64::from(health.feed_is_up?))));
        let help = "Whether the changes of the app's database are read";
        self.gauges("baton_database_feed_up", help, "app", feeds)?;
        let lags =
            databases.iter().filter_map(|(app, health)| Some((&**app, health.feed_lag?.as_secs_f64())));
        let help = "Since when the oldest change was committed that has come and is not delivered";
        self.gauges("baton_database_feed_lag_seconds", help, "app", lags)?;
        let help = "Questions that policies on private channels were asked";
        let questions = databases.iter().map(|(app, health)| (&**app, health.policies.questions));
        self.counters("baton_database_policy_questions", help, questions)?;
        let help = "Of these, those that had no answer, by cause";
        let mut family =
            self.0.encode_descriptor("baton_database_policy_failures", help, None, MetricType::Counter)?;
        for (app, health) in &databases {
            for (cause, failures) in POLICY_FAILURES.into_iter().zip(health.policies.failures) {
                let labels = [("app", &**app), ("cause", cause)];
                family.encode_family(&labels)?.encode_counter::<NoLabelSet, _, u64>(&failures, None)?;
            }
        }
        Ok(())
    }

    /// A gauge with a value for each label `app`.
    fn gauges<'v, N: EncodeGaugeValue>(
        &mut self,
        name: &str,
        help: &str,
        label: &'static str,
        values: impl Iterator<Item = (&'v str, N)>,
    ) -> std::fmt::Result {
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Gauge)?;
        for (value_of, value) in values {
            family.encode_family(&[(label, value_of)])?.encode_gauge(&value)?;
        }
        Ok(())
    }

    /// A counter with a value for each label `app`.
    fn counters<'v>(
        &mut self,
        name: &str,
        help: &str,
        values: impl Iterator<Item = (&'v str, u64)>,
    ) -> std::fmt::Result {
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Counter)?;
        for (app, value) in values {
            family.encode_family(&[("app", app)])?.encode_counter::<NoLabelSet, _, u64>(&value, None)?;
        }
        Ok(())
    }

    /// Those of clients that named no app have no label for it. An app has a series from its first refusal of a cause on.
    fn refusals(&mut self, node: &Node) -> std::fmt::Result {
        let help = "What clients and callers asked and were refused, by cause and app";
        let mut family = self.0.encode_descriptor("baton_refused", help, None, MetricType::Counter)?;
        let mut counted = node.refusals.counted().into_iter();
        let nobody = counted.next().map(|(_, counts)| (None, counts));
        let apps = counted.filter_map(|(app, counts)| Some((app?, counts)));
        let sum = |one: [u64; _], other: [u64; _]| std::array::from_fn(|n| one[n] + other[n]);
        let apps = bounded(node.config().settings.metrics_apps, apps, sum);
        for (app, counts) in
            nobody.into_iter().chain(apps.into_iter().map(|(app, counts)| (Some(app), counts)))
        {
            for (cause, count) in
                Refusal::ALL.iter().zip(counts).filter(|(_, count)| app.is_none() || *count > 0)
            {
                let cause = ("cause", cause.label());
                match &app {
                    None => {
                        family.encode_family(&[cause])?.encode_counter::<NoLabelSet, _, u64>(&count, None)?
                    }
                    Some(id) => {
                        let labels = [cause, ("app", id)];
                        family.encode_family(&labels)?.encode_counter::<NoLabelSet, _, u64>(&count, None)?;
                    }
                }
            }
        }
        Ok(())
    }

    #[allow(clippy::cast_precision_loss)] // sums beyond 2^53 microseconds are 285 years
    fn delivery(&mut self, metrics: &Metrics) -> std::fmt::Result {
        let count =
            |bucket: usize| metrics.loops.iter().map(|c| c.delivery.buckets[bucket].get()).sum::<u64>();
        let mut buckets: Vec<_> =
            DELIVERY_BOUNDS_US.iter().enumerate().map(|(n, &us)| (us as f64 / 1e6, count(n))).collect();
        buckets.push((f64::INFINITY, count(DELIVERY_BOUNDS_US.len())));
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
        let help = "When the process started, in seconds since 1970";
        self.gauge("process_start_time_seconds", help, seen.start_seconds)?;
        self.0
            .encode_descriptor("process_cpu_seconds", "Processor time used", None, MetricType::Counter)?
            .encode_counter::<NoLabelSet, _, u64>(&seen.cpu_seconds, None)
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, plain};

    #[test]
    fn counters_are_described_by_the_name_of_their_samples() {
        let openmetrics = "# HELP a A.\n# TYPE a counter\na_total{x=\"# TYPE\"} 1\n# HELP b_seconds B.\n# TYPE b_seconds \
                           histogram\n# UNIT b_seconds seconds\nb_seconds_bucket{le=\"+Inf\"} 2\n# EOF\n";
        let text = "# HELP a_total A.\n# TYPE a_total counter\na_total{x=\"# TYPE\"} 1\n# HELP b_seconds B.\n# TYPE b_seconds \
                    histogram\nb_seconds_bucket{le=\"+Inf\"} 2\n";
        assert_eq!(plain(openmetrics), text);
    }

    #[test]
    fn prometheus_gets_what_it_asks_for() {
        let asks =
            "application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
        assert_eq!(Form::for_accept(asks), Form::OpenMetrics);
        assert_eq!(Form::for_accept("*/*"), Form::Text);
    }
}
