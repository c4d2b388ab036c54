//! Supabase Realtime: Phoenix channels in the second serialiser, <https://supabase.com/docs/guides/realtime/protocol>.
//!
//! There is no greeting, so the first heartbeat is taken for one. Channels are public: who may join a private one is a
//! database's business, so `private-x` means the public channel `x` here. Presence is not spoken.

use super::{Heard, Protocol, Roster};
use crate::ledger::excerpt;
use crate::signature;
use crate::target::App;

/// Supabase Realtime, as realtime-js speaks it, with the app's secret as the one that signs tokens.
#[derive(Debug, Clone, Copy)]
pub struct Supabase;

impl Protocol for Supabase {
    fn path(&self, app: &App) -> String {
        let expires = signature::expires();
        let token = signature::token(app, &format!(r#"{{"role":"anon","exp":{expires}}}"#));
        format!("/realtime/v1/websocket?apikey={token}&vsn=2.0.0")
    }

    fn hello(&self) -> Option<&'static str> {
        Some(r#"[null,"0","phoenix","heartbeat",{}]"#)
    }

    fn hear(&self, message: &str, _answer: &mut String) -> Result<Heard, String> {
        // What many are told names no join; what one is told does.
        if message.starts_with("[null,null,") {
            let is_broadcast = message.get(..200).unwrap_or(message).contains(r#","broadcast",{"#);
            return Ok(if is_broadcast { Heard::Delivery } else { Heard::Other });
        }
        let parsed: (serde_json::Value, serde_json::Value, String, String, serde_json::Value) =
            serde_json::from_str(message).map_err(|error| {
                format!("not a Phoenix message ({error}): {}", excerpt(message.as_bytes()))
            })?;
        let (_, _, topic, event, payload) = parsed;
        match (&*event, payload.get("status").and_then(serde_json::Value::as_str)) {
            ("phx_reply", Some("ok")) if topic == "phoenix" => Ok(Heard::Greeted(String::new())),
            ("phx_reply", Some("ok")) => Ok(Heard::Subscribed(Roster::default())),
            ("phx_reply" | "phx_error" | "phx_close", _) => Err(excerpt(message.as_bytes())),
            _ => Ok(Heard::Other),
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

    fn hear(message: &str) -> Result<Heard, String> {
        Supabase.hear(message, &mut String::new())
    }

    #[test]
    fn messages_mean_what_the_protocol_says() {
        for (message, heard) in [
            (
                r#"[null,"0","phoenix","phx_reply",{"status":"ok","response":{}}]"#,
                Heard::Greeted(String::new()),
            ),
            (
                r#"["a","a","realtime:a","phx_reply",{"status":"ok","response":{}}]"#,
                Heard::Subscribed(Roster::default()),
            ),
            (
                r#"[null,null,"realtime:a","broadcast",{"event":"m","payload":{},"type":"broadcast"}]"#,
                Heard::Delivery,
            ),
            (r#"[null,null,"realtime:a","presence_diff",{"joins":{},"leaves":{}}]"#, Heard::Other),
            (r#"["a",null,"realtime:a","system",{"status":"ok"}]"#, Heard::Other),
        ] {
            assert_eq!(hear(message), Ok(heard), "{message}");
        }
        for refusal in [
            r#"["a","a","realtime:a","phx_reply",{"status":"error","response":{"reason":"no"}}]"#,
            r#"["a","a","realtime:a","phx_error",{"reason":"expired"}]"#,
            "junk",
        ] {
            assert!(hear(refusal).is_err(), "{refusal}");
        }
    }

    #[test]
    fn channels_are_public_whatever_a_scenario_calls_them() {
        let app = App { id: "1".into(), key: "k".into(), secret: "s".into() };
        let join = Supabase.subscribe(&app, "", "private-a", "");
        assert_eq!(join, r#"["a","a","realtime:a","phx_join",{"config":{}}]"#);
        assert!(Supabase.event("private-a", r#"{"n":1}"#).contains(r#""realtime:a","broadcast""#));
        assert!(Supabase.path(&app).starts_with("/realtime/v1/websocket?apikey=eyJ"));
    }
}
