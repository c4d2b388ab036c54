//! What the server says, as text.
//!
//! `data` is a JSON object inside a JSON string, as Pusher sends it, but for `pusher:error`,
//! `pusher:signin_success` and `pusher:subscription_error`, whose data clients expect to be an object.

use alloc::{borrow::Cow, sync::Arc, vec::Vec};
use core::fmt::{Display, Write as _};

use baton_hub::{EncodedRoster, Form, Member, Message, Position, SocketId};

use super::channel::Spelling;
use crate::{
    event_name::is_reserved_event,
    json::{EscapedText, push_escaped, push_string},
};

/// Asks the client for a sign of life.
pub const PING: &[u8] = br#"{"event":"pusher:ping","data":"{}"}"#;
/// Answers the client's ping.
pub const PONG: &[u8] = br#"{"event":"pusher:pong","data":"{}"}"#;

/// Error texts repeat names and signatures that clients sent, each cut to its usual length; the sum stays below this.
const ERROR_TEXT_BYTES: usize = 768;

/// The greeting. Without `activity_timeout_s`, or with 0, pusher-js gives up.
pub fn established(socket: SocketId, activity_timeout_s: u32) -> Vec<u8> {
    let mut out = Vec::with_capacity(144);
    let seconds = activity_timeout_s.max(1);
    out.extend_from_slice(br#"{"event":"pusher:connection_established","data":"#);
    push_quoted(
        &mut out,
        alloc::format!(r#"{{"socket_id":"{socket}","activity_timeout":{seconds}}}"#).as_bytes(),
    );
    out.push(b'}');
    out
}

/// An error. `code` is null where the client need do nothing; `data_as_string` is Reverb's form.
pub fn error(code: Option<u16>, text: &dyn Display, data_as_string: bool) -> Vec<u8> {
    error_of(None, code, text, data_as_string)
}

/// The same of a channel that the client has named, for an extension of the protocol.
pub fn error_of(
    channel: Option<&str>,
    code: Option<u16>,
    text: &dyn Display,
    data_as_string: bool,
) -> Vec<u8> {
    let mut data = Vec::with_capacity(256);
    data.extend_from_slice(br#"{"code":"#);
    match code {
        Some(code) => push_number(&mut data, code),
        None => data.extend_from_slice(b"null"),
    }
    data.extend_from_slice(br#","message":""#);
    push_limited(&mut data, text);
    data.push(b'"');
    if let Some(channel) = channel {
        data.extend_from_slice(br#","channel":"#);
        push_quoted(&mut data, channel.as_bytes());
    }
    data.push(b'}');
    let mut out = Vec::with_capacity(data.len() + 64);
    out.extend_from_slice(br#"{"event":"pusher:error","data":"#);
    if data_as_string {
        push_quoted(&mut out, &data)
    } else {
        out.extend_from_slice(&data)
    }
    out.push(b'}');
    out
}

/// What the confirmation of a subscription says about the channel's messages.
#[derive(Debug, Clone, Copy, Default)]
pub struct Standing {
    /// Whether it is sent all that it missed, where it came back.
    pub recovered: Option<bool>,
    /// The newest message, for clients that asked for positions.
    pub position: Option<Position>,
}

impl Standing {
    /// Appends members of a JSON object that stands in a string.
    fn push(self, is_first: bool, out: &mut Vec<u8>) {
        let mut is_first = is_first;
        let mut separate = |out: &mut Vec<u8>| {
            if !core::mem::replace(&mut is_first, false) {
                out.push(b',');
            }
        };
        if let Some(recovered) = self.recovered {
            separate(out);
            out.extend_from_slice(br#"\"recovered\":"#);
            out.extend_from_slice(if recovered { b"true" } else { b"false" });
        }
        if let Some(Position { epoch, offset }) = self.position {
            separate(out);
            out.extend_from_slice(br#"\"epoch\":\""#);
            push_number(out, epoch);
            out.extend_from_slice(br#"\",\"offset\":"#);
            push_number(out, offset);
        }
    }
}

/// A subscription was made.
pub fn subscription_succeeded(channel: &str, standing: Standing) -> Vec<u8> {
    let mut out = begin("pusher_internal:subscription_succeeded", channel.len() + 32);
    push_channel(&mut out, "", channel);
    out.extend_from_slice(br#","data":"{"#);
    standing.push(true, &mut out);
    out.extend_from_slice(br#"}"}"#);
    out
}

/// The members of a presence channel, as [`presence_succeeded`] tells them.
pub fn roster(members: &[Arc<Member>]) -> EncodedRoster {
    let bytes: usize = members.iter().map(|member| member.user_id.len() + member.info.len() + 8).sum();
    let (mut ids, mut infos) = (Vec::with_capacity(bytes / 4), Vec::with_capacity(bytes));
    for (index, member) in members.iter().enumerate() {
        push_member(member, index == 0, &mut ids, &mut infos);
    }
    EncodedRoster { ids: ids.into(), infos: infos.into() }
}

/// A subscription to a presence channel was made; these are its `count` members, and `newcomer`, if it is not among them.
pub fn presence_succeeded(
    channel: Spelling<'_>,
    count: usize,
    roster: &EncodedRoster,
    newcomer: Option<&Member>,
    standing: Standing,
) -> Vec<u8> {
    let (mut ids, mut infos) = (Vec::new(), Vec::new());
    if let Some(member) = newcomer {
        push_member(member, count == 0, &mut ids, &mut infos);
    }
    let room = roster.ids.len() + roster.infos.len() + ids.len() + infos.len() + 256;
    let mut out = begin("pusher_internal:subscription_succeeded", room);
    push_channel(&mut out, channel.prefix, channel.name);
    out.extend_from_slice(br#","data":"{\"presence\":{\"count\":"#);
    push_number(&mut out, count + usize::from(newcomer.is_some()));
    out.extend_from_slice(br#",\"ids\":["#);
    out.extend_from_slice(&roster.ids);
    out.extend_from_slice(&ids);
    out.extend_from_slice(br#"],\"hash\":{"#);
    out.extend_from_slice(&roster.infos);
    out.extend_from_slice(&infos);
    out.extend_from_slice(b"}}");
    standing.push(false, &mut out);
    out.extend_from_slice(br#"}"}"#);
    out
}

/// Appends a member to both parts of a roster. They stand inside a JSON string, so quotation marks are escaped.
fn push_member(member: &Member, is_first: bool, ids: &mut Vec<u8>, infos: &mut Vec<u8>) {
    let mut id = Vec::with_capacity(member.user_id.len() + 8);
    if !is_first {
        id.push(b',');
    }
    push_string(&mut id, &member.user_id);
    let start = ids.len();
    push_escaped(ids, &id);
    infos.extend_from_slice(ids.get(start..).unwrap_or_default());
    infos.push(b':');
    push_escaped(infos, if member.info.is_empty() { b"null" } else { &member.info });
}

/// A subscription was refused.
pub fn subscription_error(channel: &str, kind: &str, status: u16, text: &dyn Display) -> Vec<u8> {
    let mut out = begin("pusher:subscription_error", channel.len() + 256);
    push_channel(&mut out, "", channel);
    out.extend_from_slice(br#","data":{"type":"#);
    push_string(&mut out, kind);
    out.extend_from_slice(br#","error":""#);
    push_limited(&mut out, text);
    out.extend_from_slice(br#"","status":"#);
    push_number(&mut out, status);
    out.extend_from_slice(b"}}");
    out
}

/// A user's first connection joined.
pub fn member_added(channel: Spelling<'_>, member: &Member) -> Vec<u8> {
    let mut data = Vec::with_capacity(member.user_id.len() + member.info.len() + 40);
    data.extend_from_slice(br#"{"user_id":"#);
    push_string(&mut data, &member.user_id);
    if !member.info.is_empty() {
        data.extend_from_slice(br#","user_info":"#);
        data.extend_from_slice(&member.info);
    }
    data.push(b'}');
    on_channel("pusher_internal:member_added", channel, &data)
}

/// A user's last connection left.
pub fn member_removed(channel: Spelling<'_>, member: &Member) -> Vec<u8> {
    let mut data = Vec::with_capacity(member.user_id.len() + 20);
    data.extend_from_slice(br#"{"user_id":"#);
    push_string(&mut data, &member.user_id);
    data.push(b'}');
    on_channel("pusher_internal:member_removed", channel, &data)
}

/// How many subscriptions the channel has.
pub fn subscription_count(channel: Spelling<'_>, count: u32) -> Vec<u8> {
    on_channel(
        "pusher_internal:subscription_count",
        channel,
        alloc::format!(r#"{{"subscription_count":{count}}}"#).as_bytes(),
    )
}

/// The channel keeps its last event, and there is none. Without `data`, as Pusher documents it; clients that read `data`
/// take it as absent.
pub fn cache_miss(channel: &str) -> Vec<u8> {
    let mut out = begin("pusher:cache_miss", channel.len() + 32);
    push_channel(&mut out, "", channel);
    out.push(b'}');
    out
}

/// What was published on a channel lately, as the HTTP API writes it.
pub fn history(channel: &str, page: &[u8]) -> Vec<u8> {
    let mut out = begin("pusher:history", channel.len() + page.len() + 32);
    push_channel(&mut out, "", channel);
    out.extend_from_slice(br#","data":"#);
    out.extend_from_slice(page);
    out.push(b'}');
    out
}

/// The sign-in is believed.
pub fn signin_success(user_data: &str) -> Vec<u8> {
    let mut out = begin("pusher:signin_success", user_data.len() + user_data.len() / 4 + 32);
    out.extend_from_slice(br#","data":{"user_data":"#);
    push_string(&mut out, user_data);
    out.extend_from_slice(b"}}");
    out
}

/// Who of the watched users came or is there, and who went or is not.
pub fn watchlist_events(online: &[Cow<'_, str>], offline: &[Cow<'_, str>]) -> Vec<u8> {
    let mut data = Vec::with_capacity(128);
    data.extend_from_slice(br#"{"events":["#);
    for (name, ids) in [("online", online), ("offline", offline)] {
        if ids.is_empty() {
            continue;
        }
        data.extend_from_slice(if data.ends_with(b"[") { br#"{"name":"# } else { br#",{"name":"# });
        push_string(&mut data, name);
        data.extend_from_slice(br#","user_ids":"#);
        push_list(&mut data, ids);
        data.push(b'}');
    }
    data.extend_from_slice(b"]}");
    let mut out = begin("pusher_internal:watchlist_events", data.len() + data.len() / 4);
    out.extend_from_slice(br#","data":"#);
    push_quoted(&mut out, &data);
    out.push(b'}');
    out
}

/// Something that was published. `None` where Pusher's clients have no words for it: bytes, and names that
/// only the server may say.
///
/// The payload is spliced as the publisher wrote it, with one exception: JSON that comes from another
/// protocol travels inside a string, as Pusher's HTTP API would have carried it. Pusher's own clients may
/// send each other plain JSON, and get it back as they sent it. The `position` is for clients that asked for it.
pub fn event(
    channel: Spelling<'_>,
    message: &Message,
    position: Option<Position>,
    out: &mut Vec<u8>,
) -> Option<()> {
    if message.form == Form::Binary || is_reserved_event(&message.event) {
        return None;
    }
    let user = message.user.as_deref().unwrap_or_default();
    let lengths =
        channel.prefix.len() + channel.name.len() + message.data.len() + message.event.len() + user.len();
    out.reserve(lengths + 64);
    push_event(out, &message.event);
    push_channel(out, channel.prefix, channel.name);
    out.extend_from_slice(br#","data":"#);
    if message.form == Form::Json && !message.event.starts_with("client-") {
        push_quoted(out, &message.data);
    } else {
        out.extend_from_slice(&message.data);
    }
    if message.user.is_some() {
        out.extend_from_slice(br#","user_id":"#);
        push_string(out, user);
    }
    if let Some(Position { epoch, offset }) = position {
        out.extend_from_slice(br#","epoch":""#);
        push_number(out, epoch);
        out.extend_from_slice(br#"","offset":"#);
        push_number(out, offset);
    }
    out.push(b'}');
    Some(())
}

fn push_list<S: AsRef<str>>(out: &mut Vec<u8>, texts: impl IntoIterator<Item = S>) {
    out.push(b'[');
    for (index, text) in texts.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        push_string(out, text.as_ref());
    }
    out.push(b']');
}

fn on_channel(event: &str, channel: Spelling<'_>, data: &[u8]) -> Vec<u8> {
    let mut out = begin(event, channel.prefix.len() + channel.name.len() + data.len() + data.len() / 4 + 40);
    push_channel(&mut out, channel.prefix, channel.name);
    out.extend_from_slice(br#","data":"#);
    push_quoted(&mut out, data);
    out.push(b'}');
    out
}

fn begin(event: &str, room: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(room + event.len() + 16);
    push_event(&mut out, event);
    out
}

fn push_event(out: &mut Vec<u8>, event: &str) {
    out.extend_from_slice(br#"{"event":"#);
    push_string(out, event);
}

fn push_channel(out: &mut Vec<u8>, prefix: &str, name: &str) {
    out.extend_from_slice(br#","channel":""#);
    out.extend_from_slice(prefix.as_bytes());
    push_escaped(out, name.as_bytes());
    out.push(b'"');
}

fn push_quoted(out: &mut Vec<u8>, data: &[u8]) {
    out.push(b'"');
    push_escaped(out, data);
    out.push(b'"');
}

fn push_number(out: &mut Vec<u8>, number: impl Display) {
    out.extend_from_slice(alloc::format!("{number}").as_bytes());
}

fn push_limited(out: &mut Vec<u8>, text: &dyn Display) {
    // Fails only by reaching the limit, where it has written an ellipsis.
    _ = write!(EscapedText::new(out, ERROR_TEXT_BYTES), "{text}");
}
