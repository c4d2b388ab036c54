//! What C and Rust show each other: `include/client.h` has the same structures.

use std::path::PathBuf;
use std::time::Duration;

use crate::client::settings::Settings;
use baton_c_abi::{Bytes, texts};

/// `WebSocket\ClientOptions`, checked. Times are in milliseconds.
#[repr(C)]
#[derive(Debug)]
pub struct ClientSettings {
    /// Names and values, one behind the other.
    pub headers: *const Bytes,
    /// Names and values together.
    pub headers_len: usize,
    /// Subprotocols to offer.
    pub subprotocols: *const Bytes,
    /// How many.
    pub subprotocols_len: usize,
    /// PEM file; no bytes for the system's certificates.
    pub ca_file: Bytes,
    /// For resolving, connecting, TLS and the handshake together.
    pub connect_timeout: u32,
    /// 0 for never.
    pub ping_interval: u32,
    /// How soon a server has to answer a ping.
    pub pong_timeout: u32,
    /// How long the server's close frame is waited for.
    pub close_timeout: u32,
    /// 0 for never.
    pub reconnect_attempts: u32,
    /// The first pause.
    pub reconnect_delay: u32,
    /// Longest message.
    pub max_message_size: usize,
    /// Whether permessage-deflate is offered.
    pub compression: bool,
    /// Whether the server's certificate is checked.
    pub verify_peer: bool,
}

/// Why an entry failed.
#[repr(C)]
#[derive(Debug)]
pub struct FailureText {
    /// `errno`, an HTTP status, or a close code.
    pub code: u32,
    /// Bytes of `text`.
    pub len: usize,
    /// UTF-8, cut where there is no room.
    pub text: [u8; 1000],
}

/// A message that was received.
#[repr(C)]
#[derive(Debug)]
pub struct Message {
    /// 1 for text, 2 for binary.
    pub opcode: u8,
    /// There until the next call with the same client.
    pub payload: Bytes,
}

impl ClientSettings {
    /// # Safety
    /// All that it points to is readable.
    pub(super) unsafe fn read(&self) -> Settings {
        let milliseconds = |time: u32| Duration::from_millis(time.into());
        // SAFETY: the caller's promise.
        let (headers, subprotocols, ca_file) = unsafe {
            (
                texts(self.headers, self.headers_len),
                texts(self.subprotocols, self.subprotocols_len),
                self.ca_file.get(),
            )
        };
        let mut lines = headers.into_iter();
        let pairs = std::iter::from_fn(|| Some((lines.next()?, lines.next()?)));
        Settings {
            headers: pairs.collect(),
            subprotocols,
            connect_timeout: milliseconds(self.connect_timeout),
            message_bytes: self.max_message_size,
            compression: self.compression,
            ping_interval: (self.ping_interval > 0).then(|| milliseconds(self.ping_interval)),
            pong_timeout: milliseconds(self.pong_timeout),
            close_timeout: milliseconds(self.close_timeout),
            reconnect_attempts: self.reconnect_attempts,
            reconnect_delay: milliseconds(self.reconnect_delay),
            verify_peer: self.verify_peer,
            ca_file: (!ca_file.is_empty()).then(|| path(ca_file)),
        }
    }
}

/// A path of any bytes, as the system has them.
fn path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    std::ffi::OsStr::from_bytes(bytes).into()
}

impl FailureText {
    pub(super) fn write(&mut self, text: &str, code: u32) {
        let mut end = text.len().min(self.text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let text = text.get(..end).unwrap_or_default();
        self.text.iter_mut().zip(text.bytes()).for_each(|(to, byte)| *to = byte);
        self.len = end;
        self.code = code;
    }
}
