//! HTTP responses to requests that do not become WebSocket connections.

use std::fmt::Write as _;

/// A response with a text, after which the connection is closed.
pub(crate) fn plain_text(status: u16, headers: &[(&str, &str)], text: &str) -> Vec<u8> {
    let headers: Vec<_> = headers.iter().copied().chain([("Content-Type", "text/plain")]).collect();
    let mut response = head_of(status, &headers, text.len(), false);
    response.extend_from_slice(text.as_bytes());
    response
}

/// The head of a response. `Connection` is always ours; `Content-Length` is, unless it is given.
pub(crate) fn head_of(status: u16, headers: &[(&str, &str)], body: usize, keep_alive: bool) -> Vec<u8> {
    let connection = match (keep_alive, status) {
        (true, _) => "keep-alive",
        (false, 426) => "Upgrade, close",
        (false, _) => "close",
    };
    let mut head = format!("HTTP/1.1 {status} {}\r\nConnection: {connection}\r\n", reason_of(status));
    for (name, value) in headers {
        if !name.eq_ignore_ascii_case("connection") {
            let _ = write!(head, "{name}: {value}\r\n");
        }
    }
    let has_length = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    // That of a 304 would be the length of a body that is not sent, which is unknown here.
    if !has_length && status != 204 && status != 304 && status >= 200 {
        let _ = write!(head, "Content-Length: {body}\r\n");
    }
    head.push_str("\r\n");
    head.into_bytes()
}

/// Reason phrases of RFC 9110 section 15, for people who read the bytes.
fn reason_of(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        204 => "No Content",
        301 => "Moved Permanently",
        302 => "Found",
        303 => "See Other",
        304 => "Not Modified",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        410 => "Gone",
        411 => "Length Required",
        413 => "Content Too Large",
        422 => "Unprocessable Content",
        426 => "Upgrade Required",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "Status",
    }
}
