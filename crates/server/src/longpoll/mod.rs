//! Phoenix's long-poll, for clients whose network lets no WebSocket through: a session that lives between requests.
//!
//! Each session is a connection of an event loop whose transport is a poll instead of a socket
//! (`worker/transport.rs`). Its protocol, admission, the limits and the hub know no difference. A client
//! that does not poll is a client that does not read, and one whose requests wait is one that is not read.

mod outbox;
mod posts;
mod session;
mod ticket;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use baton_reactor::Closed;
use tokio::time::{MissedTickBehavior, interval};

pub(crate) use self::outbox::Pushed;
use self::outbox::Total;
pub(crate) use self::posts::{Post, Posted, Posts};
pub(crate) use self::session::{Polled, Session, Unsent};
use self::ticket::{Name, Signer};
use crate::loop_message::OfSession;
use crate::node::Node;
use crate::peer::ClientAddress;

/// A session that nobody has polled for so long ends, as its connection would have: its presence, and its place in the app.
const ABSENCE: Duration = Duration::from_secs(30);

/// How often sessions are looked at for that.
const LOOK: Duration = Duration::from_secs(1);

/// The sessions of the process.
pub(crate) struct Sessions {
    signer: Signer,
    open: Mutex<HashMap<Name, Arc<Session>>>,
    total: Total,
}

/// Why there is no new session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoSession {
    /// As many are open as may be.
    Full { limit: usize },
}

impl std::fmt::Display for NoSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Full { limit: 0 } => f.write_str("Long-poll is not served (setting longpoll_sessions)"),
            Self::Full { limit } => {
                write!(f, "{limit} long-poll sessions are open (setting longpoll_sessions); try again later")
            }
        }
    }
}

impl Sessions {
    /// No session yet.
    pub(crate) fn new() -> Self {
        Self { signer: Signer::new(), open: Mutex::default(), total: Total::default() }
    }

    /// Opens a session for a request that is admitted as a WebSocket with this head; its ticket. As many may be open as the
    /// setting `longpoll_sessions` says; those that are there are not disturbed.
    ///
    /// # Errors
    /// [`NoSession`].
    pub(crate) fn open(
        &self,
        node: &Node,
        head: Vec<u8>,
        client: ClientAddress,
    ) -> Result<String, NoSession> {
        let (name, ticket) = self.signer.issue();
        let limit = node.config().settings.longpoll_sessions;
        let session = {
            let mut open = self.table();
            if open.len() >= limit {
                return Err(NoSession::Full { limit });
            }
            let session = Arc::new(Session::new(node.place_in_a_loop().clone(), self.total.clone()));
            open.insert(name, Arc::clone(&session));
            session
        };
        // Before the client has its ticket: the loop is notified first.
        session.tell_loop(OfSession::Opened { client, head });
        Ok(ticket)
    }

    /// The session of a ticket; `None` if it has ended, or the ticket is none of ours.
    pub(crate) fn find(&self, ticket: &str) -> Option<Arc<Session>> {
        let name = self.signer.read(ticket)?;
        self.table().get(&name).cloned()
    }

    /// Forgets a session, and ends it if it has not ended.
    pub(crate) fn forget(&self, ticket: &str) {
        let Some(name) = self.signer.read(ticket) else { return };
        let forgotten = self.table().remove(&name);
        if let Some(session) = forgotten {
            session.give_up(Closed::PeerClosed);
        }
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.table().len()
    }

    /// Bytes that wait for polls.
    pub(crate) fn outbox_bytes(&self) -> usize {
        self.total.bytes()
    }

    /// Ends those that nobody polls, and those whose messages are not taken for `outbox_age_s`, as long as the runtime lasts.
    pub(crate) async fn look_after(&self, node: &Node) {
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            look.tick().await;
            self.look(Duration::from_secs(u64::from(node.config().settings.outbox_age_s)));
        }
    }

    /// Ends those that are due.
    pub(crate) fn look(&self, outbox_age: Duration) {
        // Loops are notified outside of the lock.
        let (mut absent, mut behind) = (Vec::new(), Vec::new());
        self.table().retain(|_, session| {
            let is_absent = session.is_absent(ABSENCE);
            if is_absent {
                absent.push(Arc::clone(session));
            } else if session.is_behind(outbox_age) {
                behind.push(Arc::clone(session));
            }
            !is_absent
        });
        absent.iter().for_each(|session| session.give_up(Closed::PeerClosed));
        behind.iter().for_each(|session| session.give_up(Closed::OutboxStale));
    }

    fn table(&self) -> MutexGuard<'_, HashMap<Name, Arc<Session>>> {
        // Whole entries are added and removed: what a panic left behind is right.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
