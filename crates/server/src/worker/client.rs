//! The clients of one loop, by the slot of their connection.

use std::mem;
use std::net::IpAddr;
use std::sync::Arc;

use baton_connection::{MessageDeadline, Pace};
use baton_hub::{AppId, ConnectionSlot, Framing, SocketId};
use baton_protocols::pusher::api;
use baton_protocols::{App, Session, Ticket};
use baton_reactor::ConnectionId;
use baton_wire::Decoder;

use super::questions::{Parked, Questions};
use super::transport::Transport;
use crate::admission::MessageLengths;
use crate::app_state::AppState;
use crate::incomplete::{Holding, Proof};
use crate::observe::{ConnectionLog, ConnectionRecord, Observation};
use crate::peer::{ClientAddress, Peer};
use crate::per_address::Counted;
use crate::recovery::Tracked;

/// What a socket is to us.
pub(crate) enum Client {
    /// It sends HTTP requests; any of them may turn it into a WebSocket.
    Http(Box<Http>),
    /// It has a session: over an open WebSocket, or by long-poll.
    Connected(Box<Connected>),
    /// The server has closed it and waits for the other side.
    Leaving,
}

/// A connection that speaks HTTP.
pub(crate) struct Http {
    pub(crate) peer: Peer,
    /// The beginning of a request, while it is incomplete.
    pub(crate) partial: Vec<u8>,
    /// That counts among what all such requests hold.
    pub(crate) held: Option<Holding>,
    /// Its head is complete, and its body is not.
    pub(crate) in_body: bool,
    /// What that head proves.
    pub(crate) proof: Proof,
    /// It was refused by its head, so that its body is not stored.
    pub(crate) discarding: Option<Box<Discarding>>,
    /// Whether a request was answered on this connection.
    pub(crate) is_answered: bool,
    /// Until then it counts against the limit per address.
    pub(crate) pending: Option<Counted>,
}

impl Http {
    /// A connection that has sent nothing yet.
    pub(crate) fn new(peer: Peer, pending: Option<Counted>) -> Self {
        Self {
            peer,
            partial: Vec::new(),
            held: None,
            in_body: false,
            proof: Proof::None,
            discarding: None,
            is_answered: false,
            pending,
        }
    }
}

/// A body that nobody reads.
pub(crate) struct Discarding {
    /// Bytes of it that have yet to come.
    pub(crate) left: usize,
    /// What is answered at its end, where the next request begins.
    pub(crate) response: api::Response,
    /// Whose request it is.
    pub(crate) client: ClientAddress,
    pub(crate) observation: Option<Arc<Observation>>,
}

/// A client with a session, whatever its transport.
pub(crate) struct Connected {
    /// What reads its frames; `None` for a transport without any.
    pub(crate) decoder: Option<Decoder>,
    pub(crate) link: Link,
    pub(crate) session: Box<dyn Session + Send>,
}

/// The connection as its session reaches it.
pub(crate) struct Link {
    pub(crate) conn: ConnectionId,
    pub(crate) state: Arc<AppState>,
    pub(crate) socket_id: SocketId,
    pub(crate) transport: Transport,
    /// Who the client is, where its socket does not say it or its address has a limit.
    pub(crate) located: Option<Box<Located>>,
    /// For its line in the access log, where there is one.
    pub(crate) log: Option<Box<ConnectionLog>>,
    pub(crate) record: ConnectionRecord,
    /// When the client was last heard, in milliseconds.
    pub(crate) last_heard: u64,
    /// When the session wants to be woken; `u64::MAX` for never.
    pub(crate) wake_at: u64,
    /// What of it has arrived, if its app has recovery.
    pub(crate) tracked: Option<Arc<Tracked>>,
    /// When its end is to be asked next; `u64::MAX` for never.
    pub(crate) ask_at: u64,
    /// By when the message that has begun must end.
    pub(crate) message_deadline: MessageDeadline,
    pub(crate) pace: Pace,
    pub(crate) window: Window,
    /// In which encoding it receives what its session does not ask for in another.
    pub(crate) encoding: Framing,
    pub(crate) message_lengths: MessageLengths,
    /// What its session has asked and not had answered.
    pub(crate) questions: Questions,
    pub(crate) phase: Phase,
}

/// Where the client of a connection is.
#[derive(Debug)]
pub(crate) struct Located {
    pub(crate) ip: IpAddr,
    /// It is counted for its address.
    pub(crate) _counted: Option<Counted>,
}

/// What a connection is at.
#[derive(Debug)]
pub(crate) enum Phase {
    /// What the client sends is handled as it comes.
    Reading,
    /// It is not read until a question is answered.
    Parked(Box<Parked>),
    /// A close frame has been sent, or the socket is gone. Nothing more is sent, and its session is
    /// called once more, to end.
    Closed,
}

impl Link {
    pub(crate) fn app(&self) -> &Arc<App> {
        &self.state.app
    }

    /// Whether nothing more is sent or handled.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(self.phase, Phase::Closed)
    }

    /// What waited for the answer to `ticket`, which has come.
    pub(super) fn unpark(&mut self, ticket: Ticket) -> Option<Box<Parked>> {
        match mem::replace(&mut self.phase, Phase::Reading) {
            Phase::Parked(parked) if parked.waits_for(ticket) => Some(parked),
            phase => {
                self.phase = phase;
                None
            }
        }
    }

    /// When the connection's one timer is due.
    pub(crate) fn next_timer(&self) -> u64 {
        self.wake_at.min(self.message_deadline.due()).min(self.questions.due()).min(self.ask_at)
    }

    pub(crate) fn slot(&self) -> ConnectionSlot {
        // The reactor numbers its connections with 31 bits.
        ConnectionSlot(u32::try_from(self.conn.slot()).unwrap_or(u32::MAX))
    }
}

/// Messages of a client against `messages_per_window`.
#[derive(Default, Clone, Copy)]
pub(crate) struct Window {
    /// The second of its first message.
    began: u32,
    messages: u32,
}

impl Window {
    /// Counts one more message; `true` if that is over `limit` within `seconds` of the first.
    pub(crate) fn exceeds(&mut self, limit: u32, seconds: u32, now_ms: u64) -> bool {
        let second = u32::try_from(now_ms / 1_000).unwrap_or(u32::MAX);
        if self.messages == 0 || second.saturating_sub(self.began) >= seconds {
            *self = Self { began: second, messages: 0 };
        }
        self.messages = self.messages.saturating_add(1);
        self.messages > limit
    }
}

/// The table of a loop's clients.
#[derive(Default)]
pub(crate) struct Clients {
    slots: Vec<Slot>,
}

#[derive(Default)]
struct Slot {
    conn: Option<ConnectionId>,
    client: Option<Client>,
    /// The low half of an open WebSocket's socket id. A fan-out goes over this table, in whose order memory is fetched
    /// ahead, and need not follow the pointer to every client to find the one that it leaves out.
    name: u64,
}

impl Clients {
    /// Sets what `conn` is.
    pub(crate) fn set(&mut self, conn: ConnectionId, client: Client) {
        let index = conn.slot();
        if index >= self.slots.len() {
            self.slots.resize_with(index + 1, Slot::default);
        }
        if let Some(slot) = self.slots.get_mut(index) {
            let name =
                if let Client::Connected(connected) = &client { connected.link.socket_id.low } else { 0 };
            *slot = Slot { conn: Some(conn), client: Some(client), name };
        }
    }

    /// The connection of the open WebSocket in a slot, unless it is `except`.
    pub(crate) fn receiver_in(&self, slot: ConnectionSlot, except: Option<SocketId>) -> Option<ConnectionId> {
        let Slot { conn, client: Some(Client::Connected(connected)), name } =
            self.slots.get(slot.0 as usize)?
        else {
            return None;
        };
        let is_left_out =
            except.is_some_and(|except| except.low == *name && except == connected.link.socket_id);
        conn.filter(|_| !is_left_out)
    }

    /// What `conn` is; `None` for one that is gone.
    pub(crate) fn get_mut(&mut self, conn: ConnectionId) -> Option<&mut Client> {
        let slot = self.slots.get_mut(conn.slot())?;
        if slot.conn == Some(conn) { slot.client.as_mut() } else { None }
    }

    /// The client with a session in a slot.
    pub(crate) fn connected_in(&mut self, slot: ConnectionSlot) -> Option<&mut Connected> {
        match self.slots.get_mut(slot.0 as usize)?.client.as_mut()? {
            Client::Connected(connected) => Some(connected),
            _ => None,
        }
    }

    /// The slot of the open connection with this name.
    pub(crate) fn slot_of(&self, socket: SocketId) -> Option<ConnectionSlot> {
        let has_name = |slot: &Slot| match &slot.client {
            Some(Client::Connected(connected)) => {
                slot.name == socket.low && connected.link.socket_id == socket
            }
            _ => false,
        };
        let slot = self.slots.iter().position(has_name)?;
        u32::try_from(slot).ok().map(ConnectionSlot)
    }

    /// Slots in use or used before.
    pub(crate) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Forgets `conn`.
    pub(crate) fn remove(&mut self, conn: ConnectionId) -> Option<Client> {
        let slot = self.slots.get_mut(conn.slot())?;
        if slot.conn != Some(conn) {
            return None;
        }
        slot.conn = None;
        slot.client.take()
    }

    /// Clients with a session, each with its app.
    pub(crate) fn connected(&self) -> impl Iterator<Item = (AppId, ConnectionId)> {
        self.slots.iter().filter_map(move |slot| match &slot.client {
            Some(Client::Connected(connected)) => Some((connected.link.app().index, slot.conn?)),
            _ => None,
        })
    }

    /// The connections of all clients that the server has not closed.
    pub(crate) fn present(&self) -> impl Iterator<Item = ConnectionId> {
        let is_present = |slot: &&Slot| matches!(slot.client, Some(Client::Connected(_) | Client::Http(_)));
        self.slots.iter().filter(is_present).filter_map(|slot| slot.conn)
    }
}

#[cfg(test)]
mod tests {
    use super::Window;

    #[test]
    fn a_window_begins_with_its_first_message() {
        let mut window = Window::default();
        assert!((0..3).all(|_| !window.exceeds(3, 10, 5_999)));
        assert!(window.exceeds(3, 10, 14_999), "the fourth within ten seconds");
        assert!(!window.exceeds(3, 10, 15_000), "the next one");
    }
}
