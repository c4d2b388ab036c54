//! Whatever is sent, the API answers, and says why if it refuses ([`World::raw`] checks that).

use baton_protocols::pusher::api::Request;
use proptest::prelude::*;

use crate::world::{Call, World};

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "(/x)?/apps/[34%]{1,2}/(events|batch_events|channels|connections)",
        "/apps/3/channels/[a-z%#-]{0,9}(/users|/history|/events)?",
        "/apps/3/users/[a-z%]{0,3}/(terminate_connections|force_reconnect)",
    ]
}

fn query() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "([a-c%=&+\\[\\]]|auth_key=|info=|%[0-9a-f]{2}){0,20}",
        "(&?(info|channels\\[\\]|filter_by_prefix|after|limit|order|name|data|socket_id)=[a-z0-9,_.-]{0,12}){0,4}",
    ]
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let value = "(null|1e9|\"[a-z\\\\\"u0-9]{0,8}\"|\\[(\"a\",?)*\\]|\\{\\})";
    let object = format!("\\{{(\"(name|data|channel|channels|socket_id|info|batch)\":{value},?){{0,4}}\\}}");
    prop_oneof![
        any::<Vec<u8>>(),
        proptest::string::string_regex(&object).unwrap().prop_map(String::into_bytes),
        proptest::string::string_regex(&format!("\\{{\"batch\":\\[({object},?){{0,3}}\\]\\}}"))
            .unwrap()
            .prop_map(String::into_bytes),
    ]
}

proptest! {
    #[test]
    fn unsigned_bytes_are_refused(
        method in prop_oneof![Just("GET".to_owned()), Just("POST".to_owned()), any::<String>()],
        path in path(), query in query(), body in body(), key in proptest::option::of(any::<Vec<u8>>()),
    ) {
        let request = Request { method: &method, path: &path, query: &query, body: &body, idempotency_key: key.as_deref() };
        prop_assert!(World::new().raw(&request).status >= 400);
    }

    #[test]
    fn signed_bytes_are_answered(
        post: bool, path in path(), query in query(), body in body(), key in proptest::option::of("[a-c]{0,2}"),
    ) {
        let world = World::new();
        world.subscribe("presence-a", Some(("u", "{}")));
        let path = path.split('?').next().unwrap_or_default();
        let mut call = Call::new(if post { "POST" } else { "GET" }, &format!("/{path}"));
        call.path = path.to_owned();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            call.parameters.push((name.to_owned(), value.to_owned()));
        }
        let mut call = call.bytes(&body);
        call.idempotency_key = key.map(String::into_bytes);
        let answer = world.send(&call);
        prop_assert!((200..600).contains(&answer.status));
        prop_assert!(answer.status < 500, "{}", answer.text);
    }
}
