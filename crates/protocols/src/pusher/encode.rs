//! What the hub delivers, as text: once for each publication, however many subscribers it has.

use alloc::{borrow::Cow, vec::Vec};

use baton_hub::{Body, Publication};

use super::{channel::Spelling, outgoing};

/// Appends what a publication is to Pusher's clients; `None` if it is nothing to them.
pub(crate) fn encode(publication: &Publication, with_positions: bool, out: &mut Vec<u8>) -> Option<()> {
    let key = publication.channel.borrowed();
    let channel = Spelling::of(key);
    // Messages are most of what is said, and go straight to where they are wanted.
    let text = match &publication.body {
        Body::Message { message, position, .. } => {
            return outgoing::event(channel?, message, with_positions.then_some(*position), out);
        }
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
        // Each connection says goodbye for itself, and presence outside of presence channels is not Pusher's.
        Body::Disconnect(_) | Body::Presence(_) => return None,
    };
    out.extend_from_slice(&text);
    Some(())
}
