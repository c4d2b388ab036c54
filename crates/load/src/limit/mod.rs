//! The raw loops: what this machine does when nothing but the system calls remains.
//!
//! They run as processes of their own, on the server's core, and the same generator connects to
//! them, reads them and counts in the same way. A figure of the server divided by the limit's is
//! then free of the machine's speed.

pub mod accept;
pub mod send;

use crate::sys;

/// Ends this process after `seconds`, whatever it is doing: a raw loop blocks in system calls and
/// looks at no clock.
pub fn bound(seconds: u32) {
    sys::end_after(seconds);
}
