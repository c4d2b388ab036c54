//! The bare system calls of the limit programs: nothing between the loop and the kernel.
#![allow(unsafe_code)]

use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};

fn checked(result: libc::ssize_t) -> io::Result<usize> {
    usize::try_from(result).map_err(|_| io::Error::last_os_error())
}

/// Sends all of `bytes` on a blocking socket: one `send`, and more only if the kernel takes less.
pub(super) fn send_all(socket: RawFd, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        // SAFETY: the pointer is valid for reads of the length given.
        let sent =
            checked(unsafe { libc::send(socket, bytes.as_ptr().cast(), bytes.len(), libc::MSG_NOSIGNAL) })?;
        bytes = bytes.get(sent..).unwrap_or_default();
    }
    Ok(())
}

/// Whether a byte has arrived on a socket, or its peer has closed. Takes the byte: closing a socket with one unread would
/// reset the connection, and the peer would lose what it has not read yet (RFC 2525, section 2.17).
pub(super) fn take_input(socket: RawFd) -> bool {
    let mut byte = 0_u8;
    // SAFETY: the pointer is valid for writes of one byte.
    unsafe { libc::recv(socket, (&raw mut byte).cast(), 1, libc::MSG_DONTWAIT) >= 0 }
}

/// Reads what has arrived.
pub(super) fn receive(socket: RawFd, buffer: &mut [u8]) -> io::Result<usize> {
    // SAFETY: the pointer is valid for writes of the length given.
    checked(unsafe { libc::recv(socket, buffer.as_mut_ptr().cast(), buffer.len(), 0) })
}

/// Accepts one connection, non-blocking; `None` when no more are waiting.
pub(super) fn accept(listener: RawFd) -> io::Result<Option<OwnedFd>> {
    let flags = libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC;
    // SAFETY: null pointers mean that the peer's address is not wanted.
    let socket = unsafe { libc::accept4(listener, std::ptr::null_mut(), std::ptr::null_mut(), flags) };
    if socket < 0 {
        let error = io::Error::last_os_error();
        return if error.kind() == io::ErrorKind::WouldBlock { Ok(None) } else { Err(error) };
    }
    // SAFETY: the kernel has just returned this descriptor, and nothing else owns it.
    Ok(Some(unsafe { OwnedFd::from_raw_fd(socket) }))
}

/// An epoll instance.
pub(super) struct Epoll(OwnedFd);

impl Epoll {
    pub(super) fn new() -> io::Result<Self> {
        // SAFETY: takes an integer only.
        let epoll = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
        if epoll < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the kernel has just returned this descriptor, and nothing else owns it.
        Ok(Self(unsafe { OwnedFd::from_raw_fd(epoll) }))
    }

    /// Watches a socket for input, edge-triggered.
    pub(super) fn watch(&self, socket: RawFd) -> io::Result<()> {
        #[allow(clippy::cast_sign_loss)] // descriptors are not negative, and the flags are bits
        let mut event = libc::epoll_event {
            events: (libc::EPOLLIN | libc::EPOLLRDHUP | libc::EPOLLET) as u32,
            u64: socket as u64,
        };
        // SAFETY: `event` is valid for reads.
        let result =
            unsafe { libc::epoll_ctl(self.0.as_raw_fd(), libc::EPOLL_CTL_ADD, socket, &raw mut event) };
        if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// Waits at most `timeout_ms` and returns the sockets that have input. A signal counts as none.
    pub(super) fn wait<'a>(
        &self,
        events: &'a mut [libc::epoll_event],
        timeout_ms: i32,
    ) -> io::Result<impl Iterator<Item = RawFd> + use<'a>> {
        let room = i32::try_from(events.len()).unwrap_or(i32::MAX);
        // SAFETY: the pointer is valid for writes of `room` events.
        let count = unsafe { libc::epoll_wait(self.0.as_raw_fd(), events.as_mut_ptr(), room, timeout_ms) };
        let count = match checked(count as libc::ssize_t) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            other => other?,
        };
        Ok(events.iter().take(count).filter_map(|event| RawFd::try_from(event.u64).ok()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read as _, Write as _};
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn bytes_pass_through_the_bare_calls() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let epoll = Epoll::new().unwrap();
        epoll.watch(listener.as_raw_fd()).unwrap();
        assert!(accept(listener.as_raw_fd()).unwrap().is_none());
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();

        let mut events = vec![libc::epoll_event { events: 0, u64: 0 }; 4];
        let ready: Vec<RawFd> = epoll.wait(&mut events, 1000).unwrap().collect();
        assert_eq!(ready, [listener.as_raw_fd()]);
        let socket = accept(listener.as_raw_fd()).unwrap().unwrap();
        assert!(!take_input(socket.as_raw_fd()));

        client.write_all(b"ping").unwrap();
        let mut buffer = [0; 16];
        epoll.watch(socket.as_raw_fd()).unwrap();
        assert_eq!(epoll.wait(&mut events, 1000).unwrap().count(), 1);
        assert!(take_input(socket.as_raw_fd()));
        assert_eq!(receive(socket.as_raw_fd(), &mut buffer).unwrap(), 3);

        send_all(socket.as_raw_fd(), b"pong").unwrap();
        drop(socket);
        let mut text = String::new();
        client.read_to_string(&mut text).unwrap();
        assert_eq!(text, "pong");
    }
}
