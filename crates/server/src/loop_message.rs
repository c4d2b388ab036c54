//! What other threads send to an event loop, and how a shard reaches the loops.

use std::convert::Infallible;
use std::net::TcpStream;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use baton_hub::{AppId, Body, Effects, Event, Full, KeyRef, Publication};
use baton_protocols::{Answer, Ticket};
use baton_reactor::{Closed, ConnectionId, Sender, TlsSession};

use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::clock;
use crate::config::Config;
use crate::inspector::inspection::Inspection;
use crate::inspector::timeline::{Event as Recorded, Kind, Origin};
use crate::longpoll::{Post, Session};
use crate::node::Node;
use crate::peer::{ClientAddress, Peer};

/// A message to a loop, from any thread.
pub(crate) enum LoopMessage {
    /// Something happened on a channel that has subscribers there.
    Publication(Arc<Publication>),
    /// A connection that the acceptor gives to this loop.
    Adopt(Arrival),
    /// A WebSocket that began as an HTTP connection: its 101 has been sent.
    Upgraded(Box<Upgraded>),
    /// A long-poll session of this loop, and what is new of it.
    OfSession(Box<(Arc<Session>, OfSession)>),
    /// What a session of this loop asked is answered. Boxed, as it is rare and larger than all
    /// others.
    Answered(Box<Answered>),
    /// The configuration was replaced.
    Configured(Arc<Config>, Unapplied),
    /// The client of a connection has come back with another.
    EndFormer(ConnectionId),
    /// Tokens were revoked: those of connections in this loop, perhaps.
    TokensRevoked,
    /// Connections of this loop have incomplete requests, and others need their room.
    GiveWay,
    /// The inspector asks for connections of this loop.
    Inspect(Box<Inspection>),
    /// Close the clients of an app, or of all, at the pace of a drain; they may come back at once.
    SendAway(Option<AppId>),
    /// Close nobody more of these.
    LetStay,
    /// Accept nothing more, close every client, and end connections as soon as what was asked on
    /// them is answered.
    Leave,
    /// End now, whatever is still open.
    Stop,
}

/// Held by a loop until a configuration applies to all of its clients.
pub(crate) struct Unapplied {
    _dropped: mpsc::Sender<Infallible>,
}

/// A configuration that loops have been sent.
pub(crate) struct Applying(mpsc::Receiver<Infallible>);

impl Applying {
    /// What loops are to hold, and what ends once they all have dropped it.
    pub(crate) fn new() -> (impl Fn() -> Unapplied, Self) {
        let (sender, receiver) = mpsc::channel(1);
        (move || Unapplied { _dropped: sender.clone() }, Self(receiver))
    }

    /// Waits until it applies to all clients, for at most so long.
    pub(crate) async fn wait(mut self, most: Duration) {
        // Nothing is ever sent: an answer is that there is no sender any more.
        _ = timeout(most, self.0.recv()).await;
    }
}

/// A connection that has been accepted.
pub(crate) struct Arrival {
    /// A stream's, non-blocking.
    pub(crate) socket: OwnedFd,
    pub(crate) peer: Peer,
    /// It begins with a handshake of TLS.
    pub(crate) is_tls: bool,
}

/// A WebSocket that began as an HTTP connection.
pub(crate) struct Upgraded {
    /// The socket, non-blocking.
    pub(crate) stream: TcpStream,
    /// Its TLS, if it speaks any.
    pub(crate) tls: Option<Box<TlsSession>>,
    /// Whose it is.
    pub(crate) client: ClientAddress,
    /// The request head, as the client sent it.
    pub(crate) head: Vec<u8>,
    /// What the client sent after it.
    pub(crate) early: Vec<u8>,
}

/// What happens to a long-poll session, for its loop.
pub(crate) enum OfSession {
    /// Its client has been admitted with this request head, and is the loop's from now on.
    Opened { client: ClientAddress, head: Vec<u8> },
    /// The client sent this.
    Said(Post),
    /// The client polls, as it does all the time: the loop is notified at times, and when the poll has made room.
    Polled,
    /// It has ended.
    GivenUp(Closed),
}

/// The answer to a question of a session.
pub(crate) struct Answered {
    /// Whose session asked.
    pub(crate) conn: ConnectionId,
    /// Which question that was.
    pub(crate) ticket: Ticket,
    pub(crate) answer: Answer,
}

/// Where other threads put messages for one loop.
pub(crate) type LoopSender = Sender<LoopMessage>;

/// The way from a shard to the loops, used inside the shard's critical section.
pub(crate) struct LoopEffects<'a> {
    node: &'a Node,
    /// Who has the shard do what it does.
    origin: Origin,
}

impl<'a> LoopEffects<'a> {
    pub(crate) fn new(node: &'a Node, origin: Origin) -> Self {
        Self { node, origin }
    }

    /// Records a message before a loop can deliver it, if somebody looks at its channel.
    fn note(&self, publication: &Publication, loops: u64) {
        let timeline = &self.node.inspector.timeline;
        let (key, Body::Message { message, position, .. }) =
            (publication.channel.borrowed(), &publication.body)
        else {
            return;
        };
        if timeline.takes(Some(key.app), Some(key)) {
            let mut event = Recorded::new(Kind::Message, clock::unix_ms());
            event.app = Some(key.app);
            event.accepted_at = publication.accepted_at;
            event.be_message(key, (self.origin, Arc::clone(message), publication.except), *position);
            timeline.message(event, loops.count_ones());
        }
    }

    fn each(&self, loops: u64) -> impl Iterator<Item = &'a LoopSender> + use<'a> {
        let all = self.node.loops().iter().enumerate();
        all.filter(move |(n, _)| loops >> n & 1 == 1).map(|(_, sender)| sender)
    }
}

impl Effects for LoopEffects<'_> {
    fn reserve(&mut self, loops: u64) -> Result<(), Full> {
        for (reserved, sender) in self.each(loops).enumerate() {
            if !sender.try_reserve() {
                self.each(loops).take(reserved).for_each(LoopSender::cancel_reservation);
                self.node.hub_counters().loop_queue_full();
                return Err(Full);
            }
        }
        Ok(())
    }

    fn deliver(&mut self, loops: u64, publication: Arc<Publication>) {
        let reserved = matches!(publication.body, Body::Message { .. });
        self.node.publication_queued(publication.channel.app(), loops);
        if self.node.inspector.timeline.is_watched() {
            self.note(&publication, loops);
        }
        for sender in self.each(loops) {
            let message = LoopMessage::Publication(publication.clone());
            if reserved {
                sender.push_reserved(message);
            } else {
                sender.push_unreserved(message);
            }
        }
    }

    fn occupy(&mut self, key: KeyRef<'_>, limit: u32) -> bool {
        self.node.config().app(key.app).is_none_or(|state| state.occupy(key.access, limit))
    }

    fn vacate(&mut self, key: KeyRef<'_>) {
        if let Some(state) = self.node.config().app(key.app) {
            state.vacate(key.access);
        }
    }

    fn event(&mut self, event: Event) {
        self.node.hub_counters().event(&event);
        if self.node.inspector.timeline.is_watched() {
            self.node.inspector.timeline.hub_event(&event);
        }
        self.node.note_for_webhooks(event);
    }
}
