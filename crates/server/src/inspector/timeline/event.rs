//! One event of the timeline.

use std::sync::Arc;

use baton_hub::{Access, AppId, KeyRef, Message, Nanos, Position, SocketId};

use super::scope::Label;
use crate::inspector::redaction::Payload;

/// What an event takes beside its texts, with the allocator's share.
const OVERHEAD: usize = 512;
/// Connections that are named as skipped; of more it is said how many there were.
pub(crate) const SKIPPED_NAMED: usize = 20;

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Message,
    Subscribe,
    Unsubscribe,
    Occupied,
    Vacated,
    MemberAdded,
    MemberRemoved,
    Connect,
    Disconnect,
    Refused,
}

impl Kind {
    pub(crate) const ALL: [Self; 10] = [
        Self::Message,
        Self::Subscribe,
        Self::Unsubscribe,
        Self::Occupied,
        Self::Vacated,
        Self::MemberAdded,
        Self::MemberRemoved,
        Self::Connect,
        Self::Disconnect,
        Self::Refused,
    ];

    /// As the API has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Subscribe => "subscribe",
            Self::Unsubscribe => "unsubscribe",
            Self::Occupied => "occupied",
            Self::Vacated => "vacated",
            Self::MemberAdded => "member_added",
            Self::MemberRemoved => "member_removed",
            Self::Connect => "connect",
            Self::Disconnect => "disconnect",
            Self::Refused => "refused",
        }
    }
}

/// Who published a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A backend, over HTTP.
    Http,
    /// A client, over its connection.
    Client(SocketId),
    /// A database.
    Database,
    /// The server itself.
    Server,
}

impl Origin {
    /// As the API has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Client(_) => "client",
            Self::Database => "database",
            Self::Server => "server",
        }
    }
}

/// The name of a channel, owned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChannelName {
    pub(crate) access: Access,
    pub(crate) name: Box<str>,
}

impl ChannelName {
    pub(crate) fn of(key: KeyRef<'_>) -> Self {
        Self { access: key.access, name: key.name.into() }
    }

    /// A channel by the name that Pusher's clients have for it.
    pub(crate) fn spelled(text: &str) -> Self {
        let classes = [
            ("private-", Access::Private),
            ("presence-", Access::Presence),
            ("#server-to-user-", Access::User),
        ];
        let found = classes.iter().find_map(|(prefix, access)| Some((*access, text.strip_prefix(prefix)?)));
        let (access, name) = found.unwrap_or((Access::Public, text));
        Self { access, name: name.into() }
    }

    pub(crate) fn key(&self, app: AppId) -> KeyRef<'_> {
        KeyRef { app, access: self.access, name: &self.name }
    }

    pub(crate) fn label(&self) -> Label<'_> {
        Label(self.access, &self.name)
    }
}

/// Something that happened, as far as it is known at that moment.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// Milliseconds since 1970.
    pub(crate) at_ms: u64,
    pub(crate) kind: Kind,
    pub(crate) app: Option<AppId>,
    pub(crate) channel: Option<ChannelName>,
    /// The event's name; the cause of a refusal.
    pub(crate) name: Option<Box<str>>,
    pub(crate) message: Option<Arc<Message>>,
    /// Why, of a refusal or an end.
    pub(crate) detail: Option<Box<str>>,
    pub(crate) origin: Option<Origin>,
    pub(crate) socket: Option<SocketId>,
    /// The connection that does not receive it.
    pub(crate) except: Option<SocketId>,
    pub(crate) user: Option<Box<str>>,
    pub(crate) position: Option<Position>,
    pub(crate) accepted_at: Nanos,
}

impl Event {
    /// An event of which nothing but its kind and time is known.
    pub(crate) fn new(kind: Kind, at_ms: u64) -> Self {
        Self {
            at_ms,
            kind,
            app: None,
            channel: None,
            name: None,
            message: None,
            detail: None,
            origin: None,
            socket: None,
            except: None,
            user: None,
            position: None,
            accepted_at: 0,
        }
    }

    /// It is a message, which somebody published on a channel.
    pub(crate) fn be_message(
        &mut self,
        key: KeyRef<'_>,
        (origin, message, except): (Origin, Arc<Message>, Option<SocketId>),
        position: Position,
    ) {
        self.channel = Some(ChannelName::of(key));
        self.name = Some(message.event.clone());
        self.user = message.user.as_deref().map(Into::into);
        self.message = Some(message);
        self.except = except;
        self.position = Some(position);
        self.origin = Some(origin);
        self.socket = match origin {
            Origin::Client(socket) => Some(socket),
            _ => None,
        };
    }

    /// What it takes in the timeline's memory. A message may be shared with others, and counts nevertheless: it stays for this
    /// list alone, perhaps.
    pub(crate) fn cost(&self) -> usize {
        let len = |text: &Option<Box<str>>| text.as_ref().map_or(0, |text| text.len());
        OVERHEAD
            + self.channel.as_ref().map_or(0, |channel| channel.name.len())
            + len(&self.name)
            + len(&self.detail)
            + len(&self.user)
            + self.message.as_ref().map_or(0, |message| message.cost())
    }

    /// Whether some text of it contains this one, which is in lower case, as far as it is shown.
    pub(crate) fn mentions(&self, text: &str, hidden: &[String]) -> bool {
        let has = |part: &str| part.to_lowercase().contains(text);
        let maybe = |part: &Option<Box<str>>| part.as_deref().is_some_and(has);
        maybe(&self.name)
            || maybe(&self.detail)
            || maybe(&self.user)
            || self.channel.as_ref().is_some_and(|channel| has(&channel.label().to_string()))
            || self.socket.is_some_and(|socket| socket.to_string().contains(text))
            || self.message.as_ref().is_some_and(|one| has(&Payload::of(one, hidden).text))
    }
}

/// Why a subscriber of a message's channel did not receive it, or will later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Skip {
    /// The publisher excluded it, or it is the sender.
    Excluded,
    /// It is being closed.
    Closing,
    /// It has not read what came before: it will receive this one unless it is closed for that.
    Behind,
}

impl Skip {
    /// As the API has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Excluded => "excluded",
            Self::Closing => "closing",
            Self::Behind => "behind",
        }
    }
}

/// Who received a message, as far as the loops have reported it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Delivery {
    /// Subscriptions when it was published.
    pub(crate) subscriptions: u32,
    /// Loops that have yet to report.
    pub(crate) pending: u32,
    /// Connections that it was written to.
    pub(crate) received: u64,
    /// From its acceptance until the last loop had written.
    pub(crate) slowest_ns: u64,
    /// Some of those that were left out.
    pub(crate) skipped: Vec<(SocketId, Skip)>,
    pub(crate) skipped_total: u64,
}

impl Delivery {
    /// A loop has delivered.
    pub(crate) fn add(&mut self, of_loop: Delivered, latency_ns: u64) {
        self.pending = self.pending.saturating_sub(1);
        self.received += of_loop.received;
        self.slowest_ns = self.slowest_ns.max(latency_ns);
        self.skipped_total += of_loop.skipped_total;
        let room = SKIPPED_NAMED.saturating_sub(self.skipped.len());
        self.skipped.extend(of_loop.skipped.into_iter().take(room));
    }
}

/// What one loop did with a message.
#[derive(Debug, Clone, Default)]
pub(crate) struct Delivered {
    pub(crate) received: u64,
    /// Of those that are skipped, how many receive it later.
    pub(crate) behind: u64,
    pub(crate) skipped: Vec<(SocketId, Skip)>,
    pub(crate) skipped_total: u64,
}

impl Delivered {
    /// One connection is left out, or is late.
    pub(crate) fn skip(&mut self, socket: SocketId, why: Skip) {
        self.skipped_total += 1;
        self.behind += u64::from(why == Skip::Behind);
        if self.skipped.len() < SKIPPED_NAMED {
            self.skipped.push((socket, why));
        }
    }
}
