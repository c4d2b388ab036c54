//! Frames that wait for the socket.

use baton_wire::{
    CloseFrame, MAX_CONTROL_BYTES, Opcode, encode_close, encode_compressed_frame, encode_frame,
};

use super::masks::{Masks, NoRandomness};

/// What is to be sent, in order.
#[derive(Debug)]
pub(super) struct Outbox {
    masks: Masks,
    bytes: Vec<u8>,
    sent: usize,
    /// The last ping that could not be answered yet.
    unanswered: Option<Vec<u8>>,
}

/// While so many bytes wait, pings are not answered but the last of them (RFC 6455, section 5.5.3): a server that sends pings
/// and reads nothing would fill the memory with pongs.
const PONG_ROOM: usize = 16 * 1024;

/// Memory that is kept for the next message.
const KEPT: usize = 64 * 1024;

impl Outbox {
    pub(super) const fn new() -> Self {
        Self { masks: Masks::new(), bytes: Vec::new(), sent: 0, unanswered: None }
    }

    pub(super) fn message(&mut self, opcode: Opcode, payload: &[u8]) -> Result<(), NoRandomness> {
        let key = self.masks.next_key()?;
        encode_frame(&mut self.bytes, opcode, payload, Some(key));
        Ok(())
    }

    pub(super) fn compressed(&mut self, opcode: Opcode, payload: &[u8]) -> Result<(), NoRandomness> {
        let key = self.masks.next_key()?;
        encode_compressed_frame(&mut self.bytes, opcode, payload, Some(key));
        Ok(())
    }

    pub(super) fn close(&mut self, frame: Option<CloseFrame<'_>>) -> Result<(), NoRandomness> {
        let key = self.masks.next_key()?;
        match frame {
            Some(frame) => encode_close(&mut self.bytes, frame.code, frame.reason, Some(key)),
            None => encode_frame(&mut self.bytes, Opcode::Close, &[], Some(key)),
        }
        Ok(())
    }

    /// Answers a ping, now or when there is room.
    pub(super) fn pong(&mut self, ping: &[u8]) -> Result<(), NoRandomness> {
        let ping = ping.get(..MAX_CONTROL_BYTES).unwrap_or(ping);
        if self.unsent().len() < PONG_ROOM {
            return self.message(Opcode::Pong, ping);
        }
        self.unanswered = Some(ping.to_vec());
        Ok(())
    }

    pub(super) fn unsent(&self) -> &[u8] {
        self.bytes.get(self.sent..).unwrap_or_default()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.unsent().is_empty()
    }

    /// Notes that the first `count` bytes of [`Outbox::unsent`] are sent.
    pub(super) fn advance(&mut self, count: usize) -> Result<(), NoRandomness> {
        self.sent += count;
        if !self.is_empty() {
            return Ok(());
        }
        self.bytes.clear();
        self.bytes.shrink_to(KEPT);
        self.sent = 0;
        match self.unanswered.take() {
            Some(ping) => self.message(Opcode::Pong, &ping),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_pings_that_cannot_be_answered_the_last_one_is() {
        let mut outbox = Outbox::new();
        outbox.message(Opcode::Binary, &[7; PONG_ROOM]).unwrap();
        let before = outbox.unsent().len();
        for ping in [&b"one"[..], b"two", b"three"] {
            outbox.pong(ping).unwrap();
        }
        assert_eq!(outbox.unsent().len(), before);
        outbox.advance(before - 1).unwrap();
        assert_eq!(outbox.unsent().len(), 1);
        outbox.advance(1).unwrap();
        assert_eq!(outbox.unsent().len(), 2 + 4 + "three".len());
        assert_eq!(outbox.unsent().first(), Some(&0x8a));
    }

    #[test]
    fn the_memory_of_a_large_message_goes_when_it_is_sent() {
        let mut outbox = Outbox::new();
        outbox.message(Opcode::Binary, &vec![7; 1 << 20]).unwrap();
        outbox.advance(outbox.unsent().len()).unwrap();
        assert!(outbox.is_empty() && outbox.bytes.capacity() <= KEPT);
    }
}
