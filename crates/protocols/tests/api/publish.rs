//! Publishing: who receives what, and what is answered.

use baton_hub::SocketId;
use serde_json::json;

use crate::world::{Call, World};

#[test]
fn one_event_reaches_each_of_its_channels() {
    let world = World::new();
    for channel in ["a", "private-b", "presence-c"] {
        world.subscribe(channel, Some(("u", "{}")).filter(|_| channel.starts_with("presence-")));
    }
    let answer = world.events(r#"{"name":"E","channels":["a","private-b","presence-c"],"data":"x"}"#);
    assert_eq!((answer.status, &*answer.text), (200, "{}"));
    let channels: Vec<_> = world.delivered().into_iter().map(|delivered| delivered.channel).collect();
    assert_eq!(channels, ["a", "b", "c"]);
}

#[test]
fn a_channel_named_twice_receives_once() {
    let world = World::new();
    world.subscribe("a", None);
    let answer = world.events(r#"{"name":"E","channels":["a","a"],"data":"x","info":"subscription_count"}"#);
    assert_eq!(answer.text, r#"{"channels":{"a":{"subscription_count":1}}}"#);
    assert_eq!(world.delivered().len(), 1);
}

#[test]
fn payloads_arrive_byte_for_byte() {
    let world = World::new();
    world.subscribe("a", None);
    for literal in [
        r#""""#,
        r#""plain""#,
        r#""{\"big\":12345678901234567890,\"a\":1.0,\"a\":2}""#,
        r#""\u00e9\/é😀\uD83D\uDE00\u0000""#,
        r#""not [json""#,
    ] {
        let body = format!(r#"{{ "data" : {literal} , "name":"E","channel":"a" }}"#);
        assert_eq!(world.events(&body).status, 200, "{literal}");
        assert_eq!(world.delivered()[0].data, literal);
    }
}

#[test]
fn event_names_are_unescaped() {
    let world = World::new();
    world.subscribe("a", None);
    assert_eq!(world.events(r#"{"name":"App\\Events\\\u00c9v\"","channel":"a","data":""}"#).status, 200);
    assert_eq!(world.delivered()[0].event, "App\\Events\\Év\"");
}

#[test]
fn ciphertext_passes_untouched_and_alone() {
    let world = World::new();
    world.subscribe("private-encrypted-a", None);
    let data = r#""{\"nonce\":\"bm9uY2U=\",\"ciphertext\":\"Y2lwaGVy\"}""#;
    let body = format!(r#"{{"name":"E","channels":["private-encrypted-a"],"data":{data}}}"#);
    assert_eq!(world.events(&body).status, 200);
    assert_eq!(world.delivered()[0].data, data);
    let body = format!(r#"{{"name":"E","channels":["b","private-encrypted-a"],"data":{data}}}"#);
    let answer = world.events(&body);
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("Send one event for each encrypted channel"), "{}", answer.text);
    assert_eq!(world.delivered(), []);
}

#[test]
fn the_named_socket_is_excluded() {
    let world = World::new();
    world.subscribe("a", None);
    for (socket, except) in [
        (r#""12.34""#, Some(SocketId { high: 12, low: 34 })),
        ("null", None),
        (r#""99999999999999999999.1""#, None), // well-formed, and no id of ours
    ] {
        assert_eq!(
            world.events(&format!(r#"{{"name":"E","channel":"a","data":"","socket_id":{socket}}}"#)).status,
            200
        );
        assert_eq!(world.delivered()[0].except, except);
    }
}

#[test]
fn users_are_reached_by_their_own_channel() {
    let world = World::new();
    world.subscribe("#server-to-user-42", None);
    assert_eq!(world.events(r##"{"name":"E","channels":["#server-to-user-42"],"data":"x"}"##).status, 200);
    assert_eq!(world.delivered()[0].channel, "42");
}

#[test]
fn info_tells_what_applies_to_each_channel() {
    let world = World::new();
    world.subscribe("a", None);
    world.subscribe("a", None);
    for user in ["u", "u", "v"] {
        world.subscribe("presence-p", Some((user, "{}")));
    }
    for (info, expected) in [
        (
            "subscription_count",
            json!({"a": {"subscription_count": 2}, "presence-p": {"subscription_count": 3}, "z": {"subscription_count": 0}}),
        ),
        ("user_count", json!({"a": {}, "presence-p": {"user_count": 2}, "z": {}})),
        (
            "user_count,subscription_count",
            json!({
                "a": {"subscription_count": 2}, "presence-p": {"user_count": 2, "subscription_count": 3}, "z": {"subscription_count": 0},
            }),
        ),
    ] {
        let body = json!({"name": "E", "channels": ["a", "presence-p", "z"], "data": "", "info": info});
        let answer: serde_json::Value = serde_json::from_str(&world.events(&body.to_string()).text).unwrap();
        assert_eq!(answer, json!({"channels": expected}), "{info}");
    }
    for info in ["", "null"] {
        let body = json!({"name": "E", "channel": "a", "data": "", "info": if info.is_empty() { json!("") } else { json!(null) }});
        assert_eq!(world.events(&body.to_string()).text, "{}");
    }
}

#[test]
fn an_info_that_nothing_can_answer_publishes_nothing() {
    let world = World::new();
    world.subscribe("a", None);
    for (info, text) in [
        ("user_count", "for presence channels only"),
        ("cache", "for a single channel only"),
        ("users", "Unknown attribute \"users\""),
        ("subscription_count,x", "Unknown attribute \"x\""),
    ] {
        let answer =
            world.events(&json!({"name": "E", "channels": ["a", "b"], "data": "", "info": info}).to_string());
        assert_eq!(answer.status, 400);
        assert!(answer.text.contains(text), "{}", answer.text);
    }
    assert_eq!(world.delivered(), []);
}

#[test]
fn a_batch_is_answered_in_its_order() {
    let world = World::new();
    world.subscribe("a", None);
    world.subscribe("presence-p", Some(("u", "{}")));
    let mut events = vec![
        json!({"name": "1", "channel": "a", "data": "x"}),
        json!({"name": "2", "channel": "presence-p", "data": "y"}),
        json!({"name": "3", "channel": "a", "data": "z", "socket_id": "1.2"}),
    ];
    let answer = world.post("batch_events", &json!({"batch": events}).to_string());
    assert_eq!((answer.status, &*answer.text), (200, "{}"));
    let delivered = world.delivered();
    let names: Vec<_> = delivered.iter().map(|delivered| &*delivered.event).collect();
    assert_eq!(names, ["1", "2", "3"]);
    assert_eq!((delivered[0].except, delivered[2].except), (None, Some(SocketId { high: 1, low: 2 })));

    events[1]["info"] = json!("user_count");
    events[2]["info"] = json!("subscription_count,user_count");
    let answer = world.post("batch_events", &json!({"batch": events}).to_string());
    assert_eq!(answer.text, r#"{"batch":[{},{"user_count":1},{"subscription_count":1}]}"#);
    assert_eq!(world.post("batch_events", r#"{"batch":[]}"#).text, "{}");
}

#[test]
fn a_batch_with_one_wrong_event_publishes_nothing() {
    let world = World::new();
    world.subscribe("a", None);
    let good = json!({"name": "1", "channel": "a", "data": "x"});
    for (bad, text) in [
        (json!({"name": "2", "channel": "a b", "data": "x"}), "Event 1 of the batch: Invalid channel name"),
        (
            json!({"name": "2", "channel": "a", "data": {}}),
            "Event 1 of the batch: The data of event \"2\" is no string",
        ),
        (json!({"name": "2", "channels": ["a"], "data": ""}), "Event 1 of the batch: It has \"channels\""),
        (json!({"name": "2", "data": ""}), "Event 1 of the batch: \"channel\" is missing"),
        (
            json!({"name": "2", "channel": "a", "data": "", "info": "user_count"}),
            "Event 1 of the batch: Attribute user_count",
        ),
        (json!("x"), "Event 1 of the batch: "),
        (json!(["2", "x", "a"]), "Event 1 of the batch: "),
    ] {
        let answer = world.post("batch_events", &json!({"batch": [good, bad]}).to_string());
        assert_eq!(answer.status, 400);
        assert!(answer.text.starts_with(text), "{}", answer.text);
        assert_eq!(world.delivered(), []);
    }
}

#[test]
fn everything_may_stand_in_the_query_string() {
    let world = World::new();
    for channel in ["a", "b"] {
        world.subscribe(channel, None);
    }
    let answer = world.post(
        "events?name=E v&channels[]=a&channels[]=b&data={\"x\":1}\n&socket_id=1.2&info=subscription_count",
        "",
    );
    assert_eq!(answer.text, r#"{"channels":{"a":{"subscription_count":1},"b":{"subscription_count":1}}}"#);
    let delivered = world.delivered();
    assert_eq!(delivered.len(), 2);
    assert_eq!((&*delivered[0].event, &*delivered[0].data), ("E v", r#""{\"x\":1}\n""#));
    assert_eq!(delivered[0].except, Some(SocketId { high: 1, low: 2 }));
    // Or some of it.
    assert_eq!(world.post("events?name=E&channel=a", r#"{"data":"x"}"#).status, 200);
    for query in ["name=E", "channel=a", "data=x", "socket_id=1.2", "info=subscription_count"] {
        let body = r#"{"name":"E","channel":"a","data":"x","socket_id":"1.2","info":"subscription_count"}"#;
        let answer = world.post(&format!("events?{query}"), body);
        assert_eq!(answer.status, 400);
        assert!(answer.text.contains("stands in the body and in the query string"), "{}", answer.text);
    }
}

#[test]
fn the_form_of_2012_takes_the_body_as_data() {
    let world = World::new();
    world.subscribe("a", None);
    let answer = world.post("channels/a/events?name=E&socket_id=1.2", "{\"x\":\n1}");
    assert_eq!((answer.status, &*answer.text), (202, "{}"));
    let delivered = world.delivered();
    assert_eq!((&*delivered[0].event, &*delivered[0].data), ("E", r#""{\"x\":\n1}""#));
    assert_eq!(delivered[0].except, Some(SocketId { high: 1, low: 2 }));
    assert_eq!(world.post("channels/a/events", "x").status, 400);
    let answer = world.send(&Call::new("POST", "channels/a/events?name=E").bytes(b"\xff"));
    assert!(answer.text.contains("not UTF-8"), "{}", answer.text);
}

#[test]
fn a_full_queue_is_no_loss() {
    let world = World::new();
    for channel in ["a", "b", "c"] {
        world.subscribe(channel, None);
    }
    let body = r#"{"name":"E","channels":["a","b","c"],"data":"x"}"#;
    world.room.set(0);
    let answer = world.events(body);
    assert_eq!((answer.status, answer.retry_after_s), (503, Some(1)));
    assert!(answer.text.starts_with("Nothing was published: "), "{}", answer.text);
    world.room.set(2);
    let answer = world.events(body);
    assert_eq!(answer.status, 503);
    assert!(
        answer.text.starts_with("2 of 3 channels have received their event; from \"c\" on none has"),
        "{}",
        answer.text
    );
    let channels: Vec<_> = world.delivered().into_iter().map(|delivered| delivered.channel).collect();
    assert_eq!(channels, ["a", "b"], "exactly what the answer says");
}
