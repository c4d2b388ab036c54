//! What a publisher sends: an event's name, data and addressees, read from JSON or from the query string.
//!
//! The body is read in one pass that copies nothing: names without escapes are borrowed, and `data` stays the
//! literal that it was, so that it reaches subscribers byte for byte.

use alloc::{
    borrow::Cow,
    boxed::Box,
    string::{String, ToString as _},
    vec::Vec,
};
use baton_hub::{Form, Message, SocketId};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    Failure,
    failure::Shown,
    info::Info,
    list::{Bounded, Listed},
    literal,
    query::Query,
};
use crate::{
    App,
    excerpt::beginning,
    is_reserved_event,
    json::{self, Text},
    pusher::socket_id,
};

/// How much of the JSON parser's complaint an error repeats; it may quote the whole request.
const COMPLAINT_BYTES: usize = 200;

/// An event's fields as they came.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Fields<'a> {
    #[serde(borrow)]
    name: Option<Text<'a>>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    #[serde(borrow)]
    channel: Option<Text<'a>>,
    #[serde(borrow)]
    channels: Option<&'a RawValue>,
    #[serde(borrow)]
    socket_id: Option<Text<'a>>,
    #[serde(borrow)]
    info: Option<Text<'a>>,
}

#[derive(Debug, Deserialize)]
struct Batch<'a> {
    #[serde(borrow)]
    batch: &'a RawValue,
}

/// An event, its fields checked one by one; the channels' names are not.
#[derive(Debug)]
pub(super) struct Event<'a> {
    name: Cow<'a, str>,
    /// A JSON string literal.
    data: Cow<'a, str>,
    /// Whom it is for.
    pub(super) channels: Vec<Cow<'a, str>>,
    /// The connection that must not receive it.
    pub(super) except: Option<SocketId>,
    /// What the publisher wants to know of the channels.
    pub(super) info: Info,
}

impl<'a> Event<'a> {
    /// Reads the one event of `POST events`. Any field may stand in the query string instead of the body.
    pub(super) fn read(body: &'a [u8], query: &'a Query<'_>, app: &App) -> Result<Self, Failure> {
        let fields: Fields<'a> = if body.is_empty() { Fields::default() } else { object(body, EVENT_SHAPE)? };
        let several = query.names("channels")?;
        let channels = match (fields.channels, several.is_empty()) {
            (Some(_), false) => return Err(twice("channels")),
            (Some(raw), true) => Some(names(raw, app)?),
            (None, false) => {
                check_count(several.len(), app)?;
                Some(several.into_iter().map(Cow::Borrowed).collect())
            }
            (None, true) => None,
        };
        let channel = either(fields.channel, query.get("channel"), "channel")?;
        let data = match (fields.data, query.get("data")) {
            (Some(_), Some(_)) => return Err(twice("data")),
            (Some(raw), None) => Some(Cow::Borrowed(raw.get())),
            (None, data) => data.map(|text| Cow::Owned(quoted(text))),
        };
        Self::checked(
            Unchecked {
                name: either(fields.name, query.get("name"), "name")?,
                data,
                channel,
                channels,
                socket_id: either(fields.socket_id, query.get("socket_id"), "socket_id")?,
                info: match fields.info {
                    Some(info) if query.get("info").is_none() => Some(info.0),
                    Some(_) => return Err(twice("info")),
                    None => query.list("info")?,
                },
            },
            app,
        )
    }

    /// Reads the events of `POST batch_events`.
    pub(super) fn read_batch(body: &'a [u8], app: &App) -> Result<Vec<Self>, Failure> {
        let batch: Batch<'a> = object(body, BATCH_SHAPE)?;
        let limit = usize::try_from(app.pusher.batch_events).unwrap_or(usize::MAX);
        let Listed { items, count } = Bounded::<&RawValue>::read(batch.batch, limit)
            .map_err(|error| unexpected(&error, BATCH_SHAPE))?;
        if count > limit {
            // The first words are Pusher's, which applications look for.
            return Err(Failure::too_many(format_args!(
                "Batch too large (> {limit}): it has {count} events and the limit is {limit} (batch_events). Send several \
                 batches."
            )));
        }
        let mut events = Vec::with_capacity(items.len());
        for (index, raw) in items.into_iter().enumerate() {
            let event = Self::of_batch(raw, app);
            events
                .push(event.map_err(|failure| failure.within(format_args!("Event {index} of the batch: ")))?);
        }
        Ok(events)
    }

    fn of_batch(raw: &'a RawValue, app: &App) -> Result<Self, Failure> {
        let fields: Fields<'a> = object(raw.get().as_bytes(), BATCH_SHAPE)?;
        if fields.channels.is_some() {
            return Err(Failure::malformed(
                "It has \"channels\": an event of a batch goes to one \"channel\".",
            ));
        }
        Self::checked(
            Unchecked {
                name: fields.name.map(|name| name.0),
                data: fields.data.map(|raw| Cow::Borrowed(raw.get())),
                channel: fields.channel.map(|channel| channel.0),
                channels: None,
                socket_id: fields.socket_id.map(|id| id.0),
                info: fields.info.map(|info| info.0),
            },
            app,
        )
    }

    /// The event of `POST channels/NAME/events?name=`, whose body is the data.
    pub(super) fn read_legacy(
        channel: &'a str,
        body: &'a [u8],
        query: &'a Query<'_>,
        app: &App,
    ) -> Result<Self, Failure> {
        let text = core::str::from_utf8(body).map_err(|_| {
            Failure::malformed("The body is not UTF-8. Encode binary data, for example as base64.")
        })?;
        Self::checked(
            Unchecked {
                name: query.get("name").map(Cow::Borrowed),
                data: Some(Cow::Owned(quoted(text))),
                channel: Some(Cow::Borrowed(channel)),
                channels: None,
                socket_id: query.get("socket_id").map(Cow::Borrowed),
                info: query.list("info")?,
            },
            app,
        )
    }

    fn checked(unchecked: Unchecked<'a>, app: &App) -> Result<Self, Failure> {
        let name = unchecked.name.ok_or_else(|| missing("name", "the event's name"))?;
        check_name(&name, app)?;
        let data = unchecked.data.ok_or_else(|| missing("data", "the event's data as a string"))?;
        check_data(&data, &name, app)?;
        Ok(Self {
            name,
            data,
            channels: addressees(unchecked.channel, unchecked.channels)?,
            except: unchecked.socket_id.map_or(Ok(None), |id| excluded(&id))?,
            info: unchecked.info.map_or(Ok(Info::default()), |info| Info::parse(&info))?.without_cache()?,
        })
    }

    /// The event as the hub keeps it.
    pub(super) fn message(&self) -> Message {
        Message {
            event: Box::from(&*self.name),
            data: Box::from(self.data.as_bytes()),
            form: Form::Text,
            id: None,
            user: None,
        }
    }
}

/// An event's fields, wherever they stood.
struct Unchecked<'a> {
    name: Option<Cow<'a, str>>,
    data: Option<Cow<'a, str>>,
    channel: Option<Cow<'a, str>>,
    channels: Option<Vec<Cow<'a, str>>>,
    socket_id: Option<Cow<'a, str>>,
    info: Option<Cow<'a, str>>,
}

const EVENT_SHAPE: &str = r#"{"name":"EVENT","channels":["CHANNEL"],"data":"TEXT"}"#;
const BATCH_SHAPE: &str = r#"{"batch":[{"name":"EVENT","channel":"CHANNEL","data":"TEXT"}]}"#;

/// Parses an object. (The derived code would also take an array of the fields' values.)
fn object<'a, T: Deserialize<'a>>(json: &'a [u8], shape: &str) -> Result<T, Failure> {
    match json.trim_ascii_start().first() {
        Some(b'{') => serde_json::from_slice(json).map_err(|error| unexpected(&error, shape)),
        Some(_) => Err(Failure::malformed(format_args!("The body is no JSON object. Send {shape}."))),
        None => Err(Failure::malformed(format_args!("The body is empty. Send {shape}."))),
    }
}

fn unexpected(error: &serde_json::Error, shape: &str) -> Failure {
    let complaint = error.to_string();
    let complaint = beginning(&complaint, COMPLAINT_BYTES).escape_debug();
    if error.is_data() {
        Failure::malformed(format_args!(
            "The JSON of the body is not what this call takes: {complaint}. Send {shape}."
        ))
    } else {
        Failure::malformed(format_args!("The body is not valid JSON: {complaint}. Send {shape}."))
    }
}

fn names<'a>(raw: &'a RawValue, app: &App) -> Result<Vec<Cow<'a, str>>, Failure> {
    let limit = usize::try_from(app.pusher.publish_channels).unwrap_or(usize::MAX);
    let names = Bounded::<Text<'a>>::read(raw, limit).map_err(|error| unexpected(&error, EVENT_SHAPE))?;
    check_count(names.count, app)?;
    Ok(names.items.into_iter().map(|name| name.0).collect())
}

fn check_count(count: usize, app: &App) -> Result<(), Failure> {
    let limit = usize::try_from(app.pusher.publish_channels).unwrap_or(usize::MAX);
    if count <= limit {
        return Ok(());
    }
    Err(Failure::too_many(format_args!(
        "The event is for {count} channels and the limit is {limit} (publish_channels). Send it in several calls."
    )))
}

fn addressees<'a>(
    channel: Option<Cow<'a, str>>,
    channels: Option<Vec<Cow<'a, str>>>,
) -> Result<Vec<Cow<'a, str>>, Failure> {
    match (channel, channels) {
        (Some(_), Some(_)) => {
            Err(Failure::malformed("Both \"channel\" and \"channels\" are given. Send one of them."))
        }
        (Some(channel), None) => Ok(alloc::vec![channel]),
        (None, Some(channels)) if !channels.is_empty() => Ok(channels),
        (None, Some(_)) => Err(Failure::malformed("\"channels\" is empty. Name at least one channel.")),
        (None, None) => Err(missing("channel", "the name of a channel, or \"channels\", an array of names")),
    }
}

fn either<'a>(
    body: Option<Text<'a>>,
    query: Option<&'a str>,
    name: &str,
) -> Result<Option<Cow<'a, str>>, Failure> {
    match (body, query) {
        (Some(_), Some(_)) => Err(twice(name)),
        (Some(text), None) => Ok(Some(text.0)),
        (None, query) => Ok(query.map(Cow::Borrowed)),
    }
}

fn twice(name: &str) -> Failure {
    Failure::malformed(format_args!(
        "\"{name}\" stands in the body and in the query string. Send it once, in the body."
    ))
}

fn missing(name: &str, what: &str) -> Failure {
    Failure::malformed(format_args!("\"{name}\" is missing: it is {what}."))
}

fn check_name(name: &str, app: &App) -> Result<(), Failure> {
    let limit = usize::try_from(app.event_name_bytes).unwrap_or(usize::MAX);
    if name.is_empty() {
        return Err(Failure::malformed("\"name\" is empty. Name the event."));
    }
    if name.len() > limit {
        return Err(Failure::malformed(format_args!(
            "The event's name \"{}\" has {} bytes and the limit is {limit}. Shorten it or raise event_name_bytes.",
            Shown(name),
            name.len()
        )));
    }
    if is_reserved_event(name) {
        return Err(Failure::malformed(format_args!(
            "The event's name \"{}\" is reserved: clients would take the event for the server's own. Choose another, that \
             does not begin with pusher:, pusher_internal: or phx_ and is neither presence_state nor presence_diff.",
            Shown(name)
        )));
    }
    Ok(())
}

fn check_data(data: &str, name: &str, app: &App) -> Result<(), Failure> {
    if !data.starts_with('"') {
        return Err(Failure::malformed(format_args!(
            "The data of event \"{}\" is no string. Encode it as JSON and send that text as a string: \
             \"data\":\"{{\\\"key\\\":1}}\" instead of \"data\":{{\"key\":1}}.",
            Shown(name)
        )));
    }
    let len = literal::unescaped_len(data).map_err(|literal::LoneSurrogate| {
        Failure::malformed(format_args!(
            "The data of event \"{}\" contains half of a surrogate pair (\\uD800 to \\uDFFF alone), which is no character. \
             Check how the text was cut.",
            Shown(name)
        ))
    })?;
    let limit = usize::try_from(app.pusher.event_data_bytes).unwrap_or(usize::MAX);
    if len > limit {
        // Applications and the tests of Pusher's SDKs look for the first words, which are Pusher's.
        return Err(Failure::too_large(format_args!(
            "The data content of this event exceeds the allowed maximum ({limit} bytes): the data of \"{}\" has {len} bytes \
             and the limit is {limit}. Send less, for example a reference that \
             clients fetch, or raise event_data_bytes.",
            Shown(name)
        )));
    }
    Ok(())
}

/// A text from outside JSON as the literal that subscribers receive.
fn quoted(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len() + 2);
    json::push_string(&mut out, text);
    // Escaping text leaves text.
    String::from_utf8(out).unwrap_or_default()
}

/// The connection that must not receive the event. An id in Pusher's form that none of our connections can
/// have, such as another server's, excludes nobody.
fn excluded(id: &str) -> Result<Option<SocketId>, Failure> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if id.split_once('.').is_some_and(|(high, low)| is_number(high) && is_number(low)) {
        return Ok(socket_id::parse(id));
    }
    Err(Failure::malformed(format_args!(
        "Invalid socket_id \"{}\": it is two numbers with a dot, as the client got it in pusher:connection_established.",
        Shown(id)
    )))
}
