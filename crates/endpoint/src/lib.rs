//! WebSocket connections over the event loop, pulled by their owner.
//!
//! An [`Endpoint`] owns a [reactor](baton_reactor::Reactor) and speaks HTTP upgrades, RFC 6455 and RFC 7692 on its
//! connections. It knows no application protocol and calls nobody: the owner asks for [events](Event) one by one, and
//! says what to send. So it serves an owner in another language, whose callbacks must not run below frames of Rust.
//!
//! ```no_run
//! use baton_endpoint::{Config, Endpoint, Event, Kind};
//!
//! fn main() -> std::io::Result<()> {
//!     let mut endpoint = Endpoint::new(Config::default())?;
//!     endpoint.listen(std::net::TcpListener::bind(("127.0.0.1", 0))?)?;
//!     loop {
//!         endpoint.wait(None)?;
//!         while let Some(answer) = endpoint.next(|event| match event {
//!             Event::Message { conn, kind, payload, .. } => Some((conn, kind, payload.to_vec())),
//!             _ => None,
//!         }) {
//!             if let Some((conn, kind, payload)) = answer {
//!                 let _ = endpoint.send(conn, kind, &payload);
//!             }
//!         }
//!     }
//! }
//! ```
//!
//! What one peer does, or does not do, costs the others nothing: it is bounded in bytes, in time and in messages, see
//! [`Config`]; and nothing that it sends ends the loop.

mod alarms;
mod config;
mod ending;
mod endpoint;
mod event;
mod fan_out;
mod frames;
mod handover;
mod opening;
mod peer;
mod relay;
mod sending;
mod topics;
mod trunk;

pub use alarms::AlarmId;
pub use config::{Compression, Config};
pub use endpoint::{Endpoint, Stats};
pub use event::{Event, Kind};
pub use relay::{Relay, RelayEvent};
pub use sending::SendError;
pub use topics::{MAX_TOPIC_BYTES, MAX_TOPICS_PER_CONNECTION, SubscribeError};

pub use trunk::TRUNK_BYTES;

pub use baton_reactor::{ConnectionId, bind};
