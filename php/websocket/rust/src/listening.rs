//! Binding addresses: `include/listening.h`.

#![allow(unsafe_code)]

use std::ffi::OsStr;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::os::fd::{IntoRawFd as _, OwnedFd, RawFd};
use std::os::raw::c_char;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use baton_c_abi::guard;
use baton_c_abi::{Bytes, Failure};

/// Binds the first address of a host that can be bound, and returns its descriptor, or -1 with the reason. The address that
/// was bound is written as text with a NUL, of at most `room` bytes.
///
/// # Safety
/// `host` can be read, `address` written for `room` bytes, and `error` written or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_bind(
    host: Bytes,
    port: u16,
    backlog: u32,
    shared: bool,
    address: *mut c_char,
    room: usize,
    error: *mut Failure,
) -> RawFd {
    guard(-1, || {
        // SAFETY: the caller's promise.
        let host = String::from_utf8_lossy(unsafe { host.get() });
        match bind(&host, port, backlog, shared) {
            Ok((listener, bound)) => {
                let text = bound.to_string();
                for (place, byte) in text.bytes().chain([0]).take(room).enumerate() {
                    // SAFETY: `place` is below `room`, for which the caller has promised.
                    unsafe { address.add(place).write(c_char::from_ne_bytes([byte])) };
                }
                listener.into_raw_fd()
            }
            Err(why) => {
                // SAFETY: the caller's promise.
                unsafe { Failure::say(error, why.raw_os_error().unwrap_or(0), &why) };
                -1
            }
        }
    })
}

fn bind(host: &str, port: u16, backlog: u32, shared: bool) -> io::Result<(OwnedFd, SocketAddr)> {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in (bare, port).to_socket_addrs()? {
        match baton_reactor::bind_with(address, backlog, shared) {
            Ok(listener) => {
                let bound = listener.local_addr()?;
                return Ok((listener.into(), bound));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The same for a path. A socket that nobody listens on any more is replaced.
///
/// # Safety
/// `path` can be read, and `error` written or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_bind_path(path: Bytes, backlog: u32, error: *mut Failure) -> RawFd {
    guard(-1, || {
        // SAFETY: the caller's promise.
        let path = Path::new(OsStr::from_bytes(unsafe { path.get() }));
        match bind_path(path, backlog) {
            Ok(listener) => listener.into_raw_fd(),
            Err(why) => {
                // SAFETY: the caller's promise.
                unsafe { Failure::say(error, why.raw_os_error().unwrap_or(0), &why) };
                -1
            }
        }
    })
}

fn bind_path(path: &Path, backlog: u32) -> io::Result<OwnedFd> {
    baton_reactor::bind_path(path, None, backlog).map(OwnedFd::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_told_as_such() {
        let (_first, address) = bind("127.0.0.1", 0, 16, false).unwrap();
        let error = bind("127.0.0.1", address.port(), 16, false).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AddrInUse);
        assert!(bind("[::1]", 0, 16, false).is_ok() || !Path::new("/proc/net/if_inet6").exists());
    }

    #[test]
    fn a_socket_that_was_left_behind_is_replaced_and_one_in_use_is_not() {
        let path = std::env::temp_dir().join(format!("baton-bind-{}.sock", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let first = bind_path(&path, 16).unwrap();
        assert_eq!(bind_path(&path, 16).unwrap_err().kind(), io::ErrorKind::AddrInUse);
        drop(first);
        assert!(bind_path(&path, 16).is_ok());
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, "a file").unwrap();
        assert!(bind_path(&path, 16).is_err(), "what is no socket is left alone");
        std::fs::remove_file(&path).unwrap();
    }
}
