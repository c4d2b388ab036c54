//! Refusals: each has its status and says what to change.

use baton_protocols::{
    Refusal,
    pusher::api::{Request, is_publish},
};
use serde_json::{Value, json};

use crate::world::{Answer, Call, World};

fn refused(answer: &Answer, status: u16, text: &str) {
    assert_eq!(answer.status, status, "{}", answer.text);
    assert!(answer.text.contains(text), "{} lacks {text}", answer.text);
    assert!(answer.text.len() < 1_000, "{} bytes", answer.text.len());
    assert_eq!(answer.content_type, "text/plain; charset=utf-8");
}

#[test]
fn unknown_apps_and_paths_are_404() {
    let world = World::new();
    refused(&world.get("/apps/9/channels"), 404, "No matching application for ID [9]");
    assert_eq!(*world.refused.borrow(), [Refusal::App]);
    refused(&world.get(&format!("/apps/{}/channels", "9".repeat(5_000))), 404, "…");
    refused(&world.get("/apps/3/nothing"), 404, "There is no call at /apps/3/nothing");
    refused(&world.get("/"), 404, "There is no call at /");
    refused(&world.get("/apps/3/channels/"), 400, "it is empty");
}

#[test]
fn the_wrong_method_is_405_and_the_right_one_named() {
    let world = World::new();
    for (path, allow) in [
        ("events", "GET, POST"),
        ("batch_events", "POST"),
        ("channels/a/events", "GET, POST"),
        ("users/u/terminate_connections", "POST"),
        ("users/u/force_reconnect", "POST"),
        ("connections", "GET"),
        ("channels", "GET"),
        ("channels/a", "GET"),
        ("channels/a/users", "GET"),
        ("channels/a/history", "GET"),
    ] {
        for method in ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "get"] {
            if !allow.split(", ").any(|allowed| allowed == method) {
                let answer = world.send(&Call::new(method, path));
                refused(&answer, 405, &format!("does not take {method}: use {allow}."));
                assert_eq!(answer.allow, Some(allow));
            }
        }
    }
}

#[test]
fn bodies_that_are_no_event_are_400() {
    let world = World::new();
    for (body, text) in [
        ("", "\"name\" is missing"),
        (" ", "The body is empty. Send {\"name\":"),
        ("{", "not valid JSON"),
        ("null", "no JSON object"),
        ("[]", "no JSON object"),
        (r#"["E","x","a"]"#, "no JSON object"),
        ("name=E&data=x", "no JSON object"),
        ("{}", "\"name\" is missing"),
        (r#"{"name":"E","channel":"a"}"#, "\"data\" is missing"),
        (r#"{"name":"E","channel":"a","data":null}"#, "\"data\" is missing"),
        (r#"{"name":"E","data":"x"}"#, "\"channel\" is missing"),
        (r#"{"channel":"a","data":"x"}"#, "\"name\" is missing"),
        (r#"{"name":"E","channels":[],"data":"x"}"#, "\"channels\" is empty"),
        (r#"{"name":"E","channels":"a","data":"x"}"#, "expected an array"),
        (r#"{"name":"E","channels":[1],"data":"x"}"#, "expected a string"),
        (r#"{"name":"E","channels":["a"],"channel":"b","data":"x"}"#, "Send one of them"),
        (r#"{"name":"E","channel":"a","channel":"b","data":"x"}"#, "duplicate field `channel`"),
        (r#"{"name":5,"channel":"a","data":"x"}"#, "expected a string"),
        (r#"{"name":"","channel":"a","data":"x"}"#, "\"name\" is empty"),
        (r#"{"name":"E","channel":"","data":"x"}"#, "Invalid channel name: it is empty"),
        (r#"{"name":"E","channel":"a","data":"x"} x"#, "trailing characters"),
        (
            r#"{"name":"E","channel":"a","data":{"x":1}}"#,
            "The data of event \"E\" is no string. Encode it as JSON",
        ),
        (r#"{"name":"E","channel":"a","data":[]}"#, "is no string"),
        (r#"{"name":"E","channel":"a","data":1e999}"#, "is no string"),
        (r#"{"name":"E","channel":"a","data":"\ud800"}"#, "half of a surrogate pair"),
        ("{\"name\":\"E\",\"channel\":\"a\",\"data\":\"\u{1}\"}", "control character"),
        (r#"{"name":"\ud800","channel":"a","data":"x"}"#, "not valid JSON"),
        (r#"{"name":"pusher:error","channel":"a","data":"x"}"#, "is reserved"),
        (r#"{"name":"pusher_internal:x","channel":"a","data":"x"}"#, "is reserved"),
        (r#"{"name":"phx_reply","channel":"a","data":"x"}"#, "is reserved"),
        (r#"{"name":"E","channel":"a","data":"x","socket_id":"1"}"#, "Invalid socket_id \"1\""),
        (r#"{"name":"E","channel":"a","data":"x","socket_id":"1.2\n"}"#, "Invalid socket_id"),
        (r#"{"name":"E","channel":"a","data":"x","socket_id":""}"#, "Invalid socket_id"),
        (r#"{"name":"E","channel":"a","data":"x","socket_id":1.2}"#, "expected a string"),
        (r#"{"name":"E","channel":"a","data":"x","info":["cache"]}"#, "expected a string"),
        (r##"{"name":"E","channel":"#x","data":"x"}"##, "only #server-to-user-ID exists"),
    ] {
        refused(&world.events(body), 400, text);
    }
    let no_text = Call::new("POST", "events").bytes(b"{\"name\":\"\xff\",\"channel\":\"a\",\"data\":\"x\"}");
    refused(&world.send(&no_text), 400, "invalid unicode");
    let no_text = Call::new("POST", "events").bytes(b"{\"name\":\"E\",\"channel\":\"a\",\"data\":\"\xff\"}");
    refused(&world.send(&no_text), 400, "invalid unicode");
    assert_eq!(world.delivered(), []);
}

#[test]
fn one_wrong_channel_stops_all() {
    let world = World::new();
    world.subscribe("a", None);
    for bad in ["*", "a.>", "a*", "?[x]", "{x}", "a\r\nFLUSHALL", "';--", "a:b", "a\0", "é", "private-"] {
        let body = json!({"name": "E", "channels": ["a", bad], "data": ""}).to_string();
        refused(&world.events(&body), 400, "Invalid channel name");
    }
    assert_eq!(world.delivered(), []);
}

#[test]
fn limits_are_named_with_their_setting() {
    let world = World::new();
    let channels = |count: usize| (0..count).map(|n| format!("c{n}")).collect::<Vec<_>>();
    let event = |count| json!({"name": "E", "channels": channels(count), "data": ""}).to_string();
    assert_eq!(world.events(&event(100)).status, 200);
    refused(&world.events(&event(101)), 400, "for 101 channels and the limit is 100 (publish_channels)");
    let query: String = channels(101).iter().map(|name| format!("&channels[]={name}")).collect();
    refused(
        &world.post(&format!("events?name=E&data=x{query}"), ""),
        400,
        "the limit is 100 (publish_channels)",
    );

    let batch =
        |count| json!({"batch": vec![json!({"name": "E", "channel": "a", "data": ""}); count]}).to_string();
    assert_eq!(world.post("batch_events", &batch(10)).status, 200);
    refused(
        &world.post("batch_events", &batch(11)),
        400,
        "Batch too large (> 10): it has 11 events and the limit is 10 (batch_events)",
    );

    let named = |bytes| json!({"name": "E".repeat(bytes), "channel": "a", "data": ""}).to_string();
    assert_eq!(world.events(&named(200)).status, 200);
    refused(
        &world.events(&named(201)),
        400,
        "has 201 bytes and the limit is 200. Shorten it or raise event_name_bytes",
    );

    let on = |bytes| json!({"name": "E", "channel": "a".repeat(bytes), "data": ""}).to_string();
    assert_eq!(world.events(&on(164)).status, 200);
    refused(&world.events(&on(165)), 400, "has 165 bytes and the limit is 164");
    assert_eq!(*world.refused.borrow().first().unwrap(), Refusal::Limit);
}

#[test]
fn data_is_measured_after_unescaping() {
    let world = World::new();
    let data = |literal: String| format!(r#"{{"name":"E","channel":"a","data":"{literal}"}}"#);
    assert_eq!(world.events(&data("x".repeat(10_240))).status, 200);
    assert_eq!(world.events(&data("\\u0041".repeat(10_240))).status, 200);
    assert_eq!(world.events(&data("\\\"".repeat(10_240))).status, 200);
    let text = "data content of this event exceeds the allowed maximum (10240 bytes): the data of \"E\" has 10241 bytes and the limit is 10240. Send less, for example a reference that clients fetch, or raise event_data_bytes";
    refused(&world.events(&data("x".repeat(10_241))), 413, text);
    refused(&world.events(&data("\\u0041".repeat(10_241))), 413, text);
    refused(&world.events(&data("é".repeat(5_121))), 413, "has 10242 bytes");
    assert_eq!(*world.refused.borrow(), [Refusal::TooLarge; 3]);
    let body = json!({"batch": [{"name": "E", "channel": "a", "data": "x".repeat(10_241)}]}).to_string();
    refused(&world.post("batch_events", &body), 413, "Event 0 of the batch: ");
}

#[test]
fn bombs_are_harmless() {
    let world = World::with(|app| app.pusher.event_data_bytes = 1 << 20);
    for (body, status) in [
        ("[".repeat(100_000), 400),
        (format!("{{\"name\":{}", "[".repeat(100_000)), 400),
        (
            format!(
                "{{\"x\":{}{},\"name\":\"E\",\"channel\":\"a\",\"data\":\"\"}}",
                "[".repeat(50_000),
                "]".repeat(50_000)
            ),
            200,
        ),
        ("\n".repeat(1 << 20), 400),
        (format!("{{\"name\":\"E\",\"data\":\"\",\"channels\":[{}\"a\"]}}", "\"a\",".repeat(250_000)), 400),
        (format!("{{\"batch\":[{}{{}}]}}", "{},".repeat(300_000)), 400),
        (format!("{{\"name\":\"{}\"}}", "x".repeat(1 << 20)), 400),
    ] {
        let path = if body.starts_with("{\"batch") { "batch_events" } else { "events" };
        let answer = world.post(path, &body);
        assert_eq!(answer.status, status, "{}", answer.text);
        assert!(answer.text.len() < 1_000);
    }
}

#[test]
fn errors_are_json_where_the_app_wants_it() {
    let world = World::with(|app| app.pusher.json_errors = true);
    let answer = world.events(r#"{"name":"\"quoted\"","channel":"a","data":1}"#);
    assert_eq!(answer.content_type, "application/json");
    let value: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(value["code"], json!(400));
    assert!(value["error"].as_str().unwrap().contains("is no string"));
}

#[test]
fn too_many_parameters_are_refused_before_they_are_decoded() {
    let world = World::new();
    let query = "a=%41&".repeat(10_000);
    let request =
        Request { method: "GET", path: "/apps/3/channels", query: &query, body: b"", idempotency_key: None };
    refused(&world.raw(&request), 400, "has 10001 parameters and the limit is 128");
}

#[test]
fn publishes_are_known_by_their_head() {
    for (method, path, expected) in [
        ("POST", "/apps/3/events", true),
        ("POST", "/ws/apps/3/batch_events", true),
        ("POST", "/apps/3/channels/a/events", true),
        ("GET", "/apps/3/events", false),
        ("POST", "/apps/3/users/u/terminate_connections", false),
        ("GET", "/apps/3/channels", false),
        ("POST", "/apps/3", false),
        ("POST", "/events", false),
    ] {
        assert_eq!(is_publish(method, path), expected, "{method} {path}");
    }
}
