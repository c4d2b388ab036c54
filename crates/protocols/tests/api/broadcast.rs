//! Who may broadcast over Supabase's HTTP API.

use baton_hub::{Access, AppId, KeyRef};
use baton_protocols::{
    Claims, Permissions, PolicyAnswer, PolicyError,
    phoenix::PublicBroadcast,
    phoenix::api::{Answer, Call, HookAnswers},
};

use crate::world::World;

const BODY: &[u8] = br#"{"messages":[{"topic":"room","event":"e","payload":{"n":1},"private":true},{"topic":"open","event":"e","payload":{"n":2}}]}"#;

fn claims(role: &str) -> Claims {
    Claims { role: role.into(), expires_s: u64::MAX, ..Claims::default() }
}

/// A world in which somebody hears both channels.
fn world(public_broadcast: PublicBroadcast) -> World {
    let world = World::with(|app| app.supabase.public_broadcast = public_broadcast);
    for (access, name) in [(Access::Private, "room"), (Access::Public, "open")] {
        let key = KeyRef { app: AppId(0), access, name };
        world.subscribe_key(key, baton_protocols::rules::of(key, &world.apps[0]), None);
    }
    world.delivered();
    world
}

fn batch(world: &World, role: &str, policy: &dyn Fn(&str) -> PolicyAnswer) -> (Answer, Vec<String>) {
    let call = Call::parse("/api/broadcast", "results=true").unwrap();
    let none = HookAnswers::new();
    let answer = call.answer(&world.apps[0], (&claims(role), policy), None, BODY, (world, &none));
    (answer, world.delivered().into_iter().map(|it| it.channel).collect())
}

#[test]
fn policies_decide_who_broadcasts_on_private_topics() {
    let world = world(PublicBroadcast::Anybody);
    for (broadcast, heard) in [(true, &["room", "open"][..]), (false, &["open"])] {
        let policy = |topic: &str| {
            assert_eq!(topic, "room", "public topics have no policies");
            Ok(Permissions { broadcast, presence: !broadcast })
        };
        let (answer, delivered) = batch(&world, "authenticated", &policy);
        assert_eq!(delivered, heard);
        assert_eq!(String::from_utf8_lossy(&answer.body).contains("Unauthorized"), !broadcast);
    }
    let (_, delivered) = batch(&world, "authenticated", &|_| Err(PolicyError::Unreachable));
    assert_eq!(delivered, ["open"], "without an answer nothing is sent");
    let (_, delivered) = batch(&world, "service_role", &|_| panic!("the service role is not asked about"));
    assert_eq!(delivered, ["room", "open"]);
}

#[test]
fn public_topics_are_for_those_whom_the_setting_names() {
    let policy = |_: &str| Ok(Permissions::ALL);
    for (setting, role, heard) in [
        (PublicBroadcast::Nobody, "authenticated", &["room"][..]),
        (PublicBroadcast::Nobody, "service_role", &["room", "open"]),
        (PublicBroadcast::Topics(vec!["op*".into()]), "authenticated", &["room", "open"]),
        (PublicBroadcast::Topics(vec!["room".into()]), "authenticated", &["room"]),
    ] {
        assert_eq!(batch(&world(setting.clone()), role, &policy).1, heard, "{setting:?} {role}");
    }
}
