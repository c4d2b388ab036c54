//! The protocols that clients speak. Each is a folder that turns its text into the hub's vocabulary and back;
//! each is a pure machine behind [`Session`], driven by a server or by a simulator through [`Context`].
//!
//! No socket, thread, clock or randomness: what a session needs of them comes through its [`Context`].

#![no_std]

extern crate alloc;

mod app;
pub mod changes;
mod channel_filter;
mod claims;
mod database;
mod event_name;
mod event_streams;
pub mod excerpt;
mod follow;
pub mod framing;
mod history_rule;
pub mod hooks;
mod hub;
pub mod json;
mod missed;
pub mod origin;
mod parked;
pub mod pattern;
mod percent;
pub mod phoenix;
mod policies;
pub mod pusher;
pub mod question;
mod quota;
mod rate;
mod recovery_cookie;
mod refusal;
mod replay;
pub mod rules;
mod scan;
mod session;
pub mod settings;
pub mod streams;
mod tokens;

/// What a publisher is told whose message was sent, where it could not be stored.
pub(crate) const NOT_STORED: &str = "The message was sent to its subscribers, but it could not be written to disk \
    (history_store): a restart may lose it, and a retry sends it again.";

pub use app::{App, DeclaredIn, Secret};
pub use changes::{ChangesRequest, RowEvent};
pub use channel_filter::ChannelFilter;
pub use claims::{Claims, RevocationsFull, TokenAnswer, TokenError, TokenMark};
pub use database::DatabaseSettings;
pub use event_name::is_reserved_event;
pub use event_streams::EventStreams;
pub use follow::{FollowAnswer, FollowError, FollowFailure, FollowFormat, FollowNews, FollowRequest};
pub use history_rule::{HistoryRule, HistoryRules};
pub use hooks::{
    Hook, HookAnswer, HookDetail, HookEvent, HookEvents, HookQuestion, HookRefused, Hooks, OnFailure,
};
pub use hub::Hub;
pub use missed::{Missed, MissedSince, position};
pub use policies::{Direction, NO_HEADERS, Permissions, PolicyAnswer, PolicyError, PolicyQuestion};
pub use question::{Answer, Asked, Question, Ticket};
pub use quota::{ClientRates, OverQuota};
pub use recovery_cookie::RecoveryCookie;
pub use refusal::Refusal;
pub use replay::{ReplayAnswer, ReplayError, ReplayPage, ReplayQuestion};
pub use session::{Context, Session, SubscribeFailure};
pub use tokens::{ApiKey, TokenSettings};
