//! The words that say where a connection's keys are, found once: a hit looks at them each time, also from C (`include/near.h`).
#![allow(unsafe_code, reason = "it is read by C, too, and closed by another thread")]

use std::cell::{Cell, UnsafeCell};
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

use super::endpoint::{ALIVE_AT, READY, is_on_time};
use super::robust::DIED;
use crate::table_ffi::monotonic;

/// Bits of an epoch that are part of the space; the base has those above.
const EPOCH: u64 = (1 << 32) - 1;

/// The word of a subscriber that is never ready.
static NOBODY: AtomicU64 = AtomicU64::new(0);

/// Where the keys of a database are, for a connection that has been shown to talk to the server that is tracked, as somebody whom that has let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// The space but for its epoch.
    base: u64,
    subscriber: *const AtomicU64,
    epoch: *const AtomicU64,
}

// SAFETY: any thread may read the words, which a table keeps.
unsafe impl Send for View {}
// SAFETY: as above.
unsafe impl Sync for View {}

impl View {
    /// The words of a database. The view must not outlive their table.
    pub(crate) fn new(base: u64, subscriber: &AtomicU64, epoch: &AtomicU64) -> Self {
        Self { base, subscriber, epoch }
    }

    /// The space as it is now, if it may be believed.
    #[inline(always)]
    pub(crate) fn space(&self) -> Option<u64> {
        // SAFETY: the words are there for as long as their table, as `new` says.
        let (subscriber, epoch) = unsafe { (&*self.subscriber, &*self.epoch) };
        is_ready(subscriber).then(|| space(self.base, epoch))
    }
}

/// Of hits that follow close on each other one in so many looks at the clock: looking takes 5 ns, and the long way, as much as half a hit together.
const HITS: i32 = 256;

/// Who has looked so often within a tick of the clock, which is 1 to 10 ms, has so many hits in the rest of it that not all need to look.
const LOOKS: u32 = 2;

/// `bc_view`: what a connection's hits look at, open or closed. Its own thread opens it, under the lock of [liveness](super::liveness); that one's
/// thread closes it when the connection ends.
///
/// A subscriber that is not run, on a machine that has too much to do, or because somebody has stopped it, hears nothing and says nothing. So it says
/// many times in a second that it has heard all that had come, and who reads looks whether it has of late ([`is_fresh`](Self::is_fresh)): at each
/// hit, but for most of those that follow close on each other. What these were spared is over when the subscriber says the next word: so where it
/// falls silent, only a program that was in the midst of such hits has some more of them.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Gate {
    pub(crate) base: UnsafeCell<u64>,
    /// Where it is closed, a word that says that nothing may be believed: it is looked at without asking whether it is open.
    pub(crate) subscriber: AtomicPtr<AtomicU64>,
    pub(crate) epoch: UnsafeCell<*const AtomicU64>,
    /// What the subscriber had said when the clock was looked at last; hits that need not look while that is the same; and the looks of this tick.
    pub(crate) seen: Cell<u64>,
    pub(crate) left: Cell<i32>,
    looks: Cell<u32>,
    looked: Cell<u64>,
}

// SAFETY: what is no atomic is read and written by the connection's own thread alone.
unsafe impl Sync for Gate {}
// SAFETY: the words are a table's, which any thread may read.
unsafe impl Send for Gate {}

impl Gate {
    /// A closed one.
    pub(crate) fn new() -> Self {
        let nobody = (&raw const NOBODY).cast_mut();
        Self {
            base: UnsafeCell::new(0),
            subscriber: AtomicPtr::new(nobody),
            epoch: UnsafeCell::new(nobody.cast_const()),
            seen: Cell::new(0),
            left: Cell::new(0),
            looks: Cell::new(0),
            looked: Cell::new(0),
        }
    }

    /// Opens it. By the connection's thread.
    pub(crate) fn open(&self, view: View) {
        // SAFETY: this thread alone reads them.
        unsafe {
            self.base.get().write(view.base);
            self.epoch.get().write(view.epoch);
        }
        self.subscriber.store(view.subscriber.cast_mut(), Ordering::Release);
    }

    /// Closes it. By any thread.
    #[inline]
    pub(crate) fn close(&self) {
        self.subscriber.store((&raw const NOBODY).cast_mut(), Ordering::Release);
    }

    /// For a hit that looks at the clock: whether the subscriber is connected and has heard of late all that had come. By the connection's thread.
    pub(crate) fn is_fresh(&self) -> bool {
        // SAFETY: the word is there for as long as its table, as `View::new` says, or for ever; and where the subscriber is ready it is an endpoint's,
        // all of whose words are there.
        let (subscriber, alive_at) = unsafe {
            let subscriber = self.subscriber.load(Ordering::Acquire);
            if !is_ready(&*subscriber) {
                return false;
            }
            (&*subscriber, &*subscriber.add(ALIVE_AT.into()))
        };
        let (now, said) = (monotonic(), alive_at.load(Ordering::Acquire));
        self.looks.set(if self.looked.replace(now) == now { self.looks.get().saturating_add(1) } else { 0 });
        self.seen.set(said);
        self.left.set(if self.looks.get() < LOOKS { 1 } else { HITS });
        is_on_time(subscriber, said, now)
    }

    /// Time may have passed: the next hit looks at the clock. By the connection's thread.
    #[inline]
    pub(crate) fn rest(&self) {
        self.left.set(0);
    }

    /// Whether it is open. By the connection's thread.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        !std::ptr::eq(self.subscriber.load(Ordering::Acquire), &raw const NOBODY)
    }

    /// The space as it is now, if it is open and may be believed. By the connection's thread.
    #[cfg(test)]
    pub(crate) fn space(&self) -> Option<u64> {
        // SAFETY: as in `open`; the words are there for as long as their table, or for ever.
        let (base, epoch) = unsafe { (*self.base.get(), *self.epoch.get()) };
        View { base, subscriber: self.subscriber.load(Ordering::Acquire), epoch }.space()
    }
}

/// The space of a database whose epoch is this, whether it may be believed or not.
#[inline(always)]
pub(super) fn space(base: u64, epoch: &AtomicU64) -> u64 {
    base | epoch.load(Ordering::Acquire) & EPOCH
}

/// Whether the subscriber whose word this is lives and is connected.
#[inline(always)]
pub(super) fn is_ready(subscriber: &AtomicU64) -> bool {
    subscriber.load(Ordering::Acquire) & (READY | DIED) == READY
}
