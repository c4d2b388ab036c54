//! `system` messages: what the server tells a channel of itself.

use alloc::vec::Vec;
use core::fmt;

use super::{
    Reason,
    outgoing::{Status, push_text},
};
use crate::{excerpt::beginning, json::push_string};

/// How many bytes of a topic a notice repeats.
const SHOWN_BYTES: usize = 256;

/// What is sent. Texts are those that clients' programs look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice<'a> {
    /// The requests for database changes are in effect: tests and libraries wait for it.
    Subscribed,
    /// The requests for database changes are not in force; the text says why. The channel stays open.
    NotSubscribed(&'a str),
    /// Broadcasts from the database will arrive.
    ReplicationReady,
    /// They will not for now.
    ReplicationLate,
    /// Nothing is replayed. The channel stays open.
    ReplayOff,
    /// Of what came after the message that the client named, some is no longer there. The channel stays open.
    ReplayIncomplete,
    /// The client came back, and of what it missed some is no longer stored. The channel stays open.
    HistoryLost,
    /// The server ends the connection.
    Disconnect,
    /// The channel has its share of messages; it is closed.
    TooManyMessages,
    /// The project has its share of presence messages; the channel is closed.
    TooManyPresenceMessages,
    /// The client has its share of presence messages; the channel is closed.
    PresenceRate,
    /// The tracked fields are too large; the channel is closed.
    TrackTooLarge,
    /// A new token may not read any more; the channel is closed.
    ReadWithdrawn {
        /// The topic without `realtime:`.
        topic: &'a str,
    },
    /// The policies took too long; the channel is closed.
    QueryCancelled,
    /// A reason that would refuse a join as well; the channel is closed.
    Refused(Reason<'a>),
}

impl Notice<'_> {
    /// Appends the payload. `channel` is the topic without `realtime:`.
    pub fn push(&self, channel: &str, out: &mut Vec<u8>) {
        let extension = match self {
            Self::Subscribed | Self::NotSubscribed(_) => "postgres_changes",
            _ => "system",
        };
        out.extend_from_slice(br#"{"extension":"#);
        push_string(out, extension);
        out.extend_from_slice(br#","status":"#);
        push_string(out, self.status().as_str());
        out.extend_from_slice(br#","message":"#);
        push_text(out, self);
        // The original leaves it out of its last notice, and realtime-py cannot read that.
        out.extend_from_slice(br#","channel":"#);
        push_string(out, channel);
        out.push(b'}');
    }

    fn status(&self) -> Status {
        match self {
            Self::Subscribed | Self::ReplicationReady | Self::Disconnect => Status::Ok,
            _ => Status::Error,
        }
    }
}

impl fmt::Display for Notice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Subscribed => "Subscribed to PostgreSQL",
            Self::NotSubscribed(text) => text,
            Self::ReplicationReady => "Replication connection established",
            Self::ReplicationLate => "Replication connection was not established in time",
            Self::ReplayOff => "Nothing is replayed: this app stores no history (settings history_messages and replay_messages), or the limit is 0",
            Self::ReplayIncomplete => "Messages were missed: more came after the given one than is stored, or than is replayed at once",
            Self::HistoryLost => "Messages were missed and are no longer stored: read the channel's state anew",
            Self::Disconnect => "Server requested disconnect",
            Self::TooManyMessages => "Too many messages per second",
            Self::TooManyPresenceMessages => "Too many presence messages per second",
            Self::PresenceRate => "Client presence rate limit exceeded",
            Self::TrackTooLarge => "Track message size exceeded",
            Self::QueryCancelled => "Query was cancelled, please try again",
            Self::ReadWithdrawn { topic } => {
                let shown = beginning(topic, SHOWN_BYTES);
                return write!(f, "You no longer have permission to read from this Channel topic: {shown}");
            }
            Self::Refused(reason) => return reason.text().fmt(f),
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String};

    use super::*;

    fn payload(notice: Notice<'_>) -> String {
        let mut out = Vec::new();
        notice.push("x\"y", &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn notices_have_every_key_that_clients_require() {
        for (notice, extension, status, message) in [
            (Notice::Subscribed, "postgres_changes", "ok", "Subscribed to PostgreSQL"),
            (Notice::NotSubscribed("no \\\"t\\\""), "postgres_changes", "error", r#"no \\\"t\\\""#),
            (Notice::ReplicationReady, "system", "ok", "Replication connection established"),
            (
                Notice::ReplicationLate,
                "system",
                "error",
                "Replication connection was not established in time",
            ),
            (Notice::TooManyMessages, "system", "error", "Too many messages per second"),
            (Notice::TooManyPresenceMessages, "system", "error", "Too many presence messages per second"),
            (Notice::PresenceRate, "system", "error", "Client presence rate limit exceeded"),
            (Notice::TrackTooLarge, "system", "error", "Track message size exceeded"),
            (Notice::QueryCancelled, "system", "error", "Query was cancelled, please try again"),
            (
                Notice::ReadWithdrawn { topic: "x" },
                "system",
                "error",
                "You no longer have permission to read from this Channel topic: x",
            ),
            (
                Notice::Refused(Reason::TokenExpired { seconds: 1 }),
                "system",
                "error",
                "Token has expired 1 seconds ago",
            ),
        ] {
            let expected = format!(
                r#"{{"extension":"{extension}","status":"{status}","message":"{message}","channel":"x\"y"}}"#
            );
            assert_eq!(payload(notice), expected);
        }
    }

    #[test]
    fn a_last_notice_names_its_channel_as_every_notice_does() {
        let said = payload(Notice::Disconnect);
        assert_eq!(
            said,
            r#"{"extension":"system","status":"ok","message":"Server requested disconnect","channel":"x\"y"}"#
        );
    }
}
