//! A webhook of an event that did not happen, so that an application's receiver can be tried: sent as a real one is, but once,
//! beside the queue, and marked. Real events of the same channel do not wait for it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use baton_hub::{Form, Message, SocketId};
use baton_protocols::App;
use baton_protocols::pusher::webhooks::write_webhook_event;
use baton_protocols::pusher::{Webhook, WebhookDetail, WebhookEvent};

use super::receiver::{Exchange, Receiver, not_followed};
use super::store::{Request, body_of};
use crate::clock::unix_ms;
use crate::entropy::Entropy;
use crate::outbound::{Answer, BEGINNING_BYTES, NoBody};
use crate::settings::{Settings, shown_url};

/// Simulated requests that are under way, of all apps and of one: each may last for `webhook_timeout_s`.
const AT_ONCE: usize = 4;
const AT_ONCE_OF_APP: usize = 2;

/// What tells a receiver that nothing has happened.
const MARK: (&str, &str) = ("x-baton-simulated", "true");
/// In place of the values of an entry's own headers: those are often passwords, which the APIs never show.
const HIDDEN: &str = "[hidden]";

/// The apps of those that are under way.
#[derive(Default)]
pub(crate) struct Simulations(Mutex<Vec<Box<str>>>);

/// A request that is under way.
struct Running<'a> {
    all: &'a Simulations,
    app: &'a str,
}

impl Simulations {
    /// Begins one; `None` where too many are under way.
    fn begin<'a>(&'a self, app: &'a str) -> Option<Running<'a>> {
        let mut running = self.running();
        let of_app = running.iter().filter(|one| ***one == *app).count();
        if running.len() >= AT_ONCE || of_app >= AT_ONCE_OF_APP {
            return None;
        }
        running.push(app.into());
        Some(Running { all: self, app })
    }

    fn running(&self) -> MutexGuard<'_, Vec<Box<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let mut running = self.all.running();
        if let Some(place) = running.iter().position(|one| **one == *self.app) {
            running.swap_remove(place);
        }
    }
}

/// An event that is made up.
pub(crate) struct Simulation<'a> {
    pub(crate) event: WebhookEvent,
    pub(crate) channel: &'a str,
    pub(crate) user: Option<&'a str>,
    /// Name and data of a client event, and who sent it.
    pub(crate) client_event: (&'a str, &'a str, SocketId),
    pub(crate) subscriptions: u32,
}

/// What was sent, and what came back.
pub(crate) struct Simulated {
    /// The receiver's, without its query.
    pub(crate) url: String,
    /// Whether the entry's filters would let a real event through.
    pub(crate) is_wanted: bool,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
    pub(crate) took: Duration,
    pub(crate) status: Option<u16>,
    /// The beginning of the answer's body, and whether there is more of it.
    pub(crate) answer: Option<(String, bool)>,
    /// Why a real request would be sent again; `None` if it was taken.
    pub(crate) error: Option<String>,
}

impl Simulations {
    /// Sends one to an entry of an app's webhooks; `None` where too many are under way, or the entry has no URL.
    pub(crate) async fn send(
        &self,
        settings: &Settings,
        app: &App,
        webhook: &Webhook,
        simulation: Simulation<'_>,
    ) -> Option<Simulated> {
        let _running = self.begin(&app.id)?;
        let receiver = Receiver::of(app, webhook, 0)?;
        let request = simulation.request();
        let reach = settings.webhook_addresses.reach(app);
        let timeout = Duration::from_secs(settings.webhook_timeout_s.into());
        let began = Instant::now();
        let Exchange { headers, answer } = receiver.exchange(&request, &[MARK], reach, timeout).await;
        let is_own = |name: &str| webhook.headers.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let shown = |(name, value): (String, String)| {
            if is_own(&name) { (name, HIDDEN.into()) } else { (name, value) }
        };
        let (status, answer, error) = match answer {
            Ok(answer) => read(answer),
            Err(failed) => (None, None, Some(failed.to_string())),
        };
        Some(Simulated {
            url: shown_url(&webhook.url),
            is_wanted: webhook.wants(simulation.event, simulation.channel),
            headers: receiver.own_headers().chain(headers).map(shown).collect(),
            body: request.body,
            took: began.elapsed(),
            status,
            answer,
            error,
        })
    }
}

impl Simulation<'_> {
    fn request(&self) -> Request {
        let mut entropy = Entropy::new();
        Request {
            id: 0,
            name: format!("{:016x}{:016x}", entropy.next_u64(), entropy.next_u64()),
            hook: Box::default(),
            channels: Vec::new(),
            events: 1,
            body: body_of(unix_ms(), &self.object()),
            attempts: 0,
            first_ms: 0,
            is_redelivery: false,
        }
    }

    /// The event as an entry of `events`.
    fn object(&self) -> String {
        let (name, data, socket) = self.client_event;
        let message = Message {
            event: name.into(),
            data: data.as_bytes().into(),
            form: Form::Json,
            id: None,
            user: self.user.map(Arc::from),
        };
        let detail = match self.event {
            WebhookEvent::MemberAdded | WebhookEvent::MemberRemoved => {
                WebhookDetail::User(self.user.unwrap_or_default())
            }
            WebhookEvent::ClientEvent => WebhookDetail::ClientEvent { message: &message, socket },
            WebhookEvent::SubscriptionCount => WebhookDetail::Subscriptions(self.subscriptions),
            WebhookEvent::ChannelOccupied | WebhookEvent::ChannelVacated | WebhookEvent::CacheMiss => {
                WebhookDetail::None
            }
        };
        let mut out = Vec::with_capacity(128);
        write_webhook_event(&mut out, self.event, self.channel, detail);
        String::from_utf8(out).unwrap_or_default() // JSON of texts is UTF-8
    }
}

/// Status, the beginning of the body, and what is wrong with the answer.
type Read = (Option<u16>, Option<(String, bool)>, Option<String>);

fn read(Answer { status, location, body, .. }: Answer) -> Read {
    let beginning = match body {
        Ok(body) => {
            let is_cut = body.len() > BEGINNING_BYTES;
            Some((body.slice(..body.len().min(BEGINNING_BYTES)), is_cut))
        }
        Err(NoBody::TooLong { beginning, .. }) => Some((beginning, true)),
        Err(NoBody::Broken(_)) => None,
    };
    let text = beginning.map(|(bytes, is_cut)| (String::from_utf8_lossy(&bytes).into_owned(), is_cut));
    let error = match location {
        Some(to) => Some(not_followed(status, &to)),
        None => (!(200..300).contains(&status)).then(|| format!("the receiver answered {status}")),
    };
    (Some(status), text, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_takes_no_room_from_others() {
        let all = Simulations::default();
        let mut running: Vec<_> =
            ["a", "a", "a", "b", "b", "c"].map(|app| all.begin(app)).into_iter().collect();
        assert_eq!(
            running.iter().map(Option::is_some).collect::<Vec<_>>(),
            [true, true, false, true, true, false]
        );
        running.remove(0);
        assert!(all.begin("b").is_none() && all.begin("c").is_some());
    }

    fn simulation(event: WebhookEvent) -> Simulation<'static> {
        let client_event = ("client-a", "{\"n\":\"\u{e9}\\\"\"}", SocketId { high: 1, low: 2 });
        Simulation { event, channel: "presence-room", user: Some("7"), client_event, subscriptions: 3 }
    }

    #[test]
    fn each_event_is_written_as_a_real_one() {
        let object = |event| simulation(event).object();
        for (event, expected) in [
            (WebhookEvent::ChannelOccupied, r#"{"name":"channel_occupied","channel":"presence-room"}"#),
            (
                WebhookEvent::MemberRemoved,
                r#"{"name":"member_removed","channel":"presence-room","user_id":"7"}"#,
            ),
            (
                WebhookEvent::SubscriptionCount,
                r#"{"name":"subscription_count","channel":"presence-room","subscription_count":3}"#,
            ),
        ] {
            assert_eq!(object(event), expected);
        }
        let value: serde_json::Value = serde_json::from_str(&object(WebhookEvent::ClientEvent)).unwrap();
        assert_eq!(
            (value["data"].as_str(), value["socket_id"].as_str()),
            (Some("{\"n\":\"\u{e9}\\\"\"}"), Some("1.2"))
        );
        for event in WebhookEvent::ALL {
            let request = simulation(event).request();
            let body: serde_json::Value = serde_json::from_str(&request.body).unwrap();
            assert_eq!((&body["events"][0]["name"], body["time_ms"].is_u64()), (&event.name().into(), true));
        }
    }

    #[test]
    fn an_answer_is_shown_as_far_as_there_is_room() {
        let answer = |status, body| Answer { status, location: None, retry_after_s: None, body };
        let (status, text, error) = read(answer(200, Ok(vec![b'x'; BEGINNING_BYTES + 1].into())));
        assert_eq!(
            (status, text.map(|(text, is_cut)| (text.len(), is_cut)), error),
            (Some(200), Some((BEGINNING_BYTES, true)), None)
        );
        let (_, text, error) = read(answer(500, Ok(b"\xff".as_slice().into())));
        assert_eq!(
            (text, error.as_deref()),
            (Some(("\u{fffd}".into(), false)), Some("the receiver answered 500"))
        );
        let moved = Answer { location: Some("/x".into()), ..answer(301, Ok("".into())) };
        assert!(read(moved).2.unwrap().contains("redirects are not followed"));
    }
}
