//! What a loop has done since it started, for metrics.

/// Running totals of one loop. Plain numbers: only the loop's own thread writes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls of `poll` that asked the kernel.
    pub turns: u64,
    /// Connections accepted by listeners of this loop.
    pub accepted: u64,
    /// Connections that joined this loop.
    pub adopted: u64,
    /// Connections that left it, for any reason.
    pub left: u64,
    /// Of these, closed because a byte waited too long.
    pub outbox_stale: u64,
    /// Connections whose outbox had no room for a frame:
    /// [`Event::OutboxFull`](crate::Event::OutboxFull).
    pub outbox_full: u64,
    /// How often accepting was paused because descriptors or memory ran out.
    pub accept_pauses: u64,
    /// Handshakes of TLS that were completed.
    pub handshakes: u64,
    /// Of these, those that resumed a session from a ticket.
    pub handshakes_resumed: u64,
    /// Failed handshakes: no TLS, no version or cipher in common, abandoned by the peer, or too
    /// slow.
    pub handshakes_failed: u64,
    /// Connections that were closed because of an invalid record.
    pub records_refused: u64,
    /// Read calls.
    pub reads: u64,
    /// Bytes read.
    pub bytes_read: u64,
    /// Writes: usually one for each socket and turn.
    pub writes: u64,
    /// System calls that each submitted a batch of them.
    pub submissions: u64,
    /// Bytes written.
    pub bytes_written: u64,
    /// Writes that the kernel did not take in full: the peer is behind.
    pub short_writes: u64,
}

impl Counters {
    #[inline]
    pub(crate) fn count_write(&mut self, bytes: usize) {
        self.writes += 1;
        self.bytes_written += bytes as u64;
    }
}
