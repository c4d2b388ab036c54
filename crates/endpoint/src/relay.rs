//! The middle of processes that share a port: it accepts for all of them, and what one says is passed on to all others.
//!
//! A new connection is handed to the process that has the fewest. Processes that accept by themselves do not share evenly:
//! whoever the kernel wakes first takes all, and with `SO_REUSEPORT` those wait who came to a process that is busy.

use std::collections::VecDeque;
use std::io;
use std::net::TcpListener;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::time::Duration;

use baton_reactor::{Closed, Config, ConnectionId, Event, Reactor};

use crate::handover::{Handed, hand_over};
use crate::trunk::{TRUNK_BYTES, cut, ended};

/// Bytes that are read at once.
const READ_BUFFER: usize = 256 << 10;

/// Most connections that wait for a process to take them. More are closed: each process has some hundred more in its own
/// queue by then.
const WAITING: usize = 1_024;

/// How soon those are tried again.
const RETRY: Duration = Duration::from_millis(5);

/// How long a byte may wait for a process, which is [stuck](RelayEvent::Stuck) then.
const OLDEST: Duration = Duration::from_secs(30);

/// See the module's text.
#[derive(Debug)]
pub struct Relay {
    reactor: Reactor,
    members: Vec<Member>,
    /// Connections that no process had room for.
    waiting: VecDeque<Handed>,
    buffer: Vec<u8>,
}

#[derive(Debug)]
struct Member {
    conn: ConnectionId,
    number: u32,
    /// Where it is handed connections.
    handover: OwnedFd,
    /// How many it was handed, and how many of them have ended.
    handed: u64,
    ended: u64,
    /// The start of a message.
    kept: Vec<u8>,
}

impl Member {
    fn load(&self) -> u64 {
        self.handed.saturating_sub(self.ended)
    }
}

/// What a relay tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelayEvent {
    /// A process has ended its stream.
    Lost(u32),
    /// A process does not take what the others say: 64 MiB wait for it, or a byte for 30 s. It hears nothing any more.
    Stuck(u32),
    /// A watched descriptor is ready.
    Ready(u32),
    /// No open file is left for another connection. Accepting goes on when there is.
    AcceptPaused,
}

impl Relay {
    /// A relay without processes.
    ///
    /// # Errors
    /// No open files left, mostly.
    pub fn new() -> io::Result<Self> {
        Self::with_oldest(OLDEST)
    }

    fn with_oldest(oldest: Duration) -> io::Result<Self> {
        let config = Config {
            outbox_bytes: TRUNK_BYTES,
            outbox_age: oldest,
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

    /// Accepts connections of this listener, for the processes to serve, with TLS if they have it.
    ///
    /// # Errors
    /// What the kernel says of the descriptor.
    pub fn listen(&mut self, listener: TcpListener) -> io::Result<()> {
        self.reactor.listen(listener).map(drop)
    }

    /// The same for a listener on a path.
    ///
    /// # Errors
    /// What the kernel says of the descriptor.
    pub fn listen_local(&mut self, listener: UnixListener) -> io::Result<()> {
        self.reactor.listen_local(listener).map(drop)
    }

    /// Accepts nothing more.
    pub fn stop_listening(&mut self) {
        self.reactor.stop_listening();
        self.waiting.clear();
    }

    /// Takes a process in: the stream of what it says, and the socket on which it is handed connections.
    ///
    /// # Errors
    /// What the kernel says of the socket.
    pub fn add(&mut self, number: u32, stream: OwnedFd, handover: OwnedFd) -> io::Result<()> {
        let conn = self.reactor.adopt(stream)?;
        self.members.push(Member { conn, number, handover, handed: 0, ended: 0, kept: Vec::new() });
        Ok(())
    }

    /// Lets a process go that has ended.
    pub fn remove(&mut self, number: u32) {
        if let Some(place) = self.members.iter().position(|member| member.number == number) {
            let member = self.members.swap_remove(place);
            self.reactor.abort(member.conn);
        }
    }

    /// Watches a descriptor of the owner's, see [`Reactor::watch`].
    ///
    /// # Errors
    /// What the kernel says of it.
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

    /// Passes on what was said, until there is something to tell or the turn is over.
    pub fn next_event(&mut self) -> Option<RelayEvent> {
        loop {
            match self.reactor.next_event(&mut self.buffer)? {
                Event::Data { conn, len } => self.pass_on(conn, len),
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

    /// Hands a connection to the process that has the fewest, or to the next one if its queue is full.
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

    /// Passes whole messages on, with their lengths, in one piece to each of the others.
    fn pass_on(&mut self, from: ConnectionId, len: usize) {
        let Some(member) = self.members.iter_mut().find(|member| member.conn == from) else { return };
        member.kept.extend_from_slice(self.buffer.get(..len).unwrap_or_default());
        let mut said = Vec::new();
        let mut ended_now = None;
        let taken = cut(&member.kept, |message| match ended(message) {
            Some(count) => ended_now = Some(count),
            None => {
                // Its length stands in front of it; what `cut` gives is at most 64 MiB long.
                said.extend_from_slice(&u32::try_from(message.len()).unwrap_or(u32::MAX).to_be_bytes());
                said.extend_from_slice(message);
            }
        });
        member.kept.drain(..taken.unwrap_or(member.kept.len()));
        member.ended = ended_now.unwrap_or(member.ended);
        if said.is_empty() {
            return;
        }
        let said: Arc<[u8]> = said.into();
        for other in &self.members {
            if other.conn != from {
                self.reactor.send_shared(other.conn, &said);
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
    fn all_others_hear_whole_messages_and_the_speaker_does_not() {
        let (mut relay, mut far) = relay_of(3);
        far[0].write_all(b"\x00\x00\x00\x05hel").unwrap();
        assert_eq!(turn(&mut relay), []);
        far[1].set_nonblocking(true).unwrap();
        assert!(far[1].read(&mut [0; 1]).is_err(), "half a message is kept");
        far[1].set_nonblocking(false).unwrap();
        far[0].write_all(b"lo\x00\x00\x00\x01!\x00").unwrap();
        turn(&mut relay);
        for hearer in [1, 2] {
            let mut heard = [0; 14];
            far[hearer].read_exact(&mut heard).unwrap();
            assert_eq!(&heard, b"\x00\x00\x00\x05hello\x00\x00\x00\x01!");
        }
        far[0].set_nonblocking(true).unwrap();
        assert!(far[0].read(&mut [0; 1]).is_err());
    }

    #[test]
    fn connections_go_to_whoever_has_the_fewest() {
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
        far[1].0.write_all(&crate::trunk::say_ended(2)).unwrap();
        turn(&mut relay);
        let more: Vec<_> = (0..2).map(|_| std::net::TcpStream::connect(address).unwrap()).collect();
        while relay.members.iter().map(Member::load).sum::<u64>() < 6 {
            turn(&mut relay);
        }
        assert_eq!(take(&far[1].1), 2, "the other two have two each");
        drop((clients, more));
    }

    #[test]
    fn a_lost_process_and_a_ready_descriptor_are_told() {
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
    fn a_process_that_leaves_a_byte_unread_for_too_long_is_stuck_and_not_lost() {
        let mut relay = Relay::with_oldest(Duration::from_millis(50)).unwrap();
        let mut far: Vec<UnixStream> = Vec::new();
        for number in 0..2 {
            let ((stream, near), (handover, _)) = (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
            relay.add(number, near.into(), handover.into()).unwrap();
            far.push(stream);
        }
        let message = [&(4u32 << 20).to_be_bytes()[..], &vec![7; 4 << 20]].concat();
        let mut writer = far[0].try_clone().unwrap();
        let speaker = std::thread::spawn(move || writer.write_all(&message).unwrap());
        let mut events = Vec::new();
        while events.is_empty() {
            events = turn(&mut relay);
        }
        assert_eq!(events, [RelayEvent::Stuck(1)]);
        speaker.join().unwrap();
    }

    #[test]
    fn a_process_that_does_not_listen_is_told_and_left_out() {
        let (mut relay, mut far) = relay_of(2);
        let message = [&(8u32 << 20).to_be_bytes()[..], &vec![7; 8 << 20]].concat();
        let mut writer = far[0].try_clone().unwrap();
        let speaker = std::thread::spawn(move || {
            for _ in 0..12 {
                writer.write_all(&message).unwrap();
            }
        });
        let mut events = Vec::new();
        while events.is_empty() {
            events = turn(&mut relay);
        }
        assert_eq!(events, [RelayEvent::Stuck(1)]);
        while !speaker.is_finished() {
            turn(&mut relay);
        }
        speaker.join().unwrap();
        far.clear();
    }
}
