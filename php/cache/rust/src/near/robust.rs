//! Words that the kernel marks when a thread dies.
//!
//! Linux keeps, for each thread, the address of a list of words in the thread's memory, and walks it when the thread ends, however it
//! ends and before its files are closed: each word that still holds the thread's number gets a bit set instead (`FUTEX_OWNER_DIED`).
//! That was made for locks, and serves here for "I am alive". The list is `get_robust_list(2)`'s; the C library uses one for locks of
//! its own, which a thread of ours has none of.
//!
//! The kernel finds a word from its link in the list by one distance that is the same for all. Links are kept beside each other as the
//! words are, so link *i* is as far from word *i* as any other.
#![allow(unsafe_code, reason = "a list that the kernel reads")]

use std::marker::PhantomPinned;
use std::pin::Pin;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use baton_near_cache::Table;

/// The bits of a word that are a thread's number.
pub(super) const THREAD: u64 = 0x3FFF_FFFF;
/// The bit by which the kernel says that this thread is dead.
pub(super) const DIED: u64 = 1 << 30;

/// Words that there are.
const LINKS: usize = 4096;

/// `struct robust_list`.
type Link = AtomicPtr<u8>;

/// `struct robust_list_head`.
#[repr(C)]
struct List {
    first: Link,
    distance: isize,
    pending: Link,
    _pinned: PhantomPinned,
}

/// The list of the thread that made it; it has to be dropped there too, and the thread does not outlive it.
pub(super) struct Robust {
    list: Pin<Box<List>>,
    /// 32 KiB, half of what a thread that holds one may have as its stack: so they never lie there.
    links: Box<[Link]>,
}

impl Robust {
    /// Registers a list for this thread. None: the kernel keeps none, and nothing may be believed.
    pub(super) fn new(table: &Table) -> Option<Self> {
        let links: Box<[Link]> = (0..LINKS).map(|_| Link::default()).collect();
        let words = ptr::from_ref(table.lease(0)).addr();
        let distance = words.wrapping_sub(links.as_ptr().addr()).cast_signed();
        let list =
            List { first: Link::default(), distance, pending: Link::default(), _pinned: PhantomPinned };
        let robust = Self { list: Box::pin(list), links };
        robust.list.first.store(robust.head().cast(), Ordering::Release);
        robust.register(robust.head()).then_some(robust)
    }

    fn head(&self) -> *mut List {
        ptr::from_ref(&*self.list).cast_mut()
    }

    fn register(&self, head: *mut List) -> bool {
        const HEAD: usize = 24; // three words, which the kernel checks
        // SAFETY: the kernel reads the list when this thread ends; it is taken away from it before the list is freed.
        unsafe { libc::syscall(libc::SYS_set_robust_list, head, HEAD) == 0 }
    }

    /// Puts a word under the kernel's watch: to be done before the thread's number is written there. Others may do it for the list's
    /// thread, one at a time.
    pub(super) fn hold(&self, index: u16) {
        let Some(link) = self.links.get(usize::from(index)) else { return };
        link.store(self.list.first.load(Ordering::Acquire), Ordering::Release);
        self.list.first.store(ptr::from_ref(link).cast_mut().cast(), Ordering::Release);
    }

    /// Takes it from there: after the number was taken out of it.
    pub(super) fn release(&self, index: u16) {
        let Some(gone) = self.links.get(usize::from(index)) else { return };
        let gone_address = ptr::from_ref(gone).cast_mut().cast::<u8>();
        let mut link = &self.list.first;
        for _ in 0..LINKS {
            let next = link.load(Ordering::Acquire);
            if next == gone_address {
                link.store(gone.load(Ordering::Acquire), Ordering::Release);
                return;
            }
            let Some(following) = self.link_at(next) else { return };
            link = following;
        }
    }

    /// The link at an address; None for the end of the list.
    fn link_at(&self, address: *mut u8) -> Option<&Link> {
        let index = address.addr().wrapping_sub(self.links.as_ptr().addr()) / size_of::<Link>();
        self.links.get(index)
    }
}

impl Drop for Robust {
    fn drop(&mut self) {
        self.register(ptr::null_mut());
    }
}

/// The number of this thread, as the kernel compares it with the words.
pub(super) fn thread() -> u32 {
    rustix::thread::gettid().as_raw_nonzero().get().cast_unsigned()
}
