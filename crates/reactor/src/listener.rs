//! Accepting connections: in batches, and without spinning when the process may open no more files.

use std::fs::{self, Permissions};
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;

use socket2::{Domain, Protocol, SockAddr, SockRef, Socket, Type};

use crate::Config;

/// A good backlog for [`bind`]: a burst of this many connections fits between two turns. What does not fit is dropped
/// by the kernel and tried again by the peer after a second. The kernel takes `net.core.somaxconn`, 4,096 by
/// default, if that is less.
pub const BACKLOG: u32 = 8_192;

/// Between two tries while the process may open no more files: ten a second.
const RETRY_MS: u64 = 100;

/// A TCP listener for a reactor: non-blocking, with `SO_REUSEADDR`, so that a restarted server can
/// bind again at once, and `TCP_NODELAY`, which accepted sockets inherit on Linux, so that it costs
/// no call per connection.
///
/// # Errors
/// The kernel's error, usually that the port is in use.
pub fn bind(address: SocketAddr, backlog: u32) -> io::Result<TcpListener> {
    bind_with(address, backlog, false)
}

/// The same, with `SO_REUSEPORT` if `shared`: other processes of this user may listen on the port too, and the kernel
/// spreads new connections over them, also over one that does not accept at the moment.
///
/// # Errors
/// The kernel's error, usually that the port is in use.
pub fn bind_with(address: SocketAddr, backlog: u32, shared: bool) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    socket.set_reuse_address(true)?;
    if shared {
        socket.set_reuse_port(true)?;
    }
    socket.set_tcp_nodelay(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&SockAddr::from(address))?;
    socket.listen(i32::try_from(backlog).unwrap_or(i32::MAX))?;
    Ok(socket.into())
}

/// A listener on a path for a reactor. A socket that nobody listens on any more, as a killed process leaves it, is replaced. The
/// file has the permissions `mode` before anybody can connect, or those that the process's umask leaves.
///
/// # Errors
/// The kernel's error, usually that the path is in use.
pub fn bind_path(path: &Path, mode: Option<u32>, backlog: u32) -> io::Result<UnixListener> {
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.set_nonblocking(true)?;
    let address = SockAddr::unix(path)?;
    match socket.bind(&address) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse && is_left_over(path) => {
            fs::remove_file(path)?;
            socket.bind(&address)?;
        }
        bound => bound?,
    }
    if let Some(mode) = mode {
        fs::set_permissions(path, Permissions::from_mode(mode))?;
    }
    socket.listen(i32::try_from(backlog).unwrap_or(i32::MAX))?;
    Ok(socket.into())
}

/// Whether a path is a socket's that no process listens on.
#[must_use]
pub fn is_left_over(path: &Path) -> bool {
    let is_socket = fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket());
    // Without waiting: the queue of a process that does not accept may be full.
    let connect = || -> io::Result<()> {
        let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
        socket.set_nonblocking(true)?;
        socket.connect(&SockAddr::unix(path)?)
    };
    is_socket && connect().is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
}

/// Names a listener of one loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ListenerId(pub(crate) u32);

/// The result of an attempt to accept.
pub(crate) enum Accepted {
    Connection {
        listener: ListenerId,
        socket: TcpStream,
        peer: SocketAddr,
    },
    Local {
        listener: ListenerId,
        socket: UnixStream,
    },
    /// Accepting pauses from now on; reported once for each pause.
    Paused(io::Error),
}

/// The listeners of a loop.
#[derive(Debug)]
pub(crate) struct Listeners {
    list: Vec<Listening>,
    /// The id of the next listener.
    next: u32,
    per_turn: usize,
    left: usize,
    /// No try before this time, in milliseconds.
    paused_until: Option<u64>,
    /// The pause has been reported to the owner.
    reported: bool,
    pub(crate) pauses: u64,
}

#[derive(Debug)]
struct Listening {
    id: ListenerId,
    socket: Listener,
    /// The kernel may have connections for us.
    pending: bool,
}

#[derive(Debug)]
enum Listener {
    Tcp(mio::net::TcpListener),
    Local(mio::net::UnixListener),
}

impl Listening {
    fn accept(&self) -> io::Result<Accepted> {
        let listener = self.id;
        Ok(match &self.socket {
            Listener::Tcp(tcp) => {
                let (socket, peer) = tcp.accept()?;
                Accepted::Connection { listener, socket: socket.into(), peer }
            }
            Listener::Local(local) => Accepted::Local { listener, socket: local.accept()?.0.into() },
        })
    }
}

impl Listeners {
    pub(crate) fn new(per_turn: usize) -> Self {
        Self {
            list: Vec::new(),
            next: 0,
            per_turn,
            left: per_turn,
            paused_until: None,
            reported: false,
            pauses: 0,
        }
    }

    /// The id that the next listener gets, so that it can be watched under it first.
    pub(crate) fn next_id(&self) -> ListenerId {
        ListenerId(self.next)
    }

    /// Adds a listener under [`next_id`](Self::next_id).
    pub(crate) fn add(&mut self, listener: TcpListener, config: &Config) -> io::Result<ListenerId> {
        listener.set_nonblocking(true)?;
        let options = SockRef::from(&listener);
        if let Some(bytes) = config.send_buffer {
            options.set_send_buffer_size(bytes)?;
        }
        if let Some(bytes) = config.receive_buffer {
            options.set_recv_buffer_size(bytes)?;
        }
        Ok(self.push(Listener::Tcp(mio::net::TcpListener::from_std(listener))))
    }

    /// The same for a listener on a path.
    pub(crate) fn add_local(&mut self, listener: UnixListener) -> io::Result<ListenerId> {
        listener.set_nonblocking(true)?;
        Ok(self.push(Listener::Local(mio::net::UnixListener::from_std(listener))))
    }

    fn push(&mut self, socket: Listener) -> ListenerId {
        let id = self.next_id();
        self.next += 1;
        self.list.push(Listening { id, socket, pending: true });
        id
    }

    /// Closes all; connections that wait in their backlogs are reset by the kernel.
    pub(crate) fn close(&mut self) {
        self.list.clear();
    }

    pub(crate) fn begin_turn(&mut self) {
        self.left = self.per_turn;
    }

    /// Makes the next [`accept`](Self::accept) ask the kernel, whatever was reported and accepted
    /// in this turn.
    pub(crate) fn try_all(&mut self) {
        self.left = self.left.max(1);
        self.list.iter_mut().for_each(|listening| listening.pending = true);
    }

    pub(crate) fn ready(&mut self, id: ListenerId) {
        if let Some(listening) = self.list.iter_mut().find(|listening| listening.id == id) {
            listening.pending = true;
        }
    }

    /// A descriptor has become free: the next try may succeed.
    pub(crate) fn descriptor_freed(&mut self) {
        self.paused_until = None;
    }

    /// When the next try is due: `Some(0)` for at once.
    pub(crate) fn next_try(&self) -> Option<u64> {
        let pending = self.list.iter().any(|listening| listening.pending);
        pending.then(|| self.paused_until.unwrap_or(0))
    }

    /// The next connection, unless the turn's share is used up.
    pub(crate) fn accept(&mut self, now_ms: u64) -> Option<Accepted> {
        if self.paused_until.is_some_and(|until| now_ms < until) {
            return None;
        }
        self.paused_until = None;
        while self.left > 0 {
            let listening = self.list.iter_mut().find(|listening| listening.pending)?;
            match listening.accept() {
                Ok(accepted) => {
                    self.left -= 1;
                    return Some(accepted);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    listening.pending = false;
                    self.reported = false;
                }
                Err(error) if failed_before_accept(&error) => self.left -= 1,
                Err(error) => return self.pause(now_ms, error),
            }
        }
        None
    }

    fn pause(&mut self, now_ms: u64, error: io::Error) -> Option<Accepted> {
        self.paused_until = Some(now_ms + RETRY_MS);
        if std::mem::replace(&mut self.reported, true) {
            return None;
        }
        self.pauses += 1;
        Some(Accepted::Paused(error))
    }
}

/// The connection failed before we took it, so the next one may be well: the list of accept(2). Everything else
/// (no descriptors, no memory) would come back at once.
fn failed_before_accept(error: &io::Error) -> bool {
    matches!(
        error.raw_os_error(),
        Some(
            libc::ECONNABORTED
                | libc::EINTR
                | libc::EPERM
                | libc::EPROTO
                | libc::ENOPROTOOPT
                | libc::EOPNOTSUPP
                | libc::ENETDOWN
                | libc::ENETUNREACH
                | libc::EHOSTDOWN
                | libc::EHOSTUNREACH
                | libc::ENONET
                | libc::ETIMEDOUT
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a process without free descriptors would come back to at once, for ever.
    #[test]
    fn after_a_failure_nothing_is_accepted_for_a_while_and_it_is_reported_once() {
        let tcp = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let _peer = std::net::TcpStream::connect(tcp.local_addr().unwrap()).unwrap();
        let mut listeners = Listeners::new(8);
        let socket = Listener::Tcp(mio::net::TcpListener::from_std(tcp));
        listeners.list.push(Listening { id: listeners.next_id(), socket, pending: true });
        let full = || io::Error::from_raw_os_error(libc::EMFILE);
        assert!(matches!(listeners.pause(1_000, full()), Some(Accepted::Paused(_))));
        assert!(listeners.accept(1_000 + RETRY_MS - 1).is_none());
        assert_eq!(listeners.next_try(), Some(1_000 + RETRY_MS));
        assert!(listeners.pause(1_000, full()).is_none(), "it was reported");
        assert_eq!(listeners.pauses, 1);
        listeners.descriptor_freed();
        assert!(matches!(listeners.accept(1_001), Some(Accepted::Connection { .. })));
    }
}
