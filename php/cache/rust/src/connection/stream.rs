//! Bytes to the server and from it, with TLS or without.
//!
//! Reading waits, as the kernel's own timeout (`SO_RCVTIMEO`) has it: one system call, where a poll before it would make two.
//! Writing never waits: who sends decides what to do meanwhile.

use std::io::{self, ErrorKind, IoSliceMut, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::sockopt::{Timeout, set_socket_timeout};
use rustix::net::{RecvFlags, SendFlags, recv, send};
use rustls::ClientConnection;

/// A connected socket.
#[derive(Debug)]
pub(super) struct Stream {
    socket: OwnedFd,
    tls: Option<Box<ClientConnection>>,
    timeout: Option<Duration>,
}

/// Whether a read waits for something to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// To the timeout.
    Yes,
    /// An error of the kind `WouldBlock` says that nothing is there.
    No,
}

impl Stream {
    pub(super) fn new(socket: OwnedFd) -> Self {
        Self { socket, tls: None, timeout: None }
    }

    /// Begins TLS; [`Stream::agree`] does it.
    pub(super) fn secure(&mut self, tls: ClientConnection) {
        self.tls = Some(Box::new(tls));
    }

    /// How long each read waits from now on.
    pub(super) fn set_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        if self.timeout != timeout {
            set_socket_timeout(&self.socket, Timeout::Recv, timeout)?;
            self.timeout = timeout;
        }
        Ok(())
    }

    /// Goes one step on with TLS's handshake, waiting once at most; whether it is agreed on.
    pub(super) fn agree(&mut self) -> io::Result<bool> {
        let Some(tls) = &mut self.tls else { return Ok(true) };
        give_records(tls, &mut Plain(&self.socket, Wait::No))?;
        if tls.is_handshaking() && !tls.wants_write() {
            if Self::take_records(&self.socket, tls, Wait::Yes)? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            give_records(tls, &mut Plain(&self.socket, Wait::No))?;
        }
        Ok(!tls.is_handshaking() && !tls.wants_write())
    }

    /// Reads into `buffer`, which is not empty; 0 for the end.
    #[inline]
    pub(super) fn receive(&mut self, buffer: &mut [u8], wait: Wait) -> io::Result<usize> {
        match &mut self.tls {
            None => Plain(&self.socket, wait).read(buffer),
            Some(tls) => Self::receive_secure(&self.socket, tls, buffer, wait),
        }
    }

    /// The same for two buffers in order, with one system call; with TLS the second may get nothing.
    pub(super) fn receive_two(&mut self, first: &mut [u8], second: &mut [u8]) -> io::Result<usize> {
        if self.tls.is_some() {
            return self.receive(first, Wait::Yes);
        }
        let mut both = [IoSliceMut::new(first), IoSliceMut::new(second)];
        Ok(rustix::io::readv(&self.socket, &mut both)?)
    }

    fn receive_secure(
        socket: &OwnedFd,
        tls: &mut ClientConnection,
        buffer: &mut [u8],
        wait: Wait,
    ) -> io::Result<usize> {
        loop {
            match tls.reader().read(buffer) {
                // An end without TLS's own goodbye is one too: RESP says by itself whether a reply is whole.
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(0),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                read => return read,
            }
            Self::take_records(socket, tls, wait)?;
            // An answer to a change of keys; it may wait for room until the next command.
            give_records(tls, &mut Plain(socket, Wait::No))?;
        }
    }

    fn take_records(socket: &OwnedFd, tls: &mut ClientConnection, wait: Wait) -> io::Result<usize> {
        let taken = tls.read_tls(&mut Plain(socket, wait))?;
        if let Err(error) = tls.process_new_packets() {
            let _ = tls.write_tls(&mut Plain(socket, Wait::No)); // the alert that says why
            return Err(io::Error::new(ErrorKind::InvalidData, error));
        }
        Ok(taken)
    }

    /// Takes some of `bytes`, 0 if there is no room now.
    #[inline]
    pub(super) fn give(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(tls) = &mut self.tls else {
            return match Plain(&self.socket, Wait::No).write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(0),
                given => given,
            };
        };
        let taken = tls.writer().write(bytes)?;
        give_records(tls, &mut Plain(&self.socket, Wait::No))?;
        Ok(taken)
    }

    /// Whether the kernel has all that was taken.
    pub(super) fn is_given(&self) -> bool {
        self.tls.as_ref().is_none_or(|tls| !tls.wants_write())
    }

    /// Waits until there is room to send or something to read; whether the latter. An error of the kind `TimedOut` says
    /// that there was neither.
    pub(super) fn wait_for_room(&self, timeout: Option<Duration>) -> io::Result<bool> {
        let mut polled = [PollFd::new(&self.socket, PollFlags::IN | PollFlags::OUT)];
        // What is longer than the kernel can count is for ever.
        let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
        match poll(&mut polled, timeout.as_ref())? {
            0 => Err(ErrorKind::TimedOut.into()),
            _ => Ok(polled.iter().any(|polled| polled.revents().intersects(PollFlags::IN | PollFlags::HUP))),
        }
    }

    /// Whether a read would not wait.
    pub(super) fn is_ready(&mut self) -> bool {
        // What TLS has decrypted already is with it, not with the kernel.
        if let Some(tls) = &mut self.tls
            && tls.process_new_packets().is_ok_and(|state| state.plaintext_bytes_to_read() > 0)
        {
            return true;
        }
        let mut polled = [PollFd::new(&self.socket, PollFlags::IN)];
        poll(&mut polled, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
    }

    /// Says goodbye as TLS has it; the system says it for TCP.
    pub(super) fn finish(&mut self) {
        if let Some(tls) = &mut self.tls {
            tls.send_close_notify();
            let _ = give_records(tls, &mut Plain(&self.socket, Wait::No)); // the server may have gone already
        }
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

/// Sends the records that are ready as far as there is room. A loss behind something that was sent is met again by the next call: whoever
/// was told of it here would take nothing for sent, and the server may have run what it was given.
fn give_records(tls: &mut ClientConnection, to: &mut impl Write) -> io::Result<()> {
    let mut is_any_given = false;
    while tls.wants_write() {
        match tls.write_tls(to) {
            Ok(_) => is_any_given = true,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) if is_any_given => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The socket itself.
struct Plain<'a>(&'a OwnedFd, Wait);

impl Read for Plain<'_> {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let flags = if self.1 == Wait::No { RecvFlags::DONTWAIT } else { RecvFlags::empty() };
        let (read, _) = recv(self.0, buffer, flags)?;
        Ok(read)
    }
}

impl Write for Plain<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(send(self.0, bytes, SendFlags::DONTWAIT | SendFlags::NOSIGNAL)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Place, Settings, tls};
    use super::*;

    /// Takes one record, and then the connection is lost.
    struct Lost(bool);

    impl Write for Lost {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                Err(ErrorKind::ConnectionReset.into())
            } else {
                Ok(bytes.len())
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_was_sent_before_a_loss_counts_as_sent() {
        let mut trust = Settings::of("localhost", 0).trust;
        trust.verify_peer = false;
        let place = Place::read(b"localhost", 0).unwrap();
        let configuration = tls::configuration(&trust).unwrap();
        let mut tls = tls::connection(Arc::clone(&configuration), &trust, "localhost", &place).unwrap();
        tls.send_close_notify(); // a second record behind the first one of the handshake
        let mut lost = Lost(false);
        assert!(give_records(&mut tls, &mut lost).is_ok(), "who sends it again may have it run twice");
        assert!(tls.wants_write() && give_records(&mut tls, &mut lost).is_err(), "the loss is met again");
    }
}
