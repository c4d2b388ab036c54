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
    /// Connections that left it, in whatever way.
    pub left: u64,
    /// Of these, closed because a byte waited too long.
    pub outbox_stale: u64,
    /// Connections that a frame had no room for: [`Event::OutboxFull`](crate::Event::OutboxFull).
    pub outbox_full: u64,
    /// Times that accepting was paused for want of descriptors or memory.
    pub accept_pauses: u64,
    /// Handshakes of TLS that were completed.
    pub handshakes: u64,
    /// Of these, those that went on from a ticket.
    pub handshakes_resumed: u64,
    /// Handshakes that were not: no TLS, no version or cipher in common, given up by the peer, or too slow.
    pub handshakes_failed: u64,
    /// Connections that ended because of a record that could not be read.
    pub records_refused: u64,
    /// Read calls.
    pub reads: u64,
    /// Bytes read.
    pub bytes_read: u64,
    /// Writes: one for each socket and turn, mostly.
    pub writes: u64,
    /// System calls that made many of them at once.
    pub volleys: u64,
    /// Bytes written.
    pub bytes_written: u64,
    /// Writes that the kernel did not take in full: the peer is behind.
    pub short_writes: u64,
}
