//! The opening handshake, RFC 6455 section 4, from both sides.
//!
//! A caller collects bytes until [`parse_request`] finds a whole head, asks [`is_upgrade`] whether it is meant for
//! us at all, and lets [`upgrade`] check it. Every way to be refused is a [`Refused`], which writes its own
//! response. The checks are strict where proxies and servers have been made to disagree about where a request
//! ends: after a response of 101 the bytes are frames, and after a refusal the connection is closed.

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
