//! Which process this is, without a system call for the question.
//!
//! A socket that was opened before a fork is the parent's as well: a child that spoke on it would be given the parent's replies.
//! So each connection remembers the process that opened it, as seats at the shared memory and threads do. `getpid` would be a system
//! call each time; instead the C library is asked once to count in each child (`pthread_atfork`), which is all that the one static of this
//! crate is for.

#![allow(unsafe_code)]

use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many forks lie between the first process and this one, along its line.
static FORKS: AtomicU64 = AtomicU64::new(0);

/// One process, as distinct from its parent and its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Process(u64);

impl Process {
    /// This one, for what is made now.
    pub(crate) fn watched() -> Self {
        static WATCH: Once = Once::new();
        // SAFETY: `forked` may run in a child of a process with threads: it takes no lock and allocates nothing. It stays
        // loaded: the C library forgets handlers of a library that is unloaded.
        WATCH.call_once(|| unsafe {
            libc::pthread_atfork(None, None, Some(forked));
        });
        Self::current()
    }

    /// Whether this process is it.
    #[inline]
    pub(crate) fn is_this(self) -> bool {
        self == Self::current()
    }

    #[inline]
    fn current() -> Self {
        Self(FORKS.load(Ordering::Relaxed))
    }
}

extern "C" fn forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}
