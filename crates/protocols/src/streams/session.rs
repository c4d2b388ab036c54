//! One stream: it subscribes, says where it begins, and gives signs of life.
//!
//! Nothing is read of its client, so all that it does is at the beginning ([`opening`](super::opening)) and at its timer.

use alloc::{boxed::Box, format, vec::Vec};
use core::fmt::Display;

use baton_hub::{DisconnectReason, Framing, Millis, Position};

use super::{
    bearer::Bearer,
    encode,
    opening::{Begun, Opening, Stopped},
};
use crate::{
    Answer, Context, EventStreams, Missed, Refusal, Session, Ticket, TokenError, framing, json,
    pusher::api::{StreamFormat, StreamRequest},
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
    /// Where a token gave it the right to its channels: what may take it away.
    bearer: Option<Box<Bearer>>,
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
        let opening = Some(Box::new(Opening::new(request)));
        Self { format, encoding, opening, waits_for: None, bearer: None }
    }

    /// Begins, or goes on with the answer to what it has asked.
    fn open(&mut self, mut answer: Option<Answer>, ctx: &mut dyn Context) {
        let Some(mut opening) = self.opening.take() else { return };
        let begun = opening.ask(&mut answer, ctx).and_then(|()| opening.subscribe(self.encoding, ctx));
        match begun {
            Ok(begun) => {
                self.bearer = opening.bearer(ctx).map(Box::new);
                self.begin(begun, ctx);
            }
            Err(Stopped::Waits(ticket)) => {
                self.waits_for = Some(ticket);
                self.opening = Some(opening);
            }
            Err(Stopped::Refused(cause, why)) => {
                ctx.refused_because(cause, None, &why);
                self.fail(&why, ctx);
            }
            Err(Stopped::Undecided(name, error)) => {
                ctx.refused_because(Refusal::NotAllowed, None, &error);
                let why = format!(
                    "Whether the token gives a right to read channel {name} cannot be determined now"
                );
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
        }
        let is_event = self.format == StreamFormat::Events;
        let told = begun.iter().filter(|one| !is_event || one.recovered() == Some(false));
        for (index, one) in told.enumerate() {
            if is_event && index > 0 {
                text.push(b'\n');
            }
            self.push_standing(one, &mut text);
        }
        if is_event {
            // With the last of what is lost: a connection that breaks before it must not come back as one that knows of all.
            encode::push_id(&positions, &mut text);
            text.push(b'\n');
        }
        ctx.send(&text);
        let mut has_missed = begun.iter().any(|one| one.recovered() == Some(false));
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
            StreamFormat::Poll { wait_ms } => {
                let until_end = self.bearer.as_ref().map(|bearer| bearer.ends_in_ms(ctx));
                ctx.wake_at(
                    now.saturating_add(until_end.map_or(wait_ms, |until_end| until_end.min(wait_ms))),
                );
            }
            _ => self.wake(ctx),
        }
    }

    /// Has the next sign of life given in time, and the token's end noticed.
    fn wake(&self, ctx: &mut dyn Context) {
        let until_look = self.bearer.as_ref().map(|bearer| bearer.looks_in_ms(ctx));
        let pause = until_look.map_or(HEARTBEAT_MS, |until_look| until_look.min(HEARTBEAT_MS));
        ctx.wake_at(ctx.now().saturating_add(pause));
    }

    /// Where a channel is, which every line begins with; of events that something is lost, without the end of its block.
    fn push_standing(&self, begun: &Begun, out: &mut Vec<u8>) {
        let (Position { epoch, offset }, recovered) = (begun.position, begun.recovered());
        if self.format == StreamFormat::Events {
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

impl Session for StreamSession {
    fn opened(&mut self, ctx: &mut dyn Context) {
        self.open(None, ctx);
    }

    fn text(&mut self, _text: &str, _ctx: &mut dyn Context) {}

    fn binary(&mut self, _data: &[u8], _ctx: &mut dyn Context) {}

    fn answered(&mut self, ticket: Ticket, answer: Answer, ctx: &mut dyn Context) {
        if self.waits_for.take_if(|waited| *waited == ticket).is_some() {
            self.open(Some(answer), ctx);
        } else if let Some(bearer) = &mut self.bearer {
            match bearer.answered(ticket, &answer, ctx) {
                Ok(()) => self.wake(ctx), // the next round of questions may be due before the next sign of life
                Err(why) => {
                    ctx.refused_because(Refusal::NotAllowed, None, &why);
                    self.fail(&why, ctx);
                }
            }
        }
    }

    fn tokens_revoked(&mut self, ctx: &mut dyn Context) {
        let opening = self.opening.as_ref().and_then(|opening| opening.claims());
        let claims = self.bearer.as_ref().map(|bearer| bearer.claims()).or(opening);
        if claims.is_some_and(|claims| ctx.is_revoked(claims)) {
            self.opening = None;
            self.fail(&TokenError::Revoked.reason(), ctx);
        }
    }

    fn timer(&mut self, ctx: &mut dyn Context) {
        if matches!(self.format, StreamFormat::Poll { .. }) {
            return ctx.close(1000, "");
        }
        if ctx.app().pusher.event_streams == EventStreams::Off {
            return self.fail(&"The app has event streams no longer (event_streams)", ctx);
        }
        if let Some(bearer) = &mut self.bearer
            && let Err(why) = bearer.look_again(ctx)
        {
            return self.fail(&why, ctx);
        }
        match self.format {
            StreamFormat::Events => ctx.send(b":\n\n"),
            _ => ctx.send(b"\n"), // readers of JSON lines pass over empty ones
        }
        self.wake(ctx);
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

    fn user(&self) -> Option<&str> {
        self.bearer.as_ref()?.claims().subject.as_deref()
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
