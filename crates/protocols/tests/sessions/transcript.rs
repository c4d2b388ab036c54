//! Transcripts: lines that make something happen, and after each the lines that clients hear.
//!
//! ```text
//! app subscription_count=true    settings, before the first connection
//! connect a [QUERY] [ORIGIN]     a opens a connection; its socket id is 1234.1234, that of b 2.2, and so on
//! connect-supabase a VSN TOKEN   the same as a Supabase client; a token is a role and its last second: anon@1500
//! a> TEXT                        a says it
//! a> binary [TEXT]               a sends a binary message; `\\x01` stands for a byte
//! a> oversized [binary] TEXT     a sends a message over the server's limit, which begins so; `unanswered` says that the session
//!                                has no answer to it
//! a pong                         a answers with a control frame
//! a gone                         a's connection breaks
//! publish CHANNEL EVENT JSON     the application publishes; a JSON string is what Pusher's API sends
//! publish-as USER|SOCKET …       the same, as a user of a presence channel, or past a connection
//! earlier OFFSET [lost]           the next subscriber is a client that had this of the channel
//! terminate USER, recall USER    the application ends a user's connections, or asks them to come back
//! drain                          the server asks everyone to come back
//! full on, full off              loops take no more messages, or do again
//! crowded on, crowded off        those who would deliver messages are behind, or are not any more
//! room a                         a's message is tried again
//! policies on                    there is a database, whose answers come later
//! answer a WHAT                  it answers a: `all`, `none`, `broadcast`, `presence`, or why it does not
//! stored on                      the database keeps what it sends, and answers later
//! stored a complete u1={} u2={}  it answers a with what it has, by ids; `some` if that is not all, `fails` if it cannot
//! changes on                     there is a stream of the database's changes
//! followed a NUMBER              a's request for changes is met from now on
//! unfit a NUMBER REQUEST         it is not: the request with this id has a filter for another column
//! keys away                      tokens of roles that begin with `new` name a key that is being fetched
//! keys came a                    it has come, and a is answered
//! revoke USER                    the application revokes a user's tokens: anon@1500@USER
//! answer-anew a WHAT             the same to a question that was asked again
//! hook a allow                   a hook answers about what a has asked for: also `rewrite JSON`, `refuse REASON`, and `silent` if
//!                                it gives no answer
//! wait 120s                      time passes
//! a< TEXT                        a hears it; PING is a control frame, CLOSE the end
//! counted CAUSE                  a refusal is counted
//! asked a Read TOPIC ROLE        the database is asked about policies
//! asked a changes NUMBER TOPIC ROLE, asked a no changes NUMBER    changes are followed, and no more
//! asked missed by USER           whether the client was there before, and as whom
//! asked a hook QUESTION          a hook is asked about what a does
//! asked a stored TOPIC …         the database is asked for earlier messages: since, after which, how many
//! ```
//!
//! `<<sign CHANNEL>>`, `<<presence CHANNEL DATA>>` and `<<user DATA>>` stand for what an application's auth
//! endpoint answers, `<<repeat N TEXT>>` for much of a kind, and `<<quote TEXT>>` for a JSON string.

use baton_hub::{Form, Message};
use baton_protocols::{
    Hook, HookAnswer, HookEvent, HookEvents, HookRefused, Permissions, PolicyAnswer, PolicyError,
    ReplayAnswer, ReplayError, ReplayPage, Secret, phoenix::PublicBroadcast, pusher::signature::Signature,
};

use super::world::{KEY, SECRET, World};

/// Plays what happens in `text`, and returns it with what is really heard.
pub(crate) fn play(text: &str) -> String {
    let mut world = World::new();
    let mut played = String::new();
    for line in text.lines() {
        if is_heard(line) {
            continue;
        }
        played.push_str(line);
        played.push('\n');
        if !line.is_empty() && !line.starts_with('#') {
            act(&mut world, line);
        }
        for heard in world.take_heard() {
            played.push_str(&heard);
            played.push('\n');
        }
    }
    played
}

/// The first lines that differ.
pub(crate) fn difference(expected: &str, played: &str) -> String {
    let pairs = expected.lines().map(Some).chain(std::iter::repeat(None));
    let pairs = pairs.zip(played.lines().map(Some).chain(std::iter::repeat(None)));
    let at =
        pairs.take_while(|pair| *pair != (None, None)).enumerate().find(|(_, (left, right))| left != right);
    match at {
        Some((line, (left, right))) => {
            format!(
                "line {}:\n  expected {}\n  heard    {}",
                line + 1,
                left.unwrap_or("-"),
                right.unwrap_or("-")
            )
        }
        None => "line ends differ".into(),
    }
}

fn is_heard(line: &str) -> bool {
    line.starts_with("counted ")
        || line.starts_with("asked ")
        || line == "unanswered"
        || line.split_once("< ").is_some_and(|(name, _)| is_name(name))
}

fn is_name(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn act(world: &mut World, line: &str) {
    if let Some((name, text)) = line.split_once("> ").filter(|(name, _)| is_name(name)) {
        return match text {
            "binary" => world.binary(name, &[1, 2, 3]),
            text if text.starts_with("oversized binary ") => {
                world.oversized(name, false, &bytes(&text["oversized binary ".len()..]));
            }
            text if text.starts_with("oversized ") => {
                world.oversized(name, true, &text.as_bytes()["oversized ".len()..]);
            }
            text if text.starts_with("binary ") => world.binary(name, &bytes(&text["binary ".len()..])),
            text => {
                let said = expand(text, &world.socket_id(name));
                world.say(name, &said);
            }
        };
    }
    let words: Vec<&str> = line.splitn(4, ' ').collect();
    match words[..] {
        ["app", ..] => line.split(' ').skip(1).for_each(|setting| set(world, setting)),
        ["connect", name] => world.connect(name, "?protocol=7&client=js&version=8.4.0", None),
        ["connect", name, query] => world.connect(name, query, None),
        ["connect", name, query, origin] => world.connect(name, query, Some(origin)),
        ["connect-supabase", name, vsn, token] => world.connect_supabase(name, vsn, token),
        [name, "pong"] => world.heard_from(name),
        [name, "gone"] => world.gone(name),
        ["publish", channel, event, data] => world.publish(channel, event, &expand(data, ""), None),
        ["publish-as", who, channel, rest] => {
            let (event, data) = rest.split_once(' ').unwrap();
            world.publish(channel, event, data, Some(who));
        }
        ["earlier", offset] => world.earlier = Some((offset.parse().unwrap(), false)),
        ["earlier", offset, "lost"] => world.earlier = Some((offset.parse().unwrap(), true)),
        ["terminate", user] => world.disconnect(user, baton_hub::DisconnectReason::Terminated),
        ["recall", user] => world.disconnect(user, baton_hub::DisconnectReason::Reconnect),
        ["drain"] => world.drain(),
        ["full", switch] => world.set_full(switch == "on"),
        ["crowded", switch] => world.is_crowded = switch == "on",
        ["room", name] => world.room_came(name),
        ["policies", switch] => world.has_policies = switch == "on",
        ["answer", name, what] => world.answer(name, policy_answer(what)),
        ["changes", "on"] => world.has_changes = true,
        ["followed", name, number] => world.followed(name, number),
        ["unfit", name, number, request] => world.unfit(name, number, request),
        ["stored", "on"] => world.has_stored = true,
        ["stored", name, "fails"] => world.replay(name, Err(ReplayError::Unreachable)),
        ["stored", name, extent] => world.replay(name, stored(extent, "")),
        ["stored", name, extent, messages] => world.replay(name, stored(extent, messages)),
        ["hook", name, ..] => {
            let answer = line.splitn(3, ' ').last().unwrap();
            world.hook(name, hook_answer(answer));
        }
        ["keys", "away"] => world.awaits_keys = true,
        ["keys", "came", name] => world.keys_came(name),
        ["revoke", user] => world.revoke(user),
        ["answer-anew", name, what] => world.policy_rechecked(name, policy_answer(what)),
        ["clock", "forward", time] => world.set_clock(milliseconds(time).cast_signed()),
        ["clock", "back", time] => world.set_clock(-milliseconds(time).cast_signed()),
        ["wait", time] => world.wait(milliseconds(time)),
        _ => panic!("no such line: {line}"),
    }
}

fn policy_answer(what: &str) -> PolicyAnswer {
    let (broadcast, presence) = match what {
        "all" => (true, true),
        "none" => (false, false),
        "broadcast" => (true, false),
        "presence" => (false, true),
        "unreachable" => return Err(PolicyError::Unreachable),
        "busy" => return Err(PolicyError::Busy),
        "cancelled" => return Err(PolicyError::Cancelled),
        error => return Err(PolicyError::Failed(error.into())),
    };
    Ok(Permissions { broadcast, presence })
}

fn hook_answer(what: &str) -> HookAnswer {
    match what.split_once(' ').unwrap_or((what, "")) {
        ("allow", _) => HookAnswer::Allowed,
        ("rewrite", data) => HookAnswer::Rewritten(data.into()),
        ("refuse", reason) => HookAnswer::Refused(HookRefused::Reason(reason.into())),
        ("silent", _) => HookAnswer::NONE,
        _ => panic!("no such answer: {what}"),
    }
}

fn stored(extent: &str, messages: &str) -> ReplayAnswer {
    let message = |text: &str| {
        let (id, data) = text.split_once('=').unwrap();
        Message {
            event: "e".into(),
            data: data.as_bytes().into(),
            form: Form::Json,
            id: Some(id.into()),
            user: None,
        }
    };
    let messages = messages.split_terminator(' ').map(message).collect();
    Ok(Some(ReplayPage { messages, complete: extent == "complete" }))
}

/// A text in which `\x01` stands for a byte.
fn bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut out = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        out.push(u8::from_str_radix(&part[..2], 16).unwrap());
        out.extend_from_slice(&part.as_bytes()[2..]);
    }
    out
}

fn milliseconds(time: &str) -> u64 {
    match time.strip_suffix("ms") {
        Some(figure) => figure.parse().unwrap(),
        None => time.strip_suffix('s').unwrap().parse::<u64>().unwrap() * 1_000,
    }
}

fn set(world: &mut World, setting: &str) {
    let (name, value) = setting.split_once('=').unwrap();
    let number = || value.parse().unwrap();
    let switch = || value.parse().unwrap();
    let app = world.app_mut();
    match name {
        "private_recheck_s" => app.supabase.private_recheck_s = number(),
        "enabled" => app.enabled = switch(),
        "allowed_origins" => app.allowed_origins = value.split(',').map(String::from).collect(),
        "max_channels" => app.max_channels = number(),
        "total_client_messages_per_second" => app.total_client_messages_per_second = number(),
        "total_client_bytes_per_second" => app.total_client_bytes_per_second = number(),
        "max_connections" => app.max_connections = number(),
        "activity_timeout_s" => app.pusher.activity_timeout_s = number(),
        "pong_timeout_s" => app.pusher.pong_timeout_s = number(),
        "client_events" => app.pusher.client_events = switch(),
        "client_events_per_second" => app.pusher.client_events_per_second = number(),
        "user_authentication" => app.pusher.user_authentication = switch(),
        "watchlists" => app.pusher.watchlists = switch(),
        "watchlist_users" => app.pusher.watchlist_users = number(),
        "subscription_count" => app.pusher.subscription_count = switch(),
        "authorized_connections" => app.pusher.authorized_connections = switch(),
        "authorization_grace_s" => app.pusher.authorization_grace_s = number(),
        "channel_name_bytes" => app.pusher.channel_name_bytes = number(),
        "event_name_bytes" => app.event_name_bytes = number(),
        "event_data_bytes" => app.pusher.event_data_bytes = number(),
        "presence_members" => app.pusher.presence_members = number(),
        "presence_info_bytes" => app.pusher.presence_info_bytes = number(),
        "channels_per_connection" => app.channels_per_connection = number(),
        "recovery" => app.recovery = switch(),
        "history_messages" => app.history_messages = number(),
        "replay_messages" => app.supabase.replay_messages = number(),
        "message_ids" => app.supabase.message_ids = switch(),
        "cache_ttl_s" => app.cache_ttl_s = number(),
        "commands_per_second" => app.commands_per_second = number(),
        "presence_per_second" => app.supabase.presence_per_second = number(),
        "broadcasts_per_second" => app.supabase.broadcasts_per_second = number(),
        "hooks" => {
            let events = value.split(',').map(|name| HookEvent::of(name).unwrap());
            let events = events.fold(HookEvents::default(), HookEvents::with);
            let mut hook = Hook::new("http://app.example".into(), events);
            hook.channels.pattern = "*x*".into();
            app.hooks.0.push(hook);
        }
        "broadcast_bytes" => app.supabase.broadcast_bytes = number(),
        "public_broadcast" => {
            let entries: Vec<String> = value.split(',').map(str::to_owned).collect();
            app.supabase.public_broadcast = PublicBroadcast::parse(&entries).unwrap();
        }
        "presence_bytes" => app.supabase.presence_bytes = number(),
        "presences_per_channel" => app.supabase.presences_per_channel = number(),
        "close_channel_on_auth_failure" => app.supabase.close_channel_on_auth_failure = switch(),
        "error_data_as_string" => app.pusher.error_data_as_string = switch(),
        "secret" => app.secret = Secret::new(value),
        _ => panic!("no such setting: {name}"),
    }
}

fn expand(text: &str, socket: &str) -> String {
    expand_some(text, socket).unwrap_or_else(|| panic!("a stand-in is not understood: {text}"))
}

/// The text with its stand-ins replaced; `None` if one of them is not understood.
pub(crate) fn expand_some(text: &str, socket: &str) -> Option<String> {
    let mut text = text.to_owned();
    // The innermost first: a repetition may stand inside what is signed.
    while let Some(begin) = text.rfind("<<") {
        let end = begin + text[begin..].find(">>")?;
        let inside = text[begin + 2..end].to_owned();
        text.replace_range(begin..end + 2, &stand_in(&inside, socket)?);
    }
    Some(text)
}

fn stand_in(text: &str, socket: &str) -> Option<String> {
    let (name, rest) = text.split_once(' ')?;
    Some(match name {
        "repeat" => {
            let (times, what) = rest.split_once(' ')?;
            what.repeat(
                times.parse().ok().filter(|times: &usize| times.saturating_mul(what.len()) < 1 << 20)?,
            )
        }
        "quote" => quoted(rest),
        "sign" => sign(&format!("{socket}:{rest}")),
        "presence" => {
            let (channel, data) = rest.split_once(' ')?;
            let auth = sign(&format!("{socket}:{channel}:{data}"));
            format!(r#""channel":"{channel}","auth":"{auth}","channel_data":{}"#, quoted(data))
        }
        "user" => {
            let auth = sign(&format!("{socket}::user::{rest}"));
            format!(r#""auth":"{auth}","user_data":{}"#, quoted(rest))
        }
        _ => return None,
    })
}

fn sign(text: &str) -> String {
    format!("{KEY}:{}", Signature::of(&Secret::new(SECRET), &[text]))
}

pub(crate) fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}
