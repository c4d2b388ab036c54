//! Connections that break and go on where their ends were.

use baton_hub::*;
use proptest::prelude::*;

use crate::world::*;

const KEPT: ChannelRules =
    ChannelRules { history_messages: 1_000, history_ms: 1_000, numbering_minutes: 2, ..PLAIN };
const WITHOUT_MESSAGES: Interest = Interest::REST;
/// Missed messages that are sent at once.
const PAGE: usize = 3;

fn x() -> KeyRef<'static> {
    key(Access::Public, "x")
}

#[test]
fn the_numbering_of_a_quiet_channel_outlives_its_last_subscriber() {
    let mut world = World::new(1, 1, 1, ShardLimits::default());
    let rules = ChannelRules { history_ms: 10, ..KEPT };
    world.subscribe(0, x(), None, rules).unwrap();
    let first = world.publish(x(), "1", None, rules).unwrap().position;
    world.unsubscribe(0, x());
    world.pass(119_999);
    assert!(world.info(x()).is_none(), "it stores nothing, and so is not listed");
    assert_eq!(world.subscribe(0, x(), None, rules).unwrap().position, first);
    world.pass(120_000);
    world.unsubscribe(0, x());
    world.pass(119_999);
    let later = world.publish(x(), "2", None, rules).unwrap().position;
    assert_eq!(later, Position { offset: 2, ..first });
    world.pass(120_000);
    assert_eq!(world.hub.shard(0, |shard| shard.channels()), 0);
    assert_ne!(world.subscribe(0, x(), None, rules).unwrap().position.epoch, first.epoch);
}

#[test]
fn a_channel_that_only_keeps_its_numbering_makes_room_for_another() {
    let mut world = World::new(1, 1, 1, ShardLimits { channels: 1, ..ShardLimits::default() });
    world.subscribe(0, x(), None, KEPT).unwrap();
    world.unsubscribe(0, x());
    world.subscribe(0, key(Access::Public, "y"), None, PLAIN).unwrap();
}

#[test]
fn a_history_has_a_limit_of_bytes() {
    let mut world = World::new(1, 1, 1, ShardLimits::default());
    let rules = ChannelRules { history_bytes: message("").cost() * 2 + 2, ..KEPT };
    for text in ["a", "b", "c"] {
        world.publish(x(), text, None, rules).unwrap();
    }
    let all = HistoryRange { after: None, limit: 9, newest_first: false };
    let offsets = |world: &World| {
        let page = world.history(x(), all).expect("stored");
        page.messages.iter().map(|recorded| recorded.offset).collect::<Vec<_>>()
    };
    assert_eq!(offsets(&world), [2, 3]);
    let large = "x".repeat(1_000);
    world.publish(x(), &large, None, rules).unwrap();
    assert!(world.history(x(), all).is_none(), "what is before one that is not stored is dropped");
}

#[test]
fn history_remembers_who_must_not_receive_a_message() {
    let mut world = World::new(1, 1, 1, ShardLimits::default());
    world.publish(x(), "1", Some(0), KEPT).unwrap();
    world.publish(x(), "2", None, KEPT).unwrap();
    let page = world.history(x(), HistoryRange { after: None, limit: 9, newest_first: false }).unwrap();
    let except: Vec<_> = page.messages.iter().map(|recorded| recorded.except).collect();
    assert_eq!(except, [Some(world.connections[0].socket), None]);
}

/// A client of a server that resumes it, with its end of the connection.
struct Resumed {
    world: World,
    noted: Confirmed,
    /// What was written to its socket, and how much of that its end has read.
    written: Vec<u64>,
    read: usize,
    /// How many messages stand before the question that was asked last, and up to which offset they go.
    asked: Option<(usize, u64)>,
    /// Up to here its end has answered for everything.
    confirmed: u64,
    /// Up to here the client has everything, and so far it was sent; where it is not live, the rest is
    /// sent in pages.
    reached: u64,
    is_live: bool,
    /// What its application got, over all connections.
    got: Vec<u64>,
}

#[allow(clippy::unwrap_used, reason = "a test fails there")]
impl Resumed {
    fn new() -> Self {
        let mut world = World::new(1, 1, 2, ShardLimits::default());
        // Another client of the loop, to which it hands out what is older than a new subscription.
        world.subscribe(1, x(), None, KEPT).unwrap();
        let subscribed = world.subscribe(0, x(), None, KEPT).unwrap();
        let mut noted = Confirmed::default();
        world.loops[0].begin_confirming(&mut noted, &subscribed);
        let (written, got) = (Vec::new(), Vec::new());
        Self { world, noted, written, read: 0, asked: None, confirmed: 0, reached: 0, is_live: true, got }
    }

    fn deliver(&mut self, count: usize) {
        self.world.deliver(0, count);
        self.world.connections[1].received.clear();
        for line in std::mem::take(&mut self.world.connections[0].received) {
            self.written.push(line.split(' ').nth(1).unwrap().parse().unwrap());
        }
    }

    fn ask(&mut self) {
        if self.asked.is_none() {
            self.world.loops[0].note_sent(&mut self.noted);
            let newest = self.written.last().copied().unwrap_or(self.confirmed);
            self.asked = Some((self.written.len(), newest));
        }
    }

    /// The end reads `count` more messages, and answers what stands before them.
    fn read(&mut self, count: usize) {
        self.read = (self.read + count).min(self.written.len());
        if let Some((_, newest)) = self.asked.take_if(|(at, _)| *at <= self.read) {
            self.confirmed = newest;
            self.noted.confirm();
        }
    }

    /// The connection breaks: what its end has not read is lost. The next one goes on.
    fn reconnect(&mut self, unread_by_application: usize) {
        let confirmed = self.noted.positions().next().unwrap().position;
        assert_eq!(confirmed.offset, self.confirmed, "neither more nor less than was answered for");
        // The end reads on until the break, though its answers do not come through.
        self.read = (self.read + unread_by_application).min(self.written.len());
        self.take_read();
        self.world.leave(0);
        let subscribed = self.world.subscribe(0, x(), None, KEPT).unwrap();
        (self.read, self.asked, self.reached) = (0, None, confirmed.offset);
        self.noted = Confirmed::default();
        assert_eq!(subscribed.position.epoch, confirmed.epoch);
        // Somebody publishes before the history is read: that is in both the page and the mailbox.
        for _ in 0..unread_by_application % 3 {
            self.world.publish(x(), "m", None, KEPT).unwrap();
        }
        let (slot, hash) = (self.world.connections[0].slot, self.world.hub.hash(x()));
        self.is_live = false;
        self.world.loops[0].begin_confirming(&mut self.noted, &subscribed);
        self.world.loops[0].confirmed_before(&mut self.noted, x(), hash, confirmed.offset);
        self.catch_up();
        if !self.is_live {
            self.world.loops[0].set_interest(slot, x(), hash, WITHOUT_MESSAGES);
        }
    }

    /// What the end has read is the application's. Within one connection nothing comes twice.
    fn take_read(&mut self) {
        assert!(self.written.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", self.written);
        self.got.extend(self.written.drain(..).take(self.read));
    }

    fn catch_up(&mut self) {
        if self.is_live {
            return;
        }
        let hash = self.world.hub.hash(x());
        let epoch = self.world.info(x()).unwrap().position.epoch;
        let after = Some(Position { epoch, offset: self.reached });
        let page = self.world.history(x(), HistoryRange { after, limit: PAGE, newest_first: false }).unwrap();
        assert!(page.complete);
        self.written.extend(page.messages.iter().map(|recorded| recorded.offset));
        self.reached = page.messages.last().map_or(self.reached, |recorded| recorded.offset);
        self.is_live = self.reached == page.position.offset;
        let slot = self.world.connections[0].slot;
        let local = &mut self.world.loops[0];
        if self.is_live {
            assert!(local.go_live(slot, x(), hash, (Interest::ALL, page.seq)));
        }
        local.caught_up(&mut self.noted, (x(), hash), self.reached, self.is_live);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whenever a connection breaks, and wherever its end was, nothing is lost, the order holds, and what
    /// comes twice is no more than what was sent without being confirmed.
    #[test]
    fn a_connection_that_breaks_goes_on_where_its_end_was(steps in prop::collection::vec(0..64_u8, 1..120)) {
        let mut client = Resumed::new();
        for step in steps {
            let count = usize::from(step / 8);
            match step % 8 {
                0 | 1 => {
                    client.world.publish(x(), "m", None, KEPT).unwrap();
                }
                2 | 3 => client.deliver(count),
                4 => client.ask(),
                5 => client.read(count),
                6 => client.catch_up(),
                _ => client.reconnect(count),
            }
        }
        client.reconnect(0);
        while !client.is_live {
            client.catch_up();
        }
        client.deliver(usize::MAX);
        client.read(usize::MAX);
        client.take_read();
        let mut newest = 0;
        for offset in client.got {
            prop_assert!(offset <= newest + 1, "{offset} came after {newest}");
            newest = newest.max(offset);
        }
        prop_assert_eq!(newest, client.world.info(x()).unwrap().position.offset);
    }
}
