//! Requests for event streams, signed and not: none gets a channel that it has no right to, and the positions that one
//! begins after are as many as its channels.
//!
//! An input is three parts with a line's end between them: the path below `/apps/3`, the query string, not encoded, and
//! `Last-Event-ID`.

use baton_protocols::pusher::api::{Request, StreamHead, StreamRequest, stream_request};
use baton_protocols::streams::encode;
use baton_protocols::{EventStreams, position};

use crate::pusher_api::world::{Call, World};

/// One input.
pub(crate) fn run(bytes: &[u8]) {
    let mut parts = bytes.splitn(3, |byte| *byte == b'\n');
    let mut part = || parts.next().unwrap_or_default();
    let (path, query, last_event_id) = (part(), part(), part());
    let (Ok(path), Ok(query)) = (str::from_utf8(path), str::from_utf8(query)) else { return };
    let head = StreamHead {
        last_event_id: (!last_event_id.is_empty()).then_some(last_event_id),
        ..StreamHead::default()
    };

    let open = World::with(|app| app.pusher.event_streams = EventStreams::Public);
    let unsigned =
        Request { method: "GET", path: &format!("/apps/3/{path}"), query, body: &[], idempotency_key: None };
    if let Some(stream) = requested(&unsigned, &head, &open) {
        let may_have =
            |channel: &String| is_public(channel) || stream.token.is_some() && is_of_tokens(channel);
        assert!(stream.channels.iter().all(may_have), "without a signature");
    }
    let closed = World::new();
    if let Some(stream) = requested(&unsigned, &head, &closed) {
        assert!(stream.token.is_some() && stream.channels.iter().all(|channel| is_of_tokens(channel)));
    }

    let mut call = Call::new("GET", path.split('?').next().unwrap_or_default());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        call.parameters.push((name.to_owned(), value.to_owned()));
    }
    let signed_query = call.query();
    requested(&call.request(&signed_query), &head, &closed);
}

/// A stream that may be had.
fn requested(request: &Request<'_>, head: &StreamHead<'_>, world: &World) -> Option<StreamRequest> {
    match stream_request(request, head, world) {
        Ok(stream) => {
            assert!((1..=16).contains(&stream.channels.len()));
            if let Some(after) = &stream.after {
                assert_eq!(after.len(), stream.channels.len());
                let id = encode::id(after);
                assert!(id.split(',').map(position).eq(after.iter().copied().map(Some)), "{id}");
            }
            Some(stream)
        }
        Err(refused) => {
            assert!((400..500).contains(&refused.status) && !refused.body.is_empty());
            None
        }
    }
}

fn is_public(channel: &str) -> bool {
    !["private-", "presence-", "#server-to-user-"].iter().any(|prefix| channel.starts_with(prefix))
}

fn is_of_tokens(channel: &str) -> bool {
    is_public(channel) || channel.starts_with("private-")
}
