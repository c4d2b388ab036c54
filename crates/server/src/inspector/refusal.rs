//! Refusals as they are remembered.

use std::net::IpAddr;

use baton_hub::{AppId, SocketId};
use baton_protocols::Refusal;

/// Something that was refused. Secrets have been taken out of its texts.
#[derive(Debug, Clone)]
pub(crate) struct RecentRefusal {
    /// Milliseconds since 1970.
    pub(crate) at_ms: u64,
    pub(crate) cause: Refusal,
    pub(crate) app: Option<AppId>,
    pub(crate) key: Option<Box<str>>,
    pub(crate) address: Option<IpAddr>,
    pub(crate) channel: Option<Box<str>>,
    pub(crate) socket: Option<SocketId>,
    pub(crate) why: Box<str>,
}
