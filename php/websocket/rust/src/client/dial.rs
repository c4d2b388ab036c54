//! A socket to the first address that answers.

use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::time::Instant;

use socket2::{Domain, SockAddr, Socket, Type};

use super::failure::Failure;

/// Addresses, tried one after the other. Each is given its share of the time that is left, so that one that swallows
/// everything leaves some for the next.
#[derive(Debug)]
pub(super) struct Dial {
    waiting: std::vec::IntoIter<Address>,
    current: Option<Try>,
    /// Why the last one was given up.
    last: Option<Failure>,
}

#[derive(Debug)]
enum Address {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

#[derive(Debug)]
struct Try {
    socket: Socket,
    name: String,
    begun: Instant,
    until: Instant,
}

impl Dial {
    pub(super) fn tcp(addresses: Vec<SocketAddr>) -> Self {
        Self::new(addresses.into_iter().map(Address::Tcp).collect())
    }

    pub(super) fn unix(path: &Path) -> Self {
        Self::new(vec![Address::Unix(path.to_owned())])
    }

    fn new(addresses: Vec<Address>) -> Self {
        Self { waiting: addresses.into_iter(), current: None, last: None }
    }

    /// A connected socket, or `None` to wait until the descriptor is writable.
    pub(super) fn advance(&mut self, now: Instant, deadline: Instant) -> Result<Option<Socket>, Failure> {
        loop {
            let Some(current) = self.current.take() else {
                self.begin_next(now, deadline)?;
                continue;
            };
            match current.poll(now) {
                Ok(true) => return Ok(Some(current.socket)),
                Ok(false) => {
                    self.current = Some(current);
                    return Ok(None);
                }
                Err(failure) => self.last = Some(failure),
            }
        }
    }

    fn begin_next(&mut self, now: Instant, deadline: Instant) -> Result<(), Failure> {
        let left = u32::try_from(self.waiting.len()).unwrap_or(u32::MAX);
        let Some(address) = self.waiting.next() else {
            return Err(self.last.take().unwrap_or_else(no_address));
        };
        let name = address.name();
        match address.begin() {
            Ok(socket) => {
                let until = now + deadline.saturating_duration_since(now) / left.max(1);
                self.current = Some(Try { socket, name, begun: now, until });
            }
            Err(error) => self.last = Some(Failure::io(format_args!("cannot connect to {name}"), &error)),
        }
        Ok(())
    }

    /// What to wait for, until when.
    pub(super) fn current(&self) -> Option<(BorrowedFd<'_>, Instant)> {
        self.current.as_ref().map(|current| (current.socket.as_fd(), current.until))
    }
}

impl Try {
    fn poll(&self, now: Instant) -> Result<bool, Failure> {
        let failed = |error: &io::Error| Failure::io(format_args!("cannot connect to {}", self.name), error);
        if let Some(error) = self.socket.take_error().map_err(|error| failed(&error))? {
            return Err(failed(&error));
        }
        if self.socket.peer_addr().is_ok() {
            return Ok(true);
        }
        if now < self.until {
            return Ok(false);
        }
        let waited = now.duration_since(self.begun).as_millis();
        Err(Failure::late(
            format_args!("cannot connect to {}: no answer", self.name),
            waited,
            "connectTimeoutMs",
        ))
    }
}

impl Address {
    fn name(&self) -> String {
        match self {
            Self::Tcp(address) => address.to_string(),
            Self::Unix(path) => path.display().to_string(),
        }
    }

    fn begin(&self) -> io::Result<Socket> {
        let (domain, address) = match self {
            Self::Tcp(address) => (Domain::for_address(*address), SockAddr::from(*address)),
            Self::Unix(path) => (Domain::UNIX, SockAddr::unix(path)?),
        };
        let socket = Socket::new(domain, Type::STREAM.cloexec().nonblocking(), None)?;
        if matches!(self, Self::Tcp(_)) {
            socket.set_tcp_nodelay(true)?; // a message is written whole: waiting for more would only delay it
        }
        match socket.connect(&address) {
            Err(error) if error.raw_os_error() != Some(libc::EINPROGRESS) => Err(error),
            _ => Ok(socket),
        }
    }
}

fn no_address() -> Failure {
    Failure::new("the name has no address", 0, super::failure::Retry::Sensible)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{Ipv4Addr, TcpListener};
    use std::time::Duration;

    fn wait_for(mut dial: Dial) -> Result<Socket, Failure> {
        let deadline = Instant::now() + Duration::from_secs(5);
        loop {
            if let Some(socket) = dial.advance(Instant::now(), deadline)? {
                return Ok(socket);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn the_first_address_that_answers_is_taken() {
        let closed = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
        let open = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = open.local_addr().unwrap();
        let socket = wait_for(Dial::tcp(vec![closed, address])).unwrap();
        assert_eq!(socket.peer_addr().unwrap().as_socket(), Some(address));
    }

    #[test]
    fn the_last_reason_is_told() {
        let closed = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
        let failure = wait_for(Dial::tcp(vec![closed])).unwrap_err();
        assert_eq!(failure.text, format!("cannot connect to {closed}: Connection refused"));
        assert_eq!(i32::from(failure.code), libc::ECONNREFUSED);
        let failure = wait_for(Dial::unix(Path::new("/nowhere/socket"))).unwrap_err();
        assert_eq!(failure.text, "cannot connect to /nowhere/socket: No such file or directory");
    }
}
