//! The server's side, RFC 6455 section 4.2.

use alloc::vec::Vec;

use super::accept::{accept_key, is_valid_key};
use super::head::RequestHead;
use super::list::{contains_token, is_token, split_outside_quotes};
use super::refused::Refused;
use crate::deflate::DeflateParams;

/// A request that is a valid upgrade. Only [`upgrade`] makes one, so that no other request can be
/// accepted.
#[derive(Clone, Copy, Debug)]
pub struct Upgrade<'h> {
    head: &'h RequestHead<'h>,
    key: &'h str,
}

/// Whether the request is for WebSocket; any other is for the HTTP server.
#[must_use]
pub fn is_upgrade(head: &RequestHead<'_>) -> bool {
    head.header_values("upgrade").any(|value| contains_token(value, "websocket"))
}

/// Checks an upgrade.
///
/// # Errors
///
/// A request that the server must refuse by section 4.2.1, or that has a body: a proxy in front of
/// us could read what follows as a second request.
pub fn upgrade<'h>(head: &'h RequestHead<'h>) -> Result<Upgrade<'h>, Refused> {
    if head.method() != "GET" {
        return Err(Refused::Method);
    }
    if head.version_minor() == 0 {
        return Err(Refused::Upgrade("HTTP/1.0 has no upgrades, a proxy may lack proxy_http_version 1.1"));
    }
    if !head.target().starts_with('/') {
        return Err(Refused::Upgrade("the target must be a path"));
    }
    if !is_upgrade(head) {
        return Err(Refused::Upgrade("Upgrade must be websocket, a proxy may not pass it on"));
    }
    if !head.header_values("connection").any(|value| contains_token(value, "upgrade")) {
        return Err(Refused::Upgrade("Connection must be Upgrade, a proxy may not pass it on"));
    }
    if head.has_body() {
        return Err(Refused::Upgrade("it must not have a body"));
    }
    check_version(head)?;
    let key = only_value(head, "sec-websocket-key").filter(|key| is_valid_key(key));
    let key = key.ok_or(Refused::Upgrade("Sec-WebSocket-Key must be 16 bytes in base64"))?;
    let upgrade = Upgrade { head, key };
    if !upgrade.subprotocols().all(is_token) {
        return Err(Refused::Upgrade("Sec-WebSocket-Protocol must be a list of tokens"));
    }
    Ok(upgrade)
}

impl<'h> Upgrade<'h> {
    /// The request.
    #[must_use]
    pub fn head(&self) -> &'h RequestHead<'h> {
        self.head
    }

    /// The client's key, 24 characters of base64.
    #[must_use]
    pub fn key(&self) -> &'h str {
        self.key
    }

    /// Subprotocols in the client's order of preference, all tokens.
    pub fn subprotocols(&self) -> impl Iterator<Item = &'h str> + use<'h> {
        self.head
            .header_values("sec-websocket-protocol")
            .flat_map(|value| split_outside_quotes(value, b','))
            .filter(|name| !name.is_empty())
    }

    /// Values of `Sec-WebSocket-Extensions`, for [`DeflateParams::negotiate`].
    pub fn extensions(&self) -> impl Iterator<Item = &'h str> + use<'h> {
        self.head.header_values("sec-websocket-extensions")
    }

    /// The page's origin, if a browser sent the request: scheme, host and port, or `null`.
    #[must_use]
    pub fn origin(&self) -> Option<&'h str> {
        self.head.header("origin")
    }
}

/// Appends the response that ends the handshake; frames follow it. `subprotocol` must be one of the client's.
pub fn accept_response(
    out: &mut Vec<u8>,
    upgrade: &Upgrade<'_>,
    subprotocol: Option<&str>,
    deflate: Option<&DeflateParams>,
) {
    out.extend_from_slice(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
          Sec-WebSocket-Accept: ",
    );
    out.extend_from_slice(accept_key(upgrade.key).as_bytes());
    if let Some(subprotocol) = subprotocol {
        out.extend_from_slice(b"\r\nSec-WebSocket-Protocol: ");
        out.extend_from_slice(subprotocol.as_bytes());
    }
    if let Some(deflate) = deflate {
        out.extend_from_slice(alloc::format!("\r\nSec-WebSocket-Extensions: {deflate}").as_bytes());
    }
    out.extend_from_slice(b"\r\n\r\n");
}

fn check_version(head: &RequestHead<'_>) -> Result<(), Refused> {
    match only_value(head, "sec-websocket-version") {
        Some("13") => Ok(()),
        _ => Err(Refused::WebSocketVersion),
    }
}

/// The value of a header that may be given once.
fn only_value<'h>(head: &RequestHead<'h>, name: &str) -> Option<&'h str> {
    let mut values = head.headers().filter(|line| line.name.eq_ignore_ascii_case(name));
    let value = core::str::from_utf8(values.next()?.value).ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::super::head::parse_request;
    use super::*;
    use crate::deflate::Compression;
    use alloc::string::{String, ToString};

    const VALID: &str = "GET /chat HTTP/1.1\r\nHost: server.example.com\r\nUpgrade: websocket\r\n\
        Connection: keep-alive, Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
        Origin: http://example.com\r\nSec-WebSocket-Protocol: chat, superchat\r\n\
        Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\
        Sec-WebSocket-Version: 13\r\n\r\n";

    fn refused(head: &str) -> Refused {
        let head = parse_request(head.as_bytes()).unwrap().unwrap();
        upgrade(&head).unwrap_err()
    }

    #[test]
    fn the_example_of_rfc_6455_section_1_3_is_accepted() {
        let head = parse_request(VALID.as_bytes()).unwrap().unwrap();
        let upgrade = upgrade(&head).unwrap();
        assert!(upgrade.subprotocols().eq(["chat", "superchat"]));
        assert_eq!(upgrade.origin(), Some("http://example.com"));
        let deflate = DeflateParams::negotiate(upgrade.extensions(), Compression::Full);
        let mut out = Vec::new();
        accept_response(&mut out, &upgrade, Some("chat"), deflate.as_ref());
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: chat\r\n\
             Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        );
    }

    #[test]
    fn each_missing_part_is_named() {
        for (from, to, status, text) in [
            ("GET", "POST", 405, "GET"),
            ("HTTP/1.1", "HTTP/1.0", 400, "HTTP/1.0"),
            ("/chat", "*", 400, "target"),
            ("Upgrade: websocket", "Upgrade: h2c", 400, "Upgrade must be"),
            ("keep-alive, Upgrade", "keep-alive", 400, "Connection"),
            ("Version: 13", "Version: 8", 426, "13"),
            ("Sec-WebSocket-Version: 13\r\n", "", 426, "13"),
            ("ZQ==", "Z", 400, "Key"),
            ("Origin:", "Sec-WebSocket-Key:", 400, "Key"),
            ("chat, superchat", "chat, süper", 400, "Protocol"),
            ("chat, superchat", "chat superchat", 400, "Protocol"),
            ("Origin: http://example.com", "Content-Length: 5", 400, "body"),
            ("Origin: http://example.com", "Transfer-Encoding: chunked", 400, "body"),
        ] {
            let refused = refused(&VALID.replacen(from, to, 1));
            assert_eq!(refused.status(), status, "{to}");
            assert!(refused.to_string().contains(text), "{refused}");
        }
    }

    #[test]
    fn refusals_close_the_connection_and_say_what_to_change() {
        let response = String::from_utf8(Refused::WebSocketVersion.response_bytes()).unwrap();
        assert!(response.starts_with("HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\n"));
        assert!(response.contains("\r\nSec-WebSocket-Version: 13\r\n"));
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert!(head.ends_with(&alloc::format!("Content-Length: {}", body.len())));
    }
}
