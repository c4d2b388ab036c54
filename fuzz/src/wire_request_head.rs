//! Request heads of any bytes: a head is complete at one place only, whatever has come behind it, and within its
//! limits. The same bytes are also read as a server's response.

use baton_wire::handshake::{
    ClientRequest, MAX_HEAD_BYTES, MAX_HEADERS, parse_request, upgrade, verify_response,
};

/// One input.
pub(crate) fn run(bytes: &[u8]) {
    match parse_request(bytes) {
        Ok(Some(head)) => {
            let len = head.len();
            assert!(len <= MAX_HEAD_BYTES && len <= bytes.len() && head.headers().count() <= MAX_HEADERS);
            assert!(bytes[..len].ends_with(b"\r\n\r\n"));
            assert!(matches!(parse_request(&bytes[..len]), Ok(Some(alone)) if alone.len() == len));
            assert!(!matches!(parse_request(&bytes[..len - 1]), Ok(Some(_))));
            let _ = (head.path(), head.query(), head.header("host"), head.has_body());
            if let Err(refused) = upgrade(&head) {
                assert!(refused.response_bytes().starts_with(b"HTTP/1.1 4"));
            }
        }
        Ok(None) => assert!(bytes.len() < MAX_HEAD_BYTES),
        Err(refused) => assert!((400..600).contains(&refused.status())),
    }
    let request = ClientRequest {
        host: "localhost",
        target: "/",
        key: "dGhlIHNhbXBsZSBub25jZQ==",
        subprotocols: &["a"],
        deflate: Some(Default::default()),
        headers: &[],
    };
    if let Ok(Some(answer)) = verify_response(bytes, &request) {
        assert!(answer.len <= bytes.len().min(MAX_HEAD_BYTES));
    }
}
