//! What clients say, signed as an application would sign it.

use baton_protocols::{App, pusher::signature::Signature};
use serde_json::json;

use crate::{server::Up, supabase::Request};

/// Something on its way to the server, and what it means for the world's books.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) words: Up,
    pub(crate) meaning: Meaning,
}

/// What the world has to note when the server has read it.
#[derive(Debug, Clone)]
pub(crate) enum Meaning {
    /// From here on nothing of this channel may be sent.
    Unsubscribe(String),
    /// A message, if the server takes it.
    Publish { channel: String, uuid: String, n: u64 },
    /// Something of a Supabase client.
    Phoenix(Box<Request>),
    /// Nothing.
    Nothing,
}

impl Said {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self { words: Up::Text(text.into()), meaning: Meaning::Nothing }
    }

    pub(crate) fn phoenix(words: Up, request: Request) -> Self {
        Self { words, meaning: Meaning::Phoenix(Box::new(request)) }
    }

    pub(crate) fn pong() -> Self {
        Self { words: Up::Pong, meaning: Meaning::Nothing }
    }

    pub(crate) fn close() -> Self {
        Self { words: Up::Close, meaning: Meaning::Nothing }
    }

    pub(crate) fn unsubscribe(channel: &str) -> Self {
        let text = json!({"event": "pusher:unsubscribe", "data": {"channel": channel}}).to_string();
        Self { words: Up::Text(text), meaning: Meaning::Unsubscribe(channel.to_owned()) }
    }

    pub(crate) fn client_event(channel: &str, uuid: &str, n: u64) -> Self {
        let text = json!({"event": "client-n", "channel": channel, "data": uuid}).to_string();
        let meaning = Meaning::Publish { channel: channel.to_owned(), uuid: uuid.to_owned(), n };
        Self { words: Up::Text(text), meaning }
    }

    /// Asks for a channel, with the signature and, given `about`, the member that it needs.
    pub(crate) fn subscribe(app: &App, socket: &str, channel: &str, about: Option<&str>) -> Self {
        let mut data = json!({"channel": channel});
        if channel.starts_with("private-") || channel.starts_with("presence-") {
            let signed = [socket, ":", channel, ":", about.unwrap_or_default()];
            let parts = if about.is_some() { &signed[..] } else { &signed[..3] };
            data["auth"] = auth(app, parts).into();
        }
        if let Some(about) = about {
            data["channel_data"] = about.into();
        }
        Self::text(json!({"event": "pusher:subscribe", "data": data}).to_string())
    }

    /// Asks for a private channel with a signature that somebody else's secret made.
    pub(crate) fn forged(app: &App, socket: &str, channel: &str) -> Self {
        let other = App::new(app.index, &app.id, &app.key, "another secret");
        Self::subscribe(&other, socket, channel, None)
    }

    pub(crate) fn sign_in(app: &App, socket: &str, user_data: &str) -> Self {
        let auth = auth(app, &[socket, "::user::", user_data]);
        Self::text(
            json!({"event": "pusher:signin", "data": {"auth": auth, "user_data": user_data}}).to_string(),
        )
    }
}

fn auth(app: &App, parts: &[&str]) -> String {
    format!("{}:{}", app.key, Signature::of(&app.secret, parts))
}
