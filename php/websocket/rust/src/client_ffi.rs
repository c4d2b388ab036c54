//! The client behind a C interface: `include/client.h`.
//!
//! No entry waits. Each says whether to call again once [`bws_client_descriptor`] is ready or [`bws_client_poll_timeout`] is over.

#![allow(unsafe_code)]

mod lent;

use std::ptr;
use std::time::Instant;

use baton_wire::Opcode;

use crate::client::settings::{header_fault, is_token};
use crate::client::{Client, Failure, Found};
use baton_c_abi::Bytes;
use baton_c_abi::guard;
pub use lent::{ClientSettings, FailureText, Message};

/// A client, as C knows it.
#[derive(Debug)]
pub struct Handle {
    client: Client,
    /// Set while an entry runs, and left so by a panic: what the client holds may be half done then.
    is_faulty: bool,
}

/// It is done.
pub const DONE: i32 = 1;
/// To be called again after a wait.
pub const WAIT: i32 = 0;
/// The connection is closed.
pub const CLOSED: i32 = 2;
/// The failure says why.
pub const FAILED: i32 = -1;
/// A fault of ours, now or earlier; the client is not to be used but freed.
pub const FAULT: i32 = -2;

/// Whether the bytes are a token, as names of headers and subprotocols must be.
///
/// # Safety
/// `bytes` are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_is_token(bytes: Bytes) -> bool {
    // SAFETY: the caller's promise.
    guard(false, || is_token(unsafe { bytes.get() }))
}

/// Whether a close frame may have this code.
#[unsafe(no_mangle)]
pub extern "C" fn bws_may_close_with(code: u16) -> bool {
    guard(false, || baton_wire::is_valid_code(code))
}

/// What is wrong with a further header: 0 nothing, 1 its name, 2 its value, 3 that it is the handshake's own.
///
/// # Safety
/// Both are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_header_fault(name: Bytes, value: Bytes) -> u8 {
    // SAFETY: the caller's promise.
    guard(1, || header_fault(unsafe { name.get() }, unsafe { value.get() }) as u8)
}

/// A client that is not connected yet; NULL if the URL is none, and the failure says why.
///
/// # Safety
/// `url` and what `settings` points to are readable, `failure` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_new(
    url: Bytes,
    settings: *const ClientSettings,
    failure: *mut FailureText,
) -> *mut Handle {
    guard(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let (url, settings, failure) = unsafe { (url.get(), (*settings).read(), &mut *failure) };
        match Client::new(&String::from_utf8_lossy(url), settings) {
            Ok(client) => Box::into_raw(Box::new(Handle { client, is_faulty: false })),
            Err(invalid) => {
                failure.write(&invalid.to_string(), 0);
                ptr::null_mut()
            }
        }
    })
}

/// Frees a client. `silently` sends nothing: the socket belongs to another process as well.
///
/// # Safety
/// `client` is from [`bws_client_new`], and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_free(client: *mut Handle, silently: bool) {
    guard((), || {
        // SAFETY: the caller's promise.
        let handle = unsafe { Box::from_raw(client) };
        if !silently && !handle.is_faulty {
            handle.client.abandon();
        }
    });
}

/// Begins to connect, unless it is connected or about to be.
///
/// # Safety
/// `client` is a client, `failure` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_begin(client: *mut Handle, failure: *mut FailureText) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { enter(client, failure, |client| client.begin(Instant::now()).map(|()| DONE)) }
}

/// Goes on towards an open connection: DONE, WAIT or FAILED.
///
/// # Safety
/// `client` is a client, `failure` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_try_connect(client: *mut Handle, failure: *mut FailureText) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { enter(client, failure, |client| client.advance(Instant::now()).map(done)) }
}

/// Queues a message, or a ping or pong, on an open connection. Text is UTF-8, a control frame has at most 125 bytes.
///
/// # Safety
/// `client` is a client, `payload` is readable, `failure` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_queue(
    client: *mut Handle,
    opcode: u8,
    payload: Bytes,
    failure: *mut FailureText,
) -> i32 {
    let opcode = match opcode {
        1 => Opcode::Text,
        9 => Opcode::Ping,
        10 => Opcode::Pong,
        _ => Opcode::Binary,
    };
    // SAFETY: the caller's promise.
    unsafe { enter(client, failure, |client| client.send(opcode, payload.get()).map(|()| DONE)) }
}

/// Sends what is queued: DONE when the kernel has all of it, WAIT, or FAILED.
///
/// # Safety
/// `client` is a client, `failure` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_try_flush(client: *mut Handle, failure: *mut FailureText) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { enter(client, failure, |client| client.flush(Instant::now()).map(done)) }
}

/// The next message: DONE and `message`, WAIT, CLOSED or FAILED. Connects first, or again, where that is due.
///
/// # Safety
/// `client` is a client, `message` and `failure` are writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_try_receive(
    client: *mut Handle,
    message: *mut Message,
    failure: *mut FailureText,
) -> i32 {
    let receive = |client: &mut Client| {
        let mut found = None;
        let outcome = client.receive(Instant::now(), &mut |opcode, payload| {
            found = Some(Message { opcode: opcode as u8, payload: Bytes::from(payload) });
        })?;
        if let Some(found) = found {
            // SAFETY: the caller's promise.
            unsafe { *message = found };
        }
        Ok(match outcome {
            Found::Message => DONE,
            Found::Wait => WAIT,
            Found::Closed => CLOSED,
        })
    };
    // SAFETY: the caller's promise.
    unsafe { enter(client, failure, receive) }
}

/// Begins to close with a code that may be sent, and a reason of at most 123 bytes of UTF-8.
///
/// # Safety
/// `client` is a client, `reason` is readable, `failure` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_start_close(
    client: *mut Handle,
    code: u16,
    reason: Bytes,
    failure: *mut FailureText,
) -> i32 {
    let close = |client: &mut Client| {
        // SAFETY: the caller's promise.
        let reason = String::from_utf8_lossy(unsafe { reason.get() });
        client.start_close(code, &reason, Instant::now());
        Ok(DONE)
    };
    // SAFETY: the caller's promise.
    unsafe { enter(client, failure, close) }
}

/// Goes on closing: DONE when it is over, or WAIT.
///
/// # Safety
/// `client` is a client, `failure` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_try_close(client: *mut Handle, failure: *mut FailureText) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { enter(client, failure, |client| Ok(done(client.try_close(Instant::now())))) }
}

/// The descriptor to wait for, or -1 if there is only time to wait for. It changes: ask before each wait.
///
/// # Safety
/// `client` is a client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_descriptor(client: *const Handle) -> i32 {
    use std::os::fd::AsRawFd as _;
    // SAFETY: the caller's promise.
    let client = unsafe { &(*client).client };
    guard(-1, || client.awaited(Instant::now()).descriptor.map_or(-1, |descriptor| descriptor.as_raw_fd()))
}

/// Whether to wait until it can be read.
///
/// # Safety
/// `client` is a client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_wants_read(client: *const Handle) -> bool {
    // SAFETY: the caller's promise.
    let client = unsafe { &(*client).client };
    guard(false, || client.awaited(Instant::now()).reads)
}

/// Whether to wait until it can be written.
///
/// # Safety
/// `client` is a client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_wants_write(client: *const Handle) -> bool {
    // SAFETY: the caller's promise.
    let client = unsafe { &(*client).client };
    guard(false, || client.awaited(Instant::now()).writes)
}

/// Nanoseconds after which to go on in any case; -1 for never.
///
/// # Safety
/// `client` is a client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_poll_timeout(client: *const Handle) -> i64 {
    // SAFETY: the caller's promise.
    let client = unsafe { &(*client).client };
    guard(0, || match client.poll_timeout(Instant::now()) {
        Some(timeout) => i64::try_from(timeout.as_nanos()).unwrap_or(i64::MAX),
        None => -1,
    })
}

/// A descriptor that is readable whenever there is something to do, the same for the client's life; it stays the client's.
/// -1 if the system has none left.
///
/// # Safety
/// `client` is a client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_readiness(client: *mut Handle) -> i32 {
    // SAFETY: the caller's promise.
    let client = unsafe { &mut (*client).client };
    guard(-1, || client.readiness(Instant::now()).unwrap_or(-1))
}

/// Makes a client that holds no socket this process's own, if it was made by the one that forked it.
///
/// # Safety
/// `client` is a client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_adopt(client: *mut Handle) {
    // SAFETY: the caller's promise.
    let client = unsafe { &mut (*client).client };
    guard((), || client.adopt());
}

/// Whether there is a connection, or a lost one is being re-established.
///
/// # Safety
/// `client` is a client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_is_open(client: *const Handle) -> bool {
    // SAFETY: the caller's promise.
    let client = unsafe { &(*client).client };
    guard(false, || client.is_open())
}

/// Whether it holds a socket, which a forked process must not use.
///
/// # Safety
/// `client` is a client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_is_connected(client: *const Handle) -> bool {
    // SAFETY: the caller's promise.
    let client = unsafe { &(*client).client };
    guard(false, || client.is_connected())
}

/// The code of the last connection's end, 0 if there is none; and its reason, there until the next call.
///
/// # Safety
/// `client` is a client, `reason` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_close_code(client: *const Handle, reason: *mut Bytes) -> u16 {
    // SAFETY: the caller's promise.
    let (client, to) = unsafe { (&(*client).client, &mut *reason) };
    guard(0, || {
        let (code, reason) = client.close().unwrap_or_default();
        *to = Bytes::from(reason.as_bytes());
        code
    })
}

/// The subprotocol of the connection, there until the next call; whether there is one.
///
/// # Safety
/// `client` is a client, `subprotocol` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_subprotocol(client: *const Handle, subprotocol: *mut Bytes) -> bool {
    // SAFETY: the caller's promise.
    let (client, to) = unsafe { (&(*client).client, &mut *subprotocol) };
    guard(false, || {
        let subprotocol = client.subprotocol();
        *to = Bytes::from(subprotocol.unwrap_or_default().as_bytes());
        subprotocol.is_some()
    })
}

/// How many connections there have been.
///
/// # Safety
/// `client` is a client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_connections(client: *const Handle) -> u64 {
    // SAFETY: the caller's promise.
    let client = unsafe { &(*client).client };
    guard(0, || client.connections())
}

/// How often a lost connection was re-established.
///
/// # Safety
/// `client` is a client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_client_reconnects(client: *const Handle) -> u64 {
    // SAFETY: the caller's promise.
    let client = unsafe { &(*client).client };
    guard(0, || client.reconnects())
}

const fn done(is_done: bool) -> i32 {
    if is_done { DONE } else { WAIT }
}

/// Runs one entry.
///
/// # Safety
/// `client` is a client, `failure` is writable.
unsafe fn enter(
    client: *mut Handle,
    failure: *mut FailureText,
    body: impl FnOnce(&mut Client) -> Result<i32, Failure>,
) -> i32 {
    guard(FAULT, || {
        // SAFETY: the caller's promise.
        let (handle, to) = unsafe { (&mut *client, &mut *failure) };
        if handle.is_faulty {
            return FAULT;
        }
        handle.is_faulty = true;
        let outcome = body(&mut handle.client);
        // Without it only another loop would not hear of what is new, and a system call that worked before works again.
        let _ = handle.client.keep_ready(Instant::now());
        handle.is_faulty = false;
        outcome.unwrap_or_else(|failure| {
            to.write(&failure.text, failure.code.into());
            FAILED
        })
    })
}
