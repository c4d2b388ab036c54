//! Whatever two clients of Pusher's protocol say, and however long they wait: no panic, nothing but JSON is sent,
//! nothing after the end, and nothing of a connection remains once it is gone.

#[path = "../../crates/protocols/tests/sessions/transcript.rs"]
#[allow(dead_code)]
mod transcript;
#[path = "../../crates/protocols/tests/sessions/world.rs"]
#[allow(dead_code)]
mod world;

/// Each line is one message: its first letter says whose. Stand-ins for signatures work as they do in transcripts.
/// One input.
pub(crate) fn run(data: &[u8]) {
    let Some(lines) = crate::structured::<&str>(data) else { return };
    let mut world = world::World::new();
    for name in ["a", "b"] {
        world.connect(name, "?protocol=7", None);
    }
    for line in lines.lines() {
        match line.split_at_checked(1) {
            Some((name @ ("a" | "b"), text)) => {
                let text = transcript::expand_some(text, &world.socket_id(name));
                text.into_iter().for_each(|text| world.say(name, &text));
            }
            Some(("w", ms)) => world.wait(ms.len() as u64 * 10_000),
            Some(("p", data)) => world.publish("presence-cache-x", "event", &transcript::quoted(data), None),
            _ => world.binary("a", line.as_bytes()),
        }
    }
    world.gone("a");
    world.gone("b");
    assert_eq!(world.subscriptions(), 0);
}
