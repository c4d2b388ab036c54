//! What the hub delivers, as text: once for each publication, however many subscribers it has.

use alloc::{borrow::Cow, vec::Vec};

use baton_hub::{Body, Framing, Publication};

use super::{channel::Spelling, outgoing};
use crate::{Encode, framing};

/// Encodes for [`framing::PUSHER`].
#[derive(Debug, Clone, Copy, Default)]
pub struct PusherEncode;

impl Encode for PusherEncode {
    fn encode(&self, framing: Framing, publication: &Publication, out: &mut Vec<u8>) -> bool {
        framing == framing::PUSHER && text(publication, out).is_some()
    }
}

fn text(publication: &Publication, out: &mut Vec<u8>) -> Option<()> {
    let key = publication.channel.borrowed();
    let channel = Spelling::of(key);
    // Messages are most of what is said, and go straight to where they are wanted.
    let text = match &publication.body {
        Body::Message { message, .. } => return outgoing::event(channel?, message, out),
        Body::MemberJoined(member) => outgoing::member_added(channel?, member),
        Body::MemberLeft(member) => outgoing::member_removed(channel?, member),
        Body::SubscriptionCount(count) => outgoing::subscription_count(channel?, *count),
        Body::UserStatus { online } => {
            let user = [Cow::Borrowed(key.name)];
            if *online {
                outgoing::watchlist_events(&user, &[])
            } else {
                outgoing::watchlist_events(&[], &user)
            }
        }
        // Each connection says goodbye for itself.
        Body::Disconnect(_) => return None,
    };
    out.extend_from_slice(&text);
    Some(())
}
