//! What the hub delivers, as messages of this protocol: once for each serialiser, however many subscribers it has.

use alloc::{format, string::String, sync::Arc, vec::Vec};

use baton_hub::{Access, Body, Form, Message, Position, Presence, Publication};

use super::{
    FanOut, Reference, SentAs, Spelling, Version, outgoing,
    presence::{self, Meta},
    splice::{self, Demand},
};
use crate::{framing::Encoded, json::push_string};

/// Appends what a publication is to clients of this protocol; `None` if it is nothing to them.
pub(crate) fn encode(version: Version, publication: &Publication, out: &mut Vec<u8>) -> Option<Encoded> {
    let topic = Spelling::of(publication.channel.borrowed())?;
    match &publication.body {
        // The feed of the database's changes has written the payload as clients of this protocol read it.
        Body::Message { message, .. } if publication.channel.access() == Access::Changes => {
            outgoing::push(version, Reference::Null, topic, &message.event, out, |out| {
                out.extend_from_slice(&message.data);
            });
            Some(Encoded::Text)
        }
        Body::Message { message, position, numbered } => {
            let own = message.id.as_deref().map(meta);
            let meta = own.or_else(|| numbered.then(|| meta(&place(*position))));
            broadcast(version, topic, message, meta.as_deref(), out)
        }
        Body::Presence(change) => {
            outgoing::push(version, Reference::Null, topic, "presence_diff", out, |out| {
                presence::push_diff(out, by_key(&change.joined), by_key(&change.left));
            });
            Some(Encoded::Text)
        }
        // Members are those of Pusher's presence channels, which this protocol has no name for.
        Body::MemberJoined(_)
        | Body::MemberLeft(_)
        | Body::SubscriptionCount(_)
        | Body::UserStatus { .. }
        | Body::Disconnect(_) => None,
    }
}

/// Appends a message as a broadcast, with `meta` beside it.
pub(super) fn broadcast(
    version: Version,
    topic: Spelling<'_>,
    message: &Message,
    meta: Option<&str>,
    out: &mut Vec<u8>,
) -> Option<Encoded> {
    let Message { event, form, data, .. } = message;
    let mut fan_out = FanOut { topic, event, form: *form, data, meta, sent_as: SentAs::Map };
    // Text is what a Pusher publisher's `data` is; strings of this protocol's clients come as JSON.
    let spliced;
    if *form == Form::Text {
        // Clients of the first serialiser are those that take objects only.
        let demand = if version == Version::V1 { Demand::Object } else { Demand::Anything };
        spliced = splice::from_pusher(core::str::from_utf8(data).ok()?, demand);
        fan_out.form = spliced.0;
        fan_out.data = spliced.1.as_bytes();
    }
    fan_out.encode(version, out)
}

/// A message's place as an id, as the history of Pusher's HTTP API has it.
pub(super) fn place(Position { epoch, offset }: Position) -> String {
    format!("{epoch}-{offset}")
}

/// What stands beside a message that has an id.
pub(super) fn meta(id: &str) -> String {
    let mut meta = Vec::from(br#"{"id":"#);
    push_string(&mut meta, id);
    meta.push(b'}');
    String::from_utf8(meta).unwrap_or_default()
}

/// A statement as clients read it.
pub(super) fn meta_of(presence: &Presence) -> Meta<'_> {
    Meta {
        reference: presence.reference,
        previous: presence.replaces,
        fields: core::str::from_utf8(&presence.info).unwrap_or_default(),
    }
}

/// The payload of `presence_state`.
pub(super) fn state(presences: &[Arc<Presence>]) -> Vec<u8> {
    let mut out = Vec::with_capacity(64 * presences.len() + 2);
    presence::push_state(&mut out, by_key(presences));
    out
}

/// Statements grouped by their keys, in whose order the hub has them: a JSON object has each key once.
fn by_key(presences: &[Arc<Presence>]) -> impl Iterator<Item = (&str, impl Iterator<Item = Meta<'_>>)> {
    presences.chunk_by(|one, next| one.key == next.key).filter_map(|group| {
        let metas = group.iter().map(|one| meta_of(one));
        Some((&*group.first()?.key, metas))
    })
}
