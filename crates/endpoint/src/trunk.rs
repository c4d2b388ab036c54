//! What processes that share a port tell each other: a message of one reaches the clients of all.
//!
//! Each process has one stream to the one that supervises it, which passes on what any of them says ([`Relay`](crate::Relay)).
//! So all hear one order, and nobody needs to know how many there are. A message is its length in four bytes, big-endian,
//! and then:
//!
//! ```text
//! kind (1)  0 text, 1 binary
//! topic (1) its length; 0 for a broadcast
//! the topic, then the payload
//! ```
//!
//! A message of kind 2 is for the supervisor alone: in eight bytes, how many of the connections that it has handed over have
//! ended.

use std::io;
use std::os::fd::{AsFd as _, OwnedFd};

use baton_reactor::ConnectionId;

use crate::Kind;
use crate::endpoint::Endpoint;
use crate::handover::{Handed, receive};

/// Most bytes that may wait for the other processes, and longest message. One that would exceed it is not passed on, and
/// whoever sends it is told.
pub const TRUNK_BYTES: usize = 64 << 20;

/// Bytes of the length.
pub(crate) const LENGTH: usize = 4;

const ENDED: u8 = 2;

/// The stream to the other processes.
#[derive(Debug)]
pub(crate) struct Trunk {
    pub(crate) conn: ConnectionId,
    /// Where connections are handed over.
    handover: OwnedFd,
    /// How many of them have ended, and how many the supervisor knows of.
    pub(crate) ended: u64,
    said_ended: u64,
    /// The start of a message.
    kept: Vec<u8>,
}

/// A message as it was said.
#[derive(Debug, PartialEq, Eq)]
struct Said<'a> {
    kind: Kind,
    /// Empty for a broadcast.
    topic: &'a [u8],
    payload: &'a [u8],
}

impl<'a> Said<'a> {
    fn parse(bytes: &'a [u8]) -> Option<Self> {
        let (&[kind, topic_len], rest) = bytes.split_first_chunk()?;
        let (topic, payload) = rest.split_at_checked(usize::from(topic_len))?;
        let kind = if kind == 0 { Kind::Text } else { Kind::Binary };
        Some(Self { kind, topic, payload })
    }

    /// Everything before the payload. `None` if it is too long.
    fn head(&self) -> Option<Vec<u8>> {
        let len = 2 + self.topic.len() + self.payload.len();
        let topic_len = u8::try_from(self.topic.len()).ok()?;
        let length = u32::try_from(len).ok().filter(|_| len <= TRUNK_BYTES)?;
        let mut head = Vec::with_capacity(LENGTH + 2 + self.topic.len());
        head.extend_from_slice(&length.to_be_bytes());
        head.extend_from_slice(&[u8::from(self.kind == Kind::Binary), topic_len]);
        head.extend_from_slice(self.topic);
        Some(head)
    }
}

/// Cuts whole messages off the front of `bytes`, without their lengths; returns how many bytes those were. `None` if a length
/// cannot be one.
pub(crate) fn cut<'a>(bytes: &'a [u8], mut take: impl FnMut(&'a [u8])) -> Option<usize> {
    let mut at = 0;
    while let Some((length, rest)) = bytes.get(at..).and_then(<[u8]>::split_first_chunk::<LENGTH>) {
        let length = u32::from_be_bytes(*length) as usize;
        if length > TRUNK_BYTES {
            return None;
        }
        let Some(message) = rest.get(..length) else { break };
        take(message);
        at += LENGTH + length;
    }
    Some(at)
}

/// What a message to the supervisor says; `None` if it is for all.
pub(crate) fn ended(message: &[u8]) -> Option<u64> {
    match message {
        [ENDED, count @ ..] => count.try_into().ok().map(u64::from_be_bytes),
        _ => None,
    }
}

/// A message to the supervisor, with its length.
pub(crate) fn say_ended(count: u64) -> [u8; LENGTH + 9] {
    let mut message = [0; LENGTH + 9];
    message[LENGTH - 1] = 9;
    message[LENGTH] = ENDED;
    message[LENGTH + 1..].copy_from_slice(&count.to_be_bytes());
    message
}

/// The number under which the socket of connections is watched: the highest that there is, and so none of the owner's.
pub(crate) const HANDOVER: u32 = (1 << 31) - 1;

impl Endpoint {
    /// Becomes one of several processes: connections are handed over on one socket, and what is sent to many is passed on
    /// over the other, on which the others are heard too. When that ends, the endpoint stops: whoever supervises it is gone.
    ///
    /// # Errors
    /// What the kernel says of the sockets.
    pub fn join(&mut self, stream: OwnedFd, handover: OwnedFd) -> io::Result<()> {
        self.reactor.watch(handover.as_fd(), HANDOVER)?;
        let conn = self.reactor.adopt(stream)?;
        self.trunk = Some(Trunk { conn, handover, ended: 0, said_ended: 0, kept: Vec::new() });
        Ok(())
    }

    /// Takes the connections that were handed over.
    pub(crate) fn take_handed(&mut self) {
        while let Some(trunk) = &self.trunk {
            let handed = match receive(&trunk.handover) {
                Ok(Some(handed)) => handed,
                // There was one, and no open file for it: it is closed, and counts no more.
                Err(why) if why.kind() == io::ErrorKind::Other => {
                    self.count_ended();
                    continue;
                }
                Ok(None) | Err(_) => return,
            };
            match handed {
                Handed::Tcp(socket) => match socket.peer_addr() {
                    Ok(peer) => self.admit_tcp(socket, peer),
                    Err(_) => self.count_ended(), // it has gone already
                },
                Handed::Local(socket) => self.admit(socket, None, false),
            }
        }
    }

    /// One of the connections is no more.
    pub(crate) fn count_ended(&mut self) {
        if let Some(trunk) = &mut self.trunk {
            trunk.ended += 1;
        }
    }

    /// Tells the supervisor once a turn.
    pub(crate) fn report_ended(&mut self) {
        if let Some(trunk) = &mut self.trunk
            && trunk.said_ended != trunk.ended
        {
            trunk.said_ended = trunk.ended;
            let message = say_ended(trunk.ended);
            self.reactor.send_exempt(trunk.conn, &message.as_slice().into());
        }
    }

    /// Says a message to the other processes; `topic` is empty for a broadcast. False if there is no room for it. True where
    /// there are no others.
    pub fn pass_on(&mut self, topic: &[u8], kind: Kind, payload: &[u8]) -> bool {
        let Some(trunk) = &self.trunk else { return true };
        let conn = trunk.conn;
        let Some(head) = (Said { kind, topic, payload }).head() else { return false };
        if self.reactor.unsent(conn) + head.len() + payload.len() > TRUNK_BYTES {
            return false;
        }
        let message = [&head, payload].concat();
        self.reactor.send_exempt(conn, &message.into());
        true
    }

    /// What the other processes said.
    pub(crate) fn on_trunk(&mut self, bytes: &[u8]) {
        let Some(mut trunk) = self.trunk.take() else { return };
        trunk.kept.extend_from_slice(bytes);
        let kept = std::mem::take(&mut trunk.kept);
        let taken = cut(&kept, |message| {
            let Some(Said { kind, topic, payload }) = Said::parse(message) else { return };
            match topic.is_empty() {
                true => self.broadcast(kind, payload, &[]),
                false => self.publish(topic, kind, payload, None),
            };
        });
        match taken {
            Some(taken) => {
                trunk.kept = kept;
                trunk.kept.drain(..taken);
                self.trunk = Some(trunk);
            }
            // Nobody but ourselves writes there, so this is a fault of ours: go on alone.
            None => self.reactor.abort(trunk.conn),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    use super::*;
    use crate::Config;
    use crate::handover::hand_over;

    #[test]
    fn what_is_said_is_heard_however_it_is_cut() {
        let all = [
            Said { kind: Kind::Text, topic: b"", payload: b"to all" },
            Said { kind: Kind::Binary, topic: b"room", payload: b"" },
            Said { kind: Kind::Text, topic: &[b't'; 255], payload: &[7; 70_000] },
        ];
        let mut bytes = Vec::new();
        for said in &all {
            bytes.extend_from_slice(&said.head().unwrap());
            bytes.extend_from_slice(said.payload);
        }
        for step in [1, 7, 4_096, bytes.len()] {
            let (mut kept, mut heard) = (Vec::new(), Vec::new());
            for piece in bytes.chunks(step) {
                kept.extend_from_slice(piece);
                let taken = cut(&kept, |message| heard.push(message.to_vec())).unwrap();
                kept.drain(..taken);
            }
            assert_eq!(heard.iter().map(|bytes| Said::parse(bytes).unwrap()).collect::<Vec<_>>(), all);
        }
    }

    #[test]
    fn what_is_too_long_is_not_said() {
        let payload = vec![0; TRUNK_BYTES];
        assert!(Said { kind: Kind::Text, topic: b"", payload: &payload }.head().is_none());
        assert!(Said { kind: Kind::Text, topic: &[0; 256], payload: b"" }.head().is_none());
        assert_eq!(cut(&u32::MAX.to_be_bytes(), |_| {}), None);
    }

    /// Turns until the supervisor is told how many have ended, and returns that.
    fn ended_next(endpoint: &mut Endpoint, supervisor: &mut UnixStream) -> u64 {
        let mut message = [0; LENGTH + 9];
        for _ in 0..1_000 {
            endpoint.wait(Some(Duration::from_millis(10))).unwrap();
            while endpoint.next(|_| ()).is_some() {}
            if supervisor.read_exact(&mut message).is_ok() {
                return ended(&message[LENGTH..]).unwrap();
            }
        }
        panic!("the supervisor was told nothing");
    }

    #[test]
    fn the_supervisor_is_told_of_each_connection_that_ends() {
        let (mut supervisor, stream) = UnixStream::pair().unwrap();
        supervisor.set_nonblocking(true).unwrap();
        let (handover, taking) = UnixStream::pair().unwrap();
        let mut endpoint = Endpoint::new(Config::default()).unwrap();
        endpoint.join(stream.into(), taking.into()).unwrap();
        let clients = [(); 3].map(|()| {
            let (client, near) = UnixStream::pair().unwrap();
            hand_over(&handover, &Handed::Local(near)).unwrap();
            client
        });
        let [first, second, _third] = clients;
        drop(first);
        assert_eq!(ended_next(&mut endpoint, &mut supervisor), 1);
        drop(second);
        assert_eq!(ended_next(&mut endpoint, &mut supervisor), 2);
        // The endpoint itself ends the third.
        endpoint.stop();
        assert_eq!(ended_next(&mut endpoint, &mut supervisor), 3);
    }
}
