//! The first page: what all processes agree on, and the few words that all of them share.
//!
//! A region of zeros is a table without entries already, but for its settings. Each of these is one word that the
//! first process sets and all others read, so there is no moment at which a table is half made, nobody waits for who makes it,
//! and who dies meanwhile leaves nothing behind.

use crate::lock::Lock;
use crate::region::Region;
use crate::settings::{MOST_WORKERS, OpenError, Policy, Settings};
use crate::sync::{AtomicU32, AtomicU64, Ordering};

/// "BatNear" and the format's number. Another format is another number.
const MAGIC: u64 = u64::from_le_bytes(*b"BatNear\x04");

/// See the module's text.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Header {
    magic: AtomicU64,
    len: AtomicU64,
    /// Policy and workers.
    choices: AtomicU64,
    seed: [AtomicU64; 2],
    /// How many listen to [events](crate::events): read by all that change something, and seldom written.
    pub(crate) listeners: AtomicU64,
    _first: [AtomicU64; 2],
    /// See [`pins`](crate::pins).
    pub(crate) epoch: Line<AtomicU64>,
    /// Slots that were ever used: those beyond need not be looked at.
    pub(crate) slots: Line<AtomicU32>,
    /// Of the ring of events.
    pub(crate) events_lock: Line<Lock>,
    /// Events that were ever pushed.
    pub(crate) events_end: Line<AtomicU64>,
}

/// Alone on its cache line.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Line<T>(pub(crate) T);

impl Header {
    /// What was agreed on: `settings` if nobody was here before.
    pub(crate) fn agree(region: &Region, settings: &Settings) -> Result<Settings, OpenError> {
        let asked = settings.workers_in_range();
        let header = region.at::<Self>(0);
        if first(&header.magic, MAGIC) != MAGIC
            || first(&header.len, region.len() as u64) != region.len() as u64
        {
            return Err(OpenError::Foreign);
        }
        let choices = first(&header.choices, u64::from(settings.policy as u8) << 16 | u64::from(asked));
        let [low, high, policy, rest @ ..] = choices.to_le_bytes();
        let workers = u16::from_le_bytes([low, high]);
        let policy =
            Policy::from_number(policy).filter(|_| rest == [0; 5] && (1..=MOST_WORKERS).contains(&workers));
        let Some(policy) = policy else { return Err(OpenError::Foreign) };
        // 0 would be set again by the next; any other number serves as well.
        let seed = [0, 1].map(|index| first(&header.seed[index], settings.seed[index].max(1)));
        Ok(Settings { policy, workers, seed })
    }
}

/// The value of a word that is set once: `mine` if it was not.
fn first(word: &AtomicU64, mine: u64) -> u64 {
    word.compare_exchange(0, mine, Ordering::AcqRel, Ordering::Acquire).map_or_else(|theirs| theirs, |_| mine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    #[test]
    fn the_first_one_decides() {
        let memory = Memory::new(1 << 20);
        let mine = Settings { policy: Policy::Keep, workers: 12, seed: [0, 9] };
        let agreed = Header::agree(&memory.region(), &mine).unwrap();
        assert_eq!(agreed, Settings { seed: [1, 9], ..mine });
        let theirs = Settings { policy: Policy::S3Fifo, workers: 4, seed: [3, 4] };
        assert_eq!(Header::agree(&memory.region(), &theirs), Ok(agreed));
    }

    #[test]
    fn something_else_is_left_alone() {
        let memory = Memory::new(1 << 20);
        memory.region().write(0, b"PNG image");
        let settings = Settings { workers: 8, ..Settings::default() };
        assert_eq!(Header::agree(&memory.region(), &settings), Err(OpenError::Foreign));
        let memory = Memory::new(1 << 20);
        memory.region().write(8, &4096_u64.to_ne_bytes());
        assert_eq!(Header::agree(&memory.region(), &settings), Err(OpenError::Foreign));
        memory.region().write(0, &[0; 16]);
        memory.region().write(16, &[0xFF; 8]);
        assert_eq!(Header::agree(&memory.region(), &settings), Err(OpenError::Foreign));
    }
}
