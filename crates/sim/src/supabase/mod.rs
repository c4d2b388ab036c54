//! Supabase clients: what they say and come to believe, and what they must be sent.

mod client;
mod heard;
mod model;
mod presence;
mod token;
mod words;

pub(crate) use self::{
    client::Client,
    heard::{Heard, read},
    model::Model,
    token::{Kind, Token},
    words::{Ask, Config, Request, payload_of},
};

/// The name in the world's books of what is followed of a topic's changes.
pub(crate) fn changes_of(topic: &str) -> String {
    format!("changes:{topic}")
}

/// A topic's channel as Pusher's clients spell it.
pub(crate) fn channel_of(topic: &str, private: bool) -> String {
    if private { format!("private-{topic}") } else { topic.to_owned() }
}
