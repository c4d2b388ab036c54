//! What an endpoint tells its owner.

use std::mem::MaybeUninit;

use baton_reactor::ConnectionId;
use baton_wire::{FrameHeader, Opcode};

use crate::AlarmId;

/// What a message is made of.
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

    /// Copies a message's bytes to where its owner wants them, without their mask; `room` has as many. `None` if they are not
    /// what they must be: text that is not UTF-8, to be answered by [`refuse_text`](crate::Endpoint::refuse_text).
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
    /// A valid upgrade, to be answered by [`accept`](crate::Endpoint::accept) or [`answer`](crate::Endpoint::answer)
    /// before the next event is asked for; else it is answered 500.
    Handshake {
        /// Whose.
        conn: ConnectionId,
        /// The request's head, as sent.
        head: &'a [u8],
    },
    /// A request that is no upgrade, to be answered by [`answer`](crate::Endpoint::answer) in the same way.
    Request {
        /// Whose.
        conn: ConnectionId,
        /// Its head, as sent.
        head: &'a [u8],
        /// Its body.
        body: &'a [u8],
    },
    /// The handshake is complete.
    Open {
        /// Whose.
        conn: ConnectionId,
    },
    /// A whole message.
    Message {
        /// Whose.
        conn: ConnectionId,
        /// The owner's number for it.
        owner: usize,
        /// What it is made of; text has been checked, unless it is masked still.
        kind: Kind,
        /// Its bytes.
        payload: &'a [u8],
        /// The key with which they are masked still: never but with [`leaves_masked`](crate::Config::leaves_masked).
        /// [`Kind::read`] takes it off.
        mask: Option<[u8; 4]>,
    },
    /// A ping, which has been answered.
    Ping {
        /// Whose.
        conn: ConnectionId,
        /// The owner's number for it.
        owner: usize,
        /// At most 125 bytes.
        payload: &'a [u8],
    },
    /// A pong.
    Pong {
        /// Whose.
        conn: ConnectionId,
        /// The owner's number for it.
        owner: usize,
        /// At most 125 bytes.
        payload: &'a [u8],
    },
    /// All that had waited for a peer has been written.
    Drained {
        /// Whose.
        conn: ConnectionId,
        /// The owner's number for it.
        owner: usize,
    },
    /// A connection that was open is over; nothing more comes of it. Told once.
    Closed {
        /// Which.
        conn: ConnectionId,
        /// The owner's number for it.
        owner: usize,
        /// The peer's close code, 1005 if it gave none; 1006 if it sent no close frame; or the code with which a fault
        /// of the peer was answered.
        code: u16,
        /// The peer's reason, or what its fault was.
        reason: &'a str,
        /// Whether both sides sent a close frame.
        clean: bool,
        /// The head of its request, if [that was kept](crate::Config::keeps_requests).
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
