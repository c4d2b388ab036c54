//! A connected socket, with TLS or without, that never waits.

use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::fd::{AsFd, BorrowedFd};

use rustls::ClientConnection;
use socket2::Socket;

/// Bytes to the server and from it.
#[derive(Debug)]
pub(super) struct Stream {
    socket: Socket,
    tls: Option<Box<ClientConnection>>,
}

/// What a read found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Arrived {
    Bytes(usize),
    /// Nothing is there now.
    Nothing,
    /// The server will send nothing more.
    End,
}

/// Most bytes that are thrown away when a stream is given up; the kernel resets the connection if more is unread, and the
/// server might lose our close frame then.
const DISCARDED: usize = 1 << 20;

impl Stream {
    pub(super) fn new(socket: Socket, tls: Option<ClientConnection>) -> Self {
        Self { socket, tls: tls.map(Box::new) }
    }

    /// Whether TLS is agreed on. It goes on with each call.
    pub(super) fn handshake(&mut self) -> io::Result<bool> {
        while let Some(tls) = self.tls.as_mut().filter(|tls| tls.is_handshaking()) {
            if tls.wants_write() {
                if !self.flush()? {
                    return Ok(false);
                }
                continue;
            }
            match Self::take_records(&self.socket, tls)? {
                Arrived::Bytes(_) => {}
                Arrived::Nothing => return Ok(false),
                Arrived::End => return Err(ErrorKind::UnexpectedEof.into()),
            }
        }
        self.flush()?;
        Ok(true)
    }

    /// Reads into `buffer`, which is not empty.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> io::Result<Arrived> {
        let Some(tls) = &mut self.tls else {
            return arrived(Plain(&self.socket).read(buffer));
        };
        loop {
            match tls.reader().read(buffer) {
                Ok(0) => return Ok(Arrived::End),
                Ok(read) => return Ok(Arrived::Bytes(read)),
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(Arrived::End),
                Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
                Err(_) => {}
            }
            match Self::take_records(&self.socket, tls)? {
                Arrived::Bytes(_) => {}
                other => return Ok(other),
            }
        }
    }

    fn take_records(socket: &Socket, tls: &mut ClientConnection) -> io::Result<Arrived> {
        let arrived = arrived(tls.read_tls(&mut Plain(socket)))?;
        if let Err(error) = tls.process_new_packets() {
            let _ = tls.write_tls(&mut Plain(socket)); // the alert that says why
            return Err(io::Error::new(ErrorKind::InvalidData, error));
        }
        Ok(arrived)
    }

    /// Takes some of `bytes`, 0 if there is no room now.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(tls) = &mut self.tls else {
            return match Plain(&self.socket).write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(0),
                result => result,
            };
        };
        let taken = tls.writer().write(bytes)?;
        self.flush()?;
        Ok(taken)
    }

    /// Whether the kernel has all that was taken.
    pub(super) fn flush(&mut self) -> io::Result<bool> {
        let Some(tls) = &mut self.tls else { return Ok(true) };
        while tls.wants_write() {
            match tls.write_tls(&mut Plain(&self.socket)) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    /// Whether [`Stream::flush`] has something left to do.
    pub(super) fn is_full(&self) -> bool {
        self.tls.as_ref().is_some_and(|tls| tls.wants_write())
    }

    /// Whether one read gives all that is there, if it leaves room in its buffer. With TLS another record may wait.
    pub(super) fn reads_whole(&self) -> bool {
        self.tls.is_none()
    }

    /// Says that nothing more will be sent. Errors say that the server has gone already.
    pub(super) fn finish(&mut self) {
        if let Some(tls) = &mut self.tls {
            tls.send_close_notify();
        }
        if let Ok(true) = self.flush() {
            let _ = self.socket.shutdown(Shutdown::Write);
        }
    }

    /// Throws away what has arrived; whether the server has ended its side, or may have.
    pub(super) fn discard(&mut self) -> bool {
        let mut buffer = [0; 16 * 1024];
        let mut discarded = 0;
        while discarded < DISCARDED {
            match Plain(&self.socket).read(&mut buffer) {
                Ok(0) => return true,
                Ok(read) => discarded += read,
                Err(error) => return error.kind() != ErrorKind::WouldBlock,
            }
        }
        false
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

fn arrived(result: io::Result<usize>) -> io::Result<Arrived> {
    match result {
        Ok(0) => Ok(Arrived::End),
        Ok(read) => Ok(Arrived::Bytes(read)),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(Arrived::Nothing),
        Err(error) => Err(error),
    }
}

/// The socket itself. A signal does not end a call that does not wait, and a server that left raises no SIGPIPE.
struct Plain<'s>(&'s Socket);

impl Read for Plain<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        uninterrupted(|| self.0.read(buffer))
    }
}

impl Write for Plain<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        uninterrupted(|| self.0.send_with_flags(bytes, libc::MSG_NOSIGNAL))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn uninterrupted(mut call: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match call() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
