//! The limits and intervals of one loop.

use std::io;
use std::time::Duration;

use crate::Tls;

/// Settings of a [`Reactor`](crate::Reactor). Start from `Config::default()`.
#[derive(Clone, Debug)]
pub struct Config {
    /// Most unsent bytes that one connection may have queued. A frame that would exceed it is
    /// dropped, with all that follow, and [`Event::OutboxFull`](crate::Event::OutboxFull) notifies
    /// the owner. Default 1 MiB: with 1,000 peers that do not read, 1 GiB at most.
    pub outbox_bytes: usize,
    /// Longest that a byte may wait in an outbox before the connection is closed with
    /// [`Closed::OutboxStale`](crate::Closed::OutboxStale). Default 10 s.
    pub outbox_age: Duration,
    /// Memory that the loop retains for outboxes between turns, in bytes, for all its connections
    /// together. More is used when more is queued, and freed afterwards. Default 2 MiB: 4,096 small
    /// outboxes.
    pub outbox_pool_bytes: usize,
    /// Granularity of timers, at least 1 ms: they are never early, and late by less than this. Default 100 ms.
    pub tick: Duration,
    /// Most connections in this loop; [`adopt`](crate::Reactor::adopt) refuses more. A connection's own record
    /// is 40 bytes, so the default of one million costs 40 MB when reached.
    pub max_connections: usize,
    /// After this many bytes from one socket the others are read first. It continues in the
    /// next turn. Default 256 KiB.
    pub read_per_turn: usize,
    /// Most connections accepted in one turn. Default 512.
    pub accept_per_turn: usize,
    /// How long a connection that was [finished](crate::Reactor::finish) waits for the peer's end of stream
    /// after everything was written. Default 2 s.
    pub linger: Duration,
    /// Kernel send buffer of accepted sockets in bytes (`SO_SNDBUF`; the kernel doubles it).
    /// `None`, the default, lets the kernel tune it up to `tcp_wmem`, usually 4 MiB: memory that a
    /// peer which does not read costs in addition to its outbox.
    pub send_buffer: Option<usize>,
    /// Kernel receive buffer of accepted sockets in bytes (`SO_RCVBUF`). `None` lets the kernel tune it.
    pub receive_buffer: Option<usize>,
    /// The interface to the kernel. Default [`Driver::Auto`].
    pub driver: Driver,
    /// TLS for the connections of [`adopt_tls`](crate::Reactor::adopt_tls). Default `None`: there
    /// are no such connections.
    pub tls: Option<Tls>,
}

/// A loop's interface to the kernel.
///
/// Readiness and reads are epoll's either way. With io_uring a flush writes many sockets with one system call, which takes
/// a fifth off the cost of a fan-out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// io_uring where the kernel has it (Linux 5.18) and allows it, else epoll alone.
    #[default]
    Auto,
    /// epoll alone: one call for each write.
    Epoll,
    /// io_uring, or no loop.
    IoUring,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            outbox_bytes: 1 << 20,
            outbox_age: Duration::from_secs(10),
            outbox_pool_bytes: 2 << 20,
            tick: Duration::from_millis(100),
            max_connections: 1_000_000,
            read_per_turn: 256 << 10,
            accept_per_turn: 512,
            linger: Duration::from_secs(2),
            send_buffer: None,
            receive_buffer: None,
            driver: Driver::Auto,
            tls: None,
        }
    }
}

impl Config {
    /// Refuses values with which a loop would make no progress.
    pub(crate) fn check(&self) -> io::Result<()> {
        let refused = |text: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, text.to_owned()));
        if self.tick < Duration::from_millis(1) {
            return refused("tick is below 1 ms: timers count in milliseconds, set tick to 1 ms or more");
        }
        if self.read_per_turn == 0 || self.accept_per_turn == 0 {
            return refused(
                "read_per_turn and accept_per_turn must be at least 1, else nothing is ever read",
            );
        }
        if self.max_connections > MAX_CONNECTIONS {
            return refused("max_connections is above 2^31, the most that a loop can number");
        }
        Ok(())
    }
}

/// Slots are 31 bits: the timer wheel marks list heads with the highest bit.
const MAX_CONNECTIONS: usize = 1 << 31;

/// A duration as whole milliseconds, rounded up; about 584 million years at most.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_would_stop_a_loop_are_refused_by_name() {
        assert!(Config::default().check().is_ok());
        let tick = Config { tick: Duration::from_micros(999), ..Config::default() };
        assert!(tick.check().unwrap_err().to_string().contains("tick"));
        let reads = Config { read_per_turn: 0, ..Config::default() };
        assert!(reads.check().unwrap_err().to_string().contains("read_per_turn"));
        let many = Config { max_connections: (1 << 31) + 1, ..Config::default() };
        assert!(many.check().unwrap_err().to_string().contains("max_connections"));
    }

    #[test]
    fn part_of_a_millisecond_counts_as_one() {
        assert_eq!(millis(Duration::from_micros(1)), 1);
        assert_eq!(millis(Duration::from_millis(7)), 7);
        assert_eq!(millis(Duration::MAX), u64::MAX);
    }
}
