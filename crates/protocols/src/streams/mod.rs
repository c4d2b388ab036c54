//! Streams of events over plain HTTP, for everything that has no WebSocket: `text/event-stream` (Server-Sent
//! Events), JSON lines, and polls that wait for events.
//!
//! What is asked for, and who may have it, is read with the rest of the HTTP API
//! ([`stream`](crate::pusher::api::StreamRequest)). A [`StreamSession`] subscribes and keeps the stream
//! open, and [`encode`] writes events. The rest is as for any other connection: its loop sends it what its channels are
//! sent, and what it missed comes first.

mod bearer;
pub mod encode;
mod opening;
mod session;

pub use session::StreamSession;
