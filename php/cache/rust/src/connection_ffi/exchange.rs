//! Commands and replies.

#![allow(unsafe_code)]

use std::slice;

use baton_c_abi::{Bytes, Failure as FailureText, guard};

use super::{Handle, Node, enter, with};
use crate::connection::{Connection, Delivery};

/// Queues a command.
///
/// # Safety
/// As `enter`, and `argv` points to `argc` arguments that are readable.
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
/// As `bc_send`.
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

/// The next node of the replies.
///
/// # Safety
/// As `enter`, and `node` is writable.
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
/// As `enter`, and `to` has room for `len` bytes.
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
/// As `enter`, and `node` is readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_skip(handle: *mut Handle, node: *const Node, failure: *mut FailureText) -> bool {
    // SAFETY: the caller's promise.
    let depth = unsafe { (*node).depth as usize };
    // SAFETY: the caller's promise.
    unsafe { enter(handle, failure, |connection| connection.skip(depth)) }
}

/// How many commands have no whole reply.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_pending(handle: *mut Handle) -> usize {
    // SAFETY: the caller's promise.
    unsafe { with(handle, 0, |connection| connection.pending()) }
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
