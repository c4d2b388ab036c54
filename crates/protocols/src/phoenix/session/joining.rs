//! A client joins a channel, renews its token, and leaves.

use alloc::sync::Arc;
use core::mem;

use baton_hub::{Access, Subscribed};

use super::{
    Joined, Later, PhoenixSession, Refused, following::Follows, replaying::Wanted, rights::Rights, say,
};
use crate::phoenix::{
    Join, Notice, Reason, Reference, Status, SubTopic, change, encode,
    outgoing::{self, Request},
    token,
};
use crate::{
    Answer, Asked, Claims, Context, Direction, MissedSince, Permissions, PolicyQuestion, Question, Refusal,
    Session as _, TokenError, rules,
};

impl PhoenixSession {
    pub(super) fn join<'a>(
        &mut self,
        name: SubTopic<'a>,
        payload: &'a str,
        request: Request<'_>,
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
            Some(token) => {
                let checked = self.waiting.token(token, ctx)?;
                checked.map_err(Refused::Token)?
            }
            None if ctx.is_revoked(&self.own) => return Err(Refused::Token(TokenError::Revoked)),
            None => Arc::clone(&self.own),
        };
        if let Some(seconds) = claims.expired_for(ctx.unix_time_s()) {
            return Err(Refused::Token(TokenError::Expired { seconds }));
        }
        let key = name.key(app.index, join.private).map_err(Refused::Topic)?;
        let is_free = !join.private || claims.bypasses_policies();
        let rights = if is_free {
            Rights::Open
        } else {
            Rights::guarded(self.may_read(name, &claims, ctx)?, ctx.now())
        };
        let read = rights.read();
        let wanted = Wanted::read(&join.broadcast.replay, &app).map_err(Refused::Reason)?;
        let stored = match &wanted {
            Some(wanted) if join.private && read.broadcast => self.stored(name, key, wanted, ctx)?,
            _ => None,
        };
        self.ask_to_join(key, &claims, ctx)?;
        let follows = Follows::of(&join, name);
        let joined = Joined {
            topic: name.as_str().into(),
            access: key.access,
            join_ref: if request.join_ref == Reference::Null { request.reference } else { request.join_ref }
                .kept(),
            claims,
            presence_key: join.presence.key.map(Into::into),
            ack: join.broadcast.ack,
            own: join.broadcast.own,
            presence: join.presence.enabled,
            rights,
            replication: None,
            follows,
        };
        let heard = (joined.interest(), self.framing());
        let subscribed = ctx.subscribe(key, None, heard, rules::of(key, &app)).map_err(Refused::Hub)?;
        say(ctx, |out| {
            outgoing::reply(self.version, request, Status::Ok, out, |out| {
                change::push_response(out, &join.changes);
            });
        });
        match wanted {
            Some(wanted) if read.broadcast => {
                self.replay((&joined, key), subscribed.position, &wanted, stored, ctx);
            }
            None if read.broadcast => self.send_missed(&joined, &subscribed, ctx),
            _ => {}
        }
        if let Some(state) = subscribed.presences.filter(|_| joined.hears_presence()) {
            self.send_state(&joined, state.get_or_encode(encode::state), ctx);
        }
        if self.channels.is_empty() {
            self.channels.reserve_exact(1); // most connections have one, and a vector begins with four
        }
        let place = self.channels.len();
        self.channels.push(joined);
        self.follow(place, ctx);
        if join.broadcast.replication_ready {
            self.await_broadcasts(place, ctx);
        }
        self.wake(ctx);
        Ok(())
    }

    /// Sends what a client missed that was on the channel with an earlier connection.
    fn send_missed(&self, joined: &Joined, subscribed: &Subscribed, ctx: &mut dyn Context) {
        let user = joined.claims.subject.as_deref();
        let Some(missed) = ctx.missed(subscribed, MissedSince::EarlierConnection { user }) else { return };
        if !missed.is_complete() {
            self.notice(joined, &Notice::HistoryLost, ctx);
        }
        ctx.send_missed(subscribed, missed);
    }

    /// What a newcomer may hear; an error where that is nothing.
    pub(super) fn may_read<'a>(
        &mut self,
        name: SubTopic<'a>,
        claims: &Arc<Claims>,
        ctx: &mut dyn Context,
    ) -> Result<Permissions, Refused<'a>> {
        let (topic, headers) = (name.as_str(), self.policy_headers());
        let question = PolicyQuestion { topic, direction: Direction::Read, claims, headers: &headers };
        match self.waiting.policies(question, ctx)? {
            Ok(none) if none.are_none() => Err(Refused::Denied { topic }),
            Ok(permissions) => Ok(permissions),
            Err(error) => Err(Refused::Policies { topic, error }),
        }
    }

    /// Has the client notified once what the database broadcasts arrives.
    fn await_broadcasts(&mut self, place: usize, ctx: &mut dyn Context) {
        match ctx.ask(Question::Broadcasts) {
            Asked::Now(answer) => {
                self.notice_replication(place, matches!(answer, Answer::Broadcasts(true)), ctx);
            }
            Asked::Later(ticket) => {
                if let Some(joined) = self.channels.get_mut(place) {
                    joined.replication = Some(ticket);
                }
            }
        }
    }

    /// What ends a join has been counted with it, and is never refused.
    pub(super) fn leave(&mut self, name: SubTopic<'_>, request: Request<'_>, ctx: &mut dyn Context) {
        let place = self.place(name);
        if place.is_none() && !self.may_ask(ctx) {
            return self.refuse(request, &Refused::Reason(Reason::TooManyJoins), ctx);
        }
        say(ctx, |out| outgoing::reply_ok(self.version, request, out));
        let Some(place) = place else { return };
        let joined = self.channels.swap_remove(place);
        self.end(&joined, ctx);
        say(ctx, |out| outgoing::close(self.version, joined.join_ref.get(), name.into(), out));
    }

    /// The client has another token for a channel.
    pub(super) fn renew(&mut self, place: usize, payload: &str, ctx: &mut dyn Context) -> Result<(), Later> {
        let Some(token) = token::new(payload) else { return Ok(()) };
        let claims = match self.waiting.token(&token, ctx)? {
            Ok(claims) => claims,
            Err(error) => {
                self.expel_refused(place, Refusal::Signature, &Notice::Refused(error.reason()), ctx);
                return Ok(());
            }
        };
        let Some(joined) = self.channels.get(place) else { return Ok(()) };
        let is_free = joined.access == Access::Public || claims.bypasses_policies();
        let rights = if is_free {
            Rights::Open
        } else {
            let (topic, headers) = (joined.topic.clone(), self.policy_headers());
            let (direction, claims) = (Direction::Read, &claims);
            let question = PolicyQuestion { topic: &topic, direction, claims, headers: &headers };
            match self.waiting.policies(question, ctx)? {
                Ok(none) if none.are_none() => {
                    self.expel_refused(
                        place,
                        Refusal::NotAllowed,
                        &Notice::ReadWithdrawn { topic: &topic },
                        ctx,
                    );
                    return Ok(());
                }
                Ok(permissions) => Rights::guarded(permissions, ctx.now()),
                Err(error) => {
                    self.expel_refused(place, Refusal::NotAllowed, &error.notice(), ctx);
                    return Ok(());
                }
            }
        };
        if let Some(joined) = self.channels.get_mut(place) {
            joined.claims = claims;
            let heard_presence = joined.hears_presence();
            let before = mem::replace(&mut joined.rights, rights);
            if joined.rights.read() != before.read() {
                self.hear_otherwise(place, heard_presence, ctx);
            }
        }
        self.follow(place, ctx);
        self.wake(ctx);
        Ok(())
    }
}
