//! Connections behind a C interface: `include/client.h`.

#![allow(unsafe_code)]

mod lent;

use std::os::raw::c_int;
use std::ptr;
use std::slice;

use baton_c_abi::{Bytes, Failure as FailureText, guard};

use crate::connection::{Backoff, Connection, Delivery, Failure, Opening, Way};
use lent::timeout;
pub use lent::{EndpointSettings, Node};

use std::os::fd::AsRawFd as _;

/// A connection, as C knows it.
#[derive(Debug)]
pub struct Handle {
    pub(crate) connection: Connection,
    /// Set while an entry runs, and left so by a panic: what the connection holds may be half done then.
    is_faulty: bool,
}

impl Handle {
    /// Whether it may be kept for others.
    pub(crate) fn is_reusable(&self) -> bool {
        let connection = &self.connection;
        !self.is_faulty && connection.is_open() && !connection.is_held() && connection.pending() == 0
    }
}

/// A fault of ours.
const FAULT: c_int = -7;

/// Runs the body of an entry that may fail.
///
/// # Safety
/// `handle` is a connection that nothing else uses meanwhile, `failure` is null or writable.
#[inline]
unsafe fn enter(
    handle: *mut Handle,
    failure: *mut FailureText,
    body: impl FnOnce(&mut Connection) -> Result<(), Failure>,
) -> bool {
    let done = guard(None, || {
        // SAFETY: the caller's promise.
        let handle = unsafe { &mut *handle };
        if handle.is_faulty {
            return None;
        }
        handle.is_faulty = true;
        let done = body(&mut handle.connection);
        handle.is_faulty = false;
        Some(done)
    });
    match done {
        Some(Ok(())) => return true,
        // SAFETY: the caller's promise.
        Some(Err(why)) => unsafe { FailureText::say(failure, why.code.number(), &why) },
        // SAFETY: the caller's promise.
        None => unsafe {
            FailureText::say(
                failure,
                FAULT,
                &"the connection failed within baton_cache and is of no more use",
            );
        },
    }
    false
}

/// Runs the body of an entry that cannot fail.
///
/// # Safety
/// `handle` is a connection that nothing else uses meanwhile.
#[inline]
unsafe fn with<T>(handle: *mut Handle, fault: T, body: impl FnOnce(&mut Connection) -> T) -> T
where
    T: Copy,
{
    // SAFETY: the caller's promise.
    guard(fault, || body(unsafe { &mut (*handle).connection }))
}

/// A connection that is not open yet; NULL if the settings name no place.
///
/// # Safety
/// `settings` and all its bytes are readable, `failure` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_new(
    settings: *const EndpointSettings,
    failure: *mut FailureText,
) -> *mut Handle {
    guard(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let settings = unsafe { (*settings).read() };
        match Connection::new(settings) {
            Ok(connection) => Box::into_raw(Box::new(Handle { connection, is_faulty: false })),
            Err(why) => {
                // SAFETY: the caller's promise.
                unsafe { FailureText::say(failure, why.code.number(), &why) };
                ptr::null_mut()
            }
        }
    })
}

/// Closes and frees a connection; NULL is none.
///
/// # Safety
/// `handle` is NULL or from [`bc_connection_new`], and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_free(handle: *mut Handle) {
    if !handle.is_null() {
        // SAFETY: the caller's promise.
        guard((), || drop(unsafe { Box::from_raw(handle) }));
    }
}

/// Opens it unless it is open.
///
/// # Safety
/// As [`enter`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_open(handle: *mut Handle, failure: *mut FailureText) -> bool {
    // SAFETY: the caller's promise.
    unsafe { enter(handle, failure, Connection::open) }
}

/// Closes it.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_close(handle: *mut Handle) {
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), Connection::close) }
}

/// Whether it is open as far as is known.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_is_open(handle: *mut Handle) -> bool {
    // SAFETY: the caller's promise.
    unsafe { with(handle, false, |connection| connection.is_open()) }
}

/// Another number after each time it was opened.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_generation(handle: *mut Handle) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { with(handle, 0, |connection| connection.generation()) }
}

/// Its socket, or −1.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_descriptor(handle: *mut Handle) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { with(handle, -1, |connection| connection.descriptor().map_or(-1, |socket| socket.as_raw_fd())) }
}

/// Whether it is opened again by itself: not while it is held.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_hold(handle: *mut Handle, hold: bool) {
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.hold(hold)) }
}

/// What further handshakes say.
///
/// # Safety
/// As [`with`], and `commands` are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_on_open(handle: *mut Handle, commands: Bytes, count: usize) {
    // SAFETY: the caller's promise.
    let opening = unsafe { Opening { bytes: commands.get().to_vec(), replies: count } };
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.on_open(opening)) }
}

/// How long each wait for the server may be; 0 for any time.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_set_read_timeout(handle: *mut Handle, milliseconds: u32) {
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.set_read_timeout(timeout(milliseconds))) }
}

/// How often it is opened again, and after which waits.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_set_retries(
    handle: *mut Handle,
    max_retries: u32,
    backoff: u8,
    base: u32,
    cap: u32,
) {
    let backoff = Backoff { way: Way::of(backoff), base, cap };
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.set_retries(max_retries, backoff)) }
}

/// Whether TCP asks a silent server if it is there.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_set_keepalive(handle: *mut Handle, keepalive: bool) {
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.set_keepalive(keepalive)) }
}

/// Who the next handshakes say that it is.
///
/// # Safety
/// As [`with`], and both are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_set_credentials(handle: *mut Handle, user: Bytes, password: Bytes) {
    // SAFETY: the caller's promise.
    let (user, password) = unsafe { (user.get().to_vec(), password.get().to_vec()) };
    let tell = |connection: &mut Connection| {
        let identity = connection.identity_mut();
        (identity.user, identity.password) = (user, password);
    };
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), tell) }
}

/// Which database the next handshakes select.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_set_database(handle: *mut Handle, database: u32) {
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.identity_mut().database = database) }
}

/// Which name the next handshakes give.
///
/// # Safety
/// As [`with`], and `name` is readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_set_client_name(handle: *mut Handle, name: Bytes) {
    // SAFETY: the caller's promise.
    let name = unsafe { name.get().to_vec() };
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.identity_mut().client_name = name) }
}

/// Queues a command.
///
/// # Safety
/// As [`enter`], and `argv` points to `argc` arguments that are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_send(
    handle: *mut Handle,
    argc: usize,
    argv: *const Bytes,
    failure: *mut FailureText,
) -> bool {
    // SAFETY: the caller's promise.
    unsafe { enter(handle, failure, |connection| connection.send(args(argc, argv), Delivery::Repeatable)) }
}

/// Queues a command that must not run twice.
///
/// # Safety
/// As [`bc_send`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_send_once(
    handle: *mut Handle,
    argc: usize,
    argv: *const Bytes,
    failure: *mut FailureText,
) -> bool {
    // SAFETY: the caller's promise.
    unsafe { enter(handle, failure, |connection| connection.send(args(argc, argv), Delivery::Once)) }
}

/// The arguments of a command.
///
/// # Safety
/// `argv` points to `argc` arguments that are readable for all of `'a`, or `argc` is 0.
unsafe fn args<'a>(argc: usize, argv: *const Bytes) -> impl Iterator<Item = &'a [u8]> + Clone {
    // SAFETY: the caller's promise.
    let list = if argc == 0 { &[] } else { unsafe { slice::from_raw_parts(argv, argc) } };
    // SAFETY: the caller's promise.
    list.iter().map(|arg| unsafe { arg.get() })
}

/// Sends what is queued.
///
/// # Safety
/// As [`enter`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_flush(handle: *mut Handle, failure: *mut FailureText) -> bool {
    // SAFETY: the caller's promise.
    unsafe { enter(handle, failure, Connection::flush) }
}

/// The next node of the replies.
///
/// # Safety
/// As [`enter`], and `node` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_reply(handle: *mut Handle, node: *mut Node, failure: *mut FailureText) -> bool {
    let read = |connection: &mut Connection| {
        let reply = connection.reply()?;
        // SAFETY: the caller's promise.
        unsafe { node.write(Node::of(&reply, connection)) };
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { enter(handle, failure, read) }
}

/// The whole of a string whose node came without bytes.
///
/// # Safety
/// As [`enter`], and `to` has room for `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_take(
    handle: *mut Handle,
    to: *mut u8,
    len: usize,
    failure: *mut FailureText,
) -> bool {
    // SAFETY: the caller's promise. The memory is C's: what stands in it is written before it is read.
    let to = if len == 0 { &mut [] } else { unsafe { slice::from_raw_parts_mut(to, len) } };
    // SAFETY: the caller's promise.
    unsafe { enter(handle, failure, |connection| connection.take(to)) }
}

/// Drops what belongs to a node and has not been read.
///
/// # Safety
/// As [`enter`], and `node` is readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_skip(handle: *mut Handle, node: *const Node, failure: *mut FailureText) -> bool {
    // SAFETY: the caller's promise.
    let depth = unsafe { (*node).depth as usize };
    // SAFETY: the caller's promise.
    unsafe { enter(handle, failure, |connection| connection.skip(depth)) }
}

/// Whether a reply, or its beginning, is there.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_ready(handle: *mut Handle) -> bool {
    // SAFETY: the caller's promise.
    unsafe { with(handle, false, Connection::is_ready) }
}

/// How many commands have no whole reply.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_pending(handle: *mut Handle) -> usize {
    // SAFETY: the caller's promise.
    unsafe { with(handle, 0, |connection| connection.pending()) }
}

/// Bytes of the protocol that were sent.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_bytes_sent(handle: *mut Handle) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { with(handle, 0, |connection| connection.traffic().sent) }
}

/// Bytes of the protocol that came.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_bytes_received(handle: *mut Handle) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { with(handle, 0, |connection| connection.traffic().received) }
}

/// Counts both from 0.
///
/// # Safety
/// As [`with`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_clear_bytes(handle: *mut Handle) {
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| *connection.traffic_mut() = Default::default()) }
}

/// How long a command is when it is encoded.
///
/// # Safety
/// `argv` points to `argc` arguments that are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_encoded_len(argc: usize, argv: *const Bytes) -> usize {
    // SAFETY: the caller's promise.
    guard(0, || baton_resp::command_len(unsafe { args(argc, argv) }))
}

/// Encodes a command.
///
/// # Safety
/// As [`bc_encoded_len`], and `to` has room for so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_encode(argc: usize, argv: *const Bytes, to: *mut u8) {
    guard((), || {
        let mut bytes = Vec::new();
        // SAFETY: the caller's promise.
        baton_resp::command(&mut bytes, unsafe { args(argc, argv) });
        // SAFETY: the caller's promise: `command_len` is the length of what `command` writes.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
    });
}

/// Which of a cluster's slots a key belongs to.
///
/// # Safety
/// `key` is readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_slot(key: Bytes) -> u16 {
    // SAFETY: the caller's promise.
    guard(0, || baton_resp::slot(unsafe { key.get() }))
}
