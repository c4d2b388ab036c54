//! What the server says, read as strictly as the strictest client would.

use std::collections::BTreeMap;

use serde_json::Value;

/// Members of a presence channel: what is sent of each, by user id.
pub(crate) type Members = BTreeMap<String, String>;

/// Something that reaches a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Heard {
    /// The greeting, with the connection's public name.
    Established { socket: String },
    /// A subscription was made; presence channels say who is there.
    Confirmed { channel: String, members: Option<Members> },
    /// A subscription was refused.
    Refused { channel: String },
    /// A user came.
    Added { channel: String, user: String, about: String },
    /// A user went.
    Removed { channel: String, user: String },
    /// How many subscriptions there are.
    Counted { channel: String, count: u64 },
    /// The cache channel has nothing.
    CacheMiss { channel: String },
    /// The sign-in is believed.
    SignedIn { user: String },
    /// Who of the watched users is there, and who is not.
    Watched { online: Vec<String>, offline: Vec<String> },
    /// Somebody published.
    Message { channel: String, uuid: String, user: Option<String>, copy: bool },
    /// `pusher:error`.
    Error { text: String },
    /// `pusher:ping`.
    Asked,
    /// `pusher:pong`.
    Answered,
    /// A ping of the WebSocket.
    Ping,
    /// A close frame.
    Closed(u16),
}

/// Reads one text message of the server. The error says what no client could make sense of.
pub(crate) fn read(text: &[u8]) -> Result<Heard, String> {
    let shown = || String::from_utf8_lossy(text).into_owned();
    let message: Value = serde_json::from_slice(text).map_err(|error| format!("{error}: {}", shown()))?;
    understand(&message).ok_or_else(|| format!("no client understands {}", shown()))
}

fn understand(message: &Value) -> Option<Heard> {
    let event = message.get("event")?.as_str()?;
    let channel = || message.get("channel")?.as_str().map(str::to_owned);
    let inner =
        || serde_json::from_str::<Value>(message.get("data")?.as_str()?).ok().filter(Value::is_object);
    Some(match event {
        "pusher:connection_established" => {
            let inner = inner()?;
            inner.get("activity_timeout")?.as_u64().filter(|seconds| *seconds > 0)?;
            Heard::Established { socket: text_of(&inner, "socket_id")? }
        }
        "pusher_internal:subscription_succeeded" => {
            let members = match inner()?.get("presence") {
                Some(presence) => Some(members(presence)?),
                None => None,
            };
            Heard::Confirmed { channel: channel()?, members }
        }
        "pusher:subscription_error" => {
            let data = message.get("data")?;
            data.get("status")?.as_u64()?;
            text_of(data, "error")?;
            Heard::Refused { channel: channel()? }
        }
        "pusher_internal:member_added" => {
            let inner = inner()?;
            let about = inner.get("user_info").map(Value::to_string).unwrap_or_default();
            Heard::Added { channel: channel()?, user: text_of(&inner, "user_id")?, about }
        }
        "pusher_internal:member_removed" => {
            Heard::Removed { channel: channel()?, user: text_of(&inner()?, "user_id")? }
        }
        "pusher_internal:subscription_count" => {
            Heard::Counted { channel: channel()?, count: inner()?.get("subscription_count")?.as_u64()? }
        }
        "pusher:cache_miss" => Heard::CacheMiss { channel: channel()? },
        "pusher:signin_success" => {
            let user = message.get("data")?.get("user_data")?.as_str()?;
            Heard::SignedIn { user: text_of(&serde_json::from_str(user).ok()?, "id")? }
        }
        "pusher_internal:watchlist_events" => watched(&inner()?)?,
        "pusher:error" => Heard::Error { text: error(message.get("data")?)? },
        "pusher:ping" => Heard::Asked,
        "pusher:pong" => Heard::Answered,
        "n" | "client-n" => {
            let user = message.get("user_id").map(|user| user.as_str().map(str::to_owned));
            let user = if let Some(user) = user { Some(user?) } else { None };
            let uuid = name_of(message.get("data")?.as_str()?)?;
            Heard::Message { channel: channel()?, uuid, user, copy: false }
        }
        _ => return None,
    })
}

/// Long messages are their name and a filling; those of Supabase clients are objects.
pub(crate) fn name_of(payload: &str) -> Option<String> {
    if payload.starts_with('{') {
        return text_of(&serde_json::from_str(payload).ok()?, "id");
    }
    payload.split(' ').next().map(str::to_owned)
}

fn text_of(object: &Value, field: &str) -> Option<String> {
    object.get(field)?.as_str().map(str::to_owned)
}

/// `ids`, `hash` and `count` say the same, or the list is not understood.
fn members(presence: &Value) -> Option<Members> {
    let hash = presence.get("hash")?.as_object()?;
    let members: Members = hash.iter().map(|(user, about)| (user.clone(), about.to_string())).collect();
    let ids = presence.get("ids")?.as_array()?;
    let known = ids.iter().all(|id| id.as_str().is_some_and(|id| members.contains_key(id)));
    let count = presence.get("count")?.as_u64()?;
    (known && ids.len() == members.len() && count == members.len() as u64).then_some(members)
}

fn watched(data: &Value) -> Option<Heard> {
    let (mut online, mut offline) = (Vec::new(), Vec::new());
    for event in data.get("events")?.as_array()? {
        let list = if event.get("name")?.as_str()? == "online" { &mut online } else { &mut offline };
        for id in event.get("user_ids")?.as_array()? {
            list.push(id.as_str()?.to_owned());
        }
    }
    Some(Heard::Watched { online, offline })
}

/// Its data is an object, as Pusher's, or a string that holds one, as Reverb's.
fn error(data: &Value) -> Option<String> {
    if let Some(inner) = data.as_str() {
        return text_of(&serde_json::from_str(inner).ok()?, "message");
    }
    data.get("code")?;
    text_of(data, "message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_client_could_read_is_an_error() {
        for text in [
            "",
            "{",
            "[]",
            r#"{"data":"{}"}"#,
            r#"{"event":7}"#,
            r#"{"event":"pusher:new","data":"{}"}"#,
            r#"{"event":"pusher:connection_established","data":"{\"socket_id\":\"1.2\",\"activity_timeout\":0}"}"#,
            r#"{"event":"pusher_internal:subscription_succeeded","data":"{}"}"#,
            r#"{"event":"pusher_internal:subscription_succeeded","channel":"x","data":{}}"#,
            r#"{"event":"pusher_internal:subscription_succeeded","channel":"x","data":"{\"presence\":{\"count\":2,\"ids\":[\"a\"],\"hash\":{\"a\":1}}}"}"#,
            r#"{"event":"pusher:error","data":{"message":"no code"}}"#,
        ] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn rosters_and_messages_are_read() {
        let text = r#"{"event":"pusher_internal:subscription_succeeded","channel":"presence-x","data":"{\"presence\":{\"count\":1,\"ids\":[\"a\"],\"hash\":{\"a\":{\"tab\":1}}}}"}"#;
        let members = Some(Members::from([("a".to_owned(), r#"{"tab":1}"#.to_owned())]));
        assert_eq!(read(text.as_bytes()), Ok(Heard::Confirmed { channel: "presence-x".into(), members }));
        let text = r#"{"event":"client-n","channel":"presence-x","data":"m","user_id":"a"}"#;
        let (channel, uuid) = ("presence-x".to_owned(), "m".to_owned());
        assert_eq!(
            read(text.as_bytes()),
            Ok(Heard::Message { channel, uuid, user: Some("a".into()), copy: false })
        );
    }
}
