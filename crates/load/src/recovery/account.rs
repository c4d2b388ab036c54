//! What a client that comes back got of one channel, number by number.
//!
//! The publisher numbers a channel's events from 0. A client that lost nothing has them in order, and after
//! a break its next connection goes on with the next number, or a little before it: then numbers repeat,
//! in order too. Everything else is a fault. One subscription costs 16 bytes and a few comparisons per
//! event.

use std::ops::Range;

/// No number has come yet on this connection.
const NONE: u32 = u32::MAX;

/// One client's subscription to one channel, over all of its connections.
#[derive(Debug, Clone, Copy)]
pub(super) struct Account {
    /// The number that is missing next.
    next: u32,
    /// The number that came last on this connection.
    last: u32,
    /// Numbers that this connection repeated.
    doubled: u32,
    /// The server has said on this connection that messages are lost.
    is_told: bool,
}

/// What a number means to a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It is the next one.
    Next,
    /// It had come on an earlier connection.
    Doubled,
    /// It came after a later number of this connection, or twice on it.
    OutOfOrder,
    /// It is the next one, and those before it never came.
    Gap(Range<u32>),
    /// As [`Arrival::Gap`], and the server has said so.
    ToldGap(Range<u32>),
}

impl Default for Account {
    fn default() -> Self {
        Self { next: 0, last: NONE, doubled: 0, is_told: false }
    }
}

impl Account {
    /// The client connects again. Returns how many numbers the connection before had repeated.
    pub(super) fn reconnect(&mut self) -> u32 {
        self.last = NONE;
        self.is_told = false;
        std::mem::take(&mut self.doubled)
    }

    /// The server says that messages before the next one are lost.
    pub(super) fn told_lost(&mut self) {
        self.is_told = true;
    }

    /// How many numbers from 0 on have come or are known to be lost.
    pub(super) fn next(&self) -> u32 {
        self.next
    }

    /// A number has come.
    pub(super) fn arrived(&mut self, number: u32) -> Arrival {
        if self.last != NONE && number <= self.last {
            return Arrival::OutOfOrder;
        }
        let is_first = std::mem::replace(&mut self.last, number) == NONE;
        if number < self.next {
            self.doubled += 1;
            return Arrival::Doubled;
        }
        let missing = self.next..number;
        self.next = number + 1;
        // What the server said is of what came before the first event that follows it.
        let is_told = std::mem::take(&mut self.is_told);
        match (missing.is_empty(), is_told && is_first) {
            (true, _) => Arrival::Next,
            (false, true) => Arrival::ToldGap(missing),
            (false, false) => Arrival::Gap(missing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrivals(account: &mut Account, numbers: &[u32]) -> Vec<Arrival> {
        numbers.iter().map(|&number| account.arrived(number)).collect()
    }

    #[test]
    fn a_client_that_gets_everything_in_order_has_no_fault() {
        let mut account = Account::default();
        assert_eq!(arrivals(&mut account, &[0, 1, 2]), [Arrival::Next, Arrival::Next, Arrival::Next]);
        assert_eq!(account.reconnect(), 0);
        assert_eq!(arrivals(&mut account, &[3, 4]), [Arrival::Next, Arrival::Next]);
        assert_eq!(account.next(), 5);
    }

    #[test]
    fn numbers_may_repeat_after_a_break_and_are_counted() {
        let mut account = Account::default();
        arrivals(&mut account, &[0, 1, 2, 3]);
        account.reconnect();
        assert_eq!(arrivals(&mut account, &[2, 3, 4]), [Arrival::Doubled, Arrival::Doubled, Arrival::Next]);
        assert_eq!(account.reconnect(), 2);
        assert_eq!(account.next(), 5);
    }

    #[test]
    fn a_gap_is_a_loss_wherever_it_stands() {
        let mut account = Account::default();
        assert_eq!(arrivals(&mut account, &[0, 2]), [Arrival::Next, Arrival::Gap(1..2)]);
        account.reconnect();
        assert_eq!(account.arrived(5), Arrival::Gap(3..5));
        // Among repeated numbers too: what is missing there is not missing to the client.
        account.reconnect();
        assert_eq!(
            arrivals(&mut account, &[3, 5, 7]),
            [Arrival::Doubled, Arrival::Doubled, Arrival::Gap(6..7)]
        );
    }

    #[test]
    fn what_the_server_calls_lost_is_no_silent_loss() {
        let mut account = Account::default();
        arrivals(&mut account, &[0, 1]);
        account.reconnect();
        account.told_lost();
        assert_eq!(arrivals(&mut account, &[7, 9]), [Arrival::ToldGap(2..7), Arrival::Gap(8..9)]);
        // It is said of one connection, and of what came before its first event.
        account.reconnect();
        account.told_lost();
        assert_eq!(arrivals(&mut account, &[10, 12]), [Arrival::Next, Arrival::Gap(11..12)]);
        account.reconnect();
        assert_eq!(account.arrived(20), Arrival::Gap(13..20));
    }

    #[test]
    fn another_order_is_a_fault() {
        for (numbers, fault) in [(&[0, 1, 1][..], 1), (&[0, 2, 1], 1), (&[1, 0], 0)] {
            let mut account = Account::default();
            assert_eq!(arrivals(&mut account, numbers).last(), Some(&Arrival::OutOfOrder), "{fault}");
        }
        let mut account = Account::default();
        arrivals(&mut account, &[0, 1, 2]);
        account.reconnect();
        assert_eq!(arrivals(&mut account, &[2, 1]), [Arrival::Doubled, Arrival::OutOfOrder]);
    }
}
