//! Phoenix's long-poll, for clients whose network lets no WebSocket through: a session that lives between requests.
//!
//! Each session is a WebSocket client inside the process, over a pair of sockets whose other end is given to an event loop as
//! any connection is. So sessions of protocols, limits, admission and the hub know nothing of long-poll, and a client that
//! does not poll is a client that does not read.

mod inside;
mod session;
mod ticket;

use std::collections::HashMap;
use std::net::IpAddr;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::UnixStream;
use tokio::time::{MissedTickBehavior, interval};

pub(crate) use self::session::{Polled, Session, Unsent};
use self::ticket::{Name, Signer};
use crate::loop_message::Upgraded;
use crate::node::Node;

/// A session that nobody has polled for so long ends, as its connection would have: its presence, and its place in the app.
const ABSENCE: Duration = Duration::from_secs(30);

/// How often sessions are looked at for that.
const LOOK: Duration = Duration::from_secs(1);

/// The sessions of the process.
pub(crate) struct Sessions {
    signer: Signer,
    open: Mutex<HashMap<Name, Arc<Session>>>,
    /// The setting `longpoll_sessions`. At the limit a new session is refused; those that are there are not disturbed.
    limit: usize,
}

/// Why there is no new session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoSession {
    /// As many are open as may be.
    Full { limit: usize },
    /// No open file is left.
    NoFile,
}

impl std::fmt::Display for NoSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Full { limit: 0 } => f.write_str("Long-poll is not served (setting longpoll_sessions)"),
            Self::Full { limit } => {
                write!(f, "{limit} long-poll sessions are open (setting longpoll_sessions); try again later")
            }
            Self::NoFile => f.write_str("No open file is left for another session; try again later"),
        }
    }
}

impl Sessions {
    /// No session yet; at most `limit` at once.
    pub(crate) fn new(limit: usize) -> Self {
        Self { signer: Signer::new(), open: Mutex::default(), limit }
    }

    /// Opens a session for a request that is admitted as a WebSocket with this head; its ticket.
    ///
    /// # Errors
    /// [`NoSession`].
    pub(crate) fn open(&self, node: &Node, head: Vec<u8>, peer: IpAddr) -> Result<String, NoSession> {
        let (ours, theirs) = UnixStream::pair().map_err(|_| NoSession::NoFile)?;
        let theirs = theirs.into_std().map_err(|_| NoSession::NoFile)?;
        let (name, ticket) = self.signer.issue();
        {
            let mut open = self.table();
            if open.len() >= self.limit {
                return Err(NoSession::Full { limit: self.limit });
            }
            open.insert(name, Arc::new(Session::new(ours)));
        }
        let stream = OwnedFd::from(theirs).into();
        node.give_to_a_loop(Upgraded { stream, tls: None, peer, head, early: Vec::new() });
        Ok(ticket)
    }

    /// The session of a ticket; `None` if it has ended, or the ticket is none of ours.
    pub(crate) fn find(&self, ticket: &str) -> Option<Arc<Session>> {
        let name = self.signer.read(ticket)?;
        self.table().get(&name).cloned()
    }

    /// Forgets a session that has ended.
    pub(crate) fn forget(&self, ticket: &str) {
        if let Some(name) = self.signer.read(ticket) {
            self.table().remove(&name);
        }
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.table().len()
    }

    /// Ends those that nobody polls, as long as the runtime lasts.
    pub(crate) async fn look_after(&self) {
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            look.tick().await;
            // What they hold is dropped outside of the lock.
            let ended: Vec<_> = self.table().extract_if(|_, session| session.is_absent(ABSENCE)).collect();
            drop(ended);
        }
    }

    fn table(&self) -> MutexGuard<'_, HashMap<Name, Arc<Session>>> {
        // Whole entries are added and removed: what a panic left behind is right.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
