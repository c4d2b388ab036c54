//! The system calls, and nothing else: every call that the reactor makes to the kernel stands in this folder.
//!
//! The surface is kept small on purpose (wait for readiness, read, write, close), because a second driver
//! that submits the same operations through io_uring can then take this one's place.

pub(crate) mod clock;
pub(crate) mod open_files;
pub(crate) mod poller;
pub(crate) mod socket;
pub(crate) mod timer_descriptor;
