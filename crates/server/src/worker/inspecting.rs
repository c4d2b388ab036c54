//! Connections as the inspector sees them: found, shown and closed on request.
//!
//! A search asks each connection, a thousand in a turn, so that a loop with very many goes on serving them meanwhile.

use std::collections::VecDeque;

use baton_hub::{Access, ConnectionSlot, KeyRef, Shards as _, SocketId};
use tokio::sync::oneshot;

use super::client::{Connected, Link, Phase};
use super::transport::Transport;
use super::{EventLoop, Worker};
use crate::clock;
use crate::inspector::EndedConnection;
use crate::inspector::inspection::{Found, Inspection, Row, Search, Shown};
use crate::inspector::timeline::{ChannelName, Kind};

/// Connections that are asked in one turn: some 300 µs.
const PER_TURN: usize = 1_024;
/// Searches that wait for their turn; further ones get no answer, and their callers a 503.
const SEARCHES: usize = 16;
/// Channels of one connection that are shown.
const CHANNELS: usize = 1_000;

/// Searches that are under way, the first one first.
#[derive(Default)]
pub(super) struct Searches(VecDeque<Ongoing>);

struct Ongoing {
    search: Search,
    found: Found,
    /// The slot to look at next.
    next: usize,
    answer: oneshot::Sender<Found>,
}

impl Searches {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Worker {
    /// The inspector asks something.
    pub(super) fn inspect(&mut self, inspection: Inspection) {
        match inspection {
            Inspection::Find(search, answer) if self.searches.0.len() < SEARCHES => {
                self.searches.0.push_back(Ongoing { search, found: Found::default(), next: 0, answer });
            }
            Inspection::Find(..) => {}
            // Who asked may have gone meanwhile.
            Inspection::Show(socket, answer) => _ = answer.send(self.show(socket)),
            Inspection::Close(socket, reason, answer) => {
                let slot = self.clients.slot_of(socket);
                let conn = slot.and_then(|slot| Some(self.clients.connected_in(slot)?.link.conn));
                _ = answer.send(conn.is_some_and(|conn| self.say_goodbye(conn, reason)));
            }
        }
    }

    /// Asks the next connections for the first search.
    pub(super) fn search_batch(&mut self) {
        let Some(mut ongoing) = self.searches.0.pop_front() else { return };
        if ongoing.answer.is_closed() {
            return;
        }
        let end = self.clients.slots().min(ongoing.next + PER_TURN);
        for slot in ongoing.next..end {
            let slot_of = ConnectionSlot(u32::try_from(slot).unwrap_or(u32::MAX));
            let Some(connected) = self.clients.connected_in(slot_of) else { continue };
            let Some(row) = self.event_loop.matching(&ongoing.search, slot, connected) else { continue };
            ongoing.found.total += 1;
            if slot >= ongoing.search.from && ongoing.found.rows.len() < ongoing.search.limit {
                ongoing.found.rows.push(row);
            }
        }
        ongoing.next = end;
        if end < self.clients.slots() {
            self.searches.0.push_front(ongoing);
        } else {
            _ = ongoing.answer.send(ongoing.found);
        }
    }

    fn show(&mut self, socket: SocketId) -> Option<Shown> {
        let slot = self.clients.slot_of(socket)?;
        let connected = self.clients.connected_in(slot)?;
        let row = self.event_loop.row(slot.0 as usize, connected);
        let subscriptions = self.event_loop.local.subscriptions(slot).take(CHANNELS);
        let channels = subscriptions.map(|one| {
            let user = one.member.map(|member| Box::from(&*member.user_id));
            (ChannelName::of(one.key.borrowed()), user)
        });
        Some(Shown { row, channels: channels.collect() })
    }
}

impl EventLoop {
    fn matching(&mut self, search: &Search, slot: usize, connected: &mut Connected) -> Option<Row> {
        let app = connected.link.app().index;
        if search.app.is_some_and(|wanted| wanted != app) {
            return None;
        }
        if let Some(channel) = &search.channel {
            let key = KeyRef { app, access: channel.access, name: &channel.name };
            let hash = self.node.seed().hash(key);
            self.local.subscription(connected.link.slot(), key, hash)?;
        }
        let row = self.row(slot, connected);
        let is_of_user = search.user.as_ref().is_none_or(|user| row.user.as_deref() == Some(user));
        (is_of_user && (search.text.is_empty() || mentions(&row, &search.text))).then_some(row)
    }

    fn row(&mut self, slot: usize, connected: &mut Connected) -> Row {
        let link = &mut connected.link;
        Row {
            slot,
            socket: link.socket_id,
            app: link.app().index,
            protocol: link.record.protocol,
            transport: match link.transport {
                Transport::WebSocket(_) => "websocket",
                Transport::Stream(_) => "http",
                Transport::Polls(_) => "longpoll",
            },
            address: link.ip(self),
            user: self.user_of(link).or_else(|| connected.session.user().map(Into::into)),
            subscriptions: self.local.subscription_count(link.slot()),
            outbox_bytes: link.unsent(self),
            messages_in: link.record.messages_in,
            open_for_ms: self.now.saturating_sub(link.record.opened_ms),
            silent_ms: self.now.saturating_sub(link.last_heard),
            state: match link.phase {
                Phase::Reading => "open",
                Phase::Parked(_) => "waiting",
                Phase::Closed => "closing",
            },
        }
    }

    /// The user of a connection: the one that it signed in as, or is a member of a channel as.
    fn user_of(&self, link: &Link) -> Option<Box<str>> {
        let mut member = None;
        for one in self.local.subscriptions(link.slot()) {
            if one.key.access() == Access::User {
                return Some(one.key.name().into());
            }
            member = member.or_else(|| one.member.map(|member| Box::from(&*member.user_id)));
        }
        member
    }
}

/// Whether a row has a text, which is in lower case.
fn mentions(row: &Row, text: &str) -> bool {
    row.socket.to_string().contains(text)
        || row.user.as_ref().is_some_and(|user| user.to_lowercase().contains(text))
        || row.address.is_some_and(|address| address.to_string().contains(text))
}

impl Link {
    /// The connection has opened.
    pub(super) fn note_opening(&self, event_loop: &mut EventLoop) {
        let timeline = &event_loop.node.inspector.timeline;
        timeline.note(Kind::Connect, Some(self.app().index), None, |event| {
            event.socket = Some(self.socket_id);
            event.name = Some(self.record.protocol.into());
        });
    }

    /// The connection has ended.
    pub(super) fn note_end(&self, event_loop: &mut EventLoop) {
        let ended_ms = clock::unix_ms();
        let inspector = &event_loop.node.inspector;
        let is_remembered =
            event_loop.config.settings.inspector && inspector.ended.takes_one(ended_ms / 1_000);
        if !is_remembered && !inspector.timeline.is_watched() {
            return;
        }
        let end = self.record.end();
        let reason: Box<str> = event_loop.node.refusals.beginning(end.reason).into();
        let address = self.ip(event_loop);
        let inspector = &event_loop.node.inspector;
        inspector.timeline.note(Kind::Disconnect, Some(self.app().index), None, |event| {
            event.socket = Some(self.socket_id);
            event.name = Some(format!("{} by {}", end.code, end.by).into());
            event.detail = Some(reason.clone());
        });
        if is_remembered {
            inspector.ended.push(EndedConnection {
                socket: self.socket_id,
                app: self.app().index,
                protocol: self.record.protocol,
                address,
                opened_ms: ended_ms.saturating_sub(event_loop.now.saturating_sub(self.record.opened_ms)),
                ended_ms,
                messages_in: self.record.messages_in,
                by: end.by,
                code: end.code,
                reason,
            });
        }
    }
}
