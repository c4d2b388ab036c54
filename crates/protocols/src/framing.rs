//! The numbers of framings: each protocol, with its serialiser, has one.

use baton_hub::Framing;

/// Pusher Channels, protocol 4 to 7.
pub const PUSHER: Framing = Framing(0);
