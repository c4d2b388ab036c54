//! Whatever clients of Phoenix channels send, in either serialiser and as text or bytes: no panic, and what is understood
//! as a broadcast is understood the same by those who receive it.

use baton_protocols::framing::Encoded;
use baton_protocols::phoenix::{
    Body, Broadcast, FanOut, Incoming, Join, Payload, SentAs, Spelling, Topic, Version, change, incoming,
    presence, splice, token,
};

const VERSIONS: [Version; 2] = [Version::V1, Version::V2];

/// One input.
pub(crate) fn run(data: &[u8]) {
    if let Ok(message) = incoming::binary(Version::V2, data) {
        heard(&message);
    }
    let Ok(text) = core::str::from_utf8(data) else { return };
    _ = Version::from_query(Some(text));
    for version in VERSIONS {
        if let Ok(message) = incoming::text(version, text) {
            heard(&message);
        }
    }
    // The parts behind the decoders, where the fuzzer need not write an envelope around them first.
    if serde_json::from_str::<&serde_json::value::RawValue>(text).is_ok() {
        payload(text.trim_ascii());
    }
}

fn heard(message: &Incoming<'_>) {
    for reference in [message.join_ref, message.reference] {
        let kept = reference.kept();
        assert_eq!(written(|out| reference.push(out)), written(|out| kept.get().push(out)));
    }
    _ = Topic::parse(&message.topic).map_err(|error| error.to_string());
    match &message.payload {
        Payload::Json(text) => payload(text),
        Payload::Bytes(_) => {}
        Payload::Broadcast(broadcast) => received(broadcast),
    }
}

fn payload(text: &str) {
    _ = presence::Action::parse(text);
    _ = token::new(text);
    for demand in [splice::Demand::Anything, splice::Demand::Object] {
        if text.starts_with('"') {
            json(splice::from_pusher(text, demand).1.as_bytes());
        }
    }
    if let Ok(join) = Join::parse(text) {
        json(&written(|out| change::push_response(out, &join.changes)));
        for change in &join.changes {
            _ = change.request().map_err(|error| error.to_string());
        }
    }
}

fn received(broadcast: &Broadcast<'_>) {
    let Broadcast { event, body, sent_as, .. } = broadcast;
    for (version, sent_as) in
        VERSIONS.into_iter().flat_map(|version| [(version, SentAs::Map), (version, *sent_as)])
    {
        let topic = Spelling::whole("realtime:x");
        let fan_out = FanOut { topic, event, form: body.form(), data: body.data(), meta: None, sent_as };
        let mut out = Vec::new();
        if fan_out.encode(version, &mut out) == Some(Encoded::Text) {
            let text = core::str::from_utf8(&out).unwrap();
            // What receivers read has two levels more around it than a frame's payload.
            let Ok(message) = incoming::text(version, text) else { continue };
            let Payload::Broadcast(back) = message.payload else { panic!("{text}") };
            assert_eq!((&back.event, &back.body), (event, body));
        } else if version == Version::V1 {
            assert!(matches!(body, Body::Bytes(_)));
        }
    }
}

fn json(text: &[u8]) {
    serde_json::from_slice::<&serde_json::value::RawValue>(text).unwrap();
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out);
    out
}
