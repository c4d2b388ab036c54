//! What is measured: the columns of an app, and those of the whole server.
//!
//! The places of columns are part of the file's format ([`packing`](super::packing)): a column is added at the end, and none
//! changes its place.

use crate::metrics::DELIVERY_BUCKETS;

/// The "app" that stands for the whole server: no app has an empty id.
pub(super) const SERVER: &str = "";

/// Columns that an app has as well.
pub(crate) const CONNECTIONS: usize = 0;
pub(crate) const CHANNELS: usize = 1;
pub(crate) const MESSAGES_IN: usize = 2;
pub(crate) const MESSAGES_OUT: usize = 3;
pub(crate) const REFUSALS: usize = 4;
/// How many columns an app has.
pub(crate) const OF_APP: usize = 5;

/// Columns of the whole server alone.
pub(crate) const SUBSCRIPTIONS: usize = 5;
pub(crate) const OUTBOX_BYTES: usize = 6;
pub(crate) const MEMORY_BYTES: usize = 7;
pub(crate) const SLOW_CLIENTS: usize = 8;
pub(crate) const CPU_MS: usize = 9;
/// Apps that were used and had no row, since `statistics_apps` others have one. Only where there are none, an app without
/// a row was not used.
pub(super) const LEFT_OUT: usize = 10;
/// The histogram of deliveries: a column for each bucket.
pub(super) const DELIVERY: usize = 11;
/// How many columns the whole server has.
pub(crate) const OF_SERVER: usize = DELIVERY + DELIVERY_BUCKETS;

/// How many columns an app has, or the whole server.
pub(super) fn columns(app: &str) -> usize {
    if app == SERVER { OF_SERVER } else { OF_APP }
}

/// How the values of a column are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Something that is high or low: the largest value counts.
    Level,
    /// Something that happens: the values are added up.
    Count,
}

/// The kind of a column.
pub(super) fn kind(column: usize) -> Kind {
    match column {
        CONNECTIONS | CHANNELS | SUBSCRIPTIONS | OUTBOX_BYTES | MEMORY_BYTES | LEFT_OUT => Kind::Level,
        _ => Kind::Count,
    }
}

/// A value for each column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Values(pub(crate) Box<[u64]>);

impl Values {
    /// Nothing is there, and nothing happens.
    pub(crate) fn zero(columns: usize) -> Self {
        Self(vec![0; columns].into())
    }

    /// The value of a column; 0 where there is no such column.
    pub(crate) fn get(&self, column: usize) -> u64 {
        self.0.get(column).copied().unwrap_or(0)
    }

    /// Whether all are 0.
    pub(super) fn is_zero(&self) -> bool {
        self.0.iter().all(|value| *value == 0)
    }

    /// Takes in those of another time, or of the same time by another process.
    pub(super) fn merge(&mut self, other: &Self) {
        for (column, (value, other)) in self.0.iter_mut().zip(&other.0).enumerate() {
            *value = match kind(column) {
                Kind::Level => (*value).max(*other),
                Kind::Count => value.saturating_add(*other),
            };
        }
    }

    /// The histogram of deliveries; empty for an app.
    pub(crate) fn delivery(&self) -> &[u64] {
        self.0.get(DELIVERY..OF_SERVER).unwrap_or_default()
    }
}
