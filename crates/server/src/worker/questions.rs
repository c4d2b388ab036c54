//! What the sessions of a loop have asked and not had answered, and the input of connections that
//! wait for it.
//!
//! [`baton_protocols::question`] says who waits for what, and in which order all goes on; this is
//! the driver's part of it.

use std::num::NonZero;
use std::sync::Arc;

use baton_hub::{Access, Interest, KeyRef, LoopId, Shards as _, SocketId, SubscribeError};
use baton_protocols::{
    Answer, Asked, Context, FollowError, FollowRequest, HookDetail, HookQuestion, PolicyQuestion, Question,
    SubscribeFailure, Ticket, rules,
};
use baton_reactor::ConnectionId;

use super::Worker;
use super::client::{Client, Phase};
use super::context::SessionContext;
use super::waiting::Room;
use crate::clock;
use crate::database::{Database, PendingQuestion};
use crate::hooks::Reply;
use crate::loop_message::{Answered, LoopMessage};
use crate::node::Node;

/// Where an answer goes, from any thread: to the session that holds the ticket, if it still does.
pub(crate) struct ReplyTo {
    node: Arc<Node>,
    on: LoopId,
    conn: ConnectionId,
    socket: SocketId,
    ticket: Ticket,
}

impl ReplyTo {
    /// The connection's id, for the log.
    pub(crate) fn socket(&self) -> String {
        self.socket.to_string()
    }

    /// Answers. What is asked is bounded for each connection, and so is what is answered: no place
    /// has to be reserved.
    pub(crate) fn send(&self, answer: Answer) {
        let Self { conn, ticket, .. } = *self;
        if let Some(queue) = self.node.loops().get(usize::from(self.on.0)) {
            queue.push_unreserved(LoopMessage::Answered(Box::new(Answered { conn, ticket, answer })));
        }
    }
}

/// The open questions of one session, by their tickets, which rise. At most
/// [`App::open_questions`](baton_protocols::App::open_questions).
#[derive(Debug, Default)]
pub(crate) struct Questions(Vec<Open>);

#[derive(Debug)]
struct Open {
    ticket: Ticket,
    wait: Wait,
}

#[derive(Debug)]
enum Wait {
    /// One answer; at `due`, `late` is it. What the database was asked ends with this.
    Answer { due: u64, late: Answer, _pending: Option<PendingQuestion> },
    /// The session gives it up. Until then there may be any number of answers.
    Follow(Following),
}

/// What is followed of the database's changes: its number there, and the channels that it comes by.
#[derive(Debug, Clone)]
pub(super) struct Following {
    number: NonZero<u64>,
    channels: [Arc<str>; 2],
}

impl Questions {
    fn open(&mut self, ticket: Ticket, wait: Wait) {
        self.0.push(Open { ticket, wait });
    }

    fn place(&self, ticket: Ticket) -> Option<usize> {
        self.0.binary_search_by_key(&ticket, |open| open.ticket).ok()
    }

    fn remove(&mut self, place: usize) -> Open {
        let open = self.0.remove(place);
        if self.0.is_empty() {
            self.0 = Vec::new(); // an idle connection holds nothing
        }
        open
    }

    /// A question is answered. False if it was not open any more.
    fn answer(&mut self, ticket: Ticket) -> bool {
        let Some(place) = self.place(ticket) else { return false };
        if matches!(self.0.get(place), Some(Open { wait: Wait::Answer { .. }, .. })) {
            self.remove(place);
        }
        true
    }

    /// A question is given up; returns what it followed.
    pub(super) fn cancel(&mut self, ticket: Ticket) -> Option<Following> {
        match self.place(ticket).map(|place| self.remove(place).wait)? {
            Wait::Follow(following) => Some(following),
            Wait::Answer { .. } => None,
        }
    }

    fn following(&self, ticket: Ticket) -> Option<&Following> {
        match &self.0.get(self.place(ticket)?)?.wait {
            Wait::Follow(following) => Some(following),
            Wait::Answer { .. } => None,
        }
    }

    /// Whether something that is followed comes by this channel.
    fn follow_on(&self, channel: &Arc<str>) -> bool {
        let follows = |open: &Open| matches!(&open.wait, Wait::Follow(it) if it.channels.contains(channel));
        self.0.iter().any(follows)
    }

    /// When the next deadline is; `u64::MAX` for never.
    pub(super) fn due(&self) -> u64 {
        self.0.iter().map(Open::due).min().unwrap_or(u64::MAX)
    }

    /// Ends a question whose deadline is over by `now`, and returns its answer.
    fn take_late(&mut self, now: u64) -> Option<(Ticket, Answer)> {
        let place = self.0.iter().position(|open| open.due() <= now)?;
        match self.remove(place) {
            Open { ticket, wait: Wait::Answer { late, .. } } => Some((ticket, late)),
            Open { wait: Wait::Follow(_), .. } => None, // none of them has a deadline
        }
    }
}

impl Open {
    fn due(&self) -> u64 {
        match self.wait {
            Wait::Answer { due, .. } => due,
            Wait::Follow(_) => u64::MAX,
        }
    }
}

/// The input of a connection that is not read, because its session has asked something that parks
/// it.
#[derive(Debug)]
pub(crate) struct Parked {
    ticket: Ticket,
    /// What the client sent behind the message that asked: what one read took from its socket at
    /// most.
    unread: Vec<u8>,
}

impl Parked {
    pub(super) fn waits_for(&self, ticket: Ticket) -> bool {
        self.ticket == ticket
    }

    /// Retains what came behind.
    pub(super) fn retain(&mut self, bytes: &[u8]) {
        self.unread.extend_from_slice(bytes);
    }
}

impl SessionContext<'_> {
    /// Asks for a session; [`Context::ask`].
    pub(super) fn ask_for_session(&mut self, question: Question<'_>) -> Asked {
        match question {
            Question::Room(key) => self.ask_room(question, key),
            Question::Policies(policies) => self.ask_policies(question, policies),
            Question::Recheck(policies) => {
                self.ask_database(question, |database, reply| database.recheck(&policies, reply))
            }
            Question::Replay(replay) => {
                self.ask_database(question, |database, reply| database.ask_replay(&replay, reply))
            }
            Question::Token(token) => self.ask_token(question, token),
            Question::Broadcasts => {
                self.ask_database(question, |database, reply| database.await_broadcasts(reply))
            }
            Question::Follow(request) => self.follow(question, request),
            Question::Hook(asked) => self.ask_hook(question, asked),
        }
    }

    fn ask_hook(&mut self, question: Question<'_>, asked: HookQuestion<'_>) -> Asked {
        let state = Arc::clone(&self.link.state);
        let Some(hook) = state.hooks.get(asked.hook) else { return Asked::Now(question.too_many()) };
        let opening = self.event_loop.opening.take();
        let mut asked = asked; // with what the session does not know
        if let HookDetail::Connection { address, origin, .. } = &mut asked.detail {
            *address = self.link.ip(self.event_loop);
            *origin = opening.as_deref();
        }
        self.wait_unless(question, Answer::Hook(hook.without_answer()), |reply| {
            hook.ask(&asked, Reply::Session(reply)).map(|()| None).map_err(Answer::Hook)
        })
    }

    /// On the path of every message of a client, and nearly always answered at once.
    fn ask_room(&mut self, question: Question<'_>, key: KeyRef<'_>) -> Asked {
        let node = &*self.event_loop.node;
        let congested = node.congested();
        if congested == 0 {
            return Asked::Now(Answer::Room(Ok(())));
        }
        let hash = node.seed().hash(key);
        let loops = node.with(hash, |shard, _| shard.loops(key, hash)) & congested;
        if !node.has_to_wait(key.app, loops) {
            return Asked::Now(Answer::Room(Ok(())));
        }
        // By the loop itself, when it looks for room.
        let asked = self.wait_unless(question, question.late(), |_| Ok(None));
        if let Asked::Later(ticket) = asked {
            self.event_loop.waiting.add(Room { conn: self.link.conn, ticket, app: key.app, loops });
        }
        asked
    }

    fn ask_policies(&mut self, question: Question<'_>, policies: PolicyQuestion<'_>) -> Asked {
        let state = Arc::clone(&self.link.state);
        let Some(database) = &state.database else {
            state.database_is_missing(policies.topic);
            return Asked::Now(question.unavailable());
        };
        if let Some(permissions) = database.known(&policies) {
            return Asked::Now(Answer::Policies(Ok(permissions)));
        }
        self.wait_for(question, |reply| database.ask(&policies, reply))
    }

    fn ask_database(
        &mut self,
        question: Question<'_>,
        begin: impl FnOnce(&Arc<Database>, ReplyTo) -> PendingQuestion,
    ) -> Asked {
        let state = Arc::clone(&self.link.state);
        match state.database.as_ref().filter(|database| database.answers(&question)) {
            Some(database) => self.wait_for(question, |reply| begin(database, reply)),
            None => Asked::Now(question.unavailable()),
        }
    }

    fn ask_token(&mut self, question: Question<'_>, token: &str) -> Asked {
        let state = Arc::clone(&self.link.state);
        let seen = state.keys.seen();
        let error = match state.keys.verify(token, clock::unix_s()) {
            Err(error) if state.keys.may_bring(&error, seen) => error,
            checked => return Asked::Now(Answer::Token(checked)),
        };
        self.wait_unless(question, Answer::Token(Err(error.clone())), |reply| {
            let is_awaited = state.keys.await_newer(seen, move || reply.send(Answer::Again));
            if is_awaited { Ok(None) } else { Err(Answer::Token(Err(error))) }
        })
    }

    /// Follows the database's changes. What is followed is delivered as soon as its channels are
    /// subscribed to.
    fn follow(&mut self, question: Question<'_>, request: FollowRequest<'_>) -> Asked {
        let refused = |error| Asked::Now(Answer::Follow(Err(error)));
        let state = Arc::clone(&self.link.state);
        let Some(database) = &state.database else { return Asked::Now(question.unavailable()) };
        let Some(reply) = self.reply_to(&question) else { return Asked::Now(question.too_many()) };
        let ticket = reply.ticket;
        let replaces = request.replaces.and_then(|former| self.link.questions.following(former));
        let replaces = replaces.map(|former| former.number);
        let followed = match database.follow(&self.event_loop.node, request, replaces, reply) {
            Ok(followed) => followed,
            Err(error) => return refused(error),
        };
        let following = Following { number: followed.id.0, channels: followed.channels };
        let heard = (Interest::MESSAGES, self.link.encoding);
        // First of all, so that all of it is ended again where one cannot be had.
        self.link.questions.open(ticket, Wait::Follow(following.clone()));
        for name in &following.channels {
            let key = KeyRef { app: state.app.index, access: Access::Changes, name };
            match self.subscribe(key, None, heard, rules::of(key, &state.app)) {
                // The same again, with a newer token.
                Ok(_) | Err(SubscribeFailure::Already) => {}
                Err(SubscribeFailure::Hub(
                    // The channels of changes have no quota of their app's.
                    SubscribeError::AppChannelsFull { .. }
                    | SubscribeError::ChannelsFull { .. }
                    | SubscribeError::MembersFull { .. }
                    | SubscribeError::OutOfOrder,
                )) => {
                    self.give_up(ticket);
                    let limit = self.event_loop.config.settings.hub_channels;
                    return refused(FollowError::ChannelsFull { limit });
                }
            }
        }
        database.begin(following.number);
        Asked::Later(ticket)
    }

    /// Gives up a question for a session; [`Context::cancel`].
    pub(super) fn give_up(&mut self, ticket: Ticket) {
        let Some(following) = self.link.questions.cancel(ticket) else { return };
        let state = Arc::clone(&self.link.state);
        if let Some(database) = &state.database {
            database.unfollow(following.number);
        }
        for name in &following.channels {
            if !self.link.questions.follow_on(name) {
                self.unsubscribe(KeyRef { app: state.app.index, access: Access::Changes, name });
            }
        }
    }

    /// Where a question is to be answered, with its ticket; `None` where it may not wait.
    fn reply_to(&mut self, question: &Question<'_>) -> Option<ReplyTo> {
        let may_wait = match self.link.phase {
            Phase::Reading => true,
            Phase::Parked(_) => !question.parks(), // a session has one of those at a time
            Phase::Closed => false,
        };
        if !may_wait || self.link.questions.0.len() >= self.link.app().open_questions() {
            return None;
        }
        let (node, on) = (Arc::clone(&self.event_loop.node), self.event_loop.id);
        let (conn, socket) = (self.link.conn, self.link.socket_id);
        Some(ReplyTo { node, on, conn, socket, ticket: self.event_loop.next_ticket() })
    }

    /// Has `begin` ask the database a question and gives it a ticket, unless too many are open.
    fn wait_for(&mut self, question: Question<'_>, begin: impl FnOnce(ReplyTo) -> PendingQuestion) -> Asked {
        self.wait_unless(question, question.late(), |reply| Ok(Some(begin(reply))))
    }

    /// The same, unless `begin` has an answer after all. At its deadline the question is answered
    /// with `late`.
    fn wait_unless(
        &mut self,
        question: Question<'_>,
        late: Answer,
        begin: impl FnOnce(ReplyTo) -> Result<Option<PendingQuestion>, Answer>,
    ) -> Asked {
        let Some(reply) = self.reply_to(&question) else { return Asked::Now(question.too_many()) };
        let (conn, ticket) = (self.link.conn, reply.ticket);
        // Answers come by the loop's queue, so none comes before the question is open.
        let pending = match begin(reply) {
            Ok(pending) => pending,
            Err(answer) => return Asked::Now(answer),
        };
        let due = question.deadline_ms().map_or(u64::MAX, |ms| self.event_loop.now + ms);
        self.link.questions.open(ticket, Wait::Answer { due, late, _pending: pending });
        self.event_loop.reactor.wake_at(conn, self.link.next_timer());
        if question.parks() {
            self.link.phase = Phase::Parked(Box::new(Parked { ticket, unread: Vec::new() }));
            self.event_loop.reactor.pause(conn);
        }
        Asked::Later(ticket)
    }
}

impl Worker {
    /// Whether the connection waits for an answer.
    pub(super) fn is_parked(&mut self, conn: ConnectionId) -> bool {
        let phase = match self.clients.get_mut(conn) {
            Some(Client::Connected(connected)) => &connected.link.phase,
            _ => return false,
        };
        matches!(phase, Phase::Parked(_))
    }

    /// Whether a question of the connection has not been answered.
    pub(super) fn is_asking(&mut self, conn: ConnectionId, ticket: Ticket) -> bool {
        match self.clients.get_mut(conn) {
            Some(Client::Connected(connected)) => connected.link.questions.place(ticket).is_some(),
            _ => false,
        }
    }

    /// An answer has come. The connection may have gone, or the question may have been answered at
    /// its deadline.
    pub(super) fn on_answer(&mut self, Answered { conn, ticket, answer }: Answered) {
        if let Some(Client::Connected(connected)) = self.clients.get_mut(conn)
            && connected.link.questions.answer(ticket)
        {
            self.deliver(conn, ticket, answer);
        }
    }

    /// Answers questions of a connection whose deadlines are over.
    pub(super) fn answer_late(&mut self, conn: ConnectionId) {
        let now = self.event_loop.now;
        while let Some(Client::Connected(connected)) = self.clients.get_mut(conn)
            && let Some((ticket, late)) = connected.link.questions.take_late(now)
        {
            tracing::debug!(
                app = &*connected.link.app().id,
                socket = %connected.link.socket_id,
                question = late.kind(),
                "a question of a session was not answered in time"
            );
            self.deliver(conn, ticket, late);
        }
    }

    fn deliver(&mut self, conn: ConnectionId, ticket: Ticket, answer: Answer) {
        let Some(Client::Connected(connected)) = self.clients.get_mut(conn) else { return };
        let parked = connected.link.unpark(ticket);
        connected.call(&mut self.event_loop, |session, cx| session.answered(ticket, answer, cx));
        self.go_on(conn, parked);
    }

    /// Goes on with a connection whose session has had an answer: behind it with what was read
    /// before, unless the message that waited has another question.
    fn go_on(&mut self, conn: ConnectionId, parked: Option<Box<Parked>>) {
        let Some(Client::Connected(connected)) = self.clients.get_mut(conn) else { return };
        match (&mut connected.link.phase, parked) {
            (Phase::Closed, _) => self.leave(conn),
            (Phase::Parked(next), Some(parked)) => next.retain(&parked.unread),
            (Phase::Reading, Some(mut parked)) => {
                connected.link.last_heard = self.event_loop.now; // what it sent meanwhile was not read
                self.event_loop.reactor.resume(conn);
                if connected.link.transport.polls().is_some() {
                    self.event_loop.polling.has_posted(conn);
                }
                if !parked.unread.is_empty() {
                    self.on_frames(conn, &mut parked.unread);
                }
            }
            (_, None) => {}
        }
    }
}
