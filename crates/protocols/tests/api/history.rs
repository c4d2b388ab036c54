//! What was said lately.

use baton_protocols::HistoryRule;
use serde_json::{Value, json};

use crate::world::World;

fn publish(world: &World, channel: &str, name: &str) {
    let body = json!({"name": name, "channel": channel, "data": format!("<{name}>")});
    assert_eq!(world.events(&body.to_string()).status, 200);
}

fn read(world: &World, path: &str) -> Value {
    let answer = world.get(path);
    assert_eq!(answer.status, 200, "{}", answer.text);
    serde_json::from_str(&answer.text).unwrap()
}

fn offsets(page: &Value) -> Vec<u64> {
    page["messages"].as_array().unwrap().iter().map(|message| message["offset"].as_u64().unwrap()).collect()
}

#[test]
fn a_reader_continues_where_it_stopped() {
    let world = World::new();
    for name in ["one", "two", "three"] {
        publish(&world, "private-a", name);
        world.now.set(world.now.get() + 1_000);
    }
    let page = read(&world, "channels/private-a/history");
    assert_eq!((&page["offset"], &page["complete"]), (&json!(3), &json!(true)));
    assert_eq!(page["messages"][0], json!({"offset": 1, "age_ms": 3_000, "event": "one", "data": "<one>"}));
    assert_eq!(offsets(&page), [1, 2, 3]);
    let epoch = page["epoch"].as_str().unwrap().to_owned();

    let page = read(&world, &format!("channels/private-a/history?after={epoch}-1"));
    assert_eq!((offsets(&page), &page["complete"]), (vec![2, 3], &json!(true)));
    let page = read(&world, &format!("channels/private-a/history?after={epoch}-3"));
    assert_eq!((offsets(&page), &page["complete"]), (vec![], &json!(true)));
    let page = read(&world, "channels/private-a/history?order=newest&limit=2");
    assert_eq!((offsets(&page), &page["complete"]), (vec![3, 2], &json!(false)), "there is an older one");
    let page = read(&world, "channels/private-a/history?order=oldest&limit=1");
    assert_eq!((offsets(&page), &page["complete"]), (vec![1], &json!(false)), "there are more");
    let page = read(&world, &format!("channels/private-a/history?after={epoch}-1&limit=2"));
    assert_eq!((offsets(&page), &page["complete"]), (vec![2, 3], &json!(true)), "just as many");
    let page = read(&world, "channels/private-a/history?after=1-1");
    assert_eq!((offsets(&page), &page["complete"]), (vec![1, 2, 3], &json!(false)), "another epoch");
}

#[test]
fn what_is_lost_is_said() {
    let world = World::with(|app| app.history_messages = 2);
    for name in ["one", "two", "three"] {
        publish(&world, "a", name);
    }
    let page = read(&world, "channels/a/history");
    assert_eq!((offsets(&page), &page["complete"]), (vec![2, 3], &json!(false)));
    let page = read(&world, "channels/nobody/history");
    assert_eq!(page, json!({"epoch": "0", "offset": 0, "complete": true, "messages": []}));
    let page = read(&world, "channels/nobody/history?after=5-5");
    assert_eq!(page, json!({"epoch": "0", "offset": 0, "complete": false, "messages": []}));
}

#[test]
fn strange_questions_are_refused() {
    let world = World::new();
    for (query, text) in [
        ("limit=0", "from 1 to 1000"),
        ("limit=1001", "from 1 to 1000"),
        ("limit=x", "from 1 to 1000"),
        ("limit=+5", "from 1 to 1000"),
        ("limit=", "from 1 to 1000"),
        ("after=5", "EPOCH-OFFSET"),
        ("after=-5", "EPOCH-OFFSET"),
        ("after=1-2-3", "EPOCH-OFFSET"),
        ("after=18446744073709551616-1", "EPOCH-OFFSET"),
        ("order=up", "oldest"),
    ] {
        let answer = world.get(&format!("channels/a/history?{query}"));
        assert_eq!(answer.status, 400, "{query}");
        assert!(answer.text.contains(text), "{query}: {}", answer.text);
    }
    assert_eq!(world.get("channels/a%20b/history").status, 400);
    let answer = World::with(|app| app.history_messages = 0).get("channels/a/history");
    assert_eq!(
        (answer.status, &*answer.text),
        (400, "App 3 stores no history. Set history_messages above 0 in its settings.")
    );
    let none = HistoryRule { messages: Some(0), ..HistoryRule::default() };
    let answer = World::with(|app| app.history_rules.0.push(none)).get("channels/a/history");
    assert_eq!(
        (answer.status, &*answer.text),
        (400, "Channel a stores no history: an entry of history_rules sets messages = 0 for it.")
    );
}
