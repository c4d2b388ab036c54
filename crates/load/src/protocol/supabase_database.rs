//! Supabase Realtime with a database behind it: private channels, changes, and what the database
//! broadcasts.
//!
//! Each client joins with a token and a request of its own, so here a *member* is the payload of
//! its joins. Changes come as text, broadcasts of the database as binary frames of the second
//! serialiser, whose head is ASCII and whose payload is JSON: they are read as text too.

use serde_json::Value;

use super::supabase::Phoenix;
use super::{Protocol, Roster, ServerMessage, Supabase};
use crate::ledger::excerpt;
use crate::target::App;

/// What every message to many begins with: it names no join and answers nothing.
const TO_MANY: &str = r#"[null,null,""#;

/// The type of a binary frame that carries a broadcast.
const USER_BROADCAST: u8 = 4;

/// Supabase Realtime for clients that join with tokens and requests of their own.
#[derive(Debug, Clone, Copy)]
pub struct SupabaseDatabase {
    /// A join is complete when the server confirms the subscription to changes, not at its reply.
    follows: bool,
}

impl SupabaseDatabase {
    /// For clients that wait for changes.
    pub const FOLLOWER: Self = Self { follows: true };
    /// For clients that join channels.
    pub const MEMBER: Self = Self { follows: false };

    /// The payload of a join: with a token, or in the connection's name; and with a request for
    /// changes, as JSON.
    #[must_use]
    pub fn member(token: Option<&str>, is_private: bool, request: Option<&str>) -> String {
        let token = token.map(|token| format!(r#","access_token":"{token}""#)).unwrap_or_default();
        let request = request.unwrap_or_default();
        format!(r#"{{"config":{{"private":{is_private},"postgres_changes":[{request}]}}{token}}}"#)
    }

    /// Leaves a channel.
    #[must_use]
    pub fn leave(channel: &str) -> String {
        format!(r#"["{channel}","{channel}","realtime:{channel}","phx_leave",{{}}]"#)
    }

    fn system(self, message: &str, payload: &Value) -> Result<ServerMessage, String> {
        let field = |name: &str| payload.get(name).and_then(Value::as_str);
        match (field("status"), field("extension")) {
            (Some("ok"), Some("postgres_changes")) if self.follows => {
                Ok(ServerMessage::Subscribed(Roster::default()))
            }
            (Some("ok"), _) => Ok(ServerMessage::Other),
            _ => Err(excerpt(message.as_bytes())),
        }
    }
}

impl Protocol for SupabaseDatabase {
    fn path(&self, app: &App, channels: &[String]) -> String {
        Supabase.path(app, channels)
    }

    fn hello(&self) -> Option<&'static str> {
        Supabase.hello()
    }

    fn parse(&self, message: &str, _answer: &mut String) -> Result<ServerMessage, String> {
        if let Some(rest) = message.strip_prefix(TO_MANY) {
            let event = memchr::memchr(b'"', rest.as_bytes()).and_then(|end| rest.get(end..));
            let is_delivery = event.is_some_and(|event| {
                event.starts_with(r#"","postgres_changes""#) || event.starts_with(r#"","broadcast""#)
            });
            return Ok(if is_delivery { ServerMessage::Delivery } else { ServerMessage::Other });
        }
        let Phoenix { topic, event, payload } = Phoenix::parse(message)?;
        match (&*event, payload.get("status").and_then(Value::as_str)) {
            ("phx_reply", Some("ok")) if topic == "phoenix" => Ok(ServerMessage::Greeted(String::new())),
            ("phx_reply", Some("ok")) if self.follows => Ok(ServerMessage::Other),
            ("phx_reply", Some("ok")) => Ok(ServerMessage::Subscribed(Roster::default())),
            ("phx_reply", _) => Ok(ServerMessage::Refused(excerpt(message.as_bytes()))),
            ("system", _) => self.system(message, &payload),
            ("phx_error", _) => Err(excerpt(message.as_bytes())),
            _ => Ok(ServerMessage::Other),
        }
    }

    fn read_binary<'a>(&self, message: &'a [u8]) -> Result<&'a str, String> {
        match (message.first(), std::str::from_utf8(message)) {
            (Some(&USER_BROADCAST), Ok(text)) => Ok(text),
            _ => Err(format!("a binary message that is no broadcast of JSON: {}", excerpt(message))),
        }
    }

    fn subscribe(&self, _app: &App, _socket_id: &str, channel: &str, member: &str) -> String {
        format!(r#"["{channel}","{channel}","realtime:{channel}","phx_join",{member}]"#)
    }

    fn event(&self, channel: &str, data: &str) -> String {
        Supabase.event(channel, data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPLY: &str =
        r#"["a","a","realtime:a","phx_reply",{"status":"ok","response":{"postgres_changes":[]}}]"#;
    const SUBSCRIBED: &str = r#"["a",null,"realtime:a","system",{"extension":"postgres_changes","status":"ok","message":"Subscribed to PostgreSQL","channel":"a"}]"#;

    fn parse(protocol: SupabaseDatabase, message: &str) -> Result<ServerMessage, String> {
        protocol.parse(message, &mut String::new())
    }

    #[test]
    fn a_follower_waits_until_changes_will_come() {
        assert_eq!(parse(SupabaseDatabase::FOLLOWER, REPLY), Ok(ServerMessage::Other));
        assert_eq!(
            parse(SupabaseDatabase::FOLLOWER, SUBSCRIBED),
            Ok(ServerMessage::Subscribed(Roster::default()))
        );
        assert_eq!(parse(SupabaseDatabase::MEMBER, REPLY), Ok(ServerMessage::Subscribed(Roster::default())));
        assert_eq!(parse(SupabaseDatabase::MEMBER, SUBSCRIBED), Ok(ServerMessage::Other));
        let failed = SUBSCRIBED.replace("\"ok\"", "\"error\"");
        assert!(parse(SupabaseDatabase::FOLLOWER, &failed).is_err());
    }

    #[test]
    fn deliveries_are_changes_and_broadcasts() {
        for event in ["postgres_changes", "broadcast"] {
            let message = format!(r#"[null,null,"realtime:a","{event}",{{"ids":[1],"data":{{}}}}]"#);
            assert_eq!(parse(SupabaseDatabase::FOLLOWER, &message), Ok(ServerMessage::Delivery));
        }
        let other = r#"[null,null,"realtime:a","presence_diff",{"joins":{"broadcast":{}}}]"#;
        assert_eq!(parse(SupabaseDatabase::MEMBER, other), Ok(ServerMessage::Other));
        let frame = b"\x04\x01\x01\x02\x01am{}{\"m\":1}";
        assert!(SupabaseDatabase::MEMBER.read_binary(frame).unwrap().ends_with("{\"m\":1}"));
        assert!(SupabaseDatabase::MEMBER.read_binary(b"\x03").is_err());
    }

    #[test]
    fn a_refused_join_is_reported_and_does_not_end_the_session() {
        let message = r#"["a","a","realtime:a","phx_reply",{"status":"error","response":{"reason":"Unauthorized: no"}}]"#;
        assert!(
            matches!(parse(SupabaseDatabase::MEMBER, message), Ok(ServerMessage::Refused(text)) if text.contains("Unauthorized"))
        );
    }

    #[test]
    fn joins_carry_what_the_member_is() {
        let app = App { id: "1".into(), key: "k".into(), secret: "s".into() };
        let member = SupabaseDatabase::member(Some("t"), true, Some(r#"{"event":"*"}"#));
        let join = SupabaseDatabase::MEMBER.subscribe(&app, "", "a", &member);
        let parsed: Value = serde_json::from_str(&join).unwrap();
        assert_eq!(parsed[2], "realtime:a");
        assert_eq!(parsed[4]["config"]["postgres_changes"][0]["event"], "*");
        assert_eq!(
            (&parsed[4]["config"]["private"], &parsed[4]["access_token"]),
            (&true.into(), &"t".into())
        );
        assert!(serde_json::from_str::<Value>(&SupabaseDatabase::member(None, false, None)).is_ok());
    }
}
