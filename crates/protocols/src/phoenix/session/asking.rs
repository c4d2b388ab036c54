//! What a session asks the hooks of its app, and what it does with a connection that is not let in.

use alloc::{
    boxed::Box,
    string::{String, ToString as _},
};

use baton_hub::{KeyRef, Millis};

use super::{Joined, Later, PhoenixSession, Refused, TRY_AGAIN_LATER, waiting::Waiting};
use crate::phoenix::{Broadcast, outgoing::Request, publishing::NotSent};
use crate::{
    App, Claims, Context, HookAnswer, HookDetail, HookEvent, HookQuestion, HookRefused, excerpt::beginning,
    pusher::Spelling,
};

/// How long a connection stays that a hook does not let in: long enough for a join.
const BARRED_MS: Millis = 30_000;
/// A close frame carries at most 125 bytes, two of them the code (RFC 6455, section 5.5).
const CLOSE_BYTES: usize = 123;

/// RFC 6455, section 7.4.1: the connection is against our policy.
const POLICY_VIOLATION: u16 = 1_008;

impl PhoenixSession {
    /// A hook has answered whether the connection may open. A browser shows its page nothing of a connection that was closed
    /// at once, so each join is refused with the reason.
    pub(super) fn open(&mut self, answer: HookAnswer, ctx: &mut dyn Context) {
        self.empty_since = ctx.now();
        let HookAnswer::Refused(refused) = answer else { return self.wake(ctx) };
        ctx.refused_because(refused.cause(), None, &refused);
        match refused {
            HookRefused::NoAnswer => ctx.close(TRY_AGAIN_LATER, beginning(&refused.to_string(), CLOSE_BYTES)),
            HookRefused::Reason(_) => {
                self.barred = Some(Box::new(refused));
                ctx.wake_at(ctx.now().saturating_add(BARRED_MS));
            }
        }
    }

    /// Refuses a join on a connection that is not let in.
    pub(super) fn refuse_barred(&self, request: Request<'_>, ctx: &mut dyn Context) {
        if let Some(barred) = &self.barred {
            self.refuse(request, &Refused::Hook((**barred).clone()), ctx);
        }
    }

    /// Closes a connection that is not let in, once its client may have learned why.
    pub(super) fn close_barred(barred: &HookRefused, ctx: &mut dyn Context) {
        ctx.close(POLICY_VIOLATION, beginning(&barred.to_string(), CLOSE_BYTES));
    }

    /// Asks the hook that wants to know of a join.
    pub(super) fn ask_to_join<'a>(
        &mut self,
        key: KeyRef<'_>,
        claims: &Claims,
        ctx: &mut dyn Context,
    ) -> Result<(), Refused<'a>> {
        // As it was asked, whatever the settings are now.
        if let Some(answer) = self.waiting.hook_answer() {
            return answer.data().map(drop).map_err(Refused::Hook);
        }
        let event = HookEvent::Subscribe;
        if !ctx.app().hooks.have(event) {
            return Ok(());
        }
        let channel = hook_channel(key);
        let Some(hook) = ctx.app().hooks.find(event, &channel) else { return Ok(()) };
        let (socket, user) = (Some(ctx.socket_id()), claims.subject.as_deref());
        let detail = HookDetail::Subscription { channel_data: None };
        let question = HookQuestion { hook, event, channel: &channel, socket, user, detail };
        self.waiting.hook(question, ctx)?.data().map(drop).map_err(Refused::Hook)
    }
}

/// Asks the hook that wants to know of a broadcast; the payload to use instead, if there is any.
pub(super) fn ask_about_broadcast(
    waiting: &mut Waiting,
    joined: &Joined,
    broadcast: &Broadcast<'_>,
    app: &App,
    ctx: &mut dyn Context,
) -> Result<Result<Option<Box<str>>, NotSent>, Later> {
    // As it was asked, whatever the settings are now.
    if let Some(answer) = waiting.hook_answer() {
        return Ok(answer.data().map_err(NotSent::Hook));
    }
    let event = HookEvent::ClientEvent;
    if !app.hooks.have(event) {
        return Ok(Ok(None));
    }
    let channel = hook_channel(joined.key(app));
    let Some(hook) = app.hooks.find(event, &channel) else { return Ok(Ok(None)) };
    let question = HookQuestion {
        hook,
        event,
        channel: &channel,
        socket: Some(ctx.socket_id()),
        user: joined.claims.subject.as_deref(),
        detail: HookDetail::Message {
            event: &broadcast.event,
            data: broadcast.body.data(),
            form: broadcast.body.form(),
            most_bytes: app.supabase.broadcast_bytes,
            counts_escapes: true,
        },
    };
    Ok(waiting.hook(question, ctx)?.data().map_err(NotSent::Hook))
}

/// A channel's name for hooks: in Pusher's spelling, as in webhooks, but of every channel. A public one cannot be named like
/// a private one, so no two have the same.
pub(in crate::phoenix) fn hook_channel(key: KeyRef<'_>) -> String {
    Spelling::of(key).map(|name| name.to_string()).unwrap_or_default()
}
