//! Events that wait for the owner to ask for them.

use std::collections::VecDeque;

use baton_reactor::ConnectionId;

/// An event that needs no bytes of the read buffer.
#[derive(Debug)]
pub(crate) enum PendingEvent {
    Handshake(ConnectionId),
    Request(ConnectionId),
    Open(ConnectionId),
    Drained(ConnectionId),
    Closed(Box<End>),
    Ready(u32),
    AcceptPaused,
}

/// How a connection ended.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) conn: ConnectionId,
    pub(crate) code: u16,
    pub(crate) reason: Box<str>,
    pub(crate) clean: bool,
    /// The socket is gone as well: the connection's record is removed once the owner has the event.
    pub(crate) is_gone: bool,
}

/// Events in order, the oldest first. Each connection adds a handful at most between two turns of
/// the owner.
#[derive(Debug, Default)]
pub(crate) struct PendingEvents {
    queue: VecDeque<PendingEvent>,
    /// The last one that was delivered: an owner behind a C interface reads it until it asks for
    /// the next event.
    delivered: Option<PendingEvent>,
    /// The connection whose request the owner has and did not answer yet.
    unanswered: Option<ConnectionId>,
}

impl PendingEvents {
    pub(crate) fn push(&mut self, event: PendingEvent) {
        self.queue.push_back(event);
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<PendingEvent> {
        self.queue.pop_front()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Whether something has to be done before the endpoint may wait.
    pub(crate) fn has_work(&self) -> bool {
        !self.queue.is_empty() || self.unanswered.is_some()
    }

    /// Retains an event that the owner reads now.
    pub(crate) fn set_delivered(&mut self, event: PendingEvent) {
        self.delivered = Some(event);
    }

    /// Drops the last event; its end, if it was one.
    #[inline]
    pub(crate) fn take_delivered_end(&mut self) -> Option<Box<End>> {
        match self.delivered.take() {
            Some(PendingEvent::Closed(end)) => Some(end),
            _ => None,
        }
    }

    /// Notes that the socket of a connection is gone whose end is queued. False if none is.
    pub(crate) fn mark_gone(&mut self, conn: ConnectionId) -> bool {
        let end = self.queue.iter_mut().rev().find_map(|event| match event {
            PendingEvent::Closed(end) if end.conn == conn => Some(end),
            _ => None,
        });
        end.map(|end| end.is_gone = true).is_some()
    }

    /// The owner has a request that it must answer before the next event.
    pub(crate) fn expect_answer(&mut self, conn: ConnectionId) {
        self.unanswered = Some(conn);
    }

    /// Ends the wait for an answer; the connection, if there was one.
    #[inline]
    pub(crate) fn take_unanswered(&mut self) -> Option<ConnectionId> {
        self.unanswered.take()
    }
}
