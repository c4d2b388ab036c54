//! Clients by long-poll: what they post is handled as frames are, and their polls are notified of what is queued.

use std::mem;
use std::sync::Arc;

use baton_reactor::ConnectionId;
use baton_wire::handshake;
use baton_wire::{Error, Event, Limits};

use super::client::{Client, Connected, Located, Phase};
use super::frames::{self, PAUSE_ABOVE_BYTES};
use super::transport::{Polls, Transport};
use super::{EventLoop, Worker};
use crate::admission::{self, Admission, Asker};
use crate::longpoll::{Posted, Posts, Session};
use crate::loop_message::OfSession;
use crate::peer::ClientAddress;
use crate::supabase::KeyWait;

/// Bytes of what one client posted that are handled in a turn: as many as may wait in a session that is not read.
const POSTED_PER_TURN: usize = 64 * 1024;

/// What a turn has to do for these clients at its end. A client is in each list once or a few times: once for each of its
/// requests at most.
#[derive(Default)]
pub(crate) struct Polling {
    /// Sessions for which something was queued: as with sockets, what comes together leaves together.
    untold: Vec<Arc<Session>>,
    /// Clients whose outbox was full.
    overflowed: Vec<ConnectionId>,
    /// Clients of which something may be handled.
    unread: Vec<ConnectionId>,
}

impl Polling {
    /// Something was queued for the polls of a session.
    pub(super) fn tell(&mut self, session: &Arc<Session>) {
        self.untold.push(Arc::clone(session));
    }

    /// Something did not fit.
    pub(super) fn has_overflowed(&mut self, conn: ConnectionId) {
        self.overflowed.push(conn);
    }

    /// Something that the client posted may be handled now.
    pub(super) fn has_posted(&mut self, conn: ConnectionId) {
        self.unread.push(conn);
    }

    /// Whether the next turn has something to handle.
    pub(super) fn has_unread(&self) -> bool {
        !self.unread.is_empty()
    }
}

impl Worker {
    /// Something is new of a session.
    pub(super) fn on_session_news(&mut self, (session, news): (Arc<Session>, OfSession)) {
        match news {
            OfSession::Opened { client, head } => self.open_session(session, client, &head),
            OfSession::Said(post) => {
                // Where it has ended, the request learns of it as its post is dropped.
                if let Some((conn, polls)) = self.polls_of(&session) {
                    polls.posts.push(post);
                    self.event_loop.polling.has_posted(conn);
                }
            }
            OfSession::Polled => {
                if let Some((conn, _)) = self.polls_of(&session) {
                    self.event_loop.polling.has_posted(conn);
                }
            }
            OfSession::GivenUp(cause) => {
                if let Some((conn, _)) = self.polls_of(&session) {
                    self.event_loop.reactor.abort(conn);
                    self.on_closed(conn, cause);
                }
            }
        }
    }

    /// A client that hyper has admitted. It is admitted again, by the loop that has it from now on.
    fn open_session(&mut self, session: Arc<Session>, client: ClientAddress, head: &[u8]) {
        let polls = Box::new(Polls { session, posts: Posts::default() });
        let adopted = self.event_loop.reactor.reserve();
        let Some(conn) = self.admitted(adopted, client.ip) else { return };
        polls.session.set_conn(conn);
        let admitted = match handshake::parse_request(head) {
            Ok(Some(head)) => {
                let asker = Asker { client, key_wait: KeyWait::Refused, opens: true };
                admission::admit(&self.event_loop.node, &head, asker)
            }
            _ => Err(Vec::new().into()),
        };
        match admitted {
            Ok(admitted) => {
                let admission::Admitted {
                    state, session, protocol, message_lengths, counted, origin, ..
                } = admitted;
                self.event_loop.opening = origin;
                let admission = Admission { state, session, message_lengths };
                let located = Some(Box::new(Located { ip: client.ip, _counted: counted }));
                let transport = (protocol, Transport::Polls(polls));
                self.begin_session(conn, admission, None, transport, (located, None, None));
            }
            Err(_) => self.drop_connection(conn),
        }
    }

    /// The connection of a session that has not ended, whose client is there at this moment.
    fn polls_of(&mut self, session: &Session) -> Option<(ConnectionId, &mut Polls)> {
        let conn = session.conn()?;
        let Some(Client::Connected(connected)) = self.clients.get_mut(conn) else { return None };
        connected.link.last_heard = self.event_loop.now;
        Some((conn, connected.link.transport.polls()?))
    }

    /// Handles what was posted, ends clients that do not read, and tells polls of what was queued.
    pub(super) fn serve_polling(&mut self) {
        for conn in mem::take(&mut self.event_loop.polling.unread) {
            self.read_posts(conn);
        }
        for conn in mem::take(&mut self.event_loop.polling.overflowed) {
            if let Some(Client::Connected(_)) = self.clients.get_mut(conn) {
                self.on_outbox_full(conn);
            }
        }
        for session in self.event_loop.polling.untold.drain(..) {
            session.notify_polls();
        }
    }

    /// Handles what a client posted, up to a message that has to wait, and as long as the client takes its answers.
    fn read_posts(&mut self, conn: ConnectionId) {
        let Some(Client::Connected(connected)) = self.clients.get_mut(conn) else { return };
        let mut left = POSTED_PER_TURN;
        while let Some(message) = connected.next_posted() {
            left = left.saturating_sub(message.bytes().len() + 1);
            connected.take_posted(&message, &mut self.event_loop);
            if left == 0 {
                self.event_loop.polling.has_posted(conn);
                break;
            }
        }
        let is_closed = connected.link.is_closed();
        let Some(polls) = connected.link.transport.polls() else { return };
        if is_closed {
            polls.posts.answer_first();
            self.leave(conn);
        } else {
            polls.posts.answer_window();
        }
    }
}

impl Connected {
    /// The next message that was posted, if it may be handled now.
    fn next_posted(&mut self) -> Option<Posted> {
        let Phase::Reading = self.link.phase else { return None };
        let polls = self.link.transport.polls()?;
        let may_read = !polls.posts.is_empty() && polls.session.has_room(PAUSE_ABOVE_BYTES);
        if may_read { polls.posts.next() } else { None }
    }

    /// Handles a message as a frame's, with the same limits.
    fn take_posted(&mut self, message: &Posted, event_loop: &mut EventLoop) {
        match event_of(message, &self.link.message_lengths.within(event_loop.limits)) {
            Ok(event) => frames::take(event, &mut *self.session, &mut self.link, event_loop),
            Err(error) => self.refuse_for(&error, event_loop),
        }
    }
}

/// What a frame with this message would be.
fn event_of<'m>(message: &'m Posted, limits: &Limits) -> Result<Event<'m>, Error> {
    let bytes = message.bytes();
    if bytes.len() > limits.message_bytes {
        if bytes.len() > limits.skipped_bytes {
            return Err(Error::MessageTooLarge { limit: limits.message_bytes });
        }
        let excerpt = bytes.get(..Limits::EXCERPT_BYTES).unwrap_or(bytes);
        return Ok(Event::TooLarge { is_text: matches!(message, Posted::Text(_)), excerpt });
    }
    match message {
        Posted::Text(text) => std::str::from_utf8(text).map(Event::Text).map_err(|_| Error::InvalidUtf8),
        Posted::Binary(bytes) => Ok(Event::Binary(bytes)),
    }
}
