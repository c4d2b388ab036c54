//! A WebSocket server that is pulled: `include/server.h`, where each entry is said.
//!
//! A handle is a boxed [`Server`]. What a panic has left half done is not used again: the handle is marked, and every entry
//! of it does nothing from then on but freeing.

#![allow(unsafe_code)]
#![allow(clippy::missing_safety_doc, reason = "the contract is the same for all: see `with`, and the header")]

pub mod config;
pub mod connection;
pub mod event;
pub mod figures;
pub mod topics;
pub mod turn;

use baton_c_abi::{Failure, guard};
use baton_endpoint::{ConnectionId, Endpoint, Kind};

use crate::certificate::Certificate;
use config::{ServerConfig, config_of};

/// What a handle stands for.
#[derive(Debug)]
pub struct Server {
    endpoint: Endpoint,
    is_broken: bool,
}

/// Runs an entry on the server behind a handle; `fault` is the answer for a handle that is null or broken, and for a panic.
///
/// # Safety
/// `server` is null, or came from `bws_server_new`, was not freed, and is used by this thread alone.
unsafe fn with<T: Copy>(server: *mut Server, fault: T, body: impl FnOnce(&mut Endpoint) -> T) -> T {
    // SAFETY: the caller's promise.
    let Some(server) = (unsafe { server.as_mut() }) else { return fault };
    if server.is_broken {
        return fault;
    }
    server.is_broken = true;
    let answer = guard(None, || Some(body(&mut server.endpoint)));
    server.is_broken = answer.is_none();
    answer.unwrap_or(fault)
}

/// The same for entries that name a connection.
unsafe fn with_conn<T: Copy>(
    server: *mut Server,
    conn: u64,
    fault: T,
    body: impl FnOnce(&mut Endpoint, ConnectionId) -> T,
) -> T {
    let Some(conn) = ConnectionId::from_bits(conn) else { return fault };
    // SAFETY: the caller's promise, which is that of `with`.
    unsafe { with(server, fault, |endpoint| body(endpoint, conn)) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs, reason = "said in the header, as for all entries below")]
pub unsafe extern "C" fn bws_server_new(config: *const ServerConfig, error: *mut Failure) -> *mut Server {
    guard(std::ptr::null_mut(), || {
        // SAFETY: C gives a config of which everything can be read.
        let Some(config) = (unsafe { config.as_ref() }) else { return std::ptr::null_mut() };
        // SAFETY: the same.
        let made = unsafe { config_of(config) }.and_then(|config| {
            Endpoint::new(config).map_err(|why| format!("no event loop can be had: {why}"))
        });
        match made {
            Ok(endpoint) => Box::into_raw(Box::new(Server { endpoint, is_broken: false })),
            Err(why) => {
                // SAFETY: C gives room for the reason.
                unsafe { Failure::say(error, 0, &why) };
                std::ptr::null_mut()
            }
        }
    })
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_free(server: *mut Server) {
    guard((), || {
        if !server.is_null() {
            // SAFETY: it came from `Box::into_raw` and is freed once.
            drop(unsafe { Box::from_raw(server) });
        }
    });
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_set_certificate(server: *mut Server, certificate: *const Certificate) {
    // SAFETY: the header's contract.
    unsafe {
        with(server, (), |endpoint| {
            if let Some(certificate) = certificate.as_ref() {
                endpoint.set_tls(certificate.0.clone());
            }
        });
    }
}

fn kind(binary: bool) -> Kind {
    if binary { Kind::Binary } else { Kind::Text }
}
