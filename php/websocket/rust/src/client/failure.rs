//! Why there is no connection: what `WebSocket\ConnectionException` tells.

use std::fmt;
use std::io;

use baton_wire::handshake::RefusedByServer;

/// One failure, in words for whoever reads the exception, and a number for a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) text: String,
    /// The system's `errno`, the status of the server's HTTP answer, or a close code: the three do not overlap. 0 if
    /// there is none of them.
    pub(crate) code: u16,
    pub(crate) retry: Retry,
}

/// Whether it may go better next time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Retry {
    /// The network, or a server that is away.
    Sensible,
    /// The server does not want this request, or is none.
    Pointless,
}

/// A close code of ours for a connection that ended without a close frame (RFC 6455, section 7.1.5).
pub(crate) const ABNORMAL: u16 = 1006;

impl Failure {
    pub(crate) fn new(text: impl Into<String>, code: u16, retry: Retry) -> Self {
        Self { text: text.into(), code, retry }
    }

    /// A step that the system refused.
    pub(crate) fn io(step: impl fmt::Display, error: &io::Error) -> Self {
        Self::new(format!("{step}: {}", reason(error)), errno(error), Retry::Sensible)
    }

    /// A step that took too long; `option` is what to raise.
    pub(crate) fn late(step: impl fmt::Display, milliseconds: u128, option: &str) -> Self {
        let text = format!("{step} within {milliseconds} ms ({option})");
        Self::new(text, number(libc::ETIMEDOUT), Retry::Sensible)
    }

    /// The handshake's answer. What a 4xx says will be said again.
    pub(crate) fn refused(place: &str, refusal: RefusedByServer) -> Self {
        let (code, retry) = match refusal {
            RefusedByServer::Status(status @ 500..) => (status, Retry::Sensible),
            RefusedByServer::Status(status) => (status, Retry::Pointless),
            _ => (0, Retry::Pointless),
        };
        Self::new(format!("{place} refused the WebSocket handshake: {refusal}"), code, retry)
    }

    pub(crate) fn lost(error: &io::Error) -> Self {
        Self::io("the connection was lost", error)
    }

    /// The other side's end of stream without a close frame.
    pub(crate) fn cut() -> Self {
        let text = "the connection was lost: the server ended it without a close frame";
        Self::new(text, ABNORMAL, Retry::Sensible)
    }

    /// Something is asked of a connection that a close frame has ended.
    pub(crate) fn closed(code: u16, reason: &str) -> Self {
        let colon = if reason.is_empty() { "" } else { ": " };
        let text = format!("the connection is closed ({code}{colon}{reason}); connect() makes another one");
        Self::new(text, code, Retry::Pointless)
    }

    /// What the server sent may not be sent.
    pub(crate) fn violation(error: &baton_wire::Error) -> Self {
        let code = error.close_code();
        let option = if code == 1009 { " (maxMessageSize)" } else { "" };
        let text = format!("what the server sent had the connection closed with {code}: {error}{option}");
        Self::new(text, code, Retry::Pointless)
    }
}

/// `Connection refused (os error 111)` without what is in the code already.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text.get(..end).unwrap_or_default().to_owned(),
        None => text,
    }
}

fn errno(error: &io::Error) -> u16 {
    error.raw_os_error().map_or(0, number)
}

fn number(errno: i32) -> u16 {
    u16::try_from(errno).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_its_step_its_reason_and_its_code() {
        let refused =
            Failure::io("cannot connect to 127.0.0.1:1", &io::Error::from_raw_os_error(libc::ECONNREFUSED));
        assert_eq!(
            (&*refused.text, refused.code),
            ("cannot connect to 127.0.0.1:1: Connection refused", 111)
        );
        let late = Failure::late("a:1 did not answer", 100, "connectTimeoutMs");
        assert_eq!((&*late.text, late.code), ("a:1 did not answer within 100 ms (connectTimeoutMs)", 110));
    }

    #[test]
    fn a_client_error_is_not_tried_again() {
        for (refusal, code, retry) in [
            (RefusedByServer::Status(403), 403, Retry::Pointless),
            (RefusedByServer::Status(301), 301, Retry::Pointless),
            (RefusedByServer::Status(503), 503, Retry::Sensible),
            (RefusedByServer::Header("Upgrade"), 0, Retry::Pointless),
        ] {
            let failure = Failure::refused("a:1", refusal);
            assert_eq!((failure.code, failure.retry), (code, retry), "{}", failure.text);
        }
    }
}
