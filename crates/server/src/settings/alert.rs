//! The alerts: tables in the file, JSON in flags and the environment, as webhooks are.

use std::collections::HashSet;
use std::sync::Arc;

use baton_protocols::Secret;
use baton_protocols::settings::Bounds;
use serde_json::{Map, Value};

use super::apps::Candidate;
use super::entry::{self, number, text, url};
use super::field::{Expected, Field, Given, Kind};
use super::load::Loader;
use super::nearest::nearest;
use super::server::Settings;
use super::webhook_address::address;
use crate::alerts::{Alert, AlertList, Format, Metric, Threshold};
use crate::outbound::{Reach, is_allowed};

/// Characters of a name: it is a label of metrics, and stands in messages.
const NAME_CHARACTERS: usize = 100;
/// The longest wait: a day.
const MOST_FOR_S: u32 = 86_400;
/// Between repetitions: no more than one a minute, no fewer than one a month.
const LEAST_REPEAT_S: u32 = 60;
const MOST_REPEAT_S: u32 = 2_592_000;
const FOR_S: u32 = 60;
const KEYS: [&str; 10] =
    ["name", "metric", "above", "below", "for_s", "app", "url", "format", "secret", "repeat_s"];
/// The host of Slack's incoming webhooks.
const SLACK: &str = "hooks.slack.com";

impl Field for AlertList {
    fn kind(&self) -> Kind {
        Kind::Tables
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let alerts = entry::entries(given, ("alerts", bounds), alert)?;
        let mut names = HashSet::new();
        for (n, alert) in alerts.iter().enumerate() {
            if !names.insert(&alert.name) {
                let why =
                    format!("`name` = {:?} is the name of another alert too: each needs its own", alert.name);
                return Err(entry::wrong(n, &why));
            }
        }
        *self = Self(alerts.into_iter().map(Arc::new).collect());
        Ok(())
    }

    /// The names: URLs and secrets are nobody's business.
    fn show(&self) -> String {
        // What separates the entries of a list where they are shown does not stand in one.
        let name = |alert: &Arc<Alert>| alert.name.replace([',', '"'], " ");
        self.0.iter().map(name).collect::<Vec<_>>().join(",")
    }
}

/// What an entry says so far.
#[derive(Default)]
struct Entry {
    name: String,
    metric: Option<Metric>,
    above: Option<f64>,
    below: Option<f64>,
    for_s: Option<u32>,
    app: Option<String>,
    url: String,
    format: Option<Format>,
    secret: String,
    repeat_s: u32,
}

fn alert(entry: &Map<String, Value>) -> Result<Alert, String> {
    let mut given = Entry::default();
    for (key, value) in entry {
        match key.as_str() {
            "name" => given.name = name(value)?,
            "metric" => given.metric = Some(metric(value)?),
            "above" => given.above = Some(threshold(key, value)?),
            "below" => given.below = Some(least(key, value)?),
            "for_s" => given.for_s = Some(number(key, value, 0..=MOST_FOR_S)?),
            "app" => given.app = Some(text(key, value)?),
            "url" => given.url = url(value)?,
            "format" => given.format = Some(format_of(value)?),
            // The value is not repeated.
            "secret" => given.secret = secret(key, value)?,
            "repeat_s" => given.repeat_s = repeat(key, value)?,
            other => return Err(unknown_key(other)),
        }
    }
    given.alert()
}

impl Entry {
    fn alert(self) -> Result<Alert, String> {
        let Self { name, metric, above, below, for_s, app, url, format, secret, repeat_s } = self;
        if name.is_empty() {
            return Err("it has no `name`: every alert needs a name".into());
        }
        let metric = metric.ok_or_else(|| format!("it has no `metric`; there are {}", metrics(|_| true)))?;
        let threshold = match (above, below) {
            (Some(most), None) => Threshold::Above(most),
            (None, Some(least)) => Threshold::Below(least),
            _ => return Err("it needs one of `above` and `below`, a number".into()),
        };
        if app.is_some() && !metric.is_of_apps() {
            return Err(format!(
                "`metric` = {:?} is known of the whole server alone: remove `app`, or take {}",
                metric.name(),
                metrics(Metric::is_of_apps)
            ));
        }
        if url.is_empty() {
            return Err("it has no `url` to send messages to".into());
        }
        let alert = Alert {
            name: name.into(),
            metric,
            threshold,
            for_s: for_s.unwrap_or(FOR_S),
            app: app.map(Into::into),
            url: Secret::new(&url),
            format: Format::Json,
            secret: Secret::new(&secret),
            repeat_s,
        };
        let usual = if alert.host().eq_ignore_ascii_case(SLACK) { Format::Slack } else { Format::Json };
        let format = format.unwrap_or(usual);
        if format == Format::Slack && !secret.is_empty() {
            return Err(
                "`secret` signs messages in the format \"json\"; Slack checks no signature: remove it".into(),
            );
        }
        Ok(Alert { format, ..alert })
    }
}

fn name(value: &Value) -> Result<String, String> {
    let name = value.as_str().filter(|name| {
        (1..=NAME_CHARACTERS).contains(&name.chars().count())
            && !name.chars().any(char::is_control)
            && name.trim() == *name
    });
    name.map(str::to_owned).ok_or_else(|| {
        format!(
            "`name` is a text of 1 to {NAME_CHARACTERS} characters on one line, without blanks at its ends"
        )
    })
}

fn unknown_key(key: &str) -> String {
    let hint = match nearest(key, KEYS.into_iter()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("known are {}", KEYS.join(", ")),
    };
    format!("unknown key `{}`; {hint}", key.escape_debug())
}

/// One that is there and empty is a variable that was not set, and would leave messages unsigned without a word.
fn secret(key: &str, value: &Value) -> Result<String, String> {
    let secret = text(key, value)?;
    if secret.is_empty() {
        return Err(format!("`{key}` is empty: set it, or remove it to send messages without a signature"));
    }
    Ok(secret)
}

fn metric(value: &Value) -> Result<Metric, String> {
    let given = value.as_str().unwrap_or_default();
    Metric::of(given).ok_or_else(|| {
        let meant = nearest(given, Metric::ALL.into_iter().map(Metric::name)).filter(|_| !given.is_empty());
        let hint = match meant {
            Some(meant) => format!("did you mean \"{meant}\"?"),
            None => format!("there are {}", metrics(|_| true)),
        };
        let shown: String = value.to_string().chars().take(NAME_CHARACTERS).collect();
        format!("`metric` = {shown} is not a metric; {hint}")
    })
}

fn metrics(which: fn(Metric) -> bool) -> String {
    Metric::ALL.into_iter().filter(|metric| which(*metric)).map(Metric::name).collect::<Vec<_>>().join(", ")
}

fn threshold(key: &str, value: &Value) -> Result<f64, String> {
    let number = value.as_f64().filter(|number| number.is_finite() && *number >= 0.0);
    let quotes = if value.is_string() { " without quotes" } else { "" };
    number.ok_or_else(|| format!("`{key}` must be a number{quotes}, 0 or more"))
}

/// No figure is below 0.
fn least(key: &str, value: &Value) -> Result<f64, String> {
    match threshold(key, value)? {
        number if number > 0.0 => Ok(number),
        _ => Err(format!("`{key}` = 0 never fires: no figure is below 0")),
    }
}

fn format_of(value: &Value) -> Result<Format, String> {
    let named = |format: &Format| value.as_str() == Some(&format.to_string());
    Format::ALL.into_iter().find(named).ok_or_else(|| "`format` is \"json\" or \"slack\"".to_owned())
}

fn repeat(key: &str, value: &Value) -> Result<u32, String> {
    number(key, value, 0..=MOST_REPEAT_S)
        .ok()
        .filter(|seconds| *seconds == 0 || *seconds >= LEAST_REPEAT_S)
        .ok_or_else(|| {
            format!("`{key}` is 0, for never, or a whole number from {LEAST_REPEAT_S} to {MOST_REPEAT_S}")
        })
}

impl Loader<'_> {
    /// Says which alerts reach nobody, or are about nothing for now. They are no fault: an app may come, and another value
    /// of `webhook_addresses` may allow an address.
    pub(super) fn notice_alerts(&mut self, settings: &Settings, candidates: &[Candidate]) {
        let reach = settings.webhook_addresses.reach_of_server();
        for (alert, n) in settings.alerts.0.iter().zip(1..) {
            let ip = address(alert.url.reveal()).filter(|ip| !is_allowed(*ip, reach));
            if let Some(ip) = ip {
                let why = if is_allowed(ip, Reach::Private) {
                    "which webhook_addresses = \"public\" does not allow"
                } else {
                    "where no request is ever sent (link-local and cloud metadata addresses)"
                };
                self.notices
                    .push(format!("alerts, entry {n}: `url` is at {ip}, {why}; nothing is delivered"));
            }
            let is_there = |app: &str| candidates.iter().any(|candidate| *candidate.app.id == *app);
            let may_come = !settings.apps_database_url.bytes().is_empty();
            if let Some(app) = alert.app.as_deref().filter(|app| !may_come && !is_there(app)) {
                self.notices.push(format!(
                    "alerts, entry {n}: there is no app {app:?}; until there is, it does not fire"
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { lowest: 0, highest: 3 };

    fn read(json: &str) -> Result<AlertList, Expected> {
        let mut alerts = AlertList::default();
        alerts.set(Given::Text(json), BOUNDS).map(|()| alerts)
    }

    fn with(more: &str) -> Result<AlertList, Expected> {
        read(&format!(r#"[{{"name":"a","metric":"connections","url":"http://x/hidden",{more}}}]"#))
    }

    #[test]
    fn file_and_json_say_the_same() {
        let json = r#"[{"name":"too many, \"really\"","metric":"refusals","above":0.5,"for_s":0,"app":"shop",
            "url":"https://a.example/hidden?token=hidden","format":"json","secret":"hidden","repeat_s":600}]"#;
        let toml = r#"
            [[alerts]]
            name = 'too many, "really"'
            metric = "refusals"
            above = 0.5
            for_s = 0
            app = "shop"
            url = "https://a.example/hidden?token=hidden"
            format = "json"
            secret = "hidden"
            repeat_s = 600
        "#;
        let table = toml::de::DeTable::parse(toml).unwrap();
        let mut alerts = AlertList::default();
        let (_, value) = table.get_ref().iter().next().unwrap();
        alerts.set(Given::Toml(value.get_ref()), BOUNDS).unwrap();
        assert_eq!(alerts, read(json).unwrap());
        assert_eq!(alerts.show(), "too many   really ");
        let [alert] = &alerts.0[..] else { panic!() };
        assert_eq!((alert.threshold, alert.for_s, alert.repeat_s), (Threshold::Above(0.5), 0, 600));
        assert!(!format!("{alert:?}").contains("hidden"), "{alert:?}");
        assert_eq!(alert.host(), "a.example");
    }

    #[test]
    fn what_is_not_set_has_its_default() {
        let alerts = with(r#""below":3"#).unwrap();
        let [alert] = &alerts.0[..] else { panic!() };
        assert_eq!((alert.for_s, alert.repeat_s, alert.format), (60, 0, Format::Json));
        let slack = r#"[{"name":"a","metric":"cpu_percent","above":90,"url":"https://Hooks.Slack.com/services/T/B/x"}]"#;
        assert_eq!(read(slack).unwrap().0[0].format, Format::Slack);
        assert_eq!(read("").unwrap(), AlertList::default());
    }

    #[test]
    fn what_is_wrong_is_named_and_no_secret_is_repeated() {
        for (more, named) in [
            (
                r#""metric":"connection","above":1"#,
                r#"`metric` = "connection" is not a metric; did you mean "connections"?"#,
            ),
            (r#""metric":7,"above":1"#, "`metric` = 7 is not a metric; there are connections, channels"),
            (r#""above":1,"below":1"#, "one of `above` and `below`"),
            (r#""for_s":1"#, "one of `above` and `below`"),
            (r#""above":"1""#, "`above` must be a number without quotes, 0 or more"),
            (r#""above":-1"#, "`above` must be a number, 0 or more"),
            (r#""above":1,"for_s":-1"#, "`for_s` is a whole number from 0 to 86400"),
            (r#""above":1,"repeat_s":59"#, "`repeat_s` is 0, for never, or a whole number from 60"),
            (r#""above":1,"name":"""#, "`name` is a text of 1 to 100"),
            (r#""above":1,"name":"a\nb""#, "`name` is a text of 1 to 100"),
            (r#""above":1,"format":"teams""#, r#""json" or "slack""#),
            (r#""above":1,"format":"slack","secret":"hidden""#, "Slack checks no signature"),
            (r#""above":1,"url":"http://user:hidden@x/""#, "without a user"),
            (
                r#""above":1,"app":"shop","metric":"memory_bytes""#,
                "whole server alone: remove `app`, or take connections, channels, messages_in",
            ),
            (r#""above":1,"channel":"x""#, "unknown key `channel`; known are name"),
            (r#""above":1,"fors":1"#, "unknown key `fors`; did you mean `for_s`?"),
            (r#""above":1,"repeat":60"#, "did you mean `repeat_s`?"),
            (r#""above":1,"for_s":1.5"#, "`for_s` is a whole number"),
            (r#""above":1,"secret":"""#, "`secret` is empty"),
            (r#""below":0"#, "`below` = 0 never fires"),
            (r#""below":-0.0"#, "`below` = 0 never fires"),
        ] {
            let Expected(text) = with(more).unwrap_err();
            assert!(text.starts_with(", entry 1: ") && text.contains(named), "{more}: {text}");
            assert!(!text.contains("hidden"), "{text}");
        }
        for (json, named) in [
            (
                r#"[{"metric":"connections","above":1,"url":"http://x"}]"#,
                "no `name`: every alert needs a name",
            ),
            (r#"[{"name":"a","above":1,"url":"http://x"}]"#, "no `metric`; there are connections"),
            (r#"[{"name":"a","metric":"connections","above":1}]"#, "no `url`"),
            ("[{", "not valid JSON: EOF while parsing an object at line 1"),
            ("{}", "expected 0 to 3 tables ([[alerts]] in the file"),
        ] {
            let Expected(text) = read(json).unwrap_err();
            assert!(text.contains(named), "{json}: {text}");
        }
        let one = r#"{"name":"a","metric":"connections","above":1,"url":"http://x"}"#;
        let Expected(text) = read(&format!("[{one},{one}]")).unwrap_err();
        assert!(text.starts_with(", entry 2: `name` = \"a\" is the name of another"), "{text}");
        assert!(read(&format!("[{}]", [one; 4].join(","))).unwrap_err().0.contains("0 to 3 tables"));
    }
}
