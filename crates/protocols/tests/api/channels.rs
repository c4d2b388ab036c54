//! Questions about channels.

use baton_hub::{Access, AppId, KeyRef};
use baton_protocols::rules;
use serde_json::{Value, json};

use crate::world::World;

fn value(world: &World, path: &str) -> Value {
    let answer = world.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    serde_json::from_str(&answer.text).unwrap()
}

fn refused(world: &World, path: &str, text: &str) {
    let answer = world.get(path);
    assert_eq!(answer.status, 400, "{path}: {}", answer.text);
    assert!(answer.text.contains(text), "{path}: {}", answer.text);
}

fn world() -> World {
    let world = World::new();
    for channel in ["a", "a", "private-b", "private-encrypted-c", "cache-d", "#server-to-user-7"] {
        world.subscribe(channel, None);
    }
    for user in ["u", "u", "v"] {
        world.subscribe("presence-p", Some((user, r#"{"name":"N"}"#)));
    }
    world
}

#[test]
fn occupied_channels_are_listed() {
    let world = world();
    let all = json!({"a": {}, "private-b": {}, "private-encrypted-c": {}, "cache-d": {}, "presence-p": {}});
    assert_eq!(value(&world, "channels"), json!({"channels": all}));
    assert_eq!(World::new().get("channels").text, r#"{"channels":{}}"#);
}

#[test]
fn only_channels_with_the_prefix_are_listed() {
    let world = world();
    for (prefix, expected) in [
        ("private-", json!({"private-b": {}, "private-encrypted-c": {}})),
        ("private-enc", json!({"private-encrypted-c": {}})),
        ("priv", json!({"private-b": {}, "private-encrypted-c": {}})),
        ("p", json!({"private-b": {}, "private-encrypted-c": {}, "presence-p": {}})),
        ("a", json!({"a": {}})),
        ("b", json!({})),
        ("presence-p", json!({"presence-p": {}})),
        ("presence-px", json!({})),
        ("", json!({"a": {}, "private-b": {}, "private-encrypted-c": {}, "cache-d": {}, "presence-p": {}})),
        ("#", json!({"#server-to-user-7": {}})),
        ("#server-to-user-8", json!({})),
    ] {
        assert_eq!(
            value(&world, &format!("channels?filter_by_prefix={prefix}")),
            json!({"channels": expected}),
            "{prefix}"
        );
    }
}

#[test]
fn channels_of_others_are_not_listed() {
    let world = World::new();
    let app = &world.apps[0];
    for (app_id, access, name) in [
        (AppId(1), Access::Public, "other-app"),
        (AppId(0), Access::UserStatus, "watched"),
        (AppId(0), Access::Public, "private-spelled"),
        (AppId(0), Access::Public, "room:1"),
    ] {
        let key = KeyRef { app: app_id, access, name };
        world.subscribe_key(key, rules::of(key, app), None);
    }
    assert_eq!(world.get("channels").text, r#"{"channels":{}}"#);
    assert_eq!(world.get("channels/other-app").text, r#"{"occupied":false}"#);
    assert_eq!(world.get("channels/private-spelled").text, r#"{"occupied":false}"#);
}

#[test]
fn lists_tell_what_is_asked() {
    let world = world();
    let counts = value(&world, "channels?info=subscription_count");
    assert_eq!(counts["channels"]["a"], json!({"subscription_count": 2}));
    assert_eq!(counts["channels"]["presence-p"], json!({"subscription_count": 3}));
    assert_eq!(
        value(&world, "channels?filter_by_prefix=presence-&info=user_count,subscription_count"),
        json!({"channels": {"presence-p": {"user_count": 2, "subscription_count": 3}}})
    );
    assert_eq!(
        value(&world, "channels?info[]=user_count&filter_by_prefix=presence-p")["channels"]["presence-p"],
        json!({"user_count": 2})
    );
    refused(&world, "channels?info=user_count", "Limit the list with filter_by_prefix=presence-");
    refused(&world, "channels?info=user_count&filter_by_prefix=pres", "filter_by_prefix=presence-");
    refused(&world, "channels?info=cache", "for a single channel only");
    refused(&world, "channels?info=x", "Unknown attribute \"x\"");
    refused(&world, "channels?info=cache&info[]=cache", "Both \"info\" and \"info[]\"");
}

#[test]
fn named_channels_are_looked_up() {
    let world = world();
    let path = "channels?channels[]=a&channels[]=nobody&channels[]=presence-p&info=subscription_count";
    assert_eq!(
        value(&world, path),
        json!({"channels": {"a": {"subscription_count": 2}, "presence-p": {"subscription_count": 3}}})
    );
    assert_eq!(
        value(&world, "channels?channels[]=presence-p&info=user_count"),
        json!({"channels": {"presence-p": {"user_count": 2}}})
    );
    refused(&world, "channels?channels[]=presence-p&channels[]=a&info=user_count", "\"a\" is none");
    refused(&world, "channels?channels[]=a b", "Invalid channel name");
    refused(&world, "channels?channels[]=a&filter_by_prefix=a", "Send one of them");
    refused(&world, "channels?channels=a", "channels[]=");
}

#[test]
fn one_channel_tells_what_is_asked() {
    let world = world();
    for (path, expected) in [
        ("channels/a", r#"{"occupied":true}"#),
        ("channels/nobody", r#"{"occupied":false}"#),
        ("channels/a?info=subscription_count", r#"{"occupied":true,"subscription_count":2}"#),
        ("channels/nobody?info=subscription_count", r#"{"occupied":false,"subscription_count":0}"#),
        (
            "channels/presence-p?info=subscription_count,user_count",
            r#"{"occupied":true,"user_count":2,"subscription_count":3}"#,
        ),
        ("channels/presence-nobody?info=user_count", r#"{"occupied":false,"user_count":0}"#),
        ("channels/cache-d?info=cache", r#"{"occupied":true,"cache":null}"#),
        ("channels/%23server-to-user-7", r#"{"occupied":true}"#),
    ] {
        assert_eq!(world.get(path).text, expected, "{path}");
    }
    refused(
        &world,
        "channels/a?info=user_count",
        "user_count exists for presence channels only, and \"a\" is none",
    );
    refused(&world, "channels/a?info=cache", "does not store");
    refused(&world, "channels/my-cache-x?info=cache", "does not store");
    refused(&world, "channels/a%20b", "Invalid channel name");
    refused(&world, "channels/a%2Fusers", "Invalid channel name");
    refused(&world, "channels/%23x", "Invalid channel name");
}

#[test]
fn the_cache_is_told_with_its_time_left() {
    let world = world();
    assert_eq!(world.events(r#"{"name":"E","channels":["cache-d"],"data":"{\"x\":1}"}"#).status, 200);
    world.now.set(world.now.get() + 500);
    let answer = world.get("channels/cache-d?info=cache,subscription_count");
    assert_eq!(
        answer.text,
        r#"{"occupied":true,"subscription_count":1,"cache":{"data":"{\"x\":1}","ttl":1800}}"#
    );
    world.now.set(world.now.get() + 1_799_600);
    assert_eq!(world.get("channels/cache-d?info=cache").text, r#"{"occupied":true,"cache":null}"#);
    // Stored for those who come later, though nobody is there.
    assert_eq!(world.events(r#"{"name":"E","channel":"private-cache-e","data":"y"}"#).status, 200);
    assert_eq!(
        world.get("channels/private-cache-e?info=cache").text,
        r#"{"occupied":false,"cache":{"data":"y","ttl":1800}}"#
    );
    assert_eq!(world.get("channels?filter_by_prefix=private-cache").text, r#"{"channels":{}}"#);
}

#[test]
fn users_are_told_of_presence_channels() {
    let world = world();
    world.subscribe("presence-p", Some(("w\"", "")));
    assert_eq!(
        world.get("channels/presence-p/users").text,
        r#"{"users":[{"id":"u"},{"id":"v"},{"id":"w\""}]}"#
    );
    let with_info =
        r#"{"users":[{"id":"u","user_info":{"name":"N"}},{"id":"v","user_info":{"name":"N"}},{"id":"w\""}]}"#;
    assert_eq!(world.get("channels/presence-p/users?with_user_info=1").text, with_info);
    assert_eq!(world.get("channels/presence-nobody/users").text, r#"{"users":[]}"#);
    refused(&world, "channels/a/users", "does not begin with presence-");
    refused(&world, "channels/presence-p/users?with_user_info=yes", "it must be 1 or 0");
    refused(&world, "channels/presence-/users", "a name must follow the prefix");
}

#[test]
fn connections_are_counted() {
    let world = world();
    world.connections.set(18_000);
    assert_eq!(world.get("connections").text, r#"{"connections":18000}"#);
}
