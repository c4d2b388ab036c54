//! One connection of a Supabase client.
//!
//! A connection has several channels, each joined under a token of its own or the connection's. What can be mended is told
//! as `phx_error`, upon which clients' libraries join again by themselves; `phx_close` makes them forget the channel for
//! good ([`App::final_refusals`](crate::App::final_refusals) has it so, as the original does).

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString as _},
    sync::Arc,
    vec::Vec,
};
use core::fmt::Display;

use baton_hub::{Access, Farewell, Framing, Interest, KeyRef, Millis, SocketId, TrackError};

use super::{
    Broadcast, Change, Incoming, Join, KeptReference, Notice, Payload, Reason, Reference, Spelling, Status,
    SubTopic, Topic, TopicError, Version, change, encode, incoming,
    join::Replay,
    outgoing::{self, Question},
    presence::{Action, PresenceError},
    publishing::{self, NotSent},
    token,
};
use crate::{
    App, Asked, Claims, Context, Direction, FollowNews, FollowRequest, Following, Permissions, PolicyAnswer,
    PolicyError, PolicyQuestion, Refusal, Session, SubscribeFailure, TokenError, framing, rate::Rate, rules,
};

/// A connection that says nothing for so long is closed: libraries send a heartbeat every 25 s.
const IDLE_MS: Millis = 60_000;
/// So is one that has no channel for so long.
const NO_CHANNEL_MS: Millis = 600_000;
/// Tokens end by the clock, which is looked at this often.
const CLOCK_MS: Millis = 1_000;

/// RFC 6455, section 7.4.1: an endpoint goes away.
const GOING_AWAY: u16 = 1_001;
/// The IANA registry of close codes: the service restarts.
const SERVICE_RESTART: u16 = 1_012;
/// The same: try again later.
const TRY_AGAIN_LATER: u16 = 1_013;

/// A connection that has been let in.
#[derive(Debug)]
pub struct PhoenixSession {
    version: Version,
    /// What the connection's own token says.
    own: Arc<Claims>,
    channels: Vec<Joined>,
    /// Since when there is no channel.
    empty_since: Millis,
    rate: Rate,
    over: bool,
    /// The message that waits for the policies' answer, and then is handled as if it came only now.
    held: Option<Box<Held>>,
    /// The answer, while the message that asked for it is handled.
    answer: Option<Box<PolicyAnswer>>,
}

/// A message as it came.
#[derive(Debug)]
enum Held {
    Text(Box<str>),
    Binary(Box<[u8]>),
}

/// A channel that the client has joined.
#[derive(Debug)]
struct Joined {
    /// Without `realtime:`.
    topic: Box<str>,
    access: Access,
    join_ref: KeptReference,
    claims: Arc<Claims>,
    /// Under which key the client is present; `None`: the connection's name.
    presence_key: Option<Box<str>>,
    ack: bool,
    own: bool,
    presence: bool,
    read: Permissions,
    /// `None` until the client writes for the first time, and again when it has another token.
    write: Option<Permissions>,
    /// The database's changes that the client asked for.
    following: Option<Following>,
    /// Its requests, for when it has another token; `None`: it made none.
    changes: Option<Box<str>>,
}

impl Joined {
    fn key(&self, app: &App) -> KeyRef<'_> {
        KeyRef { app: app.index, access: self.access, name: &self.topic }
    }

    fn interest(&self) -> Interest {
        let messages = if self.read.broadcast { Interest::MESSAGES } else { Interest::NOTHING };
        let presence = if self.hears_presence() { Interest::PRESENCE } else { Interest::NOTHING };
        messages.and(presence)
    }

    fn hears_presence(&self) -> bool {
        self.presence && self.read.presence
    }
}

/// The message at hand waits for an answer.
struct Later;

/// Why a join is refused.
enum Refused<'a> {
    Topic(TopicError<'a>),
    Join(super::JoinError),
    Token(TokenError),
    Reason(Reason<'a>),
    Denied {
        topic: &'a str,
        role: Box<str>,
    },
    Policies {
        topic: &'a str,
        error: PolicyError,
    },
    Hub(SubscribeFailure),
    /// Nothing is said: it will be decided later.
    NotYet,
}

impl From<Later> for Refused<'_> {
    fn from(Later: Later) -> Self {
        Self::NotYet
    }
}

impl PhoenixSession {
    /// A session for a connection that speaks `version` and whose own token says `claims`.
    pub fn new(version: Version, claims: Arc<Claims>) -> Self {
        Self {
            version,
            own: claims,
            channels: Vec::new(),
            empty_since: 0,
            rate: Rate::new(),
            over: false,
            held: None,
            answer: None,
        }
    }

    fn handle(&mut self, message: Incoming<'_>, ctx: &mut dyn Context) -> Result<(), Later> {
        let Incoming { join_ref, reference, topic, event, payload } = message;
        let question = Question { join_ref, reference, topic: Spelling::whole(&topic) };
        let name = match Topic::parse(&topic) {
            Ok(Topic::Channel(name)) => name,
            Ok(Topic::Phoenix) if event == incoming::HEARTBEAT => {
                say(ctx, |out| outgoing::heartbeat(self.version, reference, out));
                return Ok(());
            }
            Ok(Topic::Phoenix) => {
                ctx.refused(Refusal::NotAllowed);
                return Ok(());
            }
            Err(error) if event == incoming::JOIN => {
                self.refuse(question, &Refused::Topic(error), ctx);
                return Ok(());
            }
            Err(_) => {
                self.unmatched(question, ctx);
                return Ok(());
            }
        };
        match (&*event, payload) {
            (incoming::JOIN, Payload::Json(payload)) => match self.join(name, payload, question, ctx) {
                Err(Refused::NotYet) => return Err(Later),
                Err(refused) => self.refuse(question, &refused, ctx),
                Ok(()) => {}
            },
            (incoming::LEAVE, _) => self.leave(name, question, ctx),
            (_, payload) => match self.place(name) {
                None => self.unmatched(question, ctx),
                Some(place) => match (&*event, payload) {
                    (incoming::BROADCAST, Payload::Broadcast(broadcast)) => {
                        return self.broadcast(place, &broadcast, question, ctx);
                    }
                    (incoming::PRESENCE, Payload::Json(payload)) => {
                        return self.presence(place, payload, question, ctx);
                    }
                    (incoming::ACCESS_TOKEN, Payload::Json(payload)) => {
                        return self.renew(place, payload, ctx);
                    }
                    _ => ctx.refused(Refusal::NotAllowed), // as the original: no answer
                },
            },
        }
        Ok(())
    }

    /// What the policies say to a question, which is asked unless its answer has just come.
    fn ask(&mut self, question: PolicyQuestion<'_>, ctx: &mut dyn Context) -> Result<PolicyAnswer, Later> {
        if let Some(answer) = self.answer.take() {
            return Ok(*answer);
        }
        match ctx.ask_policies(question) {
            Asked::Known(answer) => Ok(answer),
            Asked::Later => Err(Later),
        }
    }

    /// What a client may say on a channel.
    fn may_write(&mut self, place: usize, ctx: &mut dyn Context) -> Result<PolicyAnswer, Later> {
        let Some(joined) = self.channels.get(place) else { return Ok(Ok(Permissions::ALL)) };
        if let Some(known) = joined.write {
            return Ok(Ok(known));
        }
        let (topic, claims) = (joined.topic.clone(), Arc::clone(&joined.claims));
        let question = PolicyQuestion { topic: &topic, direction: Direction::Write, claims: &claims };
        let answer = self.ask(question, ctx)?;
        if let (Ok(permissions), Some(joined)) = (&answer, self.channels.get_mut(place)) {
            joined.write = Some(*permissions);
        }
        Ok(answer)
    }

    fn place(&self, name: SubTopic<'_>) -> Option<usize> {
        self.channels.iter().position(|joined| *joined.topic == *name.as_str())
    }

    fn unmatched(&self, question: Question<'_>, ctx: &mut dyn Context) {
        ctx.refused(Refusal::NotAllowed);
        say(ctx, |out| outgoing::reply_refused(self.version, question, &TopicError::Unmatched, out));
    }

    fn refuse(&self, question: Question<'_>, refused: &Refused<'_>, ctx: &mut dyn Context) {
        ctx.refused(refused.cause());
        say(ctx, |out| outgoing::reply_refused(self.version, question, refused, out));
    }

    fn join<'a>(
        &mut self,
        name: SubTopic<'a>,
        payload: &'a str,
        question: Question<'_>,
        ctx: &mut dyn Context,
    ) -> Result<(), Refused<'a>> {
        let join = Join::parse(payload).map_err(Refused::Join)?;
        if let Some(place) = self.place(name) {
            // A library that joins again has forgotten the earlier join.
            let before = self.channels.swap_remove(place);
            self.end(&before, ctx);
            say(ctx, |out| outgoing::close(self.version, before.join_ref.get(), name.into(), out));
        }
        let app = Arc::clone(ctx.app());
        if self.channels.len() >= usize::try_from(app.channels_per_connection).unwrap_or(usize::MAX) {
            return Err(Refused::Reason(Reason::TooManyChannels));
        }
        let claims = match &join.token {
            Some(token) => ctx.verify(token).map_err(Refused::Token)?,
            None => Arc::clone(&self.own),
        };
        if let Some(seconds) = claims.expired_for(ctx.unix_time_s()) {
            return Err(Refused::Token(TokenError::Expired { seconds }));
        }
        let key = name.key(app.index, join.private).map_err(Refused::Topic)?;
        let is_free = !join.private || claims.bypasses_policies();
        let read = if is_free { Permissions::ALL } else { self.may_read(name, &claims, ctx)? };
        match join.broadcast.replay {
            Replay::Off => {}
            Replay::Asked { .. } => return Err(Refused::Reason(Reason::ReplayOfPublic)),
            Replay::Invalid => return Err(Refused::Reason(Reason::ReplayInvalid)),
        }
        let joined = Joined {
            topic: name.as_str().into(),
            access: key.access,
            join_ref: if question.join_ref == Reference::Null {
                question.reference
            } else {
                question.join_ref
            }
            .kept(),
            claims,
            presence_key: join.presence.key.map(Into::into),
            ack: join.broadcast.ack,
            own: join.broadcast.own,
            presence: join.presence.enabled,
            read,
            write: is_free.then_some(Permissions::ALL),
            following: None,
            changes: (!join.changes.is_empty() || join.legacy).then(|| requests(&join.changes)),
        };
        let subscribed =
            ctx.subscribe(key, None, joined.interest(), rules::of(key, &app)).map_err(Refused::Hub)?;
        say(ctx, |out| {
            outgoing::reply(self.version, question, Status::Ok, out, |out| {
                change::push_response(out, &join.changes);
            });
        });
        if let Some(state) = subscribed.presences.filter(|_| joined.hears_presence()) {
            self.tell_state(&joined, state.get_or_encode(encode::state), ctx);
        }
        if self.channels.is_empty() {
            self.channels.reserve_exact(1); // most connections have one, and a vector begins with four
        }
        self.channels.push(joined);
        self.follow(self.channels.len() - 1, ctx);
        self.wake(ctx);
        Ok(())
    }

    /// Follows what a channel's client asked for, in place of what is followed for it so far.
    fn follow(&mut self, place: usize, ctx: &mut dyn Context) {
        let Some(Joined { topic, claims, changes: Some(changes), following, .. }) =
            self.channels.get_mut(place)
        else {
            return;
        };
        let changes = change::read(changes);
        let outcome = ctx.follow(FollowRequest { topic, changes: &changes, claims });
        // Only now: what changes meanwhile comes twice rather than not at all.
        let before = core::mem::replace(following, outcome.ok());
        if let Some(before) = before {
            ctx.unfollow(before);
        }
        if let (Err(error), Some(joined)) = (outcome, self.channels.get(place)) {
            self.notice(joined, &Notice::NotSubscribed(&error.to_string()), ctx);
        }
    }

    /// What a newcomer may hear; an error where that is nothing.
    fn may_read<'a>(
        &mut self,
        name: SubTopic<'a>,
        claims: &Arc<Claims>,
        ctx: &mut dyn Context,
    ) -> Result<Permissions, Refused<'a>> {
        let topic = name.as_str();
        match self.ask(PolicyQuestion { topic, direction: Direction::Read, claims }, ctx)? {
            Ok(none) if none.are_none() => Err(Refused::Denied { topic, role: claims.role.clone() }),
            Ok(permissions) => Ok(permissions),
            Err(error) => Err(Refused::Policies { topic, error }),
        }
    }

    /// Tells who is there. How many those are is not the client's doing, so the outbox's limit does not count.
    fn tell_state(&self, joined: &Joined, state: &[u8], ctx: &mut dyn Context) {
        let (join_ref, topic) = (joined.join_ref.get(), spelled(joined));
        let mut out = Vec::with_capacity(state.len() + 128);
        outgoing::push(self.version, join_ref, topic, "presence_state", &mut out, |out| {
            out.extend_from_slice(state);
        });
        ctx.send_shared(&out.into());
    }

    fn notice(&self, joined: &Joined, notice: &Notice<'_>, ctx: &mut dyn Context) {
        let (join_ref, topic) = (joined.join_ref.get(), spelled(joined));
        say(ctx, |out| {
            outgoing::push(self.version, join_ref, topic, "system", out, |out| {
                notice.push(&joined.topic, out)
            });
        });
    }

    fn leave(&mut self, name: SubTopic<'_>, question: Question<'_>, ctx: &mut dyn Context) {
        say(ctx, |out| outgoing::reply_ok(self.version, question, out));
        let Some(place) = self.place(name) else { return };
        let joined = self.channels.swap_remove(place);
        self.end(&joined, ctx);
        say(ctx, |out| outgoing::close(self.version, joined.join_ref.get(), name.into(), out));
    }

    /// Ends the subscription of a channel that is no longer in the list.
    fn end(&mut self, joined: &Joined, ctx: &mut dyn Context) {
        let app = Arc::clone(ctx.app());
        ctx.unsubscribe(joined.key(&app));
        if let Some(following) = joined.following {
            ctx.unfollow(following);
        }
        if self.channels.is_empty() {
            self.empty_since = ctx.now();
            self.wake(ctx);
        }
    }

    /// Ends a channel because of `notice`, which the client is told.
    fn expel(&mut self, place: usize, notice: &Notice<'_>, ctx: &mut dyn Context) {
        let joined = self.channels.swap_remove(place);
        self.end(&joined, ctx);
        self.notice(&joined, notice, ctx);
        let is_final = ctx.app().final_refusals;
        let (join_ref, topic) = (joined.join_ref.get(), spelled(&joined));
        say(ctx, |out| {
            if is_final {
                outgoing::close(self.version, join_ref, topic, out);
            } else {
                outgoing::error(self.version, join_ref, topic, notice, out);
            }
        });
    }

    fn broadcast(
        &mut self,
        place: usize,
        broadcast: &Broadcast<'_>,
        question: Question<'_>,
        ctx: &mut dyn Context,
    ) -> Result<(), Later> {
        let may = self.may_write(place, ctx)?;
        let Some(joined) = self.channels.get(place) else { return Ok(()) };
        let app = Arc::clone(ctx.app());
        let outcome = match may {
            Err(error) => Err(NotSent::Policies { topic: joined.topic.clone(), error }),
            Ok(Permissions { broadcast: false, .. }) => {
                Err(NotSent::denied(&joined.topic, &joined.claims.role))
            }
            Ok(_) if !self.rate.take(ctx.now(), app.broadcasts_per_second) => {
                Err(NotSent::TooFast { per_second: app.broadcasts_per_second })
            }
            Ok(_) => publish(joined, broadcast, &app, ctx),
        };
        if let Err(not_sent) = &outcome {
            ctx.refused(not_sent.cause());
        }
        if joined.ack {
            say(ctx, |out| match &outcome {
                Ok(()) => outgoing::reply_ok(self.version, question, out),
                Err(NotSent::TooLarge) => {
                    outgoing::reply(self.version, question, Status::Error, out, |out| {
                        out.extend_from_slice(outgoing::PAYLOAD_TOO_LARGE);
                    });
                }
                Err(not_sent) => outgoing::reply_refused(self.version, question, not_sent, out),
            });
        }
        Ok(())
    }

    fn presence(
        &mut self,
        place: usize,
        payload: &str,
        question: Question<'_>,
        ctx: &mut dyn Context,
    ) -> Result<(), Later> {
        let outcome = match Action::parse(payload) {
            Err(error) => Err(NotPresent::Message(error)),
            Ok(Action::Track(fields)) => match (self.may_write(place, ctx)?, self.channels.get(place)) {
                (Err(error), Some(joined)) => {
                    let not_sent = NotSent::Policies { topic: joined.topic.clone(), error };
                    Err(NotPresent::NotAllowed(not_sent.to_string()))
                }
                (Ok(Permissions { presence: false, .. }), Some(joined)) => {
                    let denied = NotSent::denied(&joined.topic, &joined.claims.role);
                    Err(NotPresent::NotAllowed(denied.to_string()))
                }
                (Ok(_), Some(_)) => self.track(place, &fields, ctx),
                (_, None) => Ok(()), // it was looked up a moment ago
            },
            Ok(Action::Untrack) => {
                if let Some(joined) = self.channels.get(place) {
                    let app = Arc::clone(ctx.app());
                    ctx.untrack(joined.key(&app));
                }
                Ok(())
            }
        };
        match outcome {
            Ok(()) => say(ctx, |out| outgoing::reply_ok(self.version, question, out)),
            Err(NotPresent::Message(error)) => {
                ctx.refused(Refusal::Malformed);
                say(ctx, |out| {
                    outgoing::reply(self.version, question, Status::Error, out, |out| {
                        error.push_response(out)
                    });
                });
            }
            Err(NotPresent::Limit(text)) => {
                ctx.refused(Refusal::Limit);
                say(ctx, |out| outgoing::reply_refused(self.version, question, &text, out));
            }
            Err(NotPresent::NotAllowed(text)) => {
                ctx.refused(Refusal::NotAllowed);
                say(ctx, |out| outgoing::reply_refused(self.version, question, &text, out));
            }
        }
        Ok(())
    }

    fn track(&mut self, place: usize, fields: &str, ctx: &mut dyn Context) -> Result<(), NotPresent> {
        let Some(joined) = self.channels.get_mut(place) else { return Ok(()) };
        let app = Arc::clone(ctx.app());
        let (bytes, limit) = (fields.len(), app.presence_bytes);
        if u64::try_from(bytes).is_ok_and(|bytes| bytes > u64::from(limit)) {
            return Err(NotPresent::Limit(format!(
                "TrackMessageTooLarge: The tracked fields have {bytes} bytes and the limit is {limit}; track less, or raise presence_bytes"
            )));
        }
        let own_key;
        let presence_key = match &joined.presence_key {
            Some(key) => key,
            None => {
                own_key = uuid(ctx.socket_id());
                &*own_key
            }
        };
        let key = KeyRef { app: app.index, access: joined.access, name: &joined.topic };
        ctx.track(key, presence_key, fields.as_bytes(), app.presences_per_channel).map_err(|error| {
            NotPresent::Limit(match error {
                TrackError::Full { limit } => format!(
                    "PresenceLimitReached: {limit} connections are present on this channel, the limit: raise presences_per_channel"
                ),
                TrackError::NotOccupied => format!("PresenceFailed: {error}"),
            })
        })?;
        if !joined.presence {
            // Who is present wants to know who else is. Libraries wait for the state before they take a change.
            joined.presence = true;
            ctx.set_interest(key, joined.interest());
            let state = ctx.presences(key);
            if let Some(joined) = self.channels.get(place).filter(|joined| joined.hears_presence()) {
                self.tell_state(joined, state.get_or_encode(encode::state), ctx);
            }
        }
        Ok(())
    }

    /// The client has another token for a channel.
    fn renew(&mut self, place: usize, payload: &str, ctx: &mut dyn Context) -> Result<(), Later> {
        let Some(token) = token::new(payload) else { return Ok(()) };
        let claims = match ctx.verify(&token) {
            Ok(claims) => claims,
            Err(error) => {
                ctx.refused(Refusal::Signature);
                self.expel(place, &Notice::Refused(error.reason()), ctx);
                return Ok(());
            }
        };
        let Some(joined) = self.channels.get(place) else { return Ok(()) };
        let is_free = joined.access == Access::Public || claims.bypasses_policies();
        let read = if is_free {
            Permissions::ALL
        } else {
            let topic = joined.topic.clone();
            let question = PolicyQuestion { topic: &topic, direction: Direction::Read, claims: &claims };
            match self.ask(question, ctx)? {
                Ok(none) if none.are_none() => {
                    ctx.refused(Refusal::NotAllowed);
                    self.expel(place, &Notice::ReadWithdrawn { topic: &topic }, ctx);
                    return Ok(());
                }
                Ok(permissions) => permissions,
                Err(error) => {
                    ctx.refused(Refusal::NotAllowed);
                    self.expel(place, &error.notice(), ctx);
                    return Ok(());
                }
            }
        };
        let app = Arc::clone(ctx.app());
        if let Some(joined) = self.channels.get_mut(place) {
            joined.claims = claims;
            joined.write = is_free.then_some(Permissions::ALL);
            if joined.read != read {
                joined.read = read;
                ctx.set_interest(joined.key(&app), joined.interest());
            }
        }
        self.follow(place, ctx);
        self.wake(ctx);
        Ok(())
    }

    /// Asks to be woken for whatever comes first.
    fn wake(&self, ctx: &mut dyn Context) {
        let (now, unix_s) = (ctx.now(), ctx.unix_time_s());
        let idle = ctx.last_heard().saturating_add(IDLE_MS);
        let empty = if self.channels.is_empty() {
            self.empty_since.saturating_add(NO_CHANNEL_MS)
        } else {
            Millis::MAX
        };
        let expiry = self.channels.iter().map(|joined| joined.claims.expires_s).min();
        let expiry = expiry.map_or(Millis::MAX, |at| {
            let left = at.saturating_sub(unix_s).saturating_mul(1_000);
            now.saturating_add(left.max(CLOCK_MS))
        });
        ctx.wake_at(idle.min(empty).min(expiry));
    }

    fn close(&mut self, code: u16, reason: &str, ctx: &mut dyn Context) {
        self.over = true;
        ctx.close(code, reason);
    }
}

impl Session for PhoenixSession {
    fn opened(&mut self, ctx: &mut dyn Context) {
        self.empty_since = ctx.now();
        self.wake(ctx);
    }

    fn text(&mut self, text: &str, ctx: &mut dyn Context) {
        if self.over {
            return;
        }
        match incoming::text(self.version, text) {
            Ok(message) => {
                if self.handle(message, ctx).is_err() {
                    self.held = Some(Box::new(Held::Text(text.into())));
                }
            }
            Err(_) => ctx.refused(Refusal::Malformed), // as the original: no answer, and the connection stays
        }
    }

    fn binary(&mut self, data: &[u8], ctx: &mut dyn Context) {
        if self.over {
            return;
        }
        match incoming::binary(self.version, data) {
            Ok(message) => {
                if self.handle(message, ctx).is_err() {
                    self.held = Some(Box::new(Held::Binary(data.into())));
                }
            }
            Err(_) => ctx.refused(Refusal::Malformed),
        }
    }

    fn answered(&mut self, answer: PolicyAnswer, ctx: &mut dyn Context) {
        let Some(held) = self.held.take() else { return };
        self.answer = Some(Box::new(answer));
        match &*held {
            Held::Text(text) => self.text(text, ctx),
            Held::Binary(data) => self.binary(data, ctx),
        }
        // The channel may have ended meanwhile, and nobody looked at the answer.
        self.answer = None;
    }

    fn followed(&mut self, following: Following, news: FollowNews, ctx: &mut dyn Context) {
        let joined = self.channels.iter().find(|joined| joined.following == Some(following));
        let Some(joined) = joined.filter(|_| !self.over) else { return };
        match news {
            FollowNews::Ready => self.notice(joined, &Notice::Subscribed, ctx),
            FollowNews::Failed(text) => self.notice(joined, &Notice::NotSubscribed(&text), ctx),
        }
    }

    fn timer(&mut self, ctx: &mut dyn Context) {
        if self.over {
            return;
        }
        let (now, unix_s) = (ctx.now(), ctx.unix_time_s());
        if ctx.last_heard().saturating_add(IDLE_MS) <= now {
            return self.close(GOING_AWAY, "Nothing was heard for 60 s: send a heartbeat every 25 s", ctx);
        }
        if self.channels.is_empty() && self.empty_since.saturating_add(NO_CHANNEL_MS) <= now {
            return self.close(GOING_AWAY, "No channel was joined for 10 minutes", ctx);
        }
        while let Some((place, seconds)) = self
            .channels
            .iter()
            .enumerate()
            .find_map(|(place, joined)| Some((place, joined.claims.expired_for(unix_s)?)))
        {
            ctx.refused(Refusal::Signature);
            self.expel(place, &Notice::Refused(Reason::TokenExpired { seconds }), ctx);
        }
        self.wake(ctx);
    }

    fn farewell(&mut self, farewell: Farewell, ctx: &mut dyn Context) {
        if self.over {
            return;
        }
        match farewell {
            Farewell::Terminated => self.close(GOING_AWAY, "The user's connections were terminated", ctx),
            Farewell::Reconnect => {
                for joined in &self.channels {
                    self.notice(joined, &Notice::Disconnect, ctx);
                }
                self.close(SERVICE_RESTART, "Server requested disconnect", ctx);
            }
            Farewell::TooSlow => self.close(
                TRY_AGAIN_LATER,
                "Messages came faster than this client read them, and some were dropped (setting outbox_bytes)",
                ctx,
            ),
        }
    }

    fn closed(&mut self, ctx: &mut dyn Context) {
        self.over = true;
        self.channels.drain(..).filter_map(|joined| joined.following).for_each(|it| ctx.unfollow(it));
    }

    fn framing(&self) -> Framing {
        match self.version {
            Version::V1 => framing::PHOENIX_1,
            Version::V2 => framing::PHOENIX_2,
        }
    }
}

fn say(ctx: &mut dyn Context, write: impl FnOnce(&mut Vec<u8>)) {
    let mut out = Vec::with_capacity(256);
    write(&mut out);
    ctx.send(&out);
}

/// The requests as one list, as [`change::read`] takes it.
fn requests(changes: &[Change<'_>]) -> Box<str> {
    let texts: Vec<&str> = changes.iter().map(|change| change.as_json()).collect();
    format!("[{}]", texts.join(",")).into()
}

fn spelled(joined: &Joined) -> Spelling<'_> {
    Spelling::in_realtime(&joined.topic)
}

fn publish(
    joined: &Joined,
    broadcast: &Broadcast<'_>,
    app: &App,
    ctx: &mut dyn Context,
) -> Result<(), NotSent> {
    let message = publishing::message(&broadcast.event, broadcast.body, app)?;
    let key = joined.key(app);
    let except = if joined.own { None } else { Some(ctx.socket_id()) };
    ctx.publish(key, message, except, rules::of(key, app)).map(drop).map_err(NotSent::Hub)
}

/// Why a client is not present, or not as it wants.
enum NotPresent {
    Message(PresenceError),
    Limit(String),
    NotAllowed(String),
}

impl Refused<'_> {
    fn cause(&self) -> Refusal {
        match self {
            Self::Topic(TopicError::TooLong { .. }) => Refusal::TooLarge,
            Self::Topic(_) | Self::Join(_) => Refusal::Malformed,
            Self::Token(_) => Refusal::Signature,
            Self::Reason(Reason::TooManyChannels) => Refusal::Limit,
            Self::Reason(_) | Self::Denied { .. } | Self::Policies { .. } | Self::NotYet => {
                Refusal::NotAllowed
            }
            Self::Hub(_) => Refusal::Overload,
        }
    }
}

impl Display for Refused<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Topic(error) => error.fmt(f),
            Self::Join(error) => error.fmt(f),
            Self::Token(error) => error.reason().fmt(f),
            Self::Reason(reason) => reason.fmt(f),
            Self::Denied { topic, role } => write!(
                f,
                "{}: no policy on realtime.messages lets the role {role} select broadcasts or presence of it",
                Reason::ReadDenied { topic }
            ),
            Self::Policies { topic, error } => error.fmt_for(topic, f),
            Self::NotYet => Ok(()),
            Self::Hub(SubscribeFailure::Already) => Reason::Unknown.fmt(f),
            Self::Hub(SubscribeFailure::Hub(error)) => write!(f, "ServerFull: {error}; try again later"),
        }
    }
}

impl TokenError {
    /// The same in the words of this protocol.
    pub fn reason(&self) -> Reason<'_> {
        match self {
            Self::Expired { seconds } => Reason::TokenExpired { seconds: *seconds },
            Self::ClaimsMissing => Reason::ClaimsMissing,
            Self::ExpiryInvalid => Reason::ExpiryInvalid,
            Self::Malformed => Reason::MalformedJwt,
            Self::Signature => Reason::JwtSignature,
            Self::Signer { key_id } => Reason::JwtSigner { key_id: key_id.as_deref() },
        }
    }
}

impl PolicyError {
    /// The reason in the words of this protocol, where it has any.
    pub(super) fn reason(&self) -> Option<Reason<'static>> {
        match self {
            Self::NoDatabase => None,
            Self::Unreachable => Some(Reason::DatabaseUnreachable),
            Self::Busy => Some(Reason::PoolExhausted),
            Self::Cancelled => Some(Reason::QueryCancelled),
            Self::MissingPartition => Some(Reason::MissingPartition),
            Self::Failed(_) => Some(Reason::PoliciesUnreadable),
        }
    }

    fn fmt_for(&self, topic: &str, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.reason() {
            None => write!(f, "{}: {self}", Reason::ReadDenied { topic }),
            Some(reason) => write!(f, "{reason}: {self}"),
        }
    }

    /// What ends a channel for it.
    fn notice(&self) -> Notice<'static> {
        match self.reason() {
            None => Notice::Refused(Reason::PoliciesUnreadable),
            Some(Reason::QueryCancelled) => Notice::QueryCancelled,
            Some(reason) => Notice::Refused(reason),
        }
    }
}

/// A connection's name in the form of a UUID, for those who are present under no key of their own.
fn uuid(socket: SocketId) -> Box<str> {
    let SocketId { high, low } = socket;
    let (a, b, c) = (high >> 32, high >> 16 & 0xffff, high & 0x0fff);
    let (d, e) = (low >> 48 & 0x3fff | 0x8000, low & 0xffff_ffff_ffff);
    format!("{a:08x}-{b:04x}-4{c:03x}-{d:04x}-{e:012x}").into()
}
