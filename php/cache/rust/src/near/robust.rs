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

/// `struct robust_list_head`, and the links behind it.
#[repr(C)]
struct List {
    first: Link,
    distance: isize,
    pending: Link,
    links: [Link; LINKS],
    _pinned: PhantomPinned,
}

/// The list of the thread that made it; it has to be dropped there too, and the thread does not outlive it.
pub(super) struct Robust {
    list: Pin<Box<List>>,
}

impl Robust {
    /// Registers a list for this thread. None: the kernel keeps none, and nothing may be believed.
    pub(super) fn new(table: &Table) -> Option<Self> {
        let list = Box::pin(List {
            first: Link::default(),
            distance: 0,
            pending: Link::default(),
            links: [const { Link::new(ptr::null_mut()) }; LINKS],
            _pinned: PhantomPinned,
        });
        let mut robust = Self { list };
        let end = robust.head().cast::<u8>();
        let words = ptr::from_ref(table.lease(0)).addr();
        // SAFETY: nothing is moved, only written.
        let list = unsafe { robust.list.as_mut().get_unchecked_mut() };
        list.first.store(end, Ordering::Release);
        list.distance = words.wrapping_sub(list.links.as_ptr().addr()).cast_signed();
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
        let Some(link) = self.list.links.get(usize::from(index)) else { return };
        link.store(self.list.first.load(Ordering::Acquire), Ordering::Release);
        self.list.first.store(ptr::from_ref(link).cast_mut().cast(), Ordering::Release);
    }

    /// Takes it from there: after the number was taken out of it.
    pub(super) fn release(&self, index: u16) {
        let Some(gone) = self.list.links.get(usize::from(index)) else { return };
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
        let index = address.addr().wrapping_sub(self.list.links.as_ptr().addr()) / size_of::<Link>();
        self.list.links.get(index)
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
