//! One connection: who it is, what it is told, and how it ends.

use std::net::IpAddr;
use std::os::raw::{c_int, c_void};

use baton_c_abi::{Bytes, texts};
use baton_endpoint::{Endpoint, Kind, SendError};

use super::{Server, with_conn};

/// `bws_identity`.
#[derive(Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "said in the header")]
pub struct Identity {
    pub serial: u64,
    pub family: u16,
    pub port: u16,
    pub ip: [u8; 16],
}

#[unsafe(no_mangle)]
#[allow(missing_docs, reason = "said in the header, as for all entries below")]
pub unsafe extern "C" fn bws_server_accept(server: *mut Server, conn: u64) -> bool {
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, false, |endpoint, conn| endpoint.accept(conn)) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_answer(
    server: *mut Server,
    conn: u64,
    status: u16,
    fields: *const Bytes,
    count: usize,
    body: Bytes,
) -> bool {
    // SAFETY: the header's contract.
    unsafe {
        with_conn(server, conn, false, |endpoint, conn| {
            let fields = texts(fields, count);
            let pairs: Vec<(&str, &str)> = fields
                .as_chunks::<2>()
                .0
                .iter()
                .map(|[name, value]| (name.as_str(), value.as_str()))
                .collect();
            endpoint.answer(conn, status, &pairs, body.get())
        })
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_owner(server: *mut Server, conn: u64) -> *mut c_void {
    // SAFETY: the header's contract.
    unsafe {
        with_conn(server, conn, std::ptr::null_mut(), |endpoint, conn| endpoint.owner(conn) as *mut c_void)
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_set_owner(server: *mut Server, conn: u64, owner: *mut c_void) {
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, (), |endpoint, conn| endpoint.set_owner(conn, owner as usize)) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_identity(server: *mut Server, conn: u64, to: *mut Identity) -> bool {
    // SAFETY: the header's contract.
    let Some(to) = (unsafe { to.as_mut() }) else { return false };
    let fill = |endpoint: &mut Endpoint, conn| {
        *to = Identity { serial: endpoint.serial(conn), family: 0, port: 0, ip: [0; 16] };
        if let Some(address) = endpoint.address(conn) {
            to.port = address.port();
            match address.ip() {
                IpAddr::V4(ip) => {
                    to.family = 4;
                    to.ip[..4].copy_from_slice(&ip.octets());
                }
                IpAddr::V6(ip) => (to.family, to.ip) = (6, ip.octets()),
            }
        }
        to.serial > 0
    };
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, false, fill) }
}

/// Lends bytes of the endpoint to C, until it calls anything else.
fn lend(to: *mut Bytes, bytes: Option<&[u8]>) -> bool {
    // SAFETY: the header's contract: there is room.
    match (unsafe { to.as_mut() }, bytes) {
        (Some(to), Some(bytes)) => {
            *to = bytes.into();
            true
        }
        (Some(to), None) => {
            *to = Bytes::NONE;
            false
        }
        (None, _) => false,
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_subprotocol(server: *mut Server, conn: u64, name: *mut Bytes) -> bool {
    // SAFETY: the header's contract.
    unsafe {
        with_conn(server, conn, false, |endpoint, conn| {
            lend(name, endpoint.subprotocol(conn).map(str::as_bytes))
        })
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_head(server: *mut Server, conn: u64, head: *mut Bytes) -> bool {
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, false, |endpoint, conn| lend(head, endpoint.head(conn))) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_is_open(server: *mut Server, conn: u64) -> bool {
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, false, |endpoint, conn| endpoint.is_open(conn)) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_unsent(server: *mut Server, conn: u64) -> usize {
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, 0, |endpoint, conn| endpoint.unsent(conn)) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_idle_ms(server: *mut Server, conn: u64) -> u64 {
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, 0, |endpoint, conn| endpoint.idle_ms(conn)) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_send(
    server: *mut Server,
    conn: u64,
    opcode: u8,
    payload: *const u8,
    len: usize,
) -> c_int {
    // SAFETY: the header's contract.
    unsafe {
        with_conn(server, conn, 1, |endpoint, conn| {
            let payload = Bytes { bytes: payload, len }.get();
            let sent = match opcode {
                1 => endpoint.send(conn, Kind::Text, payload),
                2 => endpoint.send(conn, Kind::Binary, payload),
                9 => endpoint.ping(conn, payload),
                _ => endpoint.pong(conn, payload),
            };
            match sent {
                Ok(()) => 0,
                Err(SendError::Closed) => 1,
                Err(SendError::Full { .. }) => 2,
            }
        })
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_close(server: *mut Server, conn: u64, code: u16, reason: Bytes) {
    // SAFETY: the header's contract.
    unsafe {
        with_conn(server, conn, (), |endpoint, conn| {
            endpoint.close(conn, code, std::str::from_utf8(reason.get()).unwrap_or_default());
        });
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_terminate(server: *mut Server, conn: u64) {
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, (), |endpoint, conn| endpoint.terminate(conn)) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_pause(server: *mut Server, conn: u64) {
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, (), |endpoint, conn| endpoint.pause(conn)) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_resume(server: *mut Server, conn: u64) {
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, (), |endpoint, conn| endpoint.resume(conn)) }
}
