//! Bytes that were received and are being decoded.

use baton_reactor::ConnectionId;

/// Bytes that one read takes from a socket: a burst of small messages is read at once. One buffer
/// an endpoint.
const READ_BUFFER: usize = 256 << 10;

/// What an endpoint is decoding, and what it has yet to decode.
#[derive(Debug)]
pub(crate) struct Input {
    /// What the reactor reads into.
    buffer: Vec<u8>,
    current: Option<Reading>,
    /// Connections with stored bytes that may be decoded again.
    resumed: Vec<ConnectionId>,
}

/// Bytes of one connection that are being decoded.
#[derive(Debug)]
struct Reading {
    conn: ConnectionId,
    source: Source,
    /// The first byte that is not consumed.
    at: usize,
}

#[derive(Debug)]
enum Source {
    /// The first bytes of the endpoint's buffer.
    Buffer(usize),
    /// Bytes that had been stored for the connection.
    Stored(Vec<u8>),
}

impl Input {
    pub(crate) fn new() -> Self {
        Self { buffer: vec![0; READ_BUFFER], current: None, resumed: Vec::new() }
    }

    /// What the reactor reads into; not while bytes of it are being decoded.
    #[inline]
    pub(crate) fn buffer_mut(&mut self) -> &mut [u8] {
        &mut self.buffer
    }

    /// The bytes that the reactor has read.
    pub(crate) fn received(&self, len: usize) -> &[u8] {
        self.buffer.get(..len).unwrap_or_default()
    }

    /// Begins to decode what the reactor has read.
    #[inline]
    pub(crate) fn begin(&mut self, conn: ConnectionId, len: usize) {
        self.current = Some(Reading { conn, source: Source::Buffer(len), at: 0 });
    }

    /// Begins to decode bytes that had been stored.
    pub(crate) fn begin_stored(&mut self, conn: ConnectionId, bytes: Vec<u8>) {
        self.current = Some(Reading { conn, source: Source::Stored(bytes), at: 0 });
    }

    /// The connection whose bytes are being decoded.
    #[inline]
    pub(crate) fn current(&self) -> Option<ConnectionId> {
        self.current.as_ref().map(|reading| reading.conn)
    }

    /// The bytes that are being decoded, without those that are consumed.
    #[inline]
    pub(crate) fn rest(&mut self) -> &mut [u8] {
        match &mut self.current {
            Some(Reading { source: Source::Buffer(end), at, .. }) => {
                self.buffer.get_mut(*at..*end).unwrap_or_default()
            }
            Some(Reading { source: Source::Stored(bytes), at, .. }) => {
                bytes.get_mut(*at..).unwrap_or_default()
            }
            None => &mut [],
        }
    }

    #[inline]
    pub(crate) fn consume(&mut self, len: usize) {
        if let Some(reading) = &mut self.current {
            reading.at += len;
        }
    }

    /// Discards the rest.
    #[inline]
    pub(crate) fn stop(&mut self) {
        self.current = None;
    }

    /// Takes the rest, to be stored for its connection: moved where it is a vector already.
    pub(crate) fn take_rest(&mut self) -> Option<(ConnectionId, Vec<u8>)> {
        let Reading { conn, source, at } = self.current.take()?;
        let rest = match source {
            Source::Stored(mut bytes) => {
                bytes.drain(..at.min(bytes.len()));
                bytes
            }
            Source::Buffer(end) => self.buffer.get(at..end).unwrap_or_default().to_vec(),
        };
        Some((conn, rest))
    }

    /// Has the stored bytes of a connection decoded when nothing else is left to do.
    pub(crate) fn resume(&mut self, conn: ConnectionId) {
        self.resumed.push(conn);
    }

    #[inline]
    pub(crate) fn next_resumed(&mut self) -> Option<ConnectionId> {
        self.resumed.pop()
    }

    /// Whether there is something to decode.
    pub(crate) fn has_work(&self) -> bool {
        self.current.is_some() || !self.resumed.is_empty()
    }
}
