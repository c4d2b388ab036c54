//! The middle of processes that share a port: `include/relay.h`.

#![allow(unsafe_code)]
#![allow(clippy::missing_safety_doc, reason = "the contract is the same for all: see `with`, and the header")]

use std::net::TcpListener;
use std::os::fd::{BorrowedFd, FromRawFd as _, OwnedFd, RawFd};
use std::os::raw::c_int;
use std::os::unix::net::UnixListener;
use std::time::Duration;

use baton_endpoint::{Relay, RelayEvent};

use baton_c_abi::guard;

/// Runs an entry on the relay behind a handle. A relay has no state that a panic could leave half done but its streams.
///
/// # Safety
/// `relay` is null, or came from `bws_relay_new`, was not freed, and is used by this thread alone.
unsafe fn with<T: Copy>(relay: *mut Relay, fault: T, body: impl FnOnce(&mut Relay) -> T) -> T {
    // SAFETY: the caller's promise.
    let Some(relay) = (unsafe { relay.as_mut() }) else { return fault };
    guard(fault, || body(relay))
}

#[unsafe(no_mangle)]
#[allow(missing_docs, reason = "said in the header, as for all entries below")]
pub extern "C" fn bws_relay_new() -> *mut Relay {
    guard(std::ptr::null_mut(), || {
        Relay::new().map_or(std::ptr::null_mut(), |relay| Box::into_raw(Box::new(relay)))
    })
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_relay_free(relay: *mut Relay) {
    guard((), || {
        if !relay.is_null() {
            // SAFETY: it came from `Box::into_raw` and is freed once.
            drop(unsafe { Box::from_raw(relay) });
        }
    });
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_relay_listen(relay: *mut Relay, descriptor: RawFd, is_path: bool) -> bool {
    // SAFETY: C gives the descriptor away.
    let descriptor = unsafe { OwnedFd::from_raw_fd(descriptor) };
    // SAFETY: the header's contract.
    unsafe {
        with(relay, false, |relay| match is_path {
            true => relay.listen_local(UnixListener::from(descriptor)).is_ok(),
            false => relay.listen(TcpListener::from(descriptor)).is_ok(),
        })
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_relay_stop_listening(relay: *mut Relay) {
    // SAFETY: the header's contract.
    unsafe { with(relay, (), Relay::stop_listening) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_relay_add(
    relay: *mut Relay,
    number: u32,
    stream: RawFd,
    handover: RawFd,
) -> bool {
    // SAFETY: C gives both away.
    let (stream, handover) = unsafe { (OwnedFd::from_raw_fd(stream), OwnedFd::from_raw_fd(handover)) };
    // SAFETY: the header's contract.
    unsafe { with(relay, false, |relay| relay.add(number, stream, handover).is_ok()) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_relay_remove(relay: *mut Relay, number: u32) {
    // SAFETY: the header's contract.
    unsafe { with(relay, (), |relay| relay.remove(number)) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_relay_watch(relay: *mut Relay, descriptor: RawFd, number: u32) -> bool {
    if descriptor < 0 {
        return false;
    }
    // SAFETY: the header's contract; the descriptor is open.
    unsafe { with(relay, false, |relay| relay.watch(BorrowedFd::borrow_raw(descriptor), number).is_ok()) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_relay_wait(relay: *mut Relay, timeout_ms: i64) -> bool {
    let timeout = u64::try_from(timeout_ms).ok().map(Duration::from_millis);
    // SAFETY: the header's contract.
    unsafe { with(relay, false, |relay| relay.wait(timeout).is_ok()) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_relay_next(relay: *mut Relay, number: *mut u32) -> c_int {
    // SAFETY: the header's contract.
    let Some(to) = (unsafe { number.as_mut() }) else { return 0 };
    // SAFETY: the header's contract.
    unsafe {
        with(relay, 0, |relay| match relay.next_event() {
            None => 0,
            Some(RelayEvent::Lost(number)) => {
                *to = number;
                1
            }
            Some(RelayEvent::Stuck(number)) => {
                *to = number;
                2
            }
            Some(RelayEvent::Ready(number)) => {
                *to = number;
                3
            }
            Some(RelayEvent::AcceptPaused) => 4,
        })
    }
}
