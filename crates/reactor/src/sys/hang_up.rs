//! SIGHUP before anybody waits for it.

#![allow(unsafe_code)]

/// From now on SIGHUP does not end the process, until a handler is installed.
pub fn ignore_hang_up() {
    // SAFETY: `SIG_IGN` is a disposition and no function, so nothing runs in a signal's context. The call fails only for a
    // signal that does not exist.
    unsafe { libc::signal(libc::SIGHUP, libc::SIG_IGN) };
}
