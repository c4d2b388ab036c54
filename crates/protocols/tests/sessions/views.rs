//! What clients come to believe from what they hear is what is so: who gets which event, and who is
//! on a presence channel, whatever the order of coming, going and speaking. Joins and leaves are
//! reported within two intervals of 50 ms; until then a client believes what it was sent, which is
//! always a list that itself is on, and everybody who speaks.

use std::collections::{BTreeMap, BTreeSet};

use baton_protocols::{Secret, pusher::signature::Signature};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::world::{KEY, SECRET, World};

const NAMES: [&str; 4] = ["a", "b", "c", "d"];
const CHANNELS: [&str; 4] = ["x", "private-x", "presence-x", "presence-cache-x"];

#[derive(Debug, Clone)]
enum Step {
    Connect(usize),
    Gone(usize),
    Subscribe { who: usize, channel: usize, user: u8 },
    Unsubscribe { who: usize, channel: usize },
    Whisper { who: usize, channel: usize },
    Publish { channel: usize },
    Wait { ms: u64 },
}

fn step() -> impl Strategy<Value = Step> {
    let (who, channel) = (0..NAMES.len(), 0..CHANNELS.len());
    prop_oneof![
        1 => who.clone().prop_map(Step::Connect),
        1 => who.clone().prop_map(Step::Gone),
        5 => (who.clone(), channel.clone(), 0_u8..3)
            .prop_map(|(who, channel, user)| Step::Subscribe { who, channel, user }),
        2 => (who.clone(), channel.clone()).prop_map(|(who, channel)| Step::Unsubscribe { who, channel }),
        3 => (who, channel.clone()).prop_map(|(who, channel)| Step::Whisper { who, channel }),
        3 => channel.prop_map(|channel| Step::Publish { channel }),
        2 => (0_u64..60).prop_map(|ms| Step::Wait { ms }),
        1 => (0_u64..40_000).prop_map(|ms| Step::Wait { ms }),
    ]
}

/// What is so, stored beside the server and far simpler than it.
#[derive(Default)]
struct Truth {
    /// For each connection, its channels and as whom it is there.
    subscribed: BTreeMap<usize, BTreeMap<usize, u8>>,
    /// What each connection believes of the members of each of its presence channels.
    believed: BTreeMap<(usize, usize), BTreeSet<String>>,
    said: u32,
}

impl Truth {
    fn members(&self, channel: usize) -> BTreeSet<String> {
        self.subscribed.values().filter_map(|channels| channels.get(&channel)).map(u8::to_string).collect()
    }

    /// Every client knows itself; where all has been reported, it knows exactly the members.
    fn check_beliefs(&self, is_settled: bool) {
        for (&who, channels) in &self.subscribed {
            for (&channel, user) in
                channels.iter().filter(|(channel, _)| CHANNELS[**channel].starts_with("presence-"))
            {
                let believed = &self.believed[&(who, channel)];
                let place = format!("{} on {}", NAMES[who], CHANNELS[channel]);
                assert!(believed.contains(&user.to_string()), "{place} does not know itself: {believed:?}");
                assert!(!is_settled || *believed == self.members(channel), "{place}: {believed:?}");
            }
        }
    }

    fn listeners(&self, channel: usize) -> BTreeSet<usize> {
        let on =
            |(who, channels): (&usize, &BTreeMap<usize, u8>)| channels.contains_key(&channel).then_some(*who);
        self.subscribed.iter().filter_map(on).collect()
    }
}

fn take(step: &Step, world: &mut World, truth: &mut Truth) {
    match *step {
        Step::Connect(who) if !truth.subscribed.contains_key(&who) => {
            world.connect(NAMES[who], "?protocol=7", None);
            truth.subscribed.insert(who, BTreeMap::new());
        }
        Step::Gone(who) if truth.subscribed.remove(&who).is_some() => {
            truth.believed.retain(|(of, _), _| *of != who);
            world.gone(NAMES[who]);
        }
        Step::Subscribe { who, channel, user } => {
            let Some(channels) = truth.subscribed.get_mut(&who) else { return };
            channels.entry(channel).or_insert(user);
            world.say(NAMES[who], &subscribe(&world.socket_id(NAMES[who]), CHANNELS[channel], user));
        }
        Step::Unsubscribe { who, channel } => {
            let Some(channels) = truth.subscribed.get_mut(&who) else { return };
            channels.remove(&channel);
            truth.believed.remove(&(who, channel));
            let message = json!({"event": "pusher:unsubscribe", "data": {"channel": CHANNELS[channel]}});
            world.say(NAMES[who], &message.to_string());
        }
        Step::Whisper { who, channel } if truth.subscribed.contains_key(&who) => {
            truth.said += 1;
            let message =
                json!({"event": "client-said", "channel": CHANNELS[channel], "data": truth.said.to_string()});
            world.say(NAMES[who], &message.to_string());
        }
        Step::Publish { channel } => {
            truth.said += 1;
            world.publish(CHANNELS[channel], "said", &format!("\"{}\"", truth.said), None);
        }
        Step::Wait { ms } => {
            world.wait(ms);
            truth.subscribed.keys().for_each(|&who| world.heard_from(NAMES[who]));
        }
        _ => {}
    }
}

fn subscribe(socket: &str, channel: &str, user: u8) -> String {
    let data = format!("{{\"user_id\":\"{user}\"}}");
    let presence = channel.starts_with("presence-");
    let signed = if presence { format!("{socket}:{channel}:{data}") } else { format!("{socket}:{channel}") };
    let auth = format!("{KEY}:{}", Signature::of(&Secret::new(SECRET), &[&signed]));
    let mut fields = json!({"channel": channel, "auth": auth});
    if presence {
        fields["channel_data"] = data.into();
    }
    json!({"event": "pusher:subscribe", "data": fields}).to_string()
}

/// Updates what the clients believe, and returns who heard the newest message.
fn listen(world: &mut World, truth: &mut Truth) -> Vec<usize> {
    let mut hearers = Vec::new();
    let newest = truth.said.to_string();
    for line in world.take_heard() {
        let Some((name, text)) = line.split_once("< ") else { continue };
        let who = NAMES.iter().position(|known| *known == name).unwrap();
        let Ok(message) = serde_json::from_str::<Value>(text) else { continue };
        let channel =
            message["channel"].as_str().and_then(|name| CHANNELS.iter().position(|known| *known == name));
        let (Some(channel), data) = (channel, message["data"].as_str().unwrap_or_default()) else { continue };
        let inner: Value = serde_json::from_str(data).unwrap_or_default();
        let user = || inner["user_id"].as_str().unwrap().to_owned();
        match message["event"].as_str().unwrap() {
            "pusher_internal:subscription_succeeded" => {
                let ids = inner["presence"]["ids"].as_array().into_iter().flatten();
                let ids = ids.map(|id| id.as_str().unwrap().to_owned()).collect();
                truth.believed.insert((who, channel), ids);
            }
            "pusher_internal:member_added" => {
                let new = truth.believed.get_mut(&(who, channel)).unwrap().insert(user());
                assert!(new, "{name} is notified twice of a member of {}", CHANNELS[channel]);
            }
            "pusher_internal:member_removed" => {
                let known = truth.believed.get_mut(&(who, channel)).unwrap().remove(&user());
                assert!(known, "{name} is notified of the going of a member that it did not know");
            }
            "said" | "client-said" if data == newest => {
                let sender = message["user_id"].as_str();
                // What a channel keeps may be of one that has left.
                let is_known = |user| channel == 3 || truth.believed[&(who, channel)].contains(user);
                assert!(sender.is_none_or(is_known), "{name} hears a member that it does not know");
                hearers.push(who);
            }
            _ => {}
        }
    }
    hearers.sort_unstable();
    hearers
}

/// Who should hear the step's message, if it says one.
fn should_hear(step: &Step, truth: &Truth) -> Option<Vec<usize>> {
    let (channel, sender) = match *step {
        Step::Publish { channel } => (channel, None),
        Step::Whisper { who, channel } => (channel, Some(who)),
        _ => return None,
    };
    let mut listeners = truth.listeners(channel);
    if let Some(sender) = sender {
        let may = channel != 0 && listeners.remove(&sender);
        return Some(if may { listeners.into_iter().collect() } else { Vec::new() });
    }
    Some(listeners.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn clients_believe_what_is_so(steps in prop::collection::vec(step(), 1..60)) {
        let mut world = World::new();
        world.app_mut().pusher.client_events_per_second = 0;
        let mut truth = Truth::default();
        for step in &steps {
            take(step, &mut world, &mut truth);
            let hearers = listen(&mut world, &mut truth);
            if let Some(expected) = should_hear(step, &truth) {
                prop_assert_eq!(hearers, expected, "{:?}", step);
            }
            let is_settled = matches!(step, Step::Wait { ms: 100.. });
            truth.check_beliefs(is_settled);
        }
        world.wait(100);
        listen(&mut world, &mut truth);
        truth.check_beliefs(true);
        for (who, _) in std::mem::take(&mut truth.subscribed) {
            world.gone(NAMES[who]);
        }
        prop_assert_eq!(world.subscriptions(), 0);
    }
}
