//! The near-cache as C uses it: `include/near.h` says what each entry does.
#![allow(unsafe_code, reason = "the interface to C")]
#![allow(missing_docs, clippy::missing_safety_doc, reason = "the header says what C needs to know")]

use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::ptr;
use std::sync::Arc;

use baton_c_abi::{Bytes, Failure, guard};

use crate::connection::{Connection, Place};
use crate::connection_ffi::Handle;
use crate::memory::Memory;
use crate::near::{Endpoint, Fill, Lease, Mode, Origin, Prepared, Threads};
use crate::table_ffi::Seated;

/// What a process has of the near-cache.
#[derive(Debug)]
pub struct Near(pub(crate) Arc<Threads>);

/// `bc_tracking`.
#[derive(Debug)]
#[repr(C)]
pub struct TrackingSettings {
    pub(crate) prefixes: *const Bytes,
    pub(crate) prefix_count: usize,
    pub(crate) broadcasts: bool,
}

impl TrackingSettings {
    /// # Safety
    /// All that it points to can be read.
    unsafe fn read(&self) -> Mode {
        let bytes = |index| {
            // SAFETY: the caller's promise.
            unsafe { (*self.prefixes.add(index)).get() }.to_vec()
        };
        let prefixes = (0..self.prefix_count).map(bytes).collect();
        if self.broadcasts { Mode::Prefixes(prefixes) } else { Mode::Read }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_start(
    memory: *const Memory,
    tracking: *const TrackingSettings,
) -> *mut Near {
    guard(ptr::null_mut(), || {
        // SAFETY: C gives what bc_memory_reserve returned.
        let opened = unsafe { &*memory }.open();
        // SAFETY: C gives settings that can be read with all that they point to.
        let tracking = unsafe { (*tracking).read() };
        let threads = opened.ok().and_then(|opened| Threads::start(opened, tracking));
        threads.map_or(ptr::null_mut(), |threads| Box::into_raw(Box::new(Near(threads))))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_stop(near: *mut Near) {
    // SAFETY: C gives what bc_near_start returned, once.
    guard((), || drop(unsafe { Box::from_raw(near) }));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_forget(near: *mut Near) {
    // SAFETY: as above. Its threads are the parent's.
    guard((), || std::mem::forget(unsafe { Box::from_raw(near) }));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_attach(near: *const Near, handle: *mut Handle) -> bool {
    // SAFETY: C gives handles that it holds.
    guard(false, || attach(unsafe { &*near }, unsafe { &mut *handle }))
}

fn attach(near: &Near, handle: &mut Handle) -> bool {
    if handle.renounced.is_some_and(|generation| generation == handle.connection.generation()) {
        return false;
    }
    if handle.lease().is_none() {
        let name = name_of(&handle.connection).into_bytes();
        let database = handle.connection.settings().identity.database;
        handle.set_lease(Some(Lease::new(&near.0, name, &handle.gate, database)));
    }
    true
}

/// How people call a server, as one user of it sees it. What differs in any byte has another name.
fn name_of(connection: &Connection) -> String {
    let user = match connection.settings().identity.user.as_slice() {
        b"" => "default".into(),
        user => escaped(user, b"%@/"),
    };
    match connection.place() {
        Place::Unix(path) => format!("unix://{user}@{}", escaped(path.as_os_str().as_bytes(), b"%@")),
        place @ Place::Tcp { .. } => format!("tcp://{user}@{place}"),
    }
}

/// What is not printable ASCII or one of these is written as a `%` and two digits, as in a URL.
fn escaped(bytes: &[u8], marks: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_graphic() && !marks.contains(byte) {
            text.push(char::from(*byte));
        } else {
            let _ = write!(text, "%{byte:02X}"); // a String takes all
        }
        text
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_name(handle: *const Handle, to: *mut u8, room: usize) -> usize {
    guard(0, || {
        // SAFETY: C gives a handle that it holds.
        let name = name_of(unsafe { &(*handle).connection });
        if name.len() > room {
            return 0;
        }
        // SAFETY: C gives this much room.
        unsafe { ptr::copy_nonoverlapping(name.as_ptr(), to, name.len()) };
        name.len()
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_forget_all(seated: *const Seated, name: Bytes, database: i32) -> bool {
    guard(false, || {
        // SAFETY: C gives a seat that it holds, and bytes that can be read.
        let (seated, name) = unsafe { (&*seated, name.get()) };
        let table = seated.worker.table();
        let mut found = false;
        for endpoint in
            Endpoint::all(table).filter(|endpoint| name.is_empty() || endpoint.is_called(table, name))
        {
            match u32::try_from(database) {
                Ok(database) => endpoint.flush_database(table, database, Origin::Host),
                Err(_) => endpoint.flush(table, Origin::Host),
            }
            found = true;
        }
        found
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_last_forgotten(seated: *const Seated) -> u64 {
    // SAFETY: C gives a seat that it holds.
    guard(0, || Endpoint::last_flush(unsafe { &*seated }.worker.table()))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_detach(handle: *mut Handle) {
    // SAFETY: C gives a handle that it holds.
    guard((), || unsafe { &mut *handle }.set_lease(None));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_renounce(handle: *mut Handle) {
    guard((), || {
        // SAFETY: C gives a handle that it holds.
        let handle = unsafe { &mut *handle };
        handle.set_lease(None);
        handle.renounced = Some(handle.connection.generation());
    });
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_prepare(near: *const Near, handle: *mut Handle, tracks: bool) -> Prepared {
    guard(Prepared::Off, || {
        // SAFETY: C gives handles that it holds.
        let (near, handle) = unsafe { (&*near, &mut *handle) };
        if !attach(near, handle) {
            return Prepared::Off;
        }
        handle.lease().map_or(Prepared::Off, |(lease, connection)| lease.prepare(connection, tracks))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_agree(
    handle: *mut Handle,
    elsewhere: *mut bool,
    failure: *mut Failure,
) -> bool {
    guard(false, || {
        // SAFETY: C gives a handle that it holds.
        let handle = unsafe { &mut *handle };
        let agreed = handle.lease().map_or(Ok(false), |(lease, connection)| lease.agree(connection));
        // SAFETY: C gives room for both.
        unsafe { elsewhere.write(agreed == Ok(true)) };
        let Err(why) = agreed else { return true };
        handle.follow();
        // SAFETY: as above.
        unsafe { Failure::say(failure, why.code.number(), &why) };
        false
    })
}

/// A hit calls it, so nothing stands around it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_is_fresh(handle: *const Handle) -> bool {
    // SAFETY: C gives a handle that it holds.
    unsafe { &*handle }.gate.is_fresh()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_begin(
    handle: *const Handle,
    seated: *const Seated,
    key: Bytes,
    fill: *mut Fill,
) -> bool {
    guard(false, || {
        // SAFETY: C gives handles that it holds, bytes that can be read, and room for the fill.
        let (handle, seated, key) = unsafe { (&*handle, &*seated, key.get()) };
        let begun = handle.lease.as_ref().and_then(|lease| lease.begin(&seated.worker, key));
        let Some(begun) = begun else { return false };
        // SAFETY: as above.
        unsafe { fill.write(begun) };
        true
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_lives(fill: *mut Fill, milliseconds: i64) {
    // SAFETY: C gives what bc_near_begin wrote.
    guard((), || unsafe { &mut *fill }.lives(milliseconds));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_holds(handle: *const Handle, fill: *const Fill) -> bool {
    guard(false, || {
        // SAFETY: C gives a handle that it holds, and what bc_near_begin wrote.
        let (handle, fill) = unsafe { (&*handle, &*fill) };
        handle.lease.as_ref().is_some_and(|lease| lease.holds(&handle.connection, fill))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_wrote(handle: *mut Handle, seated: *const Seated, key: Bytes) {
    guard((), || {
        // SAFETY: C gives handles that it holds, and bytes that can be read.
        let (handle, seated, key) = unsafe { (&mut *handle, &*seated, key.get()) };
        if let Some((lease, connection)) = handle.lease() {
            lease.wrote(connection, &seated.worker, key);
        }
    });
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_wrote_any(handle: *mut Handle) {
    guard((), || {
        // SAFETY: C gives a handle that it holds.
        if let Some((lease, _)) = unsafe { &mut *handle }.lease() {
            lease.wrote_any();
        }
    });
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_flushed(handle: *mut Handle, all: bool) {
    guard((), || {
        // SAFETY: C gives a handle that it holds.
        if let Some((lease, connection)) = unsafe { &mut *handle }.lease() {
            lease.flushed(connection, all);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::Settings;

    fn name(host: &[u8], user: &[u8]) -> String {
        let mut settings = Settings { host: host.to_vec(), ..Settings::of("", 7) };
        settings.identity.user = user.to_vec();
        name_of(&Connection::new(settings).unwrap())
    }

    #[test]
    fn what_differs_in_a_byte_has_another_name() {
        assert_eq!(name(b"a.example", b""), "tcp://default@a.example:7");
        assert_eq!(name(b"tls://[::1]", b"ann"), "tcp://ann@[::1]:7");
        assert_eq!(name(b"/run/redis.sock", b"ann"), "unix://ann@/run/redis.sock");
        assert_eq!(name(b"/a b@\xFE/s", "é@/%".as_bytes()), "unix://%C3%A9%40%2F%25@/a%20b%40%FE/s");
        assert_ne!(name(b"a", b"\xFE"), name(b"a", b"\xFF"), "neither is UTF-8");
        assert_ne!(name(b"/\xFE", b""), name(b"/\xFF", b""));
        assert_ne!(name(b"a", b"\xFE"), name(b"a", b"%FE"));
    }
}
