//! A request's head: read in one pass, never longer than its limits, and with one meaning only.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::refused::Refused;

/// Longest head in bytes. Browsers send under 2 KiB without cookies and servers commonly accept 8 KiB; 16 KiB
/// leaves room for cookies and tokens. A longer one is refused with 431, and a reader needs no more memory.
pub const MAX_HEAD_BYTES: usize = 16 * 1024;

/// Most headers; a browser's upgrade has about 20. More are refused with 431.
pub const MAX_HEADERS: usize = 100;

/// A request head, borrowed from the bytes it was read from.
#[derive(Clone, Debug)]
pub struct RequestHead<'a> {
    method: &'a str,
    target: &'a str,
    version_minor: u8,
    headers: Vec<HeaderField<'a>>,
    len: usize,
}

/// One header line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderField<'a> {
    /// As sent; compare in any case.
    pub name: &'a str,
    /// Without the blanks around it. Any bytes but controls.
    pub value: &'a [u8],
}

/// Reads the head at the start of `bytes`; `Ok(None)` while it is incomplete. It is meant to be
/// called again with all bytes so far: a head has at most [`MAX_HEAD_BYTES`], so that even one byte
/// at a time costs less than the system calls that bring them.
///
/// # Errors
///
/// Heads over a limit, heads that are not HTTP/1, and heads that two readers could read differently: bare line
/// feeds, folded lines, both ways of giving a body's length, two lengths, two hosts (RFC 9112 sections 2.2, 3.2,
/// 5.2, 6.3). Those are refused on every request, upgrade or not.
pub fn parse_request(bytes: &[u8]) -> Result<Option<RequestHead<'_>>, Refused> {
    let bytes = bytes.get(..MAX_HEAD_BYTES).unwrap_or(bytes);
    let mut lines = [const { MaybeUninit::uninit() }; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut []);
    let len = match request.parse_with_uninit_headers(bytes, &mut lines) {
        Ok(httparse::Status::Complete(len)) => len,
        Ok(httparse::Status::Partial) if bytes.len() == MAX_HEAD_BYTES => return Err(Refused::HeadTooLarge),
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(error) => return Err(refusal(error)),
    };
    let headers = request.headers.iter().map(|line| HeaderField { name: line.name, value: line.value });
    let head = RequestHead {
        method: request.method.unwrap_or_default(),
        target: request.path.unwrap_or_default(),
        version_minor: request.version.unwrap_or_default(),
        headers: headers.collect(),
        len,
    };
    check_line_ends(bytes.get(..len).unwrap_or_default())?;
    head.check_framing()?;
    Ok(Some(head))
}

impl<'a> RequestHead<'a> {
    /// As sent: methods are compared with case.
    #[must_use]
    pub fn method(&self) -> &'a str {
        self.method
    }

    /// Path and query. Of a target with scheme and authority, which RFC 6455 section 4.1 allows,
    /// the part after them.
    #[must_use]
    pub fn target(&self) -> &'a str {
        match self.behind_scheme() {
            Some(rest) => rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/"),
            None => self.target,
        }
    }

    /// The host that the request is for, with its port if it has one: the target's, where that has an authority, whatever the
    /// header `Host` says (RFC 9112, section 3.2.2). Empty if there is none.
    #[must_use]
    pub fn host(&self) -> &'a str {
        match self.behind_scheme() {
            Some(rest) => rest.split(['/', '?']).next().unwrap_or_default(),
            None => self.header("host").unwrap_or_default(),
        }
    }

    fn behind_scheme(&self) -> Option<&'a str> {
        let schemes = ["http://", "https://", "ws://", "wss://"];
        schemes.into_iter().find_map(|scheme| self.target.strip_prefix(scheme))
    }

    /// The part before the first `?` of the target, still percent-encoded.
    #[must_use]
    pub fn path(&self) -> &'a str {
        self.target().split_once('?').map_or(self.target(), |(path, _)| path)
    }

    /// The part after the first `?` of the target, still percent-encoded; empty if there is none.
    #[must_use]
    pub fn query(&self) -> &'a str {
        self.target().split_once('?').map_or("", |(_, query)| query)
    }

    /// 0 or 1.
    #[must_use]
    pub fn version_minor(&self) -> u8 {
        self.version_minor
    }

    /// The first value of a header, in any case; `None` if it is absent or not UTF-8.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&'a str> {
        self.header_values(name).next()
    }

    /// The first value of a header, in any case and as it came.
    #[must_use]
    pub fn header_bytes(&self, name: &str) -> Option<&'a [u8]> {
        self.named(name).next()
    }

    /// All values of a header that are UTF-8, in order. Lists may be spread over several lines.
    pub fn header_values<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'a str> + 's {
        self.named(name).filter_map(|value| core::str::from_utf8(value).ok())
    }

    /// All values of a header as they came, in order.
    pub fn header_values_bytes<'s>(
        &'s self,
        name: &'s str,
    ) -> impl DoubleEndedIterator<Item = &'a [u8]> + 's {
        self.named(name)
    }

    /// All headers in order.
    pub fn headers(&self) -> impl Iterator<Item = HeaderField<'a>> + '_ {
        self.headers.iter().copied()
    }

    /// Bytes of the head, with the empty line that ends it. What follows is the body, or frames sent early.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a head is never empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the request announces a body.
    #[must_use]
    pub fn has_body(&self) -> bool {
        let length = self.named("content-length").next();
        length.is_some_and(|length| length != b"0") || self.named("transfer-encoding").next().is_some()
    }

    fn named<'s>(&'s self, name: &'s str) -> impl DoubleEndedIterator<Item = &'a [u8]> + 's {
        self.headers.iter().filter(|line| line.name.eq_ignore_ascii_case(name)).map(|line| line.value)
    }

    /// Refuses heads that a proxy in front of us could read as different requests.
    fn check_framing(&self) -> Result<(), Refused> {
        let mut lengths = self.named("content-length");
        let length = lengths.next();
        if lengths.next().is_some() {
            return Err(Refused::Malformed("Content-Length is given twice"));
        }
        if length.is_some_and(|length| length.is_empty() || !length.iter().all(u8::is_ascii_digit)) {
            return Err(Refused::Malformed("Content-Length is not a number"));
        }
        if length.is_some() && self.named("transfer-encoding").next().is_some() {
            return Err(Refused::Malformed("both Content-Length and Transfer-Encoding are given"));
        }
        match self.named("host").count() {
            0 if self.version_minor > 0 => Err(Refused::Malformed("Host is missing")),
            0 | 1 => Ok(()),
            _ => Err(Refused::Malformed("Host is given twice")),
        }
    }
}

fn refusal(error: httparse::Error) -> Refused {
    match error {
        httparse::Error::TooManyHeaders => Refused::TooManyHeaders,
        httparse::Error::Version => Refused::HttpVersion,
        httparse::Error::HeaderName => Refused::Malformed("invalid header name, or a folded line"),
        httparse::Error::HeaderValue => Refused::Malformed("invalid header value"),
        _ => Refused::Malformed("invalid request line or line end"),
    }
}

/// httparse lets a bare line feed end a line, as RFC 9112 section 2.2 permits; a proxy that does not would see one
/// long line where we see two.
fn check_line_ends(head: &[u8]) -> Result<(), Refused> {
    let mut before = 0;
    for &byte in head {
        if byte == b'\n' && before != b'\r' {
            return Err(Refused::Malformed("a line ends in a bare line feed"));
        }
        before = byte;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;

    fn refused(head: &str) -> Refused {
        parse_request(head.as_bytes()).unwrap_err()
    }

    #[test]
    fn a_head_is_complete_at_its_empty_line_and_not_before() {
        let text = b"GET /app/key?protocol=7&a=?b HTTP/1.1\r\nHost: x\r\nX-A: 1\r\nx-a: 2\r\n\r\nbody";
        for end in 0..text.len() - 4 {
            assert!(parse_request(text.get(..end).unwrap()).unwrap().is_none(), "{end}");
        }
        let head = parse_request(text).unwrap().unwrap();
        assert_eq!((head.method(), head.path(), head.query()), ("GET", "/app/key", "protocol=7&a=?b"));
        assert_eq!((head.version_minor(), head.len()), (1, text.len() - 4));
        assert_eq!(head.header("x-A"), Some("1"));
        assert!(head.header_values("X-a").eq(["1", "2"]));
        assert_eq!(head.headers().count(), 3);
        assert!(!head.has_body());
    }

    #[test]
    fn targets_with_an_authority_lose_it() {
        for (target, path, host) in [
            ("http://h:80/a?b", "/a", "h:80"),
            ("wss://h", "/", "h"),
            ("ws://h?b", "/", "h"),
            ("/http://x", "/http://x", "other"),
        ] {
            let text = format!("GET {target} HTTP/1.1\r\nHost: other\r\n\r\n");
            let head = parse_request(text.as_bytes()).unwrap().unwrap();
            assert_eq!((head.path(), head.host()), (path, host));
        }
    }

    #[test]
    fn limits_hold_and_are_named() {
        let flood = "a: b\r\n".repeat(MAX_HEADERS + 1);
        assert_eq!(refused(&format!("GET / HTTP/1.1\r\n{flood}\r\n")), Refused::TooManyHeaders);
        let long = format!("GET / HTTP/1.1\r\nhost: {}", "x".repeat(MAX_HEAD_BYTES));
        assert_eq!(refused(&long), Refused::HeadTooLarge);
        let blanks: String = core::iter::repeat_n(' ', MAX_HEAD_BYTES).collect();
        assert_eq!(refused(&format!("GET / HTTP/1.1\r\nhost:{blanks}")), Refused::HeadTooLarge);
    }

    #[test]
    fn what_two_readers_could_read_differently_is_refused() {
        for lines in [
            "Host: a\nX: b\r\n",
            "Host: a\r\n X: b\r\n",
            "Host: a\r\nX : b\r\n",
            "Host: a\r\nHost: a\r\n",
            "Host: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n",
            "Host: a\r\nContent-Length: +1\r\n",
            "Host: a\r\nContent-Length:\r\n",
            "Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n",
            "X: no host\r\n",
            "Host: a\r\nX: nul\0\r\n",
        ] {
            let head = format!("GET / HTTP/1.1\r\n{lines}\r\n");
            assert!(matches!(refused(&head), Refused::Malformed(_)), "{lines:?}");
        }
        assert_eq!(refused("GET / HTTP/2.0\r\n\r\n"), Refused::HttpVersion);
        assert!(matches!(refused("\x16\x03\x01\x02"), Refused::Malformed(_)));
    }

    #[test]
    fn values_outside_utf8_are_bytes_and_no_text() {
        let head = parse_request(b"GET / HTTP/1.1\r\nHost: a\r\nX: \xff\r\n\r\n").unwrap().unwrap();
        assert_eq!(head.header("x"), None);
        assert!(head.headers().any(|line| line.value == b"\xff"));
    }
}
