//! One connection of an app with recovery: what its end has confirmed, and what is asked of it.
//!
//! Its loop writes this; other loops read it where a client comes back while the server still takes
//! its former connection for alive, so it stands behind a mutex that nobody waits for otherwise.

use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use baton_hub::{AppId, ChannelKey, Confirmed, LoopId, Position, SocketId};
use baton_reactor::ConnectionId;

use super::name::{Name, Recognised, RecognisedBy, Scope};

/// Names of former connections that one remembers: what a client sent by an older one is as good as
/// never among what it missed.
const FORMER: usize = 8;
/// Channels of former connections that one remembers beside its own. A client that comes back subscribes to its
/// channels; one that does not, time and again, must not gather memory.
const INHERITED: usize = 1_000;
/// Users of one connection: a member of many presence channels may be another user in each.
const USERS: usize = 16;

/// A connection, open or ended.
#[derive(Debug)]
pub(crate) struct Tracked {
    pub(super) scope: Scope,
    /// What its client gave itself, or its browser was given.
    pub(super) name: Option<Name>,
    /// Its client names itself, and so is found by nothing else.
    pub(super) is_named: bool,
    on: LoopId,
    conn: ConnectionId,
    pub(super) socket: SocketId,
    state: Mutex<State>,
}

/// What changes of it.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) confirmed: Confirmed,
    /// The number that the end was asked with and has not answered; 0 for none.
    asked: u64,
    /// When it was asked, in milliseconds of its loop's clock; wraps.
    asked_ms: u32,
    /// More was sent since, so that it is to be asked again.
    owes: bool,
    /// It is closed, or the client has come back.
    pub(super) is_over: bool,
    /// It is to be recorded again, as its end has confirmed more.
    pub(super) is_unrecorded: bool,
    /// Its newest record, where clients outlive the process.
    pub(super) recorded: Option<Recorded>,
    pub(super) rest: Option<Box<Rest>>,
}

/// A record of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Recorded {
    pub(super) app: AppId,
    /// Which of its records it is.
    pub(super) serial: NonZeroU32,
}

/// What only connections have that came back, or can.
#[derive(Debug, Default)]
pub(super) struct Rest {
    /// Users that it has proved to be, by which it is found too.
    pub(super) users: Vec<Name>,
    /// Where the client's former connections were on channels that this one has not subscribed to, and
    /// where this one was once it has ended.
    pub(super) left: Vec<Left>,
    /// Former connections of the client, the newest last.
    pub(super) former: Vec<SocketId>,
    /// Another client may be meant by what is left.
    pub(super) is_ambiguous: bool,
    /// Its place among those that ended, and its bytes.
    pub(super) ended: Option<Ended>,
}

/// A connection's place among those that ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ended {
    pub(super) at: EndedAt,
    /// What it counts for.
    pub(super) bytes: usize,
    /// The app whose connection it was.
    pub(super) app: AppId,
}

/// The time of an end, and a number that no other of this time has.
pub(super) type EndedAt = (u64, u64);

/// Where a connection was on a channel.
#[derive(Debug, Clone)]
pub(super) struct Left {
    pub(super) key: Arc<ChannelKey>,
    pub(super) position: Position,
    /// Up to here it was sent messages, which may have arrived.
    pub(super) sent: u64,
}

/// Whether a connection's end is to be asked now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Nothing was sent that it has not confirmed, or it has yet to answer.
    No,
    /// At once.
    Now,
    /// At this time.
    At(u64),
}

impl Tracked {
    pub(crate) fn new(
        Recognised { scope, by }: Recognised,
        (on, conn): (LoopId, ConnectionId),
        socket: SocketId,
    ) -> Self {
        let (name, is_named) = match by {
            RecognisedBy::Itself(name) => (Some(name), true),
            RecognisedBy::Browser(name) => (Some(name), false),
            RecognisedBy::Nothing => (None, false),
        };
        Self { scope, name, is_named, on, conn, socket, state: Mutex::default() }
    }

    /// Where it is, if it is open.
    pub(super) fn place(&self, state: &State) -> Option<(LoopId, ConnectionId)> {
        (!state.is_over).then_some((self.on, self.conn))
    }

    /// What it is found by.
    pub(super) fn names(&self, state: &State) -> Vec<Name> {
        let users = state.rest.iter().flat_map(|rest| rest.users.iter().copied());
        self.name.into_iter().chain(users).collect()
    }

    /// Where it was on all its channels, and which names its client had. An open connection goes on.
    pub(super) fn leave(&self, state: &State) -> (Vec<Left>, Vec<SocketId>) {
        let own = state.confirmed.positions();
        let mut left: Vec<_> =
            own.map(|it| Left { key: Arc::clone(it.key), position: it.position, sent: it.sent }).collect();
        let (inherited, mut former) = state.inherited();
        let most = left.len().max(INHERITED);
        left.extend(inherited);
        left.truncate(most);
        former.push(self.socket);
        let older = former.len().saturating_sub(FORMER);
        former.drain(..older);
        (left, former)
    }

    /// It has proved to be a user; whether that is new, and it is found by it.
    pub(super) fn add_user(&self, user: Name) -> bool {
        let mut state = self.state();
        let users = &mut state.rest().users;
        let is_new = !users.contains(&user) && users.len() < USERS;
        if is_new {
            users.push(user);
        }
        is_new
    }

    /// When it ended, if it is remembered.
    pub(super) fn ended_at(&self) -> Option<EndedAt> {
        self.state().rest.as_ref()?.ended.map(|ended| ended.at)
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // Each change is whole by itself.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is noted of its subscriptions.
    pub(crate) fn note<R>(&self, change: impl FnOnce(&mut Confirmed) -> R) -> R {
        change(&mut self.state().confirmed)
    }

    /// Something was queued for it. `note_sent` notes how far that goes; whether its end is asked is
    /// decided by what was asked before, and no sooner than `interval_ms` after that.
    pub(crate) fn sent(&self, now: u64, interval_ms: u64, note_sent: impl FnOnce(&mut Confirmed)) -> Ask {
        let mut state = self.state();
        if state.asked != 0 {
            state.owes = true;
            return Ask::No;
        }
        let since = now_ms(now).wrapping_sub(state.asked_ms);
        if u64::from(since) < interval_ms && state.asked_ms != 0 {
            let first = !std::mem::replace(&mut state.owes, true);
            return if first { Ask::At(now + interval_ms - u64::from(since)) } else { Ask::No };
        }
        note_sent(&mut state.confirmed);
        state.owes = false;
        if state.confirmed.positions().any(|it| it.is_uncertain()) { Ask::Now } else { Ask::No }
    }

    /// Its end is asked with this number.
    pub(crate) fn asked(&self, number: u64, now: u64) {
        let mut state = self.state();
        (state.asked, state.asked_ms) = (number, now_ms(now).max(1));
    }

    /// Its end has confirmed more; whether it is the first time since it was recorded.
    pub(crate) fn be_unrecorded(&self) -> bool {
        !std::mem::replace(&mut self.state().is_unrecorded, true)
    }

    /// Its end has answered with a number; `None` if it is not the one that it was asked with, and else
    /// whether it is to be asked again.
    pub(crate) fn answered(&self, number: u64) -> Option<bool> {
        let mut state = self.state();
        if number == 0 || number != state.asked {
            return None;
        }
        state.asked = 0;
        state.confirmed.confirm();
        Some(std::mem::take(&mut state.owes))
    }
}

/// A part of the clock that wraps after 49 days.
#[allow(clippy::cast_possible_truncation)]
fn now_ms(now: u64) -> u32 {
    now as u32
}

impl State {
    pub(super) fn rest(&mut self) -> &mut Rest {
        self.rest.get_or_insert_default()
    }

    /// What former connections had that it did not come to.
    pub(super) fn inherited(&self) -> (Vec<Left>, Vec<SocketId>) {
        self.rest.as_ref().map(|rest| (rest.left.clone(), rest.former.clone())).unwrap_or_default()
    }
}
