//! What keeps the shared table right: who hears from the server, and when something may be believed.
//!
//! # The rules
//!
//! Redis remembers which connection has read a key (`CLIENT TRACKING`), and says once when it changes. Three things can go wrong with
//! that, and each has one answer here:
//!
//! 1. *The message overtakes the value.* A worker asks for a key, another program changes it, the message comes, and only then the worker
//!    stores what it was given. So a worker takes the key's version before it asks, every message counts the version up, and a value
//!    whose version has moved is not stored ([`lease`]).
//! 2. *Nobody receives the message.* All connections of a host redirect their messages to one, the [`subscriber`]'s, which a thread of one
//!    worker keeps. While no subscriber is connected, nothing is believed; and whenever a new one is, everything from before is forgotten:
//!    the endpoint's epochs count up, which are part of every key.
//! 3. *Nobody is notified.* Redis forgets what a connection has read when that connection ends. So each entry names the connection it
//!    came by, as a lease of the shared table; and the lease ends with the connection, whichever side closes it ([`liveness`]).
//!
//! A process can be killed at any moment. So the words that say "this subscriber lives" and "this connection lives" hold the number of
//! the thread that answers for them, and stand in that thread's *robust list* ([`robust`]): the kernel itself marks them when the
//! thread dies, before its sockets are closed.

mod endpoint;
mod identity;
mod lease;
mod listener;
mod liveness;
mod messages;
mod mode;
mod robust;
mod server;
mod stop;
mod subscriber;
#[cfg(test)]
mod testing;
mod threads;
mod view;

#[cfg(test)]
pub(crate) use endpoint::ALIVE_AT;
pub(crate) use endpoint::Endpoint;
pub(crate) use lease::Lease;
pub(crate) use lease::{Fill, Prepared};
pub(crate) use listener::{Heard, Listener, Origin};
pub(crate) use liveness::Held;
pub(crate) use mode::Mode;
pub(crate) use threads::Threads;
pub(crate) use view::Gate;
#[cfg(test)]
pub(crate) use view::View;
