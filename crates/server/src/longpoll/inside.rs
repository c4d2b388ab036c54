//! The client's end of a session's sockets: frames from the loop become messages, messages become frames.

use std::io;

use baton_wire::{DecodeContext, Decoder, Event, Limits, Opcode, Role, encode_frame};
use tokio::net::unix::OwnedReadHalf;

use crate::entropy::Entropy;

/// Bytes that one look takes from the socket.
const READ_BYTES: usize = 64 * 1024;

/// Bytes of messages at which an answer is full; the rest is in the next one. A longer message comes alone.
pub(super) const ANSWER_BYTES: usize = 256 * 1024;

/// The longest message that is read. The server makes them, within limits of its own: those of lists of who is present are
/// the largest.
const MESSAGE_BYTES: usize = 256 << 20;

/// What comes from the loop. Between two polls nothing is read: what waits is in the socket, and then in the connection's
/// outbox, where the same limits hold as for a WebSocket client that reads slowly.
pub(super) struct Incoming {
    half: OwnedReadHalf,
    decoder: Decoder,
    messages: Vec<String>,
    bytes: usize,
    ended: bool,
}

impl Incoming {
    pub(super) fn new(half: OwnedReadHalf) -> Self {
        Self {
            half,
            decoder: Decoder::new(Role::Client, false),
            messages: Vec::new(),
            bytes: 0,
            ended: false,
        }
    }

    /// Waits until there is a message, or the connection has ended. It may be dropped before, without a loss.
    pub(super) async fn wait(&mut self) {
        while self.messages.is_empty() && !self.ended {
            if self.half.readable().await.is_err() {
                self.ended = true;
                return;
            }
            self.read();
        }
    }

    /// What has come; `None` if there is nothing and never will be.
    pub(super) fn take(&mut self) -> Option<Vec<String>> {
        self.bytes = 0;
        let messages = std::mem::take(&mut self.messages);
        (!messages.is_empty() || !self.ended).then_some(messages)
    }

    /// Reads what is there, as far as one answer holds it.
    fn read(&mut self) {
        let mut buffer = vec![0; READ_BYTES];
        while self.bytes < ANSWER_BYTES && !self.ended {
            match self.half.try_read(&mut buffer) {
                Ok(0) => self.ended = true,
                Ok(len) => self.decode(buffer.get_mut(..len).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.ended = true,
            }
        }
    }

    fn decode(&mut self, mut bytes: &mut [u8]) {
        let limits = Limits { message_bytes: MESSAGE_BYTES, ..Limits::default() };
        loop {
            let mut cx = DecodeContext { limits: &limits, inflater: None };
            // What a loop writes is right; were it not, the session would end.
            let Ok(decoded) = self.decoder.decode(bytes, &mut cx) else {
                self.ended = true;
                return;
            };
            let consumed = decoded.consumed;
            match decoded.event {
                None => return,
                Some(Event::Text(text)) => {
                    self.bytes += text.len();
                    self.messages.push(text.to_owned());
                }
                Some(Event::Close(_)) => {
                    self.ended = true;
                    return;
                }
                // Bytes have no spelling that clients would read in the answer, which is JSON: they do not come, as they
                // do not with the first serialiser. Sessions of this protocol do not ping, and nothing is skipped.
                Some(Event::Binary(_) | Event::Ping(_) | Event::Pong(_) | Event::TooLarge { .. }) => {}
            }
            bytes = bytes.get_mut(consumed..).unwrap_or_default();
        }
    }
}

/// Frames of what a client sent, masked as a client's are.
pub(super) struct Frames {
    entropy: Entropy,
    bytes: Vec<u8>,
}

impl Frames {
    pub(super) fn new() -> Self {
        Self { entropy: Entropy::new(), bytes: Vec::new() }
    }

    pub(super) fn push(&mut self, opcode: Opcode, payload: &[u8]) {
        let [a, b, c, d, ..] = self.entropy.next_u64().to_le_bytes();
        encode_frame(&mut self.bytes, opcode, payload, Some([a, b, c, d]));
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::os::unix::net::UnixStream;

    use baton_wire::encode_close;

    use super::*;

    fn pair() -> (Incoming, UnixStream, tokio::net::unix::OwnedWriteHalf) {
        let (ours, theirs) = tokio::net::UnixStream::pair().unwrap();
        let theirs = theirs.into_std().unwrap();
        theirs.set_nonblocking(false).unwrap();
        let (half, other) = ours.into_split();
        (Incoming::new(half), theirs, other)
    }

    fn frame(opcode: Opcode, payload: &[u8]) -> Vec<u8> {
        let mut frame = Vec::new();
        encode_frame(&mut frame, opcode, payload, None);
        frame
    }

    #[tokio::test]
    async fn an_answer_has_a_size_and_what_is_left_comes_next() {
        let (mut incoming, mut theirs, _other) = pair();
        let long = "x".repeat(100_000);
        let writer = std::thread::spawn({
            let frame = frame(Opcode::Text, long.as_bytes());
            move || (0..10).for_each(|_| theirs.write_all(&frame).unwrap())
        });
        let (mut answers, mut came) = (0, 0);
        while came < 10 {
            incoming.wait().await;
            let messages = incoming.take().unwrap();
            assert!(messages.iter().all(|message| *message == long));
            let bytes: usize = messages.iter().map(String::len).sum();
            assert!(bytes < ANSWER_BYTES + long.len() + READ_BYTES, "{bytes}");
            came += messages.len();
            answers += 1;
        }
        assert!(came == 10 && answers >= 3, "{answers} answers");
        writer.join().unwrap();
        incoming.wait().await;
        assert_eq!(incoming.take(), None, "the other end has gone");
    }

    #[tokio::test]
    async fn what_came_before_the_end_is_told_before_the_end() {
        let (mut incoming, mut theirs, _other) = pair();
        let mut bytes = frame(Opcode::Text, b"[1]");
        bytes.extend(frame(Opcode::Binary, b"bytes have no spelling"));
        bytes.extend(frame(Opcode::Text, b"[2]"));
        encode_close(&mut bytes, 1012, "restart", None);
        // However the bytes are cut.
        for byte in bytes {
            theirs.write_all(&[byte]).unwrap();
            tokio::task::yield_now().await;
        }
        let mut all = Vec::new();
        loop {
            incoming.wait().await;
            match incoming.take() {
                Some(messages) => all.extend(messages),
                None => break,
            }
        }
        assert_eq!(all, ["[1]", "[2]"]);
    }

    #[tokio::test]
    async fn giving_up_loses_nothing() {
        let (mut incoming, mut theirs, _other) = pair();
        for number in 0..20 {
            let soon = std::time::Duration::from_micros(number * 50);
            let frame = frame(Opcode::Text, number.to_string().as_bytes());
            let (first, rest) = frame.split_at(1);
            theirs.write_all(first).unwrap();
            let _ = tokio::time::timeout(soon, incoming.wait()).await;
            theirs.write_all(rest).unwrap();
            incoming.wait().await;
            assert_eq!(incoming.take(), Some(vec![number.to_string()]));
        }
    }
}
