//! What a server waits for: its sockets, alarms, and descriptors of others; and when it has waited enough.

use std::net::TcpListener;
use std::os::fd::{AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd, RawFd};
use std::os::unix::net::UnixListener;
use std::time::Duration;

use baton_c_abi::Failure;
use baton_endpoint::{AlarmId, Endpoint};

use super::{Server, with};

#[unsafe(no_mangle)]
#[allow(missing_docs, reason = "said in the header, as for all entries below")]
pub unsafe extern "C" fn bws_server_listen(
    server: *mut Server,
    descriptor: RawFd,
    is_path: bool,
    error: *mut Failure,
) -> bool {
    // SAFETY: C gives the descriptor away.
    let descriptor = unsafe { OwnedFd::from_raw_fd(descriptor) };
    // SAFETY: the header's contract.
    unsafe {
        with(server, false, |endpoint| {
            let listened = match is_path {
                true => endpoint.listen_local(UnixListener::from(descriptor)),
                false => endpoint.listen(TcpListener::from(descriptor)),
            };
            listened.inspect_err(|why| Failure::say(error, why.raw_os_error().unwrap_or(0), why)).is_ok()
        })
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_wait(server: *mut Server, timeout_ms: i64) -> bool {
    let timeout = u64::try_from(timeout_ms).ok().map(Duration::from_millis);
    // SAFETY: the header's contract.
    unsafe { with(server, false, |endpoint| endpoint.wait(timeout).is_ok()) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_ask(
    server: *mut Server,
    about_handshakes: bool,
    about_requests: bool,
    for_masked: bool,
) {
    // SAFETY: the header's contract.
    unsafe {
        with(server, (), |endpoint| {
            endpoint.ask_about(about_handshakes, about_requests);
            endpoint.leave_masked(for_masked);
        });
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_descriptor(server: *mut Server) -> RawFd {
    // SAFETY: the header's contract.
    unsafe { with(server, -1, |endpoint| endpoint.as_raw_fd()) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_arm(server: *mut Server) -> bool {
    // SAFETY: the header's contract.
    unsafe { with(server, false, |endpoint| endpoint.arm_descriptor().is_ok()) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_set_alarm(server: *mut Server, after_ms: u64, interval_ms: u64) -> u64 {
    // SAFETY: the header's contract.
    unsafe { with(server, 0, |endpoint| endpoint.set_alarm(after_ms, interval_ms).0) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_cancel_alarm(server: *mut Server, alarm: u64) -> bool {
    // SAFETY: the header's contract.
    unsafe { with(server, false, |endpoint| endpoint.cancel_alarm(AlarmId(alarm))) }
}

/// # Safety
/// The descriptor is open.
unsafe fn borrowed<'a>(descriptor: RawFd) -> Option<BorrowedFd<'a>> {
    // SAFETY: the caller's promise; -1 is none.
    (descriptor >= 0).then(|| unsafe { BorrowedFd::borrow_raw(descriptor) })
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_watch(server: *mut Server, descriptor: RawFd, number: u32) -> bool {
    // SAFETY: the header's contract.
    unsafe {
        with(server, false, |endpoint| {
            borrowed(descriptor).is_some_and(|descriptor| endpoint.watch(descriptor, number).is_ok())
        })
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_unwatch(server: *mut Server, descriptor: RawFd) {
    // SAFETY: the header's contract.
    unsafe {
        with(server, (), |endpoint| {
            if let Some(descriptor) = borrowed(descriptor) {
                endpoint.unwatch(descriptor);
            }
        });
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_stop(server: *mut Server) {
    // SAFETY: the header's contract.
    unsafe { with(server, (), Endpoint::stop) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_is_over(server: *mut Server) -> bool {
    // SAFETY: the header's contract. A broken server is over.
    unsafe { with(server, true, |endpoint| endpoint.is_over()) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_end_all(server: *mut Server) {
    // SAFETY: the header's contract.
    unsafe { with(server, (), Endpoint::end_all) }
}
