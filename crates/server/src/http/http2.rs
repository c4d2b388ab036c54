//! HTTP/2 (RFC 9113), for requests alone: WebSockets stay on HTTP/1.1, since extended CONNECT (RFC 8441) is not announced and
//! clients therefore open them on a connection of their own.
//!
//! A connection has it by ALPN, or without TLS by beginning with its preface.

use baton_wire::handshake::MAX_HEAD_BYTES;
use hyper::header::{HOST, HeaderValue};
use hyper::server::conn::http2;
use hyper::{Request, Uri};
use hyper_util::rt::TokioExecutor;

/// What a client begins with (section 3.4): to a server of HTTP/1.1 a request of an unknown version.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Requests of one connection at once; section 5.1.2 recommends no fewer. Further ones wait with the client.
const STREAMS: u32 = 100;
/// Bytes of bodies that a client may send before they are read, of one request and of all: what is read is counted in
/// `request_bytes`.
const STREAM_WINDOW: u32 = 64 * 1024;
const CONNECTION_WINDOW: u32 = 256 * 1024;
/// Bytes of an answer that wait in hyper for the client's window; the rest waits in its body, and has a deadline.
const SEND_BUFFER: usize = 16 * 1024;

/// How a connection begins.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// With the preface.
    Preface,
    /// With a part of it: more has to come.
    Part,
    /// With something else.
    Other,
}

/// Looks for the preface.
pub(crate) fn beginning(bytes: &[u8]) -> Beginning {
    match bytes {
        _ if bytes.starts_with(PREFACE) => Beginning::Preface,
        _ if PREFACE.starts_with(bytes) => Beginning::Part,
        _ => Beginning::Other,
    }
}

/// What serves such connections. Resets that flood it are bounded by hyper (CVE-2023-44487), as are heads in endless parts.
pub(super) fn builder() -> http2::Builder<TokioExecutor> {
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder
        .max_concurrent_streams(STREAMS)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_header_list_size(u32::try_from(MAX_HEAD_BYTES).unwrap_or(u32::MAX))
        .max_send_buf_size(SEND_BUFFER);
    builder
}

/// A request as HTTP/1.1 has it: the authority in `Host`, and a target of path and query alone.
pub(super) fn as_http1<B>(mut request: Request<B>) -> Request<B> {
    let authority =
        request.uri().authority().and_then(|authority| HeaderValue::from_str(authority.as_str()).ok());
    if let Some(authority) = authority {
        request.headers_mut().entry(HOST).or_insert(authority);
    }
    if let Some(target) = request.uri().path_and_query().cloned() {
        *request.uri_mut() = Uri::from(target);
    }
    request
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preface_is_told_from_its_beginning_and_from_requests() {
        assert_eq!(beginning(PREFACE), Beginning::Preface);
        assert_eq!(beginning(&[PREFACE, b"\0\0\0\x04"].concat()), Beginning::Preface);
        for len in 0..PREFACE.len() {
            assert_eq!(beginning(&PREFACE[..len]), Beginning::Part, "{len}");
        }
        assert_eq!(beginning(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\rx"), Beginning::Other);
        assert_eq!(beginning(b"GET / HTTP/2.0\r\n\r\n"), Beginning::Other);
    }

    #[test]
    fn a_request_has_its_authority_as_host_and_its_target_without() {
        let request = Request::get("https://example.com:8443/apps/1/events?a=b%20c").body(()).unwrap();
        let request = as_http1(request);
        assert_eq!(request.uri(), "/apps/1/events?a=b%20c");
        assert_eq!(request.headers()[HOST], "example.com:8443");
        let request = Request::get("/up").header(HOST, "own").body(()).unwrap();
        let request = as_http1(request);
        assert_eq!(
            (request.uri().to_string().as_str(), &request.headers()[HOST]),
            ("/up", &HeaderValue::from_static("own"))
        );
    }
}
