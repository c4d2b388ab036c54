//! When memory that was handed out may be used again.
//!
//! A worker that reads values in place **pins** for a moment: it writes the epoch into its slot. A block that leaves the index
//! is tagged with the epoch of that moment, and waits until every pin is later than its tag.
//!
//! ```text
//! reader                               writer
//! p := epoch + 1                       unlink the block
//! pin := p                             fence (seq-cst)
//! fence (seq-cst)                      tag := epoch + 1
//! look into the index                  … later: fence (seq-cst), look at the pins
//! ```
//!
//! This is Dekker's pattern: each side writes, fences, and reads what the other writes. Of two such fences one is first.
//!
//! - The writer's is first: the reader looks into the index behind it, and does not find the block.
//! - The reader's is first: the writer, which looks at the pins behind its own fence, sees this pin (or that it was cleared, or
//!   a later one of the same slot, which means that the reader is done). And it read the epoch behind the reader, so `p <= tag`:
//!   the block waits.
//!
//! A pin holds all memory. What a worker keeps for longer it **borrows**: it marks the page of the value in a map of its own, in which a
//! page is a 2,048th of the region, and only blocks that touch a marked page wait for it. So a worker that keeps one value for an hour
//! holds one page, whatever the others change meanwhile. The same pattern orders it: the reader marks the page, fences, and asks whether
//! the entry [is still there](crate::Found::still); the writer unlinks, fences, and reads the map. A loan begun under a pin needs no
//! question: it begins with the pin's epoch, and the mark is stored before the pin is cleared.
//!
//! Clearing a pin is a release and reading it an acquire, so what the reader read is read before the memory changes.
//! Pins of the dead are passed over: a worker that died before the pins were looked at reads nothing any more, and a successor
//! in its slot began to look after the block was unlinked.

use crate::sync::{AtomicU64, Ordering, fence};

/// No pin.
pub(crate) const NONE: u64 = 0;

/// Pins: from here on nothing that the index holds is used again, until [`unpin`].
pub(crate) fn pin(epoch: &AtomicU64, pin: &AtomicU64) {
    hold(epoch, pin);
    fence(Ordering::SeqCst);
}

/// The same for memory that the worker gets under a shard's lock afterwards: the lock orders it.
pub(crate) fn hold(epoch: &AtomicU64, pin: &AtomicU64) {
    pin.store(epoch.load(Ordering::Relaxed) + 1, Ordering::Release);
}

/// Holds what another's pin holds, for as long as that is there: nothing was let go of in between.
#[allow(dead_code, reason = "the models have no forks")]
pub(crate) fn hold_as(other: &AtomicU64, pin: &AtomicU64) {
    pin.store(other.load(Ordering::Acquire), Ordering::Release);
    fence(Ordering::SeqCst);
}

/// Words of a map of pages.
pub(crate) const PAGE_WORDS: usize = 32;

/// Pages of a region.
pub(crate) const PAGES: u32 = 2048;

const _: () = assert!(PAGE_WORDS * 64 == PAGES as usize);

#[allow(dead_code, reason = "the models have one page")]
/// The word of a map that has a page, and the page's bit in it.
pub(crate) fn page_bit(page: usize) -> (usize, u64) {
    (page / 64 % PAGE_WORDS, 1 << (page % 64))
}

/// Borrows from a page, until [`give_back`]: `since` is [`NONE`] before the first loan.
pub(crate) fn borrow(epoch: &AtomicU64, pin: &AtomicU64, since: &AtomicU64, (word, bit): (&AtomicU64, u64)) {
    if since.load(Ordering::Relaxed) == NONE {
        match pin.load(Ordering::Relaxed) {
            NONE => hold(epoch, since),
            // What is borrowed under a pin may have left the index since that began.
            pinned => since.store(pinned, Ordering::Release),
        }
    }
    word.store(word.load(Ordering::Relaxed) | bit, Ordering::Release);
    fence(Ordering::SeqCst);
}

/// Borrows nothing any more.
pub(crate) fn give_back<'a>(since: &AtomicU64, words: impl IntoIterator<Item = &'a AtomicU64>) {
    unpin(since);
    words.into_iter().for_each(|word| word.store(0, Ordering::Release));
}

/// Ends it.
pub(crate) fn unpin(pin: &AtomicU64) {
    pin.store(NONE, Ordering::Release);
}

/// The tag of what was unlinked just now.
pub(crate) fn tag(epoch: &AtomicU64) -> u64 {
    fence(Ordering::SeqCst);
    epoch.load(Ordering::Relaxed) + 1
}

/// Begins an epoch, before the pins are looked at: so a pin that is set from now on holds up nothing that waits already.
pub(crate) fn advance(epoch: &AtomicU64) {
    epoch.fetch_add(1, Ordering::AcqRel);
    fence(Ordering::SeqCst);
}

/// What a slot holds: a block may be used again if its tag is lower than this, or this is [`NONE`].
pub(crate) fn held(pin: &AtomicU64) -> u64 {
    pin.load(Ordering::Acquire)
}
