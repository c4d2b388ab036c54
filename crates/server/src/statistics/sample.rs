//! A sample of the counters of the process.
//!
//! Everything is there already, for metrics and for limits: a sample reads it from outside, and takes no lock. It costs a
//! millisecond for ten thousand apps in use.

use baton_hub::AppId;

use super::column::{
    CHANNELS, CONNECTIONS, CPU_MS, DELIVERY, MEMORY_BYTES, MESSAGES_IN, MESSAGES_OUT, OF_SERVER,
    OUTBOX_BYTES, REFUSALS, SLOW_CLIENTS, SUBSCRIPTIONS, Values,
};
use super::minute::Seen;
use crate::app_state::AppState;
use crate::node::Node;
use crate::process;

/// What the counters show now.
pub(super) fn take(node: &Node) -> Seen {
    let (of_nobody, refusals) = node.refusals.sums();
    let refusals_of = |AppId(index)| refusals.get(index as usize).copied().unwrap_or(0);
    let config = node.config();
    let apps = config.apps().iter();
    let all = apps.map(|state| (state, of_app(state, refusals_of(state.app.index))));
    let used = all.filter(|(_, values)| !values.iter().all(|value| *value == 0));
    let apps: Vec<_> = used.map(|(state, values)| (state.app.id.clone(), Values(values.into()))).collect();
    drop(config);
    let channels = apps.iter().map(|(_, values)| values.get(CHANNELS)).sum();
    Seen { server: of_server(node, channels, of_nobody), apps }
}

fn of_app(state: &AppState, refusals: u64) -> [u64; super::column::OF_APP] {
    let (received, sent) = state.messages();
    let mut values = [0; super::column::OF_APP];
    values[CONNECTIONS] = state.connections();
    values[CHANNELS] = state.occupied_channels();
    values[MESSAGES_IN] = received;
    values[MESSAGES_OUT] = sent;
    values[REFUSALS] = refusals;
    values
}

fn of_server(node: &Node, channels: u64, refusals: u64) -> Values {
    let metrics = &node.metrics;
    let (received, sent) = metrics.messages();
    let mut values = [0; OF_SERVER];
    values[CONNECTIONS] = metrics.connections();
    values[CHANNELS] = channels;
    values[MESSAGES_IN] = received;
    values[MESSAGES_OUT] = sent;
    values[REFUSALS] = refusals;
    values[SUBSCRIPTIONS] = metrics.subscriptions();
    values[OUTBOX_BYTES] = metrics.outbox_bytes() + node.longpoll.outbox_bytes() as u64;
    values[MEMORY_BYTES] = process::resident_bytes();
    values[SLOW_CLIENTS] = metrics.slow_clients();
    values[CPU_MS] = process::cpu_ms();
    values[DELIVERY..].copy_from_slice(&metrics.deliveries());
    Values(values.into())
}
