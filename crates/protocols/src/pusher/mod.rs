//! Pusher Channels, protocol 7: the WebSocket side.
//!
//! One concept a file: a connection is judged by [`connect`], served by [`session`], which reads
//! [`incoming`] messages and answers with [`outgoing`] ones; [`encode`] turns what the hub delivers into text.

pub mod channel;

pub use channel::{ChannelKind, ChannelName, ChannelNameError, Spelling};
