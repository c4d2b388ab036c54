//! Connections that have ended, and why.

use std::net::IpAddr;

use baton_hub::{AppId, SocketId};

/// A connection that was open.
#[derive(Debug, Clone)]
pub(crate) struct EndedConnection {
    pub(crate) socket: SocketId,
    pub(crate) app: AppId,
    pub(crate) protocol: &'static str,
    /// `None` where its socket was gone.
    pub(crate) address: Option<IpAddr>,
    /// Milliseconds since 1970.
    pub(crate) opened_ms: u64,
    pub(crate) ended_ms: u64,
    pub(crate) messages_in: u64,
    pub(crate) by: &'static str,
    pub(crate) code: u16,
    pub(crate) reason: Box<str>,
}
