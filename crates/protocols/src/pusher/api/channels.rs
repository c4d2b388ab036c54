//! Questions about channels: which are occupied, and who is on them.

use alloc::sync::Arc;

use baton_hub::{ChannelKey, KeyRef};

use super::{
    Failure, Response,
    body::Body,
    failure::Shown,
    info::{Counts, Info},
    query::Query,
};
use crate::{
    App, Hub,
    pusher::channel::{ChannelKind, ChannelName, Spelling},
};

const PRESENCE: &str = "presence-";

/// `GET channels`: the occupied ones, all, those with a prefix, or those that are named.
pub(super) fn list(query: &Query<'_>, app: &App, hub: &dyn Hub) -> Result<Response, Failure> {
    let info = asked(query)?.without_cache()?;
    let mut list = List { info, body: Body::new("{\"channels\":{"), separator: "" };
    match (query.names("channels")?, query.get("filter_by_prefix")) {
        (names, prefix) if names.is_empty() => list_all(prefix.unwrap_or(""), app, hub, &mut list)?,
        (names, None) => list_named(&names, app, hub, &mut list)?,
        (_, Some(_)) => {
            return Err(Failure::malformed(
                "Both channels[] and filter_by_prefix are given. Send one of them.",
            ));
        }
    }
    list.body.raw("}}");
    Ok(list.body.into_response())
}

fn list_named(names: &[&str], app: &App, hub: &dyn Hub, list: &mut List) -> Result<(), Failure> {
    for name in names {
        let channel = ChannelName::parse(name, app).map_err(Failure::malformed)?;
        list.info.for_channel(channel)?;
        if let Some(found) = hub.channel(channel.key(app.index)).filter(|found| found.subscriptions > 0) {
            list.push(channel.key(app.index), Counts::from(&found));
        }
    }
    Ok(())
}

fn list_all(prefix: &str, app: &App, hub: &dyn Hub, list: &mut List) -> Result<(), Failure> {
    if list.info.user_count && !prefix.starts_with(PRESENCE) {
        return Err(Failure::malformed(
            "Attribute user_count exists for presence channels only. Limit the list with filter_by_prefix=presence-.",
        ));
    }
    hub.for_each_occupied(app.index, &mut |channel: &Arc<ChannelKey>, subscriptions, users| {
        if is_listed(channel.borrowed(), prefix) {
            list.push(channel.borrowed(), Counts { subscriptions, users });
        }
    });
    Ok(())
}

/// Whether a channel belongs into a list. Users' own channels are how the server reaches a signed-in user, and
/// are listed only to those who ask for them.
fn is_listed(key: KeyRef<'_>, prefix: &str) -> bool {
    let Some(spelling) = Spelling::of(key) else { return false };
    let (begins, is_user) = (begins_with(&spelling, prefix), spelling.prefix.starts_with('#'));
    begins && (!is_user || prefix.starts_with('#')) && spelling.is_visible()
}

fn begins_with(spelling: &Spelling<'_>, prefix: &str) -> bool {
    match prefix.strip_prefix(spelling.prefix) {
        Some(rest) => spelling.name.starts_with(rest),
        None => spelling.prefix.starts_with(prefix),
    }
}

/// `{"channels":{…}}` as it grows. It has no limit of its own: an app has as many channels as its connections
/// may subscribe to, at up to 250 bytes each.
struct List {
    info: Info,
    body: Body,
    separator: &'static str,
}

impl List {
    fn push(&mut self, key: KeyRef<'_>, counts: Counts) {
        let Some(spelling) = Spelling::of(key) else { return };
        // Only names in Pusher's characters come here, and none of those is escaped in JSON.
        for part in [self.separator, "\"", spelling.prefix, spelling.name, "\":{"] {
            self.body.raw(part);
        }
        self.info.write_counts(counts, spelling.prefix == PRESENCE, "", &mut self.body);
        self.body.raw("}");
        self.separator = ",";
    }
}

/// `GET channels/NAME`: whether it is occupied, and what else is asked.
pub(super) fn one(name: &str, query: &Query<'_>, app: &App, hub: &dyn Hub) -> Result<Response, Failure> {
    let channel = ChannelName::parse(name, app).map_err(Failure::malformed)?;
    let info = asked(query)?.for_channel(channel)?;
    let found = hub.channel(channel.key(app.index));
    let counts = found.as_ref().map(Counts::from).unwrap_or_default();
    let mut body =
        Body::new(if counts.subscriptions > 0 { "{\"occupied\":true" } else { "{\"occupied\":false" });
    let separator = info.write_counts(counts, channel.kind() == ChannelKind::Presence, ",", &mut body);
    info.write_cache(found.as_ref(), separator, &mut body);
    body.raw("}");
    Ok(body.into_response())
}

/// `GET channels/NAME/users`: the members of a presence channel, in the order in which they joined.
pub(super) fn users(name: &str, query: &Query<'_>, app: &App, hub: &dyn Hub) -> Result<Response, Failure> {
    let channel = ChannelName::parse(name, app).map_err(Failure::malformed)?;
    if channel.kind() != ChannelKind::Presence {
        return Err(Failure::malformed(format_args!(
            "Only presence channels have users: the name of \"{}\" does not begin with presence-.",
            Shown(name)
        )));
    }
    let with_info = flag(query, "with_user_info")?;
    let roster = hub.members(channel.key(app.index));
    let mut body = Body::new("{\"users\":[");
    for (index, member) in roster.iter().flat_map(|roster| &roster.members).enumerate() {
        body.raw(if index == 0 { "{\"id\":" } else { ",{\"id\":" });
        body.string(&member.user_id);
        if with_info && !member.info.is_empty() {
            body.raw(",\"user_info\":");
            body.raw_bytes(&member.info);
        }
        body.raw("}");
    }
    body.raw("]}");
    Ok(body.into_response())
}

fn asked(query: &Query<'_>) -> Result<Info, Failure> {
    query.list("info")?.map_or(Ok(Info::default()), |list| Info::parse(&list))
}

fn flag(query: &Query<'_>, name: &str) -> Result<bool, Failure> {
    match query.get(name) {
        None | Some("" | "0" | "false") => Ok(false),
        Some("1" | "true") => Ok(true),
        Some(other) => Err(Failure::malformed(format_args!(
            "Parameter {name} is \"{}\": it must be 1 or 0.",
            Shown(other)
        ))),
    }
}
