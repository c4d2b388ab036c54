//! Pusher Channels, protocol 7:
//! <https://pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol/>.

use std::borrow::Cow;

use serde::Deserialize;

use super::{Protocol, Roster, ServerMessage};
use crate::ledger::excerpt;
use crate::signature;
use crate::target::App;

/// The Pusher protocol, as pusher-js speaks it.
#[derive(Debug, Clone, Copy)]
pub struct Pusher;

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    event: Cow<'a, str>,
    #[serde(default)]
    data: serde_json::Value,
}

/// The data of a presence subscription; servers list ids, and some of them everything else as well.
#[derive(Deserialize)]
struct Presence {
    presence: Ids,
}

#[derive(Deserialize)]
struct Ids {
    ids: Vec<Id>,
}

#[derive(Deserialize)]
struct Member {
    user_id: Id,
}

/// Ids are strings, and some servers write numbers.
#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Text(String),
    Number(u64),
}

impl Id {
    fn roster(&self) -> Roster {
        match self {
            Self::Text(text) => Roster::of(text),
            Self::Number(number) => Roster::of(&number.to_string()),
        }
    }
}

impl Protocol for Pusher {
    fn path(&self, app: &App, _channels: &[String]) -> String {
        format!(
            "/app/{}?protocol=7&client=baton-load&version={}&flash=false",
            app.key,
            env!("CARGO_PKG_VERSION")
        )
    }

    fn parse(&self, message: &str, answer: &mut String) -> Result<ServerMessage, String> {
        // At a million messages a second only those of the protocol itself are parsed. All servers
        // write `event` first.
        if message.starts_with(r#"{"event":""#) && !message.starts_with(r#"{"event":"pusher"#) {
            return Ok(ServerMessage::Delivery);
        }
        let unknown = |error: serde_json::Error| {
            format!("not a Pusher message ({error}): {}", excerpt(message.as_bytes()))
        };
        let parsed: Message<'_> = serde_json::from_str(message).map_err(unknown)?;
        match &*parsed.event {
            "pusher:connection_established" => match inner(&parsed.data).get("socket_id") {
                Some(serde_json::Value::String(id)) => Ok(ServerMessage::Greeted(id.clone())),
                _ => Err("connection_established names no socket_id".to_owned()),
            },
            "pusher_internal:subscription_succeeded" => {
                let mut roster = Roster::default();
                if let Ok(Presence { presence }) = serde_json::from_value(inner(&parsed.data)) {
                    presence.ids.iter().for_each(|id| roster.add(id.roster()));
                }
                Ok(ServerMessage::Subscribed(roster))
            }
            "pusher_internal:member_added" => {
                member(&parsed.data).map(ServerMessage::Joined).map_err(unknown)
            }
            "pusher_internal:member_removed" => {
                member(&parsed.data).map(ServerMessage::Left).map_err(unknown)
            }
            "pusher:ping" => {
                answer.push_str(r#"{"event":"pusher:pong","data":{}}"#);
                Ok(ServerMessage::Other)
            }
            "pusher:error" | "pusher:subscription_error" => Err(excerpt(message.as_bytes())),
            event if event.starts_with("pusher") => Ok(ServerMessage::Other),
            _ => Ok(ServerMessage::Delivery),
        }
    }

    fn subscribe(&self, app: &App, socket_id: &str, channel: &str, member: &str) -> String {
        if channel.starts_with("presence-") {
            let data = format!(r#"{{"user_id":"{member}"}}"#);
            let auth = signature::presence_channel(app, socket_id, channel, &data);
            let data = data.replace('"', "\\\"");
            return format!(
                r#"{{"event":"pusher:subscribe","data":{{"auth":"{auth}","channel_data":"{data}","channel":"{channel}"}}}}"#
            );
        }
        let auth = match channel.starts_with("private-") {
            true => signature::private_channel(app, socket_id, channel),
            false => String::new(),
        };
        format!(r#"{{"event":"pusher:subscribe","data":{{"auth":"{auth}","channel":"{channel}"}}}}"#)
    }

    fn event(&self, channel: &str, data: &str) -> String {
        format!(r#"{{"event":"client-m","channel":"{channel}","data":{data}}}"#)
    }
}

/// `data` is an object, or a string that holds one.
fn inner(data: &serde_json::Value) -> serde_json::Value {
    match data.as_str() {
        Some(text) => serde_json::from_str(text).unwrap_or_default(),
        None => data.clone(),
    }
}

fn member(data: &serde_json::Value) -> Result<Roster, serde_json::Error> {
    serde_json::from_value::<Member>(inner(data)).map(|member| member.user_id.roster())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(message: &str) -> Result<ServerMessage, String> {
        Pusher.parse(message, &mut String::new())
    }

    #[test]
    fn messages_mean_what_the_protocol_says() {
        let established = r#"{"event":"pusher:connection_established","data":"{\"socket_id\":\"1.2\"}"}"#;
        assert_eq!(parse(established).unwrap(), ServerMessage::Greeted("1.2".into()));
        let confirmed = r#"{"event":"pusher_internal:subscription_succeeded","channel":"a","data":"{}"}"#;
        assert_eq!(parse(confirmed).unwrap(), ServerMessage::Subscribed(Roster::default()));
        assert_eq!(parse(r#"{"event":"m","channel":"a","data":"x"}"#).unwrap(), ServerMessage::Delivery);
        assert_eq!(
            parse(r#"{"channel":"a","event":"client-m","data":"x"}"#).unwrap(),
            ServerMessage::Delivery
        );
        assert_eq!(parse(r#"{"event":"pusher_internal:other"}"#).unwrap(), ServerMessage::Other);
        let mut answer = String::new();
        assert_eq!(
            Pusher.parse(r#"{"event":"pusher:ping","data":"{}"}"#, &mut answer).unwrap(),
            ServerMessage::Other
        );
        assert!(answer.contains("pusher:pong"));
        assert!(
            parse(r#"{"event":"pusher:error","data":{"message":"too many"}}"#)
                .unwrap_err()
                .contains("too many")
        );
        assert!(parse("junk").unwrap_err().contains("junk"));
        assert!(parse(r#"{"event":"pusher:connection_established","data":"{}"}"#).is_err());
    }

    #[test]
    fn members_are_counted_by_their_ids() {
        let mut both = Roster::of("a");
        both.add(Roster::of("7"));
        let confirmed = r#"{"event":"pusher_internal:subscription_succeeded","channel":"presence-x",
            "data":"{\"presence\":{\"count\":2,\"ids\":[\"a\",7],\"hash\":{\"a\":null,\"7\":{}}}}"}"#;
        assert_eq!(parse(confirmed).unwrap(), ServerMessage::Subscribed(both));
        let joined =
            r#"{"event":"pusher_internal:member_added","channel":"presence-x","data":"{\"user_id\":\"a\"}"}"#;
        assert_eq!(parse(joined).unwrap(), ServerMessage::Joined(Roster::of("a")));
        let left = joined.replace("added", "removed");
        assert_eq!(parse(&left).unwrap(), ServerMessage::Left(Roster::of("a")));
        assert!(parse(r#"{"event":"pusher_internal:member_added","data":"{}"}"#).is_err());
    }

    #[test]
    fn protected_channels_are_signed() {
        let app = App { id: "1".into(), key: "k".into(), secret: "s".into() };
        let private = Pusher.subscribe(&app, "1.2", "private-a", "u");
        assert!(private.contains(&signature::private_channel(&app, "1.2", "private-a")));
        let presence = Pusher.subscribe(&app, "1.2", "presence-a", "u");
        let parsed: serde_json::Value = serde_json::from_str(&presence).unwrap();
        assert_eq!(parsed["data"]["channel_data"], r#"{"user_id":"u"}"#);
        assert!(presence.contains(&signature::presence_channel(
            &app,
            "1.2",
            "presence-a",
            r#"{"user_id":"u"}"#
        )));
        assert!(Pusher.subscribe(&app, "1.2", "a", "u").contains(r#""auth":"""#));
    }
}
