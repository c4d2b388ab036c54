//! Upgrades with header values of any text: what is accepted is answered by one well-formed response, which the
//! client's side of the codec agrees with, and no value reaches the response but those negotiated.

use arbitrary::Arbitrary;
use baton_wire::deflate::{Compression, DeflateParams, Offer};
use baton_wire::handshake::{
    ClientRequest, accept_response, encode_key, parse_request, upgrade, verify_response,
};

#[derive(Arbitrary, Debug)]
struct Input {
    target: String,
    subprotocols: String,
    extensions: String,
    origin: String,
    shared: bool,
    offer: [Option<u8>; 2],
    flags: [bool; 3],
}

/// One input.
pub(crate) fn run(data: &[u8]) {
    let Some(input) = crate::structured::<Input>(data) else { return };
    free_text(&input);
    own_offer(&input);
}

/// Header values as a stranger writes them.
fn free_text(input: &Input) {
    let Input { target, subprotocols, extensions, origin, .. } = input;
    let bytes = format!(
        "GET /{target} HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: {origin}\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         Sec-WebSocket-Protocol: {subprotocols}\r\nSec-WebSocket-Extensions: {extensions}\r\n\r\n"
    );
    let Ok(Some(head)) = parse_request(bytes.as_bytes()) else { return };
    let Ok(upgrade) = upgrade(&head) else { return };
    let subprotocol = upgrade.subprotocols().last();
    let deflate = DeflateParams::negotiate(upgrade.extensions(), policy(input));
    let mut response = Vec::new();
    accept_response(&mut response, &upgrade, subprotocol, deflate.as_ref());
    let lines = 5 + usize::from(subprotocol.is_some()) + usize::from(deflate.is_some());
    assert_eq!(response.iter().filter(|&&byte| byte == b'\n').count(), lines);
}

/// An offer that our client makes is understood by our server and its answer by our client.
fn own_offer(input: &Input) {
    let [server, client] = input.offer.map(|bits| bits.map(|bits| 9 + bits % 7));
    let [server_afresh, client_afresh, hint] = input.flags;
    let offer = Offer {
        server_no_context_takeover: server_afresh,
        client_no_context_takeover: client_afresh,
        server_max_window_bits: server,
        client_max_window_bits: hint.then_some(client),
    };
    let key = encode_key([7; 16]);
    let request = ClientRequest {
        host: "h",
        target: "/",
        key: &key,
        subprotocols: &["a", "b"],
        deflate: Some(offer),
        headers: &[],
    };
    let mut bytes = Vec::new();
    request.write(&mut bytes);
    let head = parse_request(&bytes).expect("our request is well-formed").expect("and whole");
    let upgrade = upgrade(&head).expect("and an upgrade");
    let deflate = DeflateParams::negotiate(upgrade.extensions(), policy(input));
    let mut response = Vec::new();
    accept_response(&mut response, &upgrade, Some("b"), deflate.as_ref());
    let answer = verify_response(&response, &request).expect("we agree").expect("on a whole response");
    assert_eq!((answer.len, answer.subprotocol), (response.len(), Some("b")));
    assert_eq!(answer.deflate.is_some(), deflate.is_some());
}

fn policy(input: &Input) -> Compression {
    if input.shared { Compression::Shared } else { Compression::Full }
}
