//! The supervisor's side of worker processes that share a port: it accepts for all of them, and
//! forwards each worker's messages to the others.
//!
//! A new connection is handed to the worker that has the fewest. Workers that accept by themselves
//! do not share evenly: the one that the kernel wakes first takes all, and with `SO_REUSEPORT`
//! clients wait for a worker that is busy.

use std::collections::VecDeque;
use std::io;
use std::net::TcpListener;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::time::Duration;

use baton_reactor::{Closed, Config, ConnectionId, Event, Reactor};

use crate::handover::{Handed, hand_over};
use crate::worker_link::{WORKER_LINK_BYTES, decode_ended, split_messages};

/// Bytes that are read at once.
const READ_BUFFER: usize = 256 << 10;

/// Most connections that wait for a worker. More are closed: each worker has some hundred more in
/// its own queue by then.
const WAITING: usize = 1_024;

/// How soon those are tried again.
const RETRY: Duration = Duration::from_millis(5);

/// How long a byte may wait for a worker, which is [stuck](RelayEvent::Stuck) then.
const MAX_AGE: Duration = Duration::from_secs(30);

/// Accepts for several worker processes and forwards their messages. See the module's text.
#[derive(Debug)]
pub struct Relay {
    reactor: Reactor,
    members: Vec<Member>,
    /// Connections that no worker had room for.
    waiting: VecDeque<Handed>,
    buffer: Vec<u8>,
}

#[derive(Debug)]
struct Member {
    conn: ConnectionId,
    number: u32,
    /// The socket on which it is handed connections.
    handover: OwnedFd,
    /// How many it was handed, and how many of them have ended.
    handed: u64,
    ended: u64,
    /// The start of a message.
    partial: Vec<u8>,
}

impl Member {
    fn load(&self) -> u64 {
        self.handed.saturating_sub(self.ended)
    }
}

/// What a relay reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelayEvent {
    /// A worker has ended its stream.
    Lost(u32),
    /// A worker does not read what the others send: 64 MiB wait for it, or a byte for 30 s. It is
    /// sent nothing more.
    Stuck(u32),
    /// A watched descriptor is ready.
    Ready(u32),
    /// No open file is left for another connection. Accepting continues when there is one.
    AcceptPaused,
}

impl Relay {
    /// A relay without workers.
    ///
    /// # Errors
    /// Usually that no open files are left.
    pub fn new() -> io::Result<Self> {
        Self::with_max_age(MAX_AGE)
    }

    fn with_max_age(max_age: Duration) -> io::Result<Self> {
        let config = Config {
            outbox_bytes: WORKER_LINK_BYTES,
            outbox_age: max_age,
            outbox_pool_bytes: 0,
            linger: Duration::ZERO,
            ..Config::default()
        };
        Ok(Self {
            reactor: Reactor::new(config)?,
            members: Vec::new(),
            waiting: VecDeque::new(),
            buffer: vec![0; READ_BUFFER],
        })
    }

    /// Accepts connections of this listener for the workers, which serve them with TLS if they have
    /// it.
    ///
    /// # Errors
    /// The kernel refuses the descriptor.
    pub fn listen(&mut self, listener: TcpListener) -> io::Result<()> {
        self.reactor.listen(listener).map(drop)
    }

    /// The same for a listener on a path.
    ///
    /// # Errors
    /// The kernel refuses the descriptor.
    pub fn listen_local(&mut self, listener: UnixListener) -> io::Result<()> {
        self.reactor.listen_local(listener).map(drop)
    }

    /// Stops accepting.
    pub fn stop_listening(&mut self) {
        self.reactor.stop_listening();
        self.waiting.clear();
    }

    /// Adds a worker: the stream of its messages, and the socket on which it is handed connections.
    ///
    /// # Errors
    /// The kernel refuses the socket.
    pub fn add(&mut self, number: u32, stream: OwnedFd, handover: OwnedFd) -> io::Result<()> {
        let conn = self.reactor.adopt(stream)?;
        self.members.push(Member { conn, number, handover, handed: 0, ended: 0, partial: Vec::new() });
        Ok(())
    }

    /// Removes a worker that has ended.
    pub fn remove(&mut self, number: u32) {
        if let Some(place) = self.members.iter().position(|member| member.number == number) {
            let member = self.members.swap_remove(place);
            self.reactor.abort(member.conn);
        }
    }

    /// Watches a descriptor of the owner, see [`Reactor::watch`].
    ///
    /// # Errors
    /// The kernel refuses it.
    pub fn watch(&mut self, descriptor: BorrowedFd<'_>, number: u32) -> io::Result<()> {
        self.reactor.watch(descriptor, number)
    }

    /// Waits until something happens, for `timeout` at most.
    ///
    /// # Errors
    /// Only if the kernel refuses the wait itself.
    pub fn wait(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        let retry = (!self.waiting.is_empty()).then_some(RETRY);
        self.reactor.poll(timeout.into_iter().chain(retry).min())?;
        for handed in std::mem::take(&mut self.waiting) {
            self.place(handed);
        }
        Ok(())
    }

    /// Forwards messages until there is an event or the turn is over.
    pub fn next_event(&mut self) -> Option<RelayEvent> {
        loop {
            match self.reactor.next_event(&mut self.buffer)? {
                Event::Data { conn, len } => self.forward(conn, len),
                Event::Closed { conn, cause } => {
                    if let Some(number) = self.forget(conn) {
                        return Some(match cause {
                            Closed::OutboxStale => RelayEvent::Stuck(number),
                            _ => RelayEvent::Lost(number),
                        });
                    }
                }
                Event::OutboxFull { conn } => {
                    self.reactor.abort(conn);
                    if let Some(number) = self.forget(conn) {
                        return Some(RelayEvent::Stuck(number));
                    }
                }
                Event::Ready { number } => return Some(RelayEvent::Ready(number)),
                Event::AcceptPaused { .. } => return Some(RelayEvent::AcceptPaused),
                Event::Incoming { socket, .. } => self.place(Handed::Tcp(socket)),
                Event::IncomingLocal { socket, .. } => self.place(Handed::Local(socket)),
                _ => {}
            }
        }
    }

    /// Hands a connection to the worker that has the fewest, or to the next one if its queue is
    /// full.
    fn place(&mut self, handed: Handed) {
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_key(|&place| self.members[place].load());
        for place in order {
            let member = &mut self.members[place];
            if hand_over(&member.handover, &handed).is_ok() {
                member.handed += 1;
                return;
            }
        }
        if self.waiting.len() < WAITING {
            self.waiting.push_back(handed);
        }
    }

    fn forget(&mut self, conn: ConnectionId) -> Option<u32> {
        let place = self.members.iter().position(|member| member.conn == conn)?;
        Some(self.members.swap_remove(place).number)
    }

    /// Forwards whole messages, with their lengths, in one piece to each of the others.
    fn forward(&mut self, from: ConnectionId, len: usize) {
        let Some(member) = self.members.iter_mut().find(|member| member.conn == from) else { return };
        member.partial.extend_from_slice(self.buffer.get(..len).unwrap_or_default());
        let mut messages = Vec::new();
        let mut ended_now = None;
        let taken = split_messages(&member.partial, |message| match decode_ended(message) {
            Some(count) => ended_now = Some(count),
            None => {
                // Its length comes first; a message is at most 64 MiB long.
                messages.extend_from_slice(&u32::try_from(message.len()).unwrap_or(u32::MAX).to_be_bytes());
                messages.extend_from_slice(message);
            }
        });
        member.partial.drain(..taken.unwrap_or(member.partial.len()));
        member.ended = ended_now.unwrap_or(member.ended);
        if messages.is_empty() {
            return;
        }
        let messages: Arc<[u8]> = messages.into();
        for other in &self.members {
            if other.conn != from {
                self.reactor.send_shared(other.conn, &messages);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::os::fd::AsFd as _;
    use std::os::unix::net::UnixStream;

    use super::*;

    fn relay_of(count: u32) -> (Relay, Vec<UnixStream>) {
        let mut relay = Relay::new().unwrap();
        let far = (0..count).map(|number| {
            let (far, near) = UnixStream::pair().unwrap();
            far.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
            let (handover, _) = UnixStream::pair().unwrap();
            relay.add(number, near.into(), handover.into()).unwrap();
            far
        });
        let far = far.collect();
        (relay, far)
    }

    fn turn(relay: &mut Relay) -> Vec<RelayEvent> {
        relay.wait(Some(Duration::from_millis(20))).unwrap();
        let events = std::iter::from_fn(|| relay.next_event()).collect();
        relay.wait(Some(Duration::ZERO)).unwrap();
        events
    }

    #[test]
    fn all_others_receive_whole_messages_and_the_sender_does_not() {
        let (mut relay, mut far) = relay_of(3);
        far[0].write_all(b"\x00\x00\x00\x05hel").unwrap();
        assert_eq!(turn(&mut relay), []);
        far[1].set_nonblocking(true).unwrap();
        assert!(far[1].read(&mut [0; 1]).is_err(), "half a message is not forwarded");
        far[1].set_nonblocking(false).unwrap();
        far[0].write_all(b"lo\x00\x00\x00\x01!\x00").unwrap();
        turn(&mut relay);
        for receiver in [1, 2] {
            let mut received = [0; 14];
            far[receiver].read_exact(&mut received).unwrap();
            assert_eq!(&received, b"\x00\x00\x00\x05hello\x00\x00\x00\x01!");
        }
        far[0].set_nonblocking(true).unwrap();
        assert!(far[0].read(&mut [0; 1]).is_err());
    }

    #[test]
    fn connections_go_to_the_worker_that_has_the_fewest() {
        let mut relay = Relay::new().unwrap();
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        relay.listen(listener).unwrap();
        let mut far: Vec<(UnixStream, UnixStream)> = Vec::new();
        for number in 0..3 {
            let ((stream, near), (handover, taking)) =
                (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
            relay.add(number, near.into(), handover.into()).unwrap();
            taking.set_nonblocking(true).unwrap();
            far.push((stream, taking));
        }
        let take =
            |taking: &UnixStream| std::iter::from_fn(|| crate::handover::receive(taking).ok()?).count();
        let clients: Vec<_> = (0..6).map(|_| std::net::TcpStream::connect(address).unwrap()).collect();
        while relay.members.iter().map(Member::load).sum::<u64>() < 6 {
            turn(&mut relay);
        }
        assert!(far.iter().all(|(_, taking)| take(taking) == 2));
        far[1].0.write_all(&crate::worker_link::encode_ended(2)).unwrap();
        turn(&mut relay);
        let more: Vec<_> = (0..2).map(|_| std::net::TcpStream::connect(address).unwrap()).collect();
        while relay.members.iter().map(Member::load).sum::<u64>() < 6 {
            turn(&mut relay);
        }
        assert_eq!(take(&far[1].1), 2, "the other two have two each");
        drop((clients, more));
    }

    #[test]
    fn a_lost_worker_and_a_ready_descriptor_are_reported() {
        let (mut relay, mut far) = relay_of(2);
        let (mut bell, watched) = UnixStream::pair().unwrap();
        relay.watch(watched.as_fd(), 9).unwrap();
        bell.write_all(b"x").unwrap();
        assert_eq!(turn(&mut relay), [RelayEvent::Ready(9)]);
        drop(far.remove(0));
        assert_eq!(turn(&mut relay), [RelayEvent::Lost(0)]);
        relay.remove(1);
        assert_eq!(turn(&mut relay), []);
    }

    #[test]
    fn a_worker_that_leaves_a_byte_unread_for_too_long_is_stuck_and_not_lost() {
        let mut relay = Relay::with_max_age(Duration::from_millis(50)).unwrap();
        let mut far: Vec<UnixStream> = Vec::new();
        for number in 0..2 {
            let ((stream, near), (handover, _)) = (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
            relay.add(number, near.into(), handover.into()).unwrap();
            far.push(stream);
        }
        let message = [&(4u32 << 20).to_be_bytes()[..], &vec![7; 4 << 20]].concat();
        let mut writer = far[0].try_clone().unwrap();
        let sender = std::thread::spawn(move || writer.write_all(&message).unwrap());
        let mut events = Vec::new();
        while events.is_empty() {
            events = turn(&mut relay);
        }
        assert_eq!(events, [RelayEvent::Stuck(1)]);
        sender.join().unwrap();
    }

    #[test]
    fn a_worker_that_does_not_read_is_reported_and_left_out() {
        let (mut relay, mut far) = relay_of(2);
        let message = [&(8u32 << 20).to_be_bytes()[..], &vec![7; 8 << 20]].concat();
        let mut writer = far[0].try_clone().unwrap();
        let sender = std::thread::spawn(move || {
            for _ in 0..12 {
                writer.write_all(&message).unwrap();
            }
        });
        let mut events = Vec::new();
        while events.is_empty() {
            events = turn(&mut relay);
        }
        assert_eq!(events, [RelayEvent::Stuck(1)]);
        while !sender.is_finished() {
            turn(&mut relay);
        }
        sender.join().unwrap();
        far.clear();
    }
}
