//! One event loop per core, polled by its owner.
//!
//! A [`Reactor`] owns sockets, their outboxes and their timers. It knows bytes and no protocol,
//! starts no thread and has no callbacks: the owner polls for [events](Event) and calls methods to
//! send. Other threads reach a loop only through a [mailbox](mailbox()).
//!
//! What it is designed for: a message to a thousand sockets costs a thousand sends, in one system
//! call where the kernel offers io_uring, and almost nothing on top; many messages to one socket
//! within a turn cost one call; an idle connection costs 40 bytes; a peer that does not read costs
//! bounded memory and is closed.
//!
//! ```no_run
//! use baton_reactor::{BACKLOG, Config, Event, Reactor, bind};
//!
//! fn main() -> std::io::Result<()> {
//!     let mut reactor = Reactor::new(Config::default())?;
//!     reactor.listen(bind(([127, 0, 0, 1], 0).into(), BACKLOG)?)?;
//!     let mut buffer = vec![0; 64 << 10];
//!     loop {
//!         reactor.poll(None)?;
//!         while let Some(event) = reactor.next_event(&mut buffer) {
//!             match event {
//!                 Event::Incoming { socket, .. } => drop(reactor.adopt(socket)),
//!                 Event::Data { conn, len } => reactor.send(conn, &buffer[..len]),
//!                 _ => {}
//!             }
//!         }
//!         reactor.flush();
//!     }
//! }
//! ```
//!
//! Linux only: it relies on epoll's edges (a short read or write means that the socket is drained or full, epoll(7))
//! and on `timerfd`.

mod age;
mod batch;
mod config;
mod connection;
mod counters;
mod event;
mod lifecycle;
mod lingering;
mod listener;
mod mailbox;
mod outbox;
mod pool;
mod reactor;
mod reading;
mod sending;
mod slab;
mod submission;
mod sys;
mod timers;
mod tls;
mod waker;
mod wheel;

pub use config::{Config, Driver};
pub use connection::ConnectionId;
pub use counters::Counters;
pub use event::{Closed, Event};
pub use lifecycle::{AdoptError, Released};
pub use listener::{BACKLOG, ListenerId, bind, bind_path, bind_with, is_left_over};
pub use mailbox::{Receiver, Sender, mailbox};
pub use reactor::Reactor;
pub use sys::clock::monotonic_ns;
pub use sys::free_memory::return_free_memory;
pub use sys::hang_up::ignore_hang_up;
pub use sys::open_files::{OpenFiles, raise_open_file_limit};
pub use tls::{
    CertificateError, CertificateFiles, FileRole, Issued, IssuedCertificate, Moment, Received, TLS_BUFFER,
    Tls, TlsSession, Validity, server_config,
};
pub use waker::Waker;
