//! What loops are asked about their connections.

use std::net::IpAddr;

use baton_hub::{AppId, DisconnectReason, SocketId};
use tokio::sync::oneshot;

use super::timeline::ChannelName;

/// A question to one loop. Where it has too many of them it gives no answer.
pub(crate) enum Inspection {
    /// Which connections match.
    Find(Search, oneshot::Sender<Found>),
    /// One connection, with its channels.
    Show(SocketId, oneshot::Sender<Option<Shown>>),
    /// Close it for this reason; whether the loop had it.
    Close(SocketId, DisconnectReason, oneshot::Sender<bool>),
}

/// Which connections are looked for.
#[derive(Debug, Clone)]
pub(crate) struct Search {
    pub(crate) app: Option<AppId>,
    /// Subscribed to this channel of the app.
    pub(crate) channel: Option<ChannelName>,
    pub(crate) user: Option<String>,
    /// A part of the socket id, the user or the address, in lower case; empty for any.
    pub(crate) text: String,
    /// Rows are for slots from here on.
    pub(crate) from: usize,
    /// At most so many rows; all that match are counted.
    pub(crate) limit: usize,
}

/// The connections of one loop that match.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) total: u64,
    pub(crate) rows: Vec<Row>,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) slot: usize,
    pub(crate) socket: SocketId,
    pub(crate) app: AppId,
    pub(crate) protocol: &'static str,
    pub(crate) transport: &'static str,
    pub(crate) address: Option<IpAddr>,
    pub(crate) user: Option<Box<str>>,
    pub(crate) subscriptions: usize,
    pub(crate) outbox_bytes: usize,
    pub(crate) messages_in: u64,
    pub(crate) open_for_ms: u64,
    pub(crate) silent_ms: u64,
    pub(crate) state: &'static str,
}

/// One connection with its channels.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(crate) row: Row,
    /// Each with the user that it is there as; of many some.
    pub(crate) channels: Vec<(ChannelName, Option<Box<str>>)>,
}
