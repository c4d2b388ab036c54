//! Commands on their way out: queued, written, and looked after where the server does not take them at once.

use std::io;
use std::time::Duration;

use super::outbox::AT_ONCE;
use super::stream::Wait;
use super::{Connection, Delivery, Failure, failure};

/// After so long without a word, a connection is looked at before it is used. Servers and firewalls close idle connections, and
/// one that is found closed before anything is sent can be opened again without a doubt whether a command was run. Between
/// commands of a busy program it would be a third system call for each.
const IDLE: Duration = Duration::from_millis(100);

/// The same before a command that must not be sent twice: if its connection turns out to be closed only when it has been sent, nobody
/// knows whether it was run, and the program gets a failure. A program that waits this long between two of them spends a
/// thousandth of its time on looking.
const IDLE_ONCE: Duration = Duration::from_millis(1);

impl Connection {
    /// Queues a command, and opens the connection if need be.
    ///
    /// # Errors
    /// If it cannot be opened; or, where much is queued, as [`Connection::flush`].
    #[inline]
    pub fn send<'a>(
        &mut self,
        args: impl Iterator<Item = &'a [u8]> + Clone,
        delivery: Delivery,
    ) -> Result<(), Failure> {
        self.open()?;
        if self.outbox.pending() == 0 {
            self.check_idle(delivery)?;
        }
        self.outbox.push(args, delivery, self.is_held);
        if self.outbox.unwritten().len() > AT_ONCE { self.flush() } else { Ok(()) }
    }

    /// Opens it again if it ended while it was idle.
    #[inline]
    fn check_idle(&mut self, delivery: Delivery) -> Result<(), Failure> {
        let limit = if delivery == Delivery::Once { IDLE_ONCE } else { IDLE };
        match &self.open {
            Some(open) if open.heard.elapsed() > limit => self.look(),
            _ => Ok(()),
        }
    }

    fn look(&mut self) -> Result<(), Failure> {
        let Some(open) = &mut self.open else { return Ok(()) };
        match open.fill(Wait::No, &mut self.traffic) {
            Ok(1..) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Ok(0) => self.found_dead("the server ended it while it was idle"),
            Err(error) => self.found_dead(&failure::reason(&error)),
        }
    }

    /// Sends what is queued. While the server does not take it, replies that come are kept.
    ///
    /// # Errors
    /// If the connection is lost and may not be opened again, or if the server takes nothing within the read timeout.
    #[inline]
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.leave_other_process();
        loop {
            let Some(open) = &mut self.open else { return self.flush_nothing() };
            let unwritten = self.outbox.unwritten();
            if unwritten.is_empty() && open.stream.is_given() {
                return Ok(());
            }
            match open.stream.give(unwritten) {
                Ok(0) => self.make_way()?,
                Ok(given) => {
                    self.traffic.sent += given as u64;
                    self.outbox.wrote(given);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.lost_to(&error)?,
            }
        }
    }

    fn flush_nothing(&self) -> Result<(), Failure> {
        if self.outbox.unwritten().is_empty() { Ok(()) } else { Err(self.closed()) }
    }

    /// Waits until the server takes more, and keeps the replies that it sends meanwhile: it may take nothing until they
    /// are read.
    fn make_way(&mut self) -> Result<(), Failure> {
        let Some(open) = &mut self.open else { return Ok(()) };
        match open.stream.wait_for_room(self.settings.read_timeout) {
            Ok(false) => Ok(()),
            Ok(true) => match open.fill(Wait::No, &mut self.traffic) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
                filled => self.filled(filled),
            },
            Err(error) => self.filled(Err(error)),
        }
    }
}
