//! What happens at a server, as C is told of it: one event at a time, and what it says read where it lies.

use std::mem::MaybeUninit;
use std::os::raw::{c_char, c_int, c_void};

use baton_c_abi::{Bytes, guard};
use baton_endpoint::{AlarmId, ConnectionId, Endpoint, Event, Kind};

use super::{Server, kind, with, with_conn};

/// `bws_event`.
#[derive(Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "said in the header")]
pub struct Happening {
    pub kind: u32,
    pub code: u16,
    pub clean: bool,
    pub masked: bool,
    pub mask: [u8; 4],
    pub conn: u64,
    pub owner: *mut c_void,
    pub data: Bytes,
    pub more: Bytes,
}

#[unsafe(no_mangle)]
#[allow(missing_docs, reason = "said in the header, as for all entries below")]
pub unsafe extern "C" fn bws_server_next(server: *mut Server, happening: *mut Happening) -> c_int {
    // SAFETY: the header's contract.
    let Some(to) = (unsafe { happening.as_mut() }) else { return -1 };
    // SAFETY: the header's contract.
    unsafe { with(server, -1, |endpoint| c_int::from(endpoint.next(|event| fill(to, event)).is_some())) }
}

/// Writes an event as C reads it. What it points to lies in the endpoint's buffers until the next call.
#[inline]
fn fill(to: &mut Happening, event: Event<'_>) {
    let mut say = |kind, conn: ConnectionId, owner: usize, data: &[u8]| {
        to.kind = kind;
        to.conn = conn.to_bits();
        to.owner = owner as *mut c_void;
        to.data = data.into();
    };
    match event {
        Event::Handshake { conn, head } => say(1, conn, 0, head),
        Event::Request { conn, head, body } => {
            say(2, conn, 0, head);
            to.more = body.into();
        }
        Event::Open { conn } => say(3, conn, 0, b""),
        Event::Message { conn, owner, kind, payload, mask } => {
            say(if kind == Kind::Text { 4 } else { 5 }, conn, owner, payload);
            (to.masked, to.mask) = (mask.is_some(), mask.unwrap_or_default());
        }
        Event::Ping { conn, owner, payload } => say(6, conn, owner, payload),
        Event::Pong { conn, owner, payload } => say(7, conn, owner, payload),
        Event::Drained { conn, owner } => say(8, conn, owner, b""),
        Event::Closed { conn, owner, code, reason, clean, head } => {
            say(9, conn, owner, reason.as_bytes());
            (to.code, to.clean, to.more) = (code, clean, head.into());
        }
        Event::Alarm { alarm: AlarmId(alarm) } => (to.kind, to.conn) = (10, alarm),
        Event::Ready { number } => (to.kind, to.conn) = (11, u64::from(number)),
        Event::AcceptPaused => to.kind = 12,
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_read(happening: *const Happening, to: *mut c_char) -> bool {
    guard(false, || {
        // SAFETY: the header's contract: the event is the latest of its server.
        let Some(event) = (unsafe { happening.as_ref() }) else { return false };
        // SAFETY: the same.
        let payload = unsafe { event.data.get() };
        // SAFETY: the same: there is room for as many bytes, which need not be initialised.
        let room = unsafe { std::slice::from_raw_parts_mut(to.cast::<MaybeUninit<u8>>(), payload.len()) };
        kind(event.kind != 4).read(payload, event.masked.then_some(event.mask), room).is_some()
    })
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_refuse_text(server: *mut Server, conn: u64) {
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, (), Endpoint::refuse_text) }
}
