//! Ending early without leaving anything behind.

use crate::fault::Fault;
use crate::sys;

/// From now on SIGINT, SIGTERM and SIGHUP end a run by [`Fault::Interrupted`] at its next turn, so
/// that its children are ended and the priority is given back.
///
/// # Errors
/// If the system refuses the handlers.
pub fn catch() -> Result<(), Fault> {
    sys::catch_signals().map_err(Fault::start("cannot catch signals"))
}
