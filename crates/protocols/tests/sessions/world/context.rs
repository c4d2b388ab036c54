//! What a session may call: the context of one connection.

use std::sync::Arc;

use baton_hub::{
    Body, ChannelRules, Frames, Framing, HistoryPage, HistoryRange, Interest, JoinAs, KeyRef, LocalError,
    LocalRequest, Member, Message, Millis, Position, PresenceState, Publication, PublishError, Published,
    Shards, SocketId, Subscribed, TrackError, TrackRequest,
};
use baton_protocols::{
    Answer, App, Asked, Claims, Context, FollowRequest, Missed, MissedSince, OverQuota, PolicyQuestion,
    Question, Refusal, ReplayQuestion, SubscribeFailure, Ticket, TokenAnswer, TokenError, framing,
};

use super::{Connection, Kind, Open, World, hear};

/// Tokens of this world say a role and until when, and perhaps of which user: `anon@1500`, `user@1500@ann`.
pub(super) fn verify(token: &str, unix_s: u64) -> Result<Arc<Claims>, TokenError> {
    let (role, expiry) = token.split_once('@').ok_or(TokenError::Signature)?;
    let (expiry, subject) =
        expiry.split_once('@').map_or((expiry, None), |(expiry, user)| (expiry, Some(user.into())));
    let expires_s = expiry.parse().map_err(|_| TokenError::ExpiryInvalid)?;
    if expires_s <= unix_s {
        return Err(TokenError::Expired { seconds: unix_s - expires_s });
    }
    Ok(Arc::new(Claims { role: role.into(), subject, expires_s, json: "{}".into(), ..Claims::default() }))
}

pub(super) struct SessionContext<'a> {
    pub(super) world: &'a mut World,
    pub(super) name: &'a str,
}

impl SessionContext<'_> {
    fn connection(&self) -> &Connection {
        &self.world.connections[self.name]
    }

    fn is_closed(&self) -> bool {
        self.connection().closed
    }

    fn verify(&self, token: &str) -> TokenAnswer {
        let claims = verify(token, self.world.unix_time_ms() / 1_000)?;
        if self.is_revoked(&claims) { Err(TokenError::Revoked) } else { Ok(claims) }
    }

    fn later(&mut self, kind: Kind) -> Asked {
        self.world.tickets += 1;
        let ticket = Ticket(self.world.tickets.try_into().unwrap());
        self.world.connections.get_mut(self.name).unwrap().questions.push(Open { ticket, kind });
        Asked::Later(ticket)
    }
}

impl Context for SessionContext<'_> {
    fn app(&self) -> &Arc<App> {
        &self.world.app
    }

    fn now(&self) -> Millis {
        self.world.now
    }

    fn last_heard(&self) -> Millis {
        self.connection().last_heard
    }

    fn socket_id(&self) -> SocketId {
        self.connection().socket
    }

    fn send(&mut self, text: &[u8]) {
        assert!(!self.is_closed(), "{} is sent something after its end", self.name);
        hear(&mut self.world.heard, self.name, text);
    }

    fn send_binary(&mut self, data: &[u8]) {
        panic!("{} is sent {} bytes of binary data, which no client of Pusher reads", self.name, data.len());
    }

    fn ping(&mut self) {
        self.world.heard.push(format!("{}< PING", self.name));
    }

    fn close(&mut self, code: u16, reason: &str) {
        assert!(!self.is_closed(), "{} is closed twice", self.name);
        assert!(reason.len() <= 123 && code < 4300, "not a close frame: {code} {reason}");
        self.world.heard.push(format!("{}< CLOSE {code} {reason}", self.name));
        self.world.connections.get_mut(self.name).unwrap().closed = true;
    }

    fn wake_at(&mut self, at: Millis) {
        self.world.connections.get_mut(self.name).unwrap().wake_at = Some(at);
    }

    fn subscribe(
        &mut self,
        key: KeyRef<'_>,
        join: Option<JoinAs<'_>>,
        (interest, encoding): (Interest, Framing),
        rules: ChannelRules,
    ) -> Result<Subscribed, SubscribeFailure> {
        let Connection { slot, socket, .. } = *self.connection();
        let request = LocalRequest { key, join, socket, interest, rules, place: None };
        let World { local, hub, now, .. } = &mut *self.world;
        local.subscribe(hub, *now, slot, encoding, request).map_err(|error| match error {
            LocalError::Already => SubscribeFailure::Already,
            LocalError::Shard(error) => SubscribeFailure::Hub(error),
        })
    }

    fn missed(&mut self, subscribed: &Subscribed, since: MissedSince<'_>) -> Option<Missed> {
        let after = match since {
            MissedSince::Position(position) => position,
            MissedSince::EarlierConnection { user } => {
                let user = user.unwrap_or("nobody");
                let (offset, is_lost) = self.world.earlier.take()?;
                self.world.heard.push(format!("asked missed by {user}"));
                Position { epoch: if is_lost { 0 } else { subscribed.position.epoch }, offset }
            }
        };
        let range = HistoryRange { after: Some(after), limit: 100, newest_first: false };
        let page = self.history(subscribed.key.borrowed(), range)?;
        Some(Missed { after, page, sent: 0, former: Vec::new() })
    }

    fn send_missed(&mut self, subscribed: &Subscribed, missed: Missed) {
        if !missed.is_complete() {
            return;
        }
        let key = subscribed.key.borrowed();
        let hash = self.world.hub.seed.hash(key);
        let (encoding, _) = self.world.local.heard(self.connection().slot, key, hash).unwrap();
        for recorded in missed.page.messages {
            let position = Position { epoch: subscribed.position.epoch, offset: recorded.offset };
            let publication = Publication {
                channel: Arc::clone(&subscribed.key),
                channel_id: subscribed.id,
                seq: 0,
                body: Body::Message { message: recorded.message, position, numbered: false },
                except: None,
                accepted_at: 0,
                frames: Frames::default(),
            };
            let mut text = Vec::new();
            if framing::encode(encoding, &publication, &mut text).is_some() {
                self.send(&text);
            }
        }
    }

    fn unsubscribe(&mut self, key: KeyRef<'_>) -> bool {
        let (slot, socket) = (self.connection().slot, self.connection().socket);
        let World { local, hub, now, .. } = &mut *self.world;
        local.unsubscribe(hub, *now, slot, socket, key)
    }

    fn subscription(&self, key: KeyRef<'_>) -> Option<Option<Arc<Member>>> {
        let hash = self.world.hub.seed.hash(key);
        let found = self.world.local.subscription(self.connection().slot, key, hash)?;
        Some(found.member.cloned())
    }

    fn subscription_count(&self) -> usize {
        self.world.local.subscription_count(self.connection().slot)
    }

    fn may_send(&mut self, bytes: usize) -> Result<(), OverQuota> {
        let World { app, client_rates, now, .. } = &mut *self.world;
        client_rates.may_send(*now, app, 1, bytes)
    }

    fn publish(
        &mut self,
        key: KeyRef<'_>,
        message: Arc<Message>,
        except: Option<SocketId>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError> {
        self.world.publish_message(key, message, except, rules)
    }

    fn set_interest(&mut self, key: KeyRef<'_>, interest: Interest) -> bool {
        let (slot, hash) = (self.connection().slot, self.world.hub.seed.hash(key));
        self.world.local.set_interest(slot, key, hash, interest)
    }

    fn track(
        &mut self,
        key: KeyRef<'_>,
        presence_key: &str,
        info: &[u8],
        limit: u32,
    ) -> Result<bool, TrackError> {
        let (hash, socket) = (self.world.hub.seed.hash(key), self.connection().socket);
        let request = TrackRequest { key, hash, socket, presence_key, info, limit };
        self.world.hub.with(hash, |shard, effects| shard.track(self.world.now, request, effects))
    }

    fn untrack(&mut self, key: KeyRef<'_>) -> bool {
        let (hash, socket) = (self.world.hub.seed.hash(key), self.connection().socket);
        self.world.hub.with(hash, |shard, effects| shard.untrack(self.world.now, key, hash, socket, effects))
    }

    fn presences(&self, key: KeyRef<'_>) -> Arc<PresenceState> {
        let hash = self.world.hub.seed.hash(key);
        self.world.hub.with(hash, |shard, _| shard.presences(key, hash))
    }

    fn history(&self, key: KeyRef<'_>, range: HistoryRange) -> Option<HistoryPage> {
        let hash = self.world.hub.seed.hash(key);
        self.world.hub.with(hash, |shard, _| shard.history(self.world.now, key, hash, range))
    }

    fn is_revoked(&self, claims: &Claims) -> bool {
        claims.subject.as_deref().is_some_and(|user| self.world.revoked.iter().any(|revoked| revoked == user))
    }

    fn ask(&mut self, question: Question<'_>) -> Asked {
        match question {
            Question::Policies(PolicyQuestion { topic, direction, claims, .. })
                if self.world.has_policies =>
            {
                self.world.heard.push(format!("asked {} {direction:?} {topic} {}", self.name, claims.role));
                self.later(Kind::Parks)
            }
            Question::Recheck(PolicyQuestion { topic, direction, claims, .. }) => {
                self.world
                    .heard
                    .push(format!("asked again {} {direction:?} {topic} {}", self.name, claims.role));
                self.later(Kind::Recheck)
            }
            Question::Replay(ReplayQuestion { topic, since_ms, after, limit }) if self.world.has_stored => {
                let name = self.name;
                self.world.heard.push(format!("asked {name} stored {topic} {since_ms} {after:?} {limit}"));
                self.later(Kind::Parks)
            }
            Question::Token(token) if self.world.awaits_keys && token.starts_with("new") => {
                self.later(Kind::Parks)
            }
            Question::Token(token) => Asked::Now(Answer::Token(self.verify(token))),
            Question::Follow(FollowRequest { topic, claims, .. }) if self.world.has_changes => {
                self.world.followings += 1;
                let number = self.world.followings;
                self.world
                    .heard
                    .push(format!("asked {} changes {number} {topic} {}", self.name, claims.role));
                self.later(Kind::Follow(number))
            }
            Question::Hook(question) => {
                let mut text = Vec::new();
                question.write(&mut text);
                let text = String::from_utf8(text).unwrap();
                self.world.heard.push(format!("asked {} a hook {{{text}}}", self.name));
                self.later(Kind::Parks)
            }
            Question::Room(_) if self.world.is_crowded => self.later(Kind::Parks),
            Question::Follow(_)
            | Question::Room(_)
            | Question::Policies(_)
            | Question::Replay(_)
            | Question::Broadcasts => Asked::Now(question.unavailable()),
        }
    }

    fn cancel(&mut self, ticket: Ticket) {
        let questions = &mut self.world.connections.get_mut(self.name).unwrap().questions;
        let place = questions.iter().position(|open| open.ticket == ticket).unwrap();
        let Open { kind: Kind::Follow(number), .. } = questions.remove(place) else { return };
        self.world.heard.push(format!("asked {} no changes {number}", self.name));
    }

    fn unix_time_ms(&self) -> u64 {
        self.world.unix_time_ms()
    }

    fn refused(&mut self, cause: Refusal) {
        self.world.heard.push(format!("counted {}", cause.label()));
    }
}
