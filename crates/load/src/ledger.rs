//! Every delivery accounted for.
//!
//! Each publish carries a serial number in its payload. The ledger keeps one window per subscriber
//! and one for all of them, and a running digest of the order in which each subscriber saw the
//! numbers. So it knows of every publish to every subscriber whether it arrived once, and that all
//! subscribers of a channel saw one order; a run in which that does not hold has no figure. It
//! costs a few nanoseconds and 24 bytes per subscriber.

use crate::fault::Fault;
use crate::stamp::{SERIAL_DIGITS, serial_at};

/// How far deliveries may run ahead of the oldest missing one: a burst travels over several
/// connections, so its members may be taken in any order, but a gap that 64 later messages have
/// overtaken is a loss.
const REORDER_WINDOW: u32 = 64;

/// Serial numbers that have arrived: all below `next`, and those whose bit is set above it.
#[derive(Debug, Clone, Copy, Default)]
struct Window {
    next: u32,
    ahead: u64,
}

enum Arrival {
    New,
    Doubled,
    Overtook,
}

impl Window {
    fn accept(&mut self, serial: u32) -> Arrival {
        let Some(distance) = serial.checked_sub(self.next) else { return Arrival::Doubled };
        if distance >= REORDER_WINDOW {
            return Arrival::Overtook;
        }
        if self.ahead >> distance & 1 == 1 {
            return Arrival::Doubled;
        }
        self.ahead |= 1 << distance;
        let complete = self.ahead.trailing_ones();
        self.next += complete;
        self.ahead = self.ahead.checked_shr(complete).unwrap_or(0);
        Arrival::New
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Account {
    window: Window,
    /// FNV-like digest of the serial numbers in the order of their arrival.
    order: u64,
}

/// The accounts of all subscribers of one channel.
#[derive(Debug)]
pub(crate) struct Ledger {
    accounts: Vec<Account>,
    everyone: Window,
    seen: u32,
    deliveries: u64,
    offset: Option<usize>,
    payload_bytes: usize,
}

impl Ledger {
    /// Opens an account for each of `subscribers`, all of which must be subscribed before the first
    /// publish.
    pub(crate) fn new(subscribers: usize) -> Self {
        Self {
            accounts: vec![Account::default(); subscribers],
            everyone: Window::default(),
            seen: 0,
            deliveries: 0,
            offset: None,
            payload_bytes: 0,
        }
    }

    /// Enters one delivery. Fails if it is a second delivery, if it proves a loss, or if it is no
    /// message of this run.
    pub(crate) fn delivered(&mut self, subscriber: usize, payload: &[u8]) -> Result<(), Fault> {
        let serial = self.serial(payload)?;
        let Some(account) = self.accounts.get_mut(subscriber) else {
            return Err(Fault::Run(format!("a delivery to subscriber {subscriber}, who does not exist")));
        };
        match account.window.accept(serial) {
            Arrival::New => {}
            Arrival::Doubled => {
                return Err(Fault::Run(format!("subscriber {subscriber} received publish {serial} twice")));
            }
            Arrival::Overtook => {
                return Err(Fault::Run(format!(
                    "subscriber {subscriber} never received publish {}: publish {serial} has overtaken it",
                    account.window.next
                )));
            }
        }
        account.order = (account.order ^ u64::from(serial)).wrapping_mul(0x0000_0100_0000_01b3);
        self.deliveries += 1;
        if matches!(self.everyone.accept(serial), Arrival::New) {
            self.seen += 1;
        }
        Ok(())
    }

    /// How many accounts there are.
    pub(crate) fn subscribers(&self) -> usize {
        self.accounts.len()
    }

    /// How many deliveries have been entered.
    pub(crate) fn deliveries(&self) -> u64 {
        self.deliveries
    }

    /// How many different publishes have reached at least one subscriber.
    pub(crate) fn seen(&self) -> u32 {
        self.seen
    }

    /// The length of a delivered WebSocket message, 0 before the first.
    pub(crate) fn payload_bytes(&self) -> usize {
        self.payload_bytes
    }

    /// Whether every subscriber has received all of the first `published` publishes.
    pub(crate) fn is_complete(&self, published: u32) -> bool {
        self.deliveries >= u64::from(published) * self.accounts.len() as u64
    }

    /// Closes the books, and returns a digest of the order in which the messages came: of two
    /// ledgers of one channel it must be the same. Fails if a subscriber misses one of `published`
    /// publishes, or if two subscribers saw different orders.
    pub(crate) fn settle(&self, published: u32) -> Result<u64, Fault> {
        let expected = u64::from(published) * self.accounts.len() as u64;
        if let Some((subscriber, account)) =
            self.accounts.iter().enumerate().find(|(_, account)| account.window.next != published)
        {
            return Err(Fault::Run(format!(
                "subscriber {subscriber} never received publish {} of {published}; {} of {expected} deliveries arrived",
                account.window.next, self.deliveries
            )));
        }
        let orders = self.accounts.iter().map(|account| account.order);
        match orders.clone().zip(orders.skip(1)).position(|(one, next)| one != next) {
            Some(at) => Err(Fault::Run(format!(
                "subscribers {at} and {} of one channel received its messages in different orders",
                at + 1
            ))),
            None => Ok(self.accounts.first().map_or(0, |account| account.order)),
        }
    }

    /// The serial number in a message. Its place is searched once and then expected.
    fn serial(&mut self, payload: &[u8]) -> Result<u32, Fault> {
        if let Some(serial) = self.offset.and_then(|offset| serial_at(payload, offset)) {
            return Ok(serial);
        }
        let found = (0..payload.len().saturating_sub(SERIAL_DIGITS - 1))
            .find_map(|offset| serial_at(payload, offset).map(|serial| (offset, serial)));
        let Some((offset, serial)) = found else {
            return Err(Fault::Run(format!("not a message of this run: {}", excerpt(payload))));
        };
        self.offset = Some(offset);
        self.payload_bytes = payload.len();
        Ok(serial)
    }
}

/// The beginning of a message, for an error text.
pub(crate) fn excerpt(payload: &[u8]) -> String {
    String::from_utf8_lossy(payload.get(..200).unwrap_or(payload)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(serial: u32) -> Vec<u8> {
        format!(r#"{{"event":"m","channel":"c","data":"n={serial:010}xx"}}"#).into_bytes()
    }

    fn ledger_of(deliveries: &[(usize, u32)]) -> Result<Ledger, Fault> {
        let mut ledger = Ledger::new(2);
        for &(subscriber, serial) in deliveries {
            ledger.delivered(subscriber, &message(serial))?;
        }
        Ok(ledger)
    }

    #[test]
    fn complete_books_balance() {
        let ledger = ledger_of(&[(0, 0), (1, 0), (0, 1), (1, 1)]).unwrap();
        assert_eq!((ledger.deliveries(), ledger.seen()), (4, 2));
        assert!(ledger.is_complete(2));
        ledger.settle(2).unwrap();
        assert!(ledger.settle(3).is_err());
    }

    #[test]
    fn a_lost_delivery_fails_the_run() {
        let ledger = ledger_of(&[(0, 0), (1, 0), (0, 1), (0, 2), (1, 2)]).unwrap();
        assert!(!ledger.is_complete(3));
        let text = ledger.settle(3).unwrap_err().to_string();
        assert!(text.contains("subscriber 1 never received publish 1 of 3"), "{text}");
    }

    #[test]
    fn a_loss_is_noticed_before_the_end() {
        let mut ledger = Ledger::new(1);
        for serial in 1..64 {
            ledger.delivered(0, &message(serial)).unwrap();
        }
        let text = ledger.delivered(0, &message(64)).unwrap_err().to_string();
        assert!(text.contains("never received publish 0"), "{text}");
    }

    #[test]
    fn a_doubled_delivery_fails_the_run() {
        for deliveries in [&[(0, 0), (0, 0)][..], &[(0, 1), (0, 1)], &[(0, 0), (0, 1), (0, 0)]] {
            let text = ledger_of(deliveries).unwrap_err().to_string();
            assert!(text.contains("twice"), "{text}");
        }
    }

    #[test]
    fn a_burst_may_be_taken_in_any_order_but_in_one() {
        ledger_of(&[(0, 1), (0, 0), (1, 1), (1, 0)]).unwrap().settle(2).unwrap();
        let text = ledger_of(&[(0, 1), (0, 0), (1, 0), (1, 1)]).unwrap().settle(2).unwrap_err().to_string();
        assert!(text.contains("different orders"), "{text}");
    }

    #[test]
    fn a_full_window_of_reordering_closes() {
        let mut ledger = Ledger::new(1);
        for serial in (0..64).rev() {
            ledger.delivered(0, &message(serial)).unwrap();
        }
        ledger.settle(64).unwrap();
    }

    #[test]
    fn strangers_are_refused() {
        let mut ledger = Ledger::new(1);
        assert!(ledger.delivered(0, b"{}").unwrap_err().to_string().contains("not a message"));
        assert!(ledger.delivered(1, &message(0)).unwrap_err().to_string().contains("does not exist"));
    }
}
