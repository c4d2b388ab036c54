//! One connection of a Supabase client.
//!
//! A connection has several channels, each joined under a token of its own or the connection's. What can be mended is told
//! as `phx_error`, upon which clients' libraries join again by themselves; `phx_close` makes them forget the channel for
//! good ([`App::final_refusals`](crate::App::final_refusals) has it so, as the original does).

mod joining;
mod oversized;
mod rechecking;
mod refusals;
mod replaying;
mod speaking;

use alloc::{boxed::Box, sync::Arc, vec::Vec};

use baton_hub::{Access, Farewell, Framing, Interest, KeyRef, Millis};

use self::{rechecking::Rechecked, refusals::Refused};
use super::{
    Incoming, KeptReference, Notice, Payload, Reason, Spelling, SubTopic, Topic, TopicError, Version,
    incoming,
    outgoing::{self, Question},
};
use crate::{
    App, Asked, Claims, Context, FollowNews, Following, NO_HEADERS, Permissions, PolicyAnswer,
    PolicyQuestion, Refusal, ReplayAnswer, Session, framing, rate::Rate,
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
    over: bool,
    /// The message that waits for an answer, or for keys, and then is handled as if it came only now.
    held: Option<Box<Held>>,
    /// What has been answered to the message that waits or is handled.
    answers: Option<Box<Answers>>,
    /// The channel about which the policies are asked again.
    rechecked: Option<Box<Rechecked>>,
}

/// Answers to what one message asked.
#[derive(Debug, Default)]
struct Answers {
    policies: Option<PolicyAnswer>,
    replay: Option<ReplayAnswer>,
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
    /// When policies decided that; `None` where nobody has to be asked.
    decided: Option<Millis>,
    /// `None` until the client writes for the first time, and again when it has another token.
    write: Option<Permissions>,
    /// The database's changes that the client asked for.
    following: Option<Following>,
    /// What was followed with the token before, until `following` brings changes itself.
    former: Option<Following>,
    /// Another token came meanwhile: the request is made again with it once `following` is answered.
    follow_again: bool,
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
            over: false,
            held: None,
            answers: None,
            rechecked: None,
        }
    }

    /// What policies see of the request, to be lent to a question.
    fn policy_headers(&self) -> Arc<str> {
        self.headers.clone().unwrap_or_else(|| NO_HEADERS.into())
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
                ctx.refused_because(Refusal::NotAllowed, None, &"The topic phoenix takes heartbeats alone");
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
            (incoming::JOIN, Payload::Json(payload)) => {
                if !self.may_ask(ctx) {
                    self.refuse(question, &Refused::Reason(Reason::TooManyJoins), ctx);
                    return Ok(());
                }
                match self.join(name, payload, question, ctx) {
                    Err(Refused::NotYet) => return self.put_off(),
                    Err(refused) => self.refuse(question, &refused, ctx),
                    Ok(()) => {}
                }
            }
            (incoming::LEAVE, _) => self.leave(name, question, ctx),
            (_, Payload::Bytes(_)) => {
                ctx.refused(Refusal::NotAllowed);
                say(ctx, |out| outgoing::reply_refused(self.version, question, &BINARY_PUSH, out));
            }
            (_, payload) => match self.place(name) {
                None => self.unmatched(question, ctx),
                Some(place) => match (&*event, payload) {
                    (incoming::BROADCAST, Payload::Broadcast(broadcast)) => {
                        return self.broadcast(place, &broadcast, question, ctx);
                    }
                    (incoming::PRESENCE, Payload::Json(payload)) => {
                        return self.presence(place, payload, question, ctx);
                    }
                    // A token that comes too fast is passed over: the channel ends with the former one, or takes the next.
                    (incoming::ACCESS_TOKEN, Payload::Json(_)) if !self.may_ask(ctx) => {
                        ctx.refused(Refusal::Rate);
                    }
                    (incoming::ACCESS_TOKEN, Payload::Json(payload)) => {
                        return self.renew(place, payload, ctx).or_else(|Later| self.put_off());
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
    fn put_off(&mut self) -> Result<(), Later> {
        self.commands.give_back();
        Err(Later)
    }

    /// What the policies say to a question, which is asked unless its answer has just come.
    fn ask(&mut self, question: PolicyQuestion<'_>, ctx: &mut dyn Context) -> Result<PolicyAnswer, Later> {
        if let Some(answer) = self.answers.as_ref().and_then(|answers| answers.policies.clone()) {
            return Ok(answer);
        }
        match ctx.ask_policies(question) {
            Asked::Known(answer) => Ok(answer),
            Asked::Later => Err(Later),
        }
    }

    /// Handles the message that waited, which may have another question.
    fn resume(&mut self, ctx: &mut dyn Context) {
        match self.held.take().as_deref() {
            Some(Held::Text(text)) => self.text(text, ctx),
            Some(Held::Binary(data)) => self.binary(data, ctx),
            None => {}
        }
        if self.held.is_none() {
            self.answers = None;
        }
    }

    fn place(&self, name: SubTopic<'_>) -> Option<usize> {
        self.channels.iter().position(|joined| *joined.topic == *name.as_str())
    }

    fn unmatched(&self, question: Question<'_>, ctx: &mut dyn Context) {
        ctx.refused_because(Refusal::NotAllowed, Some(question.topic.name), &TopicError::Unmatched);
        say(ctx, |out| outgoing::reply_refused(self.version, question, &TopicError::Unmatched, out));
    }

    fn refuse(&self, question: Question<'_>, refused: &Refused<'_>, ctx: &mut dyn Context) {
        ctx.refused_because(refused.cause(), Some(question.topic.name), refused);
        say(ctx, |out| outgoing::reply_refused(self.version, question, refused, out));
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

    /// Ends the subscription of a channel that is no longer in the list.
    fn end(&mut self, joined: &Joined, ctx: &mut dyn Context) {
        let app = Arc::clone(ctx.app());
        ctx.unsubscribe(joined.key(&app));
        for following in joined.former.into_iter().chain(joined.following) {
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
            // As the original: no answer, and the connection stays.
            Err(error) => ctx.refused_because(Refusal::Malformed, None, &error),
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
            Err(error) => ctx.refused_because(Refusal::Malformed, None, &error),
        }
    }

    fn oversized(&mut self, is_text: bool, excerpt: &[u8], ctx: &mut dyn Context) -> bool {
        self.over || self.refuse_oversized(is_text, excerpt, ctx)
    }

    fn answered(&mut self, answer: PolicyAnswer, ctx: &mut dyn Context) {
        self.answers.get_or_insert_default().policies = Some(answer);
        self.resume(ctx);
    }

    fn replayed(&mut self, answer: ReplayAnswer, ctx: &mut dyn Context) {
        self.answers.get_or_insert_default().replay = Some(answer);
        self.resume(ctx);
    }

    fn decided_anew(&mut self, answer: PolicyAnswer, ctx: &mut dyn Context) {
        self.take_recheck(answer, ctx);
    }

    fn keys_came(&mut self, ctx: &mut dyn Context) {
        self.resume(ctx);
    }

    fn room_came(&mut self, ctx: &mut dyn Context) {
        self.resume(ctx);
    }

    fn tokens_revoked(&mut self, ctx: &mut dyn Context) {
        if self.over {
            return;
        }
        while let Some(place) = self.channels.iter().position(|joined| ctx.is_revoked(&joined.claims)) {
            self.expel_refused(place, Refusal::Signature, &Notice::Refused(Reason::TokenRevoked), ctx);
        }
    }

    fn followed(&mut self, following: Following, news: FollowNews, ctx: &mut dyn Context) {
        let place = self.channels.iter().position(|joined| joined.following == Some(following));
        let Some(place) = place.filter(|_| !self.over) else { return };
        let Some(joined) = self.channels.get_mut(place) else { return };
        if let Some(former) = joined.former.take() {
            ctx.unfollow(former);
        }
        let again = joined.follow_again;
        if let Some(joined) = self.channels.get(place) {
            match news {
                FollowNews::Ready => self.notice(joined, &Notice::Subscribed, ctx),
                FollowNews::Failed(text) => self.notice(joined, &Notice::NotSubscribed(&text), ctx),
            }
        }
        if again {
            self.follow(place, ctx);
        }
    }

    fn broadcasts_arrive(&mut self, topic: &str, arrive: bool, ctx: &mut dyn Context) {
        let joined = self.channels.iter().find(|joined| *joined.topic == *topic).filter(|_| !self.over);
        if let Some(joined) = joined {
            self.notice(
                joined,
                if arrive { &Notice::ReplicationReady } else { &Notice::ReplicationLate },
                ctx,
            );
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

    fn farewell(&mut self, farewell: Farewell, ctx: &mut dyn Context) {
        if self.over {
            return;
        }
        match farewell {
            Farewell::Terminated => self.close(GOING_AWAY, "The user's connections were terminated", ctx),
            Farewell::Reconnect | Farewell::Restart => {
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
        let channels = self.channels.drain(..);
        let followings = channels.flat_map(|joined| joined.former.into_iter().chain(joined.following));
        followings.for_each(|it| ctx.unfollow(it));
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
