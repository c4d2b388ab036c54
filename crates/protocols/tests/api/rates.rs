//! Rate limits of an app's HTTP API.

use baton_protocols::Refusal;

use crate::world::{Answer, Call, World};

const BATCH: &str =
    r#"{"batch":[{"name":"E","channel":"a","data":"x"},{"name":"E","channel":"b","data":"x"}]}"#;

fn world() -> World {
    let world = World::with(|app| {
        app.pusher.backend_events_per_second = 4;
        app.pusher.read_requests_per_second = 2;
    });
    for channel in ["a", "b", "c", "d", "e"] {
        world.subscribe(channel, None);
    }
    world
}

fn event(channels: &str) -> Call {
    Call::new("POST", "events").body(&format!(r#"{{"name":"E","channels":[{channels}],"data":"x"}}"#))
}

fn is_refused(world: &World, answer: &Answer, says: &str) {
    assert_eq!(answer.retry_after_s, Some(1), "{}", answer.text);
    is_refused_for_good(world, answer, says);
}

fn is_refused_for_good(world: &World, answer: &Answer, says: &str) {
    assert_eq!(answer.status, 429, "{}", answer.text);
    assert!(answer.text.contains(says), "{}", answer.text);
    assert_eq!(world.delivered(), [], "{}", answer.text);
    assert_eq!(world.refused.take().last(), Some(&Refusal::Rate));
}

#[test]
fn each_channel_of_an_event_counts_and_a_request_is_published_whole_or_not() {
    let world = world();
    assert_eq!(world.send(&event(r#""a","b","a""#)).status, 200);
    assert_eq!(world.delivered().len(), 2, "one that is named twice counts once");
    is_refused(&world, &world.send(&event(r#""a","b","c""#)), "this request has 3. Send the request again");
    assert_eq!(world.send(&Call::new("POST", "batch_events").body(BATCH)).status, 200);
    assert_eq!(world.delivered().len(), 2);
    is_refused(
        &world,
        &world.send(&Call::new("POST", "channels/a/events?name=E").body("x")),
        "limit of 4 events per second",
    );
    world.now.set(world.now.get() + 250);
    assert_eq!(world.send(&event(r#""a""#)).status, 200, "a fourth of a second later there is one");
    assert_eq!(world.delivered().len(), 1);
    world.now.set(world.now.get() + 10_000);
    let never = world.send(&event(r#""a","b","c","d","e""#));
    assert_eq!(never.retry_after_s, None, "no retry can succeed");
    is_refused_for_good(&world, &never, "this request has 5. Send smaller requests, or raise the limit");
}

#[test]
fn a_repetition_does_not_count_and_a_refused_request_may_come_again() {
    let world = world();
    let full = event(r#""a","b","c","d""#).once("k");
    for _ in 0..3 {
        assert_eq!(world.send(&full).status, 200, "it is answered from memory");
    }
    assert_eq!(world.delivered().len(), 4);
    let next = event(r#""e""#).once("l");
    is_refused(&world, &world.send(&next), "Nothing was published");
    world.now.set(world.now.get() + 1_000);
    assert_eq!(world.send(&next).status, 200);
    assert_eq!(world.delivered().len(), 1);
}

#[test]
fn what_a_full_queue_stopped_goes_on_within_the_rate() {
    let world = world();
    world.room.set(2);
    let call = event(r#""a","b","c","d""#).once("k");
    assert_eq!(world.send(&call).status, 503);
    assert_eq!(world.delivered().len(), 2);
    world.room.set(usize::MAX);
    is_refused(&world, &world.send(&call), "2 of 4 channels have received their event before");
    world.now.set(world.now.get() + 500);
    assert_eq!(world.send(&call).status, 200);
    assert_eq!(world.delivered().len(), 2, "the other two");
}

#[test]
fn requests_that_read_have_a_rate_of_their_own() {
    let world = world();
    for path in ["channels", "channels/a"] {
        assert_eq!(world.send(&Call::new("GET", path)).status, 200);
    }
    for path in ["channels", "channels/a", "channels/a/history", "connections"] {
        is_refused(&world, &world.send(&Call::new("GET", path)), "read_requests_per_second");
    }
    assert_eq!(world.send(&event(r#""a""#)).status, 200, "it does not read");
    assert_eq!(world.send(&Call::new("POST", "users/7/terminate_connections")).status, 200);
    let mut forged = Call::new("GET", "channels");
    forged.set("auth_key", "another");
    assert_eq!(world.send(&forged).status, 401, "strangers are not told, and do not count");
    world.now.set(world.now.get() + 500);
    assert_eq!(world.send(&Call::new("GET", "channels")).status, 200);
}
