//! Supabase Realtime: Phoenix channels, in both serialisers.
//!
//! [`incoming`] reads what clients say and [`outgoing`] writes what they are sent; [`broadcast`] is
//! what they say to each other, and [`splice`] what Pusher's publishers say to them. What a client
//! asks of a channel is read by [`join`], with its [`change`] requests, its [`token`] and its
//! [`topic`]; [`row_change`] is what it is sent of those. [`presence`] is who is there. Refusals have their words in [`reason`] and [`system`].

pub mod api;
mod beginning;
mod binary;
pub mod broadcast;
pub mod change;
mod connect;
mod encode;
mod fields;
pub mod incoming;
pub mod join;
pub mod legacy;
pub mod outgoing;
mod plain;
pub mod presence;
mod public_broadcast;
mod publishing;
pub mod reason;
pub mod reference;
pub mod row_change;
mod session;
mod settings;
pub mod splice;
mod stored;
mod stranger;
pub mod system;
pub mod token;
pub mod topic;
pub mod version;

pub use binary::FrameError;
pub use broadcast::{Body, Broadcast, FanOut, SentAs};
pub use change::Change;
pub use connect::ConnectRequest;
pub(crate) use encode::encode;
pub use incoming::{Incoming, Malformed, Payload};
pub use join::{Join, JoinError};
pub use legacy::LegacyRequest;
pub use outgoing::Status;
pub use public_broadcast::PublicBroadcast;
pub use reason::Reason;
pub use reference::{KeptReference, Reference};
pub use session::PhoenixSession;
pub use settings::{HeaderName, SupabaseSettings};
pub use stored::{Stored, StoredError};
pub use stranger::StrangerSession;
pub use system::Notice;
pub use topic::{Spelling, SubTopic, Topic, TopicError};
pub use version::{UnknownVersion, Version};
