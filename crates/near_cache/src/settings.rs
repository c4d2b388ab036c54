//! What is decided when a region is used for the first time.

use core::fmt;

/// See the fields. The first process to open the region decides; later ones read [`Table::settings`](crate::Table::settings).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What is given up when there is no room.
    pub policy: Policy,
    /// Most workers that are joined at a time, 1 to 4,096; others are brought into that range. Each has 448 bytes.
    pub workers: u16,
    /// Secret numbers, so that nobody can choose keys that fall together. The owner takes them from the operating system.
    pub seed: [u64; 2],
}

/// Most workers of a region.
pub(crate) const MOST_WORKERS: u16 = 4096;

impl Settings {
    /// The number of workers that there can be.
    pub(crate) fn workers_in_range(&self) -> u16 {
        self.workers.clamp(1, MOST_WORKERS)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self { policy: Policy::S3Fifo, workers: 1024, seed: [0, 0] }
    }
}

/// Which entries are evicted for a new one. Expired ones go first, whatever the policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Policy {
    /// A short queue for new entries, a long one for those that were read again, and a memory of those evicted too early.
    #[default]
    S3Fifo = 1,
    /// None: what finds no room is [refused](crate::Refused::NoRoom).
    Keep = 2,
}

impl Policy {
    pub(crate) fn from_number(number: u8) -> Option<Self> {
        [Self::S3Fifo, Self::Keep].into_iter().find(|policy| *policy as u8 == number)
    }
}

/// Why a region cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// It is shorter than a table can be.
    TooSmall {
        /// Its bytes.
        len: usize,
        /// Bytes that it needs at least with this number of workers.
        least: usize,
    },
    /// It is longer than 64 GiB, which is as far as its offsets reach.
    TooLarge {
        /// Its bytes.
        len: usize,
    },
    /// Its addresses are not multiples of 64.
    Misaligned,
    /// It holds something else: another format, or a table of another length.
    Foreign,
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSmall { len, least } => {
                write!(f, "the shared memory has {len} bytes, and {least} are needed: raise its size, or lower the number of workers")
            }
            Self::TooLarge { len } => {
                write!(f, "the shared memory has {len} bytes, more than the 64 GiB that a table can use: lower its size")
            }
            Self::Misaligned => f.write_str("the shared memory does not begin at a multiple of 64 bytes"),
            Self::Foreign => f.write_str("the shared memory was made by another version or with another size: remove it, so that it is made again"),
        }
    }
}

impl std::error::Error for OpenError {}
