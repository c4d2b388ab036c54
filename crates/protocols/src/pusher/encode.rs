//! What the hub delivers, as text: once for each publication, however many subscribers it has.

use alloc::{borrow::Cow, vec::Vec};

use baton_hub::{Body, Framing, Publication};

use super::{channel::Spelling, outgoing};
use crate::{Encode, framing};

/// Encodes for [`framing::PUSHER`].
#[derive(Debug, Clone, Copy, Default)]
pub struct PusherEncode;

impl Encode for PusherEncode {
    fn encode(&self, framing: Framing, publication: &Publication) -> Option<Vec<u8>> {
        if framing != framing::PUSHER {
            return None;
        }
        let key = publication.channel.borrowed();
        let channel = Spelling::of(key);
        match &publication.body {
            Body::Message { message, .. } => outgoing::event(channel?, message),
            Body::MemberJoined(member) => Some(outgoing::member_added(channel?, member)),
            Body::MemberLeft(member) => Some(outgoing::member_removed(channel?, member)),
            Body::SubscriptionCount(count) => Some(outgoing::subscription_count(channel?, *count)),
            Body::UserStatus { online } => {
                let user = [Cow::Borrowed(key.name)];
                Some(if *online {
                    outgoing::watchlist_events(&user, &[])
                } else {
                    outgoing::watchlist_events(&[], &user)
                })
            }
            // Each connection says goodbye for itself.
            Body::Disconnect(_) => None,
        }
    }
}
