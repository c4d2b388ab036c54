//! What clients got and where they stand, whatever their sockets do: their subscriptions, their accounts,
//! and how long it took them to come back.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::books::{Books, Standing, Tally};
use super::breaks::Break;
use super::crowd::{Common, channel};
use super::messages::{self, Message, Position};
use crate::latency::Latency;

/// One client's way from a connection's beginning until it is live.
#[derive(Debug)]
struct Visit {
    connections: u32,
    /// When its newest connection was begun.
    since: Instant,
    /// Subscriptions that are not confirmed yet.
    unconfirmed: u32,
    is_live: bool,
    last_break: Option<Break>,
}

/// One client's subscription to one channel.
#[derive(Debug, Clone, Copy, Default)]
struct Subscription {
    /// The number up to which everything must have come before it is live; `None` if it is not confirmed.
    live_at: Option<u32>,
    is_live: bool,
    position: Option<Position>,
}

/// How long it took to come back.
#[derive(Debug, Default)]
pub(super) struct Returns {
    /// From the beginning of a connection to its last confirmed subscription.
    pub subscribed: Latency,
    /// To the last event that had been published when that came.
    pub live: Latency,
}

/// All clients' part.
#[derive(Debug)]
pub(super) struct Inbox {
    common: Common,
    visits: Vec<Visit>,
    subscriptions: Vec<Subscription>,
    books: Books,
    /// Events published so far in each channel.
    published: Vec<u32>,
    live: usize,
    returns: Returns,
    /// From when an event was due until it came to a client that was live.
    latency: Latency,
    start: Instant,
}

impl Inbox {
    pub(super) fn new(common: Common) -> Self {
        let start = Instant::now();
        let visit =
            || Visit { connections: 0, since: start, unconfirmed: 0, is_live: false, last_break: None };
        let subscriptions = common.clients * common.channels_each;
        Self {
            visits: std::iter::repeat_with(visit).take(common.clients).collect(),
            subscriptions: vec![Subscription::default(); subscriptions],
            books: Books::new(subscriptions),
            published: vec![0; common.channels],
            live: 0,
            returns: Returns::default(),
            latency: Latency::default(),
            start,
            common,
        }
    }

    /// The time from which events are stamped.
    pub(super) fn start(&self) -> Instant {
        self.start
    }

    /// Clients that are connected, subscribed and have all that was published before.
    pub(super) fn live(&self) -> usize {
        self.live
    }

    /// How long those that became live since this was last asked took.
    pub(super) fn take_returns(&mut self) -> Returns {
        std::mem::take(&mut self.returns)
    }

    /// Events that came.
    pub(super) fn deliveries(&self) -> u64 {
        self.books.deliveries()
    }

    /// From when events were due until they came to clients that were live.
    pub(super) fn latency(&self) -> &Latency {
        &self.latency
    }

    /// An event is on its way to the server.
    pub(super) fn published(&mut self, channel: usize) {
        if let Some(count) = self.published.get_mut(channel) {
            *count += 1;
        }
    }

    fn own(&self, client: usize) -> Range<usize> {
        client * self.common.channels_each..(client + 1) * self.common.channels_each
    }

    /// The channel of a subscription: the first of a client has its number, the others follow.
    fn channel_of(&self, subscription: usize) -> usize {
        let each = self.common.channels_each;
        (subscription / each + subscription % each) % self.common.channels
    }

    /// A client's subscription to a channel, if it has one.
    fn subscription_to(&self, client: usize, channel: usize) -> Option<usize> {
        let Common { channels, channels_each, .. } = self.common;
        let place = channel
            .checked_sub(client % channels)
            .or_else(|| (channel + channels).checked_sub(client % channels))?;
        (place < channels_each).then_some(client * channels_each + place)
    }

    fn expected(&self, subscription: usize) -> u32 {
        self.published.get(self.channel_of(subscription)).copied().unwrap_or(0)
    }

    /// Whether everything that was published has come to everybody.
    pub(super) fn is_complete(&self) -> bool {
        (0..self.subscriptions.len()).all(|it| self.books.next(it) >= self.expected(it))
    }

    /// What all accounts add up to, at the end.
    pub(super) fn settle(mut self) -> Tally {
        let books = std::mem::replace(&mut self.books, Books::new(0));
        books.settle(
            |it| self.expected(it),
            |it| {
                let client = it / self.common.channels_each;
                who(client, self.channel_of(it), self.visits.get(client))
            },
        )
    }

    /// A client's next connection begins; returns what it asks for once it is greeted.
    pub(super) fn begin(&mut self, client: usize) -> Vec<String> {
        let texts = self.own(client).map(|it| self.subscribe_text(it)).collect();
        for it in self.own(client) {
            self.books.reconnect(it);
            if let Some(subscription) = self.subscriptions.get_mut(it) {
                (subscription.live_at, subscription.is_live) = (None, false);
            }
        }
        if let Some(visit) = self.visits.get_mut(client) {
            visit.since = Instant::now();
            visit.connections += 1;
            visit.unconfirmed = u32::try_from(self.common.channels_each).unwrap_or(u32::MAX);
        }
        texts
    }

    fn subscribe_text(&self, subscription: usize) -> String {
        let name = channel(self.channel_of(subscription));
        let position = self.subscriptions.get(subscription).and_then(|subscription| subscription.position);
        let more = match (self.common.positions, position) {
            (false, _) => String::new(),
            (true, None) => r#","positions":true"#.to_owned(),
            (true, Some(Position { epoch, offset })) => {
                format!(r#","positions":true,"from":"{epoch}-{offset}""#)
            }
        };
        format!(r#"{{"event":"pusher:subscribe","data":{{"auth":"","channel":"{name}"{more}}}}}"#)
    }

    /// A client's connection is over; `how` if it was broken on purpose.
    pub(super) fn end(&mut self, client: usize, how: Option<Break>) {
        if let Some(visit) = self.visits.get_mut(client) {
            self.live -= usize::from(std::mem::take(&mut visit.is_live));
            visit.last_break = how.or(visit.last_break);
        }
    }

    /// A client has read a message, `since_start` after the start.
    pub(super) fn take(&mut self, client: usize, message: &Message, text: &str, since_start: Duration) {
        match message {
            Message::Event(mark) => {
                let channel = usize::try_from(mark.stream).unwrap_or(usize::MAX);
                let Some(at) = self.subscription_to(client, channel) else {
                    return self.books.misdirected(|| who(client, channel, self.visits.get(client)));
                };
                self.books.arrived(at, mark.serial, || who(client, channel, self.visits.get(client)));
                let Some(subscription) = self.subscriptions.get_mut(at) else { return };
                if self.common.positions {
                    subscription.position = messages::position(text).or(subscription.position);
                }
                if subscription.is_live {
                    self.latency.record(since_start.saturating_sub(Duration::from_nanos(mark.due_ns)));
                }
            }
            Message::Subscribed(name, standing, position) => {
                let number = name.rsplit('-').next().and_then(|digits| digits.parse().ok());
                self.confirmed(client, number.unwrap_or(usize::MAX), *standing, *position);
            }
            Message::Lost => self.books.error_4310(),
            Message::Greeting | Message::Ping => {}
        }
    }

    fn confirmed(&mut self, client: usize, channel: usize, standing: Standing, position: Option<Position>) {
        let at = self.subscription_to(client, channel);
        let all = self.published.get(channel).copied().unwrap_or(0);
        let Some(visit) = self.visits.get_mut(client) else { return };
        let Some((at, subscription)) = at.and_then(|at| Some((at, self.subscriptions.get_mut(at)?))) else {
            return self.books.misdirected(|| who(client, channel, Some(visit)));
        };
        let is_first = visit.connections == 1;
        self.books.confirmed(at, standing, is_first, || who(client, channel, Some(visit)));
        visit.unconfirmed = visit.unconfirmed.saturating_sub(1);
        if visit.unconfirmed == 0 {
            self.returns.subscribed.record(visit.since.elapsed());
        }
        // A client that came back is where its last event was, unless what came after is lost.
        if subscription.position.is_none() || standing == Standing::NotRecovered {
            subscription.position = position;
        }
        subscription.live_at = Some(if standing == Standing::Recovered { all } else { 0 });
    }

    /// A client has read what there was: whether it is live now.
    pub(super) fn has_read(&mut self, client: usize) {
        let own = self.own(client);
        let Some(visit) = self.visits.get_mut(client).filter(|visit| !visit.is_live) else { return };
        visit.is_live = true;
        for at in own {
            if let Some(subscription) = self.subscriptions.get_mut(at) {
                subscription.is_live =
                    subscription.live_at.is_some_and(|number| self.books.next(at) >= number);
                visit.is_live &= subscription.is_live;
            }
        }
        if visit.is_live {
            self.live += 1;
            self.returns.live.record(visit.since.elapsed());
        }
    }
}

/// Who a fault is of.
fn who(client: usize, channel: usize, visit: Option<&Visit>) -> String {
    let connections = visit.map_or(0, |visit| visit.connections);
    let after = visit.and_then(|visit| visit.last_break).map(Break::name);
    let after = after.map(|name| format!(" after {name}")).unwrap_or_default();
    format!("client {client} in channel {channel}, connection {connections}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stamp::Mark;

    fn inbox(positions: bool) -> Inbox {
        let address = std::net::SocketAddr::from(([127, 0, 0, 1], 1));
        Inbox::new(Common {
            address,
            key: "k".into(),
            clients: 3,
            channels: 4,
            channels_each: 2,
            positions,
            is_named: true,
        })
    }

    fn event(inbox: &mut Inbox, client: usize, stream: u32, serial: u32) {
        let mark = Mark { stream, serial, due_ns: 0 };
        let text =
            format!(r#"{{"event":"m","data":"{}","epoch":"5","offset":{}}}"#, mark.text(0), serial + 1);
        inbox.take(client, &Message::Event(mark), &text, Duration::ZERO);
        inbox.has_read(client);
    }

    fn confirmed(inbox: &mut Inbox, client: usize, number: usize, standing: Standing) {
        let position = Some(Position { epoch: 5, offset: 0 });
        inbox.take(client, &Message::Subscribed(channel(number), standing, position), "", Duration::ZERO);
        inbox.has_read(client);
    }

    #[test]
    fn a_client_is_live_when_it_has_all_that_was_published_before_it_was_confirmed() {
        let mut inbox = inbox(false);
        assert!(inbox.begin(2)[1].contains("recovery-00003"));
        confirmed(&mut inbox, 2, 2, Standing::New);
        assert_eq!(inbox.live(), 0);
        confirmed(&mut inbox, 2, 3, Standing::New);
        assert_eq!(inbox.live(), 1);
        inbox.end(2, Some(Break::Reset));
        assert_eq!(inbox.live(), 0);
        (0..2).for_each(|_| inbox.published(3));
        inbox.begin(2);
        confirmed(&mut inbox, 2, 2, Standing::Recovered);
        confirmed(&mut inbox, 2, 3, Standing::Recovered);
        event(&mut inbox, 2, 3, 0);
        assert_eq!(inbox.live(), 0);
        event(&mut inbox, 2, 3, 1);
        assert_eq!(inbox.live(), 1);
    }

    #[test]
    fn a_client_that_numbers_goes_on_from_its_last_event() {
        let mut inbox = inbox(true);
        assert!(inbox.begin(0)[0].ends_with(r#""channel":"recovery-00000","positions":true}}"#));
        confirmed(&mut inbox, 0, 0, Standing::New);
        inbox.end(0, None);
        assert!(inbox.begin(0)[0].contains(r#","from":"5-0""#));
        event(&mut inbox, 0, 0, 0);
        assert!(inbox.begin(0)[0].contains(r#","from":"5-1""#));
    }

    #[test]
    fn an_event_of_another_channel_is_a_fault() {
        let mut inbox = inbox(false);
        inbox.begin(3 - 1);
        event(&mut inbox, 2, 1, 0);
        let tally = inbox.settle();
        assert_eq!((tally.misdirected, tally.deliveries), (1, 0));
        assert!(tally.first_faults[0].contains("client 2 in channel 1"), "{:?}", tally.first_faults);
    }
}
