//! The link between a worker process and the process that supervises it: what is sent over it, and
//! a worker's end of it.
//!
//! Processes that share a port exchange messages, so that a message of one reaches the clients of
//! all. Each has one stream to its supervisor, which forwards every message to the others
//! ([`Relay`](crate::Relay)). So all receive the same order, and none needs to know how many there
//! are. A message is its length in four bytes, big-endian, and then:
//!
//! ```text
//! kind (1)  0 text, 1 binary
//! topic (1) its length; 0 for a broadcast
//! the topic, then the payload
//! ```
//!
//! A message of kind 2 is for the supervisor alone: in eight bytes, how many of the connections
//! that it has handed over have ended.

use std::os::fd::OwnedFd;

use baton_reactor::ConnectionId;

use crate::Kind;

/// Most bytes that may be queued for the other processes, and longest message. A message that would
/// exceed it is not forwarded, and its sender gets an error.
pub const WORKER_LINK_BYTES: usize = 64 << 20;

/// Bytes of the length.
pub(crate) const LENGTH: usize = 4;

const ENDED: u8 = 2;

/// A worker's link to the other processes.
#[derive(Debug)]
pub(crate) struct WorkerLink {
    /// The stream of messages.
    pub(crate) conn: ConnectionId,
    /// The socket on which connections are handed over.
    pub(crate) handover: OwnedFd,
    /// How many of them have ended, and how many the supervisor knows of.
    ended: u64,
    reported_ended: u64,
    /// The start of a message.
    partial: Vec<u8>,
}

impl WorkerLink {
    pub(crate) fn new(conn: ConnectionId, handover: OwnedFd) -> Self {
        Self { conn, handover, ended: 0, reported_ended: 0, partial: Vec::new() }
    }

    /// Adds received bytes to those that wait for the rest of their message.
    pub(crate) fn receive(&mut self, bytes: &[u8]) {
        self.partial.extend_from_slice(bytes);
    }

    /// Takes the bytes that were received, to be [split](split_messages).
    pub(crate) fn take_received(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.partial)
    }

    /// Puts them back, except for the first `taken`.
    pub(crate) fn put_back(&mut self, mut received: Vec<u8>, taken: usize) {
        received.drain(..taken);
        self.partial = received;
    }

    /// Counts a connection that has ended.
    pub(crate) fn count_ended(&mut self) {
        self.ended += 1;
    }

    /// How many have ended, if the supervisor does not know of all; from now on it does.
    pub(crate) fn take_unreported(&mut self) -> Option<u64> {
        let is_news = self.reported_ended != self.ended;
        self.reported_ended = self.ended;
        is_news.then_some(self.ended)
    }
}

/// A message for the clients of all processes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WorkerMessage<'a> {
    pub(crate) kind: Kind,
    /// Empty for a broadcast.
    pub(crate) topic: &'a [u8],
    pub(crate) payload: &'a [u8],
}

impl<'a> WorkerMessage<'a> {
    pub(crate) fn parse(bytes: &'a [u8]) -> Option<Self> {
        let (&[kind, topic_len], rest) = bytes.split_first_chunk()?;
        let (topic, payload) = rest.split_at_checked(usize::from(topic_len))?;
        let kind = if kind == 0 { Kind::Text } else { Kind::Binary };
        Some(Self { kind, topic, payload })
    }

    /// Everything before the payload, with the length. `None` if the message is too long.
    pub(crate) fn head(&self) -> Option<Vec<u8>> {
        let len = 2 + self.topic.len() + self.payload.len();
        let topic_len = u8::try_from(self.topic.len()).ok()?;
        let length = u32::try_from(len).ok().filter(|_| len <= WORKER_LINK_BYTES)?;
        let mut head = Vec::with_capacity(LENGTH + 2 + self.topic.len());
        head.extend_from_slice(&length.to_be_bytes());
        head.extend_from_slice(&[u8::from(self.kind == Kind::Binary), topic_len]);
        head.extend_from_slice(self.topic);
        Some(head)
    }
}

/// Calls `take` for each whole message at the front of `bytes`, without its length; returns how
/// many bytes those were. `None` if a length is invalid.
pub(crate) fn split_messages<'a>(bytes: &'a [u8], mut take: impl FnMut(&'a [u8])) -> Option<usize> {
    let mut at = 0;
    while let Some((length, rest)) = bytes.get(at..).and_then(<[u8]>::split_first_chunk::<LENGTH>) {
        let length = u32::from_be_bytes(*length) as usize;
        if length > WORKER_LINK_BYTES {
            return None;
        }
        let Some(message) = rest.get(..length) else { break };
        take(message);
        at += LENGTH + length;
    }
    Some(at)
}

/// The count in a message to the supervisor; `None` if it is a message for all.
pub(crate) fn decode_ended(message: &[u8]) -> Option<u64> {
    match message {
        [ENDED, count @ ..] => count.try_into().ok().map(u64::from_be_bytes),
        _ => None,
    }
}

/// A message to the supervisor, with its length.
pub(crate) fn encode_ended(count: u64) -> [u8; LENGTH + 9] {
    let mut message = [0; LENGTH + 9];
    message[LENGTH - 1] = 9;
    message[LENGTH] = ENDED;
    message[LENGTH + 1..].copy_from_slice(&count.to_be_bytes());
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_whole_however_the_stream_is_split() {
        let all = [
            WorkerMessage { kind: Kind::Text, topic: b"", payload: b"to all" },
            WorkerMessage { kind: Kind::Binary, topic: b"room", payload: b"" },
            WorkerMessage { kind: Kind::Text, topic: &[b't'; 255], payload: &[7; 70_000] },
        ];
        let mut bytes = Vec::new();
        for message in &all {
            bytes.extend_from_slice(&message.head().unwrap());
            bytes.extend_from_slice(message.payload);
        }
        for step in [1, 7, 4_096, bytes.len()] {
            let (mut stored, mut received) = (Vec::new(), Vec::new());
            for piece in bytes.chunks(step) {
                stored.extend_from_slice(piece);
                let taken = split_messages(&stored, |message| received.push(message.to_vec())).unwrap();
                stored.drain(..taken);
            }
            let received: Vec<_> =
                received.iter().map(|bytes| WorkerMessage::parse(bytes).unwrap()).collect();
            assert_eq!(received, all);
        }
    }

    #[test]
    fn messages_that_are_too_long_are_refused() {
        let payload = vec![0; WORKER_LINK_BYTES];
        assert!(WorkerMessage { kind: Kind::Text, topic: b"", payload: &payload }.head().is_none());
        assert!(WorkerMessage { kind: Kind::Text, topic: &[0; 256], payload: b"" }.head().is_none());
        assert_eq!(split_messages(&u32::MAX.to_be_bytes(), |_| {}), None);
    }
}
