//! The rights that a stream has by a token, and what takes them away: the token's end, its revocation, and policies that
//! have changed ([`private_recheck_s`](crate::phoenix::SupabaseSettings::private_recheck_s)).
//!
//! A stream is told nothing by its client, so it cannot be given a new token: it ends, and its client comes back with one.

use alloc::{boxed::Box, format, string::String, sync::Arc, vec::Vec};

use baton_hub::Millis;

use super::opening::no_right;
use crate::{
    Answer, Asked, Claims, Context, Direction, NO_HEADERS, PolicyQuestion, Question, Ticket, TokenError,
};

#[derive(Debug)]
pub(super) struct Bearer {
    claims: Arc<Claims>,
    /// The private channels, as policies know them.
    topics: Vec<Box<str>>,
    /// The one to be asked about next.
    next: usize,
    /// When the last round of questions began.
    round_at: Millis,
    asked: Option<Ticket>,
    headers: Option<Arc<str>>,
}

impl Bearer {
    pub(super) fn new(
        claims: Arc<Claims>,
        topics: Vec<Box<str>>,
        headers: Option<Arc<str>>,
        ctx: &dyn Context,
    ) -> Self {
        Self { claims, topics, next: 0, round_at: ctx.now(), asked: None, headers }
    }

    pub(super) fn claims(&self) -> &Claims {
        &self.claims
    }

    /// In how many milliseconds the token ends.
    pub(super) fn ends_in_ms(&self, ctx: &dyn Context) -> Millis {
        self.claims.expires_s.saturating_sub(ctx.unix_time_s()).saturating_mul(1_000)
    }

    /// In how many milliseconds there is something to [look at](Self::look_again).
    pub(super) fn looks_in_ms(&self, ctx: &dyn Context) -> Millis {
        let until_round = self.next_round(ctx).map(|at| at.saturating_sub(ctx.now()));
        until_round.unwrap_or(Millis::MAX).min(self.ends_in_ms(ctx))
    }

    /// When the next round of questions is due, if the last one is over: a slow database would otherwise have the last
    /// channels never asked about.
    fn next_round(&self, ctx: &dyn Context) -> Option<Millis> {
        let pause = pause(ctx).filter(|_| self.asked.is_none() && !self.topics.is_empty())?;
        Some(self.round_at.saturating_add(pause))
    }

    /// Looks whether the token has ended, and asks about all channels, one after the other, where that is due.
    ///
    /// # Errors
    /// Why the stream ends.
    pub(super) fn look_again(&mut self, ctx: &mut dyn Context) -> Result<(), String> {
        if let Some(seconds) = self.claims.expired_for(ctx.unix_time_s()) {
            return Err(format!("{}", TokenError::Expired { seconds }.reason()));
        }
        if self.next_round(ctx).is_none_or(|at| ctx.now() < at) {
            return Ok(());
        }
        (self.round_at, self.next) = (ctx.now(), 0);
        self.ask(ctx)
    }

    fn ask(&mut self, ctx: &mut dyn Context) -> Result<(), String> {
        while let Some(topic) = self.topics.get(self.next) {
            let headers = self.headers.as_deref().unwrap_or(NO_HEADERS);
            let (direction, claims) = (Direction::Read, &self.claims);
            let question = PolicyQuestion { topic, direction, claims, headers };
            match ctx.ask(Question::Recheck(question)) {
                Asked::Now(answer) => self.decided(&answer)?,
                Asked::Later(ticket) => {
                    self.asked = Some(ticket);
                    break;
                }
            }
        }
        Ok(())
    }

    /// The answer about a channel. While nobody can be asked, all stays as it is.
    fn decided(&mut self, answer: &Answer) -> Result<(), String> {
        let topic = self.topics.get(self.next).map(|topic| &**topic).unwrap_or_default();
        self.next += 1;
        match answer {
            Answer::Policies(Ok(permissions)) if !permissions.broadcast => {
                Err(no_right(&format!("private-{topic}")))
            }
            _ => Ok(()),
        }
    }

    /// An answer has come, perhaps the one that it waits for.
    ///
    /// # Errors
    /// Why the stream ends.
    pub(super) fn answered(
        &mut self,
        ticket: Ticket,
        answer: &Answer,
        ctx: &mut dyn Context,
    ) -> Result<(), String> {
        if self.asked.take_if(|asked| *asked == ticket).is_none() {
            return Ok(());
        }
        self.decided(answer)?;
        self.ask(ctx)
    }
}

/// Between two rounds of questions. Streams that began together have different ones.
fn pause(ctx: &dyn Context) -> Option<Millis> {
    let whole = Millis::from(ctx.app().supabase.private_recheck_s).saturating_mul(1_000);
    let part = ctx.socket_id().low % 256;
    (whole > 0).then(|| whole - whole / 1_024 * part)
}
