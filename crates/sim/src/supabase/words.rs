//! What Supabase clients say, in both serialisers.

use baton_protocols::phoenix::Version;
use serde_json::{Value, json};

use super::Token;
use crate::server::Up;

/// A message on its way to the server: its `ref`, and what it asks for.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) reference: String,
    pub(crate) ask: Ask,
}

#[derive(Debug, Clone)]
pub(crate) enum Ask {
    Heartbeat,
    Join {
        topic: String,
        config: Box<Config>,
    },
    Leave {
        topic: String,
    },
    Broadcast {
        topic: String,
        uuid: String,
        n: u64,
        as_frame: bool,
    },
    Track {
        topic: String,
        name: String,
    },
    Untrack {
        topic: String,
    },
    Renew {
        topic: String,
        token: Token,
    },
    /// An event that a channel does not take: nothing is answered on one that was joined.
    Nonsense {
        topic: String,
    },
}

/// How a client joins.
#[derive(Debug, Clone)]
pub(crate) struct Config {
    pub(crate) private: bool,
    /// `None`: the connection's own.
    pub(crate) token: Option<Token>,
    pub(crate) ack: bool,
    pub(crate) own: bool,
    pub(crate) presence: bool,
    pub(crate) key: Option<String>,
    pub(crate) changes: bool,
    pub(crate) replication: bool,
    /// Earlier messages, at most so many.
    pub(crate) replay: Option<u32>,
}

impl Ask {
    pub(crate) fn topic(&self) -> Option<&str> {
        match self {
            Self::Heartbeat => None,
            Self::Join { topic, .. }
            | Self::Leave { topic }
            | Self::Broadcast { topic, .. }
            | Self::Track { topic, .. }
            | Self::Untrack { topic }
            | Self::Renew { topic, .. }
            | Self::Nonsense { topic } => Some(topic),
        }
    }
}

impl Config {
    fn payload(&self) -> Value {
        let changes = json!([{"event": "*", "schema": "public", "table": "t"}]);
        let mut broadcast = json!({"ack": self.ack, "self": self.own, "replication_ready": self.replication});
        if let Some(limit) = self.replay {
            broadcast["replay"] = json!({"since": 1, "limit": limit});
        }
        let mut payload = json!({"config": {
            "private": self.private,
            "broadcast": broadcast,
            "presence": {"enabled": self.presence, "key": self.key.as_deref().unwrap_or_default()},
            "postgres_changes": if self.changes { changes } else { json!([]) },
        }});
        if let Some(token) = &self.token {
            payload["access_token"] = token.text().into();
        }
        payload
    }
}

impl Request {
    /// The message, as a client of this serialiser writes it.
    pub(crate) fn words(&self, version: Version, join_ref: Option<&str>) -> Up {
        let presence = |event, payload| json!({"type": "presence", "event": event, "payload": payload});
        let (event, payload) = match &self.ask {
            Ask::Heartbeat => ("heartbeat", json!({})),
            Ask::Join { config, .. } => ("phx_join", config.payload()),
            Ask::Leave { .. } => ("phx_leave", json!({})),
            Ask::Broadcast { topic, uuid, as_frame: true, .. } if version == Version::V2 => {
                return Up::Binary(self.frame(topic, uuid, join_ref));
            }
            Ask::Broadcast { uuid, .. } => {
                ("broadcast", json!({"type": "broadcast", "event": "n", "payload": {"id": uuid}}))
            }
            Ask::Track { name, .. } => ("presence", presence("track", json!({"name": name}))),
            Ask::Untrack { .. } => ("presence", presence("untrack", json!({}))),
            Ask::Renew { token, .. } => ("access_token", json!({"access_token": token.text()})),
            Ask::Nonsense { .. } => ("nonsense", json!({})),
        };
        let topic = self.ask.topic().map_or("phoenix".to_owned(), |topic| format!("realtime:{topic}"));
        let reference = &self.reference;
        let message = match version {
            Version::V1 => json!({"topic": topic, "event": event, "payload": payload, "ref": reference,
                "join_ref": join_ref}),
            Version::V2 => json!([join_ref, reference, topic, event, payload]),
        };
        Up::Text(message.to_string())
    }

    /// Kind 3: lengths, join_ref, ref, topic, event, and JSON.
    fn frame(&self, topic: &str, uuid: &str, join_ref: Option<&str>) -> Vec<u8> {
        let topic = format!("realtime:{topic}");
        let parts = [join_ref.unwrap_or_default(), &self.reference, &topic, "n"];
        let length = |part: &str| u8::try_from(part.len()).unwrap_or(u8::MAX);
        let mut frame = vec![3];
        frame.extend(parts.iter().map(|part| length(part)));
        frame.extend([0, 1]);
        parts.iter().for_each(|part| frame.extend(part.bytes()));
        frame.extend(payload_of(uuid).bytes());
        frame
    }
}

/// The payload by which a broadcast is known.
pub(crate) fn payload_of(uuid: &str) -> String {
    json!({"id": uuid}).to_string()
}
