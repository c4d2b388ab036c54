//! What becomes of a connection that does not go on: it is opened again, or the failure says why not.

use std::io;
use std::time::Instant;

use super::failure::{Code, Failure, reason};
use super::inbox;
use super::open::is_timeout;
use super::reply::Kind;
use super::stream::Wait;
use super::{Connection, Waits, tls};

/// The words of PhpRedis for a connection whose server kept something for it.
pub(super) fn while_held(why: &str) -> Failure {
    Failure::new(Code::Closed, format!("Connection lost and socket is in MULTI/watching mode ({why})"))
}

impl Connection {
    /// A read brought nothing.
    #[cold]
    pub(super) fn missed(&mut self, filled: io::Result<usize>) -> Result<(), Failure> {
        match filled {
            Ok(_) => self.lost("the server closed it"),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => self.interrupted(),
            Err(error) if is_timeout(&error) => Err(self.timed_out()),
            Err(error) if error.kind() == io::ErrorKind::OutOfMemory => Err(self.overrun()),
            Err(error) => self.lost_to(&error),
        }
    }

    /// The kernel, or TLS, says that the connection is no more.
    #[cold]
    pub(super) fn lost_to(&mut self, error: &io::Error) -> Result<(), Failure> {
        if tls::fault(error).is_some() {
            // Such as a server that does not accept our certificate, which it says after the handshake.
            self.give_up();
            return Err(tls::failed(&self.place, error));
        }
        let why = match self.last_words() {
            Some(words) => format!("{}; the server said: {words}", reason(error)),
            None => reason(error),
        };
        self.lost(&why)
    }

    /// The error that a server sent before it closed the connection. Where sending fails, nobody else would read it, and it
    /// is the reason: too many clients, or a command that it could not read.
    fn last_words(&mut self) -> Option<String> {
        let open = self.open.as_mut().filter(|open| open.is_between_replies())?;
        open.fill(Wait::No, &mut self.traffic).ok()?;
        let reply = open.next().ok()?.filter(|reply| reply.kind == Kind::Error)?;
        open.has_ended();
        let words = open.inbox.at(reply.bytes?);
        Some(String::from_utf8_lossy(words).into_owned())
    }

    /// A signal came, and the kernel's wait begins again. So the clock is looked at from the first signal on: a program with
    /// a timer that is faster than the read timeout has its timeout all the same.
    fn interrupted(&mut self) -> Result<(), Failure> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let since = *open.interrupted.get_or_insert_with(Instant::now);
        match self.settings.read_timeout {
            Some(timeout) if since.elapsed() >= timeout => Err(self.timed_out()),
            _ => Ok(()),
        }
    }

    /// The reply may still come, and would be taken for that of the next command: the connection is of no use.
    fn timed_out(&mut self) -> Failure {
        self.give_up();
        let timeout = self.settings.read_timeout.unwrap_or_default().as_millis();
        let why = format!("nothing came within the read timeout of {timeout} ms");
        Failure::reading(&self.place, Code::TimedOut, why)
    }

    fn overrun(&mut self) -> Failure {
        self.give_up();
        let why = format!(
            "over {} MiB of replies came before all commands were sent: read some replies in between",
            inbox::MOST >> 20
        );
        Failure::reading(&self.place, Code::Misuse, why)
    }

    /// The server broke the protocol.
    #[cold]
    pub(super) fn broken(&mut self, error: &baton_resp::Error) -> Failure {
        self.give_up();
        Failure::protocol(&self.place, error)
    }

    /// The connection is dead. It is opened again if the server keeps nothing for it, if no part of a reply has come, and if
    /// what is unanswered may be sent again.
    #[cold]
    pub(super) fn lost(&mut self, why: &str) -> Result<(), Failure> {
        let is_between = self.open.take().is_some_and(|open| open.is_between_replies());
        let refusal = if self.is_held {
            while_held(why)
        } else if !is_between {
            self.read_error(format!("{why}, in the middle of a reply"))
        } else if self.outbox.pending() == 0 {
            self.read_error(why.to_owned())
        } else if !self.outbox.is_resendable() {
            self.read_error(format!("{why}, and the server may have run what was sent"))
        } else {
            return self.reopen(why);
        };
        self.outbox.forget();
        Err(refusal)
    }

    fn read_error(&self, why: String) -> Failure {
        Failure::reading(&self.place, Code::Closed, why)
    }

    /// The connection is dead, and nothing is unanswered.
    #[cold]
    pub(super) fn found_dead(&mut self, why: &str) -> Result<(), Failure> {
        self.open = None;
        if self.is_held { Err(while_held(why)) } else { self.reopen(why) }
    }

    /// Opens it again and begins with the first unanswered command.
    fn reopen(&mut self, why: &str) -> Result<(), Failure> {
        if self.retries == 0 {
            self.waits = Some(Waits::new(self.settings.backoff));
        }
        let mut last = None;
        while self.retries < self.settings.max_retries {
            self.retries += 1;
            if let Some(waits) = &mut self.waits {
                std::thread::sleep(waits.next());
            }
            match self.establish() {
                Ok(()) => {
                    self.outbox.rewind();
                    return Ok(());
                }
                Err(failure) if failure.is_passing => last = Some(failure),
                Err(failure) => {
                    self.outbox.forget();
                    return Err(failure);
                }
            }
        }
        self.outbox.forget();
        Err(self.out_of_retries(why, last))
    }

    fn out_of_retries(&mut self, why: &str, last: Option<Failure>) -> Failure {
        let retries = std::mem::take(&mut self.retries);
        let text = format!("Connection lost: {why}; {retries} of {} retries", self.settings.max_retries);
        match last {
            Some(last) => Failure::new(last.code, format!("{text}, the last: {last}")),
            None => Failure::new(Code::Closed, text),
        }
    }

    /// Closes it without a word, for a failure that no other connection cures.
    fn give_up(&mut self) {
        self.open = None;
        self.outbox.forget();
    }
}
