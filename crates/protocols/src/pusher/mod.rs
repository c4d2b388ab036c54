//! Pusher Channels, protocol 4 to 7.
//!
//! A connection is judged by [`connect`] and served by [`session`], whose parts are named for what clients
//! ask: [`subscribe`], [`client_event`], [`signin`], and [`liveness`] between the questions. [`incoming`]
//! reads text, [`outgoing`] writes it, and [`encode`] does so for what the hub delivers to many at once.

pub mod api;
pub mod channel;
mod client_event;
pub mod close;
pub mod connect;
pub mod encode;
pub mod incoming;
pub mod liveness;
pub mod member;
pub mod outgoing;
mod past;
mod plain;
pub mod session;
mod settings;
pub mod signature;
mod signin;
pub mod socket_id;
mod subscribe;
pub mod webhooks;

pub use channel::{ChannelKind, ChannelName, ChannelNameError, Spelling};
pub use connect::{ConnectRequest, OriginRefused, Refused, RefusedSession};
pub(crate) use encode::encode;
pub use session::PusherSession;
pub use settings::PusherSettings;
pub use webhooks::{Webhook, WebhookDetail, WebhookEvent, WebhookEvents, Webhooks};

/// What Pusher's clients hear of a channel: all but the presence that clients of other protocols declare.
const HEARD: baton_hub::Interest = baton_hub::Interest::MESSAGES.and(baton_hub::Interest::REST);
