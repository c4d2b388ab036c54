//! Supabase Realtime: Phoenix channels in the second serialiser,
//! <https://supabase.com/docs/guides/realtime/protocol>.
//!
//! There is no greeting, so the first heartbeat is taken for one. Channels are public: who may join
//! a private one is a database's business, so `private-x` means the public channel `x` here.
//! Presence is not spoken.

use serde_json::Value;

use super::{Protocol, Roster, ServerMessage};
use crate::ledger::excerpt;
use crate::signature;
use crate::target::App;

/// Supabase Realtime, as realtime-js speaks it, with the app's secret as the one that signs tokens.
#[derive(Debug, Clone, Copy)]
pub struct Supabase;

/// A message of Phoenix channels.
pub(super) struct Phoenix {
    pub(super) topic: String,
    pub(super) event: String,
    pub(super) payload: Value,
}

impl Phoenix {
    pub(super) fn parse(message: &str) -> Result<Self, String> {
        let parsed: (Value, Value, String, String, Value) = serde_json::from_str(message)
            .map_err(|error| format!("not a Phoenix message ({error}): {}", excerpt(message.as_bytes())))?;
        let (_, _, topic, event, payload) = parsed;
        Ok(Self { topic, event, payload })
    }
}

impl Protocol for Supabase {
    fn path(&self, app: &App, _channels: &[String]) -> String {
        let expires = signature::expires();
        let token = signature::token(app, &format!(r#"{{"role":"anon","exp":{expires}}}"#));
        format!("/realtime/v1/websocket?apikey={token}&vsn=2.0.0")
    }

    fn hello(&self) -> Option<&'static str> {
        Some(r#"[null,"0","phoenix","heartbeat",{}]"#)
    }

    fn parse(&self, message: &str, _answer: &mut String) -> Result<ServerMessage, String> {
        // A message to many names no join; an answer to one client does.
        if message.starts_with("[null,null,") {
            let is_broadcast = message.get(..200).unwrap_or(message).contains(r#","broadcast",{"#);
            return Ok(if is_broadcast { ServerMessage::Delivery } else { ServerMessage::Other });
        }
        let Phoenix { topic, event, payload } = Phoenix::parse(message)?;
        match (&*event, payload.get("status").and_then(Value::as_str)) {
            ("phx_reply", Some("ok")) if topic == "phoenix" => Ok(ServerMessage::Greeted(String::new())),
            ("phx_reply", Some("ok")) => Ok(ServerMessage::Subscribed(Roster::default())),
            ("phx_reply" | "phx_error" | "phx_close", _) => Err(excerpt(message.as_bytes())),
            _ => Ok(ServerMessage::Other),
        }
    }

    fn subscribe(&self, _app: &App, _socket_id: &str, channel: &str, _member: &str) -> String {
        let topic = topic(channel);
        format!(r#"["{topic}","{topic}","realtime:{topic}","phx_join",{{"config":{{}}}}]"#)
    }

    fn event(&self, channel: &str, data: &str) -> String {
        let topic = topic(channel);
        format!(
            r#"["{topic}",null,"realtime:{topic}","broadcast",{{"type":"broadcast","event":"m","payload":{data}}}]"#
        )
    }
}

fn topic(channel: &str) -> &str {
    channel.strip_prefix("private-").unwrap_or(channel)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(message: &str) -> Result<ServerMessage, String> {
        Supabase.parse(message, &mut String::new())
    }

    #[test]
    fn messages_mean_what_the_protocol_says() {
        for (message, meaning) in [
            (
                r#"[null,"0","phoenix","phx_reply",{"status":"ok","response":{}}]"#,
                ServerMessage::Greeted(String::new()),
            ),
            (
                r#"["a","a","realtime:a","phx_reply",{"status":"ok","response":{}}]"#,
                ServerMessage::Subscribed(Roster::default()),
            ),
            (
                r#"[null,null,"realtime:a","broadcast",{"event":"m","payload":{},"type":"broadcast"}]"#,
                ServerMessage::Delivery,
            ),
            (r#"[null,null,"realtime:a","presence_diff",{"joins":{},"leaves":{}}]"#, ServerMessage::Other),
            (r#"["a",null,"realtime:a","system",{"status":"ok"}]"#, ServerMessage::Other),
        ] {
            assert_eq!(parse(message), Ok(meaning), "{message}");
        }
        for refusal in [
            r#"["a","a","realtime:a","phx_reply",{"status":"error","response":{"reason":"no"}}]"#,
            r#"["a","a","realtime:a","phx_error",{"reason":"expired"}]"#,
            "junk",
        ] {
            assert!(parse(refusal).is_err(), "{refusal}");
        }
    }

    #[test]
    fn channels_are_public_whatever_a_scenario_calls_them() {
        let app = App { id: "1".into(), key: "k".into(), secret: "s".into() };
        let join = Supabase.subscribe(&app, "", "private-a", "");
        assert_eq!(join, r#"["a","a","realtime:a","phx_join",{"config":{}}]"#);
        assert!(Supabase.event("private-a", r#"{"n":1}"#).contains(r#""realtime:a","broadcast""#));
        assert!(Supabase.path(&app, &[]).starts_with("/realtime/v1/websocket?apikey=eyJ"));
    }
}
