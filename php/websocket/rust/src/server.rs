//! A WebSocket server that is pulled: `include/server.h`, where each entry is said.
//!
//! A handle is a boxed [`Server`]. What a panic has left half done is not used again: the handle is marked, and every entry
//! of it does nothing from then on but freeing.

#![allow(unsafe_code)]
#![allow(clippy::missing_safety_doc, reason = "the contract is the same for all: see `with`, and the header")]

use std::mem::MaybeUninit;
use std::net::{IpAddr, TcpListener};
use std::os::fd::{AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd, RawFd};
use std::os::raw::{c_char, c_int, c_void};
use std::os::unix::net::UnixListener;
use std::time::Duration;

use baton_endpoint::{
    AlarmId, Compression, Config, ConnectionId, Endpoint, Event, Kind, SendError, SubscribeError,
};
use baton_reactor::Driver;

use crate::certificate::Certificate;
use baton_c_abi::guard;
use baton_c_abi::{Bytes, Failure, texts};

/// What a handle stands for.
#[derive(Debug)]
pub struct Server {
    endpoint: Endpoint,
    is_broken: bool,
}

/// `bws_config`.
#[derive(Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "the fields are those of baton_endpoint::Config")]
pub struct ServerConfig {
    pub max_message_size: usize,
    pub max_queued_bytes: usize,
    pub max_connections: usize,
    pub handshake_timeout_ms: u64,
    pub idle_timeout_ms: u64,
    pub ping_interval_ms: u64,
    pub pong_timeout_ms: u64,
    pub max_queued_age_ms: u64,
    pub close_timeout_ms: u64,
    pub message_timeout_ms: u64,
    pub max_messages_per_second: u32,
    pub max_control_frames_per_second: u32,
    pub max_request_body: usize,
    pub compression_level: u8,
    pub compression_takeover: bool,
    pub compression_threshold: usize,
    pub certificate: *const Certificate,
    pub origins: *const Bytes,
    pub origin_count: usize,
    pub paths: *const Bytes,
    pub path_count: usize,
    pub subprotocols: *const Bytes,
    pub subprotocol_count: usize,
    pub asks_about_handshakes: bool,
    pub asks_about_requests: bool,
    pub keeps_requests: bool,
    pub leaves_masked: bool,
}

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

/// `bws_figure`.
#[derive(Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "said in the header")]
pub struct Figure {
    pub name: *const c_char,
    pub value: u64,
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

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// # Safety
/// Everything that the config points to can be read.
unsafe fn config_of(given: &ServerConfig) -> Result<Config, String> {
    // SAFETY: the caller's promise, here and below.
    let tls = unsafe { given.certificate.as_ref() }.map(|certificate| certificate.0.clone());
    Ok(Config {
        message_bytes: given.max_message_size,
        queued_bytes: given.max_queued_bytes,
        queued_age: ms(given.max_queued_age_ms),
        connections: given.max_connections,
        handshake_timeout: ms(given.handshake_timeout_ms),
        idle_timeout: ms(given.idle_timeout_ms),
        ping_interval: (given.ping_interval_ms > 0).then(|| ms(given.ping_interval_ms)),
        pong_timeout: ms(given.pong_timeout_ms),
        close_timeout: ms(given.close_timeout_ms),
        message_timeout: ms(given.message_timeout_ms),
        messages_per_second: given.max_messages_per_second,
        control_frames_per_second: given.max_control_frames_per_second,
        body_bytes: given.max_request_body,
        compression: (given.compression_level > 0).then_some(Compression {
            threshold: given.compression_threshold,
            level: given.compression_level,
            takeover: given.compression_takeover,
        }),
        tls,
        // SAFETY: see above.
        origins: unsafe { texts(given.origins, given.origin_count) },
        // SAFETY: see above.
        paths: unsafe { texts(given.paths, given.path_count) },
        // SAFETY: see above.
        subprotocols: unsafe { texts(given.subprotocols, given.subprotocol_count) },
        asks_about_handshakes: given.asks_about_handshakes,
        asks_about_requests: given.asks_about_requests,
        keeps_requests: given.keeps_requests,
        leaves_masked: given.leaves_masked,
    })
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

fn kind(binary: bool) -> Kind {
    if binary { Kind::Binary } else { Kind::Text }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
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

fn name_of(driver: Driver) -> *const c_char {
    match driver {
        Driver::IoUring => c"io_uring".as_ptr(),
        _ => c"epoll".as_ptr(),
    }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub unsafe extern "C" fn bws_server_driver(server: *mut Server) -> *const c_char {
    // SAFETY: the header's contract.
    unsafe { with(server, c"epoll".as_ptr(), |endpoint| name_of(endpoint.driver())) }
}

#[unsafe(no_mangle)]
#[allow(missing_docs)]
pub extern "C" fn bws_best_driver() -> *const c_char {
    guard(c"epoll".as_ptr(), || {
        let reactor = baton_reactor::Reactor::new(baton_reactor::Config::default());
        reactor.map_or(c"epoll".as_ptr(), |reactor| name_of(reactor.driver()))
    })
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
