//! The TLS of one connection: bytes of the network in, plain bytes out, and back. It has no socket,
//! so a loop drives it, and so can the next owner of a connection that leaves a loop.
//!
//! rustls is used through its unbuffered interface: received records are read from the caller's
//! buffer, and what is to be sent is sealed straight into the caller's. So an idle connection holds
//! its keys and no buffer; only the beginning of an incomplete record is stored, for as long as it
//! is incomplete.

use std::fmt;
use std::sync::Arc;

use rustls::server::{ServerConnectionData, UnbufferedServerConnection};
use rustls::unbuffered::{ConnectionState, EncodeError, UnbufferedStatus};
use rustls::{Error, HandshakeKind, ServerConfig};

use super::issued::CHALLENGE_PROTOCOL;

/// The most plain bytes that one record carries (RFC 8446, section 5.1).
pub(crate) const RECORD: usize = 16 << 10;

/// Header, nonce, content type, authentication tag, and padding of old cipher suites: at most 2,048 bytes more than
/// the plain ones (RFC 5246, section 6.2.3), with the header of 5.
const LARGEST_RECORD: usize = RECORD + 2_048 + 5;

/// What sealing adds to a record at most: header 5, explicit nonce 8, content type 1, tag 16.
const SEALED_MORE: usize = 30;

/// Room for what rustls itself may send in front of sealed records, such as a key update.
const OWN_MESSAGES: usize = 512;

const AFTER_A_FAILURE: &str = "the session has ended with an alert";

/// What [`TlsSession::receive`] needs of its buffer: a record's plain bytes in front of the largest record.
pub const TLS_BUFFER: usize = RECORD + LARGEST_RECORD;

/// One side of a TLS connection, the server's. About as large as its keys while nothing is incomplete.
pub struct TlsSession {
    tls: UnbufferedServerConnection,
    /// The beginning of an incomplete record or handshake message. rustls refers to places in it,
    /// and has to be given it at every call: it panics otherwise.
    partial: Vec<u8>,
    ended: bool,
    /// What was received could not be read. rustls is not asked again.
    failed: bool,
}

/// What came of received bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received {
    /// How many plain bytes are at the front of the buffer.
    pub plain: usize,
    /// The peer will send no more (`close_notify`).
    pub ended: bool,
}

impl TlsSession {
    /// A session that waits for the client's first message.
    ///
    /// # Errors
    /// A configuration that cannot serve.
    pub fn new(config: &Arc<ServerConfig>) -> Result<Self, Error> {
        let tls = UnbufferedServerConnection::new(Arc::clone(config))?;
        Ok(Self { tls, partial: Vec::new(), ended: false, failed: false })
    }

    /// Whether plain bytes cannot be sealed yet.
    #[must_use]
    pub fn is_handshaking(&self) -> bool {
        self.tls.is_handshaking()
    }

    /// Whether the handshake went on from an earlier connection's ticket.
    #[must_use]
    pub fn is_resumed(&self) -> bool {
        self.tls.handshake_kind() == Some(HandshakeKind::Resumed)
    }

    /// Whether the peer is an authority that has come for the answer to a challenge, which it has now (RFC 8737): there is nothing
    /// to be said on this connection.
    pub(crate) fn is_challenge(&self) -> bool {
        self.tls.alpn_protocol() == Some(CHALLENGE_PROTOCOL)
    }

    /// Whether the peer has sent `close_notify`.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Where the next bytes of the network go, in a buffer of [`TLS_BUFFER`] bytes or more; empty in a smaller one.
    pub fn room<'b>(&self, buffer: &'b mut [u8]) -> &'b mut [u8] {
        if buffer.len() < TLS_BUFFER {
            return &mut [];
        }
        buffer.get_mut(RECORD + self.partial.len()..).unwrap_or_default()
    }

    /// The same for a connection that has no session yet.
    pub(crate) fn first_room(buffer: &mut [u8]) -> &mut [u8] {
        if buffer.len() < TLS_BUFFER { &mut [] } else { buffer.get_mut(RECORD..).unwrap_or_default() }
    }

    /// Takes `len` bytes that were put into [`room`](Self::room). Plain bytes are at the front of the buffer afterwards;
    /// what has to be sent to the peer is appended to `answer`.
    ///
    /// Plain bytes are shorter than their records and the room begins one record after the front,
    /// so they never reach what is still to be read.
    ///
    /// # Errors
    /// What the peer did wrong. `answer` has the alert for it, and the session cannot be used any
    /// more.
    pub fn receive(
        &mut self,
        buffer: &mut [u8],
        len: usize,
        answer: &mut Vec<u8>,
    ) -> Result<Received, Error> {
        let (mut at, end) = (RECORD, RECORD + self.partial.len() + len);
        if end > buffer.len() {
            return Err(failed("more bytes than the buffer holds"));
        }
        if self.failed {
            return Err(failed(AFTER_A_FAILURE));
        }
        buffer[at..at + self.partial.len()].copy_from_slice(&self.partial);
        let mut plain = 0;
        loop {
            let (front, records) = buffer[..end].split_at_mut(at);
            let UnbufferedStatus { discard, state } = self.tls.process_tls_records(records);
            let step = state.and_then(|state| take(state, &mut front[plain..], answer));
            at = (at + discard).min(end);
            match step {
                Ok(Step::Plain(more)) => plain += more,
                Ok(Step::Ended) => self.ended = true,
                Ok(Step::Appended) => {}
                Ok(Step::Rest) => break,
                Err(error) => {
                    self.append_alert(answer);
                    return Err(error);
                }
            }
        }
        self.store(&buffer[at..end])?;
        Ok(Received { plain, ended: self.ended })
    }

    /// Bytes that `plain` ones become at most.
    #[must_use]
    pub fn sealed_len(plain: usize) -> usize {
        plain + plain.div_ceil(RECORD) * SEALED_MORE + OWN_MESSAGES
    }

    /// Makes records of `plain`, each of up to 16 KiB, at the front of `out`, which has [`sealed_len`](Self::sealed_len)
    /// bytes or more; returns their length.
    ///
    /// # Errors
    /// The handshake is not complete, or the keys are used up (after 2^24 records of TLS 1.2; those of TLS 1.3 are
    /// changed).
    pub fn seal(&mut self, plain: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let mut len = 0;
        if self.failed {
            return Err(failed(AFTER_A_FAILURE));
        }
        loop {
            let UnbufferedStatus { state, .. } = self.tls.process_tls_records(&mut self.partial);
            match state? {
                ConnectionState::WriteTraffic(mut traffic) => {
                    let sealed = traffic.encrypt(plain, out.get_mut(len..).unwrap_or_default());
                    return sealed.map(|more| len + more).map_err(failed);
                }
                ConnectionState::EncodeTlsData(mut data) => {
                    let encoded = data.encode(out.get_mut(len..).unwrap_or_default());
                    len += encoded.map_err(failed)?;
                }
                ConnectionState::TransmitTlsData(data) => data.done(),
                ConnectionState::PeerClosed => self.ended = true,
                _ => return Err(Error::HandshakeNotComplete),
            }
        }
    }

    /// Appends `close_notify` to `answer`, once: nothing more will be sent.
    pub fn close_notify(&mut self, answer: &mut Vec<u8>) {
        if self.failed || self.is_handshaking() {
            return;
        }
        let mut alert = [0; OWN_MESSAGES];
        // rustls queues it once.
        let status = self.tls.process_tls_records(&mut self.partial);
        if let Ok(ConnectionState::WriteTraffic(mut traffic)) = status.state
            && let Ok(len) = traffic.queue_close_notify(&mut alert)
        {
            answer.extend_from_slice(&alert[..len]);
        }
    }

    /// After an error, rustls still has an alert to send. While it has something to send it does
    /// not process what was received, and must not do so a second time.
    fn append_alert(&mut self, answer: &mut Vec<u8>) {
        self.failed = true;
        while self.tls.wants_write()
            && let Ok(state) = self.tls.process_tls_records(&mut []).state
            && let Ok(Step::Appended) = take(state, &mut [], answer)
        {}
    }

    /// Stores what is incomplete, unless it follows the peer's `close_notify` (RFC 8446, section
    /// 6.1).
    fn store(&mut self, rest: &[u8]) -> Result<(), Error> {
        if self.ended {
            self.partial = Vec::new();
            return Ok(());
        }
        // A handshake message may be spread over many records; no client's first message is longer
        // than one. There is always room for one byte more.
        if rest.len() >= LARGEST_RECORD {
            self.failed = true;
            return Err(failed("a message of the handshake is longer than a record"));
        }
        self.partial = rest.to_vec();
        Ok(())
    }
}

/// The result of one state of rustls.
enum Step {
    /// This many plain bytes.
    Plain(usize),
    /// The peer sends no more.
    Ended,
    /// Something for the peer was appended to the answer.
    Appended,
    /// There is nothing to do until more arrives.
    Rest,
}

fn take(
    state: ConnectionState<'_, '_, ServerConnectionData>,
    front: &mut [u8],
    answer: &mut Vec<u8>,
) -> Result<Step, Error> {
    Ok(match state {
        ConnectionState::ReadTraffic(mut traffic) => {
            let mut plain = 0;
            while let Some(record) = traffic.next_record() {
                let payload = record?.payload;
                let place = front.get_mut(plain..plain + payload.len());
                place.ok_or_else(|| failed("plain bytes outgrew their records"))?.copy_from_slice(payload);
                plain += payload.len();
            }
            Step::Plain(plain)
        }
        ConnectionState::EncodeTlsData(mut data) => {
            let from = answer.len();
            let len = match data.encode(&mut []) {
                Err(EncodeError::InsufficientSize(size)) => size.required_size,
                _ => 0,
            };
            answer.resize(from + len, 0);
            data.encode(&mut answer[from..]).map_err(failed)?;
            Step::Appended
        }
        ConnectionState::TransmitTlsData(data) => {
            data.done();
            Step::Appended
        }
        ConnectionState::PeerClosed => Step::Ended,
        ConnectionState::Closed | ConnectionState::BlockedHandshake | ConnectionState::WriteTraffic(_) => {
            Step::Rest
        }
        // Early data, which the configuration does not offer.
        _ => return Err(failed("data before the handshake")),
    })
}

fn failed(why: impl fmt::Display) -> Error {
    Error::General(why.to_string())
}

impl fmt::Debug for TlsSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TlsSession")
            .field("partial", &self.partial.len())
            .field("ended", &self.ended)
            .finish()
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
