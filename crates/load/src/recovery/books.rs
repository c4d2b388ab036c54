//! The accounts of all clients, what they add up to, and the first faults in words.

use std::collections::HashMap;
use std::ops::Range;

use serde::Serialize;

use super::account::{Account, Arrival};

/// Faults that are reported in full. One shows what is wrong, ten whether it is always the same.
const TOLD_FAULTS: usize = 10;

/// Gaps that are remembered, to distinguish a late number from a lost one. A run with
/// more has failed in any case; what fills a later one counts as out of order and as lost.
const KEPT_GAPS: usize = 100_000;

/// Repeats of one resumption that are counted one by one; more count as so many.
const MOST_DOUBLED: usize = 10_000;

/// What all accounts add up to.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Tally {
    /// Events that clients read.
    pub deliveries: u64,
    /// Events lost without a notification to the client.
    pub lost: u64,
    /// Events that came after a later one of the same channel and connection, twice on one connection, or
    /// on a later connection than a later event.
    pub out_of_order: u64,
    /// Events that came again on the connection after a break.
    pub doubled: u64,
    /// Lost events of which the client was notified.
    pub told_lost: u64,
    /// Subscriptions that the server confirmed with `"recovered":true`.
    pub recovered: u64,
    /// Subscriptions that it confirmed with `"recovered":false`.
    pub not_recovered: u64,
    /// Subscriptions after the first that it confirmed as those of a client that it does not know.
    pub not_recognised: u64,
    /// Events and confirmations of channels that the client did not ask for.
    pub misdirected: u64,
    /// `pusher:error` with code 4310: messages are lost.
    pub error_4310: u64,
    /// Events that were repeated after one break: in half of the subscriptions that were resumed no more.
    pub doubled_p50: usize,
    /// In 99 of 100 no more.
    pub doubled_p99: usize,
    /// The most.
    pub doubled_max: usize,
    /// The first faults, in words.
    pub first_faults: Vec<String>,
}

impl Tally {
    /// Whether every client got everything once or more, in order, or was told.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.lost + self.out_of_order + self.not_recognised + self.misdirected == 0
    }
}

/// What the server says of a subscription that it confirms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing: its client is new.
    New,
    /// Everything that it missed follows.
    Recovered,
    /// What it missed is lost.
    NotRecovered,
}

/// The accounts of all subscriptions, in the order of their numbers.
#[derive(Debug)]
pub(super) struct Books {
    accounts: Vec<Account>,
    gaps: HashMap<usize, Vec<Range<u32>>>,
    kept_gaps: usize,
    /// How many resumptions repeated so many events.
    repeats: Vec<u32>,
    tally: Tally,
}

impl Books {
    pub(super) fn new(subscriptions: usize) -> Self {
        Self {
            accounts: vec![Account::default(); subscriptions],
            gaps: HashMap::new(),
            kept_gaps: 0,
            repeats: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// How many numbers of a subscription have come or are known to be lost.
    pub(super) fn next(&self, subscription: usize) -> u32 {
        self.accounts.get(subscription).map_or(0, Account::next)
    }

    /// Events that have come.
    pub(super) fn deliveries(&self) -> u64 {
        self.tally.deliveries
    }

    /// The client of a subscription connects again.
    pub(super) fn reconnect(&mut self, subscription: usize) {
        if let Some(account) = self.accounts.get_mut(subscription) {
            let doubled = account.reconnect();
            self.note_repeats(doubled);
        }
    }

    fn note_repeats(&mut self, doubled: u32) {
        let doubled = usize::try_from(doubled).unwrap_or(MOST_DOUBLED).min(MOST_DOUBLED);
        if self.repeats.len() <= doubled {
            self.repeats.resize(doubled + 1, 0);
        }
        if let Some(count) = self.repeats.get_mut(doubled) {
            *count += 1;
        }
    }

    /// The server confirms a subscription, the client's first of the channel or a later one. `who` says
    /// whose it is, for the words of a fault.
    pub(super) fn confirmed(
        &mut self,
        subscription: usize,
        standing: Standing,
        is_first: bool,
        who: impl FnOnce() -> String,
    ) {
        match standing {
            Standing::New if is_first => {}
            Standing::New => {
                self.tally.not_recognised += 1;
                self.fault(|| format!("{}: it came back and is not recognised", who()));
            }
            Standing::Recovered => self.tally.recovered += 1,
            Standing::NotRecovered => {
                self.tally.not_recovered += 1;
                if let Some(account) = self.accounts.get_mut(subscription) {
                    account.told_lost();
                }
            }
        }
    }

    /// Something of a channel that its client did not ask for has come.
    pub(super) fn misdirected(&mut self, who: impl FnOnce() -> String) {
        self.tally.misdirected += 1;
        self.fault(|| format!("{}: it did not ask for this channel", who()));
    }

    /// An error with code 4310.
    pub(super) fn error_4310(&mut self) {
        self.tally.error_4310 += 1;
    }

    /// An event has come.
    #[inline]
    pub(super) fn arrived(&mut self, subscription: usize, number: u32, who: impl FnOnce() -> String) {
        let Some(account) = self.accounts.get_mut(subscription) else { return };
        self.tally.deliveries += 1;
        match account.arrived(number) {
            Arrival::Next => {}
            Arrival::Doubled if !self.fills_gap(subscription, number) => self.tally.doubled += 1,
            Arrival::Doubled => {
                self.tally.out_of_order += 1;
                self.fault(|| format!("{}: {number} came on a later connection than a later event", who()));
            }
            Arrival::OutOfOrder => {
                self.fills_gap(subscription, number);
                self.tally.out_of_order += 1;
                self.fault(|| format!("{}: {number} came after a later event, or twice", who()));
            }
            Arrival::Gap(missing) => {
                self.fault(|| format!("{}: {missing:?} never came before {number}", who()));
                self.lose(subscription, missing);
            }
            Arrival::ToldGap(missing) => self.tally.told_lost += count(&missing),
        }
    }

    fn lose(&mut self, subscription: usize, missing: Range<u32>) {
        self.tally.lost += count(&missing);
        if self.kept_gaps < KEPT_GAPS {
            self.kept_gaps += 1;
            self.gaps.entry(subscription).or_default().push(missing);
        }
    }

    /// Whether a number was taken for lost; then it is not.
    fn fills_gap(&mut self, subscription: usize, number: u32) -> bool {
        if self.gaps.is_empty() {
            return false;
        }
        let Some(gaps) = self.gaps.get_mut(&subscription) else { return false };
        let Some(place) = gaps.iter().position(|gap| gap.contains(&number)) else { return false };
        let gap = gaps.swap_remove(place);
        gaps.extend([gap.start..number, number + 1..gap.end].into_iter().filter(|part| !part.is_empty()));
        self.tally.lost -= 1;
        true
    }

    fn fault(&mut self, text: impl FnOnce() -> String) {
        if self.tally.first_faults.len() < TOLD_FAULTS {
            self.tally.first_faults.push(text());
        }
    }

    /// Closes the books: `published` is how many events each subscription should have, and what is missing
    /// at the end is lost.
    pub(super) fn settle(mut self, published: impl Fn(usize) -> u32, who: impl Fn(usize) -> String) -> Tally {
        for subscription in 0..self.accounts.len() {
            let missing = self.next(subscription)..published(subscription);
            if !missing.is_empty() {
                self.fault(|| format!("{}: {missing:?} never came, up to the end", who(subscription)));
                self.tally.lost += count(&missing);
            }
            self.reconnect(subscription);
        }
        let resumptions = self.tally.recovered + self.tally.not_recovered;
        // Connections that were not resumed repeat nothing.
        let others =
            self.repeats.iter().map(|&count| u64::from(count)).sum::<u64>().saturating_sub(resumptions);
        let at = |share: u64| {
            let mut left = others + resumptions * share / 100;
            self.repeats.iter().position(|&count| {
                let is_there = left < u64::from(count);
                left = left.saturating_sub(u64::from(count));
                is_there
            })
        };
        self.tally.doubled_p50 = at(50).unwrap_or(0);
        self.tally.doubled_p99 = at(99).unwrap_or(0);
        self.tally.doubled_max = self.repeats.len().saturating_sub(1);
        self.tally
    }
}

fn count(range: &Range<u32>) -> u64 {
    u64::from(range.end.saturating_sub(range.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who() -> String {
        "client 0".to_owned()
    }

    /// The books of one subscription over some connections, each confirmed as `Standing` says.
    fn books_of(connections: &[(Standing, &[u32])]) -> Books {
        let mut books = Books::new(1);
        for (index, (standing, numbers)) in connections.iter().enumerate() {
            if index > 0 {
                books.reconnect(0);
            }
            books.confirmed(0, *standing, index == 0, who);
            numbers.iter().for_each(|&number| books.arrived(0, number, who));
        }
        books
    }

    fn tally_of(connections: &[(Standing, &[u32])], published: u32) -> Tally {
        books_of(connections).settle(|_| published, |_| who())
    }

    #[test]
    fn whole_books_have_no_fault() {
        let tally = tally_of(&[(Standing::New, &[0, 1]), (Standing::Recovered, &[1, 2, 3])], 4);
        assert_eq!((tally.lost, tally.out_of_order, tally.doubled, tally.deliveries), (0, 0, 1, 5));
        assert_eq!((tally.recovered, tally.doubled_p50, tally.doubled_max), (1, 1, 1));
        assert!(tally.first_faults.is_empty());
    }

    #[test]
    fn each_kind_of_damage_is_counted_as_what_it_is() {
        let lost = tally_of(&[(Standing::New, &[0, 1]), (Standing::Recovered, &[3])], 4);
        assert_eq!((lost.lost, lost.out_of_order), (1, 0));
        assert!(lost.first_faults[0].contains("2..3 never came"), "{:?}", lost.first_faults);

        let late = tally_of(&[(Standing::New, &[0, 2, 1, 3])], 4);
        assert_eq!((late.lost, late.out_of_order), (0, 1));

        let later = tally_of(&[(Standing::New, &[0, 3]), (Standing::Recovered, &[1, 2, 3, 4])], 5);
        assert_eq!((later.lost, later.out_of_order, later.doubled), (0, 2, 1));

        let twice = tally_of(&[(Standing::New, &[0, 0, 1])], 2);
        assert_eq!((twice.lost, twice.out_of_order), (0, 1));

        let tail = tally_of(&[(Standing::New, &[0])], 3);
        assert_eq!(tail.lost, 2);
        assert!(tail.first_faults[0].contains("up to the end"));
    }

    #[test]
    fn a_loss_that_was_told_and_a_client_that_is_not_known_are_counted_apart() {
        let told = tally_of(&[(Standing::New, &[0]), (Standing::NotRecovered, &[5])], 6);
        assert_eq!((told.lost, told.told_lost, told.not_recovered), (0, 4, 1));
        let unknown = tally_of(&[(Standing::New, &[0]), (Standing::New, &[5])], 6);
        assert_eq!((unknown.lost, unknown.not_recognised), (4, 1));
    }

    #[test]
    fn repeats_are_told_for_each_resumption() {
        let mut connections: Vec<(Standing, &[u32])> = vec![(Standing::New, &[0, 1, 2])];
        connections.extend([(Standing::Recovered, &[][..]); 9]);
        connections.push((Standing::Recovered, &[0, 1, 2]));
        let tally = tally_of(&connections, 3);
        assert_eq!((tally.doubled, tally.doubled_p50, tally.doubled_p99, tally.doubled_max), (3, 0, 3, 3));
    }
}
