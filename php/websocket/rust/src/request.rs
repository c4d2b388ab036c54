//! An HTTP request head, taken apart: `include/request.h`.

#![allow(unsafe_code)]

use baton_wire::handshake::{MAX_HEADERS, parse_request};

use baton_c_abi::Bytes;
use baton_c_abi::guard;

/// One header line.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Header {
    /// As sent.
    pub name: Bytes,
    /// Without the blanks around it.
    pub value: Bytes,
}

/// The parts of a head, which point into it.
#[derive(Debug)]
#[repr(C)]
pub struct Request {
    /// As sent.
    pub method: Bytes,
    /// Path and query.
    pub target: Bytes,
    /// Before the first `?`.
    pub path: Bytes,
    /// Behind it.
    pub query: Bytes,
    /// How many of `headers` are there.
    pub count: usize,
    /// In order.
    pub headers: [Header; MAX_HEADERS],
}

/// Takes a head apart that an event brought; what it gives points into the head. False if it is none.
///
/// # Safety
/// `head` can be read for as long as what was given is used, and `request` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_request_parse(head: Bytes, request: *mut Request) -> bool {
    guard(false, || {
        // SAFETY: the caller's promise.
        let (bytes, Some(request)) = (unsafe { head.get() }, unsafe { request.as_mut() }) else {
            return false;
        };
        let Ok(Some(head)) = parse_request(bytes) else { return false };
        request.method = head.method().as_bytes().into();
        request.target = head.target().as_bytes().into();
        request.path = head.path().as_bytes().into();
        request.query = head.query().as_bytes().into();
        request.count = 0;
        for (to, field) in request.headers.iter_mut().zip(head.headers()) {
            *to = Header { name: field.name.as_bytes().into(), value: field.value.into() };
            request.count += 1;
        }
        true
    })
}
