//! What a client was told, checked by C: `WebSocket\ClientOptions`.

use std::path::PathBuf;
use std::time::Duration;

/// The options of one client.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// Further headers, whose names are tokens and whose values have no line end.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) subprotocols: Vec<String>,
    pub(crate) connect_timeout: Duration,
    pub(crate) message_bytes: usize,
    pub(crate) compression: bool,
    /// `None` for never.
    pub(crate) ping_interval: Option<Duration>,
    pub(crate) pong_timeout: Duration,
    pub(crate) close_timeout: Duration,
    pub(crate) reconnect_attempts: u32,
    pub(crate) reconnect_delay: Duration,
    pub(crate) verify_peer: bool,
    pub(crate) ca_file: Option<PathBuf>,
}

/// Headers that the handshake itself decides.
const RESERVED: [&str; 7] = [
    "connection",
    "upgrade",
    "sec-websocket-key",
    "sec-websocket-version",
    "sec-websocket-protocol",
    "sec-websocket-extensions",
    "sec-websocket-accept",
];

/// What is wrong with a header, if anything is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum HeaderFault {
    None = 0,
    /// The name is no token (RFC 9110, section 5.6.2).
    Name = 1,
    /// The value has a line end or another control character.
    Value = 2,
    /// It is the handshake's own.
    Reserved = 3,
}

/// Checks one further header.
pub(crate) fn header_fault(name: &[u8], value: &[u8]) -> HeaderFault {
    if !is_token(name) {
        HeaderFault::Name
    } else if RESERVED.iter().any(|reserved| name.eq_ignore_ascii_case(reserved.as_bytes())) {
        HeaderFault::Reserved
    } else if std::str::from_utf8(value).is_err() || value.iter().any(|&byte| is_control(byte)) {
        HeaderFault::Value
    } else {
        HeaderFault::None
    }
}

/// RFC 9110, section 5.6.2: names of headers, and of subprotocols.
pub(crate) fn is_token(name: &[u8]) -> bool {
    let is_char = |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte);
    !name.is_empty() && name.iter().all(is_char)
}

const fn is_control(byte: u8) -> bool {
    byte != b'\t' && byte.is_ascii_control()
}

#[cfg(test)]
impl Settings {
    /// The defaults of `WebSocket\ClientOptions`.
    pub(crate) fn usual() -> Self {
        Self {
            headers: Vec::new(),
            subprotocols: Vec::new(),
            connect_timeout: Duration::from_secs(10),
            message_bytes: 16 << 20,
            compression: false,
            ping_interval: None,
            pong_timeout: Duration::from_secs(10),
            close_timeout: Duration::from_secs(2),
            reconnect_attempts: 0,
            reconnect_delay: Duration::from_millis(500),
            verify_peer: true,
            ca_file: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_can_neither_break_out_nor_take_the_place_of_the_handshake() {
        for (name, value, fault) in [
            ("Origin", "https://a.example", HeaderFault::None),
            ("X-Name", "Zoë\tx", HeaderFault::None),
            ("", "x", HeaderFault::Name),
            ("X Y", "x", HeaderFault::Name),
            ("X:", "x", HeaderFault::Name),
            ("X\r\nY", "x", HeaderFault::Name),
            ("X", "a\r\nY: b", HeaderFault::Value),
            ("X", "a\0", HeaderFault::Value),
            ("UPGRADE", "x", HeaderFault::Reserved),
            ("Sec-WebSocket-Protocol", "x", HeaderFault::Reserved),
        ] {
            assert_eq!(header_fault(name.as_bytes(), value.as_bytes()), fault, "{name:?}: {value:?}");
        }
        assert_eq!(header_fault(b"X", b"\xff"), HeaderFault::Value);
    }
}
