//! Which apps have rows of their own: as many as `statistics_apps`.
//!
//! An app gets a place when it is used and there is room; of several at once, those with the most connections come first. It
//! keeps the place until it was not used for two days, so a chart does not lose its app to a busier one. The sum of all apps has
//! those without a place too.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::column::{CONNECTIONS, LEFT_OUT, SERVER, Values};
use super::hour::{HOUR_MS, hour_of};
use super::minute::Minute;

/// How long an app that is not used keeps its place.
pub(super) const KEPT_MS: u64 = 48 * HOUR_MS;

/// An app and what is to be stored of it.
pub(super) type Row = (Box<str>, Values);

/// The apps that have a place.
#[derive(Debug, Default)]
pub(super) struct Places {
    taken: HashMap<Box<str>, Place>,
    /// The hour of the last minute: places are given up when another one begins, so no hour has more rows than there are places.
    hour_ms: u64,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    /// Since when the app has it, and when it was used last.
    since_ms: u64,
    used_ms: u64,
}

impl Places {
    /// The apps that were stored within the last two days, each with the first and the last hour of it.
    pub(super) fn new(stored: Vec<(Box<str>, u64, u64)>) -> Self {
        let place = |(app, since_ms, used_ms)| (app, Place { since_ms, used_ms });
        Self { taken: stored.into_iter().map(place).collect(), hour_ms: 0 }
    }

    /// What is to be stored of a minute: of the server always, of an app if it has a place and was used. Where an app had no
    /// place, the others are stored even if they were not used: that they have no row would not show it.
    pub(super) fn admit(&mut self, minute: Minute, most: usize) -> Vec<Row> {
        let Minute { at_ms, mut server, mut apps } = minute;
        self.give_up(at_ms, most);
        apps.retain(|(app, values)| **app != *SERVER && (!values.is_zero() || self.taken.contains_key(app)));
        apps.sort_unstable_by(|(app, values), (other, others)| {
            let order = |app, values: &Values| (Reverse(values.get(CONNECTIONS)), app);
            order(app, values).cmp(&order(other, others))
        });
        let used = apps.len();
        apps.retain(|(app, values)| values.is_zero() || self.take(app, at_ms, most));
        let left_out = used - apps.len();
        apps.retain(|(_, values)| left_out > 0 || !values.is_zero());
        if let Some(column) = server.0.get_mut(LEFT_OUT) {
            *column = left_out as u64;
        }
        apps.push((SERVER.into(), server));
        apps
    }

    /// Whether the app has a place, or gets one.
    fn take(&mut self, app: &str, at_ms: u64, most: usize) -> bool {
        if let Some(place) = self.taken.get_mut(app) {
            place.used_ms = at_ms;
            return true;
        }
        let has_room = self.taken.len() < most;
        if has_room {
            self.taken.insert(app.into(), Place { since_ms: at_ms, used_ms: at_ms });
        }
        has_room
    }

    /// With each hour, places of apps that were not used are free again. If the setting is lower than before, those who came
    /// first stay.
    fn give_up(&mut self, at_ms: u64, most: usize) {
        if hour_of(at_ms) == self.hour_ms {
            return;
        }
        self.hour_ms = hour_of(at_ms);
        self.taken.retain(|_, place| at_ms.saturating_sub(place.used_ms) < KEPT_MS);
        if self.taken.len() > most {
            let mut all: Vec<_> = self.taken.drain().collect();
            all.sort_unstable_by(|(app, place), (other, others)| {
                (place.since_ms, app).cmp(&(others.since_ms, other))
            });
            self.taken = all.into_iter().take(most).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::column::{OF_APP, OF_SERVER};
    use super::super::hour::MINUTE_MS;
    use super::*;

    /// Apps by their connections.
    fn minute(at_ms: u64, apps: &[(&str, u64)]) -> Minute {
        let values =
            |connections: u64| Values((0..OF_APP).map(|n| if n == 0 { connections } else { 0 }).collect());
        let apps = apps.iter().map(|(app, connections)| (Box::from(*app), values(*connections))).collect();
        Minute { at_ms, server: Values::zero(OF_SERVER), apps }
    }

    /// The apps that have rows, and how many were left out.
    fn admitted(places: &mut Places, most: usize, at_ms: u64, apps: &[(&str, u64)]) -> (String, u64) {
        let mut rows = places.admit(minute(at_ms, apps), most);
        let (server, values) = rows.pop().unwrap();
        assert_eq!(&*server, SERVER);
        let mut apps: Vec<_> = rows.iter().map(|(app, _)| &**app).collect();
        apps.sort_unstable();
        (apps.join(" "), values.get(LEFT_OUT))
    }

    #[test]
    fn the_most_connections_come_first_and_those_who_have_a_place_keep_it() {
        let mut places = Places::default();
        let at = 100 * HOUR_MS;
        assert_eq!(
            admitted(&mut places, 2, at, &[("a", 1), ("b", 5), ("c", 9), ("d", 0)]),
            ("b c".into(), 1)
        );
        let later = at + MINUTE_MS;
        assert_eq!(admitted(&mut places, 2, later, &[("a", 70), ("b", 5), ("c", 9)]), ("b c".into(), 1));
        assert_eq!(admitted(&mut places, 2, later, &[("b", 5), ("c", 0)]), ("b".into(), 0), "c was not used");
        let unused = admitted(&mut places, 2, later, &[("a", 1), ("b", 5), ("c", 0)]);
        assert_eq!(unused, ("b c".into(), 1), "that c has no row would not say that it was not used");
    }

    #[test]
    fn a_place_is_free_after_two_days_without_use() {
        let mut places = Places::default();
        let at = 100 * HOUR_MS;
        assert_eq!(admitted(&mut places, 1, at, &[("a", 1)]), ("a".into(), 0));
        assert_eq!(admitted(&mut places, 1, at + KEPT_MS - MINUTE_MS, &[("b", 1)]), (String::new(), 1));
        assert_eq!(admitted(&mut places, 1, at + KEPT_MS, &[("b", 1)]), ("b".into(), 0));
        assert_eq!(admitted(&mut places, 1, at, &[("b", 1)]), ("b".into(), 0), "the clock went back");
    }

    #[test]
    fn a_lower_setting_counts_from_the_next_hour_on_and_the_first_stay() {
        let at = 100 * HOUR_MS;
        let stored = [("a", 3), ("b", 1), ("c", 2)].map(|(app, since)| (Box::from(app), since, at));
        let mut places = Places::new(stored.into());
        let all = [("a", 1), ("b", 1), ("c", 1), ("d", 1)];
        assert_eq!(admitted(&mut places, 3, at, &all), ("a b c".into(), 1));
        assert_eq!(admitted(&mut places, 2, at + MINUTE_MS, &all), ("a b c".into(), 1));
        assert_eq!(admitted(&mut places, 2, at + HOUR_MS, &all), ("b c".into(), 2));
        assert_eq!(admitted(&mut places, 0, at + 2 * HOUR_MS, &all), (String::new(), 4));
    }
}
