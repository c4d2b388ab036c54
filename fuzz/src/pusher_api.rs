//! Requests to Pusher's HTTP API, signed and not: each is answered, and a refusal has a text.
//!
//! An input is three parts with a line's end between them, so that the fuzzer can learn each alone: the call as
//! `POST events` (below `/apps/3`, or a whole path), the query string's parameters, not encoded, and the body.
//! Each is sent as it stands, then signed, then signed under an idempotency key twice, whose answers must agree.

use baton_protocols::pusher::api::Request;

#[allow(dead_code, reason = "the tests of single behaviours use the rest")]
#[path = "../../crates/protocols/tests/api/world.rs"]
pub(crate) mod world;

use world::{Call, World};

/// One input.
pub(crate) fn run(bytes: &[u8]) {
    let mut parts = bytes.splitn(3, |byte| *byte == b'\n');
    let mut part = || parts.next().unwrap_or_default();
    let (call, query, body) = (part(), part(), part());
    let (Ok(call), Ok(query)) = (str::from_utf8(call), str::from_utf8(query)) else { return };
    let (method, path) = call.split_once(' ').unwrap_or(("POST", call));

    let world = World::new();
    world.subscribe("presence-a", Some(("u", "{}")));
    let unsigned = Request { method, path, query, body, idempotency_key: None };
    assert!(world.raw(&unsigned).status >= 400, "whoever does not sign is refused");

    let mut call = Call::new(method, path.split('?').next().unwrap_or_default());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        call.parameters.push((name.to_owned(), value.to_owned()));
    }
    let call = call.bytes(body);
    assert!(world.send(&call).status < 500, "the hub had room");

    let call = call.once("key");
    let first = world.send(&call);
    let (published, again) = (world.delivered(), world.send(&call));
    drop(published);
    assert_eq!((first.status, first.text), (again.status, again.text));
    assert_eq!(world.delivered(), [], "a repetition publishes nothing");
}
