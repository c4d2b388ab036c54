//! One connection of a Supabase client.
//!
//! A connection has several channels, each joined under a token of its own or the connection's.
//! What can be fixed is reported as `phx_error`, upon which clients' libraries join again by
//! themselves; `phx_close` makes them forget the channel for good
//! ([`close_channel_on_auth_failure`](super::SupabaseSettings::close_channel_on_auth_failure)
//! has it so, as the original does).

mod asking;
mod following;
mod joining;
mod oversized;
mod rechecking;
mod refusals;
mod replaying;
mod rights;
mod speaking;
mod waiting;

use alloc::{boxed::Box, sync::Arc, vec::Vec};

use baton_hub::{Access, DisconnectReason, Framing, Interest, KeyRef, Millis};

pub(in crate::phoenix) use self::asking::hook_channel;
pub(in crate::phoenix) use self::refusals::fmt_hook;
use self::{
    following::Follows,
    rechecking::Rechecked,
    refusals::Refused,
    rights::Rights,
    waiting::{Later, Waiting},
};
use super::{
    Incoming, KeptReference, Notice, Payload, Reason, Spelling, SubTopic, Topic, TopicError, Version, encode,
    incoming,
    outgoing::{self, Request},
};
use crate::{
    Answer, App, Claims, Context, HookRefused, NO_HEADERS, Refusal, Session, Ticket, framing, hooks,
    parked::Message, rate::Rate,
};

/// A connection that says nothing for so long is closed: libraries send a heartbeat every 25 s.
const IDLE_MS: Millis = 60_000;
/// So is one that has no channel for so long.
const NO_CHANNEL_MS: Millis = 600_000;
/// Tokens end by the clock, which is looked at this often.
const CLOCK_MS: Millis = 1_000;

/// The original's server has no clause for such a push. Here its sender gets an answer.
const BINARY_PUSH: &str =
    "A binary push (kind 0) carries no event of this protocol: send JSON, or a broadcast (kind 3)";

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
    /// [`PolicyQuestion::headers`](crate::PolicyQuestion), where there are any.
    headers: Option<Arc<str>>,
    channels: Vec<Joined>,
    /// Since when there is no channel.
    empty_since: Millis,
    broadcasts: Rate,
    presence: Rate,
    commands: Rate,
    waiting: Waiting,
    /// The channel about which the policies are asked again.
    rechecked: Option<Box<Rechecked>>,
    /// Why a hook does not let it in. It stays for a moment, as [`StrangerSession`](super::StrangerSession) does.
    barred: Option<Box<HookRefused>>,
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
    rights: Rights,
    /// The database's changes that the client asked for; `None` where it asked for none.
    follows: Option<Follows>,
    /// The client is to be notified when the database's broadcasts arrive.
    replication: Option<Ticket>,
}

impl Joined {
    fn key(&self, app: &App) -> KeyRef<'_> {
        KeyRef { app: app.index, access: self.access, name: &self.topic }
    }

    fn interest(&self) -> Interest {
        let messages = if self.rights.read().broadcast { Interest::MESSAGES } else { Interest::NOTHING };
        let presence = if self.hears_presence() { Interest::PRESENCE } else { Interest::NOTHING };
        messages.and(presence)
    }

    /// The questions that are open for it: what it followed before, what it follows, and whether
    /// broadcasts arrive.
    fn tickets(&self) -> impl Iterator<Item = Ticket> + use<> {
        let (former, current) = self.follows.as_ref().map_or((None, None), Follows::tickets);
        former.into_iter().chain(current).chain(self.replication)
    }

    fn hears_presence(&self) -> bool {
        self.presence && self.rights.read().presence
    }
}

impl PhoenixSession {
    /// A session for a connection that speaks `version` and whose own token says `claims`. `headers`: what policies see of its
    /// request, as a JSON object.
    pub fn new(version: Version, claims: Arc<Claims>, headers: Option<Arc<str>>) -> Self {
        Self {
            version,
            own: claims,
            headers,
            channels: Vec::new(),
            empty_since: 0,
            broadcasts: Rate::new(),
            presence: Rate::new(),
            commands: Rate::new(),
            waiting: Waiting::default(),
            rechecked: None,
            barred: None,
        }
    }

    /// What policies see of the request, to be lent to a question.
    fn policy_headers(&self) -> Arc<str> {
        self.headers.clone().unwrap_or_else(|| NO_HEADERS.into())
    }

    fn handle(&mut self, message: Incoming<'_>, ctx: &mut dyn Context) -> Result<(), Later> {
        let Incoming { join_ref, reference, topic, event, payload } = message;
        let request = Request { join_ref, reference, topic: Spelling::whole(&topic) };
        let name = match Topic::parse(&topic) {
            Ok(Topic::Channel(name)) => name,
            Ok(Topic::Phoenix) if event == incoming::HEARTBEAT => {
                say(ctx, |out| outgoing::heartbeat(self.version, reference, out));
                return Ok(());
            }
            Ok(Topic::Phoenix) => {
                ctx.refused_because(Refusal::NotAllowed, None, &"The topic phoenix takes heartbeats alone");
                return Ok(());
            }
            Err(error) if event == incoming::JOIN => {
                self.refuse(request, &Refused::Topic(error), ctx);
                return Ok(());
            }
            Err(_) => {
                self.unmatched(request, ctx);
                return Ok(());
            }
        };
        match (&*event, payload) {
            (incoming::JOIN, _) if self.barred.is_some() => self.refuse_barred(request, ctx),
            (incoming::JOIN, Payload::Json(payload)) => {
                if !self.may_ask(ctx) {
                    self.refuse(request, &Refused::Reason(Reason::TooManyJoins), ctx);
                    return Ok(());
                }
                match self.join(name, payload, request, ctx) {
                    Err(Refused::NotYet(later)) => return self.put_off(later),
                    Err(refused) => self.refuse(request, &refused, ctx),
                    Ok(()) => {}
                }
            }
            (incoming::LEAVE, _) => self.leave(name, request, ctx),
            (_, Payload::Bytes(_)) => {
                ctx.refused(Refusal::NotAllowed);
                say(ctx, |out| outgoing::reply_refused(self.version, request, &BINARY_PUSH, out));
            }
            (_, payload) => match self.place(name) {
                None => self.unmatched(request, ctx),
                Some(place) => match (&*event, payload) {
                    (incoming::BROADCAST, Payload::Broadcast(broadcast)) => {
                        return self.broadcast(place, &broadcast, request, ctx);
                    }
                    (incoming::PRESENCE, Payload::Json(payload)) => {
                        return self.presence(place, payload, request, ctx);
                    }
                    // A token that comes too fast is passed over: the channel ends with the former one, or takes the next.
                    (incoming::ACCESS_TOKEN, Payload::Json(_)) if !self.may_ask(ctx) => {
                        ctx.refused(Refusal::Rate);
                    }
                    (incoming::ACCESS_TOKEN, Payload::Json(payload)) => {
                        return self.renew(place, payload, ctx).or_else(|later| self.put_off(later));
                    }
                    // As the original: no answer.
                    _ => {
                        let why = "Channels take broadcast, presence and access_token";
                        ctx.refused_because(Refusal::NotAllowed, Some(name.as_str()), &why);
                    }
                },
            },
        }
        Ok(())
    }

    /// Whether the client may ask for something more now; see [`App::commands_per_second`](crate::App::commands_per_second).
    fn may_ask(&mut self, ctx: &dyn Context) -> bool {
        self.commands.take(ctx.now(), ctx.app().commands())
    }

    /// The message at hand waits, and will be counted when it comes again.
    fn put_off(&mut self, later: Later) -> Result<(), Later> {
        self.commands.give_back(1);
        Err(later)
    }

    /// Handles a message that waited, which may have another question.
    fn resume(&mut self, message: &Message, ctx: &mut dyn Context) {
        match message {
            Message::Text(text) => self.text(text, ctx),
            Message::Binary(data) => self.binary(data, ctx),
            Message::Opening => {
                let answer = self.waiting.take_hook();
                self.open(answer, ctx);
            }
        }
        self.waiting.settle();
    }

    fn place(&self, name: SubTopic<'_>) -> Option<usize> {
        self.channels.iter().position(|joined| *joined.topic == *name.as_str())
    }

    fn unmatched(&self, request: Request<'_>, ctx: &mut dyn Context) {
        ctx.refused_because(Refusal::NotAllowed, Some(request.topic.name), &TopicError::Unmatched);
        say(ctx, |out| outgoing::reply_refused(self.version, request, &TopicError::Unmatched, out));
    }

    fn refuse(&self, request: Request<'_>, refused: &Refused<'_>, ctx: &mut dyn Context) {
        ctx.refused_because(refused.cause(), Some(request.topic.name), refused);
        say(ctx, |out| outgoing::reply_refused(self.version, request, refused, out));
    }

    /// What a channel's client hears has changed. Where it hears of presence that it did not, it is sent who is there:
    /// libraries wait for the state before they take a change, and what they hold from before is out of date.
    fn hear_otherwise(&self, place: usize, heard_presence: bool, ctx: &mut dyn Context) {
        let app = Arc::clone(ctx.app());
        let Some(joined) = self.channels.get(place) else { return };
        ctx.set_interest(joined.key(&app), joined.interest());
        if joined.hears_presence() && !heard_presence {
            let state = ctx.presences(joined.key(&app));
            self.send_state(joined, state.get_or_encode(encode::state), ctx);
        }
    }

    /// Sends who is there. How many those are is not the client's doing, so the outbox's limit does
    /// not count.
    fn send_state(&self, joined: &Joined, state: &[u8], ctx: &mut dyn Context) {
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

    /// Ends the subscription of a channel that is no longer in the list.
    fn end(&mut self, joined: &Joined, ctx: &mut dyn Context) {
        let app = Arc::clone(ctx.app());
        ctx.unsubscribe(joined.key(&app));
        for ticket in joined.tickets() {
            ctx.cancel(ticket);
        }
        if self.channels.is_empty() {
            self.empty_since = ctx.now();
            self.wake(ctx);
        }
    }

    /// Whether the database's broadcasts arrive, for a channel that asked.
    fn broadcasts_arrive(&mut self, ticket: Ticket, arrive: bool, ctx: &mut dyn Context) {
        let Some(place) = self.channels.iter().position(|joined| joined.replication == Some(ticket)) else {
            return;
        };
        if let Some(joined) = self.channels.get_mut(place) {
            joined.replication = None;
        }
        self.notice_replication(place, arrive, ctx);
    }

    fn notice_replication(&self, place: usize, arrive: bool, ctx: &mut dyn Context) {
        let notice = if arrive { Notice::ReplicationReady } else { Notice::ReplicationLate };
        if let Some(joined) = self.channels.get(place) {
            self.notice(joined, &notice, ctx);
        }
    }

    /// Ends a channel because of `notice`, which the client is sent.
    fn expel(&mut self, place: usize, notice: &Notice<'_>, ctx: &mut dyn Context) {
        let joined = self.channels.swap_remove(place);
        self.end(&joined, ctx);
        self.notice(&joined, notice, ctx);
        let is_final = ctx.app().supabase.close_channel_on_auth_failure;
        let (join_ref, topic) = (joined.join_ref.get(), spelled(&joined));
        say(ctx, |out| {
            if is_final {
                outgoing::close(self.version, join_ref, topic, out);
            } else {
                outgoing::error(self.version, join_ref, topic, notice, out);
            }
        });
    }

    /// The same for what counts as a refusal.
    fn expel_refused(&mut self, place: usize, cause: Refusal, notice: &Notice<'_>, ctx: &mut dyn Context) {
        if let Some(joined) = self.channels.get(place) {
            ctx.refused_because(cause, Some(&joined.topic), notice);
        }
        self.expel(place, notice, ctx);
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
        ctx.wake_at(idle.min(empty).min(expiry).min(self.next_recheck(ctx)));
    }
}

impl Session for PhoenixSession {
    fn opened(&mut self, ctx: &mut dyn Context) {
        let user = self.own.subject.as_deref();
        match hooks::ask_to_open(hooks::Opening { protocol: "supabase", user }, ctx) {
            Ok(answer) => self.open(answer, ctx),
            Err(ticket) => self.waiting.park_opening(ticket),
        }
    }

    fn text(&mut self, text: &str, ctx: &mut dyn Context) {
        match incoming::text(self.version, text) {
            Ok(message) => {
                if let Err(later) = self.handle(message, ctx) {
                    self.waiting.park_text(later, text);
                }
            }
            // As the original: no answer, and the connection stays.
            Err(error) => ctx.refused_because(Refusal::Malformed, None, &error),
        }
    }

    fn binary(&mut self, data: &[u8], ctx: &mut dyn Context) {
        match incoming::binary(self.version, data) {
            Ok(message) => {
                if let Err(later) = self.handle(message, ctx) {
                    self.waiting.park_binary(later, data);
                }
            }
            Err(error) => ctx.refused_because(Refusal::Malformed, None, &error),
        }
    }

    fn oversized(&mut self, is_text: bool, excerpt: &[u8], ctx: &mut dyn Context) -> bool {
        self.refuse_oversized(is_text, excerpt, ctx)
    }

    fn answered(&mut self, ticket: Ticket, answer: Answer, ctx: &mut dyn Context) {
        match self.waiting.take(ticket, answer) {
            Ok(message) => self.resume(&message, ctx),
            Err(Answer::Policies(answer)) => self.policy_rechecked(ticket, answer, ctx),
            Err(Answer::Broadcasts(arrive)) => self.broadcasts_arrive(ticket, arrive, ctx),
            Err(Answer::Follow(Ok(news))) => self.followed(ticket, &news, ctx),
            Err(
                Answer::Follow(Err(_))
                | Answer::Replay(_)
                | Answer::Token(_)
                | Answer::Room(_)
                | Answer::Hook(_)
                | Answer::Again,
            ) => {} // asked by messages alone
        }
    }

    fn tokens_revoked(&mut self, ctx: &mut dyn Context) {
        while let Some(place) = self.channels.iter().position(|joined| ctx.is_revoked(&joined.claims)) {
            self.expel_refused(place, Refusal::Signature, &Notice::Refused(Reason::TokenRevoked), ctx);
        }
    }

    fn timer(&mut self, ctx: &mut dyn Context) {
        if let Some(barred) = &self.barred {
            return Self::close_barred(barred, ctx);
        }
        let (now, unix_s) = (ctx.now(), ctx.unix_time_s());
        if ctx.last_heard().saturating_add(IDLE_MS) <= now {
            return ctx.close(GOING_AWAY, "Nothing was heard for 60 s: send a heartbeat every 25 s");
        }
        if self.channels.is_empty() && self.empty_since.saturating_add(NO_CHANNEL_MS) <= now {
            return ctx.close(GOING_AWAY, "No channel was joined for 10 minutes");
        }
        while let Some((place, seconds)) = self
            .channels
            .iter()
            .enumerate()
            .find_map(|(place, joined)| Some((place, joined.claims.expired_for(unix_s)?)))
        {
            self.expel_refused(
                place,
                Refusal::Signature,
                &Notice::Refused(Reason::TokenExpired { seconds }),
                ctx,
            );
        }
        self.recheck(ctx);
        self.wake(ctx);
    }

    fn disconnect(&mut self, reason: DisconnectReason, ctx: &mut dyn Context) {
        match reason {
            DisconnectReason::Terminated => ctx.close(GOING_AWAY, "The user's connections were terminated"),
            DisconnectReason::Reconnect | DisconnectReason::Restart => {
                for joined in &self.channels {
                    self.notice(joined, &Notice::Disconnect, ctx);
                }
                ctx.close(SERVICE_RESTART, "Server requested disconnect");
            }
            // As when it connects: that is refused as well from now on.
            DisconnectReason::Disabled => ctx.close(GOING_AWAY, "Realtime was disabled for this tenant"),
            DisconnectReason::Removed => ctx.close(GOING_AWAY, "Tenant not found: the app was removed from the server"),
            DisconnectReason::TakenOver => ctx.close(TRY_AGAIN_LATER, "Another connection has given itself the same session"),
            DisconnectReason::TooSlow => ctx.close(TRY_AGAIN_LATER, "Messages came faster than this client read them, and some were dropped (setting outbox_bytes)"),
        }
    }

    fn closed(&mut self, ctx: &mut dyn Context) {
        let tickets = self.channels.iter().flat_map(Joined::tickets);
        tickets.for_each(|it| ctx.cancel(it));
        self.channels.clear();
    }

    fn user(&self) -> Option<&str> {
        let of_channels = self.channels.iter().find_map(|joined| joined.claims.subject.as_deref());
        of_channels.or(self.own.subject.as_deref())
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

fn spelled(joined: &Joined) -> Spelling<'_> {
    Spelling::in_realtime(&joined.topic)
}
