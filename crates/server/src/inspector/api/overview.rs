//! Figures of the whole server and of its apps.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use baton_protocols::Refusal;
use serde_json::{Map, Value, json};

use super::{Call, Outcome};
use crate::app_state::AppState;
use crate::clock::unix_ms;
use crate::process;
use crate::statistics::series_as_json;
use crate::tenants::Answer;

/// What is shown of the past unless the caller says it.
const HOUR_MS: u64 = 3_600_000;
const POINTS: u64 = 300;
/// Apps that are shown.
const APPS: usize = 100;

/// The counters as they are now.
pub(super) fn overview(call: &Call<'_>) -> Outcome {
    let apps = match call.app()? {
        Some(app) => vec![app],
        None => most_used(call),
    };
    let refusals = call.node.refusals.counted();
    let of_app =
        |id: &str| refusals.iter().find(|(app, _)| app.as_deref() == Some(id)).map(|(_, counts)| counts);
    let shown: Vec<_> = apps.iter().map(|state| app(state, of_app(&state.app.id))).collect();
    let seen = process::look();
    let sees_all = call.caller.credential.app_id().is_none();
    let server = sees_all.then(|| server(call, &seen, &refusals));
    Ok(call.answer(json!({
        "version": env!("CARGO_PKG_VERSION"), "time_ms": unix_ms(),
        "uptime_s": (unix_ms() / 1_000).saturating_sub(whole(seen.start_seconds)), "server": server, "apps": shown,
    })))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // seconds since 1970
fn whole(seconds: f64) -> u64 {
    seconds as u64
}

fn most_used(call: &Call<'_>) -> Vec<Arc<AppState>> {
    let mut apps = call.node.config().apps().to_vec();
    apps.sort_by_key(|state| std::cmp::Reverse(state.connections()));
    apps.truncate(APPS);
    apps
}

fn app(state: &AppState, refusals: Option<&[u64; Refusal::ALL.len()]>) -> Value {
    let (received, sent) = state.messages();
    json!({
        "app": state.app.id, "enabled": state.app.enabled, "connections": state.connections(),
        "channels": state.occupied_channels(), "messages_in": received, "messages_out": sent,
        "refusals": refusals.map(by_cause).unwrap_or_default(),
    })
}

/// The causes that there were.
fn by_cause(counts: &[u64; Refusal::ALL.len()]) -> Map<String, Value> {
    let named = Refusal::ALL.iter().zip(counts).filter(|(_, count)| **count > 0);
    named.map(|(cause, count)| (cause.label().to_owned(), json!(count))).collect()
}

fn server(
    call: &Call<'_>,
    seen: &process::Seen,
    refusals: &[(Option<Box<str>>, [u64; Refusal::ALL.len()])],
) -> Value {
    let metrics = &call.node.metrics;
    let (channels, history_bytes) = call.node.hub_size();
    let sum =
        refusals.iter().fold([0; Refusal::ALL.len()], |sums: [u64; Refusal::ALL.len()], (_, counts)| {
            std::array::from_fn(|n| sums[n] + counts[n])
        });
    let (bounds, counts, sum_us) = metrics.delivery();
    let in_loops =
        |of: fn(&crate::metrics::LoopCounters) -> u64| metrics.loops.iter().map(|one| of(one)).sum::<u64>();
    json!({
        "connections": metrics.connections(), "connections_opened": metrics.connections_opened(),
        "sockets": metrics.sockets(), "subscriptions": metrics.subscriptions(), "channels": channels,
        "messages_in": in_loops(|one| one.messages_in.get()), "messages_out": in_loops(|one| one.messages_out.get()),
        "publishes": metrics.requests.load(Relaxed) + in_loops(|one| one.requests.get()),
        "outbox_bytes": in_loops(|one| one.outbox_bytes.get()), "slow_clients": in_loops(|one| one.slow_clients.get()),
        "history_bytes": history_bytes, "cpu_s": seen.cpu_seconds, "memory_bytes": seen.resident_bytes,
        "open_files": seen.open_files, "queue_full": metrics.hub.times_queue_full(),
        "latency": { "bounds_us": bounds, "counts": counts, "sum_us": sum_us },
        "refusals": by_cause(&sum),
    })
}

/// The past: of an app, or of the whole server.
pub(super) async fn stats(call: &Call<'_>) -> Outcome {
    call.got(|_| Ok(Answer::done()))?;
    let app = call.app()?.map(|state| state.app.id.clone());
    let number =
        |name: &str, otherwise: u64| Ok::<_, Answer>(call.parameters.number(name)?.unwrap_or(otherwise));
    let to_ms = number("to_ms", unix_ms())?;
    let from_ms = number("from_ms", to_ms.saturating_sub(HOUR_MS))?;
    let points = usize::try_from(number("points", POINTS)?).unwrap_or(usize::MAX);
    let series = call.node.statistics.query(app.as_deref(), from_ms, to_ms, points).await;
    Ok(call.answer(series_as_json(&series)))
}
