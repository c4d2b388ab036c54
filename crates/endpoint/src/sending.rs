//! Messages to one connection.

use std::fmt;

use baton_reactor::ConnectionId;
use baton_wire::{HeaderBytes, Opcode};

use crate::Kind;
use crate::endpoint::Endpoint;

/// Why nothing was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendError {
    /// The connection is not open.
    Closed,
    /// Its queue has no room.
    Full {
        /// [`Config::queued_bytes`](crate::Config::queued_bytes).
        limit: usize,
    },
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("the connection is closed"),
            Self::Full { limit } => write!(f, "more than {limit} bytes would wait for this client"),
        }
    }
}

impl std::error::Error for SendError {}

/// A message with what deflate can add to one that does not get smaller, and its header: see
/// `wire`'s limits.
const fn room_for(payload: usize) -> usize {
    payload + payload / 256 + 80
}

impl Endpoint {
    /// Queues a message, to be written at the end of the turn. Text must be UTF-8; peers close the connection otherwise.
    ///
    /// # Errors
    /// [`SendError`]; nothing was queued then.
    #[inline]
    pub fn send(&mut self, conn: ConnectionId, kind: Kind, payload: &[u8]) -> Result<(), SendError> {
        let Some(peer) = self.peers.get_mut(conn).filter(|peer| peer.is_open()) else {
            return Err(SendError::Closed);
        };
        let compresses = peer.deflate.is_on()
            && self.config.compression.is_some_and(|compression| payload.len() >= compression.threshold);
        if compresses {
            return self.send_compressed(conn, kind, payload);
        }
        self.send_frame(conn, kind.opcode(), payload)?;
        self.stats.messages_out += 1;
        Ok(())
    }

    /// Queues a ping of at most 125 bytes.
    ///
    /// # Errors
    /// [`SendError`]; nothing was queued then.
    pub fn ping(&mut self, conn: ConnectionId, payload: &[u8]) -> Result<(), SendError> {
        self.send_control(conn, Opcode::Ping, payload)
    }

    /// Queues an unsolicited pong of at most 125 bytes.
    ///
    /// # Errors
    /// [`SendError`]; nothing was queued then.
    pub fn pong(&mut self, conn: ConnectionId, payload: &[u8]) -> Result<(), SendError> {
        self.send_control(conn, Opcode::Pong, payload)
    }

    fn send_control(&mut self, conn: ConnectionId, opcode: Opcode, payload: &[u8]) -> Result<(), SendError> {
        if !self.is_open(conn) {
            return Err(SendError::Closed);
        }
        self.send_frame(conn, opcode, payload)
    }

    #[inline]
    fn send_frame(&mut self, conn: ConnectionId, opcode: Opcode, payload: &[u8]) -> Result<(), SendError> {
        let header = HeaderBytes::new(opcode, false, payload.len());
        if !self.reactor.try_send_parts(conn, header.as_bytes(), payload) {
            return Err(SendError::Full { limit: self.config.queued_bytes });
        }
        Ok(())
    }

    /// A message compressed with context takeover must be sent, so room is checked first.
    pub(crate) fn send_compressed(
        &mut self,
        conn: ConnectionId,
        kind: Kind,
        payload: &[u8],
    ) -> Result<(), SendError> {
        if !self.reactor.takes(conn, room_for(payload.len())) {
            return Err(SendError::Full { limit: self.config.queued_bytes });
        }
        let Some(peer) = self.peers.get_mut(conn) else { return Err(SendError::Closed) };
        let compressed = self.codec.compress_for(&mut peer.deflate, payload);
        let is_smaller = compressed.is_some();
        let bytes = compressed.unwrap_or(payload);
        let header = HeaderBytes::new(kind.opcode(), is_smaller, bytes.len());
        self.reactor.send_parts(conn, header.as_bytes(), bytes);
        self.stats.messages_out += 1;
        Ok(())
    }
}
