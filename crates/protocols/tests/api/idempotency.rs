//! Requests that are sent again under their key.

use crate::world::{Call, NOW_S, World};

const BODY: &str = r#"{"name":"E","channels":["a","b","c"],"data":"x","info":"subscription_count"}"#;

fn world() -> World {
    let world = World::new();
    for channel in ["a", "b", "c"] {
        world.subscribe(channel, None);
    }
    world
}

fn events(key: &str) -> Call {
    Call::new("POST", "events").body(BODY).once(key)
}

#[test]
fn a_repetition_is_answered_and_not_published() {
    let world = world();
    let first = world.send(&events("k"));
    assert_eq!(first.status, 200);
    assert_eq!(world.delivered().len(), 3);
    world.subscribe("a", None);
    world.now.set(world.now.get() + 119_999);
    // Signed again, as a client does that repeats it later.
    let mut again = events("k");
    again.set("auth_timestamp", &(NOW_S + 119).to_string());
    let again = world.send(&again);
    assert_eq!((again.status, again.text), (200, first.text), "the first answer, not a new count");
    assert_eq!(world.delivered(), []);
    world.now.set(world.now.get() + 1);
    assert_eq!(world.send(&events("k")).status, 200);
    assert_eq!(world.delivered().len(), 3, "after 120 s the key is new");
}

#[test]
fn another_request_under_the_key_is_refused() {
    let world = world();
    assert_eq!(world.send(&events("k")).status, 200);
    world.delivered();
    let others = [
        Call::new("POST", "events").body(&BODY.replace('x', "y")),
        Call::new("POST", "batch_events").body(r#"{"batch":[{"name":"E","channel":"a","data":"x"}]}"#),
        Call::new("POST", "events?name=E&channel=a&data=x"),
        Call::new("POST", "channels/a/events?name=E").body(BODY),
    ];
    for other in others {
        let answer = world.send(&other.once("k"));
        assert_eq!(answer.status, 409, "{}", answer.text);
        assert!(
            answer.text.contains("idempotency key \"k\" was used with another request"),
            "{}",
            answer.text
        );
    }
    assert_eq!(world.delivered(), []);
    assert_eq!(world.send(&events("K")).status, 200, "another key");
}

#[test]
fn keys_hold_for_every_call_that_publishes() {
    let world = world();
    let batch = Call::new("POST", "batch_events")
        .body(r#"{"batch":[{"name":"E","channel":"a","data":"x"}]}"#)
        .once("1");
    let legacy = Call::new("POST", "channels/a/events?name=E").body("x").once("2");
    for (call, status) in [(batch, 200), (legacy, 202)] {
        assert_eq!(world.send(&call).status, status);
        assert_eq!(world.send(&call).status, status);
        assert_eq!(world.delivered().len(), 1);
    }
}

#[test]
fn the_same_key_of_two_apps_is_two_keys() {
    let world = world();
    assert_eq!(world.send(&events("k")).status, 200);
    let mut other = events("k").body(&BODY.replace('x', "y"));
    other.path = "/apps/4/events".into();
    other.set("auth_key", "other-key");
    other.secret = "other-secret".into();
    assert_eq!(world.send(&other).status, 200);
}

#[test]
fn refusals_are_not_remembered() {
    let world = world();
    let wrong = Call::new("POST", "events").body(&BODY.replace("\"a\"", "\"a b\"")).once("k");
    assert_eq!(world.send(&wrong).status, 400);
    let mut forged = events("k");
    forged.secret = "guess".into();
    assert_eq!(world.send(&forged).status, 401);
    assert_eq!(world.send(&events("k")).status, 200, "corrected under the same key");
    assert_eq!(world.delivered().len(), 3);
    // A remembered answer is not given to those who cannot sign.
    assert_eq!(world.send(&forged).status, 401);
}

#[test]
fn a_publish_that_stopped_half_way_is_finished() {
    let world = world();
    world.room.set(0);
    assert!(world.send(&events("k")).text.starts_with("Nothing was published"));
    world.room.set(2);
    let answer = world.send(&events("k"));
    assert_eq!(answer.status, 503);
    assert!(answer.text.contains("same request with the same idempotency key"), "{}", answer.text);
    assert!(world.send(&events("k")).text.starts_with("2 of 3 channels"));
    world.room.set(usize::MAX);
    let answer = world.send(&events("k"));
    assert_eq!(answer.status, 200);
    let counts = r#"{"channels":{"a":{"subscription_count":1},"b":{"subscription_count":1},"c":{"subscription_count":1}}}"#;
    assert_eq!(answer.text, counts, "of the earlier channels too");
    let channels: Vec<_> = world.delivered().into_iter().map(|delivered| delivered.channel).collect();
    assert_eq!(channels, ["a", "b", "c"], "each once over all attempts");
}

#[test]
fn keys_have_a_sensible_length() {
    let world = world();
    assert_eq!(world.send(&events(&"k".repeat(255))).status, 200);
    for key in [String::new(), "k".repeat(256)] {
        let answer = world.send(&events(&key));
        assert_eq!(answer.status, 400);
        assert!(answer.text.contains("may have 1 to 255"), "{}", answer.text);
    }
    let mut call = events("k");
    call.idempotency_key = Some(b"\xe9".to_vec());
    let answer = world.send(&call);
    assert!(answer.status == 400 && answer.text.contains("is not UTF-8"), "{}", answer.text);
}

/// A request whose signature covers its key.
fn signed(key: &str, signed_at_s: u64) -> Call {
    let mut call = Call::new("POST", "events").body(BODY);
    call.set("idempotency_key", key);
    call.set("auth_timestamp", &signed_at_s.to_string());
    call
}

#[test]
fn an_overheard_repetition_is_not_published_again_while_its_own_signature_holds() {
    let world = world();
    assert_eq!(world.send(&signed("k", NOW_S - 590)).status, 200);
    assert_eq!(world.delivered().len(), 3);
    let repetition = signed("k", NOW_S);
    for passed_s in [0, 119, 121, 600] {
        world.set_time(passed_s);
        assert_eq!(world.send(&repetition).status, 200, "{passed_s} s");
        assert_eq!(world.delivered(), [], "{passed_s} s");
    }
}

#[test]
fn an_overheard_request_with_a_signed_key_is_not_published_again_while_its_signature_holds() {
    // Signed by a clock that is behind, right and ahead: the signature holds for 1, 600 and 1,200 s more.
    for (signed_at_s, holds_s) in [(NOW_S - 599, 1), (NOW_S, 600), (NOW_S + 600, 1_200)] {
        let world = world();
        let call = signed("k", signed_at_s);
        assert_eq!(world.send(&call).status, 200);
        assert_eq!(world.delivered().len(), 3);
        for passed_s in [0, 1, 119, 121, 599, 600, 601, 1_199, 1_200, 1_201] {
            world.set_time(passed_s);
            // A header in its place, or beside it, changes nothing.
            for replayed in [signed("k", signed_at_s), signed("k", signed_at_s).once("other")] {
                let answer = world.send(&replayed);
                assert_eq!(
                    answer.status,
                    if passed_s <= holds_s { 200 } else { 401 },
                    "{passed_s} s: {}",
                    answer.text
                );
                assert_eq!(world.delivered(), [], "{passed_s} s after {signed_at_s}");
            }
        }
    }
}

#[test]
fn keys_by_parameter_are_held_to_the_same_rules() {
    let world = world();
    assert_eq!(world.send(&signed("k", NOW_S)).status, 200);
    let mut other = Call::new("POST", "events").body(&BODY.replace('x', "y"));
    other.set("idempotency_key", "k");
    assert_eq!(world.send(&other).status, 409);
    assert_eq!(world.send(&signed("", NOW_S)).status, 400);
    assert_eq!(world.send(&signed(&"k".repeat(256), NOW_S)).status, 400);
    let mut cut = signed("k", NOW_S);
    cut.secret = "another secret".into();
    assert_eq!(world.send(&cut).status, 401);
}
