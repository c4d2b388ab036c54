//! What is known of a server: its connections, its driver, and figures.

use std::os::raw::c_char;

use baton_c_abi::guard;
use baton_endpoint::Endpoint;
use baton_reactor::Driver;

use super::{Server, with};

/// `bws_figure`.
#[derive(Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "said in the header")]
pub struct Figure {
    pub name: *const c_char,
    pub value: u64,
}

#[unsafe(no_mangle)]
#[allow(missing_docs, reason = "said in the header, as for all entries below")]
pub unsafe extern "C" fn bws_server_open_count(server: *mut Server) -> usize {
    // SAFETY: the header's contract.
    unsafe { with(server, 0, |endpoint| endpoint.open_connections()) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_open_numbers(
    server: *mut Server,
    numbers: *mut u64,
    room: usize,
) -> usize {
    // SAFETY: the header's contract.
    unsafe {
        with(server, 0, |endpoint| {
            let mut count = 0;
            for (conn, _) in endpoint.owners().take(room) {
                numbers.add(count).write(conn.to_bits());
                count += 1;
            }
            count
        })
    }
}

/// How sockets are written here: "io_uring", many with one system call, or "send".
#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub extern "C" fn bws_sends_by() -> *const c_char {
    guard(c"send".as_ptr(), || match baton_reactor::Reactor::new(baton_reactor::Config::default()) {
        Ok(reactor) if reactor.driver() == Driver::IoUring => c"io_uring".as_ptr(),
        _ => c"send".as_ptr(),
    })
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_stats(server: *mut Server, figures: *mut Figure, room: usize) -> usize {
    // SAFETY: the header's contract.
    unsafe {
        with(server, 0, |endpoint| {
            let all = figures_of(endpoint);
            for (place, (name, value)) in all.iter().take(room).enumerate() {
                figures.add(place).write(Figure { name: name.as_ptr(), value: *value });
            }
            all.len().min(room)
        })
    }
}

fn figures_of(endpoint: &Endpoint) -> [(&'static std::ffi::CStr, u64); 15] {
    let (stats, counters) = (endpoint.stats(), endpoint.counters());
    [
        (c"connections", endpoint.connections() as u64),
        (c"open", endpoint.open_connections() as u64),
        (c"topics", endpoint.topic_count() as u64),
        (c"queuedBytes", endpoint.queued_bytes() as u64),
        (c"accepted", stats.accepted),
        (c"opened", stats.opened),
        (c"refused", stats.refused),
        (c"messagesIn", stats.messages_in),
        (c"messagesOut", stats.messages_out),
        (c"slow", stats.slow),
        (c"faults", stats.faults),
        (c"bytesIn", counters.bytes_read),
        (c"bytesOut", counters.bytes_written),
        (c"reads", counters.reads),
        (c"writes", counters.writes),
    ]
}
