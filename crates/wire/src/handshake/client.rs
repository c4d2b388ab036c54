//! The client's side, RFC 6455 section 4.1.

use alloc::vec::Vec;
use core::fmt;

use super::accept::accept_key;
use super::head::{MAX_HEAD_BYTES, MAX_HEADERS};
use super::list::{contains_token, split_outside_quotes};
use crate::deflate::{DeflateParams, Offer};

/// A client's request. Texts must not have line ends; they come from the program and not from the
/// network.
#[derive(Clone, Copy, Debug)]
pub struct ClientRequest<'a> {
    /// Host and, unless it is the scheme's own, port.
    pub host: &'a str,
    /// Path and query.
    pub target: &'a str,
    /// From [`encode_key`](super::encode_key), fresh for each connection.
    pub key: &'a str,
    /// In order of preference; none if empty.
    pub subprotocols: &'a [&'a str],
    /// Compression to offer.
    pub deflate: Option<Offer>,
    /// Further headers, such as `Origin`.
    pub headers: &'a [(&'a str, &'a str)],
}

/// The negotiated result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<'a> {
    /// Bytes of the head; frames follow.
    pub len: usize,
    /// One of those requested.
    pub subprotocol: Option<&'a str>,
    /// The compression to use.
    pub deflate: Option<DeflateParams>,
}

/// The server refused, or is not a WebSocket server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusedByServer {
    /// Another status than 101. Redirects are for the caller to follow or not.
    Status(u16),
    /// The response is not HTTP/1.1 or over the limits of a head.
    Malformed,
    /// A header is missing or has another value than the request requires.
    Header(&'static str),
}

impl ClientRequest<'_> {
    /// Appends the request.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut line = |parts: &[&str]| {
            parts.iter().for_each(|part| out.extend_from_slice(part.as_bytes()));
            out.extend_from_slice(b"\r\n");
        };
        line(&["GET ", self.target, " HTTP/1.1"]);
        line(&["Host: ", self.host]);
        line(&["Upgrade: websocket"]);
        line(&["Connection: Upgrade"]);
        line(&["Sec-WebSocket-Key: ", self.key]);
        line(&["Sec-WebSocket-Version: 13"]);
        if !self.subprotocols.is_empty() {
            line(&["Sec-WebSocket-Protocol: ", &self.subprotocols.join(", ")]);
        }
        if let Some(offer) = &self.deflate {
            line(&["Sec-WebSocket-Extensions: ", &alloc::format!("{offer}")]);
        }
        for (name, value) in self.headers {
            line(&[name, ": ", value]);
        }
        line(&[]);
    }
}

/// Reads the response to `request` at the start of `bytes`; `Ok(None)` while it is incomplete.
///
/// # Errors
///
/// The connection has to be closed: section 4.1 lists what must hold.
pub fn verify_response<'a>(
    bytes: &'a [u8],
    request: &ClientRequest<'_>,
) -> Result<Option<Answer<'a>>, RefusedByServer> {
    let bytes = bytes.get(..MAX_HEAD_BYTES).unwrap_or(bytes);
    let mut lines = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut response = httparse::Response::new(&mut lines);
    let len = match response.parse(bytes) {
        Ok(httparse::Status::Complete(len)) => len,
        Ok(httparse::Status::Partial) if bytes.len() < MAX_HEAD_BYTES => return Ok(None),
        _ => return Err(RefusedByServer::Malformed),
    };
    match response.code {
        Some(101) => {}
        Some(code) => return Err(RefusedByServer::Status(code)),
        None => return Err(RefusedByServer::Malformed),
    }
    let headers = ResponseHeaders(response.headers);
    headers.check_upgrade(request)?;
    let subprotocol = headers.subprotocol(request)?;
    Ok(Some(Answer { len, subprotocol, deflate: headers.deflate(request)? }))
}

struct ResponseHeaders<'h, 'a>(&'h [httparse::Header<'a>]);

impl<'h, 'a> ResponseHeaders<'h, 'a> {
    fn values(&self, name: &'h str) -> impl Iterator<Item = &'a str> + use<'h, 'a> {
        let named = self.0.iter().filter(move |line| line.name.eq_ignore_ascii_case(name));
        named.filter_map(|line| core::str::from_utf8(line.value).ok())
    }

    fn check_upgrade(&self, request: &ClientRequest<'_>) -> Result<(), RefusedByServer> {
        if !self.values("upgrade").any(|value| contains_token(value, "websocket")) {
            return Err(RefusedByServer::Header("Upgrade"));
        }
        if !self.values("connection").any(|value| contains_token(value, "upgrade")) {
            return Err(RefusedByServer::Header("Connection"));
        }
        if self.values("sec-websocket-accept").next() != Some(&accept_key(request.key)) {
            return Err(RefusedByServer::Header("Sec-WebSocket-Accept"));
        }
        Ok(())
    }

    fn subprotocol(&self, request: &ClientRequest<'_>) -> Result<Option<&'a str>, RefusedByServer> {
        let mut values = self.values("sec-websocket-protocol");
        match (values.next(), values.next()) {
            (None, _) => Ok(None),
            (Some(name), None) if request.subprotocols.contains(&name) => Ok(Some(name)),
            _ => Err(RefusedByServer::Header("Sec-WebSocket-Protocol")),
        }
    }

    fn deflate(&self, request: &ClientRequest<'_>) -> Result<Option<DeflateParams>, RefusedByServer> {
        let refused = RefusedByServer::Header("Sec-WebSocket-Extensions");
        let values = self.values("sec-websocket-extensions");
        match &request.deflate {
            Some(offer) => offer.verify(values).map_err(|_| refused),
            None => {
                let mut elements = values.flat_map(|value| split_outside_quotes(value, b','));
                if elements.any(|element| !element.is_empty()) { Err(refused) } else { Ok(None) }
            }
        }
    }
}

impl fmt::Display for RefusedByServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(code) => write!(f, "the server answered with status {code} instead of 101"),
            Self::Malformed => {
                write!(f, "the server's response is no HTTP head of at most {MAX_HEAD_BYTES} bytes")
            }
            Self::Header(name) => write!(f, "the server's response lacks {name} or has it wrong"),
        }
    }
}

impl core::error::Error for RefusedByServer {}

#[cfg(test)]
mod tests {
    use super::super::{accept_response, encode_key, parse_request, upgrade};
    use super::*;
    use crate::deflate::Compression;
    use alloc::string::String;

    const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

    fn request() -> ClientRequest<'static> {
        ClientRequest {
            host: "localhost:6001",
            target: "/app/key?protocol=7",
            key: KEY,
            subprotocols: &["a", "b"],
            deflate: Some(Offer::default()),
            headers: &[("Origin", "http://localhost")],
        }
    }

    #[test]
    fn client_and_server_agree() {
        let key = encode_key([7; 16]);
        let request = ClientRequest { key: &key, ..request() };
        let mut bytes = Vec::new();
        request.write(&mut bytes);
        let head = parse_request(&bytes).unwrap().unwrap();
        assert_eq!(head.len(), bytes.len());
        let upgrade = upgrade(&head).unwrap();
        let deflate = DeflateParams::negotiate(upgrade.extensions(), Compression::Shared);
        let mut response = Vec::new();
        accept_response(&mut response, &upgrade, upgrade.subprotocols().next(), deflate.as_ref());
        let len = response.len();
        response.extend_from_slice(b"\x81\x00");
        for end in 0..len {
            assert_eq!(verify_response(response.get(..end).unwrap(), &request), Ok(None));
        }
        assert_eq!(
            verify_response(&response, &request),
            Ok(Some(Answer { len, subprotocol: Some("a"), deflate }))
        );
    }

    #[test]
    fn what_does_not_answer_the_request_is_refused() {
        let valid = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: upgrade\r\n\
            Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: b\r\n\
            Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n";
        assert!(verify_response(valid.as_bytes(), &request()).unwrap().is_some());
        for (from, to, expected) in [
            ("101", "403", RefusedByServer::Status(403)),
            ("HTTP/1.1", "SMTP", RefusedByServer::Malformed),
            ("Upgrade: WebSocket", "Upgrade: h2c", RefusedByServer::Header("Upgrade")),
            ("Connection: upgrade", "Connection: close", RefusedByServer::Header("Connection")),
            ("s3pP", "s3pp", RefusedByServer::Header("Sec-WebSocket-Accept")),
            ("Protocol: b", "Protocol: c", RefusedByServer::Header("Sec-WebSocket-Protocol")),
            ("-deflate", "-deflate, x", RefusedByServer::Header("Sec-WebSocket-Extensions")),
        ] {
            let response: String = valid.replacen(from, to, 1);
            assert_eq!(verify_response(response.as_bytes(), &request()), Err(expected), "{to}");
        }
        let plain = ClientRequest { deflate: None, ..request() };
        assert_eq!(
            verify_response(valid.as_bytes(), &plain),
            Err(RefusedByServer::Header("Sec-WebSocket-Extensions"))
        );
        let endless = String::from("HTTP/1.1 101 x\r\n") + &"a: b\r\n".repeat(4000);
        assert_eq!(verify_response(endless.as_bytes(), &request()), Err(RefusedByServer::Malformed));
    }
}
