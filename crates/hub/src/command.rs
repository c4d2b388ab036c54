//! Commands, and their places in a channel's order. [`order`](crate::order) explains how they are
//! applied.

use alloc::sync::Arc;

use crate::{ChannelRules, DisconnectReason, JoinAs, KeyRef, Message, Nanos, Position, SocketId};

/// A command's place in its channel's order.
///
/// Engines number differently: one counts each channel's commands, another those of all channels
/// together. So numbers grow, and the number of the command before is given, not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The epoch of the numbering; a new one means that the commands before it are lost.
    pub epoch: u64,
    /// The command's number among all commands of the channel.
    pub seq: u64,
    /// The number of the command before it; 0 for the first of an epoch.
    pub prev_seq: u64,
    /// The number of the newest message up to and including this command, among messages alone; 0:
    /// there was none.
    pub offset: u64,
}

impl Place {
    pub(crate) fn position(&self) -> Position {
        Position { epoch: self.epoch, offset: self.offset }
    }
}

/// A change that all nodes must apply in one order.
#[derive(Debug, Clone)]
pub enum Command<'a> {
    /// A message.
    Publish {
        /// The message.
        message: Arc<Message>,
        /// The connection that must not receive it.
        except: Option<SocketId>,
        /// What the channel stores and sends.
        rules: ChannelRules,
        /// When this node received it.
        accepted_at: Nanos,
    },
    /// A user's connection joins a channel that shows its members.
    Join {
        /// The user.
        join: JoinAs<'a>,
        /// The connection.
        socket: SocketId,
    },
    /// A user's connection leaves such a channel.
    Leave {
        /// The user's id.
        user_id: &'a str,
    },
    /// A connection declares a presence.
    Track {
        /// The connection.
        socket: SocketId,
        /// The key of the presence.
        presence_key: &'a str,
        /// The payload.
        info: &'a [u8],
    },
    /// A connection's presence ends.
    Untrack {
        /// The connection.
        socket: SocketId,
    },
    /// On a [`UserStatus`](crate::Access::UserStatus) channel: its user's first connection across
    /// all nodes signed in, or the last one left.
    Online(bool),
    /// On a [`User`](crate::Access::User) channel: every connection of the user is to be closed.
    Disconnect(DisconnectReason),
}

/// A command with its place, as an engine sends it to each node.
#[derive(Debug, Clone)]
pub struct Ordered<'a> {
    /// The channel.
    pub key: KeyRef<'a>,
    /// Its hash under the process's seed.
    pub hash: u64,
    /// Its place.
    pub place: Place,
    /// The command.
    pub command: Command<'a>,
}

/// The outcome of an ordered command on this node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    /// The channel is in the state that all nodes have after the command.
    Applied,
    /// It had been applied before; nothing was changed.
    Repeated,
    /// Commands before it are missing; nothing was changed. They must be read from the engine, or,
    /// if it no longer has them, the channel must be [followed](crate::Shard::follow) from another
    /// place.
    Gap {
        /// The number of the newest command that was applied.
        applied: u64,
    },
    /// This node does not follow the channel, and the command leaves nothing to store, or no room
    /// for it.
    NotHere,
}

/// An engine's state of a channel except its messages, after the command at some [`Place`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Snapshot<'a> {
    /// Members, and how many connections each has on all nodes.
    pub members: &'a [(JoinAs<'a>, u32)],
    /// Presences: the connection, its key, and its payload.
    pub presences: &'a [(SocketId, &'a str, &'a [u8])],
    /// On a status channel: whether its user is online.
    pub is_online: bool,
}
