//! What crosses: the structures of include/client.h.

#![allow(unsafe_code)]

use std::ffi::OsStr;
use std::os::raw::{c_char, c_uint};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::ptr;
use std::time::Duration;

use baton_c_abi::Bytes;

use crate::connection::{Backoff, Connection, Identity, Kind, Reply, Settings, Trust, Way};

/// `bc_endpoint_settings`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "the header says what each is")]
pub struct EndpointSettings {
    pub host: Bytes,
    pub port: u16,
    pub connect_timeout_ms: u32,
    pub read_timeout_ms: u32,
    pub retry_interval_ms: u32,
    pub user: Bytes,
    pub password: Bytes,
    pub database: u32,
    pub max_retries: u32,
    pub backoff: u8,
    pub backoff_base_ms: u32,
    pub backoff_cap_ms: u32,
    pub keepalive: bool,
    pub tls: bool,
    pub verify_peer: bool,
    pub verify_name: bool,
    pub allow_self_signed: bool,
    pub ca_file: Bytes,
    pub ca_path: Bytes,
    pub certificate: Bytes,
    pub key: Bytes,
    pub peer_name: Bytes,
}

impl EndpointSettings {
    /// A copy.
    ///
    /// # Safety
    /// Its bytes are readable.
    pub(super) unsafe fn read(&self) -> Settings {
        // SAFETY: the caller's promise, for each of them.
        let bytes = |bytes: Bytes| unsafe { bytes.get() }.to_vec();
        let path =
            |path: Bytes| Some(PathBuf::from(OsStr::from_bytes(&bytes(path)))).filter(|path| path != "");
        let or_interval = |ms| if ms == 0 { self.retry_interval_ms } else { ms };
        Settings {
            host: bytes(self.host),
            port: self.port,
            connect_timeout: timeout(self.connect_timeout_ms),
            read_timeout: timeout(self.read_timeout_ms),
            max_retries: self.max_retries,
            backoff: Backoff {
                way: Way::of(self.backoff),
                base: or_interval(self.backoff_base_ms),
                cap: or_interval(self.backoff_cap_ms),
            },
            keepalive: self.keepalive,
            identity: Identity {
                user: bytes(self.user),
                password: bytes(self.password),
                database: self.database,
            },
            peer: None,
            tls: self.tls,
            trust: Trust {
                verify_peer: self.verify_peer,
                verify_name: self.verify_name,
                allow_self_signed: self.allow_self_signed,
                ca_file: path(self.ca_file),
                ca_path: path(self.ca_path),
                certificate: path(self.certificate),
                key: path(self.key),
                peer_name: String::from_utf8_lossy(&bytes(self.peer_name)).into_owned(),
            },
        }
    }
}

/// 0 for none.
pub(super) fn timeout(milliseconds: u32) -> Option<Duration> {
    (milliseconds > 0).then(|| Duration::from_millis(milliseconds.into()))
}

/// `bc_node`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "the header says what each is")]
pub struct Node {
    pub kind: c_uint,
    pub depth: u32,
    pub integer: i64,
    pub number: f64,
    pub bytes: *const u8,
    pub len: usize,
    pub format: [c_char; 4],
}

impl Node {
    /// What was read; its bytes belong to the connection.
    #[inline]
    pub(super) fn of(reply: &Reply, connection: &Connection) -> Self {
        let [a, b, c] = reply.format.map(|letter| c_char::from_ne_bytes([letter]));
        Self {
            kind: number(reply.kind),
            depth: u32::try_from(reply.depth).unwrap_or(u32::MAX),
            integer: reply.integer,
            number: reply.number,
            bytes: connection.bytes(reply).map_or(ptr::null(), <[u8]>::as_ptr),
            len: reply.len,
            format: [a, b, c, 0],
        }
    }
}

/// `bc_kind`, in the header's order.
const fn number(kind: Kind) -> c_uint {
    kind as c_uint
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_the_header_s_numbers() {
        let header = include_str!("../../include/client.h");
        let names =
            header.split("typedef enum {").nth(1).and_then(|rest| rest.split("} bc_kind").next()).unwrap();
        let names: Vec<_> = names
            .lines()
            .filter_map(|line| line.trim().split([',', ' ']).next().filter(|name| name.starts_with("BC_")))
            .collect();
        for (kind, name) in [
            (Kind::Status, "BC_STATUS"),
            (Kind::Error, "BC_ERROR"),
            (Kind::Integer, "BC_INTEGER"),
            (Kind::Bulk, "BC_BULK"),
            (Kind::Nil, "BC_NIL"),
            (Kind::Array, "BC_ARRAY"),
            (Kind::Map, "BC_MAP"),
            (Kind::Set, "BC_SET"),
            (Kind::Push, "BC_PUSH"),
            (Kind::Double, "BC_DOUBLE"),
            (Kind::Boolean, "BC_BOOLEAN"),
            (Kind::Big, "BC_BIG"),
            (Kind::Verbatim, "BC_VERBATIM"),
        ] {
            assert_eq!(names.get(number(kind) as usize), Some(&name));
        }
        assert_eq!(names.len(), 13);
    }
}
