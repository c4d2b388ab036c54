//! What hooks are asked before a publish, and what becomes of it by their answers.

use baton_hub::{Access, AppId, KeyRef};
use baton_protocols::{
    Claims, Hook, HookAnswer, HookEvent, HookEvents, HookRefused, Permissions,
    phoenix::{self, PublicBroadcast, api::HookAnswers},
    pusher::api::{Rewritten, handle_hooked, hook_questions, hook_refused, may_ask_hooks},
    rules,
};

use crate::world::{Call, World};

fn world_with(events: &[HookEvent]) -> World {
    let events = events.iter().fold(HookEvents::default(), |all, event| all.with(*event));
    let mut hook = Hook::new("http://app.example".into(), events);
    hook.channels.prefix = "a".into();
    let world = World::with(|app| {
        app.hooks.0 = vec![hook];
        app.supabase.public_broadcast = PublicBroadcast::Anybody;
    });
    for channel in ["a1", "a2", "b"] {
        world.subscribe(channel, None);
    }
    world.delivered();
    world
}

fn world() -> World {
    world_with(&[HookEvent::Publish])
}

/// What a call asks, by its places.
fn asked(world: &World, call: &Call) -> Vec<(usize, String)> {
    let query = call.query();
    let mut asked = Vec::new();
    hook_questions(&call.request(&query), world, world, &mut |app, place, question| {
        assert_eq!(&*app.id, "3");
        let mut text = Vec::new();
        question.write(&mut text);
        asked.push((place, String::from_utf8(text).unwrap()));
    });
    asked
}

fn places(world: &World, call: &Call) -> Vec<usize> {
    asked(world, call).into_iter().map(|(place, _)| place).collect()
}

fn carried_out(world: &World, call: &Call, rewritten: &[(usize, &str)]) -> u16 {
    let rewritten: Rewritten = rewritten.iter().map(|(place, data)| (*place, Box::from(*data))).collect();
    let query = call.query();
    handle_hooked(&call.request(&query), world, world, &rewritten).status
}

const EVENT: &str = r#"{"name":"E","channels":["a1","b","a2"],"data":"\u0078","socket_id":"1.2"}"#;

#[test]
fn each_event_and_channel_is_asked_about_and_may_be_rewritten() {
    let world = world();
    let call = Call::new("POST", "events").body(EVENT);
    let question = |channel: &str| {
        format!(r#""type":"publish","socket_id":"1.2","channel":"{channel}","event":"E","data":"\u0078""#)
    };
    assert_eq!(asked(&world, &call), [(0, question("a1")), (2, question("a2"))]);
    assert_eq!(carried_out(&world, &call, &[(2, "\"new\"")]), 200);
    let data: Vec<_> = world.delivered().into_iter().map(|it| (it.channel, it.data)).collect();
    let expected = [("a1", r#""\u0078""#), ("b", r#""\u0078""#), ("a2", "\"new\"")];
    assert_eq!(data, expected.map(|(channel, data)| (channel.to_owned(), data.to_owned())));
}

#[test]
fn every_call_that_publishes_asks_and_no_other() {
    let world = world();
    let batch = Call::new("POST", "batch_events")
        .body(r#"{"batch":[{"name":"E","channel":"b","data":"1"},{"name":"F","channel":"a1","data":"2"}]}"#);
    assert_eq!(places(&world, &batch), [1]);
    assert_eq!(carried_out(&world, &batch, &[(1, "\"3\"")]), 200);
    assert_eq!(world.delivered()[1].data, "\"3\"");
    let legacy = Call::new("POST", "channels/a1/events?name=E").body("x");
    assert_eq!(places(&world, &legacy), [0]);
    assert_eq!(carried_out(&world, &legacy, &[(0, "\"3\"")]), 202);
    assert_eq!(world.delivered()[0].data, "\"3\"");
    for (path, may) in [
        ("/apps/3/events", true),
        ("/apps/3/batch_events", true),
        ("/apps/3/channels/a1/events", true),
        ("/apps/3/channels", false),
        ("/apps/4/events", false),
        ("/apps/5/events", false),
    ] {
        assert_eq!(may_ask_hooks(path, &world), may, "{path}");
    }
    let others = world_with(&[HookEvent::Subscribe, HookEvent::ClientEvent]);
    assert!(!may_ask_hooks("/apps/3/events", &others));
    assert_eq!(places(&others, &Call::new("POST", "events").body(EVENT)), [] as [usize; 0]);
}

#[test]
fn what_is_refused_anyway_is_not_asked_about() {
    let world = world();
    let mut forged = Call::new("POST", "events").body(EVENT);
    forged.secret = "guess".into();
    let mut other_body = Call::new("POST", "events").body(EVENT);
    other_body.body.push(b' ');
    let invalid = Call::new("POST", "events").body(&EVENT.replace("\"b\"", "\"b b\""));
    for call in [forged, other_body, invalid, Call::new("GET", "events")] {
        assert_eq!(places(&world, &call), [] as [usize; 0], "{call:?}");
    }
}

#[test]
fn a_refused_publish_is_not_remembered_and_a_remembered_one_not_asked_about() {
    let world = world();
    let call = Call::new("POST", "events").body(EVENT).once("k");
    let query = call.query();
    for (refused, status, text) in [
        (HookRefused::Reason("Too loud".into()), 403, "Too loud"),
        (HookRefused::NoAnswer, 503, "no answer that can be used"),
    ] {
        assert_eq!(places(&world, &call), [0, 2]);
        let response = hook_refused(&call.request(&query), &world, &refused);
        assert_eq!((response.status, response.retry_after_s.is_some()), (status, status == 503));
        assert!(String::from_utf8_lossy(&response.body).contains(text));
        assert_eq!(response.refused.map(|it| it.cause), Some(refused.cause()));
    }
    world.room.set(1);
    assert_eq!(carried_out(&world, &call, &[]), 503);
    world.room.set(usize::MAX);
    assert_eq!(places(&world, &call), [2], "the first channel has its event");
    assert_eq!(carried_out(&world, &call, &[(2, "\"new\"")]), 200);
    assert_eq!(world.delivered().len(), 3);
    assert_eq!(places(&world, &call), [] as [usize; 0]);
    assert_eq!(carried_out(&world, &call, &[]), 200);
    assert_eq!(world.delivered(), []);
}

#[test]
fn broadcasts_of_supabase_are_asked_about_one_by_one() {
    let world = world();
    for name in ["a1", "secret"] {
        let key = KeyRef { app: AppId(0), access: Access::Private, name };
        world.subscribe_key(key, rules::of(key, &world.apps[0]), None);
    }
    let body = br#"{"messages":[{"topic":"a1","event":"e","payload":{"n":1}},{"topic":"a1","event":"e","payload":{"n":2}},
        {"topic":"a1","event":"pusher:x","payload":{}},{"topic":"b","event":"e","payload":{}},{"topic":"a2","event":"e","payload":{"n": 3}}]}"#;
    let call = phoenix::api::Call::parse("/api/broadcast", "results=true").unwrap();
    let claims =
        Claims { role: "anon".into(), subject: Some("ann".into()), expires_s: u64::MAX, ..Claims::default() };
    let app = &world.apps[0];
    let policy = |_: &str| Ok(Permissions::ALL);
    let mut asked = Vec::new();
    call.hook_questions(app, (&claims, &policy), (None, body), &world, &mut |place, question| {
        let mut text = Vec::new();
        question.write(&mut text);
        asked.push((place, String::from_utf8(text).unwrap()));
    });
    assert_eq!(asked.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [0, 1, 4]);
    assert_eq!(asked[2].1, r#""type":"publish","user_id":"ann","channel":"a2","event":"e","data":{"n": 3}"#);
    let answers = HookAnswers::from([
        (0, HookAnswer::Refused(HookRefused::Reason("No".into()))),
        (1, HookAnswer::Allowed),
        (4, HookAnswer::Rewritten("[3]".into())),
    ]);
    let answer = call.answer(app, (&claims, &policy), None, body, (&world, &answers));
    assert_eq!(answer.status, 202);
    assert!(String::from_utf8_lossy(&answer.body).contains("HookRefused: No"));
    let delivered: Vec<_> = world.delivered().into_iter().map(|it| it.data).collect();
    assert_eq!(delivered, [r#"{"n":2}"#, "{}", "[3]"]);
    // What could not be decided must be known, as it was not accepted.
    let answers = HookAnswers::from([(0, HookAnswer::NONE)]);
    let call = phoenix::api::Call::parse("/api/broadcast", "").unwrap();
    let answer = call.answer(app, (&claims, &policy), None, body, (&world, &answers));
    assert_eq!((answer.status, answer.retry_after_s), (503, Some(1)));
}
