//! A socket that is connected.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use socket2::{Domain, SockAddr, Socket, TcpKeepalive, Type};

use super::failure::{Code, Failure};
use super::peer::Peer;
use super::place::Place;

/// When all of it has to be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    until: Option<Instant>,
    /// As it was set, for the failure's text.
    timeout: Duration,
}

impl Deadline {
    pub(super) fn after(timeout: Option<Duration>) -> Self {
        // What is further than the clock reaches is no deadline.
        let until = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Self { until, timeout: timeout.unwrap_or_default() }
    }

    /// What is left: `None` without a deadline, never 0.
    pub(super) fn left(&self, place: &Place) -> Result<Option<Duration>, Failure> {
        let Some(until) = self.until else { return Ok(None) };
        match until.checked_duration_since(Instant::now()) {
            Some(left) if !left.is_zero() => Ok(Some(left)),
            _ => Err(self.missed(place)),
        }
    }

    pub(super) fn missed(&self, place: &Place) -> Failure {
        let text = format!(
            "Connection timed out ({place} did not answer within the connect timeout of {} ms)",
            self.timeout.as_millis()
        );
        Failure::passing(Code::TimedOut, text)
    }
}

/// Connects to `place`: its addresses in order, until one of them answers; or to the `peer` that was found there before. Says who it is;
/// None of a Unix socket whose folder cannot be looked at.
pub(super) fn dial(
    place: &Place,
    peer: Option<&Peer>,
    keepalive: bool,
    deadline: &Deadline,
) -> Result<(OwnedFd, Option<Peer>), Failure> {
    match (place, peer) {
        (_, Some(Peer::Unix { path, .. })) | (Place::Unix(path), _) => {
            let found = Peer::of_path(path).ok();
            let address = SockAddr::unix(path).map_err(|error| Failure::dialling(place, &error))?;
            Ok((unix(place, &address, deadline)?, found))
        }
        (Place::Tcp { .. }, Some(&Peer::Tcp(address))) => {
            Ok((tcp(place, address, keepalive, deadline)?, Some(Peer::Tcp(address))))
        }
        (Place::Tcp { host, port, .. }, None) => {
            let mut last = None;
            for address in resolve(host, *port)? {
                match tcp(place, address, keepalive, deadline) {
                    Ok(socket) => return Ok((socket, Some(Peer::Tcp(address)))),
                    Err(failure) if failure.code == Code::TimedOut => return Err(failure),
                    Err(failure) => last = Some(failure),
                }
            }
            Err(last.unwrap_or_else(|| unknown(host, "it has no address")))
        }
    }
}

fn resolve(host: &str, port: u16) -> Result<Vec<SocketAddr>, Failure> {
    match (host, port).to_socket_addrs() {
        Ok(addresses) => Ok(addresses.collect()),
        Err(error) => {
            let text = error.to_string();
            let why = text.strip_prefix("failed to lookup address information: ").unwrap_or(&text);
            Err(unknown(host, why))
        }
    }
}

/// The words of PHP's streams, which PhpRedis passes on.
fn unknown(host: &str, why: &str) -> Failure {
    let text = format!("php_network_getaddresses: getaddrinfo for {host} failed: {why}");
    Failure::passing(Code::System(libc::EADDRNOTAVAIL), text)
}

fn tcp(place: &Place, address: SocketAddr, keepalive: bool, deadline: &Deadline) -> Result<OwnedFd, Failure> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::TimedOut => deadline.missed(place),
        _ => Failure::dialling(place, &error),
    };
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None).map_err(failed)?;
    // A command is one write: there is nothing to wait for before it may leave.
    socket.set_tcp_nodelay(true).map_err(failed)?;
    set_keepalive(&socket, keepalive).map_err(failed)?;
    match deadline.left(place)? {
        Some(left) => socket.connect_timeout(&address.into(), left).map_err(failed)?,
        None => socket.connect(&address.into()).map_err(failed)?,
    }
    Ok(socket.into())
}

/// Asks after 15 s of silence, every 15 s, and gives up after three questions: a server that is gone is noticed within a
/// minute, and so that firewalls, which forget silent connections after some minutes, do not.
pub(super) fn set_keepalive<S>(socket: &S, is_on: bool) -> io::Result<()>
where
    for<'a> socket2::SockRef<'a>: From<&'a S>,
{
    let socket = socket2::SockRef::from(socket);
    if !is_on {
        return socket.set_keepalive(false);
    }
    let seconds = Duration::from_secs(15);
    socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(seconds).with_interval(seconds).with_retries(3))
}

fn unix(place: &Place, address: &SockAddr, deadline: &Deadline) -> Result<OwnedFd, Failure> {
    let failed = |error: io::Error| match error.kind() {
        // What the kernel says when the server's queue was full until then.
        io::ErrorKind::WouldBlock => deadline.missed(place),
        _ => Failure::dialling(place, &error),
    };
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None).map_err(failed)?;
    socket.set_write_timeout(deadline.left(place)?).map_err(failed)?;
    socket.connect(address).map_err(failed)?;
    Ok(socket.into())
}
