//! `GET channels/NAME/events` and `GET events?channels=A,B`: a stream of what is published on channels.
//!
//! | parameter or header | meaning |
//! | --- | --- |
//! | `channels` | the channels, at most [`CHANNELS`], with commas between; not with a channel in the path |
//! | `Accept: application/x-ndjson`, or `format=lines` | JSON lines in place of Server-Sent Events |
//! | `wait=SECONDS` | JSON lines that end with the first events, or after so many seconds without any |
//! | `Last-Event-ID`, `last_event_id` | what the stream begins after: `EPOCH-OFFSET` for each channel, with commas between |
//! | `auth_…` | the signature of any call; with `expires` (seconds since 1970, a day ahead at most) it holds until then |
//! | `Authorization: Bearer`, `token` | a token of the app's users, which stands for a signature of public and private channels |
//!
//! Public channels are open to anybody where the app says so (`event_streams = "public"`); all others, and all of
//! other apps, take a signature, which only the application can make, or a token. Whether a token holds, and gives a right
//! to a private channel, is for the stream's session to ask.

use alloc::{
    boxed::Box,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use baton_hub::Position;

use super::{
    Addressee, Failure, Request, Response, authentication, failure::Shown, find, query::Query, route::Call,
    route::Route,
};
use crate::{
    App, EventStreams, Hub, TokenError, origin, position,
    pusher::{ChannelKind, ChannelName},
};

/// Channels of one stream: its id holds the positions of all of them, some 25 bytes each, and is sent with each event.
const CHANNELS: usize = 16;
/// Bytes of an id: those of so many positions at their longest.
const ID_BYTES: usize = CHANNELS * 42;
/// The media type of JSON lines.
const LINES_TYPE: &[u8] = b"application/x-ndjson";
/// Seconds that a poll may wait: proxies end requests that take much longer.
const LONGEST_WAIT_S: u64 = 60;

/// What a request for a stream has beside what every request has.
#[derive(Debug, Clone, Copy, Default)]
pub struct StreamHead<'a> {
    /// The value of `Accept`.
    pub accept: Option<&'a str>,
    /// The value of `Last-Event-ID`, as it came.
    pub last_event_id: Option<&'a [u8]>,
    /// The page that it comes from.
    pub origin: Option<&'a str>,
    /// The value of `Authorization`.
    pub authorization: Option<&'a str>,
}

/// How events are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamFormat {
    /// Server-Sent Events (WHATWG HTML, section 9.2).
    Events,
    /// One JSON object a line.
    Lines,
    /// The same, ended with the first events, or after so many milliseconds.
    Poll {
        /// How long it waits for them.
        wait_ms: u64,
    },
}

/// A stream that its client may have.
#[derive(Debug)]
pub struct StreamRequest {
    /// The app.
    pub app: Arc<App>,
    /// The channels, as Pusher's clients spell them, each once.
    pub channels: Vec<String>,
    /// For each channel what it begins after, where the client says so.
    pub after: Option<Vec<Position>>,
    /// How it is written.
    pub format: StreamFormat,
    /// The token that stands for a signature, unchecked.
    pub token: Option<Box<str>>,
    /// What policies see of the request, as a JSON object, if anything.
    pub policy_headers: Option<Arc<str>>,
}

/// Whether a request is for a stream, judged by its method and path: a loop answers those itself.
pub fn is_stream(method: &str, path: &str) -> bool {
    let is_read = matches!(method, "GET" | "HEAD" | "OPTIONS");
    is_read
        && Route::find(path).is_ok_and(|route| matches!(route.call, Call::Events | Call::ChannelEvents(_)))
}

/// The app of a stream, and whether pages of this origin may read its answers.
pub fn stream_app(path: &str, origin: Option<&str>, hub: &dyn Hub) -> Option<(Arc<App>, bool)> {
    let route = Route::find(path).ok()?;
    let app = hub.app_by_id(&route.app_id)?;
    let may_read = origin::is_allowed(origin, &app.allowed_origins);
    Some((app, may_read))
}

/// Reads and judges a request for a stream.
///
/// # Errors
/// The answer that refuses it.
pub fn stream_request(
    request: &Request<'_>,
    head: &StreamHead<'_>,
    hub: &dyn Hub,
) -> Result<StreamRequest, Response> {
    let to = find(request, hub)?;
    judge(request, head, &to, hub).map_err(|failure| failure.into_response(Some(&to.app)))
}

fn judge(
    request: &Request<'_>,
    head: &StreamHead<'_>,
    to: &Addressee<'_>,
    hub: &dyn Hub,
) -> Result<StreamRequest, Failure> {
    let Addressee { route, app } = to;
    if !origin::is_allowed(head.origin, &app.allowed_origins) {
        return Err(Failure::forbidden(format_args!(
            "Origin {:?} may not read this app's events: add it to the app's allowed_origins.",
            head.origin.unwrap_or_default()
        )));
    }
    let query = Query::parse(request.query)?;
    let is_signed = query.get("auth_signature").is_some();
    if is_signed {
        authentication::authenticate_stream(request, route, &query, app, hub.unix_time_s())?;
    }
    if !app.enabled {
        return Err(Failure::disabled(app));
    }
    let token = bearer_token(head.authorization).or_else(|| query.get("token")).filter(|_| !is_signed);
    let names = names(route, &query)?;
    let channels = channels(&names, app)?;
    for channel in &channels {
        may_have(*channel, (is_signed, token.is_some()), app)?;
    }
    let after = match after(head, &query)? {
        Some(id) => Some(positions(id, channels.len())?),
        None => None,
    };
    let format = format(head, &query)?;
    let channels = channels.iter().map(|channel| channel.as_str().to_string()).collect();
    let token = token.map(Into::into);
    Ok(StreamRequest { app: Arc::clone(app), channels, after, format, token, policy_headers: None })
}

/// The token in a header (RFC 6750, section 2.1).
fn bearer_token(authorization: Option<&str>) -> Option<&str> {
    let (scheme, token) = authorization?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// The answer to a token that does not hold.
pub fn stream_token_refused(error: &TokenError, app: &App) -> Response {
    Failure::unauthorized(error.reason()).into_response(Some(app))
}

/// Whether a client may have a channel, which it has signed for or has a token for, or not.
fn may_have(
    channel: ChannelName<'_>,
    (is_signed, has_token): (bool, bool),
    app: &App,
) -> Result<(), Failure> {
    let is_open = app.pusher.event_streams == EventStreams::Public && channel.kind() == ChannelKind::Public;
    if app.pusher.event_streams == EventStreams::Off {
        return Err(Failure::switched_off(format_args!(
            "App {} has no event streams. Set event_streams to \"signed\" or \"public\" in its settings.",
            app.id
        )));
    }
    let is_of_tokens = !matches!(channel.kind(), ChannelKind::Presence | ChannelKind::User);
    if is_signed || is_open || has_token && is_of_tokens {
        return Ok(());
    }
    if has_token {
        return Err(Failure::unauthorized(format_args!(
            "A stream of channel {} needs a signature: tokens give a right to public and private channels alone.",
            Shown(channel.as_str())
        )));
    }
    Err(Failure::unauthorized(format_args!(
        "A stream of channel {} needs a token in Authorization: Bearer, or a signature: auth_key, auth_timestamp, \
         auth_version=1.0 and auth_signature in the query string, as every call of the HTTP API. (Streams of public channels \
         need none where the app has event_streams = \"public\".)",
        Shown(channel.as_str())
    )))
}

fn names<'q>(route: &'q Route<'_>, query: &'q Query<'_>) -> Result<Vec<String>, Failure> {
    match (&route.call, query.list("channels")?) {
        (Call::ChannelEvents(name), None) => Ok(Vec::from([name.to_string()])),
        (Call::ChannelEvents(_), Some(_)) => Err(Failure::malformed(
            "The channel stands in the path, and channels in the query string: use one of them.",
        )),
        (_, Some(list)) => Ok(list.split(',').map(ToString::to_string).collect()),
        (_, None) => Err(Failure::malformed(
            "Parameter channels is missing: name up to 16 channels with commas between, or one in the path: \
             /apps/ID/channels/NAME/events.",
        )),
    }
}

fn channels<'n>(names: &'n [String], app: &App) -> Result<Vec<ChannelName<'n>>, Failure> {
    if names.len() > CHANNELS {
        return Err(Failure::too_many(format_args!(
            "{} channels are asked for, and one stream has {CHANNELS} at most. Open another one.",
            names.len()
        )));
    }
    let mut channels: Vec<ChannelName<'n>> = Vec::with_capacity(names.len());
    for name in names {
        let channel = ChannelName::parse(name, app).map_err(Failure::malformed)?;
        if channels.iter().any(|other| other.as_str() == channel.as_str()) {
            return Err(Failure::malformed(format_args!("Channel {} is named twice.", Shown(name))));
        }
        channels.push(channel);
    }
    Ok(channels)
}

/// What the stream begins after: browsers say so by a header when they come back, which counts more than the query that they
/// came with first.
fn after<'q>(head: &StreamHead<'q>, query: &'q Query<'_>) -> Result<Option<&'q str>, Failure> {
    let id = match head.last_event_id {
        Some(bytes) => {
            let text = core::str::from_utf8(bytes).map_err(|_| {
                Failure::malformed(
                    "Invalid Last-Event-ID: it is not UTF-8, and must be the id of an event of a stream.",
                )
            })?;
            if text.len() > ID_BYTES {
                return Err(Failure::malformed(format_args!(
                    "Invalid Last-Event-ID: it has {} bytes, and the ids of streams have {ID_BYTES} at most.",
                    text.len()
                )));
            }
            text
        }
        None => query.get("last_event_id").unwrap_or_default(),
    };
    Ok(Some(id).filter(|id| !id.is_empty()))
}

fn positions(id: &str, channels: usize) -> Result<Vec<Position>, Failure> {
    let positions: Option<Vec<_>> = id.split(',').take(CHANNELS + 1).map(position).collect();
    positions.filter(|positions| positions.len() == channels).ok_or_else(|| bad_id(id))
}

fn bad_id(id: &str) -> Failure {
    Failure::malformed(format_args!(
        "Invalid Last-Event-ID \"{}\": it must be the id of an event of a stream of the same channels, EPOCH-OFFSET for each \
         of them with commas between.",
        Shown(id)
    ))
}

fn format(head: &StreamHead<'_>, query: &Query<'_>) -> Result<StreamFormat, Failure> {
    let named = query.get("format");
    if let Some(other) = named.filter(|named| !matches!(*named, "events" | "lines")) {
        return Err(Failure::malformed(format_args!(
            "Parameter format is \"{}\": it must be events or lines.",
            Shown(other)
        )));
    }
    if let Some(wait) = query.get("wait") {
        if named == Some("events") {
            return Err(Failure::malformed(
                "A poll (parameter wait) is answered as lines: leave out format=events.",
            ));
        }
        let seconds = wait.parse::<u64>().ok().filter(|seconds| *seconds <= LONGEST_WAIT_S);
        let seconds = seconds.filter(|_| wait.bytes().all(|byte| byte.is_ascii_digit())).ok_or_else(|| {
            Failure::malformed(format_args!(
                "Parameter wait is \"{}\": it must be a whole number of seconds, {LONGEST_WAIT_S} at most.",
                Shown(wait)
            ))
        })?;
        return Ok(StreamFormat::Poll { wait_ms: seconds * 1_000 });
    }
    match named {
        Some("events") => return Ok(StreamFormat::Events),
        Some(_) => return Ok(StreamFormat::Lines),
        None => {}
    }
    let is_lines = |part: &[u8]| part.eq_ignore_ascii_case(LINES_TYPE);
    let wants_lines =
        head.accept.is_some_and(|accept| accept.as_bytes().windows(LINES_TYPE.len()).any(is_lines));
    Ok(if wants_lines { StreamFormat::Lines } else { StreamFormat::Events })
}
