//! What the server says, as text.
//!
//! All writers append to a buffer of the caller's; payloads are JSON, trusted to be right. Binary frames are for
//! broadcasts alone ([`FanOut`](super::broadcast::FanOut)): clients cannot read answers in them.

use alloc::vec::Vec;
use core::fmt::{Display, Write as _};

use super::{
    Reference, Version,
    topic::{PHOENIX, Spelling},
};
use crate::json::{EscapedText, push_escaped, push_string};

/// The event of [`Notice`](super::Notice).
pub const SYSTEM: &str = "system";
/// The event of [`presence::push_state`](super::presence::push_state).
pub const PRESENCE_STATE: &str = "presence_state";
/// The event of [`presence::push_diff`](super::presence::push_diff).
pub const PRESENCE_DIFF: &str = "presence_diff";
/// The event of a change in the database.
pub const POSTGRES_CHANGES: &str = "postgres_changes";

/// Reasons repeat names that clients sent, each cut to a line; the sum stays below this.
const REASON_BYTES: usize = 2_048;

/// The response to a broadcast whose payload is too large. An object, as clients' libraries expect one.
pub const PAYLOAD_TOO_LARGE: &[u8] = br#"{"error":"payload_size_exceeded"}"#;

/// Whether something was done, or subscribed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It was.
    Ok,
    /// It was not.
    Error,
}

impl Status {
    /// The word that clients compare with.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
        }
    }
}

/// What stands around every payload.
#[derive(Debug, Clone, Copy)]
pub struct Envelope<'a> {
    /// The join that the message belongs to; the first serialiser does not say it.
    pub join_ref: Reference<'a>,
    /// What the message answers.
    pub reference: Reference<'a>,
    /// The topic.
    pub topic: Spelling<'a>,
    /// The event, in the protocol's words.
    pub event: &'a str,
}

impl Envelope<'_> {
    /// Appends the message; `payload` appends its payload. The first serialiser always says `ref`, be it as null: there
    /// are clients that refuse a message without it.
    pub fn push(&self, version: Version, out: &mut Vec<u8>, payload: impl FnOnce(&mut Vec<u8>)) {
        match version {
            Version::V1 => {
                out.extend_from_slice(br#"{"topic":"#);
                self.push_topic(out);
                out.extend_from_slice(br#","event":"#);
                push_string(out, self.event);
                out.extend_from_slice(br#","payload":"#);
                payload(out);
                out.extend_from_slice(br#","ref":"#);
                self.reference.push(out);
                out.push(b'}');
            }
            Version::V2 => {
                out.push(b'[');
                self.join_ref.push(out);
                out.push(b',');
                self.reference.push(out);
                out.push(b',');
                self.push_topic(out);
                out.push(b',');
                push_string(out, self.event);
                out.push(b',');
                payload(out);
                out.push(b']');
            }
        }
    }

    fn push_topic(&self, out: &mut Vec<u8>) {
        out.push(b'"');
        out.extend_from_slice(self.topic.prefix.as_bytes());
        push_escaped(out, self.topic.name.as_bytes());
        out.push(b'"');
    }
}

/// What an answer repeats of the message that it answers.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// Its join.
    pub join_ref: Reference<'a>,
    /// Its own name.
    pub reference: Reference<'a>,
    /// Its topic.
    pub topic: Spelling<'a>,
}

/// An answer, whose response `response` appends.
pub fn reply(
    version: Version,
    request: Request<'_>,
    status: Status,
    out: &mut Vec<u8>,
    response: impl FnOnce(&mut Vec<u8>),
) {
    let Request { join_ref, reference, topic } = request;
    Envelope { join_ref, reference, topic, event: "phx_reply" }.push(version, out, |out| {
        out.extend_from_slice(br#"{"status":""#);
        out.extend_from_slice(status.as_str().as_bytes());
        out.extend_from_slice(br#"","response":"#);
        response(out);
        out.push(b'}');
    });
}

/// The answer that something was done, and nothing more.
pub fn reply_ok(version: Version, request: Request<'_>, out: &mut Vec<u8>) {
    reply(version, request, Status::Ok, out, |out| out.extend_from_slice(b"{}"));
}

/// The answer that something was not done, and why.
pub fn reply_refused(version: Version, request: Request<'_>, reason: &dyn Display, out: &mut Vec<u8>) {
    reply(version, request, Status::Error, out, |out| push_reason(out, reason));
}

/// The answer to a heartbeat.
pub fn heartbeat(version: Version, reference: Reference<'_>, out: &mut Vec<u8>) {
    let request = Request { join_ref: Reference::Null, reference, topic: Spelling::whole(PHOENIX) };
    reply_ok(version, request, out);
}

/// Something that answers nothing. What one subscriber is sent ([`SYSTEM`], [`PRESENCE_STATE`])
/// names its join; what many are sent ([`PRESENCE_DIFF`], [`POSTGRES_CHANGES`]) names none.
pub fn push(
    version: Version,
    join_ref: Reference<'_>,
    topic: Spelling<'_>,
    event: &str,
    out: &mut Vec<u8>,
    payload: impl FnOnce(&mut Vec<u8>),
) {
    Envelope { join_ref, reference: Reference::Null, topic, event }.push(version, out, payload);
}

/// The channel is closed for good. Clients look for their join in `ref`, in both serialisers.
pub fn close(version: Version, join_ref: Reference<'_>, topic: Spelling<'_>, out: &mut Vec<u8>) {
    let envelope = Envelope { join_ref, reference: join_ref, topic, event: "phx_close" };
    envelope.push(version, out, |out| out.extend_from_slice(b"{}"));
}

/// The channel has failed, and the client may join again. Clients look for their join in `ref`, in both serialisers.
pub fn error(
    version: Version,
    join_ref: Reference<'_>,
    topic: Spelling<'_>,
    reason: &dyn Display,
    out: &mut Vec<u8>,
) {
    let envelope = Envelope { join_ref, reference: join_ref, topic, event: "phx_error" };
    envelope.push(version, out, |out| push_reason(out, reason));
}

/// Appends `{"reason":"…"}`.
pub fn push_reason(out: &mut Vec<u8>, reason: &dyn Display) {
    out.extend_from_slice(br#"{"reason":"#);
    push_text(out, reason);
    out.push(b'}');
}

/// Appends a text as a JSON string, cut at [`REASON_BYTES`].
pub(super) fn push_text(out: &mut Vec<u8>, text: &dyn Display) {
    out.push(b'"');
    // Fails only by reaching the limit, where it has written an ellipsis.
    _ = write!(EscapedText::new(out, REASON_BYTES), "{text}");
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    const TOPIC: Spelling<'static> = Spelling { prefix: "realtime:", name: "a\"b" };
    const JOIN: Reference<'static> = Reference::Literal("\"7\"");

    fn both(write: impl Fn(Version, &mut Vec<u8>)) -> [String; 2] {
        [Version::V1, Version::V2].map(|version| {
            let mut out = Vec::new();
            write(version, &mut out);
            serde_json::from_slice::<serde::de::IgnoredAny>(&out).unwrap();
            String::from_utf8(out).unwrap()
        })
    }

    #[test]
    fn answers_repeat_the_question() {
        let request = Request { join_ref: JOIN, reference: Reference::Bare("8"), topic: TOPIC };
        assert_eq!(
            both(|version, out| reply_ok(version, request, out)),
            [
                r#"{"topic":"realtime:a\"b","event":"phx_reply","payload":{"status":"ok","response":{}},"ref":"8"}"#,
                r#"["7","8","realtime:a\"b","phx_reply",{"status":"ok","response":{}}]"#,
            ]
        );
        assert_eq!(
            both(|version, out| {
                reply(version, request, Status::Error, out, |out| out.extend_from_slice(PAYLOAD_TOO_LARGE));
            }),
            [
                r#"{"topic":"realtime:a\"b","event":"phx_reply","payload":{"status":"error","response":{"error":"payload_size_exceeded"}},"ref":"8"}"#,
                r#"["7","8","realtime:a\"b","phx_reply",{"status":"error","response":{"error":"payload_size_exceeded"}}]"#,
            ]
        );
        let request = Request { join_ref: Reference::Null, topic: Spelling::whole("x"), ..request };
        assert_eq!(
            both(|version, out| reply_refused(version, request, &"unmatched topic", out)),
            [
                r#"{"topic":"x","event":"phx_reply","payload":{"status":"error","response":{"reason":"unmatched topic"}},"ref":"8"}"#,
                r#"[null,"8","x","phx_reply",{"status":"error","response":{"reason":"unmatched topic"}}]"#,
            ]
        );
    }

    #[test]
    fn heartbeats_are_answered_with_their_own_ref() {
        assert_eq!(
            both(|version, out| heartbeat(version, Reference::Literal("3"), out)),
            [
                r#"{"topic":"phoenix","event":"phx_reply","payload":{"status":"ok","response":{}},"ref":3}"#,
                r#"[null,3,"phoenix","phx_reply",{"status":"ok","response":{}}]"#,
            ]
        );
        let [first, _] = both(|version, out| heartbeat(version, Reference::Null, out));
        assert!(first.ends_with(r#","ref":null}"#));
    }

    #[test]
    fn what_answers_nothing_says_so() {
        let write = |version, out: &mut Vec<u8>| {
            push(version, JOIN, TOPIC, PRESENCE_STATE, out, |out| out.extend_from_slice(b"{}"));
        };
        assert_eq!(
            both(write),
            [
                r#"{"topic":"realtime:a\"b","event":"presence_state","payload":{},"ref":null}"#,
                r#"["7",null,"realtime:a\"b","presence_state",{}]"#,
            ]
        );
        let write = |version, out: &mut Vec<u8>| {
            push(version, Reference::Null, TOPIC, POSTGRES_CHANGES, out, |out| out.extend_from_slice(b"{}"));
        };
        assert_eq!(both(write)[1], r#"[null,null,"realtime:a\"b","postgres_changes",{}]"#);
    }

    #[test]
    fn an_end_names_its_join_in_ref() {
        assert_eq!(
            both(|version, out| close(version, JOIN, TOPIC, out)),
            [
                r#"{"topic":"realtime:a\"b","event":"phx_close","payload":{},"ref":"7"}"#,
                r#"["7","7","realtime:a\"b","phx_close",{}]"#,
            ]
        );
        assert_eq!(
            both(|version, out| error(version, JOIN, TOPIC, &"channel_crash", out)),
            [
                r#"{"topic":"realtime:a\"b","event":"phx_error","payload":{"reason":"channel_crash"},"ref":"7"}"#,
                r#"["7","7","realtime:a\"b","phx_error",{"reason":"channel_crash"}]"#,
            ]
        );
    }

    #[test]
    fn reasons_do_not_grow_with_what_clients_send() {
        let mut out = Vec::new();
        push_reason(&mut out, &"\"".repeat(10_000));
        assert!(out.len() < 2 * REASON_BYTES + 32);
        assert!(out.ends_with("…\"}".as_bytes()));
    }
}
