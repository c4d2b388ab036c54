//! The network side: each step has a deadline, and reads a bounded number of bytes.

mod client;
mod dial;
mod exchange;
mod signing;
mod socket;
mod tls;

pub(super) use client::Client;
pub(super) use dial::{dial_each, resolve};
pub(super) use exchange::Call;
pub(super) use signing::App;
pub(super) use socket::{Frame, NoSocket, Socket};

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};

/// To look a name up, to connect, to complete a TLS handshake: what takes longer fails for clients
/// too.
const CONNECT: Duration = Duration::from_secs(5);
/// From a request to the end of its response.
const EXCHANGE: Duration = Duration::from_secs(10);

/// A connection, with TLS or without.
trait Io: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}
type Stream = Box<dyn Io>;
