//! Memory for a value, before anybody else sees it.

use core::fmt;

use crate::block::UNIT;
use crate::entry::{self, Entry};
use crate::layout::Place;
use crate::living::Living;
use crate::settings::Policy;
use crate::sync::{Held as _, Ordering, fence};
use crate::worker::Worker;

/// An entry in the making: its owner writes the value, and [publishes](Worker::publish) it. Dropping it gives the memory back.
///
/// While a worker has a draft, memory that a [dead writer](crate#the-dead) left unclear is kept: do not hold one for long.
#[derive(Debug)]
pub struct Draft<'w, L: Living> {
    worker: &'w Worker<L>,
    pub(crate) hash: u64,
    pub(crate) space: u64,
    pub(crate) offset: u32,
    pub(crate) key_len: usize,
    value: usize,
    len: usize,
    /// How often the shard was rebuilt before.
    pub(crate) rebuilds: u32,
    is_done: bool,
}

/// Why there is no room for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nothing may be given up for it: the policy is [`Keep`](crate::Policy::Keep), or pins and drafts hold the memory.
    NoRoom,
    /// It is larger than a quarter of a shard.
    TooLarge {
        /// Bytes of the value.
        len: usize,
        /// Bytes of the largest one with this key.
        most: usize,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRoom => f.write_str(
                "the shared memory is full: raise its size, or choose a policy that gives entries up",
            ),
            Self::TooLarge { len, most } => {
                write!(
                    f,
                    "a value of {len} bytes is larger than {most}, the most that this shared memory takes: raise its size"
                )
            }
        }
    }
}

impl std::error::Error for Refused {}

impl<L: Living> Worker<L> {
    /// Memory for a value of `len` bytes. Entries are given up for it, if need be.
    ///
    /// # Errors
    /// See [`Refused`]; whatever was there for the key is still there then.
    pub fn draft(&self, hash: u64, space: u64, key: &[u8], len: usize) -> Result<Draft<'_, L>, Refused> {
        let place = self.table.layout.shard(hash);
        let units = entry::units(key.len(), len).filter(|units| *units <= place.arena.largest());
        let Some(units) = units else {
            let control = self.hold(place).control;
            control.refused.set(control.refused.get().wrapping_add(1));
            return Err(Refused::TooLarge { len, most: self.table.largest_value(key.len()) });
        };
        let (offset, rebuilds) = self.allocate(place, hash, units).ok_or(Refused::NoRoom)?;
        // What is written into the block from here on is seen only by those who also see that it had left the index.
        fence(Ordering::Release);
        let at = offset as usize * UNIT;
        let value = at + entry::value_at(key.len());
        let draft = Draft {
            worker: self,
            hash,
            space,
            offset,
            key_len: key.len(),
            value,
            len,
            rebuilds,
            is_done: false,
        };
        let entry = self.table.region.at::<Entry>(at);
        entry.hash.set(hash);
        entry.space.set(space);
        entry.set_lens(key.len(), len);
        self.table.region.write(at + entry::HEAD, key);
        Ok(draft)
    }

    fn allocate(&self, place: &Place, hash: u64, units: u32) -> Option<(u32, u32)> {
        let held = self.hold(place);
        let found = held.repaired(|held| {
            if self.table.settings.policy == Policy::Keep && !held.has_place(hash) {
                return Ok(None);
            }
            let Some(offset) = held.make_room(units)? else { return Ok(None) };
            held.heap().block(offset)?.owner.set(self.me);
            Ok(Some((offset, held.control.rebuilds.get())))
        });
        let found = found.flatten();
        if found.is_some() {
            // Before the lock is given back: a process that dies in between leaves a shard to be rebuilt, and so no draft.
            self.begin_draft(place);
        } else {
            held.control.refused.set(held.control.refused.get().wrapping_add(1));
        }
        found
    }
}

impl<L: Living> Draft<'_, L> {
    /// Where the value is to be written, at a multiple of 16, for [`len`](Self::len) bytes, until it is published or dropped.
    #[must_use]
    pub fn value_mut(&self) -> *mut u8 {
        self.worker.table.region.writable(self.value)
    }

    /// The address that the same byte has in the read-only view, where the value will be read.
    #[must_use]
    pub fn value_address(&self) -> usize {
        self.worker.table.region.readable(self.value).addr()
    }

    /// Bytes of the value.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the value has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Writes a part of the value, from its byte `start` on. False, and nothing written, if it does not fit.
    #[must_use]
    #[allow(unsafe_code, reason = "it writes into memory that is the draft's")]
    pub fn write(&mut self, start: usize, bytes: &[u8]) -> bool {
        if start > self.len || self.len - start < bytes.len() {
            return false;
        }
        // SAFETY: the block is this draft's alone, and these bytes lie within its value.
        unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), self.value_mut().add(start), bytes.len()) };
        true
    }

    /// Whether it was made by this worker, who alone may publish it.
    pub(crate) fn is_of(&self, worker: &Worker<L>) -> bool {
        core::ptr::eq(self.worker, worker)
    }

    /// Whether the block is still this draft's: a rebuild takes drafts for gaps, and frees them when they are done.
    pub(crate) fn is_valid(&self, rebuilds: u32) -> bool {
        self.rebuilds == rebuilds
    }

    /// It was published, or its memory is another's to free.
    pub(crate) fn finish(&mut self) {
        self.is_done = true;
    }
}

impl<L: Living> Drop for Draft<'_, L> {
    fn drop(&mut self) {
        if !self.is_done {
            let held = self.worker.hold(self.worker.table.layout.shard(self.hash));
            held.repaired(|held| {
                let is_mine = self.is_valid(held.control.rebuilds.get());
                if is_mine { held.heap().free(self.offset) } else { Ok(()) }
            });
        }
        self.worker.end_draft();
    }
}
