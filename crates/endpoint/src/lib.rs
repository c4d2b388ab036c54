//! WebSocket connections over the event loop, polled by their owner.
//!
//! An [`Endpoint`] owns a [reactor](baton_reactor::Reactor) and speaks HTTP upgrades, RFC 6455 and
//! RFC 7692 on its connections. It knows no application protocol and stores no callbacks: the owner
//! polls for [events](Event) one by one, and calls methods to send. So it serves an owner in
//! another language, whose callbacks must not run below Rust frames.
//!
//! ```no_run
//! use baton_endpoint::{Config, Endpoint, Event, Kind};
//!
//! fn main() -> std::io::Result<()> {
//!     let mut endpoint = Endpoint::new(Config::default())?;
//!     endpoint.listen(std::net::TcpListener::bind(("127.0.0.1", 0))?)?;
//!     loop {
//!         endpoint.wait(None)?;
//!         while let Some(message) = endpoint.next(|event| match event {
//!             Event::Message { conn, kind, payload, .. } => Some((conn, kind, payload.to_vec())),
//!             _ => None,
//!         }) {
//!             if let Some((conn, kind, payload)) = message {
//!                 let _ = endpoint.send(conn, kind, &payload);
//!             }
//!         }
//!     }
//! }
//! ```
//!
//! No peer can take resources from the others: each is limited in bytes, in time and in messages,
//! see [`Config`]; and nothing that it sends ends the loop.

mod admission;
mod alarms;
mod compression;
mod config;
mod deadlines;
mod ending;
mod endpoint;
mod event;
mod fan_out;
mod flow_control;
mod frames;
mod handover;
mod input;
mod opening;
mod owner;
mod peer;
mod pending;
mod reading;
mod relay;
mod response;
mod sending;
mod topics;
mod turn;
mod worker_link;
mod workers;

pub use alarms::AlarmId;
pub use config::{Compression, Config};
pub use endpoint::{Endpoint, Stats};
pub use event::{Event, Kind};
pub use relay::{Relay, RelayEvent};
pub use sending::SendError;
pub use topics::{MAX_TOPIC_BYTES, MAX_TOPICS_PER_CONNECTION, SubscribeError};
pub use worker_link::WORKER_LINK_BYTES;

pub use baton_reactor::{ConnectionId, bind};
