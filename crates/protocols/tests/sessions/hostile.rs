//! Whatever clients say, nobody hears anything but JSON, and nothing panics.

use proptest::prelude::*;

use crate::world::World;

/// Pieces that messages are made of, right and wrong.
const WORDS: [&str; 24] = [
    r#""event""#,
    r#""pusher:subscribe""#,
    r#""pusher:unsubscribe""#,
    r#""pusher:signin""#,
    r#""pusher:ping""#,
    r#""client-x""#,
    r#""channel""#,
    r#""data""#,
    r#""auth""#,
    r#""x""#,
    r#""private-x""#,
    r#""presence-x""#,
    r##""#server-to-user-1""##,
    r#""\ud800""#,
    r#""\u0000\"\\""#,
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "1e999",
    "null",
    " \n\t",
];

/// Runs each of `said` through one connection, with a second that is on the same public channel.
fn hear_all(said: &[String]) -> usize {
    let mut world = World::new();
    world.connect("a", "?protocol=7", None);
    world.connect("b", "?protocol=7", None);
    world.say("b", r#"{"event":"pusher:subscribe","data":{"channel":"x"}}"#);
    for text in said {
        world.say("a", text);
    }
    world.take_heard().len()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered_with_json(said in prop::collection::vec(any::<String>(), 1..4)) {
        // Two greetings, one subscription, and an error and its count for each text.
        prop_assert_eq!(hear_all(&said), 3 + 2 * said.len());
    }

    #[test]
    fn nearly_right_messages_are_answered_with_json(
        said in prop::collection::vec(prop::collection::vec(prop::sample::select(&WORDS[..]), 1..24), 1..4)
    ) {
        let said: Vec<String> = said.iter().map(|words| words.concat()).collect();
        prop_assert!(hear_all(&said) >= 3);
    }

    #[test]
    fn any_strings_in_the_right_places_are_answered_with_json(
        event in prop::sample::select(&["pusher:subscribe", "pusher:unsubscribe", "pusher:signin", "client-x", "x"][..]),
        texts in prop::collection::vec(any::<String>(), 5),
        prefix in prop::sample::select(&["", "private-", "presence-", "#server-to-user-"][..]),
    ) {
        let channel = format!("{prefix}{}", texts[0]);
        let message = serde_json::json!({
            "event": event,
            "channel": channel,
            "data": {
                "channel": channel, "auth": texts[1], "channel_data": texts[2],
                "user_data": texts[3], "more": texts[4],
            },
        });
        prop_assert!(hear_all(&[message.to_string()]) >= 3);
    }
}
