//! What a receiver is sent: as JSON, or as a line for Slack, whose format Mattermost, Rocket.Chat and Discord (`/slack`) read too.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Value, json};

use super::metric::as_json;
use super::watch::{Closed, News};
use super::{Alert, Format, spelled_seconds};

/// A message to the receiver of an alert.
#[derive(Debug)]
pub(super) struct Message {
    /// The same for each try, so that receivers can tell a repeated one.
    pub(super) id: String,
    /// The process that sends it.
    pub(super) node: Box<str>,
    pub(super) alert: Arc<Alert>,
    pub(super) at_ms: u64,
    pub(super) value: Option<f64>,
    pub(super) what: What,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum What {
    News(News),
    /// An operator tries whether messages arrive.
    Test,
}

impl Message {
    /// The body in the format of the alert.
    pub(super) fn body(&self) -> Bytes {
        let body = match self.alert.format {
            Format::Json => self.as_json(),
            Format::Slack => json!({ "text": escaped(&self.text()) }),
        };
        body.to_string().into()
    }

    /// Of a repetition: since when the alert fires that it is about.
    pub(super) fn repeats(&self) -> Option<u64> {
        match self.what {
            What::News(News::Fires { since_ms, is_repeat: true, .. }) => Some(since_ms),
            _ => None,
        }
    }

    /// Whether it repeats the same as another repetition.
    pub(super) fn repeats_anew(&self, former: &Self) -> bool {
        self.repeats().is_some() && self.repeats() == former.repeats()
    }

    fn as_json(&self) -> Value {
        let Alert { name, metric, threshold, app, for_s, .. } = &*self.alert;
        let (state, since_ms, lasted_ms, worst) = match self.what {
            What::News(News::Fires { since_ms, lasted_ms, worst, .. }) => {
                ("firing", Some(since_ms), Some(lasted_ms), Some(worst))
            }
            What::News(News::Over { since_ms, lasted_ms, worst, .. }) => {
                ("resolved", Some(since_ms), Some(lasted_ms), Some(worst))
            }
            What::Test => ("test", None, None, None),
        };
        let closed = match self.what {
            What::News(News::Over { closed, .. }) => closed.map(Closed::name),
            _ => None,
        };
        let is_repeat = self.repeats().is_some();
        json!({
            "id": self.id, "alert": name, "state": state, "reason": closed, "repeat": is_repeat,
            "test": self.what == What::Test,
            "metric": metric.name(), "app": app, threshold.key(): as_json(threshold.number()), "for_s": for_s,
            "value": self.value.map(as_json), "worst": worst.map(as_json), "since_ms": since_ms,
            "lasted_s": lasted_ms.map(seconds), "time_ms": self.at_ms, "node": self.node, "text": self.text(),
        })
    }

    /// The same for people, in one line.
    fn text(&self) -> String {
        let Alert { name, metric, threshold, for_s, .. } = &*self.alert;
        let subject = self.alert.subject();
        let (key, limit) = (threshold.key(), metric.spelled(threshold.number()));
        let now = self.value.map_or_else(|| "unknown".to_owned(), |value| metric.spelled(value));
        let node = &self.node;
        match self.what {
            What::News(News::Fires { is_repeat: false, .. }) => {
                let held = if *for_s == 0 {
                    String::new()
                } else {
                    format!(" for {}", spelled_seconds(u64::from(*for_s)))
                };
                format!("FIRING: {name}. {subject}: {now}, {key} {limit}{held} ({node})")
            }
            What::News(News::Fires { lasted_ms, worst, .. }) => format!(
                "STILL FIRING: {name}. {subject}: {now}, {key} {limit} since {} ago, at worst {} ({node})",
                duration(lasted_ms),
                metric.spelled(worst)
            ),
            What::News(News::Over { closed: Some(_), .. }) => format!(
                "CLOSED: {name}. The alert was changed or removed in the settings. {subject}: {now} ({node})"
            ),
            What::News(News::Over { lasted_ms, worst, .. }) => format!(
                "RESOLVED: {name}. {subject}: {now}, not {key} {limit} any more. It lasted {}, at worst {} ({node})",
                duration(lasted_ms),
                metric.spelled(worst)
            ),
            What::Test => format!(
                "TEST: {name}. Test sent by an operator; nothing is wrong. {subject}: {now}, threshold: {key} {limit} ({node})"
            ),
        }
    }
}

/// What Slack would take for a link or a mention is written as its entities.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// To the nearest second: samples are not taken to the millisecond.
pub(super) fn seconds(ms: u64) -> u64 {
    ms.saturating_add(500) / 1_000
}

/// As people say it: `45 s`, `12 min`, `3 h 5 min`, `2 d 3 h`.
fn duration(ms: u64) -> String {
    let s = seconds(ms);
    match s {
        0..120 => format!("{s} s"),
        120..3_600 => format!("{} min", s / 60),
        3_600..86_400 => format!("{} h {} min", s / 3_600, s / 60 % 60),
        _ => format!("{} d {} h", s / 86_400, s / 3_600 % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::alert;
    use super::*;

    fn message(what: What, change: impl FnOnce(&mut Alert)) -> Message {
        let mut alert = alert("many <!channel> & more");
        change(&mut alert);
        Message {
            id: "1".into(),
            node: "host/1".into(),
            alert: Arc::new(alert),
            at_ms: 9_000,
            value: Some(12.0),
            what,
        }
    }

    const FIRES: News = News::Fires { since_ms: 5_000, lasted_ms: 3_999, worst: 30.0, is_repeat: false };
    const OVER: News = News::Over { since_ms: 5_000, lasted_ms: 3_660_000, worst: 30.0, closed: None };

    #[test]
    fn the_body_has_what_happened() {
        let fires = message(What::News(FIRES), |alert| alert.app = Some("shop".into()));
        let body: Value = serde_json::from_slice(&fires.body()).unwrap();
        let expected = json!({
            "id": "1", "alert": "many <!channel> & more", "state": "firing", "reason": null, "repeat": false, "test": false,
            "metric": "connections", "app": "shop", "above": 10, "for_s": 60, "value": 12, "worst": 30, "since_ms": 5_000,
            "lasted_s": 4, "time_ms": 9_000, "node": "host/1",
            "text": "FIRING: many <!channel> & more. connections of app shop: 12, above 10 for 1 min (host/1)",
        });
        assert_eq!(body, expected);
        let over: Value = serde_json::from_slice(&message(What::News(OVER), |_| ()).body()).unwrap();
        assert_eq!(
            (&over["state"], &over["lasted_s"], &over["app"], &over["reason"]),
            (&json!("resolved"), &json!(3_660), &Value::Null, &Value::Null)
        );
    }

    #[test]
    fn one_that_a_reload_closes_does_not_claim_that_the_value_came_back() {
        for (closed, reason) in [(Closed::Changed, "changed"), (Closed::Removed, "removed")] {
            let over = News::Over { since_ms: 5_000, lasted_ms: 7_000, worst: 30.0, closed: Some(closed) };
            let body: Value = serde_json::from_slice(&message(What::News(over), |_| ()).body()).unwrap();
            assert_eq!((&body["state"], &body["reason"]), (&json!("resolved"), &json!(reason)));
            let text = "CLOSED: many <!channel> & more. The alert was changed or removed in the settings. connections: 12 (host/1)";
            assert_eq!(body["text"], text);
        }
    }

    #[test]
    fn durations_are_rounded_to_the_nearest_second() {
        assert_eq!([4_499, 4_500, 4_996, 5_003].map(seconds), [4, 5, 5, 5]);
        assert_eq!([4_996, 119_999].map(duration), ["5 s", "2 min"]);
    }

    #[test]
    fn slack_gets_a_text_in_which_nobody_is_mentioned() {
        let over = message(What::News(OVER), |alert| alert.format = Format::Slack);
        let body: Value = serde_json::from_slice(&over.body()).unwrap();
        let text = "RESOLVED: many &lt;!channel&gt; &amp; more. connections: 12, not above 10 any more. It lasted 1 h 1 min, at worst \
                    30 (host/1)";
        assert_eq!(body, json!({ "text": text }));
    }

    #[test]
    fn a_test_says_that_it_is_one() {
        let body: Value = serde_json::from_slice(&message(What::Test, |_| ()).body()).unwrap();
        assert_eq!(
            (&body["state"], &body["test"], &body["since_ms"]),
            (&json!("test"), &json!(true), &Value::Null)
        );
        let text = "TEST: many <!channel> & more. Test sent by an operator; nothing is wrong. connections: 12, threshold: above 10 (host/1)";
        assert_eq!(body["text"], text);
    }
}
