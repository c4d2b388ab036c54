//! One slot of the ring of [events](crate::events), as it lies in the region.
//!
//! It says which event it holds, and says nothing while it is written: so a reader knows whether all that it read is of one event.

use crate::region::Region;
use crate::sync::{AtomicU64, Held as _, Ordering, fence};

/// Words of a key in a slot.
const KEY_WORDS: usize = 61;

/// Bytes of the longest key that an event can name.
pub const EVENT_KEY: usize = KEY_WORDS * 8;

/// The kind of an event that concerns a whole space.
pub const FLUSHED: u8 = 0;

/// A slot says this while it is written.
const BEING_WRITTEN: u64 = 0;

/// 512 bytes, of which there are 4,096 in a region of 64 MiB or more, and 1/32 of a smaller one.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Slot {
    /// The event's position and 1.
    number: AtomicU64,
    /// Length of the key, and the kind.
    head: AtomicU64,
    pub(crate) space: AtomicU64,
    key: [AtomicU64; KEY_WORDS],
}

const _: () = assert!(size_of::<Slot>() == 512);
/// Bytes before the key.
const KEY_AT: usize = 24;

/// Something that has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The owner's kind of event; [`FLUSHED`]: all keys of the space.
    pub kind: u8,
    /// The space of the key.
    pub space: u64,
    /// The key; empty for a whole space.
    pub key: Vec<u8>,
}

/// Writes an event of a kind, a space and a key of [`EVENT_KEY`] bytes at most. Only who has the ring's lock does.
pub(crate) fn write(region: &Region, at: usize, position: u64, (kind, space, key): (u8, u64, &[u8])) {
    let slot = region.at::<Slot>(at);
    slot.number.set(BEING_WRITTEN);
    fence(Ordering::Release);
    slot.head.set(u64::from(kind) << 32 | key.len() as u64);
    slot.space.set(space);
    region.write(at + KEY_AT, key);
    slot.number.store(position.wrapping_add(1), Ordering::Release);
}

/// The event of a position, if the slot holds it, whole.
pub(crate) fn read(region: &Region, at: usize, position: u64) -> Option<Event> {
    let slot = region.at::<Slot>(at);
    let number = position.wrapping_add(1);
    if slot.number.load(Ordering::Acquire) != number {
        return None;
    }
    let (head, space) = (slot.head.get(), slot.space.get());
    let [kind, ..] = (head >> 32).to_le_bytes();
    let len = usize::try_from(head & 0xFFFF_FFFF).unwrap_or(usize::MAX).min(EVENT_KEY);
    let key = region.bytes(at + KEY_AT, len)?;
    fence(Ordering::Acquire);
    (slot.number.get() == number).then_some(Event { kind, space, key })
}
