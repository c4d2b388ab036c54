//! The opening handshake, RFC 6455 section 4, from both sides.
//!
//! A caller collects bytes until [`parse_request`] finds a whole head, checks with [`is_upgrade`]
//! whether it is for WebSocket, and validates it with [`upgrade`]. Every refusal is a [`Refused`],
//! which writes its own response. The checks are strict where attacks have made proxies and servers
//! disagree about the end of a request: after a response of 101 the bytes are frames, and after a
//! refusal the connection is closed.

mod accept;
mod client;
mod head;
pub(crate) mod list;
mod refused;
mod server;

pub use accept::{accept_key, encode_key};
pub use client::{Answer, ClientRequest, RefusedByServer, verify_response};
pub use head::{HeaderField, MAX_HEAD_BYTES, MAX_HEADERS, RequestHead, parse_request};
pub use list::is_token;
pub use refused::Refused;
pub use server::{Upgrade, accept_response, is_upgrade, upgrade};
