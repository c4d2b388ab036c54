//! Why nothing arrives on a channel.

use baton_hub::{Access, HistoryRange, KeyRef};
use baton_protocols::pusher::ChannelName as PusherName;
use baton_protocols::{Hub as _, Refusal};

use super::nobody::note_nobody;
use super::refused::{is_of_a_message, mention_refusals, note_refusals, suspect_refusals};
use crate::clock::{now_ms, unix_ms};
use crate::inspector::RecentRefusal;
use crate::inspector::api::channels::channel_of;
use crate::inspector::api::diagnosis::Diagnosis;
use crate::inspector::api::{Call, Outcome};
use crate::inspector::timeline::Label;
use crate::tenants::Answer;

/// Messages of a history that are looked through.
const MESSAGES: usize = 100;
/// How old a refusal may be that explains what is missing now.
const LATELY_MS: u64 = 600_000;

/// A channel on which something was expected.
pub(super) async fn of_channel(call: &Call<'_>) -> Outcome {
    let Some(named) = call.parameters.get("channel").or(call.parameters.get("id")) else {
        return Err(Answer::error(400, "Name what is to be explained: socket, event, or app and channel"));
    };
    let state = call.one_app()?;
    let mut diagnosis = Diagnosis::of(format!("channel {named} of app {}", state.app.id));
    if state.app.enabled {
        diagnosis.good("The app is served", &*state.app.id);
    } else {
        diagnosis
            .bad("The app is served", "disabled", format!("App {} is disabled.", state.app.id))
            .fix("baton app enable ID, or enabled = true", "apps.md#commands");
    }
    if call.parameters.get("id").is_none() {
        match PusherName::parse(named, &state.app) {
            Ok(_) => drop(diagnosis.good("The name is valid", named)),
            Err(error) => {
                diagnosis
                    .bad(
                        "The name is valid",
                        named,
                        format!("Pusher's clients cannot use this name: {error}."),
                    )
                    .fix("Choose another name.", "start.md#troubleshooting");
            }
        }
    }
    let Some((access, name)) = channel_of(call, &state.app)? else {
        return Err(Answer::error(400, "Name a channel: channel, or id"));
    };
    let key = KeyRef { app: state.app.index, access, name: &name };
    let subscriptions = call.node.channel(key).map_or(0, |info| info.subscriptions);
    let (label, app, since_ms) =
        (Label::of(key).to_string(), state.app.index, unix_ms().saturating_sub(LATELY_MS));
    let is_late = |one: &RecentRefusal| one.at_ms >= since_ms;
    let is_here =
        |one: &RecentRefusal| is_late(one) && one.app == Some(app) && one.channel.as_deref() == Some(&*label);
    // A page that could not connect has named a key and nothing else; a backend that could not publish, nothing.
    let is_elsewhere = |one: &RecentRefusal| is_late(one) && one.channel.is_none() && one.socket.is_none();
    let is_of_page = |one: &RecentRefusal| {
        is_elsewhere(one) && one.key.is_some() && (one.app == Some(app) || one.app.is_none())
    };
    let is_of_backend = |one: &RecentRefusal| is_elsewhere(one) && one.key.is_none() && one.app == Some(app);
    if subscriptions == 0 {
        note_refusals(call, &mut diagnosis, is_here);
        note_nobody(call, &mut diagnosis, Some(&state), &Label::of(key));
        suspect_refusals(call, &mut diagnosis, is_of_page);
        mention_refusals(call, &mut diagnosis, is_of_backend);
    } else {
        diagnosis.good("Somebody is subscribed", format!("{subscriptions} subscriptions"));
    }
    if let Some(user) = call.parameters.get("user") {
        note_user(call, &mut diagnosis, key, user);
    }
    let newest_ms = note_history(call, &mut diagnosis, key, call.parameters.get("event_name"));
    if subscriptions > 0 {
        // Somebody is let in, so that others may have been refused for a reason of their own; and what was published since, was not
        // refused.
        let is_bound = |one: &RecentRefusal| matches!(one.cause, Refusal::Limit | Refusal::Quota);
        let is_newer = |one: &RecentRefusal| newest_ms.is_none_or(|newest_ms| one.at_ms > newest_ms);
        let decides = |one: &RecentRefusal| match is_of_backend(one) {
            true => is_newer(one),
            false => is_here(one) && (is_of_a_message(one) || is_bound(one)),
        };
        note_refusals(call, &mut diagnosis, decides);
        mention_refusals(call, &mut diagnosis, |one| (is_here(one) || is_of_page(one)) && !decides(one));
    }
    Ok(diagnosis.answer(
        call,
        "Somebody is subscribed, and nothing was refused: open the timeline with this channel, publish again, and ask why for \
         that event.",
    ))
}

/// Whether a user takes part in a presence channel, or is signed in.
fn note_user(call: &Call<'_>, diagnosis: &mut Diagnosis, key: KeyRef<'_>, user: &str) {
    let own = KeyRef { access: Access::User, name: user, ..key };
    let is_signed_in = call.node.channel(own).is_some_and(|info| info.subscriptions > 0);
    let is_member = key.access == Access::Presence
        && call
            .node
            .members(key)
            .is_some_and(|roster| roster.members.iter().any(|one| *one.user_id == *user));
    match (is_member, is_signed_in) {
        (true, _) => drop(diagnosis.good("The user is a member", user)),
        (false, true) => {
            diagnosis.unknown(
                "The user is subscribed",
                "signed in; look at the user's connections for their channels",
            );
        }
        (false, false) => {
            diagnosis
                .bad(
                    "The user is connected",
                    "no",
                    format!("User {user} is not signed in, and no member of the channel."),
                )
                .fix("Look whether the page signs in, or joins the presence channel.", "clients.md");
        }
    }
}

/// Whether the channel's history has the event that is expected. Returns when its newest message was published, in milliseconds since
/// 1970.
fn note_history(
    call: &Call<'_>,
    diagnosis: &mut Diagnosis,
    key: KeyRef<'_>,
    event: Option<&str>,
) -> Option<u64> {
    let range = HistoryRange { after: None, limit: MESSAGES, newest_first: true };
    let page = call.node.history(key, range);
    let messages = page.map(|page| page.messages).unwrap_or_default();
    let Some(newest) = messages.first() else {
        diagnosis.unknown(
            "Something was published lately",
            "the history is empty: nothing was published, it has expired (history_ttl_s), or it is off (history_messages)",
        );
        return None;
    };
    let age_ms = now_ms().saturating_sub(newest.at);
    let newest_ms = Some(unix_ms().saturating_sub(age_ms));
    let Some(event) = event else {
        diagnosis.good(
            "Something was published lately",
            format!("{:?}, {} s ago", newest.message.event, age_ms / 1_000),
        );
        return newest_ms;
    };
    if messages.iter().any(|one| *one.message.event == *event) {
        diagnosis.good("The event was published lately", event);
        return newest_ms;
    }
    let bare =
        |name: &str| name.rsplit('\\').next().unwrap_or_default().trim_start_matches('.').to_lowercase();
    let similar =
        messages.iter().find(|one| bare(&one.message.event) == bare(event)).map(|one| &*one.message.event);
    let published = similar.unwrap_or(&newest.message.event);
    diagnosis
        .bad(
            "The event was published lately",
            published,
            format!("The channel has events named {published:?}, and none named {event:?}."),
        )
        .fix(
            "Names have to be the same: Laravel publishes App\\Events\\Name, or what broadcastAs() returns, for which Echo listens with \
             a leading dot.",
            "start.md#troubleshooting",
        );
    newest_ms
}
