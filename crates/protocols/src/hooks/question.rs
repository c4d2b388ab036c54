//! What a hook is asked, and how that is written.

use alloc::{format, vec::Vec};
use core::net::IpAddr;

use baton_hub::{Form, SocketId};

use super::HookEvent;
use crate::json::push_string;

/// One question to the hook of an app.
#[derive(Debug, Clone, Copy)]
pub struct HookQuestion<'a> {
    /// The place of the hook that is asked ([`Hooks::find`](super::Hooks::find)).
    pub hook: usize,
    /// What is about to happen.
    pub event: HookEvent,
    /// The channel as Pusher's clients spell it; empty where a client connects.
    pub channel: &'a str,
    /// Whose connection it is; in a publish, the connection that is left out.
    pub socket: Option<SocketId>,
    /// The user, where it is known.
    pub user: Option<&'a str>,
    /// The rest.
    pub detail: HookDetail<'a>,
}

/// What a question has beside its event, channel and client.
#[derive(Debug, Clone, Copy)]
pub enum HookDetail<'a> {
    /// A client connects.
    Connection {
        /// `pusher` or `supabase`.
        protocol: &'static str,
        /// Where it comes from, as far as the server knows; a session does not.
        address: Option<IpAddr>,
        /// The page that it comes from, where it is a browser. The same holds.
        origin: Option<&'a str>,
    },
    /// A client subscribes.
    Subscription {
        /// What it signed of itself, as it came.
        channel_data: Option<&'a str>,
    },
    /// Something is published.
    Message {
        /// Its name.
        event: &'a str,
        /// Its payload, as it came.
        data: &'a [u8],
        /// How that is to be read.
        form: Form,
        /// Bytes that the data of an answer may have.
        most_bytes: u32,
        /// Whether these are of the data as it is written; otherwise a string counts without its quotes and escapes.
        counts_escapes: bool,
    },
}

impl HookQuestion<'_> {
    /// Appends the fields of the question as those of a JSON object, without its braces.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\"type\":\"");
        out.extend_from_slice(self.event.name().as_bytes());
        out.push(b'"');
        if let Some(socket) = self.socket {
            out.extend_from_slice(format!(",\"socket_id\":\"{socket}\"").as_bytes());
        }
        push_field(out, "user_id", self.user);
        push_field(out, "channel", Some(self.channel).filter(|channel| !channel.is_empty()));
        match self.detail {
            HookDetail::Connection { protocol, address, origin } => {
                push_field(out, "protocol", Some(protocol));
                if let Some(address) = address {
                    out.extend_from_slice(format!(",\"address\":\"{}\"", address.to_canonical()).as_bytes());
                }
                push_field(out, "origin", origin);
            }
            HookDetail::Subscription { channel_data } => push_field(out, "channel_data", channel_data),
            HookDetail::Message { event, data, form, .. } => {
                push_field(out, "event", Some(event));
                out.extend_from_slice(b",\"data\":");
                match form {
                    Form::Text | Form::Json => out.extend_from_slice(data),
                    Form::Binary => out.extend_from_slice(b"null"),
                }
            }
        }
    }

    /// Bytes that the data of an answer may have; 0 where it has none.
    pub fn most_bytes(&self) -> u32 {
        match self.detail {
            HookDetail::Message { most_bytes, .. } => most_bytes,
            HookDetail::Connection { .. } | HookDetail::Subscription { .. } => 0,
        }
    }
}

fn push_field(out: &mut Vec<u8>, name: &str, value: Option<&str>) {
    let Some(value) = value else { return };
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
    push_string(out, value);
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    fn written(event: HookEvent, channel: &str, detail: HookDetail<'_>) -> String {
        let socket = crate::pusher::socket_id::parse("1.2");
        let question = HookQuestion { hook: 0, event, channel, socket, user: Some("7\n"), detail };
        let mut out = Vec::new();
        question.write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn questions_are_written_with_what_is_known() {
        let origin = Some("https://a.example");
        let address = Some(IpAddr::from([10, 0, 0, 1]));
        assert_eq!(
            written(HookEvent::Connect, "", HookDetail::Connection { protocol: "pusher", address, origin }),
            r#""type":"connect","socket_id":"1.2","user_id":"7\n","protocol":"pusher","address":"10.0.0.1","origin":"https://a.example""#
        );
        let channel_data = Some(r#"{"user_id":"7"}"#);
        assert_eq!(
            written(HookEvent::Subscribe, "presence-\"x", HookDetail::Subscription { channel_data }),
            r#""type":"subscribe","socket_id":"1.2","user_id":"7\n","channel":"presence-\"x","channel_data":"{\"user_id\":\"7\"}""#
        );
    }

    #[test]
    fn payloads_are_written_as_they_came() {
        let message = |form, data: &'static [u8]| {
            written(
                HookEvent::ClientEvent,
                "private-x",
                HookDetail::Message { event: "client-e", data, form, most_bytes: 1, counts_escapes: false },
            )
        };
        let expected = |data: &str| {
            format!(
                r#""type":"client_event","socket_id":"1.2","user_id":"7\n","channel":"private-x","event":"client-e","data":{data}"#
            )
        };
        assert_eq!(message(Form::Json, b"{\"n\": 9007199254740993}"), expected("{\"n\": 9007199254740993}"));
        assert_eq!(message(Form::Text, br#""\u00e9""#), expected(r#""\u00e9""#));
        assert_eq!(message(Form::Binary, b"\xff"), expected("null"));
    }
}
