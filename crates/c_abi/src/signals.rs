//! Threads that receive no signals.
//!
//! A signal to the process is delivered to any of its threads. PHP's handlers write to memory of
//! PHP's own thread, so a thread of ours must not run them, from its first instruction on; it
//! inherits the mask of the thread that starts it.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ptr;

/// Runs `start` while this thread blocks every signal; they are delivered afterwards.
pub fn with_signals_held<T>(start: impl FnOnce() -> T) -> T {
    let mut all = MaybeUninit::<libc::sigset_t>::uninit();
    let mut before = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: `sigfillset` initialises the set that it is given, and fails only for a bad pointer; `pthread_sigmask` reads
    // the one and writes the other, and fails only for an unknown first argument.
    let held = unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr()) == 0
    };
    let result = start();
    if held {
        // SAFETY: the call above has succeeded, so `before` holds the mask as it was.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), ptr::null_mut());
        }
    }
    result
}
