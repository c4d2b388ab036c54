//! Messages to many: to all, to those of a topic, and to the other processes that serve with this one.

use std::os::fd::{FromRawFd as _, OwnedFd, RawFd};
use std::os::raw::c_int;

use baton_c_abi::Bytes;
use baton_endpoint::{ConnectionId, SubscribeError};

use super::{Server, kind, with, with_conn};

#[unsafe(no_mangle)]
#[allow(missing_docs, reason = "said in the header, as for all entries below")]
pub unsafe extern "C" fn bws_server_broadcast(
    server: *mut Server,
    binary: bool,
    payload: Bytes,
    except: *const u64,
    count: usize,
) -> usize {
    // SAFETY: the header's contract.
    unsafe {
        with(server, 0, |endpoint| {
            let except = if count == 0 { &[][..] } else { std::slice::from_raw_parts(except, count) };
            let except: Vec<_> = except.iter().filter_map(|&conn| ConnectionId::from_bits(conn)).collect();
            endpoint.broadcast(kind(binary), payload.get(), &except)
        })
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_publish(
    server: *mut Server,
    topic: Bytes,
    binary: bool,
    payload: Bytes,
    except: u64,
) -> usize {
    // SAFETY: the header's contract.
    unsafe {
        with(server, 0, |endpoint| {
            endpoint.publish(topic.get(), kind(binary), payload.get(), ConnectionId::from_bits(except))
        })
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_subscribe(server: *mut Server, conn: u64, topic: Bytes) -> c_int {
    // SAFETY: the header's contract.
    unsafe {
        with_conn(server, conn, 1, |endpoint, conn| match endpoint.subscribe(conn, topic.get()) {
            Ok(()) => 0,
            Err(SubscribeError::Closed) => 1,
            Err(SubscribeError::Name) => 2,
            Err(SubscribeError::TooMany) => 3,
        })
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_unsubscribe(server: *mut Server, conn: u64, topic: Bytes) -> bool {
    // SAFETY: the header's contract.
    unsafe { with_conn(server, conn, false, |endpoint, conn| endpoint.unsubscribe(conn, topic.get())) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_topics(
    server: *mut Server,
    conn: u64,
    from: usize,
    topics: *mut Bytes,
    room: usize,
) -> usize {
    // SAFETY: the header's contract.
    unsafe {
        with_conn(server, conn, 0, |endpoint, conn| {
            let mut count = 0;
            for topic in endpoint.topics_of(conn).skip(from).take(room) {
                topics.add(count).write(topic.into());
                count += 1;
            }
            count
        })
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_join(server: *mut Server, stream: RawFd, handover: RawFd) -> bool {
    // SAFETY: C gives both away.
    let (stream, handover) = unsafe { (OwnedFd::from_raw_fd(stream), OwnedFd::from_raw_fd(handover)) };
    // SAFETY: the header's contract.
    unsafe { with(server, false, |endpoint| endpoint.join(stream, handover).is_ok()) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_pass_on(
    server: *mut Server,
    topic: Bytes,
    binary: bool,
    payload: Bytes,
) -> bool {
    // SAFETY: the header's contract.
    unsafe { with(server, true, |endpoint| endpoint.pass_on(topic.get(), kind(binary), payload.get())) }
}
