//! The receivers of an app's webhooks: tables in the file, JSON in flags and the environment.
//!
//! Soketi's names of the same things are read as well, since its users have them in `SOKETI_DEFAULT_APP_WEBHOOKS`.

use baton_protocols::pusher::{Webhook, WebhookEvent, WebhookEvents, Webhooks};
use baton_protocols::settings::Bounds;
use hyper::Uri;
use hyper::header::{HeaderName, HeaderValue};
use serde_json::{Map, Value};
use toml::de::DeValue;

use super::field::{Expected, Field, Given, Kind};

/// Events that one request may carry.
const MOST_EVENTS: u64 = 1_000;
/// Bytes of a URL, of a filter, of a header.
const TEXT_BYTES: usize = 2_048;
/// Headers of one receiver.
const HEADERS: usize = 32;

/// Headers that the server sets, or that would change how the request is read.
const RESERVED: [&str; 9] = [
    "host",
    "content-length",
    "content-type",
    "transfer-encoding",
    "connection",
    "expect",
    "upgrade",
    "x-pusher-key",
    "x-pusher-signature",
];

impl Field for Webhooks {
    fn kind(&self) -> Kind {
        Kind::Tables
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let value = match given {
            Given::Text("") => Value::Array(Vec::new()),
            Given::Text(text) => serde_json::from_str(text).map_err(|_| array(bounds))?,
            Given::Toml(value) => of_toml(value).ok_or_else(|| array(bounds))?,
        };
        let Value::Array(entries) = value else { return Err(array(bounds)) };
        if !bounds.hold(entries.len() as u64) {
            return Err(array(bounds));
        }
        let one = |(n, entry): (usize, &Value)| webhook(entry).map_err(|why| wrong_entry(n, &why));
        *self = Self(entries.iter().enumerate().map(one).collect::<Result<_, _>>()?);
        Ok(())
    }

    /// The receivers without what may be secret in a URL: user, query, headers.
    fn show(&self) -> String {
        self.0.iter().map(|webhook| shown_url(&webhook.url)).collect::<Vec<_>>().join(",")
    }
}

/// A URL without its query, which may hold a token.
pub(crate) fn shown_url(url: &str) -> String {
    url.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// All of them as TOML on one line, headers and queries included.
pub(super) fn whole(webhooks: &Webhooks) -> String {
    let text = |text: &str| toml::Value::String(text.to_owned());
    let one = |webhook: &Webhook| {
        let mut table = toml::Table::new();
        table.insert("url".into(), text(&webhook.url));
        let events = webhook.events.iter().map(|event| text(event.name())).collect();
        table.insert("events".into(), toml::Value::Array(events));
        for (key, value) in [
            ("channel_prefix", &webhook.channel_prefix),
            ("channel_suffix", &webhook.channel_suffix),
            ("channel_pattern", &webhook.channel_pattern),
        ] {
            if !value.is_empty() {
                table.insert(key.into(), text(value));
            }
        }
        if !webhook.headers.is_empty() {
            let headers = webhook.headers.iter().map(|(name, value)| (name.to_string(), text(value)));
            table.insert("headers".into(), toml::Value::Table(headers.collect()));
        }
        table.insert("max_events".into(), toml::Value::Integer(webhook.max_events.into()));
        toml::Value::Table(table)
    };
    toml::Value::Array(webhooks.0.iter().map(one).collect()).to_string()
}

/// What follows the setting's name where one entry is wrong, counted from 1 as people do.
fn wrong_entry(n: usize, why: &str) -> Expected {
    Expected(format!(", entry {}: {why}", n + 1))
}

fn array(bounds: Bounds) -> Expected {
    Expected(format!(
        ": expected {} to {} tables, each with a `url` ([[apps.webhooks]] in the file, a JSON array of objects elsewhere)",
        bounds.lowest, bounds.highest
    ))
}

/// Soketi's list, as ours: without the entries that call a function of AWS Lambda and have no URL. Of one with both Soketi
/// asks the URL alone. Entries keep their numbers in what is told of them.
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
        webhook(&entry).map_err(|why| wrong_entry(n, &why))?;
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

/// A value of the file as the same in JSON; `None` for what webhooks have no use for.
fn of_toml(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(number) => Value::from(i64::from_str_radix(number.as_str(), number.radix()).ok()?),
        DeValue::Boolean(is) => Value::Bool(*is),
        DeValue::Array(entries) => {
            Value::Array(entries.iter().map(|entry| of_toml(entry.get_ref())).collect::<Option<_>>()?)
        }
        DeValue::Table(table) => {
            let entry =
                |(key, value): (&toml::Spanned<std::borrow::Cow<'_, str>>, &toml::Spanned<DeValue<'_>>)| {
                    Some((key.get_ref().to_string(), of_toml(value.get_ref())?))
                };
            Value::Object(table.iter().map(entry).collect::<Option<Map<_, _>>>()?)
        }
        DeValue::Float(_) | DeValue::Datetime(_) => return None,
    })
}

fn webhook(entry: &Value) -> Result<Webhook, String> {
    let Value::Object(entry) = entry else { return Err("it is no table".into()) };
    let mut webhook = Webhook {
        url: String::new(),
        events: WebhookEvents::ALL,
        channel_prefix: String::new(),
        channel_suffix: String::new(),
        channel_pattern: String::new(),
        headers: Vec::new(),
        max_events: 1,
    };
    for (key, value) in entry {
        match key.as_str() {
            "url" => webhook.url = url(value)?,
            "events" | "event_types" => webhook.events = events(value)?,
            "channel_prefix" => webhook.channel_prefix = text(key, value)?,
            "channel_suffix" => webhook.channel_suffix = text(key, value)?,
            "channel_pattern" => webhook.channel_pattern = text(key, value)?,
            "filter" => soketi_filter(&mut webhook, value)?,
            "headers" => webhook.headers = headers(value)?,
            "max_events" => {
                let number = value.as_u64().filter(|number| (1..=MOST_EVENTS).contains(number));
                let number = number.and_then(|number| u32::try_from(number).ok());
                webhook.max_events =
                    number.ok_or_else(|| format!("`max_events` is a number from 1 to {MOST_EVENTS}"))?;
            }
            "lambda_function" | "lambda" => {
                return Err("a function of AWS Lambda cannot be called; give it a URL and set `url`".into());
            }
            other => {
                return Err(format!(
                    "unknown key `{}`; known are url, events, channel_prefix, channel_suffix, channel_pattern, headers and \
                     max_events",
                    other.escape_debug()
                ));
            }
        }
    }
    if webhook.url.is_empty() { Err("it has no `url`".into()) } else { Ok(webhook) }
}

fn url(value: &Value) -> Result<String, String> {
    let expected = "`url` is http://HOST[:PORT]/PATH or https://…, without a user and without a fragment";
    let text = text("url", value)?;
    let uri: Uri = text.parse().map_err(|_| expected.to_owned())?;
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    let is_plain = uri.authority().is_some_and(|at| !at.as_str().contains('@') && !at.host().is_empty());
    if is_web && is_plain && !text.contains('#') { Ok(text) } else { Err(expected.into()) }
}

fn events(value: &Value) -> Result<WebhookEvents, String> {
    let expected = || {
        let names: Vec<_> = WebhookEvent::ALL.into_iter().map(WebhookEvent::name).collect();
        format!("`events` is a list of {}", names.join(", "))
    };
    let Value::Array(names) = value else { return Err(expected()) };
    let event = |name: &Value| name.as_str().and_then(WebhookEvent::of).ok_or_else(expected);
    names.iter().try_fold(WebhookEvents::default(), |all, name| Ok(all.with(event(name)?)))
}

fn text(key: &str, value: &Value) -> Result<String, String> {
    let text = value.as_str().filter(|text| text.len() <= TEXT_BYTES && !text.chars().any(char::is_control));
    text.map(str::to_owned)
        .ok_or_else(|| format!("`{key}` is a text of at most {TEXT_BYTES} bytes on one line"))
}

/// `channel_name_starts_with` and `channel_name_ends_with`.
fn soketi_filter(webhook: &mut Webhook, value: &Value) -> Result<(), String> {
    let Value::Object(filter) = value else { return Err("`filter` is a table".into()) };
    for (key, value) in filter {
        match key.as_str() {
            "channel_name_starts_with" => webhook.channel_prefix = text(key, value)?,
            "channel_name_ends_with" => webhook.channel_suffix = text(key, value)?,
            other => return Err(format!("unknown key `{}` in `filter`", other.escape_debug())),
        }
    }
    Ok(())
}

type Header = (Box<str>, Box<str>);

fn headers(value: &Value) -> Result<Vec<Header>, String> {
    let Value::Object(headers) = value else { return Err("`headers` is a table of texts".into()) };
    if headers.len() > HEADERS {
        return Err(format!("at most {HEADERS} headers may be added"));
    }
    let one = |(name, value): (&String, &Value)| {
        let shown = name.escape_debug().to_string();
        let is_name = name.len() <= TEXT_BYTES && HeaderName::from_bytes(name.as_bytes()).is_ok();
        if !is_name {
            return Err(format!("`{shown}` is no name of an HTTP header"));
        }
        let lower = name.to_ascii_lowercase();
        if RESERVED.contains(&&*lower) || lower.starts_with("x-baton-") {
            return Err(format!("the header `{shown}` is set by the server"));
        }
        // The value is not repeated: it may be a token.
        let value = text(name, value).map_err(|_| format!("the value of the header `{shown}` is no text"))?;
        if HeaderValue::from_str(&value).is_err() {
            return Err(format!("the value of the header `{shown}` has characters that no header may have"));
        }
        Ok((name.as_str().into(), value.into()))
    };
    headers.iter().map(one).collect()
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
        assert_eq!((&*webhook.channel_prefix, &*webhook.channel_suffix), ("a", "b"));
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
        assert!(wrong.0.starts_with(", entry 2: `url` is"), "as it stands there: {wrong:?}");
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
        assert_eq!(read(&format!("[{}]", [r#"{"url":"http://x"}"#; 17].join(","))), Err(array(BOUNDS)));
        assert_eq!(read("").unwrap(), Webhooks::default());
    }
}
