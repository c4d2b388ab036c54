//! The system calls, and nothing else: every call that the reactor makes to the kernel is in this
//! folder.
//!
//! The interface is small on purpose: wait for readiness, read, write, write many at once, close.
//! The last but one is io_uring's ([`ring`]), where the kernel has it; the others are epoll and
//! plain calls.

pub(crate) mod clock;
pub(crate) mod free_memory;
pub(crate) mod hang_up;
pub(crate) mod open_files;
pub(crate) mod poller;
pub(crate) mod ring;
pub(crate) mod socket;
pub(crate) mod timer_descriptor;
