//! Why something did not arrive, or was refused: the checks in their order, and the first that failed.

use std::sync::Arc;

use baton_hub::{Access, AppId, ChannelKey, HistoryRange, KeyRef, SocketId};
use baton_protocols::Hub as _;
use baton_protocols::pusher::ChannelName as PusherName;
use serde_json::{Value, json};

use super::channels::channel_of;
use super::connections::{Looked, look_up, socket_of};
use super::timeline::event_named;
use super::{Call, Outcome};
use crate::app_state::AppState;
use crate::clock::unix_ms;
use crate::inspector::RecentRefusal;
use crate::inspector::ended::EndedConnection;
use crate::inspector::help::help;
use crate::inspector::inspection::Shown;
use crate::inspector::timeline::{Delivery, Event, Filter, Kind, Label, Number, Skip};
use crate::tenants::Answer;

/// Occupied channels that are compared with a name that nobody is subscribed to.
const COMPARED: usize = 100_000;
/// Names that are suggested.
const SUGGESTED: usize = 3;
/// Messages of a history that are looked through.
const MESSAGES: usize = 100;
/// How old a refusal may be that explains what is missing now.
const LATELY_MS: u64 = 600_000;
/// Refusals that are named.
const REFUSALS: usize = 5;

/// One check.
struct Step {
    what: String,
    /// `None` where it cannot be known from here.
    ok: Option<bool>,
    value: String,
    at_us: Option<u64>,
    fix: Option<String>,
    page: Option<&'static str>,
}

/// Checks, in their order.
struct Diagnosis {
    subject: String,
    steps: Vec<Step>,
    /// What the first failed check comes to.
    verdict: Option<String>,
}

impl Diagnosis {
    fn of(subject: String) -> Self {
        Self { subject, steps: Vec::new(), verdict: None }
    }

    fn add(&mut self, what: &str, ok: Option<bool>, value: impl Into<String>) -> &mut Step {
        let step = Step { what: what.into(), ok, value: value.into(), at_us: None, fix: None, page: None };
        self.steps.push(step);
        let last = self.steps.len() - 1;
        &mut self.steps[last]
    }

    fn good(&mut self, what: &str, value: impl Into<String>) -> &mut Step {
        self.add(what, Some(true), value)
    }

    fn unknown(&mut self, what: &str, value: impl Into<String>) -> &mut Step {
        self.add(what, None, value)
    }

    /// A check that failed. The first one decides.
    fn bad(&mut self, what: &str, value: impl Into<String>, verdict: impl Into<String>) -> &mut Step {
        self.verdict.get_or_insert_with(|| verdict.into());
        self.add(what, Some(false), value)
    }

    fn has_failed(&self) -> bool {
        self.verdict.is_some()
    }

    /// The answer; `otherwise` is the verdict where nothing failed.
    fn answer(self, call: &Call<'_>, otherwise: impl Into<String>) -> Answer {
        let steps: Vec<_> = self.steps.iter().map(Step::as_json).collect();
        let is_certain = self.has_failed() || self.steps.iter().all(|step| step.ok.is_some());
        let verdict = self.verdict.unwrap_or_else(|| otherwise.into());
        call.answer(json!({
            "subject": self.subject, "verdict": verdict, "certain": is_certain, "steps": steps,
        }))
    }
}

impl Step {
    fn fix(&mut self, fix: impl Into<String>, page: &'static str) {
        self.fix = Some(fix.into());
        self.page = Some(page);
    }

    fn as_json(&self) -> Value {
        json!({
            "what": self.what, "ok": self.ok, "value": self.value, "at_us": self.at_us, "fix": self.fix,
            "page": self.page,
        })
    }
}

/// Explains a connection, a message, or that nothing came.
pub(super) async fn why(call: &Call<'_>) -> Outcome {
    call.got(|_| Ok(Answer::done()))?;
    match (call.parameters.get("event"), call.parameters.get("socket")) {
        (Some(_), socket) => of_message(call, socket.map(socket_of).transpose()?).await,
        (None, Some(socket)) => of_connection(call, socket_of(socket)?).await,
        (None, None) => of_channel(call).await,
    }
}

async fn of_connection(call: &Call<'_>, socket: SocketId) -> Outcome {
    let mut diagnosis = Diagnosis::of(format!("connection {socket}"));
    match look_up(call, socket).await? {
        Looked::Open(_, shown) => {
            diagnosis.good(
                "The connection is open",
                format!("{} over {}", shown.row.protocol, shown.row.transport),
            );
            // What was refused first and then granted is over.
            let is_over =
                |channel: &str| shown.channels.iter().any(|(own, _)| own.label().to_string() == *channel);
            note_refusals(call, &mut diagnosis, |one| {
                one.socket == Some(socket) && !one.channel.as_deref().is_some_and(is_over)
            });
            note_state(&mut diagnosis, &shown);
        }
        Looked::Ended(ended) => {
            of_ended(&mut diagnosis, &ended);
            note_refusals(call, &mut diagnosis, |one| one.socket == Some(socket));
        }
        Looked::Unknown => {
            let text = "This server has no such connection, and none that ended lately. Socket ids change with each reconnect: take \
                        the one that the page has now (pusher.connection.socket_id).";
            diagnosis.bad("The connection is known", "no", text);
            note_refusals(call, &mut diagnosis, |one| one.socket == Some(socket));
        }
    }
    let otherwise = "The connection is open, reads what it is sent, and is subscribed: it receives what is published on its channels.";
    Ok(diagnosis.answer(call, otherwise))
}

fn note_state(diagnosis: &mut Diagnosis, Shown { row, channels }: &Shown) {
    if row.outbox_bytes > 0 {
        let text = format!(
            "The client does not keep up: {} bytes wait for it. At outbox_bytes, or after outbox_age_s, it is closed with 4100.",
            row.outbox_bytes
        );
        diagnosis
            .bad("The client reads what it is sent", format!("{} bytes wait", row.outbox_bytes), text)
            .fix(
                "Look at the client's network and at how long its handlers take; or send less.",
                "operate.md#sizing",
            );
    } else {
        diagnosis.good("The client reads what it is sent", "nothing waits");
    }
    if row.state == "waiting" {
        let text = "The connection waits for an answer of a hook, a policy or a key, and is not read until that has come.";
        diagnosis.unknown("The connection is read", text);
    }
    if channels.is_empty() {
        diagnosis
            .bad(
                "It is subscribed",
                "to nothing",
                "The connection is open, and subscribed to nothing: it receives no message.",
            )
            .fix("Subscribe after the connection has opened.", "start.md#2-subscribe");
    } else {
        let names: Vec<_> =
            channels.iter().take(10).map(|(channel, _)| channel.label().to_string()).collect();
        diagnosis.good("It is subscribed", format!("to {}: {}", channels.len(), names.join(", ")));
    }
}

fn of_ended(diagnosis: &mut Diagnosis, ended: &EndedConnection) {
    let EndedConnection { by, code, reason, .. } = ended;
    let reason = if reason.is_empty() {
        "no reason was given".to_owned()
    } else {
        format!("\u{201c}{reason}\u{201d}")
    };
    let fix = match code {
        4100 => "The client read too slowly: look at its network, or raise outbox_bytes.",
        4001 | 4003 => "Look at the app: it is unknown, removed or disabled.",
        4004 => "The app is over max_connections.",
        4009 => "An operator or the application ended it, or a hook refused it.",
        4200..=4299 => "The server asked it to reconnect: it restarts, or the app was changed.",
        1006 => {
            "The network broke, a proxy closed the connection (compare its timeouts), or the page was closed."
        }
        1009 => "A message was larger than message_bytes.",
        _ => "The reason says why.",
    };
    diagnosis
        .bad(
            "The connection is open",
            "no",
            format!("The connection was closed by the {by} with {code}: {reason}."),
        )
        .fix(fix, "operate.md#logs");
}

/// Names refusals that have to do with it.
fn note_refusals(call: &Call<'_>, diagnosis: &mut Diagnosis, wanted: impl Fn(&RecentRefusal) -> bool) {
    let own =
        call.caller.credential.app_id().and_then(|id| call.node.state_by_id(id)).map(|state| state.app.index);
    let is_seen = |app: Option<AppId>| call.caller.credential.app_id().is_none() || app == own;
    let found = call.node.inspector.refusals.newest(None, REFUSALS, |one| is_seen(one.app) && wanted(one));
    for (_, one) in found {
        let help = help(one.cause, &one.why);
        let what = match &one.channel {
            Some(channel) => format!("Refused on {channel} ({})", one.cause.label()),
            None => format!("Refused ({})", one.cause.label()),
        };
        diagnosis.bad(&what, &*one.why, format!("It was refused: {}", one.why)).fix(help.fix, help.page);
    }
}

/// A message of the timeline, and perhaps one connection that should have received it.
async fn of_message(call: &Call<'_>, socket: Option<SocketId>) -> Outcome {
    let (number, event, delivery) = event_named(call)?;
    let (Kind::Message, Some(delivery)) = (event.kind, delivery) else {
        return Err(Answer::error(400, "This event is no message: name one of type message"));
    };
    let channel = event.channel.as_ref().map(|one| one.label().to_string()).unwrap_or_default();
    let name = event.name.as_deref().unwrap_or_default();
    let mut diagnosis = Diagnosis::of(format!("event {name} on {channel}"));
    let from = event.origin.map_or("", |origin| origin.name());
    diagnosis.good("Accepted", format!("from {from}")).at_us = Some(0);
    if let Some(position) = event.position {
        diagnosis.good("Given its place in the channel's order", format!("offset {}", position.offset));
    }
    note_subscribers(call, &mut diagnosis, &event, &delivery);
    if let Some(socket) = socket {
        note_receiver(call, &mut diagnosis, (number, &event, &delivery), socket).await?;
    }
    note_event_name(&mut diagnosis, name);
    let otherwise = format!(
        "{} of {} subscriptions received it, the last one {} µs after it was accepted. If the page shows nothing, it listens for \
         another event than {name:?}.",
        delivery.received,
        delivery.subscriptions,
        delivery.slowest_ns / 1_000
    );
    Ok(diagnosis.answer(call, otherwise))
}

fn note_subscribers(call: &Call<'_>, diagnosis: &mut Diagnosis, event: &Event, delivery: &Delivery) {
    let Some(channel) = &event.channel else { return };
    if delivery.subscriptions == 0 {
        let app = event.app.and_then(|app| call.node.config().app(app).cloned());
        return note_nobody(call, diagnosis, app.as_deref(), &channel.label());
    }
    diagnosis.good("Somebody is subscribed", format!("{} subscriptions", delivery.subscriptions));
    let step = diagnosis.good("Written to their connections", format!("{} received it", delivery.received));
    step.at_us = Some(delivery.slowest_ns / 1_000);
    let count = |why: Skip| delivery.skipped.iter().filter(|(_, one)| *one == why).count();
    let (excluded, behind, closing) = (count(Skip::Excluded), count(Skip::Behind), count(Skip::Closing));
    if excluded > 0 {
        let value = format!(
            "{} was excluded by socket_id",
            event.except.map_or_else(String::new, |one| one.to_string())
        );
        let step = diagnosis.unknown("Nobody is excluded", value);
        step.fix(
            "The publisher excluded the sender: toOthers() in Laravel, socket_id in the API, or the sender of a client event \
             itself. Leave it out where the sender should see the event too.",
            "http-api.md#calls",
        );
        if delivery.received == 0 {
            let text = "The only subscriber is the one that the publisher excluded (toOthers, socket_id, or the sender of a client \
                        event itself).";
            diagnosis.verdict.get_or_insert_with(|| text.into());
        }
    }
    if behind > 0 {
        diagnosis
            .unknown(
                "Nobody is behind",
                format!("{behind} have not read what came before, and receive this later"),
            )
            .fix("Look at these connections: their clients or networks are slow.", "operate.md#sizing");
    }
    if closing > 0 {
        diagnosis.unknown("Nobody is being closed", format!("{closing} were being closed"));
    }
}

/// Nobody is subscribed to a channel: perhaps to one with a similar name.
fn note_nobody(call: &Call<'_>, diagnosis: &mut Diagnosis, app: Option<&AppState>, channel: &Label<'_>) {
    let name = channel.to_string();
    let similar = app.map(|state| similar_channels(call, state.app.index, &name)).unwrap_or_default();
    let mut verdict = format!("Nobody was subscribed to {name}.");
    if !similar.is_empty() {
        verdict.push_str(&format!(" Somebody is to {}.", similar.join(", ")));
    }
    diagnosis.bad("Somebody is subscribed", "nobody", verdict).fix(
        "Compare the name that is published to with the one that the page subscribes to: private- and presence- are parts of a \
         name, which Laravel Echo adds for private() and join(), and Laravel for PrivateChannel and PresenceChannel.",
        "start.md#troubleshooting",
    );
}

/// Occupied channels whose names differ from this one in their class, in case or in separators, or little otherwise.
fn similar_channels(call: &Call<'_>, app: AppId, name: &str) -> Vec<String> {
    let wanted = essence(name);
    let (mut found, mut compared) = (Vec::new(), 0);
    call.node.for_each_occupied(app, &mut |key: &Arc<ChannelKey>, _, _| {
        compared += 1;
        if compared <= COMPARED && found.len() < SUGGESTED && key.name().len() <= 2 * name.len() + 20 {
            let label = Label::of(key.borrowed()).to_string();
            if label != name && essence(&label) == wanted {
                found.push(label);
            }
        }
    });
    found
}

/// A name without what is easily mistaken.
fn essence(name: &str) -> String {
    let name = name.to_lowercase();
    let bare =
        ["private-encrypted-", "private-", "presence-"].iter().find_map(|prefix| name.strip_prefix(prefix));
    bare.unwrap_or(&name).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Whether one connection received a message.
async fn note_receiver(
    call: &Call<'_>,
    diagnosis: &mut Diagnosis,
    (number, event, delivery): (Number, &Event, &Delivery),
    socket: SocketId,
) -> Result<(), Answer> {
    let what = format!("Connection {socket} receives it");
    let skipped = delivery.skipped.iter().find(|(one, _)| *one == socket).map(|(_, why)| *why);
    if event.except == Some(socket) || skipped == Some(Skip::Excluded) {
        let text = format!(
            "Connection {socket} was excluded by the publisher (toOthers, socket_id), or sent the event itself."
        );
        diagnosis.bad(&what, "excluded", text).fix("Leave socket_id or toOthers() out.", "http-api.md#calls");
        return Ok(());
    }
    let shown = match look_up(call, socket).await? {
        Looked::Open(_, shown) => shown,
        Looked::Ended(ended) => {
            of_ended(diagnosis, &ended);
            return Ok(());
        }
        Looked::Unknown => {
            diagnosis.bad(&what, "unknown", format!("This server has no connection {socket}."));
            return Ok(());
        }
    };
    let name = event.channel.as_ref().map(|one| one.label().to_string()).unwrap_or_default();
    let is_subscribed = shown.channels.iter().any(|(channel, _)| Some(channel) == event.channel.as_ref());
    let then = subscribed_then(call, number, event, socket);
    if skipped == Some(Skip::Behind) {
        let text = format!(
            "Connection {socket} had not read what came before: it receives this later, unless it is closed for that."
        );
        diagnosis
            .bad(&what, "later", text)
            .fix("Look at the client's network and handlers.", "operate.md#sizing");
    } else if let Then::Later { ms } = then {
        let text = format!("Connection {socket} subscribed {ms} ms after the event was published: too late.");
        diagnosis.bad(&what, "subscribed later", text).fix(
            "Fetch the present state after pusher:subscription_succeeded, use a cache channel, or read the history.",
            "http-api.md#calls-that-baton-adds",
        );
    } else if !is_subscribed && !matches!(then, Then::Yes) {
        let text = format!("Connection {socket} is not subscribed to {name}.");
        diagnosis
            .bad(&what, "not subscribed", text)
            .fix("Subscribe the page to this channel.", "start.md#2-subscribe");
        note_refusals(call, diagnosis, |one| one.socket == Some(socket));
    } else {
        diagnosis.good(&what, if is_subscribed { "yes" } else { "yes; it has left the channel since" });
    }
    Ok(())
}

/// Whether a connection was subscribed when a message was published.
enum Then {
    Yes,
    /// It subscribed so much later.
    Later {
        ms: u64,
    },
    /// The timeline does not say.
    Unknown,
}

/// What the timeline says of that: its last word before the message, or else its first one after it.
fn subscribed_then(call: &Call<'_>, number: Number, event: &Event, socket: SocketId) -> Then {
    let kinds = vec![Kind::Subscribe, Kind::Unsubscribe];
    let timeline = &call.node.inspector.timeline;
    let filter = Filter { kinds, ..Filter::default() };
    let (mut from, mut then) = (timeline.oldest(), Then::Unknown);
    loop {
        let page = timeline.read(from, 1_000, 0, &filter);
        for (at, one, _) in &page.events {
            let is_it = one.socket == Some(socket) && one.app == event.app && one.channel == event.channel;
            match (is_it, one.kind, *at < number) {
                (false, ..) => {}
                (true, Kind::Subscribe, true) => then = Then::Yes,
                (true, _, true) => then = Then::Unknown,
                (true, Kind::Subscribe, false) if !matches!(then, Then::Yes) => {
                    return Then::Later { ms: one.at_ms.saturating_sub(event.at_ms) };
                }
                // It left after the message, so it was there.
                (true, _, false) => return Then::Yes,
            }
        }
        if page.next == from {
            return then;
        }
        from = page.next;
    }
}

/// Names of events that pages often listen for in another spelling.
fn note_event_name(diagnosis: &mut Diagnosis, name: &str) {
    let fix = if let Some(rest) = name.strip_prefix('.') {
        format!(
            "The event's name begins with a dot. In Laravel Echo a leading dot means \u{201c}without the namespace\u{201d} where one \
             listens, as in listen('.{rest}'); where one publishes, broadcastAs() returns {rest:?} without it."
        )
    } else if name.contains('\\') {
        let short = name.rsplit('\\').next().unwrap_or_default();
        format!(
            "The event has its class as its name. Echo's listen({short:?}) finds it while its namespace is App\\Events; a client \
             without Echo binds {name:?}; broadcastAs() gives it another name, which Echo listens for with a leading dot."
        )
    } else {
        return;
    };
    diagnosis
        .unknown("The page listens for this event", name.to_owned())
        .fix(fix, "start.md#troubleshooting");
}

/// A channel on which something was expected.
async fn of_channel(call: &Call<'_>) -> Outcome {
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
    // Of the app, on this channel; or where neither a channel nor a connection is known, as of a page that could not connect and
    // of a backend that could not publish.
    let concerns = |one: &RecentRefusal| {
        one.at_ms >= since_ms
            && match &one.channel {
                Some(channel) => one.app == Some(app) && **channel == *label,
                None => {
                    one.socket.is_none() && (one.app == Some(app) || (one.app.is_none() && one.key.is_some()))
                }
            }
    };
    if subscriptions == 0 {
        note_refusals(call, &mut diagnosis, concerns);
        note_nobody(call, &mut diagnosis, Some(&state), &Label::of(key));
    } else {
        diagnosis.good("Somebody is subscribed", format!("{subscriptions} subscriptions"));
    }
    if let Some(user) = call.parameters.get("user") {
        note_user(call, &mut diagnosis, key, user);
    }
    note_history(call, &mut diagnosis, key, call.parameters.get("event_name"));
    if subscriptions > 0 {
        note_refusals(call, &mut diagnosis, concerns);
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

/// Whether the channel's history has the event that is expected.
fn note_history(call: &Call<'_>, diagnosis: &mut Diagnosis, key: KeyRef<'_>, event: Option<&str>) {
    let range = HistoryRange { after: None, limit: MESSAGES, newest_first: true };
    let page = call.node.history(key, range);
    let messages = page.map(|page| page.messages).unwrap_or_default();
    let Some(newest) = messages.first() else {
        diagnosis.unknown(
            "Something was published lately",
            "the history is empty: nothing was published, it has expired (history_ttl_s), or it is off (history_messages)",
        );
        return;
    };
    let age_s = crate::clock::now_ms().saturating_sub(newest.at) / 1_000;
    let Some(event) = event else {
        diagnosis
            .good("Something was published lately", format!("{:?}, {age_s} s ago", newest.message.event));
        return;
    };
    if messages.iter().any(|one| *one.message.event == *event) {
        diagnosis.good("The event was published lately", event);
        return;
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
}
