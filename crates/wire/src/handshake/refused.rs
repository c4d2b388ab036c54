//! Requests that are refused, each with its response.

use alloc::string::ToString as _;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use super::head::{MAX_HEAD_BYTES, MAX_HEADERS};

/// Why a request is not served. All are errors of the client's programmer, so the texts name the
/// header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// Not HTTP, or an ambiguity that has been used for request smuggling; the text says which.
    Malformed(&'static str),
    /// HTTP, but neither 1.0 nor 1.1.
    HttpVersion,
    /// A head longer than [`MAX_HEAD_BYTES`].
    HeadTooLarge,
    /// More than [`MAX_HEADERS`] headers.
    TooManyHeaders,
    /// An upgrade by another method than GET.
    Method,
    /// An upgrade to another version of WebSocket than 13.
    WebSocketVersion,
    /// An upgrade with a missing or invalid header; the text says which.
    Upgrade(&'static str),
}

impl Refused {
    /// Status code of the response.
    #[must_use]
    pub const fn status(&self) -> u16 {
        match self {
            Self::Malformed(_) | Self::Upgrade(_) => 400,
            Self::Method => 405,
            Self::WebSocketVersion => 426,
            Self::HeadTooLarge | Self::TooManyHeaders => 431,
            Self::HttpVersion => 505,
        }
    }

    /// The whole response. The connection has to be closed after it: where the next request would
    /// begin is not certain.
    #[must_use]
    pub fn response_bytes(&self) -> Vec<u8> {
        let (status, reason, extra) = match self.status() {
            405 => (405, "Method Not Allowed", "Allow: GET\r\n"),
            // RFC 6455 section 4.4 has the client try again with the version named.
            426 => (426, "Upgrade Required", "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"),
            431 => (431, "Request Header Fields Too Large", ""),
            505 => (505, "HTTP Version Not Supported", ""),
            _ => (400, "Bad Request", ""),
        };
        let mut body = self.to_string();
        body.push('\n');
        let mut text = alloc::string::String::new();
        let _ = write!(
            text,
            "HTTP/1.1 {status} {reason}\r\nConnection: close\r\n{extra}Content-Type: text/plain\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        text.into_bytes()
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(what) => write!(f, "malformed request: {what}"),
            Self::HttpVersion => f.write_str("only HTTP/1.0 and HTTP/1.1 are spoken here"),
            Self::HeadTooLarge => {
                write!(f, "request line and headers are longer than {MAX_HEAD_BYTES} bytes")
            }
            Self::TooManyHeaders => write!(f, "request has more than {MAX_HEADERS} headers"),
            Self::Method => f.write_str("a WebSocket upgrade must use GET"),
            Self::WebSocketVersion => f.write_str("Sec-WebSocket-Version must be 13"),
            Self::Upgrade(what) => write!(f, "not a valid WebSocket upgrade: {what}"),
        }
    }
}

impl core::error::Error for Refused {}
