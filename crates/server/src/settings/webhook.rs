//! The receivers of an app's webhooks: tables in the file, JSON in flags and the environment.
//!
//! Soketi's names of the same things are read as well, since its users have them in `SOKETI_DEFAULT_APP_WEBHOOKS`.

use baton_protocols::ChannelFilter;
use baton_protocols::pusher::{Webhook, WebhookEvent, WebhookEvents, Webhooks};
use baton_protocols::settings::Bounds;
use serde_json::{Map, Value};

use super::entry::{self, headers, shown_url, text, url};
use super::field::{Expected, Field, Given, Kind};

/// Events that one request may carry.
const MOST_EVENTS: u32 = 1_000;

impl Field for Webhooks {
    fn kind(&self) -> Kind {
        Kind::Tables
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        *self = Self(entry::entries(given, ("apps.webhooks", bounds), webhook)?);
        Ok(())
    }

    /// The receivers without what may be secret in a URL: user, query, headers.
    fn show(&self) -> String {
        self.0.iter().map(|webhook| shown_url(&webhook.url)).collect::<Vec<_>>().join(",")
    }
}

/// All of them as TOML on one line, headers and queries included.
pub(super) fn whole(webhooks: &Webhooks) -> String {
    let one = |webhook: &Webhook| {
        let events = webhook.events.iter().map(WebhookEvent::name);
        let mut table = entry::table(&webhook.url, events, &webhook.channels, &webhook.headers);
        table.insert("max_events".into(), toml::Value::Integer(webhook.max_events.into()));
        toml::Value::Table(table)
    };
    toml::Value::Array(webhooks.0.iter().map(one).collect()).to_string()
}

/// Soketi's list, as ours: without the entries that call a function of AWS Lambda and have no URL. Of one with both Soketi
/// asks the URL alone. Errors number entries as the given list does.
pub(super) fn of_soketi(text: &str) -> Result<String, Expected> {
    // What is no list is refused by the setting, which says how it is written.
    let Ok(Value::Array(entries)) = serde_json::from_str(text) else { return Ok(text.to_owned()) };
    let mut kept = Vec::with_capacity(entries.len());
    for (n, mut entry) in entries.into_iter().enumerate() {
        if calls_function(&entry) {
            continue;
        }
        if let Value::Object(entry) = &mut entry
            && entry.contains_key("url")
        {
            FUNCTION.iter().for_each(|key| drop(entry.remove(*key)));
        }
        entry::object(&entry).and_then(webhook).map_err(|why| entry::wrong(n, &why))?;
        kept.push(entry);
    }
    Ok(Value::Array(kept).to_string())
}

/// The numbers, from 1, of the entries of Soketi's list that call a function of AWS Lambda.
pub(super) fn functions_of_soketi(text: &str) -> Vec<usize> {
    let Ok(Value::Array(entries)) = serde_json::from_str(text) else { return Vec::new() };
    entries.iter().zip(1..).filter(|(entry, _)| calls_function(entry)).map(|(_, n)| n).collect()
}

/// Soketi's keys of a function.
const FUNCTION: [&str; 2] = ["lambda_function", "lambda"];

fn calls_function(entry: &Value) -> bool {
    let has_url = entry.get("url").and_then(Value::as_str).is_some_and(|url| !url.is_empty());
    !has_url && entry.get("lambda_function").is_some_and(|name| !name.is_null())
}

fn webhook(entry: &Map<String, Value>) -> Result<Webhook, String> {
    let mut webhook = Webhook {
        url: String::new(),
        events: WebhookEvents::ALL,
        channels: ChannelFilter::default(),
        headers: Vec::new(),
        max_events: 1,
    };
    for (key, value) in entry {
        match key.as_str() {
            "url" => webhook.url = url(value)?,
            "events" | "event_types" => webhook.events = events(key, value)?,
            "filter" => soketi_filter(&mut webhook, value)?,
            "headers" => webhook.headers = headers(value)?,
            "max_events" => webhook.max_events = entry::number(key, value, 1..=MOST_EVENTS)?,
            "lambda_function" | "lambda" => {
                return Err("a function of AWS Lambda cannot be called; give it a URL and set `url`".into());
            }
            other if entry::set_channels(&mut webhook.channels, other, value)? => {}
            other => return Err(entry::unknown_key(other, "max_events")),
        }
    }
    if webhook.url.is_empty() { Err("it has no `url`".into()) } else { Ok(webhook) }
}

fn events(key: &str, value: &Value) -> Result<WebhookEvents, String> {
    let events = entry::events((key, value), &WebhookEvent::ALL.map(WebhookEvent::name), WebhookEvent::of)?;
    Ok(events.into_iter().fold(WebhookEvents::default(), WebhookEvents::with))
}

/// `channel_name_starts_with` and `channel_name_ends_with`.
fn soketi_filter(webhook: &mut Webhook, value: &Value) -> Result<(), String> {
    let Value::Object(filter) = value else { return Err("`filter` is a table".into()) };
    for (key, value) in filter {
        match key.as_str() {
            "channel_name_starts_with" => webhook.channels.prefix = text(key, value)?,
            "channel_name_ends_with" => webhook.channels.suffix = text(key, value)?,
            other => return Err(format!("unknown key `{}` in `filter`", other.escape_debug())),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { lowest: 0, highest: 16 };

    fn read(json: &str) -> Result<Webhooks, Expected> {
        let mut webhooks = Webhooks::default();
        webhooks.set(Given::Text(json), BOUNDS).map(|()| webhooks)
    }

    #[test]
    fn file_and_json_say_the_same() {
        let json = r#"[{"url":"https://a.example/hook?x=1","events":["member_added","cache_miss"],"channel_prefix":"a",
            "channel_suffix":"z","channel_pattern":"a*z","headers":{"X-A":"b"},"max_events":7}]"#;
        let toml = r#"
            [[webhooks]]
            url = "https://a.example/hook?x=1"
            events = ["member_added", "cache_miss"]
            channel_prefix = "a"
            channel_suffix = "z"
            channel_pattern = "a*z"
            max_events = 7
            [webhooks.headers]
            X-A = "b"
        "#;
        let table = toml::de::DeTable::parse(toml).unwrap();
        let mut webhooks = Webhooks::default();
        let (_, value) = table.get_ref().iter().next().unwrap();
        webhooks.set(Given::Toml(value.get_ref()), BOUNDS).unwrap();
        assert_eq!(webhooks, read(json).unwrap());
        assert_eq!(webhooks.show(), "https://a.example/hook", "a query may hold a token");
        let [webhook] = &webhooks.0[..] else { panic!() };
        assert_eq!(webhook.max_events, 7);
        assert_eq!(webhook.headers, [("X-A".into(), "b".into())]);
        assert!(
            webhook.events.has(WebhookEvent::CacheMiss) && !webhook.events.has(WebhookEvent::ClientEvent)
        );
    }

    #[test]
    fn soketi_names_are_read() {
        let webhooks = read(
            r#"[{"url":"http://x","event_types":["client_event"],"filter":{"channel_name_starts_with":"a","channel_name_ends_with":"b"}}]"#,
        );
        let webhooks = webhooks.unwrap();
        let [webhook] = &webhooks.0[..] else { panic!() };
        assert_eq!((&*webhook.channels.prefix, &*webhook.channels.suffix), ("a", "b"));
        assert!(
            webhook.events.has(WebhookEvent::ClientEvent) && !webhook.events.has(WebhookEvent::CacheMiss)
        );
    }

    #[test]
    fn of_soketis_list_functions_alone_are_left_out() {
        let list = r#"[{"lambda_function":"f","lambda":{"async":true}},{"url":"http://x/"},
            {"url":"http://y/","lambda_function":"g","lambda":{}}]"#;
        let kept = read(&of_soketi(list).unwrap()).unwrap();
        let urls: Vec<_> = kept.0.iter().map(|webhook| &*webhook.url).collect();
        assert_eq!((urls, functions_of_soketi(list)), (vec!["http://x/", "http://y/"], vec![1]));
        let wrong = of_soketi(r#"[{"lambda_function":"f"},{"url":"ftp://x"}]"#).unwrap_err();
        assert!(wrong.0.starts_with(", entry 2: `url` is"), "numbered as in the given list: {wrong:?}");
        for text in ["{", "{}", "1", ""] {
            assert_eq!((of_soketi(text).unwrap(), functions_of_soketi(text)), (text.to_owned(), vec![]));
        }
    }

    #[test]
    fn what_is_wrong_is_named_and_no_secret_is_repeated() {
        for (json, named) in [
            ("{}", "0 to 16 tables"),
            ("[1]", ", entry 1: it is no table"),
            ("[{}]", "no `url`"),
            (r#"[{"url":"http://ok"},{"url":"ftp://x"}]"#, ", entry 2: `url` is http://"),
            (r#"[{"url":"http://user:hidden@x/"}]"#, "without a user"),
            (r#"[{"url":"http://x/#hidden"}]"#, "without a fragment"),
            (r#"[{"url":"http://x","events":["joined"]}]"#, "channel_occupied, channel_vacated"),
            (r#"[{"url":"http://x","event_types":["joined"]}]"#, "`event_types` is a list"),
            (r#"[{"url":"http://x","event":["joined"]}]"#, "unknown key `event`"),
            (r#"[{"url":"http://x","max_events":0}]"#, "from 1 to 1000"),
            (r#"[{"url":"http://x","headers":{"Host":"hidden"}}]"#, "`Host` is set by the server"),
            (r#"[{"url":"http://x","headers":{"X-Baton-Id":"hidden"}}]"#, "set by the server"),
            (r#"[{"url":"http://x","headers":{"a b":"hidden"}}]"#, "no name of an HTTP header"),
            (r#"[{"url":"http://x","headers":{"a":"hidden\n"}}]"#, "`a` is no text"),
            (r#"[{"lambda_function":"f"}]"#, "Lambda"),
        ] {
            let Expected(text) = read(json).unwrap_err();
            assert!(text.contains(named) && !text.contains("hidden"), "{json}: {text}");
        }
        assert_eq!(
            read(&format!("[{}]", [r#"{"url":"http://x"}"#; 17].join(","))),
            Err(entry::array("apps.webhooks", BOUNDS))
        );
        assert_eq!(read("").unwrap(), Webhooks::default());
    }
}
