//! What a ledger can prove.

use std::fmt;

/// Something that must not happen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finding {
    /// An acknowledged message did not reach a client.
    Lost {
        /// The channel.
        channel: String,
        /// The message.
        uuid: String,
        /// Who misses it.
        client: String,
        /// Why it should have it.
        because: &'static str,
    },
    /// A message reached a client more than once in one subscription.
    Doubled {
        /// The channel.
        channel: String,
        /// The message.
        uuid: String,
        /// Who got it.
        client: String,
        /// How often.
        times: usize,
    },
    /// Clients do not agree about the order of a channel.
    Disagreement {
        /// The channel.
        channel: String,
        /// Each of them saw one of these messages before the next, and the last before the first.
        circle: Vec<(String, String)>,
    },
    /// A client saw a publisher's messages in another order than they were sent.
    PublisherOrder {
        /// The channel.
        channel: String,
        /// Who saw it.
        client: String,
        /// The publisher.
        publisher: String,
        /// This number came first,
        first: u64,
        /// and then this lower one.
        then: u64,
    },
    /// A message that the client cannot have got.
    Phantom {
        /// The channel.
        channel: String,
        /// The message.
        uuid: String,
        /// Who got it.
        client: String,
        /// Why it cannot be.
        because: &'static str,
    },
}

impl Finding {
    /// `lost`, `doubled`, `reordered` or `phantom`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Lost { .. } => "lost",
            Self::Doubled { .. } => "doubled",
            Self::Disagreement { .. } | Self::PublisherOrder { .. } => "reordered",
            Self::Phantom { .. } => "phantom",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.kind())?;
        match self {
            Self::Lost { channel, uuid, client, because } => {
                write!(f, "{client} did not get {uuid} on {channel}, {because}")
            }
            Self::Doubled { channel, uuid, client, times } => {
                write!(f, "{client} got {uuid} on {channel} {times} times")
            }
            Self::Disagreement { channel, circle } => {
                write!(f, "clients disagree about {channel}:")?;
                for (index, (client, uuid)) in circle.iter().enumerate() {
                    let next = circle.get(index + 1).or(circle.first()).map_or("", |(_, uuid)| uuid);
                    write!(f, "{} {client} saw {uuid} before {next}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Self::PublisherOrder { channel, client, publisher, first, then } => {
                write!(f, "{client} got number {first} of {publisher} before {then} on {channel}")
            }
            Self::Phantom { channel, uuid, client, because } => {
                write!(f, "{client} got {uuid} on {channel}, {because}")
            }
        }
    }
}
