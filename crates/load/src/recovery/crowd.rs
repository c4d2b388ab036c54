//! Clients that come back, in one event loop: their sockets, their breaks and their accounts.
//!
//! As in the [swarm](crate::swarm), sockets are registered once and edge-triggered, and one buffer is
//! shared. What has been read is given to the application at once; what lies in a socket when it breaks was
//! never received.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::SocketAddr;
use std::ops::Range;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Registry, Token};

use super::books::{Books, Standing, Tally};
use super::breaks::Break;
use super::connection::{Connection, Phase};
use super::messages::{self, Message, Position};
use crate::fault::Fault;
use crate::latency::Latency;
use crate::swarm::{FOREIGN_TOKENS, dial, is_many, mask_of, require_open_files};
use crate::sys;

/// Sockets handled in one turn.
const EVENTS: usize = 256;

/// The shared read buffer: more than a client misses in some seconds.
const READ_BYTES: usize = 512 * 1024;

/// Characters of a client's name.
const NAME: usize = 32;

/// What all clients have in common.
#[derive(Debug, Clone)]
pub(super) struct Common {
    pub address: SocketAddr,
    pub key: String,
    /// How many clients there are, and how many channels they share.
    pub clients: usize,
    pub channels: usize,
    /// Channels that each subscribes to.
    pub channels_each: usize,
    /// Whether they number what they get, and say where they are.
    pub positions: bool,
    /// Whether they name themselves in the path of their connection.
    pub is_named: bool,
}

#[derive(Debug)]
struct Client {
    name: String,
    link: Option<Box<Link>>,
    /// A connection that broke, and is still open for the server to find out.
    left_open: Option<TcpStream>,
    connections: u32,
    /// When its newest connection was begun.
    since: Instant,
    /// Subscriptions that are not confirmed yet.
    unconfirmed: u32,
    is_live: bool,
    last_break: Option<Break>,
}

#[derive(Debug)]
struct Link {
    stream: TcpStream,
    connection: Connection,
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
    /// How many connections got so far.
    pub count: usize,
}

/// All clients.
#[derive(Debug)]
pub(super) struct Crowd {
    poll: Poll,
    events: Events,
    clients: Vec<Client>,
    subscriptions: Vec<Subscription>,
    buffer: Vec<u8>,
    common: Common,
    books: Books,
    /// Events published so far in each channel.
    published: Vec<u32>,
    foreign: Vec<Token>,
    /// Clients whose connection ended though nobody broke it, with the reason.
    ended: Vec<(usize, String)>,
    live: usize,
    returns: Returns,
    /// From when an event was due until it came live.
    latency: Latency,
    start: Instant,
}

/// The name of a channel.
pub(super) fn channel(number: usize) -> String {
    format!("recovery-{number:05}")
}

impl Crowd {
    pub(super) fn new(common: Common, random: &mut fastrand::Rng) -> Result<Self, Fault> {
        // A connection that breaks silently stays open beside the one that follows.
        require_open_files(common.clients)?;
        let start = Instant::now();
        let client = |random: &mut fastrand::Rng| Client {
            name: std::iter::repeat_with(|| random.alphanumeric()).take(NAME).collect(),
            link: None,
            left_open: None,
            connections: 0,
            since: start,
            unconfirmed: 0,
            is_live: false,
            last_break: None,
        };
        Ok(Self {
            poll: Poll::new().map_err(Fault::start("cannot create an event loop"))?,
            events: Events::with_capacity(EVENTS),
            clients: (0..common.clients).map(|_| client(random)).collect(),
            subscriptions: vec![Subscription::default(); common.clients * common.channels_each],
            buffer: vec![0; READ_BYTES],
            books: Books::new(common.clients * common.channels_each),
            published: vec![0; common.channels],
            foreign: Vec::new(),
            ended: Vec::new(),
            live: 0,
            returns: Returns::default(),
            latency: Latency::default(),
            start,
            common,
        })
    }

    /// The time from which events are stamped.
    pub(super) fn start(&self) -> Instant {
        self.start
    }

    /// The event loop, for the publisher's sockets.
    pub(super) fn registry(&self) -> &Registry {
        self.poll.registry()
    }

    /// The publisher's sockets that the last turn found ready.
    pub(super) fn foreign(&self) -> &[Token] {
        &self.foreign
    }

    /// Clients that are connected, subscribed and have all that was published before.
    pub(super) fn live(&self) -> usize {
        self.live
    }

    /// Clients that were connected and are no more though nobody broke it, since this was last asked.
    pub(super) fn take_ended(&mut self) -> Vec<(usize, String)> {
        std::mem::take(&mut self.ended)
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

    /// Whether everything that was published has come to everybody.
    pub(super) fn is_complete(&self) -> bool {
        (0..self.subscriptions.len()).all(|it| self.books.next(it) >= self.expected(it))
    }

    fn expected(&self, subscription: usize) -> u32 {
        let each = self.common.channels_each;
        let channel = (subscription / each + subscription % each) % self.common.channels;
        self.published.get(channel).copied().unwrap_or(0)
    }

    /// What all accounts add up to, at the end.
    pub(super) fn settle(self) -> Tally {
        let Self { books, published, common, clients, .. } = self;
        let channel_of =
            |it: usize| (it / common.channels_each + it % common.channels_each) % common.channels;
        let published = |it| published.get(channel_of(it)).copied().unwrap_or(0);
        books.settle(published, |it| {
            who(it / common.channels_each, channel_of(it), clients.get(it / common.channels_each))
        })
    }

    /// Begins a client's next connection.
    pub(super) fn connect(&mut self, index: usize) {
        let each = self.common.channels_each;
        let slots = index * each..(index + 1) * each;
        let texts = slots.clone().map(|slot| self.subscribe_text(index, slot)).collect();
        for slot in slots {
            self.books.reconnect(slot);
            if let Some(subscription) = self.subscriptions.get_mut(slot) {
                (subscription.live_at, subscription.is_live) = (None, false);
            }
        }
        let Some(client) = self.clients.get_mut(index) else { return };
        client.since = Instant::now();
        client.connections += 1;
        client.unconfirmed = u32::try_from(each).unwrap_or(u32::MAX);
        let key = &self.common.key;
        let path = match self.common.is_named {
            true => format!("/resume/{}/app/{key}?protocol=7", client.name),
            false => format!("/app/{key}?protocol=7"),
        };
        let dialled =
            dial(self.common.address, is_many(self.common.clients), index, None).and_then(|mut stream| {
                let both = Interest::READABLE | Interest::WRITABLE;
                self.poll.registry().register(&mut stream, Token(index), both).map(|()| stream)
            });
        match dialled {
            Ok(stream) => {
                let connection = Connection::new(&path, texts, mask_of(index));
                client.link = Some(Box::new(Link { stream, connection }));
            }
            Err(error) => self.ended.push((index, format!("connect: {error}"))),
        }
    }

    fn subscribe_text(&self, index: usize, slot: usize) -> String {
        let name = channel((index + slot % self.common.channels_each) % self.common.channels);
        let position = self.subscriptions.get(slot).and_then(|subscription| subscription.position);
        let more = match (self.common.positions, position) {
            (false, _) => String::new(),
            (true, None) => r#","positions":true"#.to_owned(),
            (true, Some(Position { epoch, offset })) => {
                format!(r#","positions":true,"from":"{epoch}-{offset}""#)
            }
        };
        format!(r#"{{"event":"pusher:subscribe","data":{{"auth":"","channel":"{name}"{more}}}}}"#)
    }

    /// Breaks a client's connection, if it has one.
    pub(super) fn break_off(&mut self, index: usize, how: Break) {
        let Some(client) = self.clients.get_mut(index) else { return };
        let Some(link) = client.link.take() else { return };
        self.live -= usize::from(std::mem::take(&mut client.is_live));
        client.last_break = Some(how);
        let Link { stream, connection } = *link;
        let may_write = connection.phase != Phase::Upgrading && connection.outgoing.is_empty();
        client.left_open = how.apply(stream, may_write, self.poll.registry());
    }

    /// Closes the connection that a client left open, if there is one.
    pub(super) fn close_left_open(&mut self, index: usize) {
        if let Some(client) = self.clients.get_mut(index) {
            client.left_open = None;
        }
    }

    /// Waits for something to happen, at most `timeout`, and handles it. Fails if the event loop does, or
    /// if a signal asks to end.
    pub(super) fn turn(&mut self, timeout: Duration) -> Result<(), Fault> {
        if sys::interrupted() {
            return Err(Fault::Interrupted);
        }
        self.foreign.clear();
        match self.poll.poll(&mut self.events, Some(timeout)) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                return Err(Fault::run("epoll_wait")(error));
            }
            _ => {}
        }
        let events = std::mem::replace(&mut self.events, Events::with_capacity(0));
        for event in &events {
            let Token(index) = event.token();
            if index >= FOREIGN_TOKENS {
                self.foreign.push(event.token());
                continue;
            }
            let is_readable = event.is_readable() || event.is_read_closed() || event.is_error();
            if let Err(text) = self.progress(index, is_readable, event.is_read_closed()) {
                if let Some(client) = self.clients.get_mut(index) {
                    client.link = None;
                    self.live -= usize::from(std::mem::take(&mut client.is_live));
                    self.ended.push((index, text));
                }
            }
        }
        self.events = events;
        Ok(())
    }

    fn progress(&mut self, index: usize, is_readable: bool, is_closed: bool) -> Result<(), String> {
        let Self {
            clients,
            subscriptions,
            buffer,
            common,
            books,
            published,
            returns,
            latency,
            live,
            start,
            ..
        } = self;
        let Some(client) = clients.get_mut(index) else { return Ok(()) };
        let Some(mut link) = client.link.take() else { return Ok(()) };
        let Link { stream, connection } = &mut *link;
        flush(stream, connection)?;
        let each = common.channels_each;
        while is_readable {
            let count = match stream.read(buffer) {
                Ok(0) => return Err("the server closed the connection".to_owned()),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.to_string()),
            };
            let mut now = None;
            let filled = buffer.get_mut(..count).unwrap_or_default();
            connection.consume(filled, &mut |message, text| {
                let (channel, confirmed) = match &message {
                    Message::Event(mark) => (usize::try_from(mark.stream).unwrap_or(usize::MAX), None),
                    Message::Subscribed(name, standing, position) => {
                        let number = name.rsplit('-').next().and_then(|digits| digits.parse::<usize>().ok());
                        (number.unwrap_or(usize::MAX), Some((*standing, *position)))
                    }
                    _ => {
                        books.error_4310();
                        return;
                    }
                };
                let slot = channel.wrapping_add(common.channels - index % common.channels) % common.channels;
                let at = index * each + slot;
                let Some(subscription) = subscriptions.get_mut(at).filter(|_| slot < each) else { return };
                if let Message::Event(mark) = message {
                    books.arrived(at, mark.serial, || who(index, channel, Some(client)));
                    if common.positions {
                        subscription.position = messages::position(text).or(subscription.position);
                    }
                    if subscription.is_live {
                        let now = *now.get_or_insert_with(|| start.elapsed());
                        latency.record(now.saturating_sub(Duration::from_nanos(mark.due_ns)));
                    }
                } else if let Some((standing, position)) = confirmed {
                    let is_first = client.connections == 1;
                    books.confirmed(at, standing, is_first, || who(index, channel, Some(client)));
                    client.unconfirmed -= 1;
                    if client.unconfirmed == 0 {
                        returns.subscribed.record(client.since.elapsed());
                    }
                    // A client that came back is where its last event was, unless what came after is lost.
                    if subscription.position.is_none() || standing == Standing::NotRecovered {
                        subscription.position = position;
                    }
                    let all = published.get(channel).copied().unwrap_or(0);
                    subscription.live_at = Some(if standing == Standing::Recovered { all } else { 0 });
                }
            })?;
            flush(stream, connection)?;
            if !client.is_live {
                let own = index * each..(index + 1) * each;
                client.is_live = become_live(subscriptions, own, books);
                if client.is_live {
                    *live += 1;
                    returns.count += 1;
                    returns.live.record(client.since.elapsed());
                }
            }
            if count < READ_BYTES && !is_closed {
                break; // the socket is drained, and whatever comes next is a new edge
            }
        }
        client.link = Some(link);
        Ok(())
    }
}

/// Looks which of a client's subscriptions have become live; whether all have.
fn become_live(subscriptions: &mut [Subscription], own: Range<usize>, books: &Books) -> bool {
    let mut is_live = true;
    for at in own {
        if let Some(subscription) = subscriptions.get_mut(at) {
            subscription.is_live = subscription.live_at.is_some_and(|number| books.next(at) >= number);
            is_live &= subscription.is_live;
        }
    }
    is_live
}

fn who(index: usize, channel: usize, client: Option<&Client>) -> String {
    let (connections, last_break) =
        client.map_or((0, None), |client| (client.connections, client.last_break.map(Break::name)));
    let after = last_break.map(|name| format!(" after {name}")).unwrap_or_default();
    format!("client {index} in channel {channel}, connection {connections}{after}")
}

fn flush(stream: &mut TcpStream, connection: &mut Connection) -> Result<(), String> {
    while !connection.outgoing.is_empty() {
        match stream.write(&connection.outgoing) {
            Ok(count) => drop(connection.outgoing.drain(..count)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            // Not connected yet: a writable socket will say so.
            Err(error) if error.kind() == ErrorKind::NotConnected => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    if connection.outgoing.is_empty() && connection.outgoing.capacity() > 64 {
        connection.outgoing = Vec::new(); // an idle client owns no buffer
    }
    Ok(())
}
