//! The server as one connection's session sees it.

use std::sync::Arc;

use baton_hub::{
    ChannelRules, ConnectionSlot, Framing, HistoryPage, HistoryRange, Interest, JoinAs, KeyRef, Local,
    LocalError, LocalRequest, Member, Message, Millis, PresenceState, PublishError, PublishRequest,
    Published, Shards, SocketId, SubscribeError, Subscribed, TrackError, TrackRequest,
};
use baton_protocols::{Answer, App, Asked, Claims, Context, Question, Refusal, SubscribeFailure, Ticket};

use super::{ConnectionId, Down, Hub, database::Database, questions::Open};

/// What the driver keeps for a connection.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) id: ConnectionId,
    pub(super) framing: Framing,
    /// What its session has asked the database.
    pub(super) questions: Vec<Open>,
    /// Questions that were one too many; a session that is right has none.
    pub(super) overruns: usize,
    pub(super) on: usize,
    pub(super) slot: ConnectionSlot,
    pub(super) socket: SocketId,
    pub(super) last_heard: Millis,
    pub(super) wake_at: Option<Millis>,
    pub(super) phase: Phase,
    /// What is to be sent to the client.
    pub(super) out: Vec<Down>,
}

/// What a connection is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// What the client sends is handled as it comes.
    Reading,
    /// A message waits for room; nothing more of its client is read.
    Parked {
        ticket: Ticket,
        /// The loops that are behind and would deliver it.
        loops: u64,
    },
    /// A message waits for the database; nothing more of its client is read.
    Asking { ticket: Ticket },
    /// Nothing more is sent, and its session is called once more, to end.
    Closed,
}

impl Link {
    pub(super) fn is_closed(&self) -> bool {
        self.phase == Phase::Closed
    }
}

/// A connection together with its loop.
pub(super) struct SessionContext<'a> {
    pub(super) now: Millis,
    pub(super) app: &'a Arc<App>,
    pub(super) link: &'a mut Link,
    pub(super) local: &'a mut Local,
    pub(super) hub: &'a Hub,
    /// Payloads of client events that the hub has taken.
    pub(super) accepted: &'a mut Vec<String>,
    pub(super) database: &'a mut Database,
}

impl Context for SessionContext<'_> {
    fn app(&self) -> &Arc<App> {
        self.app
    }

    fn now(&self) -> Millis {
        self.now
    }

    fn last_heard(&self) -> Millis {
        self.link.last_heard
    }

    fn socket_id(&self) -> SocketId {
        self.link.socket
    }

    fn send(&mut self, text: &[u8]) {
        if !self.link.is_closed() {
            self.link.out.push(Down::Text(Arc::from(text)));
        }
    }

    fn send_binary(&mut self, data: &[u8]) {
        self.send(data); // no session of this world sends any; it would be reported as not being JSON
    }

    fn ping(&mut self) {
        if !self.link.is_closed() {
            self.link.out.push(Down::Ping);
        }
    }

    fn close(&mut self, code: u16, _reason: &str) {
        if !self.link.is_closed() {
            self.link.out.push(Down::Close(code));
            self.link.phase = Phase::Closed;
        }
    }

    fn wake_at(&mut self, at: Millis) {
        self.link.wake_at = Some(at);
    }

    fn subscribe(
        &mut self,
        key: KeyRef<'_>,
        join: Option<JoinAs<'_>>,
        (interest, encoding): (Interest, Framing),
        rules: ChannelRules,
    ) -> Result<Subscribed, SubscribeFailure> {
        let request = LocalRequest { key, join, socket: self.link.socket, interest, rules, place: None };
        let slot = self.link.slot;
        self.hub.subscribe(self.now, self.local, (slot, encoding), request).map_err(|error| match error {
            LocalError::Already => SubscribeFailure::Already,
            LocalError::Shard(error) => {
                if matches!(error, SubscribeError::ChannelsFull { .. }) {
                    self.hub.said_full(self.hub.seed().hash(key), self.app.index);
                }
                SubscribeFailure::Hub(error)
            }
        })
    }

    fn unsubscribe(&mut self, key: KeyRef<'_>) -> bool {
        self.hub.unsubscribe(self.now, self.local, (self.link.slot, self.link.socket), key)
    }

    fn subscription(&self, key: KeyRef<'_>) -> Option<Option<Arc<Member>>> {
        let hash = self.hub.seed().hash(key);
        self.local.subscription(self.link.slot, key, hash).map(|held| held.member.cloned())
    }

    fn subscription_count(&self) -> usize {
        self.local.subscription_count(self.link.slot)
    }

    fn publish(
        &mut self,
        key: KeyRef<'_>,
        message: Arc<Message>,
        except: Option<SocketId>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError> {
        let hash = self.hub.seed().hash(key);
        let payload = String::from_utf8_lossy(&message.data).trim_matches('"').to_owned();
        let request = PublishRequest {
            key,
            hash,
            message,
            except,
            rules,
            accepted_at: self.now.saturating_mul(1_000_000),
        };
        let published = self.hub.publish(self.now, request)?;
        self.accepted.push(payload);
        Ok(published)
    }

    fn set_interest(&mut self, key: KeyRef<'_>, interest: Interest) -> bool {
        self.local.set_interest(self.link.slot, key, self.hub.seed().hash(key), interest)
    }

    fn track(
        &mut self,
        key: KeyRef<'_>,
        presence_key: &str,
        info: &[u8],
        limit: u32,
    ) -> Result<bool, TrackError> {
        let (hash, socket) = (self.hub.seed().hash(key), self.link.socket);
        self.hub.track(self.now, TrackRequest { key, hash, socket, presence_key, info, limit })
    }

    fn untrack(&mut self, key: KeyRef<'_>) -> bool {
        self.hub.untrack(self.now, key, self.link.socket)
    }

    fn presences(&self, key: KeyRef<'_>) -> Arc<PresenceState> {
        let hash = self.hub.seed().hash(key);
        self.hub.with(hash, |shard, _| shard.presences(key, hash))
    }

    fn history(&self, key: KeyRef<'_>, range: HistoryRange) -> Option<HistoryPage> {
        let hash = self.hub.seed().hash(key);
        self.hub.with(hash, |shard, _| shard.history(self.now, key, hash, range))
    }

    fn ask(&mut self, question: Question<'_>) -> Asked {
        let Question::Room(key) = question else { return self.ask_database(&question) };
        let hash = self.hub.seed().hash(key);
        let loops = self.hub.with(hash, |shard, _| shard.loops(key, hash)) & self.hub.congested();
        if loops == 0 {
            return Asked::Now(Answer::Room(Ok(())));
        }
        let ticket = self.hub.next_ticket();
        self.link.phase = Phase::Parked { ticket, loops };
        Asked::Later(ticket)
    }

    fn cancel(&mut self, ticket: Ticket) {
        self.give_up(ticket);
    }

    fn is_revoked(&self, claims: &Claims) -> bool {
        self.database.is_revoked(claims)
    }

    fn unix_time_ms(&self) -> u64 {
        self.now
    }

    fn refused(&mut self, _cause: Refusal) {}
}
