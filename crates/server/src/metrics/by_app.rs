//! Which apps have series of their own.
//!
//! There may be thousands of apps, and each series costs memory in Prometheus. So only the first
//! ones are told apart, by the order of their numbers, in which a reload does not move the apps
//! that stay.

use std::sync::Arc;

use crate::app_state::AppState;
use crate::config::Config;

/// The label `app` of all others together. It has characters that no id has.
pub(super) const OTHERS: &str = "(other)";

/// Labels of the label `app`, each with what they stand for. `items` are those of all apps by the
/// order of their numbers.
pub(super) fn bounded<T>(
    most: usize,
    items: impl IntoIterator<Item = (Box<str>, T)>,
    sum: impl Fn(T, T) -> T,
) -> Vec<(Box<str>, T)> {
    let mut items = items.into_iter();
    let mut labelled: Vec<_> = items.by_ref().take(most).collect();
    labelled.extend(items.map(|(_, item)| item).reduce(sum).map(|others| (OTHERS.into(), others)));
    labelled
}

/// All apps by the order of their numbers.
pub(super) fn in_order(config: &Config) -> Vec<&Arc<AppState>> {
    let mut apps: Vec<_> = config.apps().iter().collect();
    apps.sort_unstable_by_key(|state| state.app.index.0);
    apps
}

/// What an app uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) connections: u64,
    pub(super) channels: u64,
    pub(super) received: u64,
    pub(super) sent: u64,
}

impl Usage {
    pub(super) fn of(state: &AppState) -> Self {
        let (received, sent) = state.messages();
        Self { connections: state.connections(), channels: state.occupied_channels(), received, sent }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            connections: self.connections + other.connections,
            channels: self.channels + other.channels,
            received: self.received + other.received,
            sent: self.sent + other.sent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_are_told_apart_and_the_others_summed() {
        let of = |most| {
            let items = ["a", "b", "c", "d"].into_iter().map(Box::from).zip(1..);
            let labelled = bounded(most, items, |one: u64, other| one + other);
            labelled.into_iter().map(|(label, n)| format!("{label} {n}")).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(of(0), "(other) 10");
        assert_eq!(of(2), "a 1, b 2, (other) 7");
        assert_eq!(of(3), "a 1, b 2, c 3, (other) 4");
        assert_eq!((of(4), of(5)), ("a 1, b 2, c 3, d 4".into(), "a 1, b 2, c 3, d 4".into()));
    }
}
