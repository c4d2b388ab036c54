//! One stream: it subscribes, says where it begins, and gives signs of life.
//!
//! Nothing is read of its client, so all that it does is at the beginning and at its timer. A hook may want to
//! know of the connection and of each subscription, as of those of other clients.

use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::fmt::Display;

use baton_hub::{DisconnectReason, Framing, Interest, Millis, Position, SubscribeError, Subscribed};

use super::encode;
use crate::{
    Answer, Context, HookAnswer, HookDetail, HookEvent, HookQuestion, Missed, MissedSince, Refusal, Session,
    SubscribeFailure, Ticket, framing, hooks, json,
    pusher::{
        ChannelName,
        api::{StreamFormat, StreamRequest},
    },
};

/// How often a stream without events says that it is there. Proxies and some browsers end what is silent for 30 s.
const HEARTBEAT_MS: Millis = 25_000;
/// Milliseconds after which a browser comes back, and how many more it may be by chance, so that not all come at once.
const RETRY_MS: u64 = 1_000;
const RETRY_SPREAD_MS: u64 = 2_000;

/// A stream.
#[derive(Debug)]
pub struct StreamSession {
    format: StreamFormat,
    encoding: Framing,
    /// What it has yet to begin; nothing once it has.
    opening: Option<Box<Opening>>,
    /// The question that its opening waits for.
    waits_for: Option<Ticket>,
}

/// What hooks have yet to allow.
#[derive(Debug)]
struct Opening {
    request: StreamRequest,
    is_admitted: bool,
    /// How many of the channels are allowed.
    allowed: usize,
}

/// A channel that the stream is subscribed to.
struct Begun {
    subscribed: Subscribed,
    /// Where its part of the stream begins.
    position: Position,
    /// What the client missed, where it says what it has; without any page where that is lost.
    missed: Option<Missed>,
}

impl Begun {
    fn recovered(&self) -> Option<bool> {
        self.missed.as_ref().map(Missed::is_complete)
    }
}

impl StreamSession {
    /// A stream that [`stream_request`](crate::pusher::api::stream_request) has let in.
    pub fn new(request: StreamRequest) -> Self {
        let encoding = match request.format {
            StreamFormat::Events if request.channels.len() == 1 => framing::EVENTS,
            StreamFormat::Events => framing::EVENTS_OF_MANY,
            StreamFormat::Lines => framing::LINES,
            StreamFormat::Poll { .. } => framing::LINES_ONCE,
        };
        let format = request.format;
        let opening = Some(Box::new(Opening { request, is_admitted: false, allowed: 0 }));
        Self { format, encoding, opening, waits_for: None }
    }

    /// Begins, or goes on where a hook has answered.
    fn open(&mut self, mut answer: Option<HookAnswer>, ctx: &mut dyn Context) {
        let Some(mut opening) = self.opening.take() else { return };
        let begun = opening.ask(&mut answer, ctx).and_then(|()| opening.subscribe(self.encoding, ctx));
        match begun {
            Ok(begun) => self.begin(begun, ctx),
            Err(Stopped::Waits(ticket)) => {
                self.waits_for = Some(ticket);
                self.opening = Some(opening);
            }
            Err(Stopped::Refused(cause, why)) => {
                ctx.refused_because(cause, None, &why);
                self.fail(&why, ctx);
            }
        }
    }

    /// Says where the stream begins, what is lost, and sends what was missed.
    fn begin(&mut self, begun: Vec<Begun>, ctx: &mut dyn Context) {
        let positions: Vec<_> = begun.iter().map(|one| one.position).collect();
        let mut text = Vec::new();
        if self.format == StreamFormat::Events {
            // A comment first, which makes proxies pass the head on.
            let retry = RETRY_MS + ctx.socket_id().low % RETRY_SPREAD_MS;
            text.extend_from_slice(format!(":\nretry: {retry}\n").as_bytes());
            encode::push_id(&positions, &mut text);
            text.push(b'\n');
        }
        begun.iter().for_each(|one| self.push_standing(one, &mut text));
        ctx.send(&text);
        let mut has_missed = false;
        for Begun { subscribed, missed, .. } in begun {
            if let Some(missed) = missed.filter(Missed::is_complete) {
                has_missed |= !missed.page.messages.is_empty();
                ctx.send_missed(&subscribed, missed);
            }
        }
        let now = ctx.now();
        match self.format {
            // It has what it came for.
            StreamFormat::Poll { .. } if has_missed => ctx.close(1000, ""),
            StreamFormat::Poll { wait_ms } => ctx.wake_at(now.saturating_add(wait_ms)),
            _ => ctx.wake_at(now.saturating_add(HEARTBEAT_MS)),
        }
    }

    /// Where a channel is, which every line begins with; of events only that something is lost, since each has its id.
    fn push_standing(&self, begun: &Begun, out: &mut Vec<u8>) {
        let (Position { epoch, offset }, recovered) = (begun.position, begun.recovered());
        let is_event = self.format == StreamFormat::Events;
        if is_event && recovered != Some(false) {
            return;
        }
        if is_event {
            out.extend_from_slice(b"event: baton:lost\ndata: ");
        }
        out.extend_from_slice(br#"{"channel":"#);
        if let Some(spelling) = crate::pusher::Spelling::of(begun.subscribed.key.borrowed()) {
            json::push_string(out, &format!("{spelling}"));
        }
        let recovered = recovered.map(|recovered| format!(",\"recovered\":{recovered}")).unwrap_or_default();
        out.extend_from_slice(
            format!(",\"epoch\":\"{epoch}\",\"offset\":{offset}{recovered}}}\n").as_bytes(),
        );
        if is_event {
            out.push(b'\n');
        }
    }

    /// Ends the stream, and says why: its status has been sent.
    fn fail(&self, why: &dyn Display, ctx: &mut dyn Context) {
        let mut text = Vec::new();
        if self.format == StreamFormat::Events {
            // Not at once: it would be refused again.
            text.extend_from_slice(b"retry: 30000\nevent: baton:error\ndata: ");
        }
        text.extend_from_slice(br#"{"error":"#);
        json::push_string(&mut text, &format!("{why}"));
        text.extend_from_slice(b"}\n");
        if self.format == StreamFormat::Events {
            text.push(b'\n');
        }
        ctx.send(&text);
        ctx.close(1000, &format!("{why}"));
    }
}

/// Why an opening does not go on.
enum Stopped {
    Waits(Ticket),
    Refused(Refusal, String),
}

impl Opening {
    /// Asks hooks about the connection and each channel. `answer` is that of the question that it waited for.
    fn ask(&mut self, answer: &mut Option<HookAnswer>, ctx: &mut dyn Context) -> Result<(), Stopped> {
        if !self.is_admitted {
            let opening = hooks::Opening { protocol: "events", user: None };
            let answer = match answer.take() {
                Some(answer) => answer,
                None => hooks::ask_to_open(opening, ctx).map_err(Stopped::Waits)?,
            };
            answer.data().map_err(|refused| Stopped::Refused(refused.cause(), format!("{refused}")))?;
            self.is_admitted = true;
        }
        while let Some(name) = self.request.channels.get(self.allowed) {
            allowed(name, answer.take(), ctx)?;
            self.allowed += 1;
        }
        Ok(())
    }

    /// Subscribes to all channels at once, so that nothing is live before the stream has said where it begins.
    fn subscribe(&self, encoding: Framing, ctx: &mut dyn Context) -> Result<Vec<Begun>, Stopped> {
        let StreamRequest { app, channels, after, .. } = &self.request;
        let mut begun = Vec::with_capacity(channels.len());
        for name in channels {
            let channel = ChannelName::parse(name, app)
                .map_err(|error| Stopped::Refused(Refusal::Malformed, format!("{error}")))?;
            let heard = (Interest::MESSAGES, encoding);
            let subscribed = ctx
                .subscribe(channel.key(app.index), None, heard, channel.rules(app))
                .map_err(|failure| no_room(failure, name))?;
            let after = after.as_ref().and_then(|after| after.get(begun.len())).copied();
            let missed = after.and_then(|after| ctx.missed(&subscribed, MissedSince::Position(after)));
            let position = match (after, &missed) {
                (Some(after), Some(missed)) if missed.is_complete() => after,
                _ => subscribed.position,
            };
            begun.push(Begun { subscribed, position, missed });
        }
        Ok(begun)
    }
}

/// Asks the hook that wants to know of a subscription, unless it has answered.
fn allowed(name: &str, answered: Option<HookAnswer>, ctx: &mut dyn Context) -> Result<(), Stopped> {
    let event = HookEvent::Subscribe;
    let answer = match answered {
        Some(answer) => answer,
        None => {
            let Some(hook) = ctx.app().hooks.find(event, name) else { return Ok(()) };
            let (socket, detail) = (Some(ctx.socket_id()), HookDetail::Subscription { channel_data: None });
            let question = HookQuestion { hook, event, channel: name, socket, user: None, detail };
            hooks::ask(question, ctx).map_err(Stopped::Waits)?
        }
    };
    answer.data().map(drop).map_err(|refused| {
        Stopped::Refused(refused.cause(), format!("Subscription to {name} refused: {refused}"))
    })
}

fn no_room(failure: SubscribeFailure, name: &str) -> Stopped {
    match failure {
        SubscribeFailure::Already => {
            Stopped::Refused(Refusal::Malformed, format!("channel {name} is named twice"))
        }
        SubscribeFailure::Hub(error @ SubscribeError::AppChannelsFull { .. }) => {
            Stopped::Refused(Refusal::Quota, format!("{error}"))
        }
        SubscribeFailure::Hub(error) => {
            Stopped::Refused(Refusal::Overload, format!("{error}; try again later"))
        }
    }
}

impl Session for StreamSession {
    fn opened(&mut self, ctx: &mut dyn Context) {
        self.open(None, ctx);
    }

    fn text(&mut self, _text: &str, _ctx: &mut dyn Context) {}

    fn binary(&mut self, _data: &[u8], _ctx: &mut dyn Context) {}

    fn answered(&mut self, ticket: Ticket, answer: Answer, ctx: &mut dyn Context) {
        if self.waits_for.take_if(|waited| *waited == ticket).is_some()
            && let Answer::Hook(answer) = answer
        {
            self.open(Some(answer), ctx);
        }
    }

    fn timer(&mut self, ctx: &mut dyn Context) {
        match self.format {
            StreamFormat::Poll { .. } => ctx.close(1000, ""),
            StreamFormat::Events => ctx.send(b":\n\n"),
            StreamFormat::Lines => ctx.send(b"\n"), // readers of JSON lines pass over empty ones
        }
        if !matches!(self.format, StreamFormat::Poll { .. }) {
            let next = ctx.now().saturating_add(HEARTBEAT_MS);
            ctx.wake_at(next);
        }
    }

    fn disconnect(&mut self, reason: DisconnectReason, ctx: &mut dyn Context) {
        match reason {
            DisconnectReason::Disabled => self.fail(&"The app was disabled: set enabled = true", ctx),
            DisconnectReason::Removed => self.fail(&"The app was removed from the server", ctx),
            // It comes back by itself, and goes on where it was.
            _ => ctx.close(1000, ""),
        }
    }

    fn closed(&mut self, _ctx: &mut dyn Context) {}

    fn framing(&self) -> Framing {
        self.encoding
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idle_session_stays_small() {
        assert!(size_of::<StreamSession>() <= 48, "{}", size_of::<StreamSession>());
    }
}
