//! Names to addresses, beside the caller: `getaddrinfo` takes as long as it likes, and neither a deadline nor a signal ends
//! it. A thread of its own calls it, so that the caller waits on a descriptor as for everything else.
//!
//! When nobody waits any more the thread ends by itself once the system gives up. The extension is linked so that it is not
//! unloaded meanwhile (`-z nodelete` in config.m4).

use std::io::{self, PipeReader};
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use baton_c_abi::with_signals_held;

/// One question that is on its way.
#[derive(Debug)]
pub(super) struct Resolver {
    answer: Receiver<io::Result<Vec<SocketAddr>>>,
    /// Comes to its end when the answer is there.
    ended: PipeReader,
}

impl Resolver {
    pub(super) fn start(host: String, port: u16) -> io::Result<Self> {
        let (ended, end) = io::pipe()?;
        let (sender, answer) = channel();
        let work = move || {
            let addresses = (&*host, port).to_socket_addrs().map(Iterator::collect);
            let _ = sender.send(addresses); // whoever asked may have gone
            drop(end);
        };
        let thread = thread::Builder::new().name("resolver".into());
        // Detached: a child that is forked meanwhile has no such thread to join.
        with_signals_held(|| thread.spawn(work)).map(drop)?;
        Ok(Self { answer, ended })
    }

    /// The answer, once it is there.
    pub(super) fn poll(&self) -> Option<io::Result<Vec<SocketAddr>>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(io::Error::other("the resolver broke off"))),
        }
    }
}

impl AsFd for Resolver {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.ended.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn an_answer_is_there_when_the_descriptor_is_readable() {
        let mut resolver = Resolver::start("localhost".into(), 7).unwrap();
        assert_eq!(resolver.ended.read(&mut [0]).unwrap(), 0);
        let addresses = resolver.poll().unwrap().unwrap();
        assert!(addresses.iter().any(|address| address.ip().is_loopback() && address.port() == 7));
    }
}
