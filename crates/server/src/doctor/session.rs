//! A conversation in Pusher's protocol, over an open WebSocket.

use std::time::{Duration, Instant};

use bytes::Bytes;
use serde_json::{Value, json};

use super::diagnosis::{Limits, Listened};
use super::observation::{Arrival, Exchange, First, Idle, Response, RoundTrip, Subscribed};
use super::probe::{App, Call, Client, Frame, Socket};

/// For a message that the server sends at once.
const AT_ONCE: Duration = Duration::from_secs(5);
/// Messages that are passed over while another is awaited.
const MOST_MESSAGES: usize = 10_000;
/// Data that most servers refuse: they announce their limit then.
const TOO_LARGE: [usize; 2] = [100_000, 1_000_000];
/// The largest body that is tried, below a body limit of 1 MiB.
const LARGEST_BODY: usize = 1_000_000;
/// Events of a batch.
const BATCH: usize = 10;

/// An event as it came.
struct Event {
    name: String,
    channel: String,
    data: Value,
}

impl Event {
    fn parse(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let string = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let data = value.get("data").cloned().unwrap_or_default();
        // An object, or one inside a string.
        let data = match data.as_str().map(serde_json::from_str::<Value>) {
            Some(Ok(inner)) => inner,
            _ => data,
        };
        let name = value.get("event")?.as_str()?.to_owned();
        Some(Self { name, channel: string("channel"), data })
    }
}

/// Waits for what a server says first; with it comes the connection's id.
pub(super) async fn first(socket: &mut Socket) -> (First, String) {
    let text = match socket.next(AT_ONCE).await {
        Frame::Text(text) => text,
        Frame::Ended(end) => return (First::Ended(end), String::new()),
        Frame::Late => return (First::Nothing, String::new()),
    };
    let Some(event) = Event::parse(&text) else { return (First::Strange(text), String::new()) };
    match event.name.as_str() {
        "pusher:connection_established" => {
            let activity_timeout_s =
                event.data.get("activity_timeout").and_then(Value::as_u64).unwrap_or(120);
            let socket_id = event.data.get("socket_id").and_then(Value::as_str).unwrap_or_default();
            (First::Established { activity_timeout_s }, socket_id.to_owned())
        }
        "pusher:error" => {
            let code =
                event.data.get("code").and_then(Value::as_u64).and_then(|code| u16::try_from(code).ok());
            let text = event.data.get("message").and_then(Value::as_str).unwrap_or_default().to_owned();
            (First::Error { code, text }, String::new())
        }
        _ => (First::Strange(text), String::new()),
    }
}

/// Subscribes, with a signature where the channel wants one.
pub(super) async fn subscribe(
    socket: &mut Socket,
    socket_id: &str,
    channel: &str,
    app: Option<&App<'_>>,
) -> Subscribed {
    let mut data = json!({ "channel": channel });
    let is_presence = channel.starts_with("presence-");
    if let Some(app) = app
        && (is_presence || channel.starts_with("private-"))
    {
        let member =
            if is_presence { json!({ "user_id": "baton-doctor" }).to_string() } else { String::new() };
        data["auth"] = app.auth(socket_id, channel, &member).into();
        if is_presence {
            data["channel_data"] = member.into();
        }
    }
    let message = json!({ "event": "pusher:subscribe", "data": data }).to_string();
    if let Err(end) = socket.send(&message).await {
        return Subscribed::Ended(end);
    }
    let answers = |event: &Event| {
        event.name == "pusher:error"
            || event.channel == channel
                && ["pusher_internal:subscription_succeeded", "pusher:subscription_error"]
                    .contains(&&*event.name)
    };
    match await_event(socket, AT_ONCE, answers).await {
        Awaited::Event(event) if event.name == "pusher_internal:subscription_succeeded" => Subscribed::Done,
        Awaited::Event(event) => {
            let text = |name: &str| event.data.get(name).and_then(Value::as_str).map(str::to_owned);
            Subscribed::Refused(text("error").or_else(|| text("message")).unwrap_or(event.name))
        }
        Awaited::Ended(end) => Subscribed::Ended(end),
        Awaited::Nothing => Subscribed::Nothing,
    }
}

enum Awaited {
    Event(Event),
    Ended(super::observation::Ending),
    Nothing,
}

async fn await_event(socket: &mut Socket, within: Duration, is_it: impl Fn(&Event) -> bool) -> Awaited {
    let began = Instant::now();
    for _ in 0..MOST_MESSAGES {
        let left = within.saturating_sub(began.elapsed());
        match socket.next(left).await {
            // A server that never stops is not listened to for longer.
            _ if left.is_zero() => return Awaited::Nothing,
            Frame::Text(text) => match Event::parse(&text) {
                Some(event) if is_it(&event) => return Awaited::Event(event),
                Some(event) if event.name == "pusher:ping" => {
                    let _ = socket.send(r#"{"event":"pusher:pong","data":{}}"#).await;
                }
                _ => {}
            },
            Frame::Ended(end) => return Awaited::Ended(end),
            Frame::Late => return Awaited::Nothing,
        }
    }
    Awaited::Nothing
}

/// Publishes on a channel that only this connection knows.
pub(super) struct Publisher<'a> {
    pub(super) client: &'a Client<'a>,
    pub(super) app: &'a App<'a>,
    /// Before the path, where a proxy has it.
    pub(super) prefix: &'a str,
    pub(super) channel: &'a str,
}

impl Publisher<'_> {
    /// A signed POST below the app.
    async fn post(&self, call: &str, body: String) -> Exchange {
        let path = self.app.path(call);
        let (query, _) = self.app.query("POST", &path, body.as_bytes());
        let target = format!("{}{path}?{query}", self.prefix);
        self.client.call(Call::post(&target, Bytes::from(body))).await
    }

    fn event(&self, name: &str, bytes: usize) -> Value {
        json!({ "name": name, "channel": self.channel, "data": "x".repeat(bytes) })
    }

    async fn publish(&self, name: &str, bytes: usize) -> Exchange {
        self.post("events", self.event(name, bytes).to_string()).await
    }

    /// Publishes an event, and waits for it on a socket that is subscribed.
    pub(super) async fn round_trip(&self, socket: &mut Socket, name: &str, bytes: usize) -> RoundTrip {
        let began = Instant::now();
        let arrival = async {
            match await_event(socket, AT_ONCE, |event| event.name == name).await {
                Awaited::Event(_) => Arrival::After(began.elapsed()),
                Awaited::Ended(end) => Arrival::Ended(end),
                Awaited::Nothing => Arrival::Never(AT_ONCE),
            }
        };
        let mut arrival = std::pin::pin!(arrival);
        let mut publish = std::pin::pin!(self.publish(name, bytes));
        tokio::select! {
            arrived = &mut arrival => RoundTrip { published: publish.await, arrived },
            published = &mut publish => {
                // What was refused does not arrive.
                let is_accepted = matches!(published, Ok(Response { status: 200, .. }));
                let arrived = if is_accepted { arrival.await } else { Arrival::Never(Duration::ZERO) };
                RoundTrip { published, arrived }
            }
        }
    }

    /// Publishes just up to the limit of an event and just above it, and a body that is as large as
    /// a batch may be.
    pub(super) async fn try_limits(&self, socket: &mut Socket) -> Limits {
        let mut limits = Limits { announced: None, above: None, at: None, body: None };
        for bytes in TOO_LARGE {
            let exchange = self.publish("baton-doctor-large", bytes).await;
            limits.announced = Limits::announced(&exchange);
            let is_accepted = matches!(exchange, Ok(Response { status: 200, .. }));
            limits.above = Some(exchange);
            if !is_accepted {
                break;
            }
        }
        let Some(limit) = limits.announced.filter(|limit| *limit < LARGEST_BODY) else { return limits };
        limits.at = Some(self.round_trip(socket, "baton-doctor-limit", limit).await);
        limits.above = Some(self.publish("baton-doctor-above", limit + 1).await);
        let each = limit.min(LARGEST_BODY / BATCH);
        let batch: Vec<Value> = (0..BATCH).map(|_| self.event("baton-doctor-batch", each)).collect();
        let body = json!({ "batch": batch }).to_string();
        limits.body = Some((body.len(), self.post("batch_events", body).await));
        limits
    }
}

/// Keeps the connection silent.
pub(super) async fn idle(socket: &mut Socket, patience: Duration, activity_timeout_s: u64) -> Idle {
    let began = Instant::now();
    let pings = |event: &Event| event.name == "pusher:ping";
    let awaited = await_event(socket, patience, pings).await;
    let (end, pinged) = match awaited {
        Awaited::Event(_) => (None, true),
        Awaited::Ended(end) => (Some(end), false),
        Awaited::Nothing => (None, false),
    };
    Idle { waited: began.elapsed(), end, pinged, activity_timeout_s }
}

/// Waits for an event of somebody else's.
pub(super) async fn listen(
    socket: &mut Socket,
    socket_id: &str,
    channel: &str,
    app: Option<&App<'_>>,
    within: Duration,
) -> Listened {
    let subscribed = subscribe(socket, socket_id, channel, app).await;
    let mut heard = Listened { subscribed, event: None, waited: within, connection: None };
    if heard.subscribed == Subscribed::Done {
        let is_it = |event: &Event| event.channel == channel && !event.name.starts_with("pusher");
        if let Awaited::Event(event) = await_event(socket, within, is_it).await {
            heard.event = Some(event.name);
        }
    }
    heard
}

#[cfg(test)]
mod tests {
    use super::Event;

    #[test]
    fn data_is_an_object_or_one_in_a_string() {
        for text in [
            r#"{"event":"a","channel":"c","data":{"x":1}}"#,
            r#"{"event":"a","channel":"c","data":"{\"x\":1}"}"#,
        ] {
            let event = Event::parse(text).unwrap();
            assert_eq!((&*event.name, &*event.channel, &event.data["x"]), ("a", "c", &1.into()));
        }
        assert_eq!(Event::parse(r#"{"event":"a","data":"plain"}"#).unwrap().data, "plain");
        for other in ["", "[]", "{}", r#"{"event":1}"#, &"[".repeat(100_000)] {
            assert!(Event::parse(other).is_none());
        }
    }
}
