//! The server's side of a world: what `crates/server` does with sockets and threads, done with plain calls.

mod application;
mod context;
mod database;
mod engine;
mod hub;
mod node;
mod questions;

use std::{cell::RefCell, collections::BTreeMap, rc::Rc, sync::Arc};

use baton_hub::{Body, ConnectionSlot, DisconnectReason, Local, LoopId, Publication, SocketId};
use baton_protocols::{Answer, App, Session, framing};

pub(crate) use self::database::{Ruled, Ruling};
use self::{
    context::{Link, Phase, SessionContext},
    database::Database,
    engine::Engine,
    hub::Hub,
    node::Cluster,
};
use crate::{Conditions, Dice, Sabotage};

/// A connection's number in the world; never used again.
pub(crate) type ConnectionId = u32;

/// What travels to a client.
#[derive(Debug, Clone)]
pub(crate) enum Down {
    Text(Arc<[u8]>),
    Ping,
    Close(u16),
}

/// What travels to the server.
#[derive(Debug, Clone)]
pub(crate) enum Up {
    Text(String),
    Binary(Vec<u8>),
    Pong,
    Close,
}

/// The process, or the processes of a cluster.
pub(crate) struct Server {
    pub(crate) app: Arc<App>,
    /// One of each node.
    hubs: Vec<Hub>,
    /// Those of the first node, then those of the second, and so on.
    loops: Vec<Loop>,
    loops_of_node: usize,
    connections: BTreeMap<ConnectionId, Connection>,
    /// Payloads of client events that the hub has taken since the last question.
    accepted: Vec<String>,
    pub(crate) database: Database,
    /// Questions and followings that sessions left behind, and those that were one too many.
    leaks: usize,
    sabotage: Option<Sabotage>,
    publications: u64,
}

struct Loop {
    local: Local,
    /// Which connection stands in which slot; slots are used again at once, as the reactor does.
    slots: Vec<Option<ConnectionId>>,
}

struct Connection {
    session: Box<dyn Session>,
    link: Link,
}

impl Server {
    pub(crate) fn new(conditions: &Conditions) -> Self {
        let make = |id| Loop { local: Local::new(LoopId(id)), slots: Vec::new() };
        let nodes = conditions.nodes.max(1);
        let engine =
            Rc::new(RefCell::new(Engine::new(nodes, Dice::new(conditions.limits.history_bytes as u64))));
        let cluster = |node| Some(Cluster { engine: Rc::clone(&engine), node }).filter(|_| nodes > 1);
        Self {
            app: Arc::new(conditions.app.clone()),
            hubs: (0..nodes).map(|node| Hub::new(conditions, cluster(node))).collect(),
            loops: (0..nodes).flat_map(|_| (0..conditions.loops).map(make)).collect(),
            loops_of_node: usize::from(conditions.loops).max(1),
            connections: BTreeMap::new(),
            accepted: Vec::new(),
            database: Database::new(Dice::new(conditions.turn_ms ^ conditions.mailbox as u64)),
            leaks: 0,
            sabotage: conditions.sabotage,
            publications: 0,
        }
    }

    /// A client has connected.
    pub(crate) fn connect(&mut self, id: ConnectionId, session: Box<dyn Session>, now: u64, dice: &mut Dice) {
        let on = usize::try_from(dice.below(self.loops.len() as u64)).unwrap_or(0);
        let Some(home) = self.loops.get_mut(on) else { return };
        let slot = home.take_slot(id);
        let link = Link {
            id,
            framing: session.framing(),
            questions: Vec::new(),
            overruns: 0,
            on,
            slot,
            socket: SocketId { high: dice.roll(), low: dice.roll() },
            last_heard: now,
            wake_at: None,
            phase: Phase::Reading,
            out: Vec::new(),
        };
        self.connections.insert(id, Connection { session, link });
        self.call(id, now, |session, ctx| session.opened(ctx));
    }

    /// Something of a client arrives; what comes on a connection that has gone is nobody's.
    pub(crate) fn arrive(&mut self, id: ConnectionId, message: &Up, now: u64) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        connection.link.last_heard = now;
        match message {
            Up::Text(text) => self.call(id, now, |session, ctx| session.text(text, ctx)),
            Up::Binary(data) => self.call(id, now, |session, ctx| session.binary(data, ctx)),
            Up::Pong => {}
            Up::Close => self.gone(id, now),
        }
    }

    /// A connection's timer rings, if it still is the one that was asked for; loops may be late.
    pub(crate) fn wake(&mut self, id: ConnectionId, now: u64) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        if connection.link.wake_at.is_some_and(|at| at <= now) {
            connection.link.wake_at = None;
            self.call(id, now, |session, ctx| session.timer(ctx));
        }
    }

    /// The connection is no more: its subscriptions end and its slot is free.
    pub(crate) fn gone(&mut self, id: ConnectionId, now: u64) {
        if !self.connections.contains_key(&id) {
            return;
        }
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.link.phase = Phase::Closed; // whatever the session still sends has nowhere to go
        }
        self.call_anyway(id, now, |session, ctx| session.closed(ctx));
        let Some(Connection { link, .. }) = self.connections.remove(&id) else { return };
        self.leaks += link.questions.iter().filter(|open| open.is_follow()).count() + link.overruns;
        if let Some(home) = self.loops.get_mut(link.on) {
            let Some(hub) = self.hubs.get(link.on / self.loops_of_node) else { return };
            hub.leave(now, &mut home.local, link.slot, link.socket);
            if let Some(slot) = home.slots.get_mut(link.slot.0 as usize) {
                *slot = None;
            }
        }
    }

    /// Calls the session of a connection that is not closed.
    fn call(
        &mut self,
        id: ConnectionId,
        now: u64,
        what: impl FnOnce(&mut dyn Session, &mut SessionContext<'_>),
    ) {
        if self.connections.get(&id).is_some_and(|connection| !connection.link.is_closed()) {
            self.call_anyway(id, now, what);
        }
    }

    fn call_anyway(
        &mut self,
        id: ConnectionId,
        now: u64,
        what: impl FnOnce(&mut dyn Session, &mut SessionContext<'_>),
    ) {
        let Self { app, hubs, loops, loops_of_node, connections, accepted, database, .. } = self;
        let Some(Connection { session, link }) = connections.get_mut(&id) else { return };
        let Some(Loop { local, .. }) = loops.get_mut(link.on) else { return };
        let Some(hub) = hubs.get(link.on / *loops_of_node) else { return };
        what(&mut **session, &mut SessionContext { now, app, link, local, hub, accepted, database });
    }

    /// The hub of a loop's node, and the loop's number there.
    fn home(&self, on: usize) -> Option<(&Hub, usize)> {
        Some((self.hubs.get(on / self.loops_of_node)?, on % self.loops_of_node))
    }

    fn take_publication(&self, on: usize) -> Option<Arc<Publication>> {
        let (hub, on) = self.home(on)?;
        hub.take_publication(on)
    }

    /// A loop takes up to `count` publications from its mailbox; true if there are more.
    pub(crate) fn turn(&mut self, on: usize, count: u64, now: u64) -> bool {
        for _ in 0..count {
            let Some(publication) = self.take_publication(on) else { return false };
            self.publications += 1;
            let now_and_then = self.publications.is_multiple_of(20);
            match self.sabotage.filter(|_| now_and_then) {
                Some(Sabotage::Lose) => continue,
                Some(Sabotage::Double) => self.fan_out(on, &publication, now),
                Some(Sabotage::Exchange) => {
                    let next = self.take_publication(on);
                    if let Some((hub, on)) = self.home(on) {
                        hub.put_back(on, [publication].into());
                    }
                    if let Some(next) = next {
                        self.fan_out(on, &next, now);
                    }
                    continue;
                }
                _ => {}
            }
            self.fan_out(on, &publication, now);
        }
        self.home(on).is_some_and(|(hub, on)| hub.has_publications(on))
    }

    fn fan_out(&mut self, on: usize, publication: &Publication, now: u64) {
        let Some(home) = self.loops.get_mut(on) else { return };
        let mut leaving = Vec::new();
        for (framing, slots) in home.local.recipients(publication) {
            let encode = || {
                let mut text = Vec::new();
                framing::encode(framing, publication, &mut text).map(|_| Arc::from(text))
            };
            let frame = publication.frames.get_or_encode(framing, encode);
            for slot in slots {
                let Some(id) = home.slots.get(slot.0 as usize).copied().flatten() else { continue };
                if let Body::Disconnect(reason) = publication.body {
                    leaving.push((id, reason));
                }
                let Some(Connection { link, .. }) = self.connections.get_mut(&id) else { continue };
                let excepted =
                    publication.except == Some(link.socket) && self.sabotage != Some(Sabotage::Echo);
                if let Some(frame) = frame.filter(|_| !excepted && !link.is_closed()) {
                    link.out.push(Down::Text(Arc::clone(frame)));
                }
            }
        }
        for (id, reason) in leaving {
            self.call(id, now, |session, ctx| session.disconnect(reason, ctx));
        }
    }

    /// Whether a connection's session keeps a message because loops are behind; then nothing more of it is read.
    pub(crate) fn waits(&self, id: ConnectionId) -> bool {
        self.connections
            .get(&id)
            .is_some_and(|it| matches!(it.link.phase, Phase::Parked { .. } | Phase::Asking { .. }))
    }

    /// Whether it keeps one because of the database.
    pub(crate) fn asks(&self, id: ConnectionId) -> bool {
        self.connections.get(&id).is_some_and(|it| matches!(it.link.phase, Phase::Asking { .. }))
    }

    /// What the database has answered since the last question.
    pub(crate) fn rulings(&mut self) -> Vec<Ruling> {
        self.database.take_rulings()
    }

    /// What sessions that ended still followed, and questions that were one too many.
    pub(crate) fn leaks(&self) -> usize {
        self.leaks
    }

    /// Has it handled if there is room by now.
    pub(crate) fn try_again(&mut self, id: ConnectionId, now: u64) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        let hub = self.hubs.get(connection.link.on / self.loops_of_node);
        let congested = hub.map_or(0, Hub::congested);
        if let Phase::Parked { ticket, loops } = connection.link.phase
            && loops & congested == 0
        {
            connection.link.phase = Phase::Reading;
            self.call(id, now, |session, ctx| session.answered(ticket, Answer::Again, ctx));
        }
    }

    /// A client does not take what it is sent: the reason follows all that waits, and its
    /// subscriptions end.
    pub(crate) fn cut_off(&mut self, id: ConnectionId, now: u64) {
        self.call(id, now, |session, ctx| session.disconnect(DisconnectReason::TooSlow, ctx));
    }

    /// What the process does before it ends: asks every connection to go elsewhere.
    pub(crate) fn drain(&mut self, now: u64) {
        for id in self.connections.keys().copied().collect::<Vec<_>>() {
            self.call(id, now, |session, ctx| session.disconnect(DisconnectReason::Reconnect, ctx));
        }
    }

    /// Lets what is due in the hub happen.
    pub(crate) fn tick(&self, now: u64) {
        for hub in &self.hubs {
            hub.catch_up(now);
            hub.tick(now);
        }
    }

    /// A node receives up to `count` commands of the others; true if there are more.
    pub(crate) fn receive(&self, node: usize, count: u64, now: u64) -> bool {
        self.hubs.get(node).is_some_and(|hub| hub.receive(count, now))
    }

    /// Nodes that have got commands and do not know it.
    pub(crate) fn reached(&self) -> Vec<usize> {
        let nodes = self.hubs.iter().enumerate();
        nodes.filter(|(_, hub)| hub.has_received()).map(|(node, _)| node).collect()
    }

    /// How often a node noticed that commands were missing, and how many of them it could not get.
    pub(crate) fn gaps(&self) -> (u64, u64) {
        self.hubs.iter().fold((0, 0), |sum, hub| (sum.0 + hub.gaps.get(), sum.1 + hub.unfilled.get()))
    }

    /// Client events that were taken since the last question.
    pub(crate) fn accepted(&mut self) -> Vec<String> {
        std::mem::take(&mut self.accepted)
    }

    /// What is to be sent since the last question, by connection. Closed connections end here.
    pub(crate) fn outgoing(&mut self, now: u64) -> Vec<(ConnectionId, Vec<Down>)> {
        let mut all = Vec::new();
        let mut over = Vec::new();
        for (id, Connection { link, .. }) in &mut self.connections {
            if !link.out.is_empty() {
                all.push((*id, std::mem::take(&mut link.out)));
            }
            if link.is_closed() {
                over.push(*id);
            }
        }
        for id in over {
            self.gone(id, now);
        }
        all
    }

    /// Refusals for want of channels where there was one that could have given way.
    pub(crate) fn unjust_refusals(&self) -> u32 {
        self.hubs.iter().map(Hub::unjust_refusals).sum()
    }

    /// When a connection wants to be woken.
    pub(crate) fn wake_at(&self, id: ConnectionId) -> Option<u64> {
        self.connections.get(&id)?.link.wake_at
    }

    /// Loops that have got publications and do not know it.
    pub(crate) fn awakened(&self) -> Vec<usize> {
        let of_node = |(node, hub): (usize, &Hub)| {
            hub.awakened().into_iter().map(move |on| node * self.loops_of_node + on).collect::<Vec<_>>()
        };
        self.hubs.iter().enumerate().flat_map(of_node).collect()
    }

    /// Channels of all nodes' hubs, bytes that they keep, channels on the loops' lists, connections.
    pub(crate) fn size(&self) -> (usize, usize, usize, usize) {
        let sizes = self.hubs.iter().map(Hub::size);
        let (channels, bytes) = sizes.fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1));
        let listed = self.loops.iter().map(|home| home.local.channels()).sum();
        (channels, bytes, listed, self.connections.len())
    }

    pub(crate) fn is_connected(&self, id: ConnectionId) -> bool {
        self.connections.contains_key(&id)
    }
}

impl Loop {
    fn take_slot(&mut self, id: ConnectionId) -> ConnectionSlot {
        let free = self.slots.iter().position(Option::is_none);
        let index = free.unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() - 1
        });
        self.slots[index] = Some(id);
        ConnectionSlot(u32::try_from(index).unwrap_or(u32::MAX))
    }
}
