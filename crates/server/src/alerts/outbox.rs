//! The messages to one alert's receiver: sent in their order, and again where the receiver does not take them.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use baton_protocols::pusher::signature::Signature;
use tokio::time::sleep;

use super::message::Message;
use super::{Alert, Figures, Format};
use crate::clock::unix_ms;
use crate::node::Node;
use crate::outbound::{Answer, Reach, Target, is_allowed};

/// Messages that wait for one receiver. They are few: an alert has one when it fires, one repetition, and one when it is over. At
/// the bound the oldest is dropped, and counted: what is true now matters more.
const MOST_WAITING: usize = 16;
/// For how long a message is tried.
const TRIED_FOR: Duration = Duration::from_secs(3_600);
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// Bytes of an answer that are read: Slack says in a word what is wrong.
const ANSWER_BYTES: usize = 16 * 1_024;
/// The longest such word.
const WORD_BYTES: usize = 64;

pub(super) struct Outbox {
    alert: Arc<Alert>,
    /// `None` for a URL that the settings should have refused.
    target: Option<Target>,
    queue: Mutex<Queue>,
    /// Held by the task that sends.
    pub(super) turn: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Arc<Message>>,
    last: Option<Delivery>,
}

/// What became of the last try.
#[derive(Debug, Clone)]
pub(crate) struct Delivery {
    pub(crate) at_ms: u64,
    pub(crate) result: Result<u16, Refused>,
}

/// The receiver did not take a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refused {
    /// What it answered, if it did.
    pub(crate) status: Option<u16>,
    /// In words, without the URL.
    pub(crate) why: String,
    /// What to change.
    pub(crate) fix: String,
    /// For how long it asks not to be asked again.
    retry_after_s: Option<u64>,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.why, self.fix)
    }
}

impl Outbox {
    pub(super) fn new(alert: Arc<Alert>) -> Self {
        let target = Target::of(alert.url.reveal(), 1);
        Self { alert, target, queue: Mutex::default(), turn: Arc::default() }
    }

    /// Queues a message. The caller wakes the task that sends. A repetition takes the place of one that still waits: it says the same
    /// with the value of now.
    pub(super) fn push(&self, message: Message, figures: &Figures) {
        let mut queue = self.queue();
        let former = queue.waiting.iter_mut().find(|former| message.repeats_anew(former));
        if let Some(former) = former {
            *former = Arc::new(message);
            return;
        }
        if queue.waiting.len() >= MOST_WAITING {
            queue.waiting.pop_front();
            figures.dropped.fetch_add(1, Relaxed);
            let alert = &*self.alert.name;
            tracing::warn!(
                alert,
                "alerts: {MOST_WAITING} messages wait for the receiver; the oldest is dropped"
            );
        }
        queue.waiting.push_back(Arc::new(message));
    }

    pub(super) fn waiting(&self) -> usize {
        self.queue().waiting.len()
    }

    /// The body of the message that was pushed last.
    #[cfg(test)]
    pub(super) fn newest_body(&self) -> String {
        let body = self.queue().waiting.back().map(|message| message.body()).unwrap_or_default();
        String::from_utf8_lossy(&body).into_owned()
    }

    pub(super) fn last(&self) -> Option<Delivery> {
        self.queue().last.clone()
    }

    /// Sends all that waits, each message until it is taken or given up.
    pub(super) async fn send_all(&self, node: &Node) {
        let (mut tried, mut began) = (0, Instant::now());
        let mut failed: Option<Arc<Message>> = None;
        while let Some(message) = self.first() {
            let goes_on = |former: Arc<Message>| former.id == message.id || message.repeats_anew(&former);
            if !failed.take().is_some_and(goes_on) {
                (tried, began) = (0, Instant::now());
            }
            tried += 1;
            let result = self.send(node, &message).await;
            let is_over = self.note(node, &message, &result, (tried, began.elapsed()));
            if let (false, Err(refused)) = (is_over, result) {
                failed = Some(message);
                sleep(pause(tried, refused.retry_after_s)).await;
            }
        }
    }

    /// Sends a message once.
    pub(super) async fn send(&self, node: &Node, message: &Message) -> Result<u16, Refused> {
        let config = Arc::clone(&node.config());
        let settings = &config.settings;
        let reach = settings.webhook_addresses.reach_of_server();
        let timeout = Duration::from_secs(settings.webhook_timeout_s.into());
        self.post(reach, timeout, message).await
    }

    async fn post(&self, reach: Reach, timeout: Duration, message: &Message) -> Result<u16, Refused> {
        let Some(target) = &self.target else {
            return Err(Refused::unanswered("the URL cannot be read".into()));
        };
        let body = message.body();
        let mut headers = vec![("x-baton-alert-id", &*message.id)];
        let secret = &self.alert.secret;
        let signature = Signature::of_bytes(secret, &body).to_string();
        if !secret.bytes().is_empty() {
            headers.push(("x-baton-signature", &signature));
        }
        let answer = target.post(reach, (&headers, body), timeout, ANSWER_BYTES).await;
        match answer {
            Ok(Answer { status: status @ 200..=299, .. }) => Ok(status),
            Ok(answer) => Err(Refused::answered(&self.alert, &answer)),
            Err(failed) => Err(Refused::unanswered(failed.to_string())),
        }
    }

    fn first(&self) -> Option<Arc<Message>> {
        self.queue().waiting.front().cloned()
    }

    /// Notes what became of a try; whether the message is over.
    fn note(
        &self,
        node: &Node,
        message: &Message,
        result: &Result<u16, Refused>,
        (tried, elapsed): (u32, Duration),
    ) -> bool {
        let figures = &node.alerts.figures;
        let alert = &*self.alert.name;
        let is_over = match result {
            Ok(_) => {
                figures.sent.fetch_add(1, Relaxed);
                true
            }
            Err(refused) => {
                figures.failed.fetch_add(1, Relaxed);
                let is_over = elapsed >= TRIED_FOR;
                if is_over {
                    figures.dropped.fetch_add(1, Relaxed);
                    tracing::error!(alert, host = self.alert.host(), %refused, "alerts: a message is given up");
                } else if tried == 1 {
                    tracing::warn!(
                        alert, host = self.alert.host(), %refused,
                        "alerts: the receiver does not take a message; it is sent again for an hour"
                    );
                }
                is_over
            }
        };
        let mut queue = self.queue();
        queue.last = Some(Delivery { at_ms: unix_ms(), result: result.clone() });
        // It may have made room for a newer one meanwhile.
        if is_over && queue.waiting.front().is_some_and(|first| first.id == message.id) {
            queue.waiting.pop_front();
        }
        is_over
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Whole entries are added and removed: what a panic left behind is right.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long a message waits that has been tried so often: longer each time, and as long as the receiver asks for, within
/// bounds.
fn pause(tried: u32, retry_after_s: Option<u64>) -> Duration {
    let doubled = FIRST_PAUSE.saturating_mul(1 << tried.saturating_sub(1).min(10)).min(LONGEST_PAUSE);
    doubled.max(Duration::from_secs(retry_after_s.unwrap_or(0).min(10 * 60)))
}

impl Refused {
    fn unanswered(why: String) -> Self {
        let refused_ip = || why.split_once(" is at ")?.1.split_once(", ")?.0.parse().ok();
        let fix = if !why.contains("webhook_addresses") {
            unreached_fix(&why)
        } else if refused_ip().is_some_and(|ip| !is_allowed(ip, Reach::Private)) {
            "give `url` another address: link-local and cloud metadata addresses are never allowed"
        } else {
            "give `url` an address that webhook_addresses allows, or set webhook_addresses = \"private\""
        };
        Self { status: None, why, fix: fix.into(), retry_after_s: None }
    }

    /// Neither the address that a redirect leads to nor the body is repeated, since both may have the URL in them; but for
    /// the word in which Slack says what is wrong.
    fn answered(alert: &Alert, answer: &Answer) -> Self {
        let status = answer.status;
        let word = answer.body.as_ref().ok().and_then(|body| std::str::from_utf8(body).ok()).map(str::trim);
        let is_plain = |word: &&str| {
            let url = alert.url.reveal();
            (1..=WORD_BYTES).contains(&word.len())
                && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
                && !url.contains(*word)
        };
        let word = word.filter(is_plain);
        let why = match word {
            Some(word) => format!("the receiver answers {status}, {word}"),
            None => format!("the receiver answers {status}"),
        };
        let fix = match (status, alert.format) {
            (300..=399, _) => "redirects are not followed; set `url` to where it leads",
            (401 | 403 | 404 | 410, Format::Slack) => {
                "make a new URL of an incoming webhook in Slack, and set `url` to it"
            }
            (401 | 403, Format::Json) => "check `secret`, and whether the receiver wants a token in `url`",
            (404 | 405 | 410, Format::Json) => "check the path of `url`; the receiver has to take POST",
            (419, Format::Json) => "take the route out of Laravel's CSRF check (VerifyCsrfToken)",
            (429, _) => {
                "the receiver takes no more messages for now; a longer `for_s` or `repeat_s` sends fewer"
            }
            (400..=499, _) => "check that `format` is the one that the receiver reads",
            _ => "look into the receiver's log",
        };
        Self { status: Some(status), why, fix: fix.into(), retry_after_s: answer.retry_after_s }
    }
}

/// What to change where the receiver cannot be asked, or does not answer.
fn unreached_fix(why: &str) -> &'static str {
    if why.contains("no whole answer") {
        "answer at once, or raise webhook_timeout_s"
    } else if why.contains("does not speak TLS") {
        "use http:// in `url`, or another port"
    } else {
        "check host and port of `url`, and that the server may connect to it"
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::super::message::What;
    use super::super::tests::alert;
    use super::*;

    fn answer(status: u16, body: &'static str) -> Answer {
        Answer {
            status,
            location: Some("https://x/hidden".into()),
            retry_after_s: None,
            body: Ok(Bytes::from(body)),
        }
    }

    #[test]
    fn a_refusal_says_what_to_change_and_repeats_nothing_of_the_url() {
        let slack = Alert { format: Format::Slack, ..alert("a") };
        let json = alert("a");
        for (alert, answer, expected) in [
            (&slack, answer(404, "no_service"), "404, no_service: make a new URL"),
            (&json, answer(301, ""), "answers 301: redirects are not followed"),
            (&json, answer(404, "Cannot POST /hidden"), "answers 404: check the path"),
            (&json, answer(404, "hidden"), "answers 404: check the path"),
            (&json, answer(419, ""), "answers 419: take the route out"),
            (&json, answer(500, "x y"), "answers 500: look into"),
            (&json, answer(429, ""), "answers 429: the receiver takes no more"),
        ] {
            let shown = Refused::answered(alert, &answer).to_string();
            assert!(shown.contains(expected) && !shown.contains("hidden"), "{shown}");
        }
        for (why, expected) in [
            (
                "x is at 10.0.0.1, which the setting webhook_addresses does not allow",
                "set webhook_addresses = \"private\"",
            ),
            (
                "x is at 169.254.169.254, which the setting webhook_addresses does not allow",
                "are never allowed",
            ),
            ("there was no whole answer within 5 s", "answer at once, or raise webhook_timeout_s"),
            ("x:80 does not speak TLS", "use http://"),
            ("x:1 cannot be reached: refused", "check host and port"),
        ] {
            let fix = Refused::unanswered(why.into()).fix;
            assert!(fix.contains(expected), "{why}: {fix}");
            assert_eq!(fix.contains("\"private\""), why.contains("10.0.0.1"), "{why}: {fix}");
        }
    }

    #[test]
    fn pauses_grow_and_the_receiver_may_ask_for_longer_ones() {
        let pauses = [(1, None), (2, None), (7, None), (40, None), (1, Some(30)), (1, Some(u64::MAX))];
        let seconds: Vec<u64> = pauses.iter().map(|(tried, after)| pause(*tried, *after).as_secs()).collect();
        assert_eq!(seconds, [1, 2, 60, 60, 30, 600]);
    }

    #[test]
    fn at_its_bound_the_oldest_message_is_dropped_and_counted() {
        let (outbox, figures) = (Outbox::new(Arc::new(alert("a"))), Figures::default());
        for n in 0..MOST_WAITING + 3 {
            let message = Message {
                id: n.to_string(),
                node: "n".into(),
                alert: Arc::new(alert("a")),
                at_ms: 0,
                value: None,
                what: What::Test,
            };
            outbox.push(message, &figures);
        }
        assert_eq!((outbox.waiting(), figures.dropped.load(Relaxed)), (MOST_WAITING, 3));
        assert_eq!(outbox.first().unwrap().id, "3");
    }
}
