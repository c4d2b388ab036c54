//! What was seen, as values: the diagnoses are functions of these, and need no network.

use std::net::SocketAddr;
use std::time::Duration;

/// How a connection to one address went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Dialled {
    Connected,
    Refused,
    /// Nothing came back: mostly a firewall.
    TimedOut,
    /// This machine has no way there, as for IPv6 on a network without it.
    NoRoute,
    Failed(String),
}

/// Each address of the host.
pub(super) type Addresses = Vec<(SocketAddr, Dialled)>;

/// A TLS handshake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TlsSeen {
    Done(Chain),
    /// What came is not TLS.
    Failed {
        why: String,
        speaks_http: bool,
    },
    Closed,
    Late,
}

/// The certificates that a server sent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Chain {
    /// How many.
    pub(super) sent: usize,
    /// The common name of the issuer of the last one.
    pub(super) last_issuer: String,
    /// The first one was signed by itself.
    pub(super) is_self_signed: bool,
    /// The last one was signed by itself: it is an authority's own.
    pub(super) ends_in_root: bool,
    /// Why clients do not trust them.
    pub(super) distrust: Option<Distrust>,
}

/// Why a certificate is not trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Distrust {
    Expired,
    NotYetValid,
    /// It is for these names.
    OtherName(Vec<String>),
    UnknownIssuer,
    Other(String),
}

/// An HTTP response, its body cut.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Response {
    pub(super) status: u16,
    /// Names in lower case.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: String,
}

impl Response {
    /// The first value of a header.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str())
    }

    /// All values of a header.
    pub(super) fn all<'r>(&'r self, name: &'r str) -> impl Iterator<Item = &'r str> {
        self.headers.iter().filter(move |(of, _)| of == name).map(|(_, value)| value.as_str())
    }
}

/// Why there is no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Silence {
    /// No connection could be made any more.
    NoConnection(String),
    Late,
    /// The connection ended before there was a response.
    Closed,
    NotHttp(String),
}

/// A request and what came back.
pub(super) type Exchange = Result<Response, Silence>;

/// A request to become a WebSocket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum UpgradeSeen {
    Open(First),
    /// Another status than 101.
    Answered(Response),
    /// A 101 whose header of this name is missing or wrong.
    Broken(String),
    Silent(Silence),
}

/// The first that came on an open WebSocket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum First {
    Established {
        activity_timeout_s: u64,
    },
    /// `pusher:error`.
    Error {
        code: Option<u16>,
        text: String,
    },
    /// Something else than a client of Pusher's expects.
    Strange(String),
    Ended(Ending),
    /// Nothing, for so long as was waited.
    Nothing,
}

/// How a WebSocket ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ending {
    /// By a close frame.
    Closed(Option<u16>, String),
    /// The connection ended without one.
    Broken,
    /// What came is no WebSocket frame.
    Malformed(String),
}

/// A subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subscribed {
    Done,
    Refused(String),
    Ended(Ending),
    Nothing,
}

/// A publish and the arrival of its event at a subscriber.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RoundTrip {
    pub(super) published: Exchange,
    pub(super) arrived: Arrival,
}

/// What became of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Arrival {
    /// So long after the publish began.
    After(Duration),
    Ended(Ending),
    /// Not within so long.
    Never(Duration),
}

/// A silent connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Idle {
    pub(super) waited: Duration,
    pub(super) end: Option<Ending>,
    /// The server's ping came.
    pub(super) pinged: bool,
    pub(super) activity_timeout_s: u64,
}
