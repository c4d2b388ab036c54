//! What is answered: each message once, with its `ref`, and refused only for a reason that there is.

use baton_protocols::{App, Direction, Permissions, TokenError};

use super::{
    Model, Outcome,
    place::{Place, policies, token_error},
    reasons,
    rights::may_speak,
};
use crate::{
    expectation::Expectation,
    server::{ConnectionId, Ruled},
    supabase::{Ask, Config, changes_of, channel_of},
};

impl Model {
    pub(super) fn replied(
        &mut self,
        id: ConnectionId,
        (topic, reference): (&str, &str),
        outcome: &Result<(), String>,
        expectation: &mut Expectation,
        now: u64,
    ) -> Outcome {
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(()) };
        let Some(handling) = &mut connection.handling else {
            return Err(format!("s{id} is answered {reference}, and nothing is handled"));
        };
        if handling.request.reference != reference {
            let asked = &handling.request.reference;
            return Err(format!("s{id} is answered {reference}, and asked {asked}"));
        }
        handling.replies += 1;
        let (request, rulings) = (handling.request.clone(), std::mem::take(&mut handling.rulings));
        let accepted = handling.accepted;
        let expected = match &request.ask {
            Ask::Heartbeat | Ask::Leave { .. } => None,
            Ask::Join { config, .. } => {
                let refusal = self.refusal_of_join(id, topic, config, &rulings, now);
                if outcome.is_ok() && refusal.is_none() {
                    return self.joined(id, topic, (reference, config), &rulings, expectation);
                }
                refusal
            }
            ask => match connection.places.get_mut(topic) {
                None => Some("unmatched topic".to_owned()),
                Some(place) => refusal_on(place, topic, ask, &rulings, &self.app),
            },
        };
        if matches!(request.ask, Ask::Broadcast { .. }) && accepted != outcome.is_ok() {
            return Err(format!("s{id} is answered {outcome:?}, and its broadcast was taken: {accepted}"));
        }
        match (outcome, expected) {
            (Err(said), None) if self.may_be_short(id, topic, &request.ask, said) => Ok(()),
            (Ok(()), None) => {
                self.expect_notices(id, topic, &request.ask);
                Ok(())
            }
            (Err(said), Some(expected)) if *said == expected => Ok(()),
            (said, expected) => Err(format!("s{id} is answered {said:?} on {topic}, not {expected:?}")),
        }
    }

    /// A statement of a client of itself was taken.
    fn expect_notices(&mut self, id: ConnectionId, topic: &str, ask: &Ask) {
        let place = self.connections.get_mut(&id).and_then(|it| it.places.get_mut(topic));
        match (ask, place) {
            (Ask::Track { name, .. }, Some(place)) => {
                place.tracked = Some(name.clone());
                place.set_read(|place| place.presence = true);
            }
            (Ask::Untrack { .. }, Some(place)) => place.tracked = None,
            _ => {}
        }
    }

    /// Refusals for want of something that this model does not count.
    fn may_be_short(&self, id: ConnectionId, topic: &str, ask: &Ask, said: &str) -> bool {
        let has = |code: &str| said.starts_with(code);
        match ask {
            Ask::Join { .. } => has("ServerFull: "),
            Ask::Broadcast { .. } => {
                has("Overloaded: ")
                    || (self.app.supabase.broadcasts_per_second > 0 && has("MessageRateLimitReached: "))
            }
            Ask::Track { .. } if has("PresenceLimitReached: ") => {
                let place = self.connections.get(&id).and_then(|it| it.places.get(topic));
                let private = place.is_some_and(|place| place.config.private);
                let present = self.present(topic, private).count();
                !self.is_alone || present >= self.app.supabase.presences_per_channel as usize
            }
            Ask::Track { .. } | Ask::Untrack { .. } => {
                self.app.supabase.presence_per_second > 0 && has("ClientPresenceRateLimitReached: ")
            }
            _ => false,
        }
    }

    fn refusal_of_join(
        &self,
        id: ConnectionId,
        topic: &str,
        config: &Config,
        rulings: &[Ruled],
        now: u64,
    ) -> Option<String> {
        let connection = self.connections.get(&id)?;
        if connection.places.len() >= self.app.channels_per_connection as usize {
            return Some("ChannelRateLimitReached: Too many channels".to_owned());
        }
        let token = config.token.as_ref().unwrap_or(&connection.own);
        let of_token = match config.token {
            Some(_) => token_error(rulings).and_then(Result::err),
            None => self.revoked.contains(&token.id).then_some(TokenError::Revoked),
        };
        let expired = || token.claims().expired_for(now / 1_000);
        let of_token = of_token.or_else(|| expired().map(|seconds| TokenError::Expired { seconds }));
        if let Some(error) = of_token {
            let (code, text) = reasons::of_token(&error);
            return Some(format!("{code}{text}"));
        }
        let mut hears = true;
        if config.private && !token.is_service {
            let asked = policies(rulings, (topic, Direction::Read), token);
            let answer = asked.unwrap_or(Ok(Permissions { broadcast: false, presence: false }));
            hears = answer.as_ref().is_ok_and(|read| read.broadcast);
            let denied = reasons::denied(Some(answer), |it| !it.are_none(), ("read from", topic));
            if denied.is_some() {
                return denied;
            }
        }
        config.replay.filter(|_| hears).and_then(|_| rulings.iter().find_map(reasons::of_replay))
    }

    fn joined(
        &mut self,
        id: ConnectionId,
        topic: &str,
        (reference, config): (&str, &Config),
        rulings: &[Ruled],
        expectation: &mut Expectation,
    ) -> Outcome {
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(()) };
        let token = config.token.as_ref().unwrap_or(&connection.own).clone();
        let read = policies(rulings, (topic, Direction::Read), &token).and_then(Result::ok);
        let mut place = Place {
            state_owed: false,
            join_ref: reference.to_owned(),
            config: config.clone(),
            token,
            presence: config.presence,
            read: read.unwrap_or(Permissions { broadcast: false, presence: false }),
            write: None,
            tracked: None,
            farewell: None,
            replication_owed: config.replication,
            follows: config.changes,
        };
        place.state_owed = place.hears_presence();
        expectation.joined(id, &channel_of(topic, config.private), !place.hears_messages())?;
        if config.changes {
            expectation.joined(id, &changes_of(topic), true)?;
        }
        connection.places.insert(topic.to_owned(), place);
        Ok(())
    }
}

/// Why something is refused on a topic that was joined; `None` where it must not be.
fn refusal_on(place: &Place, topic: &str, ask: &Ask, rulings: &[Ruled], app: &App) -> Option<String> {
    let is_allowed = |it: &Permissions| match ask {
        Ask::Broadcast { .. } => it.broadcast,
        Ask::Track { .. } => it.presence,
        _ => true,
    };
    if !place.config.private {
        let is_broadcast = matches!(ask, Ask::Broadcast { .. });
        let refused = is_broadcast && !may_speak(app, topic, &place.token);
        return refused.then(|| {
            "PublicBroadcastNotAllowed: This app does not let clients broadcast on this public topic; use a private one, or set public_broadcast".to_owned()
        });
    }
    if !place.is_guarded() || !matches!(ask, Ask::Broadcast { .. } | Ask::Track { .. }) {
        return None;
    }
    let said = policies(rulings, (topic, Direction::Write), &place.token);
    let known = said.or(place.write.map(Ok)).unwrap_or(Ok(Permissions { broadcast: false, presence: false }));
    reasons::denied(Some(known), is_allowed, ("write to", topic))
}
