//! What entries of `webhooks`, `hooks`, `alerts` and `history_rules` have in common: tables in the file and JSON elsewhere; of
//! all but the last each with a URL; of all but alerts the channels that it is about; of the first two also headers.

use std::ops::RangeInclusive;

use baton_protocols::ChannelFilter;
use baton_protocols::settings::Bounds;
use hyper::Uri;
use hyper::header::{HeaderName, HeaderValue};
use serde_json::{Map, Value};
use toml::de::DeValue;

use super::field::{Expected, Given};

/// Bytes of a URL, of a filter, of a header.
const TEXT_BYTES: usize = 2_048;
/// Headers of one entry.
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

/// Reads the entries of a setting, with what its tables are called in the file.
pub(super) fn entries<T>(
    given: Given<'_>,
    (heading, bounds): (&str, Bounds),
    read: impl Fn(&Map<String, Value>) -> Result<T, String>,
) -> Result<Vec<T>, Expected> {
    let value = match given {
        Given::Text("") => Value::Array(Vec::new()),
        Given::Text(text) => serde_json::from_str(text).map_err(|error| not_json(&error))?,
        Given::Toml(value) => of_toml(value).ok_or_else(|| array(heading, bounds))?,
    };
    let Value::Array(entries) = value else { return Err(array(heading, bounds)) };
    if !bounds.hold(entries.len() as u64) {
        return Err(array(heading, bounds));
    }
    let one = |(n, entry): (usize, &Value)| object(entry).and_then(&read).map_err(|why| wrong(n, &why));
    entries.iter().enumerate().map(one).collect()
}

/// The fields of an entry.
pub(super) fn object(entry: &Value) -> Result<&Map<String, Value>, String> {
    entry.as_object().ok_or_else(|| "it is no table".to_owned())
}

/// What follows the setting's name where one entry is wrong, counted from 1 as people do.
pub(super) fn wrong(n: usize, why: &str) -> Expected {
    Expected(format!(", entry {}: {why}", n + 1))
}

/// Takes a key that says which channels are meant; `false` if it is another one.
pub(super) fn set_channels(channels: &mut ChannelFilter, key: &str, value: &Value) -> Result<bool, String> {
    let part = match key {
        "channel_prefix" => &mut channels.prefix,
        "channel_suffix" => &mut channels.suffix,
        "channel_pattern" => &mut channels.pattern,
        _ => return Ok(false),
    };
    *part = text(key, value)?;
    Ok(true)
}

/// A number within these bounds.
pub(super) fn number(key: &str, value: &Value, bounds: RangeInclusive<u32>) -> Result<u32, String> {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number
        .filter(|number| bounds.contains(number))
        .ok_or_else(|| format!("`{key}` is a whole number from {} to {}", bounds.start(), bounds.end()))
}

/// A value of the file as the same in JSON; `None` for what no entry has a use for.
fn of_toml(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(number) => Value::from(i64::from_str_radix(number.as_str(), number.radix()).ok()?),
        DeValue::Float(number) => Value::from(number.as_str().replace('_', "").parse::<f64>().ok()?),
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
        DeValue::Datetime(_) => return None,
    })
}

pub(super) fn url(value: &Value) -> Result<String, String> {
    let expected = "`url` is http://HOST[:PORT]/PATH or https://…, without a user and without a fragment";
    let text = text("url", value)?;
    let uri: Uri = text.parse().map_err(|_| expected.to_owned())?;
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    let is_plain = uri.authority().is_some_and(|at| !at.as_str().contains('@') && !at.host().is_empty());
    if is_web && is_plain && !text.contains('#') { Ok(text) } else { Err(expected.into()) }
}

pub(super) fn text(key: &str, value: &Value) -> Result<String, String> {
    let text = value.as_str().filter(|text| text.len() <= TEXT_BYTES && !text.chars().any(char::is_control));
    text.map(str::to_owned)
        .ok_or_else(|| format!("`{key}` is a text of at most {TEXT_BYTES} bytes on one line"))
}

pub(super) type Header = (Box<str>, Box<str>);

pub(super) fn headers(value: &Value) -> Result<Vec<Header>, String> {
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

/// A URL without its query, which may hold a token.
pub(crate) fn shown_url(url: &str) -> String {
    url.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// The events of an entry: a list out of these names.
pub(super) fn events<E>(
    (key, value): (&str, &Value),
    names: &[&str],
    of: impl Fn(&str) -> Option<E>,
) -> Result<Vec<E>, String> {
    let Value::Array(given) = value else { return Err(expected_events(key, names)) };
    let event = |name: &Value| name.as_str().and_then(&of).ok_or_else(|| expected_events(key, names));
    given.iter().map(event).collect()
}

/// What to write where events are expected.
pub(super) fn expected_events(key: &str, names: &[&str]) -> String {
    format!("`{key}` is a list of {}", names.join(", "))
}

/// A key that no entry has, or none of this setting; `own` are the keys that it has beside the common ones.
pub(super) fn unknown_key(key: &str, own: &str) -> String {
    format!(
        "unknown key `{}`; known are url, events, channel_prefix, channel_suffix, channel_pattern, headers, {own}",
        key.escape_debug()
    )
}

/// An entry as TOML, without the keys that its setting alone has.
pub(super) fn table<'n>(
    url: &str,
    events: impl Iterator<Item = &'n str>,
    channels: &ChannelFilter,
    headers: &[Header],
) -> toml::Table {
    let mut table = toml::Table::new();
    table.insert("url".into(), text_value(url));
    table.insert("events".into(), toml::Value::Array(events.map(text_value).collect()));
    insert_channels(channels, &mut table);
    if !headers.is_empty() {
        let headers = headers.iter().map(|(name, value)| (name.to_string(), text_value(value)));
        table.insert("headers".into(), toml::Value::Table(headers.collect()));
    }
    table
}

/// Which channels are meant, as TOML.
pub(super) fn insert_channels(channels: &ChannelFilter, table: &mut toml::Table) {
    for (key, value) in [
        ("channel_prefix", &channels.prefix),
        ("channel_suffix", &channels.suffix),
        ("channel_pattern", &channels.pattern),
    ] {
        if !value.is_empty() {
            table.insert(key.into(), text_value(value));
        }
    }
}

fn text_value(text: &str) -> toml::Value {
    toml::Value::String(text.to_owned())
}

/// What it says repeats nothing of the text.
fn not_json(error: &serde_json::Error) -> Expected {
    Expected(format!(": not valid JSON: {error}"))
}

pub(super) fn array(heading: &str, bounds: Bounds) -> Expected {
    Expected(format!(
        ": expected {} to {} tables ([[{heading}]] in the file, a JSON array of objects elsewhere)",
        bounds.lowest, bounds.highest
    ))
}
