//! The events of an endpoint.

use std::mem::MaybeUninit;

use baton_reactor::ConnectionId;
use baton_wire::{FrameHeader, Opcode};

use crate::AlarmId;

/// The type of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// UTF-8.
    Text,
    /// Any bytes.
    Binary,
}

impl Kind {
    pub(crate) fn opcode(self) -> Opcode {
        match self {
            Self::Text => Opcode::Text,
            Self::Binary => Opcode::Binary,
        }
    }

    /// Unmasks a message's bytes into `room`, which has the same length. `None` if they are text
    /// that is not UTF-8; call [`refuse_text`](crate::Endpoint::refuse_text) then.
    #[inline]
    pub fn read<'a>(
        self,
        payload: &[u8],
        mask: Option<[u8; 4]>,
        room: &'a mut [MaybeUninit<u8>],
    ) -> Option<&'a [u8]> {
        FrameHeader { fin: true, reserved: 0, opcode: self.opcode(), mask }.read_payload(payload, room)
    }
}

/// One thing that happened, from [`Endpoint::next`](crate::Endpoint::next). `owner` is the number that the owner has
/// [given](crate::Endpoint::set_owner) the connection, 0 before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A valid upgrade, to be answered by [`accept`](crate::Endpoint::accept) or
    /// [`answer`](crate::Endpoint::answer) before the next event is requested; otherwise the answer
    /// is 500.
    Handshake {
        /// The connection.
        conn: ConnectionId,
        /// The request's head, as sent.
        head: &'a [u8],
    },
    /// A request that is not an upgrade, to be answered by [`answer`](crate::Endpoint::answer) in
    /// the same way.
    Request {
        /// The connection.
        conn: ConnectionId,
        /// Its head, as sent.
        head: &'a [u8],
        /// Its body.
        body: &'a [u8],
    },
    /// The handshake is complete.
    Open {
        /// The connection.
        conn: ConnectionId,
    },
    /// A whole message.
    Message {
        /// The connection.
        conn: ConnectionId,
        /// The owner's number for it.
        owner: usize,
        /// Its type; text has been checked, unless it is still masked.
        kind: Kind,
        /// Its bytes.
        payload: &'a [u8],
        /// The key if they are still masked: only with
        /// [`leaves_masked`](crate::Config::leaves_masked). [`Kind::read`] unmasks.
        mask: Option<[u8; 4]>,
    },
    /// A ping, which has been answered.
    Ping {
        /// The connection.
        conn: ConnectionId,
        /// The owner's number for it.
        owner: usize,
        /// At most 125 bytes.
        payload: &'a [u8],
    },
    /// A pong.
    Pong {
        /// The connection.
        conn: ConnectionId,
        /// The owner's number for it.
        owner: usize,
        /// At most 125 bytes.
        payload: &'a [u8],
    },
    /// Everything that was queued for a peer has been written.
    Drained {
        /// The connection.
        conn: ConnectionId,
        /// The owner's number for it.
        owner: usize,
    },
    /// A connection that was open has ended. It comes once, as the connection's last event.
    Closed {
        /// The connection.
        conn: ConnectionId,
        /// The owner's number for it.
        owner: usize,
        /// The peer's close code, 1005 if it gave none; 1006 if it sent no close frame; or our
        /// close code if the peer broke a rule.
        code: u16,
        /// The peer's reason, or which rule it broke.
        reason: &'a str,
        /// Whether both sides sent a close frame.
        clean: bool,
        /// The head of its request, if [that was retained](crate::Config::keeps_requests).
        head: &'a [u8],
    },
    /// An [alarm](crate::Endpoint::set_alarm) is due.
    Alarm {
        /// Which.
        alarm: AlarmId,
    },
    /// A descriptor of the owner is [ready](baton_reactor::Event::Ready).
    Ready {
        /// The number that it was given.
        number: u32,
    },
    /// No open file is left: accepting pauses until a connection closes.
    AcceptPaused,
}
