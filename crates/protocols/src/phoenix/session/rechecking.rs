//! Whether those who are in a private channel may still be.
//!
//! Rows that policies read change, and the original does not look again before the client brings another token. Here it is
//! asked again every [`private_recheck_s`](crate::phoenix::SupabaseSettings::private_recheck_s)
//! seconds, one channel of a connection after the other: whether it may be heard, and then whether it
//! may be spoken on by who has. Nothing waits for the answer, and where there is none, because the
//! database is away, all stays as it is.

use alloc::{boxed::Box, sync::Arc};

use baton_hub::Millis;

use super::{Joined, PhoenixSession};
use crate::phoenix::Notice;
use crate::{
    Answer, Asked, Claims, Context, Direction, Permissions, PolicyAnswer, PolicyQuestion, Question, Refusal,
    Ticket,
};

/// The question, the channel, the token under which it was asked about, and what was asked.
#[derive(Debug)]
pub(super) struct Rechecked {
    ticket: Ticket,
    topic: Box<str>,
    claims: Arc<Claims>,
    direction: Direction,
}

impl PhoenixSession {
    /// When a channel is to be asked about again; not while another one is.
    pub(super) fn next_recheck(&self, ctx: &dyn Context) -> Millis {
        let pause = pause(ctx).filter(|_| self.rechecked.is_none());
        let due = |pause: Millis| self.channels.iter().filter_map(move |joined| due(joined, pause)).min();
        pause.and_then(due).unwrap_or(Millis::MAX)
    }

    /// Asks about the first channel that is due.
    pub(super) fn recheck(&mut self, ctx: &mut dyn Context) {
        let (Some(pause), None) = (pause(ctx), &self.rechecked) else { return };
        let now = ctx.now();
        let is_due = |joined: &Joined| due(joined, pause).is_some_and(|due| due <= now);
        let Some(place) = self.channels.iter().position(is_due) else { return };
        if let Some(joined) = self.channels.get_mut(place) {
            joined.rights.ask_again(now);
        }
        self.ask_again(place, Direction::Read, ctx);
    }

    /// The client is read on. Where nobody can be asked, all stays as it is, and it is asked again
    /// when that is due.
    fn ask_again(&mut self, place: usize, direction: Direction, ctx: &mut dyn Context) {
        let Some(joined) = self.channels.get(place) else { return };
        let (topic, claims) = (joined.topic.clone(), Arc::clone(&joined.claims));
        let headers = self.policy_headers();
        let question = PolicyQuestion { topic: &topic, direction, claims: &claims, headers: &headers };
        match ctx.ask(Question::Recheck(question)) {
            Asked::Later(ticket) => {
                self.rechecked = Some(Box::new(Rechecked { ticket, topic, claims, direction }));
            }
            Asked::Now(Answer::Policies(Ok(permissions))) => {
                self.decided_again(place, direction, permissions, ctx);
            }
            Asked::Now(_) => {}
        }
    }

    /// The answer.
    pub(super) fn policy_rechecked(&mut self, ticket: Ticket, answer: PolicyAnswer, ctx: &mut dyn Context) {
        let rechecked = self.rechecked.take_if(|rechecked| rechecked.ticket == ticket);
        let Some(rechecked) = rechecked else { return };
        // It may have ended, or another token may have been decided about.
        let is_it = |joined: &Joined| {
            joined.rights.asked().is_some()
                && joined.topic == rechecked.topic
                && Arc::ptr_eq(&joined.claims, &rechecked.claims)
        };
        if let (Some(place), Ok(permissions)) = (self.channels.iter().position(is_it), answer) {
            self.decided_again(place, rechecked.direction, permissions, ctx);
        }
        self.wake(ctx);
    }

    fn decided_again(
        &mut self,
        place: usize,
        direction: Direction,
        permissions: Permissions,
        ctx: &mut dyn Context,
    ) {
        match direction {
            Direction::Read => self.may_read_still(place, permissions, ctx),
            Direction::Write => {
                if let Some(joined) = self.channels.get_mut(place) {
                    joined.rights.set_write(permissions);
                }
            }
        }
    }

    fn may_read_still(&mut self, place: usize, read: Permissions, ctx: &mut dyn Context) {
        let Some(joined) = self.channels.get_mut(place) else { return };
        let heard_presence = joined.hears_presence();
        if read.are_none() {
            let topic = joined.topic.clone();
            return self.expel_refused(
                place,
                Refusal::NotAllowed,
                &Notice::ReadWithdrawn { topic: &topic },
                ctx,
            );
        }
        if joined.rights.set_read(read) {
            self.hear_otherwise(place, heard_presence, ctx);
        }
        // Who has not written yet is asked about when it does.
        if self.channels.get(place).is_some_and(|joined| joined.rights.write().is_some()) {
            self.ask_again(place, Direction::Write, ctx);
        }
    }
}

/// Between two questions about one channel. Connections that came together, as after a restart, do not ask together for
/// ever: each has a pause of its own, of three quarters of the setting to the whole.
fn pause(ctx: &dyn Context) -> Option<Millis> {
    let whole = Millis::from(ctx.app().supabase.private_recheck_s).saturating_mul(1_000);
    let part = ctx.socket_id().low % 256;
    (whole > 0).then(|| whole - whole / 1_024 * part)
}

fn due(joined: &Joined, pause: Millis) -> Option<Millis> {
    joined.rights.asked().map(|asked| asked.saturating_add(pause))
}
